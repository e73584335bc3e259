"""What the log of a game counts up to; tallies of many games add up to the same whole in any order."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, fields

from designer.simulator.spire.board import At, Board, landing
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
    tally, board, setting = Tally(games=1), Board(), game.setting
    before: dict[int, At | None] = {}
    order: list[int] = []
    falls = deckings = 0
    anchored_at: int | None = None
    for policy in game.players:
        tally.policies[policy.name] += 1

    def spot(at: list[int] | At) -> Spot:
        return board.colours[at[0]], at[1]

    for event in game.log:
        do = event["do"]
        seat = event.get("seat")
        if do == "use" and event["source"] == "ability":
            tally.abilities[board.seats[event["seat"]].character] += 1
        elif do == "clip":
            before[event["seat"]] = board.seats[event["seat"]].quickdraw
        elif do == "fall":
            falls += 1
            _fell(tally, board, setting, event["seat"], event, before.get(event["seat"]))
        board.apply(event)
        if do == "start":
            tally.climbers.update(event["characters"])
        elif do == "place":
            tally.starts[board.colours[event["column"]]] += 1
        elif do == "round":
            order = event["order"]
            first, size = event["first"], len(order)
            tally.delays += sum(order[step] != (first + step) % size for step in range(size)) > 0
        elif do == "turn":
            tally.turns += 1
        elif do == "rest":
            tally.rests += 1
        elif do == "move":
            tally.moves += 1
            tally.visits[spot(event["to"])] += 1
            column, row = event["to"]
            if anchored_at is None and row == board.top and board.holds[column][row] in setting.anchored:
                anchored_at = board.round
        elif do == "clip":
            tally.clips[spot(event["at"])] += 1
        elif do == "deck":
            deckings += 1
            before.pop(event["seat"], None)
            tally.climbers[event["character"]] += 1
        elif do == "take":
            tally.cards_taken[event["card"]] += 1
        elif do == "use":
            if event["source"] != "ability":
                tally.cards_used[event["source"]] += 1
        elif do == "discard":
            tally.cards_lost[event["card"]] += 1
        elif do == "win" and seat is not None:
            winner = board.seats[seat]
            tally.seat_wins[seat] += 1
            tally.order_wins[order.index(seat)] += 1
            tally.policy_wins[game.players[seat].name] += 1
            tally.character_wins[winner.character] += 1
            tally.start_wins[board.colours[winner.start]] += 1
            tally.summit_wins[board.colours[event["at"][0]]] += 1
    tally.attempts = tally.moves + falls
    tally.stuck = int(board.stuck)
    tally.rounds[board.round] += 1
    tally.falls[falls] += 1
    tally.deckings[deckings] += 1
    if anchored_at is not None:
        tally.anchor_round[anchored_at] += 1
    return tally


def _fell(
    tally: Tally, board: Board, setting: Setting, number: int, event: dict[str, object], earlier: At | None
) -> None:
    """Count a fall, and what the quickdraw that held it has saved."""
    seat = board.seats[number]
    attempted = event["attempted"]
    assert isinstance(attempted, list)
    assert seat.at is not None
    tally.falls_at[board.colours[attempted[0]], attempted[1]] += 1
    to = event["to"]
    row = to[1] if isinstance(to, list) else -1
    tally.fall_rows[seat.at[1] - row] += 1
    if seat.quickdraw is None:
        tally.falls_unclipped += 1
        return
    if not isinstance(to, list):
        return
    spot = board.colours[seat.quickdraw[0]], seat.quickdraw[1]
    tally.caught[spot] += 1
    without = landing(
        setting.readings, board.columns, seat.at, (attempted[0], attempted[1]), earlier, seat.start, board.top
    ).at
    tally.saved[spot] += max(0, row - (without[1] if without is not None else -1))
