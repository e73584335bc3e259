"""Pieces: known tiles, copies at hand, the inventory itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace

from designer import catalog
from designer.design.stage import PlacedTile, Stage, piece_of, swap
from designer.graph.terrain import HOUSE_RULE, from_other_boxes
from designer.model.compiled import CompiledDesign
from designer.model.drivable import unknown_words
from designer.validation.checking import Edit, stage_fix, tile_location
from designer.validation.codes import finding
from designer.validation.finding import Finding, Fix, Location
from designer.validation.fitting import by_shape, fits_at, free_copies, shape
from designer.words import alike, did_you_mean, listed, meant


def unknown_tiles(compiled: CompiledDesign) -> Iterator[Finding]:
    """Tiles that no box holds."""
    unknown = {tile.hex for tile in compiled.graph.unknown}
    lying = Counter(tile.hex for tile in compiled.stage)
    for tile in compiled.graph.unknown:
        wanted = tile.tile.strip().lower()
        hint = meant(alike(wanted, catalog.sides()), "The palette and 'crest list tiles' show all tiles.")
        fixes: tuple[Fix, ...] = ()
        side = catalog.side(wanted)
        fits = side is not None and fits_at(compiled.graph, tile.hex, side, tile.rotation, ignoring=unknown)
        if fits and lying[tile.hex] == 1:
            fixes = (stage_fix(f"Make it {wanted}", _renamed(tile, wanted), safe=True),)
        yield finding("PCE001", f"{unknown_words(tile)} {hint}", tile_location(tile), fixes)


def _renamed(tile: PlacedTile, name: str) -> Edit:
    def edit(stage: Stage) -> Stage:
        return replace(stage, tiles=tuple(replace(each, tile=name) if each == tile else each for each in stage.tiles))

    return edit


def copies(compiled: CompiledDesign) -> Iterator[Finding]:
    """Pieces that are used more often than there are copies."""
    inventory = compiled.design.inventory
    owned = None if inventory is None else inventory.boxes
    extra = None if inventory is None else inventory.pieces
    free = free_copies(compiled)
    used: dict[str, list[PlacedTile]] = {}
    for tile in compiled.stage:
        if catalog.side(tile.tile) is not None:
            used.setdefault(piece_of(tile.tile), []).append(tile)
    for piece, tiles in sorted(used.items()):
        there = catalog.copies(piece, owned, extra)
        for tile in tiles[there:]:
            sides = sorted({each.tile for each in tiles})
            both = f" ({listed(sides)} are the two sides of one piece)" if len(sides) > 1 else ""
            need = _boxes_needed(piece, len(tiles))
            have = f"only {there} of it" if there else "none of it"
            if inventory is None:
                code, who = "PCE003", f"all boxes together hold {have}"
            else:
                code, who = "PCE002", f"you own {have}"
            times = "once" if len(tiles) == 1 else f"{len(tiles)} times"
            yield finding(
                code,
                f"Piece {piece} is used {times}{both}, but {who}. {need}",
                tile_location(tile),
                _equal_tiles(compiled, tile, free),
            )


def _boxes_needed(piece: str, count: int) -> str:
    names = [f"{catalog.boxes()[name].name}" for name in catalog.boxes_of_piece(piece)]
    if not names:
        return "No box holds it; use another tile."
    each = max(catalog.boxes()[name].tiles[piece] for name in catalog.boxes_of_piece(piece))
    boxes = -(-count // each)
    if boxes > 1:
        return f"You would need {boxes} copies of {' or '.join(names)}; or use another tile."
    return f"It comes in {' or '.join(names)}."


def _equal_tiles(compiled: CompiledDesign, tile: PlacedTile, free: Callable[[str], bool]) -> tuple[Fix, ...]:
    """Swaps to a free tile of the same shape and terrain (at most two, those most like it first).

    A tile whose tokens stand at printed places is left alone: the other tile's places are not the same. A swap is
    safe when the other tile has the same features and danger.
    """
    side = catalog.side(tile.tile)
    if side is None or side.role is not None or any(token.place for token in tile.tokens):
        return ()
    if compiled.graph.placed(tile.hex) != tile:
        return ()
    found: list[tuple[int, str, int]] = []
    for other, turn in by_shape().get(shape(side, tile.rotation), ()):
        if other.terrain == side.terrain and len(other.roads) == len(side.roads) and free(other.piece):
            unlike = len(set(other.features) ^ set(side.features)) + (other.danger != side.danger)
            found.append((unlike, other.id, turn))
    return tuple(
        stage_fix(f"Use {name} instead", _swapped(tile, name, turn), safe=not unlike)
        for unlike, name, turn in sorted(found)[:2]
    )


def _swapped(tile: PlacedTile, name: str, turn: int) -> Edit:
    def edit(stage: Stage) -> Stage:
        return swap(stage, tile.hex, name, turn)

    return edit


def inventory_names(compiled: CompiledDesign) -> Iterator[Finding]:
    """Boxes, pieces and dice of the inventory that the catalog does not have."""
    inventory = compiled.design.inventory
    if inventory is None:
        return
    for name in sorted(set(inventory.boxes) - set(catalog.boxes())):
        hint = did_you_mean(name, catalog.boxes(), what="Boxes are", most=2)
        yield finding(
            "PCE004",
            f"The inventory names a box {name} that does not exist. {hint}",
            Location(path=f"inventory.boxes.{name}"),
        )
    known = {side.piece for side in catalog.sides().values()}
    for name in sorted(set(inventory.pieces) - known):
        yield finding(
            "PCE004",
            f"The inventory names a piece {name} that does not exist; pieces are numbers such as 418.",
            Location(path=f"inventory.pieces.{name}", piece=name),
        )

    for name in sorted(set(inventory.dice) - set(catalog.dice())):
        hint = did_you_mean(name, catalog.dice(), what="Dice are", most=2)
        yield finding(
            "PCE004",
            f"The inventory names a die {name} that does not exist. {hint}",
            Location(path=f"inventory.dice.{name}"),
        )


#: Boxes with boards for a track type (Climb and 110%, "Track types"; Unlimited boards take every type).
BOARDS_FOR = {
    "asphalt": ("dirt-110-percent", "dirt-climb", "dirt-rx"),
    "snow": ("dirt-110-percent", "dirt-climb"),
}


def boards_at_hand(compiled: CompiledDesign) -> Iterator[Finding]:
    """The boxes at hand hold a board for each track type of the stage. Rallycross and GT boards do not mind types."""
    inventory = compiled.design.inventory
    event = compiled.design.event
    if inventory is None or (event is not None and event.kind == "rallycross"):
        return
    for terrain in compiled.terrains:
        wanted = BOARDS_FOR.get(terrain, ())
        if not wanted or any(inventory.boxes.get(name, 0) for name in wanted):
            continue
        if any(name.startswith("gt-") and count for name, count in inventory.boxes.items()):
            continue
        place = next(place for place in sorted(compiled.graph.graph) if compiled.terrain(place) == terrain)
        names = " or ".join(catalog.boxes()[name].name for name in wanted)
        yield finding(
            "PCE005",
            f"The stage has {terrain} tiles, and no box at hand holds a board for {terrain}: take "
            f"{names}, or agree on a board.",
            tile_location(compiled.graph.placed(place)),
        )


def climb_as_gravel(compiled: CompiledDesign) -> Iterator[Finding]:
    """Climb tiles count as gravel by house rule, which is meant for the core box and Climb alone."""
    if not compiled.rules.switch(HOUSE_RULE):
        return
    if others := from_other_boxes(compiled.stage):
        names = list(dict.fromkeys(tile.tile for tile in others))
        shown = listed(names[:4]) if len(names) <= 4 else f"{', '.join(names[:4])} and {len(names) - 4} more"
        yield finding(
            "PCE006",
            f"Climb tiles count as gravel here, but {shown} {'is' if len(names) == 1 else 'are'} "
            "from neither the core box nor Climb. Play climb tiles as the track type they show, or use "
            "tiles of these two boxes.",
            tile_location(others[0]),
        )


CHECKS = (climb_as_gravel, unknown_tiles, copies, inventory_names, boards_at_hand)
