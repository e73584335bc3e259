"""The line of a stage: its sections from start to finish, and the fewest spaces that lead through them.

Everything here is worked out tile by tile and remembered by printed road, so that it is quick after every edit. Of a
circuit the line is one lap of the loop, from the finish line round.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from designer import catalog
from designer.catalog import DrivenRoad, Side
from designer.design.hexes import EDGES
from designer.graph import route as routes
from designer.graph import space_graph
from designer.graph.route import Route, Section
from designer.graph.space_graph import token_climb
from designer.graph.stage_graph import StageGraph

#: What it costs, in spaces, to leave one's lane: more than any road is long.
OFF_LANE = 1000
#: The lanes of a road from left to right, by how many there are.
LANES = {
    1: ("middle",),
    2: ("left", "right"),
    3: ("left", "middle", "right"),
    4: ("left", "midleft", "midright", "right"),
}
OTHER_HAND = {"left": "right", "right": "left", "midleft": "midright", "midright": "midleft"}


def sections_of(graph: StageGraph, route: Route) -> tuple[Section, ...]:
    """The sections of the line. Where no finish is reached, as far as the road goes; empty without a start."""
    if route.kind == "circuit":
        return route.loop
    if not route.sections:
        return ()
    first = [section for section in route.sections if section.hex == route.start]
    driven = set(route.sections)
    before: dict[Section, Section | None] = dict.fromkeys(first)
    queue = deque(first)
    last = first[0]
    while queue:
        last = queue.popleft()
        if last.hex == route.finish:
            break
        for after in routes.following(graph, last):
            if after in driven and after not in before:
                before[after] = last
                queue.append(after)
    chain = [last]
    while (previous := before[chain[-1]]) is not None:
        chain.append(previous)
    return tuple(reversed(chain))


def hands(way: DrivenRoad, tile: str) -> Mapping[str, str]:
    """The corners of a road as driven, each with the hand to which it turns ("left" or "right").

    Told by the bow that the outside spaces make; a corner without inside and outside turns as the road does.
    """
    return _hands(tile, way.entry, way.exit)


@lru_cache(maxsize=4096)
def _hands(tile: str, entry: str, exit_: str) -> Mapping[str, str]:
    side = catalog.sides()[tile]
    way = side.driven[entry, exit_]
    found: dict[str, str] = {}
    for corner in dict.fromkeys(side.spaces[name].corner for name in way.spaces):
        if corner is None:
            continue
        members = [name for name in way.spaces if side.spaces[name].corner == corner]
        inside = [name for name in members if side.spaces[name].lane == "inside"]
        outside = [name for name in members if name not in inside]
        if not inside or not outside:
            found[corner] = road_hand(entry, exit_)
            continue
        before = [step.start for step in way.steps if step.end in members and step.start not in members]
        after = [step.end for step in way.steps if step.start in members and step.end not in members]
        ax, ay = _mean(side, before) if before else _edge_middle(entry)
        bx, by = _mean(side, after) if after else _edge_middle(exit_)
        ox, oy = _mean(side, outside)
        found[corner] = "right" if (ox - ax) * (by - oy) > (oy - ay) * (bx - ox) else "left"
    return found


def road_hand(entry: str, exit_: str) -> str:
    """The hand to which a road turns from edge to edge: "left", "right" or "straight".

    >>> road_hand("D", "B"), road_hand("D", "A"), road_hand("D", "E")
    ('right', 'straight', 'left')
    """
    turn = (ord(exit_) - ord(entry)) % 6
    return "straight" if turn == 3 else "left" if turn < 3 else "right"


def _mean(side: Side, names: list[str]) -> tuple[float, float]:
    places = [side.spaces[name].at for name in names]
    return sum(x for x, _ in places) / len(places), sum(y for _, y in places) / len(places)


def _edge_middle(edge: str) -> tuple[float, float]:
    """The middle of a printed edge in the 520 x 450 drawing."""
    angle = math.radians(60 * EDGES.index(edge) - 90)
    return 260 + 225 * math.cos(angle), 225 + 225 * math.sin(angle)


@lru_cache(maxsize=16384)
def through(
    tile: str, entry: str, exit_: str, first: tuple[str, ...], last: tuple[str, ...], shortcuts: bool = True
) -> Mapping[tuple[int, int], tuple[str, ...]]:
    """The fewest spaces of a road from each of the spaces ``first`` to each of ``last``, by their numbers.

    Neither handbrake turns nor sliding halves, which never are the shorter way.
    """
    side = catalog.sides()[tile]
    following: dict[str, list[str]] = {}
    for step in side.driven[entry, exit_].steps:
        if step.kind != "handbrake" and (shortcuts or side.spaces[step.end].lane != "shortcut"):
            following.setdefault(step.start, []).append(step.end)
    result: dict[tuple[int, int], tuple[str, ...]] = {}
    for number, start in enumerate(first):
        before: dict[str, str] = {start: ""}
        queue = deque([start])
        while queue:
            name = queue.popleft()
            for after in following.get(name, ()):
                if after not in before:
                    before[after] = name
                    queue.append(after)
        for place, end in enumerate(last):
            if end in before:
                chain = [end]
                while before[chain[-1]]:
                    chain.append(before[chain[-1]])
                result[number, place] = tuple(reversed(chain))
    return result


@lru_cache(maxsize=16384)
def in_lane(tile: str, entry: str, exit_: str, lane: str, first: tuple[str, ...], last: tuple[str, ...]) -> int | None:
    """How many spaces a car drives that keeps to one lane of a road, from one of the spaces ``first`` to ``last``.

    ``lane`` is "left", "middle" and so on as the driver sees it; in a corner it is the inside or the outside. None
    when no way leads through.
    """
    side = catalog.sides()[tile]
    way = side.driven[entry, exit_]
    forward = (entry, exit_) in side.roads
    turns = hands(way, tile)

    def off(name: str) -> int:
        space = side.spaces[name]
        if space.lane == "shortcut":
            return 1
        inner = turns.get(space.corner or "")
        if space.lane in ("inside", "outside") and inner is not None:
            wanted = "inside" if lane == inner else "outside" if lane == OTHER_HAND.get(inner) else space.lane
            return int(space.lane != wanted)
        seen = space.lane if forward else OTHER_HAND.get(space.lane, space.lane)
        return int(seen not in (lane, "full"))

    costs = {name: 1 + OFF_LANE * off(name) for name in way.spaces}
    best = {name: costs[name] for name in first}
    waiting = deque(first)
    while waiting:
        name = waiting.popleft()
        for step in way.steps:
            if step.start == name and step.kind != "handbrake":
                cost = best[name] + costs[step.end]
                if cost < best.get(step.end, cost + 1):
                    best[step.end] = cost
                    waiting.append(step.end)
    reached = [best[name] for name in last if name in best]
    return min(reached) % OFF_LANE if reached else None


@dataclass(frozen=True)
class Line:
    """The line of a stage.

    ``sections``; ``ways``: the spaces driven on each of them by the shortest way (without the space the car stands on
    at the start); ``lanes``: spaces to drive when keeping to a lane, by its name; ``complete``: whether it ends at
    the finish. Spaces cut by a tile edge count once, on the first of their tiles.
    """

    sections: tuple[Section, ...]
    ways: tuple[tuple[str, ...], ...]
    lanes: Mapping[str, int]
    complete: bool

    @property
    def spaces(self) -> int:
        """The fewest spaces from the start until past the finish line."""
        return sum(map(len, self.ways))


def ends_of(graph: StageGraph, route: Route, section: Section, whole: bool) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The spaces between which a section is driven: from the start row, or its first ones, to those past the finish
    line, or its last ones. ``whole``: leave start and finish line out of account, as on a lap."""
    way = routes.road(graph, section)
    line = graph.side(section.hex).line
    first, last = way.lanes_in, way.lanes_out
    if line is not None and not whole:
        behind, past = line.as_driven(section.entry)
        if section.hex == route.start:
            first = behind
        if section.hex == route.finish:
            last = past
    return first, last


