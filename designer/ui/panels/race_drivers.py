"""Who drives in a race: a row for each driver, with name, car and habit; in a hillclimb a car for each try."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from html import escape

from PySide6.QtCore import QEvent, QKeyCombination, QObject, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QComboBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QMenu,
    QPushButton,
    QSizePolicy,
    QToolButton,
    QWidget,
)

from designer import catalog
from designer.design.document import Design
from designer.simulator.rally import policies
from designer.simulator.rally.races import COLOURS, Driver, classes, default_cars
from designer.ui.canvas.replay_marks import car_icon
from designer.ui.panels.keys import keep_keys

#: Habits of the first drivers of a new race, so that they do not all drive alike.
HABITS = ("sensible", "by-the-book", "flat-out")
#: Tries for which a board can be chosen in the window; later ones drive the last.
TRIES = 3
SAME = "the same board"
#: What can be done with a driver: words, key while the keyboard is in its row.
DEEDS = (("Duplicate", "Ctrl+D"), ("Move up", "Ctrl+Up"), ("Move down", "Ctrl+Down"), ("Take out", "Ctrl+Del"))


def first_drivers(design: Design) -> tuple[Driver, ...]:
    """The drivers of a new race: those whom the event names, else three of different habits.

    >>> [driver.name for driver in first_drivers(Design())]
    ['Red', 'Blue', 'Green']
    """
    boards = design.event.boards if design.event is not None else ()
    named = tuple(dict.fromkeys(entry.driver for entry in boards if entry.driver))[: len(COLOURS)]
    names = named if named else COLOURS[: len(HABITS)]
    return tuple(Driver(name, (), HABITS[number % len(HABITS)]) for number, name in enumerate(names))


def cars_of(design: Design) -> Iterator[tuple[str, str]]:
    """The cars that can be chosen, with their words: boards of the design, categories, standard boards."""
    for board in design.dashboards:
        if board.name:
            yield board.name, board.name
    for name in classes():
        yield name, f"{name.upper()}, any tyres"
    for name, record in catalog.standard_boards().items():
        yield name, record.name


def _free(drivers: Sequence[Driver]) -> str:
    """A colour that no driver is called by; of fewer drivers than colours there is one."""
    return next(name for name in COLOURS if name not in {driver.name for driver in drivers})


def fill_habits(box: QComboBox) -> None:
    """List the habits of drivers in a box, each with what it does as a tooltip."""
    for number, name in enumerate(policies.names()):
        box.addItem(name)
        box.setItemData(number, f"<p>{escape(policies.description(name))}.</p>", Qt.ItemDataRole.ToolTipRole)


class _Row:
    """The widgets of one driver."""

    def __init__(self, number: int) -> None:
        self.mark = QLabel()
        self.name = QLineEdit()
        self.name.setAccessibleName(f"Name of driver {number}")
        self.name.setMaxLength(40)
        self.name.setMinimumWidth(46)
        self.cars = [QComboBox() for _ in range(TRIES)]
        for place, box in enumerate(self.cars):
            box.setAccessibleName(f"Car of driver {number}" + (f", try {place + 1}" if place else ""))
            box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            box.setMinimumContentsLength(4)
            box.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.policy = QComboBox()
        fill_habits(self.policy)
        self.policy.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.policy.setMinimumContentsLength(4)
        self.policy.view().setMinimumWidth(130)
        self.policy.setAccessibleName(f"Habit of driver {number}")
        self.away = QToolButton()
        self.away.setText("\N{MULTIPLICATION SIGN}")
        self.away.setAutoRaise(True)
        self.away.setAccessibleName(f"Take driver {number} out")
        self.away.setToolTip("Take this driver out")
        self.more = QToolButton()
        self.more.setText("\N{VERTICAL ELLIPSIS}")
        self.more.setAutoRaise(True)
        self.more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.more.setStyleSheet("QToolButton::menu-indicator { image: none; }")
        self.more.setAccessibleName(f"What can be done with driver {number}")
        self.more.setToolTip("Duplicate or move this driver")
        self.menu = QMenu(self.more)
        self.more.setMenu(self.menu)
        for button in (self.more, self.away):
            button.setFixedWidth(20)
        self.later = QWidget()
        layout = QHBoxLayout(self.later)
        layout.setContentsMargins(0, 0, 0, 2)
        for place, box in enumerate(self.cars[1:], 2):
            layout.addWidget(QLabel(f"Try {place}"))
            layout.addWidget(box, 1)
        keep_keys(self.name)

    @property
    def widgets(self) -> tuple[QWidget, ...]:
        """The widgets of the first line, from left to right."""
        return self.mark, self.name, self.cars[0], self.policy, self.more, self.away

    @property
    def fields(self) -> tuple[QWidget, ...]:
        """The widgets that take the keyboard."""
        return self.name, *self.cars, self.policy


class DriverRows(QWidget):
    """The drivers of a race. ``changed`` comes when the user changes one.

    Keys in a row: those of ``DEEDS``, and Ins adds a driver.
    """

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._rows = [_Row(number) for number in range(1, len(COLOURS) + 1)]
        self._shown = 0
        self._tries = 1
        self._cars: list[tuple[str, str]] = []
        self._design = Design()
        self._row_of = {field: number for number, row in enumerate(self._rows) for field in row.fields}
        self.add_button = QPushButton("Add a driver")
        self.add_button.setToolTip("Add a driver (Ins)")
        self.add_button.clicked.connect(self.add)
        self.grid = QGridLayout(self)
        self.grid.setContentsMargins(0, 0, 0, 0)
        self.grid.setHorizontalSpacing(4)
        self.grid.setVerticalSpacing(2)
        for column, words in enumerate(("", "Driver", "Car", "Habit")):
            self.grid.addWidget(QLabel(words), 0, column)
        for number, row in enumerate(self._rows):
            for column, widget in enumerate(row.widgets):
                self.grid.addWidget(widget, 2 * number + 1, column)
            self.grid.addWidget(row.later, 2 * number + 2, 1, 1, 3)
            row.name.textEdited.connect(self._edited)
            for box in (*row.cars, row.policy):
                box.activated.connect(self._edited)
            row.away.clicked.connect(lambda _=False, at=number: self.take_out(at))
            for (words, keys), do in zip(DEEDS, self._deeds(number), strict=True):
                row.menu.addAction(f"{words}\t{keys}").triggered.connect(lambda _=False, deed=do: deed())
            for field in row.fields:
                field.installEventFilter(self)
                field.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.grid.addWidget(self.add_button, 2 * len(self._rows) + 1, 1, 1, 3, Qt.AlignmentFlag.AlignLeft)
        self.grid.setRowStretch(2 * len(self._rows) + 2, 1)
        self.grid.setColumnStretch(1, 2)
        self.grid.setColumnStretch(2, 4)
        self.grid.setColumnStretch(3, 3)

    def show_drivers(self, drivers: Sequence[Driver], design: Design, tries: int) -> None:
        """Show these drivers, who can choose among the cars of a design; ``tries`` is how often they drive."""
        self._design, self._tries, self._shown = design, min(tries, TRIES), len(drivers)
        self._cars = list(cars_of(design))
        given = design.event is not None and bool(design.event.boards)
        usual = {driver.name: default_cars((design,), driver.name) for driver in (drivers if given else drivers[:1])}
        for number, row in enumerate(self._rows):
            seen = number < len(drivers)
            for widget in row.widgets:
                widget.setVisible(seen)
            row.later.setVisible(False)
            for place, box in enumerate(row.cars[1:], 2):
                box.setEnabled(place <= self._tries)
            if seen:
                self._fill(row, drivers[number], *usual.get(drivers[number].name, next(iter(usual.values()))))
        self.add_button.setVisible(self._shown < len(self._rows))
        self._mark()

    def _fill(self, row: _Row, driver: Driver, usual: Sequence[str], why: str) -> None:
        words = dict(self._cars)
        known = [words.get(name, name) for name in usual]
        if row.name.text() != driver.name:
            row.name.setText(driver.name)
        for place, box in enumerate(row.cars):
            box.blockSignals(True)
            box.clear()
            # Several boards by default are those that the event gives, one for each try.
            default = f"{', '.join(known)} ({why})"
            box.addItem(SAME if place else default, "")
            for name, shown in self._cars:
                box.addItem(shown, name)
            wanted = driver.cars[place] if place < len(driver.cars) else ""
            if wanted and box.findData(wanted) < 0:
                box.addItem(f"{wanted} (not in the design)", wanted)
            box.setCurrentIndex(box.findData(wanted))
            box.view().setMinimumWidth(260)
            box.blockSignals(False)
        row.policy.setCurrentText(driver.policy)

    def drivers(self) -> tuple[Driver, ...]:
        """The drivers as they are shown."""
        return tuple(self._driver(row) for row in self._rows[: self._shown])

    def _driver(self, row: _Row) -> Driver:
        chosen = [box.currentData() or "" for box in row.cars[: self._tries]]
        cars: list[str] = []
        if chosen[0]:
            for name in chosen:
                cars.append(name or cars[-1])
            while len(cars) > 1 and cars[-1] == cars[-2]:
                cars.pop()
        return Driver(row.name.text().strip(), tuple(cars), row.policy.currentText())

    def _edited(self) -> None:
        self._mark()
        self.changed.emit()

    def _mark(self) -> None:
        """Show each driver's colour; cars of later tries can only be chosen after one of the first."""
        for number, row in enumerate(self._rows[: self._shown]):
            row.mark.setPixmap(car_icon(row.name.text().strip(), number + 1).pixmap(QSize(24, 16)))
            row.later.setVisible(self._tries > 1 and bool(row.cars[0].currentData()))
            row.policy.setToolTip(f"<p>{escape(policies.description(row.policy.currentText()))}.</p>")
            for place, box in enumerate(row.cars):
                box.setToolTip(f"<p>{escape(box.currentText())}</p>")
                if place:
                    box.setEnabled(place < self._tries and bool(row.cars[0].currentData()))

    def add(self) -> None:
        """Add a driver with a colour that is free."""
        drivers = self.drivers()
        if len(drivers) < len(self._rows):
            self._now((*drivers, Driver(_free(drivers))))

    def take_out(self, number: int) -> None:
        """Take a driver out; one always stays."""
        drivers = self.drivers()
        if len(drivers) > 1:
            self._now((*drivers[:number], *drivers[number + 1 :]))

    def duplicate(self, number: int) -> None:
        """Let another driver with a free name drive the same cars in the same way."""
        drivers = self.drivers()
        if len(drivers) < len(self._rows):
            copy = replace(drivers[number], name=_free(drivers))
            self._now((*drivers[: number + 1], copy, *drivers[number + 1 :]))
            self._keep_keyboard(number, number + 1)

    def shift(self, number: int, by: int) -> None:
        """Let a driver start earlier (-1) or later (1)."""
        drivers, to = list(self.drivers()), number + by
        if 0 <= to < len(drivers):
            drivers.insert(to, drivers.pop(number))
            self._now(drivers)
            self._keep_keyboard(number, to)

    def _deeds(self, number: int) -> tuple[Callable[[], None], ...]:
        """What ``DEEDS`` do with a row."""
        return (
            partial(self.duplicate, number),
            partial(self.shift, number, -1),
            partial(self.shift, number, 1),
            partial(self.take_out, number),
        )

    def _keep_keyboard(self, start: int, to: int) -> None:
        """Let the keyboard go along from a row to another."""
        for field, other in zip(self._rows[start].fields, self._rows[to].fields, strict=True):
            if field.hasFocus():
                other.setFocus()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        number = self._row_of.get(watched)  # type: ignore[call-overload]
        if number is None:
            return False
        if event.type() == QEvent.Type.Wheel and isinstance(watched, QComboBox) and not watched.hasFocus():
            # The wheel scrolls the list of drivers; it must not change cars on its way.
            event.ignore()
            return True
        if not isinstance(event, QKeyEvent) or event.type() not in (QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress):
            return False
        do = self._deed_of(event.keyCombination(), number)
        if do is None:
            return False
        event.accept()
        if event.type() == QEvent.Type.KeyPress:
            do()
        return True

    def _deed_of(self, pressed: QKeyCombination, number: int) -> Callable[[], None] | None:
        """What a key does in a row; None when it is not one of the drivers' keys."""
        if pressed.key() == Qt.Key.Key_Insert and not pressed.keyboardModifiers():
            return self.add
        for (_, keys), do in zip(DEEDS, self._deeds(number), strict=True):
            if QKeySequence(keys) == QKeySequence(pressed):
                return do
        return None

    def _now(self, drivers: Sequence[Driver]) -> None:
        self.show_drivers(drivers, self._design, self._tries)
        self.changed.emit()
