"""What a climber can choose in a turn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from designer.simulator.spire.board import At

#: How a move goes: straight up, sideways, or as a card shapes it.
Way = Literal["up", "side", "up2", "diagonal_up"]
#: The source of effects that is no card.
ABILITY = "ability"


class IllegalChoice(ValueError):
    """A player chose what the rules do not allow."""


@dataclass(frozen=True, slots=True)
class Rest:
    """Neither clip nor move this turn, one stamina more in the next (R15)."""


@dataclass(frozen=True, slots=True)
class End:
    """End the turn."""


@dataclass(frozen=True, slots=True)
class Clip:
    """Put one's quickdraw on the card one is on (R18)."""

    cost: int


@dataclass(frozen=True, slots=True)
class Move:
    """Go to a card (R16). ``using``: cards ("U1") or the ability played with it; ``way``: its shape."""

    to: At
    way: Way = "up"
    using: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Play:
    """Use a card or the ability by itself."""

    source: str


Option = Rest | End | Clip | Move | Play
