"""A climber's turn: stamina, what is allowed, clipping, moving, falling (Race for the Summit, Climbing Phase, Falling).

Numbers R.. and A.. are those of docs/summit.md, where every rule and reading is listed.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain

from designer.graph.spire_graph import sideways
from designer.simulator.spire.board import At, landing
from designer.simulator.spire.choices import ABILITY, Clip, End, IllegalChoice, Move, Option, Play, Rest, Way
from designer.simulator.spire.effects import act_on_table, deck_out
from designer.simulator.spire.players import Seated
from designer.simulator.spire.state import Table, Turn
from designer.summit.deck import Effect

#: A turn is ended after so many decisions: only house rules that make moves free can come near it.
MOST_DECISIONS = 80
#: Operations that shape or price a single move and are played together with it.
OF_A_MOVE = frozenset({"move_modifier", "cost_override", "cost_step"})
#: Operations that help to pay for a card that was just turned up.
OF_PAYMENT = frozenset({"stamina", "cost_override", "cost_step"})


def climb(table: Table, who: Seated) -> None:
    """One climber's turn (R13 to R20)."""
    board, rules, number = table.board, table.setting.readings, who.number
    seat = board.seats[number]
    assert seat.at is not None
    base = rules.stamina_below if seat.at[1] <= board.fatigue else rules.stamina_above
    turn = table.turn = Turn(number, base + seat.rest, rules, board.top)
    bonus = seat.rest
    held = [card for card in seat.hand if table.kind_of(card) in ("next-turn", "use-or-lose")]
    for card in held:
        if table.kind_of(card) == "next-turn":  # compulsory, whether one likes it or not (R30)
            table.emit("use", seat=number, source=card, moment="next")
            _act_on_turn(table, turn, who, table.setting.deck.action_by_id[card].effects, whole_turn=True)
    table.emit("turn", seat=number, stamina=turn.stamina)
    for _ in range(MOST_DECISIONS):
        choices = options(table, turn)
        if len(choices) == 1:
            break
        choice = who.player.act(who.view, choices)
        if choice not in choices:
            raise IllegalChoice(f"chose {choice}, which is not among what is allowed")
        if isinstance(choice, End):
            break
        if isinstance(choice, Rest):
            stacked = bonus if rules.rest_bonus_stacks else 0
            table.emit("rest", seat=number, bonus=rules.rest_bonus + stacked)
            break
        turn.touched = True
        if isinstance(choice, Play):
            play(table, turn, who, choice.source)
        elif isinstance(choice, Clip):
            clip(table, turn, choice.cost)
        elif not move(table, turn, who, choice):
            break
        if board.over:
            break
    for card in held:
        if card in seat.hand:
            table.emit("discard", seat=number, card=card)
    table.emit("end", seat=number)
    table.turn = None


def bolted(table: Table, at: At) -> bool:
    """Whether a card can be clipped as to its bolt or anchor (R4, R18)."""
    return table.board.holds[at[0]][at[1]] in table.setting.bolted[at[0]]


def bomber(table: Table, turn: Turn, at: At) -> bool:
    """Whether a hold is bomber for the climber, in this turn."""
    if at[1] == table.board.top:
        return False
    seat = table.board.seats[turn.seat]
    return turn.shifted(table.setting.letters[seat.character][table.board.holds[at[0]][at[1]]]) == "B"


def clip_option(table: Table, turn: Turn) -> Clip | None:
    """The clip that is allowed where the climber is, None without one (R18, A19, A26).

    Where one's own quickdraw is already there a clip would change nothing.
    """
    board, rules = table.board, table.setting.readings
    seat = board.seats[turn.seat]
    at = seat.at
    assert at is not None
    if not bolted(table, at) or (not rules.hang_may_clip and not board.holds_card(turn.seat)):
        return None
    if board.quickdraw_at(at) is not None:
        return None
    cost = turn.clip_price(bomber(table, turn, at), at)
    if cost > turn.stamina or (turn.stamina <= 0 and not rules.free_clip_at_zero_stamina):
        return None
    return Clip(cost)


def duty(table: Table, turn: Turn) -> bool:
    """Whether the climber may not leave before he clips (R19; A21: another's quickdraw passes the duty on)."""
    board, rules = table.board, table.setting.readings
    seat = board.seats[turn.seat]
    at = seat.at
    assert at is not None
    if seat.clipped or not bolted(table, at) or (not rules.hang_may_clip and not board.holds_card(turn.seat)):
        return False
    return board.quickdraw_at(at) is None or rules.first_bolt_waits


