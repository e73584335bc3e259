"""Cards and abilities: every operation, when it may be used, and operations combined by a card designer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from designer.simulator.spire.board import replay
from designer.simulator.spire.effects import act_on_table
from designer.simulator.spire.game import Game
from designer.simulator.spire.view import View
from designer.summit import deck as decks
from designer.summit.deck import KIND_MOMENTS, OPERATIONS, Kind, effect_problems
from tests.simulator.spire.table import ABLE as DECK
from tests.simulator.spire.table import End, Move, Play, Script, clip, game, put, spire, turn, up, with_cards


def climb(
    name: str,
    steps: Sequence[Any],
    hand: Sequence[str] = (),
    *,
    holds: str = "Jug Cri Slo Und",
    colour: str = "red",
    at: tuple[int, int] = (0, 1),
    quickdraw: tuple[int, int] | None = (0, 1),
    reactions: Sequence[str | None] = (),
    deck: Any = None,
    opened: Sequence[tuple[int, int]] = (),
) -> tuple[Game, Script, list[dict[str, Any]]]:
    """One turn of a climber who stands on ``at`` with some cards."""
    others = [other for other in ("orange", "yellow") if other != colour]
    laid = spire(
        [(colour, holds), (others[0], "Jug Slo"), (others[1] if len(others) > 1 else "blue", "Jug Cri")],
        climbers=[(name, colour), ("Gym" if name != "Gym" else "Hiro", others[0])],
    )
    player = Script(steps, reactions)
    made = game(laid, [player, Script()], deck=deck or DECK)
    put(made, 0, at, quickdraw=quickdraw, hand=hand)
    for place in opened:
        made.table.reveal(place)
    events = turn(made, 0)
    assert replay(made.log).snapshot() == made.board.snapshot()
    return made, player, events


def costs(events: Sequence[dict[str, Any]], do: str = "move") -> list[int]:
    return [event["cost"] for event in events if event["do"] == do]


def stamina(events: Sequence[dict[str, Any]]) -> int:
    return next(event["stamina"] for event in events if event["do"] == "turn")


def test_every_operation_of_the_engine_is_used_here() -> None:
    used = {effect.op for card in DECK.actions for effect in card.effects}
    used |= {effect.op for character in DECK.characters for effect in character.ability.effects}
    assert used == set(OPERATIONS)
    assert not list(effect_problems(DECK))
    assert set(KIND_MOMENTS) == {card.kind for card in DECK.actions}


# Use it or lose it


def test_a_dyno_goes_two_rows_and_pays_the_upper_one() -> None:
    """U1: both cards are turned up; the lower may be occupied."""
    _, _, events = climb("Granite", [Move((0, 3), "up2", ("U1",))], ["U1"])
    assert [event["hold"] for event in events if event["do"] == "reveal"] == ["Crimper", "Sloper"]
    assert costs(events) == [1]


def test_going_across_needs_a_card() -> None:
    """R16, U2."""
    _, player, events = climb("Granite", [Move((1, 2), "diagonal_up", ("U2",))], ["U2"])
    assert [event["to"] for event in events if event["do"] == "move"] == [[1, 2]]
    assert not any(isinstance(option, Move) and option.way == "diagonal_up" for option in player.offered[1])


@pytest.mark.parametrize(("card", "cost"), [("U3", 2), ("U4", 1)])
def test_a_cheaper_move(card: str, cost: int) -> None:
    """U3 takes one off, U4 makes it 1; Undercling is heinous for Granite."""
    _, _, events = climb("Granite", [Move((0, 2), "up", (card,))], [card], holds="Jug Und")
    assert costs(events) == [cost]


def test_a_step_never_goes_below_one() -> None:
    """A40."""
    _, _, events = climb("Granite", [Move((0, 2), "up", ("U3",))], ["U3"])
    assert costs(events) == [1]


def test_unused_climbing_moves_are_lost() -> None:
    """R30, A39: also by a rest."""
    made, _, events = climb("Granite", [End()], ["U1", "K1"])
    assert [event["card"] for event in events if event["do"] == "discard"] == ["U1"]
    assert made.board.seats[0].hand == ["K1"]


# Affects your next turn


@pytest.mark.parametrize(("cards", "expected"), [(["N1"], 4), (["N2"], 2), (["N1", "N2"], 3), (["N2"] * 2, 1)])
def test_stamina_of_the_next_turn_is_compulsory(cards: list[str], expected: int) -> None:
    """N1, N2."""
    made, _, events = climb("Granite", [End()], cards)
    assert stamina(events) == expected
    assert not made.board.seats[0].hand


def test_a_loss_leaves_at_least_one_stamina() -> None:
    """N2, twice, above the fatigue line."""
    assert stamina(climb("Granite", [End()], ["N2", "N2"], at=(0, 6))[2]) == 1


def test_damp_rock_and_side_wind() -> None:
    """N3: positive holds cost 2; N4: sideways moves cost one more."""
    assert costs(climb("River", [up], ["N3"])[2]) == [2]
    assert costs(climb("River", [Move((2, 1), "side")], ["N4"])[2]) == [2]
    assert costs(climb("River", [up], ["N4"])[2]) == [1]


def test_slick_clipping_is_for_bolts_only() -> None:
    """N5."""
    free = climb("Bluffy", [clip], ["N5"], quickdraw=None)[2]
    assert costs(free, "clip") == [0]
    anchor = climb("Bluffy", [clip], ["N5"], at=(0, 11))[2]
    assert costs(anchor, "clip") == [1]


# Keep until used


def test_chalk_in_ones_turn_and_after_a_reveal() -> None:
    """K1."""
    _, _, events = climb("Granite", [Play("K1"), up, up, up], ["K1"])
    assert costs(events) == [1, 1]  # Crimper and Sloper; with 4 stamina two are left for the heinous one
    assert "fall" in [event["do"] for event in events]
    steps = [Move((0, 2)), Move((0, 3)), End()]
    _, _, events = climb("Granite", steps, ["K1"], holds="Jug Cri Und", reactions=["K1"])
    assert costs(events) == [1, 3]


def test_an_alert_belayer_holds_at_the_quickdraw() -> None:
    """K2."""
    made, _, events = climb("Gym", [up, up], ["K2"], holds="Jug Pin Sid", at=(0, 1), reactions=["K2"])
    fall = next(event for event in events if event["do"] == "fall")
    assert (fall["distance"], fall["to"]) == (1, [0, 1])
    assert made.board.seats[0].hand == []


def test_a_spare_draw_clips_once_for_nothing() -> None:
    """K3."""
    _, _, events = climb("Bluffy", [Play("K3"), clip], ["K3"], quickdraw=None)
    assert costs(events, "clip") == [0]


def test_a_crash_pad_instead_of_decking() -> None:
    """K5: onto the Start card of the quickdraw's column; without one, of the column one is in."""
    made, _, events = climb(
        "Granite", [up, up], ["K5"], holds="Cri Slo Und", at=(0, 1), quickdraw=None, reactions=[None, "K5"]
    )
    assert [event["to"] for event in events if event["do"] == "fall"] == [[0, 0]]
    assert made.board.seats[0].character == "Granite"


