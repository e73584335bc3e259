"""The referee barks: each rule that he has learnt is broken in the simulator, in one race or rally, and he sees it.

The same race or rally, with the simulator as it is, has no breach.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest

from designer.catalog import ROAD_LANES
from designer.graph.space_graph import SpaceInfo
from designer.model import compiled
from designer.play.plans import Placement, State
from designer.play.track import Track
from designer.simulator.rally import event, pushing, race, traffic
from tests.simulator import refereed_races as refereed
from tests.simulator.played import Played

Patch = pytest.MonkeyPatch


def forget() -> None:
    """Forget all that was worked out of designs, so that a broken rule is not asked in vain."""
    for value in vars(compiled).values():
        if hasattr(value, "cache_clear"):
            value.cache_clear()


def lanes_beside(patch: Patch) -> None:
    """All lanes of a row lie beside each other, also those that are two lanes apart."""
    right = traffic.beside

    def beside(one: SpaceInfo, other: SpaceInfo) -> bool:
        row = traffic.row(one)
        same = row is not None and (one.id.hex, row) == (other.id.hex, traffic.row(other)) and one.id != other.id
        return same or right(one, other)

    patch.setattr(traffic, "beside", beside)


def lane_lost(track: Track, start: int, end: int) -> bool:
    """Whether a step leads onto or off a space of a corner: there a broken simulator knows no lanes."""
    lanes = {track.course.spots[spot].space.lane for spot in (start, end)}
    return bool(lanes & {"inside", "outside"}) and bool(lanes & ROAD_LANES)


def corners_without_lanes(patch: Patch) -> None:
    """Every step onto and off the spaces of a corner is one straight ahead, for who pushes and for who is pushed."""
    behind, ahead = pushing.directly_behind, pushing.ahead

    def directly_behind(track: Track, state: State, option: Placement) -> bool:
        there = option.over is None and lane_lost(track, state.spot, option.to)
        return behind(track, state, option) or (there and any(w.to == option.to for w in track.ways[state.spot]))

    def spots_ahead(track: Track, spot: int) -> tuple[int, ...]:
        more = [way.to for way in track.ways[spot] if way.over is None and lane_lost(track, spot, way.to)]
        return tuple(dict.fromkeys((*ahead(track, spot), *more)))

    patch.setattr(pushing, "directly_behind", directly_behind)
    patch.setattr(pushing, "ahead", spots_ahead)


def joker_behind(patch: Patch) -> None:
    """Who has still to drive on the joker way is as far behind as it has steps to go."""
    patch.setattr(race, "distance", lambda track, spot: track.course.spots[spot].left)


def one_flag(patch: Patch) -> None:
    """Of all yellow flags that lie only one counts."""
    patch.setattr(race, "flagged", lambda track, flags: traffic.flagged(track, frozenset(sorted(flags)[:1])))


def thin_slides(patch: Patch) -> None:
    """A sliding car is no wider than a lane, and in nobody's way."""
    right = traffic.footprint
    patch.setattr(traffic, "footprint", lambda space, **_: right(space, sideways=False))


def slides_in_one(patch: Patch) -> None:
    """A sliding car takes up both halves of its row at once."""
    right = traffic.footprint

    def footprint(space: SpaceInfo, **more: Any) -> frozenset[traffic.Atom]:
        atoms = right(space, **more)
        return atoms | {(place, name.rpartition("/")[0] + half) for place, name in atoms for half in ("/1", "/2")}

    patch.setattr(traffic, "footprint", footprint)


def free_repairs(patch: Patch) -> None:
    """Cars are repaired after every stage."""
    right = event.between_stages
    patch.setattr(
        event,
        "between_stages",
        lambda entrant, rules, assisted, driven: right(entrant, rules, assisted=True, driven=driven),
    )


def no_repairs(patch: Patch) -> None:
    """Cars are repaired nowhere, whatever service park there is."""
    right = event.between_stages
    patch.setattr(
        event,
        "between_stages",
        lambda entrant, rules, assisted, driven: right(entrant, rules, assisted=False, driven=driven),
    )


@dataclass(frozen=True)
class Break:
    """A rule that is broken: how, the race or rally that shows it, and what the referee says (all of it)."""

    how: Callable[[Patch], None]
    event: Callable[[int], Played]
    seed: int
    words: tuple[str, ...]


BREAKS = {
    "lanes two apart": Break(lanes_beside, refereed.race, 2, ("it places no die and could",)),
    "lanes of corner spaces": Break(
        corners_without_lanes, refereed.race, 1, ("not straight ahead", "not from directly behind")
    ),
    "order of joker cars": Break(joker_behind, refereed.race, 1, ("who is further ahead",)),
    "flags by slot": Break(one_flag, refereed.race, 6, ("a yellow flag lies there",)),
    "sliding halves": Break(thin_slides, refereed.race, 1, ("the space is taken",)),
    "two sliding halves": Break(slides_in_one, refereed.race, 1, ("it places no die and could",)),
    "repairs without a service park": Break(free_repairs, refereed.rally, 1, ("comes with",)),
    "no repairs at a service park": Break(no_repairs, refereed.rally, 2, ("comes with",)),
}


@cache
def unbroken(event: Callable[[int], Played], seed: int) -> tuple[str, ...]:
    """What the referee says of a race or rally as it is."""
    forget()
    return tuple(event(seed).breaches)


@pytest.mark.parametrize("what", BREAKS)
def test_the_referee_barks_at_a_broken_rule(what: str, monkeypatch: Patch) -> None:
    broken = BREAKS[what]
    assert unbroken(broken.event, broken.seed) == ()
    with monkeypatch.context() as patch:
        broken.how(patch)
        forget()
        breaches = broken.event(broken.seed).breaches
    forget()
    for words in broken.words:
        assert any(words in breach for breach in breaches), (words, breaches[:3])
