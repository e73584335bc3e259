"""A table for tests: small spires laid by hand, and players who do what a script says."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

from designer import rules as rules_in_force
from designer.design.spire import Climber, Column, HoldCard, Spire
from designer.simulator.spire import setting
from designer.simulator.spire.board import At
from designer.simulator.spire.choices import Clip, End, Move, Option, Play, Rest
from designer.simulator.spire.game import Game
from designer.simulator.spire.players import Player
from designer.simulator.spire.state import Turn
from designer.simulator.spire.turn import climb
from designer.simulator.spire.view import View
from designer.summit import deck as decks
from designer.summit import edits as deck_edits
from designer.summit.deck import ActionCard, Deck, Effect, Kind

DECK = decks.standard()


def _able() -> Deck:
    """The deck with abilities that between them use what the catalog's do not: tests of the engine need them all."""
    data = decks.standard_data()
    for name, when, effect in (
        ("Granite", "fall", {"op": "cancel_fall"}),
        ("Gym", "turn", {"op": "move_modifier", "dir": "up2", "cost": "target_only"}),
        ("Gorge", "turn", {"op": "peek", "n": 3}),
        ("Hannah", "turn", {"op": "clip_ahead", "dir": "up1", "cost": 0}),
        ("Hiro", "turn", {"op": "move_modifier", "dir": "side", "cost": 0}),
    ):
        ability = {"id": "for-tests", "when": when, "text": "", "effect": effect, "source": "assumed"}
        data = deck_edits.with_ability(data, name, ability)
    return decks.parse(data)


ABLE = _able()


class Script(Player):
    """Does what it is told, step by step, then ends its turns. A step is an option, or a test of options."""

    def __init__(
        self,
        steps: Iterable[Option | Callable[[View, Sequence[Option]], Option]] = (),
        reactions: Iterable[str | None] = (),
        picks: Iterable[str] = (),
    ) -> None:
        self.steps = list(steps)
        self.reactions = list(reactions)
        self.picks = list(picks)
        self.offered: list[Sequence[Option]] = []

    def act(self, view: View, options: Sequence[Option]) -> Option:
        self.offered.append(options)
        if not self.steps:
            return End()
        step = self.steps.pop(0)
        if callable(step):
            return step(view, options)
        assert step in options, f"{step} is not among {options}"
        return step

    def react(self, view: View, moment: str, sources: Sequence[str], at: At, cost: int) -> str | None:
        return self.reactions.pop(0) if self.reactions else None

    def pick(self, view: View, pool: Sequence[str]) -> str:
        return self.picks.pop(0) if self.picks else pool[0]

    def choose_start(self, view: View, columns: Sequence[int]) -> int:
        return columns[0]


def up(view: View, options: Sequence[Option]) -> Option:
    """The plain move straight up."""
    column, row = view.here
    move = Move((column, row + 1))
    assert move in options
    return move


def clip(view: View, options: Sequence[Option]) -> Option:
    """The clip on offer."""
    return next(option for option in options if isinstance(option, Clip))


def spire(
    columns: Sequence[tuple[str, str]],
    *,
    line: int = 5,
    summits: Sequence[str] = ("anchored-positive",),
    climbers: Sequence[tuple[str, str | None]] = (("Granite", None), ("Gym", None)),
) -> Spire:
    """Columns by colour and the first letters of their holds ("Gas Slo Und"), filled up with the other types."""
    laid = []
    for number, (colour, text) in enumerate(columns):
        first = [next(hold for hold in DECK.holds if hold.startswith(short)) for short in text.split()]
        rest = [hold for hold in DECK.holds if hold not in first]
        laid.append(Column(colour, tuple(HoldCard(hold) for hold in (*first, *rest)), summits[number % len(summits)]))
    return Spire(tuple(laid), line, len(climbers), climbers=tuple(Climber(name, start) for name, start in climbers))


def game(laid: Spire, players: Sequence[Player], *, deck: Deck | None = None, seed: int = 1, **house: Any) -> Game:
    """A game with all climbers on their Start cards; house rules by their names without "summit."."""
    profile = rules_in_force.load(house_rules={f"summit.{name}": value for name, value in house.items()})
    made = Game(setting.prepare(laid, profile, deck=deck), players, seed)
    made.set_up()
    return made


def turn(made: Game, seat: int) -> list[dict[str, Any]]:
    """The events of one turn of a seat."""
    before = len(made.log)
    climb(made.table, made.seats[seat])
    return made.log[before:]


def put(made: Game, seat: int, at: At, *, quickdraw: At | None = None, hand: Sequence[str] = ()) -> None:
    """Set a climber on a card, as earlier turns could have done: his way is clear to read in the log."""
    board = made.board
    made.table.reveal(at)
    if board.seats[seat].at != at:
        made.table.emit("move", seat=seat, to=list(at), way="up", cost=0, **{"from": list(board.seats[seat].at or at)})
    if quickdraw is not None:
        made.table.reveal(quickdraw)
        made.table.emit("clip", seat=seat, at=list(quickdraw), cost=0)
    for card in hand:
        made.table.emit("pool", cards=[card])
        made.table.emit("take", seat=seat, card=card)


def with_cards(*cards: tuple[str, Kind, dict[str, Any] | list[dict[str, Any]]]) -> Deck:
    """The deck with more action cards, each given as (id, kind, effect data)."""
    made = []
    for name, kind, data in cards:
        entries = data if isinstance(data, list) else [data]
        effects = tuple(
            Effect(entry["op"], decks.frozen({key: value for key, value in entry.items() if key != "op"}))
            for entry in entries
        )
        made.append(ActionCard(name, kind, 1, name, "", effects, "assumed"))
    return replace(ABLE, actions=(*ABLE.actions, *made))


__all__ = [
    "ABLE",
    "DECK",
    "Clip",
    "End",
    "Move",
    "Play",
    "Rest",
    "Script",
    "Turn",
    "clip",
    "game",
    "put",
    "spire",
    "turn",
    "up",
    "with_cards",
]
