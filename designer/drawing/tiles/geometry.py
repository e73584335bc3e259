"""Where the road and its spaces lie on a tile side, worked out from the catalog's facts. No Qt.

A road becomes a ribbon: a smooth centre line that leaves every edge at its middle, so that the roads of neighbouring
tiles meet, and a width in lanes. The printed spaces become strips of that ribbon. Where several roads share spaces
(forks), the borders are those between the nearest space centres. All lengths are pixels of the 520 x 450 drawing,
moved so that the centre of the hex is (0, 0); x to the right, y down.
"""

from __future__ import annotations

import math
from collections import defaultdict
from dataclasses import dataclass, field
from functools import cache

import numpy as np
from numpy.typing import NDArray

from designer.catalog import DrivenRoad, Side, Space, side
from designer.design.hexes import EDGES, HEIGHT

Point = tuple[float, float]
Pair = tuple[str, str]
Curve = NDArray[np.float64]

CENTRE = (260.0, 225.0)
#: Width of a road at an edge by its number of lanes.
WIDTHS = {1: 62.0, 2: 124.0, 3: 167.0, 4: 200.0}
#: A skewed road leaves its edge at this angle from the normal.
SKEW = math.radians(30)
SAMPLES = 72
#: The ribbon is drawn this far past the edge and cut off by the hex, so that skewed edges are covered too.
OVERHANG = 60.0
LANE_PLACES = {
    2: {"left": 0, "right": 1},
    3: {"left": 0, "middle": 1, "right": 2},
    4: {"left": 0, "midleft": 1, "midright": 2, "right": 3},
}


@dataclass(frozen=True, slots=True)
class Cell:
    """A space of a ribbon: from ``start`` to ``end`` along it, ``left`` to ``right`` across it (0 to 1)."""

    name: str
    outline: tuple[Point, ...]
    middle: Point
    heading: float
    length: float


@dataclass(frozen=True, slots=True)
class Border:
    """A line between spaces: the pairs of spaces it parts, its points, and the driving direction across it."""

    pairs: tuple[tuple[str, str], ...]
    points: tuple[Point, ...]
    heading: float
    #: Where each pair's part of the line has its middle.
    middles: dict[tuple[str, str], Point] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Ribbon:
    """One road as drawn: outline, centre line, spaces, cross lines, lane lines and dashed (sliding) lines."""

    road: tuple[str, str]
    outline: tuple[Point, ...]
    centre: tuple[Point, ...]
    left: tuple[Point, ...]
    right: tuple[Point, ...]
    cells: tuple[Cell, ...]
    borders: tuple[Border, ...]
    lane_lines: tuple[tuple[Point, ...], ...]
    slide_lines: tuple[tuple[Point, ...], ...]


@dataclass(frozen=True, slots=True)
class Strip:
    """A shortcut: its middle line from road to road."""

    name: str
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class TileGeometry:
    """Everything a painter needs to know about where things lie.

    ``kind``: plain, apart (two roads that do not meet), fork, crossing or bridge.
    """

    kind: str
    ribbons: tuple[Ribbon, ...]
    shortcuts: tuple[Strip, ...]
    middles: dict[str, Point]
    #: Borders of a fork, where the ribbons' own ones do not fit.
    fork_borders: tuple[Border, ...]
    #: Free places near the rim, the freest first: for the id plate and for tokens.
    spots: tuple[Point, ...]

    def road_distance(self, point: Point) -> float:
        """How far a point lies from the nearest road's middle line or shortcut."""
        lines = [ribbon.centre for ribbon in self.ribbons] + [strip.points for strip in self.shortcuts]
        return min((math.dist(point, other) for line in lines for other in line), default=math.inf)


def edge_angle(edge: str) -> float:
    """The direction of an edge's outward normal in radians (A is up, y points down)."""
    return math.radians(-90.0 + 60.0 * EDGES.index(edge))


