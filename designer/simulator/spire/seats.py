"""Who climbs: which designs are climbed at all, how many seats there are, and players named by seat."""

from __future__ import annotations

from collections.abc import Sequence

from designer.design.document import Design
from designer.design.spire import Spire
from designer.simulator.common.batching import SimulationError
from designer.simulator.spire.batches import DEFAULT


def climbs(design: Design) -> bool:
    """Whether simulating a design means climbing: it has a spire, and no stage or an event that is a climb.

    >>> from designer.summit import dealing
    >>> climbs(Design(spire=dealing.deal(2, seed=1))), climbs(Design())
    (True, False)
    """
    if design.spire is None:
        return False
    stage = design.stage is not None and bool(design.stage.tiles)
    return not stage or (design.event is not None and design.event.kind == "summit")


def seats_of(spire: Spire | None) -> int:
    """How many climb a spire as it is laid out; 0 without one."""
    return 0 if spire is None else spire.seats


def by_seat(words: Sequence[str], players: int) -> tuple[str, ...]:
    """Who climbs on which seat, from words: one for all, one after the other, or by number ("2=bold").

    Seats that are not named take the last word without a number, or the usual one. Raises SimulationError.

    >>> by_seat(["cautious"], 3), by_seat(["cautious", "3=bold"], 3), by_seat(["bold", "cautious"], 2)
    (('cautious',), ('cautious', 'cautious', 'bold'), ('bold', 'cautious'))
    """
    plain, named = _sorted(words, players, "2=bold")
    if not named and len(plain) <= 1:
        return tuple(plain) or DEFAULT
    usual = plain[-1] if plain else DEFAULT[0]
    order = [*plain, *[usual] * (players - len(plain))]
    return tuple(named.get(seat, name) for seat, name in enumerate(order))


def cast_of(words: Sequence[str], players: int) -> tuple[str | None, ...]:
    """The characters by seat, from words: one after the other, or by number ("2=Hiro"); None where none is named.

    Raises SimulationError where there is no such seat.

    >>> cast_of(["Gym", "3=Hiro"], 3), cast_of([], 2)
    (('Gym', None, 'Hiro'), (None, None))
    """
    plain, named = _sorted(words, players, "2=Hiro")
    return tuple(named.get(seat, plain[seat] if seat < len(plain) else None) for seat in range(players))


def _sorted(words: Sequence[str], players: int, example: str) -> tuple[list[str], dict[int, str]]:
    """Words without a seat, and those with one by its number from 0."""
    plain = [word for word in words if "=" not in word]
    named: dict[int, str] = {}
    for word in words:
        number, equals, name = word.partition("=")
        if equals:
            if not number.isdecimal() or not 1 <= int(number) <= players:
                raise SimulationError(f"There is no seat {number!r}: seats are 1 to {players}, as in {example}.")
            named[int(number) - 1] = name
    if len(plain) > players:
        raise SimulationError(f"{len(plain)} climbers are named for {players} seats.")
    return plain, named
