"""The value that every check yields: a Finding, with its severity, place, source and fixes.

A finding says in a player's words what is wrong and what to do, where it is, which rule it comes from and which
edits would put it right. It holds no reference to the design it was found in.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from designer.design.document import Design, Waiver
from designer.design.hexes import Hex


class Severity(StrEnum):
    """How bad a finding is: an error breaks a rule, a warning will surprise, advice is what an old hand would say."""

    ERROR = "error"
    WARNING = "warning"
    ADVICE = "advice"

    @property
    def rank(self) -> int:
        """0 for errors, 1 for warnings, 2 for advice: the order in which findings are listed."""
        return list(Severity).index(self)


@dataclass(frozen=True, slots=True)
class Source:
    """The rule a finding comes from: a document ("Climb") and a section of it ("SET-UP Mode").

    ``mark`` says how sure it is: seed (stands in a document), public (seen elsewhere) or assumed (our reading).
    """

    document: str
    section: str = ""
    mark: str = "seed"

    def __str__(self) -> str:
        text = f"{self.document}, {self.section}" if self.section else self.document
        return text if self.mark == "seed" else f"{text} ({self.mark})"


@dataclass(frozen=True, slots=True)
class Location:
    """Where a finding is. Only the fields that apply are set.

    ``hex`` and ``tile`` name a placed tile, ``edge`` one of its edges as it lies on the table (A to F), ``token`` a
    token kind on it, ``space`` a printed space; ``board`` (counted from 0) and ``slot`` a place on a dashboard;
    ``column`` (from 0) and ``row`` (from 1) a place on the spire; ``piece`` a piece of the inventory; ``path`` a
    JSON path in the document.

    >>> Location(hex=Hex(0, 5), tile="418b", edge="C").text()
    'tile 418b at 0,5 edge C'
    >>> Location(board=0, slot="T1").text()
    'board 1 slot T1'
    """

    hex: Hex | None = None
    tile: str | None = None
    edge: str | None = None
    token: str | None = None
    space: str | None = None
    board: int | None = None
    slot: str | None = None
    column: int | None = None
    row: int | None = None
    piece: str | None = None
    path: str | None = None

    def text(self) -> str:
        """A short place in words; waivers name places by it. Empty when the finding is about the whole design."""
        parts = []
        if self.tile is not None:
            parts.append(f"tile {self.tile}")
        if self.hex is not None:
            parts.append(f"at {self.hex.q},{self.hex.r}")
        if self.piece is not None:
            parts.append(f"piece {self.piece}")
        if self.edge is not None:
            parts.append(f"edge {self.edge}")
        if self.token is not None:
            parts.append(f"token {self.token}")
        if self.space is not None:
            parts.append(f"space {self.space}")
        if self.board is not None:
            parts.append(f"board {self.board + 1}")
        if self.slot is not None:
            parts.append(f"slot {self.slot}")
        if self.column is not None:
            parts.append(f"column {self.column + 1}")
        if self.row is not None:
            parts.append(f"row {self.row}")
        if self.path is not None:
            parts.append(self.path)
        return " ".join(parts)

    def to_data(self) -> dict[str, Any]:
        """The place as plain JSON data: the fields that are set, hexes as q and r, and the text."""
        data: dict[str, Any] = {}
        if self.hex is not None:
            data["q"], data["r"] = self.hex
        for name in ("tile", "edge", "token", "space", "board", "slot", "column", "row", "piece", "path"):
            value = getattr(self, name)
            if value is not None:
                data[name] = value
        data["text"] = self.text()
        return data


NOWHERE = Location()


@dataclass(frozen=True, slots=True)
class Fix:
    """A named edit that puts a finding right. ``safe`` fixes may be applied without asking (nothing is lost).

    ``apply`` takes the design the finding was found in; on another design it may raise EditError.
    """

    name: str
    apply: Callable[[Design], Design] = field(compare=False)
    safe: bool = False


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong, unwise or worth knowing, in a player's words.

    ``waived`` holds the waiver of the document that accepts it, or None.
    """

    code: str
    severity: Severity
    message: str
    place: Location
    source: Source
    fixes: tuple[Fix, ...] = ()
    waived: Waiver | None = None

    @property
    def counts(self) -> bool:
        """Whether it makes a design fail: an error that nobody waived."""
        return self.severity is Severity.ERROR and self.waived is None

    def __str__(self) -> str:
        where = self.place.text()
        return f"{self.code} {self.severity}: {f'{where}: ' if where else ''}{self.message}"
