"""Pace notes: the co-driver's reading of a stage, in the order in which it is driven, each note tied to a tile.

A corner's number is the gear that its inside allows, as co-drivers number corners by how fast they are: 1 is the
tightest, 6 nearly flat. A bend without a printed limit is "easy". Distances count spaces along the shortest way; what
follows within a space is read "into".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from designer import catalog
from designer.catalog import DrivenRoad, Side
from designer.design.hexes import Hex
from designer.design.stage import PlacedTile, Stage
from designer.graph import route as routes
from designer.graph import stage_graph, track_tokens
from designer.graph.route import Route
from designer.graph.space_graph import STANDARD, Reading
from designer.graph.stage_graph import StageGraph
from designer.readings import line as lines
from designer.readings.line import Line

#: With no more spaces than this between two things they are read in one breath.
CLOSE = 1
#: A corner is long from so many outside spaces on.
LONG = 5
#: Up to this limit a corner that turns the road right back is a hairpin.
HAIRPIN = 2
#: The number of a corner without a printed limit.
FLAT = 6
#: What goes on over several rows of spaces and is told once.
GROUPED = ("water", "slide")
SLOPES = {"ascent": "up", "descent": "down"}
ARCHES = {"joker-entrance": "joker way leaves", "joker-exit": "joker way joins"}
#: What tokens are read as; climb tokens are told by the lines they make, jumps, water and chicanes where they lie.
TOKENS = {
    **ARCHES,
    "oxygen": "thin air",
    "cloud": "fog",
    "mud": "mud",
    "finish": "finish line",
}


@dataclass(frozen=True, slots=True)
class Note:
    """One note.

    ``kind``: "start", "corner", "bend", "jump", "water", "shortcut", "chicane", "climb", "slide", "surface",
    "lanes", "token", "joker" or "finish". ``words``: the note without its distance ("left 2 tightens 1").
    ``spaces``: how many spaces lie between the note before and this one. ``into``: whether it follows at once.
    ``hex``, ``tile``, ``space``: where it begins. ``severity``: of corners, the gear their inside allows;
    ``outside``: what the way round the outside allows. ``danger``: the danger level of the tile.
    """

    kind: str
    words: str
    hex: Hex
    tile: str
    space: str
    spaces: int
    into: bool
    severity: int | None = None
    outside: int | None = None
    danger: str = "low"

    @property
    def text(self) -> str:
        """The note as it is read after the one before: "into left 2", "4, jump"."""
        if self.into:
            return f"into {self.words}" if self.kind in ("corner", "bend") else self.words
        return f"{self.spaces}, {self.words}" if self.spaces > CLOSE else self.words


class _Event(NamedTuple):
    """Something on a road: where it begins and ends, in rows of spaces from 1, and the hand of a corner."""

    begin: int
    end: int
    kind: str
    words: str
    space: str
    hand: str = ""
    severity: int | None = None
    outside: int | None = None


class _Heard(NamedTuple):
    """An event at its place on the whole stage."""

    begin: int
    end: int
    event: _Event
    placed: PlacedTile
    danger: str


def of_stage(stage: Stage) -> tuple[Note, ...]:
    """The pace notes of a stage; empty without a road from a start. Never raises.

    >>> from designer.design.stage import place
    >>> stage = place(place(place(Stage(), "202a", Hex(0, 0)), "204b", Hex(1, 0)), "203a", Hex(2, 0))
    >>> [note.text for note in of_stage(stage)]
    ['start', '2, jump', '2, finish']
    """
    graph = stage_graph.build(stage)
    return of_route(graph, routes.build(graph))


def of_route(graph: StageGraph, route: Route, reading: Reading = STANDARD) -> tuple[Note, ...]:
    """The pace notes of a route that is known already; ``reading``: how jump, water and chicane tokens are read."""
    return build(graph, route, lines.build(graph, route), reading)


def build(graph: StageGraph, route: Route, line: Line, reading: Reading = STANDARD) -> tuple[Note, ...]:
    """The pace notes of a line."""
    heard = list(_events(graph, route, line, reading))
    return tuple(_spoken(_joined(heard)))


def read(notes: Iterable[Note]) -> str:
    """Notes as they are read aloud, a breath a line.

    >>> from designer.design.stage import place
    >>> stage = place(place(place(Stage(), "202a", Hex(0, 0)), "208a", Hex(1, 0)), "203a", Hex(1, 1), 1)
    >>> print(read(of_stage(stage)), end="")
    start, easy right
    2, finish
    """
    text = ""
    for note in notes:
        mark = (
            ""
            if not text
            else "\n"
            if not note.into and note.spaces > CLOSE
            else (" " if note.text.startswith("into ") else ", ")
        )
        text += mark + note.text
    return text + "\n" if text else ""


def to_data(notes: Iterable[Note]) -> dict[str, Any]:
    """Notes as plain JSON data (schemas/pace-notes.schema.json)."""
    return {
        "format": "crest-pace-notes",
        "version": 1,
        "notes": [
            {
                "kind": note.kind,
                "words": note.words,
                "text": note.text,
                "q": note.hex.q,
                "r": note.hex.r,
                "tile": note.tile,
                "space": note.space,
                "spaces": note.spaces,
                "into": note.into,
                "severity": note.severity,
                "outside": note.outside,
                "danger": note.danger,
            }
            for note in notes
        ],
    }


def _events(graph: StageGraph, route: Route, line: Line, reading: Reading) -> Iterator[_Heard]:
    """Everything to tell, in the order in which it is driven; places are counted in spaces from the start."""
    here, lanes, terrain = 0, 0, ""
    circuit = route.kind == "circuit"
    slopes = lines.slopes(graph, line)
    for number, (section, way) in enumerate(zip(line.sections, line.ways, strict=False)):
        placed, side, road = graph.placed(section.hex), graph.side(section.hex), routes.road(graph, section)
        first, last = lines.ends_of(graph, route, section, circuit)
        # A space of row 1 is the first one entered, unless a car stands behind a line or the tile before counts it.
        skipped = _rows(side.id, section.entry, section.exit)[first[0]] - (0 if way and way[0] not in first else 1)
        head: list[_Event] = []
        if number == 0:
            head.append(_Event(skipped, skipped, "start", "start of the lap" if circuit else "start", first[0]))
        elif side.terrain and side.terrain != terrain:
            head.append(_Event(1, 1, "surface", f"onto {side.terrain}", road.lanes_in[0]))
        wide = side.edges[section.entry].lanes
        if lanes and wide != lanes:
            head.append(
                _Event(1, 1, "lanes", f"{'widens' if wide > lanes else 'narrows'} to {wide} lanes", road.lanes_in[0])
            )
        events = [
            *_tokens(placed, road),
            *_printed(side.id, section.entry, section.exit),
            *_laid(placed, road, reading),
            *_climbs(slopes[number], way, skipped),
        ]
        events = [*head, *sorted(events, key=lambda event: event.begin)]
        if line.complete and not circuit and number + 1 == len(line.sections):
            events = [event for event in events if event.begin <= skipped + len(way)]
            events.append(_Event(skipped + len(way), skipped + len(way), "finish", "finish", last[0]))
        for event in events:
            if event.begin >= skipped:  # what lies behind the start line is not driven
                yield _Heard(
                    here + event.begin - skipped,
                    min(here + event.end - skipped, here + len(way)),
                    event,
                    placed,
                    side.danger or "low",
                )
        here += len(way)
        terrain, lanes = side.terrain or terrain, side.edges[section.exit].lanes


@lru_cache(maxsize=4096)
def _rows(tile: str, entry: str, exit_: str) -> Mapping[str, int]:
    """How many spaces into a road each of its spaces lies, from 1."""
    road = catalog.sides()[tile].driven[entry, exit_]
    rows = dict.fromkeys(road.lanes_in, 1)
    waiting = list(rows)
    for name in waiting:
        for step in road.steps:
            if step.start == name and step.kind != "handbrake" and step.end not in rows:
                rows[step.end] = rows[name] + 1
                waiting.append(step.end)
    return rows


@lru_cache(maxsize=4096)
def _printed(tile: str, entry: str, exit_: str) -> tuple[_Event, ...]:
    """What a printed road shows, as driven."""
    side = catalog.sides()[tile]
    road = side.driven[entry, exit_]
    rows = _rows(tile, entry, exit_)
    hands = lines.hands(road, tile)
    found = [_corner(side, road, rows, corner, hand, alone=len(hands) == 1) for corner, hand in hands.items()]
    bend = lines.road_hand(entry, exit_)
    if not hands and bend != "straight":
        found.append(_Event(1, max(rows.values()), "bend", f"easy {bend}", road.lanes_in[0], bend))
    told: set[tuple[str, int]] = set()
    for name in road.spaces:
        space, row = side.spaces[name], rows.get(name)
        if row is None:
            continue
        kinds = {
            "jump": space.jump is not None and "jump",
            "water": space.water and "water",
            "shortcut": space.lane == "shortcut" and ("shortcut" if space.limit is None else f"shortcut {space.limit}"),
            "slide": space.lane == "full" and side.terrain == "snow" and "slide",
        }
        for kind, words in kinds.items():
            if words and (kind, row) not in told:
                told.add((kind, row))
                found.append(_Event(row, row, kind, words, name))
    return tuple(found)


def _corner(side: Side, road: DrivenRoad, rows: Mapping[str, int], corner: str, hand: str, *, alone: bool) -> _Event:
    members = [name for name in road.spaces if side.spaces[name].corner == corner and name in rows]
    inside = [name for name in members if side.spaces[name].lane == "inside"] or members
    outside = [name for name in members if name not in inside]
    severity = min((limit for name in inside if (limit := side.spaces[name].limit) is not None), default=FLAT)
    wide = min((limit for name in outside if (limit := side.spaces[name].limit) is not None), default=None)
    back = alone and (ord(road.exit) - ord(road.entry)) % 6 in (1, 5)
    if hand == "straight":
        words = f"slow {severity}"  # a limit where the road does not bend
    else:
        words = f"hairpin {hand} {severity}" if back and severity <= HAIRPIN else f"{hand} {severity}"
    if len(outside) >= LONG:
        words = f"long {words}"
    begin, end = min(rows[name] for name in inside), max(rows[name] for name in inside)
    return _Event(begin, end, "corner", words, inside[0], hand, severity, wide)


def _climbs(slopes: Iterable[tuple[int, str]], way: tuple[str, ...], skipped: int) -> Iterator[_Event]:
    for number, slope in slopes:
        yield _Event(skipped + number, skipped + number, "climb", slope, way[number - 1])


def _tokens(placed: PlacedTile, road: DrivenRoad) -> Iterator[_Event]:
    """What the tokens of a tile add. Climb tokens are told by the lines they make."""
    for token in placed.tokens:
        words = TOKENS.get(token.kind)
        if words is not None:
            kind = "joker" if token.kind in ARCHES else "finish" if token.kind == "finish" else "token"
            number = "" if token.value is None else f" {token.value:+d}"
            yield _Event(1, 1, kind, words + number, road.lanes_in[0])


def _laid(placed: PlacedTile, road: DrivenRoad, reading: Reading) -> Iterator[_Event]:
    """The jumps, water and chicanes that tokens make on a road, each where it lies."""
    rows = _rows(placed.tile, road.entry, road.exit)
    for each in track_tokens.laid(placed, reading.laying):
        spaces = [name for name in each.row if name in rows]
        if each.acts and spaces:
            kind = "chicane" if each.token.kind == "chicane-limit" else each.token.kind
            words = f"chicane {reading.chicane_limit}" if each.token.kind == "chicane-limit" else kind
            row = min(rows[name] for name in spaces)
            yield _Event(row, row, kind, words, spaces[0])


def _joined(heard: Iterable[_Heard]) -> Iterator[_Heard]:
    """Climb lines that follow each other told as one: "up 3"; a descent just after an ascent is a crest. Rows of
    water or of sliding spaces are told once."""
    kept: list[_Heard] = []
    for each in heard:
        last = kept[-1] if kept else None
        if (
            each.event.kind == "climb"
            and last is not None
            and last.event.kind == "climb"
            and (each.begin - last.end <= CLOSE + 1 and last.event.words == each.event.words)
        ):
            kept[-1] = last._replace(end=each.end, event=last.event._replace(severity=(last.event.severity or 1) + 1))
        elif (
            each.event.kind in GROUPED
            and last is not None
            and last.event.words == each.event.words
            and (each.begin - last.end <= CLOSE)
        ):
            kept[-1] = last._replace(end=each.end)
        else:
            kept.append(each)
    last = None
    for each in kept:
        if each.event.kind == "climb":
            words = f"{SLOPES[each.event.words]} {each.event.severity or 1}"
            if last is not None and last.event.kind == "climb" and each.begin - last.end <= CLOSE + 1:
                words = f"{'crest' if each.event.words == 'descent' else 'dip'}, {words}"
            yield each._replace(event=each.event._replace(words=words, severity=None))
        else:
            yield each
        last = each


def _spoken(heard: Iterable[_Heard]) -> Iterator[Note]:
    """The notes, each with what lies between it and the one before."""
    last: _Heard | None = None
    reached = 0
    for each in heard:
        event = each.event
        spaces = max(0, each.begin - reached - 1) if last is not None else 0
        into = last is not None and last.event.kind != "start" and spaces <= CLOSE
        words = event.words
        if (
            event.kind == "corner"
            and into
            and last is not None
            and last.event.kind == "corner"
            and (last.event.hand == event.hand and last.event.severity != event.severity)
        ):
            tighter = (event.severity or FLAT) < (last.event.severity or FLAT)
            words = f"{'tightens' if tighter else 'opens'} {event.severity}"
        elif event.kind == "corner" and each.danger == "high":
            words = f"caution {words}"
        yield Note(
            event.kind,
            words,
            each.placed.hex,
            each.placed.tile,
            event.space,
            spaces,
            into,
            event.severity,
            event.outside,
            each.danger,
        )
        last = each
        reached = max(reached, each.end)
