"""A spire of Race for the Summit: columns of hold cards with a summit card on top."""

from __future__ import annotations

from dataclasses import dataclass

from designer.design.values import NO_EXTRA, FrozenMap


@dataclass(frozen=True, slots=True)
class HoldCard:
    """A hold card in a column: its type ("Jug"), and whether it lies face up."""

    hold: str
    face_up: bool = False
    extra: FrozenMap = NO_EXTRA


@dataclass(frozen=True, slots=True)
class Column:
    """A column of one colour, from the hold above Start upwards; ``summit`` names the kind of summit card on top."""

    colour: str
    holds: tuple[HoldCard, ...] = ()
    summit: str | None = None
    extra: FrozenMap = NO_EXTRA


@dataclass(frozen=True, slots=True)
class Spire:
    """A cylinder of columns; ``fatigue_above`` is the row below the fatigue line (rows count from 1)."""

    columns: tuple[Column, ...] = ()
    fatigue_above: int | None = None
    players: int | None = None
    extra: FrozenMap = NO_EXTRA
