"""How long the everyday things take: `make benchmark` prints them; the test suite skips them.

The machine may be shared and noisy: read medians, and compare rows of one run with each other.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from designer import catalog
from designer.design.document import Design
from designer.formats import native
from designer.graph import course, space_graph, stage_graph
from designer.graph import route as routes
from designer.resources import folder
from designer.simulator.rally import batches
from designer.validation import validate

CLIMB_1 = folder("exports") / "stages" / "climb-1.json"


@pytest.fixture(scope="module")
def climb_1() -> Design:
    return native.load(CLIMB_1)


def test_load_the_catalog(benchmark: Any) -> None:
    def load() -> int:
        catalog.sides.cache_clear()
        return len(catalog.sides())

    assert benchmark(load) == 271


def test_open_and_validate_climb_1(benchmark: Any) -> None:
    found = benchmark(lambda: validate(native.load(CLIMB_1)))
    assert not [finding for finding in found if finding.counts]


def test_space_graph_of_climb_1(benchmark: Any, climb_1: Design) -> None:
    assert climb_1.stage is not None

    def build() -> int:
        graph = stage_graph.build(climb_1.stage)
        return len(space_graph.build(graph, routes.build(graph)))

    assert benchmark(build) > 90


def test_course_of_climb_1(benchmark: Any, climb_1: Design) -> None:
    assert climb_1.stage is not None
    assert benchmark(lambda: course.of_stage(climb_1.stage)).problem is None


def test_100_runs_of_climb_1(benchmark: Any, climb_1: Design) -> None:
    report = benchmark.pedantic(lambda: batches.run_batch(climb_1, runs=100, seed=1), rounds=3, iterations=1)
    assert len(report.times) == 100


def test_first_paint_of_the_window(benchmark: Any, qapp: Any, tmp_path: Path) -> None:
    from PySide6.QtCore import QSettings

    from designer.ui.main_window import MainWindow

    def paint() -> int:
        window = MainWindow(settings=QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat))
        window.session.open(CLIMB_1)
        window.resize(1400, 900)
        window.show()
        qapp.processEvents()
        width: int = window.grab().width()
        window.close()
        return width

    assert benchmark.pedantic(paint, rounds=5, iterations=1) > 0
