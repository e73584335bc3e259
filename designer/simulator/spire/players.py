"""Who decides: the interface of a climber's mind, and four of them.

A player of your own is a class with an ``act`` method; derive it from ``Player``, which has sensible answers for
everything else. Register it as an entry point in the group "crest.climbers", and its name works wherever those of
``names()`` do. A player learns of the game only through the View; one is made for each seat of each game.
"""

from __future__ import annotations

import difflib
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import entry_points
from typing import NamedTuple

from designer.simulator.spire.board import START_CARD, At
from designer.simulator.spire.choices import ABILITY, Clip, End, Move, Option, Play, Rest
from designer.simulator.spire.view import Odds, Outcome, View
from designer.summit.deck import Effect, Moment

#: Turns that a fall costs besides the rows: the rest of the turn is lost.
FALL = 0.3
#: What is left of the worth of stamina that is still unspent: the last one is often forfeited.
LEFTOVER = (0.0, 0.5, 1.3, 2.1, 2.9, 3.7)
NEVER = 1e6


class UnknownPlayer(ValueError):
    """There is no such player; the text names those there are."""


class Player(ABC):
    """A climber's mind. Only ``act`` must be given; all other answers have a plain default."""

    name = ""

    @abstractmethod
    def act(self, view: View, options: Sequence[Option]) -> Option:
        """One of the options of the turn, all of which the rules allow."""

    def choose_character(self, view: View, left: Sequence[str]) -> str:
        """One of the characters that are left: whom the holds of this spire cost least, as far as they are known,
        then who clips most of its bolts for nothing. Asked before anybody is on the spire."""
        prospects = {name: view.prospect(name) for name in left}
        best = min(prospects.values())
        return view.rng.choice([name for name in left if prospects[name] == best])

    def choose_start(self, view: View, columns: Sequence[int]) -> int:
        """The column of the Start card to begin on: nearest to an anchor, whose mark is seen from the start."""

        def away(column: int) -> int:
            return min(
                (
                    min(abs(column - other), view.columns - abs(column - other))
                    for other in range(view.columns)
                    if view.anchored(other)
                ),
                default=0,
            )

        nearest = min(away(column) for column in columns)
        return view.rng.choice([column for column in columns if away(column) == nearest])

    def pick(self, view: View, pool: Sequence[str]) -> str:
        """A card of the action pool."""
        return max(pool, key=lambda card: card_worth(view, card))

    def react(self, view: View, moment: Moment, sources: Sequence[str], at: At, cost: int) -> str | None:
        """A card or the ability to use now, or None. ``moment``: "reveal" (``cost`` is to pay for ``at``), "fall"."""
        if moment == "fall" or not sources:
            return sources[0] if sources else None
        if cost <= view.stamina:
            return None
        return next((source for source in sources if view.stamina >= _helped(view, source, cost)), None)

    def commit(self, view: View, at: At, cost: int) -> bool:
        """Whether to go onto a card that was turned up; asked only where a house rule allows to stay."""
        return cost <= view.stamina

    def look(self, view: View, places: Sequence[At], most: int) -> list[At]:
        """Which hidden cards to look at in secret: the nearest ones above."""
        return sorted(places, key=lambda at: _nearness(view, at))[:most]

    def turn_up(self, view: View, places: Sequence[At], most: int) -> list[At]:
        """Which hidden holds to turn up for all: the nearest ones above."""
        return sorted(places, key=lambda at: _nearness(view, at))[:most]

    def swap(self, view: View, rows: Mapping[int, Sequence[int]]) -> tuple[int, int, int] | None:
        """A column and two of its face-down rows to exchange, or None: away with a bad card known to lie ahead."""
        column, row = view.here
        down = rows.get(column, ())
        above = [other for other in down if other > row]
        if len(above) < 2 or view.card((column, above[0])) is None:
            return None
        return (column, above[0], above[-1]) if view.mean_cost((column, above[0])) > 2 else None


@dataclass(frozen=True, slots=True)
class Seated:
    """A player at the table, and the view through which it learns of the game."""

    player: Player
    view: View

    @property
    def number(self) -> int:
        """The seat, counted from 0."""
        return self.view.seat


