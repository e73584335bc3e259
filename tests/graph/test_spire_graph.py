"""The spire graph: neighbours round the cylinder, what a card says, what can be reached."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from designer import rules
from designer.design.spire import Column, HoldCard, Spire, set_fatigue, set_summit
from designer.graph import spire_graph
from designer.graph.spire_graph import Position
from designer.summit import dealing
from designer.summit.deck import DeckError


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_every_card_has_its_moves_and_none_goes_down_or_across(players: int) -> None:
    spire = dealing.deal(players, seed=3)
    graph = spire_graph.build(spire)
    count, top = len(spire.columns), spire.rows + 1
    assert len(graph) == count * (top + 1)
    for one, other, way in graph.edges(data="way"):
        step = ((other.column - one.column) % count, other.row - one.row)
        assert step == {"up": (0, 1), "left": (count - 1, 0), "right": (1, 0)}[way]
    assert all(graph.out_degree(place) == (2 if place.row == top else 3) for place in graph)


def test_the_edge_columns_are_neighbours() -> None:
    graph = spire_graph.build(dealing.deal(2, seed=1))
    assert graph.edges[Position(0, 4), Position(2, 4)]["way"] == "left"
    assert graph.edges[Position(2, 4), Position(0, 4)]["way"] == "right"


def test_a_card_says_what_it_is() -> None:
    holds = tuple(HoldCard(hold) for hold in ("Crimper", "Jug", "Flake"))
    graph = spire_graph.build(Spire((Column("yellow", holds, "anchored-sketchy"), Column("red", holds)), 2))
    crimper = graph.nodes[0, 1]
    assert (crimper["hold"], crimper["bolted"], crimper["classes"]["Hiro"], crimper["costs"]["Hiro"]) == (
        "Crimper",
        True,
        "H",
        3,
    )
    assert not graph.nodes[1, 1]["bolted"]
    assert [graph.nodes[0, row]["above_fatigue"] for row in range(5)] == [False, False, False, True, True]
    assert graph.nodes[0, 4]["anchored"]
    assert graph.nodes[0, 4]["costs"]["Granite"] == 2
    assert (1, 4) not in graph


def test_house_rules_reach_the_start_cards() -> None:
    spire = dealing.deal(3, seed=2)
    house = rules.load(house_rules={"summit.start_bolted": True, "summit.start_preference": "S"})
    start = spire_graph.build(spire, rules=house).nodes[0, 0]
    assert start["bolted"]
    assert start["costs"]["River"] == 2


def test_every_card_of_a_dealt_spire_leads_to_an_anchor_and_none_without_anchors() -> None:
    spire = dealing.deal(4, seed=9)
    graph = spire_graph.build(spire)
    assert spire_graph.reaches_anchor(graph) == set(graph)
    for column in range(len(spire.columns)):
        spire = set_summit(spire, column, "anchorless-sketchy")
    assert not spire_graph.reaches_anchor(spire_graph.build(spire))


def test_first_bolts_do_not_lie_behind_another_bolt() -> None:
    holds = tuple(HoldCard(hold) for hold in ("Crimper", "Jug", "Arete"))
    graph = spire_graph.build(Spire((Column("red", holds), Column("yellow", holds))))
    # Red's Crimper is not bolted, yellow's is: from red one may go up past it, or along the bottom to yellow.
    assert spire_graph.first_bolts(graph, 0, "Hiro") == {Position(0, 2): 4, Position(1, 1): 4}


def test_unknown_cards_are_named() -> None:
    with pytest.raises(DeckError, match="Dyno hold"):
        spire_graph.build(Spire((Column("red", (HoldCard("Dyno hold"),)),)))
    with pytest.raises(DeckError, match="no summit card 'flat'"):
        spire_graph.build(Spire((Column("red", (HoldCard("Jug"),), "flat"),)))


def test_the_line_moves_with_the_card() -> None:
    spire = set_fatigue(dealing.deal(3, seed=2), 5)
    graph = spire_graph.build(spire)
    assert {place.row for place in graph if graph.nodes[place]["above_fatigue"]} == set(range(6, 12))


places = st.tuples(st.integers(0, 5), st.integers(0, 11))


@given(places, places, places)
def test_distance_is_a_metric_round_the_spire(one: Position, other: Position, third: Position) -> None:
    def steps(start: Position, end: Position) -> int:
        return spire_graph.distance(6, start, end)

    assert (steps(one, other) == 0) == (one == other)
    assert steps(one, other) == steps(other, one)
    assert steps(one, third) <= steps(one, other) + steps(other, third)
    assert steps(one, other) <= spire_graph.distance(6, one, other, wrap=False)
