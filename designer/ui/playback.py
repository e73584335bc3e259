"""The controls of a replay: to the start, back, play or pause, on, to the end, and the speed."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSlider, QToolButton, QWidget

#: Milliseconds between two steps at each speed.
SPEEDS = (1600, 900, 500, 250, 100)
BACK, ON = "\N{BLACK LEFT-POINTING TRIANGLE}", "\N{BLACK RIGHT-POINTING TRIANGLE}"
BUTTONS = (
    ("first", f"|{BACK}", "To the start"),
    ("back", BACK, "One step back"),
    ("play", "Play", "Play or pause (space)"),
    ("next", ON, "One step on"),
    ("last", f"{ON}|", "To the end"),
)


class Playback(QWidget):
    """Goes through ``count`` steps; ``moved`` carries the step that is now to be shown.

    ``wanted`` asks for something to play: play was pressed while there is none.
    """

    moved = Signal(int)
    wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.count = 0
        #: The step that is shown, -1 before the first.
        self.at = -1
        self.buttons: dict[str, QToolButton] = {}
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        for name, words, tip in BUTTONS:
            button = QToolButton()
            button.setText(words)
            button.setToolTip(tip)
            button.setAccessibleName(tip)
            self.buttons[name] = button
            layout.addWidget(button)
        self.speed = QSlider(Qt.Orientation.Horizontal)
        self.speed.setRange(0, len(SPEEDS) - 1)
        self.speed.setValue(2)
        self.speed.setToolTip("Speed")
        self.speed.setAccessibleName("Speed")
        label = QLabel("Speed")
        label.setBuddy(self.speed)
        layout.addWidget(label)
        layout.addWidget(self.speed, 1)
        self._clock = QTimer(self)
        self._clock.timeout.connect(self._tick)
        self.buttons["first"].clicked.connect(lambda: self.go(0))
        self.buttons["back"].clicked.connect(lambda: self.go(self.at - 1))
        self.buttons["next"].clicked.connect(lambda: self.go(self.at + 1))
        self.buttons["last"].clicked.connect(lambda: self.go(self.count - 1))
        self.buttons["play"].clicked.connect(self.play_or_pause)
        self.speed.valueChanged.connect(lambda value: self._clock.setInterval(SPEEDS[value]))
        self.set_count(0)

    def set_count(self, count: int) -> None:
        """Have other steps, and stand before the first."""
        self.pause()
        self.count, self.at = count, -1
        for name, button in self.buttons.items():
            button.setEnabled(count > 0 or name == "play")

    def go(self, step: int) -> None:
        """Go to a step, or to the nearest there is."""
        step = max(0, min(step, self.count - 1))
        if self.count and step != self.at:
            self.at = step
            self.moved.emit(step)

    @property
    def playing(self) -> bool:
        """Whether the steps go on by themselves."""
        return self._clock.isActive()

    def play_or_pause(self) -> None:
        """Go on by itself, or stop. At the end it begins again."""
        if self.playing:
            self.pause()
            return
        if not self.count:
            self.wanted.emit()
        if not self.count:
            return
        if self.at >= self.count - 1:
            self.go(0)
        self.buttons["play"].setText("Pause")
        self._clock.start(SPEEDS[self.speed.value()])

    def pause(self) -> None:
        """Stop going on by itself."""
        self._clock.stop()
        self.buttons["play"].setText("Play")

    def _tick(self) -> None:
        if self.at >= self.count - 1:
            self.pause()
        else:
            self.go(self.at + 1)

    def hideEvent(self, event: QHideEvent) -> None:
        self.pause()
        super().hideEvent(event)
