"""The catalog checked against itself: what tiles, boxes, tokens, boards and cards say of each other must agree.

Disagreements that are in the print or in the sources stand in the tables below, with the reason; docs/catalog.md
lists them too.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import FrozenInstanceError, fields
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import get_args

import networkx as nx
import pytest

from designer import catalog, rules
from designer.catalog import DrivenRoad, Side
from designer.design.dashboard import SLOTS
from designer.readings import stock
from designer.resources import folder

#: (side, feature) where the printed spaces do not show what the list of features says, and why.
EXCEPTIONS = {
    ("136a", "limit"): "the inside space carries a 5 in a circle and one in a triangle; the list has the triangle",
    ("416a", "jump"): "the jump is on the bridge deck, a piece of its own that is not known",
    ("416b", "jump"): "the jump is on the bridge deck, a piece of its own that is not known",
    ("417a", "jump"): "the jump is on the bridge deck, a piece of its own that is not known",
    ("417b", "jump"): "the jump is on the bridge deck, a piece of its own that is not known",
}
#: Roads over a bridge deck that is not known: only their ends are printed.
BRIDGES = {("416a", frozenset("CF")), ("416b", frozenset("BE")), ("417a", frozenset("CF")), ("417b", frozenset("BE"))}
#: Tiles on which a lane may not take every fork.
FORKS = {"151", "152", "402", "403", "404", "405", "406", "407", "408", "409"}
#: Tiles whose spaces change role with the road driven.
JUNCTIONS = {"415"}

SIDES = catalog.sides()


def printed(side: Side, feature: str) -> set[int | None]:
    """The numbers that a side's spaces and lines show for a feature; {None} for a feature without number."""
    spaces = side.spaces.values()
    roads = side.driven.values()
    if feature == "limit":
        lines = {n for road in roads for n in (*road.line_limits.values(), *road.edge_line_limits.values())}
        return {space.limit for space in spaces if space.limit and space.lane != "shortcut"} | lines
    if feature == "limit_hazard":
        return {space.limit_hazard for space in spaces if space.limit_hazard}
    if feature == "jump":
        return {space.jump for space in spaces if space.jump}
    if feature == "shortcut":
        return {space.limit for space in spaces if space.lane == "shortcut"}
    if feature == "water":
        found = any(space.water for space in spaces)
    elif feature == "climb":
        found = any(road.climb for road in roads)
    else:
        found = any(space.hazard for space in spaces) or any(
            road.line_hazards or road.edge_line_hazards for road in roads
        )
    return {None} if found else set()


@pytest.mark.parametrize("feature", ["limit", "limit_hazard", "hazard", "shortcut", "jump", "water", "climb"])
def test_features_and_printed_spaces_agree(feature: str) -> None:
    disagree = {
        (name, feature)
        for name, side in SIDES.items()
        if {found.value for found in side.features if found.kind == feature} != printed(side, feature)
    }
    # Equal, not a subset: an exception that is no longer needed must leave the table.
    assert disagree == {place for place in EXCEPTIONS if place[1] == feature}


def test_the_catalog_is_complete() -> None:
    assert len(SIDES) == 271
    with_roads = [side for side in SIDES.values() if side.roads]
    assert len(with_roads) == 258  # 260 records, of which the two sides of the service park have no road
    for side in SIDES.values():
        assert (side.terrain is None) == (not side.roads), side.id
        assert (side.danger is None) == (not side.roads), side.id


def test_edges_and_roads_agree() -> None:
    for side in SIDES.values():
        if side.role == "assistance":
            assert set(side.edges) == {"D"}, "the service park is joined at one edge and has no road"
            continue
        assert {edge for road in side.roads for edge in road} == set(side.edges), side.id


def test_every_lane_of_an_edge_has_a_space_or_one_that_spans_the_road() -> None:
    for side in SIDES.values():
        for (entry, _), road in side.driven.items():
            spans = [side.spaces[name].lane for name in road.lanes_in] == ["full"]
            assert spans or len(road.lanes_in) == side.edges[entry].lanes, (side.id, entry)


def test_every_space_belongs_to_a_road_and_every_step_to_its_spaces() -> None:
    for side in SIDES.values():
        assert set(side.spaces) == {name for road in side.driven.values() for name in road.spaces}, side.id
        for road in side.driven.values():
            used = {name for step in road.steps for name in (step.start, step.end)}
            used |= {*road.lanes_in, *road.lanes_out}
            assert used <= set(road.spaces), (side.id, road.entry, road.exit)


