"""Pace notes: the co-driver's reading of the stage; a click on a note goes to its tile."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QLabel, QListWidget, QListWidgetItem, QPushButton, QVBoxLayout, QWidget

from designer.readings import pace_notes
from designer.readings.pace_notes import Note
from designer.ui.panels.keys import keep_keys
from designer.ui.session import Session

HEX_ROLE = Qt.ItemDataRole.UserRole


class NotesPanel(QWidget):
    """The notes of the session's stage, one a row. ``visited`` carries a hex to show."""

    visited = Signal(object)

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.notes: tuple[Note, ...] = ()
        self.seen = True
        self.list = QListWidget()
        self.list.setObjectName("pace-notes")
        self.list.setAccessibleName("Pace notes")
        self.list.setAlternatingRowColors(True)
        self.list.setFlow(QListWidget.Flow.TopToBottom)
        self.list.setWrapping(True)
        self.list.setResizeMode(QListWidget.ResizeMode.Adjust)
        self.nothing = QLabel("Pace notes appear once a road leads on from a start tile.")
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.nothing.setWordWrap(True)
        self.copy_button = QPushButton("Copy as text")
        self.copy_button.setToolTip("Put the notes on the clipboard as they are read aloud")
        self.help = QLabel("A number is the gear that the inside of a corner allows; distances are spaces.")
        self.help.setWordWrap(True)
        foot = QHBoxLayout()
        foot.addWidget(self.help, 1)
        foot.addWidget(self.copy_button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(4, 2, 4, 4)
        layout.setSpacing(3)
        layout.addWidget(self.list, 1)
        layout.addWidget(self.nothing, 1)
        layout.addLayout(foot)
        keep_keys(self.list)
        self.list.itemClicked.connect(self._visit)
        self.list.itemActivated.connect(self._visit)
        self.copy_button.clicked.connect(self.copy)
        session.changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Read the current stage, once the panel is in sight."""
        if not self.seen:
            return
        found = self.session.pace_notes if len(self.session.stage) else ()
        if found != self.notes:
            self.notes = found
            self.list.clear()
            for note in found:
                row = QListWidgetItem(note.text)
                row.setData(HEX_ROLE, note.hex)
                details = [f"on tile {note.tile}, space {note.space}"]
                if note.outside is not None:
                    details.append(f"the outside allows gear {note.outside}")
                row.setToolTip("; ".join(details))
                font = row.font()
                font.setBold(note.danger == "high" and note.kind == "corner")
                row.setFont(font)
                self.list.addItem(row)
            # Columns as wide as the longest note, which may be bold.
            bold = self.list.font()
            bold.setBold(True)
            metrics = QFontMetrics(bold)
            width = max((metrics.horizontalAdvance(note.text) for note in found), default=60)
            self.list.setGridSize(QSize(width + 40, metrics.height() + 5))
        self.list.setVisible(bool(found))
        self.nothing.setVisible(not found)
        self.copy_button.setEnabled(bool(found))

    def set_seen(self, seen: bool) -> None:
        """Follow the design while the panel is in sight (a dock behind another counts as shown for Qt)."""
        self.seen = seen
        if seen:
            self.refresh()

    def copy(self) -> None:
        """Put the notes on the clipboard."""
        QGuiApplication.clipboard().setText(pace_notes.read(self.notes))
        self.session.told.emit("Copied the pace notes.")

    def _visit(self, row: QListWidgetItem) -> None:
        self.visited.emit(row.data(HEX_ROLE))
