"""The route: which roads of which tiles are driven, and in which direction.

A stage runs from its start tile to its finish tile. A rallycross circuit runs from the pre-grid onto a closed loop
that the finish standee gives its direction; the joker way leaves and joins it at the arches (RX, "Setup").
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

import networkx as nx

from designer.catalog import DrivenRoad
from designer.design.hexes import EDGES, Hex, neighbour, opposite, turned
from designer.design.stage import Token
from designer.graph.stage_graph import StageGraph


class Section(NamedTuple):
    """A road of the tile on ``hex`` as driven between two printed edges."""

    hex: Hex
    entry: str
    exit: str

    def reversed(self) -> Section:
        """The same road driven the other way."""
        return Section(self.hex, self.exit, self.entry)


#: Driven once from start to finish, or in laps.
RouteKind = Literal["stage", "circuit"]


@dataclass(frozen=True)
class Route:
    """The driven sections in the order in which they are first reached.

    ``start`` and ``finish`` are hexes (None when missing). For a circuit
    ``approach`` leads from the pre-grid to the loop, ``loop`` is one lap, ``joker`` the joker way, ``merges`` the
    sections by which approach and joker join the loop. ``starts`` and ``finishes`` list every tile that could serve.
    ``ring_through_grid``: there is no loop but one over the pre-grid itself.
    """

    kind: RouteKind
    sections: tuple[Section, ...]
    start: Hex | None
    finish: Hex | None
    starts: tuple[Hex, ...]
    finishes: tuple[Hex, ...]
    approach: tuple[Section, ...] = ()
    loop: tuple[Section, ...] = ()
    joker: tuple[Section, ...] = ()
    finish_token: Token | None = None
    ring_through_grid: bool = False


def road(graph: StageGraph, section: Section) -> DrivenRoad:
    """The printed road of a section."""
    return graph.side(section.hex).driven[section.entry, section.exit]


def _ways(graph: StageGraph, place: Hex, entry: str) -> Iterator[Section]:
    for way in graph.side(place).ways(entry):
        yield Section(place, way.entry, way.exit)


def following(graph: StageGraph, section: Section) -> tuple[Section, ...]:
    """The sections that can be driven after one, over the tile edge it leaves by."""
    known = graph.memory.drawer(_following)
    if section not in known:
        known[section] = _following(graph, section)
    return known[section]


def _following(graph: StageGraph, section: Section) -> tuple[Section, ...]:
    edge = turned(section.exit, graph.placed(section.hex).rotation)
    other = neighbour(section.hex, edge)
    if not graph.graph.has_edge(section.hex, other):
        return ()
    return tuple(_ways(graph, other, printed_edge(graph, other, opposite(edge))))


def printed_edge(graph: StageGraph, place: Hex, edge: str) -> str:
    """The printed edge of the tile on ``place`` that lies at ``edge``."""
    return EDGES[(EDGES.index(edge) - graph.placed(place).rotation) % 6]


def build(graph: StageGraph) -> Route:
    """The route of a stage. Never raises: what is missing is None or empty."""
    roles: dict[str, list[Hex]] = {"start": [], "finish": [], "grid": []}
    finish_tokens: list[tuple[Hex, Token]] = []
    for place in graph.graph:
        role = graph.side(place).role
        if role in roles:
            roles[role].append(place)
        finish_tokens += [(place, token) for token in graph.placed(place).tokens if token.kind == "finish"]
    if finish_tokens or (roles["grid"] and not roles["start"]):
        return _circuit(graph, tuple(roles["grid"]), finish_tokens)
    return _stage(graph, tuple(roles["start"]), tuple(roles["finish"]))


def _stage(graph: StageGraph, starts: tuple[Hex, ...], finishes: tuple[Hex, ...]) -> Route:
    start = starts[0] if starts else None
    if start is None:
        return Route("stage", (), None, finishes[0] if finishes else None, starts, finishes)
    first = list(_ways(graph, start, _start_entry(graph, start)))
    finish_set = set(finishes)
    order = _flood(graph, first, stop=finish_set)
    reached = next((section.hex for section in order if section.hex in finish_set), None)
    finish = reached or (finishes[0] if finishes else None)
    # Where a fork lets a road be reached from both ends, it is driven the way it is reached first.
    position = {section: number for number, section in enumerate(order)}
    kept = tuple(section for section in order if position[section] <= position.get(section.reversed(), len(order)))
    return Route("stage", kept, start, finish, starts, finishes)


def _start_entry(graph: StageGraph, start: Hex) -> str:
    """The printed edge behind the cars: the one that no road joins; if that settles nothing, the lettering's."""
    line = graph.side(start).line
    assert line is not None
    joined = {
        printed_edge(graph, start, graph.graph.edges[start, other]["ends"][start].edge)
        for other in graph.graph[start]
        if graph.side(other).roads
    }
    free = [edge for edge in graph.side(start).edges if edge not in joined]
    return free[0] if len(free) == 1 else line.lettered_from


def _flood(graph: StageGraph, first: Iterable[Section], stop: set[Hex]) -> list[Section]:
    """Sections reachable from the first ones, breadth first; the tiles in ``stop`` are not left again."""
    order: dict[Section, None] = {}
    queue = deque(first)
    while queue:
        section = queue.popleft()
        if section in order:
            continue
        order[section] = None
        if section.hex not in stop:
            queue.extend(following(graph, section))
    return list(order)


