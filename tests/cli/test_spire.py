"""The crest command on spires: crest simulate and crest report recognise what is climbed."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from designer import cli, schemas
from designer.design.document import Design
from designer.design.event import Event
from designer.design.stage import Stage
from designer.formats import native
from designer.resources import folder
from designer.simulator.rally.batches import SimulationError
from designer.simulator.spire.seats import by_seat, climbs, seats_of
from designer.summit import dealing

FOUR = str(folder("exports") / "spires" / "spire-4.json")
STAGE = folder("exports") / "stages" / "climb-1.json"


def climbed(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    assert cli.main(["simulate", FOUR, "--runs", "6", "--format", "json", *words]) == 0
    data: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert schemas.problems(data, "spire-report") == []
    return data


def test_a_spire_is_climbed_and_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["simulate", FOUR, "--runs", "5", "--log"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("5 games of 4 climbers\n")
    assert "Wins by seat" in out
    assert "Game 1\n4 climbers, 5 columns" in out
    assert " wins on the " in out.splitlines()[-1]


def test_json_is_a_spire_report_with_a_log_when_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    data = climbed(capsys)
    assert (data["games"], data["players"], data["policies"]) == (6, 4, ["expected-value"])
    assert "log" not in data
    log = climbed(capsys, "--log")["log"]
    assert schemas.problems(log, "climb-log") == []
    assert log["events"][0]["do"] == "start"


def test_the_same_seed_gives_the_same_report_for_any_number_of_workers(capsys: pytest.CaptureFixture[str]) -> None:
    one = climbed(capsys, "--seed", "5")
    assert climbed(capsys, "--seed", "5", "--workers", "2") == one
    assert climbed(capsys, "--seed", "6") != one


def test_policies_by_seat(capsys: pytest.CaptureFixture[str]) -> None:
    assert climbed(capsys, "--policy", "cautious")["policies"] == ["cautious"]
    words = ["--policy", "cautious", "--policy", "3=bold"]
    assert climbed(capsys, *words)["policies"] == ["cautious", "cautious", "bold", "cautious"]
    words = [word for name in ("bold", "cautious") for word in ("--policy", name)]
    assert climbed(capsys, *words)["policies"] == ["bold", "cautious", "cautious", "cautious"]


def test_players_fresh_deals_and_drawn_starts(capsys: pytest.CaptureFixture[str]) -> None:
    data = climbed(capsys, "--players", "3", "--fresh", "--random-starts")
    assert (data["players"], data["fresh"], data["random_starts"]) == (3, True, True)


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["--policy", "reckless"], "There is no climber 'reckless'"),
        (["--policy", "9=bold"], "There is no seat '9'"),
        (["--policy", "x=bold"], "There is no seat 'x'"),
        ([word for _ in range(5) for word in ("--policy", "bold")], "5 climbers are named for 4 seats"),
        (["--players", "7"], "7 is out of range: 2 to 6"),
        (["--players", "6"], "6 climbers cannot start on 5 columns"),
    ],
)
def test_what_cannot_be_climbed_is_said(capsys: pytest.CaptureFixture[str], words: list[str], reason: str) -> None:
    assert cli.main(["simulate", FOUR, "--runs", "2", *words]) == 2
    assert reason in capsys.readouterr().err


def test_an_unfinished_spire_says_why_and_lists_its_findings(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    spire = dealing.deal(3, seed=1)
    broken = replace(spire, columns=(replace(spire.columns[0], summit=None), *spire.columns[1:]))
    native.save(Design(spire=broken), tmp_path / "a.json")
    assert cli.main(["simulate", str(tmp_path / "a.json")]) == 1
    err = capsys.readouterr().err
    assert "1 finding of severity error" in err
    assert "no summit card" in err


def test_neither_stage_nor_spire(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    native.save(Design(name="Empty"), tmp_path / "a.json")
    assert cli.main(["simulate", str(tmp_path / "a.json")]) == 2
    assert "no stage to drive and no spire to climb" in capsys.readouterr().err


def test_what_a_design_with_both_is_about() -> None:
    stage = native.load(STAGE)
    spire = dealing.deal(2, seed=1)
    both = replace(stage, spire=spire)
    assert not climbs(stage)
    assert not climbs(both)
    assert climbs(replace(both, event=Event("summit")))
    assert climbs(Design(spire=spire, stage=Stage()))


def test_seats_of_a_spire() -> None:
    spire = dealing.deal(5, seed=1)
    assert (seats_of(None), seats_of(spire)) == (0, 5)
    assert seats_of(replace(spire, players=None)) == 5
    assert by_seat([], 4) == ("expected-value",)
    assert by_seat(["2=bold"], 3) == ("expected-value", "bold", "expected-value")
    with pytest.raises(SimulationError, match="seats are 1 to 3"):
        by_seat(["0=bold"], 3)


def test_a_report_has_a_picture_and_the_games(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["report", FOUR, "-o", str(tmp_path), "--runs", "4", "--policy", "bold"]) == 0
    assert {path.name.split(".", 1)[1] for path in tmp_path.iterdir()} == {
        "json",
        "findings.json",
        "spire.png",
        "climbs.json",
        "txt",
    }
    assert len(capsys.readouterr().out.splitlines()) == 5
    data = json.loads(next(tmp_path.glob("*.climbs.json")).read_text(encoding="utf-8"))
    assert schemas.problems(data, "spire-report") == []
    assert data["policies"] == ["bold"]
    words = next(tmp_path.glob("*.txt")).read_text(encoding="utf-8")
    assert "4 games of 4 climbers" in words
    assert "The first game" in words
    assert next(tmp_path.glob("*.png")).read_bytes().startswith(b"\x89PNG")


def test_a_report_says_why_nobody_climbed(tmp_path: Path) -> None:
    spire = replace(dealing.deal(3, seed=1), fatigue_above=None)
    native.save(Design(name="No line", spire=spire), tmp_path / "a.json")
    assert cli.main(["report", str(tmp_path / "a.json"), "-o", str(tmp_path / "out"), "--runs", "2"]) == 1
    assert "nobody climbed: The fatigue line must lie" in (tmp_path / "out" / "no-line.txt").read_text("utf-8")


def test_the_command_itself(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "designer", "simulate", FOUR, "--runs", "2"],
        capture_output=True,
        text=True,
        check=False,
        cwd=folder("exports").parent,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("2 games")
