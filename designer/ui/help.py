"""Texts of the Help menu: every key, what each finding means, and what Crest is."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from PySide6.QtGui import QAction, QKeySequence, QTextDocument
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLineEdit, QTextBrowser, QVBoxLayout, QWidget

from designer import __version__, catalog
from designer.readings import box_words
from designer.validation import codes

#: What keys and the mouse do on the canvas without being in a menu.
ON_CANVAS = (
    ("Arrow keys", "Move the cursor from hex to hex"),
    ("Ctrl+arrow keys", "Move the selected tiles"),
    ("Enter", "Place the held piece at the cursor, or select the tile there"),
    ("Ctrl+Enter", "Add the tile at the cursor to the selection, or take it out"),
    ("Esc", "Put the held piece back, or select nothing"),
    ("Space and drag, middle button", "Move the view"),
    ("Wheel", "Zoom"),
    ("Right click", "What can be done with a tile"),
)


class Reference(QDialog):
    """A text to read, with a field to find words in it."""

    def __init__(self, title: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.words = QLineEdit()
        self.words.setPlaceholderText("Find words, Enter goes on")
        self.words.setClearButtonEnabled(True)
        self.text = QTextBrowser()
        self.text.setOpenExternalLinks(False)
        self.text.setOpenLinks(False)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        # Enter finds the next place; it must not press a button.
        buttons.button(QDialogButtonBox.StandardButton.Close).setAutoDefault(False)
        layout = QVBoxLayout(self)
        layout.addWidget(self.words)
        layout.addWidget(self.text, 1)
        layout.addWidget(buttons)
        self.words.textChanged.connect(self._first)
        self.words.returnPressed.connect(self._next)
        self.resize(680, 560)

    def _first(self, words: str) -> None:
        self.text.moveCursor(self.text.textCursor().MoveOperation.Start)
        self.text.find(words)

    def _next(self) -> None:
        words = self.words.text()
        if words and not self.text.find(words, QTextDocument.FindFlag(0)):
            self._first(words)


def shortcuts(actions: Iterable[tuple[str, QAction]], parent: QWidget) -> Reference:
    """Every action with its keys, by menu."""
    dialog = Reference("Keys", parent)
    groups: dict[str, list[tuple[str, str]]] = {}
    for menu, action in actions:
        keys = ", ".join(key.toString(QKeySequence.SequenceFormat.NativeText) for key in action.shortcuts())
        if keys:
            groups.setdefault(menu or "Elsewhere", []).append((keys, action.toolTip().partition(" (")[0]))
    groups["On the canvas"] = list(ON_CANVAS)
    dialog.text.setHtml(
        "".join(
            f"<h3>{escape(menu)}</h3><table cellpadding='3'>"
            + "".join(
                f"<tr><td width='210'><b>{escape(keys)}</b></td><td>{escape(words)}</td></tr>" for keys, words in rows
            )
            + "</table>"
            for menu, rows in groups.items()
        )
    )
    return dialog


def findings(parent: QWidget) -> Reference:
    """What each code means and where its rule comes from."""
    dialog = Reference("Findings", parent)
    dialog.text.setMarkdown(codes.markdown())
    return dialog


def boxes(parent: QWidget) -> Reference:
    """What the boxes print that they hold, with where it is known from."""
    dialog = Reference("What is in the boxes", parent)
    parts = []
    for box in catalog.contents().values():
        parts.append(f"<h3>{escape(box['name'])}</h3>")
        if for_whom := box_words.who(box):
            parts.append(f"<p>{escape(for_whom)} <i>({escape(box_words.sources(box))})</i></p>")
        parts.append("<ul>")
        parts += [
            f"<li>{escape(box_words.counted(item))} <i>({escape(item['source'])}: {escape(item['where'])})</i></li>"
            for item in box["contents"]
        ]
        parts.append("</ul>")
    dialog.text.setHtml("".join(parts) + "<p>What no document and no public source counts is left out.</p>")
    return dialog


def terms(parent: QWidget) -> Reference:
    """What the words of climbers mean."""
    dialog = Reference("Words of climbers", parent)
    dialog.text.setHtml(
        "".join(
            f"<p><b>{escape(name.capitalize())}</b>: {escape(term['meaning'])} "
            f"<i>({escape(term['where'])}; {escape(term['source'])})</i></p>"
            for name, term in sorted(catalog.terms().items())
        )
    )
    return dialog


def about(parent: QWidget) -> Reference:
    """What Crest is."""
    dialog = Reference("About Crest", parent)
    dialog.words.hide()
    dialog.resize(460, 320)
    dialog.text.setHtml(
        f"<h2>Crest {escape(__version__)}</h2>"
        "<p>For people who design tabletop races: rally stages, hillclimbs and rallycross circuits, the dashboards "
        "that drive them, and spires to climb. Free software under the MIT licence; pictures are its own, no "
        "publisher\N{RIGHT SINGLE QUOTATION MARK}s art is shipped.</p>"
        "<p>The rules are read from the designers\N{RIGHT SINGLE QUOTATION MARK} documents; every finding names the "
        "one it comes from. The command line does the same work without a window: <b>crest --help</b>.</p>"
    )
    return dialog
