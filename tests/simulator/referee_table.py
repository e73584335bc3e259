"""The table as a referee sees it: spaces and steps, read from the stored design and the printed tiles alone.

Written from the rules and from the description of the tile data, without anything of designer.graph or
designer.simulator, so that a fault of theirs is not repeated here.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations, pairwise, product
from typing import Any, NamedTuple

from designer.resources import folder

EDGES = "ABCDEF"
OVER = {"A": (1, 0), "B": (0, 1), "C": (-1, 1), "D": (-1, 0), "E": (0, -1), "F": (1, -1)}
FROM_THE_LEFT = ("left", "midleft", "middle", "midright", "right")
LANES = set(FROM_THE_LEFT)

Place = tuple[int, int]
Key = tuple[int, int, str]
Point = Sequence[float]


class Section(NamedTuple):
    """A road of a tile as driven between two printed edges."""

    hex: Place
    entry: str
    exit: str


@dataclass
class Step:
    """A step: over a climb line ("up", "down"), limit and danger of the line crossed, crossing of the finish."""

    straight: bool
    climb: str = ""
    limit: int | None = None
    danger: int = 0
    finish: bool = False
    into_joker: bool = False
    out_of_joker: bool = False
    handbrake: bool = False


@cache
def printed() -> dict[str, Any]:
    """All printed sides as the catalog stores them."""
    sides: dict[str, Any] = json.loads((folder("catalog") / "tiles.json").read_text(encoding="utf-8"))["sides"]
    return sides


def turn(edge: str, steps: int) -> str:
    """An edge turned clockwise."""
    return EDGES[(EDGES.index(edge) + steps) % 6]


@dataclass
class Table:
    """Spaces and forward steps of a stage, as its tiles lie now."""

    tiles: dict[Place, dict[str, Any]]
    laps: int = 0
    handbrake: bool = False
    spaces: dict[Key, dict[str, Any]] = field(default_factory=dict)
    steps: dict[Key, dict[Key, Step]] = field(default_factory=dict)
    starts: list[Key] = field(default_factory=list)
    same: dict[Key, Key] = field(default_factory=dict)
    second: dict[Key, Key] = field(default_factory=dict)
    beside: dict[Key, set[Key]] = field(default_factory=dict)
    _ahead: dict[Key, set[Key]] = field(default_factory=dict)
    _ends: dict[tuple[Key, int, bool], bool] = field(default_factory=dict)
    _around: dict[frozenset[Place], frozenset[Place]] = field(default_factory=dict)
    _joker: list[bool] = field(default_factory=list)

    def side(self, place: Place) -> dict[str, Any]:
        """The printed side on a hex."""
        found: dict[str, Any] = printed()[self.tiles[place]["tile"]]
        return found

    def space(self, key: Key) -> dict[str, Any]:
        """A printed space."""
        return self.spaces[key]

    def tokens(self, key: Key, kind: str) -> list[dict[str, Any]]:
        """The tokens of a kind on the tile of a space."""
        return [token for token in self.tiles[key[:2]].get("tokens", ()) if token["kind"] == kind]

    def onto(self, key: Key, entry: str) -> list[Section]:
        """The sections that lead on from an edge of the tile on a hex."""
        roads = self.side(key[:2])["roads"]
        return [
            Section(key[:2], entry, road["to"] if road["from"] == entry else road["from"])
            for road in roads
            if entry in (road["from"], road["to"])
        ]

    def after(self, section: Section) -> list[Section]:
        """The sections that follow one."""
        edge = turn(section.exit, self.tiles[section.hex].get("rotation", 0))
        there = (section.hex[0] + OVER[edge][0], section.hex[1] + OVER[edge][1])
        if not self.joins(there, edge):
            return []
        entry = turn(edge, 3 - self.tiles[there].get("rotation", 0))
        return self.onto((*there, ""), entry)

    def joins(self, there: Place, edge: str) -> bool:
        """Whether the tile on a hex has road that fits where one comes to it over an edge, as that lies."""
        here = (there[0] - OVER[edge][0], there[1] - OVER[edge][1])
        if there not in self.tiles:
            return False
        mine = self.side(here)["edges"][turn(edge, -self.tiles[here].get("rotation", 0))]
        other = self.side(there)["edges"].get(turn(edge, 3 - self.tiles[there].get("rotation", 0)))
        return (
            other is not None
            and mine["kind"] == other["kind"]
            and (abs(mine["lanes"] - other["lanes"]) <= (mine["kind"] == "straight"))
        )

    def road(self, section: Section) -> tuple[dict[str, Any], bool]:
        """The printed record of a section, and whether it is driven as it is written."""
        for road in self.side(section.hex)["roads"]:
            if (road["from"], road["to"]) == (section.entry, section.exit):
                return road, True
            if (road["to"], road["from"]) == (section.entry, section.exit):
                return road, False
        raise AssertionError(section)

    def lanes(self, section: Section, edge: str) -> list[str]:
        """The spaces at an edge of a section, from left to right as driven."""
        road, forward = self.road(section)
        return list(road["enter"][edge]) if forward else list(road["enter"][edge])[::-1]

    def around(self, places: frozenset[Place]) -> frozenset[Place]:
        """These tiles and those directly before and after them along the road."""
        if places not in self._around:
            found = set(places)
            for start, ends in self.steps.items():
                for end in ends:
                    if start[:2] in places or end[:2] in places:
                        found |= {start[:2], end[:2]}
            self._around[places] = frozenset(found)
        return self._around[places]

    def ahead(self, key: Key) -> set[Key]:
        """The spaces that can be driven to from one without crossing the finish line of a circuit."""
        if key not in self._ahead:
            seen: set[Key] = set()
            queue = [key]
            while queue:
                here = queue.pop()
                for there, step in self.steps.get(here, {}).items():
                    if there not in seen and not (self.laps and step.finish):
                        seen.add(there)
                        queue.append(there)
            self._ahead[key] = seen
        return self._ahead[key]

    @property
    def has_joker(self) -> bool:
        """Whether a joker way is marked."""
        if not self._joker:
            self._joker.append(any(step.into_joker for ends in self.steps.values() for step in ends.values()))
        return self._joker[0]

    def onward(self, key: Key, lap: int, jokers: int) -> list[tuple[Key, Step, int, int]]:
        """The steps that a race leaves open from a space, with lap and joker laps afterwards.

        The joker way is driven once, in a lap (so not before the line is first crossed); who comes home without it is
        disqualified (RX, "The Joker Lap"). Past the last line a car stays on the finish tile.
        """
        found = []
        for there, step in self.steps.get(key, {}).items():
            if lap > self.laps and there[:2] != key[:2]:
                continue
            if step.into_joker and (jokers or lap == 0):
                continue
            found.append((there, step, lap + step.finish, jokers + step.out_of_joker))
        return found

    def can_finish(self, key: Key, lap: int, jokers: int) -> bool:
        """Whether a way leads on from a space to the finish, for a car in a lap with or without its joker lap."""
        if lap > self.laps:
            return True
        if (key, lap, bool(jokers)) not in self._ends:
            self._search()
        return self._ends.get((key, lap, bool(jokers)), False)

    def _search(self) -> None:
        """All spaces in all laps from which the finish can be reached, worked out backwards from the last line."""
        before: dict[tuple[Key, int, bool], list[tuple[Key, int, bool]]] = {}
        queue: list[tuple[Key, int, bool]] = []
        for key in self.spaces:
            for lap in range(self.laps + 1):
                for jokers in (0, 1):
                    here = (key, lap, bool(jokers))
                    self._ends[here] = False
                    for there, _, next_lap, next_jokers in self.onward(key, lap, jokers):
                        if next_lap > self.laps:
                            if not self._ends[here]:
                                self._ends[here] = True
                                queue.append(here)
                        else:
                            before.setdefault((there, next_lap, bool(next_jokers)), []).append(here)
        while queue:
            for here in before.get(queue.pop(), ()):
                if not self._ends[here]:
                    self._ends[here] = True
                    queue.append(here)


def lay(tiles: list[dict[str, Any]], laps: int = 0, handbrake: bool = False) -> Table:
    """The table of a stage. ``laps``: 0 for a stage from start to finish; ``handbrake``: whether one may turn so."""
    table = Table({(tile["q"], tile["r"]): tile for tile in tiles}, laps, handbrake)
    sections = _loop(table) if laps else _stretch(table)
    driven = set(sections)
    joined = [(one, two) for one in sections for two in table.after(one) if two in driven]
    for one, two in joined:
        _cut(table, one, two)
    for section in sections:
        _road(table, section)
    for one, two in joined:
        _edge(table, one, two)
    for place in dict.fromkeys(section.hex for section in sections):
        _slides(table, place)
    _pairs(table)
    _line(table, sections)
    _handbrakes(table)
    for section in sections:
        if not _joker_branch(table, section):
            _corners(table, section)
    _neighbours(table, sections)
    return table


def _flood(table: Table, first: list[Section], stop: Place | None) -> list[Section]:
    order: dict[Section, int] = {}
    queue = deque(first)
    while queue:
        section = queue.popleft()
        if section not in order:
            order[section] = len(order)
            if section.hex != stop:
                queue.extend(table.after(section))
    return [one for one, number in order.items() if number <= order.get(Section(one.hex, one.exit, one.entry), number)]


def _role(table: Table, role: str) -> Place | None:
    return next((place for place in table.tiles if table.side(place).get("role") == role), None)


def _stretch(table: Table) -> list[Section]:
    start, finish = _role(table, "start"), _role(table, "finish")
    assert start is not None
    side = table.side(start)
    entries = []
    for edge in side["edges"]:
        lies = turn(edge, table.tiles[start].get("rotation", 0))
        there = (start[0] + OVER[lies][0], start[1] + OVER[lies][1])
        if not table.joins(there, lies):
            entries.append(edge)
    entry = entries[0] if len(entries) == 1 else side["line"]["lettered_from"]
    first = table.onto((*start, ""), entry)
    line = side["line"]
    behind = line["behind"] if entry == line["lettered_from"] else line["past"]
    table.starts = [(*start, name) for name in behind]
    return _flood(table, first, finish)


def _loop(table: Table) -> list[Section]:
    place, edge = next(
        (place, token["place"])
        for place, tile in table.tiles.items()
        for token in tile.get("tokens", ())
        if token["kind"] == "finish"
    )
    inner = edge.split(">")
    first = [
        section
        for road in table.side(place)["roads"]
        for section in (Section(place, road["from"], road["to"]), Section(place, road["to"], road["from"]))
        if section.exit == edge or (len(inner) == 2 and inner in _written(table, section))
    ]
    grid = _role(table, "grid")
    sections = _flood(table, first, grid)
    # Only what leads round again is driven: not the way into the pre-grid, nor the loop the wrong way round.
    good = set(first)
    while True:
        more = {one for one in sections if one not in good and any(two in good for two in table.after(one))}
        if not more:
            break
        good |= more
    sections = [one for one in sections if one in good]
    # Nor what nobody comes to, once the wrong way round is out.
    come, queue = set(first), list(first)
    while queue:
        for there in table.after(queue.pop()):
            if there in sections and there not in come:
                come.add(there)
                queue.append(there)
    sections = [one for one in sections if one in come]
    if grid is not None:
        behind = table.side(grid)["grid"]["driven_from"]
        approach: list[Section] = []
        chain = table.onto((*grid, ""), behind)
        while chain and chain[0] not in good:
            on_loop = [
                one
                for one in chain
                if any(two in good for two in table.after(one))
                or any(two in good for one_ in table.after(one) for two in table.after(one_))
            ]
            chain = (on_loop or chain)[:1]
            approach += chain
            chain = table.after(chain[0])
        sections = [*approach, *sections]
        table.starts = [(*grid, name) for row in table.side(grid)["grid"]["rows"] for name in row]
    return sections


def _written(table: Table, section: Section) -> list[list[str]]:
    road, forward = table.road(section)
    return [list(pair) if forward else [pair[1], pair[0]] for pair in road["next"]]


def _cut(table: Table, one: Section, two: Section) -> None:
    """Spaces cut by a slanted edge are one, named after the tile driven first."""
    out, into = table.lanes(one, one.exit), table.lanes(two, two.entry)
    for here, there in zip(out, into, strict=False):
        if table.side(one.hex)["spaces"][here].get("half") and table.side(two.hex)["spaces"][there].get("half"):
            first = table.same.get((*one.hex, here), (*one.hex, here))
            if first != (*two.hex, there):
                table.same[*two.hex, there] = first


def _add(table: Table, start: Key, end: Key, step: Step) -> None:
    start, end = table.same.get(start, start), table.same.get(end, end)
    known = table.steps.setdefault(start, {})
    if start != end and not (end in known and known[end].straight):
        known[end] = step


def _lying(table: Table, hex_: Place, name: str, here: dict[str, Any]) -> None:
    """Jump, water and chicane tokens, each across the lanes of the row whose letter it names (the referee is given
    none that lie elsewhere). They show a track type, and lie on tiles of that alone."""
    for token in table.tiles[hex_].get("tokens", ()):
        kind, place = token["kind"], token.get("place") or "?"
        fits = token.get("track") in (None, table.side(hex_)["terrain"]) and here["lane"] in LANES
        if kind not in ("jump", "water", "chicane", "chicane-limit") or place[0] != name[0] or not fits:
            continue
        if place in table.side(hex_)["spaces"]:
            here.update(
                {"jump": {"jump": 4}, "water": {"water": True}, "chicane": {"chicane": True}}.get(kind, {"limit": 2})
            )


def _road(table: Table, section: Section) -> None:
    road, forward = table.road(section)
    side = table.side(section.hex)
    for name in road["spaces"]:
        key = (*section.hex, name)
        if key not in table.same:
            here = {**side["spaces"][name], "row": _row(name, side["spaces"][name])}
            _lying(table, section.hex, name, here)
            table.spaces.setdefault(key, here)
    limits = {(a, b): number for a, b, number in road.get("line_limits", ())}
    dangers = {(a, b) for a, b in road.get("line_hazards", ())}
    slope = {"ascend": "up", "descend": "down"}.get(road.get("climb_dir", ""), "")
    if not forward:
        slope = {"up": "down", "down": "up"}.get(slope, "")
    lines = {frozenset(pair) for pair in road.get("climb", ())}
    laid = [token for token in table.tiles[section.hex].get("tokens", ()) if token["kind"] == "climb"]
    across = _across_corner_points(side["spaces"], road["next"])
    for start, end in _written(table, section):
        here, there = side["spaces"][start], side["spaces"][end]
        climb = slope if frozenset((start, end)) in lines else ""
        if laid and not (here.get("corner") is not None and here.get("corner") == there.get("corner")):
            climb = "up" if laid[-1]["value"] < 0 else "down"
        straight = _straight(here, there) and frozenset((start, end)) not in across
        _add(
            table,
            (*section.hex, start),
            (*section.hex, end),
            Step(straight, climb, limits.get((start, end)), int((start, end) in dangers)),
        )
    if table.handbrake:  # 110%, "Handbrake turn": from the outside to the inside, but from the last space of it
        for start, end in road.get("handbrake" if forward else "handbrake_back", ()):
            if [start, end] not in _written(table, section):
                _add(table, (*section.hex, start), (*section.hex, end), Step(False, handbrake=True))


def _straight(here: dict[str, Any], there: dict[str, Any]) -> bool:
    """Whether the printed words of two spaces let a step between them be one straight ahead: lanes keep their word."""
    return here["lane"] == there["lane"] or not {here["lane"], there["lane"]} <= LANES


def _across_corner_points(spaces: dict[str, Any], steps: list[list[str]]) -> set[frozenset[str]]:
    """The steps onto and off corner spaces that change the lane.

    Two steps that cross each other cannot both lead over a line that the spaces share: they meet where the lane line
    ends, in a point, and there one changes the lane. A step that crosses none goes straight ahead.
    """

    def corner(name: str) -> str | None:
        return spaces[name].get("corner") if spaces[name]["lane"] in ("inside", "outside") else None

    found: set[frozenset[str]] = set()
    onto = [pair for pair in steps if corner(pair[0]) != corner(pair[1])]
    for (start, end), (other_start, other_end) in combinations(onto, 2):
        names = (start, end, other_start, other_end)
        if len(set(names)) < 4 or not {spaces[name]["lane"] for name in names} <= LANES | {"inside", "outside"}:
            continue
        if (corner(start), corner(end)) != (corner(other_start), corner(other_end)):
            continue
        if _crossing(*(spaces[name]["at"] for name in names)):
            found |= {frozenset((start, end)), frozenset((other_start, other_end))}
    return found


def _crossing(start: Point, end: Point, other_start: Point, other_end: Point) -> bool:
    """Whether two steps change sides: one begins on the left of the other, as driven, and ends on its right."""
    ahead = (
        (end[0] + other_end[0] - start[0] - other_start[0]),
        (end[1] + other_end[1] - start[1] - other_start[1]),
    )

    def side(here: Point, there: Point) -> float:
        return ahead[0] * (there[1] - here[1]) - ahead[1] * (there[0] - here[0])

    return side(start, other_start) * side(end, other_end) < 0


def _row(name: str, space: dict[str, Any]) -> str:
    return name.rstrip("lmr") if space["lane"] in LANES else ""


def _corners(table: Table, section: Section) -> None:
    """Pairs of spaces side by side in the corners of a road: its inside and its outside ones.

    Which they are is printed with the road; where three roads share the spaces of a corner (415), the printed word is
    that of one of them, and the inside of another is the space that it drives through alone.
    """
    side = table.side(section.hex)
    road, _ = table.road(section)
    for corner in {side["spaces"][name].get("corner") for name in road["spaces"]} - {None}:
        names = [
            name
            for name in road["spaces"]
            if side["spaces"][name].get("corner") == corner and side["spaces"][name]["lane"] in ("inside", "outside")
        ]
        inside = {name for name in names if side["spaces"][name]["lane"] == "inside"}
        within = [pair for pair in road["next"] if set(pair) <= set(names)]
        if any((one in inside) != (two in inside) for one, two in within):
            inside = set(names) - {name for pair in within for name in pair}
        for one, two in product(inside, set(names) - inside):
            _side_by_side(table, (*section.hex, one), (*section.hex, two))


def _handbrakes(table: Table) -> None:
    """Take out handbrake turns that lead back along the track: where one could drive to their begin from their end
    without leaving the tile, as between two roads round one corner (415)."""
    back = []
    for start, ends in table.steps.items():
        for end, step in ends.items():
            if not step.handbrake:
                continue
            seen, queue = {end}, [end]
            while queue:
                for there, more in table.steps.get(queue.pop(), {}).items():
                    if there[:2] == end[:2] and there not in seen and not more.finish:
                        seen.add(there)
                        queue.append(there)
            if start in seen:
                back.append((start, end))
    for start, end in back:
        del table.steps[start][end]


def _joker_branch(table: Table, section: Section) -> bool:
    """Whether the joker way leaves or comes back over an edge of a section."""
    edges = {section.entry, section.exit}
    tokens = table.tiles[section.hex].get("tokens", ())
    return any(token["kind"].startswith("joker-") and token.get("place") in edges for token in tokens)


def _neighbours(table: Table, sections: list[Section]) -> None:
    """Lanes of a row lie beside the next one on either hand, not beside the ones after that.

    A row is told by the names of its spaces ("al", "ar"), where they end so; else it is the row at an edge of the tile.
    """
    rows: dict[tuple[Place, str], list[tuple[int, Key]]] = {}
    for section in sections:
        for edge in (section.entry, section.exit):
            names = table.lanes(section, edge)
            keys = [(*section.hex, name) for name in dict.fromkeys(names)]
            if all(key in table.spaces and table.spaces[key]["row"] == key[2] for key in keys):
                for one, two in pairwise(keys):
                    _side_by_side(table, one, two)
    for key, space in table.spaces.items():
        if space["row"]:
            rows.setdefault((key[:2], space["row"]), []).append((FROM_THE_LEFT.index(space["lane"]), key))
    for lanes in rows.values():
        for (_, one), (_, two) in pairwise(sorted(lanes)):
            _side_by_side(table, one, two)


def _side_by_side(table: Table, one: Key, two: Key) -> None:
    table.beside.setdefault(one, set()).add(two)
    table.beside.setdefault(two, set()).add(one)


def _edge(table: Table, one: Section, two: Section) -> None:
    """Over a tile edge: to the lane ahead and those beside it; three lanes lie half a lane off two."""
    if table.side(two.hex)["edges"][two.entry]["kind"] != "straight":
        return
    out, into = table.lanes(one, one.exit), table.lanes(two, two.entry)
    road, forward = table.road(two)
    lying = [place if forward else len(into) - 1 - place for place in range(len(into))]
    wide = len(set(out)) == 1 or len(set(into)) == 1
    for lane, here in enumerate(out):
        for other, there in enumerate(into):
            offset = 2 * other - 2 * lane - (len(into) - len(out))  # in half lanes
            if not wide and abs(offset) > 2:
                continue
            straight = wide or offset == 0
            limit = next(
                (
                    number
                    for edge, place, name, number in road.get("edge_line_limits", ())
                    if straight and (edge, name) == (two.entry, there) and lying[place] == lane
                ),
                None,
            )
            danger = any(
                straight and (edge, name) == (two.entry, there) and lying[place] == lane
                for edge, place, name in road.get("edge_line_hazards", ())
            )
            _add(table, (*one.hex, here), (*two.hex, there), Step(straight, "", limit, int(danger)))


def _slides(table: Table, place: Place) -> None:
    """A row with a dashed line is also two halves as wide as the road, in on the first and out of the second."""
    for row in table.side(place).get("slides") or ():
        cells = [(*place, name) for name in row if (*place, name) in table.spaces]
        if len(cells) < 2:
            continue
        first, second = (*place, "+".join(row) + "/1"), (*place, "+".join(row) + "/2")
        limits = [table.spaces[cell]["limit"] for cell in cells if table.spaces[cell].get("limit") is not None]
        half: dict[str, Any] = {"lane": "full", "row": "", "cells": [cell[2] for cell in cells]}
        if limits:
            half["limit"] = min(limits)
        table.spaces[first] = half
        table.spaces[second] = half
        onto: dict[Key, list[Step]] = {}
        beyond: dict[Key, list[Step]] = {}
        for start, ends in table.steps.items():
            for end, step in ends.items():
                if end in cells and start not in cells:
                    onto.setdefault(start, []).append(step)
                if start in cells and end not in cells:
                    beyond.setdefault(end, []).append(step)
        laid = any(token["kind"] == "climb" for token in table.tiles[place].get("tokens", ()))
        lines = [step for one in (onto, beyond) for steps in one.values() for step in steps]
        climbs = {step.climb for step in lines if step.climb} if laid else set()
        for start, steps in onto.items():
            table.steps[start][first] = _across(steps)
        table.steps[first] = {second: Step(False, next(iter(climbs), ""))}
        table.steps[second] = {end: _across(steps) for end, steps in beyond.items()}
        table.second[first] = second


def _across(steps: list[Step]) -> Step:
    """The step of a car as wide as the road over the lines of several lanes: it obeys them all."""
    return Step(
        False,
        next((step.climb for step in steps if step.climb), ""),
        min((step.limit for step in steps if step.limit is not None), default=None),
        max(step.danger for step in steps),
    )


def _pairs(table: Table) -> None:
    """On snow two spaces as wide as the road are the halves of a slide that must be taken."""
    taken: set[Key] = set()

    def wide(key: Key) -> bool:
        return (
            table.spaces[key]["lane"] == "full"
            and "cells" not in table.spaces[key]
            and (table.side(key[:2])["terrain"] == "snow")
        )

    order = [key for key in table.spaces if wide(key)]
    before = {end for start in order for end in table.steps.get(start, {}) if wide(end) and end[:2] == start[:2]}
    for key in sorted(order, key=lambda key: key in before):
        for end in table.steps.get(key, {}):
            if key not in taken and wide(end) and end[:2] == key[:2]:
                table.second[key] = end
                taken.add(end)
    for key, end in list(table.second.items()):
        if table.steps[key][end].climb:
            del table.second[key]  # its climb line is not driven over for nothing


def _line(table: Table, sections: list[Section]) -> None:
    """Mark the steps over the finish line, and those into and out of the joker way."""
    if not table.laps:
        finish = next(section for section in sections if table.side(section.hex).get("role") == "finish")
        line = table.side(finish.hex)["line"]
        behind, past = line["behind"], line["past"]
        if finish.entry != line["lettered_from"]:
            behind, past = past, behind
        beyond = {(*finish.hex, name) for name in past}
        for start in [(*finish.hex, name) for name in behind]:
            for end, step in table.steps[start].items():
                step.finish = end in beyond
        return
    for place, tile in table.tiles.items():
        for token in tile.get("tokens", ()):
            kind, edge = token["kind"], token.get("place")
            if kind not in ("finish", "joker-entrance", "joker-exit"):
                continue
            if ">" in edge:
                _inner_line(table, place, edge)
                continue
            lies = turn(edge, tile.get("rotation", 0))
            there = (place[0] + OVER[lies][0], place[1] + OVER[lies][1])
            for start, ends in table.steps.items():
                for end, step in ends.items():
                    if kind == "finish" and start[:2] == place and end[:2] == there:
                        step.finish = True
                    if kind == "joker-entrance" and start[:2] == place and end[:2] == there:
                        step.into_joker = True
                    if kind == "joker-exit" and start[:2] == there and end[:2] == place:
                        step.out_of_joker = True


def _inner_line(table: Table, place: Place, line: str) -> None:
    """A finish line between two rows of a tile: all steps from one row to the other."""
    start, end = ((*place, name) for name in line.split(">"))
    for here, ends in table.steps.items():
        for there, step in ends.items():
            if here[:2] == place and there[:2] == place:
                rows = (table.spaces[here]["row"], table.spaces[there]["row"])
                step.finish = rows == (table.spaces[start]["row"], table.spaces[end]["row"])


def turned_over(old: Mapping[str, Any], tile: str) -> int:
    """How a tile lies after it was turned over: its roads join the same edges."""
    before, after = printed()[old["tile"]], printed()[tile]

    def roads(side: Mapping[str, Any], rotation: int) -> set[frozenset[str]]:
        return {frozenset(turn(edge, rotation) for edge in (road["from"], road["to"])) for road in side["roads"]}

    was = int(old.get("rotation", 0))
    return next((was + more) % 6 for more in range(6) if roads(after, (was + more) % 6) == roads(before, was))
