"""Small inputs that went wrong once: numbers written as 2.0, a deck with a cost below nothing, rounds without end."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from time import perf_counter

import pytest

from designer import cli, schemas, validation
from designer.design.document import Design
from designer.design.values import FrozenMap, frozen
from designer.formats import native, spire_deck
from designer.simulator.common.batching import SimulationError
from designer.simulator.spire.batches import run_batch, run_once
from designer.summit import dealing
from designer.summit import deck as decks

CASES = Path(__file__).resolve().parents[2] / "cases"
COMMANDS = (
    ["validate"],
    ["simulate", "--runs", "2"],
    ["facts"],
    ["export", "--to", "text"],
    ["fix", "--dry-run"],
)


def as_floats(data: object) -> object:
    """The same data with every whole number written x.0."""
    if isinstance(data, bool):
        return data
    if isinstance(data, int):
        return float(data)
    if isinstance(data, dict):
        return {key: value if key == "version" else as_floats(value) for key, value in data.items()}
    return [as_floats(value) for value in data] if isinstance(data, list) else data


@pytest.mark.parametrize("name", ["X-players-2.0", "X-inventory-1.0"])
def test_no_command_stumbles_over_a_whole_number_with_a_point(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    for command, *words in COMMANDS:
        code = cli.main([command, str(CASES / f"{name}.json"), *words])
        assert code in (0, 1, 2)
        err = capsys.readouterr().err
        assert "unexpected problem" not in err
        assert "2.0" not in err.replace(name, "")


def test_two_players_are_two_however_they_are_written() -> None:
    design = native.load(CASES / "X-players-2.0.json")
    assert design.spire is not None
    assert type(design.spire.players) is int
    codes = {finding.code for finding in validation.validate(design)}
    assert {"SPI001", "SPI003", "SPI006"} <= codes
    with pytest.raises(SimulationError, match="2 climbers cannot start on 1 columns"):
        run_once(design)


def test_a_whole_spire_in_floats_is_the_same_design_and_the_same_game() -> None:
    spire = replace(dealing.deal(3, 4), deck=decks.standard_data())
    design = Design(spire=spire, house_rules=frozen({"summit.clip_cost": 2}))
    data = json.loads(native.canonical(design))
    written = native.from_data(as_floats(data))
    assert native.canonical(written) == native.canonical(design)
    assert run_once(written, seed=2).log == run_once(design, seed=2).log
    assert not validation.validate(written, select=["SPI", "DOC"])
    deck = as_floats(dict(data["spire"]["deck"]))
    assert decks.parse(FrozenMap(spire_deck.parse(json.dumps(deck)))) == decks.standard()


def test_a_cost_below_nothing_is_refused_by_checks_and_game_in_the_same_words(
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = CASES / "X-deck-negative-cost.json"
    design = native.load(path)
    messages = {finding.message for finding in validation.validate(design) if finding.code == "SPI007"}
    with pytest.raises(SimulationError) as refused:
        run_batch(design, games=2)
    assert str(refused.value) in messages
    assert "a whole number from 0 to 99, not -5" in str(refused.value)
    assert cli.main(["replay", str(CASES / "X-deck-negative-cost.log.json")]) == 2
    assert capsys.readouterr().err.count("\n") == 1


ENDS = [
    ("cost_override", 0, "cost"),
    ("cost_override", 99, "cost"),
    ("cost_step", -99, "n"),
    ("stamina", 99, "n"),
    ("stamina", -99, "n"),
    ("side_cost", -99, "n"),
    ("fall_distance", 99, "set"),
]


@pytest.mark.parametrize(("op", "value", "name"), ENDS)
def test_what_the_checks_accept_is_played_and_its_log_replays(
    op: str, value: int, name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """At both ends of every range: the game ends, and its log fits the schema and is told."""
    data = json.loads(json.dumps(dict(decks.standard_data()), default=dict))
    for card in data["actions"]["cards"]:
        effect = {"op": op, name: value}
        kind = "keep" if op in ("cost_override", "cost_step", "fall_distance") else "next-turn"
        card.update(effect=effect, kind=kind)
    design = Design(
        spire=replace(dealing.deal(3, 4), deck=FrozenMap(data)), house_rules=frozen({"summit.round_cap": 30})
    )
    assert not [finding for finding in validation.validate(design) if finding.counts]
    native.save(design, tmp_path / "a.json")
    for seed in ("1", "2"):
        words = ["simulate", str(tmp_path / "a.json"), "--runs", "3", "--seed", seed]
        assert cli.main([*words, "--save", str(tmp_path / "log.json")]) == 0
        log = json.loads((tmp_path / "log.json").read_text(encoding="utf-8"))
        assert not schemas.problems(log, "climb-log")
        capsys.readouterr()
        assert cli.main(["replay", str(tmp_path / "log.json")]) == 0


def test_rounds_without_end_are_refused_before_they_begin(capsys: pytest.CaptureFixture[str]) -> None:
    path = CASES / "X-spire-roundcap.json"
    began = perf_counter()
    assert cli.main(["simulate", str(path), "--runs", "100000"]) == 2
    assert perf_counter() - began < 5
    assert "summit.round_cap must lie from 1 to 1000, not 100000" in capsys.readouterr().err
    design = native.load(path)
    long = replace(design, house_rules=frozen({**design.house_rules, "summit.round_cap": 1000}))
    with pytest.raises(SimulationError, match="at most 20000 games"):
        run_batch(long, games=100_000)
    game = run_once(long)  # nobody can pay for a clip, so the game is stuck, at the cap
    assert (game.winner, game.board.round) == (None, 1000)
    assert len(game.log) < 100_000