def edge_middle(edge: str) -> Point:
    """The middle of an edge.

    >>> round(edge_middle("D")[1])
    225
    """
    angle = edge_angle(edge)
    return HEIGHT / 2 * math.cos(angle), HEIGHT / 2 * math.sin(angle)


def road_angle(edge: str, kind: str) -> float:
    """The direction in which a road leaves over an edge; skewed edges turn it by 30 degrees."""
    return edge_angle(edge) + {"skew-left": -SKEW, "skew-right": SKEW}.get(kind, 0.0)


def _at(space: Space) -> Point:
    return space.at[0] - CENTRE[0], space.at[1] - CENTRE[1]


def _resample(curve: Curve, count: int) -> Curve:
    steps = np.hypot(*np.diff(curve, axis=0).T)
    length = np.concatenate([[0.0], np.cumsum(steps)])
    wanted = np.linspace(0.0, length[-1], count)
    return np.column_stack([np.interp(wanted, length, curve[:, axis]) for axis in (0, 1)])


def _normals(curve: Curve) -> Curve:
    """Unit vectors to the right of the driving direction."""
    tangent = np.gradient(curve, axis=0)
    size = np.maximum(np.hypot(tangent[:, 0], tangent[:, 1]), 1e-9)
    return np.column_stack([-tangent[:, 1] / size, tangent[:, 0] / size])


def _depths(road: DrivenRoad, names: list[str]) -> dict[str, float]:
    """How far along the road each space lies, 0 to 1, counted in steps."""
    after: dict[str, set[str]] = defaultdict(set)
    before: dict[str, set[str]] = defaultdict(set)
    for step in road.steps:
        if step.kind != "handbrake" and step.start in names and step.end in names:
            after[step.start].add(step.end)
            before[step.end].add(step.start)

    def longest(links: dict[str, set[str]]) -> dict[str, int]:
        depth = dict.fromkeys(names, 0)
        for _ in names:
            for name in names:
                for other in links[name]:
                    depth[name] = max(depth[name], min(depth[other] + 1, len(names)))
        return depth

    ahead, behind = longest(before), longest(after)
    return {name: (ahead[name] + 0.5) / (ahead[name] + behind[name] + 1) for name in names}


def _row_lanes(here: Side, names: list[str], name: str, usual: int) -> int:
    """How many lanes wide the road is at a space: read off the spaces beside it (same first letter)."""
    lane = here.spaces[name].lane
    if lane == "full":
        return 1
    if lane in ("inside", "outside"):
        return usual
    row = {here.spaces[other].lane for other in names if other[0] == name[0]}
    if "midleft" in row or "midright" in row:
        return 4
    if "middle" in row:
        return 3
    return 2 if {"left", "right"} <= row else usual


@dataclass(slots=True)
class _Track:
    """A ribbon while it is worked out."""

    here: Side
    road: DrivenRoad
    names: list[str]
    curve: Curve
    width: NDArray[np.float64]
    across: dict[str, tuple[float, float]]
    place: dict[str, float]
    normal: Curve

    def point(self, along: float, across: float) -> Point:
        """A point by its sample number along the road (may lie outside) and its share of the width."""
        count = len(self.curve) - 1
        inner = min(max(along, 0.0), float(count))
        low = min(int(inner), count - 1)
        share = inner - low
        normal = self.normal[low] * (1 - share) + self.normal[low + 1] * share
        centre = self.curve[low] * (1 - share) + self.curve[low + 1] * share
        width = self.width[low] * (1 - share) + self.width[low + 1] * share
        result = centre + normal * width * (across - 0.5)
        if along != inner:
            result = result + (along - inner) * self.step * np.array([normal[1], -normal[0]])
        return float(result[0]), float(result[1])

    @property
    def step(self) -> float:
        return float(np.hypot(*(self.curve[1] - self.curve[0])))


@cache
def _stiffness(smooth: float) -> Curve:
    """The part of the normal equations that keeps the bend of the road changing slowly."""
    change = np.diff(np.eye(SAMPLES + 1), n=3, axis=0) * smooth
    return np.asarray(change.T @ change, dtype=np.float64)


