"""The list of problems: whole messages, fixes to click, and keys that stay in it."""

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from designer.design.hexes import Hex
from designer.ui.panels.problems import FINDING_ROLE, FIX
from designer.validation.finding import Fix
from tests.ui.gestures import settle

NONE = Qt.KeyboardModifier.NoModifier


def rows(panel):
    """The rows of the list."""
    return [panel.list.topLevelItem(number) for number in range(panel.list.topLevelItemCount())]


def turned(window):
    """Make problems that a fix can put right."""
    window.docks["Problems"].raise_()
    window.session.select([Hex(0, 1)])
    window.hands.turn(2)


def test_del_in_the_list_removes_no_tile(climb):
    turned(climb)
    climb.activateWindow()
    settle()
    before = climb.session.design
    panel = climb.problems
    panel.list.setFocus()
    climb.session.select([Hex(0, 1)])
    for key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace, Qt.Key.Key_R, Qt.Key.Key_F):
        QTest.keyClick(panel.list, key)
    assert climb.session.design == before


def test_long_messages_are_wrapped_not_cut(climb):
    turned(climb)
    climb.resize(1024, 700)
    settle()
    panel = climb.problems
    line = panel.list.fontMetrics().lineSpacing()
    width = panel.list.columnWidth(0) - 40
    for row in rows(panel):
        lines = -(-panel.list.fontMetrics().horizontalAdvance(row.text(0)) // width)
        assert panel.list.visualItemRect(row).height() >= line * min(lines, 2)


def test_a_click_on_a_fix_applies_it(climb):
    before = climb.session.design
    turned(climb)
    settle()
    panel = climb.problems
    row = next(row for row in rows(panel) if row.text(FIX).startswith("Turn 209a"))
    panel.list.scrollToItem(row)
    middle = panel.list.visualItemRect(row).center().y()
    QTest.mouseClick(
        panel.list.viewport(),
        Qt.MouseButton.LeftButton,
        NONE,
        QPoint(panel.list.columnViewportPosition(FIX) + 15, middle),
    )
    assert climb.session.design == before


def test_a_fix_that_would_not_help_is_refused_with_the_reason(climb):
    turned(climb)
    before = climb.session.design
    finding = climb.problems.list.topLevelItem(0).data(0, FINDING_ROLE)
    said = []
    climb.session.refused.connect(said.append)
    climb.problems.apply(finding, Fix("Look away", lambda design: design))
    assert climb.session.design == before
    assert said == ["This fix would not put it right here."]
