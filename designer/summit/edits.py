"""Edits of a deck's data, for a deck of one's own: each gives new data and leaves the old as it was."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any

from designer.design.values import FrozenMap
from designer.summit.deck import CLASSES, DeckError, effect_problems, parse


def with_class(data: FrozenMap, climber: str, hold: str, letter: str) -> FrozenMap:
    """The deck with another class of a hold type for a climber. Raises DeckError.

    >>> from designer.summit.deck import standard_data
    >>> parse(with_class(standard_data(), "Gym", "Jug", "H")).class_of("Gym", "Jug")
    'H'
    """
    if letter not in CLASSES:
        raise DeckError(f"A class is one of {', '.join(CLASSES)}, not {letter!r}.")
    changed = _copy(data)
    if climber not in changed["preferences"]["classes"]:
        raise DeckError(f"The deck {data['name']!r} has no climber {climber!r}.")
    changed["preferences"]["classes"][climber][hold] = letter
    return FrozenMap(changed)


def with_bolt(data: FrozenMap, colour: str, hold: str, bolted: bool) -> FrozenMap:
    """The deck with a hold type of a colour bolted or not. Raises DeckError for a colour it does not have."""
    changed = _copy(data)
    column = next((column for column in changed["columns"] if column["colour"] == colour), None)
    if column is None:
        raise DeckError(f"The deck {data['name']!r} has no colour {colour!r}.")
    kept = set(column["bolted"]) - {hold} | ({hold} if bolted else set())
    column["bolted"] = [entry["name"] for entry in changed["holds"] if entry["name"] in kept]
    return FrozenMap(changed)


def with_action(data: FrozenMap, card: Mapping[str, Any]) -> FrozenMap:
    """The deck with an action card added, or with the one of the same id replaced. Raises DeckError."""
    changed = _copy(data)
    cards = changed["actions"]["cards"]
    place = next((number for number, other in enumerate(cards) if other["id"] == card.get("id")), len(cards))
    cards[place : place + 1] = [dict(card)]
    return _usable(changed)


def without_action(data: FrozenMap, card: str) -> FrozenMap:
    """The deck without an action card."""
    changed = _copy(data)
    changed["actions"]["cards"] = [other for other in changed["actions"]["cards"] if other["id"] != card]
    return FrozenMap(changed)


def with_ability(data: FrozenMap, climber: str, ability: Mapping[str, Any]) -> FrozenMap:
    """The deck with another ability of a character. Raises DeckError."""
    changed = _copy(data)
    character = next((entry for entry in changed["characters"] if entry["name"] == climber), None)
    if character is None:
        raise DeckError(f"The deck {data['name']!r} has no character {climber!r}.")
    character["ability"] = dict(ability)
    return _usable(changed)


def with_environment(data: FrozenMap, name: str, row: int) -> FrozenMap:
    """The deck with an environment card added, or with the line of the one of that name moved. Raises DeckError."""
    changed = _copy(data)
    cards = changed["environments"]
    place = next((number for number, other in enumerate(cards) if other["name"] == name), len(cards))
    cards[place : place + 1] = [{"name": name, "fatigue_above": row, "source": "assumed"}]
    return _usable(changed)


def without_environment(data: FrozenMap, name: str) -> FrozenMap:
    """The deck without an environment card."""
    changed = _copy(data)
    changed["environments"] = [card for card in changed["environments"] if card["name"] != name]
    return FrozenMap(changed)


def with_summits(data: FrozenMap, kind: str, count: int) -> FrozenMap:
    """The deck with another number of cards of a kind of summit."""
    changed = _copy(data)
    for card in changed["summits"]:
        if card["id"] == kind:
            card["count"] = count
    return FrozenMap(changed)


def with_name(data: FrozenMap, name: str) -> FrozenMap:
    """The deck under another name; its id follows.

    >>> from designer.summit.deck import standard_data
    >>> with_name(standard_data(), "Club deck!")["id"]
    'club-deck'
    """
    words = "".join(letter if letter.isascii() and letter.isalnum() else " " for letter in name.lower()).split()
    return FrozenMap({**data, "name": name, "id": "-".join(words)[:60].strip("-") or "deck"})


def with_hold(data: FrozenMap, name: str) -> FrozenMap:
    """The deck with one more hold type, positive for everyone and nowhere bolted. Raises DeckError."""
    _free(data, name)
    changed = _copy(data)
    changed["holds"].append({"name": name, "source": "assumed"})
    for row in changed["preferences"]["classes"].values():
        row[name] = "P"
    return FrozenMap(changed)


def without_hold(data: FrozenMap, name: str) -> FrozenMap:
    """The deck without a hold type. Raises DeckError for the last one."""
    return _renamed(data, name, None)


def with_hold_renamed(data: FrozenMap, old: str, new: str) -> FrozenMap:
    """The deck with another name for a hold type, wherever it stands. Raises DeckError.

    >>> from designer.summit.deck import standard_data
    >>> with_hold_renamed(standard_data(), "Flake", "Crack")["holds"][-1]["name"]
    'Crack'
    """
    if new != old:
        _free(data, new)
    return _renamed(data, old, new)


def _free(data: FrozenMap, name: str) -> None:
    if not name.strip() or name in {"Start", *(hold["name"] for hold in data["holds"])}:
        raise DeckError(f"A hold type needs a name of its own, not {name!r}.")


def _renamed(data: FrozenMap, old: str, new: str | None) -> FrozenMap:
    """A hold type under another name, or gone."""
    changed = _copy(data)
    if new is None and len(changed["holds"]) == 1:
        raise DeckError("A deck has at least one hold type.")

    def names(listed: list[str]) -> list[str]:
        return [name for name in (new if name == old else name for name in listed) if name is not None]

    changed["holds"] = [{**hold, "name": name} for hold in changed["holds"] for name in names([hold["name"]])]
    changed["always_bolted"]["holds"] = names(changed["always_bolted"]["holds"])
    for column in changed["columns"]:
        column["bolted"] = names(column["bolted"])
    table = changed["preferences"]
    table["from_document"] = [[climber, name] for climber, hold in table["from_document"] for name in names([hold])]
    table["classes"] = {
        climber: {name: letter for hold, letter in row.items() for name in names([hold])}
        for climber, row in table["classes"].items()
    }
    for variant in changed.get("variants", ()):
        variant["changes"] = [
            {**change, "hold": name} for change in variant["changes"] for name in names([change["hold"]])
        ]
    return FrozenMap(changed)


def _copy(data: FrozenMap) -> dict[str, Any]:
    return copy.deepcopy(dict(data))


def _usable(data: dict[str, Any]) -> FrozenMap:
    made = FrozenMap(data)
    if wrong := next(effect_problems(parse(made)), None):
        raise DeckError(f"{wrong[:1].upper()}{wrong[1:]}.")
    return made
