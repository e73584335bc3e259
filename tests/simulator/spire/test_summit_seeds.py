"""One seed is one deal and one weather, wherever it is dealt; players choose who they are."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from designer import cli, rules, schemas, validation
from designer.design.document import Design
from designer.design.spire import Climber, Spire, set_players
from designer.design.values import FrozenMap, frozen
from designer.formats import native
from designer.simulator.common.batching import SimulationError
from designer.simulator.spire import players as minds
from designer.simulator.spire import setting
from designer.simulator.spire.batches import run_batch, run_once
from designer.simulator.spire.choices import IllegalChoice
from designer.simulator.spire.game import Game
from designer.simulator.spire.view import View
from designer.summit import dealing
from designer.summit import deck as decks
from designer.ui.spire.options import dealt

FOUR = dealing.deal(4, seed=3)
DECK = decks.standard()


def laid(spire: Spire) -> dict[str, Any]:
    """What the first event of a game on a dealt spire says of its cards and the weather."""
    return {
        "colours": [column.colour for column in spire.columns],
        "holds": [["Start", *(card.hold for card in column.holds), column.summit] for column in spire.columns],
        "fatigue": spire.fatigue_above,
        "environment": spire.environment,
    }


def start_of(log: Sequence[dict[str, Any]]) -> dict[str, Any]:
    return {name: log[0].get(name) for name in ("colours", "holds", "fatigue", "environment")}


@pytest.mark.parametrize("seed", [1, 7, 2026])
def test_one_seed_is_one_deal_and_one_weather_everywhere(
    seed: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Race for the Summit, Set-up: window, scripts, command line, simulation and replay."""
    wanted = laid(dealing.deal(4, seed))
    assert laid(dealt(Design(), 4, seed)) == wanted
    design = Design(spire=FOUR)
    assert start_of(run_once(design, seed=seed, fresh=True).log) == wanted
    path, log = tmp_path / "four.json", tmp_path / "log.json"
    native.save(design, path)
    words = ["simulate", str(path), "--fresh", "--seed", str(seed), "--runs", "2", "--save", str(log)]
    assert cli.main(words) == 0
    data = json.loads(log.read_text(encoding="utf-8"))
    assert not schemas.problems(data, "climb-log")
    assert start_of(data["events"]) == wanted
    capsys.readouterr()
    assert cli.main(["replay", str(log)]) == 0
    weather = f"fatigue line above row {wanted['fatigue']} ({wanted['environment']})."
    assert weather in capsys.readouterr().out


def test_games_in_a_row_turn_up_every_environment_before_the_cards_are_shuffled_again() -> None:
    """Race for the Summit, Set-up, Environment cards: further games draw on."""
    for seed in range(5):
        drawn = [dealing.deal(3, seed, game=number).environment for number in range(15)]
        names = {card.name for card in DECK.environments}
        assert [set(drawn[at : at + 5]) for at in (0, 5, 10)] == [names] * 3
    orders = {tuple(dealing.deal(3, seed, game=number).environment for number in range(5)) for seed in range(30)}
    assert len(orders) > 15
    firsts = Counter(dealing.deal(3, seed).environment for seed in range(500))
    assert set(firsts) == {card.name for card in DECK.environments}
    assert min(firsts.values()) > 60


def test_games_of_a_batch_draw_on_whoever_plays_them() -> None:
    design = Design(spire=FOUR)
    games = [run_once(design, seed=9, number=number, fresh=True).log[0] for number in range(10)]
    assert [game["environment"] for game in games] == [
        dealing.deal(4, 9, game=number).environment for number in range(10)
    ]
    assert len({json.dumps(game["holds"]) for game in games}) == 10


def test_a_spire_without_a_line_gets_its_weather_from_the_deck() -> None:
    """It is no error, and game after game draws on; the seed gives the weather that it gives a deal."""
    bare = Design(spire=replace(FOUR, fatigue_above=None, environment=None))
    assert not validation.validate(bare, select=["SPI"])
    games = [run_once(bare, seed=3, number=number).log[0] for number in range(5)]
    assert games[0]["environment"] == FOUR.environment
    assert {game["environment"] for game in games} == {card.name for card in DECK.environments}
    rows = {card.name: card.fatigue_above for card in DECK.environments}
    assert all(game["fatigue"] == rows[game["environment"]] for game in games)
    assert run_batch(bare, games=5, seed=3).games == 5


