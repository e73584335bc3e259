"""What is left in the tray agrees with the check of the supply."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from designer import catalog
from designer.design.dashboard import Dashboard, put
from designer.design.document import Design, Inventory
from designer.design.values import frozen
from designer.validation import validate
from designer.validation.supply import tokens_left

KINDS = sorted(catalog.tokens().dashboard.kinds)
ONE = Inventory(boxes=frozen({"dirt-climb": 1}))


def short(board: Dashboard, inventory: Inventory | None) -> bool:
    design = Design(dashboards=(board,), inventory=inventory)
    return any(finding.code == "BRD012" for finding in validate(design))


def test_nothing_is_left_without_a_climb_box() -> None:
    left = tokens_left(Dashboard(), Inventory(boxes=frozen({"dirt-core-box": 1})))
    assert set(left.values()) == {0}


def test_two_sided_pieces_serve_once() -> None:
    board = Dashboard(slots=frozen({f"X{number}": "gravel" for number in range(6)}))
    assert tokens_left(board, ONE)["gravel"] == 0
    assert tokens_left(board, ONE)["dry"] == 0
    assert tokens_left(board, ONE)["wet"] == 6


@given(st.sampled_from(KINDS), st.lists(st.sampled_from(KINDS), max_size=17))
def test_so_many_more_fit_and_not_one_more(token: str, lying: list[str]) -> None:
    board = Dashboard(slots=frozen({f"X{number}": name for number, name in enumerate(lying)}))
    left = tokens_left(board, ONE)[token]
    if short(board, ONE):
        return
    assert left >= 0
    full = Dashboard(slots=frozen({**board.slots, **{f"Y{number}": token for number in range(left)}}))
    assert not short(full, ONE)
    over = Dashboard(slots=frozen({**full.slots, "Z": token}))
    assert short(over, ONE)


def test_one_of_each_box_without_an_inventory() -> None:
    board = put(Dashboard(), "C1", "sisu")
    assert tokens_left(board) == tokens_left(board, ONE)
