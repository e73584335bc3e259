"""The space graph: spaces as nodes, legal forward steps as directed edges, oriented along the route.

Node key: ``SpaceId(hex, name)``; a sliding half is named after its row ("bl+br/1", "bl+br/2"). Node attributes:
``spot`` (SpaceInfo). Edge attributes: ``step`` (StepInfo). On tiles joined over a skewed edge the two halves of a
cut space are one node, named after the tile that is driven first. House rules that tell how tiles are read come in as
a ``Reading``.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from typing import Literal, NamedTuple

import networkx as nx

from designer.catalog import Climb, PrintedStep, Side, Space
from designer.design.hexes import Hex
from designer.design.stage import PlacedTile, Token
from designer.graph import route as routes
from designer.graph import track_tokens
from designer.graph.route import Route, Section
from designer.graph.stage_graph import StageGraph
from designer.graph.track_tokens import Laying
from designer.rules import Rules

#: "full": as wide as the road; "half-1", "half-2": the first part of a row that is slid, and those after it.
SpaceKind = Literal["space", "full", "shortcut", "half-1", "half-2"]
StepKind = Literal[PrintedStep, "slide"]


class SpaceId(NamedTuple):
    """A space of a stage: the hex of its tile and its printed name."""

    hex: Hex
    name: str

    def text(self) -> str:
        """A short name for people: "al at 0,5"."""
        return f"{self.name} at {self.hex.q},{self.hex.r}"


@dataclass(frozen=True, slots=True)
class SpaceInfo:
    """What holds on a space.

    ``mandatory_slide``: a full-width space on snow (110%, "Snow slide spaces"). ``coast_loss``: coast dice lost to
    oxygen tokens (Climb, "Oxygen tokens"); ``clouds``: number of cloud tokens on the tile. ``chicane``: a chicane
    token lies there that adds a danger; jump and water tokens tell as printed jumps and water do.
    """

    id: SpaceId
    tile: str
    terrain: str
    danger: str
    kind: SpaceKind
    lane: str
    at: tuple[float, float]
    limit: int | None = None
    limit_hazard: int | None = None
    hazard: bool = False
    jump: int | None = None
    water: bool = False
    corner: str | None = None
    coast_loss: int = 0
    clouds: int = 0
    chicane: bool = False

    @property
    def mandatory_slide(self) -> bool:
        """Whether the space must be slid through (full-width on snow)."""
        return self.kind == "full" and self.terrain == "snow"


class StepInfo(NamedTuple):
    """What holds on a step: its kind, a climb line, the gear limit of the line crossed,
    whether crossing costs a hazard, and whether it leaves the tile."""

    kind: StepKind
    climb: Climb | None = None
    line_limit: int | None = None
    line_hazard: bool = False
    leaves_tile: bool = False


class Reading(NamedTuple):
    """How tiles and tokens are read into spaces and steps: the values of the rules profile of the same names.

    ``inside_corner``, ``corner_ends`` and ``on_shortcut``: where a climb token acts. ``tile_edge``: tile edges are
    climb lines too. ``oxygen_adds_up``: of several oxygen tokens all count, else the highest. ``slide_spaces``: spaces
    of a row that is slid. ``laying``: where jumps, water and chicanes may lie; ``jump_number``: the number of a jump
    token; ``chicane_adds_danger``: a chicane does so; ``chicane_limit``: the number of one with limit,
    ``limit_adds_danger``: which adds a danger too.
    """

    inside_corner: bool = False
    corner_ends: bool = True
    on_shortcut: bool = True
    tile_edge: bool = False
    oxygen_adds_up: bool = True
    slide_spaces: int = 2
    laying: Laying = Laying()
    jump_number: int = 4
    chicane_adds_danger: bool = True
    chicane_limit: int = 2
    limit_adds_danger: bool = False

    @classmethod
    def of(cls, rules: Rules) -> Reading:
        """The reading under some rules.

        >>> from designer import rules
        >>> Reading.of(rules.load()) == Reading()
        True
        """
        return cls(
            rules.switch("climb.token_inside_corner"),
            rules.switch("climb.token_at_corner_ends"),
            rules.switch("climb.token_on_shortcut"),
            rules.switch("climb.tile_edge_counts"),
            rules.switch("oxygen.add_up"),
            rules.number("slide.spaces"),
            Laying(
                rules.switch("track_token.across_road"),
                rules.switch("track_token.anywhere"),
                rules.switch("track_token.any_surface"),
            ),
            rules.number("jump.token_number"),
            rules.word("chicane.effect") == "danger",
            rules.number("chicane.limit"),
            rules.switch("chicane.limit_adds_danger"),
        )

    def token_counts(self, start: Space, end: Space) -> bool:
        """Whether a climb token on the tile acts between two of its spaces (Climb, "Climb tokens")."""
        if "shortcut" in (start.lane, end.lane) and not self.on_shortcut:
            return False
        if start.corner is not None and start.corner == end.corner:
            return self.inside_corner
        return self.corner_ends or (start.corner is None and end.corner is None)


#: How tiles are read by the standard rules.
STANDARD = Reading()


def build(graph: StageGraph, route: Route, reading: Reading = STANDARD) -> nx.DiGraph:
    """The directed graph of all spaces of the driven sections. Nodes carry ``spot``, edges carry ``step``."""
    driven = set(route.sections)
    joined = [
        (section, after) for section in route.sections for after in routes.following(graph, section) if after in driven
    ]
    return of_sections(graph, route.sections, joined, reading)


def of_sections(
    graph: StageGraph,
    sections: Iterable[Section],
    joined: Iterable[tuple[Section, Section]],
    reading: Reading = STANDARD,
) -> nx.DiGraph:
    """The directed graph of the spaces of some sections, of which those in ``joined`` lead from one to the other."""
    sections, joined = tuple(sections), tuple(joined)
    same = _cut_spaces(graph, joined)
    spaces = nx.DiGraph()
    for section in sections:
        _add_section(spaces, graph, section, same, reading)
    for section, after in joined:
        _join(spaces, graph, section, after, same, reading)
    for place in dict.fromkeys(section.hex for section in sections):
        _add_slides(spaces, graph.side(place), place, reading.slide_spaces)
    return spaces


def _cut_spaces(graph: StageGraph, joined: Iterable[tuple[Section, Section]]) -> dict[SpaceId, SpaceId]:
    """Halves of spaces cut by a skewed edge, each mapped to the half on the tile driven first."""
    same: dict[SpaceId, SpaceId] = {}
    for section, after in joined:
        side, other = graph.side(section.hex), graph.side(after.hex)
        out, into = routes.road(graph, section).lanes_out, routes.road(graph, after).lanes_in
        if len(out) != len(into):
            continue
        for here, there in zip(out, into, strict=True):
            if side.spaces[here].half and other.spaces[there].half:
                first, second = SpaceId(section.hex, here), SpaceId(after.hex, there)
                first = same.get(first, first)
                if first != second:
                    same[second] = first
    return same


def _info(side: Side, space: Space, key: SpaceId, coast_loss: int, clouds: int) -> SpaceInfo:
    kind: SpaceKind = "full" if space.lane == "full" else "shortcut" if space.lane == "shortcut" else "space"
    return SpaceInfo(
        key,
        side.id,
        side.terrain or "gravel",
        side.danger or "low",
        kind,
        space.lane,
        space.at,
        space.limit,
        space.limit_hazard,
        space.hazard,
        space.jump,
        space.water,
        space.corner,
        coast_loss,
        clouds,
    )


def _with_token(info: SpaceInfo, token: Token, reading: Reading) -> SpaceInfo:
    """A space with a jump, water or chicane token on it (assumed: it adds to what is printed, as Climb has it of its
    own tokens). A chicane with limit never raises a printed limit; of two jump numbers the lower counts."""
    if token.kind == "jump":
        number = reading.jump_number
        return replace(info, jump=number if info.jump is None else min(info.jump, number))
    if token.kind == "water":
        return replace(info, water=True)
    if token.kind == "chicane":
        return replace(info, chicane=reading.chicane_adds_danger)
    limit = reading.chicane_limit if info.limit is None else min(info.limit, reading.chicane_limit)
    return replace(info, limit=limit, chicane=reading.limit_adds_danger)


def token_climb(placed: PlacedTile) -> Climb | None:
    """What a climb token makes of a tile: "ascent" (-1), "descent" (+1) or None (Climb, "Climb tokens").

    The last token laid counts; the validator reports a tile that carries both.
    """
    for token in reversed(placed.tokens):
        if token.kind == "climb":
            return "ascent" if (token.value or 0) < 0 else "descent"
    return None


def _slope(graph: StageGraph, section: Section) -> Climb | None:
    """Which way the road of a section slopes, by its climb token or its printed lines."""
    return token_climb(graph.placed(section.hex)) or next(iter(routes.road(graph, section).climb.values()), None)


@lru_cache(maxsize=2048)
def _printed(
    placed: PlacedTile, side: Side, entry: str, exit_: str, reading: Reading
) -> tuple[tuple[SpaceInfo, ...], tuple[tuple[SpaceId, SpaceId, StepInfo], ...]]:
    """The spaces and inner steps of a placed tile's road. They hang on the tile alone, so they are kept."""
    way = side.driven[entry, exit_]
    losses = [-(token.value or 0) for token in placed.tokens if token.kind == "oxygen"]
    oxygen = max(0, sum(losses) if reading.oxygen_adds_up else max(losses, default=0))
    clouds = sum(1 for token in placed.tokens if token.kind == "cloud")
    keys = {name: SpaceId(placed.hex, name) for name in way.spaces}
    laid = token_climb(placed)
    steps = []
    for step in way.steps:
        pair = step.start, step.end
        climb = way.climb.get(pair)
        if laid is not None and reading.token_counts(side.spaces[step.start], side.spaces[step.end]):
            climb = laid
        info = StepInfo(step.kind, climb, way.line_limits.get(pair), pair in way.line_hazards)
        steps.append((keys[step.start], keys[step.end], info))
    infos = [_info(side, side.spaces[name], key, oxygen, clouds) for name, key in keys.items()]
    lying = track_tokens.acting(placed, reading.laying)
    if lying:
        infos = [_with_token(info, lying[info.id.name], reading) if info.id.name in lying else info for info in infos]
    return tuple(infos), tuple(steps)


