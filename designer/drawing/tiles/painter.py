"""Paints tile sides as vectors from the catalog's facts: ground, road, lines and signs.

The painter's origin is the centre of the hex and its unit a pixel of the 520 x 450 drawing. Signs stay upright
whatever the rotation. Nothing is read from pictures of others.
"""

from __future__ import annotations

import math
import random
import zlib
from collections.abc import Iterable
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPainterPath, QPen, QPixmap, QPixmapCache, QPolygonF

from designer.catalog import Side, side
from designer.design.hexes import corners
from designer.drawing import signs
from designer.drawing.tiles.geometry import Border, Point, Ribbon, TileGeometry, edge_middle, geometry

MARGIN = 6.0
WIDTH, HEIGHT_PIXELS = 520.0 + 2 * MARGIN, 452.0 + 2 * MARGIN
#: A tile about (0, 0), with all that is drawn on it.
BOUNDS = QRectF(-WIDTH / 2, -WIDTH / 2, WIDTH, WIDTH)
#: Pixmaps are kept at these scales; the next larger one is shrunk when a tile is shown.
SCALES = (0.125, 0.25, 0.5, 1.0, 2.0)
#: How much larger signs are on pictures of at least a scale.
BOOSTS = ((0.9, 1.0), (0.4, 1.1), (0.2, 1.25), (0.0, 1.4))


@dataclass(frozen=True)
class Look:
    """The colours of a terrain. The pattern on the road differs too: speckle, plain with kerbs, or hatching."""

    ground: QColor
    ground_mark: QColor
    road: QColor
    road_mark: QColor
    edge: QColor
    line: QColor


LOOKS = {
    "gravel": Look(
        QColor("#a9b276"), QColor("#8f9a5c"), QColor("#e0c79b"), QColor("#bb9c68"), QColor("#7c5a30"), QColor("#7c5a30")
    ),
    "asphalt": Look(
        QColor("#84b077"), QColor("#6e9b62"), QColor("#6d747c"), QColor("#626970"), QColor("#33383d"), QColor("#f4f5f6")
    ),
    "snow": Look(
        QColor("#e9f1f6"), QColor("#cfdde7"), QColor("#bdd5e8"), QColor("#a2c1da"), QColor("#5384ab"), QColor("#2f6796")
    ),
}
PLAIN = Look(
    QColor("#94b483"), QColor("#7f9f6e"), QColor("#b9b4a6"), QColor("#a39e90"), QColor("#5e5b52"), QColor("#5e5b52")
)
DIRT = QColor("#94683a")


def hex_path(shrink: float = 0.0) -> QPainterPath:
    """The outline of a hex about (0, 0)."""
    factor = (260.0 - shrink) / 260.0
    path = QPainterPath()
    path.addPolygon(QPolygonF([QPointF(x * factor, y * factor) for x, y in corners()]))
    path.closeSubpath()
    return path


def _polygon(points: Iterable[Point]) -> QPolygonF:
    return QPolygonF([QPointF(x, y) for x, y in points])


def _area(points: Iterable[Point]) -> QPainterPath:
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    path.addPolygon(_polygon(points))
    path.closeSubpath()
    return path


def _round_pen(colour: QColor, width: float, style: Qt.PenStyle = Qt.PenStyle.SolidLine) -> QPen:
    return QPen(colour, width, style, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)


class _Brush:
    """One side being painted: the painter turned by the rotation, and how to stand signs upright."""

    def __init__(self, painter: QPainter, here: Side, rotation: int, scale: float) -> None:
        self.painter = painter
        #: Signs grow a little on small pictures, so that they can still be read.
        self.boost = next(size for limit, size in BOOSTS if scale >= limit)
        self.here = here
        self.rotation = rotation
        self.look = LOOKS.get(here.terrain or "", PLAIN)
        self.layout: TileGeometry = geometry(here.id)
        self.random = random.Random(zlib.crc32(here.id.encode()))

    def upright(self, at: Point, boost: float = 1.0) -> None:
        """Move to a point of the tile and stand upright; the caller restores the painter."""
        self.painter.save()
        self.painter.translate(*at)
        self.painter.rotate(-60.0 * self.rotation)
        self.painter.scale(boost, boost)

    def heading(self, angle: float) -> float:
        """A direction on the tile as seen upright."""
        return angle + math.radians(60.0 * self.rotation)