def _helped(view: View, source: str, cost: int) -> int:
    """What a move costs after a card or ability, stamina won taken off."""
    for effect in view.effects((source,)):
        if effect.op == "cost_override":
            cost = effect.number("cost")
        elif effect.op == "cost_step":
            cost = max(1, cost + effect.number("n"))
        elif effect.op == "stamina":
            cost -= effect.number("n")
    return cost


def _nearness(view: View, at: At) -> tuple[int, int, At]:
    at_now = view.me.at or (view.me.start, 0)
    aside = abs(at[0] - at_now[0])
    aside = min(aside, view.columns - aside)
    behind = at[1] < at_now[1]
    return (50 if behind else 0) + abs(at[1] - at_now[1]) + 2 * aside, aside, at


def card_worth(view: View, card: str) -> float:
    """About how many turns a card of the pool is worth to the seat."""
    if card == START_CARD:
        return 0.3
    kind = view.card_kind(card)
    return sum(_effect_worth(view, effect, kind) for effect in view.card_effects(card))


def _effect_worth(view: View, effect: Effect, kind: str) -> float:
    row = view.here[1]
    stamina = 1 / max(1, view.base_stamina(row))
    if effect.op == "stamina":
        return effect.number("n") * stamina * (0.8 if kind == "next-turn" else 1.0)
    if effect.op == "move_modifier":
        return {"up2": 0.55, "diagonal_up": 0.2, "side": 0.1}[str(effect.values["dir"])] if row + 2 <= view.top else 0.1
    if effect.op == "fatigue":
        # A higher line helps who is still below it, a lower one hurts him most.
        rivals = [seat.at[1] for seat in view.seats if seat.at is not None]
        return 0.05 * effect.number("d") * (1 if row <= sum(rivals) / len(rivals) else -1)
    if effect.op == "recover_ability":
        return 0.3 if view.me.ability_used else 0.0
    return {
        "cost_step": 0.25,
        "cost_override": 0.3,
        "class_shift": -0.35,
        "side_cost": -0.1,
        "clip_cost": 0.15,
        "fall_distance": 0.2,
        "no_deck": 0.15,
        "cancel_fall": 0.3,
        "clip_ahead": 0.3,
        "peek": 0.12,
        "reveal": 0.05,
    }.get(effect.op, 0.0)


class State(NamedTuple):
    """A climber in the middle of a turn, as a player weighs it."""

    at: At
    stamina: int
    quickdraw: At | None
    clipped: bool
    bolted: bool
    bomber: bool


