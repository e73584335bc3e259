"""Cars: what a board offers on each track type, from a standard board or an Unlimited dashboard.

Sources: Climb, "The Unlimited Dashboards", "Creating your Dashboard" and "Different Track types"; core rules 10.
"""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache

from designer import catalog
from designer.design import dashboard as boards
from designer.design.dashboard import Dashboard
from designer.design.document import Design
from designer.rules import Rules
from designer.simulator.rally.dice import BOOST, BRAKE, COAST, DICE, GEARS, LEADER, Counts

#: Track types that depend on the weather, not on the tile.
WEATHERS = ("dry", "wet")
#: Kinds of damage that take dice, in the order of a damage count.
DAMAGE = ("gear", "brake", "coast", "boost")
NO_DAMAGE = (0, 0, 0, 0)


class UnknownCar(ValueError):
    """There is no such car; the text names what there is."""


@dataclass(frozen=True, slots=True)
class Column:
    """What may be placed on one track type in a turn: dice of each kind (in the order of DICE), and the danger limit.

    >>> column(gears=5, leader=2, limit=3).gears
    ((1, 1), (2, 1), (3, 1), (4, 1), (5, 1))
    """

    dice: Counts
    limit: int

    @property
    def gears(self) -> tuple[tuple[int, int], ...]:
        """The gear dice as (gear, number)."""
        return tuple((gear, self.dice[gear - 1]) for gear in GEARS if self.dice[gear - 1])

    @property
    def gear_dice(self) -> int:
        """How many gear dice there are in all."""
        return sum(self.dice[: len(GEARS)])


def column(
    *, gears: int | Mapping[int, int], coast: int = 0, leader: int = 0, brake: int = 0, boost: int = 0, limit: int
) -> Column:
    """A column; ``gears`` is the highest gear (one die each from 1) or a mapping gear -> number of dice."""
    counts = dict.fromkeys(range(1, gears + 1), 1) if isinstance(gears, int) else dict(gears)
    dice = (*(counts.get(gear, 0) for gear in GEARS), coast, leader, brake, boost)
    return Column(dice, limit)


@dataclass(frozen=True)
class Car:
    """A car: its columns by track type, SISU tokens, puncture proof tyres.

    ``unlimited`` marks an Unlimited board, on which damage for a die it lacks is drawn again (Climb, "Damage").
    ``car_class`` is "r6", "rx" ... or empty.
    """

    name: str
    columns: tuple[tuple[str, Column], ...]
    sisu: int = 0
    puncture_proof: int = 0
    unlimited: bool = False
    car_class: str = ""
    _by_type: Mapping[str, Column] = field(init=False, repr=False, compare=False)
    _hash: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        # Cars are keys of every cache of the simulator: the hash of their nested tuples is worked out once.
        object.__setattr__(self, "_by_type", dict(self.columns))
        object.__setattr__(self, "_hash", hash((self.name, self.columns)))

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[type[Car], tuple[object, ...]]:
        return Car, (self.name, self.columns, self.sisu, self.puncture_proof, self.unlimited, self.car_class)

    def on(self, track_type: str, weather: str = "dry") -> Column | None:
        """The column for a track type, or None when the board has none.

        Boards with weather columns (GT, RX) do not care for the surface of the tile (RX, "The Turn").
        """
        return self._by_type.get(track_type) or self._by_type.get(weather)

    def has(self, kind: str) -> bool:
        """Whether any column has a die that this kind of damage takes."""
        wanted = _damaged_dice(kind)
        return any(column.dice[index] for _, column in self.columns for index in wanted)


def _damaged_dice(kind: str) -> tuple[int, ...]:
    return {
        "gear": tuple(range(len(GEARS))), "brake": (BRAKE,), "coast": (COAST, LEADER), "boost": (BOOST,),
    }.get(kind, ())


