"""Edits of a spire and its way through a file."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from designer.design import spire as spire_edits
from designer.design.document import Design
from designer.design.spire import Climber, Column, HoldCard, Spire
from designer.design.values import EditError, FrozenMap
from designer.formats import native
from designer.formats.native import FormatError
from designer.summit import dealing
from designer.summit import deck as decks

SMALL = Spire(
    (
        Column("red", (HoldCard("Jug"), HoldCard("Flake", locked=True), HoldCard("Pinch")), "anchored-sketchy"),
        Column("blue", (HoldCard("Arete"), HoldCard("Gaston"), HoldCard("Pocket")), "anchorless-positive"),
    ),
    players=2,
)


def holds(spire: Spire, column: int) -> list[str]:
    return [card.hold for card in spire.columns[column].holds]


@given(st.integers(2, 6), st.integers(0, 10_000))
def test_dealing_again_with_the_seed_gives_the_same_lawful_spire(players: int, seed: int) -> None:
    spire = dealing.deal(players, seed)
    assert spire == dealing.deal(players, seed)
    deck = decks.standard()
    assert len(spire.columns) == min(players + 1, 6)
    assert all(sorted(holds(spire, number)) == sorted(deck.holds) for number in range(len(spire.columns)))
    anchors = [deck.summit_by_id[column.summit or ""].anchored for column in spire.columns]
    assert sum(anchors) == {2: 1, 3: 1, 4: 2, 5: 3, 6: 3}[players]
    assert len({climber.character for climber in dealing.cast(spire, seed).climbers}) == players


@given(st.integers(0, 1000))
def test_shuffling_keeps_locked_cards_and_loses_none(seed: int) -> None:
    shuffled = spire_edits.shuffle_column(SMALL, 0, seed)
    assert shuffled.columns[0].holds[1] == SMALL.columns[0].holds[1]
    assert sorted(holds(shuffled, 0)) == sorted(holds(SMALL, 0))
    assert shuffled == spire_edits.shuffle_column(SMALL, 0, seed)


def test_shuffling_depends_on_the_seed() -> None:
    spire = dealing.deal(3, 1)
    assert len({spire_edits.shuffle(spire, seed) for seed in range(5)}) == 5


def test_cards_change_places() -> None:
    assert holds(spire_edits.swap_cards(SMALL, (0, 1), (0, 3)), 0) == ["Pinch", "Flake", "Jug"]
    across = spire_edits.swap_cards(SMALL, (0, 1), (1, 2))
    assert (holds(across, 0)[0], holds(across, 1)[1]) == ("Gaston", "Jug")
    tops = spire_edits.swap_cards(SMALL, (0, 4), (1, 4))
    assert [column.summit for column in tops.columns] == ["anchorless-positive", "anchored-sketchy"]
    assert spire_edits.swap_cards(tops, (0, 4), (1, 4)) == SMALL


def test_what_cannot_be_done_is_said() -> None:
    with pytest.raises(EditError, match="locked"):
        spire_edits.swap_cards(SMALL, (0, 2), (0, 1))
    with pytest.raises(EditError, match="summit card"):
        spire_edits.swap_cards(SMALL, (0, 4), (0, 1))
    with pytest.raises(EditError, match="between two rows"):
        spire_edits.set_fatigue(SMALL, 3)
    with pytest.raises(EditError, match="no column number 9"):
        spire_edits.turn_card(SMALL, 8, 1)
    with pytest.raises(EditError, match="same character"):
        spire_edits.set_climbers(SMALL, [Climber("Gym"), Climber("Gym")])


def test_turning_locking_and_laying() -> None:
    assert spire_edits.turn_card(SMALL, 0, 1).columns[0].holds[0].face_up
    assert spire_edits.turn_card(SMALL, 0, 4).columns[0].summit_up
    assert not spire_edits.lock_card(SMALL, 0, 2).columns[0].holds[1].locked
    assert holds(spire_edits.put_hold(SMALL, 0, 4, "Sloper"), 0)[-1] == "Sloper"
    assert holds(spire_edits.take_hold(SMALL, 1, 1), 1) == ["Gaston", "Pocket"]
    assert spire_edits.remove_column(spire_edits.set_climbers(SMALL, [Climber(start="red")]), 0).climbers == (
        Climber(),
    )
    assert [column.colour for column in spire_edits.move_column(SMALL, 0, 1).columns] == ["blue", "red"]


def test_a_spire_survives_the_file_with_what_is_not_known() -> None:
    deck = {**decks.standard_data(), "name": "My deck", "printer": "next door"}
    spire = spire_edits.set_deck(spire_edits.set_climbers(SMALL, [Climber("Gym", "red"), Climber()]), FrozenMap(deck))
    design = Design(name="Mine", spire=spire_edits.set_fatigue(spire_edits.turn_card(spire, 0, 4), 2, "Mild"))
    data = native.to_data(design)
    data["spire"]["weather"] = "fog"
    data["spire"]["columns"][0]["holds"][0]["worn"] = True
    data["spire"]["climbers"][0]["sponsor"] = "none"
    again = native.from_data(data)
    assert native.to_data(again) == data
    assert again.spire is not None
    assert decks.of(again.spire).name == "My deck"
    assert native.parse(native.canonical(again)) == again


def test_a_deck_of_the_wrong_shape_is_refused_with_its_place() -> None:
    data = native.to_data(Design(spire=SMALL))
    data["spire"]["deck"] = {**decks.standard_data(), "preferences": 3}
    with pytest.raises(FormatError, match=r"spire\.deck\.preferences"):
        native.from_data(data)
