"""The formats a design can be exported to, by name. Formats that paint with Qt are added by the window's side."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from designer.design.document import Design
from designer.formats import native, text


class Exporter(NamedTuple):
    """A format: what it is good for, the usual file ending, and the function that writes a design as bytes."""

    description: str
    ending: str
    write: Callable[[Design], bytes]


def _json(design: Design) -> bytes:
    return native.canonical(design).encode("utf-8")


def _text(design: Design) -> bytes:
    return text.to_text(design).encode("utf-8")


EXPORTERS: Mapping[str, Exporter] = {
    "json": Exporter("Crest's own document in canonical form", ".json", _json),
    "text": Exporter("tile list, boxes and boards to read or post", ".txt", _text),
}
