"""The whole job without a window, as `make run` does it on a machine with no display."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from designer import report, schemas
from designer.cli import main
from designer.design import stage as stage_edits
from designer.design.document import Design, with_stage
from designer.design.hexes import Hex
from designer.formats import native

Official = Callable[[str], Design]


def test_a_report_holds_design_picture_findings_runs_and_text(tmp_path: Path, official: Official) -> None:
    design = official("climb-1")
    result = report.write_report(design, tmp_path / "out", runs=5)
    names = [written.path.name for written in result.files]
    assert names == ["climb-1.json", "climb-1.findings.json", "climb-1.png", "climb-1.simulation.json", "climb-1.txt"]
    assert not result.has_errors
    assert result.left_out == ()
    assert native.load(tmp_path / "out" / "climb-1.json") == design
    assert (tmp_path / "out" / "climb-1.png").read_bytes().startswith(b"\x89PNG")
    for name, schema in (("findings", "findings-report"), ("simulation", "simulation-report")):
        data = json.loads((tmp_path / "out" / f"climb-1.{name}.json").read_text(encoding="utf-8"))
        assert schemas.problems(data, schema) == []
    text = (tmp_path / "out" / "climb-1.txt").read_text(encoding="utf-8")
    assert "no findings" in text
    assert "Turn 1" in text


def test_what_cannot_be_driven_is_left_out_and_said(tmp_path: Path, official: Official) -> None:
    design = official("climb-1")
    assert design.stage is not None
    broken = with_stage(design, stage_edits.remove(design.stage, Hex(0, 4)))
    result = report.write_report(broken, tmp_path, runs=5)
    assert result.has_errors
    assert [line.split(":")[0] for line in result.left_out] == ["no simulation"]
    assert "no simulation" in (tmp_path / "climb-1.txt").read_text(encoding="utf-8")


def test_a_design_without_a_stage_still_gives_its_files(tmp_path: Path) -> None:
    result = report.write_report(Design(name=""), tmp_path)
    assert [written.path.name for written in result.files] == ["design.json", "design.findings.json", "design.txt"]


def test_the_command_says_where_everything_is(
    tmp_path: Path, official: Official, capsys: pytest.CaptureFixture[str]
) -> None:
    native.save(official("climb-1"), tmp_path / "a.json")
    assert main(["report", str(tmp_path / "a.json"), "-o", str(tmp_path / "out"), "--runs", "3"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 5
    assert all((tmp_path / "out" / Path(line.split()[0]).name).is_file() for line in lines)


def test_a_folder_that_cannot_be_written_is_named(
    tmp_path: Path, official: Official, capsys: pytest.CaptureFixture[str]
) -> None:
    native.save(official("climb-1"), tmp_path / "a.json")
    (tmp_path / "taken").write_text("a file")
    assert main(["report", str(tmp_path / "a.json"), "-o", str(tmp_path / "taken"), "--runs", "3"]) == 2
    assert "cannot be written" in capsys.readouterr().err
