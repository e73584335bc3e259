"""Tokens on the stage: where they stand, what they draw, laying them by keyboard."""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtCore import Qt, QUrl
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from designer import catalog
from designer.design import stage as stage_edits
from designer.design.hexes import Hex, centre, neighbour, turned
from designer.design.stage import PlacedTile, Stage, Token
from designer.drawing.tiles.picture import stage_image
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


def straight(window):
    """A gravel straight from start to finish, with 205a in its middle at 1,0."""
    for tile in ("202a", "205a", "203a"):
        window.hands.append(tile)
    window.session.select([])
    return Hex(1, 0)


def near(window, place, space, tile="205a"):
    """Point at a space of an unturned tile."""
    x, y = centre(place)
    sx, sy = catalog.sides()[tile].spaces[space].at
    window.canvas.set_hover(place, x + sx - 260, y + sy - 225)


def test_a_jump_is_laid_where_the_pointer_is_turned_with_r_and_undone(window):
    place = straight(window)
    window.session.arm("token:jump")
    near(window, place, "cr")
    window.actions_by_name["turn"].trigger()
    window.hands.place_piece(window.hands.piece(), place)
    (token,) = window.session.tile(place).tokens
    assert token == Token("jump", place="cr", track="gravel", turn=60)
    window.session.undo_stack.undo()
    assert not window.session.tile(place).tokens


def test_r_does_not_turn_what_lies_along_the_road_until_it_is_pressed(window):
    place = straight(window)
    window.session.arm("token:water")
    near(window, place, "al")
    window.hands.place_piece(window.hands.piece(), place)
    assert window.session.tile(place).tokens == (Token("water", place="al", track="gravel"),)


def test_a_token_that_lies_is_turned_and_taken_off_by_the_inspector(window):
    place = straight(window)
    one, other = Token("jump", place="al"), Token("jump", place="cl")
    for token in (one, other):
        window.session.edit_stage("Put", lambda stage, token=token: stage_edits.put_token(stage, place, token))
    window.session.select([place])
    assert "It lies on al, along the road." in window.inspector.text.toPlainText()
    window.inspector.text.anchorClicked.emit(QUrl("turn:0"))
    assert window.session.tile(place).tokens == (Token("jump", place="al", turn=60), other)
    window.session.undo_stack.undo()
    window.inspector.text.anchorClicked.emit(QUrl("take:0"))
    assert window.session.tile(place).tokens == (other,)


def test_the_menu_of_a_tile_turns_and_takes_the_token_that_is_named(window):
    place = straight(window)
    for at in ("al", "cl"):
        token = Token("chicane", place=at)
        window.session.edit_stage("Put", lambda stage, token=token: stage_edits.put_token(stage, place, token))
    actions = {action.text(): action for action in window.menu_for(place).actions()}
    actions["Turn Chicane on cl"].trigger()
    assert [token.turn for token in window.session.tile(place).tokens] == [None, 60]
    actions["Take Chicane on al off"].trigger()
    assert [token.place for token in window.session.tile(place).tokens] == ["cl"]


def test_a_tile_without_an_ordinary_row_takes_no_jump(window):
    window.hands.append("202a")
    window.hands.append("211a")
    assert not window.hands.place_piece(Piece(token="jump"), Hex(1, 0))
    assert "tile 211a has none" in window.hint.text()


def test_the_palette_offers_jumps_water_and_chicanes(window):
    kinds = [piece.token for piece in window.pieces.tokens.pieces.pieces]
    assert kinds[-4:] == ["jump", "water", "chicane", "chicane-limit"]


def test_each_of_them_is_drawn_where_it_lies(window):
    def picture(*tokens):
        return stage_image(Stage((PlacedTile("205a", Hex(0, 0), 0, tokens),)), 0.5)

    bare = picture()

    def changed(*tokens):
        drawn = picture(*tokens)
        rows = [y for y in range(drawn.height()) for x in range(drawn.width()) if drawn.pixel(x, y) != bare.pixel(x, y)]
        return sum(rows) / len(rows) / drawn.height()

    at = [changed(Token("jump", place=name)) for name in ("al", "bl", "cl")]
    assert at[0] > at[1] + 0.1 > at[2] + 0.2, "the road leads up: row a lies lowest"
    pictures = [picture(Token(kind, place="bl")) for kind in ("jump", "water", "chicane", "chicane-limit")]
    pictures += [picture(Token("jump", place="bl", turn=60)), picture(Token("jump", place="bl", track="snow"))]
    assert all(one != other for number, one in enumerate(pictures) for other in pictures[:number])
