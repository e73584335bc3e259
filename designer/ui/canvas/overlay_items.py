"""The scene items of overlays. Terrain and danger differ by pattern and sign as well as by colour."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPainterPath, QPen, QPolygonF
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from designer import catalog
from designer.design.hexes import EDGES
from designer.drawing import signs
from designer.drawing.tiles.geometry import edge_middle, geometry
from designer.drawing.tiles.painter import WIDTH, hex_path
from designer.drawing.tiles.standing import turned

ROOM = QRectF(-WIDTH / 2, -WIDTH / 2, WIDTH, WIDTH).adjusted(-90, -90, 90, 90)
#: Colour, pattern and letter.
TERRAIN = {
    "gravel": (QColor("#b5651d"), Qt.BrushStyle.Dense6Pattern, "G"),
    "asphalt": (QColor("#3d4450"), Qt.BrushStyle.HorPattern, "A"),
    "snow": (QColor("#3b8ed0"), Qt.BrushStyle.BDiagPattern, "S"),
}
DANGER = {
    "low": (QColor("#f2c81b"), Qt.BrushStyle.Dense7Pattern),
    "medium": (QColor("#e9730c"), Qt.BrushStyle.FDiagPattern),
    "high": (QColor("#a3123a"), Qt.BrushStyle.DiagCrossPattern),
}
STEPS = {
    "straight": QColor("#14304f"),
    "diagonal": QColor("#1d6fe0"),
    "handbrake": QColor("#8a1c7c"),
    "slide": QColor("#0f766e"),
}
NODES = {
    "full": QColor("#0f766e"),
    "shortcut": QColor("#5b3a1a"),
    "half-1": QColor("#0f766e"),
    "half-2": QColor("#0f766e"),
}
WAYS = {1: "\N{NORTH EAST ARROW}", 0: "\N{RIGHTWARDS ARROW}", -1: "\N{SOUTH EAST ARROW}"}
#: All badges of a tile together are no wider than this.
WIDEST = 400.0
NARROW = 160.0
COLD, HOT = QColor("#ffe9b8"), QColor("#7a0f3d")
#: One after the other for the turns of a run; they differ in lightness too.
TURNS = (QColor("#0b3d91"), QColor("#e0007a"))
#: Under small letters on the tile.
PALE = QColor(255, 255, 255, 225)


class Dot(NamedTuple):
    """A space of the graph about the tile's middle."""

    x: float
    y: float
    kind: str
    name: str = ""


class Step(NamedTuple):
    """A step of the graph about the tile's middle. ``leaves``: it crosses the tile's edge, and half of it is drawn
    here: the ``second`` half on the tile where it ends."""

    x0: float
    y0: float
    x1: float
    y1: float
    kind: str
    climb: str
    leaves: bool
    second: bool


class Stop(NamedTuple):
    """A space on the racing line, in scene pixels: turn, gear, whether the turn ends there, whether control is lost."""

    x: float
    y: float
    turn: int
    gear: int
    ends: bool
    lost: bool


@dataclass(frozen=True)
class Marks:
    """What the overlays show on a tile. ``place``: its hex as findings name it; ``heat``: space, share of the most
    visits, losses of control a run."""

    tile: str
    rotation: int
    printed: frozenset[str] = frozenset()
    dots: tuple[Dot, ...] = ()
    steps: tuple[Step, ...] = ()
    height: tuple[int, int] | None = None
    top: int = 0
    heat: tuple[tuple[str, float, float], ...] = ()
    place: str = ""


def between(low: QColor, high: QColor, share: float) -> QColor:
    """A colour on the way from one to another.

    >>> between(QColor("#000000"), QColor("#ffffff"), 0.5).lightness()
    128
    """
    share = min(max(share, 0.0), 1.0)
    return QColor(
        *(
            round(a + (b - a) * share)
            for a, b in ((low.red(), high.red()), (low.green(), high.green()), (low.blue(), high.blue()))
        )
    )


