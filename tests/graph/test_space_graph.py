"""Hand-drawn small cases: what can be driven on a few tiles, checked space by space."""

from __future__ import annotations

import networkx as nx
import pytest

from designer import catalog
from designer.design.hexes import Hex
from designer.design.stage import PlacedTile, Stage, Token
from designer.graph import route as routes
from designer.graph import space_graph, stage_graph
from designer.graph.space_graph import Reading, SpaceId
from designer.rules import load


def graph_of(*tiles: PlacedTile) -> nx.DiGraph:
    graph = stage_graph.build(Stage(tiles))
    return space_graph.build(graph, routes.build(graph))


def tile(name: str, q: int, r: int, rotation: int = 0, *tokens: Token) -> PlacedTile:
    return PlacedTile(name, Hex(q, r), rotation, tokens)


def reached(graph: nx.DiGraph, q: int, r: int, name: str) -> set[str]:
    return {f"{end.hex.q},{end.hex.r} {end.name}" for end in graph.succ[SpaceId(Hex(q, r), name)]}


START = tile("202a", 0, 0)  # driven from D to A: rows a, b, then c past the line


def test_over_a_tile_edge_one_drives_straight_on_or_changes_lane() -> None:
    graph = graph_of(START, tile("305a", 1, 0))
    assert reached(graph, 0, 0, "cl") == {"1,0 al", "1,0 ar"}
    step = graph.edges[SpaceId(Hex(0, 0), "cl"), SpaceId(Hex(1, 0), "ar")]["step"]
    assert (step.kind, step.leaves_tile) == ("diagonal", True)
    assert graph.edges[SpaceId(Hex(0, 0), "cl"), SpaceId(Hex(1, 0), "al")]["step"].kind == "straight"


def test_left_stays_left_when_the_next_tile_is_driven_backwards() -> None:
    graph = graph_of(START, tile("305a", 1, 0, 3))
    # 305a lies upside down: its printed row c comes first and its right lane is the driver's left.
    assert graph.edges[SpaceId(Hex(0, 0), "cl"), SpaceId(Hex(1, 0), "cr")]["step"].kind == "straight"
    assert reached(graph, 1, 0, "cr") == {"1,0 br", "1,0 bl"}


def test_two_lanes_against_three_meet_half_a_lane_apart() -> None:
    graph = graph_of(START, tile("411a", 1, 0, 3), tile("305a", 2, 0))
    # 411a turned by three is entered over its three-lane edge.
    assert reached(graph, 0, 0, "cl") == {"1,0 br", "1,0 bm"}
    assert reached(graph, 0, 0, "cr") == {"1,0 bm", "1,0 bl"}


def test_a_corner_is_taken_inside_or_outside_and_the_handbrake_leads_in() -> None:
    graph = graph_of(START, tile("312a", 1, 0))  # sharp right: outside o1 o2 o3, inside i1
    assert reached(graph, 1, 0, "al") == {"1,0 o1", "1,0 i1"}
    assert reached(graph, 1, 0, "o1") == {"1,0 o2", "1,0 i1"}
    assert reached(graph, 1, 0, "o3") == {"1,0 bl", "1,0 br"}
    assert reached(graph, 1, 0, "i1") == {"1,0 bl", "1,0 br"}
    assert graph.edges[SpaceId(Hex(1, 0), "o2"), SpaceId(Hex(1, 0), "i1")]["step"].kind == "handbrake"
    assert not graph.has_edge(SpaceId(Hex(1, 0), "o3"), SpaceId(Hex(1, 0), "i1"))


def test_the_handbrake_works_from_the_other_end_and_not_from_the_last_space() -> None:
    graph = graph_of(START, tile("312a", 1, 0, 1))  # entered over printed C
    assert reached(graph, 1, 0, "o3") == {"1,0 o2", "1,0 i1"}
    assert reached(graph, 1, 0, "o1") == {"1,0 al", "1,0 ar"}


def test_a_climb_tile_goes_up_one_way_and_down_the_other() -> None:
    up = graph_of(START, tile("418b", 1, 0))
    down = graph_of(START, tile("418b", 1, 0, 3))
    line = SpaceId(Hex(1, 0), "al"), SpaceId(Hex(1, 0), "br")
    assert up.edges[line]["step"].climb == "ascent"
    assert down.edges[line[1], line[0]]["step"].climb == "descent"
    edge = up.edges[SpaceId(Hex(0, 0), "cl"), SpaceId(Hex(1, 0), "al")]["step"]
    assert edge.climb is None, 'the edge of the tile is no climb line (Climb, "Climb tiles")'


def test_a_climb_token_counts_into_and_out_of_a_corner_but_not_within_it() -> None:
    graph = graph_of(START, tile("312a", 1, 0, 0, Token("climb", -1)))
    here = Hex(1, 0)

    def climb(start: str, end: str) -> str | None:
        result: str | None = graph.edges[SpaceId(here, start), SpaceId(here, end)]["step"].climb
        return result

    assert climb("al", "o1") == climb("o3", "bl") == climb("al", "i1") == climb("i1", "br") == "ascent"
    assert climb("o1", "o2") is None
    assert climb("o1", "i1") is None
    assert graph.edges[SpaceId(Hex(0, 0), "cl"), SpaceId(here, "al")]["step"].climb is None


