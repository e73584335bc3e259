"""Typed, cached reading of catalog/: tile sides with their printed spaces, boxes, tokens, dice, boards and rules.

Everything here is a fact about pieces; what a fact means in play stands in the graph, the validation and the
simulator.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations
from math import cos, radians, sin
from typing import Any, Literal, NamedTuple

from designer.design.stage import piece_of
from designer.resources import folder

#: How a step between two spaces of a tile runs.
PrintedStep = Literal["straight", "diagonal", "handbrake"]
#: How the road is cut at an edge of a tile.
Cut = Literal["straight", "skew-left", "skew-right"]
#: Over a climb line, as it is driven.
Climb = Literal["ascent", "descent"]
#: Where a token of a stage belongs: on a tile, on a line across the road, or on a space and those beside it.
TokenPlace = Literal["tile", "line", "space"]
#: What a token of an Unlimited board is for.
BoardTokenGroup = Literal["gear", "brake", "coast", "boost", "effect", "track-type", "weather", "restriction", "plain"]


class Edge(NamedTuple):
    """A printed edge with road: how many lanes cross it and how it is cut."""

    lanes: int
    kind: Cut


@dataclass(frozen=True, slots=True)
class Space:
    """A printed space. ``at`` is its centre in the 520 x 450 drawing of the side.

    ``limit``: highest gear allowed. ``limit_hazard``: gear allowed at the price of a hazard. ``jump``: number of a
    jump. ``dashed``: crossed by a dashed line (a sliding space). ``corner``: label shared by the ways round one
    corner. ``half``: cut by a skewed tile edge, goes on on the neighbouring tile.
    """

    name: str
    at: tuple[float, float]
    lane: str
    limit: int | None = None
    limit_hazard: int | None = None
    jump: int | None = None
    water: bool = False
    hazard: bool = False
    dashed: bool = False
    corner: str | None = None
    half: bool = False


class Step(NamedTuple):
    """A legal forward step between two spaces of one tile."""

    start: str
    end: str
    kind: PrintedStep


@dataclass(frozen=True, slots=True)
class DrivenRoad:
    """A road as driven from ``entry`` to ``exit`` (printed edges).

    ``lanes_in`` and ``lanes_out`` list the spaces at both edges from left to right as the driver sees them.
    ``climb`` maps steps over a climb line to "ascent" or "descent". ``line_limits`` and ``line_hazards`` belong to
    steps; the ``edge_`` ones to (lane number at the entry edge, space entered).
    """

    entry: str
    exit: str
    lanes_in: tuple[str, ...]
    lanes_out: tuple[str, ...]
    steps: tuple[Step, ...]
    climb: Mapping[tuple[str, str], Climb]
    line_limits: Mapping[tuple[str, str], int]
    line_hazards: frozenset[tuple[str, str]]
    edge_line_limits: Mapping[tuple[int, str], int]
    edge_line_hazards: frozenset[tuple[int, str]]
    spaces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """A printed start or finish line: the edge its lettering is read from, the spaces just behind and past it.

    Official layouts drive these tiles both ways; driven the other way, behind and past change places.
    """

    lettered_from: str
    behind: tuple[str, ...]
    past: tuple[str, ...]

    def as_driven(self, entry: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The spaces just behind and just past the line for a car that came in over an edge."""
        return (self.behind, self.past) if entry == self.lettered_from else (self.past, self.behind)


@dataclass(frozen=True, slots=True)
class Grid:
    """A printed starting grid: the edge it is driven from and its rows, front row first, inner lane unsorted."""

    driven_from: str
    rows: tuple[tuple[str, ...], ...]


class Feature(NamedTuple):
    """A printed feature: limit, limit_hazard, hazard, shortcut, jump, water or climb, with its number if any."""

    kind: str
    value: int | None


@dataclass(frozen=True, eq=False)
class Side:
    """One printed side of a tile. The catalog holds each side once, so sides are compared by identity.

    ``role`` is None for an ordinary road tile, else start, finish, grid, assistance, filler or pit-stop.
    """

    id: str
    piece: str
    terrain: str | None
    danger: str | None
    role: str | None
    edges: Mapping[str, Edge]
    features: tuple[Feature, ...]
    spaces: Mapping[str, Space]
    roads: tuple[tuple[str, str], ...]
    slides: tuple[tuple[str, ...], ...]
    overlap: frozenset[tuple[str, str]]
    line: Line | None
    grid: Grid | None
    notes: str
    _road_data: tuple[Mapping[str, Any], ...]

    @cached_property
    def driven(self) -> Mapping[tuple[str, str], DrivenRoad]:
        """Every road in both directions, by (entry edge, exit edge)."""
        result = {}
        for data in self._road_data:
            result[data["from"], data["to"]] = _driven(self, data, forward=True)
            result[data["to"], data["from"]] = _driven(self, data, forward=False)
        return result

    def ways(self, entry: str) -> tuple[DrivenRoad, ...]:
        """The roads that can be driven from an edge."""
        return tuple(road for (start, _), road in self.driven.items() if start == entry)


