"""Choosing a board: what a driver may choose from before its first turn, how it chooses, and what the log says of it.

Sources: Climb, "The Game" (boards change up to the first turn, and between tries); 110%, "Choosing your Dashboard
tires". The ways of choosing are assumed: the documents leave the choice to the player.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from designer.play.cars import Car
from designer.play.track import Track
from designer.simulator.rally.outlook import outlook
from designer.simulator.rally.questions import ChooseBoard, ask, has_view_of


@dataclass(frozen=True)
class Offer:
    """The boards that a driver may choose from, as the event lists them, and the way in which it chooses.

    ``way``: one of ``design.event.WAYS``; "listed" of several takes the first that can drive there.
    """

    cars: tuple[Car, ...]
    way: str = "estimate"


@dataclass(frozen=True)
class BoardChoice:
    """A board that a driver took: the ``stage`` (from 0) and try, the board, those it could choose from, and how it
    was chosen: a way of WAYS, or "driver" by an answer of its own."""

    stage: int
    driver: str
    attempt: int
    board: str
    of: tuple[str, ...]
    by: str

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> BoardChoice:
        """The choice that a log holds."""
        return cls(
            int(data.get("stage", 1)) - 1,
            data["driver"],
            int(data.get("try", 1)),
            data["board"],
            tuple(data.get("of", ())),
            data.get("by", ""),
        )

    def to_data(self) -> dict[str, Any]:
        """The choice as JSON; stages are counted from 1 there."""
        return {
            "stage": self.stage + 1,
            "driver": self.driver,
            "try": self.attempt,
            "board": self.board,
            "of": list(self.of),
            "by": self.by,
        }

    def text(self) -> str:
        """The choice in words.

        >>> BoardChoice(0, "Red", 2, "Mule", ("Mule", "Hare"), "estimate").text()
        'Red takes the board Mule, of Mule and Hare (by estimate).'
        """
        if len(self.of) < 2:
            return f"{self.driver} takes the board {self.board}."
        names = f"{', '.join(self.of[:-1])} and {self.of[-1]}"
        return f"{self.driver} takes the board {self.board}, of {names} ({HOW[self.by]})."


#: Track types that tyres of printed boards are named after.
SURFACES = ("gravel", "asphalt", "snow")
#: How a log tells the way of choosing.
HOW = {
    "listed": "the first that can be driven there",
    "estimate": "by estimate",
    "look-ahead": "with the way searched to its end",
    "track-type": "by the track type that covers most of the stage",
    "best-time": "each once, then by the best time",
    "driver": "by the driver's own choice",
}


def choose(
    track: Track, offer: Offer, policy: object, attempt: int = 1, driven: Sequence[tuple[str, int]] = ()
) -> tuple[Car, str]:
    """The board that a driver takes for a track as it lies now, and how it chose.

    ``driven``: the boards of its tries so far on this stage, each with its time. Boards that lack a track type of the
    stage are left out unless all do.
    """
    kinds = track.course.terrains()
    able = [car for car in offer.cars if all(car.on(kind, track.weather) is not None for kind in kinds)]
    boards = tuple(able or offer.cars)
    if len(boards) == 1:
        return boards[0], offer.way
    question = ChooseBoard(track, boards, attempt, tuple(driven), partial(_by_way, offer.way, track, boards, driven))
    chosen = boards[ask(policy, question)]
    return chosen, "driver" if has_view_of(policy, question) else offer.way


def _by_way(way: str, track: Track, boards: Sequence[Car], driven: Sequence[tuple[str, int]]) -> int:
    """The number of the board that a way of choosing gives; of equals the one that is listed first."""
    numbers = range(len(boards))
    if way == "best-time":
        times: dict[str, int] = {}
        for name, seconds in driven:
            times[name] = min(seconds, times.get(name, seconds))
        fresh = [number for number in numbers if boards[number].name not in times]
        return fresh[0] if fresh else min(numbers, key=lambda number: times[boards[number].name])
    if way == "track-type":
        spots = Counter(track.track_type(spot.number) for spot in track.course.spots)
        return max(numbers, key=lambda number: (_favoured(boards[number], spots, track.weather), -number))
    if way == "listed":
        return 0
    start, gear = track.course.starts[0], track.rules.number("start.gear")
    ahead = way == "look-ahead"
    return min(numbers, key=lambda number: outlook(track, boards[number], ahead=ahead).rest(start, gear))


def _favoured(car: Car, spots: Counter[str], weather: str) -> int:
    """How many spaces of a track are of the type that a board favours: its first column, or its tyre's."""
    favourite = car.tyre if car.tyre in SURFACES else car.columns[0][0] if car.columns else ""
    return spots[favourite] if favourite in spots else sum(spots.values()) * (favourite == weather)
