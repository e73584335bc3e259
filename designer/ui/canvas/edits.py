"""Edits on several tiles at once, and pieces as the palette names them. Pure functions, no Qt."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from designer.design import stage as single
from designer.design.hexes import Hex, centre, hex_at, rotated
from designer.design.stage import Stage, Token
from designer.design.values import EditError


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

    def token_piece(self) -> Token:
        """The token to lay on a tile."""
        return Token(self.token, self.value)


def _landing(stage: Stage, goals: dict[int, tuple[Hex, int]]) -> Stage:
    """The stage with some tiles (by index) on other hexes and turned; refuses hexes that others hold."""
    others = {tile.hex: tile.tile for index, tile in enumerate(stage.tiles) if index not in goals}
    for place, _ in goals.values():
        if place in others:
            raise EditError(f"Tile {others[place]} already lies at {place.q}, {place.r}.")
    tiles = tuple(
        replace(tile, hex=goals[index][0], rotation=goals[index][1]) if index in goals else tile
        for index, tile in enumerate(stage.tiles)
    )
    return replace(stage, tiles=tiles)


def _indices(stage: Stage, places: Iterable[Hex]) -> list[int]:
    """The tiles seen on some hexes, by their place in the stage."""
    top = {tile.hex: index for index, tile in enumerate(stage.tiles)}
    return [top[place] for place in sorted(set(places)) if place in top]


def move_many(stage: Stage, places: Iterable[Hex], dq: int, dr: int) -> Stage:
    """Move tiles together by (dq, dr). Raises EditError when a goal is taken by a tile that stays.

    >>> two = single.place(single.place(Stage(), "202a", Hex(0, 0)), "305a", Hex(1, 0))
    >>> [tile.hex for tile in move_many(two, [Hex(0, 0), Hex(1, 0)], 1, 0)]
    [Hex(q=1, r=0), Hex(q=2, r=0)]
    """
    tiles = stage.tiles
    return _landing(stage, {index: (Hex(tiles[index].hex.q + dq, tiles[index].hex.r + dr), tiles[index].rotation)
                            for index in _indices(stage, places)})


def pivot_of(places: Iterable[Hex]) -> Hex:
    """The hex in the middle of some hexes."""
    points = [centre(place) for place in places]
    return hex_at(sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points))


def turn_many(stage: Stage, places: Iterable[Hex], steps: int) -> Stage:
    """Turn tiles as one block about the hex in their middle; one tile turns in place."""
    indices = _indices(stage, places)
    if not indices:
        return stage
    tiles = stage.tiles
    pivot = pivot_of([tiles[index].hex for index in indices])
    return _landing(stage, {index: (rotated(tiles[index].hex, steps % 6, pivot), (tiles[index].rotation + steps) % 6)
                            for index in indices})


def flip_many(stage: Stage, places: Iterable[Hex]) -> Stage:
    """Turn tiles over."""
    for place in sorted(set(places)):
        stage = single.flip(stage, place)
    return stage


def remove_many(stage: Stage, places: Iterable[Hex]) -> Stage:
    """Take tiles away."""
    for place in sorted(set(places)):
        stage = single.remove(stage, place)
    return stage


def names(tiles: list[str]) -> str:
    """Tiles in a command's name: "418b", or "3 tiles"."""
    return tiles[0] if len(tiles) == 1 else f"{len(tiles)} tiles"
