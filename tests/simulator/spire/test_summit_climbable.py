"""What the checks call impossible is not climbed, and the other way round: one place decides, in one sentence."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from designer import validation
from designer.design.document import Design
from designer.design.spire import Climber, Column, HoldCard, Spire, put_hold, set_fatigue, set_players, set_summit
from designer.design.values import FrozenMap, frozen
from designer.simulator.common.batching import SimulationError
from designer.simulator.spire.batches import run_batch
from designer.summit import dealing
from designer.validation.finding import Finding, Severity
from tests.hurry import examples

#: Four players, five columns of ten; two anchored summit cards and three anchorless ones.
FOUR = dealing.deal(4, seed=3)
#: A deck is as its author makes it, so a count of bolts that is not the printed one can be played.
PLAYED = {"SPI009"}


def errors(design: Design) -> list[Finding]:
    found = validation.validate(design, select=["SPI"])
    return [finding for finding in found if finding.severity is Severity.ERROR and finding.code not in PLAYED]


def refusal(design: Design) -> str | None:
    try:
        run_batch(design, games=1, policies=("bold",))
    except SimulationError as error:
        return str(error)
    return None


def column(spire: Spire, number: int, **changes: Any) -> Spire:
    columns = list(spire.columns)
    columns[number] = replace(columns[number], **changes)
    return replace(spire, columns=tuple(columns))


def shortened(spire: Spire, number: int, rows: int) -> Spire:
    return column(spire, number, holds=spire.columns[number].holds[:rows])


def crowned(spire: Spire, *summits: str) -> Spire:
    for number, summit in enumerate(summits):
        spire = set_summit(spire, number, summit)
    return spire


SPLITS = {
    "three anchors for four players": ["anchored-sketchy"] * 2 + ["anchored-positive"] + ["anchorless-sketchy"] * 2,
    "one anchor for four players": ["anchored-sketchy"] + ["anchorless-sketchy"] * 2 + ["anchorless-positive"] * 2,
    "more of a card than there are": ["anchored-positive"] * 2 + ["anchorless-sketchy"] * 2 + ["anchorless-positive"],
}


@pytest.mark.parametrize(
    ("code", "spire"),
    [
        ("SPI003", shortened(FOUR, 2, 9)),
        ("SPI003", shortened(FOUR, 0, 3)),
        ("SPI003", replace(FOUR, columns=tuple(replace(each, holds=()) for each in FOUR.columns))),
        *(("SPI013", crowned(FOUR, *summits)) for summits in SPLITS.values()),
        ("SPI012", crowned(FOUR, *["anchorless-sketchy", "anchorless-positive"] * 2, "anchorless-sketchy")),
        ("SPI001", set_players(FOUR, 5)),
        ("SPI001", replace(FOUR, players=7)),
        ("SPI001", Spire()),
        ("SPI002", column(FOUR, 1, colour=FOUR.columns[0].colour)),
        ("SPI004", put_hold(FOUR, 0, 1, FOUR.columns[0].holds[4].hold)),
        ("SPI005", replace(FOUR, fatigue_above=10)),
        ("SPI005", replace(FOUR, fatigue_above=None)),
        ("SPI006", set_summit(FOUR, 3, None)),
        ("SPI006", set_summit(FOUR, 3, "")),
        ("SPI008", put_hold(FOUR, 0, 1, "Ledge")),
        ("SPI014", replace(FOUR, climbers=tuple(Climber() for _ in range(5)))),
        ("SPI014", replace(FOUR, players=None, climbers=(Climber("Hiro"), Climber("Hiro")))),
    ],
)
def test_what_validate_calls_impossible_is_not_climbed(code: str, spire: Spire) -> None:
    found = errors(Design(spire=spire))
    assert code in {finding.code for finding in found}
    assert refusal(Design(spire=spire)) in {finding.message for finding in found}


def test_a_line_above_the_last_row_with_option_one_is_refused_by_both() -> None:
    """Line 9 lies between two of ten rows; with nine rows it lies above the last one, whatever is laid."""
    ten = Design(spire=replace(FOUR, fatigue_above=9, environment=None))
    assert not errors(ten)
    assert refusal(ten) is None
    house = replace(ten, house_rules=frozen({"summit.nine_rows": True}))
    assert [finding.code for finding in errors(house)] == ["SPI005"]
    assert refusal(house) == "The fatigue line must lie between two rows of hold cards, not above row 9 of 9."
    nine = tuple(replace(each, holds=each.holds[:9]) for each in FOUR.columns)
    cut = replace(house, spire=replace(FOUR, columns=nine, fatigue_above=9, environment=None))
    assert refusal(cut) == errors(cut)[0].message
    for line in range(1, 9):
        assert refusal(replace(house, spire=set_fatigue(FOUR, line))) is None


def test_the_fix_lays_the_line_between_two_rows_that_are_climbed() -> None:
    house = Design(
        spire=replace(FOUR, fatigue_above=9, environment=None), house_rules=frozen({"summit.nine_rows": True})
    )
    mended = errors(house)[0].fixes[0].apply(house)
    assert not errors(mended)
    bare = Design(spire=replace(FOUR, fatigue_above=None))
    mended = errors(bare)[0].fixes[0].apply(bare)
    assert mended.spire is not None
    assert mended.spire.fatigue_above == FOUR.fatigue_above
    assert not validation.validate(mended, select=["SPI"])


@st.composite
def spires(draw: st.DrawFn) -> Spire:
    """Dealt spires with something wrong here and there."""
    players = draw(st.integers(2, 6))
    spire = dealing.deal(players, draw(st.integers(0, 50)))
    for _ in range(draw(st.integers(0, 3))):
        number = draw(st.integers(0, len(spire.columns) - 1))
        change: Callable[[Spire], Spire] = draw(
            st.sampled_from(
                [
                    lambda old, at=number: shortened(old, at, 9),
                    lambda old, at=number: shortened(old, at, 0),
                    lambda old, at=number: set_summit(old, at, "anchored-positive"),
                    lambda old, at=number: set_summit(old, at, "anchorless-sketchy"),
                    lambda old, at=number: set_summit(old, at, None),
                    lambda old, at=number: column(old, at, colour="orange"),
                    lambda old: replace(old, fatigue_above=None, environment=None),
                    lambda old: replace(old, fatigue_above=9, environment=None),
                    lambda old: replace(old, players=None),
                    lambda old: replace(old, players=3),
                    lambda old: replace(old, columns=old.columns[1:] or old.columns),
                    lambda old: replace(old, columns=(*old.columns, Column("pink", (HoldCard("Jug"),)))),
                    lambda old: replace(old, climbers=(Climber("Hiro", "red"), Climber("Gym"))),
                    lambda old: replace(old, climbers=(Climber("Hiro"), Climber("Hiro"))),
                    lambda old: replace(old, columns=tuple(replace(c, holds=c.holds[:8]) for c in old.columns)),
                    lambda old: replace(old, deck=FrozenMap({"name": "Scrap"})),
                ]
            )
        )
        spire = change(spire)
        if not spire.columns:
            break
    return spire


@settings(max_examples=examples(80), deadline=None)
@given(spires(), st.booleans())
def test_validate_and_simulate_agree_on_every_spire(spire: Spire, nine: bool) -> None:
    design = Design(spire=spire, house_rules=frozen({"summit.nine_rows": True} if nine else {}))
    found, told = errors(design), refusal(design)
    assert (told is None) == (not found)
    assert told is None or told in {finding.message for finding in found}
