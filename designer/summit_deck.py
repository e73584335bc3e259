"""The cards of Race for the Summit: a typed, frozen deck, read from catalog/summit/ or from a document, and dealing.

A deck says which hold types there are, which are bolted in each colour, how each climber likes them, who can climb
and with what ability, which action, summit and environment cards there are. What a card does is data: operations of
``OPERATIONS``, one or several in order. Most printed cards are unknown; every value says where it comes from.
"""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property, lru_cache
from typing import Any, NamedTuple

from designer import rules as rules_in_force
from designer.design.spire import Climber, Column, HoldCard, Spire
from designer.design.values import FrozenMap, frozen
from designer.resources import folder
from designer.rules import Rules
from designer.schemas import problems

CLASSES = "BPSH"
#: Class letters in words.
CLASS_WORDS = {"B": "bomber", "P": "positive", "S": "sketchy", "H": "heinous"}
#: When a card or an ability may take effect. "pick": on being taken in the action phase; "next": by itself at the
#: start of the next turn; "start": before anything else in one's turn; "turn": at any point of it; "reveal": after
#: a card was turned up, before it is paid; "fall": when one would fall.
MOMENTS = ("pick", "next", "start", "turn", "reveal", "fall")
#: Moments of the four kinds of action cards. Race for the Summit, Action Phase.
KIND_MOMENTS = {
    "immediate": frozenset({"pick"}),
    "use-or-lose": frozenset({"turn"}),
    "next-turn": frozenset({"next"}),
    "keep": frozenset({"start", "turn", "reveal", "fall"}),
}


class Operation(NamedTuple):
    """What an effect can do: the moments it can act in, the values it needs, and what it means in words."""

    moments: frozenset[str]
    values: Mapping[str, tuple[object, ...]]
    words: str


_NUMBER: tuple[object, ...] = (int,)
#: The operations a card designer can combine. A value is a whole number or one of the words that are listed.
OPERATIONS: Mapping[str, Operation] = {
    "stamina": Operation(frozenset({"next", "start", "turn", "reveal"}), {"n": _NUMBER},
                         "n more (or less) stamina in the turn; a loss leaves at least 1"),
    "move_modifier": Operation(frozenset({"turn"}), {"dir": ("up2", "diagonal_up", "side"),
                                                     "cost": (int, "normal", "target_only")},
                               "one move of another shape, at its usual cost or for a fixed one"),
    "cost_override": Operation(frozenset({"turn", "reveal"}), {"cost": _NUMBER}, "one move costs this much"),
    "cost_step": Operation(frozenset({"turn", "reveal"}), {"n": _NUMBER},
                           "one move costs n more (or less), never less than 1"),
    "class_shift": Operation(frozenset({"next", "turn"}), {"from": tuple(CLASSES), "to": tuple(CLASSES)},
                             "holds of one class count as another in this turn"),
    "side_cost": Operation(frozenset({"next", "turn"}), {"n": _NUMBER}, "sideways moves cost n more in this turn"),
    "clip_cost": Operation(frozenset({"next", "turn"}), {"cost": _NUMBER},
                           "clipping a bolt costs this much, for the turn, or once if played in it; anchors as usual"),
    "clip_ahead": Operation(frozenset({"turn"}), {"dir": ("up1",), "cost": _NUMBER},
                            "one's quickdraw goes onto the face-up bolted hold just above; never onto a summit card"),
    "cancel_fall": Operation(frozenset({"fall"}), {}, "a fall does not happen; the turn ends"),
    "fall_distance": Operation(frozenset({"fall"}), {"set": _NUMBER},
                               "a fall counts as this long; needs a placed quickdraw"),
    "no_deck": Operation(frozenset({"fall"}), {}, "instead of decking one stays on the Start card below"),
    "peek": Operation(frozenset({"pick", "turn"}), {"n": _NUMBER}, "look secretly at n face-down cards"),
    "reveal": Operation(frozenset({"pick", "turn"}), {"n": _NUMBER}, "turn n face-down hold cards up for all"),
    "fatigue": Operation(frozenset({"pick", "turn"}), {"d": _NUMBER}, "the fatigue line moves by d rows"),
    "swap_facedown_same_column": Operation(frozenset({"pick", "turn"}), {},
                                           "two face-down hold cards of one column change places unseen"),
    "recover_ability": Operation(frozenset({"pick", "turn"}), {}, "one's ability can be used once more"),
}


class DeckError(ValueError):
    """A deck that cannot be used; its text says why, in the user's words."""


