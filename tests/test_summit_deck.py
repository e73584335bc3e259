"""The deck of Race for the Summit: what the document fixes, how fair the stand-ins are, a deck of one's own."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from designer import rules, schemas, summit_deck
from designer.design.spire import set_deck
from designer.design.values import FrozenMap
from designer.summit_deck import DeckError, parse, standard, standard_data

DATA = standard_data()
CARD = {"id": "X1", "kind": "keep", "count": 1, "name": "Crimp tape", "text": "", "source": "assumed",
        "effect": [{"op": "stamina", "n": 1}, {"op": "cost_step", "n": -1}]}
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
        count for name, count in DATA["card_counts"].items() if name not in ("source", "total"))


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
    changed = parse(summit_deck.with_class(DATA, climber, hold, letter))
    assert changed.class_of(climber, hold) == letter
    others = {(name, kind): found for name, row in changed.classes.items() for kind, found in row.items()
              if (name, kind) != (climber, hold)}
    assert all(standard().class_of(*key) == found for key, found in others.items())


def test_bolts_cards_abilities_and_environments_are_edited() -> None:
    deck = parse(summit_deck.with_bolt(summit_deck.with_bolt(DATA, "red", "Flake", False), "red", "Sloper", True))
    assert not deck.is_bolted("red", "Flake")
    assert deck.is_bolted("red", "Sloper")
    more = summit_deck.with_action(DATA, CARD)
    assert parse(more).action_by_id["X1"].effects[1].op == "cost_step"
    assert summit_deck.with_action(more, {**CARD, "count": 3})["actions"]["cards"][-1]["count"] == 3
    assert "X1" not in parse(summit_deck.without_action(more, "X1")).action_by_id
    assert parse(summit_deck.with_ability(DATA, "Gym", ABILITY)).character_by_name["Gym"].ability.id == "float"
    cold = parse(summit_deck.with_environment(summit_deck.with_environment(DATA, "Frost", 2), "Mild", 8))
    assert {card.name: card.fatigue_above for card in cold.environments}.items() >= {"Frost": 2, "Mild": 8}.items()
    assert len(cold.environments) == 6
    assert standard_data() == DATA


@pytest.mark.parametrize(("edit", "words"), [
    (lambda: summit_deck.with_class(DATA, "Gym", "Jug", "X"), "not 'X'"),
    (lambda: summit_deck.with_class(DATA, "Nobody", "Jug", "B"), "no climber 'Nobody'"),
    (lambda: summit_deck.with_bolt(DATA, "pink", "Jug", True), "no colour 'pink'"),
    (lambda: summit_deck.with_ability(DATA, "Nobody", ABILITY), "no character 'Nobody'"),
    (lambda: summit_deck.with_action(DATA, {**CARD, "kind": "later"}), "actions.cards"),
    (lambda: summit_deck.with_action(DATA, {**CARD, "effect": {"op": "fly"}}), "no operation 'fly'"),
    (lambda: summit_deck.with_ability(DATA, "Gym", {**ABILITY, "when": "start"}), "cannot act together"),
    (lambda: summit_deck.with_variant(standard(), "easier"), "no variant 'easier'; it has harder"),
    (lambda: standard().class_of("Gym", "Chimney"), "how Gym likes a Chimney"),
    (lambda: summit_deck.deal(7, 1), "Two to six"),
])
def test_what_does_not_fit_is_said(edit: Callable[[], object], words: str) -> None:
    with pytest.raises(DeckError, match=words):
        edit()


@pytest.mark.parametrize(("part", "value", "words"), [
    ("columns", DATA["columns"][:3], "need 5 columns"),
    ("summits", DATA["summits"][:1], "leaves 1 summit cards"),
    ("environments", [{"name": "Night", "fatigue_above": 30, "source": "assumed"}], "no environment card"),
])
def test_a_deck_with_too_few_cards_cannot_be_dealt(part: str, value: object, words: str) -> None:
    with pytest.raises(DeckError, match=words):
        summit_deck.deal(4, 1, deck=parse(FrozenMap({**DATA, part: value})))


def test_nine_rows_are_dealt_by_house_rule() -> None:
    house = rules.load(house_rules={"summit.nine_rows": True})
    spire = summit_deck.deal(3, 1, rules=house)
    assert spire.rows == 9
    assert spire.fatigue_above is not None
    assert spire.fatigue_above < 9


def test_a_spire_with_its_own_deck() -> None:
    own = summit_deck.with_class(DATA, "Gym", "Jug", "H")
    spire = set_deck(summit_deck.deal(3, 1), own)
    assert summit_deck.of(spire).class_of("Gym", "Jug") == "H"
    assert summit_deck.of(set_deck(spire, None)) is standard()


# Edits of holds, environments, summits ---------------------------------------------------------------------------


def test_a_renamed_hold_is_renamed_everywhere() -> None:
    data = summit_deck.with_hold_renamed(summit_deck.standard_data(), "Jug", "Bucket")
    deck = summit_deck.parse(data)
    assert '"Jug"' not in json.dumps(dict(data))
    assert deck.always_bolted == ("Bucket", "Arete")
    assert all("Bucket" in bolted for bolted in deck.bolted.values())
    assert summit_deck.with_variant(deck, "harder").class_of("Granite", "Bucket") == "S"
    assert summit_deck.parse(summit_deck.with_hold_renamed(data, "Bucket", "Jug")) == summit_deck.standard()


@pytest.mark.parametrize("name", ["", "  ", "Start", "Arete"])
def test_a_hold_needs_a_name_of_its_own(name: str) -> None:
    with pytest.raises(DeckError, match="name of its own"):
        summit_deck.with_hold_renamed(summit_deck.standard_data(), "Jug", name)
    with pytest.raises(DeckError, match="name of its own"):
        summit_deck.with_hold(summit_deck.standard_data(), name)


def test_holds_come_and_go() -> None:
    more = summit_deck.with_hold(summit_deck.standard_data(), "Knob")
    deck = summit_deck.parse(more)
    assert deck.holds[-1] == "Knob"
    assert {deck.class_of(character.name, "Knob") for character in deck.characters} == {"P"}
    assert not any(deck.is_bolted(colour, "Knob") for colour in deck.colours)
    assert summit_deck.parse(summit_deck.without_hold(more, "Knob")) == summit_deck.standard()
    data = summit_deck.standard_data()
    for hold in summit_deck.standard().holds[1:]:
        data = summit_deck.without_hold(data, hold)
    with pytest.raises(DeckError, match="at least one hold type"):
        summit_deck.without_hold(data, "Crimper")


def test_environments_summits_and_the_name() -> None:
    data = summit_deck.without_environment(summit_deck.standard_data(), "Mild")
    data = summit_deck.with_name(summit_deck.with_summits(data, "anchored-sketchy", 4), "Our own: No 2")
    deck = summit_deck.parse(data)
    assert (deck.name, deck.id) == ("Our own: No 2", "our-own-no-2")
    assert [card.name for card in deck.environments] == ["Baking noon", "Muggy", "Breezy", "Crisp morning"]
    assert deck.summit_by_id["anchored-sketchy"].count == 4
    assert summit_deck.with_name(data, "!")["id"] == "deck"
