"""Memory that outlives a call: what has been worked out about a value, kept beside it, a drawer for each function.

>>> def squares(numbers: list[int]) -> int:
...     return sum(number * number for number in numbers)
>>> memory = Memory()
>>> drawer = memory.drawer(squares)
>>> drawer["first"] = squares([1, 2])
>>> memory.drawer(squares)
{'first': 5}
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, TypeVar, cast

Made = TypeVar("Made")


class Memory:
    """Drawers of results, each typed by the function that makes them."""

    __slots__ = ("_drawers",)

    def __init__(self) -> None:
        self._drawers: dict[Callable[..., Any], dict[Hashable, Any]] = {}

    def drawer(self, make: Callable[..., Made]) -> dict[Hashable, Made]:
        """What ``make`` has made, by keys that its module chooses."""
        found = self._drawers.get(make)
        if found is None:
            found = self._drawers[make] = {}
        return cast("dict[Hashable, Made]", found)

    def once(self, make: Callable[..., Made], *arguments: Any) -> Made:
        """What ``make`` gives for the value this memory belongs to, made at the first call and kept."""
        drawer = self.drawer(make)
        if None not in drawer:
            drawer[None] = make(*arguments)
        return drawer[None]

    def __reduce__(self) -> tuple[type[Memory], tuple[()]]:
        """Sent to another process a value is remembered from scratch."""
        return Memory, ()
