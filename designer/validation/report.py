"""Findings as a report: plain data that fits schemas/findings-report.schema.json, and text for a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from designer.design.document import Design
from designer.design.values import printable
from designer.formats import native
from designer.validation.finding import Finding, Severity
from designer.words import number_of

#: Longest texts a report carries, as its schema says; longer ones come only from damaged or hostile files.
LONGEST = {"message": 2000, "text": 500, "path": 300, "token": 60, "slot": 10, "tile": 20, "piece": 20, "space": 40}


def counts(found: Iterable[Finding]) -> dict[str, int]:
    """How many findings of each severity stand, and how many are waived.

    >>> counts([])
    {'error': 0, 'warning': 0, 'advice': 0, 'waived': 0}
    """
    result = {**{severity.value: 0 for severity in Severity}, "waived": 0}
    for finding in found:
        result["waived" if finding.waived is not None else finding.severity.value] += 1
    return result


def to_data(found: Sequence[Finding], design: Design | None, file: str | None = None) -> dict[str, Any]:
    """A findings report as plain JSON data. ``design`` is None for a file that could not be used."""
    data: dict[str, Any] = {"format": "crest-findings", "version": 1, "design": design.name if design else ""}
    if file is not None:
        data["file"] = file[-1000:]
    data["hash"] = native.content_hash(design) if design else ""
    data["findings"] = [finding_to_data(finding) for finding in found]
    data["counts"] = counts(found)
    return data


def finding_to_data(finding: Finding) -> dict[str, Any]:
    """One finding as plain JSON data."""
    place = {
        key: value[: LONGEST[key]] if isinstance(value, str) and key in LONGEST else value
        for key, value in finding.place.to_data().items()
    }
    waiver = finding.waived
    return {
        "code": finding.code,
        "severity": finding.severity.value,
        "message": finding.message[: LONGEST["message"]],
        "place": place,
        "source": {
            "document": finding.source.document,
            "section": finding.source.section,
            "mark": finding.source.mark,
        },
        "fixes": [fix.name[:300] for fix in finding.fixes],
        "waived": None if waiver is None else {"reason": waiver.reason, "author": waiver.author},
    }


def summary(found: Iterable[Finding]) -> str:
    """The counts in words.

    >>> summary([])
    'no findings'
    """
    number = counts(found)
    words = [
        number_of(number["error"], "error") if number["error"] else "",
        number_of(number["warning"], "warning") if number["warning"] else "",
        f"{number['advice']} advice" if number["advice"] else "",
        f"{number['waived']} waived" if number["waived"] else "",
    ]
    return ", ".join(word for word in words if word) or "no findings"


def text(found: Sequence[Finding], title: str) -> str:
    """A block of text: the title, each finding with its place, rule and fixes, and the counts."""
    lines = [printable(title)]
    for finding in found:
        where = finding.place.text()
        waived = "" if finding.waived is None else " (waived)"
        lines.append(f"  {finding.code} {finding.severity.value}{waived}{f', {printable(where)}' if where else ''}")
        lines.append(f"      {printable(finding.message)}")
        if finding.source.document != "Crest":  # what our own file format asks for is no rule of a game
            lines.append(f"      Rule: {finding.source}.")
        if finding.waived is not None and finding.waived.reason:
            by = f" ({finding.waived.author})" if finding.waived.author else ""
            lines.append(f"      Waived: {printable(finding.waived.reason + by)}")
        lines += [f"      Fix: {printable(fix.name)}{' (safe)' if fix.safe else ''}" for fix in finding.fixes]
    lines.append(f"  {summary(found)}")
    return "\n".join(lines) + "\n"
