"""What ``crest`` says however it is called: exit codes, messages. Imports next to nothing, for the parser needs it."""

from __future__ import annotations

import sys
from collections.abc import Iterable

from designer import words
from designer.design.values import printable

FINE, FINDINGS, UNUSABLE, STOPPED, READER_GONE = 0, 1, 2, 130, 141


class Unusable(Exception):
    """Input that cannot be used; the text says why, in the user's words."""


def say(message: str) -> None:
    print(f"crest: {printable(message)}", file=sys.stderr)


def near(name: str, known: Iterable[str], alike: float = 0.75) -> str:
    """A hint at names that are spelled much like one, to be put after it; empty when there is none."""
    close = words.alike(name, known, cutoff=alike)
    return f" (did you mean {' or '.join(close)}?)" if close else ""
