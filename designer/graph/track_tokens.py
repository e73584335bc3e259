"""Tokens that lie on the road as track elements: jumps, water, chicanes. Where each lies, and whether it acts there.

The boxes that hold them (Monte-Carlo, Copilot Pack) are known by public lists alone, which name four kinds in three
track types; how they are laid is our reading. One lies across the road, over a row of ordinary spaces, as printed jumps
and water do; it does what the printed element does. Source: rekee, list of tokens (public); where it may lie: assumed.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, NamedTuple

from designer import catalog
from designer.catalog import ROAD_LANES, Side, Space
from designer.design.stage import PlacedTile, Token

#: The kinds, as the catalog names them.
KINDS = ("jump", "water", "chicane", "chicane-limit")
#: Why a token does not act: its tile has no row for it; there is no such space; it may not lie there; it is printed
#: for another track type; a later token lies over it.
Trouble = Literal["no-row", "no-space", "unfit", "track-type", "covered"]
MIDDLE = (260.0, 225.0)


class Laying(NamedTuple):
    """How these tokens may lie: the values of the rules profile of the same names (``track_token.``).

    ``across_road``: over all lanes, else on the space named alone. ``anywhere``: on every space that no skewed edge
    cuts, else on rows of ordinary spaces. ``any_surface``: also on a tile of another track type.
    """

    across_road: bool = True
    anywhere: bool = False
    any_surface: bool = False


@dataclass(frozen=True, slots=True)
class Laid:
    """A token of a tile and the row of spaces that it lies on (empty where it has none).

    ``trouble``: why it does not act, or None. ``given``: whether the design names its place; else it lies on the
    free row nearest to the middle of the tile (assumed).
    """

    token: Token
    row: tuple[str, ...]
    trouble: Trouble | None
    given: bool

    @property
    def acts(self) -> bool:
        """Whether it changes its spaces."""
        return self.trouble is None


def is_ordinary(space: Space) -> bool:
    """Whether a space is one of a lane, with nothing printed on it: no corner, limit, jump, water or dashed line."""
    printed = (space.limit, space.limit_hazard, space.jump, space.corner)
    marked = space.water or space.hazard or space.dashed or space.half
    return space.lane in ROAD_LANES and not marked and all(value is None for value in printed)


def row_of(side: Side, name: str) -> tuple[str, ...]:
    """The spaces beside each other across the road at a space, itself among them: those of the other lanes.

    >>> row_of(catalog.sides()["205a"], "bl")
    ('bl', 'br')
    """
    space = side.spaces[name]
    if space.dashed:
        return next((row for row in side.slides if name in row), (name,))
    if space.lane not in ROAD_LANES or space.corner is not None:
        return (name,)
    beside = [name]
    lanes = {space.lane}
    for other in side.spaces.values():
        joined = any(name in way.spaces and other.name in way.spaces for way in side.driven.values())
        plain = other.lane in ROAD_LANES and other.corner is None and not other.dashed
        if plain and joined and other.name[0] == name[0] and other.lane not in lanes:
            beside.append(other.name)
            lanes.add(other.lane)
    return tuple(each for each in side.spaces if each in beside)


@lru_cache(maxsize=1024)
def rows(tile: str, laying: Laying = Laying()) -> tuple[tuple[str, ...], ...]:  # noqa: B008 - it is a frozen value
    """The rows of a tile side on which such a token can lie, those nearest to the middle of the tile first.

    >>> rows("205a")
    (('bl', 'br'), ('al', 'ar'), ('cl', 'cr'))
    >>> rows("211a"), rows("201a")
    ((), ())
    """
    side = catalog.side(tile)
    if side is None or not side.roads:
        return ()
    driven = {name for way in side.driven.values() for name in way.spaces}
    found = {}
    for name, space in side.spaces.items():
        if name not in driven or space.half:
            continue
        row = row_of(side, name)
        if laying.anywhere or all(is_ordinary(side.spaces[each]) for each in row):
            found[row if laying.across_road else (name,)] = math.dist(middle(side, row), MIDDLE)
    return tuple(sorted(found, key=lambda row: (round(found[row]), row)))


def middle(side: Side, row: tuple[str, ...]) -> tuple[float, float]:
    """The middle of some spaces in the 520 x 450 drawing of their side."""
    points = [side.spaces[name].at for name in row]
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


@lru_cache(maxsize=2048)
def laid(placed: PlacedTile, laying: Laying = Laying()) -> tuple[Laid, ...]:  # noqa: B008 - it is a frozen value
    """The jumps, water and chicanes of a tile, in the order in which they lie there, with what becomes of each.

    Of two on one row the later covers the earlier. Those without a place go to rows that are left. Never raises.

    >>> from designer.design.hexes import Hex
    >>> tile = PlacedTile("205a", Hex(0, 0), 0, (Token("jump"), Token("water", place="br", track="snow")))
    >>> [(each.token.kind, each.row, each.trouble) for each in laid(tile)]
    [('jump', ('al', 'ar'), None), ('water', ('bl', 'br'), 'track-type')]
    """
    tokens = [token for token in placed.tokens if token.kind in KINDS]
    if not tokens:
        return ()
    side, free = catalog.side(placed.tile), rows(placed.tile, laying)
    found: dict[int, Laid] = {}
    for number, token in enumerate(tokens):
        if token.place:
            found[number] = _placed(token, side, free, laying)
    taken = {name for each in found.values() for name in each.row}
    for number, token in enumerate(tokens):
        if token.place:
            continue
        row = next((row for row in free if taken.isdisjoint(row)), free[0] if free else ())
        taken.update(row)
        found[number] = Laid(token, row, _surface(token, side, laying) if row else "no-row", False)
    order = [found[number] for number in range(len(tokens))]
    for number, each in enumerate(order):
        over = any(later.acts and not set(later.row).isdisjoint(each.row) for later in order[number + 1 :])
        if each.acts and over:
            order[number] = Laid(each.token, each.row, "covered", each.given)
    return tuple(order)


def _placed(token: Token, side: Side | None, free: tuple[tuple[str, ...], ...], laying: Laying) -> Laid:
    place = token.place or ""
    if side is None or place not in side.spaces:
        return Laid(token, (), "no-row" if not free else "no-space", True)
    row = next((row for row in free if place in row), None)
    if row is None:
        return Laid(token, (place,), "unfit" if free else "no-row", True)
    return Laid(token, row, _surface(token, side, laying), True)


def _surface(token: Token, side: Side | None, laying: Laying) -> Trouble | None:
    same = token.track is None or (side is not None and token.track == side.terrain)
    return None if same or laying.any_surface else "track-type"


def acting(placed: PlacedTile, laying: Laying = Laying()) -> Mapping[str, Token]:  # noqa: B008 - it is a frozen value
    """The token that acts on each space of a tile, by the name of the space; of none there is nothing."""
    return {name: each.token for each in laid(placed, laying) if each.acts for name in each.row}


def heading(side: Side, row: tuple[str, ...]) -> float:
    """Which way the road runs at a row as printed: degrees clockwise from the top of the tile, 0 to 359.

    Along the first of its roads as the catalog writes it, from the spaces before the row to those after it.
    """
    for way in side.driven.values():
        if row and row[0] in way.spaces:
            before = [step.start for step in way.steps if step.end in row and step.start not in row]
            after = [step.end for step in way.steps if step.start in row and step.end not in row]
            here = middle(side, row)
            x0, y0 = middle(side, tuple(before)) if before else here
            x1, y1 = middle(side, tuple(after)) if after else here
            if (x0, y0) != (x1, y1):
                return math.degrees(math.atan2(x1 - x0, y0 - y1)) % 360
    return 0.0


def turn_of(placed: PlacedTile, each: Laid) -> float:
    """How a token lies: degrees clockwise from the top of the printed tile."""
    if each.token.turn is not None:
        return float(each.token.turn)
    side = catalog.side(placed.tile)
    return heading(side, each.row) if side is not None and each.row else 0.0