@dataclass(frozen=True, slots=True)
class Effect:
    """One operation with its values."""

    op: str
    values: FrozenMap

    def number(self, name: str) -> int:
        """A value that is a whole number."""
        return int(self.values[name])


@dataclass(frozen=True, slots=True)
class Ability:
    """What a character can do once. ``when``: "start", "turn", "reveal" or "fall"."""

    id: str
    when: str
    text: str
    effects: tuple[Effect, ...]
    source: str


@dataclass(frozen=True, slots=True)
class Character:
    """A climber."""

    name: str
    ability: Ability
    source: str


@dataclass(frozen=True, slots=True)
class ActionCard:
    """An action card; ``count`` says how often the deck holds it."""

    id: str
    kind: str
    count: int
    name: str
    text: str
    effects: tuple[Effect, ...]
    source: str


@dataclass(frozen=True, slots=True)
class SummitCard:
    """A kind of summit card. ``grade`` is "sketchy" or "positive"; the anchor is seen on both sides, the grade not."""

    id: str
    anchored: bool
    grade: str
    count: int
    source: str


@dataclass(frozen=True, slots=True)
class Environment:
    """An environment card: the row below the fatigue line."""

    name: str
    fatigue_above: int
    source: str


@dataclass(frozen=True)
class Deck:
    """All cards.

    >>> deck = standard()
    >>> deck.class_of("Hiro", "Crimper"), deck.is_bolted("red", "Jug")
    ('H', True)
    """

    id: str
    name: str
    holds: tuple[str, ...]
    always_bolted: tuple[str, ...]
    bolted_per_column: int
    bolted: Mapping[str, frozenset[str]]
    classes: Mapping[str, Mapping[str, str]]
    from_document: frozenset[tuple[str, str]]
    characters: tuple[Character, ...]
    actions: tuple[ActionCard, ...]
    start_player_cards: int
    summits: tuple[SummitCard, ...]
    environments: tuple[Environment, ...]
    variants: Mapping[str, tuple[tuple[str, str, str], ...]]

    @property
    def colours(self) -> tuple[str, ...]:
        """The colours of hold cards."""
        return tuple(self.bolted)

    def class_of(self, climber: str, hold: str) -> str:
        """How a climber likes a hold type: "B", "P", "S" or "H". Raises DeckError."""
        try:
            letter: str = self.classes[climber][hold]
        except KeyError:
            raise DeckError(f"The deck {self.name!r} does not say how {climber} likes a {hold}.") from None
        return letter

    def is_bolted(self, colour: str, hold: str) -> bool:
        """Whether a hold type is bolted in a colour."""
        return hold in self.bolted.get(colour, frozenset())

    @cached_property
    def character_by_name(self) -> Mapping[str, Character]:
        """Characters by name."""
        return {character.name: character for character in self.characters}

    @cached_property
    def action_by_id(self) -> Mapping[str, ActionCard]:
        """Action cards by id."""
        return {card.id: card for card in self.actions}

    @cached_property
    def summit_by_id(self) -> Mapping[str, SummitCard]:
        """Kinds of summit cards by id."""
        return {card.id: card for card in self.summits}


def _effects(data: Any) -> tuple[Effect, ...]:
    listed = data if isinstance(data, list) else [data]
    return tuple(Effect(entry["op"], frozen({key: value for key, value in entry.items() if key != "op"}))
                 for entry in listed)


def parse(data: Mapping[str, Any]) -> Deck:
    """A deck from data of the summit-deck schema. Raises DeckError where the shape is wrong.

    >>> parse(standard_data()).name
    'Stand-in deck'
    """
    found = problems(dict(data), "summit-deck")
    if found:
        raise DeckError("; ".join(dict.fromkeys(str(problem) for problem in found[:3])))
    return Deck(
        id=data["id"],
        name=data["name"],
        holds=tuple(hold["name"] for hold in data["holds"]),
        always_bolted=tuple(data["always_bolted"]["holds"]),
        bolted_per_column=data["bolted_per_column"]["value"],
        bolted=frozen({column["colour"]: frozenset(column["bolted"]) for column in data["columns"]}),
        classes=frozen({climber: frozen(row) for climber, row in data["preferences"]["classes"].items()}),
        from_document=frozenset((climber, hold) for climber, hold in data["preferences"]["from_document"]),
        characters=tuple(
            Character(entry["name"], Ability(entry["ability"]["id"], entry["ability"]["when"],
                                             entry["ability"]["text"], _effects(entry["ability"]["effect"]),
                                             entry["ability"]["source"]), entry["source"])
            for entry in data["characters"]
        ),
        actions=tuple(
            ActionCard(card["id"], card["kind"], card["count"], card["name"], card["text"],
                       _effects(card["effect"]), card["source"])
            for card in data["actions"]["cards"]
        ),
        start_player_cards=data["actions"]["start_player_cards"]["value"],
        summits=tuple(SummitCard(card["id"], card["anchored"], card["class"], card["count"], card["source"])
                      for card in data["summits"]),
        environments=tuple(Environment(card["name"], card["fatigue_above"], card["source"])
                           for card in data["environments"]),
        variants=frozen({entry["id"]: tuple((change["hold"], change["from"], change["to"])
                                            for change in entry["changes"])
                         for entry in data.get("variants", ())}),
    )


