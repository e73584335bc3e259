"""How large a design may be: the schemas are the one table of limits, and edits, dialogs and files all ask it."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

from designer import schemas
from designer.design.document import Design
from designer.formats import native


@cache
def limit(schema: str, path: str, keyword: str = "maxLength") -> int:
    """A limit that a schema states for a field, named by its path: "tiles.q" is a field of each entry of a list.

    Raises KeyError where the schema states none.

    >>> limit("design", "name"), limit("stage", "tiles", "maxItems"), limit("stage", "tiles.q", "maximum")
    (200, 5000, 10000)
    """
    whole = part = schemas.schema(schema)
    for name in path.split("."):
        part = _entry(whole, _entry(whole, part).get("items", part))["properties"][name]
    return int(_entry(whole, part)[keyword])


def _entry(whole: dict[str, Any], part: dict[str, Any]) -> dict[str, Any]:
    """A part of a schema, or the one of its definitions that it refers to."""
    reference = str(part.get("$ref", ""))
    found: dict[str, Any] = whole["$defs"][reference.removeprefix("#/$defs/")] if reference else part
    return found


def too_large(after: Design, before: Design | None = None) -> str | None:
    """Why a design could not be opened again if it were saved, in a player's words; None when it could.

    Only what is not the same as ``before`` is looked at, so that asking after every edit costs next to nothing.

    >>> too_large(Design(name="n" * 201))
    'name: is too long: at most 200 are allowed, this has 201'
    """
    if after.stage is not None and (before is None or after.stage is not before.stage):
        tiles, farthest = after.stage.tiles, limit("stage", "tiles.q", "maximum")
        if len(tiles) > (most := limit("stage", "tiles", "maxItems")):
            return f"A stage has at most {most} tiles, this would be {len(tiles)}."
        for tile in tiles:
            if max(abs(tile.hex.q), abs(tile.hex.r)) > farthest:
                return (
                    f"{tile.tile} would lie at ({tile.hex.q}, {tile.hex.r}), beyond the edge of the grid: "
                    f"it ends {farthest} hexes from its middle."
                )
            if len(tile.tokens) > (most := limit("stage", "tiles.tokens", "maxItems")):
                return f"A tile holds at most {most} tokens."
    rest = replace(after, stage=None)
    if before is not None and rest == replace(before, stage=None):
        return None
    found = schemas.problems(native.to_data(rest), "design")
    return str(found[0]) if found else None
