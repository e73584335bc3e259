"""Checks of a design against the rules: every check yields Findings, and fixes stand beside the checks.

>>> from designer.design.document import Design
>>> from designer.design.stage import Stage
>>> [finding.code for finding in validate(Design(stage=Stage()))]
['STG013']
"""

from __future__ import annotations

from collections.abc import Iterable

from designer.design.document import Design
from designer.model.compiled import compile_design
from designer.validation import (
    board_changes,
    dashboards,
    documents,
    drivable,
    event,
    fields,
    pieces,
    rally,
    rallycross,
    setup,
    spire,
    spire_deck,
    tokens,
    track,
    track_tokens,
)
from designer.validation.finding import Finding, Fix, Location, Severity, Source

CHECKS = (
    *documents.CHECKS,
    *fields.CHECKS,
    *pieces.CHECKS,
    *track.CHECKS,
    *tokens.CHECKS,
    *track_tokens.CHECKS,
    *drivable.CHECKS,
    *rallycross.CHECKS,
    *rally.CHECKS,
    *dashboards.CHECKS,
    *setup.CHECKS,
    *spire.CHECKS,
    *spire_deck.CHECKS,
    *event.CHECKS,
    *board_changes.CHECKS,
)


def validate(
    design: Design, *, select: Iterable[str] | None = None, ignore: Iterable[str] | None = None
) -> tuple[Finding, ...]:
    """All findings of a design, errors first, then in a stable order by code and place.

    ``select`` keeps only codes that start with one of its prefixes ("STG", "STG002"), ``ignore`` leaves such codes
    out. A finding that the design waives stays, marked. Never raises for any Design.
    """
    compiled = compile_design(design)
    found = documents.with_waivers(design, tuple(finding for check in CHECKS for finding in check(compiled)))
    return chosen(found, select=select, ignore=ignore)


def chosen(
    found: Iterable[Finding], *, select: Iterable[str] | None = None, ignore: Iterable[str] | None = None
) -> tuple[Finding, ...]:
    """Findings by code prefix, in the order in which they are listed."""
    wanted = None if select is None else tuple(prefix.upper() for prefix in select)
    unwanted = tuple(prefix.upper() for prefix in ignore or ())
    kept = [
        finding
        for finding in found
        if (wanted is None or finding.code.startswith(wanted)) and not finding.code.startswith(unwanted)
    ]
    return tuple(sorted(kept, key=_order))


def _order(finding: Finding) -> tuple[object, ...]:
    place = finding.place
    hexes = place.hex or (0, 0)
    return (
        finding.severity.rank,
        finding.code,
        *hexes,
        place.board or 0,
        place.column or 0,
        place.text(),
        finding.message,
    )


__all__ = ["CHECKS", "Finding", "Fix", "Location", "Severity", "Source", "chosen", "validate"]
