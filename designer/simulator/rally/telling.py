"""What a replay says and shows at each step of a turn of a log: the start, each space driven, the end.

All of it is read from the turn's log, so that saved logs, old ones too, are told like new ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from designer.play.table_space import TableSpace
from designer.simulator.rally.log import SISU_WORDS, DieLog, TurnLog
from designer.words import number_of

EventName = Literal["spent", "won", "sisu", "failed-start", "loss", "push", "damage", "spare", "card"]


class Event(NamedTuple):
    """Something to show beside the car: "spent" and "won" (``number`` second tokens), "sisu", "failed-start",
    "loss" (``what``: its cause), "push" (``what``: who is pushed), "damage" (``what``: the token drawn), "spare"
    (a spare tyre, ``number`` seconds), "card" (``number`` seconds)."""

    kind: EventName
    number: int = 0
    what: str = ""


def opening(turn: TurnLog) -> str:
    """Who moves, from where, and how the dice will be rolled.

    >>> place = TableSpace("209a", 2, -1, "bl")
    >>> opening(TurnLog(3, "R6", place, place, 4, 4, "flat-out", driver="Red", planned=5))
    'Red, turn 3, from bl of 209a (2,-1) in gear 4: flat out, 5 spaces planned.'
    """
    who = f"{turn.driver}, turn" if turn.driver else "Turn"
    start = f"{who} {turn.number}, from {turn.start.text()} in gear {turn.gear_before}"
    if turn.danger_tokens:
        start += f" with {number_of(turn.danger_tokens, 'danger token')}"
    if turn.mode in ("flat-out", "one-by-one"):
        start += f": {turn.mode.replace('-', ' ')}, {number_of(turn.planned, 'space')} planned"
    if not turn.mended:
        return f"{start}."
    return f"{start}. First a spare tyre takes off {', '.join(turn.mended)} damage for {turn.penalty} s."


def mended(turn: TurnLog) -> tuple[Event, ...]:
    """The spare tyre that was fitted at the start of a turn, with its seconds."""
    return (Event("spare", turn.penalty),) if turn.mended else ()


def driven(dice: Sequence[DieLog], before: int) -> str:
    """The dice of one space, what they showed, and the dangers rolled in the turn; ``before``: those so far.

    >>> at = TableSpace("215a", 0, 4, "i2")
    >>> driven([DieLog("brake", at, 1, False), DieLog("gear-1", at, 1, True)], 1)
    'Brake and gear 1 to i2 of 215a (0,4), now in gear 1: 1 danger, 2 rolled so far.'
    """
    first = dice[0]
    names = " and ".join(die.die.replace("-", " ") for die in dice)
    moved = f"{names.capitalize()} to {first.at.text()}, now in gear {first.gear}"
    safe = [die.die.replace("-", " ") for die in dice if die.secured]
    if len(safe) == len(dice):
        return f"{moved}: made safe with second tokens."
    if safe:
        moved += f", {' and '.join(safe)} made safe with second tokens"
    found = dangers(dice)
    if not found:
        return f"{moved}: no danger."
    return f"{moved}: {number_of(found, 'danger')}, {before + found} rolled so far."


def dangers(dice: Sequence[DieLog]) -> int:
    """How many of the dice showed a danger."""
    return sum(bool(die.danger) for die in dice)


def spent(turn: TurnLog) -> tuple[Event, ...]:
    """The second tokens spent; they show with the last dice that were made safe."""
    return (Event("spent", turn.tokens_spent),) if turn.tokens_spent else ()


def drawn(turn: TurnLog, at: TableSpace | None) -> tuple[Event, ...]:
    """The damage tokens drawn on a space on the way; None: those drawn at the end, or of logs that do not tell where.

    >>> way, end = TableSpace("209a", 2, -1, "bl"), TableSpace("209a", 2, -1, "cl")
    >>> turn = TurnLog(1, "R6", way, end, 3, 0, damage=("gear", "mud", "brake"), drawn_at=(end, way, end))
    >>> drawn(turn, way), [event.what for event in drawn(turn, None)]
    ((Event(kind='damage', number=0, what='mud'),), ['gear', 'brake'])
    """
    known = len(turn.drawn_at) == len(turn.damage)
    places = turn.drawn_at if known else (turn.end,) * len(turn.damage)
    return tuple(
        Event("damage", what=kind)
        for kind, place in zip(turn.damage, places, strict=True)
        if (None if place == turn.end else place) == at
    )


def in_words(damage: Sequence[Event]) -> str:
    """What was drawn.

    >>> in_words([Event("damage", what="gear"), Event("damage", what="mud")])
    'Drawn: gear, mud.'
    """
    return f"Drawn: {', '.join(event.what for event in damage)}."


def outcome(turn: TurnLog) -> tuple[Event, ...]:
    """What came of the turn, in the order in which it happens."""
    events = [Event("sisu")] if turn.sisu else []
    if turn.failed_start:
        events.append(Event("failed-start"))
    if turn.loss_cause is not None:
        events.append(Event("loss", what=turn.loss_cause))
    events += drawn(turn, None)
    if turn.tokens_won:
        events.append(Event("won", turn.tokens_won))
    return (*events, Event("card", turn.seconds - turn.penalty))


def ending(turn: TurnLog) -> str:
    """How the turn ends: dangers against the limit, what went wrong, tokens, gear and time card."""
    place = turn.end.text()
    parts = []
    if turn.dice:
        without = turn.dangers - dangers(turn.dice)
        track = f", {without} of them without a roll" if without > 0 and not turn.sisu else ""
        parts.append(f"{number_of(turn.dangers, 'danger')} of {turn.limit}{track}.")
    elif turn.mode == "blocked":
        parts.append("Blocked by other cars." if turn.held_up else "Blocked: no die can be placed.")
    elif turn.mode == "mercy":
        parts.append(f"No die fits the climb line: one space to {place}, then blocked.")
    elif turn.mode == "stand":
        parts.append("Cannot move." if turn.lost_control else "Waits.")
    if turn.stopped:
        left = turn.planned - len({die.at for die in turn.dice})
        parts.append(f"Stops with {left} still planned.")
    if turn.sisu:
        parts.append(SISU_WORDS[turn.sisu_when])
    if turn.failed_start:
        parts.append("The flying start fails.")
    if turn.loss_cause is not None:
        parts.append(f"Control lost on {place} in gear {turn.loss_gear} ({turn.loss_cause}).")
    if damage := drawn(turn, None):
        parts.append(in_words(damage))
    if turn.mud:
        parts.append(f"Mud lies on {', '.join(one.text() for one in turn.mud)}.")
    if turn.flipped:
        tiles = ", ".join(f"{tile.tile} ({tile.q},{tile.r})" for tile in turn.flipped)
        parts.append(f"The weather turns: {tiles}.")
    if turn.tokens_won:
        parts.append(f"{number_of(turn.tokens_won, 'second token')} won.")
    ends = "Past the line" if turn.finished else f"Ends on {place}"
    parts.append(f"{ends} in gear {turn.gear_after}, {turn.seconds - turn.penalty} s.")
    return " ".join(parts)
