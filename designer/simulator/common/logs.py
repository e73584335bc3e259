"""What all saved logs share: the check that a file is one, and what is said when it cannot be read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from designer import schemas


class LogError(ValueError):
    """The data is no log that can be told; the text says where and why, in one line."""


def is_log(data: Any, *formats: str) -> bool:
    """Whether data says that it is of one of these formats.

    >>> is_log({"format": "crest-run-log"}, "crest-run-log"), is_log([], "crest-run-log")
    (True, False)
    """
    return isinstance(data, dict) and data.get("format") in formats


def checked(data: Mapping[str, Any]) -> Mapping[str, Any]:
    """The log, when it has the shape that the schema of its format asks for. Raises LogError.

    >>> checked({"format": "crest-run-log", "version": 1, "turns": 3})
    Traceback (most recent call last):
    designer.simulator.common.logs.LogError: The log cannot be read: The file lacks the fields design, hash, seed, ...
    """
    if problems := schemas.problems(data, data["format"].removeprefix("crest-")):
        raise LogError(f"The log cannot be read: {problems[0]}")
    return data


@contextmanager
def told() -> Iterator[None]:
    """Fields that a schema leaves open and a reader needs: what is missing is said in a line (LogError)."""
    try:
        yield
    except KeyError as error:
        raise LogError(f"The log lacks {error.args[0]!r}, which a replay needs.") from None
