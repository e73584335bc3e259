"""Whole events: a race or hillclimb on one stage, rallycross, and rallies of several stages.

Sources: Climb, "Hillclimbing" and "Repairs and Tire changes"; 110%, "Choosing your Dashboard tires" and "Weather";
RX, "Game Objective"; core rules 9.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random

from designer import catalog
from designer.graph.assistance import has_assistance
from designer.model.lineup import may_change
from designer.play.cars import Car, DamageToken, car_from_board
from designer.play.ground import Ground
from designer.rules import Rules
from designer.simulator.rally import damage
from designer.simulator.rally.drive import Standing, laid_on
from designer.simulator.rally.garage import BoardChoice, Offer, choose
from designer.simulator.rally.race import Entrant, RaceResult, race, sisu_fresh
from designer.simulator.rally.race_log import Driving, EventKind, Placing, Status


@dataclass(frozen=True)
class EventResult:
    """What came of an event: for each stage the race, the boards and the damage that the drivers came with (in the
    order in which they were entered), and the final order.

    ``seconds``: of time cards that each driver had when the first stage began; empty when nobody had any. ``choices``:
    the boards that drivers chose or changed."""

    kind: EventKind
    races: tuple[RaceResult, ...]
    boards: tuple[tuple[str, ...], ...]
    carried: tuple[tuple[tuple[DamageToken, ...], ...], ...]
    ranking: tuple[Placing, ...]
    seconds: tuple[int, ...] = ()
    choices: tuple[BoardChoice, ...] = ()


def on_one_stage(
    ground: Ground, entrants: Sequence[Entrant], rng: Random, starts: Mapping[str, Standing] | None = None
) -> EventResult:
    """A race on one stage: a hillclimb if the design says so, a circuit race, or a stage driven once. ``starts``: how
    drivers, by name, stand when it begins (see ``race.race``)."""
    kind = kind_of(ground)
    starts = starts or {}
    result = race(ground, entrants, rng, tries=tries_of(ground), starts=starts)
    boards = tuple(_first_board(result, entrant) for entrant in entrants)
    names = [entrant.name for entrant in entrants]
    carried = tuple(
        (*entrant.held, *(laid_on(starts[entrant.name]) if entrant.name in starts else ())) for entrant in entrants
    )
    seconds = tuple(starts[name].seconds if name in starts else 0 for name in names) if starts else ()
    ranking = rank(kind, names, (result,), ground.rules, tries_of(ground))
    return EventResult(kind, (result,), (boards,), (carried,), ranking, seconds, result.choices)


def _first_board(result: RaceResult, entrant: Entrant) -> str:
    """The board with which a driver came to a stage."""
    driven = result.driven.get(entrant.name, ())
    return (driven[0] if driven else entrant.offer(1).cars[0]).name


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
    """The final order. Rallycross: who crossed the line first, then who was farthest ahead when the race was over, last
    who is disqualified; a hillclimb: the best single try (or the sum, by house rule); else the sum of the stage times,
    in which every stage must be finished.

    ``tries``: how often each had to finish a hillclimb (as often as anybody did, if not given). Who has not finished
    them all has no time and comes last: a hillclimb is decided once the final tries are finished (Climb, "Ending the
    race"). By house rule (``hillclimb.all_tries_needed``) the best of the tries finished counts; a sum always needs
    them all.
    """
    if kind == "rallycross":
        return _rallycross(drivers, races[0], rules)
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

    def key(driver: str) -> tuple[bool, int]:
        seconds = counted[driver]
        return seconds is None, seconds or 0

    ordered = sorted(drivers, key=key)
    places = {driver: 1 + sum(key(other) < key(driver) for other in drivers) for driver in drivers}
    return tuple(Placing(places[driver], driver, counted[driver]) for driver in ordered)


def _rallycross(drivers: Sequence[str], race_: RaceResult, rules: Rules) -> tuple[Placing, ...]:
    """The final order of a circuit (RX, "Game Objective", "The Joker Lap"); no time counts.

    Who is still driving when the race is over, and has its joker lap to do, has not done it before the end of the race
    and is disqualified too.
    """
    finishes = {finish.driver: finish for finish in race_.finishes}
    driving = {car.driver: (number, car) for number, car in enumerate(race_.driving)}
    needed = rules.switch("rallycross.missed_joker_disqualifies")
    found: list[tuple[tuple[int, int], Placing]] = []
    for driver in drivers:
        finish = finishes.get(driver)
        if finish is not None:
            status: Status = "disqualified" if finish.disqualified else "home"
            rank_ = (2 if finish.disqualified else 0, finish.earlier)
            found.append((rank_, Placing(0, driver, None, status, finish.round)))
            continue
        number, car = driving.get(driver, (len(drivers), Driving(driver, 0, None)))
        out = needed and car.joker is False
        lap = car.lap if driver in driving else None
        # behind those who are disqualified at the line, by how far they came
        rank_ = (2, len(drivers) + number) if out else (1, number)
        found.append((rank_, Placing(0, driver, None, "disqualified" if out else "driving", None, lap)))
    found.sort(key=lambda one: one[0])
    return tuple(replace(placing, place=1 + sum(other < key for other, _ in found)) for key, placing in found)


# -- rallies -----------------------------------------------------------------------------------------------------

#: Gives the boards that a driver may choose from on a stage (``Entrant.stage``); where only cars are given, it chooses
#: by estimate.
Garage = Callable[[Entrant, Ground], "Offer | tuple[Car, ...]"]
#: Gives the board that a driver has, as it is under the rules of another stage.
Rebuilt = Callable[[Entrant, Car], Car]


def _as_it_is(entrant: Entrant, car: Car) -> Car:
    return car


def rally(
    grounds: Sequence[Ground],
    entrants: Sequence[Entrant],
    rng: Random,
    garage: Garage,
    rebuilt: Rebuilt = _as_it_is,
) -> EventResult:
    """Several stages in a row; the sum of their times counts.

    Every stage is driven by its own house rules: they fill its damage bag, say what is drawn and what the weather
    turns. What happens between two stages goes by those of the one that comes (assumed). Damage stays from stage to
    stage; where a stage ends with assistance all of it is repaired and tyres may be changed within the category
    (110%, "Choosing your Dashboard tires"). Later stages are started by who leads the rally (assumed). Weather tokens
    go back into the bag after each stage (110%, "Weather").
    """
    races: list[RaceResult] = []
    boards: list[tuple[str, ...]] = []
    carried: list[tuple[tuple[DamageToken, ...], ...]] = []
    choices: list[BoardChoice] = []
    names = [entrant.name for entrant in entrants]
    field = list(entrants)
    had: dict[str, Car] = {}
    for number, ground in enumerate(grounds):
        rules = ground.rules
        free = number == 0 or may_change(grounds[number - 1].stage, rules)
        field = [
            _with_board(
                replace(entrant, stage=number), ground, garage if free else None, rebuilt, had.get(entrant.name)
            )
            for entrant in field
        ]
        full = dict(damage.bag_for(field[0].offer(1).cars[0], rules, circuit=False))
        for entrant in field:
            for kind in entrant.held:
                full[kind] = max(0, full.get(kind, 0) - 1)
        result = race(ground, field, rng, bag=damage.read_only(full))
        races.append(result)
        by_name = {entrant.name: entrant for entrant in field}
        boards.append(tuple(_first_board(result, by_name[name]) for name in names))
        carried.append(tuple(by_name[name].held for name in names))
        choices += [*result.choices, *_changed(number, by_name, result, had)]
        had |= {name: cars[-1] for name, cars in result.driven.items() if cars}
        field = list(result.entrants)
        if number + 1 < len(grounds):
            following = grounds[number + 1].rules
            assisted = has_assistance(ground.stage)
            field = [between_stages(one, following, assisted=assisted, driven=number + 1) for one in field]
        order = [placing.driver for placing in rank("rally", names, races, rules)]
        field.sort(key=lambda entrant: order.index(entrant.name))
    ranking = rank("rally", names, races, grounds[0].rules)
    return EventResult("rally", tuple(races), tuple(boards), tuple(carried), ranking, choices=tuple(choices))


def _with_board(entrant: Entrant, ground: Ground, garage: Garage | None, rebuilt: Rebuilt, had: Car | None) -> Entrant:
    """A driver before a stage: with what it may choose from, or with the board that it has to keep."""
    if garage is None:
        return replace(entrant, boards=(rebuilt(entrant, entrant.board(1) if had is None else had),), offers=())
    given = garage(entrant, ground)
    offer = given if isinstance(given, Offer) else Offer(given)
    if had is not None and ground.rules.switch("rally.tyres_within_category"):
        alike = tuple(car for car in offer.cars if car.category == had.category)
        offer = replace(offer, cars=alike or (rebuilt(entrant, had),))
    return replace(entrant, boards=(offer.cars[0],), offers=(offer,))


def _changed(
    number: int, field: Mapping[str, Entrant], result: RaceResult, had: Mapping[str, Car]
) -> Iterator[BoardChoice]:
    """The boards that drivers changed between two stages without a choice of several."""
    told = {choice.driver for choice in result.choices}
    for name, entrant in field.items():
        board = _first_board(result, entrant)
        if name in had and name not in told and board != had[name].name:
            yield BoardChoice(number, name, 1, board, (board,), "listed")


def between_stages(entrant: Entrant, rules: Rules, *, assisted: bool, driven: int = 1) -> Entrant:
    """A driver as it comes to the next stage, with the ``rules`` of it, after so many ``driven`` ones: what of its
    damage, SISU tokens and spare tyres used is left."""
    held = tuple(kind for kind in entrant.held if kind != "weather")
    if assisted or not rules.switch("rally.damage_carried_over"):
        held = ()
    used = () if sisu_fresh(rules, "stage", driven) else entrant.sisu_used
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
    return choose(ground.track, Offer(tuple(boards)), None)[0]
