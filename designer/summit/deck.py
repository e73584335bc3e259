"""The cards of Race for the Summit: a typed, frozen deck, read from catalog/summit/ or from a document.

A deck says which hold types there are, which are bolted in each colour, how each climber likes them, who can climb
and with what ability, which action, summit and environment cards there are. What a card does is data: operations of
``OPERATIONS``, one or several in order. Most printed cards are unknown; every value says where it comes from.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property, lru_cache
from typing import Any, Literal, NamedTuple, get_args

from designer.design.spire import Spire
from designer.design.values import FrozenMap, frozen
from designer.resources import folder
from designer.schemas import problems

CLASSES = "BPSH"
#: Class letters in words.
CLASS_WORDS = {"B": "bomber", "P": "positive", "S": "sketchy", "H": "heinous"}
#: The kinds of action cards. Race for the Summit, Action Phase.
Kind = Literal["immediate", "use-or-lose", "next-turn", "keep"]
#: When a card or an ability may take effect. "pick": on being taken in the action phase; "next": by itself at the
#: start of the next turn; "start": before anything else in one's turn; "turn": at any point of it; "reveal": after
#: a card was turned up, before it is paid; "fall": when one would fall.
Moment = Literal["pick", "next", "start", "turn", "reveal", "fall"]
MOMENTS: tuple[Moment, ...] = get_args(Moment)
#: When an ability may be used; the moments of a character's own.
When = Literal["start", "turn", "reveal", "fall"]
#: How good the holds of a summit card are.
Grade = Literal["positive", "sketchy"]
#: Moments of the four kinds of action cards.
KIND_MOMENTS: Mapping[Kind, frozenset[Moment]] = {
    "immediate": frozenset({"pick"}),
    "use-or-lose": frozenset({"turn"}),
    "next-turn": frozenset({"next"}),
    "keep": frozenset({"start", "turn", "reveal", "fall"}),
}


@dataclass(frozen=True, slots=True)
class Whole:
    """The whole numbers that a value may be.

    >>> 3 in Whole(0, 99), -5 in Whole(0, 99), True in Whole(0, 99)
    (True, False, False)
    """

    least: int
    most: int

    def __contains__(self, value: object) -> bool:
        return type(value) is int and self.least <= value <= self.most

    def __str__(self) -> str:
        return f"a whole number from {self.least} to {self.most}"


#: What a value of an operation may be: certain words, whole numbers, or either.
Allowed = tuple[Whole | str, ...]


class Operation(NamedTuple):
    """What an effect can do: the moments it can act in, the values it needs, and what it means in words."""

    moments: frozenset[Moment]
    values: Mapping[str, Allowed]
    words: str


#: Costs, distances and numbers of cards cannot be less than nothing; changes can go either way.
_COUNT = Whole(0, 99)
_CHANGE = Whole(-99, 99)
#: The operations a card designer can combine. A value is a whole number of a range or one of the words that are listed.
OPERATIONS: Mapping[str, Operation] = {
    "stamina": Operation(
        frozenset({"next", "start", "turn", "reveal"}),
        {"n": (_CHANGE,)},
        "n more (or less) stamina in the turn; a loss leaves at least 1",
    ),
    "move_modifier": Operation(
        frozenset({"turn"}),
        {"dir": ("up2", "diagonal_up", "side"), "cost": (_COUNT, "normal", "target_only")},
        "one move of another shape, at its usual cost or for a fixed one",
    ),
    "cost_override": Operation(frozenset({"turn", "reveal"}), {"cost": (_COUNT,)}, "one move costs this much"),
    "cost_step": Operation(
        frozenset({"turn", "reveal"}), {"n": (_CHANGE,)}, "one move costs n more (or less), never less than 1"
    ),
    "class_shift": Operation(
        frozenset({"next", "turn"}),
        {"from": tuple(CLASSES), "to": tuple(CLASSES)},
        "holds of one class count as another in this turn",
    ),
    "side_cost": Operation(frozenset({"next", "turn"}), {"n": (_CHANGE,)}, "sideways moves cost n more in this turn"),
    "clip_cost": Operation(
        frozenset({"next", "turn"}),
        {"cost": (_COUNT,)},
        "clipping a bolt costs this much, for the turn, or once if played in it; anchors as usual",
    ),
    "clip_ahead": Operation(
        frozenset({"turn"}),
        {"dir": ("up1",), "cost": (_COUNT,)},
        "one's quickdraw goes onto the face-up bolted hold just above; never onto a summit card",
    ),
    "cancel_fall": Operation(frozenset({"fall"}), {}, "a fall does not happen; the turn ends"),
    "fall_distance": Operation(
        frozenset({"fall"}), {"set": (_COUNT,)}, "a fall counts as this long; needs a placed quickdraw"
    ),
    "no_deck": Operation(frozenset({"fall"}), {}, "instead of decking one stays on the Start card below"),
    "peek": Operation(frozenset({"pick", "turn"}), {"n": (_COUNT,)}, "look secretly at n face-down cards"),
    "reveal": Operation(frozenset({"pick", "turn"}), {"n": (_COUNT,)}, "turn n face-down hold cards up for all"),
    "fatigue": Operation(frozenset({"pick", "turn"}), {"d": (_CHANGE,)}, "the fatigue line moves by d rows"),
    "swap_facedown_same_column": Operation(
        frozenset({"pick", "turn"}), {}, "two face-down hold cards of one column change places unseen"
    ),
    "recover_ability": Operation(frozenset({"pick", "turn"}), {}, "one's ability can be used once more"),
}


def numbers(allowed: Allowed) -> Whole | None:
    """The whole numbers among what a value may be."""
    return next((choice for choice in allowed if isinstance(choice, Whole)), None)


def allows(allowed: Allowed, value: object) -> bool:
    """Whether a value is one of those that are allowed."""
    return any(value in choice if isinstance(choice, Whole) else value == choice for choice in allowed)


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
    when: When
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
    kind: Kind
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
    grade: Grade
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
    return tuple(
        Effect(entry["op"], frozen({key: value for key, value in entry.items() if key != "op"})) for entry in listed
    )


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
            Character(
                entry["name"],
                Ability(
                    entry["ability"]["id"],
                    entry["ability"]["when"],
                    entry["ability"]["text"],
                    _effects(entry["ability"]["effect"]),
                    entry["ability"]["source"],
                ),
                entry["source"],
            )
            for entry in data["characters"]
        ),
        actions=tuple(
            ActionCard(
                card["id"],
                card["kind"],
                card["count"],
                card["name"],
                card["text"],
                _effects(card["effect"]),
                card["source"],
            )
            for card in data["actions"]["cards"]
        ),
        start_player_cards=data["actions"]["start_player_cards"]["value"],
        summits=tuple(
            SummitCard(card["id"], card["anchored"], card["class"], card["count"], card["source"])
            for card in data["summits"]
        ),
        environments=tuple(
            Environment(card["name"], card["fatigue_above"], card["source"]) for card in data["environments"]
        ),
        variants=frozen(
            {
                entry["id"]: tuple((change["hold"], change["from"], change["to"]) for change in entry["changes"])
                for entry in data.get("variants", ())
            }
        ),
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
        raise DeckError(
            f"The deck {deck.name!r} has no variant {variant!r}; it has {', '.join(deck.variants) or 'none'}."
        )
    table = {climber: dict(row) for climber, row in deck.classes.items()}
    for hold, old, new in deck.variants[variant]:
        for row in table.values():
            if row.get(hold) == old:
                row[hold] = new
    return replace(deck, classes=frozen({climber: frozen(row) for climber, row in table.items()}))


def moments(effects: tuple[Effect, ...], within: frozenset[Moment]) -> frozenset[Moment]:
    """The moments, out of some, in which all operations of a card can act."""
    for effect in effects:
        known = OPERATIONS.get(effect.op)
        within = within & known.moments if known else frozenset()
    return within


@lru_cache(maxsize=512)
def card_moments(card: ActionCard) -> frozenset[Moment]:
    """When an action card takes effect. A loss by a kept card would be no card to keep, but it is allowed."""
    return moments(card.effects, KIND_MOMENTS[card.kind])


@lru_cache(maxsize=512)
def ability_moments(ability: Ability) -> frozenset[Moment]:
    """When an ability may be used."""
    return moments(ability.effects, frozenset[Moment]({ability.when}))


def effect_problems(deck: Deck) -> Iterator[str]:
    """What the engine could not do, in words: unknown operations, missing values, cards that can never be used."""
    for ability_owner in deck.characters:
        ability = ability_owner.ability
        where = f"the ability of {ability_owner.name}"
        yield from _wrong(where, ability.effects, ability_moments(ability), ability.when)
    for card in deck.actions:
        yield from _wrong(f"the action card {card.name}", card.effects, card_moments(card), card.kind)


def _wrong(where: str, effects: tuple[Effect, ...], usable: frozenset[Moment], when: When | Kind) -> Iterator[str]:
    fits = True
    for effect in effects:
        known = OPERATIONS.get(effect.op)
        if known is None:
            fits = False
            yield f"{where}: there is no operation {effect.op!r}; there is {', '.join(OPERATIONS)}"
            continue
        for name, allowed in known.values.items():
            value = effect.values.get(name)
            if allows(allowed, value):
                continue
            fits = False
            words = " or ".join(str(choice) if isinstance(choice, Whole) else repr(choice) for choice in allowed)
            yield f"{where}: {effect.op} needs {name!r}, {words}, not {value!r}"
    if fits and not usable:
        yield f"{where}: its operations cannot act together when it is used ({when})"
