"""A SET-UP category as a JSON file of its own, so that groups of players can share theirs."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from designer.formats import native
from designer.formats.native import FormatError
from designer.formats.writing import write_atomic
from designer.schemas import Problem, problems

FORMAT = "crest-setup-category"


def parse(text: str) -> dict[str, Any]:
    """A category from JSON text. Raises FormatError with every problem found."""
    data = native.read_json(text)
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise FormatError([Problem("format", f'is not a SET-UP category: its "format" must be "{FORMAT}"')])
    if found := problems(data, "setup-category"):
        raise FormatError(found)
    return {key: value for key, value in data.items() if key != "$schema"}


def load(path: Path | str) -> dict[str, Any]:
    """A category from a file. Raises FormatError."""
    return parse(native.read_text(Path(path)))


def to_text(category: Mapping[str, Any]) -> str:
    """A category as JSON text.

    >>> from designer import catalog
    >>> parse(to_text(catalog.setup_categories()["r6"]))["name"]
    'R6'
    """
    return json.dumps(dict(category), ensure_ascii=False, indent=2, allow_nan=False) + "\n"


def save(category: Mapping[str, Any], path: Path | str, *, over_read_only: bool = False) -> None:
    """Write a category to a file. Raises OSError, and FormatError when it could not be read again."""
    write_atomic(path, to_text(category).encode("utf-8"), _readable, over_read_only=over_read_only)


def _readable(contents: bytes) -> dict[str, Any]:
    return parse(native.decode(contents))
