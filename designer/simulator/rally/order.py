"""Order of play: how far each car has come, and who is on the inside.

Sources: core rules 9 (front edge of the space); RX, "Determining Play Order".
"""

from __future__ import annotations

from collections.abc import Iterable
from math import cos, dist, hypot, radians, sin

import networkx as nx

from designer.design.hexes import Hex
from designer.graph.course import Spot
from designer.play.track import Track
from designer.simulator.rally.traffic import row

#: A place on the road: its tile, a row of lanes or a space that lies in none, the lap.
Front = tuple[Hex, str, int]


def distance(track: Track, spot: int) -> float:
    """How far a spot is from the finish, for the order of play: less is further ahead. Every move makes it less.

    It is the longest way that is left, which falls with the front edge of the space: the outside spaces of a corner
    come one after the other, the big inside space beside them ends where the last of them does. Lanes of one row are
    level. The joker way is no longer than the road that it goes round, so that a car which has still to drive it is
    not behind for that (RX, "Determining Play Order": the place on the track counts).
    """
    return track.memory.once(_distances, track)[spot]


def _distances(track: Track) -> list[float]:
    fronts = [_front(spot) for spot in track.course.spots]
    ways = _ways(track, fronts)
    if not nx.is_directed_acyclic_graph(ways):  # rows that two roads cross
        fronts = [(spot.space.id.hex, spot.space.id.name, spot.lap) for spot in track.course.spots]
        ways = _ways(track, fronts)
    left: dict[Front, float] = {}
    for front in reversed(list(nx.topological_sort(ways))):
        left[front] = max((left[end] + 1 for end in ways.succ[front]), default=0)
    _shorten_jokers(track, fronts, left)
    return [left[front] for front in fronts]


def _front(spot: Spot) -> Front:
    return spot.space.id.hex, row(spot.space) or f"space {spot.space.id.name}", spot.lap


def _ways(track: Track, fronts: list[Front]) -> nx.DiGraph:
    """Which places follow which; the joker way is not entered where the loop goes on beside it."""
    detour = _detour(track, fronts)
    ways = nx.DiGraph()
    ways.add_nodes_from(fronts)
    for spot in track.course.spots:
        here = fronts[spot.number]
        ways.add_edges_from(
            (here, fronts[move.to]) for move in track.course.moves[spot.number] if fronts[move.to] != here
        )
    for front in fronts:
        ends = set(ways.succ[front])
        if front not in detour and ends - detour:
            ways.remove_edges_from([(front, end) for end in ends & detour])
    return ways


def _detour(track: Track, fronts: list[Front]) -> set[Front]:
    """The places that belong to the joker way alone: a row of a fork with a lane on the lap is none, for
    lanes of one row are level."""
    spots = track.course.spots
    on_lap = {front for front, spot in zip(fronts, spots, strict=True) if not spot.detour}
    return {front for front, spot in zip(fronts, spots, strict=True) if spot.detour} - on_lap


def _shorten_jokers(track: Track, fronts: list[Front], left: dict[Front, float]) -> None:
    """Lay the joker way of each lap beside the road that it goes round, its spaces evenly between both ends."""
    spots = track.course.spots
    detour = _detour(track, fronts)
    for lap in {front[2] for front in detour}:
        inside = {front for front in detour if front[2] == lap}
        before = [
            left[fronts[spot.number]]
            for spot in spots
            if fronts[spot.number] not in inside
            and any(fronts[move.to] in inside for move in track.course.moves[spot.number])
        ]
        after = [
            left[fronts[move.to]]
            for spot in spots
            if fronts[spot.number] in inside
            for move in track.course.moves[spot.number]
            if fronts[move.to] not in inside
        ]
        start, end = min(before, default=0), max(after, default=0)
        longest = max(left[front] for front in inside) - end + 1
        if start > end:
            for front in inside:
                left[front] = end + (left[front] - end) * (start - end) / longest


def inside_rank(track: Track, spot: int) -> int:
    """How many lanes a spot is away from the inside of the current or next corner: 0 on the inside.

    Source: core rules 9; RX, "Determining Play Order" and "Determining Starting Order".
    """
    return track.memory.once(_inside_ranks, track)[spot]


def best_places(track: Track, free: Iterable[int]) -> list[int]:
    """Places of a grid in the order in which they are taken: the front row first, each from the inner lane.

    Source: RX, "Determining Starting Order".
    """
    return sorted(free, key=lambda spot: (distance(track, spot), inside_rank(track, spot), spot))