def _fit(
    ends: tuple[Point, Point],
    angles: tuple[float, float],
    wanted: list[tuple[float, Point, float]],
    length: float,
    smooth: float,
) -> Curve:
    """The smooth curve between two edges that passes near the wanted points (sample number, point, weight)."""
    matrix = _stiffness(smooth).copy()
    goal = np.zeros((SAMPLES + 1, 2))
    step = length / SAMPLES
    fixed = 300.0**2
    for number in (0, 1, 2):
        for index, end, angle in ((number, ends[0], angles[0]), (SAMPLES - number, ends[1], angles[1])):
            matrix[index, index] += fixed
            goal[index] += fixed * np.array(
                [end[0] - math.cos(angle) * number * step, end[1] - math.sin(angle) * number * step]
            )
    for along, point, weight in wanted:
        low = min(int(along), SAMPLES - 1)
        parts = {low: 1.0 - (along - low), low + 1: along - low}
        for index, share in parts.items():
            goal[index] += weight * weight * share * np.array(point)
            for other, factor in parts.items():
                matrix[index, other] += weight * weight * share * factor
    return np.asarray(np.linalg.solve(matrix, goal), dtype=np.float64)


def _nearest(curve: Curve, point: Point, guess: float, reach: float) -> float:
    """The sample number nearest to a point, searched about a guess so that hairpins are not confused."""
    low, high = max(0, int(guess - reach)), min(len(curve), int(guess + reach) + 2)
    part = curve[low:high]
    index = low + int(np.argmin(np.hypot(part[:, 0] - point[0], part[:, 1] - point[1])))
    neighbours = curve[max(index - 1, 0) : index + 2]
    tangent = neighbours[-1] - neighbours[0]
    size = float(np.hypot(*tangent)) / (len(neighbours) - 1)
    offset = float(np.dot(np.array(point) - curve[index], tangent)) / max(float(np.hypot(*tangent)), 1e-9)
    return min(max(index + offset / max(size, 1e-9), 0.0), len(curve) - 1.0)


def _turns_right(track_curve: Curve, place: dict[str, float], here: Side, corner: list[str]) -> bool:
    """Whether the inside of a corner lies to the right of the road's middle as driven."""
    normal = _normals(track_curve)
    sums: dict[str, list[float]] = {"inside": [], "outside": []}
    for name in corner:
        lane = here.spaces[name].lane
        if lane in sums:
            index = round(place[name])
            sums[lane].append(float(np.dot(np.array(_at(here.spaces[name])) - track_curve[index], normal[index])))
    if sums["inside"] and sums["outside"]:
        return sum(sums["inside"]) / len(sums["inside"]) > sum(sums["outside"]) / len(sums["outside"])
    if sums["inside"]:
        return sum(sums["inside"]) > 0
    return sum(sums["outside"]) < 0


def _full_rows(here: Side, names: list[str], lanes: dict[str, int]) -> list[list[str]]:
    rows: dict[str, list[str]] = defaultdict(list)
    for name in names:
        if here.spaces[name].lane in LANE_PLACES[4] or here.spaces[name].lane == "middle":
            rows[name[0]].append(name)
    return [row for row in rows.values() if len(row) == lanes[row[0]] and len(row) > 1]


def _at_edges(road: DrivenRoad) -> dict[str, tuple[float, float]]:
    """The part of the width of the spaces at both edges, read off the lane lists (a space may be named twice)."""
    result: dict[str, tuple[float, float]] = {}
    for lanes in (road.lanes_in, road.lanes_out):
        for number, name in enumerate(lanes):
            low, high = result.get(name, (1.0, 0.0)) if name in lanes[:number] else (1.0, 0.0)
            result[name] = (min(low, number / len(lanes)), max(high, (number + 1) / len(lanes)))
    return result