def test_a_climb_token_counts_on_shortcut_spaces() -> None:
    graph = graph_of(START, tile("318a", 1, 0, 0, Token("climb", 1)))
    assert graph.edges[SpaceId(Hex(1, 0), "br"), SpaceId(Hex(1, 0), "s1")]["step"].climb == "descent"


def test_oxygen_and_clouds_lie_on_every_space_of_their_tile() -> None:
    graph = graph_of(START, tile("305a", 1, 0, 0, Token("oxygen", -2), Token("cloud"), Token("oxygen", -1)))
    spot = graph.nodes[SpaceId(Hex(1, 0), "bl")]["spot"]
    assert (spot.coast_loss, spot.clouds) == (3, 1)
    assert graph.nodes[SpaceId(Hex(0, 0), "cl")]["spot"].coast_loss == 0


def test_a_dashed_row_can_be_slid_as_two_halves_without_changing_between() -> None:
    graph = graph_of(START, tile("218b", 1, 0), tile("305a", 1, 1, 1))
    # 218b begins with a dashed row al, ar at edge D.
    first, second = SpaceId(Hex(1, 0), "al+ar/1"), SpaceId(Hex(1, 0), "al+ar/2")
    assert set(graph.succ[first]) == {second}
    assert set(graph.pred[first]) == {SpaceId(Hex(0, 0), "cl"), SpaceId(Hex(0, 0), "cr")}
    assert set(graph.succ[second]) == set(graph.succ[SpaceId(Hex(1, 0), "al")]) | set(
        graph.succ[SpaceId(Hex(1, 0), "ar")]
    )
    assert not graph.has_edge(SpaceId(Hex(1, 0), "al"), second)


def test_full_width_spaces_on_snow_must_be_slid() -> None:
    graph = graph_of(tile("301b", 0, 0), tile("316b", 1, 0))
    assert graph.nodes[SpaceId(Hex(1, 0), "f1")]["spot"].mandatory_slide
    assert reached(graph, 1, 0, "o3") == {"1,0 f1"}


def test_halves_cut_by_a_skewed_edge_are_one_space() -> None:
    start = PlacedTile("401a", Hex(0, 0), 0)
    tiles = Stage((start, PlacedTile("121a", Hex(5, 5)), PlacedTile("121a", Hex(4, 6), 3)))
    graph = stage_graph.build(tiles)
    first = routes.Section(Hex(5, 5), "E", "C")
    second = routes.following(graph, first)[0]
    spaces = space_graph.build(graph, routes.Route("stage", (first, second), None, None, (), ()))
    assert len([key for key in spaces if key.hex == Hex(5, 5)]) == 12
    assert len([key for key in spaces if key.hex == Hex(4, 6)]) == 9
    assert nx.has_path(spaces, SpaceId(Hex(5, 5), "am"), SpaceId(Hex(4, 6), "am"))


def test_a_bridge_is_driven_twice_over_different_spaces() -> None:
    # 133a carries two roads; each crossing has its own spaces.
    graph = stage_graph.build(Stage((PlacedTile("133a", Hex(0, 0)),)))
    roads = graph.side(Hex(0, 0)).roads
    sections = tuple(routes.Section(Hex(0, 0), *road) for road in roads)
    spaces = space_graph.build(graph, routes.Route("stage", sections, None, None, (), ()))
    components = list(nx.weakly_connected_components(spaces))
    assert len(roads) == 2
    assert len(components) == 2


# -- house rules -------------------------------------------------------------------------------------------------------


def read_with(house_rules: dict[str, object], *tiles: PlacedTile) -> nx.DiGraph:
    graph = stage_graph.build(Stage(tiles))
    return space_graph.build(graph, routes.build(graph), Reading.of(load(house_rules=house_rules)))


def climb_of(graph: nx.DiGraph, start: str, end: str, q: int = 1) -> str | None:
    result: str | None = graph.edges[SpaceId(Hex(q, 0), start), SpaceId(Hex(q, 0), end)]["step"].climb
    return result


def test_climb_tokens_in_corners_by_house_rule() -> None:
    corner = tile("312a", 1, 0, 0, Token("climb", -1))
    within = read_with({"climb.token_inside_corner": True}, START, corner)
    assert climb_of(within, "o1", "o2") == climb_of(within, "o1", "i1") == climb_of(within, "al", "o1") == "ascent"
    apart = read_with({"climb.token_at_corner_ends": False}, START, corner)
    assert climb_of(apart, "al", "o1") is None
    assert climb_of(apart, "o3", "bl") is None
    assert climb_of(apart, "i1", "br") is None


