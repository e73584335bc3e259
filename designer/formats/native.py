"""Crest's own JSON document: reading, writing, canonical form and content hash.

Reading is strict about the shape (JSON Schema) and careful about the rest: no NaN, no repeated keys, a limit on
size and nesting. Fields that are not known survive a round trip. Writing is atomic.
"""

from __future__ import annotations

import hashlib
import json
import math
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NoReturn

from designer.design.dashboard import Dashboard
from designer.design.document import FORMAT, VERSION, Design, Inventory, Waiver
from designer.design.event import BoardAt, Event
from designer.design.hexes import Hex
from designer.design.spire import Climber, Column, HoldCard, Spire
from designer.design.stage import PlacedTile, Stage, Token
from designer.design.values import FrozenMap, frozen, unknown_fields, whole
from designer.schemas import Problem, problems

#: Larger files are not designs: the largest stage a schema allows stays far below.
MAX_BYTES = 16 * 1024 * 1024
#: Logs tell every turn in words: six cars in three tries on an official stage come to about 1 MB.
MAX_LOG_BYTES = 128 * 1024 * 1024
MAX_DEPTH = 60
#: What the JSON parser finds, by how it begins, in words of somebody who writes a file by hand.
SLIPS = {
    "Expecting value": "a value is missing or not in quotes (or there is a comma too many)",
    "Expecting ',' delimiter": "a comma or a closing bracket is missing",
    "Expecting ':' delimiter": "a colon is missing after the name of a field",
    "Expecting property name": "the name of a field is missing or not in double quotes (or there is a comma too many)",
    "Illegal trailing comma": "there is a comma too many",
    "Unterminated string": "a text has no closing quote",
    "Invalid control character": "a text has no closing quote in its line, or a tab in it",
    "Invalid \\": "a backslash in a text must be written twice",
    "Extra data": "there is more after the closing bracket",
}


class FormatError(ValueError):
    """A file that is not a usable design. ``problems`` lists every place that is wrong, in plain words."""

    def __init__(self, found: list[Problem]) -> None:
        super().__init__("; ".join(str(problem) for problem in found[:3]) + (" ..." if len(found) > 3 else ""))
        self.problems = tuple(found)


def _refuse(message: str, path: str = "document") -> NoReturn:
    raise FormatError([Problem(path, message)])


def _no_constant(name: str) -> NoReturn:
    _refuse(f"{name} is not a JSON number")


def _finite(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        _refuse(f"the number {text[:40]} is too large")
    return value


def _whole(text: str) -> int:
    if len(text) > 40:
        _refuse(f"the number {text[:20]}... is too long")
    return int(text)


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) < len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                _refuse(f"the field {key!r} is given twice in one object")
            seen.add(key)
    return result


def _depth(text: str) -> int:
    """How deeply brackets are nested outside quotes; read without recursion, before the parser sees the text."""
    deepest = depth = 0
    in_text = escaped = False
    for letter in text:
        if in_text:
            if escaped:
                escaped = False
            elif letter == "\\":
                escaped = True
            elif letter == '"':
                in_text = False
        elif letter == '"':
            in_text = True
        elif letter in "[{":
            depth += 1
            deepest = max(deepest, depth)
        elif letter in "]}":
            depth -= 1
    return deepest


def read_json(text: str) -> Any:
    """JSON text as plain data. Raises FormatError with the line and column of a slip."""
    if _depth(text) > MAX_DEPTH:
        _refuse(f"is nested more than {MAX_DEPTH} levels deep")
    try:
        data = json.loads(
            text, parse_constant=_no_constant, parse_float=_finite, parse_int=_whole, object_pairs_hook=_unique
        )
    except json.JSONDecodeError as error:
        if not text.strip():
            _refuse("is empty")
        slip = next((words for start, words in SLIPS.items() if error.msg.startswith(start)), error.msg)
        _refuse(f"is not JSON: {slip}; see line {error.lineno}, column {error.colno}")
    if "\\ud" in text.lower():  # half a letter, which could never be written again
        try:
            json.dumps(data, ensure_ascii=False).encode("utf-8")
        except UnicodeEncodeError:
            _refuse("has half a letter in a text (a lone \\ud800 to \\udfff)")
    return data


