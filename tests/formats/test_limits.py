"""Written is readable: what the window accepts and the commands write can be opened again."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from designer import cli, schemas
from designer.design.dashboard import Dashboard
from designer.design.document import Design, Inventory, Waiver, free_name
from designer.design.event import BoardAt, Event
from designer.design.hexes import Hex
from designer.design.stage import PlacedTile, Stage, Token
from designer.design.values import frozen
from designer.formats import native
from designer.formats.limits import limit, too_large
from designer.formats.native import FormatError
from designer.resources import folder

AT_THE_EDGE = Stage((PlacedTile("204a", Hex(10_000, -10_000)),))


@pytest.mark.parametrize(
    "design",
    [
        Design(name="n" * 201),
        Design(author="n" * 201),
        Design(notes="n" * 100_001),
        Design(dashboards=(Dashboard("b" * 201),)),
        Design(dashboards=(Dashboard("b", notes="n" * 20_001),)),
        Design(dashboards=(Dashboard("b"),) * 201),
        Design(waivers=(Waiver("STG001", "", "r" * 2001, "me"),)),
        Design(waivers=(Waiver("STG001", "", "reason", "a" * 201),)),
        Design(waivers=(Waiver("STG001", "", "reason", "me"),) * 1001),
        Design(inventory=Inventory(pieces=frozen({"204": 100}))),
        Design(event=Event("stage", boards=(BoardAt("start", "b", "d" * 201),))),
        Design(stage=Stage((PlacedTile("204a", Hex(10_001, 0)),))),
        Design(stage=Stage((PlacedTile("204a", Hex(0, -10_001)),))),
        Design(stage=Stage((PlacedTile("204a", Hex(0, 0), 0, (Token("mud"),) * 51),))),
        Design(stage=Stage(tuple(PlacedTile("204a", Hex(q, 0)) for q in range(5001)))),
    ],
)
def test_what_is_refused_could_not_be_opened_and_what_is_not_could(design: Design) -> None:
    assert too_large(design)
    with pytest.raises(FormatError):
        native.readable(native.canonical(design).encode())


@pytest.mark.parametrize(
    "design",
    [
        Design(name="n" * 200, author="a" * 200, notes="n" * 100_000),
        Design(dashboards=(Dashboard("b" * 200, notes="n" * 20_000),) * 200),
        Design(waivers=(Waiver("STG001", "", "r" * 2000, "a" * 200),) * 1000),
        Design(stage=AT_THE_EDGE),
    ],
)
def test_what_is_as_large_as_allowed_is_opened_again(design: Design, tmp_path: Path) -> None:
    assert too_large(design) is None
    native.save(design, tmp_path / "a.json")
    assert native.load(tmp_path / "a.json") == design


def test_only_what_changed_is_looked_at() -> None:
    before = Design(name="n" * 201, stage=Stage())
    assert too_large(replace(before, stage=AT_THE_EDGE), before) is None
    assert too_large(replace(before, notes="new"), before)


def test_a_design_that_grows_when_it_is_indented_is_written_without_blanks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = '{"format": "crest-design", "version": 1, "name": "small", "x": [' + ",".join(["[[[1]]]"] * 1000) + "]}"
    monkeypatch.setattr(native, "MAX_BYTES", len(text) + 10)
    design = native.parse(text)
    native.save(design, tmp_path / "a.json")
    assert (tmp_path / "a.json").stat().st_size <= native.MAX_BYTES
    assert native.load(tmp_path / "a.json") == design


def test_names_of_duplicates_stay_within_the_limit() -> None:
    longest = limit("dashboard", "name")
    design = Design(dashboards=(Dashboard("b" * longest),))
    for _ in range(12):
        name = free_name(design, design.dashboards[0].name, longest)
        assert len(name) <= longest
        assert name not in {board.name for board in design.dashboards}
        design = replace(design, dashboards=(*design.dashboards, Dashboard(name)))


def test_limits_are_those_of_the_schemas() -> None:
    assert limit("stage", "tiles", "maxItems") == schemas.schema("stage")["properties"]["tiles"]["maxItems"]
    with pytest.raises(KeyError):
        limit("design", "no-such-field")


def test_the_log_of_a_car_with_the_longest_names_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    boards = native.load(next(iter(sorted((folder("exports") / "dashboards").glob("*.json")))))
    stage = native.load(folder("exports") / "stages" / "rally-1-ss1.json")
    board = replace(boards.dashboards[0], name="b" * 200)
    native.save(replace(stage, name="n" * 200, dashboards=(board,)), tmp_path / "a.json")
    words = ["simulate", str(tmp_path / "a.json"), "--runs", "1", "--car", board.name]
    assert cli.main([*words, "--save", str(tmp_path / "log.json")]) == 0
    assert cli.main(["replay", str(tmp_path / "log.json")]) == 0
    assert board.name in capsys.readouterr().out


def test_a_log_that_could_not_be_told_is_not_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever a log may come to hold: what is in its place stays."""
    target = tmp_path / "log.json"
    target.write_text("precious", encoding="utf-8")
    monkeypatch.setattr("designer.cli.batch.json_text", lambda log: json.dumps({**log, "turns": 3}))
    stage = str(folder("exports") / "stages" / "rally-1-ss1.json")
    assert cli.main(["simulate", stage, "--runs", "1", "--save", str(target)]) == 2
    assert "could not be opened again" in capsys.readouterr().err
    assert target.read_text(encoding="utf-8") == "precious"