def build(graph: StageGraph, route: Route) -> Line:
    """The line of a route. Never raises; without a road from a start it is empty.

    >>> from designer.design import stage as stage_edits
    >>> from designer.design.hexes import Hex
    >>> from designer.graph import stage_graph
    >>> two = stage_edits.place(stage_edits.place(stage_edits.Stage(), "202a", Hex(0, 0)), "203a", Hex(1, 0))
    >>> graph = stage_graph.build(two)
    >>> build(graph, routes.build(graph)).ways
    (('cl',), ('al', 'bl', 'cl'))
    """
    sections = sections_of(graph, route)
    if not sections:
        return Line((), (), {}, False)
    circuit = route.kind == "circuit"
    complete = circuit or sections[-1].hex == route.finish
    ends = [ends_of(graph, route, section, circuit) for section in sections]
    joints = [_joint(graph, one, other) for one, other in pairwise(sections)]
    ways = _shortest(graph, sections, ends, joints)
    if not circuit and ways and sections[0].hex == route.start:
        ways = (ways[0][1:], *ways[1:])
    if circuit and ways and _joint(graph, sections[-1], sections[0]).cut:
        ways = (ways[0][1:], *ways[1:])
    standing = 1 if not circuit and sections[0].hex == route.start else 0
    return Line(sections, ways, _lanes(graph, sections, ends, joints, standing), complete and bool(ways))


class _Joint(NamedTuple):
    """How two sections meet: which lanes lead into which, and whether their spaces are cut by the edge (one each)."""

    pairs: tuple[tuple[int, int], ...]
    cut: bool


