"""A spire of Race for the Summit: columns of hold cards with a summit card on top, and the edits on it.

Columns count from 0 and go round: the last one is the left neighbour of the first. Rows count from 0, the Start
cards; the hold cards lie on rows 1 to ``rows``, the summit cards on the row above. Every edit is a pure function
``Spire -> Spire``. Dealing from a deck stands in ``summit.dealing``, which knows the cards.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace

from designer.design.values import NO_EXTRA, EditError, FrozenMap


@dataclass(frozen=True, slots=True)
class HoldCard:
    """A hold card in a column: its type ("Jug"), whether it lies face up, whether edits leave it in its place."""

    hold: str
    face_up: bool = False
    locked: bool = False
    extra: FrozenMap = NO_EXTRA


@dataclass(frozen=True, slots=True)
class Column:
    """A column of one colour, from the hold above Start upwards; ``summit`` names the kind of summit card on top."""

    colour: str
    holds: tuple[HoldCard, ...] = ()
    summit: str | None = None
    summit_up: bool = False
    extra: FrozenMap = NO_EXTRA


@dataclass(frozen=True, slots=True)
class Climber:
    """Who climbs from where: a character's name and the colour of a Start card; None leaves it to the game."""

    character: str | None = None
    start: str | None = None
    extra: FrozenMap = NO_EXTRA


@dataclass(frozen=True, slots=True)
class Spire:
    """A cylinder of columns; ``fatigue_above`` is the row below the fatigue line (rows count from 1).

    ``climbers`` stand in the order of the seats, the starting player first, then clockwise. ``deck`` is a deck of
    the document's own, as data of the summit-deck schema; without it the catalog's deck counts. Nine rows and the
    cheap traverse are house rules of the design ("summit.nine_rows", "summit.face_up_traverse").
    """

    columns: tuple[Column, ...] = ()
    fatigue_above: int | None = None
    players: int | None = None
    extra: FrozenMap = NO_EXTRA
    environment: str | None = None
    climbers: tuple[Climber, ...] = ()
    deck: FrozenMap | None = None

    @property
    def rows(self) -> int:
        """Rows of hold cards: the height of the highest column."""
        return max((len(column.holds) for column in self.columns), default=0)

    @property
    def seats(self) -> int:
        """How many climb it: as it is laid out, or as many as are named, or as its columns are dealt for.

        >>> Spire(tuple(Column(colour) for colour in ("red", "blue", "green", "pink"))).seats
        3
        """
        return self.players or len(self.climbers) or min(6, max(2, len(self.columns) - 1))


def column_at(spire: Spire, column: int) -> Column:
    """A column by its number from 0. Raises EditError."""
    if not 0 <= column < len(spire.columns):
        raise EditError(f"The spire has no column number {column + 1}.")
    return spire.columns[column]


def card_at(spire: Spire, column: int, row: int) -> HoldCard:
    """The hold card of a column on a row, rows counted from 1. Raises EditError.

    >>> card_at(Spire((Column("red", (HoldCard("Jug"),)),)), 0, 1).hold
    'Jug'
    """
    holds = column_at(spire, column).holds
    if not 1 <= row <= len(holds):
        raise EditError(f"Column {column + 1} has no hold card on row {row}.")
    return holds[row - 1]


def with_column(spire: Spire, column: int, changed: Column) -> Spire:
    """The spire with one column replaced."""
    column_at(spire, column)
    return replace(spire, columns=(*spire.columns[:column], changed, *spire.columns[column + 1 :]))


def add_column(spire: Spire, added: Column, at: int | None = None) -> Spire:
    """The spire with a column added, at the right end or before the column ``at``."""
    place = len(spire.columns) if at is None else at
    if not 0 <= place <= len(spire.columns):
        raise EditError(f"The spire has no place for a column number {place + 1}.")
    return replace(spire, columns=(*spire.columns[:place], added, *spire.columns[place:]))


def remove_column(spire: Spire, column: int) -> Spire:
    """The spire without a column; climbers who stood on its Start card have to choose anew."""
    gone = column_at(spire, column)
    left = spire.columns[:column] + spire.columns[column + 1 :]
    climbers = spire.climbers
    if gone.colour not in {other.colour for other in left}:
        climbers = tuple(
            replace(climber, start=None) if climber.start == gone.colour else climber for climber in climbers
        )
    return replace(spire, columns=left, climbers=climbers)


def move_column(spire: Spire, column: int, to: int) -> Spire:
    """The spire with a column taken out and put in at another number."""
    moved = column_at(spire, column)
    column_at(spire, to)
    left = spire.columns[:column] + spire.columns[column + 1 :]
    return replace(spire, columns=(*left[:to], moved, *left[to:]))


def with_card(spire: Spire, column: int, row: int, card: HoldCard) -> Spire:
    """The spire with another card on a row; the row just above the highest card adds one. Raises EditError."""
    changed = column_at(spire, column)
    if row == len(changed.holds) + 1:
        return with_column(spire, column, replace(changed, holds=(*changed.holds, card)))
    card_at(spire, column, row)
    holds = (*changed.holds[: row - 1], card, *changed.holds[row:])
    return with_column(spire, column, replace(changed, holds=holds))


