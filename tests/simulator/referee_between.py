"""What happens between the stages of a rally, as a referee sees it. Asks nothing of the simulator.

Damage stays on a car from stage to stage; where a stage ends at a service park it is repaired, tyres may be changed
and the spare tyre is there again (110%, "Choosing your Dashboard tires"; Climb, "Repairs and Tire changes"). Weather
tokens go back into the bag after each stage (110%, "Weather"); SISU tokens are used once a rally (Climb, "SISU").
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tests.simulator.referee_boards import Driver
from tests.simulator.referee_table import OVER, Table, turn

if TYPE_CHECKING:
    from tests.simulator.referee import Referee


@dataclass(frozen=True)
class Kit:
    """What a driver brings to the next stage: damage tokens, SISU tokens and spare tyres used, the board driven, the
    seconds of all stages so far; ``repaired``: whether there was a service park."""

    damage: tuple[str, ...]
    sisu: int
    spares: int
    board: str
    seconds: int
    repaired: bool


def rules_of(log: Mapping[str, Any], designs: Sequence[Mapping[str, Any]], number: int) -> Mapping[str, Any]:
    """The house rules of a stage: those of its own design, where any design has some, else those of the log."""
    if any(design.get("house_rules") for design in designs):
        own: Mapping[str, Any] = designs[number].get("house_rules") or {}
        return own
    overrides: Mapping[str, Any] = log["rules"]["overrides"]
    return overrides


def begin(referee: Referee, log: Mapping[str, Any], number: int, kits: Mapping[str, Kit]) -> None:
    """Check what the drivers bring to a stage, and who starts first, and give it to them."""
    stage = log["stages"][number]
    names = [driver["name"] for driver in log["drivers"]]
    for name, board in zip(names, stage["cars"], strict=True):
        kit = kits.get(name, Kit((), 0, 0, board, 0, repaired=True))
        due = () if kit.repaired else tuple(kind for kind in kit.damage if kind != "weather")
        carried = stage["carried"].get(name, [])
        has = ", ".join(sorted(due)) or "no damage"
        referee.expect(
            Counter(carried) == Counter(due),
            f"{name} comes with {', '.join(sorted(carried)) or 'no damage'}, but has {has}",
        )
        referee.expect(kit.repaired or board == kit.board, f"{name} changes tyres without assistance")
        referee.seen["repairs"] += kit.repaired and bool(kit.damage)
        referee.seen["carried over"] += len(due)
        driver = referee.drivers[name] = Driver(referee.boards[board])
        driver.damage = list(due)
        driver.sisu = kit.sisu
        referee.seconds_before[name] = kit.seconds
        driver.spares = 0 if kit.repaired else kit.spares
    entering = [name for round_ in stage["rounds"] for name in round_["entering"]]
    times = [kits[name].seconds for name in entering if name in kits]
    referee.expect(times == sorted(times), "they do not start in the order of the rally so far")


def end(referee: Referee) -> dict[str, Kit]:
    """What each driver takes from a stage."""
    assisted = service_park(referee.table)
    times = {finish["driver"]: finish["seconds"] for finish in referee.log["finishes"]}
    return {
        name: Kit(
            tuple(driver.damage),
            driver.sisu,
            driver.spares,
            driver.board.name,
            referee.seconds_before.get(name, 0) + times.get(name, 0),
            assisted,
        )
        for name, driver in referee.drivers.items()
    }


def service_park(table: Table) -> bool:
    """Whether a service park is joined by its road to the finish tile."""
    for place in table.tiles:
        side = table.side(place)
        for edge in side["edges"] if side.get("role") == "assistance" else ():
            lies = turn(edge, table.tiles[place].get("rotation", 0))
            there = (place[0] + OVER[lies][0], place[1] + OVER[lies][1])
            if table.joins(there, lies) and table.side(there).get("role") == "finish":
                return True
    return False
