"""The tabs of open designs, above the canvas: a click brings one to the front, the cross closes it."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QTabBar

from designer.ui.command import Command
from designer.ui.session import Session


class DocumentTabs(QTabBar):
    """One tab for each design of the session; hidden while there is only one. ``close_wanted`` carries a document."""

    close_wanted = Signal(object)

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.setObjectName("documents")
        self.setAccessibleName("Open designs")
        self.setTabsClosable(True)
        self.setMovable(True)
        self.setExpanding(False)
        self.setDocumentMode(True)
        self.setElideMode(Qt.TextElideMode.ElideMiddle)
        self.setUsesScrollButtons(True)
        session.documents_changed.connect(self.refresh)
        self.currentChanged.connect(self._bring)
        self.tabMoved.connect(lambda start, to: session.move_document(start, to))
        self.tabCloseRequested.connect(lambda number: self.close_wanted.emit(session.documents[number]))
        self.refresh()

    def refresh(self) -> None:
        """Show the open designs."""
        documents = self.session.documents
        self.blockSignals(True)
        while self.count() > len(documents):
            self.removeTab(self.count() - 1)
        while self.count() < len(documents):
            self.addTab("")
        for number, document in enumerate(documents):
            self.setTabText(number, document.title + (" \N{BULLET}" if document.changed else ""))
            place = str(document.path) if document.path else "not saved to a file yet"
            self.setTabToolTip(number, f"{document.title}: {place}{', changed' if document.changed else ''}")
        self.setCurrentIndex(documents.index(self.session.document))
        self.blockSignals(False)
        self.setVisible(len(documents) > 1)

    def commands(self) -> tuple[Command, ...]:
        """What they offer."""

        def several() -> bool:
            return len(self.session.documents) > 1

        after, before = ("Ctrl+PgDown", "Ctrl+Tab"), ("Ctrl+PgUp", "Ctrl+Shift+Tab")
        return (
            Command("next-design", "&Next design", partial(self.step, 1), after, enabled=several),
            Command("previous-design", "&Previous design", partial(self.step, -1), before, enabled=several),
        )

    def step(self, by: int) -> None:
        """Bring the next design to the front (-1: the one before)."""
        documents = self.session.documents
        number = documents.index(self.session.document)
        self.session.bring_to_front(documents[(number + by) % len(documents)])

    def _bring(self, number: int) -> None:
        if 0 <= number < len(self.session.documents):
            self.session.bring_to_front(self.session.documents[number])

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.MiddleButton:
            number = self.tabAt(event.position().toPoint())
            if number >= 0:
                self.close_wanted.emit(self.session.documents[number])
            return
        super().mouseReleaseEvent(event)