class OverlayItem(QGraphicsItem):
    """The overlays of one tile."""

    def __init__(self, marks: Marks) -> None:
        super().__init__()
        self.marks = marks
        self.paints = 0
        self.setZValue(4)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def show_marks(self, marks: Marks) -> None:
        """Show something else; the same again draws nothing."""
        if marks != self.marks:
            self.marks = marks
            self.update()

    def boundingRect(self) -> QRectF:
        return ROOM

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        self.paints += 1
        marks, side = self.marks, catalog.side(self.marks.tile)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if side is not None and side.roads:
            if "terrain" in marks.printed and side.terrain in TERRAIN:
                _fill(painter, *TERRAIN[side.terrain][:2])
            if "danger" in marks.printed and side.danger in DANGER:
                _fill(painter, *DANGER[side.danger])
        self._heat(painter)
        for step in marks.steps:
            _arrow(painter, step)
        for dot in marks.dots:
            painter.setPen(QPen(signs.PAPER, 3))
            painter.setBrush(NODES.get(dot.kind, STEPS["straight"]))
            painter.drawEllipse(QPointF(dot.x, dot.y), 9, 9)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(PALE)
            width = 11.0 * len(dot.name) + 6
            painter.drawRoundedRect(QRectF(dot.x - width / 2, dot.y - 33, width, 22), 5, 5)
            signs.text(painter, dot.name, 20, signs.INK, QPointF(dot.x, dot.y - 22))
        if side is not None and "limits" in marks.printed:
            self._limits(painter)
        if "ids" in marks.printed:
            self._edges(painter)
        self._badges(painter)

    def _limits(self, painter: QPainter) -> None:
        side = catalog.sides()[self.marks.tile]
        layout = geometry(self.marks.tile)
        for name, space in side.spaces.items():
            number = space.limit if space.limit is not None else space.limit_hazard
            if number is None:
                continue
            painter.save()
            painter.translate(*turned(layout.middles[name], self.marks.rotation))
            if space.limit is not None:
                signs.limit(painter, number, 36)
            else:
                painter.scale(1.4, 1.4)
                signs.limit_hazard(painter, number)
            painter.restore()

    def _heat(self, painter: QPainter) -> None:
        if not self.marks.heat:
            return
        layout = geometry(self.marks.tile)
        cells = {} if layout.kind == "fork" else {cell.name: cell for ribbon in layout.ribbons for cell in ribbon.cells}
        painter.save()
        painter.setClipPath(hex_path(), Qt.ClipOperation.IntersectClip)
        lost_at = []
        for name, share, lost in self.marks.heat:
            colour = between(COLD, HOT, share)
            colour.setAlpha(205)
            painter.setPen(QPen(signs.PAPER, 2))
            painter.setBrush(colour)
            row = [cell for cell in name.partition("/")[0].split("+") if cell in layout.middles]
            if not row:
                continue
            middle = [turned(layout.middles[cell], self.marks.rotation) for cell in row]
            x, y = sum(x for x, _ in middle) / len(middle), sum(y for _, y in middle) / len(middle)
            drawn = [cells[cell].outline for cell in row if cell in cells]
            for outline in drawn:
                painter.drawPolygon(QPolygonF([QPointF(*turned(point, self.marks.rotation)) for point in outline]))
            if not drawn:
                painter.drawEllipse(QPointF(x, y), 30, 30)
            signs.text(painter, f"{100 * share:.0f}", 24, signs.PAPER if share > 0.45 else signs.INK, QPointF(x, y))
            if lost >= 0.005:
                lost_at.append((x, y, lost))
        painter.restore()
        for x, y, lost in lost_at:
            painter.save()
            painter.translate(x, y + 38)
            painter.setPen(QPen(signs.PAPER, 2))
            painter.setBrush(signs.RED)
            painter.drawRoundedRect(QRectF(-36, -13, 72, 26), 6, 6)
            signs.text(painter, f"\N{MULTIPLICATION SIGN} {lost:.2f}", 18, signs.PAPER)
            painter.restore()

    @staticmethod
    def _edges(painter: QPainter) -> None:
        """The letters of the edges, as findings name them: A is up, the others follow clockwise."""
        for edge in EDGES:
            x, y = edge_middle(edge)
            spot = QPointF(x * 0.88, y * 0.88)
            painter.setPen(QPen(signs.INK, 2))
            painter.setBrush(PALE)
            painter.drawEllipse(spot, 20, 20)
            signs.text(painter, edge, 28, signs.INK, spot)

    def _badges(self, painter: QPainter) -> None:
        """The words of the overlays, side by side across the tile's middle."""
        marks, side = self.marks, catalog.side(self.marks.tile)
        badges: list[tuple[str, QColor, QColor]] = []
        if "ids" in marks.printed:
            badges.append((marks.tile, signs.INK, signs.PAPER))
            if marks.place:
                badges.append((marks.place, signs.PAPER, signs.INK))
        if side is not None and side.roads:
            if "terrain" in marks.printed and side.terrain in TERRAIN:
                colour, _, letter = TERRAIN[side.terrain]
                badges.append((letter, signs.PAPER, colour))
            if "danger" in marks.printed and side.danger in DANGER:
                pips = "\N{BLACK UP-POINTING TRIANGLE}" * signs.DANGER_PIPS[side.danger]
                badges.append((pips, signs.INK if side.danger == "low" else signs.PAPER, DANGER[side.danger][0]))
        if marks.height is not None:
            start, end = marks.height
            way = WAYS[(end > start) - (end < start)]
            share = 0.5 + 0.5 * end / marks.top if marks.top else 0.5
            ground = between(QColor("#e8f3e6"), QColor("#5d3a1a"), share)
            ink = signs.PAPER if ground.lightness() < 140 else signs.INK
            number = f"{end:+d}".replace("-", "\N{MINUS SIGN}") if end else "0"
            badges.append((f"{way}{number}", ink, ground))
        size = 60.0
        widths = [max(size * 1.1, size * 0.72 * len(words) + 18) for words, _, _ in badges]
        whole = sum(widths) + 10 * (len(widths) - 1)
        if not badges:
            return
        if whole > WIDEST:
            painter.scale(WIDEST / whole, WIDEST / whole)
        elif whole < NARROW and side is not None and len(spots := geometry(marks.tile).spots) > 1:
            # A small badge finds room beside the road.
            x, y = turned(spots[1], marks.rotation)
            painter.translate(x * 0.85, y * 0.85)
        x = -whole / 2
        for (words, ink, ground), width in zip(badges, widths, strict=True):
            painter.setPen(QPen(signs.INK, 3))
            painter.setBrush(ground)
            painter.drawRoundedRect(QRectF(x, -size * 0.65, width, size * 1.3), 14, 14)
            signs.text(painter, words, size * 0.85, ink, QPointF(x + width / 2, 0))
            x += width + 10