class Weighing(Player):
    """Weighs every option by the turns that are then left to climb, chances of hidden cards included.

    ``limit``: the greatest chance of a fall it takes. ``fear``: the chance it reckons with that it will fall before
    its next clip; the higher, the more often it clips.
    """

    limit = 1.0
    fear = 0.12

    def __init__(self) -> None:
        self._known: tuple[object, ...] = ()
        self._turns: list[list[float]] = []

    def act(self, view: View, options: Sequence[Option]) -> Option:
        """The option of the greatest worth; the first one where several are equal."""
        best, most = options[-1], -NEVER
        for option in options:
            worth = self.worth(view, option)
            if worth > most + 1e-9:
                best, most = option, worth
        return best

    def turns(self, view: View) -> list[list[float]]:
        """Turns that are left from each card to a clipped anchor, at the mean cost of what is not known."""
        stamp = (view, view.version())
        if stamp != self._known:
            self._known, self._turns = stamp, outlook(view)
        return self._turns

    def stand(self, view: View, at: At, quickdraw: At | None) -> float:
        """Worth of ending a turn on a card: minus the turns left, minus what a fall from there would cost."""
        turns = self.turns(view)
        return -turns[at[0]][at[1]] - self.fear * self.loss(view, at, quickdraw, (at[0], min(at[1] + 1, view.top)))

    def loss(self, view: View, at: At, quickdraw: At | None, attempted: At) -> float:
        """Turns that a fall costs."""
        turns = self.turns(view)
        to = view.landing(attempted, at, quickdraw).at if quickdraw is not None else None
        if to is None:
            return turns[at[0]][0] + FALL - turns[at[0]][at[1]]
        return max(0.0, turns[to[0]][to[1]] - turns[at[0]][at[1]]) + FALL

    def after(self, view: View, state: State) -> float:
        """Worth of going on with the turn."""
        quickdraw = state.quickdraw
        stamina = state.stamina
        if state.bolted and view.quickdraw_at(state.at) is None and (state.bomber or not state.clipped):
            cost = view.clip_cost(state.bomber, state.at)
            if cost <= stamina:
                quickdraw, stamina = state.at, stamina - cost
        return self.stand(view, state.at, quickdraw) + self.spare(view, state.at[1], stamina)

    def spare(self, view: View, row: int, stamina: int) -> float:
        """Turns that unspent stamina is worth in the middle of a turn."""
        return LEFTOVER[max(0, min(stamina, len(LEFTOVER) - 1))] / max(1, view.base_stamina(row))

    def worth(self, view: View, option: Option) -> float:
        """Worth of an option, in turns."""
        me, here = view.me, view.here
        if isinstance(option, Move):
            return self.worth_of_move(view, option)
        if isinstance(option, Clip):
            if here[1] == view.top:
                return NEVER
            state = State(here, view.stamina - option.cost, here, True, False, False)
            return self.after(view, state)
        now = self.stand(view, here, me.quickdraw)
        if isinstance(option, End):
            return now
        if isinstance(option, Rest):
            return now + 0.7 / max(1, view.base_stamina(here[1]))
        return now + self.spare(view, here[1], view.stamina) + self.worth_of_play(view, option)

    def worth_of_move(self, view: View, move: Move) -> float:
        """Worth of trying a move; far below everything else where the chance of a fall is above the limit."""
        stamina = view.stamina
        outcomes = view.outcomes(move)
        if sum(outcome.chance for outcome in outcomes if outcome.cost > stamina) > self.limit + 1e-9:
            return -NEVER
        me = view.me
        worth = -sum(self.price_of(view, source) for source in move.using)
        for outcome in outcomes:
            worth += outcome.chance * self.worth_of_outcome(view, move, outcome, stamina, me.quickdraw, me.clipped)
        return worth

    def worth_of_outcome(
        self, view: View, move: Move, outcome: Outcome, stamina: int, quickdraw: At | None, clipped: bool
    ) -> float:
        """Worth of one way a move may turn out."""
        if outcome.cost > stamina:
            here = view.here
            return -self.turns(view)[here[0]][here[1]] - self.loss(view, here, quickdraw, move.to)
        left = stamina - outcome.cost
        if move.to[1] == view.top and outcome.bolted and left >= 1 and view.quickdraw_at(move.to) is None:
            return 5.0
        return self.after(view, State(move.to, left, quickdraw, clipped, outcome.bolted, outcome.bomber))

    def price_of(self, view: View, source: str) -> float:
        """Turns that it costs to have used a card or the ability: nothing where it is lost anyway."""
        return 0.25 if source == ABILITY or view.card_kind(source) == "keep" else 0.01

    def worth_of_play(self, view: View, option: Play) -> float:
        """Worth of playing a card or the ability by itself, in turns."""
        me, (column, row) = view.me, view.here
        worth = -self.price_of(view, option.source)
        for effect in view.effects((option.source,)):
            if effect.op == "stamina":
                worth += 0.8 * effect.number("n") / max(1, view.base_stamina(row))
            elif effect.op == "clip_ahead":
                ahead = self.stand(view, (column, row), (column, row + 1))
                worth += ahead - self.stand(view, (column, row), me.quickdraw) + 0.25
            elif effect.op == "peek":
                worth += 0.3 if row + 1 < view.top and not view.knows((column, row + 1)) else 0.0
            elif effect.op == "clip_cost":
                worth += 0.3 if view.odds((column, row))[0][1] and me.quickdraw != (column, row) else 0.0
            else:
                worth += _effect_worth(view, effect, "keep")
        return worth


