"""Autosave and recovery: changed designs are kept in a folder of their own until they are saved or closed.

Each window writes to files of its own beside a lock that the system holds as long as its process lives. What is found
without a living lock was left by a crash, and can be opened again.
"""

from __future__ import annotations

import contextlib
import json
import os
import uuid
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote, unquote_to_bytes

from filelock import FileLock, Timeout
from PySide6.QtCore import QObject, QStandardPaths, QTimer

from designer.design.document import Design
from designer.formats import native
from designer.formats.native import MAX_BYTES, MAX_DEPTH, FormatError
from designer.formats.writing import sweep, write_atomic
from designer.ui.session import Document, Session

#: Milliseconds after the first edit that is not kept until it is, and until the next try after one that failed.
PAUSE, AGAIN = 2000, 4000
FORMAT = "crest-recovery"
#: What is kept is a design and some facts around it.
AROUND = 64 * 1024


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
    """Keeps the changed designs of a session, and finds those that others left behind.

    ``pause`` milliseconds after the first edit that is not kept until it is.
    """

    def __init__(self, session: Session, folder: Path, pause: int = PAUSE) -> None:
        super().__init__()
        self.pause = pause
        self.session = session
        self.folder = folder
        self.name = uuid.uuid4().hex
        self._lock: FileLock | None = None
        self._kept: dict[Document, tuple[Path, Design]] = {}
        self._count = 0
        self._told = ""
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.timeout.connect(self.keep)
        session.changed.connect(self._soon)
        session.documents_changed.connect(self._soon)

    def _soon(self) -> None:
        """Keep the work a little later. Edits without a pause do not put it off."""
        if not self._pause.isActive():
            self._pause.start(self.pause)

    def keep(self) -> None:
        """Write every design that has changed since it was kept; drop those that are saved or closed."""
        self._pause.stop()
        for document in [
            document for document in self._kept if document not in self.session.documents or not document.changed
        ]:
            _remove(self._kept.pop(document)[0])
        wanting = [
            document
            for document in self.session.documents
            if document.changed and (document not in self._kept or self._kept[document][1] is not document.design)
        ]
        failed = 0
        for document in wanting:  # one that cannot be written must not keep the others from it
            failed += not self._write(document)
        if failed:
            self._pause.start(AGAIN)

    def _write(self, document: Document) -> bool:
        """Keep one design. When that fails the user is told once, and the work goes on."""
        path = self._kept[document][0] if document in self._kept else self._new_path()
        data = {
            "format": FORMAT,
            "version": 2,
            # Names of files need not be text on every system.
            "file": quote(os.fsencode(document.path.absolute())) if document.path else None,
            "design": native.to_data(document.design),
        }
        try:
            self._take_lock()
            write_atomic(path, json.dumps(data, ensure_ascii=False).encode("utf-8"))
        except (OSError, ValueError, RuntimeError) as error:
            reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
            if reason != self._told:
                self._told = reason
                self.session.refused.emit(f"{document.title} cannot be kept safe until it is saved: {reason}")
            return False
        self._kept[document] = path, document.design
        return True

    def _new_path(self) -> Path:
        self._count += 1
        return self.folder / f"{self.name}-{self._count}.json"

    def _lock_of(self, owner: str) -> FileLock:
        return FileLock(self.folder / f"{owner}.lock", timeout=0, thread_local=False)

    def _take_lock(self) -> None:
        if self._lock is None:
            self.folder.mkdir(parents=True, exist_ok=True)
            lock = self._lock_of(self.name)
            lock.acquire()
            self._lock = lock

    def end(self) -> None:
        """Forget everything that was kept: the window closes in good order."""
        self._pause.stop()
        for path, _ in self._kept.values():
            _remove(path)
        self._kept.clear()
        self.let_go()
        _remove(self.folder / f"{self.name}.lock")

    def let_go(self) -> None:
        """Give up the care for what is kept, as the end of the process would."""
        self._pause.stop()
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    def leftovers(self) -> list[Leftover]:
        """What windows that ended unexpectedly have left; broken files are passed over."""
        if not self.folder.is_dir():
            return []
        sweep(self.folder)
        found = []
        for kept in sorted(self.folder.glob("*.json")):
            owner = kept.stem.rpartition("-")[0]
            if owner != self.name and self._owner_gone(owner) and (left := _read(kept)) is not None:
                found.append(left)
        for lock in self.folder.glob("*.lock"):
            if lock.stem != self.name and not any(self.folder.glob(f"{lock.stem}-*.json")):
                self._owner_gone(lock.stem, for_good=True)
        return found

    def _owner_gone(self, owner: str, *, for_good: bool = False) -> bool:
        """Whether the window of a name has ended; ``for_good`` takes its lock away as well."""
        lock = self._lock_of(owner)
        try:
            lock.acquire()
        except (Timeout, OSError):
            return False
        if for_good:
            _remove(self.folder / f"{owner}.lock")
        lock.release()
        return True

    def recover(self, left: Leftover) -> None:
        """Open what was left as a changed design. The copy goes when this window has one of its own on the disk.

        When the file is open already, what was left opens without one, so that no two tabs write the same file.
        """
        path = left.path
        if path is not None and any(one.path == path for one in self.session.documents):
            path = None
        document = self.session.start(left.design, path, saved=False)
        if self._write(document):
            self.discard(left)

    def discard(self, left: Leftover) -> None:
        """Throw away what was left."""
        _remove(left.kept)


def _read(kept: Path) -> Leftover | None:
    most = 2 * MAX_BYTES + AROUND
    try:
        data = native.read_json(native.read_text(kept, most), MAX_DEPTH + 2)
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            return None
        design = native.from_data(data.get("design"))
    except FormatError:
        return None
    file, path = data.get("file"), data.get("path")
    if isinstance(file, str):
        return Leftover(kept, Path(os.fsdecode(unquote_to_bytes(file))), design)
    return Leftover(kept, Path(path) if isinstance(path, str) else None, design)


def _remove(path: Path) -> None:
    with contextlib.suppress(OSError):
        path.unlink(missing_ok=True)
