from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from designer.design import stage as stage_edits
from designer.design.hexes import Hex
from designer.design.stage import PlacedTile, Stage, Token
from designer.design.values import EditError

HERE, THERE = Hex(0, 0), Hex(1, 0)


def one() -> Stage:
    return stage_edits.place(Stage(), "418a", HERE, rotation=2, tokens=[Token("climb", -1)])


def test_place_turns_within_six() -> None:
    assert stage_edits.place(Stage(), "202a", HERE, rotation=8).tiles[0].rotation == 2


def test_a_taken_hex_refuses_a_tile_and_says_which_lies_there() -> None:
    with pytest.raises(EditError, match="418a"):
        stage_edits.place(one(), "202a", HERE)
    with pytest.raises(EditError, match="305a"):
        stage_edits.move(stage_edits.place(one(), "305a", THERE), HERE, THERE)


def test_a_moved_tile_keeps_its_turn_and_tokens() -> None:
    moved = stage_edits.tile_at(stage_edits.move(one(), HERE, THERE), THERE)
    assert moved == PlacedTile("418a", THERE, 2, (Token("climb", -1),))


def test_rotate_and_flip_come_back() -> None:
    stage = one()
    assert stage_edits.rotate(stage_edits.rotate(stage, HERE, 5), HERE, -5) == stage
    flipped = stage_edits.tile_at(stage_edits.flip(stage, HERE), HERE)
    assert flipped is not None
    assert flipped.tile == "418b"
    assert stage_edits.flip(stage_edits.flip(stage, HERE), HERE) == stage


def test_one_sided_pieces_have_no_other_side() -> None:
    assert stage_edits.other_side("101") == "101"
    assert stage_edits.piece_of("101") == "101"


def test_swap_keeps_tokens_and_turn_unless_told() -> None:
    swapped = stage_edits.tile_at(stage_edits.swap(one(), HERE, "305a"), HERE)
    assert swapped == PlacedTile("305a", HERE, 2, (Token("climb", -1),))
    turned = stage_edits.tile_at(stage_edits.swap(one(), HERE, "305a", 4), HERE)
    assert turned is not None
    assert turned.rotation == 4


def test_tokens_come_off_last_first_and_by_value() -> None:
    stage = stage_edits.put_token(stage_edits.put_token(one(), HERE, Token("oxygen", -2)), HERE, Token("oxygen", -1))
    less = stage_edits.take_token(stage, HERE, "oxygen")
    assert [token.value for token in less.tiles[0].tokens] == [-1, -2]
    other = stage_edits.take_token(stage, HERE, "oxygen", -2)
    assert [token.value for token in other.tiles[0].tokens] == [-1, -1]
    with pytest.raises(EditError, match="cloud"):
        stage_edits.take_token(stage, HERE, "cloud")


@pytest.mark.parametrize(
    "change",
    [
        lambda stage: stage_edits.remove(stage, THERE),
        lambda stage: stage_edits.rotate(stage, THERE),
        lambda stage: stage_edits.flip(stage, THERE),
        lambda stage: stage_edits.move(stage, THERE, HERE),
        lambda stage: stage_edits.put_token(stage, THERE, Token("cloud")),
    ],
)
def test_an_empty_hex_cannot_be_edited(change) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(EditError, match="no tile"):
        change(one())


def test_edits_act_on_the_upper_of_two_tiles_on_a_hex() -> None:
    stage = Stage((PlacedTile("202a", HERE), PlacedTile("305a", HERE)))
    assert [tile.tile for tile in stage_edits.remove(stage, HERE)] == ["202a"]


@given(st.lists(st.tuples(st.integers(-3, 3), st.integers(-3, 3), st.integers(0, 5)), max_size=12))
def test_edits_leave_the_old_stage_as_it_was(places: list[tuple[int, int, int]]) -> None:
    stage = Stage()
    history = [stage]
    for q, r, rotation in places:
        spot = Hex(q, r)
        stage = (
            stage_edits.rotate(stage, spot)
            if stage_edits.tile_at(stage, spot)
            else stage_edits.place(stage, "305a", spot, rotation)
        )
        history.append(stage)
    replay = Stage()
    for (q, r, rotation), expected in zip(places, history[1:], strict=True):
        spot = Hex(q, r)
        replay = (
            stage_edits.rotate(replay, spot)
            if stage_edits.tile_at(replay, spot)
            else stage_edits.place(replay, "305a", spot, rotation)
        )
        assert replay == expected
        assert hash(replay) == hash(expected)


