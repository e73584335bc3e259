"""Rows of text as a table: what boards can do, and comparisons of builds."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import fill

from PySide6.QtCore import QEvent, Qt, QTimer
from PySide6.QtGui import QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableWidget, QTableWidgetItem

#: What the rows of the table mean.
MEANINGS = {
    "Gear dice": "Gears whose dice may be placed there",
    "Leader": "Leader dice stand in for coast dice on gravel for the first player of a round",
    "Danger limit": "So many dangers in a turn lose control: the printed one, and one more for each empty slot "
    "that can be used there. It falls with every token that is laid",
    "Top gear": "The highest gear that can be reached there at all, in as many turns as it takes",
    "Speeding up": "The longest turn from a standing start in which every die is a higher gear",
    "Quickest": "The turn from a standing start that comes to the top gear in the fewest spaces",
    "Slowing down": "The longest turn from the top gear in which every die is a lower gear",
    "Hardest braking": "The turn from the top gear that comes down in the fewest spaces",
    "Climb up": "Gears from which an ascent line is crossed, and the gear after; coast pair: coast and boost keep the "
    "speed; stuck: nothing fits, the car rolls one space and its turn ends",
    "Climb up, lines": "The most ascent lines that can be crossed in one turn, and the gear to come in",
    "Climb down": "Gears from which a descent line is crossed, and the gear after; coast pair: coast and brake keep "
    "the speed; stuck: nothing fits, the car rolls one space and its turn ends",
    "Climb down, lines": "The most descent lines that can be crossed in one turn, and the gear to come in",
    "Gaps": "Gears missing below the highest one, and what leads over the gap",
    "SISU": "Unspent SISU tokens",
    "Puncture proof": "Puncture proof tyres",
}

#: Up to so many letters a changed cell also shows what it was before; longer ones tell it on hover.
SHORT = 24


class RowsTable(QTableWidget):
    """A table that shows rows of text: the first row is its head, the first cell of each row its name."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setObjectName(name)
        self.setAccessibleName(name)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setAlternatingRowColors(True)
        self.setWordWrap(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ContiguousSelection)
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.horizontalHeader().setMinimumSectionSize(84)
        # Rows are fitted once all columns have their width.
        self._refit = QTimer(self)
        self._refit.setSingleShot(True)
        self._refit.setInterval(0)
        self._refit.timeout.connect(self.resizeRowsToContents)
        self.horizontalHeader().sectionResized.connect(self._refit.start)
        self.verticalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.rows: list[list[str]] = []
        #: What stands in the table's place while it has nothing to show.
        self.nothing = ""
        self._changed: Sequence[Sequence[str]] = ()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        # Qt sends this while the table is still being made, too.
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "_changed"):
            self.show_rows(self.rows, self._changed)

    def show_nothing(self, why: str) -> None:
        """Show words instead of rows."""
        self.nothing = why
        self.setAccessibleDescription(why)
        self.show_rows([])
        self.viewport().update()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self.rowCount():
            painter = QPainter(self.viewport())
            painter.setPen(self.palette().color(QPalette.ColorRole.PlaceholderText))
            painter.drawText(
                self.viewport().rect().adjusted(24, 24, -24, -24),
                Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap,
                self.nothing,
            )

    def show_rows(self, rows: Sequence[Sequence[str]], changed: Sequence[Sequence[str]] = ()) -> None:
        """Show rows. ``changed``: rows of the same shape; cells that differ from them are marked as changed."""
        before = {row[0]: row for row in changed}
        self.rows, self._changed = [list(row) for row in rows], changed
        self.setColumnCount(max(0, len(rows[0]) - 1) if rows else 0)
        self.setRowCount(max(0, len(rows) - 1))
        if not rows:
            return
        # Else the columns keep the width they had when there were more of them.
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.setHorizontalHeaderLabels([fill(name, 12) if "\n" not in name else name for name in rows[0][1:]])
        self.setVerticalHeaderLabels([row[0] for row in rows[1:]])
        for number, row in enumerate(rows[1:]):
            meaning = MEANINGS.get(row[0], "")
            head = self.verticalHeaderItem(number)
            if head is not None:
                head.setToolTip(meaning)
            old = before.get(row[0], row)
            for column, words in enumerate(row[1:]):
                was = old[column + 1] if column + 1 < len(old) else words
                self._show_cell(number, column, words, was, meaning)
        self._refit.start()

    def _show_cell(self, row: int, column: int, words: str, was: str, meaning: str) -> None:
        item = self.item(row, column)
        if item is None:
            item = QTableWidgetItem()
            self.setItem(row, column, item)
        font = self.font()
        font.setBold(was != words)
        item.setFont(font)
        short = was != words and len(words) + len(was) < SHORT
        item.setText(f"{words}  (was {was})" if short else words)
        item.setToolTip(f"{meaning}\nUnharmed: {was}".strip() if was != words else meaning)
        pale = was == words and words in ("none", "-", "0")
        colour = self.palette().color(QPalette.ColorRole.PlaceholderText) if pale else None
        item.setData(Qt.ItemDataRole.ForegroundRole, colour)
