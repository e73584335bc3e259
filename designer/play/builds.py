"""Standard cars as Unlimited boards: the board that a SET-UP category stands for.

Source: Climb, "SET-UP Mode": a category recreates a standard car. Which slots the printed examples use is lost; the
dice that the standard car loses off its favourite track type lie where the board loses them too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from designer import catalog
from designer.design.dashboard import COLUMN, SLOTS, TOP_ROW, Dashboard, lay, new, put
from designer.design.values import EditError
from designer.play.cars import Column, car_from_board
from designer.play.dice import DICE, GEARS, LEADER
from designer.rules import load


def standard_build(category: Mapping[str, Any], name: str = "") -> Dashboard:
    """A category's own standard car as a board of that category.

    Raises EditError when the category names no standard car or has no room for its dice.

    >>> board = standard_build(catalog.setup_categories()["r4"])
    >>> board.slots["T1"], board.slots["A1"], board.slots["C1"]
    ('gravel', 'gear-4', 'gear-1')
    """
    record = catalog.standard_boards().get(category.get("standard_board") or "")
    if record is None:
        raise EditError(f"The category {category['name']} has no standard car.")
    # Tokens name their gears: on a board of tokens five gear dice are gears 1 to 5.
    car = car_from_board(category["standard_board"], load(house_rules={"plan.printed_gear_dice": "first"}))
    own = record.tyre if record.tyre in category["track_types"] else category["track_types"][0]
    types = [own, *(kind for kind in category["track_types"] if kind != own)][: len(TOP_ROW)]
    board = lay(new(types, name=name or f"{category['name']} standard"), category["id"], category["layout"])
    free = [slot for slot in SLOTS if slot not in board.slots]
    # The right-hand columns first, so that what stays empty counts for every limit.
    free.sort(key=lambda slot: (COLUMN[slot], slot in TOP_ROW))
    columns = [column for kind in types if (column := car.on(kind)) is not None]
    lost_first = _tokens(columns)
    if len(lost_first) > len(free):
        raise EditError(f"The category {category['name']} leaves too few slots for its standard car.")
    right = [slot for slot in free if COLUMN[slot] < 3]
    rest = sorted(lost_first[len(right) :], key=DICE.index)
    for slot, token in zip(
        [*right, *(slot for slot in free if slot not in right)], [*lost_first[: len(right)], *rest], strict=False
    ):
        board = put(board, slot, token)
    return board


def _tokens(columns: list[Column]) -> list[str]:
    """The tokens for the dice of the favourite column, the dearest last: what the second column lacks, then coasts,
    brakes and boosts, then gears from high to low."""
    favourite = Counter(_named(columns[0]))
    second = Counter(_named(columns[1])) if len(columns) > 1 else favourite
    top = max((gear for gear in GEARS if favourite[f"gear-{gear}"]), default=0)
    gears = [f"gear-{gear}" for gear in reversed(GEARS)]
    lost = sorted((favourite - second).elements(), key=[f"gear-{top}", "brake", "coast", "boost", *gears].index)
    kept = sorted((favourite & second).elements(), key=["coast", "brake", "boost", *gears].index)
    return lost + kept


def _named(column: Column) -> list[str]:
    """The dice of a column as tokens; leader dice come from coast tokens."""
    return ["coast" if index == LEADER else die for index, die in enumerate(DICE) for _ in range(column.dice[index])]