def _add_section(
    spaces: nx.DiGraph, graph: StageGraph, section: Section, same: dict[SpaceId, SpaceId], reading: Reading
) -> None:
    infos, steps = _printed(graph.placed(section.hex), graph.side(section.hex), section.entry, section.exit, reading)
    for info in infos:
        if info.id not in same and info.id not in spaces:
            spaces.add_node(info.id, spot=info)
    for start, end, step in steps:
        _add_step(spaces, start, end, step, same)


def _add_step(spaces: nx.DiGraph, start: SpaceId, end: SpaceId, info: StepInfo, same: dict[SpaceId, SpaceId]) -> None:
    start, end = same.get(start, start), same.get(end, end)
    if start == end:
        return
    if start not in spaces or end not in spaces:
        # A cut space is a node of the other tile; that section is added in the same build.
        return
    if spaces.has_edge(start, end) and spaces.edges[start, end]["step"].kind == "straight":
        return
    spaces.add_edge(start, end, step=info)


def _lane_pairs(out: int, into: int) -> Iterable[tuple[int, int, PrintedStep]]:
    """Which lanes one may change between over a tile edge: straight ahead and beside; two lanes against three meet
    half a lane apart, so that each touches the two it faces (RX, "Setup")."""
    for lane in range(out):
        reach = (lane - 1, lane, lane + 1) if out == into else (lane, lane + 1) if into > out else (lane - 1, lane)
        for other in reach:
            if 0 <= other < into:
                yield lane, other, "straight" if out == into and lane == other else "diagonal"


