"""Cars: what a board offers on each track type, from a standard board or an Unlimited dashboard.

Sources: Climb, "The Unlimited Dashboards", "Creating your Dashboard" and "Different Track types"; core rules 10.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Literal

from designer import catalog
from designer.design import dashboard as boards
from designer.design.dashboard import Dashboard
from designer.design.document import Design
from designer.play.dice import BOOST, BRAKE, COAST, DICE, GEARS, LEADER, Counts
from designer.rules import Rules
from designer.rules import load as load_rules
from designer.words import alike, listed, meant

#: Track types that depend on the weather, not on the tile.
WEATHERS = ("dry", "wet")
#: The tyres of printed boards that can wear.
SOFT = "soft"
#: Kinds of damage that take dice.
DamageKind = Literal["gear", "brake", "coast", "boost"]
#: What a token of a damage bag can show.
DamageToken = Literal[DamageKind, "mud", "weather", "green-flag", "yellow-flag"]
#: The kinds of damage that take dice, in the order of a damage count.
DAMAGE: tuple[DamageKind, ...] = ("gear", "brake", "coast", "boost")
NO_DAMAGE = (0, 0, 0, 0)


class UnknownCar(ValueError):
    """There is no such car; the text names what there is."""


@dataclass(frozen=True, slots=True)
class Column:
    """What may be placed on one track type in a turn: dice of each kind (in the order of DICE), and the danger limit.

    ``most_gears``: how many gear dice there may be in a turn, where the board prints a number (None: as many as there
    are). ``sisu`` and ``puncture_proof``: tokens that can be used on the track type.

    >>> column(gears=5, leader=2, limit=3).gears
    ((1, 1), (2, 1), (3, 1), (4, 1), (5, 1))
    """

    dice: Counts
    limit: int
    most_gears: int | None = None
    sisu: int = 0
    puncture_proof: int = 0

    @property
    def gears(self) -> tuple[tuple[int, int], ...]:
        """The gear dice as (gear, number)."""
        return tuple((gear, self.dice[gear - 1]) for gear in GEARS if self.dice[gear - 1])

    @property
    def gear_dice(self) -> int:
        """How many gear dice can be placed in a turn."""
        owned = sum(self.dice[: len(GEARS)])
        return owned if self.most_gears is None else min(owned, self.most_gears)


def column(
    *,
    gears: int | Mapping[int, int],
    coast: int = 0,
    leader: int = 0,
    brake: int = 0,
    boost: int = 0,
    limit: int,
    most_gears: int | None = None,
    sisu: int = 0,
    puncture_proof: int = 0,
) -> Column:
    """A column; ``gears`` is the highest gear (one die each from 1) or a mapping gear -> number of dice."""
    counts = dict.fromkeys(range(1, gears + 1), 1) if isinstance(gears, int) else dict(gears)
    dice = (*(counts.get(gear, 0) for gear in GEARS), coast, leader, brake, boost)
    return Column(dice, limit, most_gears, sisu, puncture_proof)


@dataclass(frozen=True)
class Car:
    """A car: its columns by track type, the favourite first.

    ``unlimited`` marks an Unlimited board, on which damage for a die it lacks is drawn again (Climb, "Damage").
    ``car_class`` is "r6", "rx" ... or empty; ``tyre`` that of a printed board, "gravel" ... "soft". ``setup``: the
    SET-UP category of an Unlimited board, empty for a free build. ``whole``: the board as it was kitted out, where this
    one is damaged or on used tyres.
    """

    name: str
    columns: tuple[tuple[str, Column], ...]
    unlimited: bool = False
    car_class: str = ""
    tyre: str = ""
    setup: str = ""
    whole: Car | None = field(default=None, repr=False, compare=False)
    _by_type: Mapping[str, Column] = field(init=False, repr=False, compare=False)
    _hash: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        # Cars are keys of every cache of the simulator: the hash of their nested tuples is worked out once.
        object.__setattr__(self, "_by_type", dict(self.columns))
        object.__setattr__(self, "_hash", hash((self.name, self.columns)))

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[type[Car], tuple[object, ...]]:
        return Car, (self.name, self.columns, self.unlimited, self.car_class, self.tyre, self.setup, self.whole)

    @property
    def category(self) -> str:
        """The category that a tyre change stays in: of a printed board its class, of an Unlimited one its SET-UP."""
        return self.car_class or self.setup

    @property
    def sisu(self) -> tuple[int, ...]:
        """SISU tokens that can be used on each track type, in the order of the columns."""
        return tuple(column.sisu for _, column in self.columns)

    @property
    def puncture_proof(self) -> tuple[int, ...]:
        """Puncture proof tyres that can be used on each track type, in the order of the columns."""
        return tuple(column.puncture_proof for _, column in self.columns)

    def number_of(self, track_type: str, weather: str = "dry") -> int | None:
        """The number of the column that ``on`` gives, counted from 0."""
        wanted = track_type if track_type in self._by_type else weather
        return next((number for number, (name, _) in enumerate(self.columns) if name == wanted), None)

    def on(self, track_type: str, weather: str = "dry") -> Column | None:
        """The column for a track type, or None when the board has none.

        Boards with weather columns (GT, RX) do not care for the surface of the tile (RX, "The Turn").
        """
        return self._by_type.get(track_type) or self._by_type.get(weather)

    def has(self, kind: DamageKind) -> bool:
        """Whether any column has a die that this kind of damage takes."""
        wanted = _damaged_dice(kind)
        return any(column.dice[index] for _, column in self.columns for index in wanted)


def _damaged_dice(kind: DamageKind) -> tuple[int, ...]:
    dice: Mapping[DamageKind, tuple[int, ...]] = {
        "gear": tuple(range(len(GEARS))),
        "brake": (BRAKE,),
        "coast": (COAST, LEADER),
        "boost": (BOOST,),
    }
    return dice[kind]


def left_after(tokens: Sequence[int], number: int) -> tuple[int, ...]:
    """Tokens that are left, column by column, when one is used in a column.

    It is the one that can be used on the fewest track types (assumed: a player spares the others). Columns further
    left hold fewer tokens, so it is missed wherever there are as many as in the column.

    >>> left_after((2, 1, 1), 0), left_after((2, 1, 1), 2)
    ((1, 1, 1), (1, 0, 0))
    """
    return tuple(count - (count >= tokens[number]) for count in tokens)


def unspent(tokens: Sequence[int], spent: Sequence[int]) -> tuple[int, ...]:
    """Tokens of a board that are fresh, column by column, when ``spent`` were used up before.

    >>> unspent((2, 1, 1), (1, 0, 0)), unspent((1, 1, 1), (1, 0, 0)), unspent((1, 1), ())
    ((1, 1, 1), (0, 0, 0), (1, 1))
    """
    found: list[int] = []
    for number, count in enumerate(tokens):
        left = max(0, count - (spent[number] if number < len(spent) else 0))
        found.append(min([left, *found[-1:]]))  # a board kitted out anew has no more tokens on its left
    return tuple(found)


def car_from_board(board: str, rules: Rules | None = None) -> Car:
    """A standard car of catalog/dashboards.json. Raises UnknownCar with close names.

    A printed number of gear dice bounds how many there may be in a turn (Climb and 110%, "Using your dice"): any of
    the gears that the car has on its best track type, or those from 1 up to it (``plan.printed_gear_dice``).

    Soft tyres that wear (``gt.soft_wear``) come fresh: with the danger limit of ``gt.soft_limit`` in the dry, and as
    much less in the wet as the board says.

    >>> car_from_board("r6-gravel").on("snow").limit
    3
    """
    record = catalog.standard_boards().get(board)
    if record is None:
        raise UnknownCar(_unknown(board, list(catalog.standard_boards())))
    rules = rules or load_rules()
    any_gear = rules.word("plan.printed_gear_dice") == "any"
    fresh = 0
    if record.tyre == SOFT and rules.switch("gt.soft_wear"):
        fresh = rules.number("gt.soft_limit") - record.columns["dry"].limit
    printed = record.columns
    if record.car_class == "rx":
        printed = {name: _rx_numbers(data, f"{record.tyre}_{name}", rules) for name, data in printed.items()}
    highest = max(data.gears for data in printed.values())
    columns = tuple(
        (
            track,
            column(
                gears=highest if any_gear else data.gears,
                most_gears=data.gears,
                limit=data.limit + fresh,
                coast=data.coast,
                leader=data.leader,
                brake=data.brake,
                boost=data.boost,
            ),
        )
        for track, data in printed.items()
    )
    return Car(record.name, columns, car_class=record.car_class, tyre=record.tyre)


def _rx_numbers(data: catalog.PrintedColumn, side: str, rules: Rules) -> catalog.PrintedColumn:
    """A side of an RX board with the numbers in force: the document shows them in a picture that is lost."""

    def of(what: str) -> int:
        return rules.number(f"rx_board.{side}.{what}")

    return data._replace(gears=of("gears"), coast=of("coast"), brake=of("brake"), boost=of("boost"), limit=of("limit"))


def car_from_dashboard(board: Dashboard, rules: Rules) -> Car:
    """A car as an Unlimited dashboard kits it out.

    Danger limit on a track type: the printed limit and one for each empty slot that can be used there (Climb,
    "Creating your Dashboard"). Dice, SISU and puncture proof tyres can be used where their column can (Climb,
    "Setting your Track Type tokens"). Restriction tokens take a slot and do nothing.
    """
    columns = []
    printed, per_slot = rules.number("unlimited.printed_limit"), rules.number("unlimited.limit_per_empty_slot")
    for track in boards.track_types(board):
        usable = boards.usable_slots(board, track)
        counted = usable if rules.word("unlimited.empty_slots_counted") == "usable" else boards.SLOTS
        tokens = Counter(board.slots[slot] for slot in usable if slot in board.slots)
        empty = sum(1 for slot in counted if slot not in board.slots)
        columns.append(
            (
                track,
                Column(
                    tuple(tokens[die] for die in DICE),
                    printed + per_slot * empty,
                    sisu=tokens["sisu"],
                    puncture_proof=tokens["puncture-proof"],
                ),
            )
        )
    return Car(board.name or "Unnamed board", tuple(columns), unlimited=True, setup=board.category or "")


def find_car(design: Design, name: str, rules: Rules, also: Sequence[str] = ()) -> Car:
    """The car called ``name``: a board of the design (by its name), or a standard board (by its id).

    Raises UnknownCar with names that are spelled alike; ``also``: names that would do too, as those of categories.
    """
    for board in design.dashboards:
        if board.name == name:
            return car_from_dashboard(board, rules)
    if name in catalog.standard_boards():
        return car_from_board(name, rules)
    raise UnknownCar(
        _unknown(
            name,
            [board.name for board in design.dashboards if board.name] + list(catalog.standard_boards()) + list(also),
        )
    )


def _unknown(name: str, known: list[str]) -> str:
    wanted = name.casefold()
    close = [other for other in known if other.casefold() == wanted]
    close = close or [other for other in known if other.startswith(f"{wanted}-")]  # a category without its tyres
    close = close or alike(wanted, known, cutoff=0.5)
    return f"There is no car {name!r}. {meant(close, f'There are {listed(known)}.')}"


@lru_cache(maxsize=4096)
def worn(car: Car, damage: tuple[int, ...], rules: Rules) -> Car:
    """The car with its damage: each token takes a die of its kind away, the highest gear first.

    On an Unlimited board a token covers one token of the board, in whatever columns that can be used; of several
    alike the one that is open to the fewest track types, or to the most (``damage.unlimited_slot``). The numbers of
    a printed board fall in every column, or a column only gives what is left of the best one
    (``damage.printed_columns``). The last gear die stays (``damage.last_gear_stays``), so that a car can always go on.

    >>> from designer import rules
    >>> worn(car_from_board("r6-gravel"), (1, 0, 1, 0), rules.load()).on("gravel").dice
    (1, 1, 1, 1, 1, 0, 1, 0, 1, 0)
    """
    if not any(damage):
        return car
    lost = rules.number("damage.dice_lost")
    if car.unlimited:
        columns = _worn_board([column for _, column in car.columns], [count * lost for count in damage], rules)
    else:
        columns = _worn_columns([column for _, column in car.columns], [count * lost for count in damage], rules)
    worn_columns = tuple((track, new) for (track, _), new in zip(car.columns, columns, strict=True))
    return replace(car, columns=worn_columns, whole=car.whole or car)


def on_used_tyres(car: Car, turns: int, laps: int, rules: Rules) -> Car:
    """The car after so many turns and full laps on its tyres: soft tyres wear, by house rule (``gt.soft_wear``).

    Their danger limit falls by one each time that as many laps (or turns) are driven as the rules say, never below 1.
    Assumed: of the source only the markers 1, 3 and 5 are legible.

    >>> from designer import rules
    >>> house = rules.load(house_rules={"gt.soft_wear": True})
    >>> soft = car_from_board("gt6-soft", house)
    >>> [on_used_tyres(soft, 0, laps, house).on("dry").limit for laps in range(6)]
    [4, 3, 3, 2, 2, 1]
    """
    if car.tyre != SOFT or not rules.switch("gt.soft_wear"):
        return car
    used = laps if rules.word("gt.soft_wear_by") == "laps" else turns
    falls = sum(0 < rules.number(f"gt.soft_fall_{number}") <= used for number in (1, 2, 3))
    return replace(
        car,
        columns=tuple((track, replace(old, limit=max(1, old.limit - falls))) for track, old in car.columns),
        whole=car.whole or car,
    )


def _worn_board(columns: Sequence[Column], damage: Sequence[int], rules: Rules) -> list[Column]:
    """The columns of an Unlimited board less the tokens that damage covers. Each holds all that those after it do."""
    dice = [list(column.dice) for column in columns]
    sparing = rules.word("damage.unlimited_slot") == "fewest-types"
    keep = rules.switch("damage.last_gear_stays")

    def without(index: int) -> list[list[int]]:
        most = max(counts[index] for counts in dice)
        taken = [counts[index] == most if sparing else counts[index] > 0 for counts in dice]
        return [
            [*counts[:index], counts[index] - gone, *counts[index + 1 :]]
            for counts, gone in zip(dice, taken, strict=True)
        ]

    for _ in range(damage[0]):
        for index in _gears_in_turn(rules):
            if not any(counts[index] for counts in dice):
                continue
            fewer = without(index)
            # Where a track type has a gear die it keeps one: the next token is covered instead.
            if not keep or all(
                any(new[: len(GEARS)]) for new, old in zip(fewer, dice, strict=True) if any(old[: len(GEARS)])
            ):
                dice = fewer
                break
    for kind, count in zip(DAMAGE[1:], damage[1:], strict=True):
        for index in _damaged_dice(kind):
            for _ in range(min(count, max(counts[index] for counts in dice))):
                dice = without(index)
    return [replace(column, dice=tuple(counts)) for column, counts in zip(columns, dice, strict=True)]


def _worn_columns(columns: Sequence[Column], damage: Sequence[int], rules: Rules) -> list[Column]:
    """The columns of a printed board with fewer dice."""
    pool = rules.word("damage.printed_columns") == "pool"
    most = [max(column.dice[index] for column in columns) for index in range(len(DICE))]
    found = []
    for old in columns:
        gears = _fewer_gears(most if pool else old.dice, damage[0], rules)
        dice = [min(own, left) for own, left in zip(old.dice, gears, strict=False)]
        if rules.switch("damage.last_gear_stays") and not any(dice) and old.gear_dice:
            dice = _fewer_gears(old.dice, old.gear_dice, rules)
        dice += old.dice[len(GEARS) :]
        for kind, count in zip(DAMAGE[1:], damage[1:], strict=True):
            for index in _damaged_dice(kind):
                left = (most[index] if pool else old.dice[index]) - count
                dice[index] = max(0, min(old.dice[index], left))
        number = old.most_gears
        if number is not None and not pool:
            number = max(min(number, 1 if rules.switch("damage.last_gear_stays") else 0), number - damage[0])
        found.append(replace(old, dice=tuple(dice), most_gears=number))
    return found


def _fewer_gears(dice: Sequence[int], count: int, rules: Rules) -> list[int]:
    """Gear dice of which ``count`` are gone."""
    left = list(dice[: len(GEARS)])
    keep = 1 if rules.switch("damage.last_gear_stays") else 0
    for _ in range(min(count, sum(left) - keep)):
        left[next(index for index in _gears_in_turn(rules) if left[index])] -= 1
    return left


def _gears_in_turn(rules: Rules) -> list[int]:
    """The gear dice, by index, in the order in which damage takes them.

    From the lowest up, by house rule, the one that a standing car sets off with goes last where one has to stay, so
    that a car can always go on (assumed).
    """
    if rules.switch("damage.highest_gear_first"):
        return [gear - 1 for gear in reversed(GEARS)]
    first = rules.number("plan.first_gear") if rules.switch("damage.last_gear_stays") else None
    return [gear - 1 for gear in sorted(GEARS, key=lambda gear: (gear == first, gear))]


def leading_by(car: Car, rules: Rules) -> Car:
    """The car of the first player of a round under the rules in force.

    Printed boards (tyre cards) and Unlimited boards are two readings, each with its switch: 110%, "Leader dice", tells
    of the one, Climb, "Creating your Dashboard", of the other.

    >>> from designer import rules
    >>> house = rules.load(house_rules={"leader.first_player_tyre_cards": False})
    >>> leading_by(car_from_board("r6-gravel"), house).on("gravel").dice[COAST:BRAKE]
    (2, 0)
    """
    if rules.switch("leader.first_player_unlimited" if car.unlimited else "leader.first_player_tyre_cards"):
        return leading(car)
    return car


@lru_cache(maxsize=4096)
def leading(car: Car) -> Car:
    """The car of the first player of a round: leader dice instead of coast dice on gravel (110%, "Leader dice").

    >>> leading(car_from_board("r6-gravel")).on("gravel").dice[COAST:BRAKE]
    (0, 2)
    """
    columns = []
    for track, old in car.columns:
        if track == "gravel":
            dice = list(old.dice)
            dice[COAST], dice[LEADER] = 0, old.dice[COAST] + old.dice[LEADER]
            columns.append((track, replace(old, dice=tuple(dice))))
        else:
            columns.append((track, old))
    return replace(car, columns=tuple(columns))
