"""The referee of climbs: games of chance keep every rule, and a climb simulator that is broken makes it bark."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from designer import rules
from designer.design.spire import Spire
from designer.simulator.spire import setting, turn
from designer.simulator.spire.board import Landing
from designer.simulator.spire.choices import Move, Option
from designer.simulator.spire.game import Game
from designer.simulator.spire.state import Table, Turn
from designer.summit import dealing
from designer.summit import deck as decks
from designer.summit import edits as deck_edits
from tests.hurry import examples
from tests.simulator import refereed
from tests.simulator.spire.table import Script, put, spire, up
from tests.simulator.spire.whim import Whim

#: Games that a broken simulator is given to be found out.
GAMES = 60


@pytest.mark.parametrize("part", range(4))
def test_climbs_of_chance_keep_every_rule(part: int) -> None:
    for number in range(5000 + 10 * part, 5000 + 10 * part + examples(10)):
        played = refereed.climb(number)
        assert played.breach is None, (number, played.what)
        assert played.counts["turn"] >= 2


def test_the_command_counts_what_it_refereed(capsys: pytest.CaptureFixture[str]) -> None:
    assert refereed.main(["--climbs", "2", "--first", "3"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("climbs: 2 refereed without a breach in ")
    assert " turn" in out
    with pytest.raises(SystemExit):
        refereed.main([])


def longer(*args: Any, **more: Any) -> Landing:
    length, at = LANDING(*args, **more)
    return Landing(length, at and (at[0], at[1] - 1) if at and at[1] else at)


LANDING, PRICE, ORDER, OPTIONS, POOL = turn.landing, Turn.price, Game.order, turn.moves, Table.open_pool


def on_others(table: Table, on: Turn, sources: list[str]) -> list[Option]:
    at = table.board.seats[on.seat].at
    assert at is not None
    place = (at[0], at[1] + 1)
    taken = [Move(place)] if place in table.board.stacks and place[1] < table.board.top else []
    return [*taken, *OPTIONS(table, on, sources)]


def one_more(table: Table) -> None:
    POOL(table)
    table.board.pool.append(table.setting.deck.actions[0].id)
    table.log[-1]["cards"] = list(table.board.pool)


BREAKS: dict[str, tuple[Any, str, Any, str]] = {
    "a fall is one longer": (turn, "landing", longer, "falls off"),
    "every card is one cheaper": (Turn, "price", lambda *given: max(0, PRICE(*given) - 1), "which costs"),
    "the first bolt may be left": (turn, "duty", lambda table, on: False, "is not told as due"),
    "who hangs does not wait": (Game, "order", lambda self, first: ordered(self, first), "who hangs waits"),
    "every card has a bolt": (turn, "bolted", lambda table, at: True, "no bolt"),
    "climbers go onto others": (turn, "moves", on_others, "where somebody is"),
    "the pool has a card too many": (Table, "open_pool", one_more, "action cards are turned up"),
    "cards are used and kept": (Table, "sources", lambda self, number, moment: list(self._draw[:1]), "not in the hand"),
}


def ordered(made: Game, first: int) -> list[int]:
    count = made.setting.players
    return [(first + step) % count for step in range(count)]


@pytest.mark.parametrize("broken", BREAKS)
def test_a_broken_simulator_makes_the_referee_bark(
    broken: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    where, name, wrong, words = BREAKS[broken]
    if broken == "cards are used and kept":
        monkeypatch.setattr(Table, "emit", kept(Table.emit))
    else:
        monkeypatch.setattr(where, name, wrong)
    assert refereed.main(["--climbs", str(GAMES), "--first", "100", "--breaches", "1"]) == 1
    out = capsys.readouterr().out
    assert words in out
    assert "again: python -m tests.simulator.refereed --climbs 1 --first " in out


def kept(emit: Callable[..., None]) -> Callable[..., None]:
    """A table on which a card that was used stays in the hand."""

    def wrong(self: Table, do: Any, **facts: Any) -> None:
        emit(self, do, **facts)
        if do == "use" and facts["source"] != "ability":
            self.board.seats[facts["seat"]].hand.append(facts["source"])

    return wrong


def whims(laid: Spire, seed: int) -> tuple[dict[str, Any], rules.Rules]:
    house = rules.load(house_rules={"summit.round_cap": 12})
    made = Game(setting.prepare(laid, house), [Whim() for _ in range(laid.seats)], seed).play()
    return json.loads(json.dumps(made.to_data())), house


#: What no player can leave be: rests, cards played, cards looked at and falls onto one's own place could be his choice.
MUST = {"start", "place", "round", "turn", "move", "deck", "take", "pool", "discard", "end", "win", "stuck"}


def test_a_log_that_leaves_something_out_is_found() -> None:
    laid = dealing.deal(3, 5)
    log, house = whims(laid, 5)
    assert refereed.refereed_climb(log, laid, house)[0] is None
    events: Sequence[dict[str, Any]] = log["events"]
    for number in range(0, len(events), 1 + len(events) // 150):
        cut = {**log, "events": [*events[:number], *events[number + 1 :]]}
        event = events[number]
        if event["do"] in MUST or event.get("duty"):
            assert refereed.refereed_climb(cut, laid, house)[0] is not None, event


@pytest.mark.parametrize(
    ("do", "field", "wrong"),
    [
        ("turn", "stamina", lambda value: value + 1),
        ("move", "cost", lambda value: value + 1),
        ("clip", "cost", lambda value: value + 1),
        ("fall", "distance", lambda value: (value or 0) + 1),
        ("reveal", "hold", lambda value: "Ledge"),
        ("round", "first", lambda value: (value + 1) % 3),
        ("take", "seat", lambda value: (value + 1) % 3),
        ("take", "card", lambda value: "X9"),
        ("deck", "character", lambda value: "Nobody"),
        ("fatigue", "row", lambda value: value + 1),
        ("rest", "bonus", lambda value: value + 1),
        ("place", "column", lambda value: 9),
    ],
)
def test_a_log_that_tells_something_else_is_found(do: str, field: str, wrong: Callable[[Any], Any]) -> None:
    laid = dealing.deal(3, 5)
    for seed in range(30):
        log, house = whims(laid, seed)
        at = next((number for number, event in enumerate(log["events"]) if event["do"] == do), None)
        if at is None:
            continue
        log["events"][at][field] = wrong(log["events"][at][field])
        assert refereed.refereed_climb(log, laid, house)[0] is not None
        return
    pytest.fail(f"no game has a {do}")


def test_an_ability_does_not_bring_itself_back() -> None:
    """R20: once. What the referee found: an ability that shapes a move and recovers abilities recovered itself."""
    both = [{"op": "move_modifier", "dir": "diagonal_up", "cost": "normal"}, {"op": "recover_ability"}]
    ability = {"id": "again", "when": "turn", "text": "", "effect": both, "source": "assumed"}
    deck = decks.parse(deck_edits.with_ability(decks.standard_data(), "River", ability))
    laid = spire([("red", "Jug"), ("blue", "Jug"), ("green", "Jug")], climbers=[("River", "red"), ("Gym", "blue")])
    player = Script([up, lambda view, options: next(one for one in options if isinstance(one, Move) and one.using)])
    made = Game(setting.prepare(laid, rules.load(), deck=deck), [player, Script()], 1)
    made.set_up()
    put(made, 0, (0, 0))
    turn.climb(made.table, made.seats[0])
    assert made.board.seats[0].ability_used
    assert not any(event["do"] == "recover" for event in made.log)
