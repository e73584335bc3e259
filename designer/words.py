"""Small words of messages: counts with their noun, lists of names, what somebody may have meant."""

from __future__ import annotations

import difflib
from collections.abc import Collection, Iterable, Sequence


def number_of(count: int, word: str, plural: str = "") -> str:
    """A count with its word.

    >>> number_of(1, "run"), number_of(2, "run"), number_of(0, "fix", "fixes")
    ('1 run', '2 runs', '0 fixes')
    """
    return f"{count} {word if count == 1 else plural or f'{word}s'}"


def listed(names: Iterable[str], last: str = "and") -> str:
    """Names as a player would list them.

    >>> listed(["A", "B", "C"]), listed(["A", "B"], "or"), listed(["A"]), listed([])
    ('A, B and C', 'A or B', 'A', '')
    """
    *others, final = tuple(names) or ("",)
    return f"{', '.join(others)} {last} {final}" if others else final


def alike(name: str, known: Iterable[str], *, most: int = 3, cutoff: float = 0.6) -> list[str]:
    """Known names that are spelled much like one, the likeliest first; ``cutoff``: from 0 (anything) to 1 (the same).

    >>> alike("gravle", ["gravel", "asphalt", "snow"])
    ['gravel']
    """
    return difflib.get_close_matches(name, list(known), n=most, cutoff=cutoff)


def meant(close: Sequence[str], otherwise: str = "") -> str:
    """A question for what was meant, or what to say where nothing is alike.

    >>> meant(["gravel", "grave"]), meant([], "There are gravel and snow.")
    ('Did you mean gravel or grave?', 'There are gravel and snow.')
    """
    return f"Did you mean {' or '.join(close)}?" if close else otherwise


def did_you_mean(
    name: str, known: Collection[str], *, what: str = "There are", most: int = 3, cutoff: float = 0.6
) -> str:
    """What may have been meant by a name that is not known, or else all names there are; a sentence.

    >>> did_you_mean("gravle", ["gravel", "snow"]), did_you_mean("tarmac", ["gravel", "snow"], what="Tyres are")
    ('Did you mean gravel?', 'Tyres are gravel and snow.')
    """
    return meant(alike(name, known, most=most, cutoff=cutoff), f"{what} {listed(known)}.")
