"""Which car crest simulate, report and compare drive, and what they say of it."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from designer import cli
from designer.design.dashboard import new
from designer.formats import native
from designer.resources import folder

STAGES = folder("exports") / "stages"
CLIMB_2 = str(STAGES / "climb-2.json")


@pytest.mark.parametrize(
    ("stage", "car", "why"),
    [
        ("climb-1", "r6-gravel", "all tiles with road are gravel"),
        ("climb-2", "r6-asphalt", "tiles with road are asphalt"),
        ("rx2-ss1", "rx-asphalt", "the event is a rallycross"),
    ],
)
def test_the_car_that_fits_is_driven_and_named(
    stage: str, car: str, why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["simulate", str(STAGES / f"{stage}.json"), "--runs", "1"]) == 0
    out = capsys.readouterr().out
    assert f"1 run with {car}," in out
    last = out.splitlines()[-1]
    assert last.startswith(f"car       {car}, as ")
    assert why in last


def test_a_car_of_ones_choice_needs_no_reason_and_no_capitals(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["simulate", CLIMB_2, "--runs", "2", "--car", "R6-Gravel", "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["car"] == "r6-gravel"
    board = new(("asphalt",), {f"C{gear}": f"gear-{gear}" for gear in range(1, 6)}, "New board")
    path = tmp_path / "mine.json"
    native.save(replace(native.load(CLIMB_2), dashboards=(board,)), path)
    assert cli.main(["simulate", str(path), "--runs", "1", "--car", "new BOARD"]) == 0
    out = capsys.readouterr().out
    assert "1 run with New board" in out
    assert "--car drives another" not in out


def test_a_single_build_is_compared_with_the_car_that_fits(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["compare", "--car", "r6-gravel", "--stage", CLIMB_2, "--runs", "1"]) == 0
    shown = capsys.readouterr()
    assert "R6, asphalt tyres" in shown.out
    assert "compared with r6-asphalt, as " in shown.err


def test_report_tells_its_car(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["report", CLIMB_2, "-o", str(tmp_path / "new" / "out"), "--runs", "2"]) == 0
    assert f"made the folder {tmp_path / 'new' / 'out'}" in capsys.readouterr().err
    text = (tmp_path / "new" / "out" / "climb-2.txt").read_text(encoding="utf-8")
    assert "car       r6-asphalt, as " in text


def test_a_design_without_a_name_goes_by_that_of_its_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "Back road.json"
    native.save(replace(native.load(STAGES / "climb-1.json"), name=""), path)
    assert cli.main(["simulate", str(path), "--runs", "1"]) == 0
    assert capsys.readouterr().out.startswith("Back road: 1 run with")
    assert cli.main(["report", str(path), "-o", str(tmp_path), "--runs", "1"]) == 0
    capsys.readouterr()
    assert (tmp_path / "back-road.txt").read_text(encoding="utf-8").startswith("Back road\n")
    assert cli.main(["compare", "--car", "r5-gravel", "--stage", str(path), "--runs", "1"]) == 0
    assert capsys.readouterr().out.startswith("Back road: gravel; 1 run each")


@pytest.mark.parametrize("words", [["simulate"], ["race", "--log"], ["compare", "--car", "r6-gravel", "--stage"]])
def test_names_of_a_stranger_play_no_tricks_on_a_terminal(
    words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    board = new(("gravel",), {f"C{gear}": f"gear-{gear}" for gear in range(1, 6)}, "B\x1b[2Joard")
    path = tmp_path / "strange.json"
    design = replace(native.load(STAGES / "climb-1.json"), name="Cl\x1b[2Jimb", dashboards=(board,))
    native.save(design, path)
    boards = [str(path)] if words[0] == "compare" else []
    assert cli.main([*words, str(path), *boards, "--runs", "1"]) == 0
    out = capsys.readouterr().out
    assert "Cl?[2Jimb" in out
    assert "\x1b" not in out
