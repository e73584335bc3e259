"""Races started from the window: drivers, one race into the replay, many summed up, results that belong to a design."""

import json
from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication, QComboBox, QFileDialog, QLineEdit, QToolButton

from designer.design.event import BoardAt, Event
from designer.design.hexes import Hex
from designer.design.values import FrozenMap
from designer.formats import native
from designer.resources import folder
from designer.simulator.rally import races, replay
from designer.ui.panels.race import Raced
from designer.ui.panels.race_drivers import SAME, first_drivers
from tests.ui.gestures import at_once, choose, named, process_of, show_panel, write


@pytest.fixture
def climb(climb):
    """A window with Climb 1 and the race panel in sight."""
    show_panel(climb, "Race")
    return climb


@pytest.fixture(scope="module")
def batch():
    """What comes of it when three drivers race six times on Climb 1: raced once for all who want to see it."""
    design = native.load(folder("exports") / "stages" / "climb-1.json")
    drivers = first_drivers(design)
    report = races.run_races(design, drivers, runs=6, seed=1)
    return Raced((design,), drivers, report, report.sample)


@pytest.fixture
def raced(climb, batch):
    """A window with Climb 1, on which three drivers have raced six times."""
    climb.race.runs.setValue(6)
    climb.race.notes.raced = batch
    climb.race.refresh()
    return climb


def rows(tree):
    return [tree.topLevelItem(number) for number in range(tree.topLevelItemCount())]


def name_of(panel, number):
    """The field with the name of a driver, counted from 1."""
    return named(panel, QLineEdit, f"Name of driver {number}")


def car_of(panel, number, attempt=1):
    """The box with the car of a driver."""
    return named(panel, QComboBox, f"Car of driver {number}" + (f", try {attempt}" if attempt > 1 else ""))


def habit_of(panel, number):
    """The box with the habit of a driver."""
    return named(panel, QComboBox, f"Habit of driver {number}")


def out_of(panel, number):
    """The button that takes a driver out."""
    return named(panel, QToolButton, f"Take driver {number} out")


def test_many_races_tell_who_wins_as_on_the_command_line(climb, batch, qtbot):
    panel = climb.race
    panel.runs.setValue(6)
    with qtbot.waitSignal(panel.finished, timeout=60_000):
        qtbot.mouseClick(panel.control.run_button, Qt.MouseButton.LeftButton)
    report = batch.report
    assert panel.raced == batch
    assert panel.text.toPlainText() == report.text()
    shown = {row.text(0): row.text(1) for row in rows(panel.table)}
    assert shown == {figures.name: f"{100 * figures.wins:.0f} %" for figures in report.drivers}
    lost = report.stages[0].losses.by_tile
    assert sum(float(row.text(2)) for row in rows(panel.places)) == pytest.approx(
        sum(share.mean for share in lost.values()), abs=0.05
    )


def test_one_race_goes_into_the_replay(climb, qtbot):
    panel = climb.race
    with qtbot.waitSignal(panel.finished, timeout=60_000):
        qtbot.mouseClick(panel.once_button, Qt.MouseButton.LeftButton)
    log = races.run_race(climb.session.design, panel.rows.drivers(), seed=1)
    assert panel.raced.log == log
    assert climb.replay.frames == tuple(replay.frames(log))
    assert climb.docks["Replay"].isVisible()
    assert "Race 1 of seed 1: 1. " in panel.summary.text()
    assert not panel.save_report.isEnabled()
    assert panel.save_log.isEnabled()


def test_any_race_of_the_batch_can_be_replayed(raced, qtbot):
    panel = raced.race
    panel.number.setValue(4)
    with at_once(), qtbot.waitSignal(panel.finished, timeout=60_000):
        panel.replay()
    log = races.run_race(raced.session.design, panel.rows.drivers(), seed=1, number=3)
    assert panel.raced.log == log
    assert raced.replay.frames == tuple(replay.frames(log))
    assert panel.raced.report is not None
    assert panel.number.value() == 4


