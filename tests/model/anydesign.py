"""Designs of any kind made up by chance, and whether checks and simulator say the same about them.

``made(seed)`` gives a design; ``disagreements(design)`` lists what `validate`, a run and a race say differently.
By hand: ``python -m tests.model.anydesign --designs 2000 --out FOLDER`` counts, and saves every counterexample.
"""

from __future__ import annotations

import argparse
import json
import re
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from random import Random
from types import FrameType
from typing import NamedTuple

from hypothesis import strategies as st

from designer import catalog
from designer.design.dashboard import SLOTS, Dashboard
from designer.design.document import Design, Inventory
from designer.design.event import BoardAt, Event
from designer.design.hexes import EDGES, Hex, neighbour, opposite, turned
from designer.design.stage import PlacedTile, Stage, Token
from designer.design.values import EditError, frozen
from designer.formats import native
from designer.graph import route, stage_graph, track_tokens
from designer.model.fitting_car import fitting_car
from designer.rules import names as rule_names
from designer.rules import record
from designer.simulator.common.batching import SimulationError
from designer.simulator.rally import batches, policies, races
from designer.validation import Finding, validate
from designer.validation.fixing import fix_all
from tests.simulator import anyone
from tests.validation import mutations

#: House rules that touch what can be driven, and how it ends.
TOUCHING = tuple(
    name
    for name in rule_names()
    if name.partition(".")[0]
    in {
        *("plan", "handbrake", "slide", "shortcut", "mud", "jump", "water", "climb", "oxygen", "cloud", "leader"),
        *("start", "finish", "loss", "dice", "roll", "weather", "rallycross", "damage", "unlimited", "hillclimb"),
        *("gt", "spare_tyre", "sisu", "chicane", "track_token"),
    }
)
PLAIN = (2, "straight")
#: Every tile as often as anybody may want it, so that the supply is not what is wrong.
PLENTY = Inventory(boxes=frozen(dict.fromkeys(catalog.boxes(), 20)))


# -- pieces ------------------------------------------------------------------------------------------------------


class End(NamedTuple):
    """A road that leads out of a tile: the free hex it leads to, and the edge of that hex it comes in by."""

    hex: Hex
    entry: str
    kind: tuple[int, str]


@cache
def _by_turn(terrains: tuple[str, ...]) -> dict[int, list[tuple[str, str]]]:
    """Sides of one road of two straight lanes, with the edge to enter by, for each turn."""
    found: dict[int, list[tuple[str, str]]] = {turn: [] for turn in range(1, 6)}
    for side in catalog.sides().values():
        if side.role is None and len(side.roads) == 1 and side.terrain in terrains:
            for entry, exit_ in (side.roads[0], side.roads[0][::-1]):
                if tuple(side.edges[entry]) == PLAIN == tuple(side.edges[exit_]):
                    found[(EDGES.index(exit_) - EDGES.index(entry)) % 6].append((side.id, entry))
    return found


@cache
def _fitting(kind: tuple[int, str], forks: bool) -> tuple[tuple[str, str], ...]:
    """Sides with road and the edges to enter by that meet such an edge."""
    return tuple(
        (side.id, edge)
        for side in catalog.sides().values()
        if side.role is None and bool(len(side.roads) > 1) == forks
        for edge, value in side.edges.items()
        if tuple(value) == kind and side.ways(edge)
    )


def _meeting(kind: tuple[int, str]) -> tuple[int, str]:
    """The edge that fits on one: skewed edges meet the same cut, as catalog and stage graph have it."""
    return kind


