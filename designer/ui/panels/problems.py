"""The list of findings: follows every edit, leads to the place, and applies fixes."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QElapsedTimer, QModelIndex, QPersistentModelIndex, QPoint, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QIcon, QPainter, QPaintEvent, QPalette, QPen, QPixmap, QPolygonF, QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QHeaderView,
    QInputDialog,
    QMenu,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from designer.design.document import Waiver, waive
from designer.drawing import signs
from designer.drawing.signs import SEVERITY_COLOURS, SEVERITY_SIGNS
from designer.ui.panels.keys import keep_keys
from designer.ui.session import Session
from designer.validation import Finding, Fix
from designer.validation.fixing import apply_fix

PROBLEM, FIX, WHERE, CODE, RULE = range(5)
#: Rows whose messages are wrapped; lists that are longer stay quick with one line a row.
WRAPPED = 150
#: Pixels of width below which only problem, fix and code are shown.
NARROW = 620
FINDING_ROLE = Qt.ItemDataRole.UserRole
FINE = "No problems: everything fits the rules."


def severity_icon(severity: str) -> QIcon:
    """A sign that differs by shape as well as by colour: disc, triangle or square."""
    picture = QPixmap(32, 32)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(QColor("#ffffff"), 1.5))
    painter.setBrush(SEVERITY_COLOURS[severity])
    if severity == "error":
        painter.drawEllipse(2, 2, 28, 28)
    elif severity == "warning":
        painter.drawPolygon(QPolygonF([QPoint(16, 1), QPoint(31, 30), QPoint(1, 30)]))
    else:
        painter.drawRoundedRect(3, 3, 26, 26, 5, 5)
    painter.translate(16, 20 if severity == "warning" else 16)
    signs.text(painter, SEVERITY_SIGNS[severity], 18, signs.PAPER)
    painter.end()
    return QIcon(picture)


class ProblemList(QTreeWidget):
    """The rows of findings; when there are none it says so. (To hide it would lay out the whole window anew.)"""

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self.topLevelItemCount():
            painter = QPainter(self.viewport())
            painter.setPen(self.palette().color(QPalette.ColorRole.Text))
            painter.drawText(self.viewport().rect(), int(Qt.AlignmentFlag.AlignCenter), FINE)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave out in a narrow list what the tooltip or the message say, too."""
        super().resizeEvent(event)
        self.setColumnHidden(RULE, event.size().width() < NARROW)
        self.setColumnHidden(WHERE, event.size().width() < NARROW)


class WholeWords(QStyledItemDelegate):
    """Rows as high as their words need in the width of their column (Qt's tree asks for one line only)."""

    def __init__(self, tree: QTreeWidget) -> None:
        super().__init__(tree)
        self.tree = tree

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        hint = super().sizeHint(option, index)
        if self.tree.uniformRowHeights():
            return hint
        used = 2 * (self.tree.style().pixelMetric(QStyle.PixelMetric.PM_FocusFrameHMargin) + 1)
        used += self.tree.iconSize().width() + used if index.column() == PROBLEM else 0
        room = QRect(0, 0, max(60, self.tree.columnWidth(index.column()) - used), 10_000)
        words = self.tree.fontMetrics().boundingRect(room, int(Qt.TextFlag.TextWordWrap), str(index.data()))
        return QSize(hint.width(), max(hint.height(), words.height() + 4))


