"""The boards of an event: which board a driver has from when on."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QLineEdit,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from designer import catalog
from designer.design.document import Design
from designer.design.event import MOMENTS, WAYS, WHEN, BoardAt, Event
from designer.formats.limits import limit
from designer.model.lineup import car_classes
from designer.ui.session import Session

#: How the panel says in which way a driver chooses.
WAY_WORDS = {
    "listed": "as listed",
    "estimate": "fastest by estimate",
    "look-ahead": "fastest, searched ahead",
    "track-type": "by track type",
    "best-time": "by best time",
}


class SequencePanel(QWidget):
    """Lists an event's boards in order and adds or removes one; what is wrong stands beside each."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.table = QTableWidget(0, 4)
        self.table.setObjectName("sequence")
        self.table.setAccessibleName("Boards of the event")
        self.table.setHorizontalHeaderLabels(["When", "Board", "Driver", "Allowed"])
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setAlternatingRowColors(True)
        header = self.table.horizontalHeader()
        for column in range(3):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(3, QHeaderView.ResizeMode.Stretch)
        self.when = QComboBox()
        for name in WHEN:
            self.when.addItem(MOMENTS[name].capitalize(), name)
        self.board = QComboBox()
        self.board.setMinimumContentsLength(14)
        self.others = QLineEdit()
        self.others.setPlaceholderText("others to choose from, by commas")
        self.others.setMaxLength(2000)
        self.choose = QComboBox()
        self.choose.setAccessibleName("How the driver chooses")
        for way in WAYS:
            self.choose.addItem(WAY_WORDS[way], way)
        self.driver = QLineEdit()
        self.driver.setPlaceholderText("driver (may be empty)")
        self.driver.setMaxLength(limit("event", "boards.driver"))
        self.add_button = QPushButton("Add")
        self.remove_button = QPushButton("Remove")
        words = QLabel(
            "Boards may be changed at will before the first turn, between tries and at repairs; at a tyre "
            "change only the track type tokens change places, or printed tyre cards of a category. Of several boards "
            "the driver chooses one, where they may change, as the stage lies then."
        )
        words.setWordWrap(True)
        row = QHBoxLayout()
        for widget in (self.when, self.board, self.driver, self.add_button, self.remove_button):
            row.addWidget(widget)
        further = QHBoxLayout()
        further.addWidget(self.others, 1)
        further.addWidget(self.choose)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(4, 4, 4, 4)
        layout.addWidget(words)
        layout.addWidget(self.table, 1)
        layout.addLayout(row)
        layout.addLayout(further)
        self.add_button.clicked.connect(self.add)
        self.remove_button.clicked.connect(self.remove)
        self.refresh()

    def refresh(self) -> None:
        """Show the event of the current design."""
        design = self.session.design
        entries = design.event.boards if design.event else ()
        own = [board.name for board in design.dashboards if board.name]
        names = [*own, *(name for name in (*catalog.standard_boards(), *car_classes()) if name not in own)]
        if names != [self.board.itemText(row) for row in range(self.board.count())]:
            chosen = self.board.currentText()
            self.board.clear()
            self.board.addItems(names)
            # A card that stood first when there were no boards was nobody's choice.
            self.board.setCurrentIndex(max(0, self.board.findText(chosen) if chosen in own else 0))
        self.add_button.setEnabled(bool(names))
        self.remove_button.setEnabled(bool(entries))
        said: dict[str, list[str]] = {}
        for finding in self.session.findings:
            if (finding.place.path or "").startswith("event.boards["):
                said.setdefault(finding.place.path or "", []).append(finding.message)
        self.table.setRowCount(len(entries))
        for number, entry in enumerate(entries):
            problems = said.get(f"event.boards[{number}]", [])
            cells = [
                MOMENTS[entry.when].capitalize(),
                _boards(entry),
                entry.driver,
                " ".join(f"\N{WARNING SIGN} {words}" for words in problems) or "yes",
            ]
            for column, words in enumerate(cells):
                item = QTableWidgetItem(words)
                item.setToolTip(words)
                item.setTextAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
                self.table.setItem(number, column, item)
        self.table.resizeRowsToContents()

    def add(self) -> None:
        """Add the chosen board at the end."""
        others = tuple(name for part in self.others.text().split(",") if (name := part.strip()))
        way = self.choose.currentData()
        entry = BoardAt(
            self.when.currentData(),
            self.board.currentText(),
            self.driver.text().strip(),
            others=others[:20],
            choose="" if way == "listed" else way,
        )

        def edit(design: Design) -> Design:
            event = design.event or Event()
            return replace(design, event=replace(event, boards=(*event.boards, entry)))

        self.session.edit(f"{entry.board} {MOMENTS[entry.when]}", edit)

    def remove(self) -> None:
        """Remove the selected entry, or the last one."""
        event = self.session.design.event
        if event is None or not event.boards:
            return
        row = self.table.currentRow()
        at = row if 0 <= row < len(event.boards) else len(event.boards) - 1

        def edit(design: Design) -> Design:
            boards = design.event.boards[:at] + design.event.boards[at + 1 :] if design.event else ()
            return design if design.event is None else replace(design, event=replace(design.event, boards=boards))

        self.session.edit("Remove a board from the event", edit)


def _boards(entry: BoardAt) -> str:
    """The boards of an entry, and how the driver chooses among them."""
    names = ", ".join(entry.names)
    return f"{names} ({WAY_WORDS[entry.choose or 'listed']})" if entry.choose or entry.others else names