class _Builder:
    """A track that grows from its open ends."""

    def __init__(self, rng: Random, terrains: tuple[str, ...]) -> None:
        self.rng, self.terrains = rng, terrains
        self.tiles: dict[Hex, PlacedTile] = {}
        self.ends: list[End] = []

    def put(self, name: str, place: Hex, printed: str | None, entry: str) -> bool:
        """Lay a tile with a printed edge at the edge ``entry``; its other roads become open ends."""
        side = catalog.sides()[name]
        rotation = (EDGES.index(entry) - EDGES.index(printed or entry)) % 6
        if place in self.tiles:
            return False
        self.tiles[place] = PlacedTile(name, place, rotation)
        for edge, kind in side.edges.items():
            way = turned(edge, rotation)
            if (printed is None or edge != printed) and neighbour(place, way) not in self.tiles:
                self.ends.append(End(neighbour(place, way), opposite(way), (kind.lanes, kind.kind)))
        self.ends = [end for end in self.ends if end.hex not in self.tiles]
        return True

    def grow(self, forks: float) -> None:
        """Lay a tile at one of the open ends."""
        if not self.ends:
            return
        end = self.ends.pop(self.rng.randrange(len(self.ends)) if self.rng.random() < 0.3 else -1)
        found = _fitting(_meeting(end.kind), self.rng.random() < forks)
        found = tuple(one for one in found if catalog.sides()[one[0]].terrain in self.terrains) or found
        if found:
            name, printed = self.rng.choice(found)
            self.put(name, end.hex, printed, end.entry)

    def link(self, most: int = 5) -> bool:
        """Join two open ends of two lanes by a road, if one can be found."""
        plain = [end for end in self.ends if end.kind == PLAIN and end.hex not in self.tiles]
        for _ in range(3):
            if len(plain) < 2:
                return False
            one, other = self.rng.sample(plain, 2)
            goal, last = neighbour(other.hex, other.entry), opposite(other.entry)
            way = self._search(one.hex, one.entry, other, most, {goal, last and one.hex} - {one.hex})
            if way:
                for place, entry, turn in way:
                    name, printed = self.rng.choice(_by_turn(self.terrains)[turn])
                    rotation = (EDGES.index(entry) - EDGES.index(printed)) % 6
                    self.tiles[place] = PlacedTile(name, place, rotation)
                self.ends = [end for end in self.ends if end not in (one, other) and end.hex not in self.tiles]
                return True
        return False

    def _search(
        self, place: Hex, entry: str, goal: End, most: int, seen: set[Hex]
    ) -> list[tuple[Hex, str, int]] | None:
        if most == 0 or place in self.tiles or place in seen:
            return None
        turns = [turn for turn, found in _by_turn(self.terrains).items() if found]
        if place == goal.hex:
            turn = (EDGES.index(goal.entry) - EDGES.index(entry)) % 6
            if turn in turns:
                return [(place, entry, turn)]
        for turn in self.rng.sample(turns, len(turns)):
            exit_ = turned(entry, turn)
            rest = self._search(neighbour(place, exit_), opposite(exit_), goal, most - 1, {*seen, place})
            if rest is not None:
                return [(place, entry, turn), *rest]
        return None

    def cap(self, names: Sequence[str]) -> bool:
        """Lay a start or finish tile at an open end."""
        ends = [end for end in self.ends if end.hex not in self.tiles]
        if not ends:
            return False
        end = self.rng.choice(ends)
        name = self.rng.choice(list(names))
        edges = [edge for edge, kind in catalog.sides()[name].edges.items() if tuple(kind) == end.kind]
        edges = edges or list(catalog.sides()[name].edges)
        side = catalog.sides()[name]
        printed = (
            self.rng.choice(edges) if side.grid is None else next(e for e in side.edges if e != side.grid.driven_from)
        )
        self.put(name, end.hex, printed, end.entry)
        self.ends = [one for one in self.ends if one.hex != neighbour(end.hex, opposite(end.entry)) and one != end]
        return True


STARTS, FINISHES, GRIDS = ("202a", "202b", "301a", "301b"), ("203a", "203b", "302a", "302b"), ("401a", "401b")


def _terrains(rng: Random) -> tuple[str, ...]:
    return rng.choice((("gravel",), ("gravel", "asphalt"), ("gravel", "asphalt", "snow"), ("snow",), ("asphalt",)))


