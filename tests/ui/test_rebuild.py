"""Climb 1 and Climb 2 are rebuilt from an empty canvas, by the keyboard alone and by the mouse alone."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QDrag, QDragEnterEvent, QDragMoveEvent, QDropEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from designer import catalog
from designer.design.hexes import EDGES, Hex, distance, opposite, turned
from designer.design.stage import PlacedTile, Stage
from designer.formats import native
from designer.graph import route as routes
from designer.graph import stage_graph
from designer.ui.main_window import MainWindow
from designer.ui.panels.piece_list import PIECE_ROLE, PieceList

LEFT = Qt.MouseButton.LeftButton
NONE = Qt.KeyboardModifier.NoModifier
CONTROL = Qt.KeyboardModifier.ControlModifier
NAMES = ["climb-1", "climb-2"]


def focused() -> QWidget:
    """The widget that keys go to; whoever presses keys cannot choose it."""
    widget = QApplication.focusWidget()
    assert widget is not None
    return widget


def press(key: Qt.Key, modifiers: Qt.KeyboardModifier = NONE) -> None:
    QTest.keyClick(focused(), key, modifiers)


def words(official: Stage) -> Iterator[tuple[PlacedTile, str]]:
    """The road tiles of a stage in driving order, as one types them: id and where the road leads."""
    graph = stage_graph.build(official)
    for section in routes.build(graph).sections:
        steps = (EDGES.index(section.exit) - EDGES.index(opposite(section.entry))) % 6
        yield graph.placed(section.hex), "s" if steps == 0 else "r" if steps < 3 else "l"


def same(window: MainWindow, official: Stage) -> bool:
    """Whether the stage is the official one, tile for tile, hex for hex, turn for turn, token for token."""
    return native.stage_to_data(window.session.stage) == native.stage_to_data(official)


def cursor_to(window: MainWindow, place: Hex) -> None:
    """Walk the keyboard's cursor to a hex with the arrow keys."""
    canvas = window.canvas
    if canvas.cursor_hex is None:
        press(Qt.Key.Key_Up)
    for _ in range(200):
        here = canvas.cursor_hex
        assert here is not None
        if here == place:
            return
        if here.r != place.r:
            press(Qt.Key.Key_Right if here.r < place.r else Qt.Key.Key_Left)
        else:
            press(Qt.Key.Key_Up if here.q < place.q else Qt.Key.Key_Down)
    raise AssertionError(f"the cursor did not come to {place}")


