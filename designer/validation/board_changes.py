"""Which boards the drivers of an event have when: what may be changed at which point.

Source: Climb, "Hillclimbing" (before the first turn, between tries) and "Repairs and Tire changes".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from designer.design.dashboard import TRACK_TYPES, Dashboard, changes, track_types
from designer.design.event import BoardAt
from designer.model.compiled import CompiledDesign
from designer.validation.codes import finding
from designer.validation.finding import Finding, Location
from designer.words import listed

#: How a message says when.
MOMENTS = {
    "start": "before the first turn",
    "between-tries": "between tries",
    "tyre-change": "at a tyre change",
    "repairs": "at repairs",
    "drive": "in the middle of the drive",
}


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
    before: dict[str, Dashboard] = {}
    started: set[str] = set()
    between: Counter[str] = Counter()
    for number, entry in enumerate(event.boards):
        laid = named.get(entry.board)
        if laid is None:
            there = f"It has {listed(named)}." if named else "It has no board with a name."
            yield finding(
                "EVT005",
                f"{_who(entry)} has the board {entry.board or '(no name)'} "
                f"{MOMENTS[entry.when]}, which the design does not have. {there}",
                _place(number),
            )
        between[entry.driver] += entry.when == "between-tries"
        problem = _wrong_point(compiled, entry, entry.driver in started, between[entry.driver])
        started.add(entry.driver)
        if problem:
            yield finding("EVT007", problem, _place(number))
        if laid is None:
            continue
        last = before.get(entry.driver)
        if last is not None and entry.when != "start":
            yield from (each for each in _changed(entry, number, last, laid) if not (free and each.code == "EVT008"))
        before[entry.driver] = laid


def _wrong_point(compiled: CompiledDesign, entry: BoardAt, started: bool, between: int) -> str:
    event = compiled.design.event
    kind = event.kind if event is not None else "stage"
    if not started and entry.when != "start":
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
            f"{_who(entry)} goes from {_category(before)} to {_category(after)} {MOMENTS[entry.when]}.",
            _place(number),
        )


def _category(board: Dashboard) -> str:
    return f"category {board.category}" if board.category else "a free build"


CHECKS = (boards,)
