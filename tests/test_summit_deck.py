"""The deck of Race for the Summit: what the document fixes, how fair the stand-ins are, a deck of one's own."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from designer import rules, schemas
from designer.design.spire import set_deck
from designer.design.values import FrozenMap
from designer.summit import dealing
from designer.summit import deck as decks
from designer.summit import edits as deck_edits
from designer.summit.deck import DeckError, parse, standard, standard_data

DATA = standard_data()
CARD = {
    "id": "X1",
    "kind": "keep",
    "count": 1,
    "name": "Crimp tape",
    "text": "",
    "source": "assumed",
    "effect": [{"op": "stamina", "n": 1}, {"op": "cost_step", "n": -1}],
}
ABILITY = {"id": "float", "when": "fall", "text": "", "source": "assumed", "effect": {"op": "cancel_fall"}}


def test_the_cards_of_the_document_are_there() -> None:
    """Race for the Summit, Components and Set-up."""
    deck = standard()
    assert len(deck.colours) == 6
    assert len(deck.holds) == 10
    assert len(deck.characters) == 8
    assert sum(card.count for card in deck.actions) + deck.start_player_cards == 28
    assert sorted(card.count for card in deck.summits) == [1, 1, 2, 2]
    assert len(deck.environments) == 5
    assert DATA["card_counts"]["total"] == sum(
        count for name, count in DATA["card_counts"].items() if name not in ("source", "total")
    )


def test_six_of_each_column_are_bolted_with_jug_and_arete() -> None:
    """Race for the Summit, Bolted Holds."""
    deck = standard()
    for colour in deck.colours:
        assert len(deck.bolted[colour]) == deck.bolted_per_column == 6
        assert {"Jug", "Arete"} <= deck.bolted[colour]


def test_the_stand_in_preferences_are_fair() -> None:
    deck = standard()
    for row in deck.classes.values():
        assert Counter(row.values()) == {"B": 2, "P": 4, "S": 3, "H": 1}
        assert set(row) == set(deck.holds)


def test_the_catalog_fits_the_schema() -> None:
    assert not schemas.problems(dict(DATA), "summit-deck")


@given(st.sampled_from(sorted(standard().classes)), st.sampled_from(standard().holds), st.sampled_from("BPSH"))
def test_a_class_is_changed_alone(climber: str, hold: str, letter: str) -> None:
    changed = parse(deck_edits.with_class(DATA, climber, hold, letter))
    assert changed.class_of(climber, hold) == letter
    others = {
        (name, kind): found
        for name, row in changed.classes.items()
        for kind, found in row.items()
        if (name, kind) != (climber, hold)
    }
    assert all(standard().class_of(*key) == found for key, found in others.items())


def test_bolts_cards_abilities_and_environments_are_edited() -> None:
    deck = parse(deck_edits.with_bolt(deck_edits.with_bolt(DATA, "red", "Flake", False), "red", "Sloper", True))
    assert not deck.is_bolted("red", "Flake")
    assert deck.is_bolted("red", "Sloper")
    more = deck_edits.with_action(DATA, CARD)
    assert parse(more).action_by_id["X1"].effects[1].op == "cost_step"
    assert deck_edits.with_action(more, {**CARD, "count": 3})["actions"]["cards"][-1]["count"] == 3
    assert "X1" not in parse(deck_edits.without_action(more, "X1")).action_by_id
    assert parse(deck_edits.with_ability(DATA, "Gym", ABILITY)).character_by_name["Gym"].ability.id == "float"
    cold = parse(deck_edits.with_environment(deck_edits.with_environment(DATA, "Frost", 2), "Mild", 8))
    assert {card.name: card.fatigue_above for card in cold.environments}.items() >= {"Frost": 2, "Mild": 8}.items()
    assert len(cold.environments) == 6
    assert standard_data() == DATA


@pytest.mark.parametrize(
    ("edit", "words"),
    [
        (lambda: deck_edits.with_class(DATA, "Gym", "Jug", "X"), "not 'X'"),
        (lambda: deck_edits.with_class(DATA, "Nobody", "Jug", "B"), "no climber 'Nobody'"),
        (lambda: deck_edits.with_bolt(DATA, "pink", "Jug", True), "no colour 'pink'"),
        (lambda: deck_edits.with_ability(DATA, "Nobody", ABILITY), "no character 'Nobody'"),
        (lambda: deck_edits.with_action(DATA, {**CARD, "kind": "later"}), "actions.cards"),
        (lambda: deck_edits.with_action(DATA, {**CARD, "effect": {"op": "fly"}}), "no operation 'fly'"),
        (lambda: deck_edits.with_ability(DATA, "Gym", {**ABILITY, "when": "start"}), "cannot act together"),
        (lambda: decks.with_variant(standard(), "easier"), "no variant 'easier'; it has harder"),
        (lambda: standard().class_of("Gym", "Chimney"), "how Gym likes a Chimney"),
        (lambda: dealing.deal(7, 1), "Two to six"),
    ],
)
def test_what_does_not_fit_is_said(edit: Callable[[], object], words: str) -> None:
    with pytest.raises(DeckError, match=words):
        edit()


@pytest.mark.parametrize(
    ("part", "value", "words"),
    [
        ("columns", DATA["columns"][:3], "need 5 columns"),
        ("summits", DATA["summits"][:1], "leaves 1 summit cards"),
        ("environments", [{"name": "Night", "fatigue_above": 30, "source": "assumed"}], "no environment card"),
    ],
)
def test_a_deck_with_too_few_cards_cannot_be_dealt(part: str, value: object, words: str) -> None:
    with pytest.raises(DeckError, match=words):
        dealing.deal(4, 1, deck=parse(FrozenMap({**DATA, part: value})))


def test_nine_rows_are_dealt_by_house_rule() -> None:
    house = rules.load(house_rules={"summit.nine_rows": True})
    spire = dealing.deal(3, 1, rules=house)
    assert spire.rows == 9
    assert spire.fatigue_above is not None
    assert spire.fatigue_above < 9


def test_a_spire_with_its_own_deck() -> None:
    own = deck_edits.with_class(DATA, "Gym", "Jug", "H")
    spire = set_deck(dealing.deal(3, 1), own)
    assert decks.of(spire).class_of("Gym", "Jug") == "H"
    assert decks.of(set_deck(spire, None)) is standard()


# Edits of holds, environments, summits ---------------------------------------------------------------------------


def test_a_renamed_hold_is_renamed_everywhere() -> None:
    data = deck_edits.with_hold_renamed(decks.standard_data(), "Jug", "Bucket")
    deck = decks.parse(data)
    assert '"Jug"' not in json.dumps(dict(data))
    assert deck.always_bolted == ("Bucket", "Arete")
    assert all("Bucket" in bolted for bolted in deck.bolted.values())
    assert decks.with_variant(deck, "harder").class_of("Granite", "Bucket") == "S"
    assert decks.parse(deck_edits.with_hold_renamed(data, "Bucket", "Jug")) == decks.standard()


@pytest.mark.parametrize("name", ["", "  ", "Start", "Arete"])
def test_a_hold_needs_a_name_of_its_own(name: str) -> None:
    with pytest.raises(DeckError, match="name of its own"):
        deck_edits.with_hold_renamed(decks.standard_data(), "Jug", name)
    with pytest.raises(DeckError, match="name of its own"):
        deck_edits.with_hold(decks.standard_data(), name)


def test_holds_come_and_go() -> None:
    more = deck_edits.with_hold(decks.standard_data(), "Knob")
    deck = decks.parse(more)
    assert deck.holds[-1] == "Knob"
    assert {deck.class_of(character.name, "Knob") for character in deck.characters} == {"P"}
    assert not any(deck.is_bolted(colour, "Knob") for colour in deck.colours)
    assert decks.parse(deck_edits.without_hold(more, "Knob")) == decks.standard()
    data = decks.standard_data()
    for hold in decks.standard().holds[1:]:
        data = deck_edits.without_hold(data, hold)
    with pytest.raises(DeckError, match="at least one hold type"):
        deck_edits.without_hold(data, "Crimper")


def test_environments_summits_and_the_name() -> None:
    data = deck_edits.without_environment(decks.standard_data(), "Mild")
    data = deck_edits.with_name(deck_edits.with_summits(data, "anchored-sketchy", 4), "Our own: No 2")
    deck = decks.parse(data)
    assert (deck.name, deck.id) == ("Our own: No 2", "our-own-no-2")
    assert [card.name for card in deck.environments] == ["Baking noon", "Muggy", "Breezy", "Crisp morning"]
    assert deck.summit_by_id["anchored-sketchy"].count == 4
    assert deck_edits.with_name(data, "!")["id"] == "deck"
