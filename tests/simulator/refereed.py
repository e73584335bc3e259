"""Play games of chance in bounded memory and let a referee, who knows nothing of the engine, check every turn.

    python -m tests.simulator.refereed --races 200 --rallies 100 --climbs 1000 --first 1 --workers 2

Each game comes from its number alone: the table or the circuit, the deck, the rules and who plays. It prints how many
were refereed and what was checked, tells every breach in words with the number that plays it again, and ends with 1
when there was one.
A kind of game is a function of ``KINDS``, from its number to a ``Played``; its name is the option.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from random import Random
from time import perf_counter
from typing import Any

from designer import rules as rules_in_force
from designer.design.spire import Climber, Spire, set_players, turn_card
from designer.design.values import FrozenMap
from designer.formats import native
from designer.model import climbable
from designer.resources import folder
from designer.simulator.spire import players, setting
from designer.simulator.spire.game import Game
from designer.simulator.spire.players import Player
from designer.summit import dealing
from designer.summit import deck as decks
from tests.simulator.climb_referee import ClimbReferee
from tests.simulator.played import Played
from tests.simulator.refereed_races import race, rally
from tests.simulator.spire.whim import Whim

#: Breaches of one game that are told in words.
TOLD = 5
#: Games that a worker process plays before a fresh one takes its place, so that memory stays low.
GAMES_A_WORKER = 25


# Climbs ---------------------------------------------------------------------------------------------------------

#: House rules that a climb may have, by name without "summit.": all switches and words, and numbers within reason.
NUMBERS = {
    "stamina_below": (1, 5),
    "stamina_above": (1, 4),
    "rest_bonus": (0, 3),
    "cost_bomber": (0, 2),
    "cost_positive": (0, 2),
    "cost_sketchy": (1, 3),
    "cost_heinous": (2, 4),
    "cost_summit_positive": (0, 2),
    "cost_summit_sketchy": (1, 3),
    "clip_cost": (0, 2),
    "clip_cost_bomber": (0, 1),
    "action_cards_for_2": (0, 4),
    "action_cards_for_3": (0, 5),
    "action_cards_for_4": (0, 6),
}


def _house_rules(rng: Random) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name in (name for name in rules_in_force.names() if name.startswith("summit.")):
        record = rules_in_force.record(name)
        if rng.random() >= 0.2:
            continue
        if isinstance(record["value"], bool):
            found[name] = rng.random() < 0.5
        elif isinstance(record["value"], str):
            found[name] = rng.choice(record["choices"])
        elif name.removeprefix("summit.") in NUMBERS:
            found[name] = rng.randint(*NUMBERS[name.removeprefix("summit.")])
    return found


def _value(rng: Random, allowed: decks.Allowed) -> Any:
    choice = rng.choice(allowed)
    if isinstance(choice, decks.Whole):
        return rng.randint(max(choice.least, -2), min(choice.most, 3))
    return choice


def _effects(rng: Random, moments: set[str]) -> list[dict[str, Any]]:
    """One to three operations that can act together at one of some moments."""
    while True:
        names = rng.sample(sorted(decks.OPERATIONS), rng.choice((1, 1, 2, 3)))
        if frozenset(moments).intersection(*(decks.OPERATIONS[name].moments for name in names)):
            break
    return [
        {"op": name, **{key: _value(rng, allowed) for key, allowed in decks.OPERATIONS[name].values.items()}}
        for name in names
    ]


def random_deck(rng: Random) -> FrozenMap:
    """The catalog's deck with cards, abilities, preferences and weather of chance."""
    data = json.loads(json.dumps(decks.standard_data(), default=dict))
    for card in data["actions"]["cards"]:
        if rng.random() < 0.7:
            card["kind"] = rng.choice(sorted(decks.KIND_MOMENTS))
            card["effect"] = _effects(rng, set(decks.KIND_MOMENTS[card["kind"]]))
        card["count"] = rng.choice((0, 1, 1, 2, card["count"]))
    for person in data["characters"]:
        if rng.random() < 0.7:
            person["ability"]["when"] = rng.choice(("start", "turn", "reveal", "fall"))
            person["ability"]["effect"] = _effects(rng, {person["ability"]["when"]})
    for row in data["preferences"]["classes"].values():
        for hold in row:
            if rng.random() < 0.3:
                row[hold] = rng.choice("BPSH")
    for card in data["environments"]:
        card["fatigue_above"] = rng.randint(1, 9)
    return FrozenMap(data)


def _spire(rng: Random, rules: rules_in_force.Rules, seed: str) -> tuple[Spire, str]:
    """A spire of the shipped ones or a dealt one, with something open, somebody named, or fewer players."""
    count = rng.randint(2, 6)
    if rng.random() < 0.3:
        spire = native.load(folder("exports") / "spires" / f"spire-{count}.json").spire
        assert spire is not None
        what = f"spire-{count}"
        if (rows := climbable.rows_climbed(spire, rules)) <= (spire.fatigue_above or 0):
            spire = replace(spire, fatigue_above=rows - 1)
    else:
        own = rng.random() < 0.6
        deck = random_deck(rng) if own else None
        try:
            spire = dealing.deal(count, seed, deck=None if deck is None else decks.parse(deck), rules=rules)
        except decks.DeckError:  # no weather of the deck fits nine rows
            own, deck = False, None
            spire = dealing.deal(count, seed, rules=rules)
        spire = replace(spire, deck=deck)
        what = f"dealt for {count}{', a deck of its own' if own else ''}"
    if rng.random() < 0.3:
        for column in range(len(spire.columns)):
            for row in range(1, spire.rows + 2):
                if rng.random() < 0.3:
                    spire = turn_card(spire, column, row)
    if rng.random() < 0.2:
        spire = set_players(spire, rng.randint(2, count))
    if rng.random() < 0.3:
        people = rng.sample([person.name for person in decks.of(spire).characters], spire.seats)
        starts = rng.sample([column.colour for column in spire.columns], spire.seats)
        named = [
            (rng.choice((None, name)), rng.choice((None, start))) for name, start in zip(people, starts, strict=True)
        ]
        spire = replace(spire, climbers=tuple(Climber(name, start) for name, start in named))
    return spire, f"{what}, {spire.seats} climb"


