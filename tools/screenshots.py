"""Write the pictures of docs/images: the window with official stages, and a sheet of every tile side.

    python tools/screenshots.py            all window pictures
    python tools/screenshots.py --sheet    only the sheets of tile sides
    python tools/screenshots.py --sheet 202a 418b --scale 1 --out sheet.png

Works without a display (Qt's offscreen platform); fonts must be installed (fonts-dejavu-core on Debian).
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import Qt  # noqa: E402
from PySide6.QtGui import QGuiApplication, QImage, QPainter  # noqa: E402

from designer import catalog  # noqa: E402
from designer.ui.tile_painter import paint_side  # noqa: E402

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
        paint_side(painter, tile)
        painter.restore()
    painter.end()
    path.parent.mkdir(parents=True, exist_ok=True)
    image.save(str(path))


def sheets(folder: Path) -> None:
    """One sheet for every hundred of tile numbers."""
    groups: dict[str, list[str]] = {}
    for tile in catalog.sides():
        groups.setdefault(tile[0], []).append(tile)
    for first, tiles in groups.items():
        sheet(tiles, folder / f"tiles-{first}xx.png", 0.3, 10)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sheet", nargs="*", metavar="TILE", help="draw tile sides instead of the window")
    parser.add_argument("--scale", type=float, default=0.5)
    parser.add_argument("--columns", type=int, default=5)
    parser.add_argument("--out", type=Path, default=IMAGES / "sheet.png")
    arguments = parser.parse_args()
    application = QGuiApplication(sys.argv[:1])
    if arguments.sheet:
        sheet(arguments.sheet, arguments.out, arguments.scale, arguments.columns)
    elif arguments.sheet is not None:
        sheets(IMAGES)
    application.quit()


if __name__ == "__main__":
    main()