def test_a_fall_card_that_cannot_help_is_not_offered() -> None:
    """K2 needs a quickdraw."""
    made, _, events = climb("Gym", [up, up], ["K2"], holds="Cri Gas Sid", at=(0, 1), quickdraw=None, reactions=["K2"])
    assert "deck" in [event["do"] for event in events]
    assert made.board.seats[0].hand == ["K2"]


# Immediate


class Chooser(Script):
    """Picks the cards it is told to and looks where it is told to."""

    def look(self, view: View, places: Sequence[tuple[int, int]], most: int) -> list[tuple[int, int]]:
        assert most == 2
        return [(0, 3), (2, 11)]

    def turn_up(self, view: View, places: Sequence[tuple[int, int]], most: int) -> list[tuple[int, int]]:
        assert all(row < view.top for _, row in places)
        return [(0, 5)]

    def swap(self, view: View, rows: Any) -> tuple[int, int, int]:
        return 0, 3, 4


def taking(card: str) -> tuple[Game, View]:
    laid = spire(
        [("red", "Jug Cri Slo Und"), ("orange", "Jug"), ("yellow", "Jug")],
        climbers=[("Granite", "red"), ("Gym", "orange")],
    )
    pool = replace(DECK, actions=tuple(replace(DECK.action_by_id[name], count=1) for name in sorted({"I4", card})))
    made = game(laid, [Script(), Chooser(picks=[card])], deck=pool)
    made.table.emit("round", number=1, first=0, order=[0, 1])
    made.action_phase([1, 0])
    assert made.board.seats[1].hand == []
    return made, made.seats[1].view


