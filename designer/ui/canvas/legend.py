"""The legend: what the colours and numbers of the overlays that are switched on mean, in a corner of the canvas."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QPoint, QPointF, QRect, Qt
from PySide6.QtWidgets import QGraphicsView, QLabel

from designer.design.hexes import centre
from designer.ui.canvas.overlay_items import COLD, DANGER, HOT, NODES, STEPS, TERRAIN, TURNS
from designer.ui.session import Session

MARGIN = 12


def _spot(colour: str) -> str:
    return f"<span style='color:{colour}'>\N{BLACK SQUARE}</span>"


#: The lines of each overlay as rich text.
LINES = {
    "ids": "White: tile, black: hex (q,r), letters: edges, as problems name them",
    "spaces": f"{_spot(NODES['full'].name())} space, {_spot(NODES['shortcut'].name())} shortcut; steps: "
    + ", ".join(f"{_spot(colour.name())} {name}" for name, colour in STEPS.items()),
    "limits": "Numbers: the gear a corner allows",
    "danger": ", ".join(f"{_spot(colour.name())} {name} danger" for name, (colour, _) in DANGER.items()),
    "terrain": ", ".join(f"{_spot(colour.name())} {letter} {name}" for name, (colour, _, letter) in TERRAIN.items()),
    "elevation": "Arrow and number: the height where the road leaves the tile",
    "heat": f"Visits, in % of the space visited most: {_spot(COLD.name())} few, {_spot(HOT.name())} many; "
    "red \N{MULTIPLICATION SIGN}: losses of control a run",
    "line": "Racing line, turn by turn: " + ", ".join(_spot(colour.name()) for colour in TURNS) + "; numbers: gears",
}


class Legend(QLabel):
    """Lies over a view of the session's stage and lets the mouse through."""

    def __init__(self, view: QGraphicsView, session: Session) -> None:
        # Not the viewport's child: scrolling would carry it away.
        super().__init__(view)
        self.view, self.session = view, session
        self.names: tuple[str, ...] = ()
        self.setObjectName("legend")
        self.setTextFormat(Qt.TextFormat.RichText)
        self.setWordWrap(True)
        # The colours are those on the tiles, which look the same in the dark.
        self.setStyleSheet("background: #ffffff; color: #1d2126; border: 1px solid #8a8f96; padding: 3px;")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def show_for(self, names: Iterable[str]) -> None:
        """Explain these overlays; none hides it."""
        self.names = tuple(name for name in names if name in LINES)
        self.setText("<br>".join(LINES[name] for name in self.names))
        self.settle()

    def settle(self) -> None:
        """Take the corner of the viewport where fewest tiles lie (the minimap has the lower right)."""
        area = self.view.viewport().geometry().adjusted(MARGIN, MARGIN, -MARGIN, -MARGIN)
        width = max(60, min(330, area.width()))
        self.setFixedWidth(width)
        self.resize(width, self.heightForWidth(width))
        # On a small canvas the stage is worth more than words about it.
        self.setVisible(bool(self.names) and self.height() < area.height() * 0.4)
        if self.names:
            low, right = area.bottom() - self.height(), area.right() - self.width()
            corners = (QPoint(area.left(), low), QPoint(area.left(), area.top()), QPoint(right, area.top()))
            self.move(min(corners, key=self._hidden))

    def _hidden(self, corner: QPoint) -> int:
        """How many tiles it would cover there."""
        view = self.view
        tile = view.mapFromScene(QPointF(260, 0)) - view.mapFromScene(QPointF(0, 0))
        reach = (
            QRect(corner, self.size())
            .translated(-view.viewport().pos())
            .adjusted(-tile.x(), -tile.x(), tile.x(), tile.x())
        )
        return sum(reach.contains(view.mapFromScene(QPointF(*centre(placed.hex)))) for placed in self.session.stage)
