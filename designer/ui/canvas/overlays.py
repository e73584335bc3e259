"""Overlays of the stage: what can be shown on top of the tiles, worked out from the design and a simulation.

Each tile has one overlay item, which is drawn anew only when what it shows is another; the racing line is one item.
"""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QGraphicsScene

from designer import catalog
from designer.design.document import Design
from designer.design.hexes import Hex, centre
from designer.design.stage import PlacedTile
from designer.graph.space_graph import SpaceId
from designer.model.compiled import compile_design
from designer.play.table_space import TableSpace
from designer.simulator.rally.log import Run
from designer.simulator.rally.report import Report
from designer.ui.canvas.overlay_items import Dot, LineItem, Marks, OverlayItem, Step, Stop
from designer.ui.session import Session
from designer.ui.tiles.geometry import geometry
from designer.ui.tiles.standing import turned

#: What can be shown, in the order of the menu: name and words.
OVERLAYS = {
    "ids": "Ids, hexes and edges",
    "spaces": "Space graph with names",
    "limits": "Speed limits",
    "danger": "Danger",
    "terrain": "Terrain",
    "elevation": "Elevation",
    "heat": "Heat map of the simulation",
    "line": "Racing line of a run",
}
#: Those that only ask what is printed on the tile.
PRINTED = frozenset({"ids", "limits", "danger", "terrain"})
#: How far apart the two halves of a slide are drawn from the middle of their row.
HALF = 26.0
#: On stages of more tiles the space graph follows when the designer pauses for so many milliseconds.
LARGE, PAUSE = 60, 120


def space_point(placed: PlacedTile, name: str) -> tuple[float, float] | None:
    """Where a space of a placed tile lies about the tile's middle; None for a name the tile does not have.

    The sliding halves of a row ("bl+br/1") lie before and behind its middle.
    """
    if catalog.side(placed.tile) is None:
        return None
    layout = geometry(placed.tile)
    row, _, half = name.partition("/")
    points = [layout.middles[one] for one in row.split("+") if one in layout.middles]
    if not points:
        return None
    x, y = sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)
    if half:
        # Which way is forward does not matter for a mark: the halves only must not hide each other.
        apart = {"1": -HALF, "2": HALF, "3": 3 * HALF}.get(half, 0.0)
        x, y = x + apart * 0.5, y + apart * 0.8
    return turned((x, y), placed.rotation)


