"""What is driven or climbed on a design: a single stage, a rally, a hillclimb, rallycross or a climb."""

from __future__ import annotations

from dataclasses import dataclass

from designer.design.values import NO_EXTRA, FrozenMap

KINDS = ("stage", "rally", "hillclimb", "rallycross", "summit")
#: When a driver's board is looked at: before the first turn, between two tries of a hillclimb, at a tyre change, at
#: repairs (between stages or in the pits), or in the middle of the drive.
WHEN = ("start", "between-tries", "tyre-change", "repairs", "drive")


#: How a driver chooses among several boards: one after the other as they are listed; the one that should be fastest
#: on the stage as it lies, by estimate or with the way searched to its end; the one whose favourite track type covers
#: most of the stage as it lies; in a hillclimb each once, then the one with the best time.
WAYS = ("listed", "estimate", "look-ahead", "track-type", "best-time")
#: When a board is laid or changed, as messages say it.
MOMENTS = {
    "start": "before the first turn",
    "between-tries": "between tries",
    "tyre-change": "at a tyre change",
    "repairs": "at repairs",
    "drive": "in the middle of the drive",
}
#: Colours in the boxes, and so drivers that an event can have (Climb, "Components").
MOST_DRIVERS = 6


@dataclass(frozen=True, slots=True)
class BoardAt:
    """Which board a driver has from a point of the event on.

    ``board`` is the name of a board of the design, a printed board ("r6-gravel") or a category ("r6": any of its
    tyres). ``others``: further ones to choose from, ``choose`` how (one of WAYS; empty for "listed"). An empty
    ``driver`` stands for everybody who has no entry of his own.

    Source: Climb, "Hillclimbing" and "Repairs and Tire changes"; 110%, "Choosing your Dashboard tires".
    """

    when: str
    board: str
    driver: str = ""
    extra: FrozenMap = NO_EXTRA
    others: tuple[str, ...] = ()
    choose: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        """All boards that the entry names, as listed."""
        return self.board, *self.others


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
