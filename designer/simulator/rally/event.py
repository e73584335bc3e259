"""Whole events: a race or hillclimb on one stage, rallycross, and rallies of several stages.

Sources: Climb, "Hillclimbing" and "Repairs and Tire changes"; 110%, "Choosing your Dashboard tires" and "Weather";
RX, "Game Objective"; core rules 9.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random

from designer import catalog
from designer.design.values import frozen
from designer.graph.assistance import has_assistance
from designer.play.cars import Car, car_from_board
from designer.play.ground import Ground
from designer.rules import Rules
from designer.simulator.rally import damage
from designer.simulator.rally.drive import Standing, laid_on
from designer.simulator.rally.outlook import outlook
from designer.simulator.rally.race import Entrant, RaceResult, race
from designer.simulator.rally.race_log import EventKind, Placing


@dataclass(frozen=True)
class EventResult:
    """What came of an event: for each stage the race, the boards and the damage that the drivers came with (in the
    order in which they were entered), and the final order."""

    kind: EventKind
    races: tuple[RaceResult, ...]
    boards: tuple[tuple[str, ...], ...]
    carried: tuple[tuple[tuple[str, ...], ...], ...]
    ranking: tuple[Placing, ...]


def on_one_stage(
    ground: Ground, entrants: Sequence[Entrant], rng: Random, starts: Mapping[str, Standing] | None = None
) -> EventResult:
    """A race on one stage: a hillclimb if the design says so, a circuit race, or a stage driven once. ``starts``: how
    drivers, by name, stand when it begins (see ``race.race``)."""
    kind = kind_of(ground)
    starts = starts or {}
    result = race(ground, entrants, rng, tries=tries_of(ground), starts=starts)
    boards = tuple(entrant.board(1).name for entrant in entrants)
    names = [entrant.name for entrant in entrants]
    carried = tuple(
        (*entrant.held, *(laid_on(starts[entrant.name]) if entrant.name in starts else ())) for entrant in entrants
    )
    return EventResult(
        kind, (result,), (boards,), (carried,), rank(kind, names, (result,), ground.rules, tries_of(ground))
    )


def kind_of(ground: Ground) -> EventKind:
    """The kind of event that a stage is driven as."""
    if ground.track.course.kind == "circuit":
        return "rallycross"
    return "hillclimb" if ground.event is not None and ground.event.kind == "hillclimb" else "stage"


def tries_of(ground: Ground) -> int:
    """How often each driver drives the stage."""
    if kind_of(ground) != "hillclimb":
        return 1
    given = ground.event.tries if ground.event is not None else None
    return given or ground.rules.number("hillclimb.tries")


def rank(
    kind: EventKind, drivers: Sequence[str], races: Sequence[RaceResult], rules: Rules, tries: int | None = None
) -> tuple[Placing, ...]:
    """The final order. Rallycross: who crossed the line first; a hillclimb: the best single try (or the sum, by
    house rule); else the sum of the stage times, in which every stage must be finished.

    ``tries``: how often each had to finish a hillclimb (as often as anybody did, if not given). Who has not finished
    them all has no time and comes last: a hillclimb is decided once the final tries are finished (Climb, "Ending the
    race"). By house rule (``hillclimb.all_tries_needed``) the best of the tries finished counts; a sum always needs
    them all.
    """
    order = {finish.driver: finish.earlier for result in races for finish in result.finishes}
    best_single = kind == "hillclimb" and rules.switch("hillclimb.best_single_time")
    needed = 1
    if kind == "hillclimb" and not (best_single and not rules.switch("hillclimb.all_tries_needed")):
        most = max((len(result.times(driver)) for result in races for driver in drivers), default=1)
        needed = max(1, most if tries is None else tries)
    counted: dict[str, int | None] = {}
    for driver in drivers:
        times = [result.times(driver) for result in races]
        if any(len(found) < needed for found in times):
            counted[driver] = None
        else:
            counted[driver] = sum(min(found) if best_single else sum(found) for found in times)

    def key(driver: str) -> tuple[bool, int, int]:
        seconds = counted[driver]
        first = order.get(driver, 0) if kind == "rallycross" else 0
        return seconds is None, first, seconds or 0

    ordered = sorted(drivers, key=key)
    places = {driver: 1 + sum(key(other) < key(driver) for other in drivers) for driver in drivers}
    return tuple(Placing(places[driver], driver, counted[driver]) for driver in ordered)


# -- rallies -----------------------------------------------------------------------------------------------------

#: Gives the boards that a driver may choose from on a stage.
Garage = Callable[[Entrant, Ground], tuple[Car, ...]]


def rally(grounds: Sequence[Ground], entrants: Sequence[Entrant], rng: Random, garage: Garage) -> EventResult:
    """Several stages in a row; the sum of their times counts.

    Damage stays from stage to stage; where a stage ends with assistance all of it is repaired and tyres may be
    changed within the category (110%, "Choosing your Dashboard tires"). Later stages are started by who leads the
    rally (assumed). Weather tokens go back into the bag after each stage (110%, "Weather").
    """
    rules = grounds[0].rules
    races: list[RaceResult] = []
    boards: list[tuple[str, ...]] = []
    carried: list[tuple[tuple[str, ...], ...]] = []
    names = [entrant.name for entrant in entrants]
    field = list(entrants)
    assisted = True  # before the first stage tyres may be chosen too
    for ground in grounds:
        if assisted or not rules.switch("rally.tyres_need_assistance"):
            field = [replace(entrant, boards=(best_board(ground, garage(entrant, ground)),)) for entrant in field]
        full = dict(damage.bag_for(field[0].board(1), rules, circuit=False))
        for entrant in field:
            for kind in entrant.held:
                full[kind] = max(0, full.get(kind, 0) - 1)
        result = race(ground, field, rng, bag=frozen(full))
        races.append(result)
        by_name = {entrant.name: entrant for entrant in field}
        boards.append(tuple(by_name[name].board(1).name for name in names))
        carried.append(tuple(by_name[name].held for name in names))
        assisted = has_assistance(ground.stage)
        field = [between_stages(entrant, rules, assisted=assisted) for entrant in result.entrants]
        order = [placing.driver for placing in rank("rally", names, races, rules)]
        field.sort(key=lambda entrant: order.index(entrant.name))
    ranking = rank("rally", names, races, rules)
    return EventResult("rally", tuple(races), tuple(boards), tuple(carried), ranking)


def between_stages(entrant: Entrant, rules: Rules, *, assisted: bool) -> Entrant:
    """A driver as it comes to the next stage: what of its damage, SISU tokens and spare tyres used is left."""
    held = tuple(kind for kind in entrant.held if kind != "weather")
    if assisted or not rules.switch("rally.damage_carried_over"):
        held = ()
    used = () if rules.word("sisu.reset") == "stage" else entrant.sisu_used
    fresh = assisted or rules.word("spare_tyre.back_with") == "stage"
    return replace(entrant, held=held, sisu_used=used, spares_used=0 if fresh else entrant.spares_used)


def boards_of_class(car_class: str, rules: Rules | None = None) -> tuple[Car, ...]:
    """The standard boards of a car category, with all its tyres, under the rules (the standard profile without any).

    >>> [car.name for car in boards_of_class("r4")]
    ['R4, gravel tyres', 'R4, asphalt tyres', 'R4, snow tyres']
    """
    records = catalog.standard_boards()
    return tuple(car_from_board(name, rules) for name, record in records.items() if record.car_class == car_class)


def best_board(ground: Ground, boards: Sequence[Car]) -> Car:
    """The board that should be fastest on a stage, from its start, by estimate."""
    track = ground.track
    start = track.course.starts[0]
    gear = ground.rules.number("start.gear")
    able = [car for car in boards if all(car.on(kind) is not None for kind in track.course.terrains())]
    return min(able or boards, key=lambda car: outlook(track, car).rest(start, gear))
