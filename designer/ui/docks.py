"""Where the panels of the window lie at first, and how large they are."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Protocol, runtime_checkable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDockWidget, QMainWindow, QWidget

_LEFT, _RIGHT, _BOTTOM = (
    Qt.DockWidgetArea.LeftDockWidgetArea,
    Qt.DockWidgetArea.RightDockWidgetArea,
    Qt.DockWidgetArea.BottomDockWidgetArea,
)
#: Panels that do not lie at the bottom, behind each other.
_BESIDE = {"Pieces": _LEFT, "Inspector": _RIGHT, "Facts": _RIGHT}
#: The tabs at the bottom, from left to right.
_TABS = ("Problems", "Simulation", "Race", "Replay", "Pace notes", "History")


@runtime_checkable
class _Follower(Protocol):
    """A panel that works out what it shows only while it is in sight."""

    def set_seen(self, seen: bool) -> None: ...


def make_docks(window: QMainWindow, panels: Mapping[str, QWidget]) -> dict[str, QDockWidget]:
    """Put panels, given by their titles, into docks of the window."""
    window.setDockOptions(
        QMainWindow.DockOption.AnimatedDocks
        | QMainWindow.DockOption.AllowTabbedDocks
        | QMainWindow.DockOption.AllowNestedDocks
    )
    docks = {}
    for name, widget in panels.items():
        dock = docks[name] = QDockWidget(name, window)
        dock.setObjectName(f"dock-{name.lower().replace(' ', '-')}")
        dock.setWidget(widget)
        window.addDockWidget(_BESIDE.get(name, _BOTTOM), dock)
        if isinstance(widget, _Follower):
            dock.visibilityChanged.connect(widget.set_seen)
    for first, second in pairwise(_TABS):
        window.tabifyDockWidget(docks[first], docks[second])
    docks["Problems"].raise_()
    window.setCorner(Qt.Corner.BottomLeftCorner, _LEFT)
    window.setCorner(Qt.Corner.BottomRightCorner, _RIGHT)
    return docks


def size_docks(window: QMainWindow, docks: Mapping[str, QDockWidget]) -> None:
    """Give the docks sensible sizes."""
    window.resizeDocks([docks["Pieces"], docks["Inspector"]], [276, 290], Qt.Orientation.Horizontal)
    window.resizeDocks([docks["Problems"]], [210], Qt.Orientation.Vertical)
    window.resizeDocks([docks["Inspector"], docks["Facts"]], [260, 400], Qt.Orientation.Vertical)