def options(table: Table, turn: Turn) -> list[Option]:
    """All that the rules allow now; End is always last, and alone when the turn is over (R14)."""
    board, rules = table.board, table.setting.readings
    found: list[Option] = []
    if not turn.touched:
        found.append(Rest())
    clip_now = clip_option(table, turn)
    if clip_now is not None:
        found.append(clip_now)
    if turn.stamina > 0 or rules.attempt_with_zero_stamina:
        sources = table.sources(turn.seat, "turn") + ([] if turn.moved else table.sources(turn.seat, "start"))
        alone = [source for source in sources if not _of_a_move(table, turn.seat, source)]
        found += [Play(source) for source in alone if useful(table, turn, source)]
        stuck = rules.hang_blocks and not board.holds_card(turn.seat)
        if not stuck and not duty(table, turn):
            found += moves(table, turn, [source for source in sources if source not in alone])
    found.append(End())
    return found


def _of_a_move(table: Table, number: int, source: str) -> bool:
    return any(effect.op in OF_A_MOVE for effect in table.effects_of(number, source))


def useful(table: Table, turn: Turn, source: str) -> bool:
    """Whether playing a card by itself would do anything; what can do nothing is not offered."""
    for effect in table.effects_of(turn.seat, source):
        if effect.op == "clip_ahead":
            if clip_ahead_place(table, turn, effect) is not None:
                return True
        elif effect.op == "recover_ability":
            if source != ABILITY and table.board.seats[turn.seat].ability_used:
                return True
        elif effect.op == "peek":
            if table.board.unknown(turn.seat):
                return True
        elif effect.op == "reveal":
            if table.holds_facedown():
                return True
        elif effect.op == "swap_facedown_same_column":
            if table.swappable():
                return True
        else:
            return True
    return False


