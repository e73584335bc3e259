"""The deck designer: holds, bolts, preferences, abilities, action cards, environments, files."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialogButtonBox, QSpinBox
from pytestqt.qtbot import QtBot

from designer.design.document import Design
from designer.design.values import FrozenMap
from designer.formats import native, spire_deck
from designer.simulator.spire.batches import run_once
from designer.summit import dealing
from designer.summit import deck as decks
from designer.summit import edits as deck_edits
from designer.summit.deck import KIND_MOMENTS, OPERATIONS
from designer.ui.app import application
from designer.ui.session import Session
from designer.ui.spire.deck import DeckDialog, cost_sums
from designer.ui.spire.editor import SpireEditor
from designer.ui.spire.effects import EffectsEditor, default

STANDARD = decks.standard_data()


@pytest.fixture
def dialog(qtbot: QtBot) -> DeckDialog:
    application()
    made = DeckDialog(STANDARD)
    qtbot.addWidget(made)
    made.show()
    return made


def ok(dialog: DeckDialog) -> bool:
    return dialog.buttons.button(QDialogButtonBox.StandardButton.Ok).isEnabled()


def test_bolts_are_ticked(dialog: DeckDialog) -> None:
    item = dialog.bolts.item(0, 1)
    assert item is not None
    assert item.checkState() == Qt.CheckState.Unchecked
    item.setCheckState(Qt.CheckState.Checked)
    assert decks.parse(dialog.data).is_bolted("red", "Crimper")
    count = dialog.bolts.item(10, 1)
    assert count is not None
    assert count.text() == "7, should be 6"
    assert ok(dialog)


def test_hold_types_are_renamed_added_and_removed(dialog: DeckDialog) -> None:
    item = dialog.bolts.item(9, 0)
    assert item is not None
    item.setText("Horn")
    deck = decks.parse(dialog.data)
    assert "Horn" in deck.holds
    assert "Flake" not in deck.holds
    assert deck.is_bolted("red", "Horn")
    assert deck.class_of("Crack", "Horn") == "B"
    again = dialog.bolts.item(8, 0)
    assert again is not None
    again.setText("Horn")
    assert "name of its own" in dialog.message.text()
    assert decks.parse(dialog.data).holds == deck.holds
    dialog.add_hold("Knob")
    assert decks.parse(dialog.data).class_of("Hiro", "Knob") == "P"
    dialog.bolts.setCurrentCell(10, 0)
    dialog.remove_hold()
    assert decks.parse(dialog.data).holds == deck.holds


def test_a_click_goes_through_the_four_classes(dialog: DeckDialog) -> None:
    seen = []
    for _ in range(4):
        dialog.preferences.cellClicked.emit(0, 0)
        seen.append(decks.parse(dialog.data).class_of("Granite", "Crimper"))
    assert seen == ["P", "S", "H", "B"]


def test_classes_are_typed(qtbot: QtBot, dialog: DeckDialog) -> None:
    table = dialog.preferences
    table.setCurrentCell(1, 3)
    qtbot.keyClicks(table, "h")
    assert decks.parse(dialog.data).class_of("River", "Gaston") == "H"
    assert (table.currentRow(), table.currentColumn()) == (1, 3)
    qtbot.keyClick(table, Qt.Key.Key_Space)
    assert decks.parse(dialog.data).class_of("River", "Gaston") == "B"


def test_costs_are_summed_and_unevenness_is_told(dialog: DeckDialog) -> None:
    assert set(cost_sums(STANDARD).values()) == {15}
    for hold in (0, 2, 4, 5):
        while decks.parse(dialog.data).class_of("Granite", dialog.data["holds"][hold]["name"]) != "H":
            dialog.next_class(0, hold)
    cell = dialog.preferences.item(0, 10)
    assert cell is not None
    assert cell.text().startswith("23")
    assert "Granite 23" in dialog.message.text()
    assert ok(dialog)


def test_an_ability_is_changed(dialog: DeckDialog) -> None:
    page = dialog.abilities
    page.list.setCurrentRow(5)
    assert len(page.effects.lines) == 2
    page.effects.lines[0].values["n"].setValue(3)  # type: ignore[union-attr]
    ability = decks.parse(dialog.data).character_by_name["Gorge"].ability
    assert ability.effects[0].number("n") == 3
    assert ability.effects[1].op == "stamina"
    page.text.setText("Look at three cards.")
    page.text.editingFinished.emit()
    assert decks.parse(dialog.data).character_by_name["Gorge"].ability.text == "Look at three cards."


def test_operations_that_cannot_act_together_are_refused(dialog: DeckDialog) -> None:
    page = dialog.abilities
    page.list.setCurrentRow(5)
    page.when.setCurrentIndex(page.when.findData("fall"))
    page.when.activated.emit(page.when.currentIndex())
    assert "cannot act together" in dialog.message.text()
    assert not ok(dialog)
    assert dialog.data == STANDARD
    page.list.setCurrentRow(0)
    assert ok(dialog)


def test_an_action_card_is_made_of_several_operations(qtbot: QtBot, dialog: DeckDialog) -> None:
    page = dialog.action_cards
    page.add()
    page.name.setText("Second wind")
    page.name.editingFinished.emit()
    page.count.setValue(3)
    page.kind.setCurrentIndex(page.kind.findData("use-or-lose"))
    page.kind.activated.emit(page.kind.currentIndex())
    page.effects.add()
    line = page.effects.lines[1]
    line.op.setCurrentIndex(line.op.findData("cost_step"))
    line.op.activated.emit(line.op.currentIndex())
    page.effects.lines[1].values["n"].setValue(-1)  # type: ignore[union-attr]
    card = next(card for card in decks.parse(dialog.data).actions if card.name == "Second wind")
    assert (card.kind, card.count) == ("use-or-lose", 3)
    assert [(effect.op, effect.number("n")) for effect in card.effects] == [("stamina", 1), ("cost_step", -1)]
    assert card.source == "assumed"
    assert ok(dialog)
    page.remove()
    assert all(card.name != "Second wind" for card in decks.parse(dialog.data).actions)


def test_a_card_keeps_at_least_one_operation(dialog: DeckDialog) -> None:
    page = dialog.action_cards
    page.list.setCurrentRow(0)
    page.effects.lines[0].removed.emit()
    assert "at least one operation" in dialog.message.text()
    assert not ok(dialog)


@pytest.mark.parametrize("kind", list(KIND_MOMENTS))
def test_only_operations_that_can_act_are_offered(qtbot: QtBot, kind: str) -> None:
    application()
    editor = EffectsEditor()
    qtbot.addWidget(editor)
    editor.show_effects([], KIND_MOMENTS[kind])
    editor.add()
    offered = {editor.lines[0].op.itemData(row) for row in range(editor.lines[0].op.count())}
    assert offered == {name for name, known in OPERATIONS.items() if known.moments & KIND_MOMENTS[kind]}
    for _ in range(8):
        editor.add()
    assert len(editor.lines) == 6


def test_every_card_of_the_deck_comes_back_as_it_was(qtbot: QtBot) -> None:
    application()
    editor = EffectsEditor()
    qtbot.addWidget(editor)
    records = [card["effect"] for card in STANDARD["actions"]["cards"]]
    records += [character["ability"]["effect"] for character in STANDARD["characters"]]
    for record in records:
        effects = record if isinstance(record, list) else [record]
        editor.show_effects(effects, frozenset(decks.MOMENTS))
        assert editor.effects() == effects
    for name in OPERATIONS:
        editor.show_effects([default(name)], frozenset(decks.MOMENTS))
        assert editor.effects() == [default(name)]


def test_environments_and_summits(dialog: DeckDialog) -> None:
    dialog.add_environment("Fog")
    item = dialog.environments.item(5, 1)
    assert item is not None
    item.setData(Qt.ItemDataRole.EditRole, 2)
    assert decks.parse(dialog.data).environments[-1].fatigue_above == 2
    dialog.environments.setCurrentCell(0, 0)
    dialog.remove_environment()
    assert next(card.name for card in decks.parse(dialog.data).environments) == "Muggy"
    spin = dialog.summits.cellWidget(0, 2)
    assert isinstance(spin, QSpinBox)
    spin.setValue(4)
    assert decks.parse(dialog.data).summits[0].count == 4


def test_a_deck_survives_a_file(dialog: DeckDialog, tmp_path: Path) -> None:
    dialog.next_class(3, 3)
    changed = dialog.data
    assert dialog.save_path(tmp_path / "deck.json")
    dialog.show_data(STANDARD)
    assert dialog.load_path(tmp_path / "deck.json")
    assert decks.parse(dialog.data) == decks.parse(changed)
    assert not dialog.save_path(tmp_path / "deck.json" / "inside.json")
    assert "could not be written" in dialog.message.text()


def test_a_bad_file_is_refused_in_words(dialog: DeckDialog, tmp_path: Path) -> None:
    broken = {**STANDARD, "holds": []}
    (tmp_path / "bad.json").write_text(spire_deck.to_text(broken), encoding="utf-8")
    assert not dialog.load_path(tmp_path / "bad.json")
    assert "holds: is too short" in dialog.message.text()
    assert dialog.data == STANDARD


def test_the_deck_is_stored_in_the_document_and_played(qtbot: QtBot, tmp_path: Path) -> None:
    application()
    editor = SpireEditor(Session(Design(spire=dealing.deal(3, seed=1))))
    qtbot.addWidget(editor)
    own = deck_edits.with_class(deck_edits.with_name(STANDARD, "Club deck"), "Gym", "Jug", "H")
    editor.store_deck(own)
    assert editor.deck_name.text() == "Club deck (own)"
    assert editor.session.undo_stack.count() == 1
    native.save(editor.session.design, tmp_path / "spire.json")
    again = native.load(tmp_path / "spire.json")
    assert again == editor.session.design
    assert again.spire is not None
    assert decks.of(again.spire).class_of("Gym", "Jug") == "H"
    assert run_once(again, seed=4).winner is not None
    editor.store_deck(STANDARD)
    assert editor.session.design.spire is not None
    assert editor.session.design.spire.deck is None


def test_reset_brings_the_catalogs_deck_back(dialog: DeckDialog) -> None:
    dialog.add_hold("Knob")
    dialog.reset_button.click()
    assert dialog.data == STANDARD
    assert isinstance(dialog.data, FrozenMap)