def _fill(painter: QPainter, colour: QColor, pattern: Qt.BrushStyle) -> None:
    veil = QColor(colour)
    veil.setAlpha(85)
    painter.fillPath(hex_path(4), veil)
    strokes = QColor(colour)
    strokes.setAlpha(150)
    brush = QBrush(strokes, pattern)
    # A pattern is as large as the tile, not as the screen.
    transform = brush.transform()
    transform.scale(5.0, 5.0)
    brush.setTransform(transform)
    painter.fillPath(hex_path(4), brush)
    painter.setPen(QPen(colour, 8))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(hex_path(8))


def _arrow(painter: QPainter, step: Step) -> None:
    start, end = QPointF(step.x0, step.y0), QPointF(step.x1, step.y1)
    length = max(math.hypot(end.x() - start.x(), end.y() - start.y()), 1.0)
    along = (end - start) / length
    middle = (start + end) / 2
    tip = end - along * min(12.0, length * 0.3)
    colour = {"ascent": signs.ASCENT, "descent": signs.DESCENT}.get(step.climb) or STEPS.get(step.kind, signs.INK)
    pen = QPen(colour, 5 if step.climb else 3.4)
    if step.kind in ("handbrake", "slide"):
        pen.setStyle(Qt.PenStyle.DashLine)
    painter.setPen(pen)
    first, last = (middle if step.second else start + along * 10), (middle if step.leaves and not step.second else tip)
    painter.drawLine(first, last)
    if step.leaves and not step.second:
        return
    side = QPointF(-along.y(), along.x()) * 7
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    painter.drawPolygon(QPolygonF([tip, tip - along * 17 + side, tip - along * 17 - side]))


class LineItem(QGraphicsItem):
    """The line of a run: turns in two colours, gears in discs, a cross where control was lost."""

    def __init__(self) -> None:
        super().__init__()
        self.stops: tuple[Stop, ...] = ()
        self.setZValue(5)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def show_stops(self, stops: tuple[Stop, ...]) -> None:
        """Show another line."""
        if stops != self.stops:
            self.prepareGeometryChange()
            self.stops = stops
            self.update()
        self.setVisible(bool(stops))

    def boundingRect(self) -> QRectF:
        if not self.stops:
            return QRectF()
        xs, ys = [stop.x for stop in self.stops], [stop.y for stop in self.stops]
        return QRectF(QPointF(min(xs), min(ys)), QPointF(max(xs), max(ys))).adjusted(-60, -60, 60, 60)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for colour, width in ((signs.PAPER, 19.0), (None, 11.0)):
            for before, after in zip(self.stops, self.stops[1:], strict=False):
                pen = QPen(colour or TURNS[after.turn % 2], width)
                pen.setCapStyle(Qt.PenCapStyle.RoundCap)
                painter.setPen(pen)
                path = QPainterPath(QPointF(before.x, before.y))
                path.lineTo(after.x, after.y)
                painter.drawPath(path)
        for stop in self.stops:
            painter.save()
            painter.translate(stop.x, stop.y)
            painter.setPen(QPen(signs.PAPER, 4))
            painter.setBrush(TURNS[stop.turn % 2])
            if stop.ends:
                # A turn ends on a square, so that it can be told without its colour.
                painter.drawRoundedRect(QRectF(-26, -26, 52, 52), 9, 9)
            else:
                painter.drawEllipse(QPointF(0, 0), 22, 22)
            signs.text(painter, str(stop.gear), 28, signs.PAPER)
            if stop.lost:
                painter.setPen(QPen(signs.RED, 10, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
                painter.drawLine(QPointF(-34, -34), QPointF(34, 34))
                painter.drawLine(QPointF(-34, 34), QPointF(34, -34))
            painter.restore()
