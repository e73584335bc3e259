"""A spire against its deck: cards that exist, bolts, preferences, summits, the first bolt, climbers.

Source: Race for the Summit, "Set-up", "Climber Turn Details", "Reaching the Summit".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from statistics import mean

from designer.design.spire import Spire
from designer.graph import spire_graph
from designer.model.compiled import CompiledDesign
from designer.summit import deck as decks
from designer.summit.deck import CLASSES, Deck, DeckError
from designer.validation.codes import finding
from designer.validation.finding import Finding, Location
from designer.words import listed

#: A climber whose holds cost this much more or less than the average of all is worth a word (assumed).
UNFAIR = 0.1


def deck(compiled: CompiledDesign) -> Iterator[Finding]:
    """The deck and, where it can be used, the spire laid from it."""
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
    except DeckError as error:
        yield finding("SPI007", f"The deck of the spire cannot be used: {error}", Location(path="spire.deck"))
        return
    for problem in decks.effect_problems(cards):
        yield finding("SPI007", f"The deck {cards.name!r} cannot be played: {problem}.", Location(path="spire.deck"))
    unknown = list(_unknown_cards(spire, cards))
    yield from unknown
    yield from _bolts(compiled, spire, cards)
    gaps = list(_preferences(cards))
    yield from gaps
    if not gaps:
        yield from _fairness(compiled, cards)
    yield from _climbers(spire, cards)
    yield from _environment(spire, cards)
    if not unknown:
        yield from _summits(compiled, spire, cards)
        if not gaps:
            yield from _ways(compiled, spire, cards)


def _unknown_cards(spire: Spire, cards: Deck) -> Iterator[Finding]:
    for number, column in enumerate(spire.columns):
        place = Location(column=number)
        if column.colour not in cards.colours:
            yield finding(
                "SPI008",
                f"The deck {cards.name!r} has no colour {column.colour or '(none)'}; it has "
                f"{listed(list(cards.colours))}.",
                place,
            )
        for row, card in enumerate(column.holds, start=1):
            if card.hold not in cards.holds:
                yield finding(
                    "SPI008",
                    f"The deck {cards.name!r} has no hold type {card.hold}; it has {listed(list(cards.holds))}.",
                    Location(column=number, row=row),
                )
        if column.summit and column.summit not in cards.summit_by_id:
            yield finding(
                "SPI008",
                f"The deck {cards.name!r} has no summit card {column.summit}; it has "
                f"{listed(list(cards.summit_by_id))}.",
                place,
            )


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


def _preferences(cards: Deck) -> Iterator[Finding]:
    for character in cards.characters:
        row = cards.classes.get(character.name, {})
        lacking = [hold for hold in cards.holds if row.get(hold) not in tuple(CLASSES)]
        if lacking:
            yield finding(
                "SPI010",
                f"The deck {cards.name!r} does not say how {character.name} likes "
                f"{listed(lacking)}: bomber, positive, sketchy or heinous.",
                Location(path="spire.deck"),
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


def _climbers(spire: Spire, cards: Deck) -> Iterator[Finding]:
    colours = {column.colour for column in spire.columns}
    place = Location(path="spire.climbers")
    names = [climber.character for climber in spire.climbers if climber.character]
    for name in dict.fromkeys(names):
        if name not in cards.character_by_name:
            yield finding(
                "SPI014",
                f"The deck {cards.name!r} has no character {name}; it has {listed(list(cards.character_by_name))}.",
                place,
            )
        elif names.count(name) > 1:
            yield finding(
                "SPI014", f"{name} climbs for {names.count(name)} players; each character is there once.", place
            )
    starts = [climber.start for climber in spire.climbers if climber.start]
    for start in dict.fromkeys(starts):
        if start not in colours:
            yield finding("SPI014", f"A climber starts on {start}, which the spire does not have.", place)
        elif starts.count(start) > 1:
            yield finding(
                "SPI014", f"{starts.count(start)} climbers start on {start}; a card holds one climber.", place
            )
    players = spire.players
    if players is not None and len(spire.climbers) > players:
        yield finding("SPI014", f"{len(spire.climbers)} climbers are named for {players} players.", place)
    elif players is not None and players > len(cards.characters):
        yield finding(
            "SPI014",
            f"{players} players need a character each; the deck {cards.name!r} has {len(cards.characters)}.",
            place,
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


def _summits(compiled: CompiledDesign, spire: Spire, cards: Deck) -> Iterator[Finding]:
    """SPI012: an anchor. SPI013: the summit cards are some that the set-up leaves for that many players."""
    laid = Counter(column.summit for column in spire.columns if column.summit)
    if not laid:
        return
    anchored = sum(count for name, count in laid.items() if cards.summit_by_id[name].anchored)
    if not anchored:
        yield finding(
            "SPI012",
            "No summit card of the spire is anchored: nobody can win. Put an anchored one on a column.",
            Location(path="spire.columns"),
        )
        return
    over = [name for name, count in laid.items() if count > cards.summit_by_id[name].count]
    if over:
        yield finding(
            "SPI013",
            f"The spire has {listed([f'{laid[name]} {name}' for name in over])} summit cards; the "
            f"deck holds {listed([str(cards.summit_by_id[name].count) for name in over])}.",
            Location(path="spire.columns"),
        )
        return
    players, complete = spire.players, sum(laid.values()) == len(spire.columns)
    if players not in range(2, 7) or not complete:
        return
    left = _left(compiled, cards, players, True), _left(compiled, cards, players, False)
    if sum(left) == len(spire.columns) and anchored != left[0]:
        yield finding(
            "SPI013",
            f"The spire has {anchored} anchored summit cards; for {players} players the set-up "
            f"leaves {left[0]} anchored and {left[1]} anchorless.",
            Location(path="spire.columns"),
        )


def _left(compiled: CompiledDesign, cards: Deck, players: int | None, anchored: bool) -> int:
    word = "anchored" if anchored else "anchorless"
    total = sum(card.count for card in cards.summits if card.anchored is anchored)
    return total - compiled.rules.number(f"summit.{word}_removed_for_{players}")


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
