"""A climber's turn: stamina, what is allowed, clipping, moving, falling (Race for the Summit, Climbing Phase, Falling).

Numbers R.. and A.. are those of docs/summit.md, where every rule and reading is listed.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from typing import TYPE_CHECKING

from designer.graph.spire_graph import sideways
from designer.simulator.spire.board import At, landing
from designer.simulator.spire.setting import Readings
from designer.simulator.spire.view import ABILITY, Clip, End, Move, Option, Play, Rest
from designer.summit.deck import Effect

if TYPE_CHECKING:
    from designer.simulator.spire.game import Game

#: A turn is ended after so many decisions: only house rules that make moves free can come near it.
MOST_DECISIONS = 80
#: Operations that shape or price a single move and are played together with it.
OF_A_MOVE = frozenset({"move_modifier", "cost_override", "cost_step"})
#: Operations that help to pay for a card that was just turned up.
OF_PAYMENT = frozenset({"stamina", "cost_override", "cost_step"})


class IllegalChoice(ValueError):
    """A player chose what the rules do not allow."""


class Turn:
    """What counts in one turn only."""

    __slots__ = (
        "_rules",
        "_top",
        "clip_once",
        "clip_turn",
        "moved",
        "seat",
        "shift",
        "side_cost",
        "stamina",
        "touched",
    )

    def __init__(self, seat: int, stamina: int, rules: Readings, top: int) -> None:
        self.seat = seat
        self.stamina = stamina
        self.shift: dict[str, str] = {}
        self.side_cost = 0
        self.clip_turn: int | None = None
        self.clip_once: int | None = None
        self.touched = False
        self.moved = False
        self._rules = rules
        self._top = top

    def gain(self, n: int) -> None:
        """Stamina from a card; a loss leaves at least 1 (or what there was, if that was less)."""
        self.stamina = self.stamina + n if n >= 0 else max(min(1, self.stamina), self.stamina + n)

    def shifted(self, letter: str) -> str:
        """A class letter as it counts in this turn."""
        return self.shift.get(letter, letter)

    def price(self, letter: str, move: Move, face_up: bool, effects: Iterable[Effect]) -> int:
        """Stamina to go onto a card of a class (R17, R32; A40: changes add up, not below 1 unless a card says 0)."""
        rules, summit = self._rules, move.to[1] == self._top
        cost = rules.summit_cost[letter] if summit else rules.cost[self.shifted(letter)]
        aside = move.way == "side"
        if aside and face_up and rules.face_up_traverse and (not summit or rules.option2_covers_summit):
            cost = min(cost, 1)
        floor, change = min(1, cost), self.side_cost if aside else 0
        for effect in effects:
            if effect.op == "cost_override" or (effect.op == "move_modifier" and type(effect.values["cost"]) is int):
                cost = effect.number("cost")
                floor = min(1, cost)
            elif effect.op == "cost_step":
                change += effect.number("n")
        return max(floor, cost + change)

    def clip_price(self, bomber: bool, at: At) -> int:
        """Stamina to clip a card: nothing on a bomber hold, an anchor always as printed (R18, A34)."""
        if at[1] == self._top:
            return self._rules.clip_cost
        changed = self.clip_turn if self.clip_once is None else self.clip_once
        cost = self._rules.clip_cost if changed is None else changed
        return min(cost, self._rules.clip_cost_bomber) if bomber else cost


def climb(game: Game, number: int) -> None:
    """One climber's turn (R13 to R20)."""
    board, rules = game.board, game.setting.readings
    seat = board.seats[number]
    assert seat.at is not None
    base = rules.stamina_below if seat.at[1] <= board.fatigue else rules.stamina_above
    turn = game.turn = Turn(number, base + seat.rest, rules, board.top)
    bonus = seat.rest
    held = [card for card in seat.hand if game.kind_of(card) in ("next-turn", "use-or-lose")]
    for card in held:
        if game.kind_of(card) == "next-turn":  # compulsory, whether one likes it or not (R30)
            game.emit("use", seat=number, source=card, moment="next")
            _act_on_turn(game, turn, game.setting.deck.action_by_id[card].effects, whole_turn=True)
    game.emit("turn", seat=number, stamina=turn.stamina)
    for _ in range(MOST_DECISIONS):
        choices = options(game, turn)
        if len(choices) == 1:
            break
        choice = game.players[number].act(game.views[number], choices)
        if choice not in choices:
            raise IllegalChoice(f"chose {choice}, which is not among what is allowed")
        if isinstance(choice, End):
            break
        if isinstance(choice, Rest):
            stacked = bonus if rules.rest_bonus_stacks else 0
            game.emit("rest", seat=number, bonus=rules.rest_bonus + stacked)
            break
        turn.touched = True
        if isinstance(choice, Play):
            play(game, turn, choice.source)
        elif isinstance(choice, Clip):
            clip(game, turn, choice.cost)
        elif not move(game, turn, choice):
            break
        if board.over:
            break
    for card in held:
        if card in seat.hand:
            game.emit("discard", seat=number, card=card)
    game.emit("end", seat=number)
    game.turn = None


