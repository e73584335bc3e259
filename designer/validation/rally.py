"""Rallies: assistance and tyres, weather that turns tiles over.

Sources: 110%, "Choosing your Dashboard tires" and "Weather".

A design holds one stage; ``sequence`` looks at the stages of a rally one after the other.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from designer.design.document import Design
from designer.design.event import MOST_DRIVERS, BoardAt
from designer.design.hexes import Hex
from designer.design.stage import Stage, other_side
from designer.graph.assistance import has_assistance
from designer.model.compiled import CompiledDesign
from designer.model.lineup import category_of, drivers_of, may_change
from designer.play.ground import flipped, weather_turns
from designer.rules import Rules, load_fitting
from designer.validation.checking import tile_location
from designer.validation.codes import finding
from designer.validation.finding import Finding, Location
from designer.words import listed


def tyres(compiled: CompiledDesign) -> Iterator[Finding]:
    """In a rally tyres are changed (RAL001) and cars repaired (RAL006) only where there is assistance."""
    event = compiled.design.event
    if event is None or event.kind != "rally" or not compiled.rules.switch("rally.tyres_need_assistance"):
        return
    if not compiled.stage.tiles or has_assistance(compiled.stage):
        return
    for number, entry in enumerate(event.boards):
        if entry.when in ("tyre-change", "repairs"):
            changes = entry.when == "tyre-change"
            who = f"Driver {entry.driver}" if entry.driver else "The driver"
            yield finding(
                "RAL001" if changes else "RAL006",
                f"{who} {'changes tyres' if changes else 'repairs the car'}, but the stage has no assistance. "
                "Put the service park (201) beyond the finish, or leave the change out.",
                Location(path=f"event.boards[{number}]"),
            )


def weather(compiled: CompiledDesign) -> Iterator[Finding]:
    """RAL002: weather tokens need tiles to turn over. RAL003: turned over, a tile keeps the shape of the stage."""
    if not compiled.rules.switch("weather.allowed") or not compiled.stage.tiles:
        return
    flips = set(compiled.rules.value("weather.flips"))
    turned: list[Hex] = [
        place
        for place in sorted(compiled.graph.graph)
        if compiled.graph.side(place).roads and weather_turns(compiled.graph.placed(place), compiled.rules)
    ]
    if not turned:
        yield finding(
            "RAL002",
            f"Weather is in play, but the stage has no {listed(sorted(flips))} tile: a weather "
            "token changes nothing. Leave the weather out, or use such tiles.",
            Location(path="house_rules.weather.allowed"),
        )
    for place in turned:
        tile = compiled.graph.placed(place)
        if flipped(tile) == tile:
            yield finding(
                "RAL003",
                f"When the weather changes, tile {tile.tile} at {place.q},{place.r} should be "
                f"turned over, but the road of {other_side(tile.tile)} runs another way. It stays as it is; "
                "or use a tile with the same shape on both sides.",
                tile_location(tile),
            )


CHECKS = (tyres, weather)

# The stages of a rally, one after the other ------------------------------------------------------------------------

_NUMBER = re.compile(r"\b(?:SS|stage)\s*(\d{1,3})\b", re.IGNORECASE)


def sequence(designs: Sequence[Design], rules: Rules | None = None) -> tuple[tuple[Finding, ...], ...]:
    """What is wrong between the stages of a rally, for each stage.

    RAL004: the stages stand in order. RAL005: a driver's board changes between stages only after assistance and
    within a category. RAL007: the stages together have no more drivers than an event. Whatever is wrong within a
    stage is what ``validate`` says of it. ``rules``: those between all stages; else each stage's own, of the stage
    that comes.
    """
    found: list[list[Finding]] = [[] for _ in designs]
    last: tuple[str, int] | None = None
    for number, design in enumerate(designs):
        named = _NUMBER.search(design.name)
        if named is not None:
            if last is not None and int(named.group(1)) <= last[1]:
                found[number].append(
                    finding(
                        "RAL004",
                        f"{design.name} comes after {last[0]}. Name the files in the order in which the stages "
                        "are driven.",
                        Location(path="name"),
                    )
                )
            last = (design.name, int(named.group(1)))
        if number:
            own = load_fitting(design.house_rules) if rules is None else rules
            found[number].extend(_between(designs[number - 1], design, own))
    everyone = drivers_of(designs)
    alone = max((len(drivers_of((design,))) for design in designs), default=0)
    if len(everyone) > MOST_DRIVERS >= alone:
        found[-1].append(
            finding(
                "RAL007",
                f"The stages name {len(everyone)} drivers together ({listed(everyone)}); a rally has {MOST_DRIVERS} "
                "at most, who drive all of its stages.",
                Location(path="event.boards"),
            )
        )
    return tuple(tuple(each) for each in found)


def _between(before: Design, after: Design, rules: Rules) -> Iterator[Finding]:
    """Boards with which drivers go from one stage into the next."""
    earlier, later = _last_boards(before), _first_boards(after)
    free = may_change(before.stage or Stage(), rules)
    for driver, entry in later.items():
        old = earlier.get(driver) or earlier.get("")
        if old is None or set(old.names) == set(entry.names):
            continue
        who = f"Driver {driver}" if driver else "The driver"
        place = Location(path="event.boards")
        if not free:
            yield finding(
                "RAL005",
                f"{who} starts {after.name or 'the stage'} with {entry.board} and ended "
                f"{before.name or 'the stage before'} with {old.board}, which had no assistance.",
                place,
            )
        elif rules.switch("rally.tyres_within_category"):
            ones = {kind for name in old.names if (kind := _category(name, before, after)) is not None}
            others = {kind for name in entry.names if (kind := _category(name, after, before)) is not None}
            if ones and others and not ones & others:
                one, other = min(ones), min(others)
                yield finding(
                    "RAL005",
                    f"{who} goes from {old.board} ({one or 'a free build'}) to {entry.board} "
                    f"({other or 'a free build'}); tyres are changed within a category.",
                    place,
                )


def _category(name: str, first: Design, other: Design) -> str | None:
    """The category of a board of either stage."""
    found = category_of(first, name)
    return category_of(other, name) if found is None else found


def _last_boards(design: Design) -> dict[str, BoardAt]:
    return {entry.driver: entry for entry in (design.event.boards if design.event else ())}


def _first_boards(design: Design) -> dict[str, BoardAt]:
    return {entry.driver: entry for entry in reversed(design.event.boards if design.event else ())}
