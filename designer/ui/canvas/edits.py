"""Pieces as the palette names them, and edits that a gesture needs. Pure functions, no Qt."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from designer.design.document import Design
from designer.design.hexes import EDGES, Hex, distance, neighbour
from designer.design.stage import PlacedTile, Stage, Token
from designer.design.values import EditError
from designer.graph import stage_graph


@dataclass(frozen=True)
class Piece:
    """What can be taken from the palette: a tile side, or a token kind with its value."""

    tile: str = ""
    token: str = ""
    value: int | None = None

    @property
    def text(self) -> str:
        """The piece as dragged: "tile:418b", "token:climb:-1", "token:cloud".

        >>> Piece.parse("token:climb:-1").text
        'token:climb:-1'
        """
        if self.tile:
            return f"tile:{self.tile}"
        return f"token:{self.token}" + ("" if self.value is None else f":{self.value}")

    @staticmethod
    def parse(text: str) -> Piece | None:
        """The piece of a text, or None.

        >>> Piece.parse("tile:418b")
        Piece(tile='418b', token='', value=None)
        """
        kind, _, rest = text.partition(":")
        if kind == "tile" and rest:
            return Piece(tile=rest)
        if kind == "token" and rest:
            name, _, value = rest.partition(":")
            return Piece(token=name, value=int(value) if value.lstrip("-").isdigit() else None)
        return None

    def token_piece(self, place: str | None = None) -> Token:
        """The token to lay on a tile; ``place`` is the edge or step where a standing piece stands."""
        return Token(self.token, self.value, place)


def names(tiles: list[str]) -> str:
    """Tiles in a command's name: "418b", or "3 tiles"."""
    return tiles[0] if len(tiles) == 1 else f"{len(tiles)} tiles"


def copied(stage: Stage, places: Iterable[Hex]) -> Design:
    """The tiles on some hexes as a design of their own, as it goes to the clipboard."""
    chosen = set(places)
    return Design(stage=Stage(tuple(tile for tile in stage if tile.hex in chosen)))


def landing(stage: Stage, tiles: Iterable[PlacedTile], goal: Hex) -> tuple[PlacedTile, ...]:
    """Tiles moved together so that the first lies on the free place nearest to a goal where all of them fit.

    >>> from designer.design.stage import place
    >>> board = place(Stage(), "202a", Hex(0, 0))
    >>> landing(board, [PlacedTile("305a", Hex(7, 7))], Hex(0, 0))[0].hex
    Hex(q=-1, r=0)
    """
    block = tuple(tiles)
    taken = {tile.hex for tile in stage}
    first = block[0].hex
    reach = (
        1
        + max((distance(goal, place) for place in taken), default=0)
        + max(distance(first, tile.hex) for tile in block)
    )
    around = sorted(
        (distance(goal, place), place)
        for q in range(-reach, reach + 1)
        for r in range(-reach, reach + 1)
        if distance(goal, place := Hex(goal.q + q, goal.r + r)) <= reach
    )
    for _, place in around:
        dq, dr = place.q - first.q, place.r - first.r
        if all(Hex(tile.hex.q + dq, tile.hex.r + dr) not in taken for tile in block):
            return tuple(replace(tile, hex=Hex(tile.hex.q + dq, tile.hex.r + dr)) for tile in block)
    raise EditError("There is no room for the tiles.")


def added(stage: Stage, tiles: Iterable[PlacedTile]) -> Stage:
    """The stage with more tiles, whose hexes are free."""
    return replace(stage, tiles=(*stage.tiles, *tiles))


def filled(stage: Stage, fillers: Mapping[str, int]) -> Stage:
    """The stage with filler tiles in its gaps, the most enclosed gaps first, as far as the fillers go.

    ``fillers`` maps filler sides to the copies that are left. A gap touches at least two tiles and is not where an
    open road would go on. Raises EditError when there is nothing to fill or nothing to fill it with.
    """
    graph = stage_graph.build(stage)
    taken = {tile.hex for tile in stage}
    roads = {neighbour(end.hex, end.edge) for end in graph.open_edges}
    touching: dict[Hex, int] = {}
    for place in taken:
        for edge in EDGES:
            gap = neighbour(place, edge)
            if gap not in taken and gap not in roads:
                touching[gap] = touching.get(gap, 0) + 1
    gaps = sorted((-count, gap) for gap, count in touching.items() if count >= 2)
    tiles = [tile for tile, left in fillers.items() for _ in range(left)]
    if not gaps:
        raise EditError("The stage has no gap that touches two tiles.")
    if not tiles:
        raise EditError("No filler tile is left in the inventory.")
    return added(stage, [PlacedTile(tile, gap) for (_, gap), tile in zip(gaps, tiles, strict=False)])