def _closed(rng: Random, grow: Callable[[Random], Stage], caps: Sequence[str]) -> Stage:
    """A stage with few loose ends, mostly with none and with a start tile: the best of some."""
    best, least = grow(rng), 99
    wanted = rng.choice((0, 0, 0, 0, 0, 1))
    for _ in range(60):
        stage = grow(rng)
        if (loose := _loose(stage, caps)) < least:
            best, least = stage, loose
        if least <= wanted:
            break
    return best


def _loose(stage: Stage, caps: Sequence[str]) -> int:
    """Edges that lead nowhere or do not fit, but for those outside starts and finishes; and caps that are missing."""
    graph = stage_graph.build(stage)
    roles = [graph.side(place).role for place in graph.graph]
    missing = sum(role not in roles for role in caps)
    ends = sum(role in ("start", "finish", "grid") for role in roles)
    clashes = sum(reason != "blank" for reason, *_ in graph.mismatches)
    return 3 * missing + clashes + abs(len(graph.open_edges) - ends)


def _grown(rng: Random) -> Stage:
    """A stage from a start tile, with forks, some of them joined again, and a finish mostly."""
    made = _Builder(rng, _terrains(rng))
    first = rng.choice(STARTS)
    made.put(first, Hex(0, 0), "D", rng.choice(EDGES))
    forks = rng.choice((0.0, 0.15, 0.4))
    for _ in range(rng.randint(1, 8)):
        made.grow(forks)
    for _ in range(rng.choice((0, 1, 2, 3))):
        made.link()
    if rng.random() < 0.95:
        made.cap(FINISHES)
    if rng.random() < 0.05:
        made.cap(FINISHES)
    if rng.random() < 0.04:
        made.cap(STARTS)
    for _ in range(2):
        if made.ends and rng.random() < 0.4:
            made.link(6)
    return Stage(tuple(made.tiles.values()))


def _grown_ring(rng: Random) -> Stage:
    """Roads that close, mostly with a pre-grid."""
    made = _Builder(rng, rng.choice((("gravel", "asphalt"), ("gravel",), ("asphalt",))))
    name, printed = rng.choice(_fitting(PLAIN, rng.random() < 0.6))
    made.put(name, Hex(0, 0), None, printed)
    forks = rng.choice((0.0, 0.2, 0.5))
    for _ in range(rng.randint(1, 4)):
        made.grow(forks)
    for _ in range(rng.choice((1, 2, 2, 3))):
        made.link(6)
    if made.ends and rng.random() < 0.7:
        if rng.random() < 0.6:
            made.grow(0)
        made.cap(GRIDS if rng.random() < 0.85 else STARTS)
    return Stage(tuple(made.tiles.values()))


def _dressed(rng: Random, bare: Stage) -> Stage:
    """A ring with a standee and arches, mostly such that a lap and a joker way come of them."""
    stage = bare
    for _ in range(rng.choice((1, 12, 12, 12))):
        stage = _standee(rng, bare)
        if (found := route.build(stage_graph.build(stage))).loop and (found.approach or rng.random() < 0.3):
            break
    if not any(len(catalog.sides()[tile.tile].roads) == 3 for tile in bare.tiles) or rng.random() < 0.15:
        return stage
    with_arches = stage
    for _ in range(rng.choice((1, 30, 30))):
        with_arches = _arches(rng, stage)
        if route.build(stage_graph.build(with_arches)).joker:
            break
    return with_arches


def _with_token(stage: Stage, place: Hex, token: Token) -> Stage:
    return replace(
        stage,
        tiles=tuple(replace(tile, tokens=(*tile.tokens, token)) if tile.hex == place else tile for tile in stage.tiles),
    )