def reached(start: Iterable[str], pairs: Iterable[tuple[str, str]]) -> set[str]:
    """Everything that can be reached from some spaces, those included."""
    graph = nx.DiGraph(list(pairs))
    graph.add_nodes_from(start)
    return set(start).union(*(nx.descendants(graph, name) for name in start))


@cache
def dead_lanes(side_id: str, road: tuple[str, str]) -> tuple[frozenset[str], frozenset[str]]:
    """Lanes at the entry with no way to the exit, and lanes at the exit with no way from the entry."""
    driven = SIDES[side_id].driven[road]
    steps = [(step.start, step.end) for step in driven.steps if step.kind != "handbrake"]
    onward = reached(driven.lanes_in, steps)
    back = reached(driven.lanes_out, [(end, start) for start, end in steps])
    return frozenset(driven.lanes_in) - back, frozenset(driven.lanes_out) - onward


def all_roads() -> Iterable[tuple[Side, DrivenRoad]]:
    for side in SIDES.values():
        for road in side.driven.values():
            yield side, road


def test_every_road_is_drivable_in_both_directions() -> None:
    undrivable, partial = set(), set()
    for side, road in all_roads():
        assert (road.exit, road.entry) in side.driven, side.id
        lost_in, lost_out = dead_lanes(side.id, (road.entry, road.exit))
        if lost_in == set(road.lanes_in):
            undrivable.add((side.id, frozenset((road.entry, road.exit))))
        elif lost_in or lost_out:
            partial.add(side.piece)
    assert undrivable == BRIDGES
    assert partial == FORKS


def test_the_documentation_lists_every_exception() -> None:
    page = (Path(__file__).parent.parent / "docs" / "catalog.md").read_text(encoding="utf-8")
    table = page.split("## Where sources disagree")[1].split("## ")[0]
    for side, feature in EXCEPTIONS:
        row = next(line for line in table.splitlines() if line.startswith("|") and side in line)
        assert feature in row, f"docs/catalog.md does not tell of the {feature} of {side}"
    for side, ends in BRIDGES:
        assert f"{side} {'-'.join(sorted(ends))}" in table


def test_a_lane_that_cannot_take_a_fork_has_another_way() -> None:
    for side in SIDES.values():
        for edge in side.edges:
            leaving = [road for road in side.ways(edge) if (side.id, frozenset((edge, road.exit))) not in BRIDGES]
            for name in {name for road in leaving for name in road.lanes_in}:
                assert any(
                    name in road.lanes_in and name not in dead_lanes(side.id, (edge, road.exit))[0] for road in leaving
                ), f"{side.id}: {name} at edge {edge} leads nowhere"


def test_no_road_leads_in_a_circle() -> None:
    for side, road in all_roads():
        graph = nx.DiGraph([(step.start, step.end) for step in road.steps])
        assert nx.is_directed_acyclic_graph(graph), (side.id, road.entry, road.exit)


def test_driving_back_turns_steps_and_climb_lines_round() -> None:
    opposite = {"ascent": "descent", "descent": "ascent"}
    for side, road in all_roads():
        back = side.driven[road.exit, road.entry]
        plain = {(step.start, step.end) for step in road.steps if step.kind != "handbrake"}
        assert {(end, start) for start, end in plain} == {
            (step.start, step.end) for step in back.steps if step.kind != "handbrake"
        }, side.id
        assert {(b, a): opposite[word] for (a, b), word in road.climb.items()} == dict(back.climb), side.id
        assert road.lanes_in == tuple(reversed(back.lanes_out)), side.id
        assert set(road.climb) <= plain, side.id


def test_climb_tiles_rise_as_printed() -> None:
    # Climb, "Climb tiles": the -1 arrows point uphill. On 418 they point to A, on 419 to D.
    assert set(SIDES["418b"].driven["D", "A"].climb.values()) == {"ascent"}
    assert set(SIDES["418b"].driven["A", "D"].climb.values()) == {"descent"}
    assert set(SIDES["419a"].driven["D", "B"].climb.values()) == {"descent"}


def corner_outside(side: Side, road: DrivenRoad, corner: str | None) -> list[str]:
    """The outside spaces of a corner in the order in which this road drives them."""
    names = [name for name in road.spaces if side.spaces[name].corner == corner and side.spaces[name].lane == "outside"]
    steps = {(step.start, step.end) for step in road.steps if step.kind != "handbrake"}
    return names if all((a, b) in steps for a, b in pairwise(names)) else names[::-1]


