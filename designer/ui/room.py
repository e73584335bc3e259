"""Room for boards and spire: the docks about the stage step aside while they are in front, and come back after."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QDockWidget, QTabWidget, QWidget

#: Docks that say nothing about boards or a spire.
STAGE_DOCKS = ("Pieces", "Inspector", "Facts")


class Room(QObject):
    """Watches the tabs of a window for pages that need the room of some docks."""

    def __init__(self, views: QTabWidget, pages: Sequence[QWidget], docks: Mapping[str, QDockWidget]) -> None:
        super().__init__(views)
        self.views, self.pages, self.docks = views, tuple(pages), docks
        self._aside: list[QDockWidget] = []
        views.currentChanged.connect(self.follow)

    def follow(self, index: int = -1) -> None:
        """Make room, or give it back, as the tab in front asks (``index`` comes with the signal)."""
        if self.views.currentWidget() not in self.pages:
            self.give_back()
        elif not self._aside:
            self._aside = [self.docks[name] for name in STAGE_DOCKS if not self.docks[name].isHidden()]
            for dock in self._aside:
                dock.hide()

    def give_back(self) -> None:
        """Show the docks again that stepped aside."""
        aside, self._aside = self._aside, []
        for dock in aside:
            dock.show()