def moves(table: Table, turn: Turn, sources: list[str]) -> list[Option]:
    """The moves that are allowed (R16): up and sideways, and what cards and abilities add (A40)."""
    board = table.board
    at = board.seats[turn.seat].at
    assert at is not None
    column, row = at
    shaping: list[tuple[str, Way]] = []
    pricing: list[str] = []
    for source in sources:
        shape = next(
            (_way(effect) for effect in table.effects_of(turn.seat, source) if effect.op == "move_modifier"), None
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


def _way(effect: Effect) -> Way:
    way: Way = effect.values["dir"]
    return way


def _targets(columns: int, column: int, row: int, ways: Iterable[Way]) -> list[tuple[Way, At]]:
    found: list[tuple[Way, At]] = []
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


def clip(table: Table, turn: Turn, cost: int, *, duty_met: bool = False) -> None:
    """Clip in; on an anchored summit card that wins the game (R18, R31)."""
    seat = table.board.seats[turn.seat]
    at = seat.at
    assert at is not None
    turn.stamina -= cost
    turn.clip_once = None
    table.emit("clip", seat=turn.seat, at=list(at), cost=cost, duty=duty_met)
    if at[1] == table.board.top:
        table.emit("win", seat=turn.seat, at=list(at))


def move(table: Table, turn: Turn, who: Seated, choice: Move) -> bool:
    """Try a move: turn the card up, pay, or fall (R16, R17). False when that ended the turn."""
    board, rules, number = table.board, table.setting.readings, turn.seat
    seat, player, view = board.seats[number], who.player, who.view
    effects: list[Effect] = []
    for source in choice.using:
        spent = table.effects_of(number, source)
        table.emit("use", seat=number, source=source, moment="turn")
        effects += [effect for effect in spent if effect.op in OF_A_MOVE]
        rest = [effect for effect in spent if effect.op not in OF_A_MOVE]
        _act_on_turn(table, turn, who, rest, whole_turn=False, by_ability=source == ABILITY)
    turn.moved = True
    if choice.way == "up2":
        table.reveal((choice.to[0], choice.to[1] - 1))
    was_up = board.up[choice.to[0]][choice.to[1]]
    table.reveal(choice.to)
    card = board.holds[choice.to[0]][choice.to[1]]
    summit = choice.to[1] == board.top
    letter = table.setting.grades[card] if summit else table.setting.letters[seat.character][card]
    cost = turn.price(letter, choice, was_up, effects)
    if not was_up and not rules.reveal_commits and not player.commit(view, choice.to, cost):
        table.emit("back", seat=number, at=list(choice.to))
        return True
    while helps := [
        source
        for source in table.sources(number, "reveal")
        if all(effect.op in OF_PAYMENT for effect in table.effects_of(number, source))
    ]:
        answer = player.react(view, "reveal", helps, choice.to, cost)
        if answer is None:
            break
        if answer not in helps:
            raise IllegalChoice(f"answered with {answer!r}, which cannot be used now")
        spent = table.effects_of(number, answer)
        table.emit("use", seat=number, source=answer, moment="reveal")
        effects += [effect for effect in spent if effect.op in OF_A_MOVE]
        _act_on_turn(table, turn, who, [effect for effect in spent if effect.op not in OF_A_MOVE], whole_turn=False)
        cost = turn.price(letter, choice, was_up, effects)
    if cost > turn.stamina:
        fall(table, turn, who, choice.to)
        return False
    turn.stamina -= cost
    assert seat.at is not None
    table.emit("move", seat=number, to=list(choice.to), way=choice.way, cost=cost, **{"from": list(seat.at)})
    if rules.first_bolt_auto_clip and duty(table, turn):
        now = clip_option(table, turn)
        if now is not None:
            clip(table, turn, now.cost, duty_met=True)
    return True


def fall(table: Table, turn: Turn, who: Seated, attempted: At) -> None:
    """Fall off a card (R21 to R26); cards and abilities for it come first."""
    board, rules, number = table.board, table.setting.readings, turn.seat
    seat = board.seats[number]
    here = seat.at
    assert here is not None
    distance_set: int | None = None
    spent = _answers(table, who, attempted, {"cancel_fall"} | ({"fall_distance"} if seat.quickdraw else set()))
    for effect in spent:
        if effect.op == "cancel_fall":
            table.emit("saved", seat=number, at=list(here))
            return
        if effect.op == "fall_distance":
            distance_set = effect.number("set")
    length, to = landing(rules, board.columns, here, attempted, seat.quickdraw, seat.start, board.top, distance_set)
    if to is None and _answers(table, who, attempted, {"no_deck"}):
        to = (seat.quickdraw[0] if seat.quickdraw else here[0], 0)
    under = next((other for other in board.stacks.get(to, ()) if other != number), None) if to else None
    table.emit(
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
        deck_out(table, who)
    else:
        table.reveal(to)


def _answers(table: Table, who: Seated, attempted: At, ops: set[str]) -> tuple[Effect, ...]:
    """What a player uses against a fall: the effects of at most one card or ability."""
    number = who.number
    helps = [
        source
        for source in table.sources(number, "fall")
        if all(effect.op in ops for effect in table.effects_of(number, source))
    ]
    if not helps:
        return ()
    answer = who.player.react(who.view, "fall", helps, attempted, 0)
    if answer is None:
        return ()
    if answer not in helps:
        raise IllegalChoice(f"answered with {answer!r}, which cannot be used now")
    effects = table.effects_of(number, answer)
    table.emit("use", seat=number, source=answer, moment="fall")
    return effects


def play(table: Table, turn: Turn, who: Seated, source: str) -> None:
    """Use a card or the ability by itself, its operations in order."""
    effects = table.effects_of(turn.seat, source)
    table.emit("use", seat=turn.seat, source=source, moment="turn")
    _act_on_turn(table, turn, who, effects, whole_turn=False, by_ability=source == ABILITY)


def _act_on_turn(
    table: Table, turn: Turn, who: Seated, effects: Iterable[Effect], *, whole_turn: bool, by_ability: bool = False
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
            at = clip_ahead_place(table, turn, effect)
            if at is not None:
                turn.stamina -= effect.number("cost")
                table.emit("clip", seat=turn.seat, at=list(at), cost=effect.number("cost"), ahead=True)
        elif effect.op != "recover_ability" or not by_ability:
            act_on_table(table, who, effect)


def clip_ahead_place(table: Table, turn: Turn, effect: Effect) -> At | None:
    """The hold just above on which the quickdraw may go ahead: face up, bolted, without another's quickdraw.

    Never a summit card: a quickdraw left on the only anchor while its owner is elsewhere would keep everyone from
    winning, for as long as he or another stands in the way.
    """
    board = table.board
    seat = board.seats[turn.seat]
    assert seat.at is not None
    column, row = seat.at
    above = (column, row + 1)
    if row + 1 >= board.top or not board.up[column][row + 1] or not bolted(table, above):
        return None
    return above if board.quickdraw_at(above) is None and effect.number("cost") <= turn.stamina else None