def _joint(graph: StageGraph, one: Section, other: Section) -> _Joint:
    out, into = routes.road(graph, one).lanes_out, routes.road(graph, other).lanes_in
    cut = graph.side(other.hex).edges[other.entry].kind != "straight"
    return _joined(out, into, cut)


@lru_cache(maxsize=4096)
def _joined(out: tuple[str, ...], into: tuple[str, ...], cut: bool) -> _Joint:
    if cut:
        return _Joint(tuple((lane, lane) for lane in range(min(len(out), len(into)))), True)
    # Straight ahead comes first, so that of two ways alike the one that keeps its lane is taken.
    return _Joint(tuple((lane, other) for lane, other, _ in space_graph.lane_steps(out, into)), False)


def _shortest(
    graph: StageGraph,
    sections: tuple[Section, ...],
    ends: list[tuple[tuple[str, ...], tuple[str, ...]]],
    joints: list[_Joint],
) -> tuple[tuple[str, ...], ...]:
    """The spaces of the shortest way on every section; empty when there is none."""
    arriving = dict.fromkeys(range(len(ends[0][0])), 0)
    chosen: list[dict[int, tuple[int, tuple[str, ...]]]] = []
    came: list[dict[int, int]] = [dict.fromkeys(arriving, -1)]
    for number, section in enumerate(sections):
        first, last = ends[number]
        ways = through(graph.placed(section.hex).tile, section.entry, section.exit, first, last)
        leaving: dict[int, int] = {}
        taken: dict[int, tuple[int, tuple[str, ...]]] = {}
        for (start, end), way in ways.items():
            if start in arriving:
                cost = arriving[start] + len(way)
                if end not in leaving or cost < leaving[end]:
                    leaving[end] = cost
                    taken[end] = (start, way)
        if not leaving:
            return ()
        chosen.append(taken)
        if number + 1 == len(sections):
            break
        joint = joints[number]
        arriving, via = {}, {}
        for lane, other in joint.pairs:
            if lane in leaving and (other not in arriving or leaving[lane] - joint.cut < arriving[other]):
                arriving[other] = leaving[lane] - joint.cut
                via[other] = lane
        came.append(via)
    lane = min(leaving, key=leaving.__getitem__)
    found: list[tuple[str, ...]] = []
    for number in range(len(sections) - 1, -1, -1):
        start, way = chosen[number][lane]
        found.append(way[1:] if number and joints[number - 1].cut else way)
        lane = came[number].get(start, -1)
    return tuple(reversed(found))


def _lanes(
    graph: StageGraph,
    sections: tuple[Section, ...],
    ends: list[tuple[tuple[str, ...], tuple[str, ...]]],
    joints: list[_Joint],
    standing: int,
) -> dict[str, int]:
    """Spaces by lane; a stage whose road changes its number of lanes is measured along its outermost ones."""
    counts = {len(routes.road(graph, section).lanes_in) for section in sections}
    names = LANES.get(counts.pop(), ("left", "right")) if len(counts) == 1 else ("left", "right")
    result = {}
    for lane in names:
        total = -standing - sum(joint.cut for joint in joints)
        for section, (first, last) in zip(sections, ends, strict=True):
            tile = graph.placed(section.hex).tile
            inner = LANES.get(len(first), ())
            outer = LANES.get(len(last), ())
            begin = (first[inner.index(lane)],) if lane in inner else first
            end = (last[outer.index(lane)],) if lane in outer else last
            spaces = in_lane(tile, section.entry, section.exit, lane, begin, end)
            if spaces is None:
                break
            total += spaces
        else:
            result[lane] = total
    return result


def slopes(graph: StageGraph, line: Line) -> list[tuple[tuple[int, str], ...]]:
    """The climb lines that the shortest way crosses on each section, in order: which of the spaces of its way (from
    1) is entered over it, and "ascent" or "descent"."""
    result = []
    for section, way in zip(line.sections, line.ways, strict=False):
        placed = graph.placed(section.hex)
        result.append(_slopes(placed.tile, section.entry, section.exit, way, token_climb(placed)))
    return result


@lru_cache(maxsize=8192)
def _slopes(
    tile: str, entry: str, exit_: str, way: tuple[str, ...], laid: catalog.Climb | None
) -> tuple[tuple[int, str], ...]:
    side = catalog.sides()[tile]
    road = side.driven[entry, exit_]
    if laid is None and not road.climb:
        return ()
    found = []
    before = ""
    if way and way[0] not in road.lanes_in:  # the space driven from counts on the tile before, or a car stands on it
        before = next((step.start for step in road.steps if step.end == way[0] and step.kind != "handbrake"), "")
    for number, (start, end) in enumerate(pairwise((before, *way)), 1):
        if not start:
            continue
        climb = road.climb.get((start, end))
        corner = side.spaces[start].corner
        if laid is not None and (corner is None or corner != side.spaces[end].corner):
            climb = laid
        if climb is not None:
            found.append((number, climb))
    return tuple(found)
