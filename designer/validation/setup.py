"""SET-UP builds: a category's restriction tokens are a JSON schema that the board is validated against.

Source: Climb, "SET-UP Mode". A restriction takes a slot and forbids a token everywhere on the board; turned to its
blank side it keeps the slot and forbids nothing; what is not forbidden may be used any number of times.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import partial
from typing import Any

from jsonschema import Draft202012Validator

from designer import catalog
from designer.design.dashboard import BLANK, TRACK_TYPES, Dashboard, put, track_types, with_types
from designer.design.document import Design
from designer.model.compiled import CompiledDesign
from designer.validation.codes import finding
from designer.validation.dashboards import WEATHER, board_fix, cleared, kinds, title
from designer.validation.finding import Finding, Location
from designer.words import did_you_mean, listed


def category_schema(category: Mapping[str, Any], turned: Collection[str] = ()) -> dict[str, Any]:
    """The JSON schema (2020-12) of a board of a category, as ``{"slots": {slot: token}}``.

    ``category`` is a record of catalog/setup/. ``turned`` names the slots whose restriction lies blank side up; it
    then forbids nothing.

    >>> schema = category_schema(catalog.setup_categories()["r6"])
    >>> "boost" in schema["properties"]["slots"]["additionalProperties"]["not"]["enum"]
    True
    """
    layout: Mapping[str, str] = category["layout"]
    forbidden = forbidden_tokens(category, turned)
    foreign = [name for name in TRACK_TYPES if name not in category["track_types"]]
    slots = {
        slot: {
            "enum": [token, BLANK] if kinds()[token].group == "restriction" else [token],
            "description": f"Taken up by the {token} token of the layout.",
        }
        for slot, token in layout.items()
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:crest:setup:{category['id']}",
        "title": f"SET-UP board of category {category['name']}",
        "type": "object",
        "required": ["slots"],
        "properties": {
            "slots": {
                "type": "object",
                "required": list(layout),
                "properties": slots,
                "additionalProperties": {"type": "string", "not": {"enum": [*forbidden, *foreign]}},
            }
        },
    }


def forbidden_tokens(category: Mapping[str, Any], turned: Collection[str] = ()) -> list[str]:
    """The tokens that a category's restrictions forbid, but for restrictions whose slot is in ``turned``."""
    in_force = {token for slot, token in category["layout"].items() if slot not in turned}
    return [rule["token"] for rule in category["forbids"] if rule["restriction"] in in_force]


def turned_slots(category: Mapping[str, Any], board: Dashboard) -> tuple[str, ...]:
    """The slots of the layout whose restriction the board shows blank side up."""
    return tuple(
        slot
        for slot, token in category["layout"].items()
        if kinds()[token].group == "restriction" and board.slots.get(slot) == BLANK
    )


def categories_of(design: Design) -> dict[str, Mapping[str, Any]]:
    """The SET-UP categories a design may use, by id: those of the catalog, and its own in place of or after them."""
    own = {record["id"]: {"track_types": list(types_of_kind(record["kind"])), **record} for record in design.categories}
    return {**catalog.setup_categories(), **own}


def types_of_kind(kind: str) -> tuple[str, ...]:
    """The track types of a kind of category: those of a rally, or the weathers of GT.

    >>> types_of_kind("gt")
    ('dry', 'wet')
    """
    return tuple(name for name in TRACK_TYPES if (name in WEATHER) == (kind == "gt"))


def restriction_for(token: str) -> str | None:
    """The restriction token that forbids a token, or None where there is none.

    >>> restriction_for("boost")
    'no-boost'
    """
    return next((name for name, facts in kinds().items() if facts.forbids == token), None)


def own_categories(compiled: CompiledDesign) -> Iterator[Finding]:
    """The categories of the document's own hold together."""
    for number, category in enumerate(compiled.design.categories):
        for problem in category_problems(category):
            yield finding(
                "SET007", f"The category {category['name']}: {problem}", Location(path=f"setup_categories[{number}]")
            )
        if any(other["id"] == category["id"] for other in compiled.design.categories[:number]):
            yield finding(
                "SET007",
                f"The category {category['name']}: there are two with the id {category['id']}.",
                Location(path=f"setup_categories[{number}]"),
            )


def category_problems(category: Mapping[str, Any]) -> list[str]:
    """Why a category that fits the schema still cannot be played, in sentences; empty when it can."""
    layout, found = category["layout"], []
    if layout.get("T1") is not None:
        found.append("slot T1 must stay free for the favourite track type.")
    named = {rule["restriction"]: rule["token"] for rule in category["forbids"]}
    for restriction, token in named.items():
        if restriction_for(token) != restriction:
            found.append(f"the {restriction} token does not forbid {token}.")
        elif restriction not in layout.values():
            found.append(f"it forbids {token}, but the {restriction} token lies in no slot.")
    for slot, token in layout.items():
        if kinds()[token].group == "restriction" and token not in named:
            found.append(f"the {token} token in {slot} forbids {kinds()[token].forbids}, which its list leaves out.")
    foreign = [kind for kind in category.get("track_types", ()) if (kind in WEATHER) != (category["kind"] == "gt")]
    if foreign:
        found.append(f"{listed(foreign)} is no track type of a {category['kind']} board.")
    board = category.get("standard_board")
    if board and board not in catalog.standard_boards():
        found.append(f"there is no standard car {board}.")
    return found