def test_handbrake_turns_start_on_every_outside_space_but_the_last() -> None:
    """110%, "Handbrake turn": outside to inside, never from the last outside space, never inside to outside."""
    checked = 0
    for side, road in all_roads():
        turns = [step for step in road.steps if step.kind == "handbrake"]
        if side.piece in JUNCTIONS or not turns:
            continue
        for corner in {side.spaces[step.start].corner for step in turns}:
            mine = [step for step in turns if side.spaces[step.start].corner == corner]
            order = corner_outside(side, road, corner)
            assert {step.start for step in mine} == set(order[:-1]), (side.id, road.entry, road.exit)
            for step in mine:
                assert side.spaces[step.end].lane == "inside", side.id
                assert side.spaces[step.end].corner == corner, side.id
            checked += 1
    assert checked > 150


@pytest.mark.parametrize(
    ("tile", "road", "turns"),
    [
        ("310a", ("D", "C"), {("o1", "i1"), ("o2", "i1")}),
        ("310a", ("C", "D"), {("o3", "i1"), ("o2", "i1")}),
        # Two inside spaces: the line between them meets the middle of o2; o1 borders only i1, o3 only i2.
        ("220a", ("D", "C"), {("o1", "i1"), ("o2", "i1"), ("o2", "i2")}),
        ("220a", ("C", "D"), {("o3", "i2"), ("o2", "i2"), ("o2", "i1")}),
        # The Y junction: each road has its own inside space.
        ("415a", ("F", "D"), {("T", "L")}),
        ("415a", ("B", "D"), {("T", "R")}),
        ("415a", ("B", "F"), {("R", "T")}),
    ],
)
def test_handbrake_turns_of_single_tiles(tile: str, road: tuple[str, str], turns: set[tuple[str, str]]) -> None:
    driven = SIDES[tile].driven[road]
    assert {(step.start, step.end) for step in driven.steps if step.kind == "handbrake"} == turns


def test_slides_are_one_row_of_two_lanes() -> None:
    for side in SIDES.values():
        for row in side.slides:
            assert [side.spaces[name].lane for name in row] == ["left", "right"], side.id
        dashed = {name for name, space in side.spaces.items() if space.dashed}
        assert dashed == {name for row in side.slides for name in row}, side.id


def test_spaces_lie_inside_the_drawing() -> None:
    for side in SIDES.values():
        for space in side.spaces.values():
            x, y = space.at
            assert 0 <= x <= 520, (side.id, space.name)
            assert 0 <= y <= 450, (side.id, space.name)


def test_start_and_finish_lines_part_two_neighbouring_rows() -> None:
    for side in SIDES.values():
        if side.line is None:
            continue
        entry = side.line.lettered_from
        (road,) = side.ways(entry)
        steps = {(step.start, step.end) for step in road.steps}
        assert side.line.behind, side.id
        for name in side.line.behind:
            assert any((name, past) in steps for past in side.line.past), side.id


def test_starting_grids_face_the_way_they_are_driven() -> None:
    grids = [side for side in SIDES.values() if side.grid is not None]
    assert {side.id for side in grids} == {"401a", "401b"}
    for side in grids:
        assert side.grid is not None
        (road,) = side.ways(side.grid.driven_from)
        steps = {(step.start, step.end) for step in road.steps}
        front, back = side.grid.rows
        assert all((behind, ahead) in steps for behind, ahead in zip(back, front, strict=True)), side.id


# --- boxes, tokens, dice ---------------------------------------------------------------------------------------------


def test_boxes_and_pieces_agree() -> None:
    pieces = {side.piece for side in SIDES.values()}
    boxed = {piece for box in catalog.boxes().values() for piece in box.tiles}
    assert pieces == boxed
    assert len(catalog.boxes()) == 11
    # Monte-Carlo prints the pieces of 110% and of the Copilot Pack anew.
    again = {piece for piece in boxed if len(catalog.boxes_of_piece(piece)) > 1}
    assert {p for p in again if p > "300"} == {str(n) for n in (*range(301, 325), 416, 417)}


def test_stage_tokens_and_boxes_agree() -> None:
    known = catalog.tokens().stage
    boxed: Counter[str] = Counter()
    for name, box in catalog.boxes().items():
        for kind, count in box.tokens.items():
            boxed[kind] += count
            assert name in known[kind].boxes, kind
    assert boxed == {kind: facts.pieces for kind, facts in known.items() if facts.pieces is not None}


