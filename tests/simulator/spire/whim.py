"""A climber who does anything that is allowed: what he meets, nobody who plays well would."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from designer.simulator.spire.board import At
from designer.simulator.spire.choices import Option
from designer.simulator.spire.players import Player
from designer.simulator.spire.view import View


class Whim(Player):
    """Does anything that is allowed, and watches its stamina."""

    name = "whim"

    def act(self, view: View, options: Sequence[Option]) -> Option:
        assert view.stamina >= 0
        return view.rng.choice(list(options))

    def pick(self, view: View, pool: Sequence[str]) -> str:
        return view.rng.choice(list(pool))

    def react(self, view: View, moment: str, sources: Sequence[str], at: At, cost: int) -> str | None:
        assert view.stamina >= 0
        return view.rng.choice([None, *sources])

    def commit(self, view: View, at: At, cost: int) -> bool:
        return view.rng.random() < 0.5

    def choose_character(self, view: View, left: Sequence[str]) -> str:
        return view.rng.choice(list(left))

    def choose_start(self, view: View, columns: Sequence[int]) -> int:
        return view.rng.choice(list(columns))

    def swap(self, view: View, rows: Any) -> tuple[int, int, int]:
        column = view.rng.choice(sorted(rows))
        low, high = view.rng.sample(list(rows[column]), 2)
        return column, low, high
