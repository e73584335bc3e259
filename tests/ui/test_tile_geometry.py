"""Where roads lie on tiles."""

import math
from itertools import pairwise

import pytest

from designer import catalog
from designer.design.hexes import HEIGHT
from designer.drawing.tiles.geometry import edge_middle, geometry, road_angle

ROADS = [(tile, pair) for tile, side in catalog.sides().items() for pair in side.roads]


def _crossing(points, edge):
    """Where a line leaves the hex over an edge."""
    angle = math.radians(-90 + 60 * "ABCDEF".index(edge))
    nx, ny = math.cos(angle), math.sin(angle)
    for (x0, y0), (x1, y1) in pairwise(points):
        a, b = x0 * nx + y0 * ny - HEIGHT / 2, x1 * nx + y1 * ny - HEIGHT / 2
        if (a <= 0) != (b <= 0):
            share = a / (a - b)
            yield x0 + (x1 - x0) * share, y0 + (y1 - y0) * share


def test_every_road_leaves_its_edges_at_their_middle():
    for tile, pair in ROADS:
        ribbon = geometry(tile).ribbons[catalog.sides()[tile].roads.index(pair)]
        for edge in pair:
            found = min((math.dist(point, edge_middle(edge)) for point in _crossing(ribbon.centre, edge)), default=99.0)
            assert found < 1.5, (tile, pair, edge, found)


def test_the_sides_of_neighbouring_roads_meet_at_the_edge():
    """Straight edges with the same number of lanes show the same two side points, wherever the tile comes from."""
    widths = {}
    for tile, pair in ROADS:
        side = catalog.sides()[tile]
        ribbon = geometry(tile).ribbons[side.roads.index(pair)]
        for edge in pair:
            if side.edges[edge].kind != "straight":
                continue
            middle = edge_middle(edge)
            near = [
                min(_crossing(line, edge), key=lambda point: math.dist(point, middle), default=None)
                for line in (ribbon.left, ribbon.right)
            ]
            assert None not in near, (tile, edge)
            width = math.dist(*near)
            expected = widths.setdefault(side.edges[edge].lanes, width)
            assert width == pytest.approx(expected, abs=2.5), (tile, edge, width, expected)
    assert widths[2] == pytest.approx(124, abs=1)
    assert widths[3] == pytest.approx(167, abs=1)


def test_skewed_roads_meet_their_own_kind_in_one_direction():
    for edge, other in (("C", "F"), ("E", "B")):
        for kind in ("skew-left", "skew-right"):
            away = road_angle(edge, kind)
            back = road_angle(other, kind)
            assert math.cos(away - back) == pytest.approx(-1.0)


def test_every_space_is_drawn_about_its_printed_centre():
    """Drawn middles lie near the centres read off the printed tiles: a few pixels on the whole, a cell at most."""
    off = []
    for tile, side in catalog.sides().items():
        layout = geometry(tile)
        assert set(layout.middles) == set(side.spaces)
        if layout.kind in ("fork", "bridge"):
            # Forks are drawn from the centres themselves; lanes under a bridge are hidden.
            continue
        for name, (x, y) in layout.middles.items():
            space = side.spaces[name]
            # Shortcuts are strips, inside cells are large, and half cells go on on the next tile.
            if space.lane not in ("shortcut", "inside") and not space.half:
                off.append((math.dist((x + 260, y + 225), space.at), tile, name))
    assert len(off) > 1500
    assert sum(far for far, _, _ in off) / len(off) < 6
    assert max(off)[0] < 62, max(off)


def test_the_plate_lies_inside_the_hex():
    for tile in catalog.sides():
        for x, y in geometry(tile).spots:
            assert abs(y) <= 180
            assert abs(x) * 0.866 + abs(y) * 0.5 <= 161


def test_outside_cells_hug_the_outside_of_the_bend():
    """In a corner the outside cells lie farther from the bend's centre than the inside cell."""
    for tile in ("213a", "217a", "312a", "215a", "310b", "410a"):
        side, layout = catalog.sides()[tile], geometry(tile)
        corners = {space.corner for space in side.spaces.values() if space.corner}
        for corner in corners:
            inside = [n for n, s in side.spaces.items() if s.corner == corner and s.lane == "inside"]
            outside = [n for n, s in side.spaces.items() if s.corner == corner and s.lane == "outside"]
            mx = sum(layout.middles[n][0] for n in outside) / len(outside)
            my = sum(layout.middles[n][1] for n in outside) / len(outside)
            for name in inside:
                ix, iy = layout.middles[name]
                # Seen from the ends of the outside arc, the inside cell lies on the hollow side.
                first, last = layout.middles[outside[0]], layout.middles[outside[-1]]
                cx, cy = (first[0] + last[0]) / 2, (first[1] + last[1]) / 2
                if len(outside) > 2:
                    assert math.dist((ix, iy), (cx, cy)) < math.dist((mx, my), (cx, cy)) + 62, (tile, name)
                assert min(math.dist((ix, iy), layout.middles[n]) for n in outside) > 30
