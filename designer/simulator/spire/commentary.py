"""A game's log in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from designer.simulator.spire.board import START_CARD, Board, Event, EventName, name_of
from designer.simulator.spire.choices import ABILITY

#: Tells an event, given the board after it and who did it.
Teller = Callable[[Board, Event, str], str]


def lines(events: Iterable[Event]) -> list[str]:
    """A line for each event worth telling."""
    return [line for _, line in told(events)]


def told(events: Iterable[Event]) -> list[tuple[int, str]]:
    """The same with the number of the event that each line tells, from 0."""
    board = Board()
    found: list[tuple[int, str]] = []
    for number, event in enumerate(events):
        before = board.seats[event["seat"]].character if "seat" in event else ""
        board.apply(event)
        teller = _TELL.get(name_of(event))
        if teller is not None:
            found.append((number, teller(board, event, before)))
    return found


def _place(board: Board, place: Sequence[int]) -> str:
    """A card of the spire in words."""
    column, row = place
    colour = board.colours[column]
    if row == board.top:
        return f"the {colour} summit"
    hold = board.holds[column][row] if board.up[column][row] else "hidden card"
    return f"{hold} ({colour} {row})" if row else f"the {colour} Start"


def _card(board: Board, card: str) -> str:
    """An action card in words."""
    return "the Start Player card" if card == START_CARD else board.names.get(card, card)


def _started(board: Board, event: Event, name: str) -> str:
    weather = f" ({event['environment']})" if event.get("environment") else ""
    return f"{len(board.seats)} climbers, {board.columns} columns, fatigue line above row {board.fatigue}{weather}."


def _placed(board: Board, event: Event, name: str) -> str:
    return f"{board.seats[event['seat']].character} starts on {board.colours[event['column']]}."


def _round(board: Board, event: Event, name: str) -> str:
    return f"Round {event['number']}: {', '.join(board.seats[seat].character for seat in event['order'])}."


def _used(board: Board, event: Event, name: str) -> str:
    used = "the ability" if event["source"] == ABILITY else _card(board, event["source"])
    return f"{name} uses {used}."


def _revealed(board: Board, event: Event, name: str) -> str:
    column, row = event["at"]
    where = "summit" if row == board.top else str(row)
    return f"{event['hold']} is turned up on {board.colours[column]} {where}."


def _clipped(board: Board, event: Event, name: str) -> str:
    why = ", which was due" if event.get("duty") else ", ahead of the climb" if event.get("ahead") else ""
    return f"{name} clips {_place(board, event['at'])} for {event['cost']}{why}."


def _fallen(board: Board, event: Event, name: str) -> str:
    tried = _place(board, event["attempted"])
    if event["to"] is None:
        return f"{name} falls off {tried}."
    if event["to"] == event["from"]:
        return f"{name} falls off {tried} and is held in place."
    landed = _place(board, event["to"])
    under = event.get("under")
    hangs = "" if under is None else f" and hangs below {board.seats[under].character}"
    return f"{name} falls off {tried}, {event['distance']} to the quickdraw, down to {landed}{hangs}."


def _exchanged(board: Board, event: Event, name: str) -> str:
    low, high = event["rows"][0], event["rows"][1]
    return f"{name} exchanges rows {low} and {high} of {board.colours[event['column']]}."


#: The events worth telling, and who tells them.
_TELL: Mapping[EventName, Teller] = {
    "start": _started,
    "place": _placed,
    "round": _round,
    "turn": lambda board, event, name: f"{name} has {event['stamina']} stamina.",
    "rest": lambda board, event, name: f"{name} rests.",
    "use": _used,
    "reveal": _revealed,
    "move": lambda board, event, name: f"{name} moves to {_place(board, event['to'])} for {event['cost']}.",
    "clip": _clipped,
    "back": lambda board, event, name: f"{name} does not go to {_place(board, event['at'])}.",
    "saved": lambda board, event, name: f"{name} holds on at {_place(board, event['at'])}.",
    "fall": _fallen,
    "deck": lambda board, event, name: f"{name} hits the ground; {event['character']} takes over.",
    "peek": lambda board, event, name: f"{name} looks at {len(event['at'])} hidden cards.",
    "swap": _exchanged,
    "fatigue": lambda board, event, name: f"{name} moves the fatigue line: now above row {event['row']}.",
    "recover": lambda board, event, name: f"{name} has the ability again.",
    "take": lambda board, event, name: f"{name} takes {_card(board, event['card'])}.",
    "win": lambda board, event, name: f"{name} wins on {_place(board, event['at'])}.",
    "stuck": lambda board, event, name: f"Nobody has won after {event['rounds']} rounds.",
}