@pytest.mark.parametrize("name", NAMES)
def test_by_the_keyboard_alone(window, stages, name):
    official = native.load(stages / f"{name}.json").stage
    window.activateWindow()
    press(Qt.Key.Key_F6)
    assert focused() is window.canvas
    typed = list(words(official))
    (start, _), others = typed[0], typed[1:]
    # The start is taken in hand, brought to its hex and turned so that its lettering looks where the road goes; from
    # there the road goes on by itself. (Official starts may lie the other way round: see below.)
    ahead = turned(routes.build(stage_graph.build(official)).sections[0].exit, start.rotation)
    side = catalog.sides()[start.tile]
    (read_to,) = set(side.edges) - {side.line.lettered_from}
    wanted = (EDGES.index(ahead) - EDGES.index(read_to)) % 6
    press(Qt.Key.Key_F, CONTROL)
    QTest.keyClicks(focused(), start.tile)
    press(Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert focused() is window.canvas
    cursor_to(window, start.hex)
    for _ in range((wanted - window.hands.rotation_for(start.tile, start.hex)) % 6):
        press(Qt.Key.Key_R)
    press(Qt.Key.Key_Return)
    press(Qt.Key.Key_F, CONTROL)
    for placed, leads in others:
        QTest.keyClicks(focused(), f"{placed.tile} {leads}")
        press(Qt.Key.Key_Return)
    road = {placed.hex: placed.tile for placed, _ in typed}
    assert {placed.hex: placed.tile for placed in window.session.stage} == road, "the road lies on the official hexes"
    for placed in official:
        if placed.hex not in road:
            press(Qt.Key.Key_F, CONTROL)
            QTest.keyClicks(focused(), placed.tile)
            press(Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
            cursor_to(window, placed.hex)
            press(Qt.Key.Key_Return)
            assert window.session.tile(placed.hex) is not None
    press(Qt.Key.Key_F6)
    for placed in official:
        # A straight may lie with either end ahead: the official picture shows one of them.
        mine = window.session.tile(placed.hex)
        if mine.rotation != placed.rotation or mine.tokens != placed.tokens:
            cursor_to(window, placed.hex)
            press(Qt.Key.Key_Return)
            for _ in range((placed.rotation - mine.rotation) % 6):
                press(Qt.Key.Key_R)
    assert same(window, official)
    assert not [finding for finding in window.session.findings if finding.severity == "error"]


def wheel_to(shown: PieceList, piece: str) -> QPoint:
    """Turn the wheel over a palette until a piece is in view; the answer is its middle."""
    model, view = shown.pieces, shown.viewport()
    index = next(model.index(row) for row in range(model.rowCount()) if model.index(row).data(PIECE_ROLE).text == piece)
    for _ in range(2000):
        spot = shown.visualRect(index).center()
        if view.rect().contains(spot):
            return spot
        by = -120 if spot.y() > 0 else 120
        at = QPointF(view.rect().center())
        QApplication.sendEvent(
            view,
            QWheelEvent(
                at,
                QPointF(view.mapToGlobal(at.toPoint())),
                QPoint(),
                QPoint(0, by),
                Qt.MouseButton.NoButton,
                NONE,
                Qt.ScrollPhase.NoScrollPhase,
                False,
            ),
        )
    raise AssertionError(f"{piece} does not come into view")


class Mouse:
    """A mouse that can drag from the palette to the canvas. The window system's part of a drag, which cannot run
    without a screen, is played here with the very data that the palette offers."""

    def __init__(self, window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
        self.window = window
        self.goal = QPoint()
        self.allowed = False
        monkeypatch.setattr(QDrag, "exec", lambda drag, *args: self._carry(drag))

    def _carry(self, drag: QDrag) -> Qt.DropAction:
        view = self.window.canvas
        args = (Qt.DropAction.CopyAction, drag.mimeData(), LEFT, NONE)
        QApplication.sendEvent(view.viewport(), QDragEnterEvent(self.goal, *args))
        QApplication.sendEvent(view.viewport(), QDragMoveEvent(self.goal, *args))
        self.allowed = self.window.scene.ghost.isVisible() and self.window.scene.ghost.allowed
        QApplication.sendEvent(view.viewport(), QDropEvent(QPointF(self.goal), *args, QEvent.Type.Drop))
        return Qt.DropAction.CopyAction

    def drag(self, tile: str, place: Hex) -> None:
        """Drag a tile from the palette to a hex."""
        shown = self.window.pieces.tiles
        spot = wheel_to(shown, f"tile:{tile}")
        self.goal = self.window.canvas.point_of(place)
        assert self.window.canvas.viewport().rect().contains(self.goal), place
        QTest.mousePress(shown.viewport(), LEFT, NONE, spot)
        QTest.mouseMove(shown.viewport(), spot + QPoint(12, 3))
        QTest.mouseMove(shown.viewport(), spot + QPoint(40, 10))
        QTest.mouseRelease(shown.viewport(), LEFT, NONE, spot + QPoint(40, 10))

    def click(self, place: Hex) -> None:
        """Click a hex."""
        QTest.mouseClick(self.window.canvas.viewport(), LEFT, NONE, self.window.canvas.point_of(place))

    def button(self, name: str) -> None:
        """Click a button of the toolbar."""
        button = self.window.bar.widgetForAction(self.window.actions_by_name[name])
        QTest.mouseClick(button, LEFT, NONE, button.rect().center())


@pytest.mark.parametrize("name", NAMES)
def test_by_the_mouse_alone(window, stages, monkeypatch, name):
    official = native.load(stages / f"{name}.json").stage
    mouse = Mouse(window, monkeypatch)
    window.resize(1400, 900)
    for _ in range(5):
        mouse.button("zoom-out")
    canvas = window.canvas
    # Bring the middle of the stage to come to the middle of the view, by the middle button.
    middle = max(
        (placed.hex for placed in official), key=lambda place: -max(distance(place, other.hex) for other in official)
    )
    centre, start = canvas.viewport().rect().center(), canvas.point_of(middle)
    QTest.mousePress(canvas.viewport(), Qt.MouseButton.MiddleButton, NONE, start)
    QTest.mouseMove(canvas.viewport(), centre)
    QTest.mouseRelease(canvas.viewport(), Qt.MouseButton.MiddleButton, NONE, centre)
    typed = [placed for placed, _ in words(official)]
    fillers = [placed for placed in official if placed not in typed]
    for placed in (*typed, *fillers):
        mouse.drag(placed.tile, placed.hex)
        assert mouse.allowed
        mine = window.session.tile(placed.hex)
        assert mine is not None
        assert mine.tile == placed.tile
        steps = (placed.rotation - mine.rotation) % 6
        for _ in range(min(steps, 6 - steps)):
            mouse.button("turn" if steps <= 3 else "turn-back")
    assert same(window, official)
    assert not [finding for finding in window.session.findings if finding.severity == "error"]
