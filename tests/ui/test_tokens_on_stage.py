"""Tokens on the stage: where they stand, what they draw, laying them by keyboard."""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from designer.design import stage as stage_edits
from designer.design.hexes import Hex, centre, neighbour, turned
from designer.design.stage import Stage, Token
from designer.formats import native
from designer.ui.piece import Piece
from tests.ui.gestures import settle


def drop_token(window, kind, place, towards):
    x, y = centre(place)
    ex, ey = centre(neighbour(place, towards))
    window.canvas.set_hover(place, x + (ex - x) * 0.4, y + (ey - y) * 0.4)
    return window.hands.place_piece(Piece(token=kind), place)


def test_an_arch_stands_on_the_edge_nearest_to_the_pointer(window, stages):
    window.files.open_path(stages / "rx2-ss1.json")
    official = window.session.stage
    for placed in official:
        for token in placed.tokens:
            window.session.edit_stage("Take", lambda stage, placed=placed, token=token: _without(stage, placed, token))
    assert not [token for placed in window.session.stage for token in placed.tokens]
    for placed in official:
        for token in placed.tokens:
            assert drop_token(window, token.kind, placed.hex, turned(token.place, placed.rotation))
    assert native.stage_to_data(window.session.stage) == native.stage_to_data(official)


def _without(stage: Stage, placed, token) -> Stage:
    return stage_edits.take_token(stage, placed.hex, token.kind, token.value)


def test_a_standee_inside_a_tile_can_look_both_ways(window):
    window.hands.append("204a")
    x, y = centre(Hex(0, 0))
    places = []
    window.session.arm("token:finish")
    for _ in range(2):
        window.canvas.set_hover(Hex(0, 0), x, y)
        places.append(window.hands.token_for(Piece(token="finish"), window.session.tile(Hex(0, 0))).place)
        window.hands.turn(1)
    first, second = (place.split(">") for place in places)
    assert first == second[::-1]


def test_an_arch_needs_a_road(climb):
    filler = next(tile.hex for tile in climb.session.stage if tile.tile[0] == "9")
    assert not climb.hands.place_piece(Piece(token="joker-exit"), filler)
    assert "has none" in climb.hint.text()


def test_what_tokens_do_is_drawn(climb):
    place = next(tile.hex for tile in climb.session.stage if tile.tile == "217a")
    settle()
    pictures = [climb.grab().toImage()]
    for token in (Token("climb", -1), Token("cloud"), Token("oxygen", -2)):
        climb.session.edit_stage("Put", lambda stage, token=token: _with(stage, place, token))
        settle()
        pictures.append(climb.grab().toImage())
    assert all(one != other for one, other in pairwise(pictures))
    item = climb.scene.item_at_hex(place)
    assert item.driven, "the arrows know which way the tile is driven"
    climb.session.select([])
    climb.actions_by_name["stage-reverse"].trigger()
    entry, leave = item.driven[0]
    assert climb.scene.item_at_hex(place).driven == ((leave, entry),) or item.placed.token("climb").value == 1


def _with(stage: Stage, place, token) -> Stage:
    return stage_edits.put_token(stage, place, token)


def test_tokens_are_laid_by_the_keyboard_alone(climb):
    climb.activateWindow()
    QTest.keyClick(climb.canvas, Qt.Key.Key_T, Qt.KeyboardModifier.ControlModifier)
    shown = QApplication.focusWidget()
    assert shown is climb.pieces.tokens
    for _ in range(30):
        if shown.currentIndex().data() == "Cloud":
            break
        QTest.keyClick(shown, Qt.Key.Key_Right)
    QTest.keyClick(shown, Qt.Key.Key_Return)
    assert QApplication.focusWidget() is climb.canvas
    assert climb.canvas.cursor_hex is not None
    place = climb.canvas.cursor_hex
    QTest.keyClick(climb.canvas, Qt.Key.Key_Return)
    assert [token.kind for token in climb.session.tile(place).tokens] == ["cloud"]


def test_a_problem_at_an_edge_does_not_hide_the_arch_there(window):
    window.hands.append("204a")
    assert drop_token(window, "joker-entrance", Hex(0, 0), "A")
    item = window.scene.item_at_hex(Hex(0, 0))
    places = {edge: item.badge_at(edge) for edge in "AD"}
    assert abs(places["D"].x()) < 1
    assert abs(places["A"].x()) > 62 + 32, "beside the road, as wide as two lanes, and the badge's own half"
    assert item.shape().contains(places["A"])
