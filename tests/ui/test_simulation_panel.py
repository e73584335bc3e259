"""Results of simulations: they belong to a design, and say so when it has changed."""

import pytest

from designer.design.hexes import Hex
from tests.ui.gestures import at_once, choose, process_of, show_panel


@pytest.fixture
def driven(climb, qtbot):
    """A window with Climb 1, driven."""
    climb.simulation.runs.setValue(5)
    with at_once(), qtbot.waitSignal(climb.simulation.finished, timeout=60_000):
        climb.simulation.run_button.click()
    return climb


def test_another_design_shows_nothing_of_the_first(driven):
    panel = driven.simulation
    assert panel.losses.topLevelItemCount() > 0 or panel.report.losses.mean == 0
    report = panel.report
    driven.files.new()
    assert panel.report is None
    assert panel.losses.topLevelItemCount() == 0
    assert panel.histogram.bins == []
    assert "Choose a car" in panel.summary.text()
    driven.tabs.setCurrentIndex(0)
    assert panel.report is report
    assert "Climb 1" in panel.about.text()
    assert len(panel.histogram.bins) > 0


def test_tiles_tell_losses_of_control_and_damage(driven):
    panel = driven.simulation
    rows = [panel.losses.topLevelItem(row) for row in range(panel.losses.topLevelItemCount())]
    report = panel.report
    assert len(rows) == len({*report.losses.by_tile, *report.drawn.by_tile})
    assert sum(float(row.text(2)) for row in rows) == pytest.approx(report.losses.mean, abs=0.05)
    assert sum(float(row.text(4)) for row in rows) == pytest.approx(report.drawn.mean, abs=0.05)


def test_an_edit_marks_the_result_as_out_of_date_until_it_is_undone(driven):
    panel = driven.simulation
    assert "out of date" not in panel.about.text()
    driven.session.select([Hex(0, 1)])
    driven.hands.remove()
    assert "out of date" in panel.about.text()
    driven.session.undo_stack.undo()
    assert "out of date" not in panel.about.text()


def test_closing_a_design_cancels_its_run(climb, stages, qtbot):
    panel = climb.simulation
    climb.files.open_path(stages / "climb-2.json")
    panel.runs.setValue(100_000)
    process = process_of(panel.run_button.click)
    climb.session.close(climb.session.document)
    assert not panel.running
    assert not process.is_alive()
    assert climb.session.design.name == "Climb 1"
    assert panel.report is None
    assert panel.about.text() == ""


def test_cancel_keeps_the_result_before_whole(driven, qtbot):
    panel = driven.simulation
    report, bins = panel.report, list(panel.histogram.bins)
    panel.runs.setValue(100_000)
    panel.run()
    assert "Driving Climb 1" in panel.about.text()
    with qtbot.waitSignal(panel.finished, timeout=60_000):
        panel.cancel_button.click()
    assert panel.report is report
    assert panel.histogram.bins == bins
    assert "Cancelled" in panel.summary.text()
    assert "5 of 5 runs finished" in panel.summary.text()
    assert panel.progress.value() == panel.progress.maximum() == 5


def test_a_run_in_the_background_does_not_show_on_the_design_in_front(climb, qtbot):
    panel = climb.simulation
    first = climb.session.document
    panel.runs.setValue(20)
    panel.run()
    climb.files.new()
    with qtbot.waitSignal(panel.finished, timeout=60_000):
        pass
    assert panel.report is None
    climb.session.bring_to_front(first)
    assert panel.report.runs == 20


def test_the_car_that_fits_is_offered_until_one_is_chosen(window, stages):
    show_panel(window, "Simulation")
    panel = window.simulation
    window.files.open_path(stages / "rx2-ss1.json")
    assert panel.car.currentData().startswith("rx-")
    assert "because" in panel.car.toolTip()
    choose(panel.car, "R6, snow tyres")
    window.files.open_path(stages / "climb-1.json")
    assert panel.car.currentData() == "r6-snow"
