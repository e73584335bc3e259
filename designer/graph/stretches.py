"""A stage in stretches, one for each section: what can be worked out tile by tile and kept from edit to edit.

A stretch is the course of one section and of the next one, into which its steps lead. It depends on the tiles of that
window (and the one before) alone, so after an edit only the stretches around it are made again. A stage has stretches
when its road is one plain chain on which every space leads on; whatever is unlike that is driven as one course
(``course``).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

import networkx as nx

from designer import catalog
from designer.design.hexes import Hex
from designer.design.stage import PlacedTile
from designer.graph import course as courses
from designer.graph import route as routes
from designer.graph import space_graph
from designer.graph.course import Course, Move, Spot
from designer.graph.route import Route, Section
from designer.graph.space_graph import STANDARD, Reading, SpaceId
from designer.graph.stage_graph import StageGraph
from designer.memory import Memory

#: Stretches kept at most: several large stages; each takes some 20 to 40 kB with what is known of cars on it.
KEPT = 1200


class Piece(NamedTuple):
    """A placed tile as driven from printed edge to printed edge."""

    placed: PlacedTile
    entry: str
    exit: str


@dataclass(frozen=True, eq=False)
class Stretch:
    """The course of one section and of what lies ahead of it.

    The first ``own`` spots of ``course`` are those of the section, in the order in which they can be driven; only they
    have moves that count. ``numbers`` finds the number of a space. ``memory`` keeps what others work out about it.
    """

    course: Course
    own: int
    numbers: dict[SpaceId, int]
    mud: frozenset[Hex]
    memory: Memory = field(default_factory=Memory, repr=False)


def of_route(graph: StageGraph, route: Route, reading: Reading = STANDARD) -> tuple[Stretch, ...] | None:
    """The stretches of a stage in the order in which they are driven, or None when its road is no plain chain."""
    sections = route.sections
    if route.kind != "stage" or route.finish is None or not sections or sections[-1].hex != route.finish:
        return None
    if graph.stacked or sections[0].hex != route.start or len(sections) < 2:
        return None
    for number, section in enumerate(sections[:-1]):
        if routes.following(graph, section) != sections[number + 1 : number + 2]:
            return None
    driven = set(sections)
    if any(after in driven for after in routes.following(graph, sections[-1])) or not _apart(graph, sections):
        return None
    pieces = [Piece(graph.placed(section.hex), section.entry, section.exit) for section in sections]
    found = []
    for number in range(len(pieces)):
        first, last = max(0, number - 1), number + 1
        while last < len(pieces) - 1 and _at_once(graph, sections[last]):
            last += 1  # a jump may carry a car over the only space of a section
        window = tuple(pieces[first : last + 1])
        ends = first + len(window) == len(pieces)
        stretch = made(window, number - first, reading, starts=number == 0, ends=ends)
        if stretch is None:
            return None
        found.append(stretch)
    return tuple(found)


def _at_once(graph: StageGraph, section: Section) -> bool:
    """Whether a space of a section lies at both of its ends."""
    way = routes.road(graph, section)
    return not set(way.lanes_in).isdisjoint(way.lanes_out)


def _apart(graph: StageGraph, sections: tuple[Section, ...]) -> bool:
    """Whether roads that cross on one tile have nothing in common: neither a space nor two that lie over each other."""
    times = Counter(section.hex for section in sections)
    driven: dict[Hex, set[str]] = {}
    for section in sections:
        if times[section.hex] > 1:
            spaces, others = set(routes.road(graph, section).spaces), driven.setdefault(section.hex, set())
            if not spaces.isdisjoint(others) or graph.side(section.hex).overlap:
                return False
            others |= spaces
    return True


@lru_cache(maxsize=KEPT)
def made(
    window: tuple[Piece, ...], place: int, reading: Reading = STANDARD, *, starts: bool, ends: bool
) -> Stretch | None:
    """The stretch of one piece of a window of pieces that follow each other; None when a space of it leads nowhere.

    ``starts``: the first piece of the window is the start. ``ends``: the last one is the finish.
    """
    tiles = nx.Graph()
    for piece in window:
        tiles.add_node(piece.placed.hex, placed=piece.placed, side=catalog.sides()[piece.placed.tile])
    graph = StageGraph(tiles, (), (), (), ())
    sections = [Section(piece.placed.hex, piece.entry, piece.exit) for piece in window]
    spaces = space_graph.of_sections(graph, sections, pairwise(sections), reading)
    owner = _owners(graph, sections, spaces)
    finished: set[SpaceId] = set()
    if ends:
        finish = sections[-1]
        line = graph.side(finish.hex).line
        assert line is not None
        behind, past = ({SpaceId(finish.hex, name) for name in names} for names in line.as_driven(finish.entry))
        waiting = [end for _, end in courses.steps_over_line(spaces, behind, past)]
        while waiting:
            key = waiting.pop()
            if key not in finished:
                finished.add(key)
                waiting += [end for end in spaces.succ[key] if end.hex == finish.hex]
        if not finished:
            return None
    beginning = _starts(graph, sections[0]) if starts else ()
    own = {key for key, number in owner.items() if number == place}
    if starts:
        reached = set(beginning) & set(spaces)
        waiting = list(reached)
        while waiting:
            fresh = [end for end in spaces.succ[waiting.pop()] if end not in reached]
            reached.update(fresh)
            waiting += fresh
        leaving = {SpaceId(sections[0].hex, name) for name in routes.road(graph, sections[0]).lanes_out}
        if not leaving <= reached:
            return None
        own &= reached
    elif any(not any(owner[before] in (place, place - 1) for before in spaces.pred[key]) for key in own):
        return None
    if any(key not in finished and not spaces.succ[key] for key in own):
        return None
    order = _in_order(spaces, own)
    if order is None:
        return None
    order += [key for key in sorted(spaces) if owner[key] > place]
    numbers = {key: number for number, key in enumerate(order)}
    spots = tuple(
        Spot(number, spaces.nodes[key]["spot"], int(key in finished), True, key in finished, 0)
        for number, key in enumerate(order)
    )
    ahead = dict(spaces.adjacency())  # plain dicts: the views of networkx are slow to ask space by space
    moves = tuple(
        tuple(
            Move(numbers[end], data["step"])
            for end, data in ahead[key].items()
            if end in numbers and numbers[end] > numbers[key] and (key not in finished or end.hex == key.hex)
        )
        for key in order
    )
    mud = frozenset(piece.placed.hex for piece in window if piece.placed.token("mud") is not None)
    starting = tuple(numbers[key] for key in beginning if key in numbers)
    return Stretch(Course(spots, moves, starting, "stage", 1), len(own), numbers, mud)


def _starts(graph: StageGraph, section: Section) -> tuple[SpaceId, ...]:
    line = graph.side(section.hex).line
    assert line is not None
    return tuple(SpaceId(section.hex, name) for name in line.as_driven(section.entry)[0])


def _owners(graph: StageGraph, sections: list[Section], spaces: nx.DiGraph) -> dict[SpaceId, int]:
    """The number of the section to which each space belongs; a sliding half belongs where its row does."""
    owner: dict[SpaceId, int] = {}
    for number, section in enumerate(sections):
        for name in routes.road(graph, section).spaces:
            owner.setdefault(SpaceId(section.hex, name), number)
    for key in spaces:
        if key not in owner:
            owner[key] = owner[SpaceId(key.hex, key.name.split("+")[0])]
    return {key: owner[key] for key in spaces}


def _in_order(spaces: nx.DiGraph, own: set[SpaceId]) -> list[SpaceId] | None:
    """Spaces, each before those that it leads to; None when they go round in a circle."""
    waiting = {key: sum(before in own for before in spaces.pred[key]) for key in own}
    ready = sorted((key for key, count in waiting.items() if not count), reverse=True)
    order = []
    while ready:
        key = ready.pop()
        order.append(key)
        for end in spaces.succ[key]:
            if end in own:
                waiting[end] -= 1
                if not waiting[end]:
                    ready.append(end)
    return order if len(order) == len(own) else None