def test_looking_is_secret() -> None:
    """I3."""
    made, view = taking("I3")
    assert view.card((0, 3)) == "Sloper"
    assert view.card((2, 11)) == "anchored-positive"
    assert made.seats[0].view.card((0, 3)) is None
    assert "Sloper" not in view.left(0)
    assert "Sloper" in made.seats[0].view.left(0)


def test_the_fatigue_line_moves_but_stays_between_holds() -> None:
    """I1, I2, A13."""
    assert taking("I1")[0].board.fatigue == 4
    assert taking("I2")[0].board.fatigue == 6
    made, _ = taking("I2")
    for _ in range(9):
        act_on_table(made.table, made.seats[0], DECK.action_by_id["I2"].effects[0])
    assert made.board.fatigue == 9
    for _ in range(12):
        act_on_table(made.table, made.seats[0], DECK.action_by_id["I1"].effects[0])
    assert made.board.fatigue == 1


def test_rockfall_exchanges_two_hidden_cards_unseen() -> None:
    """I5: what one knew of them moves along."""
    made, _ = taking("I5")
    assert made.board.holds[0][3:5] == ["Undercling", "Sloper"]
    assert not made.board.up[0][3]
    made.table.emit("peek", seat=0, at=[[0, 3]])
    act_on_table(made.table, made.seats[1], DECK.action_by_id["I5"].effects[0])
    assert made.seats[0].view.card((0, 4)) == "Undercling"
    assert made.seats[0].view.card((0, 3)) is None


def test_a_card_turned_up_for_all_and_a_second_go() -> None:
    """I4, I6."""
    made, _ = taking("I4")
    assert made.board.up[0][5]
    made.table.emit("use", seat=1, source="ability", moment="turn")
    act_on_table(made.table, made.seats[1], DECK.action_by_id["I6"].effects[0])
    assert not made.board.seats[1].ability_used


# Abilities


def test_granite_holds_on() -> None:
    made, _, events = climb("Granite", [up, up], holds="Jug Cri Und", reactions=["ability"])
    assert [event["do"] for event in events][-3:] == ["use", "saved", "end"]
    assert made.board.seats[0].at == (0, 2)
    assert made.board.seats[0].ability_used


def test_river_goes_across_once() -> None:
    _, player, events = climb("River", [Move((1, 2), "diagonal_up", ("ability",)), End()])
    assert costs(events) == [2]
    assert not any("ability" in option.using for option in player.offered[1] if isinstance(option, Move))


def test_bluffy_calls_it_easy() -> None:
    _, _, events = climb("Bluffy", [up], holds="Jug Poc", reactions=["ability"])
    assert costs(events) == [1]


def test_gym_campuses_past_another() -> None:
    laid = spire(
        [("red", "Jug Pin Fla"), ("orange", "Jug"), ("yellow", "Jug")], climbers=[("Gym", "red"), ("Granite", "orange")]
    )
    made = game(laid, [Script([Move((0, 3), "up2", ("ability",))]), Script()], deck=DECK)
    put(made, 0, (0, 1), quickdraw=(0, 1))
    put(made, 1, (0, 2))
    assert costs(turn(made, 0)) == [1]


def test_crack_rests_at_the_start_only() -> None:
    _, player, events = climb("Crack", [up, up, End()], holds="Jug Pin Poc")
    assert Play("ability") in player.offered[0]
    assert Play("ability") not in player.offered[1]
    assert costs(events) == [1, 2]
    _, _, events = climb("Crack", [Play("ability"), up, Move((0, 3))], holds="Jug Pin Slo")
    assert costs(events) == [1, 3]


