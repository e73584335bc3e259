"""A design compiled: its graphs, course and track under the rules in force, each built once and only when asked for.

Validation, simulators, readings, command line and window all begin here (``compile_design``), so that they speak of
the same thing. No graph is made without the design's house rules.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

import networkx as nx

from designer import rules
from designer.design.document import Design
from designer.design.event import Event
from designer.design.hexes import Hex
from designer.design.stage import Stage
from designer.graph import course, route, space_graph, stage_graph, stretches, terrain
from designer.graph.course import Course
from designer.graph.route import Route, Section
from designer.graph.space_graph import Reading
from designer.graph.stage_graph import EdgeEnd, StageGraph
from designer.graph.stretches import Stretch
from designer.play import track as tracks
from designer.play.track import Track
from designer.rules import Rules

#: Laps that a circuit is unrolled to for checking: on a second lap everything has been seen, with and without joker;
#: where more joker laps are asked for, on the lap after them.
LAPS = 2
#: Roles whose outer edge may stay open: behind the start and the pre-grid, beyond the finish.
OUTER = ("start", "finish", "grid")


@dataclass(frozen=True)
class CompiledDesign:
    """A design with its graphs. ``stage`` is an empty stage when the design has none.

    >>> from designer.design.document import Design
    >>> compile_design(Design()).problem
    'There is no start: place a start tile (202 or 301), or a grid (401a) for a circuit.'
    """

    design: Design

    @cached_property
    def stage(self) -> Stage:
        """The stage to check, in the order of its hexes, so that findings do not hang on the order of placing."""
        stage = self.design.stage if self.design.stage is not None else Stage()
        return replace(stage, tiles=tuple(sorted(stage.tiles, key=lambda tile: tile.hex)))

    @cached_property
    def graph(self) -> StageGraph:
        """The stage graph."""
        return _graph(self.stage)

    @cached_property
    def _meeting(self) -> frozenset[Hex]:
        badly = (
            hexes
            for reason, here, there, _ in self.graph.mismatches
            if reason != "blank"
            for hexes in ((here.hex, there), (there, here.hex))
        )
        well = (hexes for one, other in self.graph.graph.edges for hexes in ((one, other), (other, one)))
        return frozenset(place for place, other in (*well, *badly) if self.graph.side(other).roads)

    def meets_road(self, place: Hex) -> bool:
        """Whether the road of a tile meets that of a neighbour, be it one that does not fit."""
        return place in self._meeting

    @cached_property
    def route(self) -> Route:
        """What is driven."""
        return _route(self.stage)

    @cached_property
    def bare_ring(self) -> tuple[Section, ...]:
        """The ring that the road closes where no finish standee makes a circuit of it; empty when there is none."""
        if self.route.finishes or self.graph.unknown:
            return ()
        return route.a_ring(self.graph)

    @cached_property
    def rules(self) -> Rules:
        """The rules in force; house rules that do not fit (DOC006 reports them) are left out."""
        return rules.load_fitting(self.design.house_rules)

    @cached_property
    def spaces(self) -> nx.DiGraph:
        """The space graph of what is driven."""
        return _spaces(self.stage, Reading.of(self.rules))

    @cached_property
    def laps(self) -> int:
        """The laps of the event, else of the rules (see ``course.laps_of``)."""
        return course.laps_of(self.design.event, self.rules)

    @property
    def weather(self) -> str:
        """The weather in which the race begins: dry, on a circuit as the rules in force say."""
        return self.rules.word("rallycross.weather") if self.route.kind == "circuit" else "dry"

    @cached_property
    def course(self) -> Course:
        """What a car can drive from start to finish; of a circuit no more laps than can differ."""
        return _course(self.stage, self._few_laps, self.rules)

    @cached_property
    def _few_laps(self) -> int:
        if self.route.kind != "circuit":
            return 1
        return min(self.laps, max(LAPS, 1 + self.rules.number("rallycross.joker_laps")))

    @cached_property
    def stretches(self) -> tuple[Stretch, ...] | None:
        """The stage in stretches, which outlast an edit elsewhere; None when it can only be driven as one course."""
        return _stretches(self.stage, Reading.of(self.rules))

    @cached_property
    def race(self) -> Course:
        """What a car drives from start to finish, all laps of it."""
        return _course(self.stage, self.laps, self.rules) if self.route.kind == "circuit" else self.course

    @cached_property
    def race_track(self) -> Track:
        """The whole race under the rules in force, with the mud tokens that lie on the stage."""
        if self.race is self.course:
            return self.track
        return _track(self.stage, self.laps, self.rules, self.mud, self.weather)

    @cached_property
    def problem(self) -> str | None:
        """Why nothing can be driven from start to finish; None when it can."""
        return None if self.stretches is not None else self.course.problem

    @property
    def mud(self) -> frozenset[Hex]:
        """The tiles with a mud token."""
        return frozenset(tile.hex for tile in self.stage if tile.token("mud") is not None)

    @cached_property
    def track(self) -> Track:
        """The course under the rules in force, with the mud tokens that lie on the stage."""
        return _track(self.stage, self._few_laps, self.rules, self.mud, self.weather)

    @cached_property
    def parts(self) -> list[set[Hex]]:
        """Tiles with road edges that hang together, also over edges that do not fit, largest first."""
        graph = self.graph
        touching = nx.Graph()
        touching.add_nodes_from(place for place in graph.graph if graph.side(place).edges)
        touching.add_edges_from(graph.graph.edges)
        touching.add_edges_from((here.hex, there) for reason, here, there, _ in graph.mismatches if reason != "blank")
        return sorted(nx.connected_components(touching), key=lambda part: (-len(part), min(part)))

    @cached_property
    def whole(self) -> bool:
        """Whether the track can be driven from start to finish and has no gap; other checks report what is missing."""
        graph, route = self.graph, self.route
        if graph.unknown or graph.stacked or len(route.starts) > 1 or len(route.finishes) > 1 or len(self.parts) > 1:
            return False
        if any(reason != "blank" or not may_end(self, here) for reason, here, *_ in graph.mismatches):
            return False
        ends = (end for end in graph.open_edges if not may_end(self, end))
        return self.problem is None and (self.route.kind == "stage" or not any(ends))

    @cached_property
    def settled(self) -> bool:
        """Whether a circuit has the pre-grid and the joker way it should have, so that spare forks and roads show."""
        route = self.route
        if route.kind != "circuit" or not route.loop:
            return False
        event = self.design.event
        called = event is not None and event.kind == "rallycross"
        arches = any(tile.token(kind) is not None for tile in self.stage for kind in ("joker-entrance", "joker-exit"))
        grid = any(self.graph.side(place).role == "grid" for place in self.graph.graph)
        joker = bool(self.rules.number("rallycross.joker_laps")) and (called or arches)
        return (bool(route.joker) or not joker) and (bool(route.approach) or not (grid or called))

    @cached_property
    def terrains(self) -> tuple[str, ...]:
        """The track types that the stage's roads count as, in the order of its hexes."""
        kinds = (self.terrain(place) for place in self.graph.graph)
        return tuple(dict.fromkeys(kind for kind in kinds if kind is not None))

    def terrain(self, place: Hex) -> str | None:
        """The track type that the road of a tile counts as; None without road."""
        side = self.graph.side(place)
        return terrain.counted(side.id, side.terrain, self.rules) if side.roads and side.terrain else None


