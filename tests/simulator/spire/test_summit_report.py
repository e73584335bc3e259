"""Batches of games on a spire, their report, and the help for tuning."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace

import pytest

from designer import rules, schemas
from designer.design import spire as spire_edits
from designer.design.document import Design
from designer.design.spire import Climber
from designer.design.values import frozen
from designer.simulator.common.figures import wilson
from designer.simulator.rally.batches import SimulationCancelled, SimulationError
from designer.simulator.spire import players as minds
from designer.simulator.spire import tuning
from designer.simulator.spire.batches import run_batch, run_once
from designer.simulator.spire.board import replay
from designer.simulator.spire.choices import Move, Option
from designer.simulator.spire.setting import prepare
from designer.simulator.spire.tally import Tally, count
from designer.simulator.spire.view import View
from designer.summit import dealing
from designer.summit import deck as decks
from tests.simulator.spire.table import spire

DESIGN = Design(name="Needle", spire=dealing.deal(4, seed=11))


@pytest.fixture(params=["threads", "processes"])
def executor(request: pytest.FixtureRequest) -> Iterator[Executor]:
    with ThreadPoolExecutor(3) if request.param == "threads" else ProcessPoolExecutor(2) as made:
        yield made


def test_workers_do_not_change_the_report(executor: Executor) -> None:
    alone = run_batch(DESIGN, games=12, seed=4)
    for workers in (1, 3):
        assert run_batch(DESIGN, games=12, seed=4, executor=executor, workers=workers).to_data() == alone.to_data()


def test_another_seed_is_another_report() -> None:
    assert run_batch(DESIGN, games=8, seed=1).to_data() != run_batch(DESIGN, games=8, seed=2).to_data()


def test_shares_add_up() -> None:
    report = run_batch(DESIGN, games=40, seed=2)
    tally = report.tally
    assert sum(share.times for share in report.by_seat().values()) == report.games - tally.stuck == 40
    assert sum(tally.order_wins.values()) == sum(tally.summit_wins.values()) == 40
    assert sum(tally.character_wins.values()) == sum(tally.start_wins.values()) == 40
    set_out = 4 * 40 + sum(number * times for number, times in tally.deckings.items())
    assert sum(tally.climbers.values()) == sum(tally.starts.values()) == set_out
    assert tally.attempts == tally.moves + sum(number * times for number, times in tally.falls.items())
    assert all(tally.caught[spot] <= tally.attempts and tally.clips[spot] > 0 for spot in tally.caught)
    deck = decks.standard()
    assert all(row == 11 or deck.is_bolted(colour, hold(colour, row)) for colour, row in tally.clips)


def hold(colour: str, row: int) -> str:
    assert DESIGN.spire is not None
    column = next(column for column in DESIGN.spire.columns if column.colour == colour)
    return column.holds[row - 1].hold


def test_a_report_fits_its_schema_and_tells_everything() -> None:
    report = run_batch(DESIGN, games=30, seed=3)
    data = json.loads(json.dumps(report.to_data()))
    assert not schemas.problems(data, "spire-report")
    assert set(data["wins"]) == {"seat", "order", "policy", "character", "start", "summit"}
    text = report.text()
    for words in ("30 games of 4 climbers", "Wins by seat", "Wins by character", "Wins by Start card", "Fresh arms"):
        assert words in text
    rounds = [data["no_anchor"]["by_round"][number] for number in data["no_anchor"]["by_round"]]
    assert rounds == sorted(rounds, reverse=True)
    assert data["no_anchor"]["times"] == 0


@pytest.mark.parametrize(
    ("times", "of", "low", "high"),
    [(0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (5, 10, 0.2366, 0.7634), (250, 1000, 0.2242, 0.2778)],
)
def test_wilson_intervals(times: int, of: int, low: float, high: float) -> None:
    """Values of the Wilson score interval as tables give them."""
    assert wilson(times, of)[3:] == pytest.approx((low, high), abs=1e-4)


def test_the_worth_of_a_bolt_is_what_it_saves() -> None:
    """A fall onto row 4 that would have ended on the ground without that clip saves five rows."""
    assert DESIGN.spire is not None
    made = run_once(DESIGN, seed=1)
    table = made.table
    table.log = table.log[:5]
    table.board = replay(table.log)
    column = made.board.seats[0].start
    colour = made.board.colours[column]
    made.table.emit("move", seat=0, to=[column, 5], way="up", cost=0, **{"from": [column, 0]})
    made.table.emit("clip", seat=0, at=[column, 5], cost=1)
    made.table.emit("move", seat=0, to=[column, 6], way="up", cost=0, **{"from": [column, 5]})
    made.table.emit(
        "fall",
        seat=0,
        attempted=[column, 7],
        distance=2,
        quickdraw=[column, 5],
        to=[column, 4],
        under=None,
        **{"from": [column, 6]},
    )
    tally = count(made)
    assert tally.caught[colour, 5] == 1
    assert tally.saved[colour, 5] == 5
    assert tally.fall_rows[2] == 1


def test_games_can_be_dealt_anew() -> None:
    report = run_batch(DESIGN, games=12, fresh=True)
    assert len(report.tally.starts) == 6
    assert not report.suggestions


def test_different_climbers_for_different_seats() -> None:
    report = run_batch(DESIGN, games=12, policies=("cautious", "bold", "cautious", "bold"))
    assert {name: share.of for name, share in report.by_policy().items()} == {"cautious": 24, "bold": 24}


def test_a_players_own_class_is_found_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    class Mine(minds.Cautious):
        name = "mine"

    class Point:
        name = "mine"

        def load(self) -> type[minds.Player]:
            return Mine

    monkeypatch.setattr(minds, "entry_points", lambda group: [Point()] if group == "crest.climbers" else [])
    report = run_batch(DESIGN, games=3, policies=("mine",))
    assert list(report.by_policy()) == ["mine"]
    assert "mine" in minds.names()


def test_house_rules_count() -> None:
    house = replace(DESIGN, house_rules=frozen({"summit.round_cap": 2, "summit.stamina_below": 1}))
    report = run_batch(house, games=4)
    assert report.tally.stuck == 4
    assert report.no_anchor().share == 1.0
    assert report.to_data()["rules"]["overrides"] == {"summit.round_cap": 2, "summit.stamina_below": 1}


def test_the_documents_climbers_are_those_who_climb() -> None:
    assert DESIGN.spire is not None
    colours = [column.colour for column in DESIGN.spire.columns]
    cast = [Climber("Hiro", colours[2]), Climber(), Climber("Gym"), Climber("Crack", colours[0])]
    made = run_once(replace(DESIGN, spire=spire_edits.set_climbers(DESIGN.spire, cast)))
    start = made.log[0]["characters"]
    assert (start[0], start[2], start[3]) == ("Hiro", "Gym", "Crack")
    places = [event["column"] for event in made.log if event["do"] == "place"]
    assert places[0] == 2
    assert places[3] == 0


def test_a_batch_tells_how_far_it_is_and_can_be_stopped() -> None:
    told: list[tuple[int, int]] = []
    run_batch(DESIGN, games=3, progress=lambda done, of: told.append((done, of)))
    assert told == [(1, 3), (2, 3), (3, 3)]
    with pytest.raises(SimulationCancelled):
        run_batch(DESIGN, games=50, cancelled=lambda: True)
    with ThreadPoolExecutor(1) as pool, pytest.raises(SimulationCancelled):
        run_batch(DESIGN, games=50, cancelled=lambda: True, executor=pool)


@pytest.mark.parametrize(
    ("design", "options", "words"),
    [
        (Design(), {}, "no spire"),
        (DESIGN, {"games": 0}, "at least one game"),
        (DESIGN, {"seed": -1}, "seed"),
        (DESIGN, {"policies": ("brave",)}, "no climber 'brave'"),
        (DESIGN, {"policies": ("cautios",)}, "Did you mean cautious"),
        (DESIGN, {"policies": ("zzz",)}, r"There are cautious, .* and "),
        (DESIGN, {"policies": ("bold", "bold")}, "one for each of the 4 seats"),
        (DESIGN, {"policies": ()}, "At least one climber"),
        (replace(DESIGN, house_rules=frozen({"summit.flying": True})), {}, "summit.flying"),
        (replace(DESIGN, house_rules=frozen({"summit.round_cap": 100_000})), {}, "summit.round_cap"),
        (replace(DESIGN, house_rules=frozen({"summit.round_cap": 1000})), {"games": 20_001}, "at most 20000 games"),
    ],
)
def test_what_cannot_be_simulated_is_said(design: Design, options: dict[str, object], words: str) -> None:
    with pytest.raises(SimulationError, match=words):
        run_batch(design, **{"games": 2, **options})  # type: ignore[arg-type]


def test_a_climber_who_breaks_a_rule_is_named_with_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    class Cheat(minds.Cautious):
        name = "cheat"

        def act(self, view: View, options: Sequence[Option]) -> Option:
            return Move((0, 11))

    monkeypatch.setattr(minds, "PLAYERS", {**minds.PLAYERS, "cheat": Cheat})
    with pytest.raises(SimulationError, match="broke a rule in game 0"):
        run_batch(DESIGN, games=2, policies=("cheat",))


def test_starts_can_be_drawn() -> None:
    report = run_batch(DESIGN, games=60, random_starts=True)
    assert len(report.tally.starts) == 5
    assert min(report.tally.starts.values()) > 30


def test_suggestions_make_the_columns_more_even() -> None:
    assert DESIGN.spire is not None
    profile = rules.load()
    laid = prepare(DESIGN.spire, profile)
    before = tuning.unevenness(tuning.column_turns(laid))
    found = tuning.suggest(DESIGN.spire, laid)
    assert found
    assert [entry.spread_after for entry in found] == sorted(entry.spread_after for entry in found)
    for entry in found:
        after = tuning.unevenness(tuning.column_turns(prepare(entry.apply(DESIGN.spire), profile)))
        assert after == pytest.approx(entry.spread_after)
        assert after < before


def test_suggestions_leave_locked_cards_alone() -> None:
    locked = DESIGN.spire
    assert locked is not None
    for column in range(len(locked.columns)):
        for row in range(1, locked.rows + 1):
            locked = spire_edits.lock_card(locked, column, row)
    found = tuning.suggest(locked, prepare(locked, rules.load()), most=100)
    assert found
    assert all(entry.one[1] == entry.other[1] == 11 for entry in found)


def test_hard_holds_weigh_more_above_the_line() -> None:
    def turns(red: str) -> float:
        laid = spire([("red", red), ("orange", ""), ("yellow", "")], line=5)
        return tuning.column_turns(prepare(laid, rules.load()))[0]

    assert turns("Cri Und Slo Gas Pin Poc Sid Fla Are Jug") < turns("Jug Und Slo Gas Pin Poc Sid Fla Are Cri")


def test_tallies_add_up_in_any_order() -> None:
    games = [count(run_once(DESIGN, number=number)) for number in range(4)]
    one, other = Tally(), Tally()
    for tally in games:
        one.add(tally)
    for tally in reversed(games):
        other.add(tally)
    assert one == other
