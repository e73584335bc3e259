"""Drivers, boards and stages made up by chance, for tests of what must always hold."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from random import Random

from designer import catalog
from designer.catalog import Side
from designer.design.dashboard import SLOTS, Dashboard
from designer.design.document import Design
from designer.design.event import Event
from designer.design.hexes import EDGES, Hex, neighbour, opposite, turned
from designer.design.stage import PlacedTile, Stage, Token
from designer.graph import course
from designer.play.plans import Plan, after
from designer.simulator.rally.policies import FLAT_OUT, ONE_BY_ONE, Choice, View
from designer.simulator.rally.rolling import ROLL, SECURE, STOP, Progress


class Anyone:
    """Any legal plan, rolled in any way; breaks a speed limit now and then."""

    def choose(self, view: View) -> Choice:
        plan: Plan = ()
        state = view.state
        rng = view.rng
        for _ in range(rng.randint(1, 9)):
            found = view.options(state)
            if not found or (plan and rng.random() < 0.05):
                break
            safe = [option for option in found if not option.loses]
            placement = rng.choice(safe if safe and rng.random() < 0.97 else found)
            if placement.kind == "mercy" and rng.random() < 0.1:
                break
            plan = (*plan, placement)
            state = after(view.track, state, placement)
        return Choice(plan, rng.choice((ONE_BY_ONE, FLAT_OUT)))

    def decide(self, view: View, choice: Choice, progress: Progress) -> str:
        if progress.dangers > 1 and view.rng.random() < 0.6:
            return STOP
        return view.rng.choice((ROLL, ROLL, ROLL, SECURE, SECURE, STOP))

    def use_sisu(self, view: View, choice: Choice, progress: Progress) -> bool:
        return view.rng.random() < 0.7

    def sisu_now(self, view: View, choice: Choice, progress: Progress) -> bool:
        return view.rng.random() < 0.02


def board(rng: Random, types: Sequence[str], name: str) -> Dashboard:
    """An Unlimited board for some track types in any order, with a gear die open to all of them."""
    order = rng.sample(list(types), len(types))
    slots = dict(zip(("T1", "T2", "T3"), order, strict=False))
    tokens = (
        [f"gear-{gear}" for gear in range(1, 7)] * rng.choice((1, 1, 2))
        + ["coast"] * rng.randint(0, 4)
        + (
            ["brake"] * rng.randint(0, 3)
            + ["boost"] * rng.randint(0, 2)
            + ["sisu"] * rng.randint(0, 2)
            + ["puncture-proof"] * rng.randint(0, 1)
        )
    )
    free = [slot for slot in SLOTS if slot not in slots]
    always = [slot for slot in free if slot.startswith("C")]
    for gear in range(1, rng.randint(3, 6)):
        slots[always.pop(rng.randrange(len(always)))] = f"gear-{gear}"
    free = [slot for slot in free if slot not in slots]
    rng.shuffle(free)
    rng.shuffle(tokens)
    for slot, token in zip(free[: rng.randint(4, len(free))], tokens, strict=False):
        slots[slot] = token
    return Dashboard(name, slots)


@cache
def _sides(lanes: tuple[int, str]) -> tuple[Side, ...]:
    """Sides of one road (or of several: crossings and forks) with such an edge."""
    return tuple(
        side
        for side in catalog.sides().values()
        if side.role is None and any((edge.lanes, edge.kind) == lanes for edge in side.edges.values())
    )


def _tokens(rng: Random) -> tuple[Token, ...]:
    found = []
    if rng.random() < 0.15:
        found.append(Token("oxygen", -rng.randint(1, 3)))
    for _ in range(rng.choice((0, 0, 0, 0, 0, 1, 2))):
        found.append(Token("cloud"))
    if rng.random() < 0.12:
        found.append(Token("climb", rng.choice((-1, 1))))
    if rng.random() < 0.05:
        found.append(Token("mud"))
    return tuple(found)


def stage(
    rng: Random, *, tiles: int = 12, terrains: Sequence[str] = ("gravel", "asphalt", "snow"), tokens: bool = True
) -> Design:
    """A stage from a start to a finish over any tiles that fit: two lanes, three (GT), slanted edges, crossings.

    Where no car could come to the finish another one is made.
    """
    while True:
        made = _walk(rng, tiles, terrains, tokens)
        if made is not None and course.of_stage(made.stage).problem is None:  # type: ignore[arg-type]
            return made


def _walk(rng: Random, tiles: int, terrains: Sequence[str], tokens: bool) -> Design | None:
    start = rng.choice([name for name in ("202a", "202b", "301a", "301b") if name in catalog.sides()])
    placed = {Hex(0, 0): PlacedTile(start, Hex(0, 0))}
    edge = rng.choice(list(catalog.sides()[start].edges))
    place, entry, kind = neighbour(Hex(0, 0), edge), opposite(edge), (2, "straight")
    for _ in range(tiles):
        if place in placed:
            return None
        fitting = [side for side in _sides(kind) if side.terrain in terrains]
        side = rng.choice(fitting)
        roads = [
            road
            for pair in side.roads
            for road in (pair, pair[::-1])
            if side.edges[road[0]] == kind and side.driven[road].lanes_in
        ]
        road = rng.choice(roads)
        rotation = (EDGES.index(entry) - EDGES.index(road[0])) % 6
        exit_ = turned(road[1], rotation)
        placed[place] = PlacedTile(side.id, place, rotation, _tokens(rng) if tokens else ())
        kind = tuple(side.edges[road[1]])  # type: ignore[assignment]
        if kind == (3, "straight") and rng.random() < 0.4:
            kind = (2, "straight")  # RX: two lanes meet three
        place, entry = neighbour(place, exit_), opposite(exit_)
    if place in placed or kind not in ((2, "straight"), (3, "straight")):
        return None
    finish = catalog.sides()[rng.choice([name for name in ("203a", "203b", "302a", "302b") if name in catalog.sides()])]
    into = rng.choice(list(finish.edges))
    placed[place] = PlacedTile(finish.id, place, (EDGES.index(entry) - EDGES.index(into)) % 6)
    return Design(name="Any stage", stage=Stage(tuple(placed.values())))


def circuit(rng: Random, *, lanes: int = 2, laps: int = 2) -> Design:
    """A ring of tiles round a few hexes, with a finish standee on one of its edges."""
    while True:
        made = _ring(rng, lanes, laps)
        if made is not None and course.of_stage(made.stage, made.event).problem is None:  # type: ignore[arg-type]
            return made


def _ring(rng: Random, lanes: int, laps: int) -> Design | None:
    inner = {Hex(0, 0)}
    for _ in range(rng.randint(0, 3)):
        inner.add(neighbour(rng.choice(sorted(inner)), rng.choice(EDGES)))
    ring = {neighbour(place, edge) for place in inner for edge in EDGES} - inner
    beside = {place: [edge for edge in EDGES if neighbour(place, edge) in ring] for place in ring}
    if any(len(edges) != 2 for edges in beside.values()):
        return None
    tiles = []
    for place, edges in sorted(beside.items()):
        fitting = []
        for side in _sides((lanes, "straight")):
            if len(side.roads) != 1 or any(tuple(edge) != (lanes, "straight") for edge in side.edges.values()):
                continue
            fitting += [
                (side.id, rotation)
                for rotation in range(6)
                if {turned(edge, rotation) for edge in side.roads[0]} == set(edges)
            ]
        if not fitting:
            return None
        name, rotation = rng.choice(fitting)
        tiles.append(PlacedTile(name, place, rotation))
    number = rng.randrange(len(tiles))
    last = tiles[number]
    edge = rng.choice(catalog.sides()[last.tile].roads[0])
    tiles[number] = PlacedTile(last.tile, last.hex, last.rotation, (Token("finish", None, edge),))
    return Design(name="Any circuit", event=Event("rallycross", laps=laps), stage=Stage(tuple(tiles)))