# A stage is checked again whenever a board, a waiver or the event beside it changes; its graphs stay.
KEPT = 4


@lru_cache(maxsize=KEPT)
def _graph(stage: Stage) -> StageGraph:
    return stage_graph.build(stage)


@lru_cache(maxsize=KEPT)
def _route(stage: Stage) -> Route:
    return route.build(_graph(stage))


@lru_cache(maxsize=KEPT)
def _stretches(stage: Stage, reading: Reading) -> tuple[Stretch, ...] | None:
    return stretches.of_route(_graph(stage), _route(stage), reading)


@lru_cache(maxsize=KEPT)
def _spaces(stage: Stage, reading: Reading) -> nx.DiGraph:
    return space_graph.build(_graph(stage), _route(stage), reading)


@lru_cache(maxsize=KEPT)
def _course(stage: Stage, laps: int, rules: Rules) -> Course:
    spaces = _spaces(stage, Reading.of(rules))
    return course.build(_graph(stage), _route(stage), spaces, Event(laps=laps), rules)


@lru_cache(maxsize=KEPT)
def _track(stage: Stage, laps: int, rules: Rules, mud: frozenset[Hex], weather: str) -> Track:
    return tracks.build(_course(stage, laps, rules), rules, mud, weather)


_compiled = lru_cache(maxsize=KEPT)(CompiledDesign)


def compile_design(design: Design) -> CompiledDesign:
    """The compiled design; of the last few that were asked for the same one comes back. Never raises."""
    try:
        return _compiled(design)
    except TypeError:  # a script may put a plain dict into a design, which cannot be remembered
        return CompiledDesign(design)


def forget() -> None:
    """Throw the kept graphs away, as a benchmark of a first check has to."""
    for kept in (_graph, _route, _stretches, stretches.made, _spaces, _course, _track, _compiled):
        kept.cache_clear()


def may_end(compiled: CompiledDesign, end: EdgeEnd) -> bool:
    """Whether a road may end at this edge: behind a start or pre-grid, beyond a finish.

    A start or finish that the route does not settle may keep one edge open; if both are unjoined, the edge that the
    lettering on the tile faces away from.
    """
    side = compiled.graph.side(end.hex)
    if side.role not in OUTER:
        return False
    printed = route.printed_edge(compiled.graph, end.hex, end.edge)
    if side.grid is not None:
        return printed == side.grid.driven_from
    if compiled.meets_road(end.hex):
        return True
    if side.line is None:
        return False
    return (printed == side.line.lettered_from) == (side.role == "start")