@cache
def standard_data() -> FrozenMap:
    """The catalog's deck as data, as a start for a deck of one's own."""
    path = folder("catalog") / "summit" / "deck.json"
    return FrozenMap(json.loads(path.read_text(encoding="utf-8")))


@cache
def standard() -> Deck:
    """The catalog's deck."""
    return parse(standard_data())


@lru_cache(maxsize=32)
def _parsed(data: FrozenMap) -> Deck:
    return parse(data)


def of(spire: Spire) -> Deck:
    """The deck of a spire: its own or the catalog's. Raises DeckError."""
    return standard() if spire.deck is None else _parsed(spire.deck)


def with_variant(deck: Deck, variant: str) -> Deck:
    """The deck with the class changes of one of its variants. Raises DeckError.

    >>> with_variant(standard(), "harder").class_of("Granite", "Jug")
    'S'
    """
    if variant not in deck.variants:
        raise DeckError(f"The deck {deck.name!r} has no variant {variant!r}; it has "
                        f"{', '.join(deck.variants) or 'none'}.")
    table = {climber: dict(row) for climber, row in deck.classes.items()}
    for hold, old, new in deck.variants[variant]:
        for row in table.values():
            if row.get(hold) == old:
                row[hold] = new
    return replace(deck, classes=frozen({climber: frozen(row) for climber, row in table.items()}))


def moments(effects: tuple[Effect, ...], within: frozenset[str]) -> frozenset[str]:
    """The moments, out of some, in which all operations of a card can act."""
    for effect in effects:
        known = OPERATIONS.get(effect.op)
        within = within & known.moments if known else frozenset()
    return within


@lru_cache(maxsize=512)
def card_moments(card: ActionCard) -> frozenset[str]:
    """When an action card takes effect. A loss by a kept card would be no card to keep, but it is allowed."""
    return moments(card.effects, KIND_MOMENTS.get(card.kind, frozenset()))


@lru_cache(maxsize=512)
def ability_moments(ability: Ability) -> frozenset[str]:
    """When an ability may be used."""
    return moments(ability.effects, frozenset({ability.when}))


def effect_problems(deck: Deck) -> Iterator[str]:
    """What the engine could not do, in words: unknown operations, missing values, cards that can never be used."""
    for ability_owner in deck.characters:
        ability = ability_owner.ability
        where = f"the ability of {ability_owner.name}"
        yield from _wrong(where, ability.effects, ability_moments(ability), ability.when)
    for card in deck.actions:
        yield from _wrong(f"the action card {card.name}", card.effects, card_moments(card), card.kind)


def _wrong(where: str, effects: tuple[Effect, ...], usable: frozenset[str], when: str) -> Iterator[str]:
    fits = True
    for effect in effects:
        known = OPERATIONS.get(effect.op)
        if known is None:
            fits = False
            yield f"{where}: there is no operation {effect.op!r}; there is {', '.join(OPERATIONS)}"
            continue
        for name, allowed in known.values.items():
            value = effect.values.get(name)
            if value in allowed or (int in allowed and type(value) is int):
                continue
            fits = False
            words = " or ".join("a whole number" if choice is int else repr(choice) for choice in allowed)
            yield f"{where}: {effect.op} needs {name!r}, {words}, not {value!r}"
    if fits and not usable:
        yield f"{where}: its operations cannot act together when it is used ({when})"