def car_from_board(board: str) -> Car:
    """A standard car of catalog/dashboards.json. Raises UnknownCar with close names.

    >>> car_from_board("r6-gravel").on("snow").limit
    3
    """
    record = catalog.standard_boards().get(board)
    if record is None:
        raise UnknownCar(_unknown(board, list(catalog.standard_boards())))
    columns = tuple(
        (track, column(**{key: data[key] for key in ("gears", "coast", "leader", "brake", "boost", "limit")}))
        for track, data in record["columns"].items()
    )
    return Car(record["name"], columns, car_class=record["class"])


def car_from_dashboard(board: Dashboard, rules: Rules) -> Car:
    """A car as an Unlimited dashboard kits it out.

    Danger limit on a track type: the printed limit and one for each empty slot that can be used there (Climb,
    "Creating your Dashboard"). Restriction tokens take a slot and do nothing.
    """
    columns = []
    printed, per_slot = rules.number("unlimited.printed_limit"), rules.number("unlimited.limit_per_empty_slot")
    for track in boards.track_types(board):
        usable = boards.usable_slots(board, track)
        counted = usable if rules.word("unlimited.empty_slots_counted") == "usable" else boards.SLOTS
        dice = Counter(board.slots[slot] for slot in usable if slot in board.slots)
        empty = sum(1 for slot in counted if slot not in board.slots)
        columns.append((track, Column(tuple(dice[die] for die in DICE), printed + per_slot * empty)))
    tokens = Counter(token for _, token in board)
    return Car(board.name or "Unnamed board", tuple(columns), tokens["sisu"], tokens["puncture-proof"], unlimited=True)


def find_car(design: Design, name: str, rules: Rules) -> Car:
    """The car called ``name``: a board of the design (by its name), or a standard board (by its id)."""
    for board in design.dashboards:
        if board.name == name:
            return car_from_dashboard(board, rules)
    if name in catalog.standard_boards():
        return car_from_board(name)
    raise UnknownCar(_unknown(name, [board.name for board in design.dashboards if board.name]
                              + list(catalog.standard_boards())))


def _unknown(name: str, known: list[str]) -> str:
    close = difflib.get_close_matches(name, known, n=3, cutoff=0.5)
    hint = f"Did you mean {' or '.join(close)}?" if close else f"There is {', '.join(known)}."
    return f"There is no car {name!r}. {hint}"


@lru_cache(maxsize=4096)
def worn(car: Car, damage: tuple[int, ...], rules: Rules) -> Car:
    """The car with its damage: each token takes a die of its kind away, the highest gear first.

    The last gear die stays (``damage.last_gear_stays``), so that a car can always go on.

    >>> from designer import rules
    >>> worn(car_from_board("r6-gravel"), (1, 0, 1, 0), rules.load()).on("gravel").dice
    (1, 1, 1, 1, 1, 0, 1, 0, 1, 0)
    """
    if not any(damage):
        return car
    lost = rules.number("damage.dice_lost")
    columns = tuple((track, _worn_column(old, damage, lost, rules)) for track, old in car.columns)
    return replace(car, columns=columns)


def _worn_column(old: Column, damage: tuple[int, ...], lost: int, rules: Rules) -> Column:
    dice = list(old.dice)
    highest_first = rules.switch("damage.highest_gear_first")
    keep = 1 if rules.switch("damage.last_gear_stays") else 0
    for _ in range(damage[0] * lost):
        owned = [gear for gear in GEARS if dice[gear - 1]]
        if sum(dice[gear - 1] for gear in owned) <= keep:
            break
        dice[(owned[-1] if highest_first else owned[0]) - 1] -= 1
    for kind, count in zip(DAMAGE[1:], damage[1:], strict=True):
        for index in _damaged_dice(kind):
            dice[index] = max(0, dice[index] - count * lost)
    return Column(tuple(dice), old.limit)


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
            columns.append((track, Column(tuple(dice), old.limit)))
        else:
            columns.append((track, old))
    return replace(car, columns=tuple(columns))

