from __future__ import annotations

from designer.design.hexes import Hex
from designer.design.stage import PlacedTile, Stage, Token
from designer.graph import stage_graph


def stage(*tiles: tuple[str, int, int, int]) -> Stage:
    return Stage(tuple(PlacedTile(tile, Hex(q, r), rotation) for tile, q, r, rotation in tiles))


def test_two_straight_tiles_join_where_road_meets_road() -> None:
    graph = stage_graph.build(stage(("202a", 0, 0, 0), ("305a", 1, 0, 0)))
    assert graph.graph.has_edge(Hex(0, 0), Hex(1, 0))
    assert [(end.hex, end.edge, end.lanes) for end in graph.open_edges] == [(Hex(0, 0), "D", 2), (Hex(1, 0), "A", 2)]
    assert graph.mismatches == ()


def test_a_turned_tile_shows_a_blank_side() -> None:
    graph = stage_graph.build(stage(("202a", 0, 0, 0), ("305a", 1, 0, 1)))
    (mismatch,) = graph.mismatches
    assert (mismatch.reason, mismatch.here.hex, mismatch.here.edge, mismatch.there) == (
        "blank",
        Hex(0, 0),
        "A",
        Hex(1, 0),
    )


def test_two_lanes_fit_three_but_not_four() -> None:
    rx = stage_graph.build(stage(("401a", 0, 0, 0), ("202a", 1, 0, 0)))
    assert rx.graph.number_of_edges() == 1
    assert rx.mismatches == ()
    four = stage_graph.build(stage(("139a", 0, 0, 0), ("202a", 1, 0, 0)))
    assert [mismatch.reason for mismatch in four.mismatches] == ["lanes"]


def test_a_skewed_edge_fits_a_like_slant_and_no_straight_one() -> None:
    # 121a is cut skew-left at C and skew-right at E.
    mirror = stage_graph.build(stage(("121a", 0, 0, 0), ("121a", -1, 1, 3)))
    assert mirror.graph.has_edge(Hex(0, 0), Hex(-1, 1))
    straight = stage_graph.build(stage(("121a", 0, 0, 0), ("102a", -1, 1, 2)))
    assert [mismatch.reason for mismatch in straight.mismatches] == ["cut"]


def test_tiles_on_one_hex_and_tiles_nobody_knows_are_listed() -> None:
    graph = stage_graph.build(stage(("202a", 0, 0, 0), ("305a", 0, 0, 0), ("999z", 1, 0, 0)))
    assert [tile.tile for tile in graph.stacked] == ["202a"]
    assert graph.placed(Hex(0, 0)).tile == "305a"
    assert [tile.tile for tile in graph.unknown] == ["999z"]
    # Nothing is known of the tile in front, so the road is not called open there.
    assert [end.edge for end in graph.open_edges] == ["D"]


def test_tokens_do_not_change_how_tiles_join() -> None:
    tiles = (PlacedTile("202a", Hex(0, 0), 0, (Token("climb", -1),)), PlacedTile("305a", Hex(1, 0), 0))
    assert stage_graph.build(Stage(tiles)).graph.number_of_edges() == 1
