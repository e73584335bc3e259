"""Tokens on the stage: known kinds, printed numbers, supply, where they lie."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import replace

from designer import catalog
from designer.design.hexes import Hex, distance
from designer.design.stage import PlacedTile, Stage, Token, put_token
from designer.graph.route import Section, road
from designer.graph.space_graph import Reading, token_climb
from designer.model.compiled import CompiledDesign
from designer.readings import stock
from designer.validation.checking import Edit, stage_fix, tile_location, without_token
from designer.validation.codes import finding
from designer.validation.finding import Finding, Fix
from designer.words import did_you_mean, listed


def _taken(tile: PlacedTile, token: Token, name: str) -> Fix:
    return stage_fix(name, without_token(tile, token))


def _label(token: Token) -> str:
    return token.kind if token.value is None else f"{token.kind} {token.value:+d}"


def printed(compiled: CompiledDesign) -> Iterator[Finding]:
    """Unknown kinds and numbers that no token shows."""
    kinds = catalog.tokens().stage
    for tile in compiled.stage:
        for token in tile.tokens:
            place = tile_location(tile, token=_label(token))
            remove = (_taken(tile, token, f"Take the {_label(token)} token away"),)
            if token.kind not in kinds:
                hint = did_you_mean(token.kind, kinds, most=2)
                yield finding("TOK001", f"There is no token {token.kind}. {hint}", place, remove)
                continue
            values = kinds[token.kind].values
            if values is not None and token.value not in values:
                shown = listed([f"{value:+d}" for value in values])
                has = "no number" if token.value is None else f"{token.value:+d}"
                yield finding("TOK002", f"A {token.kind} token shows {shown}; this one has {has}.", place, remove)
            elif values is None and token.value is not None:
                yield finding(
                    "TOK002",
                    f"A {token.kind} token shows no number; this one has {token.value:+d}.",
                    place,
                    (stage_fix("Leave the number out", _without_number(tile, token), safe=True),),
                )


def _without_number(tile: PlacedTile, token: Token) -> Edit:
    plain = replace(tile, tokens=tuple(replace(each, value=None) if each == token else each for each in tile.tokens))

    def edit(stage: Stage) -> Stage:
        without_token(tile, token)(stage)  # raises EditError where tile or token is gone
        index = stage.tiles.index(tile)
        return replace(stage, tiles=(*stage.tiles[:index], plain, *stage.tiles[index + 1 :]))

    return edit


def supply(compiled: CompiledDesign) -> Iterator[Finding]:
    """More tokens of a kind, or of one number where the boxes' split is known, than there are."""
    kinds = catalog.tokens().stage
    laid = [(tile, token) for tile in compiled.stage for token in tile.tokens if token.kind in kinds]
    for kind, facts in kinds.items():
        boxes = stock.boxes_with(kind, compiled.design.inventory)
        pieces, by_value = facts.pieces, stock.split(kind, compiled.rules)
        mine = [(tile, token) for tile, token in laid if token.kind == kind]
        if pieces is None:
            if mine and not boxes:
                yield _short(kind, len(mine), 0, mine[0])
            continue  # nobody knows how many a box holds
        if len(mine) > pieces * boxes:
            yield _short(kind, len(mine), pieces * boxes, mine[pieces * boxes])
        else:
            for value, count in by_value.items():
                alike = [(tile, token) for tile, token in mine if token.value == value]
                if len(alike) > count * boxes:
                    assumed = (
                        _split_words(kind, compiled) if stock.split_is_assumed(kind, value, compiled.rules) else ""
                    )
                    yield _short(f"{kind} {value:+d}", len(alike), count * boxes, alike[count * boxes], assumed)


def _split_words(kind: str, compiled: CompiledDesign) -> str:
    """That a split is assumed, and where it is changed."""
    parts = stock.split(kind, compiled.rules)
    counts, values = listed([str(count) for count in parts.values()]), listed([f"{value:+d}" for value in parts])
    return (
        f" That a box holds {counts} of {values} is assumed; with the box at hand set the house rules "
        f"{listed(list(stock.SPLIT[kind].values()))}."
    )