def _standee(rng: Random, stage: Stage) -> Stage:
    """A finish standee on an edge, or a step, of a tile of the stage."""
    tiles = [tile for tile in stage.tiles if catalog.sides()[tile.tile].roads]
    if not tiles:
        return stage
    tile = rng.choice(tiles)
    side = catalog.sides()[tile.tile]
    where = rng.choice(list(side.edges))
    steps = [step for road in side.driven.values() for step in road.steps]  # a bridge of one space has none
    if steps and rng.random() < 0.25:
        step = rng.choice(steps)
        where = f"{step.start}>{step.end}"
    return _with_token(stage, tile.hex, Token("finish", None, where))


def _arches(rng: Random, stage: Stage) -> Stage:
    """Arches on the branches of forks."""
    forks = [tile for tile in stage.tiles if len(catalog.sides()[tile.tile].roads) > 1]
    for kind in ("joker-entrance", "joker-exit"):
        if forks and rng.random() < 0.9:
            tile = forks.pop(rng.randrange(len(forks))) if len(forks) > 1 else forks[0]
            stage = _with_token(stage, tile.hex, Token(kind, None, rng.choice(list(catalog.sides()[tile.tile].edges))))
    return stage


def _changed(rng: Random, design: Design) -> Design:
    """A design with one to three things changed on its stage: tiles, standees, arches."""
    for _ in range(rng.choice((1, 1, 2, 3))):
        stage = design.stage or Stage()
        if not stage.tiles:
            break
        kind = rng.choice(("shape", "shape", "shape", "token", "token", "grid", *mutations.KINDS[:5]))
        if kind == "shape":
            design = replace(design, stage=_same_shape(rng, stage))
        elif kind == "token":
            design = replace(design, stage=_moved_token(rng, stage))
        elif kind == "grid":
            design = replace(design, stage=_changed_grid(rng, stage))
        else:
            try:
                design = mutations.mutate(design, kind, rng).design
            except (EditError, IndexError):
                continue
    return design


def _same_shape(rng: Random, stage: Stage) -> Stage:
    """Another side where one lies, joining the same edges."""
    number = rng.randrange(len(stage.tiles))
    old = stage.tiles[number]
    here = catalog.sides()[old.tile]
    wanted = {turned(edge, old.rotation): tuple(kind) for edge, kind in here.edges.items()}
    found = [
        (side.id, rotation)
        for side in catalog.sides().values()
        if side.role == here.role and len(side.edges) == len(wanted)
        for rotation in range(6)
        if {turned(edge, rotation): tuple(kind) for edge, kind in side.edges.items()} == wanted
    ]
    if not found:
        return stage
    name, rotation = rng.choice(found)
    tiles = list(stage.tiles)
    tiles[number] = replace(old, tile=name, rotation=rotation)
    return replace(stage, tiles=tuple(tiles))


def _moved_token(rng: Random, stage: Stage) -> Stage:
    """A standee or an arch moved, turned or gone."""
    with_tokens = [(tile, token) for tile in stage.tiles for token in tile.tokens]
    if not with_tokens:
        return _standee(rng, stage)
    tile, token = rng.choice(with_tokens)
    bare = replace(
        stage,
        tiles=tuple(
            replace(one, tokens=tuple(other for other in one.tokens if other is not token)) if one is tile else one
            for one in stage.tiles
        ),
    )
    what = rng.random()
    if what < 0.2:
        return bare
    if token.place is None:
        return _with_token(bare, rng.choice(stage.tiles).hex, token)
    target = tile if what < 0.6 else rng.choice([one for one in stage.tiles if catalog.sides()[one.tile].edges])
    edges = list(catalog.sides()[target.tile].edges)
    return _with_token(bare, target.hex, replace(token, place=rng.choice(edges))) if edges else bare


