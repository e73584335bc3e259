"""Spaces as players find them on the table."""

from __future__ import annotations

from typing import NamedTuple


class TableSpace(NamedTuple):
    """A space on the table: tile side, hex, printed name.

    >>> TableSpace("209a", 2, -1, "bl").text()
    'bl of 209a (2,-1)'
    """

    tile: str
    q: int
    r: int
    space: str

    def text(self) -> str:
        """The place in words."""
        return f"{self.space} of {self.tile} ({self.q},{self.r})"