def paint_side(painter: QPainter, tile: str, rotation: int = 0, scale: float = 1.0) -> None:
    """Paint a tile side; ``scale`` tells how large it will be seen (1: 520 pixels wide).

    An unknown id becomes a grey hex with its id, so that a broken design can be mended.
    """
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.rotate(60.0 * rotation)
    painter.setClipPath(hex_path(), Qt.ClipOperation.IntersectClip)
    here = side(tile)
    if here is None:
        painter.fillPath(hex_path(), QBrush(QColor("#b9b9b9")))
        painter.fillPath(hex_path(), QBrush(QColor("#8c8c8c"), Qt.BrushStyle.BDiagPattern))
        painter.rotate(-60.0 * rotation)
        signs.triangle(painter, "?", 60)
        painter.translate(0, 110)
        signs.plate(painter, tile[:12], None)
        painter.restore()
        return
    brush = _Brush(painter, here, rotation, scale)
    _ground(brush)
    _shortcuts(brush)
    _roads(brush)
    _signs(brush)
    painter.setPen(QPen(QColor(0, 0, 0, 90), 3))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(hex_path())
    painter.restore()


def _scatter(brush: _Brush, count: int, clearance: float, rim: float) -> list[tuple[float, float]]:
    """Places off the road, the same for a side every time."""
    result: list[tuple[float, float]] = []
    for _ in range(count * 6):
        x, y = brush.random.uniform(-240, 240), brush.random.uniform(-210, 210)
        inside = abs(y) < 225 - rim and abs(x) * 0.866 + abs(y) * 0.5 < 225 - rim
        clear = brush.layout.road_distance((x, y)) > clearance
        apart = all(math.dist((x, y), other) > 34 for other in result)
        if inside and clear and apart and math.dist((x, y), brush.layout.spots[0]) > 62:
            result.append((x, y))
        if len(result) == count:
            break
    return result


def _ground(brush: _Brush) -> None:
    painter, look, here = brush.painter, brush.look, brush.here
    painter.fillPath(hex_path(), look.ground)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(look.ground_mark)
    for _ in range(26):
        x, y = brush.random.uniform(-240, 240), brush.random.uniform(-215, 215)
        painter.drawEllipse(QPointF(x, y), brush.random.uniform(5, 26), brush.random.uniform(4, 12))
    clearance = 106.0 if all(edge.lanes < 3 for edge in here.edges.values()) else 132.0
    if here.role in ("assistance", "pit-stop"):
        _service_park(brush)
        return
    count = 46 if here.role == "filler" else 13
    rocky = here.terrain == "gravel" or (here.role == "filler" and here.id.endswith("b"))
    for x, y in _scatter(brush, count, clearance if here.roads else 0.0, 16):
        brush.upright((x, y))
        if brush.random.random() < (0.45 if rocky else 0.12):
            signs.rock(painter, brush.random.uniform(9, 17))
        else:
            signs.tree(painter, brush.random.uniform(11, 20), here.terrain == "snow")
        painter.restore()