Point = tuple[float, float]
#: The spots of one place: a row of lanes or a corner of a tile, in one lap, the joker way driven or not.
Group = tuple[Hex, str, int, int]


def _inside_ranks(track: Track) -> list[int]:
    spots = track.course.spots
    corners: dict[Group, list[int]] = {}
    rows: dict[Group, list[int]] = {}
    for spot in spots:
        if _on_corner(spot):
            corners.setdefault(_group(spot, spot.space.corner or ""), []).append(spot.number)
        elif row(spot.space):
            rows.setdefault(_group(spot, row(spot.space) or ""), []).append(spot.number)
    lines = _limited_lines(track)
    turns = _limited_lanes(track) | _past_lines(track, lines)
    turns |= {number: _hand(track, found) for found in corners.values() for number in found}
    ahead: list[int] = [0] * len(spots)  # the hand to which the next curve turns: 1 right, -1 left, 0 none
    for spot in reversed(spots):  # moves lead to higher numbers
        moves = sorted(track.course.moves[spot.number], key=lambda move: move.step.kind != "straight")
        hands = (lines.get((spot.number, move.to)) or ahead[move.to] for move in moves)
        ahead[spot.number] = turns.get(spot.number) or next((hand for hand in hands if hand), 0)
    ranks = [int(_on_corner(spot) and spot.space.lane == "outside") for spot in spots]
    for lanes in rows.values():
        offsets = _offsets(track, lanes)
        for number in lanes:
            ranks[number] = sum(ahead[number] * offsets[other] > ahead[number] * offsets[number] for other in lanes)
    return ranks


def _limited_lines(track: Track) -> dict[tuple[int, int], int]:
    """The steps over lines with a speed limit, as on forks, with the hand to which the road turns there.

    A curve is where the road has speed limits, whether they stand on spaces or on lines (RX, "Determining Play Order").
    """
    spots = track.course.spots
    groups: dict[tuple[Hex, int, int], list[tuple[int, int]]] = {}
    for spot in spots:
        for move in track.course.moves[spot.number]:
            if move.step.line_limit is not None:
                there = spots[move.to]
                groups.setdefault((there.space.id.hex, there.lap, there.jokers), []).append((spot.number, move.to))
    found: dict[tuple[int, int], int] = {}
    for pairs in groups.values():
        for part in _by_target_row(track, pairs):
            hand = _turn(track, [one for one, _ in part], [other for _, other in part])
            found |= dict.fromkeys(part, hand)
    return found


def _by_target_row(track: Track, pairs: list[tuple[int, int]]) -> list[list[tuple[int, int]]]:
    """Steps over the lines of one tile, those from the same row to the same row together."""
    spots = track.course.spots
    parts: dict[tuple[str, str], list[tuple[int, int]]] = {}
    for one, other in pairs:
        start, end = spots[one].space, spots[other].space
        key = (row(start) or start.corner or start.id.name, row(end) or end.corner or end.id.name)
        parts.setdefault(key, []).append((one, other))
    return list(parts.values())


def _past_lines(track: Track, lines: dict[tuple[int, int], int]) -> dict[int, int]:
    """The spots just past such a line, which are still in its curve, with the hand to which it turns."""
    reached: dict[int, set[int]] = {}
    for spot in track.course.spots:
        for move in track.course.moves[spot.number]:
            reached.setdefault(move.to, set()).add(lines.get((spot.number, move.to), 0))
    return {number: next(iter(hands)) for number, hands in reached.items() if len(hands) == 1 and 0 not in hands}


def _limited_lanes(track: Track) -> dict[int, int]:
    """The lanes with a speed limit of their own, where a curve has no inside and outside, with its hand."""
    groups: dict[Group, list[int]] = {}
    for spot in track.course.spots:
        limited = spot.space.limit is not None or spot.space.limit_hazard is not None
        if limited and row(spot.space) and not _on_corner(spot):
            groups.setdefault(_group(spot, spot.space.corner or row(spot.space) or ""), []).append(spot.number)
    return {number: hand for found in groups.values() if (hand := _turn(track, found, found)) for number in found}