def _changed_grid(rng: Random, stage: Stage) -> Stage:
    grids = [tile for tile in stage.tiles if catalog.sides()[tile.tile].role == "grid"]
    if grids and rng.random() < 0.5:
        return replace(stage, tiles=tuple(tile for tile in stage.tiles if tile not in grids))
    # a pre-grid in the middle of the road, where a tile of the same shape lies
    straight = [
        number
        for number, tile in enumerate(stage.tiles)
        if set(catalog.sides()[tile.tile].edges)
        and len(catalog.sides()[tile.tile].roads) == 1
        and (EDGES.index(catalog.sides()[tile.tile].roads[0][0]) - EDGES.index(catalog.sides()[tile.tile].roads[0][1]))
        % 6
        == 3
    ]
    if not straight:
        return stage
    number = rng.choice(straight)
    old = stage.tiles[number]
    edge = turned(catalog.sides()[old.tile].roads[0][rng.randrange(2)], old.rotation)
    tiles = list(stage.tiles)
    tiles[number] = replace(old, tile=rng.choice(GRIDS), rotation=(EDGES.index(edge) - EDGES.index("D")) % 6)
    return replace(stage, tiles=tuple(tiles))


# -- boards, events, house rules ---------------------------------------------------------------------------------


def _board(rng: Random, stage: Stage, circuit: bool, name: str) -> Dashboard:
    """A board, mostly for the track types of the stage, now and then an odd one."""
    sides = [catalog.sides()[tile.tile] for tile in stage.tiles]
    types = list(dict.fromkeys(side.terrain for side in sides if side.roads and side.terrain))[:3] or ["gravel"]
    if circuit or rng.random() < 0.1:
        types = rng.choice((["dry", "wet"], ["dry"], ["dry", "wet"]))
    odd = rng.random()
    if odd < 0.1:
        types = rng.sample(types, max(1, len(types) - 1))
    made = anyone.board(rng, types, name)
    slots = dict(made.slots)
    if 0.1 <= odd < 0.15:  # high gears only
        slots = {
            slot: token if not token.startswith("gear-") else rng.choice(("gear-5", "gear-6"))
            for slot, token in slots.items()
        }
    elif 0.15 <= odd < 0.2:  # no gears on some track type
        slots = {
            slot: token for slot, token in slots.items() if not (slot.startswith("C") and token.startswith("gear-"))
        }
    elif 0.2 <= odd < 0.25:  # one gear only
        gear = f"gear-{rng.randint(1, 4)}"
        slots = {slot: gear if token.startswith("gear-") else token for slot, token in slots.items()}
    elif 0.25 <= odd < 0.3:
        slots = {slot: token for slot, token in slots.items() if rng.random() < 0.6}
    category = rng.choice(list(catalog.setup_categories())) if rng.random() < 0.1 else None
    assert set(slots) <= set(SLOTS)
    return Dashboard(name, frozen(slots), category)


def _value(rng: Random, name: str) -> object:
    facts = record(name)
    value = facts["value"]
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        low, high = facts.get("minimum", 0), facts.get("maximum", 6)
        return rng.randint(low, min(high, max(low + 4, value + 2)))
    if isinstance(value, str):
        return rng.choice(facts["choices"])
    return rng.sample(list(facts["choices"]), rng.randint(1, len(facts["choices"])))


def _house_rules(rng: Random, circuit: bool) -> dict[str, object]:
    found: dict[str, object] = {}
    if rng.random() < 0.6:
        found |= {name: _value(rng, name) for name in rng.sample(TOUCHING, rng.choice((1, 1, 2, 3, 5)))}
    if rng.random() < 0.15:
        found["weather.allowed"] = True
        if rng.random() < 0.5:
            found["weather.flips"] = _value(rng, "weather.flips")
    if rng.random() < 0.1:
        found["handbrake.allowed"] = True
    if circuit and rng.random() < 0.5:
        found["rallycross.joker_laps"] = rng.randint(0, 3)
    if circuit and rng.random() < 0.2:
        found["rallycross.laps"] = rng.randint(1, 4)
    for name in ("rallycross.laps", "hillclimb.tries"):  # bounds the work
        if name in found:
            found[name] = min(int(str(found[name])), 4)
    return found


