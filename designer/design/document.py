"""The design document: everything a user saves in one file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from designer.design.dashboard import Dashboard
from designer.design.event import BoardAt, Event
from designer.design.spire import Spire
from designer.design.stage import Stage
from designer.design.values import NO_EXTRA, EditError, FrozenMap

FORMAT = "crest-design"
VERSION = 1


@dataclass(frozen=True, slots=True)
class Inventory:
    """What a designer owns: copies of each box, and single pieces on top ("418": 1).

    ``dice`` lists dice owned in all ("boost": 3), from whatever box; of kinds that are not listed those of the boxes
    count.
    """

    boxes: Mapping[str, int] = NO_EXTRA
    pieces: Mapping[str, int] = NO_EXTRA
    extra: FrozenMap = NO_EXTRA
    dice: Mapping[str, int] = NO_EXTRA


@dataclass(frozen=True, slots=True)
class Waiver:
    """A finding that the designer accepts: its code, where it is (a place text, empty for anywhere), and why."""

    code: str
    place: str = ""
    reason: str = ""
    author: str = ""
    extra: FrozenMap = NO_EXTRA


@dataclass(frozen=True, slots=True)
class Design:
    """One design. Every part but the format line is optional; unknown fields are kept in ``extra``.

    >>> from designer.design import stage
    >>> from designer.design.hexes import Hex
    >>> design = Design(name="First", stage=stage.place(stage.Stage(), "202a", Hex(0, 0)))
    >>> len(design.stage)
    1
    """

    name: str = ""
    author: str = ""
    notes: str = ""
    inventory: Inventory | None = None
    stage: Stage | None = None
    dashboards: tuple[Dashboard, ...] = ()
    spire: Spire | None = None
    event: Event | None = None
    waivers: tuple[Waiver, ...] = ()
    house_rules: Mapping[str, object] = NO_EXTRA
    extra: FrozenMap = NO_EXTRA
    #: SET-UP categories of the designer's own (schemas/setup-category.schema.json); one with the id of a category of
    #: the catalog takes its place, as when somebody corrects a layout from the printed book.
    categories: tuple[FrozenMap, ...] = ()


def with_category(design: Design, record: Mapping[str, object]) -> Design:
    """The design with a SET-UP category of its own, in place of an own one with the same id."""
    fresh = FrozenMap(record)
    if any(old["id"] == fresh["id"] for old in design.categories):
        return replace(
            design, categories=tuple(fresh if old["id"] == fresh["id"] else old for old in design.categories)
        )
    return replace(design, categories=(*design.categories, fresh))


def without_category(design: Design, name: str) -> Design:
    """The design without an own SET-UP category. Raises EditError when it has none of that id."""
    if all(old["id"] != name for old in design.categories):
        raise EditError(f"The design has no SET-UP category {name} of its own.")
    return replace(design, categories=tuple(old for old in design.categories if old["id"] != name))


def with_stage(design: Design, stage: Stage) -> Design:
    """The design with another stage."""
    return replace(design, stage=stage)


def with_dashboard(design: Design, board: Dashboard, index: int | None = None) -> Design:
    """The design with a board added, or with the board at ``index`` replaced."""
    if index is None:
        return replace(design, dashboards=(*design.dashboards, board))
    if not 0 <= index < len(design.dashboards):
        raise EditError(f"The design has no board number {index + 1}.")
    return replace(design, dashboards=(*design.dashboards[:index], board, *design.dashboards[index + 1 :]))


def without_dashboard(design: Design, index: int) -> Design:
    """The design without the board at ``index``."""
    if not 0 <= index < len(design.dashboards):
        raise EditError(f"The design has no board number {index + 1}.")
    return replace(design, dashboards=design.dashboards[:index] + design.dashboards[index + 1 :])


def free_name(design: Design, name: str, longest: int = 200) -> str:
    """A name of at most ``longest`` letters for a board that no other board of the design has.

    >>> free_name(Design(dashboards=(Dashboard("Mule"), Dashboard("Mule 2"))), "Mule")
    'Mule 3'
    >>> free_name(Design(dashboards=(Dashboard("Mule"),)), "Mule", longest=4)
    'Mu 2'
    """
    taken = {board.name for board in design.dashboards}
    head, _, tail = name.rpartition(" ")
    stem, number = (head, int(tail) + 1) if head and tail.isdecimal() else (name, 2)
    while name in taken:
        ending = f" {number}"
        name, number = stem[: longest - len(ending)] + ending, number + 1
    return name


def rename_dashboard(design: Design, index: int, name: str) -> Design:
    """The design with a board renamed, in its event too, where boards go by name."""
    if not 0 <= index < len(design.dashboards):
        raise EditError(f"The design has no board number {index + 1}.")
    old = design.dashboards[index].name
    event, shared = design.event, sum(board.name == old for board in design.dashboards) > 1
    if event is not None and old and not shared:
        event = replace(event, boards=tuple(_renamed(entry, old, name) for entry in event.boards))
    return replace(with_dashboard(design, replace(design.dashboards[index], name=name), index), event=event)


def _renamed(entry: BoardAt, old: str, name: str) -> BoardAt:
    """An entry of an event that calls a board by its new name."""
    board, *others = (name if each == old else each for each in entry.names)
    return replace(entry, board=board, others=tuple(others))


def waive(design: Design, waiver: Waiver) -> Design:
    """The design with a finding waived."""
    return replace(design, waivers=(*design.waivers, waiver))
