"""Edits of a spire and its way through a file."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from designer import summit_deck
from designer.design import spire as edit
from designer.design.document import Design
from designer.design.spire import Climber, Column, HoldCard, Spire
from designer.design.values import EditError, FrozenMap
from designer.formats import native
from designer.formats.native import FormatError

SMALL = Spire((
    Column("red", (HoldCard("Jug"), HoldCard("Flake", locked=True), HoldCard("Pinch")), "anchored-sketchy"),
    Column("blue", (HoldCard("Arete"), HoldCard("Gaston"), HoldCard("Pocket")), "anchorless-positive"),
), players=2)


def holds(spire: Spire, column: int) -> list[str]:
    return [card.hold for card in spire.columns[column].holds]


@given(st.integers(2, 6), st.integers(0, 10_000))
def test_dealing_again_with_the_seed_gives_the_same_lawful_spire(players: int, seed: int) -> None:
    spire = summit_deck.deal(players, seed)
    assert spire == summit_deck.deal(players, seed)
    deck = summit_deck.standard()
    assert len(spire.columns) == min(players + 1, 6)
    assert all(sorted(holds(spire, number)) == sorted(deck.holds) for number in range(len(spire.columns)))
    anchors = [deck.summit_by_id[column.summit or ""].anchored for column in spire.columns]
    assert sum(anchors) == {2: 1, 3: 1, 4: 2, 5: 3, 6: 3}[players]
    assert len({climber.character for climber in summit_deck.cast(spire, seed).climbers}) == players


@given(st.integers(0, 1000))
def test_shuffling_keeps_locked_cards_and_loses_none(seed: int) -> None:
    shuffled = edit.shuffle_column(SMALL, 0, seed)
    assert shuffled.columns[0].holds[1] == SMALL.columns[0].holds[1]
    assert sorted(holds(shuffled, 0)) == sorted(holds(SMALL, 0))
    assert shuffled == edit.shuffle_column(SMALL, 0, seed)


def test_shuffling_depends_on_the_seed() -> None:
    spire = summit_deck.deal(3, 1)
    assert len({edit.shuffle(spire, seed) for seed in range(5)}) == 5


def test_cards_change_places() -> None:
    assert holds(edit.swap_cards(SMALL, (0, 1), (0, 3)), 0) == ["Pinch", "Flake", "Jug"]
    across = edit.swap_cards(SMALL, (0, 1), (1, 2))
    assert (holds(across, 0)[0], holds(across, 1)[1]) == ("Gaston", "Jug")
    tops = edit.swap_cards(SMALL, (0, 4), (1, 4))
    assert [column.summit for column in tops.columns] == ["anchorless-positive", "anchored-sketchy"]
    assert edit.swap_cards(tops, (0, 4), (1, 4)) == SMALL


def test_what_cannot_be_done_is_said() -> None:
    with pytest.raises(EditError, match="locked"):
        edit.swap_cards(SMALL, (0, 2), (0, 1))
    with pytest.raises(EditError, match="summit card"):
        edit.swap_cards(SMALL, (0, 4), (0, 1))
    with pytest.raises(EditError, match="between two rows"):
        edit.set_fatigue(SMALL, 3)
    with pytest.raises(EditError, match="no column number 9"):
        edit.turn_card(SMALL, 8, 1)
    with pytest.raises(EditError, match="same character"):
        edit.set_climbers(SMALL, [Climber("Gym"), Climber("Gym")])


def test_turning_locking_and_laying() -> None:
    assert edit.turn_card(SMALL, 0, 1).columns[0].holds[0].face_up
    assert edit.turn_card(SMALL, 0, 4).columns[0].summit_up
    assert not edit.lock_card(SMALL, 0, 2).columns[0].holds[1].locked
    assert holds(edit.put_hold(SMALL, 0, 4, "Sloper"), 0)[-1] == "Sloper"
    assert holds(edit.take_hold(SMALL, 1, 1), 1) == ["Gaston", "Pocket"]
    assert edit.remove_column(edit.set_climbers(SMALL, [Climber(start="red")]), 0).climbers == (Climber(),)
    assert [column.colour for column in edit.move_column(SMALL, 0, 1).columns] == ["blue", "red"]


def test_a_spire_survives_the_file_with_what_is_not_known() -> None:
    deck = {**summit_deck.standard_data(), "name": "My deck", "printer": "next door"}
    spire = edit.set_deck(edit.set_climbers(SMALL, [Climber("Gym", "red"), Climber()]), FrozenMap(deck))
    design = Design(name="Mine", spire=edit.set_fatigue(edit.turn_card(spire, 0, 4), 2, "Mild"))
    data = native.to_data(design)
    data["spire"]["weather"] = "fog"
    data["spire"]["columns"][0]["holds"][0]["worn"] = True
    data["spire"]["climbers"][0]["sponsor"] = "none"
    again = native.from_data(data)
    assert native.to_data(again) == data
    assert again.spire is not None
    assert summit_deck.of(again.spire).name == "My deck"
    assert native.parse(native.canonical(again)) == again


def test_a_deck_of_the_wrong_shape_is_refused_with_its_place() -> None:
    data = native.to_data(Design(spire=SMALL))
    data["spire"]["deck"] = {**summit_deck.standard_data(), "preferences": 3}
    with pytest.raises(FormatError, match=r"spire\.deck\.preferences"):
        native.from_data(data)
