"""A game of Race for the Summit: set-up, rounds, action phase, and what effects do to the table.

Numbers R.. and A.. are those of docs/summit.md, where every rule and reading is listed.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from random import Random
from typing import Any

from designer.simulator.spire import commentary
from designer.simulator.spire.board import START_CARD, At, Board, Event
from designer.simulator.spire.players import Player
from designer.simulator.spire.setting import Setting
from designer.simulator.spire.turn import IllegalChoice, Turn, climb
from designer.simulator.spire.view import ABILITY, View
from designer.summit.deck import Effect, ability_moments, card_moments


class Game:
    """One game. ``log`` holds every event; replaying it gives the same ``board``.

    The same setting, players and seed give the same game on every machine.
    """

    def __init__(self, setting: Setting, players: Sequence[Player], seed: int | str) -> None:
        self.setting = setting
        self.players = tuple(players)
        self.board = Board()
        self.log: list[Event] = []
        self.turn: Turn | None = None
        self.views = tuple(View(self, seat) for seat in range(setting.players))
        self.seed = seed
        self._rng = Random(f"summit/{seed}")
        self.chance = tuple(Random(f"summit/{seed}/{seat}") for seat in range(setting.players))
        self._draw = [card.id for card in setting.deck.actions for _ in range(card.count)]
        self._rng.shuffle(self._draw)
        self._spent: list[str] = []
        self._pile: list[str] = []
        self._lost: list[str] = []
        self._next_first = 0

    # Telling

    def emit(self, do: str, **facts: Any) -> None:
        """Change the board by an event and keep it in the log."""
        event: Event = {"do": do, **facts}
        self.board.apply(event)
        self.log.append(event)
        if do == "use" and facts["source"] != ABILITY:
            self._spent.append(facts["source"])
        elif do == "discard":
            self._spent.append(facts["card"])

    def commentary(self) -> list[str]:
        """The game in words, a line for each event worth telling."""
        return commentary.lines(self.log)

    def to_data(self) -> dict[str, Any]:
        """The game as plain JSON data (schema climb-log): ``board.replay`` of its events gives the end again."""
        return {
            "format": "crest-climb-log",
            "version": 1,
            "seed": str(self.seed),
            "players": [player.name for player in self.players],
            "winner": self.board.winner,
            "rounds": self.board.round,
            "events": list(self.log),
        }

    @property
    def winner(self) -> int | None:
        """The seat that has won, None when the game is stuck or still going on."""
        return self.board.winner

    # What players have

    def kind_of(self, card: str) -> str:
        """The kind of an action card."""
        return self.setting.deck.action_by_id[card].kind

    def effects_of(self, number: int, source: str) -> tuple[Effect, ...]:
        """The effects of a card, or of a seat's ability."""
        deck = self.setting.deck
        if source == ABILITY:
            return deck.character_by_name[self.board.seats[number].character].ability.effects
        return deck.action_by_id[source].effects

    def sources(self, number: int, moment: str) -> list[str]:
        """The cards and the ability that a seat can use at a moment (R20, R30)."""
        seat, deck = self.board.seats[number], self.setting.deck
        found = [card for card in dict.fromkeys(seat.hand) if moment in card_moments(deck.action_by_id[card])]
        if not seat.ability_used and moment in ability_moments(deck.character_by_name[seat.character].ability):
            found.append(ABILITY)
        return found

    def hidden(self, number: int, op: str) -> list[At]:
        """The cards that a seat may look at ("peek"), or that may be turned up for all ("reveal": holds only)."""
        places = self.views[number].hidden()
        if op == "peek":
            return places
        board = self.board
        return [
            (column, row) for column in range(board.columns) for row in range(1, board.top) if not board.up[column][row]
        ]

    def swappable(self) -> dict[int, list[int]]:
        """The face-down rows of each column that has at least two."""
        board = self.board
        rows = {
            column: [row for row in range(1, board.top) if not board.up[column][row]] for column in range(board.columns)
        }
        return {column: down for column, down in rows.items() if len(down) > 1}

    # Changing the table

    def reveal(self, at: At) -> None:
        """Turn a card up if it lies face down (R16, R24)."""
        if not self.board.up[at[0]][at[1]]:
            self.emit("reveal", at=list(at), hold=self.board.holds[at[0]][at[1]])

    def act_on_table(self, number: int, effect: Effect) -> None:
        """An operation that needs no turn: looking, turning up, the fatigue line, exchanging, the ability."""
        player, view, board = self.players[number], self.views[number], self.board
        if effect.op == "recover_ability":
            if board.seats[number].ability_used:
                self.emit("recover", seat=number)
        elif effect.op == "fatigue":
            row = board.fatigue + effect.number("d")
            if 1 <= row < board.top - 1:  # always between two rows of holds (A13)
                self.emit("fatigue", seat=number, row=row)
        elif effect.op == "swap_facedown_same_column":
            if rows := self.swappable():
                chosen = player.swap(view, rows)
                if chosen is not None:
                    column, low, high = chosen
                    if low == high or not {low, high} <= set(rows.get(column, ())):
                        raise IllegalChoice(f"exchanges {chosen}, which are not two face-down holds of a column")
                    self.emit("swap", seat=number, column=column, rows=sorted((low, high)))
        elif effect.op in ("peek", "reveal"):
            places = self.hidden(number, effect.op)
            most = min(effect.number("n"), len(places))
            wanted = (player.look if effect.op == "peek" else player.turn_up)(view, places, most)
            if len(set(wanted)) > most or not set(wanted) <= set(places):
                raise IllegalChoice(f"looks at {wanted}; at most {most} cards that are still hidden can be chosen")
            if effect.op == "peek" and wanted:
                self.emit("peek", seat=number, at=[list(at) for at in wanted])
            elif effect.op == "reveal":
                for at in wanted:
                    self.reveal(at)

    def deck_out(self, number: int) -> None:
        """The climber has hit the ground: another character, with a fresh ability, from a free Start (R26, A22)."""
        seat = self.board.seats[number]
        lost = seat.character
        if self.setting.readings.reshuffles_characters and not self._pile:
            self._pile, self._lost = self._lost, []
            self._rng.shuffle(self._pile)
        drawn = self._pile.pop() if self._pile else lost
        if drawn != lost:
            self._lost.append(lost)
        self.emit("deck", seat=number, lost=lost, character=drawn)
        if not self.setting.readings.decked_keeps_action_cards:
            for card in list(seat.hand):
                self.emit("discard", seat=number, card=card)
        self._choose_start(number, [column for column in range(self.board.columns) if self.board.free((column, 0))])

    def _choose_start(self, number: int, columns: list[int]) -> None:
        column = self.players[number].choose_start(self.views[number], columns)
        if column not in columns:
            raise IllegalChoice(f"starts on column {column + 1}, which is not free")
        self.emit("place", seat=number, column=column)

    # Playing

    def play(self) -> Game:
        """Play to the end: a winner, or the round cap, after which the game counts as stuck (A32)."""
        self.set_up()
        while not self.board.over:
            self.play_round()
        return self

    def set_up(self) -> None:
        """Characters, then Start cards in seat order, the starting player first (R10, R11, A42)."""
        setting = self.setting
        names = [character.name for character in setting.deck.characters]
        spare = [name for name in names if name not in setting.characters]
        self._rng.shuffle(spare)
        cast = [name if name is not None else spare.pop() for name in setting.characters]
        self._pile = spare
        self.emit(
            "start",
            colours=list(setting.colours),
            holds=[list(column) for column in setting.holds],
            up=[list(column) for column in setting.face_up],
            fatigue=setting.fatigue,
            characters=cast,
            cards={card.id: card.name for card in setting.deck.actions},
        )
        for number, wanted in enumerate(setting.starts):
            if wanted is not None:
                self.emit("place", seat=number, column=wanted)
                continue
            kept = {start for start in setting.starts[number:] if start is not None}
            self._choose_start(
                number,
                [column for column in range(setting.columns) if column not in kept and self.board.free((column, 0))],
            )

    def play_round(self) -> None:
        """Climbing phase, then action phase (R12); a win ends the game at once (A43)."""
        first, count = self._next_first, self.setting.players
        order = self.order(first)
        self.emit("round", number=self.board.round + 1, first=first, order=order)
        for number in order:
            climb(self, number)
            if self.board.over:
                return
        literal = self.setting.readings.literal_action_order
        last = order[-1] if literal else (first - 1) % count
        if count == 2 or not self.setting.start_card:
            self._next_first = 1 - first if count == 2 else first  # two players take turns (R29)
        self.action_phase([(last - step) % count for step in range(count)])
        if self.board.round >= self.setting.readings.round_cap:
            self.emit("stuck", rounds=self.board.round)

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
        pool: list[str] = []
        for _ in range(self.setting.action_cards):
            if not self._draw:
                self._draw, self._spent = self._spent, []
                self._rng.shuffle(self._draw)
            if self._draw:
                pool.append(self._draw.pop())
        if self.setting.start_card:
            pool.append(START_CARD)
        self.emit("pool", cards=list(pool))
        for number in order:
            left = tuple(self.board.pool)
            if not left:
                break
            card = left[0] if len(left) == 1 else self.players[number].pick(self.views[number], left)
            if card not in left:
                raise IllegalChoice(f"takes {card!r}, which does not lie in the pool")
            self.emit("take", seat=number, card=card)
            if card == START_CARD:
                self._next_first = number
            elif self.kind_of(card) == "immediate":
                self.emit("use", seat=number, source=card, moment="pick")
                for effect in self.effects_of(number, card):
                    self.act_on_table(number, effect)
        if self.board.pool:
            self._spent += [card for card in self.board.pool if card != START_CARD]
            self.emit("pool", cards=[])