def test_token_counts_of_the_climb_document() -> None:
    stage = catalog.tokens().stage
    assert [stage[kind].pieces for kind in ("climb", "oxygen", "cloud")] == [6, 9, 9]
    assert sum(stage["oxygen"].by_value.values()) == 9
    assert sorted(stage["climb"].values or ()) == [-1, 1]


def test_dashboard_pieces_add_up_to_the_component_list() -> None:
    """Climb, "Components": 150 dashboard tokens and 30 SET-UP tokens."""
    board = catalog.tokens().dashboard
    counted: Counter[str] = Counter()
    for piece in board.pieces:
        counted[piece.component] += piece.count
        assert set(piece.sides) <= set(board.kinds)
        assert piece.count % board.players == 0, "every player has the same set"
        assert piece.box in catalog.boxes()
    assert counted == board.components
    setup = counted["restriction"] + counted["badge"]
    assert (counted.total() - setup, setup) == (150, 30)
    assert {side for piece in board.pieces for side in piece.sides} == set(board.kinds)


def test_dice_of_the_boxes_are_known() -> None:
    boxes = catalog.dice_in_boxes()
    for name, box in boxes.items():
        assert name in catalog.boxes()
        assert set(box) <= set(catalog.dice())
    assert sum(boxes["dirt-core-box"].values()) == 11
    assert sum(boxes["dirt-climb"].values()) == 5
    standard = rules.load()
    for name, named in stock.DICE.items():
        assert boxes[name] == {die: standard.number(value) for die, value in named.items()}
    records = json.loads(folder("catalog").joinpath("dice.json").read_text(encoding="utf-8"))["boxes"]
    assert {name for name, facts in records.items() if facts["source"] == "assumed"} == set(stock.DICE)
    kinds = catalog.tokens().dashboard.kinds
    assert {facts.die for facts in kinds.values() if facts.die} == set(catalog.dice()) - {"leader"}


def test_splits_of_the_tokens_are_those_of_the_rules() -> None:
    found = {kind: facts for kind, facts in catalog.tokens().stage.items() if facts.by_value}
    assert set(found) == set(stock.SPLIT)
    for kind, facts in found.items():
        assert dict(facts.by_value) == stock.split(kind, rules.load())
        assert sum(facts.by_value.values()) == facts.pieces


# --- boards and SET-UP -----------------------------------------------------------------------------------------------


def board_tokens(board_id: str) -> Counter[str]:
    """The tokens that an Unlimited copy of a standard board needs to have all its dice."""
    columns = catalog.standard_boards()[board_id].columns.values()
    tokens: Counter[str] = Counter({f"gear-{n}": 1 for n in range(1, max(c.gears for c in columns) + 1)})
    tokens["coast"] = max(max(c.coast, c.leader) for c in columns)
    for kind in ("brake", "boost"):
        tokens[kind] = max(getattr(c, kind) for c in columns)
    return +tokens


def test_every_class_has_its_tyres() -> None:
    boards = catalog.standard_boards()
    tyres = {"r6": 3, "r5": 3, "r4": 3, "rx": 2, "gt6": 3, "gt5": 3, "gt4": 3}
    assert Counter(board.car_class for board in boards.values()) == tyres
    for name, board in boards.items():
        assert name == f"{board.car_class}-{board.tyre}"
        rally = board.car_class in ("r6", "r5", "r4")
        assert set(board.columns) == ({"gravel", "asphalt", "snow"} if rally else {"dry", "wet"})


def test_the_gravel_tyre_of_the_documents() -> None:
    """Climb and 110%, "Using your dice": gravel 6 gears, 2 coast, 1 brake; snow 5 gears, leader dice, no brake."""
    columns = catalog.standard_boards()["r6-gravel"].columns
    keys = ("gears", "coast", "leader", "brake", "limit")
    assert [getattr(columns["gravel"], key) for key in keys] == [6, 2, 0, 1, 3]
    assert [getattr(columns["snow"], key) for key in keys] == [5, 0, 2, 0, 3]


def test_asphalt_tyres_have_the_limits_of_the_documents() -> None:
    """Climb and 110%, "Rolling the dice": limit 3 on gravel, 2 on snow."""
    columns = catalog.standard_boards()["r6-asphalt"].columns
    assert (columns["gravel"].limit, columns["snow"].limit) == (3, 2)


