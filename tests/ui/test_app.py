from __future__ import annotations

from pathlib import Path

from designer.resources import folder
from designer.ui.app import is_shipped


def test_designs_that_came_with_crest_open_as_copies(tmp_path: Path) -> None:
    assert is_shipped(folder("exports") / "stages" / "climb-1.json")
    assert not is_shipped(tmp_path / "climb-1.json")
