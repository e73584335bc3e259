"""A stage: placed tiles with their tokens, and the edits on it.

Every edit is a pure function ``Stage -> Stage``. Where a hex holds more than one tile (a file may say so; the
validator reports it), edits act on the one placed last, which is the one seen.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from designer.design.hexes import Hex, centre, hex_at, rotated
from designer.design.values import NO_EXTRA, EditError, FrozenMap


@dataclass(frozen=True, slots=True)
class Token:
    """A token on a tile.

    ``kind`` names it ("climb", "oxygen", "cloud", "joker-entrance", "joker-exit", "finish", "mud", "jump", "water",
    "chicane", "chicane-limit"); ``value`` is the printed number (-1 or 1 for climb, -1 to -3 for oxygen). ``place``
    says where on the tile it is: a printed edge ("A" to "F") or a step between two spaces ("bl>cl") where a standing
    piece stands, a space ("bl") where a jump, water or a chicane lies. Those have two things more: ``track``, the
    track type they show (None: that of their tile), and ``turn``, degrees clockwise from the top of the printed
    tile, 0 to 359 (None: along the road).
    """

    kind: str
    value: int | None = None
    place: str | None = None
    track: str | None = None
    turn: int | None = None
    extra: FrozenMap = NO_EXTRA


@dataclass(frozen=True, slots=True)
class PlacedTile:
    """A tile side on a hex, turned clockwise by ``rotation`` (0 to 5) steps, with the tokens that lie on it."""

    tile: str
    hex: Hex
    rotation: int = 0
    tokens: tuple[Token, ...] = ()
    extra: FrozenMap = NO_EXTRA

    def token(self, kind: str) -> Token | None:
        """The first token of a kind, or None."""
        return next((token for token in self.tokens if token.kind == kind), None)


@dataclass(frozen=True, slots=True)
class Stage:
    """Placed tiles in the order in which they were placed.

    >>> stage = place(Stage(), "202a", Hex(0, 0), rotation=1)
    >>> tile_at(stage, Hex(0, 0)).tile
    '202a'
    """

    tiles: tuple[PlacedTile, ...] = ()
    extra: FrozenMap = NO_EXTRA

    def __iter__(self) -> Iterator[PlacedTile]:
        return iter(self.tiles)

    def __len__(self) -> int:
        return len(self.tiles)


def other_side(tile: str) -> str:
    """The id of the other printed side of a piece; a one-sided piece is its own other side.

    >>> other_side("418a"), other_side("101")
    ('418b', '101')
    """
    if tile.endswith("a"):
        return tile[:-1] + "b"
    if tile.endswith("b"):
        return tile[:-1] + "a"
    return tile


def piece_of(tile: str) -> str:
    """The number of the piece that carries a side.

    >>> piece_of("418b")
    '418'
    """
    return tile[:-1] if tile[-1:] in ("a", "b") else tile


def tile_at(stage: Stage, place: Hex) -> PlacedTile | None:
    """The tile seen on a hex, or None."""
    for tile in reversed(stage.tiles):
        if tile.hex == place:
            return tile
    return None


def _index(stage: Stage, place: Hex) -> int:
    for index in range(len(stage.tiles) - 1, -1, -1):
        if stage.tiles[index].hex == place:
            return index
    raise EditError(f"There is no tile at {place.q}, {place.r}.")


def _with_tile(stage: Stage, index: int, tile: PlacedTile) -> Stage:
    return replace(stage, tiles=(*stage.tiles[:index], tile, *stage.tiles[index + 1 :]))


def place(stage: Stage, tile: str, at: Hex, rotation: int = 0, tokens: Iterable[Token] = ()) -> Stage:
    """Put a tile on a free hex. Raises EditError when the hex is taken."""
    if (there := tile_at(stage, at)) is not None:
        raise EditError(f"Tile {there.tile} already lies at {at.q}, {at.r}.")
    return replace(stage, tiles=(*stage.tiles, PlacedTile(tile, at, rotation % 6, tuple(tokens))))


def remove(stage: Stage, at: Hex) -> Stage:
    """Take the tile on a hex away, with its tokens."""
    index = _index(stage, at)
    return replace(stage, tiles=stage.tiles[:index] + stage.tiles[index + 1 :])


def move(stage: Stage, at: Hex, to: Hex) -> Stage:
    """Move a tile, with its tokens, to a free hex."""
    index = _index(stage, at)
    if at == to:
        return stage
    if (there := tile_at(stage, to)) is not None:
        raise EditError(f"Tile {there.tile} already lies at {to.q}, {to.r}.")
    return _with_tile(stage, index, replace(stage.tiles[index], hex=to))


def rotate(stage: Stage, at: Hex, steps: int = 1) -> Stage:
    """Turn a tile in place by ``steps`` of 60 degrees clockwise (negative: the other way)."""
    index = _index(stage, at)
    tile = stage.tiles[index]
    return _with_tile(stage, index, replace(tile, rotation=(tile.rotation + steps) % 6))


def flip(stage: Stage, at: Hex) -> Stage:
    """Turn a tile over to its other printed side, keeping its rotation and tokens."""
    index = _index(stage, at)
    tile = stage.tiles[index]
    return _with_tile(stage, index, replace(tile, tile=other_side(tile.tile)))


def swap(stage: Stage, at: Hex, tile: str, rotation: int | None = None) -> Stage:
    """Put another tile in the place of one, keeping its tokens and, unless given, its rotation."""
    index = _index(stage, at)
    old = stage.tiles[index]
    turn = old.rotation if rotation is None else rotation % 6
    return _with_tile(stage, index, replace(old, tile=tile, rotation=turn))


def put_token(stage: Stage, at: Hex, token: Token) -> Stage:
    """Lay a token on the tile of a hex."""
    index = _index(stage, at)
    tile = stage.tiles[index]
    return _with_tile(stage, index, replace(tile, tokens=(*tile.tokens, token)))


def take_token(stage: Stage, at: Hex, kind: str, value: int | None = None) -> Stage:
    """Take the last token of a kind (and value, when given) off the tile of a hex."""
    index = _index(stage, at)
    tile = stage.tiles[index]
    for number in range(len(tile.tokens) - 1, -1, -1):
        token = tile.tokens[number]
        if token.kind == kind and (value is None or token.value == value):
            return _with_tile(stage, index, replace(tile, tokens=tile.tokens[:number] + tile.tokens[number + 1 :]))
    raise EditError(f"There is no {kind} token on the tile at {at.q}, {at.r}.")


def change_token(stage: Stage, at: Hex, old: Token, new: Token | None) -> Stage:
    """Put another token in the place of one on the tile of a hex, or with None take just that one away.

    >>> one = place(Stage(), "205a", Hex(0, 0), tokens=[Token("jump", place="bl"), Token("jump", place="cl")])
    >>> [token.place for token in change_token(one, Hex(0, 0), Token("jump", place="bl"), None).tiles[0].tokens]
    ['cl']
    """
    index = _index(stage, at)
    tokens = stage.tiles[index].tokens
    if old not in tokens:
        raise EditError(f"There is no such {old.kind} token on the tile at {at.q}, {at.r}.")
    number = tokens.index(old)
    left = tokens[:number] + (() if new is None else (new,)) + tokens[number + 1 :]
    return _with_tile(stage, index, replace(stage.tiles[index], tokens=left))


# Several tiles at once ------------------------------------------------------------------------------------------


def _indices(stage: Stage, places: Iterable[Hex]) -> list[int]:
    """The tiles seen on some hexes, by their place in the stage. Raises EditError for a hex without a tile."""
    top = {tile.hex: index for index, tile in enumerate(stage.tiles)}
    wanted = sorted(set(places))
    for at in wanted:
        if at not in top:
            raise EditError(f"There is no tile at {at.q}, {at.r}.")
    return [top[at] for at in wanted]


def _landed(stage: Stage, goals: dict[int, PlacedTile]) -> Stage:
    """The stage with some tiles (by index) laid elsewhere. Raises EditError when a tile that stays is in the way."""
    staying = {tile.hex: tile for index, tile in enumerate(stage.tiles) if index not in goals}
    for goal in goals.values():
        if (there := staying.get(goal.hex)) is not None:
            raise EditError(f"Tile {there.tile} already lies at {goal.hex.q}, {goal.hex.r}.")
    return replace(stage, tiles=tuple(goals.get(index, tile) for index, tile in enumerate(stage.tiles)))


def _shifted(tile: PlacedTile, dq: int, dr: int) -> PlacedTile:
    return replace(tile, hex=Hex(tile.hex.q + dq, tile.hex.r + dr))


def middle(places: Iterable[Hex]) -> Hex:
    """The hex in the middle of some hexes; 0, 0 when there are none.

    >>> middle([Hex(0, 0), Hex(2, 0)])
    Hex(q=1, r=0)
    """
    points = [centre(at) for at in places]
    if not points:
        return Hex(0, 0)
    return hex_at(sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points))


def move_many(stage: Stage, places: Iterable[Hex], dq: int, dr: int) -> Stage:
    """Move tiles together by (dq, dr). Raises EditError when a tile that stays is in the way.

    >>> two = place(place(Stage(), "202a", Hex(0, 0)), "305a", Hex(1, 0))
    >>> [tile.hex for tile in move_many(two, [Hex(0, 0), Hex(1, 0)], 1, 0)]
    [Hex(q=1, r=0), Hex(q=2, r=0)]
    """
    return _landed(stage, {index: _shifted(stage.tiles[index], dq, dr) for index in _indices(stage, places)})


def rotate_many(stage: Stage, places: Iterable[Hex], steps: int = 1, pivot: Hex | None = None) -> Stage:
    """Turn tiles as one block about the hex in their middle (or ``pivot``); one tile alone turns in place."""
    indices = _indices(stage, places)
    about = pivot or middle(stage.tiles[index].hex for index in indices)
    return _landed(stage, {index: _rotated(stage.tiles[index], steps, about) for index in indices})


def _rotated(tile: PlacedTile, steps: int, pivot: Hex) -> PlacedTile:
    return replace(tile, hex=rotated(tile.hex, steps % 6, pivot), rotation=(tile.rotation + steps) % 6)


def flip_many(stage: Stage, places: Iterable[Hex]) -> Stage:
    """Turn tiles over."""
    turned_over = {
        index: replace(stage.tiles[index], tile=other_side(stage.tiles[index].tile))
        for index in _indices(stage, places)
    }
    return _landed(stage, turned_over)


def remove_many(stage: Stage, places: Iterable[Hex]) -> Stage:
    """Take tiles away, with their tokens."""
    gone = set(_indices(stage, places))
    return replace(stage, tiles=tuple(tile for index, tile in enumerate(stage.tiles) if index not in gone))


def paste_many(stage: Stage, tiles: Iterable[PlacedTile], at: Hex) -> Stage:
    """Lay copies of tiles down so that the first of them comes to lie on ``at``, the others as they lay about it.

    Raises EditError when a hex is taken. Whether copies of the pieces are left is not asked here.

    >>> two = [PlacedTile("202a", Hex(3, 1)), PlacedTile("305a", Hex(4, 1))]
    >>> [tile.hex for tile in paste_many(Stage(), two, Hex(0, 0))]
    [Hex(q=0, r=0), Hex(q=1, r=0)]
    """
    tiles = tuple(tiles)
    if not tiles:
        return stage
    dq, dr = at.q - tiles[0].hex.q, at.r - tiles[0].hex.r
    laid = tuple(_shifted(tile, dq, dr) for tile in tiles)
    taken = {tile.hex: tile for tile in stage}
    for tile in laid:
        if tile.hex in taken:
            raise EditError(f"Tile {taken[tile.hex].tile} already lies at {tile.hex.q}, {tile.hex.r}.")
    return replace(stage, tiles=stage.tiles + laid)


# The whole stage ------------------------------------------------------------------------------------------------


def rotate_all(stage: Stage, steps: int = 1, pivot: Hex | None = None) -> Stage:
    """Turn the whole stage by ``steps`` of 60 degrees clockwise about its middle (or ``pivot``)."""
    about = pivot or middle(tile.hex for tile in stage)
    return replace(stage, tiles=tuple(_rotated(tile, steps, about) for tile in stage))


def move_all(stage: Stage, dq: int, dr: int) -> Stage:
    """Move the whole stage."""
    return replace(stage, tiles=tuple(_shifted(tile, dq, dr) for tile in stage))


def centred(stage: Stage) -> Stage:
    """Move the whole stage so that its middle lies at 0, 0.

    >>> centred(place(Stage(), "202a", Hex(7, -3))).tiles[0].hex
    Hex(q=0, r=0)
    """
    if not stage.tiles:
        return stage
    # Whole numbers, so that a centred stage is never moved again: hexes lie 2q + r half heights above 0, 0.
    columns, heights = [tile.hex.r for tile in stage], [2 * tile.hex.q + tile.hex.r for tile in stage]
    r = (min(columns) + max(columns)) // 2
    q = ((min(heights) + max(heights)) // 2 - r) // 2
    return move_all(stage, -q, -r)
