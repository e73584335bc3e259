"""Every code has a minimal design that triggers exactly it, and a near miss that does not."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from designer import rules
from designer.design.values import EditError
from designer.formats import native
from designer.validation import Finding, rally, validate
from designer.validation.codes import CODES, TOPICS, explain, markdown
from designer.validation.documents import read
from designer.validation.finding import Severity

CASES = Path(__file__).parent / "cases"
ROOT = Path(__file__).resolve().parent.parent.parent


def is_rally(name: str) -> bool:
    """Whether a case is a list of designs: the stages of a rally."""
    return (CASES / f"{name}.json").read_text(encoding="utf-8").startswith("[")


def found_in(name: str) -> tuple[Finding, ...]:
    if is_rally(name):
        stages = [native.from_data(data) for data in json.loads((CASES / f"{name}.json").read_text(encoding="utf-8"))]
        between = rally.sequence(stages)
        return tuple(
            finding for stage, found in zip(stages, between, strict=True) for finding in (*validate(stage), *found)
        )
    design, unreadable = read(CASES / f"{name}.json")
    return unreadable if design is None else validate(design)


def test_no_code_lacks_a_case_and_no_case_a_code() -> None:
    names = {path.stem for path in CASES.glob("*.json")}
    assert names == {f"{code}-{kind}" for code in CODES for kind in ("bad", "good")}


@pytest.mark.parametrize("code", CODES)
def test_bad_case_triggers_exactly_its_code(code: str) -> None:
    findings = [finding for finding in found_in(f"{code}-bad") if finding.waived is None]
    assert {finding.code for finding in findings} == {code}
    assert all(finding.severity is CODES[code].severity for finding in findings)


@pytest.mark.parametrize("code", CODES)
def test_near_miss_does_not(code: str) -> None:
    findings = found_in(f"{code}-good")
    assert code not in {finding.code for finding in findings}
    assert not [finding for finding in findings if finding.counts]


@pytest.mark.parametrize("code", [code for code in CODES if not code.startswith("DOC00") or code >= "DOC004"])
def test_fixes_put_it_right_and_make_no_other_error(code: str) -> None:
    if is_rally(f"{code}-bad"):
        assert not [fix for finding in found_in(f"{code}-bad") for fix in finding.fixes]
        return
    design, _ = read(CASES / f"{code}-bad.json")
    assert design is not None
    before = validate(design)
    standing = {(finding.code, finding.place) for finding in before}
    for finding in before:
        for fix in finding.fixes:
            after = validate(fix.apply(design))
            again = [each for each in after if each.code == finding.code and each.place == finding.place]
            assert len(again) < sum(1 for each in before if each.code == finding.code) or not again, fix.name
            new = {(each.code, each.place) for each in after if each.severity is Severity.ERROR} - standing
            assert {code for code, _ in new} <= {finding.code}, fix.name


def test_fix_on_another_design_says_so() -> None:
    design, _ = read(CASES / "TOK001-bad.json")
    assert design is not None
    fix = validate(design)[0].fixes[0]
    with pytest.raises(EditError):
        fix.apply(fix.apply(design))


def test_document_of_codes_is_up_to_date() -> None:
    written = (ROOT / "docs" / "findings.md").read_text(encoding="utf-8")
    assert written == markdown(), "run: python -m designer.validation > docs/findings.md"


def test_every_code_is_explained() -> None:
    for code, entry in CODES.items():
        assert code[:3] in TOPICS
        for words in (entry.title, entry.rule, entry.why, entry.example, entry.source.document):
            assert words
            assert words in explain(code)


def test_rules_coverage_names_codes_rules_and_files_that_exist() -> None:
    text = (ROOT / "docs" / "rules-coverage.md").read_text(encoding="utf-8")
    assert set(re.findall(r"\b[A-Z]{3}[0-9]{3}\b", text)) <= set(CODES)
    named = set(re.findall(r"`([a-z0-9_]+(?:\.[a-z0-9_]+)+)`", text))
    assert named <= set(rules.names())
    for table in rows_of_coverage(text):
        assert all(len(row) == 4 for row in table)
    for path in set(re.findall(r"\b(?:designer|catalog|docs|exports)/[a-z0-9_/-]+\.[a-z]+\b", text)):
        assert (ROOT / path).is_file(), path


def rows_of_coverage(text: str) -> list[list[list[str]]]:
    """The tables of docs/rules-coverage.md as rows of cells, without their heads."""
    tables: list[list[list[str]]] = []
    for block in text.split("\n\n"):
        lines = [line for line in block.splitlines() if line.startswith("| ")]
        if lines:
            tables.append([[cell.strip() for cell in line.strip("| ").split(" | ")] for line in lines[2:]])
    return tables


def test_rules_coverage_covers_four_documents_and_the_base_game_with_marks_and_tests_that_exist() -> None:
    text = (ROOT / "docs" / "rules-coverage.md").read_text(encoding="utf-8")
    tables = rows_of_coverage(text)
    assert [len(table) >= 20 for table in tables] == [True] * 5
    for table in tables:
        for place, rule, where, mark in table:
            assert place
            assert rule
            assert where
            assert mark.startswith(("seed", "public", "assumed")), place
    there = {
        name
        for path in (ROOT / "tests").rglob("*.py")
        for name in re.findall(r"def (test_\w+)", path.read_text(encoding="utf-8"))
    }
    assert set(re.findall(r"`(test_\w+)`", text)) - there == set()


def test_every_code_is_named_in_the_rules_coverage() -> None:
    """But for the document's own format, which no rulebook asks for."""
    text = (ROOT / "docs" / "rules-coverage.md").read_text(encoding="utf-8")
    named = set(re.findall(r"\b[A-Z]{3}[0-9]{3}\b", text))
    for first, last in re.findall(r"\b([A-Z]{3}[0-9]{3}) to ([A-Z]{3}[0-9]{3})\b", text):
        named |= {code for code in CODES if first <= code <= last and code[:3] == first[:3]}
    assert {code for code in CODES if not code.startswith("DOC")} - named == set()