def put_hold(spire: Spire, column: int, row: int, hold: str, face_up: bool = False) -> Spire:
    """The spire with a hold card laid on a row. Raises EditError where the card there is locked."""
    if row <= len(column_at(spire, column).holds):
        _unlocked(spire, column, row)
    return with_card(spire, column, row, HoldCard(hold, face_up))


def take_hold(spire: Spire, column: int, row: int) -> Spire:
    """The spire without a hold card; the cards above it move down. Raises EditError where it is locked."""
    _unlocked(spire, column, row)
    changed = spire.columns[column]
    return with_column(spire, column, replace(changed, holds=changed.holds[: row - 1] + changed.holds[row:]))


def turn_card(spire: Spire, column: int, row: int, face_up: bool | None = None) -> Spire:
    """The spire with a card turned over; the row above the holds is the summit card. Raises EditError."""
    changed = column_at(spire, column)
    if row == len(changed.holds) + 1 and changed.summit is not None:
        up = not changed.summit_up if face_up is None else face_up
        return with_column(spire, column, replace(changed, summit_up=up))
    card = card_at(spire, column, row)
    return with_card(spire, column, row, replace(card, face_up=not card.face_up if face_up is None else face_up))


def lock_card(spire: Spire, column: int, row: int, locked: bool | None = None) -> Spire:
    """The spire with a card locked or unlocked. Raises EditError where there is none."""
    card = card_at(spire, column, row)
    return with_card(spire, column, row, replace(card, locked=not card.locked if locked is None else locked))


def swap_cards(spire: Spire, one: tuple[int, int], other: tuple[int, int]) -> Spire:
    """The spire with two cards exchanged, each given as (column, row). Two summit cards may change places too.

    >>> spire = Spire((Column("red", (HoldCard("Jug"), HoldCard("Flake"))),))
    >>> [card.hold for card in swap_cards(spire, (0, 1), (0, 2)).columns[0].holds]
    ['Flake', 'Jug']
    """
    (left, low), (right, high) = one, other
    columns = column_at(spire, left), column_at(spire, right)
    tops = low == len(columns[0].holds) + 1, high == len(columns[1].holds) + 1
    if all(tops):
        changed = with_column(
            spire, left, replace(columns[0], summit=columns[1].summit, summit_up=columns[1].summit_up)
        )
        return with_column(
            changed, right, replace(changed.columns[right], summit=columns[0].summit, summit_up=columns[0].summit_up)
        )
    if any(tops):
        raise EditError("A summit card can only change places with another summit card.")
    first, second = _unlocked(spire, left, low), _unlocked(spire, right, high)
    return with_card(with_card(spire, left, low, second), right, high, first)


def shuffle_column(spire: Spire, column: int, seed: int | str) -> Spire:
    """The spire with the hold cards of a column shuffled; locked cards stay. The same seed gives the same order."""
    changed = column_at(spire, column)
    free = [number for number, card in enumerate(changed.holds) if not card.locked]
    order = list(free)
    random.Random(f"column/{seed}").shuffle(order)
    holds = list(changed.holds)
    for place, source in zip(free, order, strict=True):
        holds[place] = changed.holds[source]
    return with_column(spire, column, replace(changed, holds=tuple(holds)))


def shuffle(spire: Spire, seed: int | str) -> Spire:
    """The spire with every column shuffled; locked cards stay."""
    for number in range(len(spire.columns)):
        spire = shuffle_column(spire, number, f"{seed}/{number}")
    return spire


def set_summit(spire: Spire, column: int, summit: str | None, face_up: bool = False) -> Spire:
    """The spire with another summit card (its kind) on a column, or with none."""
    return with_column(spire, column, replace(column_at(spire, column), summit=summit, summit_up=face_up))


def set_fatigue(spire: Spire, row: int | None, environment: str | None = None) -> Spire:
    """The spire with the fatigue line just above a row; it must lie between two rows of holds. Raises EditError.

    Race for the Summit, "Climber Turn Details": Fatigue.
    """
    if row is not None and not 1 <= row < max(spire.rows, 2):
        raise EditError(f"The fatigue line cannot lie above row {row}: it lies between two rows of hold cards.")
    return replace(spire, fatigue_above=row, environment=environment)


def set_players(spire: Spire, players: int | None) -> Spire:
    """The spire laid out for another number of players; climbers beyond it leave."""
    climbers = spire.climbers if players is None else spire.climbers[:players]
    return replace(spire, players=players, climbers=climbers)


def set_climbers(spire: Spire, climbers: Sequence[Climber]) -> Spire:
    """The spire with other climbers, by seat. Raises EditError where two share a character or a Start card."""
    for what, values in (
        ("character", [climber.character for climber in climbers if climber.character]),
        ("Start card", [climber.start for climber in climbers if climber.start]),
    ):
        twice = next((value for value in values if values.count(value) > 1), None)
        if twice is not None:
            raise EditError(f"Two climbers cannot have the same {what} ({twice}).")
    return replace(spire, climbers=tuple(climbers))


def set_deck(spire: Spire, deck: FrozenMap | None) -> Spire:
    """The spire with a deck of its own (data of the summit-deck schema), or with the catalog's."""
    return replace(spire, deck=deck)


def _unlocked(spire: Spire, column: int, row: int) -> HoldCard:
    card = card_at(spire, column, row)
    if card.locked:
        raise EditError(f"The {card.hold} card on row {row} of column {column + 1} is locked. Unlock it first.")
    return card
