"""Help for tuning a spire: how hard each column is, and which exchange of two cards makes them most even.

The measure needs no simulation: the turns of a climber who goes straight up and has the way to himself, averaged over
the characters of the deck. It leaves out falls and rivals, so what it suggests is a forecast that a batch should
confirm.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from designer.design import spire as spire_edits
from designer.design.spire import Spire
from designer.graph.spire_graph import sideways
from designer.simulator.spire.setting import Setting


@dataclass(frozen=True)
class Suggestion:
    """An exchange of two cards (column, row) and the spread of the columns (turns) before and after it."""

    one: tuple[int, int]
    other: tuple[int, int]
    spread_before: float
    spread_after: float
    text: str

    def apply(self, spire: Spire) -> Spire:
        """The spire with the two cards exchanged."""
        return spire_edits.swap_cards(spire, self.one, self.other)

    def to_data(self) -> dict[str, Any]:
        """The suggestion as plain JSON data."""
        return {
            "one": list(self.one),
            "other": list(self.other),
            "spread_before": round(self.spread_before, 6),
            "spread_after": round(self.spread_after, 6),
            "text": self.text,
        }


Holds = tuple[tuple[str, ...], ...]


def column_turns(setting: Setting, holds: Holds | None = None) -> list[float]:
    """Turns from each Start card straight up and along the summits to a clipped anchor, on average over the deck's
    characters.

    A move counts as its stamina over that of a turn on the row it starts from, so that cards weigh more above the
    fatigue line. Columns with more of it win less: over eight dealt spires of five columns, climbed 300 times each
    from random starts, the correlation with the win share of a start was about -0.5.
    """
    holds = holds or setting.holds
    rules, top, columns = setting.readings, setting.top, setting.columns
    share = [
        1 / max(1, rules.stamina_below if row <= setting.fatigue else rules.stamina_above) for row in range(top + 1)
    ]
    names = [character.name for character in setting.deck.characters]
    mean = {
        hold: sum(rules.cost[setting.letters[name][hold]] for name in names) / len(names) for hold in setting.deck.holds
    }
    summit = [rules.summit_cost[setting.grades[holds[column][top]]] * share[top] for column in range(columns)]
    ends = [
        rules.clip_cost * share[top] if holds[column][top] in setting.anchored else float("inf")
        for column in range(columns)
    ]
    for _ in range(columns):
        ends = [
            min([ends[column], *(summit[other] + ends[other] for other in sideways(columns, column))])
            for column in range(columns)
        ]
    if float("inf") in ends:  # no anchor anywhere: the way along the summits has no end and cannot differ
        ends = [0.0] * columns
    return [
        sum(mean[holds[column][row]] * share[row - 1] for row in range(1, top))
        + summit[column] * share[top - 1] / share[top]
        + ends[column]
        for column in range(columns)
    ]


def unevenness(turns: list[float]) -> float:
    """How uneven columns are: the standard deviation of their turns. These are all columns there are, no sample.

    >>> unevenness([9.0, 11.0])
    1.0
    """
    mean = sum(turns) / len(turns)
    return math.sqrt(sum((value - mean) ** 2 for value in turns) / len(turns))


def suggest(spire: Spire, setting: Setting, most: int = 5) -> tuple[Suggestion, ...]:
    """The exchanges within a column, or of two summit cards, that make the columns most even; locked cards stay.

    Holds stay in their column, for each colour has each type once (Race for the Summit, Set-up).
    """
    top = setting.top
    before = unevenness(column_turns(setting))
    found = []
    for one, other in _exchanges(spire, top):
        after = unevenness(column_turns(setting, _exchanged(setting.holds, one, other)))
        if after < before - 1e-9:
            found.append((after, one, other))
    found.sort()
    return tuple(
        Suggestion(one, other, before, after, _words(setting, one, other, before, after))
        for after, one, other in found[:most]
    )


def _exchanges(spire: Spire, top: int) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    pairs = []
    for column, laid in enumerate(spire.columns):
        free = [row for row, card in enumerate(laid.holds[: top - 1], start=1) if not card.locked]
        pairs += [((column, low), (column, high)) for low, high in combinations(free, 2)]
    pairs += [
        ((left, top), (right, top))
        for left, right in combinations(range(len(spire.columns)), 2)
        if spire.columns[left].summit != spire.columns[right].summit
        and len(spire.columns[left].holds) == len(spire.columns[right].holds) == top - 1
    ]
    return pairs


def _exchanged(holds: Holds, one: tuple[int, int], other: tuple[int, int]) -> Holds:
    changed = [list(column) for column in holds]
    changed[one[0]][one[1]], changed[other[0]][other[1]] = holds[other[0]][other[1]], holds[one[0]][one[1]]
    return tuple(tuple(column) for column in changed)


def _words(setting: Setting, one: tuple[int, int], other: tuple[int, int], before: float, after: float) -> str:
    gain = f"spread of the columns {before:.2f} -> {after:.2f} turns"
    colour = setting.colours[one[0]]
    if one[1] == setting.top:
        return f"Exchange the summit cards of {colour} and {setting.colours[other[0]]}: {gain}"
    low, high = setting.holds[one[0]][one[1]], setting.holds[other[0]][other[1]]
    return f"Exchange {low} (row {one[1]}) and {high} (row {other[1]}) of {colour}: {gain}"