def _event(rng: Random, stage: Stage, circuit: bool, names: Sequence[str]) -> Event | None:
    grid = 8 if any(catalog.sides()[tile.tile].role == "grid" for tile in stage.tiles) else 1
    kind = rng.choice(
        ("rallycross",) * grid + ("stage", None) if circuit else ("stage", "stage", None, "hillclimb", "rally")
    )
    if rng.random() < 0.03:
        kind = rng.choice(("rallycross", "stage", "summit"))
    if kind is None:
        return None
    laps = rng.choice((None, 1, 1, 2, 2, 3, 4)) if circuit or rng.random() < 0.05 else None
    tries = rng.choice((None, 1, 2)) if kind == "hillclimb" else None
    given: tuple[BoardAt, ...] = ()
    if names and rng.random() < 0.3:
        given = (BoardAt("start", rng.choice(names)),)
    return Event(kind, laps=laps, tries=tries, boards=given)


def _tokens(rng: Random, stage: Stage) -> Stage:
    """Mud, climb, oxygen and cloud tokens here and there."""
    if not stage.tiles or rng.random() < 0.5:
        return stage
    for _ in range(rng.randint(1, 3)):
        token = rng.choice(
            (Token("mud"), Token("cloud"), Token("climb", rng.choice((-1, 1))), Token("oxygen", -rng.randint(1, 3)))
        )
        stage = _with_token(stage, rng.choice(stage.tiles).hex, token)
    return stage


def _track_tokens(rng: Random, stage: Stage) -> Stage:
    """Jumps, water and chicanes here and there, mostly where they can lie; some with no place, or a wrong one."""
    if not stage.tiles or rng.random() < 0.6:
        return stage
    for _ in range(rng.randint(1, 4)):
        tile = rng.choice(stage.tiles)
        free = [name for row in track_tokens.rows(tile.tile) for name in row]
        place = rng.choice(free) if free and rng.random() < 0.8 else rng.choice((None, "al", "i1", "A", "zz"))
        track = rng.choice((None, None, None, "gravel", "asphalt", "snow"))
        turn = rng.choice((None, None, 0, 60, 300))
        stage = _with_token(stage, tile.hex, Token(rng.choice(track_tokens.KINDS), None, place, track, turn))
    return stage


@cache
def _exports() -> tuple[Design, ...]:
    return tuple(replace(design, dashboards=()) for design in mutations.official())


def _shape(rng: Random) -> tuple[Design, bool]:
    """A stage and whether it is meant as a circuit."""
    kind = rng.random()
    if kind < 0.25:
        for _ in range(50):
            made = anyone.random_walk(rng, rng.randint(1, 9), _terrains(rng), rng.random() < 0.5)
            if made is not None:
                return (_changed(rng, made) if rng.random() < 0.15 else made), False
    if kind < 0.5:
        return Design(stage=_closed(rng, _grown, ("start", "finish"))), False
    if kind < 0.65:
        for _ in range(50):
            ring = anyone.random_ring(rng, 2 if rng.random() < 0.7 else 3, 2)
            if ring is not None:
                return (_changed(rng, ring) if rng.random() < 0.6 else ring), True
    if kind < 0.85:
        return Design(stage=_dressed(rng, _closed(rng, _grown_ring, ("grid",) if rng.random() < 0.8 else ()))), True
    rx2 = next(one for one in _exports() if one.name == "RX2 SS1")
    chosen = rx2 if rng.random() < 0.7 else rng.choice(_exports())
    return _changed(rng, chosen), chosen is rx2


def made(seed: int | str) -> Design:
    """The design of a seed."""
    rng = Random(f"anydesign/{seed}")
    shape, circuit = _shape(rng)
    stage = _track_tokens(Random(f"anydesign/track/{seed}"), _tokens(rng, shape.stage or Stage()))
    count = rng.choice((0, 0, 1, 1, 2))
    dashboards = tuple(_board(rng, stage, circuit, f"Board {number + 1}") for number in range(count))
    return Design(
        name=f"Any design {seed}",
        inventory=PLENTY if rng.random() < 0.9 else None,
        stage=stage,
        dashboards=dashboards,
        event=_event(rng, stage, circuit, [board.name for board in dashboards]),
        house_rules=frozen(_house_rules(rng, circuit)),
    )