# several tiles, and the whole stage

tiles = st.lists(
    st.builds(
        PlacedTile,
        st.sampled_from(["202a", "305a", "418b"]),
        st.builds(Hex, st.integers(-9, 9), st.integers(-9, 9)),
        st.integers(0, 5),
    ),
    unique_by=lambda tile: tile.hex,
    min_size=1,
    max_size=12,
)
stages = st.builds(lambda found: Stage(tuple(found)), tiles)


@given(stages, st.integers(-7, 7))
def test_turning_a_stage_and_turning_it_back_is_nothing(stage: Stage, steps: int) -> None:
    pivot = Hex(2, -1)
    assert stage_edits.rotate_all(stage_edits.rotate_all(stage, steps, pivot), -steps, pivot) == stage
    assert stage_edits.rotate_all(stage, 6, pivot) == stage


@given(stages)
def test_a_centred_stage_stays_where_it_is(stage: Stage) -> None:
    once = stage_edits.centred(stage)
    assert stage_edits.centred(once) == once
    assert (
        len(
            {
                (after.hex.q - before.hex.q, after.hex.r - before.hex.r)
                for before, after in zip(stage, once, strict=True)
            }
        )
        == 1
    )


@given(stages, st.integers(-5, 5), st.integers(-5, 5))
def test_all_tiles_together_move_freely(stage: Stage, dq: int, dr: int) -> None:
    everywhere = [tile.hex for tile in stage]
    moved = stage_edits.move_many(stage, everywhere, dq, dr)
    assert moved == stage_edits.move_all(stage, dq, dr)
    assert stage_edits.move_many(moved, [tile.hex for tile in moved], -dq, -dr) == stage


@given(stages)
def test_what_is_removed_and_pasted_back_lies_as_before(stage: Stage) -> None:
    gone = [tile for tile in stage if tile.hex.q % 2]
    rest = stage_edits.remove_many(stage, [tile.hex for tile in gone])
    assert set(stage_edits.paste_many(rest, gone, gone[0].hex if gone else HERE)) == set(stage)


def test_a_block_turns_about_its_middle_and_a_tile_in_place() -> None:
    row = Stage((PlacedTile("305a", Hex(0, 0)), PlacedTile("305a", Hex(1, 0)), PlacedTile("305a", Hex(2, 0))))
    block = stage_edits.rotate_many(row, [Hex(0, 0), Hex(1, 0), Hex(2, 0)], 3)
    assert [tile.hex for tile in block] == [Hex(2, 0), Hex(1, 0), Hex(0, 0)]
    assert {tile.rotation for tile in block} == {3}
    assert stage_edits.rotate_many(row, [Hex(2, 0)], 1).tiles[2] == PlacedTile("305a", Hex(2, 0), 1)


def test_a_block_does_not_land_on_tiles_that_stay() -> None:
    row = Stage((PlacedTile("305a", Hex(0, 0)), PlacedTile("418a", Hex(1, 0))))
    with pytest.raises(EditError, match="418a"):
        stage_edits.move_many(row, [Hex(0, 0)], 1, 0)
    with pytest.raises(EditError, match="no tile at 5, 5"):
        stage_edits.move_many(row, [Hex(5, 5)], 1, 0)
    with pytest.raises(EditError, match="305a"):
        stage_edits.paste_many(row, [PlacedTile("202a", Hex(7, 7)), PlacedTile("203a", Hex(8, 7))], Hex(-1, 0))


def test_many_tiles_turn_over_at_once() -> None:
    row = Stage((PlacedTile("305a", Hex(0, 0)), PlacedTile("418a", Hex(1, 0)), PlacedTile("202a", Hex(2, 0))))
    assert [tile.tile for tile in stage_edits.flip_many(row, [Hex(0, 0), Hex(1, 0)])] == ["305b", "418b", "202a"]
