"""Files are written whole or not at all, and nothing else about them changes."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from designer.formats.writing import ReadOnlyFile, write_atomic

POSIX = pytest.mark.skipif(os.name == "nt", reason="links, modes and pipes as POSIX has them")


def parts(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir() if path.name.endswith(".part"))


def test_what_is_refused_when_read_back_leaves_the_old_file(tmp_path: Path) -> None:
    target = tmp_path / "a.json"
    target.write_bytes(b"old")

    def refuse(contents: bytes) -> None:
        assert contents == b"new"
        assert target.read_bytes() == b"old"
        raise ValueError("cannot be read")

    with pytest.raises(ValueError, match="cannot be read"):
        write_atomic(target, b"new", refuse)
    assert target.read_bytes() == b"old"
    assert parts(tmp_path) == []


@POSIX
def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    target = tmp_path / "real" / "a.json"
    target.write_bytes(b"old")
    link = tmp_path / "link.json"
    link.symlink_to("real/a.json")
    write_atomic(link, b"new")
    assert link.is_symlink()
    assert target.read_bytes() == b"new"


@POSIX
def test_a_link_to_what_is_not_there_yet_makes_it(tmp_path: Path) -> None:
    link = tmp_path / "link.json"
    link.symlink_to("later.json")
    write_atomic(link, b"new")
    assert link.is_symlink()
    assert (tmp_path / "later.json").read_bytes() == b"new"


@POSIX
def test_a_link_round_in_a_circle_is_told(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to("b")
    (tmp_path / "b").symlink_to("a")
    with pytest.raises(OSError, match=r".+"):
        write_atomic(tmp_path / "a", b"new")
    assert (tmp_path / "a").is_symlink()


@POSIX
def test_a_file_with_several_names_keeps_them(tmp_path: Path) -> None:
    target, other = tmp_path / "a.json", tmp_path / "b.json"
    target.write_bytes(b"the old contents")
    os.link(target, other)
    write_atomic(target, b"new")
    assert other.read_bytes() == b"new"
    assert target.samefile(other)
    assert parts(tmp_path) == []


@POSIX
@pytest.mark.parametrize("mode", [0o600, 0o640, 0o755, 0o666])
def test_a_file_keeps_its_mode(tmp_path: Path, mode: int) -> None:
    target = tmp_path / "a.json"
    target.write_bytes(b"old")
    target.chmod(mode)
    write_atomic(target, b"new")
    assert stat.S_IMODE(target.stat().st_mode) == mode


@POSIX
@pytest.mark.parametrize("several", [False, True])
def test_a_read_only_file_is_left_unless_that_is_meant(tmp_path: Path, several: bool) -> None:
    target = tmp_path / "a.json"
    target.write_bytes(b"old")
    if several:
        os.link(target, tmp_path / "b.json")
    target.chmod(0o444)
    with pytest.raises(ReadOnlyFile):
        write_atomic(target, b"new")
    assert target.read_bytes() == b"old"
    write_atomic(target, b"new", over_read_only=True)
    assert target.read_bytes() == b"new"
    assert stat.S_IMODE(target.stat().st_mode) == 0o444


@POSIX
def test_a_pipe_is_written_to_and_stays_a_pipe(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read: list[bytes] = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_bytes()))
    reader.start()
    write_atomic(pipe, b"new")
    reader.join(timeout=10)
    assert read == [b"new"]
    assert stat.S_ISFIFO(pipe.stat().st_mode)


@POSIX
def test_a_device_stays_a_device() -> None:
    write_atomic(Path("/dev/null"), b"new")
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)


@POSIX
@pytest.mark.skipif(hasattr(os, "geteuid") and os.geteuid() == 0, reason="root may write into every folder")
def test_a_writable_file_in_a_folder_that_is_not_is_saved(tmp_path: Path) -> None:
    target = tmp_path / "a.json"
    target.write_bytes(b"the old contents")
    tmp_path.chmod(0o555)
    try:
        write_atomic(target, b"new")
        assert target.read_bytes() == b"new"
    finally:
        tmp_path.chmod(0o755)


@POSIX
def test_where_no_part_can_be_made_the_file_itself_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a folder that may not be written to, whoever runs the test."""
    target = tmp_path / "a.json"
    target.write_bytes(b"the old contents")

    def no_part(path: Path, *flags: int) -> int:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "open", no_part)
    write_atomic(target, b"new")
    assert target.read_bytes() == b"new"
    with pytest.raises(PermissionError):
        write_atomic(tmp_path / "b.json", b"new")


@POSIX
def test_when_writing_into_a_file_fails_the_old_contents_come_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target, other = tmp_path / "a.json", tmp_path / "b.json"
    target.write_bytes(b"the old contents")
    os.link(target, other)
    sync, failed = os.fsync, []

    def full(handle: int) -> None:
        if os.fstat(handle).st_nlink > 1 and not failed:
            failed.append(handle)
            raise OSError(28, "No space left on device")
        sync(handle)

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        write_atomic(target, b"new")
    assert failed
    assert target.read_bytes() == other.read_bytes() == b"the old contents"


@pytest.mark.parametrize("length", [241, 250, 255])
@pytest.mark.parametrize("letter", ["a", "\N{LATIN SMALL LETTER E WITH ACUTE}", "\N{HIRAGANA LETTER A}"])
def test_names_as_long_as_a_name_can_be(tmp_path: Path, length: int, letter: str) -> None:
    size = len(letter.encode())
    name = letter * ((length - 5) // size) + ".json"
    write_atomic(tmp_path / name, b"new")
    write_atomic(tmp_path / name, b"newer")
    assert [path.name for path in tmp_path.iterdir()] == [name]


@POSIX
def test_parts_that_a_kill_left_are_swept_away_and_those_of_the_living_stay(tmp_path: Path) -> None:
    code = (
        "import os, sys\n"
        "from pathlib import Path\n"
        "from designer.formats import writing\n"
        "writing.os.replace = lambda *names: os.kill(os.getpid(), 9)\n"
        "writing.write_atomic(Path(sys.argv[1]), b'half')\n"
    )
    ended = subprocess.run([sys.executable, "-c", code, str(tmp_path / "a.json")], check=False)
    assert ended.returncode == -9
    assert len(parts(tmp_path)) == 1
    left = parts(tmp_path)[0].split("-")
    mine = tmp_path / "-".join([*left[:2], str(os.getpid()), left[3]])
    mine.write_bytes(b"at work")
    foreign = tmp_path / ".other.part"
    foreign.write_bytes(b"somebody else's")
    write_atomic(tmp_path / "b.json", b"new")
    assert parts(tmp_path) == sorted([mine.name, foreign.name])
    os.utime(mine, (1, 1))
    write_atomic(tmp_path / "b.json", b"new")
    assert parts(tmp_path) == [foreign.name]
