"""A game that a referee has seen."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass


@dataclass(frozen=True)
class Played:
    """A game that was refereed. ``what``: how it was set up; ``breach``: the first one, None without; ``counts``: what
    was checked, by word; ``more``: the breaches after the first, where the referee went on."""

    what: str
    breach: str | None
    counts: Counter[str]
    more: tuple[str, ...] = ()

    @property
    def breaches(self) -> tuple[str, ...]:
        """All of them."""
        return () if self.breach is None else (self.breach, *self.more)
