"""The stage under the wheels: its track, and how mud and weather change it while cars are on it.

Sources: 110%, "Weather"; Climb, "Returning to the stage"; core rules 7.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache

from designer import catalog
from designer.catalog import Side
from designer.design.event import Event
from designer.design.hexes import Hex, turned
from designer.design.stage import PlacedTile, Stage, other_side
from designer.graph import course as courses
from designer.play import track as tracks
from designer.play.table_space import TableSpace
from designer.play.track import Track
from designer.rules import Rules


@dataclass(frozen=True, slots=True)
class Ground:
    """A stage as it lies now: tiles, fresh mud, weather for boards that depend on it. ``fixed`` is a track with no
    stage behind it (then nothing changes it but mud); ``laid`` the track of the stage as it was laid, where that is
    known already.

    ``mud`` is what this race has thrown; mud tokens of the design lie on the stage and stay."""

    stage: Stage
    event: Event | None
    rules: Rules
    mud: frozenset[Hex] = frozenset()
    weather: str = "dry"
    fixed: Track | None = None
    laid: Track | None = None

    @property
    def track(self) -> Track:
        """The track of the stage as it lies."""
        if self.fixed is not None:
            return _muddy(self.fixed, self.mud)
        if self.laid is not None and self.weather == self.laid.weather:
            return _muddy(self.laid, self.mud) if self.mud else self.laid
        return track_of(self.stage, self.event, self.rules, self.mud | laid_mud(self.stage), self.weather)


@lru_cache(maxsize=24)
def track_of(stage: Stage, event: Event | None, rules: Rules, mud: frozenset[Hex], weather: str) -> Track:
    """The track of a stage under an event and rules, with the tiles that mud lies on, in dry or wet; built once."""
    return tracks.build(courses.of_stage(stage, event, rules), rules, mud, weather)


@lru_cache(maxsize=24)
def _muddy(track: Track, mud: frozenset[Hex]) -> Track:
    return tracks.build(track.course, track.rules, mud | track.mud, track.weather) if mud else track


def laid_mud(stage: Stage) -> frozenset[Hex]:
    """The tiles of a stage that a mud token was laid on."""
    return frozenset(tile.hex for tile in stage.tiles if tile.token("mud") is not None)


def with_mud(ground: Ground, places: Iterable[TableSpace]) -> Ground:
    """The ground with mud on the tiles of some places."""
    return replace(ground, mud=ground.mud | {Hex(place.q, place.r) for place in places})


def muddy_ahead(track: Track, spot: int, mud: frozenset[Hex]) -> bool:
    """Whether a car comes to a space that mud counts on, on the tile where it stands."""
    spots = track.course.spots
    place = spots[spot].space.id.hex
    queue = [spot] if place in mud else []
    while queue:
        for move in track.course.moves[queue.pop()]:
            space = spots[move.to].space
            if space.id.hex == place:
                if space.corner is not None or space.kind == "shortcut":
                    return True
                queue.append(move.to)
    return False


def flip_ahead(ground: Ground, leader: int, occupied: Iterable[int]) -> Ground:
    """The ground with all tiles ahead of the leading car that the weather turns lying on their other side.

    ``occupied`` are the spots of all cars: their tiles stay as they are. A tile whose other side cannot lie there
    without changing the shape of the stage stays too, and so does everything if no way to the finish were left.
    """
    track = ground.track
    keep = {track.course.spots[spot].space.id.hex for spot in (leader, *occupied)}
    ahead = _hexes_ahead(track, leader) - keep
    tiles = tuple(
        flipped(tile) if tile.hex in ahead and weather_turns(tile, ground.rules) else tile
        for tile in ground.stage.tiles
    )
    changed = replace(ground, stage=replace(ground.stage, tiles=tiles), laid=None)
    return ground if changed.track.course.problem is not None else changed


def weather_turns(tile: PlacedTile, rules: Rules) -> bool:
    """Whether the weather turns a tile over when it is ahead (110%, "Weather"): by its track type.

    The finish tile is one like any other, or stays as it lies (``weather.flips_finish``).
    """
    side = catalog.side(tile.tile)
    if side is None or side.terrain not in rules.value("weather.flips"):
        return False
    return side.role != "finish" or rules.switch("weather.flips_finish")


def _hexes_ahead(track: Track, spot: int) -> set[Hex]:
    seen = {spot}
    queue = [spot]
    while queue:
        for move in track.course.moves[queue.pop()]:
            if move.to not in seen:
                seen.add(move.to)
                queue.append(move.to)
    return {track.course.spots[number].space.id.hex for number in seen}


def flipped(tile: PlacedTile) -> PlacedTile:
    """A tile on its other side, turned so that its roads join the same edges; unchanged when they cannot."""
    here, there = catalog.side(tile.tile), catalog.side(other_side(tile.tile))
    if here is None or there is None or there.id == here.id:
        return tile
    wanted = _roads(here, tile.rotation)
    for extra in range(6):
        rotation = (tile.rotation + extra) % 6
        if _roads(there, rotation) == wanted:
            return replace(tile, tile=there.id, rotation=rotation)
    return tile


def _roads(side: Side, rotation: int) -> frozenset[tuple[frozenset[str], tuple[tuple[int, str], ...]]]:
    """The roads of a side as it lies: the edges each joins, with their lanes and cuts."""
    return frozenset(
        (
            frozenset(turned(edge, rotation) for edge in road),
            tuple(sorted((side.edges[edge].lanes, turned(edge, rotation) + side.edges[edge].kind) for edge in road)),
        )
        for road in side.roads
    )


def same_spot(old: Track, new: Track, spot: int) -> int:
    """The spot of a changed track where a car stands that stood on ``spot`` of the old one."""
    if old is new:
        return spot
    before = old.course.spots[spot]
    key = (before.space.id, before.lap, before.jokers)
    for after in new.course.spots:
        if (after.space.id, after.lap, after.jokers) == key:
            return after.number
    raise LookupError(f"{old.name(spot)} is not on the changed stage")


def changes(old: Ground, new: Ground) -> tuple[TableSpace, ...]:
    """The tiles that lie differently, as they lie now."""
    before = {tile.hex: tile for tile in old.stage.tiles}
    return tuple(
        TableSpace(tile.tile, tile.hex.q, tile.hex.r, "") for tile in new.stage.tiles if before.get(tile.hex) != tile
    )
