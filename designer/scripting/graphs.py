"""The graphs of a design with plain attributes, for GraphML, JSON and whatever else reads networkx graphs.

Nodes are named by texts and carry texts, numbers and truth values only; what does not hold on a node or edge is left
out there. The house rules of the design are in force.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import networkx as nx

from designer.design.document import Design
from designer.design.hexes import centre
from designer.graph import spire_graph
from designer.model.compiled import compile_design
from designer.play.track import NO_LIMIT, Track, Way, space_name
from designer.simulator.common.batching import SimulationError, rules_of
from designer.simulator.rally.batches import ground_of


def of_tiles(design: Design) -> nx.Graph:
    """The tiles: nodes "q,r", an edge where road meets road.

    Nodes: ``tile``, ``q``, ``r``, ``rotation``, ``x`` and ``y`` (drawing units, y down), ``terrain`` (that the tile
    counts as), ``danger``, ``role`` and ``tokens`` ("climb -1; cloud"). Edges: ``lanes`` and ``cut``.
    """
    compiled = compile_design(design)
    found = nx.Graph(kind="stage", name=design.name)
    graph = compiled.graph
    for place in graph.graph:
        placed, side = graph.placed(place), graph.side(place)
        x, y = centre(place)
        tokens = "; ".join(
            " ".join(str(part) for part in (token.kind, token.value, token.track, token.place) if part is not None)
            for token in placed.tokens
        )
        found.add_node(
            f"{place.q},{place.r}",
            **_plain(
                tile=placed.tile,
                q=place.q,
                r=place.r,
                rotation=placed.rotation,
                x=x,
                y=y,
                terrain=compiled.terrain(place) or side.terrain,
                danger=side.danger,
                role=side.role,
                tokens=tokens or None,
            ),
        )
    for one, other, ends in graph.graph.edges(data="ends"):
        end = ends[one]
        found.add_edge(
            f"{one.q},{one.r}", f"{other.q},{other.r}", lanes=min(each.lanes for each in ends.values()), cut=end.kind
        )
    return found


def of_spaces(design: Design) -> nx.DiGraph:
    """The spaces of the driven road as printed, and the steps between them, as the house rules read the tiles.

    Nodes, named as on the table ("bl of 209a (2,-1)"): ``tile``, ``q``, ``r``, ``space``, ``terrain``, ``danger``,
    ``kind``, ``lane``, ``limit``, ``jump``, ``hazard``, ``water``, ``chicane``, ``corner``, ``coast_loss``, ``clouds``.
    Edges:
    ``kind``, ``climb``, ``limit``, ``hazard`` and ``leaves_tile``.
    """
    rules_of(design)  # says which house rule does not fit
    compiled = compile_design(design)
    found = nx.DiGraph(kind="space", name=design.name)
    spots = dict(compiled.spaces.nodes(data="spot"))
    names = {key: space_name(info) for key, info in spots.items()}
    for key, info in spots.items():
        found.add_node(names[key], **_space(info, compiled.terrain(info.id.hex)))
    for start, end, step in compiled.spaces.edges(data="step"):
        found.add_edge(
            names[start],
            names[end],
            **_plain(
                kind=step.kind,
                climb=step.climb,
                limit=step.line_limit,
                hazard=step.line_hazard,
                leaves_tile=step.leaves_tile,
            ),
        )
    return found


def of_course(design: Design) -> nx.DiGraph:
    """What a car can drive from start to finish, laps unrolled: spots, and the ways that the rules in force leave.

    Nodes, named by the numbers of spots: what a space has, and ``name``, ``lap``, ``jokers``, ``left`` (fewest steps
    to the line), ``start`` and ``finished``. Edges: ``climb``, ``limit``, ``hazards``, ``hazard_gear``, ``least`` and
    ``most`` gear, ``over`` (the spot jumped over), ``shortcut`` (a token is drawn) and ``shift_up``. Raises
    SimulationError when nothing can be driven.
    """
    track = ground_of(design).track
    found = nx.DiGraph(kind="course", name=design.name, laps=track.course.laps)
    for spot in track.course.spots:
        found.add_node(
            str(spot.number),
            **_space(spot.space, spot.space.terrain),
            name=track.name(spot.number),
            lap=spot.lap,
            jokers=spot.jokers,
            left=spot.left,
            start=spot.number in track.course.starts,
            finished=spot.finished,
        )
    for number, ways in enumerate(track.ways):
        for way in ways:
            found.add_edge(str(number), str(way.to), **_way(track, way))
    return found


def of_spire(design: Design) -> nx.DiGraph:
    """The cards of a spire, named "column,row" (row 0: the Start cards), and the moves between them.

    Nodes: ``column``, ``row``, ``kind``, ``hold``, ``colour``, ``face_up``, ``bolted``, ``anchored``,
    ``above_fatigue``, and for each climber ``class_NAME`` and ``cost_NAME``. Edges: ``way``. Raises SimulationError
    without a spire, DeckError where a card is not in the deck.
    """
    if design.spire is None:
        raise SimulationError("The design has no spire.")
    graph = spire_graph.build(design.spire, rules=rules_of(design))
    found = nx.DiGraph(kind="spire", name=design.name, columns=graph.graph["columns"], rows=graph.graph["rows"])
    for place, data in graph.nodes(data=True):
        facts = {name: value for name, value in data.items() if name not in ("classes", "costs")}
        facts |= {f"class_{climber}": letter for climber, letter in data["classes"].items()}
        facts |= {f"cost_{climber}": cost for climber, cost in data["costs"].items()}
        found.add_node(f"{place.column},{place.row}", column=place.column, row=place.row, **_plain(**facts))
    for one, other, way in graph.edges(data="way"):
        found.add_edge(f"{one.column},{one.row}", f"{other.column},{other.row}", way=way)
    return found


#: Every graph by the word that asks for it.
GRAPHS: Mapping[str, Callable[[Design], nx.Graph]] = {
    "stage": of_tiles,
    "space": of_spaces,
    "course": of_course,
    "spire": of_spire,
}


def _plain(**facts: Any) -> dict[str, Any]:
    """Facts without those that there are none of: GraphML has no word for nothing."""
    return {name: value for name, value in facts.items() if value is not None}


def _space(info: Any, terrain: str | None) -> dict[str, Any]:
    return _plain(
        tile=info.tile,
        q=info.id.hex.q,
        r=info.id.hex.r,
        space=info.id.name,
        terrain=terrain or info.terrain,
        danger=info.danger,
        kind=info.kind,
        lane=info.lane,
        limit=info.limit,
        limit_hazard=info.limit_hazard,
        jump=info.jump,
        hazard=info.hazard,
        water=info.water,
        chicane=info.chicane,
        corner=info.corner,
        coast_loss=info.coast_loss,
        clouds=info.clouds,
    )


def _way(track: Track, way: Way) -> dict[str, Any]:
    return _plain(
        climb=way.climb,
        limit=way.limit if way.limit != NO_LIMIT else None,
        hazards=way.hazards,
        hazard_gear=way.hazard_gear,
        least=way.least or None,
        most=way.most if way.most != NO_LIMIT else None,
        over=None if way.over is None else track.name(way.over),
        shortcut=way.shortcut,
        shift_up=way.shift_up,
    )