def _driven(side: Side, data: Mapping[str, Any], forward: bool) -> DrivenRoad:
    entry, exit_ = (data["from"], data["to"]) if forward else (data["to"], data["from"])
    lanes_in, lanes_out = list(data["enter"][entry]), list(data["enter"][exit_])
    pairs = [(start, end) for start, end in data["next"]]
    climb_pairs = [(start, end) for start, end in data.get("climb", ())]
    climb: Climb = "ascent" if (data.get("climb_dir") == "ascend") is forward else "descent"
    if not forward:
        lanes_in.reverse()
        lanes_out.reverse()
        pairs = [(end, start) for start, end in pairs]
        climb_pairs = [(end, start) for start, end in climb_pairs]
    # Source: 110%, "Handbrake turn". The pairs of the two directions differ: none starts on the last outside space.
    handbrake = [(start, end) for start, end in data.get("handbrake" if forward else "handbrake_back", ())]

    def kind(start: str, end: str) -> PrintedStep:
        left, right = side.spaces[start].lane, side.spaces[end].lane
        swapped = {left, right} == {"left", "right"} or {left, right} == {"inside", "outside"}
        return "diagonal" if swapped or (left != right and {left, right} <= ROAD_LANES) else "straight"

    across = _lanes_of_corners(side, pairs, (entry, exit_), forward)
    around = [(start, end) for start, end in pairs if _in_corner(side, start) or _in_corner(side, end)]
    ahead = _straight_ahead(side, pairs, around, across)
    steps = [
        Step(
            start,
            end,
            kind(start, end) if (start, end) not in ahead else "straight" if ahead[start, end] else "diagonal",
        )
        for start, end in pairs
    ]
    steps += [Step(start, end, "handbrake") for start, end in handbrake if (start, end) not in pairs]
    known = {(step.start, step.end) for step in steps}
    return DrivenRoad(
        entry,
        exit_,
        tuple(lanes_in),
        tuple(lanes_out),
        tuple(steps),
        dict.fromkeys(climb_pairs, climb),
        {(a, b): n for a, b, n in data.get("line_limits", ()) if (a, b) in known},
        frozenset((a, b) for a, b in data.get("line_hazards", ()) if (a, b) in known),
        {
            (_as_driven(place, len(lanes_in), forward), name): n
            for edge, place, name, n in data.get("edge_line_limits", ())
            if edge == entry
        },
        frozenset(
            (_as_driven(place, len(lanes_in), forward), name)
            for edge, place, name in data.get("edge_line_hazards", ())
            if edge == entry
        ),
        tuple(data["spaces"]),
    )


def _in_corner(side: Side, name: str) -> bool:
    return side.spaces[name].corner is not None and side.spaces[name].lane in ("inside", "outside")


def _straight_ahead(
    side: Side, pairs: list[tuple[str, str]], around: list[tuple[str, str]], across: Mapping[str, float]
) -> dict[tuple[str, str], bool]:
    """Whether each step onto, within or off a corner goes straight ahead in its lane.

    Of two steps onto (or off) the corner of which one begins to the left of the other and ends to its right, neither
    does: their spaces meet where the line between the lanes ends, in a point (printed notes of 117a and 411a). Every
    other step keeps to its lane, also from a lane in the middle onto a corner space as wide as two lanes. Within a
    corner a step goes straight that leads to no space further aside than another. A step whose ends tell nothing of
    their lanes is not listed.
    """
    found = {}
    onto = [pair for pair in around if _corner_of(side, pair[0]) != _corner_of(side, pair[1])]
    crossed = {
        pair
        for one, other in combinations(onto, 2)
        if [_corner_of(side, name) for name in one] == [_corner_of(side, name) for name in other]
        and len({*one, *other}) == 4
        and _cross([side.spaces[name].at for name in (*one, *other)])
        for pair in (one, other)
    }
    for start, end in around:
        if start not in across or end not in across:
            continue
        if (start, end) in onto:
            found[start, end] = (start, end) not in crossed
            continue
        least = min(abs(across[other] - across[start]) for one, other in pairs if one == start and other in across)
        found[start, end] = abs(across[end] - across[start]) <= least
    return found


