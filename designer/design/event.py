"""What is driven or climbed on a design: a single stage, a rally, a hillclimb, rallycross or a climb."""

from __future__ import annotations

from dataclasses import dataclass

from designer.design.values import NO_EXTRA, FrozenMap

KINDS = ("stage", "rally", "hillclimb", "rallycross", "summit")
#: When a driver's board is looked at: before the first turn, between two tries of a hillclimb, at a tyre change, at
#: repairs (between stages or in the pits), or in the middle of the drive.
WHEN = ("start", "between-tries", "tyre-change", "repairs", "drive")


@dataclass(frozen=True, slots=True)
class BoardAt:
    """Which board a driver has from a point of the event on. ``board`` is the name of a board of the design.

    Source: Climb, "Hillclimbing" and "Repairs and Tire changes".
    """

    when: str
    board: str
    driver: str = ""
    extra: FrozenMap = NO_EXTRA


@dataclass(frozen=True, slots=True)
class Event:
    """The event. ``laps`` counts for rallycross, ``tries`` for a hillclimb (three in the rules).

    ``boards`` tells in order which boards the drivers have and when they change them.
    """

    kind: str = "stage"
    laps: int | None = None
    tries: int | None = None
    extra: FrozenMap = NO_EXTRA
    boards: tuple[BoardAt, ...] = ()
