"""Fields of the document that nothing reads: kept as they are, but most often a slip of whoever wrote the file."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

from designer.design.document import Design
from designer.design.values import EditError
from designer.formats import native
from designer.formats.native import FormatError
from designer.model.compiled import CompiledDesign
from designer.schemas import json_path, schema
from designer.validation.checking import tile_location
from designer.validation.codes import finding
from designer.validation.finding import Finding, Fix, Location
from designer.words import alike

#: Fields that begin so are remarks for people and other programs.
REMARKS = ("$", "_", "x-")
#: Where a part stands in the document: keys and positions.
Keys = tuple[str | int, ...]


class Part(NamedTuple):
    """An object of the document: where it is, the fields that nothing reads, and those that it may have.

    ``place`` is set for what lies on a tile; other findings name the path.
    """

    path: Keys
    extra: Mapping[str, Any]
    known: tuple[str, ...]
    place: Location | None = None


@cache
def _known(name: str, *keys: str) -> tuple[str, ...]:
    """The fields that a schema describes for an object within it."""
    contents: Any = schema(name)
    for key in keys:
        contents = contents[key]
    return tuple(contents["properties"])


def _parts(compiled: CompiledDesign) -> Iterator[Part]:
    """Every object of the document that can hold more than its fields, in the order in which it is written."""
    design = compiled.design
    yield Part((), design.extra, _known("design"))
    if design.inventory is not None:
        yield Part(("inventory",), design.inventory.extra, _known("design", "properties", "inventory"))
    if design.event is not None:
        yield Part(("event",), design.event.extra, _known("event"))
        for number, entry in enumerate(design.event.boards):
            yield Part(("event", "boards", number), entry.extra, _known("event", "properties", "boards", "items"))
    if design.stage is not None:
        yield Part(("stage",), design.stage.extra, _known("stage"))
        for number, tile in enumerate(compiled.stage):
            path = ("stage", "tiles", number)
            yield Part(path, tile.extra, _known("stage", "$defs", "placed_tile"), tile_location(tile))
            for at, token in enumerate(tile.tokens):
                yield Part(
                    (*path, "tokens", at),
                    token.extra,
                    _known("stage", "$defs", "token"),
                    tile_location(tile, token=token.kind),
                )
    for number, board in enumerate(design.dashboards):
        yield Part(("dashboards", number), board.extra, _known("dashboard"))
    for number, waiver in enumerate(design.waivers):
        yield Part(("waivers", number), waiver.extra, _known("design", "properties", "waivers", "items"))
    if design.spire is not None:
        yield Part(("spire",), design.spire.extra, _known("spire"))
        for number, column in enumerate(design.spire.columns):
            path = ("spire", "columns", number)
            yield Part(path, column.extra, _known("spire", "$defs", "column"))
            for row, card in enumerate(column.holds):
                yield Part((*path, "holds", row), card.extra, _known("spire", "$defs", "hold"))
        for number, climber in enumerate(design.spire.climbers):
            yield Part(("spire", "climbers", number), climber.extra, _known("spire", "$defs", "climber"))


def unknown_fields(compiled: CompiledDesign) -> Iterator[Finding]:
    """DOC007: a field close to a known one, DOC008: any other that nothing reads."""
    for part in _parts(compiled):
        for name in sorted(part.extra):
            if name.startswith(REMARKS):
                continue
            place = part.place or Location(path=json_path((*part.path, name))[:300])
            near = alike(name.lower(), part.known, most=1, cutoff=0.7)
            shown = name if len(name) <= 60 else f"{name[:57]}..."
            if near:
                yield finding(
                    "DOC007",
                    f"Nothing reads the field {shown}. Did you mean {near[0]}?",
                    place,
                    (Fix(f"Call it {near[0]}", _renamed(part.path, name, near[0])),),
                )
            else:
                yield finding(
                    "DOC008",
                    f"Nothing reads the field {shown}; it is kept as it is. Fields here are "
                    f"{', '.join(part.known)}. One of your own may begin with _.",
                    place,
                )


def _renamed(path: Keys, name: str, meant: str) -> Callable[[Design], Design]:
    def edit(design: Design) -> Design:
        data = native.to_data(design)
        part: Any = data
        try:
            for key in path:
                part = part[key]
            value = part.pop(name)
        except (KeyError, IndexError, TypeError):
            raise EditError(f"There is no field {name} any more.") from None
        if part.get(meant):
            raise EditError(f"There is a field {meant} already; take {name} out of the file.")
        part[meant] = value
        try:
            return native.from_data(data)
        except FormatError as error:
            raise EditError(f"It cannot be called {meant}: {error}") from None

    return edit


CHECKS = (unknown_fields,)
