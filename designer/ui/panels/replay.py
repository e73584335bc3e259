"""Replaying a run or a race on the stage: from the simulation or from a saved log, space by space."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

from PySide6.QtCore import QSettings, Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFileDialog,
    QFrame,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QPushButton,
    QScrollArea,
    QSlider,
    QSpinBox,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from designer.design.document import Design
from designer.design.hexes import Hex
from designer.design.stage import PlacedTile
from designer.formats import native
from designer.play.table_space import TableSpace
from designer.simulator.common.logs import LogError
from designer.simulator.rally import race_log, replay
from designer.simulator.rally.log import Run
from designer.simulator.rally.race_log import RaceLog
from designer.simulator.rally.replay import CarShown, Frame
from designer.ui.canvas.replay_layer import Moment, point_of
from designer.ui.canvas.replay_marks import car_icon
from designer.ui.panels.keys import keep_keys
from designer.ui.panels.simulation import SimulationPanel
from designer.ui.playback import Playback
from designer.ui.session import Document, Session
from designer.words import number_of

NOTHING_YET = (
    "Replay the run that the simulation shows, or open a saved log of a run or a race: the cars drive on "
    "the stage, space by space."
)
LOGS = "Logs (*.json);;All files (*)"
COLUMNS = ("Order of play", "Gear", "Cards", "Tokens", "Damage", "Stands on")


class ReplayPanel(QWidget):
    """Plays a log on the stage. ``shown`` carries the ``Moment`` to draw, or None when there is none any more."""

    shown = Signal(object)

    def __init__(self, session: Session, simulation: SimulationPanel, settings: QSettings) -> None:
        super().__init__()
        self.session = session
        self.simulation = simulation
        self.settings = settings
        self.frames: tuple[Frame, ...] = ()
        #: What is replayed: the document, and its design when the log was loaded.
        self._of: tuple[Document, Design] | None = None
        self._numbers: dict[str, int] = {}
        self._tiles: dict[Hex, PlacedTile] = {}
        self._about = ""
        #: The first step of each turn.
        self._turns: list[int] = []
        self.run_button = QPushButton("Replay the run")
        self.run_button.setToolTip("The run that the simulation's log shows")
        self.open_button = QPushButton("Open a log\N{HORIZONTAL ELLIPSIS}")
        self.clear_button = QPushButton("Put away")
        self.clear_button.setToolTip("Take the cars off the stage")
        self.playback = Playback()
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setToolTip("Step")
        self.slider.setAccessibleName("Step")
        self.turn = QSpinBox()
        self.turn.setPrefix("Turn ")
        self.turn.setToolTip("Jump to a turn")
        self.turn.setAccessibleName("Turn")
        self.words = QLabel(NOTHING_YET)
        self.words.setObjectName("commentary")
        self.words.setWordWrap(True)
        self.words.setTextFormat(Qt.TextFormat.PlainText)
        self.words.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.cars = QTreeWidget()
        self.cars.setHeaderLabels(list(COLUMNS))
        self.cars.headerItem().setToolTip(2, "Time cards")
        self.cars.headerItem().setToolTip(3, "Second tokens")
        self.cars.setRootIsDecorated(False)
        self.cars.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.cars.setAccessibleName("Cars in the order of play")
        self.cars.header().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        keep_keys(self.cars)
        self._lay_out()
        self.run_button.clicked.connect(self.replay_run)
        self.open_button.clicked.connect(self.open)
        self.clear_button.clicked.connect(lambda: self.clear())
        self.playback.moved.connect(self._show)
        self.playback.wanted.connect(self.replay_run)
        self.slider.valueChanged.connect(self.playback.go)
        self.turn.valueChanged.connect(self._to_turn)
        session.changed.connect(self._follow)
        session.documents_changed.connect(self._follow)
        self.clear()

    def _lay_out(self) -> None:
        buttons, steps = QHBoxLayout(), QHBoxLayout()
        for button in (self.run_button, self.open_button, self.clear_button):
            button.setMinimumWidth(58)
            buttons.addWidget(button)
        steps.addWidget(self.turn)
        steps.addWidget(self.slider, 1)
        # Words that grow scroll here, so that they never make the window larger.
        room = QScrollArea()
        room.setFrameShape(QFrame.Shape.NoFrame)
        room.setWidgetResizable(True)
        room.setWidget(self.words)
        left = QVBoxLayout()
        left.setSpacing(4)
        left.addLayout(buttons)
        left.addWidget(self.playback)
        left.addLayout(steps)
        left.addWidget(room, 1)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(6, 6, 6, 6)
        layout.addLayout(left, 2)
        layout.addWidget(self.cars, 3)

    # The log

    def replay_run(self) -> bool:
        """Load the run that the simulation shows of the design in front."""
        run = self.simulation.run_log
        if run is None:
            return self._refuse("There is no run of this design to replay yet: run the simulation (F5) first.")
        return self.load(run)

    def open(self) -> None:
        """Ask for a saved log and load it."""
        start = str(self.settings.value("folder", ""))
        name, _ = QFileDialog.getOpenFileName(self, "Open a log", start, LOGS)
        if name:
            self.open_path(Path(name))

    def open_path(self, path: Path) -> bool:
        """Load a saved log, or say in plain words why not."""
        try:
            data = json.loads(path.read_text(encoding="utf-8"))
        except OSError as error:
            return self._refuse(f"{path.name} cannot be read: {error.strerror or error}.")
        except (ValueError, RecursionError):
            return self._refuse(f"{path.name} is no log of a run or a race: it is not JSON.")
        try:
            log = race_log.read(data)
        except LogError as error:
            return self._refuse(str(error))
        return self.load(log)

    def load(self, log: Run | RaceLog) -> bool:
        """Show the start of a log that fits the design in front; say why when it does not."""
        design = self.session.design
        frames = list(replay.frames(log))
        tiles = {tile.hex: tile for tile in self.session.stage}
        stages = sorted({frame.stage for frame in frames})
        wrong = {
            number: place
            for number in stages
            if (place := _astray([frame for frame in frames if frame.stage == number], tiles)) is not None
        }
        fitting = [frame for frame in frames if frame.stage not in wrong]
        if not fitting:
            of = f"of {log.design} " if log.design else ""
            place = next(iter(wrong.values()), None)
            why = f"it drives on {place.text()}, which is not there" if place is not None else "nobody drives in it"
            return self._refuse(f"The log {of}does not fit the design in front: {why}.")
        self.clear()
        self._about = _about(log, design, len(wrong), len(stages))
        self._of = self.session.document, design
        self._tiles = tiles
        entered = [driver.name for driver in log.drivers] if isinstance(log, RaceLog) else [""]
        self._numbers = {name: number for number, name in enumerate(entered, 1)}
        self.frames = tuple(fitting)
        self._turns = [
            number
            for number, frame in enumerate(fitting)
            if not number or (frame.stage, frame.turn) != (fitting[number - 1].stage, fitting[number - 1].turn)
        ]
        for widget, first, last in ((self.slider, 0, len(fitting) - 1), (self.turn, 1, len(self._turns))):
            widget.blockSignals(True)
            widget.setRange(first, last)
            widget.setValue(first)
            widget.setEnabled(True)
            widget.blockSignals(False)
        self.turn.setSpecialValueText("")
        self.turn.setSuffix(f" of {len(self._turns)}")
        self.clear_button.setEnabled(True)
        self.playback.set_count(len(fitting))
        self.playback.go(0)
        return True

    def _refuse(self, why: str) -> bool:
        """Say why there is nothing to show; what was shown stays."""
        self.playback.pause()
        if not self.frames:
            self.words.setText(why)
        self.session.refused.emit(why)
        return False

    def clear(self, words: str = NOTHING_YET) -> None:
        """Show no log any more."""
        self.frames, self._of, self._numbers, self._tiles, self._about = (), None, {}, {}, ""
        self._turns = []
        self.playback.set_count(0)
        self.cars.clear()
        self.turn.setSuffix("")
        self.turn.setSpecialValueText("No turns")
        for widget in (self.slider, self.turn):
            widget.blockSignals(True)
            widget.setRange(0, 0)
            widget.setEnabled(False)
            widget.blockSignals(False)
        self.clear_button.setEnabled(False)
        self.words.setText(words)
        self.shown.emit(None)

    def _follow(self) -> None:
        """Put the log away when another design is in front, or the stage is another one."""
        if self._of is None:
            return
        document, design = self._of
        if self.session.document is not document:
            self.clear()
        elif self.session.design.stage != design.stage:
            self.clear("The stage has changed: what was driven on it was put away.")

    # A moment of it

    @property
    def frame(self) -> Frame | None:
        """What is shown."""
        return self.frames[self.playback.at] if self.frames else None

    def _to_turn(self, number: int) -> None:
        if 0 < number <= len(self._turns):
            self.playback.go(self._turns[number - 1])

    def _show(self, step: int) -> None:
        frame = self.frames[step]
        turn = sum(start <= step for start in self._turns)
        for widget, value in ((self.slider, step), (self.turn, turn)):
            widget.blockSignals(True)
            widget.setValue(value)
            widget.blockSignals(False)
        self.words.setText(
            "\n".join(part for part in (_round(frame), _told(frame), _times(frame), self._about) if part)
        )
        self._list_cars(frame)
        self.shown.emit(Moment(frame, self._tiles, self._numbers))

    def _list_cars(self, frame: Frame) -> None:
        known = {car.driver: car for car in frame.cars}
        self.cars.clear()
        # Who has finished is no longer in the order, and still has a time.
        for driver in dict.fromkeys((*frame.order, *known)):
            number = self._numbers.get(driver, 1)
            car = known.get(driver)
            cells = [f"{number} {driver}".rstrip() if driver else "Car"]
            if car is not None:
                at = car.place.text() if car.place is not None else "past the line"
                cells += [
                    str(car.gear),
                    car.progress(),
                    str(car.tokens),
                    _damage(car),
                    f"{at}{', turned round' if car.turned else ''}",
                ]
            else:
                cells += ["", "", "", "", "waits for the start"]
            row = QTreeWidgetItem(cells)
            row.setIcon(0, car_icon(driver, number))
            if driver == frame.driver:
                font = row.font(0)
                font.setBold(True)
                for column in range(len(COLUMNS)):
                    row.setFont(column, font)
            self.cars.addTopLevelItem(row)


def _damage(car: CarShown) -> str:
    """The damage tokens on a car's board, and the danger tokens that pushing has laid there."""
    danger = [number_of(car.danger_tokens, "danger token")] if car.danger_tokens else []
    kinds = [kind if count == 1 else f"{count} {kind}" for kind, count in Counter(car.damage).items()]
    return ", ".join([*kinds, *danger]) or "none"


