from __future__ import annotations

import pytest

from designer.design import dashboard as edit
from designer.design.dashboard import COLUMN, SLOTS, Dashboard, track_types, usable_slots
from designer.design.document import Design, Waiver, waive, with_dashboard, without_dashboard
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
    below = {kind: [slot for slot in usable_slots(three, kind) if slot not in ("T1", "T2", "T3")]
             for kind in ("gravel", "asphalt", "snow")}
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