#: Below this sine of the angle between the road before and after a line it goes straight on.
BEND = 0.1
#: The middles of the edges of a tile, in the units of its drawing.
EDGES = [(260 + 225 * sin(radians(60 * number)), 225 - 225 * cos(radians(60 * number))) for number in range(6)]


def _turn(track: Track, sources: list[int], targets: list[int]) -> int:
    """To which hand the road turns between some spots and some others: 1 right, -1 left, 0 none."""
    spots, course = track.course.spots, track.course
    place = spots[targets[0]].space.id.hex
    if spots[sources[0]].space.id.hex != place:  # a line on the edge of the tile
        sources = targets
    names = {spots[number].space.id for number in (*sources, *targets)}
    entered = {spots[number].space.id for number in sources}
    before = [
        spot.number
        for spot in track.memory.once(_on_tile, track)[place]
        if spot.space.id not in names and any(spots[move.to].space.id in entered for move in course.moves[spot.number])
    ]
    after = [
        move.to
        for number in targets
        for move in course.moves[number]
        if spots[move.to].space.id.hex == place and spots[move.to].space.id not in names
    ]
    first, last = _middle(track, sources), _middle(track, targets)
    begin = _middle(track, before) if before else min(EDGES, key=lambda edge: dist(edge, first))
    end = _middle(track, after) if after else min(EDGES, key=lambda edge: dist(edge, last))
    come = (first[0] - begin[0], first[1] - begin[1])
    go = (end[0] - last[0], end[1] - last[1])
    sine = (come[0] * go[1] - come[1] * go[0]) / ((hypot(*come) * hypot(*go)) or 1)
    return 0 if abs(sine) < BEND else 1 if sine > 0 else -1


def _on_corner(spot: Spot) -> bool:
    return spot.space.corner is not None and spot.space.lane in ("inside", "outside")


def _group(spot: Spot, name: str) -> Group:
    return spot.space.id.hex, name, spot.lap, spot.jokers


def _way(track: Track, found: list[int]) -> tuple[Point, Point]:
    """Where the spaces of a group are entered and left, on their own tile and in any lap: points of its drawing."""
    spots = track.course.spots
    place, names = spots[found[0]].space.id.hex, {spots[number].space.id for number in found}
    before: list[int] = []
    after: list[int] = []
    for spot in track.memory.once(_on_tile, track)[place]:
        for move in track.course.moves[spot.number]:
            end = spots[move.to].space.id
            if end.hex == place and end in names and spot.space.id not in names:
                before.append(spot.number)
            elif end.hex == place and end not in names and spot.space.id in names:
                after.append(move.to)
    here = _middle(track, found)
    return _middle(track, before) if before else here, _middle(track, after) if after else here


def _on_tile(track: Track) -> dict[Hex, list[Spot]]:
    """The spots of each tile."""
    found: dict[Hex, list[Spot]] = {}
    for spot in track.course.spots:
        found.setdefault(spot.space.id.hex, []).append(spot)
    return found


def _middle(track: Track, found: list[int]) -> Point:
    places = [track.course.spots[number].space.at for number in found]
    return sum(x for x, _ in places) / len(places), sum(y for _, y in places) / len(places)


def _side(begin: Point, end: Point, here: Point, there: Point) -> float:
    """How far ``there`` lies to the right of ``here`` for a driver from ``begin`` to ``end`` (left: below 0)."""
    return (end[0] - begin[0]) * (there[1] - here[1]) - (end[1] - begin[1]) * (there[0] - here[0])


def _offsets(track: Track, lanes: list[int]) -> dict[int, float]:
    """How far to the right each space of a row lies, as driven."""
    begin, end = _way(track, lanes)
    middle = _middle(track, lanes)
    return {number: _side(begin, end, middle, track.course.spots[number].space.at) for number in lanes}


def _hand(track: Track, corner: list[int]) -> int:
    """To which hand a corner turns: that of its inside."""
    lanes = {
        lane: [number for number in corner if track.course.spots[number].space.lane == lane]
        for lane in ("inside", "outside")
    }
    if not all(lanes.values()):
        return 0
    begin, end = _way(track, corner)
    outside = lanes["outside"]
    if begin == _middle(track, corner):
        begin = track.course.spots[outside[0]].space.at
    if end == _middle(track, corner):
        end = track.course.spots[outside[-1]].space.at
    side = _side(begin, end, _middle(track, outside), _middle(track, lanes["inside"]))
    return (side > 0) - (side < 0)