class Overlays:
    """The overlays of a scene. ``report`` and ``run`` come from the simulation panel."""

    def __init__(self, scene: QGraphicsScene, session: Session) -> None:
        self.scene = scene
        self.session = session
        self.shown: frozenset[str] = frozenset()
        self.report: Report | None = None
        self.run: Run | None = None
        self.items: dict[Hex, OverlayItem] = {}
        self._graph: tuple[Design, tuple[dict[Hex, list[Dot]], dict[Hex, list[Step]]]] | None = None
        self._pause = QTimer(scene)
        self._pause.setSingleShot(True)
        self._pause.setInterval(PAUSE)
        self._pause.timeout.connect(self._catch_up)
        self.line = LineItem()
        scene.addItem(self.line)

    def show(self, names: Iterable[str]) -> None:
        """Show these overlays and no others."""
        self.shown = frozenset(names) & frozenset(OVERLAYS)
        self.sync()

    def show_simulation(self, report: Report | None, run: Run | None) -> None:
        """Use the figures of a simulation."""
        self.report, self.run = report, run
        self.sync()

    def sync(self) -> None:
        """Bring the items in line with design, simulation and what is shown."""
        tiles = {tile.hex: tile for tile in self.session.stage} if self.shown else {}
        marks = self._marks(tiles)
        for place in [place for place in self.items if place not in marks]:
            self.scene.removeItem(self.items.pop(place))
        for place, found in marks.items():
            item = self.items.get(place)
            if item is None:
                item = OverlayItem(found)
                item.setPos(*centre(place))
                self.items[place] = item
                self.scene.addItem(item)
            else:
                item.show_marks(found)
        self.line.show_stops(self._stops(tiles) if "line" in self.shown else ())

    def _marks(self, tiles: dict[Hex, PlacedTile]) -> dict[Hex, Marks]:
        if not self.shown - {"line"}:
            return {}
        spaces, steps = self._spaces_now(tiles) if "spaces" in self.shown else ({}, {})
        heights = self._heights() if "elevation" in self.shown else {}
        heat = self._heat(tiles) if "heat" in self.shown else {}
        top = max((max(abs(low), abs(high)) for low, high in heights.values()), default=0)
        return {
            place: Marks(
                tile.tile,
                tile.rotation,
                self.shown & PRINTED,
                tuple(spaces.get(place, ())),
                tuple(steps.get(place, ())),
                heights.get(place),
                top,
                tuple(heat.get(place, ())),
                f"{place.q},{place.r}",
            )
            for place, tile in tiles.items()
        }

    def _spaces_now(self, tiles: dict[Hex, PlacedTile]) -> tuple[dict[Hex, list[Dot]], dict[Hex, list[Step]]]:
        """The space graph; of a large stage the one before the edit, until the designer pauses."""
        if self._graph is None or self._graph[0] is not self.session.design:
            if self._graph is not None and len(tiles) > LARGE:
                self._pause.start()
                return self._graph[1]
            self._graph = self.session.design, self._spaces(tiles)
        return self._graph[1]

    def _catch_up(self) -> None:
        self._graph = None
        self.sync()

    def _spaces(self, tiles: dict[Hex, PlacedTile]) -> tuple[dict[Hex, list[Dot]], dict[Hex, list[Step]]]:
        graph = compile_design(self.session.design).spaces
        points: dict[SpaceId, tuple[float, float]] = {}
        dots: dict[Hex, list[Dot]] = {}
        steps: dict[Hex, list[Step]] = {}
        for key in graph:
            point = space_point(tiles[key.hex], key.name) if key.hex in tiles else None
            if point is not None:
                points[key] = point
                dots.setdefault(key.hex, []).append(Dot(*point, graph.nodes[key]["spot"].kind, key.name))
        for start, end, data in graph.edges(data=True):
            if start not in points or end not in points:
                continue
            step = data["step"]
            (sx, sy), (ex, ey) = centre(start.hex), centre(end.hex)
            # An arrow belongs to the tile it starts on, and to that it ends on when that is another one.
            for place in {start.hex, end.hex}:
                x, y = centre(place)
                steps.setdefault(place, []).append(
                    Step(
                        points[start][0] + sx - x,
                        points[start][1] + sy - y,
                        points[end][0] + ex - x,
                        points[end][1] + ey - y,
                        step.kind,
                        step.climb or "",
                        start.hex != end.hex,
                        place != start.hex,
                    )
                )
        return dots, steps

    def _heights(self) -> dict[Hex, tuple[int, int]]:
        """For each tile of the line: the height where it is entered and where it is left."""
        found: dict[Hex, tuple[int, int]] = {}
        before = 0
        for point in self.session.facts.profile:
            found.setdefault(point.hex, (before, point.height))
            before = point.height
        return found

    def _heat(self, tiles: dict[Hex, PlacedTile]) -> dict[Hex, list[tuple[str, float, float]]]:
        """For each tile: space, visits a run as a share of the most visited, losses of control a run."""
        report = self.report
        if report is None:
            return {}
        most = max(report.visits.values(), default=1.0)
        found: dict[Hex, list[tuple[str, float, float]]] = {}
        for place, mean in report.visits.items():
            tile = tiles.get(Hex(place.q, place.r))
            if tile is not None and tile.tile == place.tile:
                lost = report.losses.by_space.get(place, 0.0)
                found.setdefault(tile.hex, []).append((place.space, round(mean / most, 3), round(lost, 3)))
        return found

    def _stops(self, tiles: dict[Hex, PlacedTile]) -> tuple[Stop, ...]:
        """The run as a line: every space where a die was placed, with its turn, gear, and what went wrong."""
        if self.run is None:
            return ()
        found: list[Stop] = []

        def add(place: TableSpace, turn: int, gear: int, ends: bool, lost: bool = False) -> None:
            tile = tiles.get(Hex(place.q, place.r))
            point = space_point(tile, place.space) if tile is not None and tile.tile == place.tile else None
            if tile is not None and point is not None:
                x, y = centre(tile.hex)
                found.append(Stop(x + point[0], y + point[1], turn, gear, ends, lost))

        for turn in self.run.turns:
            if not found:
                add(turn.start, turn.number, turn.gear_before, False)
            for die in turn.dice:
                if not found or die.at != turn.end:
                    add(die.at, turn.number, die.gear, False)
            add(turn.end, turn.number, turn.gear_after, True, turn.lost_control)
        return tuple(found)
