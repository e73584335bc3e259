"""Writing files so that nothing is lost: whole or not at all, read back first, and never over what is no file.

A new file is written beside its place, read back, and only then moved there. Where a move would change more than the
contents (a file with several names, one of another owner, a folder in which no file can be made) the contents are
written into the file that is there. Links stay links: the file they lead to is written.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import os
import platform
import re
import secrets
import stat
import time
from collections.abc import Callable
from pathlib import Path

#: Seconds after which a part of a file is nobody's, where its process cannot be asked for.
FORGOTTEN = 3600
_PART = re.compile(r"\.crest-(?P<machine>[0-9a-f]{6})-(?P<process>\d+)-[0-9a-f]{8}\.part")


class ReadOnlyFile(PermissionError):
    """The file is marked as read-only; whoever means it writes with ``over_read_only``."""

    def __init__(self, path: Path) -> None:
        super().__init__(errno.EACCES, "the file is marked as read-only", str(path))


def write_atomic(
    path: Path | str,
    contents: bytes,
    check: Callable[[bytes], object] | None = None,
    *,
    over_read_only: bool = False,
) -> None:
    """Write a file whole or not at all, and make the folders it needs.

    ``check`` is given what was written, read back, before it replaces anything; what it raises is passed on and the
    old file stays. A device or a pipe is written to and stays what it is. A file keeps its mode and its owner.
    Raises OSError when it cannot be written (ReadOnlyFile when it is marked so and not ``over_read_only``).

    >>> import tempfile
    >>> target = Path(tempfile.mkdtemp()) / "new" / "a.txt"
    >>> write_atomic(target, b"first"), target.read_bytes()
    (None, b'first')
    """
    try:
        there = os.stat(path)
    except FileNotFoundError:
        there = None
    if there is not None and not stat.S_ISREG(there.st_mode):
        if stat.S_ISDIR(there.st_mode):
            raise IsADirectoryError(errno.EISDIR, "there is a folder of this name", str(path))
        _check(check, contents)
        with open(path, "wb") as stream:
            stream.write(contents)
        return
    target = Path(os.path.realpath(path))
    if there is not None and is_read_only(target) and not over_read_only:
        raise ReadOnlyFile(target)
    target.parent.mkdir(parents=True, exist_ok=True)
    sweep(target.parent)
    try:
        part = _write_part(target.parent, contents)
    except PermissionError:
        if there is None:
            raise
        _check(check, contents)
        _write_into(target, contents, there)
        return
    try:
        _check(check, part.read_bytes())
        if there is not None and (there.st_nlink > 1 or not _own_as(part, there)):
            _write_into(target, contents, there)
            return
        os.chmod(part, stat.S_IMODE(there.st_mode) if there is not None else 0o666 & ~_umask())
        os.replace(part, target)
        _settle(target.parent)
    finally:
        part.unlink(missing_ok=True)


def is_read_only(path: Path) -> bool:
    """Whether a file is marked as one that nobody is to write, also for those who may write everything."""
    try:
        return not stat.S_IMODE(path.stat().st_mode) & 0o222
    except OSError:
        return False


def fingerprint(contents: bytes) -> str:
    """What tells one content of a file from another."""
    return hashlib.sha256(contents).hexdigest()


def fingerprint_of(path: Path) -> str | None:
    """The fingerprint of what a file holds now; None when there is no such file or it cannot be read."""
    try:
        if not path.is_file():
            return None
        with path.open("rb") as stream:
            return hashlib.file_digest(stream, "sha256").hexdigest()
    except OSError:
        return None


def keep_copy(path: Path) -> Path | None:
    """Keep what a file holds beside it, under its name with "~"; None when that cannot be done."""
    target = Path(os.path.realpath(path))
    copy = target.with_name(target.name + "~")
    try:
        if copy.exists() and not copy.is_file():
            return None
        write_atomic(copy, target.read_bytes(), over_read_only=True)
    except OSError:
        return None
    return copy


def sweep(folder: Path) -> None:
    """Take away the parts of files that writers have left who were killed in the middle of writing."""
    with contextlib.suppress(OSError):
        for path in folder.glob(".crest-*.part"):
            if (found := _PART.fullmatch(path.name)) is None:
                continue
            with contextlib.suppress(OSError):
                old = time.time() - path.stat().st_mtime > FORGOTTEN
                if old or (found["machine"] == _machine() and not _runs(int(found["process"]))):
                    path.unlink()


def _check(check: Callable[[bytes], object] | None, contents: bytes) -> None:
    if check is not None:
        check(contents)


def _write_part(folder: Path, contents: bytes) -> Path:
    # A short name of its own: that of the file may be as long as a name can be.
    part = folder / f".crest-{_machine()}-{os.getpid()}-{secrets.token_hex(4)}.part"
    handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(contents)
            stream.flush()
            os.fsync(stream.fileno())
    except BaseException:
        part.unlink(missing_ok=True)
        raise
    return part


def _write_into(target: Path, contents: bytes, there: os.stat_result) -> None:
    """Write into a file that must stay the same file. When that fails half-way, the old contents are put back."""
    mode = stat.S_IMODE(there.st_mode)
    if not mode & 0o200:
        os.chmod(target, mode | 0o200)
    try:
        before = target.read_bytes()
        try:
            _overwrite(target, contents)
        except BaseException:
            with contextlib.suppress(OSError):
                _overwrite(target, before)
            raise
    finally:
        if not mode & 0o200:
            os.chmod(target, mode)


def _overwrite(target: Path, contents: bytes) -> None:
    with target.open("r+b") as stream:
        stream.write(contents)
        stream.truncate()
        stream.flush()
        os.fsync(stream.fileno())


def _own_as(part: Path, there: os.stat_result) -> bool:
    """Give a part the owner of the file it replaces; False when that is not allowed."""
    mine = part.stat()
    if (mine.st_uid, mine.st_gid) == (there.st_uid, there.st_gid):
        return True
    try:
        os.chown(part, there.st_uid, there.st_gid)
    except (OSError, AttributeError):
        return False
    return True


def _settle(folder: Path) -> None:
    """Have the move itself on the disk, where the system can do that."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _machine() -> str:
    """Which machine writes, as six letters: a process number means nothing on another."""
    return hashlib.sha256(platform.node().encode("utf-8", "replace")).hexdigest()[:6]


def _runs(process: int) -> bool:
    if os.name == "nt":
        return True  # asking for a process would end it there; its parts go when they are old
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