def bolted(game: Game, at: At) -> bool:
    """Whether a card can be clipped as to its bolt or anchor (R4, R18)."""
    return game.board.holds[at[0]][at[1]] in game.setting.bolted[at[0]]


def bomber(game: Game, turn: Turn, at: At) -> bool:
    """Whether a hold is bomber for the climber, in this turn."""
    if at[1] == game.board.top:
        return False
    seat = game.board.seats[turn.seat]
    return turn.shifted(game.setting.letters[seat.character][game.board.holds[at[0]][at[1]]]) == "B"


def clip_option(game: Game, turn: Turn) -> Clip | None:
    """The clip that is allowed where the climber is, None without one (R18, A19, A26).

    Where one's own quickdraw is already there a clip would change nothing.
    """
    board, rules = game.board, game.setting.readings
    seat = board.seats[turn.seat]
    at = seat.at
    assert at is not None
    if not bolted(game, at) or (not rules.hang_may_clip and not board.holds_card(turn.seat)):
        return None
    if board.quickdraw_at(at) is not None:
        return None
    cost = turn.clip_price(bomber(game, turn, at), at)
    if cost > turn.stamina or (turn.stamina <= 0 and not rules.free_clip_at_zero_stamina):
        return None
    return Clip(cost)


def duty(game: Game, turn: Turn) -> bool:
    """Whether the climber may not leave before he clips (R19; A21: another's quickdraw passes the duty on)."""
    board, rules = game.board, game.setting.readings
    seat = board.seats[turn.seat]
    at = seat.at
    assert at is not None
    if seat.clipped or not bolted(game, at) or (not rules.hang_may_clip and not board.holds_card(turn.seat)):
        return False
    return board.quickdraw_at(at) is None or rules.first_bolt_waits


def options(game: Game, turn: Turn) -> list[Option]:
    """All that the rules allow now; End is always last, and alone when the turn is over (R14)."""
    board, rules = game.board, game.setting.readings
    found: list[Option] = []
    if not turn.touched:
        found.append(Rest())
    clip_now = clip_option(game, turn)
    if clip_now is not None:
        found.append(clip_now)
    if turn.stamina > 0 or rules.attempt_with_zero_stamina:
        sources = game.sources(turn.seat, "turn") + ([] if turn.moved else game.sources(turn.seat, "start"))
        alone = [source for source in sources if not _of_a_move(game, turn.seat, source)]
        found += [Play(source) for source in alone if useful(game, turn, source)]
        stuck = rules.hang_blocks and not board.holds_card(turn.seat)
        if not stuck and not duty(game, turn):
            found += moves(game, turn, [source for source in sources if source not in alone])
    found.append(End())
    return found


def _of_a_move(game: Game, number: int, source: str) -> bool:
    return any(effect.op in OF_A_MOVE for effect in game.effects_of(number, source))


def useful(game: Game, turn: Turn, source: str) -> bool:
    """Whether playing a card by itself would do anything; what can do nothing is not offered."""
    for effect in game.effects_of(turn.seat, source):
        if effect.op == "clip_ahead":
            if clip_ahead_place(game, turn, effect) is not None:
                return True
        elif effect.op == "recover_ability":
            if source != ABILITY and game.board.seats[turn.seat].ability_used:
                return True
        elif effect.op in ("peek", "reveal"):
            if game.hidden(turn.seat, effect.op):
                return True
        elif effect.op == "swap_facedown_same_column":
            if game.swappable():
                return True
        else:
            return True
    return False