class ProblemsPanel(QWidget):
    """Findings of the session's design. ``visited`` carries the finding whose place should be shown."""

    visited = Signal(object)
    counted = Signal(str)

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self._fixed = QElapsedTimer()
        self._icons = {severity: severity_icon(severity) for severity in SEVERITY_COLOURS}
        self._shown: tuple[Finding, ...] | None = None
        self.list = ProblemList()
        self.list.setObjectName("problems")
        self.list.setAccessibleName("Problems")
        self.list.setHeaderLabels(["Problem", "Fix", "Where", "Code", "Rule"])
        self.list.setRootIsDecorated(False)
        self.list.setWordWrap(True)
        self.list.setItemDelegate(WholeWords(self.list))
        self.list.setAlternatingRowColors(True)
        self.list.setIconSize(QSize(16, 16))
        self.list.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        header = self.list.header()
        header.setMinimumSectionSize(40)
        header.setStretchLastSection(False)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        # The message is what matters: the others keep to a width and can be drawn wider.
        header.setMinimumSectionSize(40)
        for column, width in ((FIX, 130), (WHERE, 110), (CODE, 64), (RULE, 100)):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Interactive)
            header.resizeSection(column, width)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.list)
        keep_keys(self.list)
        # Rows are as high as their words need in the width that there is.
        self._widths = QTimer(self)
        self._widths.setSingleShot(True)
        self._widths.setInterval(30)
        self._widths.timeout.connect(self.list.scheduleDelayedItemsLayout)
        header.sectionResized.connect(self._widths.start)
        self.list.itemClicked.connect(self._clicked)
        self.list.itemActivated.connect(self._visit)
        self.list.customContextMenuRequested.connect(self._menu)
        session.checked.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """List the findings of the current design."""
        found = self.session.findings
        if found == self._shown:
            return
        self._shown = found
        self.list.clear()
        self.list.setUniformRowHeights(len(found) > WRAPPED)
        muted = self.palette().color(QPalette.ColorRole.PlaceholderText)
        link = self.palette().color(QPalette.ColorRole.Link)
        underlined = self.list.font()
        underlined.setUnderline(True)
        for finding in found:
            message = finding.message + (" (accepted)" if finding.waived else "")
            row = QTreeWidgetItem(
                [message, _fix_words(finding), finding.place.text(), finding.code, str(finding.source)]
            )
            row.setIcon(0, self._icons[str(finding.severity)])
            row.setData(0, FINDING_ROLE, finding)
            hint = "\n".join(f"Fix: {fix.name}" for fix in finding.fixes)
            row.setToolTip(
                0, f"{str(finding.severity).capitalize()}: {finding.message}\n{finding.source}\n{hint}".strip()
            )
            row.setToolTip(RULE, str(finding.source))
            if row.text(FIX):
                row.setForeground(FIX, link)
                row.setFont(FIX, underlined)
                row.setToolTip(FIX, hint)
            if finding.waived:
                for column in range(5):
                    row.setForeground(column, muted)
            self.list.addTopLevelItem(row)
        self.counted.emit(self.title())

    def title(self) -> str:
        """The panel's title with the number of open findings."""
        count = Counter(str(finding.severity) for finding in self.session.findings if finding.waived is None)
        total = sum(count.values())
        return f"Problems ({total})" if total else "Problems"

    def menu_for(self, finding: Finding) -> QMenu:
        """The menu of a finding: show it, apply one of its fixes."""
        menu = QMenu(self)
        menu.addAction("Show the place", lambda: self.visited.emit(finding))
        if finding.fixes:
            menu.addSeparator()
        for fix in finding.fixes:
            menu.addAction(f"Fix: {fix.name}").triggered.connect(partial(self.apply, finding, fix))
        menu.addSeparator()
        if finding.waived is None:
            menu.addAction("Accept it\N{HORIZONTAL ELLIPSIS}").triggered.connect(partial(self.accept, finding))
        else:
            menu.addAction("No longer accept it").triggered.connect(partial(self.no_longer_accept, finding))
        return menu

    def accept(self, finding: Finding, checked: bool = False) -> None:
        """Ask why a finding is accepted, and note it in the design (``checked`` comes with a menu's signal)."""
        reason, given = QInputDialog.getText(self, f"Accept {finding.code}", f"{finding.message}\n\nWhy is this meant?")
        if not given:
            return
        if not reason.strip():
            self.session.refused.emit("Say why: whoever reads it later will ask.")
            return
        waiver = Waiver(finding.code, finding.place.text(), reason.strip(), self.session.design.author)
        self.session.edit(f"Accept {finding.code}", lambda design: waive(design, waiver))

    def no_longer_accept(self, finding: Finding, checked: bool = False) -> None:
        """Take the waiver of a finding out of the design."""
        self.session.edit(
            f"No longer accept {finding.code}",
            lambda design: replace(
                design, waivers=tuple(waiver for waiver in design.waivers if waiver != finding.waived)
            ),
        )

    def apply(self, finding: Finding, fix: Fix, checked: bool = False) -> None:
        """Apply a fix of a finding as one undoable edit, or say why it would not help (``checked`` comes with a
        menu's signal)."""
        self.session.edit(fix.name, lambda design: apply_fix(design, finding, fix))

    def _clicked(self, row: QTreeWidgetItem, column: int) -> None:
        finding: Finding = row.data(0, FINDING_ROLE)
        # The second click of a double click meets whatever row has moved up after the first.
        again = self._fixed.isValid() and self._fixed.elapsed() < QApplication.doubleClickInterval()
        if again:
            return
        self.visited.emit(finding)
        if column == FIX and row.text(FIX):
            self._fixed.start()
            if len(finding.fixes) == 1:
                self.apply(finding, finding.fixes[0])
            else:
                self._pop_up(self.menu_for(finding), row)

    def _pop_up(self, menu: QMenu, row: QTreeWidgetItem) -> None:
        place = self.list.visualItemRect(row)
        left = self.list.columnViewportPosition(FIX)
        menu.exec(self.list.viewport().mapToGlobal(QPoint(left, place.bottom())))

    def _visit(self, row: QTreeWidgetItem) -> None:
        self.visited.emit(row.data(0, FINDING_ROLE))

    def _menu(self, point: QPoint) -> None:
        row = self.list.itemAt(point)
        if row is not None:
            self.menu_for(row.data(0, FINDING_ROLE)).exec(self.list.viewport().mapToGlobal(point))


def _fix_words(finding: Finding) -> str:
    """What the column of fixes says."""
    if finding.waived is not None or not finding.fixes:
        return ""
    return finding.fixes[0].name if len(finding.fixes) == 1 else f"{len(finding.fixes)} fixes\N{HORIZONTAL ELLIPSIS}"
