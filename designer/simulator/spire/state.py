"""The table of a game: board and log, the piles of cards nobody sees, the turn that is on, and what changes them.

Numbers R.. and A.. are those of docs/summit.md, where every rule and reading is listed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Any

from designer.simulator.spire.board import START_CARD, At, Board, Event, EventName
from designer.simulator.spire.choices import ABILITY, IllegalChoice, Move
from designer.simulator.spire.setting import Readings, Setting
from designer.summit.deck import Effect, Kind, Moment, ability_moments, card_moments


class Turn:
    """What counts in one turn only."""

    __slots__ = (
        "_rules",
        "_top",
        "clip_once",
        "clip_turn",
        "moved",
        "seat",
        "shift",
        "side_cost",
        "stamina",
        "touched",
    )

    def __init__(self, seat: int, stamina: int, rules: Readings, top: int) -> None:
        self.seat = seat
        self.stamina = stamina
        self.shift: dict[str, str] = {}
        self.side_cost = 0
        self.clip_turn: int | None = None
        self.clip_once: int | None = None
        self.touched = False
        self.moved = False
        self._rules = rules
        self._top = top

    def gain(self, n: int) -> None:
        """Stamina from a card; a loss leaves at least 1 (or what there was, if that was less)."""
        self.stamina = self.stamina + n if n >= 0 else max(min(1, self.stamina), self.stamina + n)

    def shifted(self, letter: str) -> str:
        """A class letter as it counts in this turn."""
        return self.shift.get(letter, letter)

    def price(self, letter: str, move: Move, face_up: bool, effects: Iterable[Effect]) -> int:
        """Stamina to go onto a card of a class (R17, R32; A40: changes add up, not below 1 unless a card says 0)."""
        rules, summit = self._rules, move.to[1] == self._top
        cost = rules.summit_cost[letter] if summit else rules.cost[self.shifted(letter)]
        aside = move.way == "side"
        if aside and face_up and rules.face_up_traverse and (not summit or rules.option2_covers_summit):
            cost = min(cost, 1)
        floor, change = min(1, cost), self.side_cost if aside else 0
        for effect in effects:
            if effect.op == "cost_override" or (effect.op == "move_modifier" and type(effect.values["cost"]) is int):
                cost = effect.number("cost")
                floor = min(1, cost)
            elif effect.op == "cost_step":
                change += effect.number("n")
        return max(floor, cost + change)

    def clip_price(self, bomber: bool, at: At) -> int:
        """Stamina to clip a card: nothing on a bomber hold, an anchor always as printed (R18, A34)."""
        if at[1] == self._top:
            return self._rules.clip_cost
        changed = self.clip_turn if self.clip_once is None else self.clip_once
        cost = self._rules.clip_cost if changed is None else changed
        return min(cost, self._rules.clip_cost_bomber) if bomber else cost


class Table:
    """All that is on the table in one game. ``log`` holds every event; replaying it gives the same ``board``."""

    def __init__(self, setting: Setting, seed: int | str) -> None:
        self.setting = setting
        self.seed = seed
        self.board = Board()
        self.log: list[Event] = []
        self.turn: Turn | None = None
        self.chance = tuple(Random(f"summit/{seed}/{seat}") for seat in range(setting.players))
        self._rng = Random(f"summit/{seed}")
        self._draw = [card.id for card in setting.deck.actions for _ in range(card.count)]
        self._rng.shuffle(self._draw)
        self._spent: list[str] = []
        self._pile: list[str] = []
        self._lost: list[str] = []

    def emit(self, do: EventName, **facts: Any) -> None:
        """Change the board by an event and keep it in the log."""
        event: Event = {"do": do, **facts}
        self.board.apply(event)
        self.log.append(event)
        if do == "use" and facts["source"] != ABILITY:
            self._spent.append(facts["source"])
        elif do == "discard":
            self._spent.append(facts["card"])

    # What is there

    def kind_of(self, card: str) -> Kind:
        """The kind of an action card."""
        return self.setting.deck.action_by_id[card].kind

    def effects_of(self, number: int, source: str) -> tuple[Effect, ...]:
        """The effects of a card, or of a seat's ability."""
        deck = self.setting.deck
        if source == ABILITY:
            return deck.character_by_name[self.board.seats[number].character].ability.effects
        return deck.action_by_id[source].effects

    def sources(self, number: int, moment: Moment) -> list[str]:
        """The cards and the ability that a seat can use at a moment (R20, R30)."""
        seat, deck = self.board.seats[number], self.setting.deck
        found = [card for card in dict.fromkeys(seat.hand) if moment in card_moments(deck.action_by_id[card])]
        if not seat.ability_used and moment in ability_moments(deck.character_by_name[seat.character].ability):
            found.append(ABILITY)
        return found

    def holds_facedown(self) -> list[At]:
        """The hold cards that may be turned up for all."""
        board = self.board
        return [(column, row) for column in range(board.columns) for row in board.facedown(column)]

    def swappable(self) -> dict[int, list[int]]:
        """The face-down rows of each column that has at least two."""
        board = self.board
        rows = {column: board.facedown(column) for column in range(board.columns)}
        return {column: down for column, down in rows.items() if len(down) > 1}

    # What changes it

    def lay(self, choose: Callable[[int, tuple[str, ...]], str]) -> None:
        """Lay the cards out and let each seat without a character choose one, in seat order (R10, A42).

        ``choose``: the answer of a seat to the characters that are left. Those that nobody takes are the pile.
        """
        setting = self.setting
        cast = [name or "" for name in setting.characters]
        spare = [character.name for character in setting.deck.characters if character.name not in cast]
        self.board.apply(self._laid(cast))  # all lies open to who chooses, but for who they will be
        for number, name in enumerate(cast):
            if not name:
                cast[number] = choose(number, tuple(spare))
                if cast[number] not in spare:
                    raise IllegalChoice(f"chooses {cast[number]!r}, a character that is not left")
                spare.remove(cast[number])
                self.board.seats[number].character = cast[number]
        self._rng.shuffle(spare)
        self._pile = spare
        self.board = Board()
        self.emit(**self._laid(cast))

    def _laid(self, cast: Sequence[str]) -> Event:
        """The event that lays the cards out, with the characters by seat."""
        setting = self.setting
        weather = {} if setting.environment is None else {"environment": setting.environment}
        return {
            "do": "start",
            "colours": list(setting.colours),
            "holds": [list(column) for column in setting.holds],
            "up": [list(column) for column in setting.face_up],
            "fatigue": setting.fatigue,
            **weather,
            "characters": list(cast),
            "cards": {card.id: card.name for card in setting.deck.actions},
        }

    def reveal(self, at: At) -> None:
        """Turn a card up if it lies face down (R16, R24)."""
        if not self.board.up[at[0]][at[1]]:
            self.emit("reveal", at=list(at), hold=self.board.holds[at[0]][at[1]])

    def move_line(self, number: int, by: int) -> None:
        """Move the fatigue line, always between two rows of holds (A13)."""
        row = self.board.fatigue + by
        if 1 <= row < self.board.top - 1:
            self.emit("fatigue", seat=number, row=row)

    def replace_climber(self, number: int) -> None:
        """Another character for a seat, with a fresh ability; action cards go as the house rule says (R26, A22)."""
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

    def open_pool(self) -> None:
        """Turn up the action cards of the round, the Start Player card among them (R28)."""
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

    def close_pool(self) -> None:
        """Put away the action cards that nobody took."""
        if self.board.pool:
            self._spent += [card for card in self.board.pool if card != START_CARD]
            self.emit("pool", cards=[])
