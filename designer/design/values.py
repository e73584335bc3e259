"""Small helpers for immutable values that carry unknown JSON fields, and for the texts in them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any


class EditError(ValueError):
    """An edit that cannot be done; its text says why, in the user's words."""


class FrozenMap(Mapping[str, Any]):
    """A read-only mapping that can be hashed and pickled (the standard mapping proxy can do neither)."""

    __slots__ = ("_data",)

    def __init__(self, data: Mapping[str, Any] | None = None) -> None:
        self._data: dict[str, Any] = dict(data or {})

    def __getitem__(self, key: str) -> Any:
        return self._data[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._data)

    def __len__(self) -> int:
        return len(self._data)

    def __hash__(self) -> int:
        # Values may be unhashable JSON; equal maps have equal keys, which is all a hash must promise.
        return hash(frozenset(self._data))

    def __repr__(self) -> str:
        return f"FrozenMap({self._data!r})"

    def __reduce__(self) -> tuple[type[FrozenMap], tuple[dict[str, Any]]]:
        return FrozenMap, (self._data,)


NO_EXTRA = FrozenMap()


def frozen(mapping: Mapping[str, Any]) -> FrozenMap:
    """A read-only copy of a mapping (one shared value when it is empty)."""
    return FrozenMap(mapping) if mapping else NO_EXTRA


def unknown_fields(data: Mapping[str, Any], known: frozenset[str]) -> FrozenMap:
    """The fields of a JSON object that this version does not know; they survive a round trip."""
    return frozen({key: value for key, value in data.items() if key not in known})


def printable(text: str) -> str:
    """Text without control characters, which a file could use to play tricks on a terminal.

    >>> printable("Mont\\x1b[2J Ventoux")
    'Mont?[2J Ventoux'
    """
    return "".join(letter if letter.isprintable() else "?" for letter in text)


def whole(data: Any) -> Any:
    """Plain JSON data in which a whole number is an int, however it was written.

    JSON knows one kind of number: 2.0 is 2, and is read so by everyone, or it would be no index and no name of a rule.

    >>> whole({"players": 2.0, "shares": [0.5, 1.0], "on": True})
    {'players': 2, 'shares': [0.5, 1], 'on': True}
    """
    if isinstance(data, float):
        return int(data) if data.is_integer() and abs(data) < 2**53 else data
    if isinstance(data, Mapping):
        return {key: whole(value) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return [whole(value) for value in data]
    return data
