"""The spire graph: the cards of a spire as nodes (column, row), the moves between them as directed edges.

Row 0 holds the Start cards, rows 1 to ``rows`` the hold cards, the row above them the summit cards. A move goes up,
left or right, never down; the last column is the left neighbour of the first (Race for the Summit, "Climber Turn
Details": Selecting a Hold).

Node attributes: ``hold`` (type, "Start", or the kind of summit card), ``kind`` ("start", "hold", "summit"),
``bolted`` (an anchor counts as a bolt), ``anchored``, ``face_up``, ``colour``, ``above_fatigue``, ``classes``
(climber -> "B", "P", "S" or "H"; on a summit card the same for all: "P" or "S"), ``costs`` (climber -> stamina).
Edge attribute: ``way`` ("up", "left" or "right").
"""

from __future__ import annotations

from typing import NamedTuple

import networkx as nx

from designer import rules as rules_in_force
from designer.design.spire import Spire
from designer.rules import Rules
from designer.summit import deck as decks
from designer.summit.deck import Deck, DeckError


class Position(NamedTuple):
    """Where a card lies: column from 0, row from 0 (Start)."""

    column: int
    row: int


def sideways(columns: int, column: int) -> tuple[int, ...]:
    """The neighbouring columns round the spire, the left one first; with two columns both are the same one.

    >>> sideways(5, 0), sideways(2, 0), sideways(1, 0)
    ((4, 1), (1,), ())
    """
    return tuple(dict.fromkeys(other for other in ((column - 1) % columns, (column + 1) % columns) if other != column))


def distance(columns: int, one: tuple[int, int], other: tuple[int, int], *, wrap: bool = True) -> int:
    """Steps up, down and sideways between two cards, the shorter way round; ``wrap`` False: not past the edge.

    Race for the Summit, Falling, step 1; that sideways steps count and the shorter way counts is assumed.

    >>> distance(5, (0, 3), (4, 1))
    3
    """
    aside = abs(one[0] - other[0])
    return abs(one[1] - other[1]) + (min(aside, columns - aside) if wrap else aside)


def costs(rules: Rules) -> dict[str, int]:
    """Stamina for a hold of each class. Race for the Summit, Climber Turn."""
    return {
        "B": rules.number("summit.cost_bomber"),
        "P": rules.number("summit.cost_positive"),
        "S": rules.number("summit.cost_sketchy"),
        "H": rules.number("summit.cost_heinous"),
    }


def build(spire: Spire, deck: Deck | None = None, rules: Rules | None = None) -> nx.DiGraph:
    """The graph of a spire, also of one that is not complete: a gap is a card that is not there.

    Raises DeckError where a card is not in the deck.

    >>> from designer.summit import dealing
    >>> spire = dealing.deal(3, seed=1)
    >>> graph = build(spire)
    >>> sorted((way, tuple(place)) for _, place, way in graph.out_edges((0, 0), data="way"))
    [('left', (3, 0)), ('right', (1, 0)), ('up', (0, 1))]
    """
    deck = deck or decks.of(spire)
    rules = rules or rules_in_force.load()
    price = costs(rules)
    graph = nx.DiGraph(columns=len(spire.columns), rows=spire.rows)
    climbers = [character.name for character in deck.characters]
    line = spire.fatigue_above
    for number, column in enumerate(spire.columns):
        start = rules.word("summit.start_preference")
        _add(
            graph,
            Position(number, 0),
            "start",
            "Start",
            column.colour,
            line,
            True,
            rules.switch("summit.start_bolted"),
            False,
            dict.fromkeys(climbers, start),
            price,
        )
        for row, card in enumerate(column.holds, start=1):
            if card.hold not in deck.holds:
                raise DeckError(
                    f"The deck {deck.name!r} has no hold type {card.hold!r} (column {number + 1}, row {row})."
                )
            _add(
                graph,
                Position(number, row),
                "hold",
                card.hold,
                column.colour,
                line,
                card.face_up,
                deck.is_bolted(column.colour, card.hold),
                False,
                {climber: deck.class_of(climber, card.hold) for climber in climbers},
                price,
            )
        if column.summit is not None:
            top = deck.summit_by_id.get(column.summit)
            if top is None:
                raise DeckError(f"The deck {deck.name!r} has no summit card {column.summit!r} (column {number + 1}).")
            letter = "P" if top.grade == "positive" else "S"
            summit = {"P": rules.number("summit.cost_summit_positive"), "S": rules.number("summit.cost_summit_sketchy")}
            _add(
                graph,
                Position(number, spire.rows + 1),
                "summit",
                top.id,
                column.colour,
                line,
                column.summit_up,
                top.anchored,
                top.anchored,
                dict.fromkeys(climbers, letter),
                summit,
            )
    for place in list(graph.nodes):
        _moves(graph, place)
    return graph


def _add(
    graph: nx.DiGraph,
    place: Position,
    kind: str,
    hold: str,
    colour: str,
    line: int | None,
    face_up: bool,
    bolted: bool,
    anchored: bool,
    classes: dict[str, str],
    price: dict[str, int],
) -> None:
    graph.add_node(
        place,
        kind=kind,
        hold=hold,
        colour=colour,
        face_up=face_up,
        bolted=bolted,
        anchored=anchored,
        above_fatigue=line is not None and place.row > line,
        classes=classes,
        costs={climber: price[letter] for climber, letter in classes.items()},
    )


def _moves(graph: nx.DiGraph, place: Position) -> None:
    ways = [("up", Position(place.column, place.row + 1))]
    beside = sideways(graph.graph["columns"], place.column)
    ways += [(way, Position(column, place.row)) for way, column in zip(("left", "right"), beside, strict=False)]
    for way, target in ways:
        if target in graph:
            graph.add_edge(place, target, way=way)


def anchors(graph: nx.DiGraph) -> tuple[Position, ...]:
    """The anchored summit cards."""
    return tuple(place for place, anchored in graph.nodes(data="anchored") if anchored)


def reaches_anchor(graph: nx.DiGraph) -> frozenset[Position]:
    """The cards from which an anchored summit card can be reached by moves."""
    found: set[Position] = set(anchors(graph))
    for anchor in anchors(graph):
        found |= nx.ancestors(graph, anchor)
    return frozenset(found)


def first_bolts(graph: nx.DiGraph, column: int, climber: str) -> dict[Position, int]:
    """The bolted cards that can be the first one reached from a Start card, each with the cheapest stamina to it.

    Without passing another bolt, whose clip would be due first (Race for the Summit, Climber Turn).
    """
    start = Position(column, 0)
    free = [place for place, bolted in graph.nodes(data="bolted") if not bolted or place == start]
    best = nx.single_source_dijkstra_path_length(
        graph.subgraph(free), start, weight=lambda _, target, __: graph.nodes[target]["costs"][climber]
    )
    found: dict[Position, int] = {}
    for place, spent in best.items():
        for target in graph.successors(place):
            if graph.nodes[target]["bolted"] and target != start:
                price = spent + graph.nodes[target]["costs"][climber]
                found[target] = min(price, found.get(target, price))
    return found
