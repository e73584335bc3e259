"""A course under a set of rules: which ways lead on from a spot, and what each costs.

Everything that does not depend on the car or on the turn is settled here once: house-rule switches that open or
close steps (handbrake, slides, shortcuts), jumps, mud, and the dangers that a space adds without a roll.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple, TypedDict

from designer.catalog import Climb
from designer.design.hexes import Hex
from designer.graph import terrain
from designer.graph.course import Course, Move, Spot
from designer.graph.space_graph import SpaceInfo
from designer.memory import Memory
from designer.play.table_space import TableSpace
from designer.rules import Rules

#: A gear no car has: the bound of a space without a limit.
NO_LIMIT = 99


class Way(NamedTuple):
    """A step to the spot ``to`` that one placement can take.

    ``climb``: "ascent", "descent" or None. ``limit``: highest gear without losing control there. ``hazards``: dangers
    added whatever the gear; ``hazard_gear``: the gear that costs one more. ``least`` and ``most``: gears in which the
    step can be taken at all (a jump carries a fast car on, a slow one stops on it). ``over``: the spot jumped over.
    ``shortcut``: whether the step draws a shortcut's token. ``shift_up``: whether a higher gear may be placed.
    """

    to: int
    climb: Climb | None
    limit: int
    hazards: int
    hazard_gear: int | None
    least: int
    most: int
    over: int | None
    shortcut: bool
    shift_up: bool


@dataclass(frozen=True, eq=False)
class Track:
    """A course with its rules. Build it with ``build``; ``memory`` keeps what drivers work out about it.

    ``ways`` are the ways on from each spot; ``mud`` the tiles whose corners are muddy. ``second``: for the first half
    of a slide the second one, where both count as one space after a loss of control.
    """

    course: Course
    rules: Rules
    ways: tuple[tuple[Way, ...], ...]
    mud: frozenset[Hex] = frozenset()
    weather: str = "dry"
    second: Mapping[int, int] = field(default_factory=dict)
    memory: Memory = field(default_factory=Memory, repr=False)

    def spot(self, number: int) -> Spot:
        """The spot with a number."""
        return self.course.spots[number]

    def name(self, number: int) -> str:
        """A spot as players find it on the table: space and tile.

        The same words as in a run log: "bl of 209a (2,-1)".
        """
        return space_name(self.course.spots[number].space)

    def onward(self, number: int, gear: int, *, first: bool) -> tuple[Way, ...]:
        """The ways on from a spot in a gear; ``first``: for the first die of a turn.

        A car that stands on the first half of a slide, as after a loss of control, leaves it by the second one's ways.
        """
        if first and gear == 0 and number in self.second:
            return self.ways[self.second[number]]
        return self.ways[number]

    def track_type(self, number: int) -> str:
        """The track type of a spot: the terrain that its tile counts as."""
        return self.course.spots[number].space.terrain


class UnknownSpot(ValueError):
    """There is no such spot, or more than one; the text names what there is."""


def find_spot(
    track: Track,
    tile: str | None = None,
    space: str | None = None,
    *,
    q: int | None = None,
    r: int | None = None,
    lap: int | None = None,
    jokers: int | None = None,
) -> int:
    """The number of the one spot that fits all that is given.

    ``tile``: the side that lies there ("418b"). ``space``: its printed name ("bl"; the halves of a row that is slid
    are "bl+br/1" and "bl+br/2"). ``q`` and ``r``: the hex, where the same tile lies more than once. ``lap``: of a
    circuit, 0 before the line is first crossed; ``jokers``: how often the joker way has been driven by then. Spaces
    that no car comes to on its way to the finish are no spots.

    Raises UnknownSpot, which names what there is, when nothing fits or more than one spot does.
    """

    def fits(spot: Spot) -> bool:
        here = spot.space
        facts = ((tile, here.tile), (q, here.id.hex.q), (r, here.id.hex.r), (lap, spot.lap), (jokers, spot.jokers))
        return all(wanted is None or wanted == there for wanted, there in facts)

    there = [spot for spot in track.course.spots if fits(spot)]
    found = [spot for spot in there if space is None or spot.space.id.name == space]
    if len(found) == 1:
        return found[0].number
    facts = {"tile": tile, "space": space, "q": q, "r": r, "lap": lap, "jokers": jokers}
    wanted = ", ".join(f"{name} {value}" for name, value in facts.items() if value is not None) or "nothing named"
    if found:
        raise UnknownSpot(f"More than one spot fits ({wanted}): {_listed_spots(track, found)}.")
    if there:
        names = ", ".join(sorted({spot.space.id.name for spot in there}))
        raise UnknownSpot(f"No spot fits ({wanted}); the spaces there are {names}.")
    tiles = ", ".join(
        dict.fromkeys(f"{spot.space.tile} ({spot.space.id.hex.q},{spot.space.id.hex.r})" for spot in track.course.spots)
    )
    circuit = (
        f", the laps 0 to {max(spot.lap for spot in track.course.spots)}" if track.course.kind == "circuit" else ""
    )
    raise UnknownSpot(f"No spot fits ({wanted}); the tiles of the course are {tiles or 'none'}{circuit}.")


def _listed_spots(track: Track, spots: list[Spot], most: int = 12) -> str:
    laps = track.course.kind == "circuit"
    words = [
        track.name(spot.number) + (f" in lap {spot.lap} with {spot.jokers} jokers" if laps else "")
        for spot in spots[:most]
    ]
    return "; ".join([*words, f"and {len(spots) - most} more"] if len(spots) > most else words)


def place(track: Track, number: int) -> TableSpace:
    """Where a spot is on the table."""
    space = track.course.spots[number].space
    return TableSpace(space.tile, space.id.hex.q, space.id.hex.r, space.id.name)


class CircuitFacts(TypedDict, total=False):
    """What a log tells of a car on a circuit; empty on a stage (see ``circuit_facts``)."""

    lap: int
    joker: bool | None
    disqualified: bool


def circuit_facts(track: Track, number: int) -> CircuitFacts:
    """The lap of a spot of a circuit, whether the joker laps are done there (None without a joker way), and whether a
    car is disqualified there for having missed one (RX, "The Joker Lap")."""
    course, spot = track.course, track.course.spots[number]
    if course.kind != "circuit":
        return {}
    return {
        "lap": min(spot.lap, course.laps),
        "joker": spot.joker_done if course.jokers else None,
        "disqualified": spot.finished and spot.missed,
    }


def space_name(space: SpaceInfo) -> str:
    """A space in words: its name, its tile and where the tile lies."""
    return f"{space.id.name} of {space.tile} ({space.id.hex.q},{space.id.hex.r})"


def build(course: Course, rules: Rules, mud: frozenset[Hex] = frozenset(), weather: str = "dry") -> Track:
    """The track of a course. ``mud``: hexes of tiles with a mud token; ``weather``: for boards that depend on it."""
    course = _counted(course, rules)
    plain = [
        [_way(course, rules, spot, move, mud) for move in _open_moves(course, rules, spot)] for spot in course.spots
    ]
    ways = tuple(
        tuple(way for plain_way in plain[spot.number] for way in _with_jump(course, rules, plain, plain_way))
        for spot in course.spots
    )
    return Track(course, rules, ways, mud, weather, _second_halves(course, rules))


def _second_halves(course: Course, rules: Rules) -> dict[int, int]:
    """For each half of a slide but the last that one: of a sliding row, or of two spaces as wide as the road on snow.

    After a loss of control a car leaves all as one space (2011 rules, article 18), but for a climb line between them.
    """
    found: dict[int, int] = {}
    if not rules.switch("slide.one_space_after_loss"):
        return found
    snow = rules.switch("slide.snow_mandatory")  # 110%, "Snow slide spaces": else they are ordinary wide spaces
    seconds: set[int] = set()
    for spot in course.spots:
        here = spot.space
        if here.kind not in ("half-1", "half-2", "full"):
            continue
        if here.kind == "full" and not (snow and here.mandatory_slide and spot.number not in seconds):
            continue
        for move in course.moves[spot.number]:
            there = course.spots[move.to].space
            halves = there.mandatory_slide if here.kind == "full" else there.kind == "half-2"
            if halves and there.id.hex == here.id.hex:
                seconds.add(move.to)
                if move.step.climb is None or not rules.switch("climb.between_halves"):
                    found[spot.number] = move.to
    for number in sorted(found, reverse=True):
        found[number] = found.get(found[number], found[number])
    return found


def _counted(course: Course, rules: Rules) -> Course:
    """The course with the track types that its tiles count as."""
    if not rules.switch(terrain.HOUSE_RULE):
        return course
    return replace(
        course,
        spots=tuple(
            replace(
                spot, space=replace(spot.space, terrain=terrain.counted(spot.space.tile, spot.space.terrain, rules))
            )
            for spot in course.spots
        ),
    )


def _open_moves(course: Course, rules: Rules, spot: Spot) -> list[Move]:
    if spot.finished and rules.word("finish.past_line") == "first-space":
        return []
    moves = list(course.moves[spot.number])
    if not rules.switch("handbrake.allowed"):  # 110%, "Handbrake turn": an advanced rule
        moves = [move for move in moves if move.step.kind != "handbrake"]
    if not rules.switch("slide.optional_on_dashed"):
        moves = [move for move in moves if course.spots[move.to].space.kind != "half-1"]
    if not rules.switch("shortcut.from_outside_spaces"):
        moves = [move for move in moves if not _outside_shortcut(spot.space, course.spots[move.to].space)]
    return moves


def _outside_shortcut(start: SpaceInfo, end: SpaceInfo) -> bool:
    """Whether a step joins a shortcut with an outside space of a corner on the same tile."""
    kinds = (start.kind, end.kind)
    return "shortcut" in kinds and "outside" in (start.lane, end.lane) and start.id.hex == end.id.hex


def _way(course: Course, rules: Rules, spot: Spot, move: Move, mud: frozenset[Hex]) -> Way:
    start, end, step = spot.space, course.spots[move.to].space, move.step
    automatic = rules.switch("loss.speed_limit_automatic")
    limits = [end.limit, end.limit_hazard, step.line_limit]
    muddy = end.id.hex in mud and (end.corner is not None or end.kind == "shortcut")
    if muddy and rules.word("mud.effect") == "limit" and end.limit is not None:
        limits[0] = max(1, end.limit - rules.number("mud.limit_drop"))
    hazards = int(end.hazard) + int(step.line_hazard)
    if muddy and rules.word("mud.effect") == "danger":
        hazards += rules.number("mud.dangers")
    if end.water and rules.word("water.effect") == "danger":
        hazards += rules.number("water.dangers")
    if end.chicane:
        hazards += rules.number("chicane.dangers")
    if end.jump is not None and rules.word("jump.effect") == "danger":
        hazards += max(1, rules.number("jump.dangers"))
    climb = step.climb
    if climb is not None and end.kind == "half-2" and not rules.switch("climb.between_halves"):
        climb = None  # a later half is only entered from the one before it
    return Way(
        move.to,
        climb,
        min([limit for limit in limits if limit is not None], default=NO_LIMIT) if automatic else NO_LIMIT,
        hazards,
        end.limit_hazard,
        0,
        NO_LIMIT,
        None,
        _shortcut_counts(rules, start, end),
        not (end.water and rules.word("water.effect") == "no-shift-up"),
    )


def _shortcut_counts(rules: Rules, start: SpaceInfo, end: SpaceInfo) -> bool:
    """Whether a step is the one that draws the token of a shortcut: onto it, or off it by house rule."""
    on, off = start.kind == "shortcut", end.kind == "shortcut"
    return (off and not on) if rules.switch("shortcut.draw_on_entering") else (on and not off)


def _with_jump(course: Course, rules: Rules, plain: list[list[Way]], way: Way) -> list[Way]:
    """A way onto a jump, and the ways over it for a car that is fast enough (assumed: one die, two spaces)."""
    jump = course.spots[way.to].space.jump
    if jump is None or rules.word("jump.effect") != "two-spaces":
        return [way]
    kinds = {move.to: move.step.kind for move in course.moves[way.to]}
    landings = [land for land in plain[way.to] if kinds[land.to] == "straight"] or plain[way.to]
    if not landings:
        return [way]
    dangers = rules.number("jump.dangers")
    over = [
        land._replace(
            climb=way.climb or land.climb,
            limit=land.limit,
            hazards=way.hazards + land.hazards + dangers,
            least=jump,
            over=way.to,
            shortcut=way.shortcut or land.shortcut,
            shift_up=way.shift_up and land.shift_up,
        )
        for land in landings
    ]
    slow = way._replace(most=jump - 1) if rules.switch("jump.mandatory") else way
    return [slow, *over]
