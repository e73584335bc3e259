"""Spaces as players find them on the table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple


class TableSpace(NamedTuple):
    """A space on the table: tile side, hex, printed name.

    >>> TableSpace("209a", 2, -1, "bl").text()
    'bl of 209a (2,-1)'
    >>> TableSpace.from_data({"q": 2, "r": -1, "tile": "209a", "space": "bl"})
    TableSpace(tile='209a', q=2, r=-1, space='bl')
    """

    tile: str
    q: int
    r: int
    space: str

    def text(self) -> str:
        """The place in words."""
        return f"{self.space} of {self.tile} ({self.q},{self.r})"

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> TableSpace:
        """The space that JSON names."""
        return cls(data["tile"], int(data["q"]), int(data["r"]), data["space"])

    def to_data(self) -> dict[str, Any]:
        """The space as JSON."""
        return self._asdict()