def _track(here: Side, road: DrivenRoad, fork: bool) -> _Track:
    names = [name for name in road.spaces if here.spaces[name].lane != "shortcut"]
    entry, leave = here.edges[road.entry], here.edges[road.exit]
    usual = max(entry.lanes, leave.lanes)
    ends = (edge_middle(road.entry), edge_middle(road.exit))
    angles = (road_angle(road.entry, entry.kind), road_angle(road.exit, leave.kind))
    depth = _depths(road, names)
    place = {name: depth[name] * SAMPLES for name in names}
    shares = np.linspace(0.0, 1.0, SAMPLES + 1)
    blend = shares * shares * (3 - 2 * shares)
    width = WIDTHS[entry.lanes] * (1 - blend) + WIDTHS[leave.lanes] * blend
    lanes = {name: _row_lanes(here, names, name, usual) for name in names}
    across: dict[str, tuple[float, float]] = {}
    length = math.dist(*ends) * 1.15
    curve = np.empty((0, 2))
    edge_places = _at_edges(road) if fork else {}
    # Rows that span the whole road have their middle on the middle line; that is steadier than lane by lane.
    rows = [] if fork else _full_rows(here, names, lanes)
    single = [name for name in names if not any(name in row for row in rows)]
    for turn in range(9):
        wanted: list[tuple[float, Point, float]] = []
        normal = _normals(curve) if turn else np.zeros((SAMPLES + 1, 2))
        across = _across(here, names, lanes, curve, place) if turn else dict.fromkeys(names, (0.0, 1.0))
        if turn:
            across.update(edge_places)
        for row in rows:
            middle = _mean([_at(here.spaces[name]) for name in row])
            wanted.append((sum(place[name] for name in row) / len(row), middle, 1.5))
        for name in single:
            index = round(place[name])
            offset = (sum(across[name]) / 2 - 0.5) * float(width[index])
            x, y = _at(here.spaces[name])
            weight = 0.15 if here.spaces[name].lane == "inside" else 1.0
            if fork and name not in edge_places:
                weight = 0.0
            wanted.append((place[name], (x - normal[index][0] * offset, y - normal[index][1] * offset), weight))
        curve = _resample(_fit(ends, angles, wanted, length, 14.0), SAMPLES + 1)
        length = float(np.sum(np.hypot(*np.diff(curve, axis=0).T)))
        reach = SAMPLES / 4 if turn < 4 else SAMPLES / 7
        place = {name: _nearest(curve, _at(here.spaces[name]), place[name], reach) for name in names}
    # The centres were read off the tiles to a few pixels: where a stiffer curve is as good, it looks better.
    stiff = _resample(_fit(ends, angles, wanted, length, 250.0), SAMPLES + 1)
    if float(np.max(np.hypot(*(stiff - curve).T))) < 5.0:
        curve = stiff
        place = {name: _nearest(curve, _at(here.spaces[name]), place[name], SAMPLES / 7) for name in names}
    return _Track(here, road, names, curve, width, _across(here, names, lanes, curve, place), place, _normals(curve))


def _across(
    here: Side, names: list[str], lanes: dict[str, int], curve: Curve, place: dict[str, float]
) -> dict[str, tuple[float, float]]:
    """The part of the width that each space takes, 0 left to 1 right."""
    corners: dict[str, list[str]] = defaultdict(list)
    for name in names:
        if here.spaces[name].lane in ("inside", "outside"):
            corners[here.spaces[name].corner or ""].append(name)
    result: dict[str, tuple[float, float]] = {}
    for corner in corners.values():
        right = _turns_right(curve, place, here, corner)
        for name in corner:
            share = 1.0 / max(lanes[name], 2)
            outer = here.spaces[name].lane == "outside"
            result[name] = (
                ((0.0, share) if outer else (share, 1.0))
                if right
                else ((1.0 - share, 1.0) if outer else (0.0, 1.0 - share))
            )
    for name in names:
        if name not in result:
            count = lanes[name]
            number = LANE_PLACES.get(count, {}).get(here.spaces[name].lane)
            result[name] = (0.0, 1.0) if number is None else (number / count, (number + 1) / count)
    return result


