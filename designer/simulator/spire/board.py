"""The state of a game, changed by events alone, and the arithmetic of a fall.

An event is a JSON object: ``do`` names it, ``seat`` says who, places are ``[column, row]``. Whoever applies the events
of a log in order to a fresh board comes to the same state: the log is the game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from designer.graph.spire_graph import distance
from designer.simulator.spire.setting import Readings

#: What can happen: the ``do`` of an event.
EventName = Literal[
    "start",
    "place",
    "round",
    "turn",
    "rest",
    "use",
    "discard",
    "reveal",
    "move",
    "clip",
    "fall",
    "deck",
    "peek",
    "swap",
    "fatigue",
    "recover",
    "pool",
    "take",
    "win",
    "stuck",
    "end",
    "back",
    "saved",
]
Event = dict[str, Any]
At = tuple[int, int]
#: The name of the Start Player card in pools and events.
START_CARD = "start-player"


def name_of(event: Event) -> EventName:
    """What an event of a log is.

    >>> name_of({"do": "rest", "seat": 0, "bonus": 1})
    'rest'
    """
    name: EventName = event["do"]
    return name


class Landing(NamedTuple):
    """Where a fall ends: ``distance`` to the quickdraw (None without one), ``at`` the card, None for the ground."""

    distance: int | None
    at: At | None


def landing(
    rules: Readings,
    columns: int,
    here: At,
    attempted: At,
    quickdraw: At | None,
    start: int,
    top: int,
    distance_set: int | None = None,
) -> Landing:
    """Where a climber who stood on ``here`` and failed on ``attempted`` ends up.

    The distance counts from the attempted card to the quickdraw, that card included; one less is how far below the
    quickdraw the climber hangs; who is straight below it stays (Race for the Summit, Falling, steps 1 to 3; R21 to
    R25). Round the spire the shorter way counts (A1), a fall never lifts (A5), and without a quickdraw one decks
    (A7); these are house rules. ``distance_set`` replaces the distance (a card may say so).
    """
    if quickdraw is None:
        if rules.fall_without_quickdraw == "deck":
            return Landing(None, None)
        quickdraw = (start, 0)
    length = distance_set
    if length is None:
        length = distance(columns, attempted, quickdraw, wrap=rules.wrap_distance)
    if here[0] == quickdraw[0] and here[1] < quickdraw[1]:
        return Landing(length, here)
    below = length - 1
    if rules.fall_clamp_min_zero:
        below = max(0, below)
    row = min(quickdraw[1] - below, top)
    if rules.fall_never_raises:
        row = min(row, here[1])
    return Landing(length, (quickdraw[0], row) if row >= 0 else None)


@dataclass(slots=True)
class Seat:
    """A player and his climber. ``clipped``: this climber has met the first-bolt duty. ``rest``: bonus in hand."""

    character: str
    at: At | None = None
    quickdraw: At | None = None
    clipped: bool = False
    ability_used: bool = False
    hand: list[str] = field(default_factory=list)
    rest: int = 0
    start: int = 0


@dataclass(slots=True)
class Board:
    """All that lies on the table. ``stacks``: who is on a card, the one who holds it first, hangers below in order.

    ``seen[seat]``: face-down places the seat has looked at. ``names``: action cards by id. ``version`` changes
    whenever what is known about cards or the fatigue line does.
    """

    colours: list[str] = field(default_factory=list)
    holds: list[list[str]] = field(default_factory=list)
    up: list[list[bool]] = field(default_factory=list)
    fatigue: int = 0
    seats: list[Seat] = field(default_factory=list)
    stacks: dict[At, list[int]] = field(default_factory=dict)
    seen: list[set[At]] = field(default_factory=list)
    pool: list[str] = field(default_factory=list)
    names: dict[str, str] = field(default_factory=dict)
    first: int = 0
    round: int = 0
    winner: int | None = None
    stuck: bool = False
    version: int = 0

    @property
    def columns(self) -> int:
        """How many columns go round."""
        return len(self.colours)

    @property
    def top(self) -> int:
        """The row of the summit cards."""
        return len(self.holds[0]) - 1

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.winner is not None or self.stuck

    def free(self, at: At) -> bool:
        """Whether nobody is on a card."""
        return at not in self.stacks

    def holds_card(self, seat: int) -> bool:
        """Whether a climber holds his card; False while he hangs below another (R27)."""
        at = self.seats[seat].at
        return at is not None and self.stacks[at][0] == seat

    def quickdraw_at(self, at: At) -> int | None:
        """Whose quickdraw is on a card."""
        return next((number for number, seat in enumerate(self.seats) if seat.quickdraw == at), None)

    def knows(self, seat: int, at: At) -> bool:
        """Whether a card is face up or a seat has looked at it."""
        return self.up[at[0]][at[1]] or at in self.seen[seat]

    def unknown(self, seat: int) -> list[At]:
        """The places whose cards a seat does not know, summit cards included."""
        return [
            (column, row)
            for column in range(self.columns)
            for row in range(1, self.top + 1)
            if not self.knows(seat, (column, row))
        ]

    def facedown(self, column: int) -> list[int]:
        """The rows of a column whose hold cards lie face down; the summit card is not among them."""
        return [row for row in range(1, self.top) if not self.up[column][row]]

    def apply(self, event: Event) -> None:
        """Change the board by one event."""
        _APPLY[name_of(event)](self, event)

    def snapshot(self) -> dict[str, Any]:
        """The whole state as plain JSON data."""
        return {
            "round": self.round,
            "first": self.first,
            "fatigue": self.fatigue,
            "winner": self.winner,
            "stuck": self.stuck,
            "pool": list(self.pool),
            "columns": [
                {"colour": colour, "holds": list(holds), "up": list(up)}
                for colour, holds, up in zip(self.colours, self.holds, self.up, strict=True)
            ],
            "seats": [
                {
                    "character": seat.character,
                    "at": _listed(seat.at),
                    "quickdraw": _listed(seat.quickdraw),
                    "clipped": seat.clipped,
                    "ability_used": seat.ability_used,
                    "hand": list(seat.hand),
                    "rest": seat.rest,
                    "seen": sorted(list(at) for at in self.seen[number]),
                }
                for number, seat in enumerate(self.seats)
            ],
            "stacks": [[list(at), list(stack)] for at, stack in sorted(self.stacks.items())],
        }

    def _leave(self, number: int) -> None:
        at = self.seats[number].at
        if at is not None:
            stack = self.stacks[at]
            stack.remove(number)
            if not stack:
                del self.stacks[at]
            self.seats[number].at = None

    def _arrive(self, number: int, at: At) -> None:
        self.seats[number].at = at
        self.stacks.setdefault(at, []).append(number)


def _listed(at: At | None) -> list[int] | None:
    return None if at is None else list(at)


def _start(board: Board, event: Event) -> None:
    board.colours = list(event["colours"])
    board.holds = [list(column) for column in event["holds"]]
    board.up = [list(column) for column in event["up"]]
    board.fatigue, board.names = event["fatigue"], dict(event["cards"])
    board.seats = [Seat(name) for name in event["characters"]]
    board.seen = [set() for _ in board.seats]


def _place(board: Board, event: Event) -> None:
    board.seats[event["seat"]].start = event["column"]
    board._arrive(event["seat"], (event["column"], 0))


def _round(board: Board, event: Event) -> None:
    board.round, board.first = event["number"], event["first"]


def _turn(board: Board, event: Event) -> None:
    board.seats[event["seat"]].rest = 0


def _rest(board: Board, event: Event) -> None:
    board.seats[event["seat"]].rest = event["bonus"]


def _use(board: Board, event: Event) -> None:
    seat = board.seats[event["seat"]]
    if event["source"] == "ability":
        seat.ability_used = True
    else:
        seat.hand.remove(event["source"])


def _discard(board: Board, event: Event) -> None:
    board.seats[event["seat"]].hand.remove(event["card"])


def _reveal(board: Board, event: Event) -> None:
    column, row = event["at"]
    board.up[column][row] = True
    for seen in board.seen:
        seen.discard((column, row))
    board.version += 1


def _move(board: Board, event: Event) -> None:
    board._leave(event["seat"])
    board._arrive(event["seat"], tuple(event["to"]))


def _clip(board: Board, event: Event) -> None:
    seat = board.seats[event["seat"]]
    seat.quickdraw, seat.clipped = tuple(event["at"]), True


def _fall(board: Board, event: Event) -> None:
    target = event["to"]
    if target is None:
        board._leave(event["seat"])
    elif tuple(target) != board.seats[event["seat"]].at:
        board._leave(event["seat"])
        board._arrive(event["seat"], tuple(target))


def _deck(board: Board, event: Event) -> None:
    seat = board.seats[event["seat"]]
    seat.quickdraw, seat.clipped, seat.ability_used, seat.rest = None, False, False, 0
    seat.character = event["character"]


def _peek(board: Board, event: Event) -> None:
    board.seen[event["seat"]] |= {(column, row) for column, row in event["at"]}
    board.version += 1


def _swap(board: Board, event: Event) -> None:
    column, (low, high) = event["column"], event["rows"]
    holds = board.holds[column]
    holds[low], holds[high] = holds[high], holds[low]
    # Everyone sees which two cards change places, so what one knows of them goes with them.
    for seen in board.seen:
        moved = {
            (column, high) if at == (column, low) else (column, low) for at in seen & {(column, low), (column, high)}
        }
        seen -= {(column, low), (column, high)}
        seen |= moved
    board.version += 1


def _fatigue(board: Board, event: Event) -> None:
    board.fatigue = event["row"]
    board.version += 1


def _recover(board: Board, event: Event) -> None:
    board.seats[event["seat"]].ability_used = False


def _pool(board: Board, event: Event) -> None:
    board.pool = list(event["cards"])


def _take(board: Board, event: Event) -> None:
    board.pool.remove(event["card"])
    if event["card"] != START_CARD:
        board.seats[event["seat"]].hand.append(event["card"])


def _win(board: Board, event: Event) -> None:
    board.winner = event["seat"]


def _stuck(board: Board, event: Event) -> None:
    board.stuck = True


def _nothing(board: Board, event: Event) -> None:
    """Events that tell something without changing the table."""


_APPLY: dict[EventName, Callable[[Board, Event], None]] = {
    "start": _start,
    "place": _place,
    "round": _round,
    "turn": _turn,
    "rest": _rest,
    "use": _use,
    "discard": _discard,
    "reveal": _reveal,
    "move": _move,
    "clip": _clip,
    "fall": _fall,
    "deck": _deck,
    "peek": _peek,
    "swap": _swap,
    "fatigue": _fatigue,
    "recover": _recover,
    "pool": _pool,
    "take": _take,
    "win": _win,
    "stuck": _stuck,
    "end": _nothing,
    "back": _nothing,
    "saved": _nothing,
}
#: The names of all events.
EVENTS: frozenset[EventName] = frozenset(_APPLY)


def replay(events: Iterable[Event]) -> Board:
    """The board at the end of a log."""
    board = Board()
    for event in events:
        board.apply(event)
    return board


def steps(events: Iterable[Event]) -> Iterator[tuple[Event, Board]]:
    """Each event of a log with the board after it; the board is one object that goes on changing."""
    board = Board()
    for event in events:
        board.apply(event)
        yield event, board
