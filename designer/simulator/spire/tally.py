"""What the log of a game counts up to; tallies of many games add up to the same whole in any order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields

from designer.simulator.spire.board import At, Board, Event, EventName, landing, name_of
from designer.simulator.spire.choices import ABILITY
from designer.simulator.spire.game import Game
from designer.simulator.spire.setting import Setting

#: A card of the spire in a tally: its colour and row, so that games on different deals can be added.
Spot = tuple[str, int]


@dataclass
class Tally:
    """Counts over games. Seats count from 0, rounds from 1.

    ``climbers`` and ``starts``: how many set out as a character or from a colour, those after a decking included;
    ``character_wins`` and ``start_wins``: how many of them won. ``caught``: falls that a quickdraw on the card held;
    ``saved``: rows that it saved, against the quickdraw's place before (the ground counts as row -1).
    ``anchor_round``: the round in which the first climber stood on an anchored card.
    """

    games: int = 0
    stuck: int = 0
    turns: int = 0
    moves: int = 0
    attempts: int = 0
    rests: int = 0
    delays: int = 0
    falls_unclipped: int = 0
    rounds: Counter[int] = field(default_factory=Counter)
    seat_wins: Counter[int] = field(default_factory=Counter)
    order_wins: Counter[int] = field(default_factory=Counter)
    policies: Counter[str] = field(default_factory=Counter)
    policy_wins: Counter[str] = field(default_factory=Counter)
    climbers: Counter[str] = field(default_factory=Counter)
    character_wins: Counter[str] = field(default_factory=Counter)
    starts: Counter[str] = field(default_factory=Counter)
    start_wins: Counter[str] = field(default_factory=Counter)
    summit_wins: Counter[str] = field(default_factory=Counter)
    falls: Counter[int] = field(default_factory=Counter)
    deckings: Counter[int] = field(default_factory=Counter)
    fall_rows: Counter[int] = field(default_factory=Counter)
    falls_at: Counter[Spot] = field(default_factory=Counter)
    visits: Counter[Spot] = field(default_factory=Counter)
    clips: Counter[Spot] = field(default_factory=Counter)
    caught: Counter[Spot] = field(default_factory=Counter)
    saved: Counter[Spot] = field(default_factory=Counter)
    cards_taken: Counter[str] = field(default_factory=Counter)
    cards_used: Counter[str] = field(default_factory=Counter)
    cards_lost: Counter[str] = field(default_factory=Counter)
    abilities: Counter[str] = field(default_factory=Counter)
    anchor_round: Counter[int] = field(default_factory=Counter)

    def add(self, other: Tally) -> None:
        """Count another tally in."""
        for entry in fields(self):
            mine, theirs = getattr(self, entry.name), getattr(other, entry.name)
            if isinstance(mine, Counter):
                for key, count in theirs.items():
                    mine[key] += count
            else:
                setattr(self, entry.name, mine + theirs)


def count(game: Game) -> Tally:
    """The tally of one game that is over."""
    counting = _Counting(game.setting, [player.name for player in game.players])
    for event in game.log:
        counting.event(event)
    return counting.done()


class _Counting:
    """Counts one game event by event, with the board that they lead to.

    ``before``: where each seat's quickdraw was before it was last clipped. ``order``: of the round that is on.
    """

    def __init__(self, setting: Setting, players: Sequence[str]) -> None:
        self.tally = Tally(games=1, policies=Counter(players))
        self.board = Board()
        self.setting = setting
        self.players = players
        self.before: dict[int, At | None] = {}
        self.order: list[int] = []
        self.falls = self.deckings = 0
        self.anchored_at: int | None = None

    def event(self, event: Event) -> None:
        """Count an event and apply it."""
        name = name_of(event)
        _BEFORE.get(name, _nothing)(self, event)
        self.board.apply(event)
        _AFTER.get(name, _nothing)(self, event)

    def done(self) -> Tally:
        """The tally at the end of the game."""
        tally = self.tally
        tally.attempts = tally.moves + self.falls
        tally.stuck = int(self.board.stuck)
        tally.rounds[self.board.round] += 1
        tally.falls[self.falls] += 1
        tally.deckings[self.deckings] += 1
        if self.anchored_at is not None:
            tally.anchor_round[self.anchored_at] += 1
        return tally

    def spot(self, at: Sequence[int]) -> Spot:
        """A card in the tally."""
        return self.board.colours[at[0]], at[1]


Count = Callable[[_Counting, Event], None]


def _nothing(counting: _Counting, event: Event) -> None:
    """Events that count for nothing."""


def _about_to_use(counting: _Counting, event: Event) -> None:
    if event["source"] == ABILITY:
        counting.tally.abilities[counting.board.seats[event["seat"]].character] += 1


def _about_to_clip(counting: _Counting, event: Event) -> None:
    counting.before[event["seat"]] = counting.board.seats[event["seat"]].quickdraw


def _about_to_fall(counting: _Counting, event: Event) -> None:
    """Count a fall, and what the quickdraw that held it has saved."""
    counting.falls += 1
    tally, board = counting.tally, counting.board
    seat = board.seats[event["seat"]]
    column, tried = event["attempted"]
    assert seat.at is not None
    tally.falls_at[counting.spot((column, tried))] += 1
    row = event["to"][1] if event["to"] is not None else -1
    tally.fall_rows[seat.at[1] - row] += 1
    if seat.quickdraw is None:
        tally.falls_unclipped += 1
        return
    if event["to"] is None:
        return
    spot = counting.spot(seat.quickdraw)
    tally.caught[spot] += 1
    earlier = counting.before.get(event["seat"])
    without = landing(
        counting.setting.readings, board.columns, seat.at, (column, tried), earlier, seat.start, board.top
    ).at
    tally.saved[spot] += max(0, row - (without[1] if without is not None else -1))


def _start(counting: _Counting, event: Event) -> None:
    counting.tally.climbers.update(event["characters"])


def _place(counting: _Counting, event: Event) -> None:
    counting.tally.starts[counting.board.colours[event["column"]]] += 1


def _round(counting: _Counting, event: Event) -> None:
    order: list[int] = event["order"]
    counting.order = order
    first, size = event["first"], len(order)
    counting.tally.delays += sum(order[step] != (first + step) % size for step in range(size)) > 0


def _turn(counting: _Counting, event: Event) -> None:
    counting.tally.turns += 1


def _rest(counting: _Counting, event: Event) -> None:
    counting.tally.rests += 1


def _move(counting: _Counting, event: Event) -> None:
    board = counting.board
    counting.tally.moves += 1
    counting.tally.visits[counting.spot(event["to"])] += 1
    column, row = event["to"]
    anchored = row == board.top and board.holds[column][row] in counting.setting.anchored
    if counting.anchored_at is None and anchored:
        counting.anchored_at = board.round


def _clip(counting: _Counting, event: Event) -> None:
    counting.tally.clips[counting.spot(event["at"])] += 1


def _deck(counting: _Counting, event: Event) -> None:
    counting.deckings += 1
    counting.before.pop(event["seat"], None)
    counting.tally.climbers[event["character"]] += 1


def _take(counting: _Counting, event: Event) -> None:
    counting.tally.cards_taken[event["card"]] += 1


def _use(counting: _Counting, event: Event) -> None:
    if event["source"] != ABILITY:
        counting.tally.cards_used[event["source"]] += 1


def _discard(counting: _Counting, event: Event) -> None:
    counting.tally.cards_lost[event["card"]] += 1


def _win(counting: _Counting, event: Event) -> None:
    tally, board = counting.tally, counting.board
    seat: int = event["seat"]
    winner = board.seats[seat]
    tally.seat_wins[seat] += 1
    tally.order_wins[counting.order.index(seat)] += 1
    tally.policy_wins[counting.players[seat]] += 1
    tally.character_wins[winner.character] += 1
    tally.start_wins[board.colours[winner.start]] += 1
    tally.summit_wins[board.colours[event["at"][0]]] += 1


#: What is counted on the board as it was, and what on the board after the event.
_BEFORE: Mapping[EventName, Count] = {"use": _about_to_use, "clip": _about_to_clip, "fall": _about_to_fall}
_AFTER: Mapping[EventName, Count] = {
    "start": _start,
    "place": _place,
    "round": _round,
    "turn": _turn,
    "rest": _rest,
    "use": _use,
    "discard": _discard,
    "move": _move,
    "clip": _clip,
    "deck": _deck,
    "take": _take,
    "win": _win,
}
