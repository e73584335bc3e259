"""What parts of the window offer to do, as values: the window makes menus, toolbar and the list of commands of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Protocol

from PySide6.QtGui import QKeySequence

Keys = str | QKeySequence.StandardKey | tuple[str, ...]
DOTS = "\N{HORIZONTAL ELLIPSIS}"


@dataclass(frozen=True)
class Command:
    """Something that can be done, by a name that menus and toolbar know it by.

    ``tip`` is what it does where the words do not say it. ``enabled`` tells whether it can be done now; ``on_tiles``
    says that it changes tiles, which must not happen while they are out of sight. A command with ``on`` is a switch
    that starts on or off; ``do`` is then called with what it is switched to.
    """

    name: str
    words: str
    do: Callable[..., object]
    keys: Keys = ""
    tip: str = ""
    enabled: Callable[[], bool] | None = None
    on_tiles: bool = False
    on: bool | None = None


class Offering(Protocol):
    """A part of the window that offers commands."""

    def commands(self) -> Iterable[Command]: ...
