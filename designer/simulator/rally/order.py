"""Order of play: how far each car has come, and who is on the inside.

Sources: core rules 9 (front edge of the space); RX, "Determining Play Order".
"""

from __future__ import annotations

import networkx as nx

from designer.design.hexes import Hex
from designer.graph.course import Spot
from designer.simulator.rally.track import Track
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
    known: list[float] | None = track.cache.get("distances")
    if known is None:
        known = track.cache["distances"] = _distances(track)
    return known[spot]


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
    detour = {front for front, spot in zip(fronts, track.course.spots, strict=True) if spot.detour}
    ways = nx.DiGraph()
    ways.add_nodes_from(fronts)
    for spot in track.course.spots:
        here = fronts[spot.number]
        ways.add_edges_from((here, fronts[move.to]) for move in track.course.moves[spot.number]
                            if fronts[move.to] != here)
    for front in fronts:
        ends = set(ways.succ[front])
        if front not in detour and ends - detour:
            ways.remove_edges_from([(front, end) for end in ends & detour])
    return ways


def _shorten_jokers(track: Track, fronts: list[Front], left: dict[Front, float]) -> None:
    """Lay the joker way of each lap beside the road that it goes round, its spaces evenly between both ends."""
    spots = track.course.spots
    for lap in {spot.lap for spot in spots if spot.detour}:
        inside = {fronts[spot.number] for spot in spots if spot.detour and spot.lap == lap}
        before = [left[fronts[spot.number]] for spot in spots if fronts[spot.number] not in inside
                  and any(fronts[move.to] in inside for move in track.course.moves[spot.number])]
        after = [left[fronts[move.to]] for spot in spots if fronts[spot.number] in inside
                 for move in track.course.moves[spot.number] if fronts[move.to] not in inside]
        start, end = min(before, default=0), max(after, default=0)
        longest = max(left[front] for front in inside) - end + 1
        if start > end:
            for front in inside:
                left[front] = end + (left[front] - end) * (start - end) / longest


def inside_rank(track: Track, spot: int) -> int:
    """0 in the lane that leads to the inside of the current or next corner, 1 in one that leads to its outside."""
    ranks: list[int] | None = track.cache.get("inside")
    if ranks is None:
        ranks = track.cache["inside"] = _inside_ranks(track)
    return ranks[spot]


def _inside_ranks(track: Track) -> list[int]:
    ranks = [1] * len(track.course.spots)
    for spot in reversed(track.course.spots):  # moves lead to higher numbers
        if spot.space.corner is not None and spot.space.lane in ("inside", "outside"):
            ranks[spot.number] = int(spot.space.lane == "outside")
        else:
            ahead = [move.to for move in track.course.moves[spot.number] if move.step.kind == "straight"]
            ranks[spot.number] = min((ranks[number] for number in ahead), default=1)
    return ranks