def test_the_straight_of_a_tile_with_a_corner_climbs_whatever_its_corner_ends_do() -> None:
    road = tile("305a", 1, 0, 0, Token("climb", -1))
    assert climb_of(read_with({"climb.token_at_corner_ends": False}, START, road), "al", "bl") == "ascent"


def test_climb_tokens_on_shortcuts_by_house_rule() -> None:
    tiles = START, tile("318a", 1, 0, 0, Token("climb", 1))
    spared = read_with({"climb.token_on_shortcut": False}, *tiles)
    assert climb_of(spared, "br", "s1") is None
    assert climb_of(graph_of(*tiles), "br", "s1") == "descent"


def test_tile_edges_are_climb_lines_by_house_rule() -> None:
    """Climb, "Climb tiles": the edge does not count; where it does, it is a line of the tile driven onto, else left."""
    tiles = START, tile("418b", 1, 0), tile("305a", 2, 0)
    counted = read_with({"climb.tile_edge_counts": True}, *tiles)
    for graph, wanted in ((counted, "ascent"), (graph_of(*tiles), None)):
        edges = [data["step"] for start, end, data in graph.edges(data=True) if start.hex != end.hex]
        assert len(edges) == 8
        assert {step.climb for step in edges} == {wanted}
    flat = read_with({"climb.tile_edge_counts": True}, START, tile("305a", 1, 0))
    assert all(data["step"].climb is None for *_, data in flat.edges(data=True))


def test_oxygen_tokens_on_one_tile_add_up_or_the_highest_counts() -> None:
    thin = tile("305a", 1, 0, 0, Token("oxygen", -2), Token("oxygen", -1))
    graph = read_with({"oxygen.add_up": False}, START, thin)
    assert graph.nodes[SpaceId(Hex(1, 0), "bl")]["spot"].coast_loss == 2
    bare = read_with({"oxygen.add_up": False}, START, tile("305a", 1, 0))
    assert bare.nodes[SpaceId(Hex(1, 0), "bl")]["spot"].coast_loss == 0


def test_a_slide_counts_as_many_spaces_as_the_house_rule_says() -> None:
    for count in (1, 3):
        graph = read_with({"slide.spaces": count}, START, tile("218b", 1, 0), tile("305a", 1, 1, 1))
        halves = [SpaceId(Hex(1, 0), f"al+ar/{number + 1}") for number in range(count)]
        assert [key for key in graph if key.name.startswith("al+ar/")] == halves
        assert [list(graph.succ[half]) for half in halves[:-1]] == [[after] for after in halves[1:]]
        assert set(graph.succ[halves[-1]]) == set(graph.succ[SpaceId(Hex(1, 0), "al")]) | set(
            graph.succ[SpaceId(Hex(1, 0), "ar")]
        )
        assert [graph.nodes[half]["spot"].kind for half in halves] == ["half-1", "half-2", "half-2"][:count]


@pytest.mark.parametrize(("rotation", "outside"), [(1, "o1"), (2, "o2")])
def test_a_car_that_slides_obeys_the_lines_of_all_lanes(rotation: int, outside: str) -> None:
    """Tile 107b has a dotted line on its edge, across the lane of its inside; whichever lane that is, a car as wide
    as the road crosses it on the way to the inside."""
    graph = graph_of(START, tile("222b", 1, 0), tile("107b", 1, 1, rotation))
    half = SpaceId(Hex(1, 0), "bl+br/2")
    hazards = {end.name: graph.edges[half, end]["step"].line_hazard for end in graph.succ[half]}
    assert hazards == {"i1": True, outside: False}


def kinds_of(tile: str, entry: str, exit_: str) -> dict[str, set[str]]:
    """For each space of a road the spaces straight ahead of it."""
    found: dict[str, set[str]] = {}
    for step in catalog.sides()[tile].driven[entry, exit_].steps:
        if step.kind == "straight":
            found.setdefault(step.start, set()).add(step.end)
    return found


def test_steps_onto_and_off_a_corner_have_a_lane() -> None:
    """RX, "Pushing": straight ahead of the left lane before a right-hand corner lies its outside."""
    right = kinds_of("217a", "D", "B")
    assert right["al"] == {"o1"}
    assert right["ar"] == {"i1"}
    assert right["o3"] == {"bl"}
    assert right["i1"] == {"br"}
    left = kinds_of("217a", "B", "D")
    assert left["bl"] == {"o3"}
    assert left["br"] == {"i1"}
    assert left["o1"] == {"al"}
    assert left["i1"] == {"ar"}


def test_from_a_corner_to_one_of_the_other_hand_the_lane_goes_from_outside_to_inside() -> None:
    bend = kinds_of("134b", "F", "C")
    assert (bend["o1"], bend["i1"]) == ({"i2"}, {"o2"})
    assert (bend["al"], bend["ar"]) == ({"o1"}, {"i1"})
    assert (bend["i2"], bend["o2"]) == ({"bl"}, {"br"})


def test_a_lane_in_the_middle_goes_straight_onto_the_space_as_wide_as_two_lanes() -> None:
    assert kinds_of("108a", "D", "C")["am"] == {"i1"}