def read_text(path: Path, most: int = MAX_BYTES, what: str = "a design") -> str:
    """The text of a file of at most ``most`` bytes; ``what`` is wanted. Raises FormatError with the reason in plain
    words."""
    try:
        size = path.stat().st_size
        if path.is_dir():
            _refuse("there is a folder of this name, and a file is needed")
        if size > most:
            _refuse(f"is too large to be {what}: {size / 1e6:.0f} MB, at most {most / 1e6:.0f} MB are read")
        with path.open("rb") as stream:
            contents = stream.read(most + 1)  # what is no ordinary file may have no size and no end
    except FileNotFoundError:
        _refuse("there is no such file")
    except PermissionError:
        _refuse("may not be read: permission denied")
    except OSError as error:
        _refuse(f"cannot be read: {error.strerror or error}")
    return decode(contents, most, what)


def decode(contents: bytes, most: int = MAX_BYTES, what: str = "a design") -> str:
    """The text of a file's contents, within the size limit. Raises FormatError with the reason in plain words."""
    if len(contents) > most:
        _refuse(f"is too large to be {what}: at most {most / 1e6:.0f} MB are read")
    try:
        return contents.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        _refuse(f"is not UTF-8 text (byte {error.start})")


def parse(text: str) -> Design:
    """A design from JSON text. Raises FormatError with every problem found.

    >>> parse('{"format": "crest-design", "version": 1, "name": "Empty"}').name
    'Empty'
    """
    return from_data(read_json(text))


def load(path: Path | str) -> Design:
    """A design from a file. Raises FormatError."""
    return parse(read_text(Path(path)))


def from_data(data: Any) -> Design:
    """A design from plain JSON data. Raises FormatError."""
    if not isinstance(data, dict):
        _refuse('must be an object {...} with "format": "crest-design"')
    if data.get("format") != FORMAT:
        _refuse(f'is not a Crest design: its "format" must be "{FORMAT}"', "format")
    version = data.get("version")
    if not isinstance(version, int) or isinstance(version, bool) or version != VERSION:
        newer = isinstance(version, int) and version > VERSION
        _refuse(
            f"version {json.dumps(version)} is not known; this program reads version {VERSION}"
            + (". The file was made by a newer Crest: update to open it." if newer else "."),
            "version",
        )
    if found := problems(data, "design"):
        raise FormatError(found)
    return _design(whole(data))


def _token(data: Mapping[str, Any]) -> Token:
    value = data.get("value")
    return Token(
        data["kind"],
        None if value is None else int(value),
        data.get("place"),
        unknown_fields(data, frozenset({"kind", "value", "place"})),
    )


def stage_from_data(data: Mapping[str, Any]) -> Stage:
    """A stage from data that fits the stage schema."""
    tiles = tuple(
        PlacedTile(
            tile["tile"],
            Hex(int(tile["q"]), int(tile["r"])),
            int(tile.get("rotation", 0)),
            tuple(_token(token) for token in tile.get("tokens", ())),
            unknown_fields(tile, frozenset({"tile", "q", "r", "rotation", "tokens"})),
        )
        for tile in data["tiles"]
    )
    return Stage(tiles, unknown_fields(data, frozenset({"tiles"})))


def dashboard_from_data(data: Mapping[str, Any]) -> Dashboard:
    """A board from data that fits the dashboard schema."""
    return Dashboard(
        data.get("name", ""),
        frozen(data["slots"]),
        data.get("category"),
        data.get("notes", ""),
        unknown_fields(data, frozenset({"name", "slots", "category", "notes"})),
    )


