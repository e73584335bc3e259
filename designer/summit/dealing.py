"""Dealing a spire and drawing characters, as the rules of Race for the Summit set it up."""

from __future__ import annotations

import random
from dataclasses import replace

from designer import rules as rules_in_force
from designer.design.spire import Climber, Column, HoldCard, Spire
from designer.rules import Rules
from designer.summit.deck import Deck, DeckError, of, standard


def deal(players: int, seed: int | str, *, deck: Deck | None = None, rules: Rules | None = None) -> Spire:
    """A spire dealt at random for a number of players: colours, holds, summit cards, environment.

    Race for the Summit, Set-up. The house rule "summit.nine_rows" leaves the last card of each colour out. The same
    seed gives the same spire. Raises DeckError where the deck has too few cards.

    >>> spire = deal(3, seed=1)
    >>> len(spire.columns), spire.rows, sum(column.summit.startswith("anchored-") for column in spire.columns)
    (4, 10, 1)
    """
    deck = deck or standard()
    rules = rules or rules_in_force.load()
    if not 2 <= players <= 6:
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
    if not fitting:
        raise DeckError(f"The deck {deck.name!r} has no environment card whose fatigue line fits {rows} rows.")
    weather = rng.choice(fitting)
    return Spire(columns, weather.fatigue_above, players, environment=weather.name)


def cast(spire: Spire, seed: int | str, deck: Deck | None = None) -> Spire:
    """The spire with a character drawn for every seat that has none. Raises DeckError where there are too few.

    >>> spire = cast(deal(3, seed=1), seed=1)
    >>> len({climber.character for climber in spire.climbers})
    3
    """
    deck = deck or of(spire)
    players = spire.players or max(2, len(spire.columns) - 1)
    seats = (*spire.climbers, *(Climber() for _ in range(players - len(spire.climbers))))
    taken = {climber.character for climber in seats}
    spare = [character.name for character in deck.characters if character.name not in taken]
    wanted = sum(climber.character is None for climber in seats)
    if wanted > len(spare):
        raise DeckError(f"The deck {deck.name!r} has {len(deck.characters)} characters for {players} players.")
    drawn = iter(random.Random(f"cast/{seed}").sample(spare, wanted))
    return replace(
        spire,
        climbers=tuple(
            climber if climber.character is not None else replace(climber, character=next(drawn)) for climber in seats
        ),
    )


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
