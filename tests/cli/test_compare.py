"""crest compare."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from designer import cli, schemas
from designer.design.dashboard import new
from designer.design.document import Design
from designer.formats import native
from designer.resources import folder

CLIMB = str(folder("exports") / "stages" / "climb-1.json")
GEARS = {f"C{gear}": f"gear-{gear}" for gear in range(1, 6)}


def boards(path: Path, *types: str) -> str:
    native.save(Design(dashboards=tuple(new((kind,), GEARS, f"Five on {kind}") for kind in types)), path)
    return str(path)


def test_boards_of_files_and_standard_cars_side_by_side(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    mine = boards(tmp_path / "mine.json", "gravel")
    assert cli.main(["compare", mine, "--car", "r6-gravel", "--stage", CLIMB, "--runs", "3"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("Climb 1: gravel; 3 runs each, driver sensible, seed 1\n")
    assert "Five on gravel" in out
    assert "R6, gravel tyres" in out


def test_json_fits_the_schema(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    mine = boards(tmp_path / "mine.json", "gravel", "snow")
    assert cli.main(["compare", mine, "--stage", CLIMB, "--runs", "2", "--format", "json"]) == 1
    data = json.loads(capsys.readouterr().out)
    assert schemas.problems(data, "comparison") == []
    assert data["builds"][1]["problem"].startswith("It has no token for gravel")


def test_bbcode(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    mine = boards(tmp_path / "mine.json", "gravel", "gravel")
    assert cli.main(["compare", mine, "--stage", CLIMB, "--runs", "2", "--bbcode"]) == 0
    assert "[code]" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ([CLIMB, "--stage", CLIMB], "there is no board in"),
        (["--car", "r6-gravel", "--stage", CLIMB], "Two to six builds are compared, not 1"),
        (["--car", "r6-gravel", "--car", "r7", "--stage", CLIMB], "There is no car 'r7'"),
        (["--car", "r6-gravel", "--car", "r5-gravel", "--stage", "missing.json"], "there is no such file"),
    ],
)
def test_unusable_input_is_told_in_words(words: list[str], reason: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["compare", *words]) == 2
    assert reason.lower() in capsys.readouterr().err.lower()