def _short(label: str, used: int, there: int, first: tuple[PlacedTile, Token], more: str = "") -> Finding:
    tile, token = first
    have = f"there are {there}" if there else "you own none"
    return finding(
        "TOK003",
        f"{used} {label} tokens lie on the stage, but {have}. Take {used - there} away.{more}",
        tile_location(tile, token=_label(token)),
        (_taken(tile, token, f"Take this {label} token away"),),
    )


def lying(compiled: CompiledDesign) -> Iterator[Finding]:
    """Tokens that contradict each other or the tile they lie on."""
    for tile in compiled.stage:
        side = catalog.side(tile.tile)
        if side is None or not tile.tokens:
            continue
        climbs = [token for token in tile.tokens if token.kind == "climb" and token.value in (-1, 1)]
        if len({token.value for token in climbs}) > 1:
            yield finding(
                "TOK004",
                f"Tile {tile.tile} carries an ascent (-1) and a descent (+1) token. Keep one.",
                tile_location(tile, token="climb"),
                tuple(_taken(tile, token, f"Take the {_label(token)} token away") for token in climbs[:2]),
            )
        if climbs and any(feature.kind == "climb" for feature in side.features):
            yield finding(
                "TOK006",
                f"Tile {tile.tile} is a climb tile already; a climb token on it will confuse the "
                "players. Take the token away.",
                tile_location(tile, token="climb"),
                (_taken(tile, climbs[-1], "Take the climb token away"),),
            )
        if not side.roads:
            driven = {section.hex for section in compiled.route.sections} - {compiled.route.start}
            plain = {place for place in driven if not compiled.graph.side(place).features}
            move = _moves(compiled, tile, tile.tokens[0], plain) if len(tile.tokens) == 1 else ()
            take = tuple(_taken(tile, token, f"Take the {_label(token)} token away") for token in tile.tokens)
            yield finding(
                "TOK005",
                f"Tile {tile.tile} has no road: {_count(tile)} here does nothing. Move it to a tile that is driven.",
                tile_location(tile, token=_label(tile.tokens[0])),
                (*move, *take),
            )
            continue
        yield from _standing(tile)


def _count(tile: PlacedTile) -> str:
    counts = Counter(_label(token) for token in tile.tokens)
    return listed(
        [f"the {name} token" if number == 1 else f"{number} {name} tokens" for name, number in counts.items()]
    )


def _standing(tile: PlacedTile) -> Iterator[Finding]:
    """Arches and the finish standee stand on a line across the road."""
    side = catalog.sides()[tile.tile]
    kinds = catalog.tokens().stage
    lines = {f"{step.start}>{step.end}" for road in side.driven.values() for step in road.steps}
    for token in tile.tokens:
        if token.kind not in kinds or kinds[token.kind].place != "line":
            continue
        if token.place in side.edges or token.place in lines:
            continue
        edges = listed([f"{edge}" for edge in side.edges])
        says = "has no place" if not token.place else f"stands at {token.place}, where no line crosses the road"
        yield finding(
            "TOK007",
            f"The {token.kind} piece on tile {tile.tile} {says}. Give it one of the tile's road "
            f"edges as printed ({edges}), or a step between two spaces such as {min(lines)}.",
            tile_location(tile, token=token.kind),
        )