def test_drivers_are_added_changed_and_taken_out(climb, qtbot):
    panel, rows_ = climb.race, climb.race.rows
    assert [driver.name for driver in rows_.drivers()] == ["Red", "Blue", "Green"]
    qtbot.mouseClick(out_of(panel, 1), Qt.MouseButton.LeftButton)
    qtbot.mouseClick(rows_.add_button, Qt.MouseButton.LeftButton)
    assert [driver.name for driver in rows_.drivers()] == ["Blue", "Green", "Red"]
    write(name_of(panel, 3), "Ann")
    choose(car_of(panel, 3), "R6, snow tyres")
    choose(habit_of(panel, 3), "cautious")
    assert panel.notes.drivers[2] == races.Driver("Ann", ("r6-snow",), "cautious")
    for _ in range(3):
        qtbot.mouseClick(rows_.add_button, Qt.MouseButton.LeftButton)
    assert len(rows_.drivers()) == 6
    assert not rows_.add_button.isVisible()
    for _ in range(9):
        qtbot.mouseClick(out_of(panel, 1), Qt.MouseButton.LeftButton)
    assert len(rows_.drivers()) == 1


def test_racing_once_again_plays_the_next_race_and_other_drivers_begin_anew(climb, qtbot):
    panel = climb.race
    for number in (0, 1):
        with at_once(), qtbot.waitSignal(panel.finished, timeout=60_000):
            panel.race_once()
        assert panel.raced.log == races.run_race(climb.session.design, panel.rows.drivers(), number=number)
    assert panel.number.value() == 2
    choose(habit_of(panel, 1), "novice")
    with at_once(), qtbot.waitSignal(panel.finished, timeout=60_000):
        panel.race_once()
    assert panel.raced.log.number == 0


def test_a_race_once_keeps_the_report_of_its_batch(raced, qtbot):
    panel = raced.race
    report = panel.raced.report
    with at_once(), qtbot.waitSignal(panel.finished, timeout=60_000):
        panel.race_once()
    assert panel.raced.log.number == 1
    assert panel.raced.report is report


def test_a_driver_s_best_race_is_replayed(raced, qtbot):
    panel = raced.race
    row = next(row for row in rows(panel.table) if row.text(0) == "Red")
    times = panel.raced.report.driver("Red").times
    best = times.index(min(times))
    with at_once(), qtbot.waitSignal(panel.finished, timeout=60_000):
        panel.table.itemActivated.emit(row, 0)
    assert panel.raced.log.number == best
    placing = next(placing for placing in panel.raced.log.ranking if placing.driver == "Red")
    assert placing.seconds == min(times)


def test_keys_duplicate_move_add_and_take_out_drivers(climb, qtbot):
    rows_, control = climb.race.rows, Qt.KeyboardModifier.ControlModifier
    climb.session.select([Hex(0, 1)])
    tiles = climb.session.stage

    def press(number, key, modifier=control):
        field = name_of(climb.race, number + 1)
        field.setFocus()
        qtbot.keyClick(field, key, modifier)
        return [driver.name for driver in rows_.drivers()]

    assert press(0, Qt.Key.Key_Down) == ["Blue", "Red", "Green"]
    assert name_of(climb.race, 2).hasFocus()
    assert press(2, Qt.Key.Key_Up) == ["Blue", "Green", "Red"]
    assert press(0, Qt.Key.Key_Up) == ["Blue", "Green", "Red"]
    assert press(2, Qt.Key.Key_D) == ["Blue", "Green", "Red", "Yellow"]
    assert climb.race.notes.drivers[3] == replace(climb.race.notes.drivers[2], name="Yellow")
    assert press(1, Qt.Key.Key_Delete) == ["Blue", "Red", "Yellow"]
    assert press(1, Qt.Key.Key_Insert, Qt.KeyboardModifier.NoModifier) == ["Blue", "Red", "Yellow", "Green"]
    named(climb.race, QToolButton, "What can be done with driver 1").menu().actions()[2].trigger()
    assert [driver.name for driver in climb.race.notes.drivers] == ["Red", "Blue", "Yellow", "Green"]
    assert climb.session.stage is tiles


def test_other_drivers_mark_the_result_until_they_are_back(raced):
    panel = raced.race
    choose(habit_of(panel, 1), "novice")
    assert "the drivers have changed" in panel.summary.text()
    choose(habit_of(panel, 1), "sensible")
    assert "Out of date" not in panel.summary.text()


