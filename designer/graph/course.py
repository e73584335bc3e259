"""The course: what a car can drive from where it stands at the start to the finish, as a graph without cycles.

A stage is its space graph, cut to what a car can reach and from where it can still finish. A circuit is unrolled:
a spot is a space in a lap, with the joker way still to do or done, so that "exactly one joker lap" and "finish on
the last lap" are plain facts of the graph (RX, "Setup" and "The Joker Lap"). Who drives past its last chance of a
joker lap goes on over spots that are ``missed``, to the line, where it is disqualified.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from heapq import heapify, heappop, heappush
from typing import NamedTuple

import networkx as nx

from designer.design.event import Event
from designer.design.hexes import EDGES
from designer.design.stage import Stage
from designer.graph import route as routes
from designer.graph import space_graph, stage_graph
from designer.graph.route import Route, RouteKind, Section
from designer.graph.space_graph import Reading, SpaceId, SpaceInfo, StepInfo
from designer.graph.stage_graph import StageGraph
from designer.rules import Rules
from designer.rules import load as load_rules

#: Why nothing can be driven from start to finish.
NO_START = "There is no start: place a start tile (202 or 301), or a grid (401a) for a circuit."
NO_FINISH = "There is no finish: place a finish tile (203 or 302), or a finish standee on a circuit."
NO_PLACE = "Cars have no space to stand on behind the start line."
NO_WAY = "The road from the start does not lead to the finish."
NO_LAP = "No lap leads from the finish line back to it: the road is not closed to a ring."
PAST_THE_LINE = "The finish line does not reach across the road: a lap is possible without crossing it."
ROUND_IN_A_CIRCLE = "The road leads round in a circle: a car could drive it for ever and never come to the finish."


@dataclass(frozen=True, slots=True)
class Spot:
    """A place on the course: a space, the lap (0 before the line is first crossed) and whether the joker is done.

    ``finished`` spots lie past the finish line of the last lap. ``left`` is the least number of steps that still
    cross the line (0 once finished). ``detour``: the space belongs to the joker way alone; ``jokers``: how often the
    joker way has been driven.
    """

    number: int
    space: SpaceInfo
    lap: int
    joker_done: bool
    finished: bool
    left: int
    detour: bool = False
    jokers: int = 0
    missed: bool = False


@dataclass(frozen=True, slots=True)
class Move:
    """A step on the course, to the spot called ``to``."""

    to: int
    step: StepInfo


@dataclass(frozen=True)
class Course:
    """Spots, the moves from each, and where cars may stand at the start, best places first.

    ``problem`` is a sentence when nothing can be driven from start to finish; then there are no spots. ``jokers``: how
    many joker laps are asked for, 0 where there is no joker way.
    """

    spots: tuple[Spot, ...]
    moves: tuple[tuple[Move, ...], ...]
    starts: tuple[int, ...]
    kind: RouteKind
    laps: int
    problem: str | None = None
    jokers: int = 0

    def terrains(self) -> tuple[str, ...]:
        """The track types of the course, in the order in which they are met."""
        return tuple(dict.fromkeys(spot.space.terrain for spot in self.spots))


def of_stage(stage: Stage, event: Event | None = None, rules: Rules | None = None) -> Course:
    """The course of a stage. Never raises: the reason why nothing can be driven stands in ``problem``.

    Laps come from the event, else from the rules (the standard profile unless others are given).
    """
    graph = stage_graph.build(stage)
    route = routes.build(graph)
    rules = rules or load_rules()
    return build(graph, route, space_graph.build(graph, route, Reading.of(rules)), event, rules)


def laps_of(event: Event | None, rules: Rules) -> int:
    """How many laps a circuit is driven, whatever kind of event it is: those of the event, else of the rules.

    On a stage laps do not count. Everybody who speaks of laps asks here.

    >>> laps_of(Event("stage", laps=5), load_rules()), laps_of(None, load_rules())
    (5, 4)
    """
    return (event.laps if event is not None else None) or rules.number("rallycross.laps")


def start_rows(graph: StageGraph, route: Route) -> tuple[tuple[SpaceId, ...], ...]:
    """Where cars stand at the start, row by row from the front."""
    if route.start is None:
        return ()
    side = graph.side(route.start)
    if side.grid is not None and route.kind == "circuit":
        return tuple(tuple(SpaceId(route.start, name) for name in row) for row in side.grid.rows)
    if side.line is not None and route.kind == "stage" and route.sections:
        behind, _ = side.line.as_driven(route.sections[0].entry)
        return (tuple(SpaceId(route.start, name) for name in behind),)
    return ()


def finish_steps(graph: StageGraph, route: Route, spaces: nx.DiGraph) -> frozenset[tuple[SpaceId, SpaceId]]:
    """The steps of the space graph that cross the finish line."""
    place = route.finish
    if place is None:
        return frozenset()
    section = next((found for found in route.sections if found.hex == place), None)
    if section is None:
        return frozenset()
    here = {key for key in spaces if key.hex == place}
    if route.kind == "stage":
        line = graph.side(place).line
        if line is None:
            return frozenset()
        behind, past = line.as_driven(section.entry)
        before, after = ({SpaceId(place, name) for name in names} for names in (behind, past))
        return steps_over_line(spaces, before, after)
    where = (route.finish_token.place if route.finish_token else "") or ""
    if where and where in EDGES:
        return frozenset((start, end) for start in here for end in spaces.succ[start] if end.hex != place)
    first, _, second = where.partition(">")
    return steps_over_line(spaces, {SpaceId(place, first)}, {SpaceId(place, second)})


def steps_over_line(spaces: nx.DiGraph, behind: set[SpaceId], past: set[SpaceId]) -> frozenset[tuple[SpaceId, SpaceId]]:
    """All steps of the line right across the road that separates ``behind`` from ``past``.

    A handbrake step runs within a corner, from row to row: it is no sign that two spaces lie on one line.
    """

    def plain(start: SpaceId, end: SpaceId) -> bool:
        return bool(spaces.edges[start, end]["step"].kind != "handbrake")

    behind, past = behind & set(spaces), past & set(spaces)
    while True:
        wider_past = past | {end for start in behind for end in spaces.succ[start] if plain(start, end)}
        wider_behind = behind | {start for end in wider_past for start in spaces.pred[end] if plain(start, end)}
        if wider_past == past and wider_behind == behind:
            return frozenset((start, end) for start in behind for end in spaces.succ[start] if end in past)
        behind, past = wider_behind, wider_past


def build(
    graph: StageGraph, route: Route, spaces: nx.DiGraph, event: Event | None = None, rules: Rules | None = None
) -> Course:
    """The course of a route through a space graph."""
    rows = start_rows(graph, route)
    finish = finish_steps(graph, route, spaces)
    circuit = route.kind == "circuit"
    rules = rules or load_rules()
    laps = 1
    if circuit:
        laps = laps_of(event, rules)
    if circuit and not rows:
        rows = _behind_the_line(spaces, finish)
    starts = [key for row in rows for key in row if key in spaces]
    empty = Course((), (), (), route.kind, laps, _problem(route, starts, finish))
    if empty.problem is not None:
        return empty
    joker = _joker(graph, route, spaces, rules)
    if joker.asked > laps and joker.needed:
        few = f"a race of {laps} lap{'' if laps == 1 else 's'}"
        return replace(empty, problem=f"{joker.asked} joker laps do not fit into {few}.")
    unrolled = onward(_unroll(spaces, starts, finish, laps if circuit else 0, joker), spaces)
    return _number(unrolled, spaces, starts, empty, joker)


def _problem(route: Route, starts: list[SpaceId], finish: frozenset[tuple[SpaceId, SpaceId]]) -> str | None:
    if route.start is None:
        return NO_START
    if route.finish is None:
        return NO_FINISH
    if route.kind == "circuit" and not route.loop:
        return NO_LAP
    if not starts:
        return NO_PLACE
    if not finish:
        return NO_WAY
    return None


def _behind_the_line(spaces: nx.DiGraph, finish: frozenset[tuple[SpaceId, SpaceId]]) -> tuple[tuple[SpaceId, ...], ...]:
    return (tuple(sorted({start for start, _ in finish if "/" not in start.name})),)


Steps = frozenset[tuple[SpaceId, SpaceId]]


class _Joker(NamedTuple):
    """The joker way: the steps over the tile edges where it leaves the loop and comes back to it, its spaces that no
    lap without it has, how often it is driven, and whether a car that has not done so may not finish."""

    leaves: Steps
    returns: Steps
    spaces: frozenset[SpaceId]
    asked: int
    needed: bool


def _joker(graph: StageGraph, route: Route, spaces: nx.DiGraph, rules: Rules) -> _Joker:
    """The joker way of a route (RX, "The Joker Lap"). Two adjoining forks are enough: it needs no tile of its own."""
    if not route.joker:
        return _Joker(frozenset(), frozenset(), frozenset(), 0, False)

    def over(here: Section, there: Section) -> Steps:
        return frozenset(
            (start, end)
            for start in spaces
            if start.hex == here.hex
            for end in spaces.succ[start]
            if end.hex == there.hex
        )

    def printed(sections: tuple[Section, ...]) -> set[SpaceId]:
        return {SpaceId(section.hex, name) for section in sections for name in routes.road(graph, section).spaces}

    alone = printed(route.joker) - printed((*route.loop, *route.approach))
    own = frozenset(key for key in spaces if SpaceId(key.hex, key.name.split("+")[0]) in alone)
    return _Joker(
        over(*route.joker[:2]),
        over(*route.joker[-2:]),
        own,
        rules.number("rallycross.joker_laps"),
        rules.switch("rallycross.missed_joker_disqualifies"),
    )


#: A space, a lap, how often the joker way has been driven.
Layered = tuple[SpaceId, int, int]


def _unroll(
    spaces: nx.DiGraph,
    starts: list[SpaceId],
    finish: frozenset[tuple[SpaceId, SpaceId]],
    laps: int,
    joker: _Joker,
) -> nx.DiGraph:
    """Spots as (space, lap, joker laps done), from the starts; lap ``laps`` + 1 lies past the last finish line.

    On a plain stage ``laps`` is 0, so that the first crossing finishes.
    """
    course = nx.DiGraph()
    queue: list[Layered] = [(key, 0, 0) for key in starts]
    course.add_nodes_from(queue)
    while queue:
        node = queue.pop()
        key, lap, done = node
        for end in spaces.succ[key]:
            crossing = (key, end) in finish
            if lap > laps and end.hex != key.hex:
                continue  # past the finish a move ends on the finish tile (assumed)
            if (key, end) in joker.leaves and (done >= joker.asked or lap == 0):
                continue  # the joker way is driven as often as asked, in a lap (RX, "The Joker Lap")
            next_lap, next_done = lap + crossing, done + ((key, end) in joker.returns)
            if next_lap > laps + 1:
                continue
            target = (end, next_lap, next_done)
            if target not in course:
                queue.append(target)
            course.add_edge(node, target)
    return course


def onward(course: nx.DiGraph, spaces: nx.DiGraph) -> nx.DiGraph:
    """The course without handbrake steps that lead back: a handbrake turn goes on along the track (assumed).

    ``course`` is changed and returned; ``spaces`` knows the steps between its spaces. On a tile with two roads round
    one corner the steps of one road may lead back to where those of the other begin.
    """
    if nx.is_directed_acyclic_graph(course):
        return course
    for circle in list(nx.strongly_connected_components(course)):
        back = [
            (start, end)
            for start, end in course.edges(circle)
            if end in circle and spaces.edges[start[0], end[0]]["step"].kind == "handbrake"
        ]
        course.remove_edges_from(back)
    return course


def _in_order(left: dict[Layered, int], following: dict[Layered, list[Layered]]) -> list[Layered]:
    """Every node before those that follow it, otherwise the farthest from the finish first, then by name.

    Shorter than the number of nodes when they hold a cycle.
    """
    waiting = dict.fromkeys(left, 0)
    for ends in following.values():
        for end in ends:
            waiting[end] += 1
    ready = [(-left[node], node) for node, count in waiting.items() if count == 0]
    heapify(ready)
    order = []
    while ready:
        _, node = heappop(ready)
        order.append(node)
        for end in following[node]:
            waiting[end] -= 1
            if waiting[end] == 0:
                heappush(ready, (-left[end], end))
    return order


def _steps_left(course: nx.DiGraph, ends: list[Layered]) -> dict[Layered, int]:
    """The least number of steps from each node to one of some ends."""
    left = dict.fromkeys(ends, 0)
    wave = list(ends)
    while wave:
        earlier = []
        for node in wave:
            for before in course.pred[node]:
                if before not in left:
                    left[before] = left[node] + 1
                    earlier.append(before)
        wave = earlier
    return left


def _number(course: nx.DiGraph, spaces: nx.DiGraph, starts: list[SpaceId], empty: Course, joker: _Joker) -> Course:
    """Number what is on a way from start to finish, nearest to the finish last; after it what is on a way that has
    missed its joker lap, from which none leads back."""
    laps = empty.laps if empty.kind == "circuit" else 0
    finished = [node for node in course if node[1] > laps]
    good = _steps_left(course, [node for node in finished if node[2] >= joker.asked or not joker.needed])
    left = _steps_left(course, finished)
    missed = {node: steps for node, steps in left.items() if node not in good}
    following = {node: [end for end in course.succ[node] if end in left] for node in left}
    order = _in_order(good, {node: [end for end in following[node] if end in good] for node in good})
    order += _in_order(missed, {node: [end for end in following[node] if end in missed] for node in missed})
    if len(order) < len(left):
        return replace(empty, problem=PAST_THE_LINE if empty.kind == "circuit" else ROUND_IN_A_CIRCLE)
    numbers = {node: number for number, node in enumerate(order)}
    first = [numbers[node] for node in order if course.in_degree(node) == 0 or node[0] in starts]
    first = [number for number in first if order[number][1] == 0 and order[number][0] in starts]
    if not first:
        return replace(empty, problem=NO_WAY)
    place = {key: index for index, key in enumerate(starts)}
    first.sort(key=lambda number: place[order[number][0]])
    spots = tuple(
        Spot(
            number,
            spaces.nodes[node[0]]["spot"],
            node[1],
            node[2] >= joker.asked,
            node[1] > laps,
            left[node],
            node[0] in joker.spaces,
            node[2],
            node in missed,
        )
        for node, number in numbers.items()
    )
    moves = tuple(
        tuple(
            Move(numbers[end], spaces.edges[node[0], end[0]]["step"])
            for end in sorted(following[node], key=numbers.__getitem__)
        )
        for node in order
    )
    return Course(spots, moves, tuple(first), empty.kind, empty.laps, jokers=joker.asked)