def deal(players: int, seed: int | str, *, deck: Deck | None = None, rules: Rules | None = None) -> Spire:
    """A spire dealt at random for a number of players: colours, holds, summit cards, environment.

    Race for the Summit, Set-up. The house rule "summit.nine_rows" leaves the last card of each colour out. The same
    seed gives the same spire. Raises DeckError where the deck has too few cards.

    >>> spire = deal(3, seed=1)
    >>> len(spire.columns), spire.rows, sum(column.summit.startswith("anchored-") for column in spire.columns)
    (4, 10, 1)
    """
    deck = deck or standard()
    rules = rules or rules_in_force.load()
    if not 2 <= players <= 6:
        raise DeckError(f"Two to six players can climb, not {players}.")
    rng = random.Random(f"deal/{seed}")
    count = rules.number(f"summit.columns_for_{players}")
    if count > len(deck.colours):
        raise DeckError(f"{players} players need {count} columns; the deck {deck.name!r} has {len(deck.colours)} "
                        "colours.")
    rows = min(rules.number("summit.hold_rows"), len(deck.holds))
    if rules.switch("summit.nine_rows"):
        rows = min(9, rows)
    colours = rng.sample(deck.colours, count)
    tops = _summits(deck, rules, players, count, rng)
    columns = tuple(
        Column(colour, tuple(HoldCard(hold) for hold in rng.sample(deck.holds, len(deck.holds))[:rows]), top)
        for colour, top in zip(colours, tops, strict=True)
    )
    fitting = [card for card in deck.environments if 1 <= card.fatigue_above < rows]
    if not fitting:
        raise DeckError(f"The deck {deck.name!r} has no environment card whose fatigue line fits {rows} rows.")
    weather = rng.choice(fitting)
    return Spire(columns, weather.fatigue_above, players, environment=weather.name)


def cast(spire: Spire, seed: int | str, deck: Deck | None = None) -> Spire:
    """The spire with a character drawn for every seat that has none. Raises DeckError where there are too few.

    >>> spire = cast(deal(3, seed=1), seed=1)
    >>> len({climber.character for climber in spire.climbers})
    3
    """
    deck = deck or of(spire)
    players = spire.players or max(2, len(spire.columns) - 1)
    seats = (*spire.climbers, *(Climber() for _ in range(players - len(spire.climbers))))
    taken = {climber.character for climber in seats}
    spare = [character.name for character in deck.characters if character.name not in taken]
    wanted = sum(climber.character is None for climber in seats)
    if wanted > len(spare):
        raise DeckError(f"The deck {deck.name!r} has {len(deck.characters)} characters for {players} players.")
    drawn = iter(random.Random(f"cast/{seed}").sample(spare, wanted))
    return replace(spire, climbers=tuple(
        climber if climber.character is not None else replace(climber, character=next(drawn)) for climber in seats))


def _summits(deck: Deck, rules: Rules, players: int, count: int, rng: random.Random) -> list[str]:
    """The summit cards that stay, shuffled: some of either kind leave unseen. Race for the Summit, Set-up."""
    left: list[str] = []
    for anchored, word in ((True, "anchored"), (False, "anchorless")):
        cards = [card.id for card in deck.summits for _ in range(card.count) if card.anchored is anchored]
        rng.shuffle(cards)
        left += cards[rules.number(f"summit.{word}_removed_for_{players}"):]
    rng.shuffle(left)
    if len(left) < count:
        raise DeckError(f"The deck {deck.name!r} leaves {len(left)} summit cards for {count} columns.")
    return left[:count]


# Edits of a deck's data, for a deck of one's own: each gives new data and leaves the old as it was.


def with_class(data: FrozenMap, climber: str, hold: str, letter: str) -> FrozenMap:
    """The deck with another class of a hold type for a climber. Raises DeckError.

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
    cards[place:place + 1] = [dict(card)]
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
    cards[place:place + 1] = [{"name": name, "fatigue_above": row, "source": "assumed"}]
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
    table["classes"] = {climber: {name: letter for hold, letter in row.items() for name in names([hold])}
                        for climber, row in table["classes"].items()}
    for variant in changed.get("variants", ()):
        variant["changes"] = [{**change, "hold": name} for change in variant["changes"]
                              for name in names([change["hold"]])]
    return FrozenMap(changed)


def _copy(data: FrozenMap) -> dict[str, Any]:
    return copy.deepcopy(dict(data))


def _usable(data: dict[str, Any]) -> FrozenMap:
    made = FrozenMap(data)
    if wrong := next(effect_problems(parse(made)), None):
        raise DeckError(f"{wrong[:1].upper()}{wrong[1:]}.")
    return made
