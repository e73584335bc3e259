"""No edit can be lost: hundreds of random edits with undo and redo give what a fresh replay of the edits gives."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from designer import catalog
from designer.design import stage as stage_edits
from designer.design.document import Design
from designer.design.hexes import Hex
from designer.design.stage import Stage, Token
from designer.design.values import EditError
from designer.edits import append, mirror
from designer.edits import laying as edits
from designer.formats import native
from designer.ui.session import EMPTY, Session
from designer.validation import validate

Edit = Callable[[Stage], Stage]
EDITS = 500
TILES = [tile for tile in catalog.sides() if tile[0] in "234"]


def some_hexes(stage: Stage, dice: random.Random) -> frozenset[Hex]:
    places = sorted({tile.hex for tile in stage})
    return frozenset(dice.sample(places, min(len(places), dice.randint(1, 4))))


def random_edit(stage: Stage, dice: random.Random) -> Edit:
    """An edit of a kind that the window offers; some are refused."""
    places = some_hexes(stage, dice)
    place = Hex(dice.randint(-6, 6), dice.randint(-6, 6))
    tile, turn = dice.choice(TILES), dice.randint(0, 5)
    taken = min(places, default=place)
    dq, dr = dice.randint(-2, 2), dice.randint(-2, 2)
    token = dice.choice([Token("cloud"), Token("climb", -1), Token("oxygen", -2)])
    block = edits.copied(stage, places).stage
    fillers = {"901a": 1, "902a": 1}
    return dice.choice(
        [
            lambda now: stage_edits.place(now, tile, place, turn),
            lambda now: stage_edits.place(now, tile, place, turn),
            lambda now: append.append(now, tile),
            lambda now: append.append(now, tile),
            lambda now: stage_edits.rotate_many(now, places, turn),
            lambda now: stage_edits.flip_many(now, places),
            lambda now: stage_edits.move_many(now, places, dq, dr),
            lambda now: stage_edits.remove_many(now, frozenset([taken])),
            lambda now: stage_edits.put_token(now, taken, token),
            lambda now: stage_edits.take_token(now, taken, token.kind),
            lambda now: edits.added(now, edits.landing(now, block, place)) if block else now,
            lambda now: mirror.mirror_many(now, places),
            lambda now: edits.filled(now, fillers),
            lambda now: stage_edits.rotate_all(now, turn),
            stage_edits.centred,
            mirror.mirror_all,
            mirror.reverse,
        ]
    )


def replays(start: Design, done: list[Edit]) -> Iterator[Design]:
    """The edits one after the other, without any window: the design before the first and after each."""
    design = start
    yield design
    for edit in done:
        design = replace(design, stage=edit(design.stage or Stage()))
        yield design


def drive(session: Session, seed: int, steps: int, look: Callable[[], None] = lambda: None) -> list[Edit]:
    """Random edits, undo and redo; the answer is the edits that stand at the end."""
    dice = random.Random(seed)
    done: list[Edit] = []
    undone: list[Edit] = []
    for _ in range(steps):
        what = dice.random()
        if what < 0.18 and done:
            session.undo_stack.undo()
            undone.append(done.pop())
        elif what < 0.28 and undone:
            session.undo_stack.redo()
            done.append(undone.pop())
        else:
            edit = random_edit(session.stage, dice)
            before = session.design
            if session.edit_stage("Edit", edit) and session.design is not before:
                done.append(edit)
                undone.clear()
            else:
                assert session.design is before, "a refused edit changes nothing"
        look()
    return done


@settings(max_examples=2, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 10**6))
def test_random_edits_equal_a_fresh_replay(qapp, seed):
    """No edit is lost on its way; what is found out about a design is asked for once, at the end."""
    with pytest.MonkeyPatch.context() as patch:
        # As on a large stage, findings wait for a pause, and there is none in between.
        patch.setattr("designer.ui.session.CHECKED_AT_ONCE", -1)
        edit_undo_and_redo(seed)


def edit_undo_and_redo(seed: int) -> None:
    session = Session()
    done = drive(session, seed, EDITS)
    assert session.undo_stack.index() == len(done)
    replayed = list(replays(EMPTY, done))
    assert session.design == replayed[-1]
    assert native.parse(native.canonical(session.design)) == native.parse(native.canonical(replayed[-1]))
    latest = session.design
    for number in range(len(done) - 1, -1, -1):
        session.undo_stack.undo()
        if number % 37 == 0:
            assert session.design == replayed[number]
    assert session.design == EMPTY
    for _ in done:
        session.undo_stack.redo()
    assert session.design == latest
    session.check()
    assert session.findings == validate(replayed[-1])


def test_the_canvas_shows_what_a_fresh_canvas_would(window):
    def look() -> None:
        shown = [(item.placed.hex, item.placed) for item in window.scene.items_by_place.values()]
        assert sorted(shown, key=lambda pair: pair[0]) == sorted(
            ((tile.hex, tile) for tile in window.session.stage), key=lambda pair: pair[0]
        )

    drive(window.session, 7, 120, look)
    assert len(window.session.stage) > 5


def test_a_refused_edit_says_why(qapp):
    session = Session()
    said: list[str] = []
    session.refused.connect(said.append)
    assert session.edit_stage("Place", lambda stage: stage_edits.place(stage, "202a", Hex(0, 0)))
    assert not session.edit_stage("Place", lambda stage: stage_edits.place(stage, "203a", Hex(0, 0)))
    assert said == ["Tile 202a already lies at 0, 0."]
    with pytest.raises(EditError):
        stage_edits.place(session.stage, "203a", Hex(0, 0))
