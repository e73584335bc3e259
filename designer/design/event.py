"""What is driven or climbed on a design: a single stage, a rally, a hillclimb, rallycross or a climb."""

from __future__ import annotations

from dataclasses import dataclass

from designer.design.values import NO_EXTRA, FrozenMap

KINDS = ("stage", "rally", "hillclimb", "rallycross", "summit")


@dataclass(frozen=True, slots=True)
class Event:
    """The event. ``laps`` counts for rallycross, ``tries`` for a hillclimb (three in the rules)."""

    kind: str = "stage"
    laps: int | None = None
    tries: int | None = None
    extra: FrozenMap = NO_EXTRA
