"""The document itself: files that do not read, wrong shapes, house rules and waivers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

from designer import rules
from designer.design.document import Design, Waiver
from designer.design.values import frozen
from designer.formats import native
from designer.formats.native import FormatError
from designer.model.compiled import CompiledDesign
from designer.schemas import Problem
from designer.validation.codes import CODES, finding
from designer.validation.finding import Finding, Fix, Location


def read(path: Path) -> tuple[Design | None, tuple[Finding, ...]]:
    """A design from a file, or None and the findings that say why it cannot be used. Never raises for bad input."""
    try:
        return native.load(path), ()
    except FormatError as error:
        return None, from_error(error)


def from_error(error: FormatError) -> tuple[Finding, ...]:
    """A FormatError as findings: DOC001 unreadable, DOC002 not a known design, DOC003 a wrong shape somewhere."""
    return tuple(_from_problem(problem) for problem in error.problems)


def _from_problem(problem: Problem) -> Finding:
    if problem.path == "document" and not problem.message.startswith("lacks"):
        return finding("DOC001", str(problem))
    code = "DOC002" if problem.path in ("format", "version") else "DOC003"
    said = problem.message if problem.message.startswith(problem.path) else f"{problem.path} {problem.message}"
    return finding(code, said if said.endswith(".") else f"{said}.", Location(path=problem.path))


def house_rules(compiled: CompiledDesign) -> Iterator[Finding]:
    """House rules that the rules profile does not know, or with values that do not fit."""
    for name in sorted(compiled.design.house_rules):
        try:
            rules.load(house_rules={name: compiled.design.house_rules[name]})
        except rules.RulesError as error:
            yield finding(
                "DOC006",
                str(error),
                Location(path=f"house_rules.{name}"),
                (Fix(f"Leave the house rule {name} out", _without_rule(name)),),
            )


def _without_rule(name: str) -> Callable[[Design], Design]:
    def edit(design: Design) -> Design:
        left = {key: value for key, value in design.house_rules.items() if key != name}
        return replace(design, house_rules=frozen(left))

    return edit


def unknown_waivers(compiled: CompiledDesign) -> Iterator[Finding]:
    """Waivers for codes that do not exist."""
    for number, waiver in enumerate(compiled.design.waivers):
        if waiver.code not in CODES:
            yield finding(
                "DOC004",
                f"The waiver of {waiver.code} names a code that does not exist. 'crest explain' lists the codes.",
                Location(path=f"waivers[{number}]"),
            )


def with_waivers(design: Design, found: tuple[Finding, ...]) -> tuple[Finding, ...]:
    """The findings with those that the design waives marked, and DOC005 for waivers that accept nothing.

    A waiver holds for its code and its place text; an empty place means anywhere.
    """
    used: set[int] = set()
    marked: list[Finding] = []
    for each in found:
        for number, waiver in enumerate(design.waivers):
            if waiver.code == each.code and waiver.place in ("", each.place.text()):
                used.add(number)
                each = replace(each, waived=waiver)
                break
        marked.append(each)
    for number, waiver in enumerate(design.waivers):
        if number in used or waiver.code not in CODES:
            continue
        where = f" at {waiver.place}" if waiver.place else ""
        marked.append(
            finding(
                "DOC005",
                f"The waiver of {waiver.code}{where} accepts nothing: there is no such finding. Remove it.",
                Location(path=f"waivers[{number}]"),
                (Fix("Remove the waiver", _without_waiver(waiver)),),
            )
        )
    return tuple(marked)


def _without_waiver(waiver: Waiver) -> Callable[[Design], Design]:
    def edit(design: Design) -> Design:
        return replace(design, waivers=tuple(each for each in design.waivers if each != waiver))

    return edit


CHECKS = (house_rules, unknown_waivers)