def spire_from_data(data: Mapping[str, Any]) -> Spire:
    """A spire from data that fits the spire schema."""
    columns = tuple(
        Column(
            column["colour"],
            tuple(
                HoldCard(
                    hold["hold"],
                    hold.get("face_up", False),
                    hold.get("locked", False),
                    unknown_fields(hold, frozenset({"hold", "face_up", "locked"})),
                )
                for hold in column.get("holds", ())
            ),
            column.get("summit"),
            column.get("summit_up", False),
            unknown_fields(column, frozenset({"colour", "holds", "summit", "summit_up"})),
        )
        for column in data["columns"]
    )
    climbers = tuple(
        Climber(
            climber.get("character"), climber.get("start"), unknown_fields(climber, frozenset({"character", "start"}))
        )
        for climber in data.get("climbers", ())
    )
    known = frozenset({"columns", "fatigue_above", "players", "environment", "climbers", "deck"})
    return Spire(
        columns,
        data.get("fatigue_above"),
        data.get("players"),
        unknown_fields(data, known),
        data.get("environment"),
        climbers,
        FrozenMap(data["deck"]) if "deck" in data else None,
    )


def _board_at(data: Mapping[str, Any]) -> BoardAt:
    return BoardAt(
        data["when"],
        data["board"],
        data.get("driver", ""),
        unknown_fields(data, frozenset({"when", "board", "driver"})),
    )


def _design(data: Mapping[str, Any]) -> Design:
    inventory = event = None
    if "inventory" in data:
        owned = data["inventory"]
        inventory = Inventory(
            frozen(owned.get("boxes", {})),
            frozen(owned.get("pieces", {})),
            unknown_fields(owned, frozenset({"boxes", "pieces"})),
        )
    if "event" in data:
        event = Event(
            data["event"]["kind"],
            data["event"].get("laps"),
            data["event"].get("tries"),
            unknown_fields(data["event"], frozenset({"kind", "laps", "tries", "boards"})),
            tuple(_board_at(entry) for entry in data["event"].get("boards", ())),
        )
    known = frozenset(
        {
            "format",
            "version",
            "name",
            "author",
            "notes",
            "inventory",
            "stage",
            "dashboards",
            "spire",
            "event",
            "waivers",
            "house_rules",
            "setup_categories",
        }
    )
    return Design(
        name=data.get("name", ""),
        author=data.get("author", ""),
        notes=data.get("notes", ""),
        inventory=inventory,
        stage=stage_from_data(data["stage"]) if "stage" in data else None,
        dashboards=tuple(dashboard_from_data(board) for board in data.get("dashboards", ())),
        spire=spire_from_data(data["spire"]) if "spire" in data else None,
        event=event,
        waivers=tuple(
            Waiver(
                waiver["code"],
                waiver.get("place", ""),
                waiver.get("reason", ""),
                waiver.get("author", ""),
                unknown_fields(waiver, frozenset({"code", "place", "reason", "author"})),
            )
            for waiver in data.get("waivers", ())
        ),
        house_rules=frozen(data.get("house_rules", {})),
        extra=unknown_fields(data, known),
        categories=tuple(FrozenMap(record) for record in data.get("setup_categories", ())),
    )


def _with_extra(known: dict[str, Any], extra: Mapping[str, Any]) -> dict[str, Any]:
    """Known fields first, in their fixed order and without empty ones, then unknown fields by name."""
    result = {key: value for key, value in known.items() if value not in (None, "", (), [], {})}
    for key in sorted(extra):
        result[key] = extra[key]
    return result


def token_to_data(token: Token) -> dict[str, Any]:
    """A token as plain JSON data."""
    return _with_extra({"kind": token.kind, "value": token.value, "place": token.place}, token.extra)


def stage_to_data(stage: Stage) -> dict[str, Any]:
    """A stage as plain JSON data, tiles in the order of their hexes."""
    order = sorted(stage.tiles, key=lambda tile: tile.hex)
    tiles = [
        _with_extra(
            {
                "tile": tile.tile,
                "q": tile.hex.q,
                "r": tile.hex.r,
                "rotation": tile.rotation,
                "tokens": [token_to_data(token) for token in tile.tokens],
            },
            tile.extra,
        )
        for tile in order
    ]
    return {"tiles": tiles, **{key: stage.extra[key] for key in sorted(stage.extra)}}


