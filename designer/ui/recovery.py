"""Autosave and recovery: changed designs are kept in a folder of their own until they are saved or closed.

Each window writes to files of its own beside a lock that lives as long as its process. What is found without a living
lock was left by a crash, and can be opened again.
"""

from __future__ import annotations

import json
import uuid
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QLockFile, QObject, QStandardPaths, QTimer

from designer.design.document import Design
from designer.formats import native
from designer.formats.native import FormatError
from designer.formats.writing import write_atomic
from designer.ui.session import Document, Session

#: Milliseconds after an edit until it is kept.
PAUSE = 2000
FORMAT = "crest-recovery"


@dataclass(frozen=True)
class Leftover:
    """A design that a window could not save: where it is kept, its own file if it had one, and the design."""

    kept: Path
    path: Path | None
    design: Design


def recovery_folder() -> Path:
    """Where designs are kept until they are saved."""
    data = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.AppDataLocation)
    return Path(data or Path.home() / ".crest") / "recovery"


class Recovery(QObject):
    """Keeps the changed designs of a session, and finds those that others left behind."""

    def __init__(self, session: Session, folder: Path) -> None:
        super().__init__()
        self.session = session
        self.folder = folder
        self.name = uuid.uuid4().hex
        self._lock: QLockFile | None = None
        self._kept: dict[Document, tuple[Path, Design]] = {}
        self._count = 0
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(PAUSE)
        self._pause.timeout.connect(self.keep)
        session.changed.connect(self._pause.start)
        session.documents_changed.connect(self._pause.start)

    def keep(self) -> None:
        """Write every design that has changed since it was kept; drop those that are saved or closed."""
        for document in [
            document for document in self._kept if document not in self.session.documents or not document.changed
        ]:
            self._kept.pop(document)[0].unlink(missing_ok=True)
        for document in self.session.documents:
            if document.changed and (document not in self._kept or self._kept[document][1] is not document.design):
                self._write(document)

    def _write(self, document: Document) -> None:
        if document in self._kept:
            path = self._kept[document][0]
        else:
            self._count += 1
            path = self.folder / f"{self.name}-{self._count}.json"
        data = {
            "format": FORMAT,
            "version": 1,
            "path": str(document.path.absolute()) if document.path else None,
            "design": native.to_data(document.design),
        }
        try:
            self._take_lock()
            write_atomic(path, json.dumps(data, ensure_ascii=False).encode("utf-8"))
        except OSError:
            return  # a full disk must not stop the work; the next pause tries again
        self._kept[document] = path, document.design

    def _take_lock(self) -> None:
        if self._lock is None:
            self.folder.mkdir(parents=True, exist_ok=True)
            self._lock = QLockFile(str(self.folder / f"{self.name}.lock"))
            # A lock is stale when its process is gone, however old it is.
            self._lock.setStaleLockTime(0)
            self._lock.tryLock(0)

    def end(self) -> None:
        """Forget everything that was kept: the window closes in good order."""
        self._pause.stop()
        for path, _ in self._kept.values():
            path.unlink(missing_ok=True)
        self._kept.clear()
        if self._lock is not None:
            self._lock.unlock()
            self._lock = None

    def leftovers(self) -> list[Leftover]:
        """What windows that ended unexpectedly have left; broken files are passed over."""
        found = []
        for kept in sorted(self.folder.glob("*.json")) if self.folder.is_dir() else ():
            owner = kept.stem.rpartition("-")[0]
            if owner == self.name or not self._owner_gone(owner):
                continue
            try:
                data = native.read_json(native.read_text(kept))
                if not isinstance(data, dict) or data.get("format") != FORMAT:
                    continue
                design = native.from_data(data.get("design"))
            except FormatError:
                continue
            path = data.get("path")
            found.append(Leftover(kept, Path(path) if isinstance(path, str) else None, design))
        return found

    def _owner_gone(self, owner: str) -> bool:
        lock = QLockFile(str(self.folder / f"{owner}.lock"))
        lock.setStaleLockTime(0)
        if not lock.tryLock(0):
            return False
        lock.unlock()
        return True

    def recover(self, left: Leftover) -> None:
        """Open what was left as a changed design, and keep it under this window's care."""
        document = self.session.start(left.design, left.path, saved=False)
        self._write(document)
        left.kept.unlink(missing_ok=True)

    def discard(self, left: Leftover) -> None:
        """Throw away what was left."""
        left.kept.unlink(missing_ok=True)
