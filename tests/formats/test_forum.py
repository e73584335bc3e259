"""A board as text for a forum."""

from __future__ import annotations

from designer import catalog
from designer.design.dashboard import BLANK, SLOTS, Dashboard, flip, lay, new
from designer.design.values import frozen
from designer.formats import forum

BOARD = new(
    ("gravel", "snow"),
    {"T3": "sisu", "A1": "gear-6", "B1": "brake", "C1": "gear-1", "C10": "coast"},
    "Mule",
    "Take it [b]easy[/b].",
)


def test_slots_are_drawn_as_they_lie() -> None:
    assert forum.drawing(BOARD) == [
        "                        SISU  |  SNOW  |  GRAV",
        "1     .     .     .     .     |  BRK   |  6",
        ".     .     .     .     CST   |  .     |  .",
    ]


def test_every_slot_is_drawn_once() -> None:
    drawn = [slot for row in forum.ROWS for slot in row if slot]
    assert sorted(drawn) == sorted(SLOTS)


def test_every_token_of_the_catalog_has_a_short_word() -> None:
    kinds = catalog.tokens().dashboard.kinds
    words = {
        token: forum.drawing(Dashboard(slots=frozen({"C1": token})))[1].split()[0]
        for token in kinds
        if token not in ("no-gear-6", "no-gear-5")
    }
    assert len(set(words.values())) == len(words)


def test_bbcode_sets_the_drawing_in_a_code_block_and_lets_no_tag_of_the_notes_through() -> None:
    text = forum.board_text(BOARD, [["", "gravel"], ["Danger limit", "9"]], bbcode=True)
    assert text.startswith("[b]Mule[/b]\n[code]\n")
    assert "Danger limit  9\n[/code]\n" in text
    assert text.endswith("Take it (b)easy(/b).\n")


def test_plain_text_keeps_notes_as_they_are() -> None:
    assert forum.board_text(BOARD).endswith("Take it [b]easy[/b].\n")


def test_a_turned_restriction_is_told_as_a_house_rule() -> None:
    category = catalog.setup_categories()["r6"]
    board = lay(new(("gravel",), name="Six"), "r6", category["layout"])
    assert "House rule" not in forum.board_text(board, category=category)
    turned = flip(
        board, next(slot for slot, token in category["layout"].items() if token == "no-boost"), category["layout"]
    )
    assert BLANK in turned.slots.values()
    assert "SET-UP R6\nHouse rule: boost is allowed" in forum.board_text(turned, category=category)


def test_a_comparison_as_text() -> None:
    assert forum.comparison_text("Climb", [["", "A"], ["Time", "9 s"]], ["B: no token"]) == (
        "Climb\n      A\nTime  9 s\nB: no token\n"
    )
    assert forum.comparison_text("Climb", [["", "A"]], bbcode=True) == "[b]Climb[/b]\n[code]\n  A\n[/code]\n"
