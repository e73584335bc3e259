"""Designs on which checks and simulator once disagreed, and what each must give."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from designer.design.dashboard import Dashboard
from designer.design.document import Design
from designer.design.event import Event
from designer.design.hexes import Hex, neighbour
from designer.design.stage import PlacedTile, Stage, Token
from designer.design.values import frozen
from designer.formats import native
from designer.graph import course, route, stage_graph
from designer.resources import folder
from designer.simulator.rally import batches
from designer.validation import Finding, validate
from designer.validation.fixing import fix_all
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


def test_joker_that_leaves_at_415() -> None:
    """F01: the handbrake steps of the two roads of 415 make no way round the line while the handbrake is off."""
    found = agreed(case("F01"))
    assert "RCX007" not in {finding.code for finding in found}
    assert batches.run_once(case("F01"), policy="novice").finished


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
    after = fix_all(before).design
    agreed(after)
    if course.of_stage(before.stage or Stage(), before.event).problem is None:
        assert course.of_stage(after.stage or Stage(), after.event).problem is None


def test_laps_on_a_ring() -> None:
    """F05: one meaning of laps; no safe fix loses the number that the author typed."""
    agreed(case("F05"))
    after = fix_all(case("F05")).design
    assert after.event is not None
    assert after.event.laps == 5


def test_a_ring_without_standee_is_told_to_add_the_standee() -> None:
    """F06: the standee is named; places for it are not offered yet."""
    assert [finding for finding in agreed(case("F06")) if finding.counts and "standee" in finding.message]


def ring_through_grid(place: str) -> Design:
    """A closed ring of which the pre-grid tile is a part; the standee stands at an edge of the tile before it."""
    tiles = (case("F05").stage or Stage()).tiles
    ring = tuple(
        PlacedTile("401a", tile.hex)
        if tile.tile == "202a"
        else replace(tile, tokens=(Token("finish", None, place),) if tile.tile == "210a" else ())
        for tile in tiles
    )
    rules = frozen({"rallycross.joker_laps": 0})
    return Design("Through the pre-grid", stage=Stage(ring), event=Event("rallycross", laps=2), house_rules=rules)


def test_ring_through_the_pre_grid() -> None:
    """Whichever way round the standee says, the ring is at fault, and checks and simulator say the same."""
    for place in "CD":
        design = ring_through_grid(place)
        assert errors(design)
        agreed(design)


def fair_weather(slots: dict[str, str]) -> Design:
    """A straight stage of asphalt tiles with snow on their other side, all damage weather, and a board."""
    at, tiles = Hex(0, 0), []
    for name in ("202a", "304a", "305a", "306a", "307a", "314a", "325a", "203a"):
        tiles.append(PlacedTile(name, at))
        at = neighbour(at, "A")
    rules: dict[str, object] = {"weather.allowed": True, "weather.tokens": 24}
    rules |= {f"damage.rally_bag.{kind}": 0 for kind in ("gear", "green_flag", "brake", "coast", "mud")}
    rules |= {f"loss.damage.gear_{gear}.{danger}": 2 for gear in range(1, 7) for danger in ("low", "medium", "high")}
    board = Dashboard("Fair weather", frozen(slots))
    return Design("Weather", stage=Stage(tuple(tiles)), dashboards=(board,), house_rules=frozen(rules))


NO_SNOW = {"T1": "gravel", "T2": "asphalt", **{f"C{gear}": f"gear-{gear}" for gear in range(1, 5)}}
NO_DIE_ON_SNOW = {
    "T1": "gravel",
    "T2": "asphalt",
    "T3": "snow",
    "A1": "gear-1",
    "A2": "gear-2",
    "B1": "gear-1",
    "B2": "gear-2",
}
ALL_SEASONS = {**NO_SNOW, "T3": "snow"}


@pytest.mark.parametrize("slots", [NO_SNOW, NO_DIE_ON_SNOW, ALL_SEASONS], ids=["no snow", "no die on snow", "sound"])
def test_board_without_a_die_on_what_the_weather_turns_up(slots: dict[str, str]) -> None:
    """Either it comes to the finish whatever the weather, or an error says so."""
    design = fair_weather(slots)
    told = verdict(design, drivers=("novice",), runs=10, race=False).disagreements
    assert not told, "\n".join(map(str, told))
    if slots is ALL_SEASONS:
        assert errors(design) == []
