"""What a seat may see: a view of the table without hidden cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import NamedTuple

from designer.graph.spire_graph import sideways
from designer.simulator.spire.board import At, Landing, Seat, landing
from designer.simulator.spire.choices import Move
from designer.simulator.spire.state import Table
from designer.summit.deck import Effect

#: (class letter, whether bolted, chance) of all that a card can be.
Odds = tuple[tuple[str, bool, float], ...]


class Outcome(NamedTuple):
    """One way a move may turn out: how likely, what it costs, and what the card then is to the climber."""

    chance: float
    cost: int
    bolted: bool
    bomber: bool


class Prospect(NamedTuple):
    """What a spire holds for a character: stamina for one move onto each of its holds, and how many bolts can be
    clipped for nothing, as a number below 0; the least is the best."""

    cost: float
    free_clips: float


class View:
    """The table as one seat sees it. It gives out nothing about face-down cards but what the seat has looked at.

    Chances of a face-down hold count the types of its colour that are not seen yet, each equally likely; of a face-down
    summit card, whose anchor is seen on the back (R7), the grades of the deck that are not seen yet.
    """

    def __init__(self, table: Table, seat: int) -> None:
        self._table = table
        self.seat = seat
        #: How many columns go round, and the row of the summit cards.
        self.columns, self.top = table.setting.columns, table.setting.top
        self._stamp: tuple[int, str] = (-1, "")
        self._left: dict[int, tuple[str, ...]] = {}
        self._odds: dict[At, Odds] = {}
        self._hidden: dict[int, Odds] = {}
        self._beside = tuple(sideways(self.columns, column) for column in range(self.columns))

    @property
    def me(self) -> Seat:
        """One's own seat."""
        return self._table.board.seats[self.seat]

    @property
    def seats(self) -> list[Seat]:
        """All seats: characters, places, quickdraws and hands are open."""
        return self._table.board.seats

    @property
    def here(self) -> At:
        """The card one is on."""
        at = self.me.at
        assert at is not None, "asked between the ground and a new Start"
        return at

    @property
    def rng(self) -> Random:
        """Chance for a player who wants it: the same game seed gives the same numbers."""
        return self._table.chance[self.seat]

    @property
    def fatigue(self) -> int:
        """The row just below the fatigue line."""
        return self._table.board.fatigue

    @property
    def round(self) -> int:
        """The number of the round, from 1."""
        return self._table.board.round

    @property
    def stamina(self) -> int:
        """Stamina left in the turn (0 outside one's turn)."""
        turn = self._table.turn
        return turn.stamina if turn is not None and turn.seat == self.seat else 0

    def base_stamina(self, row: int) -> int:
        """Stamina of a turn that starts on a row (R13)."""
        rules = self._table.setting.readings
        return rules.stamina_below if row <= self._table.board.fatigue else rules.stamina_above

    def version(self) -> tuple[int, str]:
        """Changes whenever what the seat knows about cards, the line, or its own climber changes."""
        return self._table.board.version, self.me.character

    def _fresh(self) -> None:
        stamp = self.version()
        if stamp != self._stamp:
            self._stamp = stamp
            self._left.clear()
            self._odds.clear()
            self._hidden.clear()

    def free(self, at: At) -> bool:
        """Whether nobody is on a card."""
        return at not in self._table.board.stacks

    def quickdraw_at(self, at: At) -> int | None:
        """Whose quickdraw is on a card."""
        return self._table.board.quickdraw_at(at)

    def knows(self, at: At) -> bool:
        """Whether a card is face up or the seat has looked at it."""
        return self._table.board.knows(self.seat, at)

    def is_up(self, at: At) -> bool:
        """Whether a card lies face up."""
        return self._table.board.up[at[0]][at[1]]

    def card(self, at: At) -> str | None:
        """The card on a place, None when it is hidden."""
        return self._table.board.holds[at[0]][at[1]] if self.knows(at) else None

    def anchored(self, column: int) -> bool:
        """Whether the summit card of a column has an anchor; seen on both sides."""
        return self._table.board.holds[column][self.top] in self._table.setting.anchored

    def hidden(self) -> list[At]:
        """The places whose cards the seat does not know, summit cards included."""
        return self._table.board.unknown(self.seat)

    def left(self, column: int) -> tuple[str, ...]:
        """The hold types that the hidden cards of a column can be."""
        self._fresh()
        found = self._left.get(column)
        if found is None:
            board, deck = self._table.board, self._table.setting.deck
            holds = board.holds[column]
            known = {holds[row] for row in range(1, self.top) if self.knows((column, row))}
            found = tuple(hold for hold in deck.holds if hold not in known) or deck.holds
            self._left[column] = found
        return found

    def prospect(self, character: str) -> Prospect:
        """What the holds of the whole spire would be to a character, as far as the seat knows them."""
        setting, board = self._table.setting, self._table.board
        letters, price = setting.letters[character], setting.readings.cost
        cost = free = 0.0
        for column, holds in enumerate(board.holds):
            hidden = self.left(column)
            for row in range(1, self.top):
                types = (holds[row],) if self.knows((column, row)) else hidden
                cost += sum(price[letters[hold]] for hold in types) / len(types)
                free += sum(letters[hold] == "B" and hold in setting.bolted[column] for hold in types) / len(types)
        return Prospect(round(cost, 6), -round(free, 6))

    def odds(self, at: At) -> Odds:
        """(class letter for oneself, whether bolted, chance) of a card; a single entry when it is known."""
        self._fresh()
        found = self._odds.get(at)
        if found is None:
            found = self._summit_odds(at) if at[1] == self.top else self._hold_odds(at)
            self._odds[at] = found
        return found

    def _hold_odds(self, at: At) -> Odds:
        setting, column = self._table.setting, at[0]
        letters, bolted = setting.letters[self.me.character], setting.bolted[column]
        known = self.card(at)
        if known is not None:
            return ((letters[known], known in bolted, 1.0),)
        found = self._hidden.get(column)  # all hidden cards of a column have the same chances
        if found is None:
            types = self.left(column)
            counts = Counter((letters[hold], hold in bolted) for hold in types)
            found = tuple((letter, bolt, count / len(types)) for (letter, bolt), count in sorted(counts.items()))
            self._hidden[column] = found
        return found

    def _summit_odds(self, at: At) -> Odds:
        setting = self._table.setting
        known, anchored = self.card(at), self.anchored(at[0])
        if known is not None:
            return ((setting.grades[known], anchored, 1.0),)
        counts = {"P": 0, "S": 0}
        for card in setting.deck.summits:
            if card.anchored is anchored:
                counts[setting.grades[card.id]] += card.count
        for column in range(self.columns):
            seen = self.card((column, self.top))
            if seen is not None and (seen in setting.anchored) is anchored:
                counts[setting.grades[seen]] -= 1
        total = sum(count for count in counts.values() if count > 0)
        if total <= 0:
            return (("P", anchored, 0.5), ("S", anchored, 0.5))
        return tuple((letter, anchored, count / total) for letter, count in counts.items() if count > 0)

    def prices(self, row: int) -> Mapping[str, int]:
        """Stamina for a card of each class on a row, before cards and effects."""
        rules = self._table.setting.readings
        return rules.summit_cost if row == self.top else rules.cost

    def mean_cost(self, at: At) -> float:
        """Expected stamina of an ordinary move onto a card."""
        price = self.prices(at[1])
        return sum(chance * price[letter] for letter, _, chance in self.odds(at))

    def outcomes(self, move: Move) -> list[Outcome]:
        """How a move may turn out, cards that shape it and effects of the turn included."""
        turn = self._table.turn
        assert turn is not None
        effects = self.effects(move.using)
        found = []
        for letter, bolted, chance in self.odds(move.to):
            cost = turn.price(letter, move, self.is_up(move.to), effects)
            found.append(Outcome(chance, cost, bolted, turn.shifted(letter) == "B" and move.to[1] < self.top))
        return found

    def effects(self, using: tuple[str, ...]) -> tuple[Effect, ...]:
        """The effects of some of one's cards or of one's ability."""
        return tuple(effect for source in using for effect in self._table.effects_of(self.seat, source))

    def card_effects(self, card: str) -> tuple[Effect, ...]:
        """The effects of an action card by its id."""
        return self._table.setting.deck.action_by_id[card].effects

    def card_kind(self, card: str) -> str:
        """The kind of an action card by its id."""
        return self._table.setting.deck.action_by_id[card].kind

    def clip_cost(self, bomber: bool, at: At) -> int:
        """Stamina to clip a card (R18, R31)."""
        turn = self._table.turn
        assert turn is not None
        return turn.clip_price(bomber, at)

    def landing(self, attempted: At, here: At | None = None, quickdraw: At | None = None) -> Landing:
        """Where one would end up after failing on a card; from another card or quickdraw if given."""
        setting, me = self._table.setting, self.me
        return landing(
            setting.readings, self.columns, here or self.here, attempted, quickdraw or me.quickdraw, me.start, self.top
        )

    def beside(self, column: int) -> tuple[int, ...]:
        """The neighbouring columns."""
        return self._beside[column]
