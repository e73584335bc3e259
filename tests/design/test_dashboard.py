from __future__ import annotations

import pytest

from designer.design import dashboard as edit
from designer.design.dashboard import COLUMN, SLOTS, Dashboard, track_types, usable_slots
from designer.design.document import (
    Design,
    Waiver,
    rename_dashboard,
    waive,
    with_category,
    with_dashboard,
    without_category,
    without_dashboard,
)
from designer.design.event import BoardAt, Event
from designer.design.values import EditError, FrozenMap


def board(*types: str) -> Dashboard:
    result = Dashboard("Test")
    for slot, kind in zip(("T1", "T2", "T3"), types, strict=False):
        result = edit.put(result, slot, kind)
    return result


def test_a_board_has_seventeen_slots_in_three_columns() -> None:
    assert len(SLOTS) == 17
    assert [sum(COLUMN[slot] == column for slot in SLOTS) for column in (1, 2, 3)] == [3, 3, 11]


def test_on_the_favourite_everything_is_usable_and_each_further_type_loses_the_slots_right_of_it() -> None:
    three = board("gravel", "asphalt", "snow")
    below = {
        kind: [slot for slot in usable_slots(three, kind) if slot not in ("T1", "T2", "T3")]
        for kind in ("gravel", "asphalt", "snow")
    }
    assert len(below["gravel"]) == 14
    assert set(below["gravel"]) - set(below["asphalt"]) == {"A1", "A2"}
    assert set(below["gravel"]) - set(below["snow"]) == {"A1", "A2", "B1", "B2"}
    assert usable_slots(three, "wet") == ()


def test_free_top_row_slots_hold_other_tokens() -> None:
    two = edit.put(board("snow", "gravel"), "T3", "sisu")
    assert track_types(two) == ("snow", "gravel")
    assert "T3" in usable_slots(two, "gravel")
    assert "T3" in usable_slots(two, "snow")


def test_swap_and_clear() -> None:
    one = edit.put(board("gravel"), "C1", "gear-1")
    assert dict(edit.swap(one, "C1", "C5").slots) == {"T1": "gravel", "C5": "gear-1"}
    assert edit.swap(edit.swap(one, "C1", "T1"), "C1", "T1") == one
    assert dict(edit.clear(one, "C1").slots) == {"T1": "gravel"}
    with pytest.raises(EditError, match="already empty"):
        edit.clear(one, "C2")
    with pytest.raises(EditError, match="no slot Z9"):
        edit.put(one, "Z9", "gear-1")
    with pytest.raises(EditError, match="no slot Z9"):
        edit.swap(one, "C1", "Z9")


def test_moving_keeps_track_types_in_the_top_row() -> None:
    two = edit.put(board("gravel", "snow"), "C1", "gear-1")
    assert track_types(edit.move(two, "T1", "T2")) == ("snow", "gravel")
    assert edit.move(two, "C1", "A1").slots["A1"] == "gear-1"
    with pytest.raises(EditError, match="lies in the top row"):
        edit.move(two, "C1", "T1")


def test_setting_track_types_makes_room_and_says_when_there_is_none() -> None:
    one = edit.put(board("gravel"), "T2", "sisu")
    two = edit.with_types(one, ("snow", "gravel"))
    assert track_types(two) == ("snow", "gravel")
    assert two.slots["C10"] == "sisu"
    full = edit.new(("gravel",), dict.fromkeys(SLOTS[1:], "brake"))
    with pytest.raises(EditError, match="no empty slot for brake"):
        edit.with_types(full, ("gravel", "snow"))
    with pytest.raises(EditError, match="room for 3"):
        edit.with_types(one, ("gravel", "snow", "asphalt", "dry"))


def test_a_layout_is_laid_turned_over_and_lifted() -> None:
    layout = {"C10": "r", "C9": "no-boost"}
    plain = edit.put(board("gravel"), "C10", "brake")
    built = edit.lay(plain, "r6", layout)
    assert (built.category, built.slots["C10"], built.slots["C8"]) == ("r6", "r", "brake")
    turned = edit.flip(built, "C9", layout)
    assert turned.slots["C9"] == edit.BLANK
    assert edit.flip(turned, "C9", layout) == built
    assert edit.lift(turned, layout).slots == edit.put(board("gravel"), "C8", "brake").slots
    with pytest.raises(EditError, match="no token of the category's layout"):
        edit.flip(built, "C8", layout)


def test_next_empty_slot_and_changes() -> None:
    one = edit.put(edit.put(board("gravel"), "C1", "gear-1"), "C2", "gear-2")
    assert [edit.next_empty(one, slot) for slot in ("C1", "C10", "T1")] == ["C3", "A1", "T1"]
    assert edit.next_empty(edit.new((), dict.fromkeys(SLOTS, "brake")), "C1") == "C1"
    assert edit.changes(one, edit.clear(one, "C2")) == {"C2": ("gear-2", None)}


def test_renaming_a_board_follows_into_the_event() -> None:
    design = Design(dashboards=(Dashboard("A"), Dashboard("B")), event=Event(boards=(BoardAt("start", "A"),)))
    renamed = rename_dashboard(design, 0, "C")
    assert renamed.event is not None
    assert [entry.board for entry in renamed.event.boards] == ["C"]
    assert [each.name for each in renamed.dashboards] == ["C", "B"]
    with pytest.raises(EditError, match="no board number 3"):
        rename_dashboard(design, 2, "X")


def test_categories_of_ones_own_are_replaced_by_id() -> None:
    design = with_category(with_category(Design(), {"id": "a", "name": "A"}), {"id": "b", "name": "B"})
    again = with_category(design, {"id": "a", "name": "AA"})
    assert [record["name"] for record in again.categories] == ["AA", "B"]
    assert [record["id"] for record in without_category(again, "a").categories] == ["b"]
    with pytest.raises(EditError, match="no SET-UP category c"):
        without_category(again, "c")


def test_slots_are_listed_in_board_order_and_unknown_ones_last() -> None:
    odd = Dashboard(slots=FrozenMap({"X": "boost", "C2": "coast", "T1": "gravel"}))
    assert [slot for slot, _ in odd] == ["T1", "C2", "X"]


def test_boards_and_waivers_of_a_design() -> None:
    design = with_dashboard(with_dashboard(Design(), board("gravel")), board("snow"))
    changed = with_dashboard(design, board("asphalt"), 0)
    assert [track_types(item) for item in changed.dashboards] == [("asphalt",), ("snow",)]
    assert without_dashboard(changed, 0).dashboards == (board("snow"),)
    with pytest.raises(EditError, match="no board number 5"):
        with_dashboard(design, board("snow"), 4)
    with pytest.raises(EditError, match="no board number 3"):
        without_dashboard(design, 2)
    assert waive(design, Waiver("STG001")).waivers == (Waiver("STG001"),)
