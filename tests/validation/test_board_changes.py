"""What may be changed on a board when (Climb, "Hillclimbing" and "Repairs and Tire changes")."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from designer.design.dashboard import SLOTS, TOP_ROW, TRACK_TYPES, Dashboard, changes, new, put
from designer.design.document import Design
from designer.design.event import WHEN, BoardAt, Event
from designer.validation import Finding, validate

GEARS = {"C1": "gear-1", "C2": "gear-2", "C3": "gear-3"}
TWO = new(("gravel", "snow"), {**GEARS, "T3": "sisu"}, "Two")
OTHER_TYRES = new(("snow", "gravel"), {**GEARS, "T3": "sisu"}, "Other tyres")
REBUILT = new(("gravel", "snow"), {**GEARS, "C4": "brake"}, "Rebuilt")


def found(kind: str, *sequence: tuple[str, str], driver: str = "", tries: int | None = None) -> list[Finding]:
    event = Event(kind, tries=tries, boards=tuple(BoardAt(when, board, driver) for when, board in sequence))
    design = Design(dashboards=(TWO, OTHER_TYRES, REBUILT), event=event)
    return [finding for finding in validate(design) if finding.code in ("EVT005", "EVT006", "EVT007", "EVT008")]


def codes(kind: str, *sequence: tuple[str, str], tries: int | None = None) -> list[str]:
    return [finding.code for finding in found(kind, *sequence, tries=tries)]


def test_everything_may_change_between_tries_and_at_repairs() -> None:
    assert codes("hillclimb", ("start", "Two"), ("between-tries", "Rebuilt"), ("between-tries", "Other tyres")) == []
    assert codes("rally", ("start", "Two"), ("repairs", "Rebuilt")) == []


def test_at_a_tyre_change_only_track_types_change_places() -> None:
    assert codes("rally", ("start", "Two"), ("tyre-change", "Other tyres")) == []
    wrong = found("rally", ("start", "Two"), ("tyre-change", "Rebuilt"))
    assert [finding.code for finding in wrong] == ["EVT006"]
    assert "changes T3 and C4 at a tyre change" in wrong[0].message
    assert wrong[0].place.path == "event.boards[1]"


def test_no_track_type_comes_or_goes_at_a_tyre_change() -> None:
    fewer = new(("snow",), {**GEARS, "T3": "sisu"}, "Fewer")
    event = Event("rally", boards=(BoardAt("start", "Two"), BoardAt("tyre-change", "Fewer")))
    messages = [
        finding.message
        for finding in validate(Design(dashboards=(TWO, fewer), event=event))
        if finding.code == "EVT006"
    ]
    assert len(messages) == 1
    assert "none comes or goes" in messages[0]


def test_nothing_changes_in_the_middle_of_the_drive() -> None:
    assert codes("stage", ("start", "Two"), ("drive", "Two")) == []
    assert codes("stage", ("start", "Two"), ("drive", "Other tyres")) == ["EVT006"]


def test_a_hillclimb_has_one_gap_less_than_tries_and_no_repairs() -> None:
    twice = (("start", "Two"), ("between-tries", "Rebuilt"), ("between-tries", "Two"))
    assert codes("hillclimb", *twice, tries=3) == []
    assert codes("hillclimb", *twice, tries=2) == ["EVT007"]
    assert codes("hillclimb", *twice, ("between-tries", "Two")) == ["EVT007"]
    assert codes("hillclimb", ("start", "Two"), ("repairs", "Rebuilt")) == ["EVT007"]


def test_a_driver_starts_once_and_first() -> None:
    assert codes("rally", ("repairs", "Two")) == ["EVT007"]
    assert codes("rally", ("start", "Two"), ("start", "Two")) == ["EVT007"]


def test_each_driver_has_a_sequence_of_his_own() -> None:
    event = Event(
        "rally",
        boards=(
            BoardAt("start", "Two", "Ann"),
            BoardAt("start", "Rebuilt", "Bob"),
            BoardAt("tyre-change", "Other tyres", "Ann"),
        ),
    )
    design = Design(dashboards=(TWO, OTHER_TYRES, REBUILT), event=event)
    assert not [finding for finding in validate(design) if finding.code in ("EVT006", "EVT007")]
    assert "Driver Bob" in found("rally", ("start", "Donkey"), driver="Bob")[0].message


@pytest.mark.parametrize("when", WHEN)
def test_a_board_that_the_design_lacks_is_named(when: str) -> None:
    told = [finding for finding in found("rally", ("start", "Two"), (when, "Donkey")) if finding.code == "EVT005"]
    assert len(told) == 1
    assert "Donkey" in told[0].message
    assert "Two, Other tyres and Rebuilt" in told[0].message


@given(st.sampled_from([slot for slot in SLOTS if slot not in TOP_ROW]), st.sampled_from(["brake", "coast", "sisu"]))
def test_any_token_exchanged_at_a_tyre_change_is_told(slot: str, token: str) -> None:
    after = put(Dashboard("After", TWO.slots), slot, token)
    event = Event("rally", boards=(BoardAt("start", "Two"), BoardAt("tyre-change", "After")))
    told = [finding for finding in validate(Design(dashboards=(TWO, after), event=event)) if finding.code == "EVT006"]
    assert len(told) == 1
    assert slot in told[0].message
    assert not {name for name, _ in changes(TWO, after).values()} & set(TRACK_TYPES)