def lane_steps(out: tuple[str, ...], into: tuple[str, ...]) -> list[tuple[int, int, PrintedStep]]:
    """The steps over a straight tile edge, by the lanes they join, straight ones first: (from, to, kind)."""
    if len(set(out)) == 1 or len(set(into)) == 1:  # a space as wide as the road touches every lane
        return [(lane, other, "straight") for lane in range(len(out)) for other in range(len(into))]
    return sorted(_lane_pairs(len(out), len(into)), key=lambda pair: pair[2] != "straight")


def _join(
    spaces: nx.DiGraph,
    graph: StageGraph,
    section: Section,
    after: Section,
    same: dict[SpaceId, SpaceId],
    reading: Reading,
) -> None:
    """Add the steps over a tile edge. Over a skewed edge there are none: the spaces it cuts are one node each.

    The edge is no climb line (Climb, "Climb tiles"); by house rule it is one of the tile driven onto, else of the tile
    that is left.
    """
    if graph.side(after.hex).edges[after.entry].kind != "straight":
        return
    out = routes.road(graph, section).lanes_out
    way = routes.road(graph, after)
    climb = (_slope(graph, after) or _slope(graph, section)) if reading.tile_edge else None
    for lane, other, kind in lane_steps(out, way.lanes_in):
        name = way.lanes_in[other]
        straight = kind == "straight"
        info = StepInfo(
            kind,
            climb,
            way.edge_line_limits.get((lane, name)) if straight else None,
            straight and (lane, name) in way.edge_line_hazards,
            leaves_tile=True,
        )
        _add_step(spaces, SpaceId(section.hex, out[lane]), SpaceId(after.hex, name), info, same)


