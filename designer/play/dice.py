"""Dice: their danger faces and the exact chances of dangers in a roll (core rules, section 1)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from random import Random

from designer.play.chance import Scripted
from designer.rules import Rules

#: Every kind of die, in the fixed order in which a turn's dice are counted.
DICE = ("gear-1", "gear-2", "gear-3", "gear-4", "gear-5", "gear-6", "coast", "leader", "brake", "boost")
INDEX = {die: number for number, die in enumerate(DICE)}
COAST, LEADER, BRAKE, BOOST = (INDEX[name] for name in ("coast", "leader", "brake", "boost"))
GEARS = (1, 2, 3, 4, 5, 6)

Counts = tuple[int, ...]
#: No dice of any kind.
NONE: Counts = (0,) * len(DICE)


def gear_die(gear: int) -> str:
    """The die of a gear.

    >>> gear_die(4)
    'gear-4'
    """
    return DICE[gear - 1]


@lru_cache(maxsize=1024)
def danger_faces(die: str, rules: Rules) -> int:
    """Danger faces of a die."""
    return min(rules.number(f"dice.{die.replace('-', '_')}.dangers"), rules.number("dice.faces"))


def roll(die: str, rules: Rules, rng: Random) -> bool:
    """Roll a die: True for a danger."""
    faces, dangers = rules.number("dice.faces"), danger_faces(die, rules)
    if isinstance(rng, Scripted):
        return rng.danger(die, dangers, faces)
    return rng.randrange(faces) < dangers


@lru_cache(maxsize=65536)
def distribution(dice: tuple[str, ...], rules: Rules) -> tuple[float, ...]:
    """Chances of 0, 1, 2 ... dangers when these dice are rolled, exact but for one rounding.

    >>> from designer import rules
    >>> [round(chance, 4) for chance in distribution(("gear-1", "gear-3"), rules.load())]
    [0.5556, 0.3889, 0.0556]
    """
    faces = rules.number("dice.faces")
    ways = [1]
    for die in dice:
        bad = danger_faces(die, rules)
        longer = [0] * (len(ways) + 1)
        for dangers, count in enumerate(ways):
            longer[dangers] += count * (faces - bad)
            longer[dangers + 1] += count * bad
        ways = longer
    return tuple(count / faces ** len(dice) for count in ways)


def chance_of(dice: Iterable[str], limit: int, rules: Rules) -> float:
    """The chance of ``limit`` dangers or more in one roll (1.0 when the limit is 0 or less).

    >>> from designer import rules
    >>> round(100 * chance_of(("gear-1", "gear-2", "gear-3"), 3, rules.load()), 2)
    0.93
    """
    return sum(distribution(tuple(dice), rules)[max(0, limit) :])
