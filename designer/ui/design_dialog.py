"""What a design says about itself: name, author, notes, event, and which boxes its designer owns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QGridLayout,
    QGroupBox,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from designer import catalog
from designer.design.document import Design, Inventory
from designer.design.event import KINDS, Event
from designer.design.values import frozen
from designer.formats.limits import limit
from designer.model.compiled import compile_design
from designer.rules import load_fitting

#: The house rule that says in which weather a race on a circuit begins.
WEATHER = "rallycross.weather"

WORDS = {
    "stage": "Single stage",
    "rally": "Rally",
    "hillclimb": "Hillclimb",
    "rallycross": "Rallycross",
    "summit": "Race for the Summit",
}


#: What a spin box of dice shows where the dice of the boxes count.
FROM_BOXES = -1


def die_name(die: str) -> str:
    """How the dialog names a die.

    >>> die_name("gear-1")
    'Gear 1'
    """
    return die.replace("-", " ").capitalize()


class DesignDialog(QDialog):
    """Edits these facts of a design; ``changed_design`` gives the design with them."""

    def __init__(self, design: Design, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle("Design")
        self.name = QLineEdit(design.name)
        self.name.setMaxLength(limit("design", "name"))
        self.author = QLineEdit(design.author)
        self.author.setMaxLength(limit("design", "author"))
        self.notes = QPlainTextEdit(design.notes)
        self.notes.setTabChangesFocus(True)
        self.notes.setMaximumHeight(110)
        self.kind = QComboBox()
        self.kind.addItem("Not said", "")
        for kind in KINDS:
            self.kind.addItem(WORDS[kind], kind)
        self.kind.setCurrentIndex(max(0, self.kind.findData(design.event.kind if design.event else "")))
        self.circuit = compile_design(design).route.kind == "circuit"
        self.laps = self._count(design.event.laps if design.event else None)
        self.tries = self._count(design.event.tries if design.event else None)
        self.owned = QGroupBox("Count copies by the boxes I own")
        self.owned.setCheckable(True)
        self.owned.setChecked(design.inventory is not None)
        self.owned.setToolTip("Without this, one of every box counts")
        self.boxes: dict[str, QSpinBox] = {}
        grid = QFormLayout(self.owned)
        for name, box in catalog.boxes().items():
            copies = QSpinBox()
            copies.setRange(0, 20)
            copies.setValue(design.inventory.boxes.get(name, 0) if design.inventory else 1)
            self.boxes[name] = copies
            grid.addRow(box.name + (" (out of print)" if box.out_of_print else ""), copies)
        self.dice: dict[str, QSpinBox] = {}
        self.owned_dice = QGroupBox("Dice I own in all")
        self.owned_dice.setToolTip("For builds with extra dice; which dice Climb and RX bring is assumed")
        dice = QGridLayout(self.owned_dice)
        for number, name in enumerate(catalog.dice()):
            count = QSpinBox()
            count.setRange(FROM_BOXES, 99)
            count.setSpecialValueText("as in the boxes")
            count.setValue(design.inventory.dice.get(name, FROM_BOXES) if design.inventory else FROM_BOXES)
            count.setAccessibleName(f"{die_name(name)} dice")
            self.dice[name] = count
            row, column = divmod(number, 2)
            dice.addWidget(QLabel(die_name(name)), row, 2 * column)
            dice.addWidget(count, row, 2 * column + 1)
        grid.addRow(self.owned_dice)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        self.kind.currentIndexChanged.connect(self._enable)
        self.weather = QComboBox()
        for word in ("dry", "wet"):
            self.weather.addItem(word, word)
        self.weather.setCurrentIndex(self.weather.findData(load_fitting(design.house_rules).word(WEATHER)))
        self.weather.setToolTip("The weather in which a race on a circuit begins")
        form = QFormLayout()
        for words, widget in (
            ("&Name", self.name),
            ("&Author", self.author),
            ("N&otes", self.notes),
            ("&Event", self.kind),
            ("&Laps", self.laps),
            ("&Tries", self.tries),
            ("&Weather", self.weather),
        ):
            form.addRow(words, widget)
        layout = QVBoxLayout(self)
        layout.addLayout(form)
        layout.addWidget(self.owned)
        layout.addWidget(buttons)
        self.resize(480, 640)
        self._enable()

    @staticmethod
    def _count(value: int | None) -> QSpinBox:
        count = QSpinBox()
        count.setRange(0, 99)
        count.setSpecialValueText("as in the rules")
        count.setValue(value or 0)
        return count

    def _enable(self) -> None:
        """Laps count on a circuit, whatever the event is called; a number that is there can always be taken out."""
        kind = self.kind.currentData()
        self.laps.setEnabled(bool(kind) and (kind == "rallycross" or self.circuit or bool(self.laps.value())))
        self.weather.setEnabled(self.circuit or kind == "rallycross")
        self.tries.setEnabled(bool(kind) and (kind == "hillclimb" or bool(self.tries.value())))

    def changed_design(self, design: Design) -> Design:
        """The design with what the dialog says; everything else stays."""
        kind = self.kind.currentData()
        event = None
        if kind:
            event = replace(
                design.event or Event(),
                kind=kind,
                laps=self.laps.value() or None,
                tries=self.tries.value() or None,
            )
        inventory = None
        if self.owned.isChecked():
            owned = {name: copies.value() for name, copies in self.boxes.items() if copies.value()}
            old = design.inventory or Inventory()
            # Dice that the catalog does not know stay as they are; the checks tell of them.
            dice = {name: number for name, number in old.dice.items() if name not in self.dice}
            dice |= {name: count.value() for name, count in self.dice.items() if count.value() != FROM_BOXES}
            inventory = replace(old, boxes=frozen(owned), dice=frozen(dice))
        return replace(
            design,
            name=self.name.text().strip(),
            author=self.author.text().strip(),
            notes=self.notes.toPlainText(),
            event=event,
            inventory=inventory,
            house_rules=self._house_rules(design),
        )

    def _house_rules(self, design: Design) -> Mapping[str, Any]:
        """The house rules with the weather that was chosen; left as they are when it was not touched."""
        if load_fitting(design.house_rules).word(WEATHER) == self.weather.currentData():
            return design.house_rules
        return frozen({**design.house_rules, WEATHER: self.weather.currentData()})
