"""A deck of Race for the Summit as a JSON file of its own, so that players can enter and share their cards."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from designer.design.values import whole
from designer.formats import native
from designer.formats.native import FormatError
from designer.schemas import Problem, problems

FORMAT = "crest-summit-deck"


def parse(text: str) -> dict[str, Any]:
    """A deck's data from JSON text. Raises FormatError with every problem found."""
    data = native.read_json(text)
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise FormatError([Problem("format", f'is not a deck of a spire: its "format" must be "{FORMAT}"')])
    if found := problems(data, "summit-deck"):
        raise FormatError(found)
    return {key: value for key, value in whole(data).items() if key != "$schema"}


def load(path: Path | str) -> dict[str, Any]:
    """A deck's data from a file. Raises FormatError."""
    return parse(native.read_text(Path(path)))


def to_text(data: Mapping[str, Any]) -> str:
    """A deck's data as JSON text."""
    plain = {key: value for key, value in data.items() if key != "$schema"}
    return json.dumps(plain, ensure_ascii=False, indent=2, allow_nan=False) + "\n"


def save(data: Mapping[str, Any], path: Path | str) -> None:
    """Write a deck's data to a file. Raises OSError."""
    native.write_atomic(Path(path), to_text(data).encode("utf-8"))
