"""What the boxes print and what the words of climbers mean, in words to read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from designer import catalog

MARKS = {"seed": "rule document", "public": "public source", "assumed": "assumed"}


def who(box: Mapping[str, Any]) -> str:
    """For whom a box is, as far as it is known.

    >>> who(catalog.contents()["dirt-rx"])
    '1 to 6 players, 45 to 60 minutes, of 2021'
    """
    parts = []
    if "players" in box:
        parts.append("{} to {} players".format(*box["players"]["value"]))
    if "ages_from" in box:
        parts.append(f"from {box['ages_from']['value']} years")
    if "minutes" in box:
        first, last = box["minutes"]["value"]
        parts.append(f"{first} to {last} minutes" if first != last else f"{first} minutes")
    if "year" in box:
        parts.append(f"of {box['year']['value']}")
    return ", ".join(parts)


def sources(box: Mapping[str, Any]) -> str:
    """Where what ``who`` tells comes from."""
    found = [box[name] for name in ("players", "ages_from", "minutes", "year") if name in box]
    return "; ".join(dict.fromkeys(f"{fact['source']}: {fact['where']}" for fact in found))


def counted(item: Mapping[str, Any]) -> str:
    """A line of a box's contents: "18 try tokens (three for each of six colours)"."""
    note = f" ({item['note']})" if item["note"] else ""
    return f"{item['count']} {item['what']}{note}"


def terms_like(word: str) -> list[str]:
    """The words of climbers that a word stands for: that very one, else those that hold or explain it.

    >>> terms_like("Dyno"), terms_like("leg"), terms_like("submarine")
    (['dyno'], ['elvis leg'], [])
    """
    wanted = " ".join(word.casefold().split())
    known = catalog.terms()
    if wanted in known:
        return [wanted]
    return [name for name in known if wanted and wanted in name] or [
        name for name, term in known.items() if wanted and wanted in term["meaning"].casefold()
    ]
