"""Pushing in many races: how often a driver pushed and was pushed, and what it brought (RX, "Full Contact")."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from designer import rules as house
from designer.simulator.common.figures import rounded
from designer.simulator.rally.log import PushLog, TurnLog
from designer.simulator.rally.race_log import RaceLog


@dataclass(frozen=True, slots=True)
class Contact:
    """Pushing of one driver, for each race: cars pushed, how often it was pushed itself, damage tokens that either
    brought it, danger tokens laid on its board, and how often they cost it control before it could move."""

    pushes: float
    pushed: float
    damage: float
    danger_tokens: float
    overcome: float

    def to_data(self) -> dict[str, Any]:
        """As JSON."""
        return {
            "pushes": rounded(self.pushes),
            "pushed": rounded(self.pushed),
            "damage": rounded(self.damage),
            "danger_tokens": rounded(self.danger_tokens),
            "overcome": rounded(self.overcome),
        }

    def text(self) -> str:
        """In words.

        >>> Contact(1.5, 0.25, 2, 0.5, 0).text()
        'pushes 1.50 and is pushed 0.25 times a race: 2.00 damage and 0.50 danger tokens'
        """
        lost = f", control lost to them {self.overcome:.2f} times" if self.overcome else ""
        return (
            f"pushes {self.pushes:.2f} and is pushed {self.pushed:.2f} times a race: {self.damage:.2f} damage and "
            f"{self.danger_tokens:.2f} danger tokens{lost}"
        )


def allowed(rules: Mapping[str, Any]) -> bool:
    """Whether the rules of a log, as it holds them, allow pushing.

    >>> allowed({"profile": "standard", "overrides": {"push.allowed": True}})
    True
    """
    return house.load(rules["profile"], rules.get("overrides")).switch("push.allowed")


def pushes_of(turns: Sequence[TurnLog], driver: str | None = None) -> list[PushLog]:
    """The pushes in these turns, or those of one driver's car."""
    return [push for turn in turns for push in turn.pushes if driver in (None, push.driver)]


def contact(logs: Sequence[RaceLog], driver: str) -> Contact:
    """What pushing came to for a driver in some races."""
    count = len(logs)
    mine = [turn for log in logs for turn in log.turns(driver)]
    made = pushes_of(mine)
    suffered = pushes_of([turn for log in logs for turn in log.turns()], driver)
    return Contact(
        pushes=len(made) / count,
        pushed=len(suffered) / count,
        damage=(sum(len(push.own) for push in made) + sum(len(push.damage) for push in suffered)) / count,
        danger_tokens=sum(push.danger_tokens for push in suffered) / count,
        overcome=sum(turn.loss_cause == "danger tokens" for turn in mine) / count,
    )
