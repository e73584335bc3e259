"""How long one edit takes until everything but the window is up to date: graphs, findings and facts.

Every round shows a stage that was never seen before. The window has 33 ms for 300 tiles and 10 ms for 20, of which
this half should take 20 and 5 (medians, on a quiet machine).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count
from typing import Any

import pytest

from designer.design import stage as stage_edits
from designer.design.dashboard import Dashboard
from designer.design.document import Design
from designer.design.stage import Stage, Token
from designer.design.values import frozen
from designer.model.compiled import CompiledDesign
from designer.readings import facts, pace_notes
from designer.readings import line as lines
from designer.validation import validate
from tests.stages import sound_design

BOARD = Dashboard(
    "Mule",
    frozen({"T1": "gravel", **{f"C{gear}": f"gear-{gear}" for gear in range(1, 7)}, "C7": "coast", "C8": "brake"}),
)
ROUNDS = 60


def update(design: Design) -> tuple[int, int | None]:
    """What a session does after an edit."""
    found = validate(design)
    compiled = CompiledDesign(design)
    return len(found), facts.of_graph(design, compiled.graph, compiled.route).shortest


def tokens(design: Design) -> Iterator[Design]:
    """Each time two tokens lie elsewhere."""
    stage = design.stage or Stage()
    plain = [tile.hex for tile in stage.tiles[1:-1]]
    for number in count():
        climb, cloud = plain[number * 7 % len(plain)], plain[(number * 5 + number // len(plain)) % len(plain)]
        yield replace(
            design,
            stage=stage_edits.put_token(stage_edits.put_token(stage, climb, Token("climb", -1)), cloud, Token("cloud")),
        )


def swaps(design: Design) -> Iterator[Design]:
    """Each time one more tile is another of the same shape."""
    stage = design.stage or Stage()
    others = {"204a": "205a", "205a": "206a", "206a": "204a", "208a": "209a", "209a": "208a"}
    tiles = list(stage.tiles)
    for number in count():
        at = [place for place, tile in enumerate(tiles) if tile.tile in others][number * 3 % 5 - 1]
        tiles[at] = replace(tiles[at], tile=others[tiles[at].tile], extra=tiles[at].extra)
        yield replace(
            design,
            stage=Stage((*tiles[:at], replace(tiles[at], tokens=(Token("cloud"),) * (number % 9)), *tiles[at + 1 :])),
        )


def gaps(design: Design) -> Iterator[Design]:
    """Each time another tile is away, so that there is a gap with fixes to be found, and a token elsewhere."""
    stage = design.stage or Stage()
    for number in count():
        away = stage.tiles[1 + number * 11 % (len(stage) - 2)].hex
        near = stage.tiles[0 if number % 2 else -1].hex
        yield replace(design, stage=stage_edits.put_token(stage_edits.remove(stage, away), near, Token("cloud")))


@pytest.mark.parametrize("kind", [tokens, swaps, gaps], ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("tiles", [20, 300])
def test_an_edit(benchmark: Any, tiles: int, kind: Callable[[Design], Iterator[Design]]) -> None:
    measure(benchmark, kind(sound_design(tiles)))


@pytest.mark.parametrize("tiles", [20, 300])
def test_an_edit_with_three_boards(benchmark: Any, tiles: int) -> None:
    boards = tuple(replace(BOARD, name=f"Mule {number}") for number in range(3))
    measure(benchmark, tokens(replace(sound_design(tiles), dashboards=boards)))


def measure(benchmark: Any, edits: Iterator[Design]) -> None:
    update(next(edits))
    benchmark.pedantic(update, setup=lambda: ((next(edits),), {}), rounds=ROUNDS, warmup_rounds=2)


def test_the_first_look_at_300_tiles(benchmark: Any) -> None:
    """A stage of which no part was seen before."""
    from designer.validation import compiled

    design = sound_design(300)
    benchmark.pedantic(update, args=(design,), setup=compiled.forget, rounds=5)


def test_pace_notes_of_300_tiles(benchmark: Any) -> None:
    compiled = CompiledDesign(sound_design(300))
    graph, route = compiled.graph, compiled.route
    assert benchmark(lambda: pace_notes.build(graph, route, lines.build(graph, route)))