def moves(game: Game, turn: Turn, sources: list[str]) -> list[Option]:
    """The moves that are allowed (R16): up and sideways, and what cards and abilities add (A40)."""
    board = game.board
    at = board.seats[turn.seat].at
    assert at is not None
    column, row = at
    shaping: list[tuple[str, str]] = []
    pricing: list[str] = []
    for source in sources:
        shape = next(
            (
                str(effect.values["dir"])
                for effect in game.effects_of(turn.seat, source)
                if effect.op == "move_modifier"
            ),
            None,
        )
        if shape is None:
            pricing.append(source)
        else:
            shaping.append((source, shape))
    plain = [Move(to, way) for way, to in _targets(board.columns, column, row, ("up", "side"))]
    shaped = [
        Move(to, way, (source,))
        for source, shape in shaping
        for way, to in _targets(board.columns, column, row, (shape,))
    ]
    priced = [Move(base.to, base.way, (*base.using, source)) for base in chain(plain, shaped) for source in pricing]
    return [
        choice for choice in chain(plain, shaped, priced) if choice.to[1] <= board.top and choice.to not in board.stacks
    ]


def _targets(columns: int, column: int, row: int, ways: Iterable[str]) -> list[tuple[str, At]]:
    found: list[tuple[str, At]] = []
    for way in ways:
        if way == "up":
            found.append((way, (column, row + 1)))
        elif way == "up2":
            found.append((way, (column, row + 2)))
        elif way == "side":
            found += [(way, (other, row)) for other in sideways(columns, column)]
        else:
            found += [(way, (other, row + 1)) for other in sideways(columns, column)]
    return found


def clip(game: Game, turn: Turn, cost: int, *, duty_met: bool = False) -> None:
    """Clip in; on an anchored summit card that wins the game (R18, R31)."""
    seat = game.board.seats[turn.seat]
    at = seat.at
    assert at is not None
    turn.stamina -= cost
    turn.clip_once = None
    game.emit("clip", seat=turn.seat, at=list(at), cost=cost, duty=duty_met)
    if at[1] == game.board.top:
        game.emit("win", seat=turn.seat, at=list(at))


def move(game: Game, turn: Turn, choice: Move) -> bool:
    """Try a move: turn the card up, pay, or fall (R16, R17). False when that ended the turn."""
    board, rules, number = game.board, game.setting.readings, turn.seat
    seat, player, view = board.seats[number], game.players[number], game.views[number]
    effects: list[Effect] = []
    for source in choice.using:
        spent = game.effects_of(number, source)
        game.emit("use", seat=number, source=source, moment="turn")
        effects += [effect for effect in spent if effect.op in OF_A_MOVE]
        _act_on_turn(game, turn, [effect for effect in spent if effect.op not in OF_A_MOVE], whole_turn=False)
    turn.moved = True
    if choice.way == "up2":
        game.reveal((choice.to[0], choice.to[1] - 1))
    was_up = board.up[choice.to[0]][choice.to[1]]
    game.reveal(choice.to)
    card = board.holds[choice.to[0]][choice.to[1]]
    summit = choice.to[1] == board.top
    letter = game.setting.grades[card] if summit else game.setting.letters[seat.character][card]
    cost = turn.price(letter, choice, was_up, effects)
    if not was_up and not rules.reveal_commits and not player.commit(view, choice.to, cost):
        game.emit("back", seat=number, at=list(choice.to))
        return True
    while helps := [
        source
        for source in game.sources(number, "reveal")
        if all(effect.op in OF_PAYMENT for effect in game.effects_of(number, source))
    ]:
        answer = player.react(view, "reveal", helps, choice.to, cost)
        if answer is None:
            break
        if answer not in helps:
            raise IllegalChoice(f"answered with {answer!r}, which cannot be used now")
        spent = game.effects_of(number, answer)
        game.emit("use", seat=number, source=answer, moment="reveal")
        effects += [effect for effect in spent if effect.op in OF_A_MOVE]
        _act_on_turn(game, turn, [effect for effect in spent if effect.op not in OF_A_MOVE], whole_turn=False)
        cost = turn.price(letter, choice, was_up, effects)
    if cost > turn.stamina:
        fall(game, turn, choice.to)
        return False
    turn.stamina -= cost
    assert seat.at is not None
    game.emit("move", seat=number, to=list(choice.to), way=choice.way, cost=cost, **{"from": list(seat.at)})
    if rules.first_bolt_auto_clip and duty(game, turn):
        now = clip_option(game, turn)
        if now is not None:
            clip(game, turn, now.cost, duty_met=True)
    return True


