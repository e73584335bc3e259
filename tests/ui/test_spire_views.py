"""The spire flat and round: what is drawn where, and what gestures ask for."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QImage, QMouseEvent, QPainter
from pytestqt.qtbot import QtBot

from designer import rules
from designer.design import spire as spire_edits
from designer.design.document import Design
from designer.design.spire import Climber, Spire
from designer.drawing.spire import cards
from designer.drawing.spire.table import Table, deck_of, of_board, of_spire
from designer.simulator.spire.batches import run_once
from designer.simulator.spire.board import replay
from designer.summit import dealing
from designer.summit import deck as decks
from designer.ui import theme
from designer.ui.app import application
from designer.ui.spire.cylinder import CylinderView
from designer.ui.spire.flat import FlatView
from tests.ui.gestures import settle

RULES = rules.load()


def laid(players: int = 4) -> Spire:
    spire = dealing.deal(players, seed=3)
    colours = [column.colour for column in spire.columns]
    return replace(spire, climbers=(Climber("Granite", colours[0]), Climber("River", colours[2])))


def table(spire: Spire | None = None) -> Table:
    spire = spire or laid()
    return of_spire(spire, decks.of(spire), RULES)


@pytest.fixture
def flat(qtbot: QtBot) -> FlatView:
    application()
    theme.use("light")
    view = FlatView()
    qtbot.addWidget(view)
    view.resize(1000, 820)
    view.show_table(table())
    view.show()
    qtbot.waitExposed(view)
    return view


@pytest.fixture
def round_view(qtbot: QtBot) -> CylinderView:
    application()
    view = CylinderView()
    qtbot.addWidget(view)
    view.resize(560, 820)
    view.show_table(table())
    view.show()
    qtbot.waitExposed(view)
    return view


def drag(qtbot: QtBot, view: FlatView | CylinderView, start: QPoint, end: QPoint) -> None:
    qtbot.mousePress(view, Qt.MouseButton.LeftButton, pos=start)
    for step in range(1, 6):
        qtbot.mouseMove(view, start + (end - start) * step / 5)
        move(view, start + (end - start) * step / 5)
    qtbot.mouseRelease(view, Qt.MouseButton.LeftButton, pos=end)


def move(view: FlatView | CylinderView, at: QPoint) -> None:
    """A move with the button held, which the offscreen platform does not send by itself."""
    view.mouseMoveEvent(
        QMouseEvent(
            QEvent.Type.MouseMove,
            QPointF(at),
            view.mapToGlobal(QPointF(at)),
            Qt.MouseButton.NoButton,
            Qt.MouseButton.LeftButton,
            Qt.KeyboardModifier.NoModifier,
        )
    )


def colours_of(image: QImage) -> set[str]:
    return {image.pixelColor(x, y).name() for x in range(0, image.width(), 3) for y in range(0, image.height(), 3)}


# What is shown ---------------------------------------------------------------------------------------------------


def test_every_colour_has_a_shape_of_its_own() -> None:
    colours = decks.standard().colours
    assert len({cards.shape_of(colour) for colour in colours}) == len(colours)
    assert len({cards.colour_of(colour).name() for colour in colours}) == len(colours)


def test_every_class_has_a_letter_a_shape_and_a_colour() -> None:
    assert set(cards.CLASS_LOOK) == set(decks.CLASSES)
    assert len({form for _, form in cards.CLASS_LOOK.values()}) == len(decks.CLASSES)
    assert len({colour for colour, _ in cards.CLASS_LOOK.values()}) == len(decks.CLASSES)


def test_every_climber_has_letters_and_a_paint() -> None:
    names = [character.name for character in decks.standard().characters]
    assert len({cards.initials(name) for name in names}) == len(names)
    assert len({cards.climber_colour(name).name() for name in names}) == len(names)


def test_a_card_says_what_it_is() -> None:
    shown = table()
    deck = decks.standard()
    for column in range(len(shown.columns)):
        for row in range(1, shown.rows + 1):
            card = shown.face((column, row))
            assert card is not None
            assert card.bolted == deck.is_bolted(shown.colours[column], card.name)
            words = shown.words((column, row), "Granite")
            assert card.name in words
            assert ("not bolted" in words) != card.bolted
            assert f"{decks.CLASS_WORDS[deck.class_of('Granite', card.name)]} for Granite" in words
    assert "here: Granite" in shown.words((0, 0))


def test_a_grey_name_is_bolted_and_a_brown_one_not() -> None:
    spire = laid()
    deck = decks.of(spire)
    application()
    inks = {}
    for bolted in (True, False):
        hold = next(hold for hold in deck.holds if deck.is_bolted("red", hold) is bolted)
        face = replace(
            next(face for face in table().columns[0] if face is not None and face.kind == "hold"),
            name=hold,
            up=True,
            bolted=bolted,
        )
        image = QImage(300, 116, QImage.Format.Format_RGB32)
        image.fill(Qt.GlobalColor.white)
        painter = QPainter(image)
        painter.scale(2, 2)
        cards.paint_card(painter, face, "red", cards.CardLook())
        painter.end()
        found = {image.pixelColor(x, y).name() for x in range(120, 290) for y in range(10, 54)}
        inks[bolted] = (cards.BOLTED.name() in found, cards.UNBOLTED.name() in found)
    assert inks == {True: (True, False), False: (False, True)}


def test_what_lies_face_down_can_be_hidden(flat: FlatView) -> None:
    flat.look = replace(flat.look, xray=False)
    hidden = flat.grab().toImage()
    flat.look = replace(flat.look, xray=True)
    assert flat.grab().toImage() != hidden


def test_a_card_that_the_deck_does_not_have_is_shown_and_told() -> None:
    spire = spire_edits.put_hold(laid(), 1, 4, "Ledge")
    shown = table(spire)
    assert "not in the deck" in shown.words((1, 4))


def test_no_spire_says_what_to_do(flat: FlatView, round_view: CylinderView) -> None:
    for view in (flat, round_view):
        view.show_table(Table())
        assert not view.grab().isNull()
        assert view.place_at(QPointF(200, 200)) is None


def test_the_table_of_a_game_has_its_climbers_and_quickdraws() -> None:
    spire = laid()
    game = run_once(Design(spire=spire), seed=2)
    board = replay(game.log)
    shown = of_board(board, deck_of(spire), RULES)
    assert {figure.character for figure in shown.figures} == {seat.character for seat in board.seats}
    assert set(shown.quickdraws) == {seat.quickdraw for seat in board.seats if seat.quickdraw is not None}
    assert shown.top == board.top
    turned = sum(face is not None and face.up for column in shown.columns for face in column)
    assert turned == sum(up for column in board.up for up in column)


# Gestures on the flat view --------------------------------------------------------------------------------------


def test_places_and_points_agree(flat: FlatView) -> None:
    for column in range(5):
        for row in range(12):
            assert flat.place_at(QPointF(flat.point_of((column, row)))) == (column, row)


def test_dragging_a_card_onto_another_asks_to_exchange_them(qtbot: QtBot, flat: FlatView) -> None:
    with qtbot.waitSignal(flat.swap_wanted) as asked:
        drag(qtbot, flat, flat.point_of((0, 2)), flat.point_of((0, 7)))
    assert asked.args == [(0, 2), (0, 7)]


def test_dragging_the_line_asks_for_its_row(qtbot: QtBot, flat: FlatView) -> None:
    between = (flat.point_of((0, 3)) + flat.point_of((0, 4))) / 2
    start = flat.line_point()
    with qtbot.waitSignal(flat.fatigue_wanted) as asked:
        drag(qtbot, flat, start, QPoint(start.x(), between.y()))
    assert asked.args == [3]


def test_the_line_stays_between_two_rows_of_holds(qtbot: QtBot, flat: FlatView) -> None:
    start = flat.line_point()
    with qtbot.waitSignal(flat.fatigue_wanted) as asked:
        drag(qtbot, flat, start, QPoint(start.x(), 2))
    assert asked.args == [9]


def test_dragging_a_climber_asks_for_another_start(qtbot: QtBot, flat: FlatView) -> None:
    with qtbot.waitSignal(flat.start_wanted) as asked:
        drag(qtbot, flat, flat.point_of((2, 0)), flat.point_of((4, 0)))
    assert asked.args == [1, 4]


def test_keys_walk_round_the_spire_turn_lock_and_exchange(qtbot: QtBot, flat: FlatView) -> None:
    flat.setFocus()
    flat.set_cursor((0, 1))
    qtbot.keyClick(flat, Qt.Key.Key_Left)
    assert flat.cursor_at == (4, 1)
    qtbot.keyClick(flat, Qt.Key.Key_End)
    assert flat.cursor_at == (4, 11)
    qtbot.keyClick(flat, Qt.Key.Key_Down)
    for key, signal in ((Qt.Key.Key_F, flat.turn_wanted), (Qt.Key.Key_L, flat.lock_wanted)):
        with qtbot.waitSignal(signal) as asked:
            qtbot.keyClick(flat, key)
        assert asked.args == [(4, 10)]
    qtbot.keyClick(flat, Qt.Key.Key_Space)
    qtbot.keyClick(flat, Qt.Key.Key_Down)
    with qtbot.waitSignal(flat.swap_wanted) as swapped:
        qtbot.keyClick(flat, Qt.Key.Key_Return)
    assert swapped.args == [(4, 10), (4, 9)]
    with qtbot.waitSignal(flat.fatigue_wanted) as line:
        qtbot.keyClick(flat, Qt.Key.Key_PageUp)
    assert line.args == [(flat.table.fatigue or 0) + 1]


def test_a_game_on_show_cannot_be_edited(qtbot: QtBot, flat: FlatView) -> None:
    flat.editable = False
    asked: list[object] = []
    flat.swap_wanted.connect(lambda *places: asked.append(places))
    flat.turn_wanted.connect(asked.append)

    def edit() -> None:
        drag(qtbot, flat, flat.point_of((0, 2)), flat.point_of((0, 7)))
        qtbot.mouseDClick(flat, Qt.MouseButton.LeftButton, pos=flat.point_of((0, 2)))
        qtbot.keyClick(flat, Qt.Key.Key_F)
        settle()

    edit()
    assert asked == []
    flat.editable = True
    edit()
    assert len(asked) >= 2, "the same gestures edit what can be edited"


def test_holds_and_summits_do_not_change_places(flat: FlatView) -> None:
    assert flat.may_swap((0, 1), (0, 2))
    assert flat.may_swap((0, 11), (1, 11))
    assert not flat.may_swap((0, 11), (0, 10))
    assert not flat.may_swap((0, 0), (1, 0))
    flat.show_table(table(spire_edits.lock_card(laid(), 0, 2)))
    assert not flat.may_swap((0, 1), (0, 2))


# The round view -------------------------------------------------------------------------------------------------


def test_the_round_view_is_turned_by_dragging(qtbot: QtBot, round_view: CylinderView) -> None:
    before = round_view.turn
    middle = round_view.rect().center()
    drag(qtbot, round_view, middle, middle - QPoint(90, 0))
    assert round_view.turn > before
    qtbot.waitUntil(lambda: round_view.turn == round(round_view.turn), timeout=60_000)


def test_keys_turn_it_round_and_round(qtbot: QtBot, round_view: CylinderView) -> None:
    round_view.setFocus()
    for expected in (1, 2, 3, 4, 0):
        qtbot.keyClick(round_view, Qt.Key.Key_Right)
        qtbot.waitUntil(lambda want=expected: round_view.turn % 5 == want, timeout=60_000)  # type: ignore[misc]
        assert round_view.front == expected


def test_the_column_in_front_is_clicked(qtbot: QtBot, round_view: CylinderView) -> None:
    round_view.set_turn(3)
    assert round_view.front == 3
    assert 3 in round_view.in_sight()
    with qtbot.waitSignal(round_view.chosen) as chosen:
        qtbot.mouseClick(round_view, Qt.MouseButton.LeftButton, pos=round_view.point_of((3, 6)))
    assert chosen.args == [(3, 6)]


def test_a_column_comes_to_the_front_the_shorter_way(qtbot: QtBot, round_view: CylinderView) -> None:
    round_view.bring(4)
    qtbot.waitUntil(lambda: round_view.turn == -1, timeout=60_000)
    assert round_view.front == 4


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_both_views_draw_every_number_of_players(
    qtbot: QtBot, flat: FlatView, round_view: CylinderView, players: int
) -> None:
    spire = laid(players)
    for view in (flat, round_view):
        view.show_table(table(spire))
        image = view.grab().toImage()
        assert len(colours_of(image)) > 20
    assert 1 <= len(list(round_view.in_sight())) < len(spire.columns)
