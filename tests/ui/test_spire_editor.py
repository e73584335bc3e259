"""The spire editor: dealing, laying, climbing, replaying; every step can be undone, problems lead to their cards."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox
from pytestqt.qtbot import QtBot

from designer.design import spire as spire_edits
from designer.design.document import Design
from designer.design.spire import Climber, Spire
from designer.formats import native
from designer.resources import folder
from designer.simulator.common.figures import wilson
from designer.simulator.spire.batches import run_once
from designer.summit import dealing
from designer.summit import deck as decks
from designer.summit import edits as deck_edits
from designer.ui import theme
from designer.ui.app import application
from designer.ui.main_window import MainWindow
from designer.ui.session import Session
from designer.ui.spire.charts import CountBars, ShareBars
from designer.ui.spire.editor import SpireEditor, gallery
from designer.ui.spire.options import dealt, with_house_rule
from designer.validation import validate

FOUR = folder("exports") / "spires" / "spire-4.json"


@pytest.fixture
def make(qtbot: QtBot) -> Callable[[Design], SpireEditor]:
    def build(design: Design) -> SpireEditor:
        application()
        theme.use("light")
        editor = SpireEditor(Session(design))
        qtbot.addWidget(editor)
        editor.resize(1300, 820)
        editor.show()
        qtbot.waitExposed(editor)
        return editor

    return build


@pytest.fixture
def editor(make: Callable[[Design], SpireEditor]) -> SpireEditor:
    return make(native.load(FOUR))


def now(editor: SpireEditor) -> Spire:
    spire = editor.session.design.spire
    assert spire is not None
    return spire


def choose(box: QComboBox, value: object) -> None:
    box.setCurrentIndex(box.findData(value))
    box.activated.emit(box.currentIndex())


def climb(qtbot: QtBot, editor: SpireEditor, games: int = 20) -> None:
    editor.climbing.games.setValue(games)
    with qtbot.waitSignal(editor.climbing.finished, timeout=60_000):
        editor.climb()


# Setting up -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_a_spire_is_dealt_by_seed(make: Callable[[Design], SpireEditor], players: int) -> None:
    editor = make(Design())
    choose(editor.options.players, players)
    editor.options.seed.setValue(11)
    editor.options.deal_button.click()
    assert now(editor) == dealing.deal(players, seed=11)
    assert len(editor.flat.table.columns) == len(now(editor).columns)
    assert not [finding for finding in validate(editor.session.design) if finding.counts]
    editor.session.undo_stack.undo()
    assert editor.session.design.spire is None
    editor.session.undo_stack.redo()
    assert now(editor).players == players


def test_dealing_again_keeps_characters_and_the_own_deck(editor: SpireEditor) -> None:
    deck = deck_edits.with_name(decks.standard_data(), "Club")
    editor.store_deck(deck)
    editor.options.cast_button.click()
    names = [climber.character for climber in now(editor).climbers]
    editor.options.deal_button.click()
    assert [climber.character for climber in now(editor).climbers] == names
    assert now(editor).deck == deck


def test_nine_rows_and_the_cheap_traverse_are_house_rules(editor: SpireEditor) -> None:
    editor.options.rules["summit.nine_rows"].click()
    editor.options.rules["summit.face_up_traverse"].click()
    assert dict(editor.session.design.house_rules) == {"summit.nine_rows": True, "summit.face_up_traverse": True}
    editor.options.deal_button.click()
    assert now(editor).rows == 9
    editor.options.rules["summit.nine_rows"].click()
    assert dict(editor.session.design.house_rules) == {"summit.face_up_traverse": True}


def test_a_house_rule_goes_back_to_the_profile() -> None:
    design = with_house_rule(Design(), "summit.nine_rows", True)
    assert dealt(design, 3, 1).rows == 9
    assert with_house_rule(design, "summit.nine_rows", False) == Design()


def test_cards_are_turned_locked_exchanged_and_laid(editor: SpireEditor) -> None:
    before = now(editor)
    editor.flat.turn_wanted.emit((0, 3))
    assert now(editor).columns[0].holds[2].face_up
    editor.flat.lock_wanted.emit((0, 3))
    assert now(editor).columns[0].holds[2].locked
    editor.flat.swap_wanted.emit((0, 3), (0, 4))
    assert now(editor).columns[0].holds[2].hold == before.columns[0].holds[2].hold
    editor.flat.lock_wanted.emit((0, 3))
    editor.flat.swap_wanted.emit((0, 3), (0, 4))
    assert now(editor).columns[0].holds[3].hold == before.columns[0].holds[2].hold
    editor.go_to((0, 1))
    other = before.columns[0].holds[5].hold
    choose(editor.options.hold, other)
    holds = [card.hold for card in now(editor).columns[0].holds]
    assert holds[0] == other
    assert sorted(holds) == sorted(card.hold for card in before.columns[0].holds)
    while editor.session.undo_stack.canUndo():
        editor.session.undo_stack.undo()
    assert now(editor) == before


def test_a_locked_card_says_why_it_stays(qtbot: QtBot, editor: SpireEditor) -> None:
    editor.options.lock_card((1, 2))
    with qtbot.waitSignal(editor.session.refused) as refused:
        editor.options.swap((1, 2), (1, 5))
    assert "locked" in refused.args[0]


def test_summit_cards_change_places_and_kinds(editor: SpireEditor) -> None:
    tops = [column.summit for column in now(editor).columns]
    top = now(editor).rows + 1
    editor.options.swap((0, top), (1, top))
    assert [column.summit for column in now(editor).columns][:2] == [tops[1], tops[0]]
    editor.go_to((2, top))
    choose(editor.options.hold, "anchored-positive")
    assert now(editor).columns[2].summit == "anchored-positive"
    editor.options.face_up.click()
    assert now(editor).columns[2].summit_up


def test_columns_are_shuffled_moved_added_and_removed(editor: SpireEditor) -> None:
    before = now(editor)
    options, buttons = editor.options, editor.options.column_buttons
    editor.go_to((1, 2))
    options.lock_card((1, 1))
    options.seed.setValue(5)
    buttons["shuffle"].click()
    assert now(editor).columns[1] == spire_edits.shuffle_column(spire_edits.lock_card(before, 1, 1), 1, 5).columns[1]
    assert now(editor).columns[1].holds[0].hold == before.columns[1].holds[0].hold
    colours = [column.colour for column in now(editor).columns]
    buttons["right"].click()
    assert [column.colour for column in now(editor).columns][1:3] == [colours[2], colours[1]]
    assert options.at == (2, 2)
    buttons["up"].click()
    assert all(card.face_up for card in now(editor).columns[2].holds)
    assert now(editor).columns[2].summit_up
    buttons["add"].click()
    assert len(now(editor).columns) == 6
    assert len({column.colour for column in now(editor).columns}) == 6
    buttons["remove"].click()
    assert len(now(editor).columns) == 5


def test_no_more_columns_than_colours(qtbot: QtBot, make: Callable[[Design], SpireEditor]) -> None:
    editor = make(Design(spire=dealing.deal(6, seed=1)))
    with qtbot.waitSignal(editor.session.refused) as refused:
        editor.options.add_column()
    assert "All 6 colours" in refused.args[0]


def test_the_line_takes_the_environment_that_fits(editor: SpireEditor) -> None:
    editor.flat.fatigue_wanted.emit(7)
    assert (now(editor).fatigue_above, now(editor).environment) == (7, "Crisp morning")
    editor.flat.fatigue_wanted.emit(8)
    assert (now(editor).fatigue_above, now(editor).environment) == (8, None)
    choose(editor.options.environment, "Baking noon")
    assert (now(editor).fatigue_above, now(editor).environment) == (3, "Baking noon")


def test_climbers_by_seat(qtbot: QtBot, editor: SpireEditor) -> None:
    seats = editor.options.seats
    choose(seats[0][1], "Hiro")
    choose(seats[1][2], now(editor).columns[2].colour)
    assert now(editor).climbers == (Climber("Hiro"), Climber(None, now(editor).columns[2].colour))
    with qtbot.waitSignal(editor.session.refused):
        choose(seats[2][1], "Hiro")
    assert seats[2][1].currentData() is None
    editor.options.cast_button.click()
    climbers = now(editor).climbers
    assert len({climber.character for climber in climbers}) == 4
    assert len({climber.start for climber in climbers}) == 4
    assert len(editor.flat.table.figures) == 4
    first, other = (
        climbers[0].start,
        next(number for number, column in enumerate(now(editor).columns) if column.colour == climbers[1].start),
    )
    editor.flat.start_wanted.emit(0, other)
    assert now(editor).climbers[0].start == climbers[1].start
    assert now(editor).climbers[1].start == first


def test_the_menu_of_a_card_does_what_it_says(editor: SpireEditor) -> None:
    menu = editor.menu_for((0, 2))
    words = [action.text() for action in menu.actions()]
    assert "Turn over\tF" in words
    assert "Fatigue line above this row" in words
    next(action for action in menu.actions() if action.text().startswith("Lock")).trigger()
    assert now(editor).columns[0].holds[1].locked
    assert any(action.text().startswith("Unlock") for action in editor.menu_for((0, 2)).actions())


def test_a_card_is_taken_away_and_laid_again(editor: SpireEditor) -> None:
    before = now(editor)
    gone = before.columns[2].holds[-1].hold
    next(action for action in editor.menu_for((2, 10)).actions() if action.text() == "Take away").trigger()
    assert len(now(editor).columns[2].holds) == 9
    assert editor.flat.table.face((2, 10)) is None
    editor.go_to((2, 10))
    assert not editor.options.hold.isEnabled()
    editor.options.put((2, 10), gone)
    assert now(editor) == before


def test_classes_of_a_climber_are_shown(editor: SpireEditor) -> None:
    choose(editor.climber, "Hiro")
    assert editor.flat.look.climber == editor.round.look.climber == "Hiro"


def test_views_are_shown_one_by_one_or_both(editor: SpireEditor) -> None:
    for name, flat, round_ in (("Flat", True, False), ("Round", False, True), ("Both", True, True)):
        editor.view_buttons[name].click()
        assert (editor.flat.isVisible(), editor.round.isVisible()) == (flat, round_)


def test_examples_of_the_gallery_can_be_laid(editor: SpireEditor) -> None:
    assert [path.stem for path in gallery()] == [f"spire-{players}" for players in range(2, 7)]
    editor.lay_example(gallery()[0])
    assert now(editor) == native.load(gallery()[0]).spire


def test_a_picture_is_written_or_refused(qtbot: QtBot, editor: SpireEditor, tmp_path: Path) -> None:
    assert editor.save_picture_path(tmp_path / "spire.png")
    assert (tmp_path / "spire.png").read_bytes().startswith(b"\x89PNG")
    with qtbot.waitSignal(editor.session.refused):
        assert not editor.save_picture_path(tmp_path / "spire.png" / "inside.png")


def test_the_picture_of_a_design_with_only_a_spire_is_of_the_spire(window: MainWindow, tmp_path: Path) -> None:
    assert window.files.open_path(FOUR)
    assert window.files.export_png_path(tmp_path / "window.png")
    assert window.spire.save_picture_path(tmp_path / "editor.png")
    assert (tmp_path / "window.png").read_bytes() == (tmp_path / "editor.png").read_bytes()


# Problems -------------------------------------------------------------------------------------------------------


def test_problems_mark_their_cards_and_lead_to_them(qtbot: QtBot, window: MainWindow) -> None:
    assert window.files.open_path(FOUR)
    editor = window.spire
    assert window.views.currentWidget() is editor
    spire = now(editor)
    doubled = spire_edits.with_card(spire, 3, 4, replace(spire.columns[3].holds[3], hold="Ledge"))
    window.session.edit("A card that is not there", lambda design: replace(design, spire=doubled))
    finding = next(finding for finding in window.session.findings if finding.code == "SPI008")
    assert (3, 4) in editor.flat.marks
    window.views.setCurrentIndex(0)
    editor.tabs.setCurrentWidget(editor.climbing)
    window.visit(finding)
    assert window.views.currentWidget() is editor
    assert editor.flat.cursor_at == (3, 4)
    assert editor.options.at == (3, 4)


# Climbing -------------------------------------------------------------------------------------------------------


def test_climbing_shows_shares_rounds_and_heat(qtbot: QtBot, editor: SpireEditor) -> None:
    climb(qtbot, editor, 30)
    panel = editor.climbing
    report = panel.report
    assert report is not None
    assert report.games == 30
    assert sum(panel.rounds.counts.values()) == 30
    for number, names in enumerate((4, 8, 5, 1, 4)):
        panel.by.setCurrentIndex(number)
        assert len(panel.shares.shares) <= names
        assert panel.shares.shares
        assert not panel.shares.grab().isNull()
    assert editor.heat.isChecked()
    assert editor.flat.heat == {spot: visits / 30 for spot, visits in report.tally.visits.items()}
    assert "30 games" in panel.summary.text()
    editor.options.turn_card((0, 1))
    assert editor.flat.heat == {}


def test_the_same_seed_climbs_the_same(qtbot: QtBot, editor: SpireEditor) -> None:
    climb(qtbot, editor, 12)
    first = editor.climbing.report
    climb(qtbot, editor, 12)
    assert first is not None
    assert editor.climbing.report is not None
    assert editor.climbing.report.to_data() == first.to_data()


def test_each_seat_has_its_player(qtbot: QtBot, editor: SpireEditor) -> None:
    editor.climbing.policies[3][1].setCurrentText("bold")
    climb(qtbot, editor, 4)
    assert editor.climbing.report is not None
    assert editor.climbing.report.facts["policies"] == ["expected-value", "expected-value", "expected-value", "bold"]


def test_characters_are_drawn_when_asked_for(qtbot: QtBot, editor: SpireEditor) -> None:
    editor.climbing.random_characters.setChecked(True)
    climb(qtbot, editor, 4)
    assert editor.climbing.report is not None
    assert editor.climbing.report.facts["random_characters"]
    editor.replay.load()
    drawn = [climber.character for climber in dealing.cast(now(editor), editor.climbing.seed.value()).climbers]
    assert editor.replay.log[0]["characters"] == drawn


def test_fewer_climbers_than_the_spire_was_dealt_for_are_told(
    qtbot: QtBot, make: Callable[[Design], SpireEditor]
) -> None:
    editor = make(Design(spire=spire_edits.set_players(dealing.deal(4, seed=1), 2)))
    climb(qtbot, editor, 2)
    assert "The spire was dealt for 4 players (5 columns); 2 climb it" in editor.climbing.summary.text()


def test_the_weather_can_be_left_to_the_deck(editor: SpireEditor) -> None:
    choose(editor.options.environment, "")
    assert (now(editor).fatigue_above, now(editor).environment) == (None, None)
    assert editor.options.environment.currentText() == "drawn for each game"
    assert not editor.flat.grab().isNull()
    assert not editor.round.grab().isNull()
    editor.replay.load()
    drawn = dealing.deal(4, editor.climbing.seed.value())
    assert (editor.replay.log[0]["fatigue"], editor.replay.log[0]["environment"]) == (
        drawn.fatigue_above,
        drawn.environment,
    )
    editor.options.set_line(6)
    assert (now(editor).fatigue_above, now(editor).environment) == (6, "Breezy")
    assert editor.options.environment.currentText().startswith("Breezy")


def test_climbing_can_be_cancelled(qtbot: QtBot, editor: SpireEditor) -> None:
    editor.climbing.games.setValue(50_000)
    editor.climbing.run()
    assert editor.climbing.running
    with qtbot.waitSignal(editor.climbing.finished, timeout=10_000):
        editor.climbing.cancel_button.click()
    assert not editor.climbing.running
    assert editor.climbing.report is None
    assert "Cancelled" in editor.climbing.summary.text()


def test_a_spire_that_cannot_be_climbed_says_why(qtbot: QtBot, make: Callable[[Design], SpireEditor]) -> None:
    editor = make(Design(spire=spire_edits.set_summit(dealing.deal(3, seed=1), 0, None)))
    climb(qtbot, editor)
    assert "no summit card" in editor.climbing.summary.text()


def test_a_suggestion_is_applied_with_one_click_and_can_be_undone(
    qtbot: QtBot, make: Callable[[Design], SpireEditor]
) -> None:
    editor = make(Design(spire=dealing.deal(4, seed=1)))
    before = now(editor)
    climb(qtbot, editor, 5)
    report = editor.climbing.report
    assert report is not None
    assert editor.climbing.suggestions.count() == len(report.suggestions) > 0
    editor.climbing.apply_button.click()
    assert now(editor) == report.suggestions[0].apply(before)
    assert not editor.climbing.apply_button.isEnabled()
    editor.session.undo_stack.undo()
    assert now(editor) == before
    assert editor.climbing.apply_button.isEnabled()


# Replay ---------------------------------------------------------------------------------------------------------


def test_a_game_is_replayed_step_by_step(editor: SpireEditor) -> None:
    panel = editor.replay
    editor.tabs.setCurrentWidget(panel)
    panel.game.setValue(3)
    panel.load_button.click()
    game = run_once(editor.session.design, policies=("expected-value",) * 4, seed=1, number=2)
    assert [panel.list.item(row).text() for row in range(panel.list.count())] == game.commentary()
    assert editor.replaying
    assert not editor.flat.editable
    for _ in range(8):
        panel.buttons["next"].click()
    assert panel.line == 8
    panel.buttons["back"].click()
    assert panel.line == panel.list.currentRow() == 7
    panel.buttons["last"].click()
    assert panel.board is not None
    assert panel.board.snapshot() == game.board.snapshot()
    assert "wins" in panel.state.text()
    assert editor.flat.table.quickdraws
    panel.buttons["first"].click()
    assert panel.board.round == 0
    editor.tabs.setCurrentWidget(editor.options)
    assert editor.flat.editable
    assert not editor.flat.table.quickdraws


def test_rounds_are_jumped_to(editor: SpireEditor) -> None:
    panel = editor.replay
    editor.tabs.setCurrentWidget(panel)
    panel.load()
    panel.round.setValue(3)
    assert panel.board is not None
    assert panel.board.round == 3
    assert panel.list.currentItem().text().startswith("Round 3")
    panel.list.setCurrentRow(2)
    assert panel.line == 2


def test_a_game_plays_by_itself_and_pauses(qtbot: QtBot, editor: SpireEditor) -> None:
    panel = editor.replay
    editor.tabs.setCurrentWidget(panel)
    panel.speed.setValue(4)
    panel.buttons["play"].click()
    qtbot.waitUntil(lambda: panel.line >= 3, timeout=5000)
    assert panel.playing
    panel.buttons["play"].click()
    stopped = panel.line
    qtbot.wait(250)
    assert panel.line == stopped
    panel.go(panel.list.count() - 2)
    panel.buttons["play"].click()
    qtbot.waitUntil(lambda: not panel.playing, timeout=5000)
    assert panel.line == panel.list.count() - 1


def test_an_edit_ends_the_replay(editor: SpireEditor) -> None:
    editor.tabs.setCurrentWidget(editor.replay)
    editor.replay.load()
    editor.options.turn_card((0, 1))
    assert editor.replay.board is None
    assert not editor.replaying
    assert "changed" in editor.replay.state.text()


# Charts ---------------------------------------------------------------------------------------------------------


def test_charts_are_drawn_empty_and_full(qtbot: QtBot) -> None:
    application()
    for chart in (ShareBars(), CountBars("rounds")):
        qtbot.addWidget(chart)
        chart.resize(320, 200)
        empty = chart.grab().toImage()
        if isinstance(chart, CountBars):
            chart.show_counts({4: 2, 6: 5})
            assert chart.counts == {4: 2, 5: 0, 6: 5}
        else:
            chart.show_shares({"red": wilson(20, 100), "blue": wilson(50, 100)}, 0.35)
            assert "red: 20.0 %" in chart.words("red")
        assert chart.grab().toImage() != empty


def test_docks_about_the_stage_step_aside_for_the_spire(window: MainWindow) -> None:
    window.views.setCurrentIndex(0)
    names = ("Pieces", "Inspector", "Facts")
    for name in names:
        window.docks[name].show()
    window.docks["Facts"].hide()
    assert window.files.open_path(FOUR)
    assert [window.docks[name].isHidden() for name in names] == [True, True, True]
    assert not window.docks["Problems"].isHidden()
    window.views.setCurrentIndex(0)
    assert [window.docks[name].isHidden() for name in names] == [False, False, True]
    window.views.setCurrentWidget(window.spire)
    window.session.undo_stack.setClean()
    window.close()
    assert [window.docks[name].isHidden() for name in names] == [False, False, True]


def test_the_run_action_climbs_on_the_spire_tab(qtbot: QtBot, window: MainWindow) -> None:
    assert window.files.open_path(FOUR)
    window.spire.climbing.games.setValue(3)
    with qtbot.waitSignal(window.spire.climbing.finished, timeout=30_000):
        window.actions_by_name["run"].trigger()
    assert window.spire.climbing.report is not None
    assert window.spire.climbing.report.games == 3
    qtbot.keyClick(window.spire.flat, Qt.Key.Key_F)


def test_the_card_box_tells_of_the_card_in_the_frame(window):
    window.views.setCurrentWidget(window.spire)
    editor = window.spire
    editor.options.deal()
    assert editor.options.at == editor.flat.cursor_at == editor.round.cursor_at
    editor.go_to((1, 2))
    assert editor.options.at == (1, 2)


def test_the_bar_counts_to_the_games_that_are_asked_for(window):
    climbing = window.spire.climbing
    assert climbing.progress.maximum() == climbing.games.value() == 500
    climbing.games.setValue(70)
    assert climbing.progress.maximum() == 70
