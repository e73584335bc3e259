"""What a driver sees when it plans a turn, and what it answers."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from designer.play.cars import Car
from designer.play.plans import Placement, Plan, State
from designer.play.track import Track
from designer.simulator.rally.log import Roll
from designer.simulator.rally.traffic import CLEAR, Traffic, options


@dataclass(frozen=True, slots=True)
class View:
    """What a driver sees at the start of a turn: track, car with its damage, where it stands, tokens, SISU left, and
    the other cars that it can meet. ``sisu_turned``: a SISU token has been turned for this turn already, so that no
    die of it brings a danger that counts."""

    track: Track
    car: Car
    state: State
    tokens: int
    sisu: int
    rng: Random
    traffic: Traffic = CLEAR
    sisu_turned: bool = False

    def options(self, state: State) -> list[Placement]:
        """Every legal next placement, other cars considered."""
        return options(self.track, self.car, state, self.traffic)


class Choice(NamedTuple):
    """A plan and how to roll it. An empty plan only where nothing can be placed."""

    plan: Plan
    mode: Roll
