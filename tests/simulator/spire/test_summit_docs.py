"""docs/summit.md says what the code does: every test it names is there, every reading and operation is listed."""

from __future__ import annotations

import re
from pathlib import Path

from designer import rules
from designer.summit.deck import OPERATIONS

ROOT = Path(__file__).resolve().parents[3]
TEXT = (ROOT / "docs" / "summit.md").read_text(encoding="utf-8")


def numbers(letter: str) -> set[int]:
    found: set[int] = set()
    for cell in re.findall(rf"^\| ({letter}\d[^|]*) \|", TEXT, flags=re.MULTILINE):
        first = [int(number) for number in re.findall(r"\d+", cell)]
        found |= set(range(first[0], first[1] + 1)) if " to " in cell else set(first)
    return found


def test_every_rule_and_reading_is_listed() -> None:
    assert numbers("R") == set(range(1, 33))
    assert numbers("A") == set(range(1, 44))


def test_every_named_test_is_there() -> None:
    there = {
        name
        for path in (ROOT / "tests").rglob("*.py")
        for name in re.findall(r"^def (test_\w+)", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    }
    named = set(re.findall(r"\btest_\w+", TEXT)) - {"test_summit_deck"}
    assert named
    assert not named - there


def test_every_assumed_reading_is_named() -> None:
    assumed = {name for name in rules.load().assumed() if name.startswith("summit.")}
    assert not {name for name in assumed if f"`{name}`" not in TEXT}


def test_the_operations_are_those_of_the_engine() -> None:
    rows = re.findall(r"^\| `(\w+)` \| ([a-z, ]+) \| ([^|]*)\|", TEXT, flags=re.MULTILINE)
    assert {name: set(moments.split(", ")) for name, moments, _ in rows} == {
        name: set(operation.moments) for name, operation in OPERATIONS.items()
    }
    for name, _, values in rows:
        assert set(re.findall(r"`(\w+)`", values)) == set(OPERATIONS[name].values)
