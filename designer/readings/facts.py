"""Stage facts: what a designer wants to know at a glance, worked out from the design alone.

Lengths, corners, climbs and the rest belong to the line of the stage (``line``): from the start until past the
finish, on a circuit one lap of the loop. Shares are of the tiles with road.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from designer import catalog
from designer.design.document import Design
from designer.design.hexes import Hex
from designer.design.stage import PlacedTile, Stage
from designer.graph import route as routes
from designer.graph import stage_graph, track_tokens
from designer.graph.course import laps_of
from designer.graph.route import Route
from designer.graph.space_graph import Reading
from designer.graph.stage_graph import StageGraph
from designer.readings import boxes
from designer.readings import line as lines
from designer.readings.boxes import Fetch, token_label
from designer.readings.line import Line
from designer.rules import load_fitting

#: The order in which danger levels and terrains are listed.
DANGERS = ("low", "medium", "high")
TERRAINS = ("gravel", "asphalt", "snow")


class Height(NamedTuple):
    """A point of the elevation profile: the end of a tile of the line.

    ``spaces``: spaces driven so far by the shortest way; ``height``: climb lines crossed upwards so far, less those
    crossed downwards; ``low`` and ``top``: the least and greatest height on the tile; ``tokens``: what lies on it.
    """

    hex: Hex
    tile: str
    spaces: int
    height: int
    low: int
    top: int
    tokens: tuple[str, ...]


@dataclass(frozen=True)
class StageFacts:
    """The facts of a stage.

    ``tiles``: tiles laid; ``road_tiles``: those with road; ``laps``: how often a circuit is driven round, None for a
    stage; ``fetch``: what to fetch from which box. ``lanes``: spaces
    to drive when keeping to a lane, by lane; ``shortest``: the fewest spaces (None while no road leads to a finish).
    ``terrain`` and ``danger``: shares between 0 and 1. ``corners``: number of corners by their lowest limit, None for
    those without. ``jumps``, ``water`` and ``chicanes``: printed ones and those of tokens that act.
    ``up`` and ``down``: climb lines along the shortest way. ``profile``: the height along the stage.
    ``tokens``: number of each token on the stage, by its label ("climb -1", "jump").
    """

    tiles: int
    road_tiles: int
    fetch: Fetch
    complete: bool
    circuit: bool
    laps: int | None
    lanes: Mapping[str, int]
    shortest: int | None
    terrain: Mapping[str, float]
    danger: Mapping[str, float]
    corners: Mapping[int | None, int]
    jumps: int
    water: int
    chicanes: int
    shortcuts: int
    up: int
    down: int
    profile: tuple[Height, ...]
    tokens: Mapping[str, int]


class _Printed(NamedTuple):
    corners: tuple[int | None, ...]
    jumps: int
    water: int
    shortcuts: int


@lru_cache(maxsize=4096)
def _printed(tile: str, roads: frozenset[tuple[str, str]]) -> _Printed:
    """What the driven roads of a side show; of a side that is not driven, all of its roads."""
    side = catalog.sides()[tile]
    ways = [side.driven[road] for road in sorted(roads)] if roads else list(side.driven.values())
    spaces = [side.spaces[name] for name in dict.fromkeys(name for way in ways for name in way.spaces)]
    limits: dict[str, list[int]] = {}
    for space in spaces:
        if space.corner is not None:
            limits.setdefault(space.corner, []).extend([space.limit] if space.limit is not None else [])
    # A jump or a ford goes across the road: its spaces, one a lane, count once for each row.
    jumps = {_row(space.name) for space in spaces if space.jump is not None}
    water = {_row(space.name) for space in spaces if space.water}
    return _Printed(
        tuple(min(found, default=None) for found in limits.values()),
        len(jumps),
        len(water),
        sum(space.lane == "shortcut" for space in spaces),
    )


def _of_tokens(placed: PlacedTile, roads: set[tuple[str, str]], reading: Reading) -> Counter[str]:
    """The jumps, water and chicanes that tokens of a tile make on its driven roads (if none is driven, on all)."""
    side = catalog.sides()[placed.tile]
    ways = [side.driven[road] for road in sorted(roads)] if roads else list(side.driven.values())
    driven = {name for way in ways for name in way.spaces}
    kinds = {"chicane-limit": "chicane"}
    return Counter(
        kinds.get(each.token.kind, each.token.kind)
        for each in track_tokens.laid(placed, reading.laying)
        if each.acts and not driven.isdisjoint(each.row)
    )


def _row(name: str) -> str:
    """The row of a space: its name without the letter of its lane."""
    return name.rstrip("lmr") or name


def facts(design: Design) -> StageFacts:
    """The facts of a design's stage; all zero when there is none. Never raises.

    >>> from designer.design.stage import place
    >>> stage = place(place(Stage(), "202a", Hex(0, 0)), "203a", Hex(1, 0))
    >>> found = facts(Design(stage=stage))
    >>> found.shortest, dict(found.lanes), dict(found.terrain)
    (4, {'left': 4, 'right': 4}, {'gravel': 1.0})
    """
    graph = stage_graph.build(design.stage or Stage())
    return of_graph(design, graph, routes.build(graph))


def of_graph(design: Design, graph: StageGraph, route: Route, line: Line | None = None) -> StageFacts:
    """The facts of a design whose graph and route are known already."""
    stage = design.stage or Stage()
    line = line or lines.build(graph, route)
    driven: dict[Hex, set[tuple[str, str]]] = {}
    for section in line.sections:
        driven.setdefault(section.hex, set()).add((section.entry, section.exit))
    terrain: Counter[str] = Counter()
    danger: Counter[str] = Counter()
    corners: Counter[int | None] = Counter()
    jumps = water = chicanes = shortcuts = road_tiles = 0
    reading = Reading.of(load_fitting(design.house_rules))
    for place in graph.graph:
        side = graph.side(place)
        if not side.roads:
            continue
        road_tiles += 1
        terrain[side.terrain or TERRAINS[0]] += 1
        danger[side.danger or DANGERS[0]] += 1
        printed = _printed(side.id, frozenset(driven.get(place, ())))
        corners.update(printed.corners)
        jumps, water = jumps + printed.jumps, water + printed.water
        shortcuts += printed.shortcuts
        if graph.placed(place).tokens:
            laid = _of_tokens(graph.placed(place), driven.get(place, set()), reading)
            jumps, water, chicanes = jumps + laid["jump"], water + laid["water"], chicanes + laid["chicane"]
    slopes = [tuple(slope for _, slope in found) for found in lines.slopes(graph, line)]
    return StageFacts(
        tiles=len(stage),
        road_tiles=road_tiles,
        fetch=boxes.fetch(stage, design.inventory, load_fitting(design.house_rules)),
        complete=line.complete,
        circuit=route.kind == "circuit",
        laps=laps_of(design.event, load_fitting(design.house_rules)) if route.kind == "circuit" else None,
        lanes=line.lanes,
        shortest=line.spaces if line.complete else None,
        terrain=_shares(terrain, TERRAINS),
        danger=_shares(danger, DANGERS),
        corners=dict(sorted(corners.items(), key=lambda entry: (entry[0] is None, entry[0] or 0))),
        jumps=jumps,
        water=water,
        chicanes=chicanes,
        shortcuts=shortcuts,
        up=sum(found.count("ascent") for found in slopes),
        down=sum(found.count("descent") for found in slopes),
        profile=_profile(graph, line, slopes),
        tokens=dict(sorted(Counter(token_label(token) for tile in stage for token in tile.tokens).items())),
    )


def _shares(counts: Counter[str], order: tuple[str, ...]) -> dict[str, float]:
    total = counts.total()
    return {name: counts[name] / total for name in order if counts[name]}


def _profile(graph: StageGraph, line: Line, slopes: list[tuple[str, ...]]) -> tuple[Height, ...]:
    points = []
    spaces = height = 0
    for section, way, climbs in zip(line.sections, line.ways, slopes, strict=False):
        placed: PlacedTile = graph.placed(section.hex)
        low = top = height
        for climb in climbs:
            height += 1 if climb == "ascent" else -1
            low, top = min(low, height), max(top, height)
        spaces += len(way)
        points.append(
            Height(section.hex, placed.tile, spaces, height, low, top, tuple(map(token_label, placed.tokens)))
        )
    return tuple(points)


def to_data(found: StageFacts) -> dict[str, Any]:
    """Facts as plain JSON data (schemas/stage-facts.schema.json)."""
    return {
        "format": "crest-stage-facts",
        "version": 1,
        "tiles": found.tiles,
        "road_tiles": found.road_tiles,
        "boxes": [
            {
                "box": box.box,
                "name": box.name,
                "copies": box.copies,
                "out_of_print": box.out_of_print,
                "tiles": dict(box.tiles),
                "tokens": dict(box.tokens),
            }
            for box in found.fetch.boxes
        ],
        "missing": dict(found.fetch.missing),
        "missing_tokens": dict(found.fetch.missing_tokens),
        "complete": found.complete,
        "circuit": found.circuit,
        "laps": found.laps,
        "lanes": dict(found.lanes),
        "shortest": found.shortest,
        "terrain": {name: round(share, 4) for name, share in found.terrain.items()},
        "danger": {name: round(share, 4) for name, share in found.danger.items()},
        "corners": [{"limit": limit, "count": count} for limit, count in found.corners.items()],
        "jumps": found.jumps,
        "water": found.water,
        "chicanes": found.chicanes,
        "shortcuts": found.shortcuts,
        "climb_lines": {"up": found.up, "down": found.down},
        "profile": [
            {
                "q": point.hex.q,
                "r": point.hex.r,
                "tile": point.tile,
                "spaces": point.spaces,
                "height": point.height,
                "low": point.low,
                "top": point.top,
                "tokens": list(point.tokens),
            }
            for point in found.profile
        ],
        "tokens": dict(found.tokens),
    }


def to_text(found: StageFacts) -> str:
    """Facts as lines to read."""
    length = "spaces a lap" if found.circuit else "spaces"
    lines_ = [f"Tiles: {found.tiles}" + (f" ({found.road_tiles} with road)" if found.tiles != found.road_tiles else "")]
    if found.laps is not None:
        lines_.append(f"Laps: {found.laps}")
    for box in found.fetch.boxes:
        listed = _listed(box.tiles, box.tokens)
        times = "" if box.copies == 1 else f"{box.copies} x "
        lines_.append(f"  from {times}{box.name}{' (out of print)' if box.out_of_print else ''}: {listed}")
    if found.fetch.missing or found.fetch.missing_tokens:
        listed = _listed(found.fetch.missing, found.fetch.missing_tokens)
        lines_.append(f"  from no box at hand: {listed}")
    if found.shortest is not None:
        lanes = ", ".join(f"{lane} lane {spaces}" for lane, spaces in found.lanes.items())
        lines_.append(f"Length: {found.shortest} {length} by the shortest way" + (f"; {lanes}" if lanes else ""))
    else:
        lines_.append("Length: no road leads from a start to a finish yet")
    lines_.append(f"Terrain: {_percent(found.terrain)}")
    lines_.append(f"Danger: {_percent(found.danger)}")
    corners = ", ".join(
        f"{count} x {'no limit' if limit is None else f'limit {limit}'}" for limit, count in found.corners.items()
    )
    lines_.append(f"Corners: {sum(found.corners.values())}" + (f" ({corners})" if corners else ""))
    chicanes = f", chicanes: {found.chicanes}" if found.chicanes else ""
    lines_.append(f"Jumps: {found.jumps}, water: {found.water}, shortcuts: {found.shortcuts}{chicanes}")
    reach = ""
    if found.up or found.down:
        low, top = min(point.low for point in found.profile), max(point.top for point in found.profile)
        reach = f"; heights from {low:+d} to {top:+d}"
    lines_.append(f"Climb lines: {found.up} up, {found.down} down{reach}")
    if found.tokens:
        lines_.append("Tokens: " + ", ".join(f"{count} x {label}" for label, count in found.tokens.items()))
    return "\n".join(lines_) + "\n"


def _listed(tiles: tuple[tuple[str, int], ...], tokens: tuple[tuple[str, int], ...]) -> str:
    words = [tile if count == 1 else f"{count} x {tile}" for tile, count in tiles]
    return ", ".join([*words, *(f"{count} x {label} token" for label, count in tokens)])


def _percent(shares: Mapping[str, float]) -> str:
    return ", ".join(f"{name} {share:.0%}" for name, share in shares.items()) or "none"
