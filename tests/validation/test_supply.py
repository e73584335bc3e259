"""What is left in the tray agrees with the check of the supply."""

from __future__ import annotations

from collections import Counter

import networkx as nx
from hypothesis import given
from hypothesis import strategies as st

from designer import catalog
from designer.design.dashboard import Dashboard, put
from designer.design.document import Design, Inventory
from designer.design.values import frozen
from designer.validation import validate
from designer.validation.supply import left_beside_others, tokens_left

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


def together(*boards: Dashboard) -> bool:
    design = Design(dashboards=boards, inventory=ONE)
    return any(finding.code == "BRD012" for finding in validate(design))


@given(st.sampled_from(KINDS), st.lists(st.lists(st.sampled_from(KINDS), max_size=9), min_size=1, max_size=5))
def test_so_many_more_fit_beside_the_other_boards(token: str, lying: list[list[str]]) -> None:
    boards = [Dashboard(slots=frozen({f"X{number}": name for number, name in enumerate(one)})) for one in lying]
    if together(*boards):
        return
    left = left_beside_others(Design(dashboards=tuple(boards), inventory=ONE), 0)[token]
    assert left >= 0
    full = frozen({**boards[0].slots, **{f"Y{number}": token for number in range(left)}})
    assert not together(Dashboard(slots=full), *boards[1:])
    assert together(Dashboard(slots=frozen({**full, "Z": token})), *boards[1:])


@given(st.lists(st.lists(st.sampled_from(KINDS), max_size=12), min_size=1, max_size=4))
def test_pieces_run_out_where_a_flow_through_them_does_not_serve_all_tokens(lying: list[list[str]]) -> None:
    """The same asked another way: tokens are served by the pieces that show them, each piece once."""
    wanted = Counter(name for one in lying for name in one)
    flow = nx.DiGraph()
    for name, count in wanted.items():
        flow.add_edge("boards", name, capacity=count)
    for number, piece in enumerate(catalog.tokens().dashboard.pieces):
        flow.add_edge(number, "box", capacity=piece.count)
        for side in piece.sides:
            flow.add_edge(side, number, capacity=99)
    served = nx.maximum_flow_value(flow, "boards", "box") if wanted else 0
    boards = [Dashboard(slots=frozen({f"X{number}": name for number, name in enumerate(one)})) for one in lying]
    assert together(*boards) == (served < sum(wanted.values()))
