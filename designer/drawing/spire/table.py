"""What lies on the table, as both views draw it: from a spire of the design, or from the board of a game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from designer.design.spire import Column, Spire
from designer.design.values import NO_EXTRA
from designer.rules import Rules
from designer.simulator.spire.board import Board
from designer.summit import deck as decks
from designer.summit.deck import Deck, DeckError, SummitCard

At = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Face:
    """A card: its name, what kind it is ("start", "hold", "summit"), how it lies.

    ``classes``: the class letter for each climber; on a summit card the same for all. ``known`` is False for a card
    that the deck does not have.
    """

    name: str
    kind: str
    up: bool = False
    bolted: bool = False
    anchored: bool = False
    locked: bool = False
    known: bool = True
    classes: Mapping[str, str] = NO_EXTRA


@dataclass(frozen=True, slots=True)
class Figure:
    """A climber on a card; ``under`` says how many others he hangs below."""

    seat: int
    character: str
    at: At
    under: int = 0


@dataclass(frozen=True)
class Table:
    """All that is drawn. ``columns[c][r]`` is the card on row r (0: Start, the top row: summit), None for a gap."""

    colours: tuple[str, ...] = ()
    columns: tuple[tuple[Face | None, ...], ...] = ()
    rows: int = 0
    fatigue: int | None = None
    environment: str = ""
    figures: tuple[Figure, ...] = ()
    quickdraws: Mapping[At, int] = field(default_factory=dict)
    names: tuple[str, ...] = ()
    stamina: tuple[int, int] = (3, 2)

    @property
    def top(self) -> int:
        """The row of the summit cards."""
        return self.rows + 1

    def face(self, at: At) -> Face | None:
        """The card on a place, None where there is none."""
        column, row = at
        if not (0 <= column < len(self.columns) and 0 <= row <= self.top):
            return None
        return self.columns[column][row]

    def words(self, at: At, climber: str = "") -> str:
        """A card in words, as a hover says it."""
        card, (column, row) = self.face(at), at
        if card is None:
            return f"{self.colours[column]}, row {row}: no card" if column < len(self.colours) else ""
        where = "Start" if row == 0 else "summit" if row == self.top else f"row {row}"
        parts = [f"{self.colours[column]} {where}: {card.name or 'no summit card'}"]
        if not card.known:
            parts.append("not in the deck")
        if card.kind == "hold":
            parts.append("bolted" if card.bolted else "not bolted")
        elif card.kind == "summit" and card.name:
            parts.append("anchored" if card.anchored else "no anchor")
        if climber in card.classes:
            parts.append(f"{decks.CLASS_WORDS[card.classes[climber]]} for {climber}")
        if card.kind != "start":
            parts.append("face up" if card.up else "face down")
        if card.locked:
            parts.append("locked")
        standing = [figure.character for figure in self.figures if figure.at == at]
        if standing:
            parts.append(f"here: {', '.join(standing)}")
        if at in self.quickdraws:
            parts.append(f"quickdraw of {self.names[self.quickdraws[at]]}")
        return ", ".join(parts)


def of_spire(spire: Spire, deck: Deck, rules: Rules) -> Table:
    """The table of a design. Cards that the deck does not have are shown as unknown."""
    columns = tuple(_column(column, spire.rows, deck, rules) for column in spire.columns)
    colours = [column.colour for column in spire.columns]
    figures = tuple(
        Figure(seat, climber.character or f"Seat {seat + 1}", (colours.index(climber.start), 0))
        for seat, climber in enumerate(spire.climbers)
        if climber.start in colours
    )
    return Table(
        tuple(colours),
        columns,
        spire.rows,
        spire.fatigue_above,
        spire.environment or "",
        figures,
        names=tuple(climber.character or f"Seat {seat + 1}" for seat, climber in enumerate(spire.climbers)),
        stamina=_stamina(rules),
    )


def of_board(board: Board, deck: Deck, rules: Rules, environment: str = "") -> Table:
    """The table in the middle of a game."""
    columns = []
    for number, colour in enumerate(board.colours):
        holds, up = board.holds[number], board.up[number]
        faces: list[Face | None] = [_start(deck, rules)]
        faces += [_hold(deck, colour, hold, turned) for hold, turned in zip(holds[1:-1], up[1:-1], strict=True)]
        faces.append(_summit(deck, holds[-1], up[-1]))
        columns.append(tuple(faces))
    figures = tuple(
        Figure(seat, board.seats[seat].character, at, under)
        for at, stack in board.stacks.items()
        for under, seat in enumerate(stack)
    )
    draws = {seat.quickdraw: number for number, seat in enumerate(board.seats) if seat.quickdraw is not None}
    return Table(
        tuple(board.colours),
        tuple(columns),
        board.top - 1,
        board.fatigue,
        environment,
        figures,
        draws,
        tuple(seat.character for seat in board.seats),
        _stamina(rules),
    )


def deck_of(spire: Spire | None) -> Deck:
    """The deck of a spire; the catalog's where its own cannot be used (the problems list says why)."""
    try:
        return decks.standard() if spire is None else decks.of(spire)
    except DeckError:
        return decks.standard()


def _stamina(rules: Rules) -> tuple[int, int]:
    return rules.number("summit.stamina_below"), rules.number("summit.stamina_above")


def _column(column: Column, rows: int, deck: Deck, rules: Rules) -> tuple[Face | None, ...]:
    faces: list[Face | None] = [_start(deck, rules)]
    faces += [_hold(deck, column.colour, card.hold, card.face_up, card.locked) for card in column.holds]
    faces += [None] * (rows - len(column.holds))
    faces.append(None if column.summit is None else _summit(deck, column.summit, column.summit_up))
    return tuple(faces)


def _start(deck: Deck, rules: Rules) -> Face:
    letter = rules.word("summit.start_preference")
    return Face(
        "Start",
        "start",
        up=True,
        bolted=rules.switch("summit.start_bolted"),
        classes={character.name: letter for character in deck.characters},
    )


def _hold(deck: Deck, colour: str, hold: str, up: bool, locked: bool = False) -> Face:
    classes = {climber: row[hold] for climber, row in deck.classes.items() if hold in row}
    return Face(
        hold, "hold", up, deck.is_bolted(colour, hold), locked=locked, known=hold in deck.holds, classes=classes
    )


def _summit(deck: Deck, name: str, up: bool) -> Face:
    card: SummitCard | None = deck.summit_by_id.get(name)
    if card is None:
        return Face(name, "summit", up, known=False)
    letter = "P" if card.grade == "positive" else "S"
    return Face(
        name,
        "summit",
        up,
        card.anchored,
        card.anchored,
        classes={character.name: letter for character in deck.characters},
    )
