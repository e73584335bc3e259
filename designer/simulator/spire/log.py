"""The log of a climb: to and from data (schemas/climb-log.schema.json), and in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from designer.simulator.common import logs
from designer.simulator.common.logs import LogError
from designer.simulator.spire import commentary
from designer.simulator.spire.board import Event

FORMAT = "crest-climb-log"


@dataclass(frozen=True, slots=True)
class ClimbLog:
    """One game. ``seed``: of the game; ``players``: who decided, by seat; ``winner``: the seat that won, None for a
    game that got stuck; ``events``: what ``board.replay`` makes the end of the game from."""

    seed: str
    players: tuple[str, ...]
    winner: int | None
    rounds: int
    events: tuple[Event, ...]

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> ClimbLog:
        """The game that data of the right shape holds."""
        winner = data["winner"]
        return cls(
            data["seed"],
            tuple(data["players"]),
            None if winner is None else int(winner),
            int(data["rounds"]),
            tuple(dict(event) for event in data["events"]),
        )

    def to_data(self) -> dict[str, Any]:
        """The game as JSON (climb-log schema)."""
        return {
            "format": FORMAT,
            "version": 1,
            "seed": self.seed,
            "players": list(self.players),
            "winner": self.winner,
            "rounds": self.rounds,
            "events": [dict(event) for event in self.events],
        }

    def commentary(self) -> list[str]:
        """The game in words. Raises LogError when its events do not follow from each other."""
        try:
            return commentary.lines(self.events)
        except (LookupError, TypeError, ValueError):
            raise LogError("The log cannot be read: its events do not fit each other.") from None


def is_climb(data: Any) -> bool:
    """Whether data says that it is the log of a climb."""
    return logs.is_log(data, FORMAT)


def read(data: Any) -> ClimbLog:
    """The climb that data from a file holds. Raises LogError, with what is wrong and where, in a line."""
    if not is_climb(data):
        raise LogError("This is no log of a climb.")
    return ClimbLog.from_data(logs.checked(data))
