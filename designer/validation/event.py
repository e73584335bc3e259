"""The event: what is driven or climbed, laps and tries."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from designer.design.document import Design
from designer.model.compiled import CompiledDesign
from designer.validation.codes import finding
from designer.validation.finding import Finding, Fix, Location


def hillclimb(compiled: CompiledDesign) -> Iterator[Finding]:
    """A hillclimb has a climb and three tries."""
    event = compiled.design.event
    if event is None or event.kind != "hillclimb":
        return
    climbs = any(
        feature.kind == "climb" for place in compiled.graph.graph for feature in compiled.graph.side(place).features
    )
    tokens = any(token.kind == "climb" for tile in compiled.stage for token in tile.tokens)
    if compiled.rules.switch("hillclimb.climb_tile_needed") and compiled.stage.tiles and not climbs and not tokens:
        yield finding(
            "EVT001",
            "A hillclimb should have at least one climb: tile 325, 326, 418 or 419, or a climb token on another tile.",
        )
    tries = compiled.rules.number("hillclimb.tries")
    if event.tries is not None and event.tries != tries:
        yield finding(
            "EVT002",
            f"A hillclimb has {tries} tries, this one says {event.tries}.",
            Location(path="event.tries"),
            (Fix(f"Make it {tries} tries", _with_tries(tries), safe=True),),
        )


def _with_tries(tries: int) -> Callable[[Design], Design]:
    def edit(design: Design) -> Design:
        return design if design.event is None else replace(design, event=replace(design.event, tries=tries))

    return edit


def content(compiled: CompiledDesign) -> Iterator[Finding]:
    """An event has what it is held on, and only the numbers that count for it."""
    design = compiled.design
    event = design.event
    if event is None:
        if design.stage is None and design.spire is None and not design.dashboards and not design.categories:
            yield finding("EVT003", "The design has nothing yet: no stage, no spire and no board.")
        return
    if event.kind == "summit" and design.spire is None:
        yield finding("EVT003", "A summit race needs a spire, and the design has none.", Location(path="event.kind"))
    if event.kind != "summit" and design.stage is None:
        yield finding("EVT003", f"A {event.kind} needs a stage, and the design has none.", Location(path="event.kind"))
    if event.laps is not None and event.kind != "rallycross" and compiled.route.kind != "circuit":
        yield finding(
            "EVT004",
            f"Laps do not count for a {event.kind}; only circuits are driven in laps.",
            Location(path="event.laps"),
            (Fix("Leave the laps out", _no_laps),),
        )
    if event.tries is not None and (event.kind != "hillclimb" or compiled.route.kind == "circuit"):
        where = "on a circuit, which is raced once" if event.kind == "hillclimb" else f"for a {event.kind}"
        yield finding(
            "EVT004",
            f"Tries do not count {where}; only a hillclimb is driven in tries.",
            Location(path="event.tries"),
            (Fix("Leave the tries out", _no_tries),),
        )


def _no_laps(design: Design) -> Design:
    return design if design.event is None else replace(design, event=replace(design.event, laps=None))


def _no_tries(design: Design) -> Design:
    return design if design.event is None else replace(design, event=replace(design.event, tries=None))


CHECKS = (hillclimb, content)
