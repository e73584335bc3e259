"""What checks share: their type, where a tile is, fixes that edit the stage, and words."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from designer.design.document import with_stage
from designer.design.stage import PlacedTile, Stage, Token
from designer.design.values import EditError
from designer.model.compiled import CompiledDesign
from designer.validation.finding import Finding, Fix, Location

Check = Callable[[CompiledDesign], Iterator[Finding]]
#: An edit on the stage alone.
Edit = Callable[[Stage], Stage]


def tile_location(tile: PlacedTile, *, edge: str | None = None, token: str | None = None) -> Location:
    """The place of a placed tile, of one of its edges (as it lies) or of a token on it."""
    return Location(hex=tile.hex, tile=tile.tile, edge=edge, token=token)


def stage_fix(name: str, edit: Edit, *, safe: bool = False) -> Fix:
    """A fix that edits the stage of a design."""
    return Fix(name, lambda design: with_stage(design, edit(design.stage or Stage())), safe)


def without_token(tile: PlacedTile, token: Token) -> Edit:
    """An edit that takes one token off a tile, also off one that lies hidden under another."""
    return with_token(tile, token, None)


def with_token(tile: PlacedTile, token: Token, new: Token | None) -> Edit:
    """An edit that puts another token in the place of one (None: nothing), also on a tile hidden under another."""

    def edit(stage: Stage) -> Stage:
        if tile not in stage.tiles or token not in tile.tokens:
            raise EditError(f"There is no {token.kind} token on tile {tile.tile} at {tile.hex.q}, {tile.hex.r}.")
        index, gone = stage.tiles.index(tile), tile.tokens.index(token)
        instead = () if new is None else (new,)
        changed = replace(tile, tokens=(*tile.tokens[:gone], *instead, *tile.tokens[gone + 1 :]))
        return replace(stage, tiles=(*stage.tiles[:index], changed, *stage.tiles[index + 1 :]))

    return edit
