"""Editing a SET-UP category: its name, where its restriction tokens lie, what they forbid, its standard car."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from designer import catalog, schemas
from designer.design.dashboard import BLANK, Dashboard
from designer.design.values import frozen
from designer.formats import setup_category
from designer.formats.native import FormatError
from designer.ui import saving
from designer.ui.boards.tray import Tray
from designer.ui.boards.view import BoardView
from designer.validation.dashboards import kinds
from designer.validation.setup import category_problems, types_of_kind

SOURCES = {"own": "Our own", "inferred": "Inferred (the print is not known)", "text": "From the printed book"}
LAYOUT_TOKENS = ("no-gear-6", "no-gear-5", "no-boost", "no-sisu", BLANK, "r", "gt")
NEW: Mapping[str, Any] = {
    "format": setup_category.FORMAT,
    "version": 1,
    "id": "my-category",
    "name": "My category",
    "kind": "rally",
    "track_types": ["gravel", "asphalt", "snow"],
    "layout": {"C10": "r"},
    "layout_source": "own",
    "forbids": [],
}


def identifier(name: str) -> str:
    """The id of a category from its name.

    >>> identifier("Club Cup 6!")
    'club-cup-6'
    """
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:60] or "category"


class CategoryEditor(QDialog):
    """Edits one category; ``record()`` is what it has become. The dialog changes no design itself."""

    def __init__(self, record: Mapping[str, Any] = NEW, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("SET-UP category")
        self._why: dict[str, Mapping[str, Any]] = {}
        self._more: dict[str, Any] = {}
        self.name = QLineEdit()
        self.name.setMaxLength(60)
        self.kind = QComboBox()
        self.kind.addItem("Rally: gravel, asphalt, snow", "rally")
        self.kind.addItem("GT: dry, wet", "gt")
        self.source = QComboBox()
        for key, words in SOURCES.items():
            self.source.addItem(words, key)
        self.car = QComboBox()
        self.car.addItem("None", None)
        for name, facts in catalog.standard_boards().items():
            self.car.addItem(facts.name, name)
        self.notes = QPlainTextEdit()
        self.notes.setMaximumHeight(70)
        self.notes.setTabChangesFocus(True)
        self.board = BoardView()
        self.board.setMinimumHeight(210)
        self.tray = Tray(LAYOUT_TOKENS, "Restriction tokens")
        self.message = QLabel()
        self.message.setWordWrap(True)
        self.message.setMinimumHeight(2 * self.message.fontMetrics().lineSpacing())
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        self._lay_out()
        self.board.put_wanted.connect(self._put)
        self.board.move_wanted.connect(self._move)
        self.board.clear_wanted.connect(self._clear)
        self.tray.held_changed.connect(self._hold)
        self.name.textChanged.connect(self._check)
        self.kind.currentIndexChanged.connect(self._check)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        self.show_record(record)

    def _lay_out(self) -> None:
        form = QFormLayout()
        form.addRow("&Name", self.name)
        form.addRow("&Kind", self.kind)
        form.addRow("&Layout comes from", self.source)
        form.addRow("&Standard car", self.car)
        form.addRow("N&otes", self.notes)
        files = QHBoxLayout()
        for words, do in (
            ("&Read a file\N{HORIZONTAL ELLIPSIS}", self._read),
            ("&Write to a file\N{HORIZONTAL ELLIPSIS}", self._write),
        ):
            button = QPushButton(words)
            button.setAutoDefault(False)
            button.clicked.connect(do)
            files.addWidget(button)
        files.addStretch(1)
        files.addWidget(self.buttons)
        help_ = QLabel("Lay the tokens on the slots they take. A restriction forbids its die everywhere on the board.")
        help_.setWordWrap(True)
        layout = QVBoxLayout(self)
        layout.addLayout(form)
        layout.addWidget(help_)
        layout.addWidget(self.board, 1)
        layout.addWidget(self.tray)
        layout.addWidget(self.message)
        layout.addLayout(files)
        self.resize(620, 680)

    def show_record(self, record: Mapping[str, Any]) -> None:
        """Show a category."""
        self._why = {rule["token"]: rule for rule in record["forbids"]}
        self._more = {"id": record["id"]}
        self.kind.setCurrentIndex(self.kind.findData(record["kind"]))
        self.source.setCurrentIndex(self.source.findData(record["layout_source"]))
        self.car.setCurrentIndex(max(0, self.car.findData(record.get("standard_board"))))
        self.notes.setPlainText(record.get("notes", ""))
        self.board.show_board(Dashboard(slots=frozen(record["layout"])))
        self.name.setText(record["name"])
        self._check()

    def record(self) -> dict[str, Any]:
        """The category as a record of schemas/setup-category.schema.json."""
        layout = dict(self.board.board)
        forbids = [
            self._rule(restriction, token)
            for restriction in dict.fromkeys(layout.values())
            if (token := kinds()[restriction].forbids)
        ]
        own_id = self._more["id"]
        if own_id == NEW["id"]:
            own_id = identifier(self.name.text())
        record = {
            "format": setup_category.FORMAT,
            "version": 1,
            "id": own_id,
            "name": self.name.text().strip(),
            "kind": self.kind.currentData(),
            "track_types": list(types_of_kind(self.kind.currentData())),
            "layout": layout,
            "layout_source": self.source.currentData(),
            "forbids": forbids,
        }
        if self.car.currentData():
            record["standard_board"] = self.car.currentData()
        if self.notes.toPlainText():
            record["notes"] = self.notes.toPlainText()
        return record

    def _rule(self, restriction: str, token: str) -> dict[str, Any]:
        known = self._why.get(token)
        if known is not None and known["restriction"] == restriction:
            return dict(known)
        return {"token": token, "restriction": restriction, "source": "own"}

    def problems(self) -> list[str]:
        """What is wrong with the category as it is; empty when it can be used."""
        record = self.record()
        found = [f"{problem.path} {problem.message}" for problem in schemas.problems(record, "setup-category")]
        return found or category_problems(record)

    def _check(self) -> None:
        found = self.problems()
        forbidden = [rule["token"] for rule in self.record()["forbids"]]
        self.message.setText(
            f"\N{WARNING SIGN} {found[0]}" if found else f"Forbids {', '.join(forbidden) or 'nothing'}."
        )
        self.buttons.button(QDialogButtonBox.StandardButton.Ok).setEnabled(not found)

    def _show_layout(self, layout: Mapping[str, str]) -> None:
        self.board.show_board(Dashboard(slots=frozen(layout)))
        self._check()

    def _hold(self, token: str) -> None:
        self.board.held = token

    def _put(self, slot: str, token: str) -> None:
        if token in LAYOUT_TOKENS:
            self._show_layout({**self.board.board.slots, slot: token})
        else:
            self.message.setText(f"A layout holds restriction tokens, R and GT; {token} is up to the builder.")

    def _move(self, slot: str, other: str) -> None:
        slots = dict(self.board.board.slots)
        first, second = slots.pop(slot, None), slots.pop(other, None)
        self._show_layout({**slots, **({other: first} if first else {}), **({slot: second} if second else {})})

    def _clear(self, slot: str) -> None:
        self._show_layout({name: token for name, token in self.board.board.slots.items() if name != slot})

    def _read(self) -> None:
        name, _ = QFileDialog.getOpenFileName(self, "Read a category", "", "SET-UP category (*.json)")
        if name:
            self.read_file(Path(name))

    def read_file(self, path: Path) -> None:
        """Show the category of a file, or say why it cannot be read."""
        try:
            record = setup_category.load(path)
        except FormatError as error:
            self.message.setText(f"\N{WARNING SIGN} {path.name}: {error}")
            return
        self.show_record(record)

    def _write(self) -> None:
        start = Path(saving.file_name(str(self.record()["id"]), ".json"))
        if path := saving.ask_file(self, "Write the category", start, ".json", "SET-UP category (*.json)"):
            self.write_file(path)

    def write_file(self, path: Path) -> None:
        """Write the category to a file, or say why it cannot be written."""

        def do(over_read_only: bool) -> None:
            setup_category.save(self.record(), path, over_read_only=over_read_only)

        if not saving.write(self, "Cannot write", path, do, self.message.setText):
            return
        self.message.setText(f"Wrote {path.name}.")
