"""What all games on one spire share: the cards as laid, the deck, and the rules in force as plain values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

from designer.design.spire import Climber, Spire, set_players
from designer.graph import spire_graph
from designer.model import climbable
from designer.rules import Rules
from designer.summit import deck as decks
from designer.summit.deck import Deck


class SpireError(ValueError):
    """A spire that cannot be climbed; its text says why, in the user's words."""


@dataclass(frozen=True, slots=True)
class Readings:
    """Rules of the profile ("summit.*") as plain values; the names are those of the profile."""

    stamina_below: int
    stamina_above: int
    rest_bonus: int
    cost: Mapping[str, int]
    summit_cost: Mapping[str, int]
    clip_cost: int
    clip_cost_bomber: int
    face_up_traverse: bool
    option2_covers_summit: bool
    wrap_distance: bool
    fall_clamp_min_zero: bool
    fall_never_raises: bool
    fall_without_quickdraw: str
    start_bolted: bool
    start_preference: str
    rest_bonus_stacks: bool
    hang_blocks: bool
    hang_may_clip: bool
    free_clip_at_zero_stamina: bool
    first_bolt_auto_clip: bool
    first_bolt_waits: bool
    literal_action_order: bool
    reveal_commits: bool
    attempt_with_zero_stamina: bool
    decked_keeps_action_cards: bool
    reshuffles_characters: bool
    round_cap: int


@lru_cache(maxsize=64)
def readings(rules: Rules) -> Readings:
    """The rules in force for play."""

    def number(name: str) -> int:
        return rules.number(f"summit.{name}")

    def switch(name: str) -> bool:
        return rules.switch(f"summit.{name}")

    def word(name: str) -> str:
        return rules.word(f"summit.{name}")

    return Readings(
        stamina_below=number("stamina_below"),
        stamina_above=number("stamina_above"),
        rest_bonus=number("rest_bonus"),
        cost=spire_graph.costs(rules),
        summit_cost={"P": number("cost_summit_positive"), "S": number("cost_summit_sketchy")},
        clip_cost=number("clip_cost"),
        clip_cost_bomber=number("clip_cost_bomber"),
        face_up_traverse=switch("face_up_traverse"),
        option2_covers_summit=switch("option2_covers_summit"),
        wrap_distance=word("cylinder_distance") == "shortest",
        fall_clamp_min_zero=switch("fall_clamp_min_zero"),
        fall_never_raises=switch("fall_never_raises"),
        fall_without_quickdraw=word("fall_without_quickdraw"),
        start_bolted=switch("start_bolted"),
        start_preference=word("start_preference"),
        rest_bonus_stacks=switch("rest_bonus_stacks"),
        hang_blocks=word("hang_mode") == "blocked",
        hang_may_clip=switch("hang_may_clip"),
        free_clip_at_zero_stamina=switch("free_clip_at_zero_stamina"),
        first_bolt_auto_clip=switch("first_bolt_auto_clip"),
        first_bolt_waits=word("first_bolt_blocked") == "wait",
        literal_action_order=word("action_order") == "literal",
        reveal_commits=switch("reveal_commits"),
        attempt_with_zero_stamina=switch("attempt_with_zero_stamina"),
        decked_keeps_action_cards=switch("decked_keeps_action_cards"),
        reshuffles_characters=word("character_pile_empty") == "reshuffle_earlier_discards",
        round_cap=number("round_cap"),
    )


@dataclass(frozen=True)
class Setting:
    """A spire ready to be climbed. ``holds[c][r]``: the card on row r, "Start" on row 0, a summit id on the top row.

    A character or Start that is None is chosen by its player when the game begins.
    """

    deck: Deck
    readings: Readings
    players: int
    colours: tuple[str, ...]
    holds: tuple[tuple[str, ...], ...]
    face_up: tuple[tuple[bool, ...], ...]
    fatigue: int
    environment: str | None
    characters: tuple[str | None, ...]
    starts: tuple[int | None, ...]
    action_cards: int
    start_card: bool

    @property
    def columns(self) -> int:
        """How many columns go round the spire."""
        return len(self.colours)

    @property
    def top(self) -> int:
        """The row of the summit cards."""
        return len(self.holds[0]) - 1

    @cached_property
    def letters(self) -> Mapping[str, Mapping[str, str]]:
        """Class letter of a hold card by character and type; "Start" included."""
        return {
            character.name: {**self.deck.classes[character.name], "Start": self.readings.start_preference}
            for character in self.deck.characters
        }

    @cached_property
    def bolted(self) -> tuple[frozenset[str], ...]:
        """The bolted hold types of each column; an anchored summit card counts as bolted, and Start by house rule."""
        always = frozenset(card.id for card in self.deck.summits if card.anchored)
        if self.readings.start_bolted:
            always |= {"Start"}
        return tuple(self.deck.bolted[colour] | always for colour in self.colours)

    @cached_property
    def anchored(self) -> frozenset[str]:
        """The kinds of summit cards with an anchor."""
        return frozenset(card.id for card in self.deck.summits if card.anchored)

    @cached_property
    def grades(self) -> Mapping[str, str]:
        """Class letter of a kind of summit card, the same for every climber."""
        return {card.id: "P" if card.grade == "positive" else "S" for card in self.deck.summits}


def prepare(spire: Spire, rules: Rules, players: int | None = None, deck: Deck | None = None) -> Setting:
    """A spire, its deck and the rules, checked and compiled.

    Raises SpireError in the user's words where nothing could be played. What the rules forbid although it could be
    played (``climbable.Reason.laid``) is for ``batches`` to refuse.
    """
    if players is not None:
        spire = set_players(spire, players)
    wrong = next((reason for reason in climbable.reasons(spire, rules, deck) if not reason.laid), None)
    if wrong is not None:
        raise SpireError(wrong.message)
    line = spire.fatigue_above
    if line is None:
        raise SpireError("The fatigue line must lie between two rows of hold cards, it is not set.")
    deck = deck or decks.of(spire)
    count, rows = spire.seats, climbable.rows_climbed(spire, rules)
    colours = tuple(column.colour for column in spire.columns)
    named = [*spire.climbers[:count], *(Climber() for _ in range(count - len(spire.climbers)))]
    return Setting(
        deck=deck,
        readings=readings(rules),
        players=count,
        colours=colours,
        holds=tuple(
            ("Start", *(card.hold for card in column.holds[:rows]), column.summit or "") for column in spire.columns
        ),
        face_up=tuple(
            (True, *(card.face_up for card in column.holds[:rows]), column.summit_up) for column in spire.columns
        ),
        fatigue=line,
        environment=spire.environment or None,
        characters=tuple(climber.character or None for climber in named),
        starts=tuple(colours.index(climber.start) if climber.start else None for climber in named),
        action_cards=rules.number(f"summit.action_cards_for_{count}"),
        start_card=count > 2 and deck.start_player_cards > 0,
    )