def heights(compiled: CompiledDesign) -> Iterator[Finding]:
    """TOK008: oxygen and clouds belong after an ascent or before a descent. TOK010: no cloud on the start.

    Clouds may be fog at any race (Climb, "Cloud tokens"), so without a climb they are only asked of a hillclimb.
    """
    route, kinds = compiled.route, catalog.tokens().stage
    driven = {section.hex for section in route.sections}
    high, climbs = _heights(compiled)
    event = compiled.design.event
    for tile in compiled.stage:
        if tile.hex not in driven:
            continue
        for token in tile.tokens:
            if token.kind not in ("oxygen", "cloud"):
                continue
            values = kinds[token.kind].values
            if values is not None and token.value not in values:
                continue
            fog = token.kind == "cloud" and not climbs and (event is None or event.kind != "hillclimb")
            if tile.hex not in high and not fog:
                yield finding(
                    "TOK008",
                    f"The {_label(token)} token on tile {tile.tile} lies where the road is not "
                    "high: there is no ascent before it and no descent after it. Move it to the heights.",
                    tile_location(tile, token=_label(token)),
                    _moves(compiled, tile, token, high),
                )
            if token.kind == "cloud" and tile.hex == route.start:
                places = (high if climbs else driven) - {route.start}
                yield finding(
                    "TOK010",
                    f"A cloud lies on the start tile {tile.tile}: every car has a danger more in "
                    "its first turn, before it has driven anywhere. Move it further on.",
                    tile_location(tile, token="cloud"),
                    _moves(compiled, tile, token, places),
                )


def _heights(compiled: CompiledDesign) -> tuple[set[Hex], bool]:
    """The driven hexes after an ascent or before a descent, with those of the climbs; whether there is any climb."""
    sections = compiled.route.sections
    slopes = [_slopes(compiled, section) for section in sections]
    if not any(slopes):
        return set(), False
    if compiled.route.kind == "circuit":
        return {section.hex for section in sections}, True  # somewhere on a lap, every place is after a climb
    first = next((number for number, found in enumerate(slopes) if "ascent" in found), len(sections))
    last = max((number for number, found in enumerate(slopes) if "descent" in found), default=-1)
    return {section.hex for number, section in enumerate(sections) if number >= first or number <= last}, True


def _moves(compiled: CompiledDesign, tile: PlacedTile, token: Token, places: Collection[Hex]) -> tuple[Fix, ...]:
    """A fix that moves a token to the nearest of some tiles that has none of its kind; empty when there is none."""
    free = [
        place
        for place in places
        if place != tile.hex
        and place in compiled.graph.graph
        and compiled.graph.placed(place).token(token.kind) is None
    ]
    if not free or token.place:
        return ()
    target = min(free, key=lambda place: (distance(tile.hex, place), place))
    take = without_token(tile, token)
    name = compiled.graph.placed(target).tile
    return (
        stage_fix(
            f"Move the {_label(token)} token to tile {name} at {target.q},{target.r}",
            lambda stage: put_token(take(stage), target, token),
            safe=True,
        ),
    )


def _slopes(compiled: CompiledDesign, section: Section) -> set[str]:
    laid = token_climb(compiled.graph.placed(section.hex))
    return {laid} if laid is not None else set(road(compiled.graph, section).climb.values())


def idle(compiled: CompiledDesign) -> Iterator[Finding]:
    """TOK011: a climb token where every line lies in a corner. TOK012: mud where there is no corner."""
    reading = Reading.of(compiled.rules)
    for tile in compiled.stage:
        side = catalog.side(tile.tile)
        if side is None or not side.roads:
            continue
        corners = {space.corner for space in side.spaces.values() if space.corner is not None}
        if (
            tile.token("climb") is not None
            and not reading.tile_edge
            and not any(
                reading.token_counts(side.spaces[step.start], side.spaces[step.end])
                for way in side.driven.values()
                for step in way.steps
            )
        ):
            yield finding(
                "TOK011",
                f"The climb token on tile {tile.tile} changes nothing: all its lines lie where "
                "climb tokens do not count, as within one corner. Lay it on another tile.",
                tile_location(tile, token="climb"),
            )
        mud = tile.token("mud")
        if mud is not None and not corners:
            yield finding(
                "TOK012",
                f"Tile {tile.tile} has no corner that could be muddy. Lay the mud on a tile with a "
                "corner and a shortcut.",
                tile_location(tile, token="mud"),
                (_taken(tile, mud, "Take the mud away"),),
            )


CHECKS = (printed, supply, lying, heights, idle)
