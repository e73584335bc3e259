"""Chance that a person or a test dictates: dice, damage tokens and starting orders by script instead of by seed.

The engine takes any ``random.Random`` for its chance. Where it rolls a die, draws a token or draws a starting order
it asks a ``Scripted`` one in so many words, so that a script says what is seen on the table and no random numbers.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Any, TypeVar

#: The kinds of token of a bag.
Token = TypeVar("Token", bound=str)
#: A scripted die: whether it shows a danger; or the die that must be rolled then, and whether it does.
Roll = bool | tuple[str, bool]


class ScriptError(ValueError):
    """A script that has run out, or says what cannot happen; the text says what was asked for."""


class Scripted(Random):
    """Chance by script.

    ``rolls``: for each die in the order of rolling True for a danger, or the pair of the die and that ("gear-3",
    True), which also checks that this die is rolled. ``draws``: the damage tokens in the order of drawing ("gear",
    "mud" ...). ``orders``: the drivers' names in starting order, for each circuit race. ``seed``: what follows the
    end of the script is chance with this seed; without one it is an error.

    Raises ScriptError (a ValueError) from within a race when the script runs out or does not fit.

    >>> chance = Scripted(rolls=[False, ("gear-2", True)], draws=["brake"])
    >>> chance.danger("gear-1", 1, 6), chance.danger("gear-2", 1, 6), chance.token({"brake": 3, "gear": 2})
    (False, True, 'brake')
    >>> chance.danger("gear-3", 1, 6)
    Traceback (most recent call last):
    designer.play.chance.ScriptError: The script has no roll left: die 3, gear-3, is to be rolled.
    """

    def __new__(cls, *_: object, **__: object) -> Scripted:
        return super().__new__(cls)

    def __init__(
        self,
        rolls: Iterable[Roll] = (),
        draws: Iterable[str] = (),
        orders: Iterable[Sequence[str]] = (),
        *,
        seed: int | None = None,
    ) -> None:
        self._after: Random | None = None  # what the base class may ask for while it is made
        super().__init__(0)
        self._rolls, self._draws, self._orders = deque(rolls), deque(draws), deque(orders)
        self._after = None if seed is None else Random(f"crest script {seed}")
        self._rolled = self._drawn = 0

    @property
    def left(self) -> dict[str, int]:
        """How much of the script has not been used: rolls, draws and orders.

        >>> Scripted(rolls=[True], draws=["gear", "mud"]).left
        {'rolls': 1, 'draws': 2, 'orders': 0}
        """
        return {"rolls": len(self._rolls), "draws": len(self._draws), "orders": len(self._orders)}

    def danger(self, die: str, dangers: int, faces: int) -> bool:
        """Whether a die that shows a danger on ``dangers`` of its ``faces`` does. Raises ScriptError."""
        self._rolled += 1
        if not self._rolls:
            return self._go_on(f"no roll left: die {self._rolled}, {die}, is to be rolled").randrange(faces) < dangers
        word = self._rolls.popleft()
        wanted, shown = (die, word) if isinstance(word, bool) else word
        if wanted != die:
            raise ScriptError(f"The script has {wanted} for die {self._rolled}, but {die} is rolled.")
        if (shown and not dangers) or (not shown and dangers >= faces):
            raise ScriptError(
                f"The script has {'a' if shown else 'no'} danger for die {self._rolled}, {die}, which has "
                f"{dangers} of them on {faces} faces."
            )
        return shown

    def token(self, bag: Mapping[Token, int]) -> Token:
        """The kind of token drawn from a bag of so many of each. Raises ScriptError."""
        self._drawn += 1
        there = [kind for kind in sorted(bag) if bag[kind] > 0]
        if not self._draws:
            after = self._go_on(f"no draw left: token {self._drawn} is to be drawn of {', '.join(there)}")
            return after.choices(there, [bag[kind] for kind in there])[0]
        word = self._draws.popleft()
        for kind in there:
            if kind == word:
                return kind
        raise ScriptError(
            f"The script has {word!r} for token {self._drawn}, which is not in the bag; there are {', '.join(there)}."
        )

    def order(self, names: Sequence[str]) -> list[str]:
        """The names in the order in which they start. Raises ScriptError."""
        if not self._orders:
            after = self._go_on(f"no starting order left for {', '.join(names)}")
            return after.sample(list(names), len(names))
        wanted = list(self._orders.popleft())
        if sorted(wanted) != sorted(names):
            raise ScriptError(f"The script starts {', '.join(wanted)}, but {', '.join(names)} are to start.")
        return wanted

    def random(self) -> float:
        """A random number, for drivers that want chance of their own. Raises ScriptError without a seed."""
        return self._go_on("no chance of another kind, which a driver asks for").random()

    def getrandbits(self, k: int, /) -> int:
        """Random bits, in the same case."""
        return self._go_on("no chance of another kind, which a driver asks for").getrandbits(k)

    def seed(self, *_: Any, **__: Any) -> None:
        """Does nothing: a script has its seed from the beginning."""

    def _go_on(self, problem: str) -> Random:
        if self._after is None:
            raise ScriptError(f"The script has {problem}.")
        return self._after
