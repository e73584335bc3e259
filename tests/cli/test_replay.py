"""The command crest replay: saved logs told in words."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from designer import cli, schemas
from designer.cli import replay
from designer.formats import native
from designer.resources import folder
from designer.simulator.rally.batches import run_once
from designer.simulator.rally.races import COLOURS, Driver, run_race
from designer.simulator.spire import batches as climbing

STAGES = folder("exports") / "stages"
CLIMB = str(STAGES / "climb-1.json")
RALLY = [str(STAGES / f"rally-1-ss{number}.json") for number in (1, 2)]
CIRCUIT = str(STAGES / "rx2-ss1.json")
SPIRE = str(folder("exports") / "spires" / "spire-4.json")
Capture = pytest.CaptureFixture[str]


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
    assert capsys.readouterr().out.splitlines() == run.commentary()
    data = {**run.to_data(), "finished": False, "time": None}
    assert replay.told(data)[-1] == f"Not finished after {len(run.turns)} turns."


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ([], "no log of a run or a race"),
        ({"format": "crest-design", "version": 1}, "It is a design; 'crest race' or 'crest simulate' drives it"),
        ({"format": "crest-race-report"}, "'crest race --save' writes the log of one"),
        ({"format": "crest-simulation"}, "'crest simulate --save' writes the log of one"),
        ({"format": "crest-spire-report"}, "'crest simulate --save' writes the log of one"),
        ({"format": ["crest-design"]}, "no log of a run or a race"),
        ({"format": "crest-climb-log"}, "The log cannot be read: "),
        (
            {
                "format": "crest-climb-log",
                "version": 1,
                "seed": "1",
                "players": ["bold", "bold"],
                "winner": None,
                "rounds": 1,
                "events": [{"do": "turn", "seat": 1, "stamina": 3}],
            },
            "its events do not fit each other",
        ),
        ({"format": "crest-race-log", "version": 1}, "The log cannot be read: "),
        (
            {
                "format": "crest-run-log",
                "version": 1,
                "design": "",
                "hash": "",
                "seed": 1,
                "finished": True,
                "time": 10,
                "turns": [{"number": 1, "gear_before": 0, "gear_after": 1, "mode": "stand", "dice": [], "seconds": 50}],
            },
            "The log lacks 'from_place'",
        ),
    ],
)
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
    data["turns"][0]["driver"] = "Red\x1b[2J"
    path = tmp_path / "run.json"
    path.write_text(json.dumps(data))
    assert cli.main(["replay", str(path)]) == 0
    assert capsys.readouterr().out.startswith("Red?[2J, turn 1, ")


@pytest.mark.parametrize("text", ["", "{", "[1,"])
def test_a_file_that_cannot_be_read_is_no_surprise(text: str, tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "log.json"
    path.write_text(text)
    assert cli.main(["replay", str(path)]) == 2
    assert "unexpected problem" not in capsys.readouterr().err


def test_a_saved_run_of_the_batch_is_the_run_that_was_told(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "run.json"
    words = ["simulate", CLIMB, "--runs", "5", "--seed", "4", "--number", "5", "--log", "--save", str(path)]
    assert cli.main(words) == 0
    shown = capsys.readouterr()
    assert f"wrote {path}" in shown.err
    run = run_once(native.load(CLIMB), seed=4, number=4)
    assert json.loads(path.read_text()) == run.to_data()
    assert shown.out.splitlines()[-len(run.commentary()) - 1 :] == ["Run 5", *run.commentary()]
    assert cli.main(["replay", str(path)]) == 0
    assert capsys.readouterr().out.splitlines() == run.commentary()
    assert cli.main([*words[:-2], "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["log"] == run.to_data()["turns"]


def test_a_saved_climb_is_told(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "climb.json"
    words = ["simulate", SPIRE, "--runs", "3", "--policy", "bold", "--number", "2", "--save", str(path)]
    assert cli.main(words) == 0
    game = climbing.run_once(native.load(SPIRE), policies=["bold"], number=1)
    saved = json.loads(path.read_text())
    assert schemas.problems(saved, "climb-log") == []
    assert saved == json.loads(json.dumps(game.to_data()))
    assert "Game" not in capsys.readouterr().out.splitlines()[-1]
    assert cli.main(["replay", str(path)]) == 0
    assert capsys.readouterr().out.splitlines() == game.commentary()
    assert cli.main(["replay", str(path), "--turn", "2"]) == 2
    assert "told as a whole" in capsys.readouterr().err


def test_logs_of_earlier_versions_are_told_alike(tmp_path: Path, capsys: Capture) -> None:
    """Fields that came later are missing in them: where damage was drawn."""
    log = run_race(native.load(CLIMB), [Driver("Red", ("r6-gravel",), "flat-out")])
    data = log.to_data()
    turns = [turn for stage in data["stages"] for round_ in stage["rounds"] for turn in round_["turns"]]
    assert any(turn.pop("drawn_at") for turn in turns)
    path = tmp_path / "old.json"
    path.write_text(json.dumps(data))
    assert cli.main(["replay", str(path)]) == 0
    assert capsys.readouterr().out.splitlines() == log.commentary()


def test_a_long_log_is_read_and_only_a_huge_one_refused(tmp_path: Path, capsys: Capture) -> None:
    """Logs may be larger than designs: every turn is told in words."""
    run = run_once(native.load(CLIMB)).to_data()
    path = tmp_path / "run.json"
    path.write_text(json.dumps(run) + " " * native.MAX_BYTES)
    assert cli.main(["replay", str(path)]) == 0
    capsys.readouterr()
    with path.open("r+b") as stream:
        stream.truncate(native.MAX_LOG_BYTES + 1)
    assert cli.main(["replay", str(path)]) == 2
    assert "is too large to be a log" in capsys.readouterr().err


def test_logs_of_large_races_stay_far_below_the_limit() -> None:
    drivers = [Driver(name, ("r4-gravel",), "novice") for name in COLOURS]
    log = run_race(native.load(CLIMB), drivers).to_data()
    assert len(log["drivers"]) == 6
    assert len(json.dumps(log, indent=2)) < native.MAX_LOG_BYTES / 50