def designs() -> st.SearchStrategy[Design]:
    """Designs for hypothesis."""
    return st.integers(0, 10**9).map(made)


# -- the two answers ---------------------------------------------------------------------------------------------


class TookTooLong(Exception):
    """A run did not come to its end in the time it was given."""


@contextmanager
def _within(seconds: float) -> Iterator[None]:
    """Break off after so many seconds (0: never); only in a main thread of a system with alarms."""
    if not seconds:
        yield
        return

    def stop(_number: int, _frame: FrameType | None) -> None:
        raise TookTooLong

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@dataclass(frozen=True)
class Disagreement:
    """What checks and simulator say differently. ``kind``: "silent" (no error, refused), "unfinished" (no error, not
    at the finish), "reason" (errors, but not the one the simulator gives), "crash", "slow"."""

    kind: str
    who: str
    answer: str
    errors: tuple[str, ...]

    @property
    def group(self) -> str:
        """The kind with the answer, without names and numbers, by which counterexamples are counted."""
        return f"{self.kind}: {re.sub(r'[0-9]+', '#', re.sub(chr(39) + '.*?' + chr(39), '...', self.answer))[:140]}"

    def __str__(self) -> str:
        return f"{self.kind} ({self.who}): {self.answer} | {list(self.errors)}"


@dataclass(frozen=True)
class Verdict:
    """The errors of a design, why it is refused (None: it is driven), and what does not fit together."""

    errors: tuple[str, ...]
    refused: str | None
    disagreements: tuple[Disagreement, ...]


def _same_reason(reason: str, errors: Iterable[str]) -> bool:
    """Whether one of the errors gives the reason: its message holds the sentence, or is held by it."""
    plain = reason.rstrip(".").casefold()
    return any(plain in error.casefold() or error.rstrip(".").casefold() in plain for error in errors)


def _messages(found: Iterable[Finding]) -> tuple[str, ...]:
    return tuple(finding.message for finding in found if finding.counts)


def cars(design: Design) -> list[str | None]:
    """The fitting car (None), and each board of the design."""
    fitting = fitting_car(design)[0]
    return [None, *(board.name for board in design.dashboards if board.name != fitting)]


def verdict(  # noqa: C901  (one question after the other)
    design: Design, *, drivers: Sequence[str] | None = None, seconds: float = 0, race: bool = True, runs: int = 1
) -> Verdict:
    """Ask the checks, every driver with every car, and a race of two."""
    found: list[Disagreement] = []
    try:
        with _within(seconds):
            listed = tuple(finding for finding in validate(design) if finding.counts)
    except Exception as error:
        kind = "slow" if isinstance(error, TookTooLong) else "crash"
        return Verdict((), None, (Disagreement(kind, "validate", f"{type(error).__name__}: {error}", ()),))
    errors, words = _messages(listed), tuple(str(finding) for finding in listed)
    refused: str | None = None

    def tell(kind: str, who: str, answer: str) -> None:
        found.append(Disagreement(kind, who, answer, words))

    def ask(who: str, drive: object, *args: object, **kwargs: object) -> bool:
        """Whether it can be driven at all; what is wrong with it is told."""
        nonlocal refused
        try:
            with _within(seconds):
                reached = drive(*args, **kwargs)  # type: ignore[operator]
        except SimulationError as error:
            refused = refused or str(error)
            if not errors:
                tell("silent", who, str(error))
            elif not _same_reason(str(error), errors):
                tell("reason", who, str(error))
            return False
        except TookTooLong:
            tell("slow", who, f"not driven in {seconds} seconds")
            return True
        except Exception as error:
            tell("crash", who, f"{type(error).__name__}: {error}")
            return True
        if not reached and not errors:
            tell("unfinished", who, "does not reach the finish")
        return True

    def once(car: str | None, driver: str) -> bool:
        return all(batches.run_once(design, car=car, policy=driver, number=number).finished for number in range(runs))

    def together() -> bool:
        log = races.run_race(design, [races.Driver("Red"), races.Driver("Blue")])
        home = {finish.driver for stage in log.stages for finish in stage.finishes}
        # By house rule a race is over with the first car home: the others are told as still driving.
        driving = {car.driver for stage in log.stages for car in stage.driving}
        return bool(home) and home | driving == {"Red", "Blue"}

    for car in cars(design):
        for driver in drivers if drivers is not None else policies.names():
            if not ask(f"{driver} in {car or 'the fitting car'}", once, car, driver):
                break  # the next driver would be told the same
            if errors:
                break  # a design with errors may be driven or not
    if race:
        ask("a race", together)
    return Verdict(words, refused, tuple(found))


