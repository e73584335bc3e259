"""Putting findings right: fixes applied one after the other, each checked to make nothing else wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace

from designer.design.document import Design
from designer.design.values import EditError
from designer.validation import chosen, validate
from designer.validation.finding import Finding, Fix, Severity

#: Fixes that one call applies at most.
MOST = 500


@dataclass(frozen=True, slots=True)
class Fixed:
    """The design after fixing, and what was done: each finding with the name of the fix that put it right."""

    design: Design
    done: tuple[tuple[Finding, str], ...]


def fix_all(
    design: Design, *, unsafe: bool = False, select: Iterable[str] | None = None, ignore: Iterable[str] | None = None
) -> Fixed:
    """Apply the safe fixes (``unsafe``: all fixes) of a design until none is left that helps.

    A fix counts as help when its finding is gone after it and no error has come; others are left alone.
    ``select`` and ``ignore`` choose findings by code as ``validate`` does. Never raises.
    """
    done: list[tuple[Finding, str]] = []
    found = validate(design)
    refused: set[tuple[str, str, str]] = set()
    while len(done) < MOST:
        step = _first_that_helps(design, found, chosen(found, select=select, ignore=ignore), unsafe, refused)
        if step is None:
            break
        finding, fix, design, found = step
        done.append((finding, fix.name))
    return Fixed(design, tuple(done))


def _first_that_helps(
    design: Design,
    found: tuple[Finding, ...],
    wanted: tuple[Finding, ...],
    unsafe: bool,
    refused: set[tuple[str, str, str]],
) -> tuple[Finding, Fix, Design, tuple[Finding, ...]] | None:
    for finding in wanted:
        if finding.waived is not None:
            continue
        for fix in finding.fixes:
            name = (finding.code, finding.place.text(), fix.name)
            if not (fix.safe or unsafe) or name in refused:
                continue
            refused.add(name)  # what did not help once, or was done once, is not tried again
            try:
                after = fix.apply(design)
            except EditError:
                continue
            then = validate(after)
            if helps(finding, found, then):
                return finding, fix, after, then
    return None


def apply_fix(design: Design, finding: Finding, fix: Fix) -> Design:
    """The design after one fix of one of its findings, if the fix helps (see ``helps``).

    Raises EditError with the reason when it does not: the finding is gone, the fix cannot be made, or it would make
    another error. This is what a click on a fix does.

    >>> from designer.validation import validate
    >>> from designer.design.event import Event
    >>> wrong = Design(event=Event("hillclimb", tries=5))
    >>> found = next(finding for finding in validate(wrong) if finding.code == "EVT002")
    >>> apply_fix(wrong, found, found.fixes[0]).event.tries
    3
    """
    before = validate(design)
    if not _count(before, finding):
        raise EditError("The design has changed: the finding is no longer there.")
    changed = fix.apply(design)
    after = validate(changed)
    if helps(finding, before, after):
        return changed
    if new := errors(after) - errors(before):
        first = next(each for each in after if (each.code, _where(each)) in new and each.severity is Severity.ERROR)
        where = f", {first.place.text()}" if first.place.text() else ""
        raise EditError(f"This fix would make another error: {first.code}{where}: {first.message}")
    raise EditError("This fix would not put it right here.")


def helps(finding: Finding, before: Iterable[Finding], after: Iterable[Finding]) -> bool:
    """Whether a fix put a finding right and made no other error."""
    then = tuple(after)
    if _count(then, finding) >= _count(before, finding):
        return False
    return not (errors(then) - errors(before))


def _count(found: Iterable[Finding], finding: Finding) -> int:
    return sum(1 for each in found if each.code == finding.code and each.place == finding.place)


def errors(found: Iterable[Finding]) -> Counter[tuple[str, str]]:
    """Errors by code and place; a tile counts by where it lies, so that another tile there has the same errors.

    Parts that do not hang together, a missing start and a missing finish count by number, tokens too many (TOK003) by
    kind, and what a board lacks by board: a fix may change which tile is named for them.
    """
    return Counter((each.code, _where(each)) for each in found if each.severity is Severity.ERROR)


def _where(finding: Finding) -> str:
    if finding.code in ("STG007", "STG008", "STG009"):
        return ""
    if finding.code == "TOK003":
        return (finding.place.token or "").split()[0]
    named = finding.place.board is not None
    return replace(finding.place, tile=None, hex=None if named else finding.place.hex).text()
