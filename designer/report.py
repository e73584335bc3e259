"""The whole job without a window: check a design, test-run it, and write what one would share, into a folder."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from designer.design.document import Design
from designer.exporting import CannotDraw, picture
from designer.formats import native
from designer.formats.writing import write_atomic
from designer.graph.space_graph import Reading
from designer.model.compiled import compile_design
from designer.model.fitting_car import fitting_car
from designer.readings import facts, pace_notes
from designer.simulator.rally import batches
from designer.simulator.rally.batches import SimulationError
from designer.simulator.spire import batches as climbing
from designer.simulator.spire.seats import by_seat, climbs, seats_of
from designer.validation import report as findings_report
from designer.validation import validate


@dataclass(frozen=True, slots=True)
class Written:
    """A file that was written, and what it is in a few words."""

    path: Path
    what: str


@dataclass(frozen=True, slots=True)
class Result:
    """What a report found out: its files, whether an error counts, and what could not be done and why."""

    files: tuple[Written, ...]
    has_errors: bool
    left_out: tuple[str, ...]


def file_name(title: str) -> str:
    """A file name without ending from a design's name: letters and digits joined by single dashes.

    >>> file_name("Climb 1: up & down")
    'climb-1-up-down'
    """
    words = "".join(letter if letter.isalnum() else " " for letter in title.lower()).split()
    return "-".join(words)[:60] or "design"


def write_report(
    design: Design,
    target: Path,
    *,
    title: str = "",
    car: str | None = None,
    policies: Sequence[str] = (),
    runs: int = 200,
    seed: int = 1,
) -> Result:
    """Write the design, a picture, its findings and a simulation into the folder ``target``.

    ``title``: what to call a design without a name, also in file names. ``car``: by default the one that fits.
    ``policies``: how the driver plays, or who climbs by seat where the design is climbed. Raises OSError when the
    folder cannot be written. A design that cannot be driven or climbed, an unknown car, or a machine without Qt leaves
    that part out and says why.
    """
    compiled = compile_design(design)
    title = design.name or title or "design"
    name = file_name(title)
    left_out: list[str] = []
    found = validate(design)
    story = [findings_report.text(found, title)]
    files = [
        _text(target / f"{name}.json", native.canonical(design), "the design to share"),
        _json(target / f"{name}.findings.json", findings_report.to_data(found, design), "its findings"),
    ]
    up = climbs(design)
    policy = policies[-1] if policies and not up else "sensible"
    if design.stage is not None:
        story += ["The stage", facts.to_text(facts.of_graph(design, compiled.graph, compiled.route))]
        story += [
            "Pace notes",
            pace_notes.read(pace_notes.of_route(compiled.graph, compiled.route, Reading.of(compiled.rules)))
            or "nothing to read yet\n",
        ]
        problem = _picture(design, target / f"{name}.png")
        if problem is None:
            files.append(Written(target / f"{name}.png", "a picture of the stage"))
        else:
            left_out.append(f"no picture: {problem}")
        fitting, why = fitting_car(design)
        driven = car or fitting
        try:
            batch = batches.run_batch(design, car=driven, policy=policy, runs=runs, seed=seed)
            first = batches.run_once(design, car=driven, policy=policy, seed=seed)
        except SimulationError as error:
            left_out.append(f"no simulation: {error}")
        else:
            chosen = [] if car else [f"car       {driven}, as {why}"]
            story += [
                replace(batch, design=title).text(),
                *chosen,
                "The first run, turn by turn",
                *(f"  {line}" for line in first.commentary()),
            ]
            files.append(_json(target / f"{name}.simulation.json", batch.to_data(), f"{runs} simulated runs"))
    if design.spire is not None:
        more, words = _climbed(design, target, name, policies if up else (), runs, seed, left_out)
        files += more
        story += words
    files.append(_text(target / f"{name}.txt", "\n".join([*story, *left_out]) + "\n", "the report to read"))
    return Result(tuple(files), any(finding.counts for finding in found), tuple(left_out))


def tell(design: Design, what: str) -> tuple[dict[str, Any], str]:
    """The "facts" or the pace "notes" of a design's stage, as plain JSON data and as text."""
    compiled = compile_design(design)
    if what == "facts":
        found = facts.of_graph(design, compiled.graph, compiled.route)
        return facts.to_data(found), facts.to_text(found)
    notes = pace_notes.of_route(compiled.graph, compiled.route, Reading.of(compiled.rules))
    return pace_notes.to_data(notes), pace_notes.read(notes) or "There is no road from a start to read.\n"


def lines(result: Result) -> Iterator[str]:
    """What was written, a line a file."""
    width = max(len(str(written.path)) for written in result.files)
    for written in result.files:
        yield f"{written.path!s:{width}}  {written.what}"
    yield from result.left_out


def _text(path: Path, contents: str, what: str) -> Written:
    write_atomic(path, contents.encode("utf-8"))
    return Written(path, what)


def _json(path: Path, data: dict[str, Any], what: str) -> Written:
    return _text(path, json.dumps(data, ensure_ascii=False, indent=2, allow_nan=False) + "\n", what)


def _climbed(
    design: Design, target: Path, name: str, policies: Sequence[str], runs: int, seed: int, left_out: list[str]
) -> tuple[list[Written], list[str]]:
    """The files about a spire and what they say; what could not be done is added to ``left_out``."""
    files = list[Written]()
    problem = _picture(design, target / f"{name}.spire.png", spire=True)
    if problem is None:
        files.append(Written(target / f"{name}.spire.png", "a picture of the spire"))
    else:
        left_out.append(f"no picture: {problem}")
    try:
        climbers = by_seat(policies, seats_of(design.spire))
        report = climbing.run_batch(design, policies=climbers, games=runs, seed=seed)
        game = climbing.run_once(design, policies=climbers, seed=seed)
    except SimulationError as error:
        left_out.append(f"nobody climbed: {error}")
        return files, []
    files.append(_json(target / f"{name}.climbs.json", report.to_data(), f"{runs} games on the spire"))
    return files, [report.text(), "The first game", *(f"  {line}" for line in game.commentary())]


def _picture(design: Design, path: Path, *, spire: bool = False) -> str | None:
    """Draw the stage or the spire; the reason why not, when this machine cannot draw."""
    try:
        contents = picture(design, spire=spire)
    except CannotDraw as error:
        return str(error)
    write_atomic(path, contents)
    return None
