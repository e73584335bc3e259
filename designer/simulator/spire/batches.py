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
from designer.design.spire import Spire
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
from designer.summit.deck import DeckError

#: Rounds of a batch at most, if no game had a winner: what the most games take with the round cap of the rules.
MOST_ROUNDS = MOST * 200
DEFAULT: tuple[str, ...] = ("expected-value",)


@dataclass(frozen=True)
class _Batch:
    """All that the games of a batch share; ``setting`` is None where each game is dealt anew."""

    spire: Spire
    rules: Rules
    players: int
    policies: tuple[str, ...]
    seed: int
    random_starts: bool
    setting: Setting | None

    def game(self, number: int) -> Game:
        """The game of a number, played to its end. Raises SimulationError."""
        seed = f"{self.seed}/{number}"
        try:
            setting = self.setting
            if setting is None:
                deck = decks.of(self.spire)
                dealt = dealing.deal(self.players, seed, deck=deck, rules=self.rules)
                setting = prepare(dealt, self.rules, self.players, deck)
            if self.random_starts:
                order = Random(f"starts/{seed}").sample(range(setting.columns), self.players)
                setting = replace(setting, starts=tuple(order))
            seats = [find_player(self.policies[seat % len(self.policies)])() for seat in range(self.players)]
            return Game(setting, seats, seed).play()
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


def _batch(
    design: Design, players: int | None, policies: Sequence[str], seed: int, fresh: bool, random_starts: bool
) -> _Batch:
    rules = rules_of(design)
    spire = design.spire
    if spire is None:
        raise SimulationError("The design has no spire to climb.")
    checked_seed(seed)
    if not policies:
        raise SimulationError("At least one climber must be named.")
    try:
        for name in policies:
            find_player(name)
        setting = None if fresh else prepare(spire, rules, players)
    except (UnknownPlayer, SpireError) as error:
        raise SimulationError(str(error)) from error
    wanted = setting.players if setting is not None else players or spire.players or len(spire.climbers)
    if len(policies) not in (1, wanted):
        raise SimulationError(f"Name one climber for all or one for each of the {wanted} seats, not {len(policies)}.")
    return _Batch(spire, rules, wanted, tuple(policies), seed, random_starts, setting)


def run_once(
    design: Design,
    *,
    players: int | None = None,
    policies: Sequence[str] = DEFAULT,
    seed: int = 1,
    number: int = 0,
    fresh: bool = False,
    random_starts: bool = False,
) -> Game:
    """Climb a design once: the game ``number`` of the batch with this seed. Raises SimulationError.

    ``policies``: a player for all seats, or one for each. ``fresh`` deals a new spire from the design's deck.

    >>> from designer.summit import dealing
    >>> game = run_once(Design(spire=dealing.deal(3, seed=1)))
    >>> " wins on the " in game.commentary()[-1]
    True
    """
    return _batch(design, players, policies, seed, fresh, random_starts).game(number)


def run_batch(
    design: Design,
    *,
    players: int | None = None,
    policies: Sequence[str] = DEFAULT,
    games: int = 1000,
    seed: int = 1,
    fresh: bool = False,
    random_starts: bool = False,
    progress: Progress | None = None,
    cancelled: Cancelled | None = None,
    executor: Executor | None = None,
    workers: int = 2,
) -> SpireReport:
    """Climb a design many times and sum it up.

    ``policies``: a player for all seats, or one for each. ``fresh`` deals a new spire from the design's deck for each
    game; otherwise the spire stays as it is laid. ``random_starts`` draws the Start cards instead of letting climbers
    choose, so that columns can be compared. ``executor``: any concurrent.futures.Executor, which gets the games
    in chunks (about four for each of its ``workers``). Raises SimulationError when the design cannot be climbed and
    SimulationCancelled when ``cancelled`` says so.
    """
    # Also tells what is wrong before any worker starts.
    batch = _batch(design, players, policies, seed, fresh, random_starts)
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
        "rules": {
            "profile": batch.rules.profile,
            "overrides": dict(batch.rules.overrides),
            "assumed": [name for name in batch.rules.assumed() if name.startswith("summit.")],
        },
    }
    return SpireReport(facts, total, {card.id: card.name for card in deck.actions}, suggestions)
