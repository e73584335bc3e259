"""How often something happened on a stage, and where: by tile and by space."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from designer.design.hexes import Hex
from designer.play.table_space import TableSpace
from designer.simulator.common.figures import rounded
from designer.simulator.rally.log import TurnLog
from designer.words import number_of

#: Tiles, and spaces of a tile, that a text names before it says how many more there are.
TILES_NAMED, SPACES_NAMED = 6, 3
#: How far the lines of a text are set in.
INDENT = " " * 10


@dataclass(frozen=True, slots=True)
class TileShare:
    """What happened on a tile: for each run, and the share of runs in which it happened at least once."""

    hex: Hex
    tile: str
    mean: float
    share: float


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """How often something happened. Means are for each run.

    ``by_tile`` has the tiles in the order in which they are driven, ``by_space`` the spaces by tile and name.
    """

    mean: float
    by_tile: Mapping[Hex, TileShare]
    by_space: Mapping[TableSpace, float]

    def to_data(self) -> dict[str, Any]:
        """As JSON: mean, tiles, spaces by their words."""
        return {
            "mean": rounded(self.mean),
            "by_tile": [
                {
                    "q": tile.hex.q,
                    "r": tile.hex.r,
                    "tile": tile.tile,
                    "mean": rounded(tile.mean),
                    "share": rounded(tile.share),
                }
                for tile in self.by_tile.values()
            ],
            "by_space": {place.text(): rounded(mean) for place, mean in self.by_space.items()},
        }

    def lines(self, what: str = "run") -> list[str]:
        """The worst tiles for a terminal, a line each, with their worst spaces; ``what``: run or race."""
        worst = sorted(self.by_tile.values(), key=lambda tile: -tile.mean)
        found = []
        for tile in worst[:TILES_NAMED]:
            spaces = sorted(
                ((mean, place.space) for place, mean in self.by_space.items() if (place.q, place.r) == tile.hex),
                key=lambda part: (-part[0], part[1]),
            )
            named = ", ".join(f"{space} {mean:.2f}" for mean, space in spaces[:SPACES_NAMED])
            more = f" and {len(spaces) - SPACES_NAMED} more" if len(spaces) > SPACES_NAMED else ""
            found.append(
                f"{INDENT}{tile.tile} at {tile.hex.q},{tile.hex.r}: {tile.mean:.2f} a {what}, "
                f"in {100 * tile.share:.0f} % of {what}s; on {named}{more}"
            )
        if len(worst) > TILES_NAMED:
            found.append(f"{INDENT}and on {number_of(len(worst) - TILES_NAMED, 'more tile')}")
        return found


def whereabouts(runs: Sequence[Sequence[TurnLog]], places: Sequence[Sequence[TableSpace]]) -> Whereabouts:
    """What happened where. ``runs`` are the turns of each run, ``places`` where it happened in each."""
    order: dict[Hex, float] = {}
    for turns in runs:
        for number, turn in enumerate(turns):
            order.setdefault(Hex(turn.end.q, turn.end.r), number / len(turns))
    total = len(runs)
    spaces = Counter(place for found in places for place in found)
    tiles = Counter(Hex(place.q, place.r) for place in spaces.elements())
    touched = Counter(place for found in places for place in {Hex(at.q, at.r) for at in found})
    names = {Hex(place.q, place.r): place.tile for found in places for place in reversed(found)}
    return Whereabouts(
        mean=spaces.total() / total,
        by_tile={
            place: TileShare(place, names[place], tiles[place] / total, touched[place] / total)
            for place in sorted(tiles, key=lambda place: (order.get(place, 0.0), place))
        },
        by_space={place: spaces[place] / total for place in sorted(spaces)},
    )


def lost(turns: Sequence[TurnLog]) -> list[TableSpace]:
    """Where control was lost in these turns."""
    return [turn.end for turn in turns if turn.lost_control]


def drawn(turns: Sequence[TurnLog]) -> list[TableSpace]:
    """Where damage tokens were drawn in these turns, a place for each token, those of cars that were pushed too."""
    return [
        place for turn in turns for place in (*turn.drawn_at, *(push.end for push in turn.pushes for _ in push.damage))
    ]


def pushed(turns: Sequence[TurnLog]) -> list[TableSpace]:
    """Where cars stood that were pushed in these turns."""
    return [push.start for turn in turns for push in turn.pushes]


def blocked(turns: Sequence[TurnLog]) -> list[TableSpace]:
    """Where cars stood that were blocked, or moved one space by mercy, in these turns."""
    return [turn.start for turn in turns if turn.mode in ("blocked", "mercy")]


def held_up(turns: Sequence[TurnLog]) -> list[TableSpace]:
    """Where cars stood that other cars left no way, in these turns; they are among the blocked ones."""
    return [turn.start for turn in turns if turn.held_up]
