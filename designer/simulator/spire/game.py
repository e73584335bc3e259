"""A game of Race for the Summit: set-up, rounds, climbing phase and action phase.

Numbers R.. and A.. are those of docs/summit.md, where every rule and reading is listed.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from designer.simulator.spire import commentary
from designer.simulator.spire.board import START_CARD, Board, Event
from designer.simulator.spire.choices import IllegalChoice
from designer.simulator.spire.effects import act_on_table, begin_on
from designer.simulator.spire.players import Player, Seated
from designer.simulator.spire.setting import Setting
from designer.simulator.spire.state import Table
from designer.simulator.spire.turn import climb
from designer.simulator.spire.view import View


class Game:
    """One game: a table and the players around it.

    The same setting, players and seed give the same game on every machine.
    """

    def __init__(self, setting: Setting, players: Sequence[Player], seed: int | str) -> None:
        self.table = Table(setting, seed)
        self.seats = tuple(Seated(player, View(self.table, number)) for number, player in enumerate(players))
        self._next_first = 0

    @property
    def setting(self) -> Setting:
        """The spire, the deck and the rules of the game."""
        return self.table.setting

    @property
    def players(self) -> tuple[Player, ...]:
        """Who decides, by seat."""
        return tuple(seated.player for seated in self.seats)

    @property
    def board(self) -> Board:
        """What lies on the table."""
        return self.table.board

    @property
    def log(self) -> list[Event]:
        """All that has happened; replaying it gives the same ``board``."""
        return self.table.log

    def commentary(self) -> list[str]:
        """The game in words, a line for each event worth telling."""
        return commentary.lines(self.log)

    def to_data(self) -> dict[str, Any]:
        """The game as plain JSON data (schema climb-log): ``board.replay`` of its events gives the end again."""
        return {
            "format": "crest-climb-log",
            "version": 1,
            "seed": str(self.table.seed),
            "players": [player.name for player in self.players],
            "winner": self.board.winner,
            "rounds": self.board.round,
            "events": list(self.log),
        }

    @property
    def winner(self) -> int | None:
        """The seat that has won, None when the game is stuck or still going on."""
        return self.board.winner

    def play(self) -> Game:
        """Play to the end: a winner, or the round cap, after which the game counts as stuck (A32)."""
        self.set_up()
        while not self.board.over:
            self.play_round()
        return self

    def set_up(self) -> None:
        """Characters, then Start cards in seat order, the starting player first (R10, R11, A42)."""
        setting, emit = self.setting, self.table.emit
        self.table.lay(lambda number, left: self._character(self.seats[number], left))
        for number, wanted in enumerate(setting.starts):
            if wanted is not None:
                emit("place", seat=number, column=wanted)
                continue
            kept = {start for start in setting.starts[number:] if start is not None}
            begin_on(
                self.table,
                self.seats[number],
                [column for column in range(setting.columns) if column not in kept and self.board.free((column, 0))],
            )

    @staticmethod
    def _character(who: Seated, left: tuple[str, ...]) -> str:
        return left[0] if len(left) == 1 else who.player.choose_character(who.view, left)

    def play_round(self) -> None:
        """Climbing phase, then action phase (R12); a win ends the game at once (A43)."""
        first, count = self._next_first, self.setting.players
        order = self.order(first)
        self.table.emit("round", number=self.board.round + 1, first=first, order=order)
        for number in order:
            climb(self.table, self.seats[number])
            if self.board.over:
                return
        literal = self.setting.readings.literal_action_order
        last = order[-1] if literal else (first - 1) % count
        if count == 2 or not self.setting.start_card:
            self._next_first = 1 - first if count == 2 else first  # two players take turns (R29)
        self.action_phase([(last - step) % count for step in range(count)])
        if self.board.round >= self.setting.readings.round_cap:
            self.table.emit("stuck", rounds=self.board.round)

    def order(self, first: int) -> list[int]:
        """Clockwise from the start player; who hangs below another waits until right after him (R27, A24, A27)."""
        count = self.setting.players
        order = [(first + step) % count for step in range(count)]
        for stack in self.board.stacks.values():
            for above, below in pairwise(stack):
                if order.index(below) < order.index(above):
                    order.remove(below)
                    order.insert(order.index(above) + 1, below)
        return order

    def action_phase(self, order: list[int]) -> None:
        """Each takes one card of the pool, the last to climb first (R28, R29, A36)."""
        table = self.table
        table.open_pool()
        for number in order:
            who = self.seats[number]
            left = tuple(table.board.pool)
            if not left:
                break
            card = left[0] if len(left) == 1 else who.player.pick(who.view, left)
            if card not in left:
                raise IllegalChoice(f"takes {card!r}, which does not lie in the pool")
            table.emit("take", seat=number, card=card)
            if card == START_CARD:
                self._next_first = number
            elif table.kind_of(card) == "immediate":
                table.emit("use", seat=number, source=card, moment="pick")
                for effect in table.effects_of(number, card):
                    act_on_table(table, who, effect)
        table.close_pool()
