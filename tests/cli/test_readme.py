"""What the README says of the command line and of stage files is so."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from designer import cli
from designer.formats import native
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
