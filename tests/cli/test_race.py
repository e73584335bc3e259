"""The command crest race: who drives what, which event it is, which race is told and saved."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from designer import cli, schemas
from designer.cli import batch
from designer.design.dashboard import new
from designer.design.event import BoardAt, Event
from designer.formats import native
from designer.resources import folder
from designer.simulator.rally.races import Driver, run_race

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


@pytest.mark.parametrize(
    ("files", "kind", "tries", "car"),
    [
        ([CLIMB], "hillclimb", 3, "r6-gravel"),
        (RALLY, "rally", 2, "r6"),
        (RALLY[:1], "stage", 1, "r6-gravel"),
        ([CIRCUIT], "rallycross", 1, "rx-asphalt"),
    ],
)
def test_the_design_says_what_is_raced_and_the_car_that_fits_is_taken(
    files: list[str], kind: str, tries: int, car: str, capsys: Capture
) -> None:
    data = raced(capsys, *files, "--driver", "Red", "--driver", "Blue::novice", "--runs", "2")
    assert (data["kind"], data["runs"]) == (kind, 2)
    assert [(one["name"], one["cars"], one["policy"]) for one in data["drivers"]] == [
        ("Red", [car], "sensible"),
        ("Blue", [car], "novice"),
    ]
    assert len(data["drivers"][0]["tries"]) == tries


def test_boards_of_the_events_and_ways_of_choosing(tmp_path: Path, capsys: Capture) -> None:
    """Who drives stands in the event; --choose says how boards are chosen; what is not done is told."""
    entries = (BoardAt("start", "r6-snow", "Ann", others=("r6-asphalt",)), BoardAt("start", "r4-gravel", "Bob"))
    later = (BoardAt("repairs", "r4-snow", "Bob"),)
    design = replace(native.load(Path(RALLY[0])), event=Event("rally", boards=(*entries, *later)))
    file, log = str(tmp_path / "stage.json"), tmp_path / "log.json"
    native.save(design, file)
    words = "Bob does not change to r4-snow at repairs: no stage follows."
    data = raced(capsys, file, "--runs", "1", "--choose", "Ann=look-ahead", "--save", str(log))
    assert [one["name"] for one in data["drivers"]] == ["Ann", "Bob"]
    assert data["notes"] == [words]
    saved = json.loads(log.read_text(encoding="utf-8"))
    assert schemas.problems(saved, "race-log") == []
    assert [(choice["driver"], choice["by"]) for choice in saved["boards"]] == [("Ann", "look-ahead")]
    assert cli.main(["race", file, "--runs", "1"]) == 0
    assert words in capsys.readouterr().out
    assert cli.main(["replay", str(log)]) == 0
    told = capsys.readouterr().out
    assert "Ann takes the board" in told
    assert "(with the way searched to its end)" in told
    for wrong, said in (("fastest", "no way of choosing"), ("Eve=estimate", "Eve, who does not drive")):
        assert cli.main(["race", file, "--choose", wrong]) == 2
        assert said in capsys.readouterr().err


def test_pushing_by_house_rule_is_reported_and_told(tmp_path: Path, capsys: Capture) -> None:
    """RX, "Full Contact"."""
    design = native.load(Path(CIRCUIT))
    assert design.event is not None
    file, log = tmp_path / "contact.json", tmp_path / "log.json"
    native.save(replace(design, event=replace(design.event, laps=1), house_rules={"push.allowed": True}), file)
    drivers = [word for name in ("Red", "Blue", "Green", "Yellow") for word in ("--driver", f"{name}::flat-out")]
    assert cli.main(["race", str(file), *drivers, "--runs", "2", "--save", str(log)]) == 0
    text = capsys.readouterr().out
    assert "contact   pushes" in text
    assert "pushed    " in text
    turns = [
        turn
        for round_ in json.loads(log.read_text(encoding="utf-8"))["stages"][0]["rounds"]
        for turn in round_["turns"]
    ]
    number, turn = next(
        (number, turn)
        for number, turn in enumerate(turns, 1)
        if turn.get("pushes") and turn["pushes"][-1]["danger_tokens"]
    )
    pushed = turn["pushes"][-1]
    assert cli.main(["replay", str(log), "--turn", str(number)]) == 0
    told = capsys.readouterr().out
    assert f"Pushes {pushed['driver']} on to {pushed['to_place']['space']} of" in told
    assert f"danger tokens {pushed['danger_tokens_after']}" in told


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
    assert out.startswith("Climb 1: 2 races (hillclimb), seed 1\n\nRed (r6-gravel; driver sensible)\ntime  ")
    assert out.splitlines()[-1] == (
        "Red drives r6-gravel, as all tiles with road are gravel; --driver Red:CAR takes another"
    )


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


@pytest.mark.parametrize(
    ("words", "message"),
    [
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
    ],
)
def test_what_cannot_be_raced_is_said(words: list[str], message: str, capsys: Capture) -> None:
    assert cli.main(["race", CLIMB, *words]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert message in shown.err


def test_a_stage_that_leads_nowhere_is_a_finding(capsys: Capture) -> None:
    bad = str(CASES / "STG009-bad.json")
    assert cli.main(["race", CLIMB, bad]) == 1
    assert "nothing can be driven: There is no finish" in capsys.readouterr().err


def test_any_race_of_the_batch_is_told_and_saved(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "race.json"
    words = [CLIMB, "--driver", "Red", "--driver", "Blue::novice", "--seed", "3", "--runs", "4", "--number", "3"]
    assert cli.main(["race", *words, "--save", str(path), "--log"]) == 0
    shown = capsys.readouterr()
    log = run_race(
        native.load(CLIMB), [Driver("Red", ("r6-gravel",)), Driver("Blue", ("r6-gravel",), "novice")], seed=3, number=2
    )
    assert json.loads(path.read_text()) == log.to_data()
    assert shown.out.splitlines()[-len(log.commentary()) - 1 :] == ["Race 3", *log.commentary()]
    assert raced(capsys, *words, "--log")["log"] == log.to_data()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--number", "2"], "add --log or --save"),
        (["--number", "9", "--log", "--runs", "8"], "there is no race 9 among 8; --runs 9 makes as many"),
        (["--number", "0", "--log"], "0 is out of range"),
        (["--save", "."], ". is a folder"),
        (["--save", f"{CLIMB}/race.json"], f"{CLIMB} is a file, not a folder"),
    ],
)
def test_a_log_that_cannot_be_had_is_refused_before_the_races(words: list[str], message: str, capsys: Capture) -> None:
    assert cli.main(["race", CLIMB, *words]) == 2
    shown = capsys.readouterr()
    assert (shown.out, message in shown.err) == ("", True)


def test_progress_is_told_on_a_terminal_only(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    assert batch.progress() is None
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    tell = batch.progress("races")
    assert tell is not None
    for done in (1, 2, 2, 400):
        tell(done, 400)
    assert capsys.readouterr().err == "\r1 of 400 races\r400 of 400 races\n"
