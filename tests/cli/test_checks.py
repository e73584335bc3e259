"""crest fix, crest waive, the printable page, and the stages of a rally: what is written and what is said."""

from __future__ import annotations

import json
from dataclasses import replace
from html.parser import HTMLParser
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

from designer import cli, schemas
from designer.design.stage import remove
from designer.formats import native
from designer.resources import folder
from designer.validation import validate

STAGES = folder("exports") / "stages"
CASES = Path(__file__).parent.parent / "validation" / "cases"


@pytest.fixture
def gap(tmp_path: Path) -> Path:
    """Climb 1 without one of its tiles."""
    design = native.load(STAGES / "climb-1.json")
    assert design.stage is not None
    path = tmp_path / "gap.json"
    lost = next(tile for tile in design.stage if tile.tile == "418b")
    native.save(replace(design, stage=remove(design.stage, lost.hex)), path)
    return path


def test_fix_writes_the_mended_design_in_place(gap: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["validate", str(gap)]) == 1
    capsys.readouterr()
    assert cli.main(["fix", str(gap)]) == 0
    out = capsys.readouterr().out
    assert "STG006, tile" in out
    assert "Close the gap with " in out
    assert "1 fix applied; left: no findings" in out
    assert validate(native.load(gap)) == ()


def test_fix_dry_run_and_another_file_leave_the_design_alone(
    gap: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = gap.read_bytes()
    assert cli.main(["fix", str(gap), "--dry-run"]) == 0
    assert "1 fix would be applied" in capsys.readouterr().out
    other = tmp_path / "mended.json"
    assert cli.main(["fix", str(gap), "-o", str(other)]) == 0
    assert gap.read_bytes() == before
    assert validate(native.load(other)) == ()


def test_fix_applies_unsafe_fixes_only_with_all(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "fork.json"
    path.write_bytes((CASES / "STG019-bad.json").read_bytes())
    assert cli.main(["fix", str(path)]) == 0
    assert "0 fixes applied; left: 1 warning" in capsys.readouterr().out
    assert cli.main(["fix", str(path), "--all"]) == 0
    assert "Use 204a instead of 402b" in capsys.readouterr().out


def test_fix_reports_as_json(gap: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["fix", str(gap), "--format", "json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert [one["code"] for one in data["done"]] == ["STG006"]
    assert data["written"] == str(gap)
    assert schemas.problems(data["left"], "findings-report") == []


def test_fix_of_a_file_that_cannot_be_used(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["fix", str(CASES / "DOC001-bad.json")]) == 2
    assert "DOC001-bad.json" in capsys.readouterr().err


def test_a_waived_finding_does_not_count_and_says_who_and_why(gap: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = next(finding.place.text() for finding in validate(native.load(gap)) if finding.code == "STG006")
    words = ["waive", str(gap), "stg006", "--place", place, "--reason", "a ford, as agreed", "--author", "Ari"]
    assert cli.main(words) == 0
    assert "STG006 is waived at" in capsys.readouterr().err
    assert cli.main(["validate", str(gap), "--select", "STG006"]) == 1  # the other end of the gap still counts
    out = capsys.readouterr().out
    assert "Waived: a ford, as agreed (Ari)" in out
    assert "1 waived" in out
    assert cli.main(["waive", str(gap), "STG006", "--place", place, "--remove"]) == 0
    assert native.load(gap).waivers == ()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["STG006"], "a waiver needs a --reason and an --author"),
        (["STG006", "--reason", "x", "--author", "y", "--place", "tile 1z at 9,9"], "it is reported at: tile"),
        (["TOK001", "--reason", "x", "--author", "y"], "the design has no such finding"),
        (["STG06", "--reason", "x", "--author", "y"], "did you mean STG016 or STG006"),
        (["STG006", "--remove"], "has no waiver of STG006"),
    ],
)
def test_waivers_that_make_no_sense(
    gap: Path, words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    design = native.load(gap)
    native.save(replace(design, author=""), gap)
    before = gap.read_bytes()
    assert cli.main(["waive", str(gap), *words]) == 2
    assert message in capsys.readouterr().err
    assert gap.read_bytes() == before


class _Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []
        self.links: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        self.links += [value or "" for name, value in attrs if name in ("src", "href")]
        if tag not in ("meta", "polygon"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def test_the_page_is_whole_needs_nothing_else_and_escapes_what_it_shows(tmp_path: Path, gap: Path) -> None:
    native.save(replace(native.load(gap), name="Col <script>alert(1)</script> & co"), gap)
    target = tmp_path / "findings.html"
    assert cli.main(["validate", str(gap), "--format", "html", "-o", str(target)]) == 1
    page = _Page()
    page.feed(target.read_text(encoding="utf-8").replace("/>", "></polygon>").replace("</polygon>", ""))
    assert page.open == []
    assert page.links == []
    assert "script" not in page.seen
    assert "Col <script>alert(1)</script> & co" in page.text
    assert "STG006" in page.text
    assert "Rule: Every road end joins another tile" in page.text
    assert page.seen.count("polygon") == 14


def test_several_designs_and_spires_share_a_page(capsys: pytest.CaptureFixture[str]) -> None:
    files = [str(STAGES / "climb-1.json"), str(CASES / "SPI002-bad.json"), str(CASES / "DOC001-bad.json")]
    assert cli.main(["validate", *files, "--format", "html"]) == 2
    out = capsys.readouterr().out
    assert out.count("<h1>") == 3
    assert "SPI002" in out
    assert "DOC001" in out


def test_a_rally_is_checked_between_its_stages(capsys: pytest.CaptureFixture[str]) -> None:
    files = [str(STAGES / f"rally-1-ss{number}.json") for number in (1, 2, 3)]
    assert cli.main(["validate", "--rally", *files]) == 0
    assert "RAL004" not in capsys.readouterr().out
    assert cli.main(["validate", "--rally", *reversed(files)]) == 0
    assert capsys.readouterr().out.count("RAL004 warning") == 2
    assert cli.main(["validate", "--rally", "--ignore", "RAL", *reversed(files)]) == 0
    assert "RAL004" not in capsys.readouterr().out
    assert cli.main(["validate", "--rally", files[0], str(CASES / "DOC001-bad.json")]) == 2


def test_a_folder_is_checked_file_by_file_less_what_is_no_design(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "in").mkdir()
    for name, case in (("b.json", "STG006-bad"), ("in/a.json", "STG006-good")):
        (tmp_path / name).write_bytes((CASES / f"{case}.json").read_bytes())
    (tmp_path / "other.json").write_text('{"format": "crest-findings"}', encoding="utf-8")
    assert cli.main(["validate", str(tmp_path)]) == 1
    shown = capsys.readouterr()
    assert [line for line in shown.out.splitlines() if line[0] == "/"] == [
        str(tmp_path / "b.json"),
        str(tmp_path / "in" / "a.json"),
    ]
    assert "1 file in" in shown.err
    (tmp_path / "in" / "a.json").write_text('{"cut', encoding="utf-8")
    assert cli.main(["validate", str(tmp_path)]) == 2
    (tmp_path / "none").mkdir()
    assert cli.main(["validate", str(tmp_path / "none")]) == 2
    assert "there is no design in the folder" in capsys.readouterr().err


def test_standard_input_is_checked(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    for contents, code, said in (
        ((CASES / "STG006-bad.json").read_bytes(), 1, "STG006"),
        (b"", 2, "is empty"),
        (b"\xff", 2, "is not UTF-8"),
    ):
        monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(contents)))
        assert cli.main(["validate", "-"]) == code
        assert said in capsys.readouterr().out


def test_fix_says_what_it_wrote(gap: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["fix", str(gap), "--dry-run"]) == 0
    assert "wrote" not in capsys.readouterr().err
    assert cli.main(["fix", str(gap), "-o", str(tmp_path / "fixed.json")]) == 0
    assert f"wrote {tmp_path / 'fixed.json'}" in capsys.readouterr().err


def test_what_the_file_format_asks_for_is_no_rule_of_a_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["validate", str(CASES / "DOC003-bad.json"), str(CASES / "DOC007-bad.json")]) == 2
    assert "Rule:" not in capsys.readouterr().out
