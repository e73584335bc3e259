"""crest export in every format, the folders it makes, and crest list."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from designer import catalog, cli
from designer.cli.lists import LISTS
from designer.formats import native
from designer.resources import folder
from designer.simulator.rally import policies
from designer.simulator.spire import players

CLIMB = str(folder("exports") / "stages" / "climb-1.json")
SPIRE = str(next((folder("exports") / "spires").glob("*.json")))
PNG = b"\x89PNG"


@pytest.mark.parametrize("design", [CLIMB, SPIRE])
def test_a_picture_by_the_ending_of_the_output(design: str, tmp_path: Path) -> None:
    assert cli.main(["export", design, "-o", str(tmp_path / "picture.PNG")]) == 0
    assert (tmp_path / "picture.PNG").read_bytes().startswith(PNG)


def test_every_format_by_name_and_on_standard_output(tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    for name, start in (("png", PNG), ("html", b"<!DOCTYPE html>"), ("text", b"Climb 1"), ("json", b"{")):
        assert cli.main(["export", CLIMB, "--to", name]) == 0
        assert capfdbinary.readouterr().out.startswith(start)
    assert cli.main(["export", CLIMB, "--to", "json", "-o", str(tmp_path / "a.v2")]) == 0
    assert native.load(tmp_path / "a.v2") == native.load(CLIMB)


@pytest.mark.parametrize(
    "words",
    [
        ["export", CLIMB, "--to", "json", "-o", "a.png"],
        ["export", CLIMB, "--to", "png", "-o", "a.json"],
        ["validate", CLIMB, "--format", "json", "-o", "a.html"],
        ["validate", CLIMB, "-o", "a.json"],
        ["fix", CLIMB, "-o", "a.html"],
        ["simulate", CLIMB, "--runs", "1", "--save", "a.png"],
    ],
)
def test_an_ending_that_says_another_kind_is_refused(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert cli.main(words) == 2
    assert "would not hold what its ending says" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(os.name == "nt", reason="modes as POSIX has them")
def test_a_read_only_file_is_not_replaced(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "a.json"
    target.write_text("precious", encoding="utf-8")
    target.chmod(0o444)
    assert cli.main(["export", CLIMB, "-o", str(target)]) == 2
    assert "marked as read-only" in capsys.readouterr().err
    assert target.read_text(encoding="utf-8") == "precious"


def test_what_has_nothing_to_draw_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "boards.json"
    path.write_text('{"format": "crest-design", "version": 1}', encoding="utf-8")
    assert cli.main(["export", str(path), "-o", str(tmp_path / "a.png")]) == 2
    assert "no stage and no spire to draw" in capsys.readouterr().err


def test_an_output_that_makes_folders_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "new" / "deep" / "a.json"
    assert cli.main(["export", CLIMB, "-o", str(target)]) == 0
    assert f"made the folder {target.parent}" in capsys.readouterr().err
    assert cli.main(["export", CLIMB, "-o", str(target)]) == 0
    assert "made the folder" not in capsys.readouterr().err


def test_lists_name_all_there_is(capsys: pytest.CaptureFixture[str]) -> None:
    wanted = {
        "cars": list(catalog.standard_boards()),
        "drivers": list(policies.names()),
        "climbers": list(players.names()),
        "tiles": list(catalog.sides()),
        "tokens": list(catalog.tokens().stage),
        "dice": list(catalog.dice()),
        "boxes": list(catalog.boxes()),
        "contents": list(catalog.contents()),
    }
    assert set(wanted) == set(LISTS)
    for what, names in wanted.items():
        assert cli.main(["list", what]) == 0
        # A box has a line for each thing in it, all else one line.
        assert list(dict.fromkeys(line.split()[0] for line in capsys.readouterr().out.splitlines())) == names
        assert cli.main(["list", what, "--format", "json"]) == 0
        told = json.loads(capsys.readouterr().out)
        assert list(dict.fromkeys(one["name"] for one in told)) == names
        assert len(told) == len(names) or what == "contents"
        assert all(one["description"] for one in told)


def test_a_tile_is_listed_with_what_is_printed_on_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["list", "tiles"]) == 0
    line = next(line for line in capsys.readouterr().out.splitlines() if line.startswith("202a"))
    assert "start; gravel; " in line
    assert "edges and lanes: A 2, D 2" in line
    assert line.endswith("(DIRT core box)")
