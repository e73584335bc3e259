"""Whether a spire can be climbed; if not, why, in a player's words. Nobody else decides it.

Validation reports the sentences given here as findings, the simulator refuses with them, the window shows them.
Source: Race for the Summit, "Set-up", "Climber Turn Details", "Reaching the Summit", "Optional Rules".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from designer.design.spire import Column, Spire
from designer.rules import Rules
from designer.summit import deck as decks
from designer.summit.deck import CLASSES, Deck, DeckError
from designer.words import listed

#: Hold rows with the first optional rule. Race for the Summit, Optional Rules.
NINE = 9
PLAYERS = range(2, 7)


class Reason(NamedTuple):
    """Why a spire cannot be climbed. ``code``: of the finding; ``column`` (from 0), ``row`` (from 1), ``path``: where.

    ``laid``: the rules forbid it, though the cards as they lie could be played; other reasons leave nothing to play.
    """

    code: str
    message: str
    column: int | None = None
    row: int | None = None
    path: str | None = None
    laid: bool = False


def why_not(spire: Spire, rules: Rules) -> str | None:
    """Why a spire cannot be climbed, or None when it can.

    >>> from designer import rules
    >>> from designer.summit import dealing
    >>> spire = dealing.deal(2, seed=1)
    >>> why_not(spire, rules.load()), why_not(replace(spire, columns=spire.columns[:1]), rules.load())
    (None, '2 climbers cannot start on 1 columns: each needs a Start card, and 2 players climb 3 columns.')
    """
    return next((reason.message for reason in reasons(spire, rules)), None)


def reasons(spire: Spire, rules: Rules, deck: Deck | None = None) -> Iterator[Reason]:
    """All that keeps a spire from being climbed, by the players it is laid out for. ``deck``: by default its own."""
    spire = replace(  # an empty name is no card
        spire, columns=tuple(replace(column, summit=column.summit or None) for column in spire.columns)
    )
    try:
        cards = deck or decks.of(spire)
    except DeckError as error:
        yield Reason("SPI007", f"The deck of the spire cannot be used: {error}", path="spire.deck")
        cards = None
    if cards is not None:
        yield from of_deck(cards)
    yield from _columns(spire, rules)
    yield from _laid(spire, rules)
    yield from _line(spire, rules, cards)
    if cards is not None:
        yield from _cards(spire, cards)
        yield from _climbers(spire, cards)
        if all(column.summit is None or column.summit in cards.summit_by_id for column in spire.columns):
            yield from _summits(spire, rules, cards)


def of_deck(cards: Deck) -> Iterator[Reason]:
    """What keeps any spire from being climbed with a deck: effects that cannot be played, preferences that lack."""
    for problem in decks.effect_problems(cards):
        yield Reason("SPI007", f"The deck {cards.name!r} cannot be played: {problem}.", path="spire.deck")
    for character in cards.characters:
        row = cards.classes.get(character.name, {})
        lacking = [hold for hold in cards.holds if row.get(hold) not in tuple(CLASSES)]
        if lacking:
            yield Reason(
                "SPI010",
                f"The deck {cards.name!r} does not say how {character.name} likes "
                f"{listed(lacking)}: bomber, positive, sketchy or heinous.",
                path="spire.deck",
            )


def rows_climbed(spire: Spire, rules: Rules) -> int:
    """The rows of hold cards that are climbed: the optional rule leaves what lies above the ninth out."""
    return min(NINE, spire.rows) if rules.switch("summit.nine_rows") else spire.rows


def dealt_for(spire: Spire, rules: Rules) -> tuple[int, ...]:
    """The numbers of players for whom the set-up deals as many columns as the spire has.

    >>> from designer import rules
    >>> from designer.summit import dealing
    >>> dealt_for(dealing.deal(4, seed=1), rules.load()), dealt_for(dealing.deal(6, seed=1), rules.load())
    ((4,), (5, 6))
    """
    return tuple(count for count in PLAYERS if rules.number(f"summit.columns_for_{count}") == len(spire.columns))


def fewer(spire: Spire, rules: Rules) -> str | None:
    """What to tell when fewer climb than the spire was dealt for; None when it was dealt for them.

    It can be climbed, but nobody gets in another's way as the game wants it. Race for the Summit, Set-up.
    """
    count, meant = spire.seats, dealt_for(spire, rules)
    if count in meant or not meant or count not in PLAYERS or count > min(meant):
        return None
    wanted = rules.number(f"summit.columns_for_{count}")
    return (
        f"The spire was dealt for {listed([str(number) for number in meant], 'or')} players ({len(spire.columns)} "
        f"columns); {count} climb it, who would be dealt {wanted}. Let more climb, or deal it anew."
    )


def _columns(spire: Spire, rules: Rules) -> Iterator[Reason]:
    count, have = spire.seats, len(spire.columns)
    if count not in PLAYERS:
        yield Reason("SPI001", f"Two to six players can climb, not {count}.", path="spire.players")
        return
    wanted = rules.number(f"summit.columns_for_{count}")
    if have < count:
        yield Reason(
            "SPI001",
            f"{count} climbers cannot start on {have} columns: each needs a Start card, and {count} players climb "
            f"{wanted} columns.",
            path="spire.columns",
        )
    elif have != wanted and fewer(spire, rules) is None:
        yield Reason(
            "SPI001",
            f"The spire has {have} columns; {count} players climb {wanted}. Add or "
            "remove columns, or change the number of players.",
            path="spire.columns",
            laid=True,
        )


def _laid(spire: Spire, rules: Rules) -> Iterator[Reason]:
    """Colours, heights, holds and summits of the columns, whatever deck they are from."""
    usual = _usual_height(spire.columns, rules)
    first: dict[str, int] = {}
    for number, column in enumerate(spire.columns):
        if column.colour in first:
            yield Reason(
                "SPI002",
                f"Columns {first[column.colour] + 1} and {number + 1} are both {column.colour}. "
                "Give each column its own colour.",
                number,
                laid=True,
            )
        first.setdefault(column.colour, number)
        height = len(column.holds)
        if height != usual or not height:
            yield Reason(
                "SPI003",
                f"The {column.colour} column has {height or 'no'} hold cards"
                f"{f', others have {usual}' if height != usual else ''}. All columns must be equally high to be "
                "climbed.",
                number,
            )
        counts = Counter(card.hold for card in column.holds)
        twice = [hold for hold, times in counts.items() if times > 1]
        if twice:
            yield Reason(
                "SPI004",
                f"The {column.colour} column has {listed(twice)} more than once; each hold type "
                "is there once in a colour.",
                number,
                laid=True,
            )
        if column.summit is None:
            yield Reason("SPI006", f"The {column.colour} column has no summit card. Put one on top.", number)


def _usual_height(columns: tuple[Column, ...], rules: Rules) -> int:
    """The height that most columns have; of several, that of the rules, or else the highest."""
    counts = Counter(len(column.holds) for column in columns)
    best = max(counts.values(), default=0)
    often = [height for height, times in counts.items() if times == best]
    rows = rules.number("summit.hold_rows")
    return rows if rows in often else max(often, default=0)


def _line(spire: Spire, rules: Rules, cards: Deck | None) -> Iterator[Reason]:
    rows, line, place = rows_climbed(spire, rules), spire.fatigue_above, "spire.fatigue_above"
    if not rows:
        return  # there is nothing that a line could lie between, and SPI001 or SPI003 tells it
    between = "The fatigue line must lie between two rows of hold cards"
    if line is not None:
        if not 1 <= line < rows:
            yield Reason("SPI005", f"{between}, not above row {line} of {rows}.", path=place)
    elif spire.environment is not None:
        yield Reason("SPI005", f"{between}, it is not set: lay it where {spire.environment} says.", path=place)
    elif cards is not None and not any(1 <= card.fatigue_above < rows for card in cards.environments):
        yield Reason(
            "SPI005",
            f"{between}, it is not set, and no environment card of the deck {cards.name!r} fits {rows} rows.",
            path=place,
        )


def _cards(spire: Spire, cards: Deck) -> Iterator[Reason]:
    for number, column in enumerate(spire.columns):
        if column.colour not in cards.colours:
            yield Reason(
                "SPI008",
                f"The deck {cards.name!r} has no colour {column.colour!r}; it has {listed(list(cards.colours))}.",
                number,
            )
        for row, card in enumerate(column.holds, start=1):
            if card.hold not in cards.holds:
                yield Reason(
                    "SPI008",
                    f"The deck {cards.name!r} has no hold type {card.hold!r}; it has {listed(list(cards.holds))}.",
                    number,
                    row,
                )
        if column.summit is not None and column.summit not in cards.summit_by_id:
            yield Reason(
                "SPI008",
                f"The deck {cards.name!r} has no summit card {column.summit!r}; it has "
                f"{listed(list(cards.summit_by_id))}.",
                number,
            )


def _climbers(spire: Spire, cards: Deck) -> Iterator[Reason]:
    place = "spire.climbers"
    colours = {column.colour for column in spire.columns}
    names = Counter(climber.character for climber in spire.climbers if climber.character)
    starts = Counter(climber.start for climber in spire.climbers if climber.start)
    if spire.seats > len(cards.characters):
        yield Reason(
            "SPI014",
            f"The deck {cards.name!r} has {len(cards.characters)} characters for {spire.seats} players.",
            path=place,
        )
    for name, times in names.items():
        if name not in cards.character_by_name:
            yield Reason(
                "SPI014",
                f"The deck {cards.name!r} has no character {name!r}; it has {listed(list(cards.character_by_name))}.",
                path=place,
            )
        elif times > 1:
            yield Reason("SPI014", f"{_many(times)} climbers are {name}; each character is there once.", path=place)
    for seat, climber in enumerate(spire.climbers):
        if climber.start and climber.start not in colours:
            who = climber.character or f"Climber {seat + 1}"
            yield Reason("SPI014", f"{who} starts on {climber.start}, which no column has.", path=place)
    for start, times in starts.items():
        if times > 1 and start in colours:
            yield Reason("SPI014", f"{_many(times)} climbers start on {start}; a card holds one climber.", path=place)
    if len(spire.climbers) > spire.seats:
        yield Reason(
            "SPI014", f"{len(spire.climbers)} climbers are named for {spire.seats} players.", path=place, laid=True
        )


def _many(times: int) -> str:
    return "Two" if times == 2 else str(times)


def _summits(spire: Spire, rules: Rules, cards: Deck) -> Iterator[Reason]:
    """SPI012: an anchor. SPI013: the summit cards are some that the set-up leaves for that many players."""
    place, laid = "spire.columns", Counter(column.summit for column in spire.columns if column.summit is not None)
    if not laid:
        return
    anchored = sum(count for name, count in laid.items() if cards.summit_by_id[name].anchored)
    if not anchored:
        yield Reason(
            "SPI012",
            "No summit card of the spire is anchored: nobody can win. Put an anchored one on a column.",
            path=place,
            laid=True,
        )
        return
    over = [name for name, count in laid.items() if count > cards.summit_by_id[name].count]
    if over:
        yield Reason(
            "SPI013",
            f"The spire has {listed([f'{laid[name]} {name}' for name in over])} summit cards; the "
            f"deck holds {listed([str(cards.summit_by_id[name].count) for name in over])}.",
            path=place,
            laid=True,
        )
        return
    meant = dealt_for(spire, rules)
    meant = (spire.seats,) if spire.seats in meant else meant
    if not meant or sum(laid.values()) < len(spire.columns):
        return
    left = [(_left(rules, cards, count, True), _left(rules, cards, count, False)) for count in meant]
    anchorless = len(spire.columns) - anchored
    if not any(anchored <= with_anchor and anchorless <= without for with_anchor, without in left):
        yield Reason(
            "SPI013",
            f"The spire has {anchored} anchored and {anchorless} anchorless summit cards; for "
            f"{listed([str(count) for count in meant], 'or')} players the set-up leaves {left[0][0]} anchored and "
            f"{left[0][1]} anchorless.",
            path=place,
            laid=True,
        )


def _left(rules: Rules, cards: Deck, players: int, anchored: bool) -> int:
    """How many summit cards of a kind the set-up leaves."""
    word = "anchored" if anchored else "anchorless"
    total = sum(card.count for card in cards.summits if card.anchored is anchored)
    return max(0, total - rules.number(f"summit.{word}_removed_for_{players}"))