def dashboard_to_data(board: Dashboard) -> dict[str, Any]:
    """A board as plain JSON data, slots in their fixed order."""
    data = _with_extra({"name": board.name, "category": board.category, "notes": board.notes}, {})
    return {**data, "slots": dict(board), **{key: board.extra[key] for key in sorted(board.extra)}}


def spire_to_data(spire: Spire) -> dict[str, Any]:
    """A spire as plain JSON data."""
    columns = [
        {
            "colour": column.colour,
            **_with_extra(
                {
                    "holds": [
                        {
                            "hold": card.hold,
                            **_with_extra({"face_up": card.face_up or None, "locked": card.locked or None}, card.extra),
                        }
                        for card in column.holds
                    ],
                    "summit": column.summit,
                    "summit_up": column.summit_up or None,
                },
                column.extra,
            ),
        }
        for column in spire.columns
    ]
    # A climber of whom nothing is said still holds his seat, so empty ones stay.
    climbers = [
        _with_extra({"character": climber.character, "start": climber.start}, climber.extra)
        for climber in spire.climbers
    ]
    head = _with_extra(
        {
            "players": spire.players,
            "fatigue_above": spire.fatigue_above,
            "environment": spire.environment,
            "climbers": climbers,
        },
        {},
    )
    deck = {} if spire.deck is None else {"deck": dict(spire.deck)}
    return {**head, "columns": columns, **deck, **{key: spire.extra[key] for key in sorted(spire.extra)}}


def to_data(design: Design) -> dict[str, Any]:
    """A design as plain JSON data in canonical order."""
    inventory = event = None
    if design.inventory is not None:
        owned = design.inventory
        inventory = _with_extra(
            {"boxes": dict(sorted(owned.boxes.items())), "pieces": dict(sorted(owned.pieces.items()))}, owned.extra
        )
    if design.event is not None:
        boards = [
            _with_extra({"when": entry.when, "driver": entry.driver}, {"board": entry.board, **entry.extra})
            for entry in design.event.boards
        ]
        event = _with_extra(
            {"kind": design.event.kind, "laps": design.event.laps, "tries": design.event.tries, "boards": boards},
            design.event.extra,
        )
    data = _with_extra(
        {
            "name": design.name,
            "author": design.author,
            "notes": design.notes,
            "event": event,
            "stage": None if design.stage is None else stage_to_data(design.stage),
            "dashboards": [dashboard_to_data(board) for board in design.dashboards],
            "spire": None if design.spire is None else spire_to_data(design.spire),
            "setup_categories": [dict(record) for record in design.categories],
            "house_rules": {key: design.house_rules[key] for key in sorted(design.house_rules)},
            "waivers": [
                _with_extra(
                    {"code": waiver.code, "place": waiver.place, "reason": waiver.reason, "author": waiver.author},
                    waiver.extra,
                )
                for waiver in design.waivers
            ],
        },
        {},
    )
    if inventory is not None:
        data["inventory"] = inventory
    return {"format": FORMAT, "version": VERSION, **data, **{key: design.extra[key] for key in sorted(design.extra)}}


def canonical(design: Design) -> str:
    """The text of a design: the same design always gives the same bytes.

    >>> canonical(parse(canonical(Design(name="A")))) == canonical(Design(name="A"))
    True
    """
    return json.dumps(to_data(design), ensure_ascii=False, indent=2, allow_nan=False) + "\n"


def content_hash(design: Design) -> str:
    """A short fingerprint of the canonical form (16 hexadecimal digits)."""
    return hashlib.sha256(canonical(design).encode("utf-8")).hexdigest()[:16]


def save(design: Design, path: Path | str) -> None:
    """Write a design; the old file stays whole until the new one is complete. Raises OSError."""
    write_atomic(Path(path), canonical(design).encode("utf-8"))


def write_atomic(path: Path, contents: bytes) -> None:
    """Write a file beside its place and move it there, so that a crash never leaves half a file. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".part")
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(contents)
            stream.flush()
            os.fsync(stream.fileno())
        mode = path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~_umask()
        os.chmod(temporary, mode)
        os.replace(temporary, path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
