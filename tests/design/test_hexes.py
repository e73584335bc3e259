from __future__ import annotations

import math

from hypothesis import given
from hypothesis import strategies as st

from designer.design.hexes import (
    EDGES,
    HEIGHT,
    Hex,
    centre,
    corners,
    distance,
    edge_between,
    hex_at,
    neighbour,
    opposite,
    rotated,
    turned,
)

hexes = st.builds(Hex, st.integers(-50, 50), st.integers(-50, 50))


@given(hexes, st.sampled_from(EDGES))
def test_the_neighbour_of_a_neighbour_over_the_opposite_edge_is_home(place: Hex, edge: str) -> None:
    other = neighbour(place, edge)
    assert neighbour(other, opposite(edge)) == place
    assert edge_between(place, other) == edge
    assert distance(place, other) == 1


@given(hexes, st.sampled_from(EDGES))
def test_neighbours_lie_one_hex_height_apart_in_the_direction_of_the_edge(place: Hex, edge: str) -> None:
    (x, y), (nx, ny) = centre(place), centre(neighbour(place, edge))
    assert math.isclose(math.hypot(nx - x, ny - y), HEIGHT)
    bearing = math.degrees(math.atan2(nx - x, y - ny)) % 360
    assert math.isclose(bearing, 60 * EDGES.index(edge), abs_tol=1e-6) or math.isclose(bearing, 360, abs_tol=1e-6)


@given(hexes, st.floats(-200, 200), st.floats(-200, 200))
def test_a_point_near_a_centre_is_in_that_hex(place: Hex, dx: float, dy: float) -> None:
    x, y = centre(place)
    if math.hypot(dx, dy) < HEIGHT / 2 - 1:
        assert hex_at(x + dx, y + dy) == place


@given(hexes, hexes, st.integers(-7, 7))
def test_turning_about_a_pivot_keeps_distance_and_comes_round(place: Hex, pivot: Hex, steps: int) -> None:
    assert distance(rotated(place, steps, pivot), pivot) == distance(place, pivot)
    assert rotated(rotated(place, steps, pivot), -steps, pivot) == place


def test_turning_a_hex_turns_its_direction_clockwise() -> None:
    for index, edge in enumerate(EDGES):
        assert rotated(neighbour(Hex(0, 0), "A"), index) == neighbour(Hex(0, 0), edge)
        assert turned("A", index) == edge


def test_hexes_that_do_not_touch_share_no_edge() -> None:
    assert edge_between(Hex(0, 0), Hex(2, 0)) is None


def test_corners_stand_on_the_circle_and_edge_a_is_the_top() -> None:
    points = corners()
    assert all(math.isclose(math.hypot(x, y), 260) for x, y in points)
    assert math.isclose(points[0][1], points[1][1])
    assert points[0][1] < 0