def _groups(track: _Track) -> list[list[Pair]]:
    """Straight borders joined to cross lines: two borders belong together when a step leads over both their ends."""
    steps = {(step.start, step.end) for step in track.road.steps if step.kind != "handbrake"}

    def facing(start: str, end: str) -> bool:
        if start not in track.across or end not in track.across:
            return False
        (a, b), (c, d) = track.across[start], track.across[end]
        return min(b, d) - max(a, c) > 0.02

    pairs = [pair for pair in sorted(steps) if facing(*pair)]
    group = {pair: number for number, pair in enumerate(pairs)}
    for one in pairs:
        for other in pairs:
            if (one[0], other[1]) in steps or (other[0], one[1]) in steps:
                old, new = group[one], group[other]
                for pair in pairs:
                    if group[pair] == old:
                        group[pair] = new
    result: dict[int, list[Pair]] = defaultdict(list)
    for pair in pairs:
        result[group[pair]].append(pair)
    return list(result.values())


def _border_places(track: _Track, group: list[Pair]) -> tuple[float, float]:
    """Sample number of a cross line at the road's left side, and how much it grows over the whole width."""
    plain = [pair for pair in group if all(track.here.spaces[name].lane != "inside" for name in pair)] or group
    points = []
    for start, end in plain:
        (a, b), (c, d) = track.across[start], track.across[end]
        # Half way between two centres; where a space begins or ends at the tile's edge, its own length tells too.
        guesses = [(track.place[start] + track.place[end]) / 2]
        if start in track.road.lanes_in:
            guesses.append(2 * track.place[start])
        if end in track.road.lanes_out:
            guesses.append(2 * track.place[end] - SAMPLES)
        along = sum(guesses) / len(guesses)
        between = track.place[start] < along < track.place[end]
        points.append(((max(a, c) + min(b, d)) / 2, along if between else guesses[0]))
    mean = sum(along for _, along in points) / len(points)
    wide = max(share for share, _ in points) - min(share for share, _ in points)
    # Only at level crossings do cross lines slant: they are the other road's sides.
    if wide > 0.2 and track.here.overlap:
        slope = float(np.polyfit([share for share, _ in points], [along for _, along in points], 1)[0])
        if abs(slope) * track.step > 0.16 * float(track.width[round(mean)]):
            middle = sum(share for share, _ in points) / len(points)
            return mean - slope * middle, slope
    return mean, 0.0


def _line(track: _Track, low: float, high: float, base: float, slope: float) -> tuple[Point, ...]:
    return tuple(track.point(base + slope * share, share) for share in (low, (low + high) / 2, high))


def _side_line(track: _Track, share: float, start: float, end: float) -> tuple[Point, ...]:
    inner = [
        float(number)
        for number in range(math.ceil(start), math.floor(end) + 1)
        if 0 < number < SAMPLES and start < number < end
    ]
    return tuple(track.point(along, share) for along in [start, *inner, end])


def _heading(track: _Track, along: float) -> float:
    x, y = track.normal[round(min(max(along, 0.0), float(SAMPLES)))]
    return math.atan2(-x, y)