def _shortest(
    graph: StageGraph, first: Iterable[Section], goals: set[Section], barred: set[tuple[Hex, str]], closed: set[Hex]
) -> tuple[Section, ...]:
    """A shortest chain of sections from one of ``first`` to one of ``goals``; empty when there is none.

    ``barred`` lists (hex, printed edge) that may not be driven over, outwards or inwards; ``closed`` whole tiles.
    """
    before: dict[Section, Section | None] = dict.fromkeys(first)
    queue = deque(before)
    while queue:
        section = queue.popleft()
        if section in goals:
            chain = [section]
            while (previous := before[chain[-1]]) is not None:
                chain.append(previous)
            return tuple(reversed(chain))
        if (section.hex, section.exit) in barred:
            continue
        for after in following(graph, section):
            if after not in before and after.hex not in closed and (after.hex, after.entry) not in barred:
                before[after] = section
                queue.append(after)
    return ()


def finish_sections(graph: StageGraph, place: Hex, token: Token) -> tuple[Section, ...]:
    """The sections of a tile whose driving direction a finish standee allows.

    Its ``place`` is a printed edge, driven over outwards, or a step "bl>cl" of the road as driven.
    """
    where = token.place or ""
    roads = graph.side(place).driven.values()
    if where in EDGES and where:
        return tuple(Section(place, way.entry, way.exit) for way in roads if way.exit == where)
    start, _, end = where.partition(">")
    return tuple(
        Section(place, way.entry, way.exit)
        for way in roads
        if any(step.start == start and step.end == end and step.kind != "handbrake" for step in way.steps)
    )


def _arch(graph: StageGraph, kind: str) -> tuple[Hex, str] | None:
    for place in graph.graph:
        for token in graph.placed(place).tokens:
            if token.kind == kind and token.place in graph.side(place).edges:
                return place, str(token.place)
    return None


def _ring(
    graph: StageGraph, finish: Hex, token: Token, barred: set[tuple[Hex, str]], closed: set[Hex]
) -> tuple[Section, ...]:
    """The shortest lap from the finish standee back to it; empty when there is none."""
    loop: tuple[Section, ...] = ()
    for section in finish_sections(graph, finish, token):
        chain = _shortest(graph, following(graph, section), {section}, barred, closed)
        if chain and (not loop or len(chain) < len(loop)):
            loop = (chain[-1], *chain[:-1])
    return loop


def a_ring(graph: StageGraph) -> tuple[Section, ...]:
    """A ring that the roads close without the pre-grid, driven one way round; empty when there is none."""
    sections = [
        Section(place, way.entry, way.exit)
        for place in sorted(graph.graph)
        if graph.side(place).role != "grid"
        for way in graph.side(place).driven.values()
    ]
    ways = nx.DiGraph((one, other) for one in sections for other in following(graph, one))
    closed = {place for place in graph.graph if graph.side(place).role == "grid"}
    rings = [part for part in nx.strongly_connected_components(ways) if len(part) > 1]
    order = {section: number for number, section in enumerate(sections)}
    for part in sorted(rings, key=lambda part: min(order.get(section, len(order)) for section in part)):
        first = min(part, key=lambda section: order.get(section, len(order)))
        chain = _shortest(graph, following(graph, first), {first}, set(), closed)
        if chain:
            return (first, *chain[:-1])
    return ()


def _circuit(graph: StageGraph, grids: tuple[Hex, ...], tokens: list[tuple[Hex, Token]]) -> Route:
    finishes = tuple(place for place, _ in tokens)
    start = grids[0] if grids else (finishes[0] if finishes else None)
    nothing = Route("circuit", (), start, finishes[0] if finishes else None, grids, finishes)
    if not tokens:
        return nothing
    finish, token = tokens[0]
    entrance, exit_ = _arch(graph, "joker-entrance"), _arch(graph, "joker-exit")
    barred = {arch for arch in (entrance, exit_) if arch is not None}
    closed = set(grids)
    loop = _ring(graph, finish, token, barred, closed)
    if not loop:
        return replace(nothing, ring_through_grid=bool(_ring(graph, finish, token, barred, set())))
    # Where several loops hang together the standee's tile is on the shortest; a lap is driven that way round.
    on_loop = {section.hex: section for section in loop}
    joker: tuple[Section, ...] = ()
    if entrance is not None and exit_ is not None and entrance[0] in on_loop and exit_[0] in on_loop:
        leave = Section(entrance[0], on_loop[entrance[0]].entry, entrance[1])
        join = Section(exit_[0], exit_[1], on_loop[exit_[0]].exit)
        if (leave.entry, leave.exit) in graph.side(leave.hex).driven and (
            (join.entry, join.exit) in graph.side(join.hex).driven
        ):
            others = closed | (set(on_loop) - {exit_[0]})
            chain = _shortest(graph, following(graph, leave), {join}, set(), others)
            joker = (leave, *chain) if chain else ()
    approach: tuple[Section, ...] = ()
    if grids:
        grid = graph.side(grids[0]).grid
        assert grid is not None
        joins = {
            Section(place, entry, section.exit)
            for place, section in on_loop.items()
            for entry, exit_edge in graph.side(place).driven
            if exit_edge == section.exit and entry != section.entry
        }
        first = list(_ways(graph, grids[0], grid.driven_from))
        approach = _shortest(graph, first, joins, barred, set())
    return Route(
        "circuit",
        tuple(dict.fromkeys((*approach, *loop, *joker))),
        start,
        finish,
        grids,
        finishes,
        approach,
        loop,
        joker,
        token,
    )
