"""Pushing, as a referee sees it (RX, "Full Contact"). Asks nothing of the simulator."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tests.simulator.referee_boards import Driver
from tests.simulator.referee_table import Key, Step

if TYPE_CHECKING:
    from tests.simulator.referee import Moment, Referee


@dataclass(frozen=True)
class Move:
    """The placement that pushes: in which moment, onto which space, over which step and which jump, in which gear;
    ``leads``: whether the driver plays first."""

    moment: Moment
    place: Key
    step: Step
    over: Key | None
    gear: int
    leads: bool


def overcome(referee: Referee, turn: Mapping[str, Any], driver: Driver) -> bool:
    """Whether danger tokens cost the car control before it moves, and the log says so ("Danger Tokens")."""
    loss = turn["loss"]
    said = loss is not None and loss["cause"] == "danger tokens"
    if not driver.danger:
        referee.expect(not said, "control is lost to danger tokens that are not there")
        return said
    assert driver.place is not None
    due = driver.danger >= driver.board.limit(referee.track(driver.place, driver.board))
    referee.expect(said == due, f"{driver.danger} danger tokens cost it control, or do not")
    if said:
        referee.seen["danger tokens"] += 1
        referee.expect(loss["gear"] == driver.gear, "control is lost at the speed of the marker")
        referee.expect(not turn["dice"] and turn["gear_after"] == 0, "it drives after it has lost control")
    return said


def half(key: Key) -> bool:
    """Whether a space is the half of a row that is slid: as wide as the road, so that all steps are straight ones."""
    return "/" in key[2]


def push(referee: Referee, driver: Driver, log: Mapping[str, Any], move: Move) -> None:
    """Check one push and move the car that is pushed. ``log``: the push as the log tells it."""
    referee.seen["pushes"] += 1
    name = log["driver"]
    other = referee.drivers[name]
    target = referee.key(log["to_place"])
    referee.expect(bool(referee.rules.get("push.allowed")), "it pushes, which is not allowed")
    referee.expect(
        other.place == move.place == referee.key(log["from_place"]), f"{name} does not stand on {move.place}"
    )
    referee.expect((log["gear"], log["at_gear"]) == (other.gear, move.gear), "the gears of the push are others")
    referee.expect(move.gear >= other.gear, f"it pushes the faster {name}")
    behind = move.step.straight or half(move.moment.place) or half(move.place)
    referee.expect(move.over is None and behind, f"it pushes {name} from {move.moment.place}, not from directly behind")
    if name in referee.pushed:
        _again(referee, driver, move, name)
    referee.pushed.add(name)
    if other.place is None:
        return
    step = referee.table.steps.get(other.place, {}).get(target)
    if step is None:
        referee.fault(f"no way from {other.place} to {target} for {name}")
        return
    _straight_ahead(referee, other, target, step, name)
    _room(referee, driver, other, target, name)
    _tokens(referee, driver, other, log, target, step)
    _damage(referee, driver, other, log)
    other.place = target
    other.lap += step.finish
    other.jokers += step.out_of_joker
    past = other.lap > referee.table.laps
    referee.expect(log["finished"] == past, f"{name} is pushed past the finish, or not")
    if past:
        referee.finish({"driver": name, "try": log["try"]}, other)


def _straight_ahead(referee: Referee, other: Driver, target: Key, step: Step, name: str) -> None:
    """A car goes one space straight ahead in its lane, where its race still leads it."""
    assert other.place is not None
    spaces = referee.table.spaces
    straight = half(other.place) or (step.straight and not half(target))
    referee.expect(straight, f"{name} is pushed from {other.place} to {target}, not straight ahead")
    into = spaces[target]["lane"] == "shortcut" != spaces[other.place]["lane"]
    referee.expect(not into, f"{name} is pushed into a shortcut")
    referee.expect(
        referee.race_leads(other.place, target, step, other.lap, other.jokers),
        f"{name} is pushed to {target}, where its race does not lead",
    )


def _room(referee: Referee, driver: Driver, other: Driver, target: Key, name: str) -> None:
    """Nobody is pushed into another car, nor level with a faster one. The car that pushes is on its way."""
    assert other.place is not None
    place, driver.place = driver.place, None
    why = referee.free(other, other.place, target, other.gear, moved=True)
    driver.place = place
    referee.expect(why is None, f"{name} cannot be pushed to {target}: {why}")


def _again(referee: Referee, driver: Driver, move: Move, name: str) -> None:
    """The same car is pushed once in a turn, unless it is in the way: unless nothing else could be placed."""
    others = list(referee.placeable(driver, move.leads, alone=False, after=move.moment))
    referee.expect(not others, f"{name} is pushed again and was not in the way: {others[:1]}")


def _tokens(referee: Referee, driver: Driver, other: Driver, log: Mapping[str, Any], target: Key, step: Step) -> None:
    """Danger tokens: gears above the limit, one for another element, three on a board at most."""
    space = referee.table.spaces[target]
    element = bool(
        step.danger
        or step.climb
        or space.get("hazard")
        or space.get("water")
        or space.get("jump") is not None
        or half(target)
        or (space["lane"] == "full" and referee.table.side(target[:2])["terrain"] == "snow")
    )
    due = max(0, other.gear - referee.speed(target, step)) + element
    after = min(3, other.danger + due)
    referee.expect(
        (log["danger_tokens"], log["danger_tokens_after"]) == (after - other.danger, after),
        f"{log['driver']} takes {due} danger tokens and has {after}",
    )
    other.danger = after


def _damage(referee: Referee, driver: Driver, other: Driver, log: Mapping[str, Any]) -> None:
    """Impact damage: both draw a token for each gear of difference. A yellow flag lies where the car is pushed to."""
    due = max(0, log["at_gear"] - log["gear"])
    referee.expect((len(log["own"]), len(log["damage"])) == (due, due), f"both draw {due} damage tokens")
    kept = referee.drawn(other, log["damage"])
    referee.expect(Counter(kept) == Counter(log["kept"]), f"of {log['damage']} {kept} stay")
    referee.bag.subtract(kept)
    other.damage += [kind for kind in kept if kind != "mud"]
    referee.struck.append((other, referee.key(log["to_place"])[:2], list(log["damage"])))
