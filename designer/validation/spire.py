"""Basics of a spire: columns, colours, cards, the fatigue line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace

from designer.design.document import Design
from designer.model.compiled import CompiledDesign
from designer.validation.codes import finding
from designer.validation.finding import Finding, Fix, Location
from designer.words import listed

#: Hold rows with the first optional rule. Race for the Summit, Optional Rules.
NINE = 9
PLAYERS = range(2, 7)


def columns(compiled: CompiledDesign) -> Iterator[Finding]:
    """Number of columns, their colours, heights, holds and summits."""
    spire = compiled.design.spire
    if spire is None:
        return
    count = len(spire.columns)
    if spire.players is not None and spire.players not in PLAYERS:
        yield finding(
            "SPI001",
            f"The spire is laid out for {spire.players}; two to six players can climb.",
            Location(path="spire.players"),
        )
    elif spire.players is not None:
        wanted = compiled.rules.number(f"summit.columns_for_{spire.players}")
        if count != wanted:
            yield finding(
                "SPI001",
                f"The spire has {count} columns; {spire.players} players climb {wanted}. Add or "
                "remove columns, or change the number of players.",
                Location(path="spire.columns"),
            )
    nine = compiled.rules.switch("summit.nine_rows")
    rows = min(NINE, compiled.rules.number("summit.hold_rows")) if nine else compiled.rules.number("summit.hold_rows")
    first: dict[str, int] = {}
    for number, column in enumerate(spire.columns):
        place = Location(column=number)
        if column.colour in first:
            yield finding(
                "SPI002",
                f"Columns {first[column.colour] + 1} and {number + 1} are both {column.colour}. "
                "Give each column its own colour.",
                place,
            )
        first.setdefault(column.colour, number)
        if len(column.holds) not in (rows, NINE):
            rule = "the house rule summit.nine_rows" if nine else "nine with the first optional rule"
            yield finding(
                "SPI003",
                f"The {column.colour} column has {len(column.holds)} hold cards; {rows} belong "
                f"above its Start ({rule}).",
                place,
            )
        counts = Counter(card.hold for card in column.holds)
        twice = [hold for hold, times in counts.items() if times > 1]
        if twice:
            yield finding(
                "SPI004",
                f"The {column.colour} column has {listed(twice)} more than once; each hold type "
                "is there once in a colour.",
                place,
            )
        if not column.summit:
            yield finding("SPI006", f"The {column.colour} column has no summit card. Put one on top.", place)


def fatigue(compiled: CompiledDesign) -> Iterator[Finding]:
    """The fatigue line lies between two rows of hold cards."""
    spire = compiled.design.spire
    if spire is None or spire.fatigue_above is None or not spire.columns:
        return
    rows = max(len(column.holds) for column in spire.columns)
    if not 1 <= spire.fatigue_above < rows:
        fixes = (Fix(f"Move it above row {rows // 2}", _line_at(rows // 2)),) if rows >= 2 else ()
        yield finding(
            "SPI005",
            f"The fatigue line lies above row {spire.fatigue_above}, which is not between two rows "
            f"of holds: there are {rows} rows.",
            Location(path="spire.fatigue_above"),
            fixes,
        )


def _line_at(row: int) -> Callable[[Design], Design]:
    def edit(design: Design) -> Design:
        return design if design.spire is None else replace(design, spire=replace(design.spire, fatigue_above=row))

    return edit


CHECKS = (columns, fatigue)
