"""Editing what a card does: up to six operations in a row, each with its values, offered by when the card acts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QPushButton, QSpinBox, QToolButton, QVBoxLayout, QWidget

from designer.summit.deck import OPERATIONS, Allowed, numbers

MOST = 6
#: Values in words a reader understands.
WORDS = {
    "up2": "two rows up",
    "diagonal_up": "diagonally up",
    "side": "sideways",
    "up1": "just above",
    "normal": "at its usual cost",
    "target_only": "for the card it ends on",
    "B": "bomber",
    "P": "positive",
    "S": "sketchy",
    "H": "heinous",
    "n": "how many",
    "cost": "cost",
    "d": "rows",
    "set": "distance",
    "dir": "where",
    "from": "from",
    "to": "to",
}
TITLES = {
    "stamina": "stamina",
    "move_modifier": "another kind of move",
    "cost_override": "a move costs",
    "cost_step": "a move costs more or less",
    "class_shift": "a class counts as another",
    "side_cost": "sideways moves cost more",
    "clip_cost": "clipping costs",
    "clip_ahead": "clip ahead",
    "cancel_fall": "no fall",
    "fall_distance": "length of a fall",
    "no_deck": "no decking",
    "peek": "look",
    "reveal": "turn up",
    "fatigue": "move the fatigue line",
    "swap_facedown_same_column": "exchange two cards",
    "recover_ability": "ability again",
}


def default(name: str) -> dict[str, Any]:
    """An operation with plain values to start from.

    >>> default("peek")
    {'op': 'peek', 'n': 1}
    """
    return {
        "op": name,
        **{value: 1 if numbers(allowed) else allowed[0] for value, allowed in OPERATIONS[name].values.items()},
    }


class _Line(QWidget):
    """One operation. ``retyped`` tells that another operation was chosen, which asks for other values."""

    changed = Signal()
    retyped = Signal()
    removed = Signal()

    def __init__(self, effect: Mapping[str, Any], offered: Sequence[str]) -> None:
        super().__init__()
        name = str(effect["op"])
        known = OPERATIONS.get(name)
        asked = known.values if known else {}
        self.more = {key: value for key, value in effect.items() if key not in asked}
        self.op = QComboBox()
        for other in offered:
            self.op.addItem(TITLES.get(other, other), other)
            self.op.setItemData(self.op.count() - 1, OPERATIONS[other].words, Qt.ItemDataRole.ToolTipRole)
        if self.op.findData(name) < 0:
            self.op.addItem(f"{TITLES.get(name, name)} (not possible here)", name)
        self.op.setCurrentIndex(self.op.findData(name))
        self.setToolTip(known.words if known else "")
        self.values: dict[str, QComboBox | QSpinBox] = {}
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.addWidget(self.op)
        for key, allowed in asked.items():
            self._row.addWidget(QLabel(WORDS.get(key, key)))
            self._add_value(key, allowed, effect.get(key))
        self._row.addStretch(1)
        away = QToolButton()
        away.setText("\N{MULTIPLICATION SIGN}")
        away.setToolTip("Take this operation away")
        away.clicked.connect(self.removed)
        self._row.addWidget(away)
        self.op.activated.connect(self.retyped)

    def _add_value(self, name: str, allowed: Allowed, value: object) -> None:
        words = [choice for choice in allowed if isinstance(choice, str)]
        whole = numbers(allowed)
        if whole is not None and not words:
            spin = QSpinBox()
            spin.setRange(whole.least, whole.most)
            spin.setValue(value if type(value) is int else 1)
            spin.valueChanged.connect(self.changed)
            self.values[name] = spin
            self._row.addWidget(spin)
            return
        box = QComboBox()
        for choice in words:
            box.addItem(WORDS.get(choice, choice), choice)
        if whole is not None:
            for number in range(whole.least, 5):
                box.addItem(f"for {number}", number)
        box.setCurrentIndex(max(0, box.findData(value)))
        box.activated.connect(self.changed)
        self.values[name] = box
        self._row.addWidget(box)

    def effect(self) -> dict[str, Any]:
        """What the line says; fields that Crest does not know are kept."""
        values = {
            key: box.value() if isinstance(box, QSpinBox) else box.currentData() for key, box in self.values.items()
        }
        return {**self.more, **values}


class EffectsEditor(QWidget):
    """Edits a list of operations. ``changed`` tells that ``effects()`` is another list."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[_Line] = []
        self._offered: tuple[str, ...] = ()
        self.add_button = QPushButton("Add an operation")
        self.add_button.clicked.connect(self.add)
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.addWidget(self.add_button)

    def effects(self) -> list[dict[str, Any]]:
        """The operations in order."""
        return [line.effect() for line in self.lines]

    def show_effects(self, effects: Iterable[Mapping[str, Any]], moments: frozenset[str]) -> None:
        """Show operations, offering those that can act at one of the moments."""
        self._offered = tuple(name for name, known in OPERATIONS.items() if known.moments & moments)
        for line in list(self.lines):
            self._take(line)
        for effect in effects:
            self._insert(len(self.lines), effect)
        self._refresh()

    def _insert(self, place: int, effect: Mapping[str, Any]) -> None:
        line = _Line(effect, self._offered)
        line.changed.connect(self.changed)
        line.retyped.connect(lambda: self._retype(line))
        line.removed.connect(lambda: self._remove(line))
        self.lines.insert(place, line)
        self._layout.insertWidget(place, line)

    def _take(self, line: _Line) -> None:
        self.lines.remove(line)
        self._layout.removeWidget(line)
        line.hide()
        line.deleteLater()

    def _retype(self, line: _Line) -> None:
        place = self.lines.index(line)
        self._take(line)
        self._insert(place, default(str(line.op.currentData())))
        self.changed.emit()

    def add(self) -> None:
        """Add an operation."""
        if len(self.lines) < MOST and self._offered:
            self._insert(len(self.lines), default(self._offered[0]))
            self._refresh()
            self.changed.emit()

    def _remove(self, line: _Line) -> None:
        self._take(line)
        self._refresh()
        self.changed.emit()

    def _refresh(self) -> None:
        self.add_button.setEnabled(len(self.lines) < MOST and bool(self._offered))