CATEGORIES = catalog.setup_categories()


def test_setup_categories() -> None:
    assert set(CATEGORIES) == {"r6", "r5", "r4", "gt6", "gt5", "gt4"}


@pytest.mark.parametrize("name", sorted(CATEGORIES))
def test_setup_layouts_hold_what_they_forbid(name: str) -> None:
    category = CATEGORIES[name]
    kinds = catalog.tokens().dashboard.kinds
    assert set(category["layout"]) <= set(SLOTS)
    badge = "r" if category["kind"] == "rally" else "gt"
    laid = sorted(token for token in category["layout"].values() if token != badge)
    assert laid == sorted(entry["restriction"] for entry in category["forbids"])
    for entry in category["forbids"]:
        assert kinds[entry["restriction"]].forbids == entry["token"]
    assert Counter(laid).most_common(1)[0][1] == 1, "one restriction token of each kind for each player"


@pytest.mark.parametrize("name", sorted(CATEGORIES))
def test_setup_accepts_its_standard_car(name: str) -> None:
    """The standard car breaks no restriction, fits the board, and keeps the danger limit of its own board."""
    category = CATEGORIES[name]
    board = catalog.standard_boards()[category["standard_board"]]
    tokens = board_tokens(category["standard_board"])
    assert not set(tokens) & {entry["token"] for entry in category["forbids"]}
    empty = len(SLOTS) - len(category["layout"]) - len(category["track_types"]) - tokens.total()
    assert 1 + empty == max(column.limit for column in board.columns.values()) == 3


def test_the_document_forbids_r6_the_boost_die() -> None:
    boost = next(entry for entry in CATEGORIES["r6"]["forbids"] if entry["token"] == "boost")
    assert boost["source"] == "text"


# --- Race for the Summit ---------------------------------------------------------------------------------------------

DECK = catalog.summit_deck()
COST = {"B": 1, "P": 1, "S": 2, "H": 3}


def test_the_deck_has_130_cards() -> None:
    """Race for the Summit, "Components"."""
    counts = {kind: n for kind, n in DECK["card_counts"].items() if kind not in ("source", "total")}
    assert sum(counts.values()) == DECK["card_counts"]["total"] == 130
    assert counts["hold"] == len(DECK["columns"]) * (len(DECK["holds"]) + 1) == 66
    assert counts["character"] == len(DECK["characters"]) == 8
    assert counts["summit"] == sum(card["count"] for card in DECK["summits"]) == 6
    assert counts["environment"] == len(DECK["environments"]) == 5
    drawn = sum(card["count"] for card in DECK["actions"]["cards"])
    assert counts["action"] == drawn + DECK["actions"]["start_player_cards"]["value"] == 28


def test_six_bolted_holds_in_every_colour_jug_and_arete_among_them() -> None:
    """Race for the Summit, "Climber Turn Details"."""
    holds = {hold["name"] for hold in DECK["holds"]}
    for column in DECK["columns"]:
        assert len(column["bolted"]) == DECK["bolted_per_column"]["value"] == 6
        assert set(DECK["always_bolted"]["holds"]) == {"Jug", "Arete"} <= set(column["bolted"]) <= holds


def test_the_crimper_card_is_the_documents() -> None:
    """Race for the Summit, "Climber Turn Details": the one card that is given in full."""
    classes = DECK["preferences"]["classes"]
    assert {climber: row["Crimper"] for climber, row in classes.items()} == {
        "Granite": "B",
        "Bluffy": "P",
        "Gym": "P",
        "River": "P",
        "Crack": "S",
        "Gorge": "S",
        "Hannah": "S",
        "Hiro": "H",
    }
    assert {tuple(cell) for cell in DECK["preferences"]["from_document"]} >= {(name, "Crimper") for name in classes}


def test_no_climber_is_favoured_by_the_stand_in_deck() -> None:
    holds = [hold["name"] for hold in DECK["holds"]]
    for climber, row in DECK["preferences"]["classes"].items():
        assert sorted(row) == sorted(holds), climber
        assert Counter(row.values()) == {"B": 2, "P": 4, "S": 3, "H": 1}, climber
        assert sum(COST[letter] for letter in row.values()) == 15, climber
        free = sum(row[hold] == "B" for column in DECK["columns"] for hold in column["bolted"])
        assert free == 9, climber