# -- by hand -----------------------------------------------------------------------------------------------------


def fixed_of(seed: int, wanted: bool) -> Iterator[tuple[str, Design]]:
    """The design of a seed with all fixes applied, where that changes it."""
    if wanted:
        design = made(seed)
        after = fix_all(design, unsafe=seed % 3 > 0)
        if after.done:
            yield f"{seed}-fixed", after.design


def main(arguments: Sequence[str] | None = None) -> int:
    """Count verdicts and save counterexamples."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--designs", type=int, default=200)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--out", type=Path, help="a folder for counterexamples")
    parser.add_argument("--drivers", nargs="*", help="these only, instead of all")
    parser.add_argument("--seconds", type=float, default=20, help="for one run")
    parser.add_argument("--keep", type=int, default=5, help="counterexamples saved of one group")
    parser.add_argument("--fixed", action="store_true", help="also ask each design with every fix applied")
    parser.add_argument("--silent-only", action="store_true", help="save no design whose errors give another reason")
    options = parser.parse_args(arguments)
    counts: Counter[str] = Counter()
    reasons: Counter[str] = Counter()
    groups: Counter[str] = Counter()
    begun = time.perf_counter()
    if options.out is not None:
        options.out.mkdir(parents=True, exist_ok=True)
    asked = (
        (name, design)
        for seed in range(options.first, options.first + options.designs)
        for name, design in ((str(seed), made(seed)), *fixed_of(seed, options.fixed))
    )
    for seed, design in asked:
        told = verdict(design, drivers=options.drivers, seconds=options.seconds)
        counts["refused" if told.refused else "driven"] += 1
        counts["with errors" if told.errors else "without errors"] += 1
        if told.refused and not told.errors:
            counts["without errors, refused"] += 1
        if told.refused:
            reasons[told.refused] += 1
        counts["disagreements"] += bool(told.disagreements)
        for group in {one.group for one in told.disagreements}:
            groups[group] += 1
            if options.silent_only and group.startswith("reason"):
                continue
            if options.out is not None and groups[group] <= options.keep:
                word = re.sub(r"[^a-z]+", "-", group.casefold())[:60].strip("-")
                native.save(design, options.out / f"{word}-{seed}.json")
                answer = {
                    "seed": seed,
                    "validate": list(told.errors),
                    "simulate": [str(one) for one in told.disagreements],
                }
                path = options.out / f"{word}-{seed}.answers.txt"
                path.write_text(json.dumps(answer, indent=1), encoding="utf-8")
                print(f"{seed}: {group}", flush=True)
    print(f"\n{options.designs} designs in {time.perf_counter() - begun:.0f} s")
    for title, table in (("verdicts", counts), ("refused because", reasons), ("disagreements", groups)):
        print(f"\n{title}")
        for name, count in table.most_common():
            print(f"{count:6}  {name}")
    return 1 if groups else 0


__all__ = ["Disagreement", "Verdict", "cars", "designs", "made", "verdict"]

if __name__ == "__main__":
    sys.exit(main())