def climb(number: int) -> Played:
    """A climb on an example or a dealt spire: any number of players, minds, options, house rules and decks."""
    rng = Random(f"refereed/climb/{number}")
    house = _house_rules(rng) if rng.random() < 0.8 else {}
    minds: list[type[Player]] = [Whim, *players.PLAYERS.values()]
    house["summit.round_cap"] = rng.choice((15, 40))
    rules = rules_in_force.load(house_rules=house)
    spire, what = _spire(rng, rules, str(number))
    seats = [rng.choice(minds) for _ in range(spire.seats)]
    rows, deck = climbable.rows_climbed(spire, rules), decks.of(spire)
    if rng.random() < 0.2 and any(1 <= card.fatigue_above < rows for card in deck.environments):
        weather = dealing.draw_environment(spire.seats, rows, number, deck=deck, rules=rules)
        spire = replace(spire, fatigue_above=weather.fatigue_above, environment=weather.name)
    what += f"; {', '.join(mind.name for mind in seats)}; {json.dumps(house)}"
    refused = climbable.why_not(spire, rules)
    if refused is not None:
        return Played(what, f"refused: {refused}", Counter())
    game = Game(setting.prepare(spire, rules), [mind() for mind in seats], str(number)).play()
    return Played(what, *refereed_climb(game.to_data(), spire, rules))


def refereed_climb(
    log: Mapping[str, Any], spire: Spire, rules: rules_in_force.Rules
) -> tuple[str | None, Counter[str]]:
    """The first breach in the log of a climb, and what was checked; the log as it would be read from a file."""
    values = {name: rules_in_force.record(name)["value"] for name in rules_in_force.names()}
    referee = ClimbReferee(
        json.loads(json.dumps(log)),
        native.spire_to_data(spire),
        spire.deck or decks.standard_data(),
        {**values, **rules.overrides},
        spire.seats,
    )
    return referee.breach(), referee.counts


# The command ----------------------------------------------------------------------------------------------------

#: The kinds of games: a function of the number of a game, by the option that asks for so many.
KINDS: dict[str, Callable[[int], Played]] = {"races": race, "rallies": rally, "climbs": climb}


def play(kind: str, number: int) -> Played:
    """Play and referee one game. A game that breaks off is a breach too."""
    try:
        return KINDS[kind](number)
    except Exception as error:
        return Played("broken off", f"{type(error).__name__}: {error}", Counter())


def all_played(kind: str, numbers: range, workers: int) -> Iterator[Played]:
    """The games of a kind in the order of their numbers, one at a time; ``workers``: processes side by side."""
    if workers <= 1:
        yield from (play(kind, number) for number in numbers)
        return
    size = GAMES_A_WORKER * workers
    for begin in range(0, len(numbers), size):  # fresh workers for each block
        block = numbers[begin : begin + size]
        with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
            yield from pool.map(play, [kind] * len(block), block)


def referee(kind: str, numbers: range, workers: int = 1, most: int = 20) -> int:
    """Play and referee the games of a kind; 0 when no rule was broken, else 1. ``most``: games with a breach after
    which the referee gives up."""
    counts: Counter[str] = Counter()
    began = perf_counter()
    wrong = refereed = 0
    for number, played in zip(numbers, all_played(kind, numbers, workers), strict=True):
        counts.update(played.counts)
        refereed += 1
        if not played.breaches:
            continue
        wrong += 1
        print(f"{kind}: a breach in number {number}: {played.breach}")
        for breach in played.breaches[1:TOLD]:
            print(f"  {breach}")
        if len(played.breaches) > TOLD:
            print(f"  and {len(played.breaches) - TOLD} more")
        print(f"  {played.what}")
        print(f"  again: python -m tests.simulator.refereed --{kind} 1 --first {number}", flush=True)
        if wrong >= most:
            break
    told = ", ".join(f"{count} {word}" for word, count in sorted(counts.items()))
    result = "refereed without a breach" if not wrong else f"refereed, {wrong} with a breach,"
    print(f"{kind}: {refereed} {result} in {perf_counter() - began:.0f} s ({told})", flush=True)
    return int(wrong > 0)


def main(words: Sequence[str] | None = None) -> int:
    """The command; returns its exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.simulator.refereed", description=__doc__.partition("\n")[0])
    for kind in KINDS:
        parser.add_argument(f"--{kind}", type=int, default=0, metavar="N", help=f"how many {kind} to play")
    parser.add_argument(
        "--first", type=int, default=1, metavar="SEED", help="the number of the first game (default: 1)"
    )
    parser.add_argument("--workers", type=int, default=1, metavar="N", help="processes side by side (default: 1)")
    parser.add_argument(
        "--breaches", type=int, default=20, metavar="N", help="give up after so many games with one (default: 20)"
    )
    args = parser.parse_args(words)
    asked = {kind: games for kind in KINDS if (games := getattr(args, kind)) > 0}
    if not asked:
        parser.error(f"say how many: {', '.join(f'--{kind} N' for kind in KINDS)}")
    return max(
        referee(kind, range(args.first, args.first + games), args.workers, args.breaches)
        for kind, games in asked.items()
    )


if __name__ == "__main__":
    sys.exit(main())
