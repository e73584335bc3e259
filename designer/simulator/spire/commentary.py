"""A game's log in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from designer.simulator.spire.board import START_CARD, Board, Event


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
        found += [(number, line) for line in _tell(board, event, before)]
    return found


def _tell(board: Board, event: Event, name: str) -> Iterator[str]:
    def at(place: list[int]) -> str:
        column, row = place
        colour = board.colours[column]
        if row == board.top:
            return f"the {colour} summit"
        hold = board.holds[column][row] if board.up[column][row] else "hidden card"
        return f"{hold} ({colour} {row})" if row else f"the {colour} Start"

    def card(name: str) -> str:
        return "the Start Player card" if name == START_CARD else board.names.get(name, name)

    do = event["do"]
    if do == "start":
        weather = f" ({event['environment']})" if event.get("environment") else ""
        yield f"{len(board.seats)} climbers, {board.columns} columns, fatigue line above row {board.fatigue}{weather}."
    elif do == "place":
        yield f"{board.seats[event['seat']].character} starts on {board.colours[event['column']]}."
    elif do == "round":
        yield f"Round {event['number']}: {', '.join(board.seats[seat].character for seat in event['order'])}."
    elif do == "turn":
        yield f"{name} has {event['stamina']} stamina."
    elif do == "rest":
        yield f"{name} rests."
    elif do == "use":
        used = "the ability" if event["source"] == "ability" else card(event["source"])
        yield f"{name} uses {used}."
    elif do == "reveal":
        column, row = event["at"]
        where = "summit" if row == board.top else str(row)
        yield f"{event['hold']} is turned up on {board.colours[column]} {where}."
    elif do == "move":
        yield f"{name} moves to {at(event['to'])} for {event['cost']}."
    elif do == "clip":
        why = ", which was due" if event.get("duty") else ", ahead of the climb" if event.get("ahead") else ""
        yield f"{name} clips {at(event['at'])} for {event['cost']}{why}."
    elif do == "back":
        yield f"{name} does not go to {at(event['at'])}."
    elif do == "saved":
        yield f"{name} holds on at {at(event['at'])}."
    elif do == "fall":
        yield _fallen(board, event, name, at(event["attempted"]), at(event["to"]) if event["to"] else "")
    elif do == "deck":
        yield f"{name} hits the ground; {event['character']} takes over."
    elif do == "peek":
        yield f"{name} looks at {len(event['at'])} hidden cards."
    elif do == "swap":
        yield f"{name} exchanges rows {event['rows'][0]} and {event['rows'][1]} of {board.colours[event['column']]}."
    elif do == "fatigue":
        yield f"{name} moves the fatigue line: now above row {event['row']}."
    elif do == "recover":
        yield f"{name} has the ability again."
    elif do == "take":
        yield f"{name} takes {card(event['card'])}."
    elif do == "win":
        yield f"{name} wins on {at(event['at'])}."
    elif do == "stuck":
        yield f"Nobody has won after {event['rounds']} rounds."


def _fallen(board: Board, event: Event, name: str, tried: str, landed: str) -> str:
    if event["to"] is None:
        return f"{name} falls off {tried}."
    if event["to"] == event["from"]:
        return f"{name} falls off {tried} and is held in place."
    under = event.get("under")
    hangs = "" if under is None else f" and hangs below {board.seats[under].character}"
    return f"{name} falls off {tried}, {event['distance']} to the quickdraw, down to {landed}{hangs}."