def _corner_of(side: Side, name: str) -> str | None:
    return side.spaces[name].corner if _in_corner(side, name) else None


def _cross(places: list[tuple[float, float]]) -> bool:
    """Whether two steps (begin and end of the one, then of the other) change sides, seen along the middle of both."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = places
    ahead = (bx - ax + dx - cx, by - ay + dy - cy)
    left_at_begin = ahead[0] * (cy - ay) - ahead[1] * (cx - ax)
    left_at_end = ahead[0] * (dy - by) - ahead[1] * (dx - bx)
    return left_at_begin * left_at_end < 0


def _lanes_of_corners(
    side: Side, pairs: list[tuple[str, str]], ends: tuple[str, str], forward: bool
) -> dict[str, float]:
    """How far to the right the spaces of a road lie, from -1 (left) to 1 (right), as driven.

    The inside of a corner lies on the hand to which it turns; lanes of a row lie as they are drawn.
    """
    groups: dict[tuple[bool, str], list[str]] = {}
    for name in dict.fromkeys(name for pair in pairs for name in pair):
        if _in_corner(side, name):
            groups.setdefault((True, side.spaces[name].corner or ""), []).append(name)
        elif side.spaces[name].lane in ROAD_LANES:
            groups.setdefault((False, name.rstrip("lmr")), []).append(name)
    found: dict[str, float] = {}
    for (corner, _), names in groups.items():
        begin = _middle(side, [one for one, other in pairs if other in names and one not in names], ends[0])
        end = _middle(side, [other for one, other in pairs if one in names and other not in names], ends[1])

        def right(name: str, ahead: tuple[float, float] = (end[0] - begin[0], end[1] - begin[1])) -> float:
            x, y = side.spaces[name].at
            return ahead[0] * y - ahead[1] * x

        if corner:
            ways = {lane: [name for name in names if side.spaces[name].lane == lane] for lane in ("inside", "outside")}
            if all(ways.values()):
                means = {lane: sum(map(right, ways[lane])) / len(ways[lane]) for lane in ways}
                hand = 1.0 if means["inside"] > means["outside"] else -1.0
                found |= {name: hand if name in ways["inside"] else -hand for name in names}
        elif len(names) == 1:
            found[names[0]] = LANE_PLACES[side.spaces[names[0]].lane] * (1 if forward else -1)
        else:
            order = sorted(names, key=right)
            found |= {name: 2 * order.index(name) / (len(order) - 1) - 1 for name in names}
    return found


def _middle(side: Side, names: list[str], edge: str) -> tuple[float, float]:
    """The point between some spaces; without any, the middle of an edge of the tile."""
    if not names:
        turn = radians(60 * "ABCDEF".index(edge))
        return 260 + 225 * sin(turn), 225 - 225 * cos(turn)
    places = [side.spaces[name].at for name in names]
    return sum(x for x, _ in places) / len(places), sum(y for _, y in places) / len(places)


def _as_driven(place: int, lanes: int, forward: bool) -> int:
    return place if forward else lanes - 1 - place


#: The lanes of a road from left to right, with how far to the right they lie.
LANE_PLACES = {"left": -1.0, "midleft": -1 / 3, "middle": 0.0, "midright": 1 / 3, "right": 1.0}
ROAD_LANES = frozenset(LANE_PLACES)


@dataclass(frozen=True, slots=True)
class Box:
    """A box: its name, whether it is out of print, how many pieces of each number and tokens of each kind."""

    id: str
    name: str
    out_of_print: bool
    tiles: Mapping[str, int]
    tokens: Mapping[str, int]


class PrintedColumn(NamedTuple):
    """What a standard board has on a track type: how many gear dice and other dice, and its danger limit."""

    gears: int
    coast: int
    leader: int
    brake: int
    boost: int
    limit: int


@dataclass(frozen=True, slots=True)
class StandardBoard:
    """A board of a box: its name, car class ("r6"), tyres, and what it has on each track type."""

    id: str
    name: str
    car_class: str
    tyre: str
    columns: Mapping[str, PrintedColumn]


@dataclass(frozen=True, slots=True)
class StageToken:
    """A kind of token that lies on a stage.

    ``values``: the numbers such a token may show, None without a number. ``pieces``: how many there are in all boxes
    that list it once, None when nobody knows. ``two_sided``: the values are the two sides of each piece.
    ``by_value``: pieces of each number, when each shows one. ``effect``: what it means, in our words.
    """

    id: str
    name: str
    values: tuple[int, ...] | None
    pieces: int | None
    two_sided: bool
    by_value: Mapping[int, int]
    boxes: tuple[str, ...]
    place: TokenPlace
    effect: str


@dataclass(frozen=True, slots=True)
class BoardToken:
    """A kind of token of the Unlimited boards: the die it stands for, or the token that it forbids as a restriction."""

    id: str
    name: str
    group: BoardTokenGroup
    die: str | None
    forbids: str | None


@dataclass(frozen=True, slots=True)
class BoardPieces:
    """Pieces of the Unlimited boards that are alike: the component and box they belong to, what their sides show, and
    how many a box holds."""

    component: str
    box: str
    sides: tuple[str, ...]
    count: int


@dataclass(frozen=True, slots=True)
class BoardTokens:
    """The tokens of the Unlimited boards.

    ``players``: how many equal sets there are. ``components``: pieces of each component by the list of the document.
    """

    players: int
    kinds: Mapping[str, BoardToken]
    components: Mapping[str, int]
    pieces: tuple[BoardPieces, ...]


@dataclass(frozen=True, slots=True)
class Tokens:
    """Every token: those that lie on a stage by kind, and those of the Unlimited boards."""

    stage: Mapping[str, StageToken]
    dashboard: BoardTokens


@dataclass(frozen=True, slots=True)
class Die:
    """A kind of die: how many faces, how many of them show a danger, and its colour."""

    id: str
    faces: int
    dangers: int
    colour: str


def _read(*parts: str) -> Any:
    return json.loads(folder("catalog").joinpath(*parts).read_text(encoding="utf-8"))


@cache
def sides() -> Mapping[str, Side]:
    """Every printed tile side by its id.

    >>> sides()["418b"].terrain
    'gravel'
    """
    return {name: _side(name, data) for name, data in _read("tiles.json")["sides"].items()}


def _side(name: str, data: Mapping[str, Any]) -> Side:
    line, grid = data.get("line"), data.get("grid")
    return Side(
        id=name,
        piece=data["piece"],
        terrain=data["terrain"],
        danger=data["danger"],
        role=data.get("role"),
        edges={edge: Edge(value["lanes"], value["kind"]) for edge, value in data["edges"].items()},
        features=tuple(Feature(feature["kind"], feature.get("value")) for feature in data["features"]),
        spaces={
            key: Space(key, (value["at"][0], value["at"][1]), **{k: v for k, v in value.items() if k != "at"})
            for key, value in data["spaces"].items()
        },
        roads=tuple((road["from"], road["to"]) for road in data["roads"]),
        slides=tuple(tuple(pair) for pair in data.get("slides", ())),
        overlap=frozenset((a, b) for a, b in data.get("overlap", ())),
        line=line and Line(line["lettered_from"], tuple(line["behind"]), tuple(line["past"])),
        grid=grid and Grid(grid["driven_from"], tuple(tuple(row) for row in grid["rows"])),
        notes=data.get("notes", ""),
        _road_data=tuple(data["roads"]),
    )


def side(tile: str) -> Side | None:
    """A tile side by its id, or None when there is no such side."""
    return sides().get(tile)


@cache
def boxes() -> Mapping[str, Box]:
    """Every box by its id, in the order of the catalog."""
    return {
        name: Box(name, box["name"], box["out_of_print"], box["tiles"], box["tokens"])
        for name, box in _read("boxes.json")["boxes"].items()
    }


@cache
def boxes_of_piece(piece: str) -> tuple[str, ...]:
    """The boxes that hold a piece."""
    return tuple(name for name, box in boxes().items() if piece in box.tiles)


def boxes_of_token(kind: str) -> tuple[str, ...]:
    """The boxes that hold tokens of a kind, those in print first; empty for a kind that nobody knows.

    >>> boxes_of_token("cloud")
    ('dirt-climb',)
    """
    known = tokens().stage.get(kind)
    names = known.boxes if known else ()
    return tuple(sorted((name for name in names if name in boxes()), key=lambda name: boxes()[name].out_of_print))


def copies(piece: str, owned: Mapping[str, int] | None = None, extra: Mapping[str, int] | None = None) -> int:
    """How many copies of a piece there are: one of each box when no inventory is given.

    >>> copies("103")
    3
    """
    counts: Iterable[tuple[str, int]] = owned.items() if owned is not None else ((name, 1) for name in boxes())
    total = sum(boxes()[name].tiles.get(piece, 0) * count for name, count in counts if name in boxes())
    return max(0, total + (extra or {}).get(piece, 0))


@cache
def tokens() -> Tokens:
    """The tokens of catalog/tokens.json: those of a stage and those of the Unlimited boards.

    >>> tokens().stage["climb"].values, tokens().dashboard.kinds["no-boost"].forbids
    ((-1, 1), 'boost')
    """
    data = _read("tokens.json")
    board = data["dashboard"]
    return Tokens(
        {name: _stage_token(name, facts) for name, facts in data["stage"].items()},
        BoardTokens(
            board["players"],
            {
                name: BoardToken(name, facts["name"], facts["group"], facts.get("die"), facts.get("forbids"))
                for name, facts in board["kinds"].items()
            },
            {name: facts["pieces"] for name, facts in board["components"].items()},
            tuple(
                BoardPieces(facts["component"], facts["box"], tuple(facts["sides"]), facts["count"])
                for facts in board["pieces"]
            ),
        ),
    )


def _stage_token(name: str, facts: Mapping[str, Any]) -> StageToken:
    values = facts["values"]
    return StageToken(
        id=name,
        name=facts["name"],
        values=None if values is None else tuple(values),
        pieces=facts["pieces"],
        two_sided=facts["two_sided"],
        by_value={int(value): count for value, count in facts.get("by_value", {}).items()},
        boxes=tuple(facts["boxes"]),
        place=facts["place"],
        effect=facts["effect"],
    )


@cache
def dice() -> Mapping[str, Die]:
    """Every kind of die of catalog/dice.json by its id.

    >>> dice()["brake"].dangers
    2
    """
    return {
        name: Die(name, facts["faces"], facts["dangers"], facts["colour"])
        for name, facts in _read("dice.json")["dice"].items()
    }


@cache
def dice_in_boxes() -> Mapping[str, Mapping[str, int]]:
    """How many dice of each kind a box holds, by box; a box that is not named is unknown."""
    return {name: facts["dice"] for name, facts in _read("dice.json")["boxes"].items()}


@cache
def standard_boards() -> Mapping[str, StandardBoard]:
    """The standard cars and tyres of catalog/dashboards.json by id ("r6-gravel").

    >>> standard_boards()["r6-gravel"].columns["gravel"].brake
    1
    """
    return {
        name: StandardBoard(
            name,
            data["name"],
            data["class"],
            data["tyre"],
            {
                track: PrintedColumn(**{key: facts[key] for key in PrintedColumn._fields})
                for track, facts in data["columns"].items()
            },
        )
        for name, data in _read("dashboards.json")["boards"].items()
    }


@cache
def setup_categories() -> Mapping[str, Any]:
    """The SET-UP categories of catalog/setup/ by id ("r6")."""
    found = (json.loads(path.read_text(encoding="utf-8")) for path in sorted(folder("catalog").glob("setup/*.json")))
    return {category["id"]: category for category in found}


@cache
def summit_deck(name: str = "deck") -> Mapping[str, Any]:
    """A deck of Race for the Summit of catalog/summit/."""
    data: Mapping[str, Any] = _read("summit", f"{name}.json")
    return data


@cache
def contents() -> Mapping[str, Any]:
    """What each box prints that it holds, and for whom it is (catalog/contents.json); unknown boxes are left out.

    >>> [item["count"] for item in contents()["dirt-climb"]["contents"] if item["what"] == "try tokens"]
    [18]
    """
    data: Mapping[str, Any] = _read("contents.json")["boxes"]
    return data


@cache
def terms() -> Mapping[str, Any]:
    """The words of Race for the Summit with what they mean (catalog/summit/terms.json).

    >>> terms()["choss"]["where"]
    'Race for the Summit, Glossary of Climbing Terms'
    """
    data: Mapping[str, Any] = _read("summit", "terms.json")["terms"]
    return data


@cache
def rules_profiles() -> tuple[str, ...]:
    """The names of the rules profiles of catalog/rules/."""
    return tuple(sorted(path.stem for path in folder("catalog").glob("rules/*.json")))


@cache
def rules_profile(name: str = "standard") -> Mapping[str, Any]:
    """A rules profile of catalog/rules/: values with their source."""
    data: Mapping[str, Any] = _read("rules", f"{name}.json")
    return data


__all__ = [
    "BoardPieces",
    "BoardToken",
    "BoardTokens",
    "Box",
    "Die",
    "DrivenRoad",
    "Edge",
    "Feature",
    "Grid",
    "Line",
    "PrintedColumn",
    "Side",
    "Space",
    "StageToken",
    "StandardBoard",
    "Step",
    "Tokens",
    "boxes",
    "boxes_of_piece",
    "boxes_of_token",
    "contents",
    "copies",
    "dice",
    "dice_in_boxes",
    "piece_of",
    "rules_profile",
    "rules_profiles",
    "setup_categories",
    "side",
    "sides",
    "standard_boards",
    "summit_deck",
    "terms",
    "tokens",
]
