"""Two pages of the deck designer: the abilities of characters, and the action cards in their four kinds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QFormLayout,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QPushButton,
    QScrollArea,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from designer.design.values import FrozenMap
from designer.summit import edits as deck_edits
from designer.summit.deck import KIND_MOMENTS
from designer.ui.spire.effects import EffectsEditor, default

#: When an ability may be used, in words.
WHEN = {
    "start": "first thing in one's turn",
    "turn": "at any point of one's turn",
    "reveal": "after a card was turned up, before it is paid",
    "fall": "when one would fall",
}
KINDS = {
    "immediate": "play immediately",
    "use-or-lose": "use it or lose it",
    "next-turn": "affects your next turn",
    "keep": "keep until used",
}
#: Does an edit of the deck's data; the answer is why it cannot be done, or empty.
Do = Callable[[Callable[[FrozenMap], FrozenMap]], str]


def effects_of(record: Any) -> list[dict[str, Any]]:
    """The operations of a card or an ability as a list, however the file has them."""
    return [dict(effect) for effect in record] if isinstance(record, list) else [dict(record)]


def plain(effects: list[dict[str, Any]]) -> Any:
    """Operations as the file has them: one alone, several as a list."""
    return effects[0] if len(effects) == 1 else effects


class _Page(QWidget):
    """A list on the left, a form on the right. ``problem`` says why the form's card cannot be kept.

    ``names`` gives the lines of the list for a deck. ``form_wanted`` asks for the form of the current row, ``edited``
    says that the form has changed; the pages answer both.
    """

    checked = Signal()
    form_wanted = Signal()
    edited = Signal()

    def __init__(self, do: Do, names: Callable[[FrozenMap], list[str]]) -> None:
        super().__init__()
        self._do = do
        self._names = names
        self.data = FrozenMap()
        self.problem = ""
        self.list = QListWidget()
        self.list.setMaximumWidth(240)
        self.text = QLineEdit()
        self.text.setMaxLength(500)
        self.effects = EffectsEditor()
        self.form = QFormLayout()
        self._blocked = False
        self.list.currentRowChanged.connect(lambda row: self.form_wanted.emit())
        self.text.editingFinished.connect(self.edited)
        self.effects.changed.connect(self.edited)

    def _lay_out(self, below: QWidget | None = None) -> None:
        side = QVBoxLayout()
        side.addWidget(self.list, 1)
        if below is not None:
            side.addWidget(below)
        inside = QWidget()
        inside.setLayout(self.form)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QScrollArea.Shape.NoFrame)
        scroll.setWidget(inside)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addLayout(side)
        layout.addWidget(scroll, 1)

    def show_data(self, data: FrozenMap) -> None:
        """Show another deck; the form is left alone while it is the one being edited."""
        self.data = data
        names = self._names(data)
        if [self.list.item(row).text() for row in range(self.list.count())] != names:
            row = max(0, self.list.currentRow())
            blocker = QSignalBlocker(self.list)
            self.list.clear()
            self.list.addItems(names)
            self.list.setCurrentRow(min(row, len(names) - 1))
            del blocker
        if not self._blocked:
            self.form_wanted.emit()

    def _store(self, edit: Callable[[FrozenMap], FrozenMap]) -> None:
        self._blocked = True
        self.problem = "" if self.effects.lines else "A card has at least one operation."
        self.problem = self.problem or self._do(edit)
        self._blocked = False
        self.checked.emit()


def ability_names(data: FrozenMap) -> list[str]:
    """The characters of a deck, whose abilities are listed by their names."""
    return [character["name"] for character in data["characters"]]


def action_names(data: FrozenMap) -> list[str]:
    """The action cards of a deck with their numbers."""
    return [f"{card['name']} \N{MULTIPLICATION SIGN}{card['count']}" for card in data["actions"]["cards"]]


class AbilitiesPage(_Page):
    """What each character can do once a game."""

    def __init__(self, do: Do) -> None:
        super().__init__(do, ability_names)
        self.when = QComboBox()
        for key, words in WHEN.items():
            self.when.addItem(words, key)
        self.form.addRow("When", self.when)
        self.form.addRow("Text", self.text)
        self.form.addRow("What it does", self.effects)
        self._lay_out()
        self.form_wanted.connect(self._show_form)
        self.edited.connect(self.store)
        self.when.activated.connect(self._when_chosen)

    def _record(self) -> dict[str, Any] | None:
        row = self.list.currentRow()
        return dict(self.data["characters"][row]["ability"]) if 0 <= row < len(self.data["characters"]) else None

    def _show_form(self) -> None:
        record = self._record()
        self.problem = ""
        if record is not None:
            self.when.setCurrentIndex(self.when.findData(record["when"]))
            self.text.setText(record["text"])
            self.effects.show_effects(effects_of(record["effect"]), frozenset({record["when"]}))
        self.checked.emit()

    def _when_chosen(self) -> None:
        self.effects.show_effects(self.effects.effects(), frozenset({str(self.when.currentData())}))
        self.store()

    def store(self) -> None:
        """Put what the form says into the deck, or say why that cannot be done."""
        record = self._record()
        if record is None:
            return
        name = ability_names(self.data)[self.list.currentRow()]
        changed = {
            **record,
            "when": self.when.currentData(),
            "text": self.text.text(),
            "effect": plain(self.effects.effects()),
        }
        if changed != record:
            changed["source"] = "assumed"
            self._store(lambda data: deck_edits.with_ability(data, name, changed))


class ActionsPage(_Page):
    """The action cards."""

    def __init__(self, do: Do) -> None:
        super().__init__(do, action_names)
        self.name = QLineEdit()
        self.name.setMaxLength(60)
        self.kind = QComboBox()
        for key, words in KINDS.items():
            self.kind.addItem(words, key)
        self.count = QSpinBox()
        self.count.setRange(0, 99)
        for words, widget in (
            ("Name", self.name),
            ("Kind", self.kind),
            ("Cards", self.count),
            ("Text", self.text),
            ("What it does", self.effects),
        ):
            self.form.addRow(words, widget)
        buttons = QWidget()
        row = QHBoxLayout(buttons)
        row.setContentsMargins(0, 0, 0, 0)
        for words, press in (("Add", self.add), ("Remove", self.remove)):
            button = QPushButton(words)
            button.clicked.connect(press)
            row.addWidget(button)
        self._lay_out(buttons)
        self.form_wanted.connect(self._show_form)
        self.edited.connect(self.store)
        self.name.editingFinished.connect(self.store)
        self.count.valueChanged.connect(lambda _: self.store())
        self.kind.activated.connect(self._kind_chosen)

    def _record(self) -> dict[str, Any] | None:
        row, cards = self.list.currentRow(), self.data["actions"]["cards"]
        return dict(cards[row]) if 0 <= row < len(cards) else None

    def _show_form(self) -> None:
        record = self._record()
        self.problem = ""
        if record is not None:
            blocker = QSignalBlocker(self.count)
            self.count.setValue(record["count"])
            del blocker
            self.name.setText(record["name"])
            self.kind.setCurrentIndex(self.kind.findData(record["kind"]))
            self.text.setText(record["text"])
            self.effects.show_effects(effects_of(record["effect"]), KIND_MOMENTS[record["kind"]])
        self.checked.emit()

    def _kind_chosen(self) -> None:
        self.effects.show_effects(self.effects.effects(), KIND_MOMENTS[self.kind.currentData()])
        self.store()

    def store(self) -> None:
        """Put what the form says into the deck, or say why that cannot be done."""
        record = self._record()
        if record is None:
            return
        changed = {
            **record,
            "name": self.name.text().strip() or record["name"],
            "kind": self.kind.currentData(),
            "count": self.count.value(),
            "text": self.text.text(),
            "effect": plain(self.effects.effects()),
        }
        if changed != record:
            changed["source"] = "assumed"
            self._store(lambda data: deck_edits.with_action(data, changed))

    def add(self, checked: bool = False) -> None:
        """Add an action card."""
        used = {card["id"] for card in self.data["actions"]["cards"]}
        name = next(f"A{number}" for number in range(1, len(used) + 2) if f"A{number}" not in used)
        card = {
            "id": name,
            "kind": "keep",
            "count": 1,
            "name": "New card",
            "text": "",
            "effect": default("stamina"),
            "source": "assumed",
        }
        self._do(lambda data: deck_edits.with_action(data, card))
        self.list.setCurrentRow(self.list.count() - 1)

    def remove(self, checked: bool = False) -> None:
        """Remove the action card of the current row."""
        record = self._record()
        if record is not None:
            self._do(lambda data: deck_edits.without_action(data, record["id"]))
