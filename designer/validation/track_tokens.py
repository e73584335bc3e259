"""Jump, water and chicane tokens: where each lies, and why it does not act where it does not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from designer import catalog
from designer.catalog import Side
from designer.design.stage import PlacedTile, Token
from designer.graph import track_tokens
from designer.graph.space_graph import Reading, SpaceId
from designer.graph.track_tokens import KINDS, Laid
from designer.model.compiled import CompiledDesign
from designer.rules import Rules
from designer.validation.checking import stage_fix, tile_location, with_token, without_token
from designer.validation.codes import finding
from designer.validation.finding import Finding, Fix, Location
from designer.words import listed

#: No car has a higher gear: a limit of it binds nobody.
TOP_GEAR = 6
NAMES = {"jump": "jump", "water": "water", "chicane": "chicane", "chicane-limit": "chicane with limit"}


def lying(compiled: CompiledDesign) -> Iterator[Finding]:
    """TOK013 to TOK018: what hinders a jump, water or a chicane, or is left open about it."""
    reading = Reading.of(compiled.rules)
    driven: _Driven | None = None
    for tile in compiled.stage:
        side = catalog.side(tile.tile)
        if side is None or not side.roads:
            continue  # STG001 and TOK005 say so
        for each in track_tokens.laid(tile, reading.laying):
            if each.trouble is not None:
                yield _trouble(tile, side, each, reading)
                continue
            if not each.given:
                yield _open_place(tile, each)
            driven = driven or _Driven(compiled)
            if why := _idle(compiled.rules, each) or driven.missed(tile, each):
                yield finding(
                    "TOK017",
                    f"The {_name(each)} token on {_row(each)} of tile {tile.tile} changes nothing: {why}.",
                    _at(tile, each),
                    (_away(tile, each),),
                )
            elif _athwart(side, each):
                yield finding(
                    "TOK018",
                    f"The {_name(each)} token on {_row(each)} of tile {tile.tile} lies across the road "
                    f"({each.token.turn} degrees), not along it.",
                    _at(tile, each),
                    (_changed(tile, each, "Turn it along the road", replace(each.token, turn=None), safe=True),),
                )


def _name(each: Laid) -> str:
    track = f"{each.token.track} " if each.token.track else ""
    return track + NAMES[each.token.kind]


def _row(each: Laid) -> str:
    return listed(list(each.row)) if each.row else str(each.token.place)


def _at(tile: PlacedTile, each: Laid) -> Location:
    return tile_location(tile, token=each.token.kind)


def _away(tile: PlacedTile, each: Laid) -> Fix:
    return stage_fix(f"Take the {_name(each)} token away", without_token(tile, each.token))


def _changed(tile: PlacedTile, each: Laid, name: str, token: Token, *, safe: bool = False) -> Fix:
    return stage_fix(name, with_token(tile, each.token, token), safe=safe)


def _open_place(tile: PlacedTile, each: Laid) -> Finding:
    return finding(
        "TOK013",
        f"Where the {_name(each)} token lies on tile {tile.tile} is not said: it is driven as if it lay on "
        f"{_row(each)}.",
        _at(tile, each),
        (
            _changed(tile, each, f"Lay it on {_row(each)}", replace(each.token, place=each.row[0]), safe=True),
            _away(tile, each),
        ),
    )


def _trouble(tile: PlacedTile, side: Side, each: Laid, reading: Reading) -> Finding:
    name, place = _name(each), _at(tile, each)
    if each.trouble == "track-type":
        same = replace(each.token, track=side.terrain)
        return finding(
            "TOK015",
            f"The {name} token on tile {tile.tile} does nothing: the tile is {side.terrain}.",
            place,
            (_changed(tile, each, f"Use the token for {side.terrain}", same), _away(tile, each)),
        )
    if each.trouble == "covered":
        return finding(
            "TOK016",
            f"The {name} token on {_row(each)} of tile {tile.tile} does nothing: another token lies on it.",
            place,
            (_away(tile, each), *_elsewhere(tile, each, reading)),
        )
    if each.trouble == "no-row":
        why = f"tile {tile.tile} has no row of ordinary spaces across the road"
    elif each.trouble == "no-space":
        free = [row[0] for row in track_tokens.rows(tile.tile, reading.laying)]
        why = f"tile {tile.tile} has no space {each.token.place}; it can lie on {_or(free)}"
    else:
        free = [row[0] for row in track_tokens.rows(tile.tile, reading.laying)]
        why = f"on space {each.token.place} of tile {tile.tile} it cannot lie; it can on {_or(free)}"
    return finding(
        "TOK014",
        f"The {name} token does nothing: {why}.",
        place,
        (*_elsewhere(tile, each, reading), _away(tile, each)),
    )


def _or(names: list[str]) -> str:
    return " or ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def _elsewhere(tile: PlacedTile, each: Laid, reading: Reading) -> tuple[Fix, ...]:
    """A fix that lays a token on the free row of its tile nearest to the middle; none where there is no such row."""
    taken = {name for other in track_tokens.laid(tile, reading.laying) if other.acts for name in other.row}
    row = next((row for row in track_tokens.rows(tile.tile, reading.laying) if taken.isdisjoint(row)), None)
    if row is None:
        return ()
    return (_changed(tile, each, f"Lay it on {listed(list(row))}", replace(each.token, place=row[0])),)


def _idle(rules: Rules, each: Laid) -> str:
    """Which house rule takes a token its effect, in words; an empty text when it has one."""
    kind = each.token.kind
    dangers = rules.number("chicane.dangers") > 0
    if kind == "chicane-limit":
        limit = rules.number("chicane.limit") < TOP_GEAR and rules.switch("loss.speed_limit_automatic")
        acts = limit or (dangers and rules.switch("chicane.limit_adds_danger"))
    elif kind == "chicane":
        acts = dangers and rules.word("chicane.effect") == "danger"
    elif kind == "water":
        acts = rules.word("water.effect") == "no-shift-up" or (
            rules.word("water.effect") == "danger" and rules.number("water.dangers") > 0
        )
    else:
        acts = rules.word("jump.effect") != "none"
    return "" if acts else f"by the house rules {NAMES[kind]} has no effect"


class _Driven:
    """The spaces that cars come onto, and those that they can jump over, of a stage that can be driven."""

    def __init__(self, compiled: CompiledDesign) -> None:
        self.known = compiled.problem is None and compiled.course.problem is None
        self.entered: set[SpaceId] = set()
        self.jumped: set[SpaceId] = set()
        if self.known:
            track = compiled.track
            for ways in track.ways:
                for way in ways:
                    self.entered.add(track.spot(way.to).space.id)
                    if way.over is not None:
                        self.jumped.add(track.spot(way.over).space.id)
        self.jumps = compiled.rules.word("jump.effect") == "two-spaces"

    def missed(self, tile: PlacedTile, each: Laid) -> str:
        """Why no car meets a token, in words; an empty text when one does, or the stage cannot be driven yet."""
        row = {SpaceId(tile.hex, name) for name in each.row}
        if not self.known:
            return ""
        if row.isdisjoint(self.entered | self.jumped):
            return "no car drives onto it"
        if each.token.kind == "jump" and self.jumps and row.isdisjoint(self.jumped):
            return "there is no space behind it to land on"
        return ""


def _athwart(side: Side, each: Laid) -> bool:
    """Whether a token is turned by more than half a right angle off the road, whichever way along it points."""
    if each.token.turn is None:
        return False
    off = (each.token.turn - track_tokens.heading(side, each.row)) % 180
    return 45 < off < 135


def unused(compiled: CompiledDesign) -> Iterator[Finding]:
    """TOK019: a track type or a turn of a token that has none."""
    for tile in compiled.stage:
        for token in tile.tokens:
            given = [name for name in ("track", "turn") if getattr(token, name) is not None]
            if given and token.kind in catalog.tokens().stage and token.kind not in KINDS:
                words = listed([{"track": "a track type", "turn": "a turn"}[name] for name in given])
                yield finding(
                    "TOK019",
                    f"The {token.kind} token on tile {tile.tile} is given {words}, which means nothing for it.",
                    tile_location(tile, token=token.kind),
                    (
                        stage_fix(
                            f"Leave {words} out",
                            with_token(tile, token, replace(token, track=None, turn=None)),
                            safe=True,
                        ),
                    ),
                )


CHECKS = (lying, unused)