def _service_park(brush: _Brush) -> None:
    painter = brush.painter
    for edge in brush.here.edges:
        x, y = edge_middle(edge)
        painter.setPen(QPen(QColor("#5e5b52"), 130, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
        painter.drawLine(QPointF(x * 1.2, y * 1.2), QPointF(x * 0.3, y * 0.3))
        painter.setPen(QPen(QColor("#b9b4a6"), 120, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
        painter.drawLine(QPointF(x * 1.2, y * 1.2), QPointF(x * 0.3, y * 0.3))
    brush.upright((0, 0))
    painter.setPen(QPen(QColor("#5e5b52"), 4))
    painter.setBrush(QColor("#b9b4a6"))
    painter.drawRoundedRect(QRectF(-165, -105, 330, 190), 18, 18)
    for number, colour in enumerate(("#1763b6", "#d0202e", "#2f7d32")):
        x = -108 + number * 108
        painter.setPen(QPen(signs.INK, 2))
        painter.setBrush(QColor(colour))
        painter.drawRect(QRectF(x - 42, -85, 84, 66))
        painter.setBrush(QColor(255, 255, 255, 90))
        painter.drawRect(QRectF(x - 42, -85, 84, 33))
    signs.text(painter, "PIT STOP" if brush.here.role == "pit-stop" else "SERVICE", 38, at=QPointF(0, 32))
    painter.restore()


def _shortcuts(brush: _Brush) -> None:
    painter = brush.painter
    for strip in brush.layout.shortcuts:
        line = QPainterPath(QPointF(*strip.points[0]))
        for point in strip.points[1:]:
            line.lineTo(*point)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(_round_pen(QColor("#5b3a1a"), 60))
        painter.drawPath(line)
        painter.setPen(_round_pen(DIRT, 54))
        painter.drawPath(line)
        painter.setPen(_round_pen(QColor("#7d5630"), 4, Qt.PenStyle.DotLine))
        painter.drawPath(line.translated(9, 7))
        painter.drawPath(line.translated(-9, -7))


def _roads(brush: _Brush) -> None:
    ribbons, kind = brush.layout.ribbons, brush.layout.kind
    if not ribbons:
        return
    if kind == "bridge":
        for ribbon in reversed(ribbons):
            _surface(brush, [ribbon])
            _lines(brush, ribbon, None)
            if ribbon is ribbons[0]:
                _parapets(brush, ribbon)
        return
    _surface(brush, list(ribbons))
    if kind == "fork":
        whole = _area(ribbons[0].outline)
        for ribbon in ribbons[1:]:
            whole = whole.united(_area(ribbon.outline))
        brush.painter.save()
        brush.painter.setClipPath(whole, Qt.ClipOperation.IntersectClip)
        _strokes(brush, [border.points for border in brush.layout.fork_borders])
        brush.painter.restore()
        return
    for ribbon in ribbons:
        others = QPainterPath()
        for other in ribbons:
            if other is not ribbon:
                others = others.united(_area(other.outline))
        _lines(brush, ribbon, None if others.isEmpty() else others)


def _surface(brush: _Brush, ribbons: list[Ribbon]) -> None:
    """The road's edge, ground and pattern."""
    painter, look = brush.painter, brush.look
    area = _area(ribbons[0].outline)
    for ribbon in ribbons[1:]:
        area = area.united(_area(ribbon.outline))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(_round_pen(look.edge, 11))
    painter.drawPath(area)
    if brush.here.terrain == "asphalt":
        painter.setPen(_round_pen(QColor("#f4f5f6"), 5))
        painter.drawPath(area)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.fillPath(area, look.road)
    painter.save()
    painter.setClipPath(area, Qt.ClipOperation.IntersectClip)
    if brush.here.terrain == "gravel":
        painter.setBrush(look.road_mark)
        for _ in range(330):
            size = brush.random.uniform(1.2, 3.0)
            painter.drawEllipse(QPointF(brush.random.uniform(-260, 260), brush.random.uniform(-225, 225)), size, size)
    elif brush.here.terrain == "snow":
        painter.setPen(QPen(look.road_mark, 2.4))
        for offset in range(-700, 700, 26):
            painter.drawLine(QPointF(offset, -260), QPointF(offset + 520, 260))
    water = [cell for ribbon in ribbons for cell in ribbon.cells if brush.here.spaces[cell.name].water]
    for cell in water:
        painter.setBrush(QColor(86, 160, 222, 190))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.drawPolygon(_polygon(cell.outline))
    for ribbon in ribbons:
        for cell in ribbon.cells:
            space = brush.here.spaces[cell.name]
            if space.lane == "inside" or space.hazard:
                painter.setBrush(QColor(0, 0, 0, 20) if not space.hazard else QColor(208, 32, 46, 50))
                painter.setPen(Qt.PenStyle.NoPen)
                if brush.layout.kind != "fork":
                    painter.drawPolygon(_polygon(cell.outline))
    painter.restore()


def _strokes(brush: _Brush, lines: list[tuple[Point, ...]], dashed: bool = False) -> None:
    pen = QPen(brush.look.line, 4.5 if dashed else 4)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    if dashed:
        pen.setDashPattern([2.6, 2.2])
    brush.painter.setPen(pen)
    brush.painter.setBrush(Qt.BrushStyle.NoBrush)
    for line in lines:
        brush.painter.drawPolyline(_polygon(line))


def _lines(brush: _Brush, ribbon: Ribbon, without: QPainterPath | None) -> None:
    """Lane and cross lines of a ribbon; ``without`` is the open middle of a level crossing."""
    painter = brush.painter
    painter.save()
    area = _area(ribbon.outline)
    painter.setClipPath(area if without is None else area.subtracted(without), Qt.ClipOperation.IntersectClip)
    _strokes(brush, [*ribbon.lane_lines, *(border.points for border in ribbon.borders)])
    _strokes(brush, list(ribbon.slide_lines), dashed=True)
    painter.restore()


def _parapets(brush: _Brush, ribbon: Ribbon) -> None:
    painter = brush.painter
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for line in (ribbon.left, ribbon.right):
        for colour, width in ((QColor("#33383d"), 16.0), (QColor("#c9ccd0"), 8.0)):
            painter.setPen(_round_pen(colour, width))
            painter.drawPolyline(_polygon(line))


def _signs(brush: _Brush) -> None:
    here, layout, painter = brush.here, brush.layout, brush.painter
    _start_lines(brush)
    _climb_lines(brush)
    _line_limits(brush)
    headings = {cell.name: cell.heading for ribbon in layout.ribbons for cell in ribbon.cells}
    jumps: dict[tuple[str, int], list[str]] = {}
    waters: list[str] = []
    for name, space in here.spaces.items():
        at = layout.middles[name]
        if space.jump is not None:
            jumps.setdefault((name[0], space.jump), []).append(name)
        if space.water:
            waters.append(name)
        brush.upright(at, brush.boost)
        if space.lane == "shortcut":
            signs.curved_arrow(painter, space.limit)
        elif space.limit_hazard is not None:
            signs.limit_hazard(painter, space.limit_hazard)
            if space.limit is not None:
                painter.translate(-46, 0)
                signs.limit(painter, space.limit)
        elif space.limit is not None:
            signs.limit(painter, space.limit)
        elif space.hazard:
            signs.triangle(painter, "!")
        painter.restore()
    for (_, number), names in jumps.items():
        x, y = _middle([layout.middles[name] for name in names])
        brush.upright((x, y), brush.boost)
        signs.jump(painter, number, brush.heading(headings.get(names[0], 0.0)))
        painter.restore()
    if waters:
        brush.upright(_middle([layout.middles[name] for name in waters]))
        signs.waves(painter, 104)
        painter.restore()
    # The plate has more room than the signs on the road, and is wanted most from afar.
    boost = 1.0 + (brush.boost - 1.0) * 2.0
    inward = 1.0 - 0.3 * (boost - 1.0)
    brush.upright((layout.spots[0][0] * inward, layout.spots[0][1] * inward), boost)
    signs.plate(painter, here.id, here.danger)
    painter.restore()


def _middle(points: list[Point]) -> Point:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def _borders(layout: TileGeometry) -> list[Border]:
    return [*layout.fork_borders] if layout.kind == "fork" else [b for r in layout.ribbons for b in r.borders]


def _start_lines(brush: _Brush) -> None:
    here, painter = brush.here, brush.painter
    if here.grid is not None:
        for row in here.grid.rows:
            for name in row:
                cell = next((c for r in brush.layout.ribbons for c in r.cells if c.name == name), None)
                if cell is not None:
                    _grid_mark(brush, cell.middle, cell.heading, cell.length)
    front: set[str] = set()
    past: set[str] = set()
    if here.line is not None:
        front, past = set(here.line.behind), set(here.line.past)
    elif here.grid is not None:
        front = set(here.grid.rows[0])
    if not front:
        return
    border = next((b for b in _borders(brush.layout) if _leads(b, front, past, here)), None)
    if border is None:
        return
    start, end = QPointF(*border.points[0]), QPointF(*border.points[-1])
    signs.chequers(painter, start, end)
    if here.role in ("start", "finish"):
        ahead = border.heading
        if here.line is not None and here.line.lettered_from != brush.layout.ribbons[0].road[0]:
            ahead += math.pi
        middle = (start + end) / 2 + QPointF(math.cos(ahead) * 30, math.sin(ahead) * 30)
        painter.save()
        painter.translate(middle)
        turned = math.degrees(ahead) + 90
        # The lettering must never stand on its head on the table.
        if abs((turned + 60 * brush.rotation + 180) % 360 - 180) > 95:
            turned += 180
        painter.rotate(turned)
        width = math.dist(border.points[0], border.points[-1])
        signs.arch(painter, here.role.upper(), width, QColor("#2f7d32") if here.role == "start" else signs.RED)
        painter.restore()


def _leads(border: Border, front: set[str], past: set[str], here: Side) -> bool:
    for a, b in border.pairs:
        for start, end in ((a, b), (b, a)):
            if start in front and (end in past if past else end not in front and end[0] > start[0]):
                return True
    return False


def _grid_mark(brush: _Brush, at: Point, heading: float, length: float) -> None:
    painter = brush.painter
    painter.save()
    painter.translate(*at)
    painter.rotate(math.degrees(heading) + 90)
    painter.setPen(QPen(brush.look.line, 5))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    y = -length / 2 + 14
    painter.drawPolyline(QPolygonF([QPointF(-19, y + 20), QPointF(-19, y), QPointF(19, y), QPointF(19, y + 20)]))
    painter.restore()


def _climb_lines(brush: _Brush) -> None:
    """-1 up the slope in the outer left lane, +1 down it in the outer right one, on every climb line."""
    here, painter = brush.here, brush.painter
    for pair, ribbon in zip(here.roads, brush.layout.ribbons, strict=True):
        climb = here.driven[pair].climb
        for border in ribbon.borders:
            marked = [step for step in border.pairs if step in climb]
            if not marked:
                continue
            up = border.heading + (0.0 if climb[marked[0]] == "ascent" else math.pi)
            spots = [border.middles[step] for step in (marked[0], marked[-1])]
            if len(marked) == 1:
                (x0, y0), (x1, y1) = border.points[0], border.points[-1]
                spots = [(x0 * 0.75 + x1 * 0.25, y0 * 0.75 + y1 * 0.25), (x0 * 0.25 + x1 * 0.75, y0 * 0.25 + y1 * 0.75)]
            for value, at, heading in ((-1, spots[0], up), (1, spots[1], up + math.pi)):
                brush.upright(at, brush.boost)
                signs.climb(painter, value, brush.heading(heading))
                painter.restore()


def _line_limits(brush: _Brush) -> None:
    """Numbers on dotted lines, just before the line as driven."""
    here = brush.here
    middles = {
        pair: (middle, border.heading) for border in _borders(brush.layout) for pair, middle in border.middles.items()
    }
    done: set[tuple[str, str]] = set()
    for road in here.driven.values():
        marks: dict[tuple[str, str], int | None] = dict.fromkeys(road.line_hazards)
        marks.update(road.line_limits)
        for (start, end), number in marks.items():
            found = middles.get((start, end)) or middles.get((end, start))
            fork = brush.layout.kind == "fork"
            if found is None or (start, end) in done or (fork and (end, start) in done):
                continue
            done.add((start, end))
            (x, y), _ = found
            sx, sy = brush.layout.middles[start]
            far = max(math.dist((x, y), (sx, sy)), 1.0)
            shift = 0.0 if fork else min(17.0, far / 2)
            _small_limit(brush, (x + (sx - x) / far * shift, y + (sy - y) / far * shift), number)
        edge_marks: dict[tuple[int, str], int | None] = dict.fromkeys(road.edge_line_hazards)
        edge_marks.update(road.edge_line_limits)
        for (place, _), number in edge_marks.items():
            ribbon = next(r for r in brush.layout.ribbons if set(r.road) == {road.entry, road.exit})
            forward = ribbon.road[0] == road.entry
            share = (place + 0.5) / len(road.lanes_in)
            left, right = (ribbon.left, ribbon.right) if forward else (ribbon.right, ribbon.left)
            index = 1 if forward else -2
            (lx, ly), (rx, ry) = left[index], right[index]
            x, y = lx + (rx - lx) * share, ly + (ry - ly) * share
            size = max(math.hypot(x, y), 1.0)
            _small_limit(brush, (x * (1 - 16 / size), y * (1 - 16 / size)), number)


def _small_limit(brush: _Brush, at: Point, number: int | None) -> None:
    brush.upright(at, brush.boost)
    if number is None:
        signs.triangle(brush.painter, "!", 15)
    else:
        signs.limit(brush.painter, number, 14)
    brush.painter.restore()


def pixmap(tile: str, rotation: int, scale: float) -> QPixmap:
    """A side as a picture of WIDTH x HEIGHT_PIXELS tile pixels times ``scale``, kept in Qt's cache."""
    key = f"side:{tile}:{rotation}:{scale:.4f}"
    result = QPixmap()
    if QPixmapCache.find(key, result):
        return result
    result = QPixmap(math.ceil(WIDTH * scale), math.ceil(WIDTH * scale))
    result.fill(Qt.GlobalColor.transparent)
    painter = QPainter(result)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(result.width() / 2, result.height() / 2)
    painter.scale(scale, scale)
    paint_side(painter, tile, rotation, scale)
    painter.end()
    QPixmapCache.insert(key, result)
    return result


def scale_for(wanted: float) -> float:
    """The kept scale to show a tile at: the smallest that is not smaller than wanted.

    >>> scale_for(0.3), scale_for(9)
    (0.5, 2.0)
    """
    return next((scale for scale in SCALES if scale >= wanted * 0.99), SCALES[-1])


def turn(point: Point, rotation: int) -> QPointF:
    """A point of the printed tile as it lies on the table."""
    angle = math.radians(60 * rotation)
    x, y = point
    return QPointF(x * math.cos(angle) - y * math.sin(angle), x * math.sin(angle) + y * math.cos(angle))


def draw_tile(painter: QPainter, tile: str, rotation: int) -> None:
    """Draw a side about (0, 0) from the kept pixmap that suits the painter's scale."""
    transform = painter.worldTransform()
    zoom = math.hypot(transform.m11(), transform.m12()) * painter.device().devicePixelRatio()
    picture = pixmap(tile, rotation, scale_for(zoom))
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    painter.drawPixmap(BOUNDS, picture, QRectF(picture.rect()))
