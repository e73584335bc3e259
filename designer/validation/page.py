"""Findings as a page to print: one HTML file that needs nothing else, with a map of the stage."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from designer.design import hexes
from designer.design.document import Design
from designer.design.hexes import Hex
from designer.design.stage import Stage
from designer.design.values import printable
from designer.formats import native
from designer.validation.codes import CODES
from designer.validation.finding import Finding, Severity
from designer.validation.report import summary

STYLE = """
body { font: 15px/1.45 system-ui, sans-serif; color: #1c1c1c; max-width: 60em; margin: 2em auto; padding: 0 1em; }
h1 { margin-bottom: 0; } h2 { margin-top: 1.6em; border-bottom: 1px solid #999; } .facts { color: #555; }
article { margin: 0.9em 0; padding-left: 0.8em; border-left: 0.35em solid; break-inside: avoid; }
article.error { border-color: #b3261e; } article.warning { border-color: #b06f00; border-left-style: dashed; }
article.advice { border-color: #2a6fb0; border-left-style: dotted; } article.waived { opacity: 0.75; }
h3 { margin: 0; font-size: 1em; } p { margin: 0.2em 0; } .rule, .why { color: #555; font-size: 0.9em; }
svg { width: 100%; max-height: 26em; margin-top: 1em; } svg polygon { fill: #f2efe6; stroke: #8a8576; stroke-width: 8; }
svg polygon.error { fill: #f3c4c0; stroke: #b3261e; } svg polygon.warning { fill: #f5deb0; stroke: #b06f00; }
svg polygon.advice { fill: #cfe2f3; stroke: #2a6fb0; }
svg text { font: 90px system-ui, sans-serif; text-anchor: middle; }
@media print { body { margin: 0; max-width: none; } a { color: inherit; text-decoration: none; } }
"""
HEADS = {Severity.ERROR: "Errors", Severity.WARNING: "Warnings", Severity.ADVICE: "Advice"}


def page(reports: Sequence[tuple[str, Design | None, Sequence[Finding]]]) -> str:
    """The page of some designs: each given as its file name, the design (None when unusable) and its findings.

    >>> "no findings" in page([("empty.json", Design(name="Empty"), [])])
    True
    """
    parts = [_design(name, design, found) for name, design, found in reports]
    title = "Findings" if len(reports) != 1 else f"Findings: {_title(*reports[0][:2])}"
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>{_text(title)}</title>\n'
        f"<style>{STYLE}</style>\n</head>\n<body>\n{''.join(parts)}</body>\n</html>\n"
    )


def _text(words: str) -> str:
    return escape(printable(words))


def _title(name: str, design: Design | None) -> str:
    return design.name if design is not None and design.name else name


def _design(name: str, design: Design | None, found: Sequence[Finding]) -> str:
    facts = [_text(name)]
    if design is not None:
        facts += [_text(f"by {design.author}")] if design.author else []
        facts += [f"hash {native.content_hash(design)}"]
    lines = [
        f"<h1>{_text(_title(name, design))}</h1>\n",
        f'<p class="facts">{", ".join(facts)}</p>\n',
        f"<p><strong>{_text(summary(found))}</strong></p>\n",
    ]
    if design is not None and design.stage is not None and design.stage.tiles:
        lines.append(_map(design.stage, found))
    for severity, head in HEADS.items():
        mine = [finding for finding in found if finding.severity is severity and finding.waived is None]
        if mine:
            lines.append(f"<h2>{head} ({len(mine)})</h2>\n")
            lines += [_finding(finding) for finding in mine]
    waived = [finding for finding in found if finding.waived is not None]
    if waived:
        lines.append(f"<h2>Waived ({len(waived)})</h2>\n")
        lines += [_finding(finding) for finding in waived]
    return "".join(lines)


def _finding(finding: Finding) -> str:
    entry = CODES[finding.code]
    where = finding.place.text()
    kinds = f"{finding.severity.value}{' waived' if finding.waived is not None else ''}"
    lines = [
        f'<article class="{kinds}">\n<h3>{finding.code} {_text(entry.title)}',
        f" &ndash; {_text(where)}" if where else "",
        "</h3>\n",
        f"<p>{_text(finding.message)}</p>\n",
    ]
    if finding.waived is not None:
        author = f" ({_text(finding.waived.author)})" if finding.waived.author else ""
        lines.append(f"<p><em>Waived: {_text(finding.waived.reason) or 'no reason given'}{author}</em></p>\n")
    if finding.fixes:
        lines.append(f"<p>Fix: {_text('; or '.join(fix.name for fix in finding.fixes))}.</p>\n")
    lines.append(f'<p class="rule">Rule: {_text(entry.rule)} <cite>{_text(str(finding.source))}</cite>.</p>\n')
    lines.append(f'<p class="why">Why it matters: {_text(entry.why)}</p>\n</article>\n')
    return "".join(lines)


def _map(stage: Stage, found: Sequence[Finding]) -> str:
    """A map of the tiles with the worst finding of each; half size hexes of the drawing plane."""
    worst: dict[Hex, Severity] = {}
    for finding in found:
        place = finding.place.hex
        if place is not None and finding.waived is None:
            worst[place] = min(worst.get(place, finding.severity), finding.severity, key=lambda one: one.rank)
    tiles = {tile.hex: tile for tile in stage.tiles}
    centres = {place: hexes.centre(place) for place in tiles}
    left = min(x for x, _ in centres.values()) - 280
    top = min(y for _, y in centres.values()) - 250
    width = max(x for x, _ in centres.values()) + 280 - left
    height = max(y for _, y in centres.values()) + 250 - top
    shapes = []
    for place, tile in sorted(tiles.items()):
        x, y = centres[place]
        points = " ".join(f"{x + dx:.0f},{y + dy:.0f}" for dx, dy in hexes.corners())
        kind = f' class="{worst[place].value}"' if place in worst else ""
        mark = {"error": " !", "warning": " ?", "advice": " *"}.get(worst[place].value, "") if place in worst else ""
        shapes.append(
            f'<polygon{kind} points="{points}"/><text x="{x:.0f}" y="{y + 30:.0f}">{_text(tile.tile)}{mark}</text>'
        )
    return (
        f'<svg role="img" aria-label="Map of the stage" viewBox="{left:.0f} {top:.0f} {width:.0f} {height:.0f}">'
        f"{''.join(shapes)}</svg>\n"
    )