def builds(compiled: CompiledDesign) -> Iterator[Finding]:
    """Boards against the schema of their category."""
    categories = categories_of(compiled.design)
    for index, board in enumerate(compiled.design.dashboards):
        if not board.category:
            types = set(track_types(board))
            event = compiled.design.event
            in_the_dry = event is not None and event.kind == "rallycross"  # RX, "Setup": weather is advanced
            if types and types <= set(WEATHER) and not in_the_dry:
                yield from _weathers(compiled, index, f"{title(compiled, index)} is a GT board", WEATHER)
            continue
        category = categories.get(board.category)
        if category is None:
            hint = did_you_mean(board.category.lower(), categories, what="Categories are", most=2, cutoff=0.4)
            yield finding(
                "SET001",
                f"{title(compiled, index)} names a category {board.category} that does not exist. {hint}",
                Location(board=index),
            )
            continue
        yield from _violations(compiled, index, category)


def _violations(compiled: CompiledDesign, index: int, category: Mapping[str, Any]) -> Iterator[Finding]:
    board = compiled.design.dashboards[index]
    who, name = title(compiled, index), category["name"]
    turned = shown = turned_slots(category, board)
    if not compiled.rules.switch("setup.restrictions_bind"):
        turned = tuple(category["layout"])
    forbidden = forbidden_tokens(category, turned)
    by_token = {rule["token"]: rule for rule in category["forbids"]}
    validator = Draft202012Validator(category_schema(category, turned))
    for error in validator.iter_errors({"slots": dict(board)}):
        if error.validator == "required":
            continue  # listed below, slot by slot
        slot, token = str(error.absolute_path[-1]), str(error.instance)
        place = Location(board=index, slot=slot)
        if token in forbidden:
            rule = by_token[token]
            flip = next(where for where, what in category["layout"].items() if what == rule["restriction"])
            yield finding(
                "SET002",
                f"{who} is an {name} build, which may not use {token} ({slot}). Take it out; or, "
                f"as a house rule, turn the {rule['restriction']} token in {flip} to its blank side.",
                place,
                (cleared(index, slot, token),),
            )
        elif token in TRACK_TYPES and token not in category["track_types"]:
            yield finding(
                "SET005",
                f"{who} is an {name} build; its track types are {listed(category['track_types'])}, not {token}.",
                place,
            )
        else:
            yield _layout(who, name, index, slot, category["layout"][slot], token)
    if category["kind"] == "gt":
        yield from _weathers(compiled, index, f"{who} is an {name} build", category["track_types"])
    for slot, token in category["layout"].items():
        if slot not in board.slots:
            yield _layout(who, name, index, slot, token, None)
        elif slot in shown:
            yield finding(
                "SET004",
                f"{who} shows the {token} token of {name} in {slot} blank side up: a house rule. "
                "Agree on it before the race.",
                Location(board=index, slot=slot),
            )


def pieces_laid(compiled: CompiledDesign) -> Iterator[Finding]:
    """SET008: a restriction piece forbids what it shows wherever it lies, without a category and beyond its layout.

    What the category's own restrictions forbid is SET002.
    """
    if not compiled.rules.switch("setup.restrictions_bind"):
        return
    categories = categories_of(compiled.design)
    for index, board in enumerate(compiled.design.dashboards):
        category = categories.get(board.category or "")
        said = forbidden_tokens(category, turned_slots(category, board)) if category is not None else []
        for slot, token in board:
            pieces = [(where, piece) for where, piece in board if piece in kinds() and kinds()[piece].forbids == token]
            if not pieces or token in said:
                continue
            lying = listed([f"the {piece} token in {where}" for where, piece in pieces])
            yield finding(
                "SET008",
                f"{title(compiled, index)} has {token} in {slot}, which {lying} forbids: a restriction does so "
                "wherever it lies. Take one of them out; or, as a house rule, turn the restriction to its blank side.",
                Location(board=index, slot=slot),
                (
                    cleared(index, slot, token),
                    board_fix(
                        f"Turn {lying} to its blank side", index, partial(_blank, [where for where, _ in pieces])
                    ),
                ),
            )


def _blank(slots: Collection[str], board: Dashboard) -> Dashboard:
    for slot in slots:
        board = put(board, slot, BLANK)
    return board


def _weathers(compiled: CompiledDesign, index: int, begins: str, needed: Collection[str]) -> Iterator[Finding]:
    """A GT board has a token for both weathers (Climb, "GT Dashboards"); with none at all it is told otherwise."""
    if not compiled.rules.switch("setup.gt_needs_both_weathers"):
        return
    types = track_types(compiled.design.dashboards[index])
    lacking = [name for name in needed if name not in types]
    if len(lacking) == 1:
        yield finding(
            "SET006",
            f"{begins} and has no {lacking[0]} token; both dry and wet are needed. Where the weather of the race is "
            "fixed one may go: say so by the house rule setup.gt_needs_both_weathers.",
            Location(board=index, slot="T1"),
            (
                board_fix(
                    f"Put {lacking[0]} into the top row", index, lambda board: with_types(board, [*types, *lacking])
                ),
            ),
        )


def _layout(who: str, name: str, index: int, slot: str, wanted: str, found: str | None) -> Finding:
    has = "is empty" if found is None else f"holds {found}"
    return finding(
        "SET003",
        f"{who} is an {name} build: slot {slot} belongs to the {wanted} token of the layout, but it {has}.",
        Location(board=index, slot=slot),
        (board_fix(f"Put {wanted} into {slot}", index, lambda board: put(board, slot, wanted), safe=found is None),),
    )


CHECKS = (own_categories, builds, pieces_laid)