def fall(game: Game, turn: Turn, attempted: At) -> None:
    """Fall off a card (R21 to R26); cards and abilities for it come first."""
    board, rules, number = game.board, game.setting.readings, turn.seat
    seat = board.seats[number]
    here = seat.at
    assert here is not None
    distance_set: int | None = None
    spent = _answers(game, number, attempted, {"cancel_fall"} | ({"fall_distance"} if seat.quickdraw else set()))
    for effect in spent:
        if effect.op == "cancel_fall":
            game.emit("saved", seat=number, at=list(here))
            return
        if effect.op == "fall_distance":
            distance_set = effect.number("set")
    length, to = landing(rules, board.columns, here, attempted, seat.quickdraw, seat.start, board.top, distance_set)
    if to is None and _answers(game, number, attempted, {"no_deck"}):
        to = (seat.quickdraw[0] if seat.quickdraw else here[0], 0)
    under = next((other for other in board.stacks.get(to, ()) if other != number), None) if to else None
    game.emit(
        "fall",
        seat=number,
        attempted=list(attempted),
        distance=length,
        quickdraw=None if seat.quickdraw is None else list(seat.quickdraw),
        to=None if to is None else list(to),
        under=under if to != here else None,
        **{"from": list(here)},
    )
    if to is None:
        game.deck_out(number)
    else:
        game.reveal(to)


def _answers(game: Game, number: int, attempted: At, ops: set[str]) -> tuple[Effect, ...]:
    """What a player uses against a fall: the effects of at most one card or ability."""
    helps = [
        source
        for source in game.sources(number, "fall")
        if all(effect.op in ops for effect in game.effects_of(number, source))
    ]
    if not helps:
        return ()
    answer = game.players[number].react(game.views[number], "fall", helps, attempted, 0)
    if answer is None:
        return ()
    if answer not in helps:
        raise IllegalChoice(f"answered with {answer!r}, which cannot be used now")
    effects = game.effects_of(number, answer)
    game.emit("use", seat=number, source=answer, moment="fall")
    return effects


def play(game: Game, turn: Turn, source: str) -> None:
    """Use a card or the ability by itself, its operations in order."""
    effects = game.effects_of(turn.seat, source)
    game.emit("use", seat=turn.seat, source=source, moment="turn")
    _act_on_turn(game, turn, effects, whole_turn=False, by_ability=source == ABILITY)


def _act_on_turn(
    game: Game, turn: Turn, effects: Iterable[Effect], *, whole_turn: bool, by_ability: bool = False
) -> None:
    for effect in effects:
        if effect.op == "stamina":
            turn.gain(effect.number("n"))
        elif effect.op == "class_shift":
            turn.shift[str(effect.values["from"])] = str(effect.values["to"])
        elif effect.op == "side_cost":
            turn.side_cost += effect.number("n")
        elif effect.op == "clip_cost" and whole_turn:
            turn.clip_turn = effect.number("cost")
        elif effect.op == "clip_cost":
            turn.clip_once = effect.number("cost")
        elif effect.op == "clip_ahead":
            at = clip_ahead_place(game, turn, effect)
            if at is not None:
                turn.stamina -= effect.number("cost")
                game.emit("clip", seat=turn.seat, at=list(at), cost=effect.number("cost"), ahead=True)
        elif effect.op != "recover_ability" or not by_ability:
            game.act_on_table(turn.seat, effect)


def clip_ahead_place(game: Game, turn: Turn, effect: Effect) -> At | None:
    """The hold just above on which the quickdraw may go ahead: face up, bolted, without another's quickdraw.

    Never a summit card: a quickdraw left on the only anchor while its owner is elsewhere would keep everyone from
    winning, for as long as he or another stands in the way.
    """
    board = game.board
    seat = board.seats[turn.seat]
    assert seat.at is not None
    column, row = seat.at
    above = (column, row + 1)
    if row + 1 >= board.top or not board.up[column][row + 1] or not bolted(game, above):
        return None
    return above if board.quickdraw_at(above) is None and effect.number("cost") <= turn.stamina else None
