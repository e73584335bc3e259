"""A spire against its deck: bolts, preferences, environment, ways to an anchor, the first bolt.

Source: Race for the Summit, "Set-up", "Climber Turn Details", "Reaching the Summit".
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from statistics import mean

from designer.design.spire import Spire
from designer.graph import spire_graph
from designer.model import climbable
from designer.model.compiled import CompiledDesign
from designer.summit import deck as decks
from designer.summit.deck import Deck, DeckError
from designer.validation.codes import finding
from designer.validation.finding import Finding, Location
from designer.words import listed

#: A climber whose holds cost this much more or less than the average of all is worth a word (assumed).
UNFAIR = 0.1


def deck(compiled: CompiledDesign) -> Iterator[Finding]:
    """The deck and, where it can be used, the spire laid from it. What keeps it from being climbed stands elsewhere."""
    if compiled.design.spire is None:
        return
    spire = replace(
        compiled.design.spire,
        columns=tuple(  # an empty name is no card (SPI006)
            replace(column, summit=column.summit or None) for column in compiled.design.spire.columns
        ),
    )
    try:
        cards = decks.of(spire)
    except DeckError:
        return  # SPI007
    known = not any(reason.code == "SPI008" for reason in climbable.reasons(spire, compiled.rules))
    gaps = any(reason.code == "SPI010" for reason in climbable.of_deck(cards))
    yield from _bolts(compiled, spire, cards)
    if not gaps:
        yield from _fairness(compiled, cards)
    yield from _environment(spire, cards)
    if known and not gaps:
        yield from _ways(compiled, spire, cards)


def _bolts(compiled: CompiledDesign, spire: Spire, cards: Deck) -> Iterator[Finding]:
    """Six of the eleven cards of a colour are bolted, Jug and Arete among them (a bolted Start counts)."""
    start = compiled.rules.switch("summit.start_bolted")
    wanted = cards.bolted_per_column
    for number, column in enumerate(spire.columns):
        if column.colour not in cards.colours:
            continue
        bolted = cards.bolted[column.colour] & set(cards.holds)
        count = len(bolted) + start
        lacking = [hold for hold in cards.always_bolted if hold not in bolted]
        if count != wanted:
            yield finding(
                "SPI009",
                f"The {column.colour} column has {count} bolted cards; {wanted} of its "
                f"{len(cards.holds) + 1} should be.",
                Location(column=number),
            )
        elif lacking:
            yield finding(
                "SPI009",
                f"In the {column.colour} column {listed(lacking)} should be bolted, as in every colour.",
                Location(column=number),
            )


def _fairness(compiled: CompiledDesign, cards: Deck) -> Iterator[Finding]:
    price = spire_graph.costs(compiled.rules)
    sums = {
        character.name: sum(price[cards.class_of(character.name, hold)] for hold in cards.holds)
        for character in cards.characters
    }
    if not sums:
        return
    usual = mean(sums.values())
    for name, cost in sums.items():
        if abs(cost - usual) > UNFAIR * usual:
            word = "dear" if cost > usual else "cheap"
            yield finding(
                "SPI011",
                f"The holds are {word} for {name}: {cost} stamina for one of each, against "
                f"{usual:.1f} on average. Even out the preferences.",
                Location(path="spire.deck"),
            )


def _environment(spire: Spire, cards: Deck) -> Iterator[Finding]:
    if spire.environment is None:
        return
    place = Location(path="spire.environment")
    card = next((card for card in cards.environments if card.name == spire.environment), None)
    if card is None:
        yield finding(
            "SPI015",
            f"The deck {cards.name!r} has no environment {spire.environment}; it has "
            f"{listed([card.name for card in cards.environments])}.",
            place,
        )
    elif spire.fatigue_above is not None and card.fatigue_above != spire.fatigue_above:
        yield finding(
            "SPI015",
            f"{card.name} puts the fatigue line above row {card.fatigue_above}; here it lies above "
            f"row {spire.fatigue_above}.",
            place,
        )


def _ways(compiled: CompiledDesign, spire: Spire, cards: Deck) -> Iterator[Finding]:
    """SPI012: an anchor can be climbed to from every Start. SPI016: the first bolt comes within a turn's stamina."""
    graph = spire_graph.build(spire, cards, compiled.rules)
    good = spire_graph.reaches_anchor(graph)
    stamina = compiled.rules.number("summit.stamina_below")
    climbers = [climber.character for climber in spire.climbers if climber.character in cards.character_by_name]
    asked = climbers or [character.name for character in cards.characters]
    for number, column in enumerate(spire.columns):
        start = spire_graph.Position(number, 0)
        place = Location(column=number)
        if good and start not in good:
            yield finding(
                "SPI012",
                f"From the Start of the {column.colour} column no way leads to an anchored summit "
                "card. Fill the gaps between the columns.",
                place,
            )
            continue
        if not column.holds:
            continue
        far = {}
        for climber in asked:
            prices = spire_graph.first_bolts(graph, number, str(climber)).values()
            if prices and min(prices) > stamina:
                far[str(climber)] = min(prices)
        if far:
            yield finding(
                "SPI016",
                f"From the {column.colour} Start the first bolt costs "
                f"{listed([f'{name} {cost}' for name, cost in far.items()])} stamina, and a turn gives "
                f"{stamina}: a fall on the way goes to the ground. Bring a bolted card further down.",
                place,
            )


CHECKS = (deck,)
