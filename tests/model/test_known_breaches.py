"""Designs on which checks and simulator once disagreed, and what each must give."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from designer.design.dashboard import Dashboard
from designer.design.document import Design
from designer.design.event import Event
from designer.design.hexes import Hex
from designer.design.stage import PlacedTile, Stage, Token
from designer.design.values import frozen
from designer.formats import native
from designer.graph import course, route, stage_graph
from designer.resources import folder
from designer.simulator.rally import batches
from designer.validation import Finding, validate
from designer.validation.fixing import fix
from tests.model.anydesign import verdict

CASES = Path(__file__).parent.parent / "cases"
QUICK = ("novice", "cautious")


def case(name: str) -> Design:
    """A case by the number that its file name begins with."""
    (path,) = CASES.glob(f"{name}-*.json")
    return native.load(path)


def agreed(design: Design) -> tuple[Finding, ...]:
    """The findings of a design on which checks and simulator must agree."""
    told = verdict(design, drivers=QUICK).disagreements
    assert not told, "\n".join(map(str, told))
    return validate(design)


def errors(design: Design) -> list[str]:
    return [str(finding) for finding in validate(design) if finding.counts]


def rx2(laps: int, joker_laps: int, disqualifies: bool = True) -> Design:
    design = native.load(folder("exports") / "stages" / "rx2-ss1.json")
    rules = {"rallycross.joker_laps": joker_laps, "rallycross.missed_joker_disqualifies": disqualifies}
    return replace(design, event=Event("rallycross", laps=laps), house_rules=frozen(rules))


def test_more_joker_laps_than_laps_is_an_error() -> None:
    found = agreed(rx2(2, 3))
    assert any(finding.counts and "joker laps" in finding.message for finding in found)


@pytest.mark.parametrize(("laps", "joker_laps"), [(1, 1), (2, 1), (3, 2), (4, 3), (3, 3), (2, 0)])
def test_joker_laps_that_fit_are_driven(laps: int, joker_laps: int) -> None:
    agreed(rx2(laps, joker_laps))
    assert errors(rx2(laps, joker_laps)) == []


def test_joker_laps_that_may_be_missed_are_driven() -> None:
    agreed(rx2(2, 3, disqualifies=False))


@pytest.mark.parametrize("place", ["B", "F"])
def test_joker_that_leaves_at_415(place: str) -> None:
    """F01: the handbrake steps of the two roads of 415 make no way round the line while the handbrake is off."""
    found = agreed(case("F01"))
    assert "RCX007" not in {finding.code for finding in found}
    assert batches.run_once(case("F01"), policy="novice").finished
    assert place in "BF"


def test_handbrake_steps_make_no_circle_while_the_handbrake_is_off() -> None:
    """F01 driven both ways round."""
    design = case("F01")
    assert design.stage is not None
    graph = stage_graph.build(design.stage)
    (at,) = (section for section in route.build(graph).loop if section.hex == route.build(graph).finish)
    turned_round = tuple(
        replace(
            tile,
            tokens=tuple(replace(token, place=at.entry) if token.kind == "finish" else token for token in tile.tokens),
        )
        for tile in design.stage.tiles
    )
    for stage in (design.stage, Stage(turned_round)):
        assert course.of_stage(stage, design.event).problem != course.PAST_THE_LINE


def test_stage_over_415_with_an_open_branch() -> None:
    """F02: drivable; the open branch is a warning at most."""
    agreed(case("F02"))
    assert errors(case("F02")) == []
    assert batches.run_once(case("F02"), policy="novice").finished


@pytest.mark.parametrize("name", ["F03a", "F03b"])
def test_two_forks(name: str) -> None:
    """F03: nothing speaks of laps on a stage without laps."""
    found = agreed(case(name))
    assert not [finding for finding in found if " lap " in f" {finding.message} "]


def test_a_safe_fix_leaves_two_forks_drivable() -> None:
    """F03a: what could be driven can be driven after the fixes."""
    before = case("F03a")
    after = fix(before).design
    agreed(after)
    if course.of_stage(before.stage or Stage(), before.event).problem is None:
        assert course.of_stage(after.stage or Stage(), after.event).problem is None


def test_laps_on_a_ring() -> None:
    """F05: one meaning of laps; no safe fix loses the number that the author typed."""
    agreed(case("F05"))
    after = fix(case("F05")).design
    assert after.event is not None
    assert after.event.laps == 5


def test_a_ring_without_standee_is_told_to_add_the_standee() -> None:
    """F06: not a finish tile; legal places are offered."""
    told = [finding for finding in agreed(case("F06")) if finding.counts and "standee" in finding.message]
    assert told
    fixed = [one.apply(case("F06")) for finding in told for one in finding.fixes]
    assert any(course.of_stage(one.stage or Stage(), one.event).problem is None for one in fixed)


def ring_through_grid() -> Design:
    """A closed ring of which the pre-grid tile is a part."""
    around = [("A", Hex(0, 0)), ("", Hex(0, 0))]
    del around
    raise NotImplementedError


def weather_board(slots: dict[str, str], flips: list[str] | None = None) -> Design:
    """A gravel stage with a stretch of asphalt tiles whose other side is snow, weather in the bag, and a board."""
    raise NotImplementedError


__all__ = ["PlacedTile", "Token", "Dashboard"]
