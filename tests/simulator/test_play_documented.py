"""docs/play.md names tests that exist."""

from __future__ import annotations

import re
from pathlib import Path

HERE = Path(__file__).parent
TEXT = (HERE.parent.parent / "docs" / "play.md").read_text(encoding="utf-8")


def test_every_test_that_the_table_names_exists() -> None:
    named = re.findall(r"([\w/]+\.py)::(test_\w+)", TEXT)
    assert len(named) > 60
    for file, name in named:
        assert f"def {name}(" in (HERE / file).read_text(encoding="utf-8"), f"{file} has no {name}"


def test_every_rule_of_the_tables_names_a_test() -> None:
    rows = [line for line in TEXT.splitlines() if line.startswith("| ") and not line.startswith(("| Source", "| ---"))]
    assert all("::test_" in row for row in rows)
