"""A design on paper: name, picture of the stage or the spire, and what to fetch, on a printer or as a PDF."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF, QRectF, QSizeF
from PySide6.QtGui import QPagedPaintDevice, QPageLayout, QPageSize, QPainter, QPdfWriter, QTextDocument

from designer.design.document import Design
from designer.drawing.spire.picture import spire_image
from designer.drawing.tiles.picture import stage_image
from designer.readings.facts import StageFacts
from designer.ui.panels.facts import words

#: Millimetres around a page, and the share of its height that the picture may take.
MARGIN, PICTURE = 12.0, 0.55


def print_design(design: Design, facts: StageFacts, title: str, device: QPagedPaintDevice) -> None:
    """Draw a design on the pages of a printer or a PDF."""
    painter = QPainter(device)
    try:
        width, height = painter.viewport().width(), painter.viewport().height()
        document = QTextDocument()
        document.documentLayout().setPaintDevice(device)
        document.setDefaultStyleSheet("* { color: #000000; }")
        author = f"<p>by {escape(design.author)}</p>" if design.author else ""
        notes = f"<p>{escape(design.notes)}</p>" if design.notes else ""
        document.setHtml(f"<h1>{escape(title)}</h1>{author}{notes}")
        document.setTextWidth(width)
        document.drawContents(painter)
        top = document.size().height() + height * 0.01
        stage = design.stage is not None and bool(design.stage.tiles)
        image = None
        if stage and design.stage is not None:
            image = stage_image(design.stage, 1.0)
        elif design.spire is not None:
            image = spire_image(design, 3.0)
        if image is not None:
            room = QSizeF(width, max(height * 0.2, min(height * PICTURE, height - top)))
            factor = min(room.width() / image.width(), room.height() / image.height())
            painter.drawImage(QRectF(0, top, image.width() * factor, image.height() * factor), image)
            top += image.height() * factor + height * 0.01
        if stage:
            document.setHtml(words(facts))
            document.setTextWidth(width)
            if top + document.size().height() > height:
                device.newPage()
                top = 0.0
            # A long list of pieces goes on over as many pages as it needs.
            left = document.size().height()
            done = 0.0
            while left > 0:
                painter.save()
                painter.translate(0, top - done)
                document.drawContents(painter, QRectF(0, done, width, height - top))
                painter.restore()
                done += height - top
                left -= height - top
                top = 0.0
                if left > 0:
                    device.newPage()
    finally:
        painter.end()


def pdf(design: Design, facts: StageFacts, title: str) -> bytes:
    """A design as PDF."""
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setTitle(title)
    writer.setCreator("Crest")
    writer.setResolution(300)
    writer.setPageLayout(
        QPageLayout(
            QPageSize(QPageSize.PageSizeId.A4),
            QPageLayout.Orientation.Portrait,
            QMarginsF(MARGIN, MARGIN, MARGIN, MARGIN),
            QPageLayout.Unit.Millimeter,
        )
    )
    print_design(design, facts, title, writer)
    buffer.close()
    return bytes(data.data())
