"""How far ahead a car is on a circuit, as a referee measures it (RX, "Determining Play Order"; core rules 9).

Asks nothing of the simulator. A space is as far as its front edge, measured as the longest way that is left to the
finish line: lanes of a row are level, the inside of a corner is level with the last space of its outside. The joker
way, from the fork where it leaves the laps that all drive to where it comes back to them, lies along the road that
it goes round.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction

from tests.simulator.referee_table import Key, Place, Table

Front = tuple[Place, str]


def distances(table: Table) -> dict[Key, Fraction]:
    """How far each space is from the finish line; empty where that cannot be told, as rows cross each other."""
    names: list[Callable[[Key], Front]] = [
        lambda key: (key[:2], str(table.spaces[key]["row"]) or f"space {key[2]}"),
        lambda key: (key[:2], f"space {key[2]}"),
    ]
    for name in names:
        found = _measured(table, name)
        if found is not None:
            return found
    return {}


def _measured(table: Table, front: Callable[[Key], Front]) -> dict[Key, Fraction] | None:
    common = _without_joker(table)
    main = {front(key) for key in common}
    ways: dict[Front, set[Front]] = {front(key): set() for key in table.spaces}
    for start, ends in table.steps.items():
        for end, step in ends.items():
            if not step.finish and front(start) != front(end) and start in table.spaces and end in table.spaces:
                ways[front(start)].add(front(end))
    lap = {here: {there for there in ends if there in main} for here, ends in ways.items() if here in main}
    joker = {here: {there for there in ends if there not in main} for here, ends in ways.items() if here not in main}
    left = _longest(lap)
    beside = _longest(joker)
    if left is None or beside is None:
        return None
    found = {here: Fraction(far) for here, far in left.items()}
    found |= _alongside(ways, beside, found)
    return {key: found[front(key)] for key in table.spaces if front(key) in found}


def _without_joker(table: Table) -> set[Key]:
    """The spaces from which a lap, or the way onto the circuit, can be driven to the line without the joker way."""
    before: dict[Key, set[Key]] = {}
    good: set[Key] = set()
    for start, ends in table.steps.items():
        for end, step in ends.items():
            if step.finish:
                good.add(start)
            elif not (step.into_joker or step.out_of_joker):
                before.setdefault(end, set()).add(start)
    reached = _closure(good, before)
    begins = {end for ends in table.steps.values() for end, step in ends.items() if step.finish} | set(table.starts)
    after: dict[Key, set[Key]] = {}
    for end, starts in before.items():
        for start in starts:
            after.setdefault(start, set()).add(end)
    return reached & _closure(begins, after)


def _closure(first: Iterable[Key], ways: Mapping[Key, set[Key]]) -> set[Key]:
    seen = set(first)
    queue = list(seen)
    while queue:
        for there in ways.get(queue.pop(), ()):
            if there not in seen:
                seen.add(there)
                queue.append(there)
    return seen


def _longest(ways: Mapping[Front, set[Front]]) -> dict[Front, int] | None:
    """The longest way that is left from each place, counted in places; None where the road comes back to one."""
    left: dict[Front, int] = {}
    waiting = {here: set(ends) for here, ends in ways.items()}
    while waiting:
        ready = [here for here, ends in waiting.items() if not ends]
        if not ready:
            return None
        for here in ready:
            left[here] = max((left[there] + 1 for there in ways[here]), default=0)
            del waiting[here]
        for ends in waiting.values():
            ends.difference_update(ready)
    return left


def _alongside(
    ways: Mapping[Front, set[Front]], beside: Mapping[Front, int], left: Mapping[Front, Fraction]
) -> dict[Front, Fraction]:
    """The joker way laid evenly between the last place before it and the first after it."""
    before = [left[here] for here, ends in ways.items() if here in left and ends & set(beside)]
    after = [left[there] for here, ends in ways.items() if here in beside for there in ends if there in left]
    if not before or not after:
        return {}
    start, end = min(before), max(after)
    longest = max(beside.values()) + 1
    return {here: end + (start - end) * Fraction(far + 1, longest + 1) for here, far in beside.items()}
