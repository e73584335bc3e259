"""The tabs of one design: pages that need more room than there is scroll, so that they never make the window grow."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QTabWidget, QWidget


class Views(QTabWidget):
    """Tabs whose pages may stand in scroll areas; from outside a page is simply a page."""

    def __init__(self) -> None:
        super().__init__()
        self.setDocumentMode(True)
        self._frames: dict[QWidget, QScrollArea] = {}

    def add_scrolled(self, page: QWidget, words: str) -> None:
        """Add a page that scrolls where it has not enough room."""
        frame = QScrollArea()
        frame.setFrameShape(QFrame.Shape.NoFrame)
        frame.setWidgetResizable(True)
        frame.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        frame.setWidget(page)
        self._frames[page] = frame
        self.addTab(frame, words)

    def currentWidget(self) -> QWidget | None:  # type: ignore[override]
        """The page in front."""
        page = super().currentWidget()
        return page.widget() if isinstance(page, QScrollArea) and page in self._frames.values() else page

    def setCurrentWidget(self, page: QWidget) -> None:
        """Bring a page to the front."""
        super().setCurrentWidget(self._frames.get(page, page))

    def minimumSizeHint(self) -> QSize:
        """Small: what does not fit scrolls."""
        return QSize(240, 120)
