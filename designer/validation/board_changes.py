"""Which boards the drivers of an event have when: what may be changed at which point.

Source: Climb, "Hillclimbing" (before the first turn, between tries) and "Repairs and Tire changes".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from designer.design.dashboard import TRACK_TYPES, Dashboard, changes, track_types
from designer.design.event import MOMENTS, MOST_DRIVERS, BoardAt
from designer.model.compiled import CompiledDesign
from designer.model.drivable import grids
from designer.model.lineup import car_classes, category_of, drivers_of, is_board
from designer.validation.codes import finding
from designer.validation.finding import Finding, Location
from designer.words import listed


def _place(number: int) -> Location:
    return Location(path=f"event.boards[{number}]")


def _who(entry: BoardAt) -> str:
    return f"Driver {entry.driver}" if entry.driver else "The driver"


def boards(compiled: CompiledDesign) -> Iterator[Finding]:
    """The sequence of boards, driver by driver."""
    event = compiled.design.event
    if event is None:
        return
    named: dict[str, Dashboard] = {}
    for board in compiled.design.dashboards:
        if board.name:
            named.setdefault(board.name, board)
    free = event.kind == "rally" and not compiled.rules.switch("rally.tyres_within_category")
    before: dict[str, tuple[str, ...]] = {}
    everybody = any(entry.when == "start" and not entry.driver for entry in event.boards)
    started: set[str] = set()
    between: Counter[str] = Counter()
    for number, entry in enumerate(event.boards):
        strange = [name for name in entry.names if not is_board(compiled.design, name)]
        for name in strange:
            there = f"It has {listed(named)}." if named else "It has no board with a name."
            yield finding(
                "EVT005",
                f"{_who(entry)} has the board {name or '(no name)'} "
                f"{MOMENTS[entry.when]}, which the design does not have, and which is no printed board. {there}",
                _place(number),
            )
        yield from _choosing(compiled, entry, number)
        between[entry.driver] += entry.when == "between-tries"
        problem = _wrong_point(compiled, entry, entry.driver in started, between[entry.driver], everybody)
        started.add(entry.driver)
        if problem:
            yield finding("EVT007", problem, _place(number))
        if strange:
            continue
        last = before.get(entry.driver) or before.get("")
        if last is not None and entry.when != "start":
            found = _changes(compiled, entry, number, last, named)
            yield from (each for each in found if not (free and each.code == "EVT008"))
        before[entry.driver] = entry.names


def _choosing(compiled: CompiledDesign, entry: BoardAt, number: int) -> Iterator[Finding]:
    """EVT010: several boards to choose from, and a way of choosing that can make a difference."""
    event = compiled.design.event
    kind = event.kind if event is not None else "stage"
    if len(set(entry.names)) < len(entry.names):
        yield finding("EVT010", f"{_who(entry)} has a board twice to choose from.", _place(number))
    elif entry.choose == "best-time" and kind != "hillclimb":
        yield finding(
            "EVT010",
            f"{_who(entry)} chooses by the best time of its tries, but a {kind} is not driven in tries.",
            _place(number),
        )
    elif entry.choose not in ("", "listed") and not entry.others:
        # What does not exist is told by another finding; a class of cars is several boards by itself.
        if category_of(compiled.design, entry.board) is not None and entry.board not in car_classes():
            yield finding(
                "EVT010",
                f"{_who(entry)} has a way of choosing, but {entry.board} alone to choose from.",
                _place(number),
            )
    elif entry.others and entry.choose in ("", "listed") and kind not in ("hillclimb", "rally"):
        yield finding(
            "EVT010",
            f"{_who(entry)} has several boards as listed, but a {kind} has one start; {entry.board} alone is driven. "
            "Say how to choose.",
            _place(number),
        )


def drivers(compiled: CompiledDesign) -> Iterator[Finding]:
    """EVT009: an event has no more drivers than there are colours (RCX012 says so where a pre-grid has its places)."""
    named = drivers_of((compiled.design,))
    if compiled.route.kind == "circuit" and grids(compiled):
        return
    if len(named) > MOST_DRIVERS:
        yield finding(
            "EVT009",
            f"The event names {len(named)} drivers ({listed(named)}); there are {MOST_DRIVERS} colours, and so "
            f"{MOST_DRIVERS} drivers at most.",
            Location(path="event.boards"),
        )


def _changes(
    compiled: CompiledDesign, entry: BoardAt, number: int, last: tuple[str, ...], named: dict[str, Dashboard]
) -> Iterator[Finding]:
    """What is not allowed in a change from some boards to others, whichever of them the driver has had and takes."""
    told: set[tuple[str, str]] = set()
    for old in last:
        for new in entry.names:
            if old in named and new in named:
                found = _changed(entry, number, named[old], named[new])
            else:
                found = _changed_printed(compiled, entry, number, old, new)
            for each in found:
                if (each.code, each.message) not in told:
                    told.add((each.code, each.message))
                    yield each


def _changed_printed(compiled: CompiledDesign, entry: BoardAt, number: int, old: str, new: str) -> Iterator[Finding]:
    """A change from or to a printed board: another card of the category at a tyre change, any at repairs."""
    if old == new:
        return
    if entry.when == "drive":
        yield finding(
            "EVT006",
            f"{_who(entry)} goes from {old} to {new} {MOMENTS['drive']}; a board stays as it is "
            "until the stage or the try is over.",
            _place(number),
        )
        return
    one, other = (category_of(compiled.design, name) or "" for name in (old, new))
    own = {board.name for board in compiled.design.dashboards}
    if entry.when == "tyre-change" and (old in own or new in own):
        yield finding(
            "EVT006",
            f"{_who(entry)} goes from {old} to {new} {MOMENTS['tyre-change']}; a printed tyre card and an Unlimited "
            "board do not change places there. Repairs allow more.",
            _place(number),
        )
    elif one != other:
        yield finding(
            "EVT008",
            f"{_who(entry)} goes from {_named(one)} to {_named(other)} {MOMENTS[entry.when]}.",
            _place(number),
        )


def _named(category: str) -> str:
    return f"category {category}" if category else "a free build"


def _wrong_point(compiled: CompiledDesign, entry: BoardAt, started: bool, between: int, everybody: bool) -> str:
    event = compiled.design.event
    kind = event.kind if event is not None else "stage"
    if not started and not everybody and entry.when != "start":
        return f"{_who(entry)} has no board at the start; the first one is laid before the first turn."
    if started and entry.when == "start":
        return f"{_who(entry)} starts a second time. Say when the board changes: between tries, at repairs, ..."
    if entry.when == "between-tries":
        if kind != "hillclimb":
            return f"{_who(entry)} changes the board between tries, but a {kind} is not driven in tries."
        tries = (event.tries if event is not None else None) or compiled.rules.number("hillclimb.tries")
        if between >= tries:
            return (
                f"{_who(entry)} changes the board {between} times between tries; {tries} tries have {tries - 1} gaps."
            )
    if entry.when in ("tyre-change", "repairs") and kind == "hillclimb":
        return (
            f"{_who(entry)} changes the board {MOMENTS[entry.when]}, which a hillclimb does not have; "
            "the board is changed between tries."
        )
    if entry.when in ("tyre-change", "repairs") and kind == "stage" and event is not None and event.kind == "stage":
        return (
            f"{_who(entry)} changes the board {MOMENTS[entry.when]}, which a single stage does not have; "
            "they lie between the stages of a rally."
        )
    return ""


def _changed(entry: BoardAt, number: int, before: Dashboard, after: Dashboard) -> Iterator[Finding]:
    differing = changes(before, after)
    slots = list(differing)
    if entry.when == "drive" and slots:
        yield finding(
            "EVT006",
            f"{_who(entry)} changes {listed(slots)} {MOMENTS['drive']}; a board stays as it is "
            "until the stage or the try is over.",
            _place(number),
        )
    elif entry.when == "tyre-change":
        tokens = {token for pair in differing.values() for token in pair}
        strange = [slot for slot, pair in differing.items() if any(token not in TRACK_TYPES for token in pair if token)]
        if strange:
            yield finding(
                "EVT006",
                f"{_who(entry)} changes {listed(strange)} {MOMENTS['tyre-change']}; only the track "
                "type tokens may change places. Repairs allow more.",
                _place(number),
            )
        elif tokens and sorted(track_types(before)) != sorted(track_types(after)):
            yield finding(
                "EVT006",
                f"{_who(entry)} has {listed(list(track_types(after)))} after the tyre change and "
                f"had {listed(list(track_types(before)))}; the track type tokens change places, none comes "
                "or goes.",
                _place(number),
            )
    if (before.category or "") != (after.category or ""):
        yield finding(
            "EVT008",
            f"{_who(entry)} goes from {_named(before.category or '')} to {_named(after.category or '')} "
            f"{MOMENTS[entry.when]}.",
            _place(number),
        )


CHECKS = (boards, drivers)
