"""Tiles in words: shapes, features, search words and what they mean in play. No Qt."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from designer import catalog
from designer.catalog import Side
from designer.design.hexes import EDGES
from designer.design.stage import PlacedTile, other_side, piece_of

ROLE_WORDS = {
    "start": "start line",
    "finish": "finish line",
    "grid": "starting grid",
    "assistance": "assistance (service park)",
    "pit-stop": "pit stop",
    "filler": "filler without road",
}
FEATURE_NAMES = {"limit": "Speed limits", "limit_hazard": "At a hazard", "jump": "Jump", "shortcut": "Shortcut"}
FEATURE_RULES = {
    "limit": "A number in a ring is the highest gear allowed in that space; a higher one is a loss of control.",
    "limit_hazard": "A number in a triangle allows that gear at the price of one more danger.",
    "hazard": "The warning triangle adds a danger to the roll of a car that goes there.",
    "shortcut": "A shortcut may be driven in the gear of its number or lower, at the price of a damage token drawn.",
    "jump": "A jump carries a car that is fast enough on to the next space.",
    "water": "Water makes the roll more dangerous.",
    "climb": "Along the \N{MINUS SIGN}1 arrows every line between spaces costs a gear; along +1 it adds one.",
}
TOKEN_RULES = {
    "climb": "makes the tile a slope: an ascent, \N{MINUS SIGN}1, takes a gear off on every line between spaces; "
    "a descent, +1, adds one.",
    "oxygen": "takes that many coast dice away on this tile: the crossed-out dice by it count them.",
    "cloud": "adds a danger to the roll of a turn that places a die here.",
    "joker-entrance": "is where the joker lap leaves the main road.",
    "joker-exit": "is where the joker lap comes back.",
    "finish": "is the start and finish line of a circuit.",
    "mud": "marks a corner made dirty by a shortcut.",
    "jump": "makes its row of spaces a jump: a car that is fast enough is carried on to the next space.",
    "water": "makes its row of spaces water.",
    "chicane": "adds a danger to the roll of a car that comes onto its row of spaces.",
    "chicane-limit": "sets a speed limit on its row of spaces.",
}


#: What ``shape`` may answer of a side with road.
SHAPES = ("straight", "gentle bend", "sharp bend", "S-bend", "fork", "crossing", "two roads")
#: Features to choose by, with their words; "none" is a plain tile.
FEATURE_CHOICES = {
    "jump": "Jump",
    "water": "Water",
    "shortcut": "Shortcut",
    "climb": "Climb",
    "limit": "Speed limit",
    "hazard": "Hazard",
    "start": "Start or finish",
    "filler": "Filler, service",
    "none": "No feature",
}


def is_kind(tile: str, chosen: Mapping[str, str]) -> bool:
    """Whether a side is of the kind chosen: "terrain", "danger", "shape", "lanes" and "feature" with their values.

    >>> is_kind("418b", {"terrain": "gravel", "feature": "climb"}), is_kind("418b", {"lanes": "3"})
    (True, False)
    """
    side = catalog.sides()[tile]
    return all(_is(side, name, value) for name, value in chosen.items())


def _is(side: Side, name: str, value: str) -> bool:
    if name == "feature":
        return _has_feature(side, {feature.kind for feature in side.features}, value)
    if name == "lanes":
        return any(str(edge.lanes) == value for edge in side.edges.values())
    if name == "shape":
        return shape(side) == value
    return value == (side.terrain if name == "terrain" else side.danger)


def _has_feature(side: Side, kinds: set[str], wanted: str) -> bool:
    if wanted == "none":
        return not kinds and bool(side.roads) and side.role is None
    if wanted == "start":
        return side.role in ("start", "finish", "grid")
    if wanted == "filler":
        return side.role in ("filler", "assistance", "pit-stop")
    if wanted == "hazard":
        return bool(kinds & {"hazard", "limit_hazard"})
    return wanted in kinds


def shape(side: Side) -> str:
    """The shape of a side's road in a word: straight, gentle bend, sharp bend, S-bend, fork, crossing, two roads.

    >>> shape(catalog.sides()["202a"])
    'straight'
    """
    if not side.roads:
        return "no road"
    if len(side.roads) > 1:
        if side.overlap:
            return "crossing"
        used = [edge for road in side.roads for edge in road]
        return "fork" if len(set(used)) < len(used) else "two roads"
    (entry, leave) = side.roads[0]
    turn = abs(EDGES.index(entry) - EDGES.index(leave))
    turn = min(turn, 6 - turn)
    corners = {space.corner for space in side.spaces.values() if space.corner}
    if turn == 3:
        return "S-bend" if corners else "straight"
    if turn == 2:
        return "gentle bend"
    return "sharp bend"


@cache
def search_words(tile: str) -> str:
    """Everything a filter text may name about a side, in lower case."""
    side = catalog.sides()[tile]
    lanes = sorted({edge.lanes for edge in side.edges.values()})
    parts = [
        tile,
        side.terrain or "",
        side.danger or "",
        shape(side),
        ROLE_WORDS.get(side.role or "", ""),
        *(f"{count} lanes" for count in lanes),
    ]
    names = {"limit": "speed limit", "limit_hazard": "hazard limit"}
    for feature in side.features:
        value = "" if feature.value is None else f" {feature.value}"
        parts.append(names.get(feature.kind, feature.kind) + value)
    return " ".join(part for part in parts if part).lower()


def matches(tile: str, wanted: str) -> bool:
    """Whether a side fits a filter text: every word must start an id or stand among its words.

    >>> matches("418b", "gravel climb"), matches("418b", "snow")
    (True, False)
    """
    text = search_words(tile)
    return all(word in text for word in wanted.lower().split())


def summary(tile: str) -> str:
    """A side in one line: "418b: gravel, high danger, straight, 2 lanes, climb"."""
    side = catalog.side(tile)
    if side is None:
        return f"{tile}: not a known tile"
    parts = []
    if side.terrain:
        parts.append(side.terrain)
    if side.danger:
        parts.append(f"{side.danger} danger")
    if side.role:
        parts.append(ROLE_WORDS[side.role])
    if side.roads:
        parts.append(shape(side))
        parts.append("/".join(str(count) for count in sorted({edge.lanes for edge in side.edges.values()})) + " lanes")
    kinds = dict.fromkeys(feature.kind for feature in side.features)
    words = {"limit": "speed limits", "limit_hazard": "limits at a hazard"}
    parts.extend(words.get(kind, kind) for kind in kinds)
    return f"{tile}: {', '.join(parts)}" if parts else tile


def details(placed: PlacedTile) -> list[tuple[str, str]]:
    """The facts of a placed tile as pairs of name and words."""
    side = catalog.side(placed.tile)
    rows = [
        ("Tile", placed.tile),
        ("Hex", f"{placed.hex.q}, {placed.hex.r}"),
        ("Turned", f"{placed.rotation * 60}\N{DEGREE SIGN} clockwise"),
    ]
    if side is None:
        return [*rows, ("Note", "The catalog has no such tile.")]
    rows.append(("Terrain", side.terrain or "none"))
    rows.append(("Danger", side.danger or "none"))
    if side.role:
        rows.append(("Role", ROLE_WORDS[side.role]))
    rows.append(("Road", shape(side)))
    if side.edges:
        rows.append(
            (
                "Lanes",
                ", ".join(
                    f"{edge}: {facts.lanes}{'' if facts.kind == 'straight' else ' (' + facts.kind + ')'}"
                    for edge, facts in side.edges.items()
                ),
            )
        )
    for kind, values in _features(side).items():
        rows.append((FEATURE_NAMES.get(kind, kind.capitalize()), values))
    back = other_side(placed.tile)
    if back != placed.tile:
        rows.append(("Other side", summary(back)))
    boxes = [catalog.boxes()[box].name for box in catalog.boxes_of_piece(piece_of(placed.tile))]
    rows.append(("Boxes", ", ".join(boxes) or "none"))
    return rows


def _features(side: Side) -> dict[str, str]:
    values: dict[str, list[str]] = {}
    for feature in side.features:
        values.setdefault(feature.kind, []).append("yes" if feature.value is None else str(feature.value))
    return {kind: ", ".join(found) for kind, found in values.items()}


def rules_of(placed: PlacedTile) -> list[str]:
    """What is special about driving a tile, in words."""
    side = catalog.side(placed.tile)
    if side is None:
        return []
    lines = [FEATURE_RULES[kind] for kind in dict.fromkeys(feature.kind for feature in side.features)]
    if side.slides:
        lines.append("A dashed line may be taken as two sliding halves, each as wide as the road.")
    return lines
