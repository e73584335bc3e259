"""Spare tyres: what takes a coast damage, a puncture, off a car at the start of a turn, for a time penalty.

Sources: Climb, "Hillclimbing", Setup (none in a hillclimb); 110%, "Choosing your Dashboard tires" (the tyre type
stays); core rules 9. Each driver has a card; what it costs is assumed.
"""

from __future__ import annotations

from designer.play.cars import DAMAGE, DamageKind, DamageToken
from designer.rules import Rules
from designer.simulator.rally.damage import Bag, read_only

KIND: DamageKind = "coast"
_INDEX = DAMAGE.index(KIND)


def supply(rules: Rules, *, circuit: bool, hillclimb: bool) -> int:
    """How many spare tyres a driver sets out with. Circuits know no time penalties, and so no spare tyres (assumed).

    >>> from designer import rules
    >>> supply(rules.load(), circuit=False, hillclimb=False), supply(rules.load(), circuit=False, hillclimb=True)
    (1, 0)
    """
    if circuit or not rules.switch("spare_tyre.allowed") or (hillclimb and not rules.switch("hillclimb.spare_tyres")):
        return 0
    return rules.number("spare_tyre.count")


def taken_off(damage: tuple[int, ...], rules: Rules) -> tuple[DamageKind, ...]:
    """The damage tokens that one spare tyre takes off a board.

    >>> from designer import rules
    >>> taken_off((1, 0, 2, 0), rules.load()), taken_off((1, 0, 0, 0), rules.load())
    (('coast',), ())
    """
    return (KIND,) * min(damage[_INDEX], rules.number("spare_tyre.coast_damage_removed"))


def without(damage: tuple[int, ...], tokens: tuple[DamageToken, ...]) -> tuple[int, ...]:
    """The damage on a board less tokens that are taken off."""
    return tuple(count - tokens.count(kind) for kind, count in zip(DAMAGE, damage, strict=True))


def returned(bag: Bag, tokens: tuple[DamageToken, ...]) -> Bag:
    """The bag with tokens put back into it, as after repairs (assumed)."""
    return read_only({**bag, **{kind: bag.get(kind, 0) + tokens.count(kind) for kind in tokens}})