def test_a_weather_that_fits_no_row_is_passed_over() -> None:
    data = {
        **decks.standard_data(),
        "environments": [
            {"name": name, "fatigue_above": row, "source": "assumed"}
            for name, row in (("Fog", 4), ("Night", 9), ("Sun", 30))
        ],
    }
    deck = decks.parse(FrozenMap(data))
    drawn = {dealing.draw_environment(4, 9, seed, deck=deck).name for seed in range(20)}
    assert drawn == {"Fog"}
    assert {dealing.draw_environment(4, 10, 1, game=game, deck=deck).name for game in range(2)} == {"Fog", "Night"}
    low = tuple(replace(column, holds=column.holds[:3]) for column in FOUR.columns)
    short = Design(spire=replace(FOUR, columns=low, fatigue_above=None, environment=None, deck=FrozenMap(data)))
    found = [finding for finding in validation.validate(short) if finding.code == "SPI005"]
    assert "no environment card of the deck 'Stand-in deck' fits 3 rows" in found[0].message
    with pytest.raises(SimulationError, match="fits 3 rows"):
        run_once(short)


def test_option_one_leaves_the_rest_of_the_deal_as_it_is() -> None:
    house = rules.load(house_rules={"summit.nine_rows": True})
    ten, nine = dealing.deal(5, 11), dealing.deal(5, 11, rules=house)
    assert [column.holds[:9] for column in ten.columns] == [column.holds for column in nine.columns]
    assert (ten.environment, ten.fatigue_above) == (nine.environment, nine.fatigue_above)


# Who climbs -----------------------------------------------------------------------------------------------------


class Picky(minds.Cautious):
    """Takes the last of the characters that are left, and notes what it was asked."""

    def __init__(self, asked: list[tuple[int, tuple[str, ...], list[str]]]) -> None:
        self.asked = asked

    def choose_character(self, view: View, left: Sequence[str]) -> str:
        self.asked.append((view.seat, tuple(left), [seat.character for seat in view.seats]))
        return left[-1]


def game_of(spire: Spire, players: Sequence[minds.Player], seed: int = 1, **house: Any) -> Game:
    profile = rules.load(house_rules={f"summit.{name}": value for name, value in house.items()})
    made = Game(setting.prepare(spire, profile), players, seed)
    made.set_up()
    return made


def test_players_choose_their_characters_in_seat_order() -> None:
    """Race for the Summit, Set-up, Character cards: each player selects one; the design's are kept."""
    asked: list[tuple[int, tuple[str, ...], list[str]]] = []
    named = replace(FOUR, climbers=(Climber(), Climber("Hiro"), Climber()))
    made = game_of(named, [Picky(asked) for _ in range(4)])
    everyone = [character.name for character in DECK.characters if character.name != "Hiro"]
    assert [seat for seat, _, _ in asked] == [0, 2, 3]
    assert [left for _, left, _ in asked] == [tuple(everyone), tuple(everyone[:-1]), tuple(everyone[:-2])]
    assert asked[2][2] == [everyone[-1], "Hiro", everyone[-2], ""]
    assert made.log[0]["characters"] == [everyone[-1], "Hiro", everyone[-2], everyone[-3]]
    assert [seat.character for seat in made.board.seats] == made.log[0]["characters"]


def test_a_character_that_is_gone_cannot_be_chosen() -> None:
    class Greedy(minds.Cautious):
        def choose_character(self, view: View, left: Sequence[str]) -> str:
            return "Hiro"

    with pytest.raises(IllegalChoice, match="'Hiro', a character that is not left"):
        game_of(FOUR, [Greedy() for _ in range(4)])


def test_the_usual_choice_is_who_the_open_holds_suit() -> None:
    """Granite finds Crimpers bomber, Hiro heinous: where Crimpers lie open beside bad cards for all, Granite goes."""
    cheap = {name: sum("BPSH".index(row[hold]) for hold in ("Crimper", "Arete")) for name, row in DECK.classes.items()}
    assert min(cheap, key=lambda name: cheap[name]) == "Granite"
    columns = tuple(
        replace(column, holds=tuple(card for card in column.holds if card.hold in ("Crimper", "Arete")))
        for column in FOUR.columns
    )
    open_holds = tuple(
        replace(each, holds=tuple(replace(card, face_up=True) for card in each.holds)) for each in columns
    )
    made = game_of(replace(FOUR, columns=open_holds, fatigue_above=1), [minds.Cautious() for _ in range(4)])
    assert made.log[0]["characters"][0] == "Granite"
    assert "Hiro" not in made.log[0]["characters"]


def test_the_usual_choice_does_not_depend_on_hidden_cards() -> None:
    for seed in range(12):
        shuffler, columns = Random(seed), []
        for column in FOUR.columns:
            columns.append(replace(column, holds=tuple(shuffler.sample(column.holds, len(column.holds)))))
        mixed = replace(FOUR, columns=tuple(columns))
        chosen = [
            game_of(spire, [minds.ExpectedValue() for _ in range(4)], seed).log[0]["characters"]
            for spire in (FOUR, mixed)
        ]
        assert chosen[0] == chosen[1]