def _astray(frames: Sequence[Frame], tiles: Mapping[Hex, PlacedTile]) -> TableSpace | None:
    """The first place of these frames that the stage does not have."""
    seen: set[TableSpace] = set()
    for frame in frames:
        places = [car.place for car in frame.cars if car.place is not None]
        for place in (*places, *(die.at for die in frame.dice), *frame.mud):
            if place not in seen and point_of(place, tiles, frame.flipped) is None:
                return place
            seen.add(place)
    return None


def _about(log: Run | RaceLog, design: Design, wrong: int, stages: int) -> str:
    """What is to be known of a log: other stages, another state of the design."""
    if wrong:
        return f"{wrong} of the {stages} stages of the log lie on other designs and are not shown."
    hashes = [stage.hash for stage in log.stages] if isinstance(log, RaceLog) else [log.hash]
    if native.content_hash(design) not in hashes:
        return "The design was another one when this was driven; the tiles of the road are the same."
    return ""


def _round(frame: Frame) -> str:
    """The round of a circuit with the colour of its marker; nothing on a stage."""
    return f"{frame.heading.capitalize()}." if frame.colour else ""


def _told(frame: Frame) -> str:
    """What happens in a step, with the name of who drives."""
    named = not frame.driver or frame.step.startswith(frame.driver)
    return frame.step if named else f"{frame.driver}: {frame.step}"


def _times(frame: Frame) -> str:
    """The times so far; on a circuit the rounds in which cars came home, and who is disqualified."""
    if not frame.results:
        return ""
    known = {car.driver: car for car in frame.cars}
    if any(car.circuit for car in frame.cars):
        words = [
            f"{driver or 'the car'} "
            + ("disqualified" if driver in known and known[driver].disqualified else f"in round {round_}")
            for (driver, _), round_ in frame.homes.items()
        ]
        return f"Over the line: {', '.join(words)}."
    several = any(attempt > 1 for _, attempt in frame.results)
    return (
        "Finished: "
        + ", ".join(
            f"{driver or 'the car'}{f', try {attempt}' if several else ''} in {seconds} s"
            for (driver, attempt), seconds in frame.results.items()
        )
        + "."
    )
