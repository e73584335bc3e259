"""How long climbing takes: `make benchmark` prints it; the test suite skips it."""

from __future__ import annotations

from itertools import count
from typing import Any

import pytest

from designer.formats import native
from designer.resources import folder
from designer.simulator.spire import batches, players, tuning
from designer.simulator.spire.setting import prepare
from designer.simulator.spire.tally import Tally

FOUR = folder("exports") / "spires" / "spire-4.json"


@pytest.mark.parametrize("mind", list(players.PLAYERS))
def test_a_game_of_four(benchmark: Any, mind: str) -> None:
    design, numbers = native.load(FOUR), count()
    game = benchmark(lambda: batches.run_once(design, policies=(mind,), number=next(numbers)))
    assert game.winner is not None


def test_a_hundred_games_of_four(benchmark: Any) -> None:
    design = native.load(FOUR)
    report = benchmark.pedantic(lambda: batches.run_batch(design, games=100), rounds=3)
    assert isinstance(report.tally, Tally)
    assert report.games == 100


def test_suggestions_for_a_spire(benchmark: Any) -> None:
    design = native.load(FOUR)
    assert design.spire is not None
    setting = prepare(design.spire, batches.rules_of(design))
    assert len(benchmark(lambda: tuning.suggest(design.spire, setting))) <= 5