def outlook(view: View) -> list[list[float]]:
    """Turns from each card (by column, then row) to a clipped anchor, over the cheapest way, nobody in it.

    A card counts with its mean cost over what it can be, divided by the stamina of a turn on that row; one that may
    cost more than that counts for half a turn more, by its chance.
    """
    columns, top = view.columns, view.top
    stamina = [max(1, view.base_stamina(row)) for row in range(top + 1)]
    worked_out: dict[tuple[Odds, int, bool], float] = {}

    def enter(column: int, row: int) -> float:
        if row == 0:
            return 1 / stamina[0]
        key = view.odds((column, row)), stamina[row], row == top
        found = worked_out.get(key)
        if found is None:
            found = worked_out[key] = _entry(key[0], view.prices(row), stamina[row])
        return found

    entry = [[enter(column, row) for row in range(top + 1)] for column in range(columns)]
    turns = [[NEVER] * (top + 1) for _ in range(columns)]
    for column in range(columns):
        if view.anchored(column):
            turns[column][top] = 1 / stamina[top]
    for row in range(top, -1, -1):
        if row < top:
            for column in range(columns):
                turns[column][row] = turns[column][row + 1] + entry[column][row + 1]
        changed = True
        while changed:
            changed = False
            for column in range(columns):
                for other in view.beside(column):
                    aside = turns[other][row] + entry[other][row]
                    if aside < turns[column][row] - 1e-12:
                        turns[column][row] = aside
                        changed = True
    return turns


def _entry(odds: Odds, price: Mapping[str, int], stamina: int) -> float:
    total = 0.0
    for letter, _, chance in odds:
        cost = price[letter]
        total += chance * (cost / stamina + (0.5 if cost > stamina else 0.0))
    return total


class Cautious(Weighing):
    """Never takes a move that can fail, and clips wherever a bolt is free; rests where nothing is safe."""

    name = "cautious"
    limit = 0.0
    fear = 0.4


class Bold(Weighing):
    """Takes even chances and passes bolts by: it hardly reckons with a fall before the next clip."""

    name = "bold"
    limit = 0.5
    fear = 0.02


class ExpectedValue(Weighing):
    """Weighs each single step by the cards that the column can still hide, falls included, and takes the best mean."""

    name = "expected-value"
    limit = 0.5


class LookingAhead(Weighing):
    """Thinks the rest of the turn through: every sequence of moves and clips, over all that hidden cards may be."""

    name = "looking-ahead"
    limit = 0.7

    def __init__(self) -> None:
        super().__init__()
        self._memo: dict[State, float] = {}

    def act(self, view: View, options: Sequence[Option]) -> Option:
        """The option of the greatest worth."""
        self._memo.clear()
        return super().act(view, options)

    def after(self, view: View, state: State) -> float:
        """Worth of the best way to go on with the turn."""
        found = self._memo.get(state)
        if found is None:
            found = self._memo[state] = self._best(view, state)
        return found

    def _best(self, view: View, state: State) -> float:
        at, stamina, quickdraw, clipped, bolted, bomber = state
        best = self.stand(view, at, quickdraw)
        can_clip = bolted and at != quickdraw and view.quickdraw_at(at) is None
        if can_clip:
            cost = view.clip_cost(bomber, at)
            if cost <= stamina:
                best = max(best, self.after(view, State(at, stamina - cost, at, True, False, False)))
        if stamina <= 0 or (can_clip and not clipped):
            return best
        turns = self.turns(view)
        column, row = at
        ahead = [Move((column, row + 1))] if row < view.top else []
        ahead += [Move((other, row), "side") for other in view.beside(column) if turns[other][row] < turns[column][row]]
        for move in ahead:
            if not view.free(move.to):
                continue
            worth = 0.0
            for outcome in view.outcomes(move):
                if outcome.cost > stamina:
                    worth += outcome.chance * (-turns[column][row] - self.loss(view, at, quickdraw, move.to))
                else:
                    worth += outcome.chance * self.worth_of_outcome(view, move, outcome, stamina, quickdraw, clipped)
            best = max(best, worth)
        return best


PLAYERS: Mapping[str, type[Player]] = {kind.name: kind for kind in (Cautious, Bold, ExpectedValue, LookingAhead)}


def names() -> tuple[str, ...]:
    """The names of all players, those of other packages included."""
    return tuple(dict.fromkeys([*PLAYERS, *(point.name for point in entry_points(group="crest.climbers"))]))


def find(name: str) -> type[Player]:
    """A player by name. Raises UnknownPlayer with close names.

    >>> find("cautious").__name__
    'Cautious'
    """
    if name in PLAYERS:
        return PLAYERS[name]
    for point in entry_points(group="crest.climbers"):
        if point.name == name:
            loaded: type[Player] = point.load()
            return loaded
    close = difflib.get_close_matches(name, names(), n=3, cutoff=0.4)
    hint = f"Did you mean {' or '.join(close)}?" if close else f"There are {', '.join(names())}."
    raise UnknownPlayer(f"There is no climber {name!r}. {hint}")
