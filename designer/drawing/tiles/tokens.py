"""Tokens as they lie on a placed tile, and what they do there: climb arrows on lines, a cloud veil, dice lost."""

from __future__ import annotations

import math
import random
import zlib

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPolygonF

from designer import catalog
from designer.design.hexes import Hex
from designer.design.stage import PlacedTile, Stage, Token
from designer.drawing import signs
from designer.drawing.tiles import standing
from designer.drawing.tiles.geometry import geometry
from designer.drawing.tiles.painter import hex_path
from designer.graph import route, stage_graph, track_tokens
from designer.graph.space_graph import STANDARD

MUD, CLOD = QColor(107, 68, 35, 120), QColor(84, 52, 25, 235)
#: So much about the middle of a space, of a shortcut stays free of mud, because its limit stands there.
CLEAN, CLEAN_SHORTCUT = 25.0, 39.0

#: The roads of a tile as they are driven: (printed edge entered by, printed edge left by).
Driven = tuple[tuple[str, str], ...]


def driven_roads(stage: Stage) -> dict[Hex, Driven]:
    """How the tiles with climb tokens are driven; empty when there are none."""
    sloped = {placed.hex for placed in stage if placed.token("climb") is not None}
    if not sloped:
        return {}
    found: dict[Hex, Driven] = {}
    for section in route.build(stage_graph.build(stage)).sections:
        if section.hex in sloped:
            found[section.hex] = (*found.get(section.hex, ()), (section.entry, section.exit))
    return found


