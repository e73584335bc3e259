"""What a board can do, track type by track type: dice, limit, speeding up and braking, climb lines, gaps in its gears.

Nothing here knows a rule: straight and climbing test roads are laid, and ``plans`` says what may be placed on them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from designer.catalog import Climb
from designer.design.hexes import Hex
from designer.graph.course import Course, Move, Spot
from designer.graph.space_graph import SpaceId, SpaceInfo, StepInfo
from designer.play import track as tracks
from designer.play.cars import NO_DAMAGE, WEATHERS, Car, Column, leading_by, worn
from designer.play.dice import BOOST, BRAKE, COAST, GEARS, LEADER
from designer.play.plans import Placement, PlacementKind, Plan, State, after, placements
from designer.play.track import Track
from designer.rules import Rules

#: A test road is longer than any turn: no board places more dice than it has slots, and one space more.
LENGTH = 18


@dataclass(frozen=True, slots=True)
class Gap:
    """Gears that are missing below the highest one, from ``low`` to ``high``, and what leads over them.

    ``up`` and ``down``: kinds of placement ("boost", "flying-start"; "brake"), empty when nothing does.
    """

    low: int
    high: int
    up: tuple[PlacementKind, ...]
    down: tuple[PlacementKind, ...]

    @property
    def gears(self) -> str:
        """The gears in words: "3" or "3 to 4"."""
        return str(self.low) if self.low == self.high else f"{self.low} to {self.high}"


@dataclass(frozen=True, slots=True)
class ClimbWay:
    """How a climb line is crossed from a gear: the kind of placement, its dice, the gear after.

    ``lines``: how many climb lines in a row the car can cross in one turn, coming in that gear.
    """

    gear: int
    kind: PlacementKind
    dice: tuple[str, ...]
    after: int
    lines: int


@dataclass(frozen=True, slots=True)
class Ability:
    """What a car can do on one track type. ``name``: "gravel", or "gravel, leading" for the first player of a round.

    ``column`` is None when the board has no token for the track type; then nothing can be done there.
    ``accelerating``: the longest turn from a standing start in which every die is a higher gear; ``quickest``: the
    turn that comes to its top gear in the fewest spaces. ``braking``: the longest turn from the top gear down with
    every die a lower gear; ``hardest``: the turn that comes down in the fewest spaces. ``top``: the highest gear that
    can be reached at all, in as many turns as it takes. ``up`` and ``down``: ways over climb lines by the gear before.
    """

    name: str
    column: Column | None
    top: int = 0
    accelerating: Plan = ()
    quickest: Plan = ()
    braking: Plan = ()
    hardest: Plan = ()
    up: tuple[ClimbWay, ...] = ()
    down: tuple[ClimbWay, ...] = ()
    gaps: tuple[Gap, ...] = ()
    unreached: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Sheet:
    """All that a car can do: its abilities by track type; unspent SISU tokens and puncture proof tyres that can be
    used there."""

    car: str
    abilities: tuple[Ability, ...]
    sisu: tuple[int, ...]
    puncture_proof: tuple[int, ...]


def sheet(
    car: Car,
    rules: Rules,
    *,
    track_types: Iterable[str] | None = None,
    damage: tuple[int, ...] = NO_DAMAGE,
    sisu_spent: int = 0,
    weather: str = "dry",
) -> Sheet:
    """The sheet of a car on some track types (all it has columns for when none are named).

    ``damage``: tokens in the order of cars.DAMAGE (gear, brake, coast, boost). A car with weather columns is shown
    by them, whatever the tiles are.

    >>> from designer import rules
    >>> from designer.play.cars import car_from_board
    >>> result = sheet(car_from_board("r6-gravel"), rules.load())
    >>> [(ability.name, ability.column.limit, ability.top) for ability in result.abilities]
    [('gravel', 3, 6), ('gravel, leading', 3, 6), ('asphalt', 3, 6), ('snow', 3, 6)]
    """
    damaged = worn(car, tuple(damage), rules)
    own = [name for name, _ in car.columns]
    asked = list(dict.fromkeys(track_types or ()))
    by_weather = not any(name in own for name in asked) and any(name in WEATHERS for name in own)
    wanted = asked if asked and not by_weather else own
    abilities = []
    for name in wanted:
        abilities.append(ability(damaged, name, rules, weather=weather))
        first = leading_by(damaged, rules)
        if first.on(name, weather) != damaged.on(name, weather):
            abilities.append(ability(first, name, rules, weather=weather, title=f"{name}, leading"))
    # Spent tokens are those that can be used on the fewest track types, as in play (cars.left_after).
    fresh = max(car.sisu, default=0) - sisu_spent
    columns = [each.column for each in abilities]
    return Sheet(
        car.name,
        tuple(abilities),
        tuple(max(0, min(column.sisu, fresh)) if column else 0 for column in columns),
        tuple(column.puncture_proof if column else 0 for column in columns),
    )


@lru_cache(maxsize=512)
def ability(car: Car, track_type: str, rules: Rules, *, weather: str = "dry", title: str = "") -> Ability:
    """What a car (with its damage) can do on a track type."""
    column = car.on(track_type, weather)
    name = title or track_type
    if column is None:
        return Ability(name, None)
    flat = road(track_type, rules, None)
    reached = _reached(flat, car)
    top = max(reached, default=0)
    rising = _turns(flat, car, 0, lambda placed, speed: placed.gear > speed)
    falling = _turns(flat, car, top, lambda placed, speed: placed.gear < speed)
    owned = [gear for gear, _ in column.gears]
    return Ability(
        name,
        column,
        top,
        accelerating=max(rising, key=lambda plan: (len(plan), _end(plan), -_dice(plan)), default=()),
        quickest=max(rising, key=lambda plan: (_end(plan), -len(plan), -_dice(plan)), default=()),
        braking=max(falling, key=lambda plan: (len(plan), -_end(plan), -_dice(plan)), default=()),
        hardest=min(falling, key=lambda plan: (_end(plan), len(plan), _dice(plan)), default=()),
        up=_climbs(road(track_type, rules, "ascent"), car, reached),
        down=_climbs(road(track_type, rules, "descent"), car, reached),
        gaps=tuple(_gaps(flat, car, owned)),
        unreached=tuple(gear for gear in owned if gear not in reached),
    )


def road(track_type: str, rules: Rules, climb: Climb | None) -> Track:
    """A test road of one lane without limits; with ``climb`` every line on it is an ascent or a descent."""
    spots = tuple(
        Spot(
            number,
            SpaceInfo(SpaceId(Hex(0, 0), f"s{number}"), "test road", track_type, "low", "space", "middle", (0.0, 0.0)),
            0,
            True,
            False,
            LENGTH - number,
        )
        for number in range(LENGTH)
    )
    moves = tuple(
        (Move(number + 1, StepInfo("straight", climb)),) if number + 1 < LENGTH else () for number in range(LENGTH)
    )
    return tracks.build(Course(spots, moves, (0,), "stage", 1), rules)


def _end(plan: Plan) -> int:
    return plan[-1].gear


def _dice(plan: Plan) -> int:
    return sum(len(placement.dice) for placement in plan)


def _reached(flat: Track, car: Car) -> frozenset[int]:
    """The gears a car can come to from a standing start, in as many turns as it takes."""
    found: set[int] = set()
    waiting = [0]
    while waiting:
        # A turn begins with all dice, so that no gear is open within a turn but closed to the next one.
        for placement in placements(flat, car, State(0, waiting.pop())):
            if placement.gear not in found:
                found.add(placement.gear)
                waiting.append(placement.gear)
    return frozenset(found)


@lru_cache(maxsize=512)
def gears_within_reach(car: Car, rules: Rules) -> frozenset[int]:
    """The gears that a car can come to from a standing start on any of its track types, level or over climb lines.

    >>> from designer import rules
    >>> from designer.play.cars import car_from_board
    >>> sorted(gears_within_reach(car_from_board("gt4-asphalt"), rules.load()))
    [1, 2, 3, 4]
    """
    slopes: tuple[Climb | None, ...] = (None, "ascent", "descent")
    roads = [road(track_type, rules, slope) for track_type, _ in car.columns for slope in slopes]
    found: set[int] = set()
    waiting = [0]
    while waiting:
        gear = waiting.pop()
        fresh = {placement.gear for way in roads for placement in placements(way, car, State(0, gear))} - found - {0}
        found |= fresh
        waiting += fresh
    return frozenset(found)


def _turns(flat: Track, car: Car, speed: int, wanted: Callable[[Placement, int], bool]) -> list[Plan]:
    """Turns from a speed in which each placement is wanted, given the speed before it, and their beginnings.

    Of turns that place the same dice and end alike one is kept.
    """
    found: dict[State, Plan] = {}
    waiting: list[tuple[State, Plan]] = [(State(0, speed), ())]
    while waiting:
        state, plan = waiting.pop()
        for placement in placements(flat, car, state):
            reached = after(flat, state, placement)
            if placement.dice and reached not in found and wanted(placement, state.gear):
                found[reached] = (*plan, placement)
                waiting.append((reached, found[reached]))
    return list(found.values())


def _climbs(climbing: Track, car: Car, reached: frozenset[int]) -> tuple[ClimbWay, ...]:
    """The ways over a first climb line from each gear the car can come in, and from a standing start."""
    found = []
    known: dict[State, int] = {}
    for gear in (0, *GEARS):
        if gear and gear not in reached:
            continue
        state = State(0, gear)
        for placement in placements(climbing, car, state):
            lines = 1 + _most_lines(climbing, car, after(climbing, state, placement), known)
            found.append(ClimbWay(gear, placement.kind, placement.dice, placement.gear, lines))
    return tuple(found)


def _most_lines(climbing: Track, car: Car, state: State, known: dict[State, int]) -> int:
    if state not in known:
        known[state] = max(
            (
                1 + _most_lines(climbing, car, after(climbing, state, placement), known)
                for placement in placements(climbing, car, state)
            ),
            default=0,
        )
    return known[state]


def _gaps(flat: Track, car: Car, owned: Sequence[int]) -> Iterable[Gap]:
    """The gaps in a gear row, each with the placements that lead over it from the gears on both sides."""
    missing = [gear for gear in GEARS if gear not in owned and owned and gear < max(owned)]
    while missing:
        low = missing[0]
        high = low
        while high + 1 in missing:
            high += 1
        missing = [gear for gear in missing if gear > high]
        below = [0, *(gear for gear in owned if gear < low)]
        above = [gear for gear in owned if gear > high]
        yield Gap(low, high, _leading_over(flat, car, below, above), _leading_over(flat, car, above, below[1:]))


def _leading_over(flat: Track, car: Car, starts: Sequence[int], ends: Sequence[int]) -> tuple[PlacementKind, ...]:
    kinds = {
        placement.kind
        for gear in starts
        for placement in placements(flat, car, State(0, gear))
        if placement.gear in ends
    }
    return tuple(sorted(kinds - {"mercy"}))


# in words ---------------------------------------------------------------------------------------------------------

#: How a table names the kinds of placement.
WORDS: Mapping[PlacementKind, str] = {
    "flying-start": "flying start",
    "climb-pair": "coast pair",
    "mercy": "one space without a die",
}


def plan_words(plan: Plan, speed: int = 0) -> str:
    """A plan as gears in a row: "0-1-2-4 (boost)"; brake, boost and flying start stand behind the gear they lead to.

    >>> plan_words((Placement(1, ("gear-2",), 2, "flying-start"), Placement(2, ("boost", "gear-4"), 4, "boost")))
    '0-2 (flying start)-4 (boost)'
    """
    if not plan:
        return "none"
    parts = [str(speed)]
    for placement in plan:
        kind = placement.kind
        more = "" if kind == "gear" else f" ({_kind_words(placement)})"
        parts.append(f"{placement.gear}{more}")
    return "-".join(parts)


def _kind_words(placement: Placement) -> str:
    brakes = placement.dice.count("brake")
    if placement.kind == "brake" and brakes > 1:
        return f"{brakes} brakes"
    return WORDS.get(placement.kind, placement.kind)


def climb_words(ways: Sequence[ClimbWay]) -> str:
    """Ways over climb lines by gear: "4>3, 3>2; coast pair in 2 to 5".

    Gears from which nothing but the one space without a die is left are named last.
    """
    gears = [f"{way.gear}>{way.after}" for way in ways if way.kind == "gear"]
    pairs = sorted({way.gear for way in ways if way.kind == "climb-pair"})
    stuck = sorted({way.gear for way in ways} - {way.gear for way in ways if way.kind != "mercy"})
    parts = [", ".join(gears)] if gears else []
    if pairs:
        parts.append(f"coast pair in {span(pairs)}")
    if stuck:
        parts.append(f"stuck in {span(stuck)}")
    return "; ".join(parts) or "never"


def span(numbers: Sequence[int]) -> str:
    """Numbers in ascending order as ranges.

    >>> span([1, 2, 3, 5])
    '1-3, 5'
    """
    parts: list[list[int]] = []
    for number in numbers:
        if parts and number == parts[-1][-1] + 1:
            parts[-1].append(number)
        else:
            parts.append([number])
    return ", ".join(str(part[0]) if len(part) == 1 else f"{part[0]}-{part[-1]}" for part in parts)


def gap_words(ability: Ability) -> str:
    """Gaps of the gear row with what leads over them, and gears out of reach; "none" where there are neither."""
    parts = []
    for gap in ability.gaps:
        up = f"up by {' or '.join(WORDS.get(kind, kind) for kind in gap.up)}" if gap.up else "nothing leads up"
        below = any(gear < gap.low for gear, _ in ability.column.gears) if ability.column else False
        down = "" if not below else (f", down by {' or '.join(gap.down)}" if gap.down else ", nothing leads down")
        parts.append(f"{gap.gears}: {up}{down}")
    if ability.unreached:
        parts.append(f"gear {span(ability.unreached)} out of reach")
    return "; ".join(parts) or "none"


def gear_words(column: Column) -> str:
    """The gear dice: "1-5", with numbers where there are several of one: "1-3, 3x2"; "1-6, 5 at most" where a turn
    may not place them all."""
    several = [f"{gear}x{number}" for gear, number in column.gears if number > 1]
    fewer = column.gear_dice < sum(number for _, number in column.gears)
    bound = f"{column.gear_dice} at most" if fewer else ""
    return ", ".join(filter(None, [span([gear for gear, _ in column.gears]), *several, bound])) or "none"


ROWS = (
    "Gear dice",
    "Brake",
    "Coast",
    "Leader",
    "Boost",
    "Danger limit",
    "Top gear",
    "Speeding up",
    "Quickest",
    "Slowing down",
    "Hardest braking",
    "Climb up",
    "Climb up, lines",
    "Climb down",
    "Climb down, lines",
    "Gaps",
)


def table(sheet: Sheet) -> list[list[str]]:
    """A sheet as rows of text: a head row with the track types, then one row for each of ROWS, then SISU and tyres."""
    rows = [["", *(ability.name for ability in sheet.abilities)]]
    columns = [_cells(ability) for ability in sheet.abilities]
    rows += [[name, *(column[number] for column in columns)] for number, name in enumerate(ROWS)]
    rows.append(["SISU", *map(str, sheet.sisu)])
    rows.append(["Puncture proof", *map(str, sheet.puncture_proof)])
    return rows


def _cells(ability: Ability) -> list[str]:
    column = ability.column
    if column is None:
        return ["no token", *("-" for _ in ROWS[1:])]
    dice = column.dice
    return [
        gear_words(column),
        str(dice[BRAKE]),
        str(dice[COAST]),
        str(dice[LEADER]),
        str(dice[BOOST]),
        str(column.limit),
        str(ability.top),
        plan_words(ability.accelerating),
        plan_words(ability.quickest),
        plan_words(ability.braking, ability.top),
        plan_words(ability.hardest, ability.top),
        climb_words(ability.up),
        _lines(ability.up),
        climb_words(ability.down),
        _lines(ability.down),
        gap_words(ability),
    ]


def _lines(ways: Sequence[ClimbWay]) -> str:
    """The most climb lines in one turn, with the gear to come in: "4 from gear 5"."""
    best = max(ways, key=lambda way: (way.lines, way.gear), default=None)
    return "none" if best is None else f"{best.lines} from gear {best.gear}"
