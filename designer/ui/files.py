"""Opening, saving and exporting from the window: dialogs, recent files, and messages in plain words."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QSettings, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

from designer.drawing import pictures
from designer.formats import native
from designer.formats.native import FormatError
from designer.resources import folder
from designer.rules import load_fitting
from designer.ui.command import DOTS, Command
from designer.ui.session import EMPTY, Document, Session

RECENT = "recent"
MOST_RECENT = 8
DESIGNS = "Designs (*.json);;All files (*)"


def shipped(kind: str) -> list[tuple[str, Path]]:
    """The designs of a kind that come with Crest ("stages", "dashboards", "spires"): name and file."""
    try:
        paths = sorted((folder("exports") / kind).glob("*.json"))
    except FileNotFoundError:
        return []
    return [(_name_in(path), path) for path in paths]


def official_stages() -> list[tuple[str, Path]]:
    """The official stages that come with Crest: name and file."""
    return shipped("stages")


def _name_in(path: Path) -> str:
    """The name a design gives itself; reading all of it would take too long for a list."""
    try:
        name = json.loads(path.read_text(encoding="utf-8")).get("name")
    except (OSError, ValueError, AttributeError):
        name = None
    return name if isinstance(name, str) and name else path.stem


class Files:
    """What the File menu does. ``settings`` remembers recent files and the last folder."""

    def __init__(self, window: QWidget, session: Session, settings: QSettings) -> None:
        self.window = window
        self.session = session
        self.settings = settings

    def commands(self) -> tuple[Command, ...]:
        """What it offers."""
        standard = QKeySequence.StandardKey
        return (
            Command("new", "&New", self.new, standard.New, "New design"),
            Command("open", f"&Open{DOTS}", self.open, standard.Open, "Open designs"),
            Command("save", "&Save", self.save, standard.Save, "Save the design"),
            Command("save-as", f"Save &as{DOTS}", self.save_as, "Ctrl+Shift+S"),
            Command("close", "&Close", self.close, "Ctrl+W", "Close the design in front"),
            Command(
                "export-json",
                f"Save a cop&y (JSON){DOTS}",
                self.export_json,
                "Ctrl+Shift+E",
                "Write a copy to share; you go on working in the open file",
            ),
            Command(
                "export-png",
                f"Export a &picture{DOTS}",
                self.export_png,
                "Ctrl+Shift+G",
                "Write a picture of the stage or the spire (PNG)",
            ),
        )

    def recent(self) -> list[str]:
        """Recent files that still exist, the last first."""
        stored = self.settings.value(RECENT)
        # A list of one comes back as plain text on some systems.
        names = [stored] if isinstance(stored, str) else list(stored) if isinstance(stored, list) else []
        return [name for name in names if Path(name).is_file()]

    def _remember(self, path: Path) -> None:
        names = [str(path), *(name for name in self.recent() if name != str(path))]
        self.settings.setValue(RECENT, names[:MOST_RECENT])
        self.settings.setValue("folder", str(path.parent))

    def tell(self, title: str, text: str, details: str = "") -> None:
        """A message box in plain words."""
        box = QMessageBox(QMessageBox.Icon.Warning, title, text, QMessageBox.StandardButton.Ok, self.window)
        box.setTextFormat(Qt.TextFormat.PlainText)
        if details:
            box.setInformativeText(details)
        box.exec()

    def may_close(self, document: Document) -> bool:
        """Whether a design may be closed: asks when it is changed, and saves it when wanted."""
        if not document.changed:
            return True
        self.session.bring_to_front(document)
        box = QMessageBox(
            QMessageBox.Icon.Question,
            "Save changes?",
            f"{document.title} has changes that are not saved.",
            QMessageBox.StandardButton.Save | QMessageBox.StandardButton.Discard | QMessageBox.StandardButton.Cancel,
            self.window,
        )
        answer = box.exec()
        if answer == QMessageBox.StandardButton.Save:
            return self.save()
        return answer == QMessageBox.StandardButton.Discard

    def may_quit(self) -> bool:
        """Whether all designs may be closed."""
        return all(self.may_close(document) for document in list(self.session.documents))

    def close(self, document: Document | None = None) -> bool:
        """Close a design (the one in front when none is given), after asking when it is changed."""
        document = document or self.session.document
        if not self.may_close(document):
            return False
        self.session.close(document)
        return True

    def new(self) -> None:
        """Start an empty design."""
        self.session.start(EMPTY)

    def open(self) -> None:
        """Ask for files and open them."""
        start = str(self.settings.value("folder", ""))
        names, _ = QFileDialog.getOpenFileNames(self.window, "Open designs", start, DESIGNS)
        for name in names:
            self.open_path(Path(name))

    def open_path(self, path: Path, *, as_copy: bool = False) -> bool:
        """Open a file, or say in plain words why not. A copy has no file yet, so saving asks for one.

        A file that is open already comes to the front.
        """
        there = (
            None
            if as_copy
            else next(
                (
                    document
                    for document in self.session.documents
                    if document.path is not None and _same(document.path, path)
                ),
                None,
            )
        )
        if there is not None:
            self.session.bring_to_front(there)
            return True
        try:
            design = native.load(path)
        except FormatError as error:
            details = "\n".join(str(problem) for problem in error.problems[:8])
            more = len(error.problems) - 8
            self.tell(
                "Cannot open the file",
                f"{path.name} is not a design that Crest can open.",
                details + (f"\n\N{HORIZONTAL ELLIPSIS} and {more} more" if more > 0 else ""),
            )
            return False
        self.session.start(design, None if as_copy else path)
        if not as_copy:
            self._remember(path)
        return True

    def save(self) -> bool:
        """Save to the design's file; asks for one when it has none."""
        return self.save_path(self.session.path) if self.session.path else self.save_as()

    def save_as(self) -> bool:
        """Ask for a file and save there; a design without a name gets the file's."""
        path = self.ask("Save the design", ".json", DESIGNS)
        if path is None:
            return False
        named = False
        if not self.session.design.name:
            named = self.session.edit("Name the design", lambda design: replace(design, name=path.stem[:200]))
        if self.save_path(path):
            return True
        if named:
            self.session.undo_stack.undo()
        return False

    def save_path(self, path: Path) -> bool:
        """Save to a file, or say in plain words why not."""
        try:
            self.session.save(path)
        except OSError as error:
            self.tell("Cannot save", f"{path} could not be written.", error.strerror or str(error))
            return False
        self._remember(path)
        return True

    def export_json(self) -> None:
        """Ask for a file and write the design as JSON; the open file stays the same."""
        if path := self.ask("Save a copy to share", ".json", DESIGNS, "-copy"):
            self.export_json_path(path)

    def export_json_path(self, path: Path) -> bool:
        """Write the design as JSON to a file."""
        try:
            native.save(self.session.design, path)
        except OSError as error:
            self.tell("Cannot export", f"{path} could not be written.", error.strerror or str(error))
            return False
        return True

    def export_png(self) -> None:
        """Ask for a file and write a picture of the stage."""
        if path := self.ask("Export a picture", ".png", "Pictures (*.png)"):
            self.export_png_path(path)

    def export_png_path(self, path: Path) -> bool:
        """Write a picture of the stage to a file; of the spire where there is no stage."""
        design = self.session.design
        try:
            spire = design.spire is not None and not self.session.stage.tiles
            stage = self.session.stage
            native.write_atomic(
                path,
                pictures.spire_png(design)
                if spire
                else pictures.stage_png(stage, inventory=design.inventory, rules=load_fitting(design.house_rules)),
            )
        except OSError as error:
            self.tell("Cannot export", f"{path} could not be written.", error.strerror or str(error))
            return False
        return True

    def save_log(self, log: Mapping[str, object]) -> bool:
        """Ask for a file and write the log of a run, which can be opened and replayed again."""
        return self.save_data(log, "log")

    def save_data(self, log: Mapping[str, object], what: str) -> bool:
        """Ask for a file and write what a simulation found out: a log, a race or a report."""
        path = self.ask(f"Save the {what}", ".json", f"{what.capitalize()}s (*.json)", f"-{what}")
        if path is None:
            return False
        try:
            path.write_text(json.dumps(log, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
        except OSError as error:
            self.tell("Cannot save", f"{path} could not be written.", error.strerror or str(error))
            return False
        return True

    def ask(self, title: str, ending: str, kinds: str, suffix: str = "") -> Path | None:
        """Ask for a file to write to, offering the design's name."""
        stem = (self.session.path.stem if self.session.path else (self.session.design.name or "design")) + suffix
        start = Path(str(self.settings.value("folder", ""))) / f"{stem}{ending}"
        name, _ = QFileDialog.getSaveFileName(self.window, title, str(start), kinds)
        if not name:
            return None
        return Path(name) if Path(name).suffix else Path(name + ending)


def _same(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except OSError:
        return one == other