def test_gorge_scouts_and_hannah_clips_ahead() -> None:
    made, _, _ = climb("Gorge", [Play("ability"), End()])
    assert len(made.board.seen[0]) == 3
    made, player, events = climb("Hannah", [Play("ability"), End()], holds="Jug Are", opened=[(0, 2)])
    assert made.board.seats[0].quickdraw == (0, 2)
    assert costs(events, "clip") == [0]
    _, player, _ = climb("Hannah", [End()], holds="Jug Are")
    assert Play("ability") not in player.offered[0]  # the card above is not open


def test_a_quickdraw_does_not_go_ahead_onto_a_summit() -> None:
    """Left on the only anchor it would keep everyone from winning."""
    _, player, _ = climb("Hannah", [End()], at=(0, 10), opened=[(0, 11)])
    assert Play("ability") not in player.offered[0]


def test_hiro_traverses_for_nothing() -> None:
    _, _, events = climb("Hiro", [Move((2, 2), "side", ("ability",))], at=(0, 2))
    assert costs(events) == [0]


# Combined


def test_a_designer_combines_operations() -> None:
    deck = with_cards(
        (
            "X1",
            "use-or-lose",
            [{"op": "stamina", "n": 2}, {"op": "move_modifier", "dir": "up2", "cost": "target_only"}],
        ),
        ("X2", "next-turn", [{"op": "stamina", "n": 1}, {"op": "class_shift", "from": "H", "to": "P"}]),
        ("X3", "keep", [{"op": "peek", "n": 1}, {"op": "stamina", "n": -1}]),
    )
    assert not list(effect_problems(deck))
    _, _, events = climb("Granite", [Move((0, 3), "up2", ("X1",)), up, up], ["X1"], deck=deck, holds="Jug Cri Und Slo")
    assert costs(events) == [3, 1, 1] or costs(events)[:2] == [3, 1]
    _, _, events = climb("Granite", [up], ["X2"], deck=deck, holds="Jug Und")
    assert (stamina(events), costs(events)) == (4, [1])
    made, _, _ = climb("Granite", [Play("X3"), End()], ["X3"], deck=deck)
    assert len(made.board.seen[0]) == 1


@pytest.mark.parametrize(
    ("kind", "data", "words"),
    [
        ("keep", {"op": "stamina"}, "needs 'n', a whole number from -99 to 99, not None"),
        ("use-or-lose", {"op": "cost_override", "cost": -5}, "needs 'cost', a whole number from 0 to 99, not -5"),
        ("use-or-lose", {"op": "move_modifier", "dir": "up2", "cost": -1}, "a whole number from 0 to 99 or 'normal'"),
        ("use-or-lose", {"op": "clip_ahead", "dir": "up1", "cost": -1}, "from 0 to 99, not -1"),
        ("next-turn", {"op": "clip_cost", "cost": -1}, "from 0 to 99, not -1"),
        ("keep", {"op": "fall_distance", "set": -1}, "from 0 to 99, not -1"),
        ("immediate", {"op": "peek", "n": -1}, "from 0 to 99, not -1"),
        ("immediate", {"op": "reveal", "n": -1}, "from 0 to 99, not -1"),
        ("use-or-lose", {"op": "move_modifier", "dir": "down", "cost": "normal"}, "needs 'dir'"),
        ("immediate", {"op": "stamina", "n": 1}, "cannot act together"),
    ],
)
def test_a_card_that_cannot_work_is_named(kind: Kind, data: dict[str, Any], words: str) -> None:
    found = list(effect_problems(with_cards(("X", kind, data))))
    assert len(found) == 1
    assert words in found[0]


def test_an_ability_is_bound_to_its_moment() -> None:
    granite = DECK.character_by_name["Granite"]
    late = replace(granite, ability=replace(granite.ability, when="start"))
    deck = replace(DECK, characters=(late, *DECK.characters[1:]))
    assert any("Granite" in problem for problem in effect_problems(deck))


def test_a_variant_of_the_deck() -> None:
    harder = decks.with_variant(DECK, "harder")
    totals = [
        sum({"B": 1, "P": 1, "S": 2, "H": 3}[letter] for letter in row.values()) for row in harder.classes.values()
    ]
    assert totals == [16] * 8
