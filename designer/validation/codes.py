"""The one table of finding codes: severity, rule in our words, why it matters, where the rule stands, an example.

``crest explain CODE`` prints an entry; ``python -m designer.validation`` prints docs/findings.md.
Prefixes: DOC document, STG stage, PCE pieces, TOK tokens, DRV cars on the stage, RCX rallycross, RAL rallies,
BRD dashboards, SET SET-UP, SPI spire, EVT event.
"""

from __future__ import annotations

from dataclasses import dataclass

from designer.validation.finding import NOWHERE, Finding, Fix, Location, Severity, Source
from designer.validation.table import TABLE

TOPICS = {
    "DOC": "The document",
    "STG": "The stage",
    "PCE": "Pieces and inventory",
    "TOK": "Tokens on the stage",
    "DRV": "Cars on the stage",
    "RCX": "Rallycross",
    "RAL": "Rallies",
    "BRD": "Dashboards",
    "SET": "SET-UP builds",
    "SPI": "Spires",
    "EVT": "Events",
}


@dataclass(frozen=True, slots=True)
class Code:
    """What a code stands for. ``example`` is one document that triggers it, in words."""

    code: str
    severity: Severity
    title: str
    rule: str
    why: str
    source: Source
    example: str


CODES: dict[str, Code] = {
    row[0]: Code(row[0], Severity(row[1]), row[2], row[3], row[4], Source(*row[5]), row[6]) for row in TABLE
}


def finding(
    code: str, message: str, place: Location = NOWHERE, fixes: tuple[Fix, ...] = (), *, section: str | None = None
) -> Finding:
    """A finding with the severity and source that the table gives its code.

    >>> finding("STG008", "No start.").severity
    <Severity.ERROR: 'error'>
    """
    entry = CODES[code]
    source = entry.source if section is None else Source(entry.source.document, section, entry.source.mark)
    return Finding(code, entry.severity, message, place, source, fixes)


def explain(code: str) -> str:
    """The entry of a code as text. Raises KeyError for an unknown code."""
    entry = CODES[code.upper()]
    return (
        f"{entry.code} ({entry.severity}): {entry.title}\n\n"
        f"Rule:    {entry.rule}\n"
        f"Why:     {entry.why}\n"
        f"Source:  {entry.source}\n"
        f"Example: {entry.example}\n"
    )


def markdown() -> str:
    """docs/findings.md: every code by topic."""
    lines = [
        "# Findings",
        "",
        "What Crest reports about a design. Written by `python -m designer.validation > docs/findings.md` from",
        "the table in the code; a test compares the two. An error breaks a rule, a warning will surprise at the table,",
        "advice is what an experienced designer would say. A source without a mark stands in a rule document;",
        "(public) was seen in public material on the base game, (assumed) is our own reading.",
    ]
    for prefix, topic in TOPICS.items():
        lines += ["", f"## {topic} ({prefix})"]
        for entry in CODES.values():
            if entry.code.startswith(prefix):
                lines += [
                    "",
                    f"### {entry.code} {entry.title}",
                    "",
                    f"- Severity: {entry.severity}",
                    f"- Rule: {entry.rule}",
                    f"- Why: {entry.why}",
                    f"- Source: {entry.source}",
                    f"- Example: {entry.example}",
                ]
    return "\n".join(lines) + "\n"
