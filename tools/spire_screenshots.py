"""The pictures of the Spire tab; tools/screenshots.py takes them with the others."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QCoreApplication, QDeadlineTimer
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QDialog

from designer.design import spire as spire_edits
from designer.design.document import Design
from designer.design.event import Event
from designer.summit import dealing
from designer.summit import deck as decks
from designer.ui.main_window import MainWindow
from designer.ui.spire.deck import DeckDialog

SEED = 4


class Camera(Protocol):
    """What takes the pictures (screenshots.Photographer)."""

    folder: Path
    scale: float

    def window(self, stage: str | None, colours: str) -> MainWindow:
        """A window."""

    def shoot(self, window: MainWindow, name: str) -> None:
        """Write its picture and close it."""


def settle(milliseconds: int = 150) -> None:
    """Let the window lay itself out and paint."""
    deadline = QDeadlineTimer(milliseconds)
    while not deadline.hasExpired():
        QCoreApplication.processEvents()


def spire_window(camera: Camera, colours: str) -> MainWindow:
    """A window with a spire for four that is half climbed: some cards lie face up."""
    window = camera.window(None, colours)
    spire = dealing.deal(4, SEED)
    for column in range(len(spire.columns)):
        for row in range(1, 3 + column % 3):
            spire = spire_edits.turn_card(spire, column, row, True)
    window.session.start(
        Design(name="The lantern", author="Crest", spire=spire_edits.lock_card(spire, 1, 5), event=Event("summit"))
    )
    window.spire.options.cast()
    window.views.setCurrentWidget(window.spire)
    for dock in window.docks.values():
        dock.hide()
    settle()
    return window


def spires(camera: Camera, wanted: Callable[[str], bool]) -> None:
    """All pictures of the tab, in light and dark colours."""
    for colours in ("light", "dark"):
        if wanted(f"spire-flat-{colours}"):
            window = spire_window(camera, colours)
            window.spire.go_to((1, 4))
            camera.shoot(window, f"spire-flat-{colours}")
        if wanted(f"spire-round-{colours}"):
            window = spire_window(camera, colours)
            editor = window.spire
            editor.show_view("Round")
            editor.climber.setCurrentIndex(editor.climber.findData("Granite"))
            editor.refresh_views()
            editor.go_to((1, 3))
            editor.round.set_turn(1.35)
            camera.shoot(window, f"spire-round-{colours}")
        if wanted(f"spire-climbing-{colours}"):
            window = spire_window(camera, colours)
            editor = window.spire
            editor.show_view("Both")
            editor.climbing.games.setValue(400)
            editor.climbing.random_starts.setChecked(True)
            editor.climb()
            while editor.climbing.running:
                settle(50)
            editor.climbing.by.setCurrentIndex(1)
            camera.shoot(window, f"spire-climbing-{colours}")
        if wanted(f"spire-replay-{colours}"):
            window = spire_window(camera, colours)
            editor = window.spire
            editor.show_view("Both")
            editor.tabs.setCurrentWidget(editor.replay)
            editor.xray.setChecked(False)
            editor.replay.load()
            editor.replay.round.setValue(5)
            editor.replay.go(editor.replay.line + 9)
            if editor.replay.board is not None:
                editor.round.set_turn(float((editor.replay.board.seats[editor.replay.active or 0].at or (0, 0))[0]))
            camera.shoot(window, f"spire-replay-{colours}")
        for number, name in enumerate(("bolts", "preferences", "abilities", "actions")):
            if wanted(f"spire-deck-{name}-{colours}") and (colours == "light" or name == "preferences"):
                window = spire_window(camera, colours)
                dialog = DeckDialog(decks.standard_data(), window)
                dialog.tabs.setCurrentIndex(number)
                if name == "abilities":
                    dialog.abilities.list.setCurrentRow(5)
                if name == "actions":
                    dialog.action_cards.list.setCurrentRow(6)
                shoot_dialog(camera, dialog, f"spire-deck-{name}-{colours}")
                window.session.undo_stack.setClean()
                window.close()


def shoot_dialog(camera: Camera, dialog: QDialog, name: str) -> None:
    """Write a dialog's picture and close it."""
    dialog.show()
    settle()
    picture = QImage(dialog.size() * camera.scale, QImage.Format.Format_RGB32)
    picture.setDevicePixelRatio(camera.scale)
    dialog.render(picture)
    picture.save(str(camera.folder / f"{name}.png"))
    print(f"{name}.png {picture.width()} x {picture.height()}")
    dialog.close()