def test_every_summit_split_leaves_an_anchor() -> None:
    values = catalog.rules_profile()["values"]
    anchored = sum(card["count"] for card in DECK["summits"] if card["anchored"])
    for players in range(2, 7):
        removed = values[f"summit.anchored_removed_for_{players}"]["value"]
        removed_all = removed + values[f"summit.anchorless_removed_for_{players}"]["value"]
        assert anchored - removed >= 1
        assert 6 - removed_all == values[f"summit.columns_for_{players}"]["value"]


def test_what_the_boxes_print_agrees_with_the_pieces_they_hold() -> None:
    """Counts of tiles and tokens stand in boxes.json and tokens.json, too; all must say the same."""

    def counted(box: str) -> dict[str, int]:
        return {item["what"]: item["count"] for item in catalog.contents()[box]["contents"]}

    def pieces(box: str) -> int:
        return sum(catalog.boxes()[box].tiles.values())

    core, climb = counted("dirt-core-box"), counted("dirt-climb")
    assert core["double-sided track tiles"] + core["assistance tile"] == pieces("dirt-core-box")
    assert counted("dirt-110-percent")["double-sided track tiles"] == pieces("dirt-110-percent")
    assert counted("dirt-rx")["track tiles"] == pieces("dirt-rx")
    assert climb["double-sided climb tiles"] == pieces("dirt-climb")
    for kind in ("climb", "cloud", "oxygen"):
        assert climb[f"{kind} tokens"] == catalog.boxes()["dirt-climb"].tokens[kind]
    assert climb["dashboard tokens"] == 150
    assert climb["try tokens"] == 6 * rules.load().number("hillclimb.tries")
    assert sum(catalog.dice_in_boxes()["dirt-core-box"].values()) == core["dice"]
    assert sum(catalog.dice_in_boxes()["dirt-climb"].values()) == climb["dice"]
    deck = catalog.summit_deck()["card_counts"]
    summit = {what.partition(" ")[0]: count for what, count in counted("summit").items() if "card" in what}
    assert summit == {name: count for name, count in deck.items() if name not in ("source", "total")}
    assert sum(summit.values()) == deck["total"] == 130


def test_counts_of_the_documents_are_marked_as_theirs() -> None:
    expected = {
        ("dirt-climb", "try tokens"): 18,
        ("dirt-climb", "double-thickness dashboards"): 6,
        ("dirt-110-percent", "second tokens"): 96,
        ("dirt-110-percent", "dashboards"): 6,
        ("dirt-110-percent", "weather tokens"): 6,
    }
    found = {
        (box, item["what"]): item["count"]
        for box, facts in catalog.contents().items()
        for item in facts["contents"]
        if item["source"] == "seed"
    }
    assert expected.items() <= found.items()
    rx = catalog.contents()["dirt-rx"]
    assert (rx["year"]["value"], rx["players"]["value"], rx["year"]["source"]) == (2021, [1, 6], "seed")
    core = {item["what"]: (item["count"], item["source"]) for item in catalog.contents()["dirt-core-box"]["contents"]}
    assert core["second tokens"] == (122, "public")
    assert core["spare tyre cards"] == (6, "public")
    assert catalog.contents()["dirt-core-box"]["ages_from"]["value"] == 14
    assert set(catalog.contents()) <= {*catalog.boxes(), "summit"}


def test_all_words_of_the_glossary_of_the_document_are_there() -> None:
    words = "belayer, belaying, beta, bomber, carabiner, choss, clipping, deck, dyno, elvis leg, flash, hold"
    glossary = [name for name, term in catalog.terms().items() if "Glossary" in term["where"]]
    assert ", ".join(glossary) == words


def test_tokens_and_dice_are_records_that_nobody_can_change() -> None:
    tokens = catalog.tokens()
    for record in (
        tokens.stage["climb"],
        tokens.dashboard,
        tokens.dashboard.kinds["no-boost"],
        tokens.dashboard.pieces[0],
        catalog.dice()["brake"],
    ):
        with pytest.raises(FrozenInstanceError):
            setattr(record, fields(record)[0].name, "other")


def test_groups_and_places_of_tokens_are_those_of_their_types() -> None:
    tokens = catalog.tokens()
    assert {kind.group for kind in tokens.dashboard.kinds.values()} == set(get_args(catalog.BoardTokenGroup))
    assert {kind.place for kind in tokens.stage.values()} == set(get_args(catalog.TokenPlace))