def _add_slides(spaces: nx.DiGraph, side: Side, place: Hex, count: int) -> None:
    """Add the sliding halves of every dashed row: in on the first half, out of the last, no change between.

    Source: main rules as referred to in 110%, "Snow slide spaces"; a car may drive the row as one space or slide
    it as two spaces as wide as the road (``count``, a house rule), and chooses on entry.
    """
    for row in side.slides:
        cells = [SpaceId(place, name) for name in row if SpaceId(place, name) in spaces]
        if len(cells) < 2:
            continue
        first, *others = halves = [SpaceId(place, f"{'+'.join(row)}/{half + 1}") for half in range(count)]
        spots: list[SpaceInfo] = [spaces.nodes[cell]["spot"] for cell in cells]
        at = (sum(spot.at[0] for spot in spots) / len(spots), sum(spot.at[1] for spot in spots) / len(spots))
        limits = [spot.limit for spot in spots if spot.limit is not None]
        jumps = [spot.jump for spot in spots if spot.jump is not None]
        base = replace(
            spots[0],
            lane="full",
            at=at,
            limit=min(limits) if limits else None,
            jump=min(jumps) if jumps else None,
            water=any(spot.water for spot in spots),
            chicane=any(spot.chicane for spot in spots),
        )
        spaces.add_node(first, spot=replace(base, id=first, kind="half-1"))
        for half in others:
            spaces.add_node(half, spot=replace(base, id=half, kind="half-2", jump=None, water=False, chicane=False))
        into = [(start, spaces.edges[start, cell]["step"]) for cell in cells for start in spaces.pred[cell]]
        out = [(end, spaces.edges[cell, end]["step"]) for cell in cells for end in spaces.succ[cell]]
        inner = [spaces.edges[start, end]["step"] for start in cells for end in spaces.succ[start]] + [
            step for _, step in into
        ]
        climb = next((step.climb for step in inner if step.climb and not step.leaves_tile), None)
        for start, step in into:
            if start not in cells:
                _slide(spaces, start, first, step)
        for half, after in pairwise(halves):
            spaces.add_edge(half, after, step=StepInfo("slide", climb))
        for end, step in out:
            if end not in cells:
                _slide(spaces, halves[-1], end, step)


def _slide(spaces: nx.DiGraph, start: SpaceId, end: SpaceId, step: StepInfo) -> None:
    """Add the step of a sliding car: as wide as the road, it obeys the lines of all lanes (assumed)."""
    step = step._replace(kind="slide")
    if spaces.has_edge(start, end):
        known: StepInfo = spaces.edges[start, end]["step"]
        limits = [limit for limit in (known.line_limit, step.line_limit) if limit is not None]
        step = known._replace(
            line_limit=min(limits, default=None),
            line_hazard=known.line_hazard or step.line_hazard,
            climb=known.climb or step.climb,
        )
    spaces.add_edge(start, end, step=step)
