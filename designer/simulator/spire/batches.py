"""Climbing a design: one game, or many of them on any number of workers.

The seed of a game is derived from the batch's seed and the game's number alone, so that the same seed gives the same
result on every machine, for any number of workers and in whatever order the games are played.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from designer.design.document import Design
from designer.design.spire import Climber, Spire, set_players
from designer.model import climbable
from designer.rules import Rules
from designer.simulator.common.batching import (
    MOST,
    Cancelled,
    Progress,
    SimulationError,
    checked_seed,
    make_parts,
    rules_of,
)
from designer.simulator.spire import tuning
from designer.simulator.spire.choices import IllegalChoice
from designer.simulator.spire.game import Game
from designer.simulator.spire.players import UnknownPlayer
from designer.simulator.spire.players import find as find_player
from designer.simulator.spire.report import SpireReport
from designer.simulator.spire.setting import Setting, SpireError, prepare, readings
from designer.simulator.spire.tally import Tally, count
from designer.summit import dealing
from designer.summit import deck as decks
from designer.summit.deck import DeckError, Environment

#: Rounds of a batch at most, if no game had a winner: what the most games take with the round cap of the rules.
MOST_ROUNDS = MOST * 200
DEFAULT: tuple[str, ...] = ("expected-value",)


@dataclass(frozen=True)
class _Batch:
    """All that the games of a batch share; ``setting`` is None where each game is dealt anew. ``drawn``: the weather
    is drawn for each game, for the spire has no fatigue line."""

    spire: Spire
    rules: Rules
    policies: tuple[str, ...]
    seed: int
    random_starts: bool
    random_characters: bool
    setting: Setting | None
    drawn: bool

    @property
    def players(self) -> int:
        """How many climb."""
        return self.spire.seats

    def laid(self, number: int) -> Setting:
        """The table of a game, ready to be played. Raises SpireError and DeckError."""
        deck, setting = decks.of(self.spire), self.setting
        if setting is None:
            dealt = dealing.deal(self.players, self.seed, game=number, deck=deck, rules=self.rules)
            climbers = tuple(replace(climber, start=None) for climber in self.spire.climbers)
            setting = prepare(replace(dealt, climbers=climbers), self.rules, deck=deck)
        elif self.drawn:
            weather = _weather(self.spire, self.rules, self.seed, number)
            setting = replace(setting, fatigue=weather.fatigue_above, environment=weather.name)
        if self.random_starts:
            order = Random(f"starts/{self.seed}/{number}").sample(range(setting.columns), self.players)
            setting = replace(setting, starts=tuple(order))
        if self.random_characters:
            names = dealing.draw_characters(setting.characters, dealing.seed_of(self.seed, number), deck)
            setting = replace(setting, characters=names)
        return setting

    def game(self, number: int) -> Game:
        """The game of a number, played to its end. Raises SimulationError."""
        try:
            seats = [find_player(self.policies[seat % len(self.policies)])() for seat in range(self.players)]
            return Game(self.laid(number), seats, f"{self.seed}/{number}").play()
        except (SpireError, DeckError) as error:
            raise SimulationError(str(error)) from error
        except IllegalChoice as error:
            raise SimulationError(f"A climber broke a rule in game {number}: {error}.") from error

    def tally(self, numbers: range) -> Tally:
        """The tally of some games, as a worker makes it."""
        total = Tally()
        for number in numbers:
            total.add(count(self.game(number)))
        return total


def _weather(spire: Spire, rules: Rules, seed: int, game: int) -> Environment:
    rows = climbable.rows_climbed(spire, rules)
    return dealing.draw_environment(spire.seats, rows, seed, game=game, deck=decks.of(spire), rules=rules)


def _batch(
    design: Design,
    players: int | None,
    policies: Sequence[str],
    seed: int,
    fresh: bool,
    random_starts: bool,
    characters: Sequence[str | None],
    random_characters: bool,
) -> _Batch:
    rules = rules_of(design)
    spire = design.spire
    if spire is None:
        raise SimulationError("The design has no spire to climb.")
    checked_seed(seed)
    if not policies:
        raise SimulationError("At least one climber must be named.")
    spire = _with_characters(spire if players is None else set_players(spire, players), characters)
    try:
        for name in policies:
            find_player(name)
        setting, drawn = None, spire.fatigue_above is None
        if not fresh:
            if reason := climbable.why_not(spire, rules):
                raise SimulationError(reason)
            weather = _weather(spire, rules, seed, 0) if drawn else None
            setting = prepare(replace(spire, fatigue_above=weather.fatigue_above) if weather else spire, rules)
        batch = _Batch(spire, rules, tuple(policies), seed, random_starts, random_characters, setting, drawn)
        batch.laid(0)  # tells what is wrong with a deal before any worker starts
    except (UnknownPlayer, SpireError, DeckError) as error:
        raise SimulationError(str(error)) from error
    if len(policies) not in (1, batch.players):
        raise SimulationError(
            f"Name one climber for all or one for each of the {batch.players} seats, not {len(policies)}."
        )
    return batch


def _with_characters(spire: Spire, characters: Sequence[str | None]) -> Spire:
    """The spire with characters by seat, where one is given; who is given twice leaves his other seat."""
    if len(characters) > spire.seats:
        raise SimulationError(f"{len(characters)} characters are named for {spire.seats} seats.")
    if not any(characters):
        return spire
    given = [*characters, *([None] * (spire.seats - len(characters)))]
    seats = [*spire.climbers, *(Climber() for _ in range(spire.seats - len(spire.climbers)))]
    return replace(
        spire,
        climbers=tuple(
            replace(seat, character=name or (None if seat.character in given else seat.character))
            for seat, name in zip(seats, given, strict=True)
        ),
    )


def _named(spire: Spire) -> list[str | None]:
    """The characters by seat; None where one is chosen or drawn when the game begins."""
    return [spire.climbers[seat].character if seat < len(spire.climbers) else None for seat in range(spire.seats)]


def run_once(
    design: Design,
    *,
    players: int | None = None,
    policies: Sequence[str] = DEFAULT,
    seed: int = 1,
    number: int = 0,
    fresh: bool = False,
    random_starts: bool = False,
    characters: Sequence[str | None] = (),
    random_characters: bool = False,
) -> Game:
    """Climb a design once: the game ``number`` of the batch with this seed. Raises SimulationError.

    ``policies``: a player for all seats, or one for each. ``fresh`` deals a new spire from the design's deck: the first
    game of a seed has the deal and the weather that the seed gives everywhere. ``characters`` by seat go before those
    of the design; the player of a seat without one chooses, or one is drawn (``random_characters``).

    >>> from designer.summit import dealing
    >>> game = run_once(Design(spire=dealing.deal(3, seed=1)))
    >>> " wins on the " in game.commentary()[-1]
    True
    """
    return _batch(design, players, policies, seed, fresh, random_starts, characters, random_characters).game(number)


def run_batch(
    design: Design,
    *,
    players: int | None = None,
    policies: Sequence[str] = DEFAULT,
    games: int = 1000,
    seed: int = 1,
    fresh: bool = False,
    random_starts: bool = False,
    characters: Sequence[str | None] = (),
    random_characters: bool = False,
    progress: Progress | None = None,
    cancelled: Cancelled | None = None,
    executor: Executor | None = None,
    workers: int = 2,
) -> SpireReport:
    """Climb a design many times and sum it up.

    ``policies``: a player for all seats, or one for each. ``fresh`` deals a new spire from the design's deck for each
    game; otherwise the spire stays as it is laid, and only the weather is drawn anew where it has none. ``characters``
    by seat go before those of the design; the player of a seat without one chooses, or one is drawn
    (``random_characters``). ``random_starts`` draws the Start cards instead of letting climbers
    choose, so that columns can be compared. ``executor``: any concurrent.futures.Executor, which gets the games
    in chunks (about four for each of its ``workers``). Raises SimulationError when the design cannot be climbed and
    SimulationCancelled when ``cancelled`` says so.
    """
    # Also tells what is wrong before any worker starts.
    batch = _batch(design, players, policies, seed, fresh, random_starts, characters, random_characters)
    cap = readings(batch.rules).round_cap
    if games * cap > MOST_ROUNDS:
        raise SimulationError(
            f"{games} games of up to {cap} rounds (house rule summit.round_cap) are more than the {MOST_ROUNDS} rounds "
            f"of a batch: play at most {MOST_ROUNDS // cap} games, or lower the cap."
        )
    total = Tally()
    make_parts(
        games,
        batch.tally,
        lambda _, part: total.add(part),
        word="game",
        progress=progress,
        cancelled=cancelled,
        executor=executor,
        workers=workers,
    )
    deck = decks.of(batch.spire)
    suggestions = () if batch.setting is None else tuning.suggest(batch.spire, batch.setting)
    facts: dict[str, Any] = {
        "design": design.name,
        "deck": deck.name,
        "players": batch.players,
        "policies": list(batch.policies),
        "seed": seed,
        "fresh": fresh,
        "random_starts": random_starts,
        "random_characters": random_characters,
        "characters": _named(batch.spire),
        "notes": [] if fresh else [told] if (told := climbable.fewer(batch.spire, batch.rules)) else [],
        "rules": {
            "profile": batch.rules.profile,
            "overrides": dict(batch.rules.overrides),
            "assumed": [name for name in batch.rules.assumed() if name.startswith("summit.")],
        },
    }
    return SpireReport(facts, total, {card.id: card.name for card in deck.actions}, suggestions)