def _ribbon(track: _Track) -> Ribbon:
    first, last = -OVERHANG / track.step, SAMPLES + OVERHANG / track.step
    start_of: dict[str, list[tuple[float, float]]] = defaultdict(list)
    end_of: dict[str, list[tuple[float, float]]] = defaultdict(list)
    borders = []
    for group in _groups(track):
        base, slope = _border_places(track, group)
        middles = {}
        for start, end in group:
            start_of[end].append((base, slope))
            end_of[start].append((base, slope))
            (a, b), (c, d) = track.across[start], track.across[end]
            share = (max(a, c) + min(b, d)) / 2
            middles[start, end] = track.point(base + slope * share, share)
        low = min(max(track.across[a][0], track.across[b][0]) for a, b in group)
        high = max(min(track.across[a][1], track.across[b][1]) for a, b in group)
        borders.append(Border(tuple(group), _line(track, low, high, base, slope), _heading(track, base), middles))
    cells, lane_lines = [], []
    spans: dict[str, tuple[float, float]] = {}
    for name in track.names:
        low, high = track.across[name]
        begin = max(start_of[name], default=(first, 0.0))
        finish = min(end_of[name], default=(last, 0.0))
        if begin[0] >= finish[0]:
            begin, finish = (track.place[name] - 1, 0.0), (track.place[name] + 1, 0.0)
        left = _side_line(track, low, begin[0] + begin[1] * low, finish[0] + finish[1] * low)
        right = _side_line(track, high, begin[0] + begin[1] * high, finish[0] + finish[1] * high)
        spans[name] = (max(begin[0] + begin[1] / 2, 0.0), min(finish[0] + finish[1] / 2, float(SAMPLES)))
        middle = sum(spans[name]) / 2
        cells.append(
            Cell(
                name,
                left + right[::-1],
                track.point(middle, (low + high) / 2),
                _heading(track, middle),
                (spans[name][1] - spans[name][0]) * track.step,
            )
        )
        if low > 0.01:
            lane_lines.append(left)
        if high < 0.99:
            lane_lines.append(right)
    slide_lines = []
    for row in track.here.slides:
        mine = [name for name in row if name in spans]
        if mine:
            along = sum(sum(spans[name]) / 2 for name in mine) / len(mine)
            low, high = min(track.across[name][0] for name in mine), max(track.across[name][1] for name in mine)
            slide_lines.append(_line(track, low, high, along, 0.0))
    left, centre, right = (_side_line(track, share, first, last) for share in (0.0, 0.5, 1.0))
    return Ribbon(
        (track.road.entry, track.road.exit),
        left + right[::-1],
        centre,
        left,
        right,
        tuple(cells),
        tuple(borders),
        tuple(lane_lines),
        tuple(slide_lines),
    )


def _fork_borders(here: Side) -> list[Border]:
    """Borders between the nearest space centres (Voronoi): for forks, whose roads share spaces."""
    sites = {name: _at(space) for name, space in here.spaces.items() if space.lane != "shortcut"}
    names = list(sites)
    result = []
    for number, one in enumerate(names):
        for other in names[number + 1 :]:
            (ax, ay), (bx, by) = sites[one], sites[other]
            mx, my, dx, dy = (ax + bx) / 2, (ay + by) / 2, -(by - ay), bx - ax
            low, high = -2.0, 2.0
            for third in names:
                if third in (one, other):
                    continue
                cx, cy = sites[third]
                # Keep the part of the bisector that is nearer to ``one`` than to ``third``.
                factor = 2 * (dx * (cx - ax) + dy * (cy - ay))
                room = cx * cx + cy * cy - ax * ax - ay * ay - 2 * (mx * (cx - ax) + my * (cy - ay))
                if abs(factor) < 1e-9:
                    if room < 0:
                        low, high = 1.0, 0.0
                elif factor > 0:
                    high = min(high, room / factor)
                else:
                    low = max(low, room / factor)
            if high - low > 1e-6:
                line = ((mx + dx * low, my + dy * low), (mx + dx * high, my + dy * high))
                # The ends may lie far outside the road: the middle is taken near the two spaces.
                size = math.hypot(dx, dy)
                near = (max(low, -45.0 / size) + min(high, 45.0 / size)) / 2
                near = min(max(near, low), high)
                middle = (mx + dx * near, my + dy * near)
                result.append(Border(((one, other),), line, math.atan2(by - ay, bx - ax), {(one, other): middle}))
    return result


