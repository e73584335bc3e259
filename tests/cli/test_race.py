"""The commands crest race and crest replay: who drives what, which event it is, saved logs told in words."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from designer import cli, schemas
from designer.cli import drive, race
from designer.design.dashboard import new
from designer.design.event import BoardAt, Event
from designer.formats import native
from designer.resources import folder
from designer.simulator.batches import run_once
from designer.simulator.races import Driver, run_race

STAGES = folder("exports") / "stages"
CLIMB = str(STAGES / "climb-1.json")
RALLY = [str(STAGES / f"rally-1-ss{number}.json") for number in (1, 2)]
CIRCUIT = str(STAGES / "rx2-ss1.json")
CASES = Path(__file__).parent.parent / "validation" / "cases"
Capture = pytest.CaptureFixture[str]


def raced(capsys: Capture, *words: str) -> dict[str, Any]:
    assert cli.main(["race", *words, "--format", "json"]) == 0
    data: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert schemas.problems(data, "race-report") == []
    return data


@pytest.mark.parametrize(("files", "kind", "tries", "car"), [
    ([CLIMB], "hillclimb", 3, "r6-gravel"),
    (RALLY, "rally", 2, "r6"),
    (RALLY[:1], "stage", 1, "r6-gravel"),
    ([CIRCUIT], "rallycross", 1, "rx-asphalt"),
])
def test_the_design_says_what_is_raced_and_the_car_that_fits_is_taken(
    files: list[str], kind: str, tries: int, car: str, capsys: Capture
) -> None:
    data = raced(capsys, *files, "--driver", "Red", "--driver", "Blue::novice", "--runs", "2")
    assert (data["kind"], data["runs"]) == (kind, 2)
    assert [(one["name"], one["cars"], one["policy"]) for one in data["drivers"]] == [
        ("Red", [car], "sensible"), ("Blue", [car], "novice")]
    assert len(data["drivers"][0]["tries"]) == tries


def test_in_a_hillclimb_the_best_single_try_counts(capsys: Capture) -> None:
    data = raced(capsys, CLIMB, "--driver", "Red", "--driver", "Blue:r4-gravel", "--runs", "1", "--log")
    finishes = data["log"]["stages"][0]["finishes"]
    for placing in data["log"]["ranking"]:
        times = [finish["seconds"] for finish in finishes if finish["driver"] == placing["driver"]]
        assert len(times) == 3
        assert placing["seconds"] == min(times)


def test_one_driver_called_red_races_where_none_is_named(capsys: Capture) -> None:
    assert cli.main(["race", CLIMB, "--runs", "2"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("Climb 1: 2 races (hillclimb), seed 1\nRed  ")
    assert out.splitlines()[-1] == (
        "Red drives r6-gravel, as all tiles with road are gravel; --driver Red:CAR takes another")


def test_cars_are_found_whatever_their_capitals_and_may_change_between_tries(tmp_path: Path, capsys: Capture) -> None:
    board = new(("gravel",), {f"C{gear}": f"gear-{gear}" for gear in range(1, 6)}, "Mine, new")
    path = tmp_path / "mine.json"
    native.save(replace(native.load(CLIMB), dashboards=(board,)), path)
    data = raced(capsys, str(path), "--driver", "Red:R6-Gravel, r4", "--driver", "Blue:mine, NEW", "--runs", "1")
    assert [one["cars"] for one in data["drivers"]] == [["r6-gravel", "r4"], ["Mine, new"]]


def test_boards_of_the_event_come_before_the_car_that_fits(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "boards.json"
    boards = (BoardAt("start", "r5-gravel"), BoardAt("between-tries", "r6-gravel", "Blue"))
    native.save(replace(native.load(CLIMB), event=Event("hillclimb", boards=boards)), path)
    data = raced(capsys, str(path), "--driver", "Red", "--driver", "Blue", "--runs", "1")
    assert [one["cars"] for one in data["drivers"]] == [["r5-gravel"], ["r5-gravel", "r6-gravel"]]


def test_the_seed_settles_the_races_on_any_number_of_workers(capsys: Capture) -> None:
    words = [CLIMB, "--driver", "Red", "--driver", "Blue:r5", "--runs", "4", "--log", "--seed"]
    assert raced(capsys, *words, "7") == raced(capsys, *words, "7", "--workers", "2") != raced(capsys, *words, "8")


def test_a_design_without_a_name_goes_by_that_of_its_file(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "Back road.json"
    native.save(replace(native.load(CLIMB), name=""), path)
    data = raced(capsys, str(path), "--runs", "1", "--log")
    assert data["design"] == data["log"]["design"] == "Back road"
    assert data["stages"][0]["design"] == data["log"]["stages"][0]["design"] == "Back road"


@pytest.mark.parametrize(("words", "message"), [
    (["--driver", "Red:r6-gravl"], "r6-gravel"),
    (["--driver", "Red::sensibel"], "Did you mean sensible"),
    (["--driver", ":r6"], "':r6' needs a name"),
    (["--driver", "Re\x1bd"], "needs a name"),
    (["--driver", "Red", "--driver", "Red"], "Two drivers have the same name"),
    ([word for name in "ABCDEFG" for word in ("--driver", name)], "1 to 6 drivers, not 7"),
    (["--driver", "Red:r6-gravel", "--driver", "Blue:gt6-asphalt"], "do not race each other"),
    (["--runs", "0"], "0 is out of range"),
    (["--drivers", "Red"], "did you mean --driver?"),
    ([CIRCUIT], "no circuits"),
    ([str(CASES / "BRD001-good.json")], "has no stage to race on"),
    (["missing.json"], "missing.json: There is no such file."),
])
def test_what_cannot_be_raced_is_said(words: list[str], message: str, capsys: Capture) -> None:
    assert cli.main(["race", CLIMB, *words]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert message in shown.err


def test_a_stage_that_leads_nowhere_is_a_finding(capsys: Capture) -> None:
    bad = str(CASES / "STG009-bad.json")
    assert cli.main(["race", CLIMB, bad]) == 1
    assert f"{bad}: nothing can be driven: There is no finish" in capsys.readouterr().err


def test_progress_is_told_on_a_terminal_only(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    assert drive.progress() is None
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    tell = drive.progress("races")
    assert tell is not None
    for done in (1, 2, 2, 400):
        tell(done, 400)
    assert capsys.readouterr().err == "\r1 of 400 races\r400 of 400 races\n"


# replay ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("files", [[CLIMB], RALLY, [CIRCUIT]], ids=["hillclimb", "rally", "rallycross"])
def test_a_saved_race_is_told_as_it_was_driven(files: list[str], tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "logs" / "race.json"
    car = "rx-asphalt" if files == [CIRCUIT] else "r6-gravel"
    words = ["--driver", f"Red:{car}", "--driver", f"Blue:{car}:novice", "--runs", "1", "--seed", "5"]
    assert cli.main(["race", *files, *words, "--log", "--save", str(path)]) == 0
    shown = capsys.readouterr()
    assert f"wrote {path}" in shown.err
    assert schemas.problems(json.loads(path.read_text()), "race-log") == []
    assert cli.main(["replay", str(path)]) == 0
    told = capsys.readouterr().out
    drivers = [Driver("Red", (car,)), Driver("Blue", (car,), "novice")]
    log = run_race([native.load(file) for file in files], drivers, seed=5)
    assert told.splitlines() == log.commentary()
    assert shown.out.endswith(f"\nRace 1\n{told}")


def test_one_turn_is_told_with_how_the_cars_stand_after_it(tmp_path: Path, capsys: Capture) -> None:
    log = run_race(native.load(CLIMB), [Driver("Red"), Driver("Blue")])
    path = tmp_path / "race.json"
    path.write_text(json.dumps(log.to_data()))
    turns = log.turns()
    assert cli.main(["replay", str(path), "--turn", "3"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[:2] == [f"Turn 3 of {len(turns)} (round {turns[2].round})", turns[2].text()]
    mine = next(line for line in lines[2:] if line.startswith(f"  {turns[2].driver} stands on "))
    assert turns[2].end.text() in mine
    assert f"gear {turns[2].gear_after}, " in mine
    assert cli.main(["replay", str(path), "--turn", str(len(turns))]) == 0
    assert " is past the line, " in capsys.readouterr().out
    assert cli.main(["replay", str(path), "--turn", str(len(turns) + 1)]) == 2
    assert f"There is no turn {len(turns) + 1}; the log has {len(turns)}." in capsys.readouterr().err


def test_a_saved_run_is_told_too(tmp_path: Path, capsys: Capture) -> None:
    run = run_once(native.load(CLIMB), seed=2)
    path = tmp_path / "run.json"
    path.write_text(json.dumps(run.to_data()))
    assert cli.main(["replay", str(path)]) == 0
    *turns, end = capsys.readouterr().out.splitlines()
    assert turns == [turn.text() for turn in run.turns]
    assert end == f"Finished: {run.time} s."
    data = {**run.to_data(), "finished": False, "time": None}
    assert race.told(data)[-1] == f"Not finished after {len(run.turns)} turns."


@pytest.mark.parametrize(("data", "message"), [
    ([], "no log of a run or a race"),
    ({"format": "crest-design", "version": 1}, "It is a design; 'crest race' drives it"),
    ({"format": "crest-race-report"}, "'crest race --save' writes the log"),
    ({"format": "crest-climb-log"}, "log of a climb"),
    ({"format": "crest-race-log", "version": 1}, "The log cannot be read: "),
    ({"format": "crest-run-log", "version": 1, "design": "", "hash": "", "seed": 1, "finished": True, "time": 10,
      "turns": [{"number": 1, "gear_before": 0, "gear_after": 1, "mode": "stand", "dice": [], "seconds": 50}]},
     "The log lacks 'from_place'"),
])
def test_what_is_no_log_is_said(data: object, message: str, tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "log.json"
    path.write_text(json.dumps(data))
    assert cli.main(["replay", str(path)]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert message in shown.err
    assert str(path) in shown.err
    assert "unexpected problem" not in shown.err


def test_texts_of_a_log_play_no_tricks_on_a_terminal(tmp_path: Path, capsys: Capture) -> None:
    data = run_once(native.load(CLIMB)).to_data()
    data["turns"][0]["text"] = "Turn\x1b[2J 1"
    path = tmp_path / "run.json"
    path.write_text(json.dumps(data))
    assert cli.main(["replay", str(path)]) == 0
    assert capsys.readouterr().out.startswith("Turn?[2J 1\n")


@pytest.mark.parametrize("text", ["", "{", "[1,"])
def test_a_file_that_cannot_be_read_is_no_surprise(text: str, tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "log.json"
    path.write_text(text)
    assert cli.main(["replay", str(path)]) == 2
    assert "unexpected problem" not in capsys.readouterr().err
