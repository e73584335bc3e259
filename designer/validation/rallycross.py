"""Rallycross: the circuit, its line, the pre-grid, the joker lap. Source: RX, "Setup" and "Track Rules"."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

import networkx as nx

from designer import catalog
from designer.design.hexes import Hex
from designer.design.stage import Stage, Token, put_token
from designer.graph import course as courses
from designer.graph import route as routes
from designer.graph.route import Section
from designer.graph.space_graph import SpaceId
from designer.model.compiled import CompiledDesign
from designer.model.drivable import grids, line_fault, pregrid_fault
from designer.play.cars import car_from_board
from designer.play.dice import COAST, LEADER
from designer.readings import boxes
from designer.validation.checking import Edit, stage_fix, tile_location, without_token
from designer.validation.codes import finding
from designer.validation.finding import Finding, Fix, Location
from designer.validation.standee import route_from, standees, tiles_before, turned_round
from designer.words import listed, number_of

ARCHES = ("joker-entrance", "joker-exit")


def _called(compiled: CompiledDesign) -> bool:
    event = compiled.design.event
    return event is not None and event.kind == "rallycross"


def _named(compiled: CompiledDesign, place: Hex) -> str:
    return f"tile {compiled.graph.placed(place).tile} at {place.q},{place.r}"


def _arches(compiled: CompiledDesign) -> dict[str, list[tuple[Hex, Token]]]:
    found: dict[str, list[tuple[Hex, Token]]] = {kind: [] for kind in ARCHES}
    for tile in compiled.stage:
        for token in tile.tokens:
            if token.kind in found:
                found[token.kind].append((tile.hex, token))
    return found


def circuit(compiled: CompiledDesign) -> Iterator[Finding]:
    """RCX001: rallycross is driven on a closed circuit. RCX002: with a pre-grid."""
    if not _called(compiled) or not compiled.stage.tiles or compiled.graph.unknown:
        return
    route = compiled.route
    if compiled.bare_ring:
        return  # a ring that lacks its standee: STG009
    if route.kind != "circuit":
        place = tile_location(compiled.graph.placed(route.start)) if route.start is not None else Location()
        yield finding(
            "RCX001",
            "Rallycross is driven on a closed circuit, and this stage runs from a start tile to a "
            "finish tile. Close the road to a ring with a pre-grid (401) and put the finish standee on a "
            "line.",
            place,
        )
    elif not grids(compiled):
        yield finding(
            "RCX002",
            "The circuit has no pre-grid (tile 401): cars have nowhere to line up. Join one by a fork tile.",
            tile_location(compiled.graph.placed(route.start)) if route.start else Location(),
        )


def pregrid(compiled: CompiledDesign) -> Iterator[Finding]:
    """RCX003: the pre-grid leads onto the circuit by a fork. RCX004: two or three tiles before the line."""
    route = compiled.route
    found = grids(compiled)
    if route.kind != "circuit" or not found:
        return
    grid = found[0]
    if (fault := pregrid_fault(compiled)) is not None:
        yield finding("RCX003", fault, tile_location(compiled.graph.placed(grid)), turned_round(compiled))
        return
    if not route.loop:
        return
    low = compiled.rules.number("rallycross.pregrid_tiles_min")
    high = compiled.rules.number("rallycross.pregrid_tiles_max")
    tiles = tiles_to_line(route)
    if not low <= tiles <= high:
        yield finding(
            "RCX004",
            f"From the pre-grid, {_named(compiled, grid)}, {number_of(tiles, 'tile')} "
            f"lead to the finish line; there should be {low} to {high}. Move the finish standee or the fork.",
            tile_location(compiled.graph.placed(grid)),
            turned_round(compiled) + standees(compiled, route_from(route), "Move the standee"),
        )


def tiles_to_line(route: routes.Route) -> int:
    """Tiles driven after the pre-grid up to and with the one whose line is the finish (how to count is assumed)."""
    return tiles_before(route)


def line(compiled: CompiledDesign) -> Iterator[Finding]:
    """RCX005: the line is not in a corner. RCX006: nor between joker entrance and exit. RCX007: it spans the road."""
    fault, place = line_fault(compiled), compiled.route.finish
    if fault is None or place is None:
        return
    code, sentence = fault
    where = tile_location(compiled.graph.placed(place), token="finish")
    yield finding(code, sentence, where, _better_lines(compiled))


def _better_lines(compiled: CompiledDesign) -> tuple[Fix, ...]:
    """Turn the standee round, or move it to the far edge of the next tiles of the lap, where the rules allow it."""
    return turned_round(compiled) + standees(compiled, route_from(compiled.route), "Move the standee", safe=True)


def _beside_joker(compiled: CompiledDesign) -> set[int]:
    """The sections of the lap that joker drivers leave out, with the fork of the entrance."""
    route = compiled.route
    if not route.joker:
        return set()
    hexes = [section.hex for section in route.loop]
    leave, join = hexes.index(route.joker[0].hex), hexes.index(route.joker[-1].hex)
    return {(leave + step) % len(hexes) for step in range((join - leave) % len(hexes))}


class JokerWay(NamedTuple):
    """A way that leaves the lap and joins it again: hexes and printed edges where its arches would stand."""

    entrance: tuple[Hex, str]
    exit: tuple[Hex, str]


def joker_ways(compiled: CompiledDesign) -> list[JokerWay]:
    """The ways beside the lap that could be its joker way."""
    route, graph = compiled.route, compiled.graph
    on_loop = {section.hex: section for section in route.loop}
    gridded = set(grids(compiled))
    found = []
    for section in route.loop:
        for entry, exit_ in graph.side(section.hex).driven:
            if entry != section.entry or exit_ == section.exit:
                continue
            join = _joins(compiled, Section(section.hex, entry, exit_), on_loop, gridded)
            if join is not None and _before(route, section.hex, join.hex):
                found.append(JokerWay((section.hex, exit_), (join.hex, join.entry)))
    return found


def _before(route: routes.Route, leave: Hex, join: Hex) -> bool:
    """Whether the lap comes to one tile before another, counted from the line (``loop`` begins with its tile)."""
    order = [section.hex for section in (*route.loop[1:], route.loop[0])]
    return leave in order and join in order and order.index(leave) < order.index(join)


def _joins(compiled: CompiledDesign, leave: Section, on_loop: dict[Hex, Section], closed: set[Hex]) -> Section | None:
    """The first section of the lap that a way beside it comes to, driven forwards; None when it comes to none."""
    seen = {leave}
    queue = [leave]
    while queue:
        for after in routes.following(compiled.graph, queue.pop(0)):
            lap = on_loop.get(after.hex)
            if lap is not None and after.exit == lap.exit and after.entry != lap.entry:
                return after
            if lap is None and after not in seen and after.hex not in closed:
                seen.add(after)
                queue.append(after)
    return None


def joker(compiled: CompiledDesign) -> Iterator[Finding]:
    """RCX008: both arches stand. RCX009: a way beside the lap leads from one to the other."""
    route = compiled.route
    arches = _arches(compiled)
    laps = compiled.rules.number("rallycross.joker_laps")
    if not laps or route.kind != "circuit" or not route.loop:
        return
    missing = [kind for kind in ARCHES if not arches[kind]]
    if missing and (_called(compiled) or len(missing) == 1):
        tile = tile_location(compiled.graph.placed(route.loop[0].hex))
        words = listed([kind.replace("joker-", "") for kind in missing])
        yield finding(
            "RCX008",
            f"The joker lap lacks its {words} arch{'es' if len(missing) > 1 else ''}. Each driver "
            "takes it once, so put an arch where it leaves the lap and one where it joins it again.",
            tile,
            _arch_fixes(compiled, missing, arches),
        )
    elif not missing and not route.joker:
        place, token = arches["joker-entrance"][0]
        yield finding(
            "RCX009",
            "No way beside the lap leads from the joker entrance to the joker exit. Put the arches "
            "on the branches of two forks that such a way joins, the entrance first in the direction of the "
            "lap.",
            tile_location(compiled.graph.placed(place), token=token.kind),
            (*_arch_fixes(compiled, list(ARCHES), arches), *turned_round(compiled)),
        )


def _arch_fixes(
    compiled: CompiledDesign, kinds: list[str], arches: dict[str, list[tuple[Hex, Token]]]
) -> tuple[Fix, ...]:
    for way in joker_ways(compiled):
        ends = {"joker-entrance": way.entrance, "joker-exit": way.exit}
        standing = [kind for kind in ARCHES if kind not in kinds]
        if any((place, token.place) != ends[kind] for kind in standing for place, token in arches[kind]):
            continue
        name = "Add the missing arch" if len(kinds) == 1 else "Put both arches on the way beside the lap"
        return (stage_fix(name, _with_arches({kind: ends[kind] for kind in kinds}), safe=True),)
    return ()


def _with_arches(ends: dict[str, tuple[Hex, str]]) -> Edit:
    def edit(stage: Stage) -> Stage:
        bare = tuple(
            replace(tile, tokens=tuple(token for token in tile.tokens if token.kind not in ends))
            for tile in stage.tiles
        )
        changed = replace(stage, tiles=bare)
        for kind, (place, edge) in ends.items():
            changed = put_token(changed, place, Token(kind, place=edge))
        return changed

    return edit


def forks(compiled: CompiledDesign) -> Iterator[Finding]:
    """RCX010: forks of a circuit serve the joker lap or the pre-grid, nothing else."""
    route, graph = compiled.route, compiled.graph
    if not compiled.settled:
        return
    used = {(section.hex, edge) for section in route.sections for edge in (section.entry, section.exit)}
    for section in route.loop:
        side = graph.side(section.hex)
        spare = [edge for edge in side.edges if (section.hex, edge) not in used and len(side.edges) == 3]
        if spare:
            yield finding(
                "RCX010",
                f"The fork on {_named(compiled, section.hex)} belongs neither to the joker lap nor "
                "to the pre-grid. Use a tile without a fork, or make its branch the joker lap.",
                tile_location(graph.placed(section.hex)),
            )


def lengths(compiled: CompiledDesign) -> Iterator[Finding]:
    """RCX011: a lap is longer than the longest turn, either way. RCX013: the joker lap is the longer way."""
    route = compiled.route
    if route.kind != "circuit" or not route.loop or compiled.course.problem is not None or any(line(compiled)):
        return
    column = car_from_board("rx-asphalt").on("dry")
    turn = 0 if column is None else column.gear_dice + column.dice[COAST] + column.dice[LEADER]
    tile = tile_location(compiled.graph.placed(route.loop[0].hex))
    ways = {"A lap": _shortest_lap(compiled, set(_sections(route.loop)))}
    if route.joker:
        beside = _beside_joker(compiled)
        around = [section for number, section in enumerate(route.loop) if number not in beside]
        ways["A lap by the joker way"] = _shortest_lap(compiled, {*_sections(around), *_sections(route.joker)})
    for name, spaces in ways.items():
        if 0 < spaces <= turn:
            yield finding(
                "RCX011",
                f"{name} is {spaces} spaces long, and one turn can place {turn} dice: a car could "
                "cross the line twice in a turn. Make the circuit longer.",
                tile,
            )
    if len(ways) == 2:
        plain, aside = ways.values()
        if 0 < aside <= plain:
            yield finding(
                "RCX013",
                f"The joker lap is {aside} spaces long and the plain lap {plain}: nobody has to "
                "choose when to lose time. Make the joker way the longer one.",
                tile_location(compiled.graph.placed(route.joker[0].hex)),
            )


def _sections(sections: tuple[Section, ...] | list[Section]) -> Iterator[tuple[Hex, str, str]]:
    return ((section.hex, section.entry, section.exit) for section in sections)


def _shortest_lap(compiled: CompiledDesign, sections: set[tuple[Hex, str, str]]) -> int:
    """The fewest spaces from the line to the line over some sections; 0 when there is no lap."""
    graph, spaces = compiled.graph, compiled.spaces
    allowed = {
        SpaceId(place, name)
        for place, entry, exit_ in sections
        for name in graph.side(place).driven[entry, exit_].spaces
    }
    crossing = courses.finish_steps(graph, compiled.route, spaces)
    kept = spaces.subgraph(allowed).copy()
    kept.remove_edges_from([step for step in crossing if kept.has_edge(*step)])
    starts = {end for start, end in crossing if end in kept and start in allowed}
    goals = {start for start, end in crossing if start in kept and end in allowed}
    best = 0
    for start in starts:
        reached = nx.single_source_shortest_path_length(kept, start)
        found = [steps + 1 for goal, steps in reached.items() if goal in goals]
        best = min([best or min(found), *found]) if found else best
    return best


def grid_places(compiled: CompiledDesign) -> Iterator[Finding]:
    """RCX012: every car has a place on the pre-grid."""
    event = compiled.design.event
    found_grids = grids(compiled)
    if event is None or compiled.route.kind != "circuit" or not found_grids:
        return
    cars = len({entry.driver for entry in event.boards})
    grid = compiled.graph.side(found_grids[0]).grid
    places = sum(len(row) for row in grid.rows) if grid is not None else 0
    if cars > places:
        yield finding(
            "RCX012",
            f"{cars} drivers are named, and the pre-grid has {places} places. Race with fewer cars.",
            tile_location(compiled.graph.placed(found_grids[0])),
        )


def pieces(compiled: CompiledDesign) -> Iterator[Finding]:
    """RCX014: arches and the finish standee belong to a circuit."""
    if compiled.route.kind == "circuit":
        return
    for tile in compiled.stage:
        for token in tile.tokens:
            if token.kind in ARCHES:
                yield finding(
                    "RCX014",
                    f"The {token.kind} arch on tile {tile.tile} has no meaning on a stage that is "
                    "driven from start to finish; joker laps belong to circuits. Take it away.",
                    tile_location(tile, token=token.kind),
                    (stage_fix("Take the arch away", without_token(tile, token), safe=True),),
                )


def cars(compiled: CompiledDesign) -> Iterator[Finding]:
    """RCX015: RX cars have no gear above the fifth. RCX016: nothing is repaired during the race."""
    event = compiled.design.event
    if event is None or event.kind != "rallycross":
        return
    highest = compiled.rules.number("rallycross.highest_gear")
    for number, board in enumerate(compiled.design.dashboards):
        high = sorted(
            {
                token
                for _, token in board
                if token.startswith("gear-") and token[5:].isdigit() and int(token[5:]) > highest
            }
        )
        if high:
            yield finding(
                "RCX015",
                f"{board.name or f'Board {number + 1}'} has {listed(high)}; the gears of RX cars "
                f"end at {highest}. Agree whether it may race them.",
                Location(board=number),
            )
    for number, entry in enumerate(event.boards):
        if entry.when == "repairs" and not compiled.rules.switch("rallycross.repairs"):
            who = f"Driver {entry.driver}" if entry.driver else "The driver"
            yield finding(
                "RCX016",
                f"{who} repairs the car, which a rallycross race does not allow.",
                Location(path=f"event.boards[{number}]"),
            )


def base_box(compiled: CompiledDesign) -> Iterator[Finding]:
    """RCX017: RX is raced with a base box."""
    inventory = compiled.design.inventory
    if inventory is None or not compiled.stage.tiles:
        return
    if inventory.boxes.get(boxes.RX, 0) and not any(inventory.boxes.get(name, 0) for name in boxes.BASE):
        names = listed([catalog.boxes()[name].name for name in boxes.BASE]).replace(" and ", " or ")
        yield finding(
            "RCX017",
            f"The inventory has RX but no base box. RX is an expansion: take the {names} to it, "
            "for its dice and damage tokens.",
            Location(path="inventory.boxes"),
        )


CHECKS = (cars, circuit, pregrid, line, joker, forks, lengths, grid_places, pieces, base_box)