def draw_tokens(painter: QPainter, placed: PlacedTile, driven: Driven = ()) -> None:
    """Draw a tile's tokens, flat ones at the free places of its rim, and what they do on the tile."""
    if not placed.tokens:
        return
    layout = geometry(placed.tile) if catalog.side(placed.tile) is not None else None
    if placed.token("mud") is not None:
        draw_mud(painter, placed)
    if placed.token("cloud") is not None:
        _veil(painter)
    _slopes(painter, placed, driven)
    shown = _on_the_road(painter, placed)
    spots = [QPointF(*standing.turned(spot, placed.rotation)) for spot in layout.spots[1:]] if layout else []
    spots = spots or [QPointF(0, 0)]
    flat = 0
    for token in placed.tokens:
        if token in shown:
            continue
        stand = standing.stand_of(placed, token)
        painter.save()
        if stand is not None:
            _stand(painter, placed, token, stand)
        else:
            painter.translate(spots[flat % len(spots)] + QPointF(14, 12) * (flat // len(spots)))
            signs.token(painter, token.kind, token.value)
            flat += 1
        painter.restore()
    lost = sum(-(token.value or 0) for token in placed.tokens if token.kind == "oxygen")
    if lost > 0:
        _lost_dice(painter, lost)


def _on_the_road(painter: QPainter, placed: PlacedTile) -> list[Token]:
    """Draw jumps, water and chicanes where they lie, crossed out where they do nothing; those drawn. How they may lie
    is read by the standard rules."""
    side, shown = catalog.side(placed.tile), []
    if side is None or not side.roads:
        return []
    middles = geometry(placed.tile).middles
    for each in track_tokens.laid(placed, STANDARD.laying):
        points = [middles[name] for name in each.row if name in middles]
        if not points:
            continue
        shown.append(each.token)
        at = sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)
        painter.save()
        painter.translate(*standing.turned(at, placed.rotation))
        painter.rotate(track_tokens.turn_of(placed, each) + 60.0 * placed.rotation)
        width = 62.0 * max(len(points), 1)
        signs.track_token(painter, each.token.kind, each.token.track or side.terrain, width, signs.NUMBERS)
        if not each.acts:
            painter.setPen(QPen(signs.RED, 7, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
            painter.drawLine(QPointF(-width / 2, -signs.DEPTH / 2), QPointF(width / 2, signs.DEPTH / 2))
            painter.drawLine(QPointF(-width / 2, signs.DEPTH / 2), QPointF(width / 2, -signs.DEPTH / 2))
        painter.restore()
    return shown


def muddy_spaces(tile: str) -> list[str]:
    """The spaces of a tile side that mud acts on: those of its corners and shortcuts.

    >>> muddy_spaces("204a")
    []
    """
    side = catalog.side(tile)
    spaces = side.spaces.items() if side is not None else ()
    return [name for name, space in spaces if space.corner is not None or space.lane == "shortcut"]


def draw_mud(painter: QPainter, placed: PlacedTile) -> None:
    """Mud on the spaces of a placed tile that it acts on, about the middle of the tile."""
    muddy = muddy_spaces(placed.tile)
    if not muddy:
        return
    layout = geometry(placed.tile)
    outlines = {cell.name: cell.outline for ribbon in layout.ribbons for cell in ribbon.cells}
    painter.save()
    painter.rotate(60.0 * placed.rotation)
    painter.setPen(Qt.PenStyle.NoPen)
    for name in muddy:
        middle = QPointF(*layout.middles[name])
        area, clean = QPainterPath(), QPainterPath()
        sign = CLEAN if name in outlines else CLEAN_SHORTCUT
        if name in outlines:
            area.addPolygon(QPolygonF([QPointF(x, y) for x, y in outlines[name]]))
        else:
            area.addEllipse(middle, sign + 14, sign + 14)
        clean.addEllipse(middle, sign, sign)
        area = area.subtracted(clean)
        painter.fillPath(area, MUD)
        painter.save()
        painter.setClipPath(area, Qt.ClipOperation.IntersectClip)
        painter.setBrush(CLOD)
        clods = random.Random(zlib.crc32(f"{placed.tile} {name}".encode()))
        for number in range(11):
            angle = 2 * math.pi * (number + clods.random() * 0.7) / 11
            far = clods.uniform(sign + 3, sign + 22)
            size = clods.uniform(4, 10)
            painter.drawEllipse(middle + QPointF(math.cos(angle), math.sin(angle)) * far, size, size * 0.8)
        painter.restore()
    painter.restore()


def _veil(painter: QPainter) -> None:
    """A white veil with soft wisps, through which the road can still be read."""
    painter.save()
    painter.setClipPath(hex_path(2), Qt.ClipOperation.IntersectClip)
    painter.fillPath(hex_path(2), QColor(240, 245, 250, 100))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(255, 255, 255, 70))
    for x, y, size in (
        (-150, -90, 70),
        (-70, -120, 60),
        (60, -70, 80),
        (150, -20, 66),
        (-120, 60, 76),
        (-20, 110, 84),
        (110, 120, 64),
    ):
        path = QPainterPath()
        path.addEllipse(QPointF(x, y), size, size * 0.5)
        path.addEllipse(QPointF(x + size * 0.7, y + 14), size * 0.8, size * 0.42)
        path.setFillRule(Qt.FillRule.WindingFill)
        painter.drawPath(path)
    painter.restore()


def _slopes(painter: QPainter, placed: PlacedTile, driven: Driven) -> None:
    """A climb token makes every line between spaces a climb line, but those within a corner (Climb, "Climb tokens").

    The arrows point as the tile is driven; while it is not driven yet, a disc shows the number alone.
    """
    climb, side = placed.token("climb"), catalog.side(placed.tile)
    if climb is None or side is None:
        return
    value = climb.value or 0
    for ribbon in geometry(placed.tile).ribbons:
        against = (ribbon.road[1], ribbon.road[0]) in driven
        known = against or ribbon.road in driven
        for border in ribbon.borders:
            first, second = border.pairs[0]
            corners = side.spaces[first].corner, side.spaces[second].corner
            if corners[0] is not None and corners[0] == corners[1]:
                continue
            (x0, y0), (x1, y1) = border.points[0], border.points[-1]
            painter.save()
            painter.translate(*standing.turned(((x0 + x1) / 2, (y0 + y1) / 2), placed.rotation))
            heading = border.heading + math.radians(60 * placed.rotation) + (math.pi if against else 0.0)
            if known:
                signs.climb(painter, value, heading)
            else:
                painter.setPen(QPen(signs.PAPER, 2.5))
                painter.setBrush(signs.ASCENT if value < 0 else signs.DESCENT)
                painter.drawEllipse(QPointF(0, 0), 19, 19)
                signs.text(painter, f"{value:+d}".replace("-", "\N{MINUS SIGN}"), 17, signs.PAPER)
            painter.restore()


def _stand(painter: QPainter, placed: PlacedTile, token: Token, stand: standing.Stand) -> None:
    """An arch or standee across the road, lettered for the driver who comes to it."""
    words, colour = {"joker-entrance": ("JOKER IN", "#8a1c7c"), "joker-exit": ("JOKER OUT", "#8a1c7c")}.get(
        token.kind, ("FINISH", "#1d2126")
    )
    painter.translate(*standing.turned(stand.at, placed.rotation))
    heading = math.degrees(stand.heading) + 60 * placed.rotation
    painter.rotate(heading + 90)
    if token.kind == "finish":
        signs.chequers(painter, QPointF(-stand.width / 2, 16), QPointF(stand.width / 2, 16))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(signs.INK)
        for x in (-stand.width / 2 - 12, stand.width / 2 + 12):
            painter.drawPolygon([QPointF(x - 12, -14), QPointF(x, -36), QPointF(x + 12, -14)])
    # The lettering must not stand on its head on the table.
    if abs((heading + 90 + 180) % 360 - 180) > 95:
        painter.rotate(180)
    signs.arch(painter, words, stand.width, QColor(colour))


def _lost_dice(painter: QPainter, count: int) -> None:
    """The coast dice that oxygen tokens take away: dice crossed out, at the foot of the tile."""
    size, gap = 34.0, 8.0
    painter.save()
    painter.translate(-(count * size + (count - 1) * gap) / 2, 168)
    for number in range(count):
        left = number * (size + gap)
        painter.setPen(QPen(QColor("#5b3fa0"), 3))
        painter.setBrush(QColor("#f4f1fb"))
        painter.drawRoundedRect(QRectF(left, 0, size, size), 7, 7)
        signs.text(painter, "C", 21, QColor("#5b3fa0"), QPointF(left + size / 2, size / 2))
        painter.setPen(QPen(signs.RED, 5, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        painter.drawLine(QPointF(left - 2, size + 2), QPointF(left + size + 2, -2))
    painter.restore()
