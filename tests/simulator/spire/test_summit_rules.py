"""Rules and readings of Race for the Summit, one by one; R.. and A.. are the numbers of docs/summit.md."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest

from designer import rules as rules_in_force
from designer.design import spire as spire_edits
from designer.design.spire import Column, Spire
from designer.design.values import frozen
from designer.simulator.spire.board import START_CARD, At, landing
from designer.simulator.spire.choices import IllegalChoice, Option
from designer.simulator.spire.effects import act_on_table, begin_on, deck_out
from designer.simulator.spire.game import Game
from designer.simulator.spire.setting import SpireError, prepare, readings
from designer.simulator.spire.view import View
from tests.simulator.spire.table import (
    DECK,
    End,
    Move,
    Play,
    Rest,
    Script,
    clip,
    game,
    put,
    spire,
    turn,
    up,
    with_cards,
)

#: Granite on red, Gym on orange; Jug and Arete are bolted everywhere, red also has Pinch, Pocket, Sidepull, Flake.
LAID = spire(
    [("red", "Jug Cri Slo Und"), ("orange", "Jug Slo"), ("yellow", "Jug Cri")],
    climbers=[("Granite", "red"), ("Gym", "orange")],
)


def kinds(events: Sequence[dict[str, Any]]) -> list[str]:
    return [event["do"] for event in events]


def moves_of(player: Script, number: int = -1) -> set[At]:
    return {option.to for option in player.offered[number] if isinstance(option, Move)}


def fell(here: At, attempted: At, quickdraw: At | None, columns: int = 5, **house: Any) -> At | None:
    profile = rules_in_force.load(house_rules={f"summit.{name}": value for name, value in house.items()})
    return landing(readings(profile), columns, here, attempted, quickdraw, start=0, top=11).at


@pytest.mark.parametrize(
    ("here", "attempted", "quickdraw", "lands"),
    [
        pytest.param((0, 5), (0, 6), (0, 4), (0, 3), id="R21 R22: two away, one below"),
        pytest.param((0, 5), (0, 6), (0, 5), (0, 5), id="R22: one away, on the quickdraw's own card"),
        pytest.param((0, 3), (0, 4), (0, 5), (0, 3), id="R23: straight below, stays"),
        pytest.param((1, 5), (1, 6), (0, 4), (0, 2), id="A2: sideways steps lengthen the fall"),
        pytest.param((4, 5), (4, 6), (0, 5), (0, 4), id="A1: the shorter way round"),
        pytest.param((1, 5), (0, 5), (0, 5), (0, 5), id="A4: never above the quickdraw's card"),
        pytest.param((1, 2), (1, 3), (0, 6), (0, 2), id="A5: a fall does not lift"),
        pytest.param((0, 4), (0, 5), (0, 2), (0, 0), id="R25: onto Start is not decking"),
        pytest.param((0, 5), (0, 6), (0, 2), None, id="R25: below Start is decking"),
        pytest.param((0, 5), (0, 6), None, None, id="A7: without a quickdraw"),
    ],
)
def test_where_a_fall_ends(here: At, attempted: At, quickdraw: At | None, lands: At | None) -> None:
    assert fell(here, attempted, quickdraw) == lands


def test_other_readings_of_a_fall() -> None:
    assert fell((4, 5), (4, 6), (0, 5), cylinder_distance="no-wrap") == (0, 1)
    assert fell((1, 5), (0, 5), (0, 5), fall_clamp_min_zero=False, fall_never_raises=False) == (0, 6)
    assert fell((1, 2), (1, 3), (0, 6), fall_never_raises=False) == (0, 3)
    assert fell((0, 0), (1, 0), None, fall_without_quickdraw="virtual_start_draw") == (0, 0)
    assert fell((0, 1), (0, 2), None, fall_without_quickdraw="virtual_start_draw") is None


def test_stamina_by_the_fatigue_line_at_the_start_of_the_turn() -> None:
    """R13, A12, A14: the row one stands on counts; below and on the last row under the line 3, above it 2."""
    made = game(LAID, [Script(), Script()])
    for row, stamina in ((0, 3), (5, 3), (6, 2), (11, 2)):
        put(made, 0, (0, row))
        assert turn(made, 0)[0]["stamina"] == stamina


def test_crossing_the_line_changes_nothing_in_the_turn() -> None:
    """A12."""
    made = game(LAID, [Script([up, lambda view, options: End()]), Script()])
    put(made, 0, (0, 5), quickdraw=(0, 1))
    events = turn(made, 0)
    spent = next(event["cost"] for event in events if event["do"] == "move")
    assert events[0]["stamina"] == 3
    assert spent in (1, 2)


def test_resting_gives_one_more_and_does_not_add_up() -> None:
    """R15, A15."""

    def three_turns(**house: Any) -> list[int]:
        made = game(LAID, [Script([Rest(), Rest(), End()]), Script()], **house)
        return [turn(made, 0)[0]["stamina"] for _ in range(3)]

    assert three_turns() == [3, 4, 4]
    assert three_turns(rest_bonus_stacks=True) == [3, 4, 5]


def test_a_rest_allows_nothing_else_and_only_comes_first() -> None:
    """R15, A16."""
    player = Script([up])
    made = game(LAID, [player, Script()])
    events = turn(made, 0)
    assert Rest() in player.offered[0]
    assert all(Rest() not in offered for offered in player.offered[1:])
    made.players[0].steps = [Rest()]  # type: ignore[attr-defined]
    assert kinds(turn(made, 0)) == ["turn", "rest", "end"]
    assert kinds(events)[-1] == "end"


def test_only_free_cards_up_and_beside_are_allowed() -> None:
    """R16: never down, never across, never onto another climber."""
    player = Script()
    made = game(LAID, [player, Script()])
    turn(made, 0)
    assert moves_of(player) == {(0, 1), (2, 0)}  # Gym stands on column 1
    put(made, 1, (0, 1))
    turn(made, 0)
    assert moves_of(player) == {(1, 0), (2, 0)}


def test_not_enough_stamina_is_a_fall_and_the_card_stays_up() -> None:
    """R16, R17: a heinous hold with two stamina; without a quickdraw that is the ground (A7), and a new climber."""
    laid = spire(
        [("red", "Cri Und"), ("orange", "Jug"), ("yellow", "Jug")], climbers=[("Granite", "red"), ("Gym", "orange")]
    )
    made = game(laid, [Script([up, up]), Script()])
    events = turn(made, 0)
    assert [event["hold"] for event in events if event["do"] == "reveal"] == ["Crimper", "Undercling"]
    assert kinds(events)[-4:] == ["fall", "deck", "place", "end"]
    seat = made.board.seats[0]
    assert seat.character != "Granite"
    assert (seat.at, seat.quickdraw, seat.clipped, seat.ability_used) == ((0, 0), None, False, False)
    assert made.board.up[0][2]


def test_an_unpayable_open_card_may_be_tried_but_not_without_stamina() -> None:
    """A18."""
    player = Script([up, Move((0, 2)), Move((0, 3))])
    made = game(LAID, [player, Script()])
    put(made, 0, (0, 2), quickdraw=(0, 1))
    made.table.reveal((0, 4))
    player.steps = [up, lambda view, options: Move((0, 4))]
    events = turn(made, 0)  # Sloper for 1, then the open Undercling, heinous, with 2 left
    assert "fall" in kinds(events)
    player.steps = [up, up, up]
    put(made, 0, (0, 0))
    laid = spire(
        [("red", "Slo Gas"), ("orange", "Jug"), ("yellow", "Jug")], climbers=[("Granite", "red"), ("Gym", "orange")]
    )
    for allowed in (False, True):
        tired = Script([up, up, lambda view, options: options[-1]])
        made = game(laid, [tired, Script()], attempt_with_zero_stamina=allowed)
        turn(made, 0)  # 1 and 2: nothing is left
        assert len(tired.offered) == (3 if allowed else 2)


def test_the_first_bolt_must_be_clipped_before_going_on() -> None:
    """R19, A20: at once when it can be paid, else before any move of the next turn; resting stays allowed."""
    laid = spire(
        [("red", "Cri Slo Pin"), ("orange", "Jug"), ("yellow", "Jug")], climbers=[("Granite", "red"), ("Gym", "orange")]
    )
    player = Script([up, up, up])
    made = game(laid, [player, Script()])
    made.table.emit("rest", seat=0, bonus=1)  # 4 stamina: 1 + 1 + 2 leave none for the clip
    turn(made, 0)
    assert made.board.seats[0].at == (0, 3)
    assert made.board.seats[0].quickdraw is None
    player.steps = [clip]
    player.offered.clear()
    turn(made, 0)
    assert [type(option).__name__ for option in player.offered[0]] == ["Rest", "Clip", "End"]
    assert moves_of(player)
    assert made.board.seats[0].quickdraw == (0, 3)


def test_without_the_automatic_clip_one_still_may_not_leave() -> None:
    """A20, the other reading."""
    player = Script([up])
    made = game(LAID, [player, Script()], first_bolt_auto_clip=False)
    turn(made, 0)
    assert not moves_of(player)
    assert made.board.seats[0].quickdraw is None


@pytest.mark.parametrize(("reading", "may_leave"), [("duty_passes_on", True), ("wait", False)])
def test_a_first_bolt_taken_by_another(reading: str, may_leave: bool) -> None:
    """R18, A21."""
    player = Script([up])
    made = game(LAID, [player, Script()], first_bolt_blocked=reading)
    put(made, 1, (1, 0), quickdraw=(0, 1))
    turn(made, 0)
    assert made.board.seats[0].at == (0, 1)
    assert made.board.seats[0].quickdraw is None
    assert (len(player.offered) == 2 and bool(moves_of(player))) is may_leave


def test_a_clip_moves_the_one_quickdraw() -> None:
    """R18, A23."""
    made = game(LAID, [Script([up, up]), Script()])
    turn(made, 0)
    assert made.board.seats[0].quickdraw == (0, 1)
    arete = (0, made.board.holds[0].index("Arete"))
    put(made, 0, arete)
    made.players[0].steps = [clip]  # type: ignore[attr-defined]
    turn(made, 0)
    assert made.board.seats[0].quickdraw == arete
    assert made.board.quickdraw_at((0, 1)) is None


@pytest.mark.parametrize("allowed", [True, False])
def test_a_free_clip_with_no_stamina_left(allowed: bool) -> None:
    """A19: Crimper is bomber for Granite and bolted in yellow."""
    laid = spire(
        [("yellow", "Slo Fla Cri"), ("red", "Jug"), ("orange", "Jug")],
        climbers=[("Granite", "yellow"), ("Gym", "orange")],
    )
    made = game(laid, [Script([up]), Script()], free_clip_at_zero_stamina=allowed)
    put(made, 0, (0, 2))
    made.table.emit("pool", cards=["N2", "N2"])
    made.table.emit("take", seat=0, card="N2")
    made.table.emit("take", seat=0, card="N2")  # twice pumped: 1 stamina
    events = turn(made, 0)
    assert [event["stamina"] for event in events if event["do"] == "turn"] == [1]
    assert ("clip" in kinds(events)) is allowed


def test_start_cards_by_house_rule() -> None:
    """A9, A10."""
    player = Script([Move((2, 0), "side")])
    made = game(LAID, [player, Script()], start_preference="S")
    assert [event["cost"] for event in turn(made, 0) if event["do"] == "move"] == [2]
    player = Script([clip])
    made = game(LAID, [player, Script()], start_bolted=True)
    turn(made, 0)
    assert not any(isinstance(option, Move) for option in player.offered[0])
    assert made.board.seats[0].quickdraw == (0, 0)


def hanging(**house: Any) -> tuple[Game, Script]:
    """Granite hangs below Gym on row 2 of red."""
    below = Script()
    made = game(LAID, [below, Script()], **house)
    put(made, 1, (0, 2))
    put(made, 0, (0, 4), quickdraw=(0, 3))
    made.table.emit(
        "fall", seat=0, attempted=[0, 5], distance=2, quickdraw=[0, 3], to=[0, 2], under=1, **{"from": [0, 4]}
    )
    return made, below


def test_who_hangs_waits_for_the_one_above() -> None:
    """R27, A24, A25."""
    made, below = hanging()
    assert made.board.stacks[0, 2] == [1, 0]
    assert made.order(0) == [1, 0]
    turn(made, 0)
    assert (0, 3) in moves_of(below)
    put(made, 1, (1, 2))
    assert made.order(0) == [0, 1]


def test_who_waits_goes_right_after_the_one_above_not_last() -> None:
    """R27."""
    laid = spire(
        [("red", "Jug"), ("orange", "Jug"), ("yellow", "Jug"), ("green", "Jug")],
        climbers=[("Granite", None), ("Gym", None), ("River", None)],
    )
    made = game(laid, [Script(), Script(), Script()])
    put(made, 1, (3, 2))
    put(made, 0, (3, 2))
    assert made.order(0) == [1, 0, 2]


def test_hanging_by_house_rule() -> None:
    """A25, A26."""
    made, below = hanging(hang_mode="blocked")
    turn(made, 0)
    assert not moves_of(below)
    laid = spire(
        [("red", "Jug Pin"), ("orange", "Jug"), ("yellow", "Jug")], climbers=[("Granite", "red"), ("Gym", "orange")]
    )
    for allowed in (False, True):
        below = Script()
        made = game(laid, [below, Script()], hang_may_clip=allowed)
        put(made, 1, (0, 2))
        put(made, 0, (0, 2), quickdraw=(0, 4))
        turn(made, 0)
        assert any(type(option).__name__ == "Clip" for option in below.offered[0]) is allowed


def test_three_at_one_card_go_in_the_order_they_came() -> None:
    """A24."""
    laid = spire(
        [("red", "Jug"), ("orange", "Jug"), ("yellow", "Jug"), ("green", "Jug")],
        climbers=[("Granite", None), ("Gym", None), ("River", None)],
    )
    made = game(laid, [Script(), Script(), Script()])
    for seat in (2, 0, 1):
        put(made, seat, (3, 2))
    assert made.board.stacks[3, 2] == [2, 0, 1]
    assert made.order(0) == [2, 0, 1]
    assert made.order(1) == [2, 0, 1]


def test_order_of_the_action_phase() -> None:
    """R28, R29, A28: the last to climb picks first, then counter-clockwise; the first climber gets what is left."""
    laid = spire(
        [("red", "Jug"), ("orange", "Jug"), ("yellow", "Jug"), ("green", "Jug")],
        climbers=[("Granite", None), ("Gym", None), ("River", None)],
    )
    for order, takers in (("literal", [2, 1, 0]), ("seat", [2, 1, 0])):
        made = game(laid, [Script(), Script(), Script(picks=[START_CARD])], action_order=order)
        made.play_round()
        taken = [event for event in made.log if event["do"] == "take"]
        assert [event["seat"] for event in taken] == takers
        assert taken[0]["card"] == START_CARD
        made.play_round()
        assert [event["order"] for event in made.log if event["do"] == "round"][1] == [2, 0, 1]
    for order, takers in (("literal", [0, 2, 1]), ("seat", [2, 1, 0])):
        made = game(laid, [Script(), Script(), Script()], action_order=order)
        put(made, 2, (3, 2))
        put(made, 0, (3, 2))  # hangs below River, so he climbs last
        made.play_round()
        assert [event["seat"] for event in made.log if event["do"] == "take"] == takers


def test_two_players_take_turns_and_have_no_start_player_card() -> None:
    """R29."""
    made = game(LAID, [Script(), Script()])
    for _ in range(3):
        made.play_round()
    assert [event["first"] for event in made.log if event["do"] == "round"] == [0, 1, 0]
    assert all(START_CARD not in event["cards"] for event in made.log if event["do"] == "pool")


def test_the_pool_has_as_many_cards_as_players() -> None:
    """R28."""
    laid = spire(
        [("red", "Jug"), ("orange", "Jug"), ("yellow", "Jug"), ("green", "Jug"), ("blue", "Jug")],
        climbers=[("Granite", None), ("Gym", None), ("River", None), ("Hiro", None)],
    )
    made = game(laid, [Script() for _ in range(4)])
    for _ in range(12):  # the draw pile of 27 runs out and the discards are shuffled
        made.play_round()
    pools = [event["cards"] for event in made.log if event["do"] == "pool"]
    assert all(len(cards) == 4 and cards[-1] == START_CARD for cards in pools)


def test_the_clip_on_an_anchor_wins_and_ends_the_game() -> None:
    """R31, A34, A43: 1 stamina for the clip; nobody climbs after it."""
    made = game(LAID, [Script([up, clip]), Script()])
    put(made, 0, (0, 10), quickdraw=(0, 1))
    made.play_round()
    assert made.winner == 0
    assert kinds(made.log)[-3:] == ["clip", "win", "end"]
    assert made.log[-3]["cost"] == 1


@pytest.mark.parametrize("climber", [character.name for character in DECK.characters])
@pytest.mark.parametrize(("kind", "price"), [("sketchy", 2), ("positive", 1)])
def test_a_summit_costs_the_same_for_everyone(climber: str, kind: str, price: int) -> None:
    """R17: 2 for a sketchy summit, 1 for a positive one, anchored or not."""
    for top in (f"anchored-{kind}", f"anchorless-{kind}"):
        laid = spire(
            [("red", "Jug"), ("orange", "Jug"), ("yellow", "Jug")],
            summits=[top],
            climbers=[(climber, "red"), (next(name for name in ("Gym", "Hiro") if name != climber), "orange")],
        )
        made = game(laid, [Script([up]), Script()])
        put(made, 0, (0, 10), quickdraw=(0, 1))
        assert [event["cost"] for event in turn(made, 0) if event["do"] == "move"] == [price]


def test_an_anchorless_summit_has_no_clip() -> None:
    """R7, R31, A30: one goes along the summit row; nothing is above it."""
    laid = spire(
        [("red", "Jug"), ("orange", "Jug"), ("yellow", "Jug")],
        summits=["anchorless-sketchy", "anchored-sketchy"],
        climbers=[("Granite", "red"), ("Gym", "orange")],
    )
    player = Script([Move((1, 11), "side")])
    made = game(laid, [player, Script()])
    put(made, 0, (0, 11), quickdraw=(0, 1))
    events = turn(made, 0)
    assert moves_of(player, 0) == {(1, 11), (2, 11)}
    assert [event["cost"] for event in events if event["do"] == "move"] == [2]
    assert made.winner is None


def test_option_two_makes_open_holds_beside_cheap() -> None:
    """R32, A35."""
    laid = spire(
        [("red", "Jug"), ("orange", "Slo Und"), ("yellow", "Jug")],
        summits=["anchored-sketchy"],
        climbers=[("Granite", "red"), ("Gym", "yellow")],
    )

    def cost(row: int, open_before: bool, **house: Any) -> int:
        made = game(laid, [Script([Move((1, row), "side")]), Script()], **house)
        put(made, 0, (0, row), quickdraw=(0, 1))
        if open_before:
            made.table.reveal((1, row))
        return int(next(event["cost"] for event in turn(made, 0) if event["do"] == "move"))

    assert cost(2, True) == 3
    assert cost(2, True, face_up_traverse=True) == 1
    assert cost(2, False, face_up_traverse=True) == 3
    assert cost(11, True, face_up_traverse=True) == 2
    assert cost(11, True, face_up_traverse=True, option2_covers_summit=True) == 1


def test_option_one_leaves_the_last_card_out() -> None:
    """R32."""
    made = game(LAID, [Script(), Script()], nine_rows=True)
    assert made.board.top == 10
    assert all(len(column) == 11 for column in made.board.holds)


def test_seeing_the_card_binds_or_not() -> None:
    """A17."""

    class Wary(Script):
        def commit(self, view: View, at: At, cost: int) -> bool:
            return False

    for binds in (True, False):
        made = game(LAID, [Wary([up, lambda view, options: End()]), Script()], reveal_commits=binds)
        assert ("move" in kinds(turn(made, 0))) is binds
        assert made.board.up[0][1]


def test_when_the_characters_run_out() -> None:
    """R26, A37: earlier discards come back, or the climber stays who he was."""
    made = game(LAID, [Script(), Script()])
    seen = []
    for _ in range(9):
        made.table.emit("fall", seat=0, to=None)
        before = made.board.seats[0].character
        deck_out(made.table, made.seats[0])
        assert made.board.seats[0].character not in (before, "Gym")
        seen.append(made.board.seats[0].character)
    assert len(set(seen)) == 7
    made = game(LAID, [Script(), Script()], character_pile_empty="keep_character")
    for _ in range(8):
        made.table.emit("fall", seat=0, to=None)
        before = made.board.seats[0].character
        deck_out(made.table, made.seats[0])
    assert made.board.seats[0].character == before


@pytest.mark.parametrize("keeps", [True, False])
def test_cards_of_a_decked_player(keeps: bool) -> None:
    """A38."""
    made = game(LAID, [Script(), Script()], decked_keeps_action_cards=keeps)
    put(made, 0, (0, 1), hand=["K1"])
    made.table.emit("fall", seat=0, to=None)
    deck_out(made.table, made.seats[0])
    assert made.board.seats[0].hand == (["K1"] if keeps else [])


def test_a_climber_who_never_moves_makes_the_game_stuck() -> None:
    """A32."""
    made = game(LAID, [Script(), Script()], round_cap=3)
    while not made.board.over:
        made.play_round()
    assert made.board.stuck
    assert made.winner is None
    assert made.board.round == 3


def test_what_the_rules_do_not_allow_is_refused() -> None:
    class Cheat(Script):
        def act(self, view: View, options: Sequence[Option]) -> Option:
            return Move((0, 9))

    made = game(LAID, [Cheat(), Script()])
    with pytest.raises(IllegalChoice):
        turn(made, 0)


THREE = [("red", ""), ("blue", ""), ("green", "")]


@pytest.mark.parametrize(
    ("laid", "words"),
    [
        (spire([("red", "Jug")]), "2 climbers cannot start on 1 columns"),
        (spire(THREE, climbers=[("Nobody", None), ("Gym", None)]), "no character 'Nobody'"),
        (spire(THREE, climbers=[("Gym", None), ("Gym", None)]), "Two climbers are Gym"),
        (spire(THREE, climbers=[("Gym", "pink"), ("Hiro", None)]), "Gym starts on pink, which no column has"),
        (spire(THREE, line=10), "not above row 10 of 10"),
        (replace(spire(THREE), fatigue_above=None), "it is not set"),
        (
            replace(spire(THREE), columns=(*spire(THREE).columns[:2], Column("green", (), "anchored-sketchy"))),
            "equally high",
        ),
        (spire_edits.set_summit(spire(THREE), 1, None), "The blue column has no summit card"),
        (spire([*THREE[:2], ("pink", "")]), "no colour 'pink'"),
        (spire_edits.put_hold(spire(THREE), 0, 3, "Chimney"), "no hold type 'Chimney'"),
        (replace(spire(THREE), deck=frozen({"name": "Scrap"})), "lacks the fields"),
    ],
)
def test_what_cannot_be_climbed_is_said(laid: Spire, words: str) -> None:
    with pytest.raises(SpireError, match=words):
        prepare(laid, rules_in_force.load())


def test_a_number_of_players_or_a_deck_that_does_not_work_is_said() -> None:
    profile = rules_in_force.load()
    with pytest.raises(SpireError, match="Two to six players"):
        prepare(LAID, profile, players=7)
    with pytest.raises(SpireError, match="1 characters for 2 players"):
        prepare(LAID, profile, deck=replace(DECK, characters=DECK.characters[:1]))
    with pytest.raises(SpireError, match="no operation 'fly'"):
        prepare(LAID, profile, deck=with_cards(("X", "keep", {"op": "fly"})))
    with pytest.raises(SpireError, match="cannot act together"):
        prepare(LAID, profile, deck=with_cards(("X", "keep", [{"op": "peek", "n": 1}, {"op": "no_deck"}])))


class Careless(Script):
    """Answers every question with what is not allowed."""

    def choose_start(self, view: View, columns: Sequence[int]) -> int:
        return 0

    def look(self, view: View, places: Sequence[At], most: int) -> list[At]:
        return [(0, 0)]

    def swap(self, view: View, rows: Any) -> tuple[int, int, int]:
        return 0, 1, 1

    def react(self, view: View, moment: str, sources: Sequence[str], at: At, cost: int) -> str | None:
        return "K9"

    def pick(self, view: View, pool: Sequence[str]) -> str:
        return "K9"


@pytest.mark.parametrize(
    ("act", "words"),
    [
        (lambda made: act_on_table(made.table, made.seats[0], DECK.action_by_id["I3"].effects[0]), "looks at"),
        (lambda made: act_on_table(made.table, made.seats[0], DECK.action_by_id["I5"].effects[0]), "exchanges"),
        (lambda made: made.action_phase([0, 1]), "takes 'K9'"),
        (lambda made: begin_on(made.table, made.seats[0], [2]), "starts on column 1"),
        (
            lambda made: (
                made.table.emit("pool", cards=["K1"]),
                made.table.emit("take", seat=0, card="K1"),
                turn(made, 0),
            ),
            "answered with 'K9'",
        ),
    ],
)
def test_answers_that_are_not_allowed_are_refused(act: Callable[[Game], object], words: str) -> None:
    made = game(LAID, [Careless([up]), Careless()])
    with pytest.raises(IllegalChoice, match=words):
        act(made)


def test_play_names_what_is_not_useful() -> None:
    """A card that can do nothing is not offered: no second look when everything is open."""
    player = Script()
    made = game(LAID, [player, Script()])
    put(made, 0, (0, 0), hand=["K4"])
    turn(made, 0)
    assert Play("K4") in player.offered[0]
    for column in range(3):
        for row in range(1, 12):
            made.table.reveal((column, row))
    turn(made, 0)
    assert Play("K4") not in player.offered[-1]


def test_the_pool_shrinks_when_cards_run_out() -> None:
    """A36: the Start Player card is still in it; the last to pick get nothing."""
    few = replace(DECK, actions=tuple(replace(card, count=int(card.id == "K1")) for card in DECK.actions))
    laid = spire(
        [("red", "Jug"), ("orange", "Jug"), ("yellow", "Jug"), ("green", "Jug")],
        climbers=[("Granite", None), ("Gym", None), ("River", None)],
    )
    made = game(laid, [Script(), Script(), Script()], deck=few)
    made.play_round()
    made.play_round()
    pools = [event["cards"] for event in made.log if event["do"] == "pool"]
    assert pools == [["K1", START_CARD], [START_CARD]]
    assert [event["seat"] for event in made.log if event["do"] == "take"] == [2, 1, 0]


def test_a_leap_that_fails_counts_from_the_card_tried() -> None:
    """A41: two rows up from the quickdraw's card is a distance of two."""
    laid = spire(
        [("red", "Jug Cri Und"), ("orange", "Jug"), ("yellow", "Jug")], climbers=[("Granite", "red"), ("Gym", "orange")]
    )
    made = game(laid, [Script([up, Move((0, 3), "up2", ("U1",))]), Script()])
    put(made, 0, (0, 0), hand=["U1"])
    fall = next(event for event in turn(made, 0) if event["do"] == "fall")
    assert (fall["attempted"], fall["distance"], fall["to"]) == ([0, 3], 2, [0, 0])


def test_what_is_done_cannot_clash() -> None:
    """A11: two climbers cannot be set on one Start card."""
    with pytest.raises(SpireError, match="Two climbers start on red"):
        prepare(
            spire([("red", ""), ("blue", ""), ("green", "")], climbers=[("Gym", "red"), ("Hiro", "red")]),
            rules_in_force.load(),
        )
