"""Rallies: assistance and tyres, weather that turns tiles over.

Sources: 110%, "Choosing your Dashboard tires" and "Weather".

A design holds one stage; ``sequence`` looks at the stages of a rally one after the other.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from designer.design.document import Design
from designer.design.event import BoardAt
from designer.design.hexes import Hex
from designer.design.stage import other_side
from designer.graph.assistance import has_assistance
from designer.model.compiled import CompiledDesign
from designer.play.ground import flipped, weather_turns
from designer.rules import Rules
from designer.validation.checking import tile_location
from designer.validation.codes import finding
from designer.validation.finding import Finding, Location
from designer.words import listed


def tyres(compiled: CompiledDesign) -> Iterator[Finding]:
    """RAL001: in a rally tyres are changed only where there is assistance."""
    event = compiled.design.event
    if event is None or event.kind != "rally" or not compiled.rules.switch("rally.tyres_need_assistance"):
        return
    if not compiled.stage.tiles or has_assistance(compiled.stage):
        return
    for number, entry in enumerate(event.boards):
        if entry.when == "tyre-change":
            who = f"Driver {entry.driver}" if entry.driver else "The driver"
            yield finding(
                "RAL001",
                f"{who} changes tyres, but the stage has no assistance. Put the service park (201) "
                "beyond the finish, or leave the change out.",
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


def sequence(designs: Sequence[Design], rules: Rules) -> tuple[tuple[Finding, ...], ...]:
    """What is wrong between the stages of a rally, for each stage.

    RAL004: the stages stand in order. RAL005: a driver's board changes between stages only after assistance and
    within a category. Whatever is wrong within a stage is what ``validate`` says of it.
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
            found[number].extend(_between(designs[number - 1], design, rules))
    return tuple(tuple(each) for each in found)


def _between(before: Design, after: Design, rules: Rules) -> Iterator[Finding]:
    """Boards with which drivers go from one stage into the next."""
    earlier, later = _last_boards(before), _first_boards(after)
    assisted = before.stage is not None and has_assistance(before.stage)
    boards = {board.name: board for design in (before, after) for board in design.dashboards}
    for driver, entry in later.items():
        old = earlier.get(driver)
        if old is None or old.board == entry.board:
            continue
        who = f"Driver {driver}" if driver else "The driver"
        place = Location(path="event.boards")
        if not assisted and rules.switch("rally.tyres_need_assistance"):
            yield finding(
                "RAL005",
                f"{who} starts {after.name or 'the stage'} with {entry.board} and ended "
                f"{before.name or 'the stage before'} with {old.board}, which had no assistance.",
                place,
            )
        elif old.board in boards and entry.board in boards and rules.switch("rally.tyres_within_category"):
            one, other = boards[old.board].category or "", boards[entry.board].category or ""
            if one != other:
                yield finding(
                    "RAL005",
                    f"{who} goes from {old.board} ({one or 'a free build'}) to {entry.board} "
                    f"({other or 'a free build'}); tyres are changed within a category.",
                    place,
                )


def _last_boards(design: Design) -> dict[str, BoardAt]:
    return {entry.driver: entry for entry in (design.event.boards if design.event else ())}


def _first_boards(design: Design) -> dict[str, BoardAt]:
    return {entry.driver: entry for entry in reversed(design.event.boards if design.event else ())}