def climbed(capsys: pytest.CaptureFixture[str], path: Path, *words: str) -> dict[str, Any]:
    assert cli.main(["simulate", str(path), "--runs", "4", "--log", "--format", "json", *words]) == 0
    data: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert not schemas.problems(data, "spire-report")
    return data


@pytest.fixture
def four(tmp_path: Path) -> Path:
    native.save(Design(spire=replace(FOUR, climbers=(Climber("Gym"), Climber("Crack")))), tmp_path / "four.json")
    return tmp_path / "four.json"


def test_characters_are_chosen_on_the_command_line(capsys: pytest.CaptureFixture[str], four: Path) -> None:
    for words in ((), ("--fresh",)):
        data = climbed(capsys, four, *words)
        assert data["characters"] == ["Gym", "Crack", None, None]
        assert data["log"]["events"][0]["characters"][:2] == ["Gym", "Crack"]
    data = climbed(capsys, four, "--character", "Hiro", "--character", "4=Gym")
    assert data["characters"] == ["Hiro", "Crack", None, "Gym"]
    cast = data["log"]["events"][0]["characters"]
    assert (cast[0], cast[1], cast[3]) == ("Hiro", "Crack", "Gym")
    assert len(set(cast)) == 4


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["--character", "Nobody"], "has no character 'Nobody'"),
        (["--character", "5=Hiro"], "There is no seat '5': seats are 1 to 4, as in 2=Hiro"),
        (["--character", "Hiro", "--character", "Hiro"], "Two climbers are Hiro"),
        ([word for _ in range(5) for word in ("--character", "Hiro")], "5 climbers are named for 4 seats"),
    ],
)
def test_characters_that_do_not_fit_are_said(
    capsys: pytest.CaptureFixture[str], four: Path, words: list[str], reason: str
) -> None:
    for more in ([], ["--fresh"]):
        assert cli.main(["simulate", str(four), *words, *more]) == 2
        assert reason in capsys.readouterr().err


def test_characters_can_be_drawn_to_compare_them() -> None:
    design = Design(spire=FOUR)
    chosen, drawn = (run_batch(design, games=80, random_characters=flag) for flag in (False, True))
    assert len(chosen.tally.climbers) < 8 or min(chosen.tally.climbers.values()) < 20
    assert len(drawn.tally.climbers) == 8
    assert min(drawn.tally.climbers.values()) > 20
    assert drawn.facts["random_characters"]
    first = run_once(design, seed=5, random_characters=True).log[0]["characters"]
    assert first == [climber.character for climber in dealing.cast(FOUR, 5).climbers]


def test_fewer_players_than_a_spire_was_dealt_for_are_told(capsys: pytest.CaptureFixture[str], four: Path) -> None:
    two = Design(spire=set_players(FOUR, 2))
    found = validation.validate(two)
    assert [(finding.code, finding.severity) for finding in found] == [("SPI018", "warning")]
    assert found[0].message.startswith("The spire was dealt for 4 players (5 columns); 2 climb it")
    assert run_batch(two, games=2).facts["notes"] == [found[0].message]
    data = climbed(capsys, four, "--players", "2")
    assert data["notes"] == [found[0].message]
    assert data["players"] == 2
    assert climbed(capsys, four)["notes"] == []
    assert climbed(capsys, four, "--players", "2", "--fresh")["notes"] == []
    assert cli.main(["simulate", str(four), "--players", "3", "--runs", "2"]) == 0
    assert "The spire was dealt for 4 players" in capsys.readouterr().out
    named = Design(spire=replace(FOUR, players=None, climbers=(Climber("Gym"), Climber("Hiro"))))
    assert [finding.code for finding in validation.validate(named)] == ["SPI018"]
    five = Design(spire=dealing.deal(6, 1))
    assert not validation.validate(replace(five, spire=set_players(five.spire or FOUR, 5)), select=["SPI"])


def test_fewer_climbers_than_players_are_told() -> None:
    some = Design(spire=replace(FOUR, climbers=(Climber("Gym"), Climber("Hiro"))))
    assert [finding.code for finding in validation.validate(some)] == ["SPI019"]
    full = replace(FOUR, climbers=tuple(Climber(name) for name in ("Gym", "Hiro", "River", "Crack")))
    assert not validation.validate(Design(spire=full))
    assert not validation.validate(Design(spire=FOUR))


def test_seeds_and_house_rules_reach_the_weather() -> None:
    """With nine rows a card whose line would lie above the last is passed over, in validate as in play."""
    design = Design(
        spire=replace(FOUR, fatigue_above=None, environment=None), house_rules=frozen({"summit.nine_rows": True})
    )
    for seed in range(6):
        assert 1 <= run_once(design, seed=seed).log[0]["fatigue"] < 9
