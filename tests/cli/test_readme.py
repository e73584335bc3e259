"""What the README says of the command line and of stage files is so."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from designer import cli
from designer.formats import native
from designer.resources import folder
from designer.validation import validate

README = (Path(__file__).resolve().parent.parent.parent / "README.md").read_text(encoding="utf-8")


def test_every_command_is_named_and_no_other() -> None:
    assert set(re.findall(r"^    crest ([a-z]+)\b", README, re.MULTILINE)) == set(cli.COMMANDS)


def test_the_stage_file_is_sound_and_drivable(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = re.search(r"```json\n(.*?)```", README, re.DOTALL)
    assert text is not None
    assert validate(native.parse(text[1])) == ()
    path = tmp_path / "bend.json"
    path.write_text(text[1], encoding="utf-8")
    assert cli.main(["simulate", str(path), "--runs", "2"]) == 0
    assert "finished  2 of 2" in capsys.readouterr().out


def test_every_line_does_what_it_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """In order, beside a stage file as the README gives it; batches are cut short."""
    stage = re.search(r"```json\n(.*?)```", README, re.DOTALL)
    assert stage is not None
    (tmp_path / "my-stages").mkdir()
    for name in ("my-stage.json", "my-stages/bend.json"):
        (tmp_path / name).write_text(stage[1], encoding="utf-8")
    (tmp_path / "exports").symlink_to(folder("exports"), target_is_directory=True)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("designer.ui.app.run", lambda path: 0)
    lines = re.findall(r"^    crest(?: +(?!#)([^#\n]*))?", README, re.MULTILINE)
    assert len(lines) >= len(cli.COMMANDS)
    for line in lines:
        words = [name for word in shlex.split(line) for name in (sorted(map(str, Path().glob(word))) or [word])]
        if words[:1] in (["simulate"], ["compare"], ["race"], ["report"]):
            words += ["--runs", "7"]
        # The stage of the README has no finding that could be accepted.
        assert cli.main(words) == (2 if words[:1] == ["waive"] else 0), line
        said = capsys.readouterr()
        assert "unexpected" not in said.out + said.err
    assert {path.name for path in tmp_path.glob("*.*")} >= {"findings.html", "run.json", "race.json", "shared.json"}