def test_a_board_that_went_is_named(climb, qtbot):
    panel = climb.race
    board = native.load(folder("exports") / "dashboards" / "climb-simple.json").dashboards[0]
    climb.session.edit("Add", lambda design: replace(design, dashboards=(board,)))
    panel.refresh()
    choose(car_of(panel, 1), board.name)
    climb.session.undo_stack.undo()
    panel.refresh()
    assert car_of(panel, 1).currentText() == f"{board.name} (not in the design)"
    assert panel.notes.drivers == panel.rows.drivers()
    with at_once(), qtbot.waitSignal(panel.finished, timeout=60_000):
        panel.race_once()
    assert board.name in panel.summary.text()


def test_the_wheel_over_a_list_of_drivers_changes_no_car(climb):
    box = car_of(climb.race, 1)
    wheel = QWheelEvent(
        QPointF(5, 5),
        QPointF(5, 5),
        QPoint(),
        QPoint(0, -120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(box, wheel)
    assert box.currentIndex() == 0


def test_in_a_narrow_panel_the_results_lie_below(climb):
    panel = climb.race
    panel.resize(300, 600)
    assert panel.parts.orientation() == Qt.Orientation.Vertical
    panel.resize(700, 190)
    assert panel.parts.orientation() == Qt.Orientation.Horizontal


def test_what_is_raced_is_told(window, stages):
    panel = window.race
    panel.refresh()
    assert panel.about.text() == "There is no stage to race on yet."
    for name, words in (("rx2-ss1", "Rallycross over 3 laps."), ("rally-1-ss1", "A race on this stage.")):
        window.files.open_path(stages / f"{name}.json")
        panel.refresh()
        assert panel.about.text() == words
    window.files.open_path(stages / "rx2-ss1.json")
    window.session.edit("No event", lambda design: replace(design, event=None))
    panel.refresh()
    assert panel.about.text() == "Rallycross over 4 laps."


def test_a_hillclimb_has_a_board_for_each_try(climb):
    first, second, third = (car_of(climb.race, 1, attempt) for attempt in (1, 2, 3))
    assert not second.isVisibleTo(climb.race)
    choose(first, "R6, any tyres")
    assert second.isVisibleTo(climb.race)
    assert third.isVisibleTo(climb.race)
    assert second.currentText() == SAME
    choose(third, "R4, gravel tyres")
    assert climb.race.notes.drivers[0].cars == ("r6", "r6", "r4-gravel")
    choose(third, SAME)
    assert climb.race.notes.drivers[0].cars == ("r6",)


def test_drivers_of_the_event_are_there_at_once(climb):
    boards = (BoardAt("start", "r6-gravel", "Ann"), BoardAt("start", "r5-gravel", "Bert"))
    climb.session.edit("Give boards", lambda design: replace(design, event=Event("hillclimb", boards=boards)))
    climb.session.document.race = None
    climb.race.refresh()
    assert [driver.name for driver in climb.race.rows.drivers()] == ["Ann", "Bert"]
    assert "the event gives it" in car_of(climb.race, 2).currentText()


def test_a_result_belongs_to_its_design_and_says_when_it_is_out_of_date(raced):
    panel = raced.race
    report = panel.raced.report
    raced.files.new()
    assert panel.raced is None
    assert panel.table.topLevelItemCount() == 0
    assert not panel.replay_button.isEnabled()
    raced.tabs.setCurrentIndex(0)
    assert panel.raced.report is report
    assert "Out of date" not in panel.summary.text()
    raced.session.select([Hex(0, 1)])
    raced.hands.remove()
    show_panel(raced, "Race")
    assert "Out of date" in panel.summary.text()
    raced.session.undo_stack.undo()
    assert "Out of date" not in panel.summary.text()


def test_cancel_keeps_what_was_found_before(raced, qtbot):
    panel = raced.race
    report = panel.raced.report
    panel.runs.setValue(10_000)
    panel.race_many()
    assert "Racing on Climb 1" in panel.summary.text()
    assert not panel.once_button.isEnabled()
    with qtbot.waitSignal(panel.finished, timeout=60_000):
        qtbot.mouseClick(panel.control.cancel_button, Qt.MouseButton.LeftButton)
    assert panel.summary.text().startswith("Cancelled.")
    assert panel.raced.report is report
    assert panel.once_button.isEnabled()


def test_closing_a_design_ends_its_races(climb, stages):
    climb.files.open_path(stages / "climb-2.json")
    climb.race.runs.setValue(10_000)
    process = process_of(climb.race.control.run_button.click)
    climb.session.close(climb.session.document)
    assert not climb.race.running
    assert not process.is_alive()
    assert climb.race.raced is None


def test_what_does_not_fit_is_said_in_words(climb, qtbot):
    panel = climb.race
    write(name_of(panel, 1), "  ")
    panel.once_button.click()
    assert panel.summary.text() == "Every driver needs a name."
    write(name_of(panel, 1), "Red")
    choose(car_of(panel, 1), "GT6, asphalt tyres")
    with qtbot.waitSignal(panel.finished, timeout=60_000):
        panel.race_once()
    assert panel.summary.text() == "GT, rallycross and rally cars do not race each other."
    climb.files.new()
    with qtbot.waitSignal(panel.finished, timeout=60_000):
        panel.race_many()
    assert "stage" in panel.summary.text()
    assert "Traceback" not in panel.summary.text()


def test_other_open_designs_make_a_rally(window, stages, qtbot):
    for name in ("rally-1-ss2.json", "rally-1-ss1.json"):
        window.files.open_path(stages / name)
    panel, second = window.race, window.session.documents[0]
    panel.stages_menu.aboutToShow.emit()
    action = panel.stages_menu.actions()[0]
    assert action.text() == second.title
    action.trigger()
    assert panel.about.text() == "A rally of 2 stages: the sum of the times counts."
    with at_once(), qtbot.waitSignal(panel.finished, timeout=60_000):
        panel.race_once()
    log = panel.raced.log
    assert log.kind == "rally"
    assert [stage.design for stage in log.stages] == [window.session.design.name, second.design.name]
    assert "1 of the 2 stages" in window.replay.words.text()
    window.session.close(second)
    show_panel(window, "Race")
    assert "Out of date" in panel.summary.text()


def test_house_rules_of_the_race_are_said(climb):
    climb.session.edit("Allow pushing", lambda design: replace(design, house_rules=FrozenMap({"push.allowed": True})))
    show_panel(climb, "Race")
    climb.race.refresh()
    assert climb.race.about.text() == "A hillclimb, 3 tries for each driver. House rules: cars push."


def test_race_and_report_are_saved(raced, tmp_path, monkeypatch):
    for action, name, kind in (
        (raced.race.save_log, "race", "crest-race-log"),
        (raced.race.save_report, "report", "crest-race-report"),
    ):
        path = tmp_path / f"{name}.json"
        monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_, path=path: (str(path), ""))
        action.trigger()
        assert json.loads(path.read_text(encoding="utf-8"))["format"] == kind
    assert raced.replay.open_path(tmp_path / "race.json")


def test_a_tile_of_the_list_is_shown_on_the_stage(raced):
    row = rows(raced.race.places)[0]
    raced.race.places.itemClicked.emit(row, 0)
    assert raced.session.selection == {row.data(0, Qt.ItemDataRole.UserRole)}


def test_an_edit_that_nobody_drives_on_keeps_the_batch(raced, qtbot):
    panel = raced.race
    report = panel.raced.report
    raced.session.edit("Name the design", lambda design: replace(design, name="Another name"))
    with at_once(), qtbot.waitSignal(panel.finished, timeout=60_000):
        panel.race_once()
    assert panel.raced.report is report
    assert panel.raced.log.number == 1


def test_why_nothing_was_raced_is_still_said_after_another_tab(climb, qtbot):
    panel = climb.race
    choose(car_of(panel, 1), "GT6, asphalt tyres")
    panel.race_once()
    climb.files.new()
    with qtbot.waitSignal(panel.finished, timeout=60_000):
        pass
    assert "GT, rallycross" not in panel.summary.text()
    climb.tabs.setCurrentIndex(0)
    assert panel.summary.text() == "GT, rallycross and rally cars do not race each other."


def test_habits_are_explained(climb):
    habit = habit_of(climb.race, 1)
    assert "Weighs the plans" in habit.toolTip()
    choose(habit, "novice")
    assert "Places dice as they come" in habit.toolTip()


def test_a_panel_behind_another_waits_until_it_is_in_sight(climb, monkeypatch):
    show_panel(climb, "Problems")
    shown = []
    monkeypatch.setattr(climb.race.rows, "show_drivers", lambda *drivers: shown.append(drivers))
    climb.session.edit("Name the design", lambda design: replace(design, name="Another name"))
    assert shown == []
    show_panel(climb, "Race")
    assert len(shown) == 1
