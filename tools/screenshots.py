"""Write the pictures of docs/images: the window with official stages, and a sheet of every tile side.

    python -m tools.screenshots            all window pictures
    python -m tools.screenshots --sheet    only the sheets of tile sides
    python -m tools.screenshots --sheet 202a 418b --scale 1 --out sheet.png

Works without a display (Qt's offscreen platform); fonts must be installed (fonts-dejavu-core on Debian).
"""

from __future__ import annotations

import argparse
import os
import tempfile
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QDeadlineTimer, QSettings, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QGraphicsItem, QWidget

from designer import catalog
from designer.design.hexes import Hex
from designer.formats import native
from designer.simulator.rally.races import Driver, run_race
from designer.ui import theme
from designer.ui.app import application
from designer.ui.boards.category import CategoryEditor
from designer.ui.canvas.edits import Piece
from designer.ui.main_window import MainWindow
from designer.ui.tiles.painter import paint_side
from tools.spire_screenshots import spires

ROOT = Path(__file__).resolve().parent.parent
IMAGES = ROOT / "docs" / "images"


def sheet(tiles: list[str], path: Path, scale: float, columns: int) -> None:
    """A picture of tile sides in rows."""
    width, height = 540 * scale, 470 * scale
    rows = -(-len(tiles) // columns)
    image = QImage(round(width * min(columns, len(tiles))), round(height * rows), QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    for number, tile in enumerate(tiles):
        painter.save()
        painter.translate((number % columns + 0.5) * width, (number // columns + 0.5) * height)
        painter.scale(scale, scale)
        paint_side(painter, tile, 0, scale)
        painter.restore()
    painter.end()
    path.parent.mkdir(parents=True, exist_ok=True)
    image.convertToFormat(QImage.Format.Format_Indexed8).save(str(path))


def sheets(folder: Path) -> None:
    """One sheet for every hundred of tile numbers."""
    groups: dict[str, list[str]] = {}
    for tile in catalog.sides():
        groups.setdefault(tile[0], []).append(tile)
    for first, tiles in groups.items():
        sheet(tiles, folder / f"tiles-{first}xx.png", 0.3, 10)


def settle(milliseconds: int = 120) -> None:
    """Let the window lay itself out and paint."""
    deadline = QDeadlineTimer(milliseconds)
    while not deadline.hasExpired():
        QCoreApplication.processEvents()


class Photographer:
    """Windows to photograph, without touching the user's settings."""

    def __init__(self, folder: Path, scale: float) -> None:
        self.folder = folder
        self.scale = scale
        self.scratch = Path(tempfile.mkdtemp())
        self.count = 0
        folder.mkdir(parents=True, exist_ok=True)

    def window(self, stage: str | None, colours: str = "light", size: tuple[int, int] = (1360, 860)) -> MainWindow:
        """A window with an official stage."""
        theme.use(colours)
        self.count += 1
        settings = QSettings(str(self.scratch / f"{self.count}.ini"), QSettings.Format.IniFormat)
        window = MainWindow(settings=settings)
        window.resize(*size)
        window.show()
        if stage is not None:
            window.files.open_path(ROOT / "exports" / "stages" / f"{stage}.json")
        window.pieces.choose_box_for([tile.tile for tile in window.session.stage])
        settle()
        window.canvas.fit()
        settle()
        return window

    def shoot(self, window: MainWindow, name: str, over: QWidget | None = None) -> None:
        """Write the window's picture, with a popup over it when one is given, and close it."""
        settle()
        for item in window.scene.items_by_place.values() if self.scale != 1.0 else ():
            # What is kept was drawn for the screen there is not.
            item.setCacheMode(QGraphicsItem.CacheMode.NoCache)
        picture = QImage(window.size() * self.scale, QImage.Format.Format_RGB32)
        picture.setDevicePixelRatio(self.scale)
        window.render(picture)
        if over is not None:
            painter = QPainter(picture)
            over.render(painter, over.pos() - window.pos())
            painter.end()
            over.close()
        path = self.folder / f"{name}.png"
        picture.save(str(path))
        print(path.name, f"{picture.width()} x {picture.height()}")
        window.session.undo_stack.setClean()
        window.close()
        window.deleteLater()
        settle(20)


def start_page(camera: Photographer) -> None:
    """The page that the window begins with."""
    window = camera.window(None)
    window.show_start()
    while window.start.waiting:
        settle(50)
    camera.shoot(window, "start-page")


def empty_stage(camera: Photographer) -> None:
    """An empty stage."""
    camera.shoot(camera.window(None), "empty")


def tour(camera: Photographer) -> None:
    """The tour over a stage."""
    window = camera.window("climb-1")
    window.show_tour()
    camera.shoot(window, "tour")


def high_dpi(camera: Photographer) -> None:
    """A stage on a sharp screen."""
    sharp = Photographer(camera.folder, 2.0)
    sharp.shoot(sharp.window("climb-1"), "climb-1-high-dpi")


def climb_2_simulation(camera: Photographer) -> None:
    """A stage that has been driven."""
    window = simulated(camera)
    camera.shoot(window, "climb-2-simulation")


def climb_2_heat(camera: Photographer) -> None:
    """Where cars drive, as heat and line."""
    window = simulated(camera)
    switch(window, "heat", "line")
    camera.shoot(window, "climb-2-heat")


def climb_2_overlays(camera: Photographer) -> None:
    """Overlays and pace notes."""
    window = camera.window("climb-2")
    window.docks["Pace notes"].raise_()
    switch(window, "ids", "danger", "elevation", "spaces")
    camera.shoot(window, "climb-2-overlays")


def overlays_dark(camera: Photographer) -> None:
    """Overlays in dark colours."""
    window = camera.window("rally-9-ss3", "dark")
    switch(window, "terrain", "limits")
    camera.shoot(window, "overlays-dark")


def problems(camera: Photographer) -> None:
    """A stage with problems."""
    window = camera.window("climb-1")
    hands = window.hands
    window.session.select([Hex(0, 1)])
    hands.turn(1)
    for piece, place in (
        (Piece(token="oxygen", value=-2), Hex(1, 2)),
        (Piece(token="cloud"), Hex(1, 2)),
        (Piece(token="climb", value=-1), Hex(1, 3)),
        (Piece(tile="305a"), Hex(3, 1)),
    ):
        hands.place_piece(piece, place)
    window.session.select([])
    settle()
    window.canvas.fit()
    camera.shoot(window, "problems")


def palette_filters(camera: Photographer) -> None:
    """Pieces by filter."""
    window = camera.window("climb-1")
    window.pieces.clear_filters()
    for name, value in (("terrain", "snow"), ("shape", "sharp bend")):
        choice = window.pieces.choices[name]
        choice.setCurrentIndex(choice.findData(value))
    window.pieces.toggle_favourite("312b")
    settle()
    camera.shoot(window, "palette-filters")


def placing(camera: Photographer) -> None:
    """A tile about to be placed."""
    window = camera.window("climb-1")
    window.session.select([tile.hex for tile in window.session.stage if tile.tile == "203a"])
    window.hands.remove()
    window.pieces.clear_filters()
    window.pieces.filter.setText("gravel sharp")
    window.session.arm("tile:212a")
    window.canvas.set_hover(Hex(1, 6))
    camera.shoot(window, "placing")


def tokens_of_palette(camera: Photographer) -> None:
    """The tokens of the palette."""
    window = camera.window("rally-9-ss3")
    window.pieces.tabs.setCurrentIndex(1)
    camera.shoot(window, "tokens")


def rallycross(camera: Photographer) -> None:
    """A circuit."""
    camera.shoot(camera.window("rx2-ss1"), "rallycross")


def large_stage(camera: Photographer) -> None:
    """Several stages in tabs."""
    window = camera.window("rally-9-ss3", "dark")
    window.files.open_path(ROOT / "exports" / "stages" / "climb-2.json")
    window.files.open_path(ROOT / "exports" / "stages" / "rally-9-ss1.json")
    window.canvas.zoom_by(1.9)
    camera.shoot(window, "large-stage")


def list_of_commands(camera: Photographer) -> None:
    """The list of commands."""
    window = camera.window("climb-1")
    window.show_commands()
    window.commands.field.setText("sta")
    settle()
    camera.shoot(window, "commands", window.commands)


#: Pictures of the window that are taken once, by name.
PICTURES: dict[str, Callable[[Photographer], None]] = {
    "start-page": start_page,
    "empty": empty_stage,
    "tour": tour,
    "climb-1-high-dpi": high_dpi,
    "climb-2-simulation": climb_2_simulation,
    "climb-2-heat": climb_2_heat,
    "climb-2-overlays": climb_2_overlays,
    "overlays-dark": overlays_dark,
    "problems": problems,
    "palette-filters": palette_filters,
    "placing": placing,
    "tokens": tokens_of_palette,
    "rallycross": rallycross,
    "large-stage": large_stage,
    "commands": list_of_commands,
}


def windows(folder: Path, scale: float, only: str) -> None:
    """The pictures of the window."""
    camera = Photographer(folder, scale)

    def wanted(name: str) -> bool:
        return only in name

    for name, shoot in PICTURES.items():
        if wanted(name):
            shoot(camera)
    for colours in ("light", "dark"):
        if wanted(f"climb-1-{colours}"):
            window = camera.window("climb-1", colours)
            window.session.select([Hex(1, 3)])
            camera.shoot(window, f"climb-1-{colours}")
        if wanted(f"replay-{colours}"):
            camera.shoot(replayed(camera, colours), f"replay-{colours}")
        if wanted(f"race-{colours}"):
            camera.shoot(raced(camera, colours), f"race-{colours}")
    boards(camera, wanted)
    spires(camera, wanted)


def simulated(camera: Photographer) -> MainWindow:
    """A window with Climb 2 that has been driven."""
    window = camera.window("climb-2")
    window.simulation.runs.setValue(150)
    window.run_simulation()
    while window.simulation.running:
        settle(50)
    return window


def replayed(camera: Photographer, colours: str) -> MainWindow:
    """A window with Climb 1 in the middle of a race of three."""
    window = camera.window("climb-1", colours)
    drivers = [
        Driver("Red", ("r6-gravel",), "flat-out"),
        Driver("Blue", ("r6-gravel",)),
        Driver("Green", ("r5-gravel",), "cautious"),
    ]
    window.docks["Replay"].raise_()
    window.replay.load(run_race(window.session.design, drivers, seed=3).to_data())
    window.replay.turn.setValue(11)
    window.replay.playback.go(window.replay.playback.at + 4)
    window.canvas.zoom_by(2.2)
    window.canvas.centerOn(window.scene.replay.cars_at()["Red"])
    settle()
    return window


def raced(camera: Photographer, colours: str) -> MainWindow:
    """A window with Climb 1, on which three drivers have raced."""
    window = camera.window("climb-1", colours)
    dock = window.docks["Race"]
    dock.raise_()
    window.resizeDocks([dock], [300], Qt.Orientation.Vertical)
    window.race.runs.setValue(40)
    window.race.race_many()
    while window.race.running:
        settle(50)
    settle()
    window.canvas.fit()
    return window


def switch(window: MainWindow, *overlays: str) -> None:
    """Switch overlays on."""
    for name in overlays:
        window.actions_by_name[f"overlay-{name}"].setChecked(True)
    settle()


def boards(camera: Photographer, wanted: Callable[[str], bool]) -> None:
    """The pictures of the board editor."""
    for colours in ("light", "dark"):
        if wanted(f"boards-{colours}"):
            window = boards_window(camera, colours)
            window.boards.show_index(0)
            window.boards.view.setFocus()
            camera.shoot(window, f"boards-{colours}")
    if wanted("boards-setup"):
        window = boards_window(camera, "light")
        editor = window.boards
        editor.show_index(3)
        editor.flip("C9")
        editor.put("A2", "boost")
        editor.put("C7", "sisu")
        editor.damage["gear"].setValue(1)
        editor.beside.setCurrentIndex(editor.beside.findData("r6-gravel"))
        camera.shoot(window, "boards-setup")
    for colours in ("light", "dark"):
        if wanted(f"boards-compare-{colours}"):
            window = boards_window(camera, colours)
            panel = window.boards.compare
            window.boards.tabs.setCurrentWidget(panel)
            panel.tick("Simple build", "Technical build", "Goat (gravel)", "R6, gravel tyres")
            panel.run()
            while panel.running:
                settle(50)
            camera.shoot(window, f"boards-compare-{colours}")
    if wanted("boards-category"):
        window = boards_window(camera, "light")
        dialog = CategoryEditor(catalog.setup_categories()["r5"], window)
        dialog.show()
        settle()
        picture = QImage(dialog.size() * camera.scale, QImage.Format.Format_RGB32)
        picture.setDevicePixelRatio(camera.scale)
        dialog.render(picture)
        picture.save(str(camera.folder / "boards-category.png"))
        dialog.close()
        window.session.undo_stack.setClean()
        window.close()


def boards_window(camera: Photographer, colours: str) -> MainWindow:
    """A window with Climb 1 and some boards of the gallery, on the tab of boards."""
    window = camera.window("climb-1", colours)
    for name in ("climb-simple", "climb-technical", "hillclimb-goat", "setup-r6"):
        window.boards.add_board(native.load(ROOT / "exports" / "dashboards" / f"{name}.json").dashboards[0])
    window.views.setCurrentWidget(window.boards)
    for dock in ("Pieces", "Inspector"):
        window.docks[dock].hide()
    settle()
    return window


def main() -> None:
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sheet", nargs="*", metavar="TILE", help="draw tile sides instead of the window")
    parser.add_argument("--scale", type=float, default=0.5)
    parser.add_argument("--columns", type=int, default=5)
    parser.add_argument("--out", type=Path, default=IMAGES / "sheet.png")
    parser.add_argument("--folder", type=Path, default=IMAGES, help="where the window's pictures go")
    parser.add_argument("--only", default="", help="only pictures whose name holds this text")
    parser.add_argument("--pixels", type=float, default=1.0, help="screen pixels per point, 2 for high-dpi")
    arguments = parser.parse_args()
    app = application()
    if arguments.sheet:
        sheet(arguments.sheet, arguments.out, arguments.scale, arguments.columns)
    elif arguments.sheet is not None:
        sheets(IMAGES)
    else:
        windows(arguments.folder, arguments.pixels, arguments.only)
    app.quit()


if __name__ == "__main__":
    main()
