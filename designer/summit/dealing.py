"""Dealing a spire and drawing characters, as the rules of Race for the Summit set it up."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

from designer import rules as rules_in_force
from designer.design.spire import Climber, Column, HoldCard, Spire
from designer.rules import Rules
from designer.summit.deck import Deck, DeckError, Environment, of, standard


def deal(
    players: int, seed: int | str, *, game: int = 0, deck: Deck | None = None, rules: Rules | None = None
) -> Spire:
    """A spire dealt at random for a number of players: colours, holds, summit cards, environment.

    Race for the Summit, Set-up. The house rule "summit.nine_rows" leaves the last card of each colour out. The same
    seed gives the same spire and the same weather everywhere. ``game``: which of the games that are played one after
    the other with a seed, from 0; each turns up the next environment card, and the cards are shuffled again when they
    are used up. Raises DeckError where the deck has too few cards.

    >>> spire = deal(3, seed=1)
    >>> len(spire.columns), spire.rows, sum(column.summit.startswith("anchored-") for column in spire.columns)
    (4, 10, 1)
    >>> len({deal(3, seed=1, game=number).environment for number in range(5)})
    5
    """
    deck = deck or standard()
    rules = rules or rules_in_force.load()
    columns, _ = _dealt(players, seed_of(seed, game), deck, rules)
    weather = draw_environment(players, len(columns[0].holds), seed, game=game, deck=deck, rules=rules)
    return Spire(columns, weather.fatigue_above, players, environment=weather.name)


def seed_of(seed: int | str, game: int) -> str:
    """The seed of one of the games that are played one after the other; that of the first is the seed itself.

    >>> seed_of(7, 0), seed_of(7, 2)
    ('7', '7/2')
    """
    return f"{seed}/{game}" if game else str(seed)


def draw_environment(
    players: int, rows: int, seed: int | str, *, game: int = 0, deck: Deck | None = None, rules: Rules | None = None
) -> Environment:
    """The environment card of a game: the one that ``deal`` turns up with the seed, for a spire of some rows.

    A card whose line would not lie between two of the rows is passed over. Race for the Summit, Set-up: Environment
    cards. Raises DeckError where no card fits.
    """
    deck = deck or standard()
    rules = rules or rules_in_force.load()
    fitting = [card for card in deck.environments if 1 <= card.fatigue_above < rows]
    if not fitting:
        raise DeckError(f"The deck {deck.name!r} has no environment card whose fatigue line fits {rows} rows.")
    place = game % len(fitting)
    _, order = _dealt(players, seed_of(seed, game - place), deck, rules)  # the game that shuffled them
    return [card for card in order if card in fitting][place]


def _dealt(players: int, seed: str, deck: Deck, rules: Rules) -> tuple[tuple[Column, ...], tuple[Environment, ...]]:
    """The columns that a seed deals, and the environment cards shuffled."""
    if players not in range(2, 7):
        raise DeckError(f"Two to six players can climb, not {players}.")
    rng = random.Random(f"deal/{seed}")
    count = rules.number(f"summit.columns_for_{players}")
    if count > len(deck.colours):
        raise DeckError(
            f"{players} players need {count} columns; the deck {deck.name!r} has {len(deck.colours)} colours."
        )
    rows = min(rules.number("summit.hold_rows"), len(deck.holds))
    if rules.switch("summit.nine_rows"):
        rows = min(9, rows)
    colours = rng.sample(deck.colours, count)
    tops = _summits(deck, rules, players, count, rng)
    columns = tuple(
        Column(colour, tuple(HoldCard(hold) for hold in rng.sample(deck.holds, len(deck.holds))[:rows]), top)
        for colour, top in zip(colours, tops, strict=True)
    )
    fitting = [card for card in deck.environments if 1 <= card.fatigue_above < rows]
    order = [rng.choice(fitting)] if fitting else []
    order += rng.sample(left := [card for card in deck.environments if card not in order], len(left))
    return columns, tuple(order)


def cast(spire: Spire, seed: int | str, deck: Deck | None = None) -> Spire:
    """The spire with a character drawn for every seat that has none. Raises DeckError where there are too few.

    >>> spire = cast(deal(3, seed=1), seed=1)
    >>> len({climber.character for climber in spire.climbers})
    3
    """
    seats = (*spire.climbers, *(Climber() for _ in range(spire.seats - len(spire.climbers))))
    names = draw_characters([climber.character for climber in seats], seed, deck or of(spire))
    return replace(
        spire, climbers=tuple(replace(climber, character=name) for climber, name in zip(seats, names, strict=True))
    )


def draw_characters(named: Sequence[str | None], seed: int | str, deck: Deck) -> tuple[str, ...]:
    """A character for every seat: the one that is named, or one drawn. Raises DeckError where there are too few.

    >>> draw_characters([None, "Hiro", None], 1, standard())[1]
    'Hiro'
    """
    spare = [character.name for character in deck.characters if character.name not in named]
    if sum(name is None for name in named) > len(spare):
        raise DeckError(f"The deck {deck.name!r} has {len(deck.characters)} characters for {len(named)} players.")
    drawn = iter(random.Random(f"cast/{seed}").sample(spare, sum(name is None for name in named)))
    return tuple(next(drawn) if name is None else name for name in named)


def _summits(deck: Deck, rules: Rules, players: int, count: int, rng: random.Random) -> list[str]:
    """The summit cards that stay, shuffled: some of either kind leave unseen. Race for the Summit, Set-up."""
    left: list[str] = []
    for anchored, word in ((True, "anchored"), (False, "anchorless")):
        cards = [card.id for card in deck.summits for _ in range(card.count) if card.anchored is anchored]
        rng.shuffle(cards)
        left += cards[rules.number(f"summit.{word}_removed_for_{players}") :]
    rng.shuffle(left)
    if len(left) < count:
        raise DeckError(f"The deck {deck.name!r} leaves {len(left)} summit cards for {count} columns.")
    return left[:count]
