"""Opening, saving and exporting from the window: dialogs, recent files, and messages in plain words."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QSettings
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QApplication, QFileDialog, QMessageBox, QWidget

from designer.drawing import pictures
from designer.exporting import readable_log
from designer.formats import native
from designer.formats.limits import limit
from designer.formats.native import FormatError
from designer.formats.writing import fingerprint, fingerprint_of, keep_copy, write_atomic
from designer.resources import folder
from designer.rules import load_fitting
from designer.ui import saving
from designer.ui.command import DOTS, Command
from designer.ui.saving import LONGEST
from designer.ui.session import EMPTY, Document, Session

RECENT = "recent"
MOST_RECENT = 8
DESIGNS = "Designs (*.json);;All files (*)"
#: What can be done about a file that another program has changed.
REPLACE, RELOAD, SAVE_AS, KEEP, CANCEL = "Replace it", "Reload", f"Save as{DOTS}", "Keep mine", "Cancel"


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
        self._asking = False

    def commands(self) -> tuple[Command, ...]:
        """What it offers."""
        standard = QKeySequence.StandardKey
        return (
            Command("new", "&New", self.new, standard.New, "New design"),
            Command("open", f"&Open{DOTS}", self.open, standard.Open, "Open designs"),
            Command("save", "&Save", self.save, standard.Save, "Save the design"),
            Command("save-as", f"Save &as{DOTS}", self.save_as, "Ctrl+Shift+S"),
            Command(
                "reload",
                "Re&load from the file",
                self.reload,
                "Ctrl+Alt+R",
                "Read the design's file again; Undo brings back what is here now",
                lambda: self.session.path is not None,
            ),
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
        saving.tell(self.window, title, text, details)

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
        there = None if as_copy else self._tab_of(path)
        if there is not None:
            self.session.bring_to_front(there)
            return True
        try:
            if as_copy:
                self.session.start(native.load(path))
            else:
                self.session.open(path)
        except FormatError as error:
            self._tell_unusable(path, error)
            return False
        if not as_copy:
            self._remember(path)
        return True

    def _tab_of(self, path: Path) -> Document | None:
        """The open design of a file."""
        return next((one for one in self.session.documents if one.path is not None and _same(one.path, path)), None)

    def _tell_unusable(self, path: Path, error: FormatError) -> None:
        details = "\n".join(str(problem) for problem in error.problems[:8])
        more = len(error.problems) - 8
        self.tell(
            "Cannot open the file",
            f"{path.name} is not a design that Crest can open.",
            details + (f"\n\N{HORIZONTAL ELLIPSIS} and {more} more" if more > 0 else ""),
        )

    def reload(self) -> bool:
        """Read the file of the design in front again, as a step that can be undone."""
        path = self.session.path
        if path is None:
            self.session.refused.emit("This design has no file yet.")
            return False
        try:
            self.session.reload(self.session.document)
        except FormatError as error:
            self._tell_unusable(path, error)
            return False
        return True

    def look_for_changes(self) -> None:
        """Ask about every open design whose file another program has changed or taken away since it was read."""
        if self._asking or QApplication.activeModalWidget() is not None:
            return
        self._asking = True
        try:
            for document in list(self.session.documents):
                path = document.path
                if path is not None and document.seen is not None and fingerprint_of(path) != document.seen:
                    self._ask_about_change(document, path)
        finally:
            self._asking = False

    def _ask_about_change(self, document: Document, path: Path) -> None:
        now = fingerprint_of(path)
        self.session.bring_to_front(document)
        if now is None:
            document.seen = None
            self.session.differs(document)
            self.tell("The file is gone", f"{path.name} was moved or deleted.", "Saving writes it anew.")
            return
        answer = saving.choose(
            self.window,
            "The file has changed",
            f"{path.name} was changed by another program.",
            "Reload shows the file; what you have changed here can be had back with Undo."
            if document.changed
            else "Reload shows the file as it is now.",
            RELOAD,
            SAVE_AS,
            KEEP,
        )
        if answer == RELOAD and self.reload():
            return
        document.seen, document.ours = now, False
        self.session.differs(document)
        if answer == SAVE_AS:
            self.save_as()

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
            stem = path.stem.encode("utf-8", "replace").decode("utf-8")
            named = self.session.edit(
                "Name the design", lambda design: replace(design, name=stem[: limit("design", "name")])
            )
        if self.save_path(path):
            return True
        if named:
            self.session.undo_stack.undo()
        return False

    def save_path(self, path: Path) -> bool:
        """Save to a file, or say in plain words why not.

        Asks first when another program has changed the file since it was read. What the file held that was not
        written here is kept beside it, under its name with "~".
        """
        document = self.session.document
        other = self._tab_of(path)
        if other is not None and other is not document:
            self.tell("Cannot save", f"{path.name} is open in another tab.", "Close it there, or choose another name.")
            return False
        own = document.path is not None and _same(document.path, path)
        now = fingerprint_of(path)
        if own and document.seen is not None and now not in (None, document.seen):
            answer = saving.choose(
                self.window,
                "The file has changed",
                f"{path.name} was changed by another program since it was opened.",
                f'Saving here replaces it; the version there now is kept as "{path.name}~".',
                REPLACE,
                RELOAD,
                SAVE_AS,
                CANCEL,
            )
            if answer == SAVE_AS:
                return self.save_as()
            if answer == RELOAD:
                self.reload()
            if answer != REPLACE:
                return False
        ours = own and document.ours and now == document.seen
        if now is not None and not ours and now != fingerprint(native.canonical(document.design).encode("utf-8")):
            keep_copy(path)

        def do(over_read_only: bool) -> None:
            self.session.save(path, over_read_only=over_read_only)

        if not saving.write(self.window, "Cannot save", path, do):
            return False
        self._remember(path)
        return True

    def export_json(self) -> None:
        """Ask for a file and write the design as JSON; the open file stays the same."""
        if path := self.ask("Save a copy to share", ".json", DESIGNS, "-copy"):
            self.export_json_path(path)

    def export_json_path(self, path: Path) -> bool:
        """Write the design as JSON to a file."""
        design = self.session.design
        return saving.write(
            self.window, "Cannot export", path, lambda over: native.save(design, path, over_read_only=over)
        )

    def export_png(self) -> None:
        """Ask for a file and write a picture of the stage."""
        if path := self.ask("Export a picture", ".png", "Pictures (*.png)"):
            self.export_png_path(path)

    def export_png_path(self, path: Path) -> bool:
        """Write a picture of the stage to a file; of the spire where there is no stage."""
        design = self.session.design
        if design.spire is not None and not self.session.stage.tiles:
            return self.write(path, pictures.spire_png(design))
        rules = load_fitting(design.house_rules)
        return self.write(path, pictures.stage_png(self.session.stage, inventory=design.inventory, rules=rules))

    def write(self, path: Path, contents: bytes) -> bool:
        """Write a file, or say in plain words why not."""
        return saving.write(
            self.window, "Cannot export", path, lambda over: write_atomic(path, contents, over_read_only=over)
        )

    def save_log(self, log: Mapping[str, object]) -> bool:
        """Ask for a file and write the log of a run, which can be opened and replayed again."""
        return self.save_data(log, "log")

    def save_data(self, log: Mapping[str, object], what: str) -> bool:
        """Ask for a file and write what a simulation found out: a log, a race or a report."""
        path = self.ask(f"Save the {what}", ".json", f"{what.capitalize()}s (*.json)", f"-{what}")
        if path is None:
            return False
        contents = (json.dumps(log, ensure_ascii=False, indent=1) + "\n").encode("utf-8")
        return saving.write(
            self.window,
            "Cannot save",
            path,
            lambda over: write_atomic(path, contents, readable_log, over_read_only=over),
        )

    def ask(self, title: str, ending: str, kinds: str, suffix: str = "") -> Path | None:
        """Ask for a file to write to, offering the design's name."""
        path = self.session.path
        words = (path.stem if path else self.session.design.name or "design")[:LONGEST]
        name = saving.file_name(words, suffix + ending)
        return saving.ask_file(self.window, title, Path(str(self.settings.value("folder", ""))) / name, ending, kinds)


def _same(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except OSError:
        return one == other
