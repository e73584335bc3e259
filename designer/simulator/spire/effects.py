"""What effects do to the table outside a climber's own movement, with the choices a player makes for them.

Numbers R.. and A.. are those of docs/summit.md, where every rule and reading is listed.
"""

from __future__ import annotations

from collections.abc import Sequence

from designer.simulator.spire.board import At
from designer.simulator.spire.choices import IllegalChoice
from designer.simulator.spire.players import Seated
from designer.simulator.spire.state import Table
from designer.summit.deck import Effect


def act_on_table(table: Table, who: Seated, effect: Effect) -> None:
    """An operation that needs no turn: looking, turning up, the fatigue line, exchanging, the ability."""
    board, number = table.board, who.number
    if effect.op == "recover_ability":
        if board.seats[number].ability_used:
            table.emit("recover", seat=number)
    elif effect.op == "fatigue":
        table.move_line(number, effect.number("d"))
    elif effect.op == "swap_facedown_same_column":
        _exchange(table, who)
    elif effect.op == "peek":
        places = board.unknown(number)
        most = min(effect.number("n"), len(places))
        wanted = _allowed(who.player.look(who.view, places, most), places, most)
        if wanted:
            table.emit("peek", seat=number, at=[list(at) for at in wanted])
    elif effect.op == "reveal":
        places = table.holds_facedown()
        most = min(effect.number("n"), len(places))
        for at in _allowed(who.player.turn_up(who.view, places, most), places, most):
            table.reveal(at)


def _allowed(wanted: Sequence[At], places: Sequence[At], most: int) -> Sequence[At]:
    if len(set(wanted)) > most or not set(wanted) <= set(places):
        raise IllegalChoice(f"looks at {wanted}; at most {most} cards that are still hidden can be chosen")
    return wanted


def _exchange(table: Table, who: Seated) -> None:
    rows = table.swappable()
    chosen = who.player.swap(who.view, rows) if rows else None
    if chosen is None:
        return
    column, low, high = chosen
    if low == high or not {low, high} <= set(rows.get(column, ())):
        raise IllegalChoice(f"exchanges {chosen}, which are not two face-down holds of a column")
    table.emit("swap", seat=who.number, column=column, rows=sorted((low, high)))


def begin_on(table: Table, who: Seated, columns: Sequence[int]) -> None:
    """Put a climber on the Start card that the player chooses among those of some columns (R11)."""
    column = who.player.choose_start(who.view, columns)
    if column not in columns:
        raise IllegalChoice(f"starts on column {column + 1}, which is not free")
    table.emit("place", seat=who.number, column=column)


def deck_out(table: Table, who: Seated) -> None:
    """The climber has hit the ground: another one sets out from a free Start (R26, A22)."""
    table.replace_climber(who.number)
    begin_on(table, who, [column for column in range(table.board.columns) if table.board.free((column, 0))])