def _shortcuts(here: Side, middles: dict[str, Point]) -> list[Strip]:
    result = []
    for name, space in here.spaces.items():
        if space.lane != "shortcut":
            continue
        before, after = [], []
        for pair in here.roads:
            for step in here.driven[pair].steps:
                if step.end == name:
                    before.append(middles[step.start])
                if step.start == name:
                    after.append(middles[step.end])
        if not before or not after:
            continue
        begin, finish = _mean(before), _mean(after)
        x, y = _at(space)
        bend = (2 * x - (begin[0] + finish[0]) / 2, 2 * y - (begin[1] + finish[1]) / 2)
        points = []
        for number in range(25):
            t = number / 24
            a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t * t
            points.append((a * begin[0] + b * bend[0] + c * finish[0], a * begin[1] + b * bend[1] + c * finish[1]))
        result.append(Strip(name, tuple(points)))
    return result


def _mean(points: list[Point]) -> Point:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def _spots(ribbons: list[Ribbon], shortcuts: list[Strip], signs: list[Point]) -> tuple[Point, ...]:
    """Places near the rim, each time the one farthest from every road and from the spots before it."""
    taken = [point for ribbon in ribbons for line in (ribbon.left, ribbon.right, ribbon.centre) for point in line]
    taken += [point for strip in shortcuts for point in strip.points]
    free = [
        (float(x), float(y))
        for x in range(-210, 211, 15)
        for y in range(-190, 191, 10)
        if abs(y) <= 180 and abs(x) * 0.866 + abs(y) * 0.5 <= 160
    ]
    spots = np.array(free)
    # Beyond 70 pixels more room is no better; then the place nearest to the rim is taken.
    room = np.full(len(free), 1e3)
    for point in taken[::2]:
        room = np.minimum(room, np.hypot(spots[:, 0] - point[0], spots[:, 1] - point[1]))
    for x, y in signs:
        room = np.minimum(room, np.hypot(spots[:, 0] - x, spots[:, 1] - y) - 45.0)
    room = np.minimum(room, 70.0) + np.hypot(*spots.T) / 60.0
    result: list[Point] = []
    for _ in range(5):
        best = int(np.argmax(room))
        result.append(free[best])
        room = np.minimum(room, np.hypot(*(spots - spots[best]).T))
    return tuple(result)


def _kind(here: Side) -> str:
    used: set[str] = set()
    shared = False
    for pair in here.roads:
        spaces = set(here.driven[pair].spaces)
        shared = shared or bool(used & spaces)
        used |= spaces
    if shared:
        return "fork"
    if here.overlap:
        return "crossing"
    return "apart" if len(here.roads) > 1 else "plain"


def _over(one: Ribbon, other: Ribbon) -> bool:
    """Whether two roads without common spaces lie over each other: then one is a bridge."""
    return any(math.dist(a, b) < 30.0 for a in one.centre for b in other.centre)


@cache
def geometry(tile: str) -> TileGeometry:
    """The geometry of a tile side. Raises KeyError when the catalog has no such side.

    >>> len(geometry("202a").ribbons[0].cells)
    6
    """
    here = side(tile)
    if here is None:
        raise KeyError(tile)
    kind = _kind(here)
    ribbons = [_ribbon(_track(here, here.driven[pair], kind == "fork")) for pair in here.roads]
    if kind == "apart" and _over(ribbons[0], ribbons[1]):
        kind = "bridge"
    middles: dict[str, Point] = {name: _at(space) for name, space in here.spaces.items()}
    if kind != "fork":
        middles.update({cell.name: cell.middle for ribbon in ribbons for cell in ribbon.cells})
    shortcuts = _shortcuts(here, middles)
    borders = tuple(_fork_borders(here)) if kind == "fork" else ()
    signs = [middles[name] for name, space in here.spaces.items() if space.limit or space.limit_hazard or space.jump]
    return TileGeometry(kind, tuple(ribbons), tuple(shortcuts), middles, borders, _spots(ribbons, shortcuts, signs))
