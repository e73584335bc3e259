"""Basics of a spire: whether it can be climbed, its height, for how many it was dealt, how many are named."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from designer.design.document import Design
from designer.design.spire import Spire
from designer.model import climbable
from designer.model.climbable import NINE
from designer.model.compiled import CompiledDesign
from designer.summit import deck as decks
from designer.summit.deck import DeckError
from designer.validation.codes import finding
from designer.validation.finding import Finding, Fix, Location
from designer.words import number_of


def climbed(compiled: CompiledDesign) -> Iterator[Finding]:
    """All that the simulator refuses a spire for, in its words."""
    spire = compiled.design.spire
    if spire is None:
        return
    for reason in climbable.reasons(spire, compiled.rules):
        fixes = _lines(spire, climbable.rows_climbed(spire, compiled.rules)) if reason.code == "SPI005" else ()
        yield finding(
            reason.code, reason.message, Location(column=reason.column, row=reason.row, path=reason.path), fixes
        )


def _lines(spire: Spire, rows: int) -> tuple[Fix, ...]:
    """Where the fatigue line could lie: where the environment says, or else in the middle."""
    if rows < 2:
        return ()
    row = rows // 2
    if spire.fatigue_above is None:
        try:
            named = [card.fatigue_above for card in decks.of(spire).environments if card.name == spire.environment]
        except DeckError:
            named = []
        row = next((line for line in named if 1 <= line < rows), row)
    return (Fix(f"Move it above row {row}", _line_at(row)),)


def _line_at(row: int) -> Callable[[Design], Design]:
    def edit(design: Design) -> Design:
        return design if design.spire is None else replace(design, spire=replace(design.spire, fatigue_above=row))

    return edit


def height(compiled: CompiledDesign) -> Iterator[Finding]:
    """SPI017: columns that are equally high, but not as high as the set-up says."""
    spire = compiled.design.spire
    if spire is None:
        return
    heights = {len(column.holds) for column in spire.columns}
    if len(heights) != 1 or not spire.rows:
        return  # SPI003
    nine = compiled.rules.switch("summit.nine_rows")
    rows = compiled.rules.number("summit.hold_rows")
    rows = min(NINE, rows) if nine else rows
    if spire.rows not in (rows, NINE):
        rule = "the house rule summit.nine_rows" if nine else "nine with the first optional rule"
        yield finding(
            "SPI017",
            f"The columns have {number_of(spire.rows, 'hold card')}; {rows} belong above each Start ({rule}).",
            Location(path="spire.columns"),
        )


def players(compiled: CompiledDesign) -> Iterator[Finding]:
    """SPI018: fewer climb than the spire was dealt for. SPI019: fewer climbers are named than there are players."""
    spire = compiled.design.spire
    if spire is None:
        return
    if told := climbable.fewer(spire, compiled.rules):
        yield finding("SPI018", told, Location(path="spire.players"))
    if any(reason.code == "SPI014" for reason in climbable.reasons(spire, compiled.rules)):
        return  # first who is named has to be right
    named = sum(climber.character is not None or climber.start is not None for climber in spire.climbers)
    if 0 < named < spire.seats:
        yield finding(
            "SPI019",
            f"{number_of(named, 'climber')} named for {number_of(spire.seats, 'player')}: the others choose a "
            "character when the game begins. Name them too, or lay the spire out for fewer.",
            Location(path="spire.climbers"),
        )


CHECKS = (climbed, height, players)
