"""Which boards the drivers of an event may have when: what an event's ``boards`` mean, stage by stage and try by try.

Checks and races ask here, so that a change that is raced is one that is allowed. Sources: Climb, "The Game" (up to
the first turn, between tries) and "Repairs and Tire changes"; 110%, "Choosing your Dashboard tires".
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from designer import catalog
from designer.design.document import Design
from designer.design.event import MOMENTS, BoardAt, Event
from designer.design.stage import Stage
from designer.graph.assistance import has_assistance
from designer.rules import Rules, load_fitting
from designer.words import listed


class Wish(NamedTuple):
    """What a driver is to have at a point of the event: boards by name, how it chooses among them, the number of the
    design whose event says so."""

    names: tuple[str, ...]
    way: str
    stage: int = 0


class Stop(NamedTuple):
    """A driver before a stage: what it is to have (None: what it has), and whether its board may change there."""

    wish: Wish | None
    open: bool


class Lineup(NamedTuple):
    """The boards of a driver, stage by stage, or try by try; ``notes``: what of the event is not done, and why."""

    stops: tuple[Stop, ...]
    notes: tuple[str, ...]


def car_classes() -> tuple[str, ...]:
    """The car categories that can be named as a board.

    >>> car_classes()[:3]
    ('r6', 'r5', 'r4')
    """
    return tuple(dict.fromkeys(record.car_class for record in catalog.standard_boards().values()))


def is_board(design: Design, name: str) -> bool:
    """Whether an event of a design may name such a board: one of the design, a printed one, or a category.

    >>> is_board(Design(), "r6-gravel"), is_board(Design(), "r6"), is_board(Design(), "Mule")
    (True, True, False)
    """
    own = any(board.name == name for board in design.dashboards)
    return bool(name) and (own or name in catalog.standard_boards() or name in car_classes())


def category_of(design: Design, name: str) -> str | None:
    """The category of a board by its name, empty for a free build; None when there is no such board."""
    for board in design.dashboards:
        if board.name == name:
            return board.category or ""
    if name in catalog.standard_boards():
        return catalog.standard_boards()[name].car_class
    return name if name in car_classes() else None


def may_change(before: Stage, rules: Rules) -> bool:
    """Whether boards may change between a stage and the next, by the rules of the next: after assistance."""
    return not rules.switch("rally.tyres_need_assistance") or has_assistance(before)


def entries(event: Event | None, driver: str) -> tuple[BoardAt, ...]:
    """What an event says of a driver's boards, the start first: its own start, else everybody's; then each change."""
    boards = event.boards if event is not None else ()
    starts = [entry for entry in boards if entry.when == "start" and entry.driver == driver]
    starts = starts or [entry for entry in boards if entry.when == "start" and not entry.driver]
    later = [entry for entry in boards if entry.when != "start" and entry.driver in ("", driver)]
    return (*starts[:1], *later)


def drivers_of(designs: Sequence[Design]) -> tuple[str, ...]:
    """The drivers that the events of some designs name, in order."""
    events = [design.event for design in designs if design.event is not None]
    return tuple(dict.fromkeys(entry.driver for event in events for entry in event.boards if entry.driver))


def of_tries(event: Event | None, driver: str, tries: int, choose: str = "") -> Lineup:
    """The boards of a driver at the tries of a hillclimb, or at the one start of another race on one stage.

    ``choose``: how it chooses, whatever the event says; empty: as the event says.
    """
    given = entries(event, driver)
    kept = [entry for entry in given if entry.when == "start" or (entry.when == "between-tries" and tries > 1)]
    stops: list[Stop] = []
    for number in range(min(tries, max(1, len(kept)))) if kept else ():
        stops.append(Stop(_wish(kept[number], 0, 0, choose), True))
    while stops and len(stops) < tries:
        further = len(stops) - len(kept) + 1
        stops.append(Stop(_wish(kept[-1], 0, further, choose), True))
    left = [*kept[tries:], *(entry for entry in given if entry not in kept)]
    notes = [_unreached(driver, entry, "no try follows" if tries > 1 else "no stage follows") for entry in left]
    return Lineup(tuple(stops), tuple(notes))


def of_rally(designs: Sequence[Design], driver: str, choose: str = "") -> Lineup:
    """The boards of a driver on the stages of a rally.

    A stage's own event says what is driven on it ("start") and what is changed after it ("repairs", "tyre-change"). A
    change that no assistance allows yet waits for the next one that does. ``choose`` as in ``of_tries``.
    """
    stops: list[Stop] = []
    notes: list[str] = []
    waiting: list[tuple[BoardAt, int]] = []
    now: tuple[BoardAt, int] | None = None
    for number, design in enumerate(designs):
        free = number == 0 or may_change(designs[number - 1].stage or Stage(), load_fitting(design.house_rules))
        given = entries(design.event, driver)
        starts = [entry for entry in given if entry.when == "start"]
        wanted = (starts[0], number) if starts else None
        if free and wanted is None and waiting:
            wanted = waiting.pop(0)
        if wanted is not None and (free or _same(now, wanted[0])):
            now = wanted
        elif wanted is not None:
            notes.append(kept_words(driver, designs, number, wanted[0].names))
        wish = None if now is None else _wish(now[0], now[1], number - now[1], choose)
        held = stops[-1].wish if stops else None
        if not free and wanted is None and held is not None and wish is not None and held.names != wish.names:
            notes.append(kept_words(driver, designs, number, wish.names))
        stops.append(Stop(wish if free else held or wish, free))
        waiting += [(entry, number) for entry in given if entry.when in ("repairs", "tyre-change")]
        notes += [
            _unreached(driver, entry, "no such point comes")
            for entry in given
            if entry.when in ("drive", "between-tries")
        ]
    notes += [_unreached(driver, entry, "no assistance comes at which it could be made") for entry, _ in waiting]
    return Lineup(tuple(stops), tuple(notes))


def _same(now: tuple[BoardAt, int] | None, entry: BoardAt) -> bool:
    return now is not None and set(now[0].names) == set(entry.names)


def _wish(entry: BoardAt, stage: int, further: int, choose: str) -> Wish:
    """What an entry asks for, so many stages or tries after the one that it stands for."""
    way = choose or entry.choose or "listed"
    if way != "listed":
        return Wish(entry.names, way, stage)
    return Wish((entry.names[min(further, len(entry.names) - 1)],), way, stage)


def kept_words(driver: str, designs: Sequence[Design], number: int, names: Sequence[str]) -> str:
    """That a driver keeps its board before a stage, and why."""
    here, before = (_stage(designs[at], at) for at in (number, number - 1))
    return f"{driver} keeps its board on {here} and does not take {listed(names)}: {before} ends without assistance."


def _stage(design: Design, number: int) -> str:
    return design.name or f"stage {number + 1}"


def _unreached(driver: str, entry: BoardAt, why: str) -> str:
    return f"{driver or 'The driver'} does not change to {listed(entry.names)} {MOMENTS[entry.when]}: {why}."
