"""Turn the reference facts (tiles, spaces, boxes, stages) into catalog/ and exports/.

    python -m tools.build_catalog REFERENCE_FOLDER

The reference folder holds tiles.json, spaces.json and boxes.json. Corrections to the printed facts are made
there, or in CORRECTIONS below, and replayed by running this script again; a run with unchanged input changes
no byte. Hand-written catalog files (tokens, dice, dashboards, rules, SET-UP categories) are not touched.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
EDGES = "ABCDEF"
FORK_TILES = {"402", "403", "404", "405", "406", "407", "408", "409"}

# Printed start and finish lines: the rows just behind and just past the line for a car that reads the lettering.
# They are described in the reference notes of each side. Official layouts drive the lines both ways, so the
# lettering is kept as a fact and binds nobody; on 301 the notes name no lettering, D is taken as on 302a.
LINES: dict[str, tuple[str, str, str, str]] = {
    # side: (role, edge the lettering is read from, row behind the line, row past the line)
    "202a": ("start", "D", "b", "c"),
    "202b": ("start", "A", "b", "a"),
    "203a": ("finish", "D", "b", "c"),
    "203b": ("finish", "A", "b", "a"),
    "301a": ("start", "D", "c", "d"),
    "301b": ("start", "D", "b", "c"),
    "302a": ("finish", "D", "b", "c"),
    "302b": ("finish", "A", "b", "a"),
}
ROLES = {
    "201": "assistance",
    "101": "pit-stop",
    "901": "filler",
    "902": "filler",
    "903": "filler",
    "904": "filler",
    "905": "filler",
}
# On the Y junction 415 the three big cells change role with the road driven (reference notes), so that the pairs
# for driving a road back cannot be found from their lane words: inside cell, outside cells in driving order.
JUNCTION_BACK: dict[tuple[str, str, str], list[list[str]]] = {
    ("415", "D", "F"): [["T", "L"]],
    ("415", "D", "B"): [["T", "R"]],
    ("415", "F", "B"): [["R", "T"]],
}
# Starting grids: circuit sides whose rows carry grid marks, front row first, as driven from the named edge.
GRIDS: dict[str, tuple[str, list[list[str]]]] = {
    "401a": ("D", [["bl", "bm", "br"], ["al", "am", "ar"]]),
    "401b": ("D", [["bl", "bm", "br"], ["al", "am", "ar"]]),
}


def piece_of(side: str) -> str:
    """The piece a side is printed on: the number without its letter.

    >>> piece_of("418b")
    '418'
    """
    return side.rstrip("ab")


def slides(spaces: dict[str, dict[str, Any]]) -> list[list[str]]:
    """Pairs of dashed cells that lie in one row: together they can be driven as two sliding halves."""
    rows: dict[str, list[str]] = {}
    for name, space in spaces.items():
        if space.get("dashed"):
            rows.setdefault(name[0], []).append(name)
    return [sorted(row) for _, row in sorted(rows.items())]


def directed(pairs: list[list[Any]], both_ways: bool) -> list[list[Any]]:
    """Line marks as directed steps; marks that hold in both directions are written out twice."""
    result = [list(pair) for pair in pairs]
    if both_ways:
        for pair in pairs:
            back = [pair[1], pair[0], *pair[2:]]
            if back not in result:
                result.append(back)
    return result


def handbrake_back(piece: str, road: dict[str, Any], spaces: dict[str, dict[str, Any]]) -> list[list[str]]:
    """Handbrake pairs of a road driven back, from the printed pairs of driving it as written.

    As written the last outside cell has no pair; driven back it is the first, and it borders the inside cell that
    its neighbour borders last (220, 224, 225, 228: the second of two inside cells). The first one written is the
    last one driven back and has none. Source: 110%, "Handbrake turn"; reference notes.
    """
    if (known := JUNCTION_BACK.get((piece, road["from"], road["to"]))) is not None:
        return known
    pairs = road["handbrake"]
    result: list[list[str]] = []
    for corner in dict.fromkeys(spaces[start]["corner"] for start, _ in pairs):
        order = [
            space["s"]
            for space in road["spaces"]
            if spaces[space["s"]].get("corner") == corner and spaces[space["s"]]["lane"] == "outside"
        ]
        mine = [pair for pair in pairs if pair[0] in order]
        result += [[order[-1], mine[-1][1]]]
        result += [list(pair) for pair in reversed(mine) if pair[0] != order[0]]
    return result


def build_road(piece: str, road: dict[str, Any], spaces: dict[str, Any]) -> dict[str, Any]:
    """One road of a catalog record: the order of its spaces, and what lies on the lines between them."""
    entry: dict[str, Any] = {
        "from": road["from"],
        "to": road["to"],
        "spaces": [space["s"] for space in road["spaces"]],
        "enter": road["enter"],
        "next": road["next"],
    }
    if "handbrake" in road:
        entry["handbrake"] = road["handbrake"]
        entry["handbrake_back"] = handbrake_back(piece, road, spaces)
    if "climb" in road:
        entry["climb"] = road["climb"]
        entry["climb_dir"] = road["climb_dir"]
    both_ways = piece in FORK_TILES
    for key, target in (("line_limit", "line_limits"), ("line_hazard", "line_hazards")):
        if key in road:
            entry[target] = directed(road[key], both_ways)
    for key, target in (("edge_line_limit", "edge_line_limits"), ("edge_line_hazard", "edge_line_hazards")):
        if key in road:
            entry[target] = road[key]
    return entry


def build_side(side: str, facts: dict[str, Any], printed: dict[str, Any] | None) -> dict[str, Any]:
    """One catalog record: the facts of a tile side with its printed spaces and roads."""
    piece = piece_of(side)
    record: dict[str, Any] = {
        "piece": piece,
        "terrain": facts["terrain"],
        "danger": facts["danger"],
        "edges": facts["edges"],
        "features": facts["features"],
    }
    if piece in ROLES:
        record["role"] = ROLES[piece]
    spaces = {
        space["s"]: {key: value for key, value in space.items() if key != "s"}
        for road in (printed or {}).get("roads", [])
        for space in road["spaces"]
        if len(space) > 1
    }
    roads = [build_road(piece, road, spaces) for road in (printed or {}).get("roads", [])]
    record["spaces"] = spaces
    record["roads"] = roads
    if found := slides(spaces):
        record["slides"] = found
    if overlap := (printed or {}).get("overlap"):
        record["overlap"] = overlap
    if side in LINES:
        role, edge, behind, past = LINES[side]
        record["role"] = role
        record["line"] = {
            "lettered_from": edge,
            "behind": sorted(name for name in spaces if name[0] == behind),
            "past": sorted(name for name in spaces if name[0] == past),
        }
    if side in GRIDS:
        edge, rows = GRIDS[side]
        record["role"] = "grid"
        record["grid"] = {"driven_from": edge, "rows": rows}
    if notes := (printed or {}).get("notes"):
        record["notes"] = notes
    return record


def dump(path: Path, head: dict[str, Any], key: str, records: dict[str, Any]) -> None:
    """Write one record a line, so that a correction shows as one changed line."""
    lines = [json.dumps(head, ensure_ascii=False)[:-1] + f', "{key}": {{']
    items = list(records.items())
    for number, (name, record) in enumerate(items):
        comma = "," if number < len(items) - 1 else ""
        lines.append(f"{json.dumps(name)}: {json.dumps(record, ensure_ascii=False)}{comma}")
    lines.append("}}")
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def build(reference: Path, catalog: Path) -> None:
    """Write catalog/tiles.json and catalog/boxes.json from the reference folder."""
    tiles = json.loads((reference / "tiles.json").read_text(encoding="utf-8"))
    printed = json.loads((reference / "spaces.json").read_text(encoding="utf-8"))
    boxes = json.loads((reference / "boxes.json").read_text(encoding="utf-8"))
    if missing := sorted(set(printed) - set(tiles)):
        sys.exit(f"spaces.json names sides that tiles.json lacks: {', '.join(missing)}")
    sides = {side: build_side(side, tiles[side], printed.get(side)) for side in sorted(tiles)}
    dump(
        catalog / "tiles.json",
        {
            "$schema": "../schemas/catalog-tiles.schema.json",
            "format": "crest-catalog-tiles",
            "version": 1,
            "drawing": {"width": 520, "height": 450, "lane_width_2": 62, "lane_width_3": 56},
        },
        "sides",
        sides,
    )
    dump(
        catalog / "boxes.json",
        {"$schema": "../schemas/catalog-boxes.schema.json", "format": "crest-catalog-boxes", "version": 1},
        "boxes",
        {
            name: {
                "name": box["name"],
                "out_of_print": box["discontinued"],
                "tiles": box["tiles"],
                "tokens": box.get("tokens", {}),
                **({"notes": box["tokens_note"]} if "tokens_note" in box else {}),
            }
            for name, box in boxes.items()
        },
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("reference", type=Path, help="folder with tiles.json, spaces.json and boxes.json")
    arguments = parser.parse_args()
    build(arguments.reference, ROOT / "catalog")


if __name__ == "__main__":
    main()
