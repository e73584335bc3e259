"""An Unlimited dashboard: 17 slots in columns, and the edits on it.

Source: Climb, "The Unlimited Dashboards" and "Setting your Track Type tokens". The top row is T3 T2 T1 from left
to right; track type tokens go there, the favourite in T1. Two slots (A1, A2) hang under T1 and two (B1, B2) under
T2; the ten slots C1 to C10 are joined to the leftmost column and can be used on every track type.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from designer.design.values import NO_EXTRA, EditError, FrozenMap, frozen

TOP_ROW = ("T1", "T2", "T3")
SLOTS: tuple[str, ...] = (*TOP_ROW, "A1", "A2", "B1", "B2", *(f"C{number}" for number in range(1, 11)))
#: Column of each slot: 1 right, 2 middle, 3 left.
COLUMN: Mapping[str, int] = frozen({slot: {"A": 1, "B": 2, "C": 3}.get(slot[0], 0) or int(slot[1:]) for slot in SLOTS})
TRACK_TYPES = ("gravel", "asphalt", "snow", "dry", "wet")
#: The side of a restriction token that forbids nothing.
BLANK = "blank"


@dataclass(frozen=True, slots=True)
class Dashboard:
    """A kitted-out board. ``slots`` maps slot names to token ids; a slot that is not named is empty.

    ``category`` names the SET-UP category it is built for, or None for a free build.

    >>> board = put(put(Dashboard("Mule"), "T1", "gravel"), "C1", "gear-1")
    >>> track_types(board)
    ('gravel',)
    """

    name: str = ""
    slots: Mapping[str, str] = NO_EXTRA
    category: str | None = None
    notes: str = ""
    extra: FrozenMap = NO_EXTRA

    def __iter__(self) -> Iterator[tuple[str, str]]:
        """Filled slots in the fixed order of SLOTS, then any slot name that a board does not have."""
        for slot in SLOTS:
            if slot in self.slots:
                yield slot, self.slots[slot]
        for slot in sorted(set(self.slots) - set(SLOTS)):
            yield slot, self.slots[slot]


def put(board: Dashboard, slot: str, token: str) -> Dashboard:
    """Put a token into a slot, replacing what lies there."""
    if slot not in COLUMN:
        raise EditError(f"A board has no slot {slot}; its slots are {', '.join(SLOTS)}.")
    return replace(board, slots=frozen({**board.slots, slot: token}))


def clear(board: Dashboard, slot: str) -> Dashboard:
    """Empty a slot."""
    if slot not in board.slots:
        raise EditError(f"Slot {slot} is already empty.")
    return replace(board, slots=frozen({name: token for name, token in board.slots.items() if name != slot}))


def swap(board: Dashboard, slot: str, other: str) -> Dashboard:
    """Exchange what lies in two slots (either may be empty)."""
    for name in (slot, other):
        if name not in COLUMN:
            raise EditError(f"A board has no slot {name}.")
    slots = {name: token for name, token in board.slots.items() if name not in (slot, other)}
    if other in board.slots:
        slots[slot] = board.slots[other]
    if slot in board.slots:
        slots[other] = board.slots[slot]
    return replace(board, slots=frozen(slots))


def track_types(board: Dashboard) -> tuple[str, ...]:
    """The track types a board is set for, favourite first."""
    return tuple(board.slots[slot] for slot in TOP_ROW if board.slots.get(slot) in TRACK_TYPES)


def usable_slots(board: Dashboard, track_type: str) -> tuple[str, ...]:
    """The slots that can be used on a track type: its own column and every column left of it.

    A board with no token for that type offers nothing there. Source: Climb, "Setting your Track Type tokens".
    """
    own = next((COLUMN[slot] for slot in TOP_ROW if board.slots.get(slot) == track_type), None)
    if own is None:
        return ()
    return tuple(slot for slot in SLOTS if COLUMN[slot] >= own)


def move(board: Dashboard, slot: str, other: str) -> Dashboard:
    """Exchange what lies in two slots, as a player may: track type tokens stay in the top row.

    >>> board = put(put(Dashboard(), "T1", "gravel"), "T2", "snow")
    >>> track_types(move(board, "T1", "T2"))
    ('snow', 'gravel')
    """
    moved = swap(board, slot, other)
    for name in (slot, other):
        if name not in TOP_ROW and moved.slots.get(name) in TRACK_TYPES:
            raise EditError(f"{moved.slots[name]} is a track type: it lies in the top row (T1 to T3), not in {name}.")
    return moved


def with_types(board: Dashboard, types: Sequence[str]) -> Dashboard:
    """The board set for these track types, favourite first; other tokens of the top row make room or stay.

    Raises EditError when a token that must make room finds no empty slot.
    """
    if len(types) > len(TOP_ROW):
        raise EditError(f"The top row has room for {len(TOP_ROW)} track types.")
    slots = {slot: token for slot, token in board.slots.items() if slot not in TOP_ROW or token not in TRACK_TYPES}
    return _laid(board, slots, dict(zip(TOP_ROW, types, strict=False)))


def lay(board: Dashboard, category: str, layout: Mapping[str, str], old: Mapping[str, str] = NO_EXTRA) -> Dashboard:
    """Make a board a SET-UP build: the tokens of the category's ``layout`` take their slots, others make room.

    ``old`` is the layout of the category that the board was built for before; what still lies of it is lifted.
    Source: Climb, "SET-UP Mode". Raises EditError when a token that must make room finds no empty slot.
    """
    return replace(_laid(board, _without_layout(board, old), layout), category=category)


def lift(board: Dashboard, old: Mapping[str, str]) -> Dashboard:
    """Make a SET-UP build a free build: the tokens of its layout go."""
    return replace(board, slots=frozen(_without_layout(board, old)), category=None)


def flip(board: Dashboard, slot: str, layout: Mapping[str, str]) -> Dashboard:
    """Turn a restriction token of a layout to its blank side, or back (Climb, "SET-UP Mode").

    A blank side where the layout has a restriction is the record of the house rule.
    """
    if slot not in layout:
        raise EditError(f"Slot {slot} holds no token of the category's layout.")
    return put(board, slot, layout[slot] if board.slots.get(slot) == BLANK else BLANK)


def _without_layout(board: Dashboard, layout: Mapping[str, str]) -> dict[str, str]:
    return {
        slot: token
        for slot, token in board.slots.items()
        if token not in (layout.get(slot), BLANK) or slot not in layout
    }


def _laid(board: Dashboard, slots: dict[str, str], tokens: Mapping[str, str]) -> Dashboard:
    """The board with tokens laid; what lies in their slots moves to the first empty slots below the top row."""
    displaced = [slots[slot] for slot in tokens if slot in slots and slots[slot] != tokens[slot]]
    result = {**slots, **tokens}
    free = [slot for slot in SLOTS if slot not in result and slot not in TOP_ROW]
    for token in displaced:
        # A slot that every track type can use is the kindest place.
        spot = next((slot for slot in reversed(free) if COLUMN[slot] == 3), free[-1] if free else None)
        if spot is None:
            raise EditError(f"There is no empty slot for {token}, which must make room. Take a token off first.")
        free.remove(spot)
        result[spot] = token
    return replace(board, slots=frozen(result))


def new(types: Sequence[str], tokens: Mapping[str, str] = NO_EXTRA, name: str = "", notes: str = "") -> Dashboard:
    """A board set for track types (favourite first) with tokens by slot.

    >>> dict(new(("snow",), {"C1": "gear-1"}))
    {'T1': 'snow', 'C1': 'gear-1'}
    """
    board = with_types(Dashboard(name=name, notes=notes), types)
    for slot, token in tokens.items():
        board = put(board, slot, token)
    return board


def next_empty(board: Dashboard, slot: str) -> str:
    """The next empty slot below the top row after a slot, or the slot itself when none is left.

    From a slot of the top row there is no next one: its tokens are not laid one after the other.
    """
    start = SLOTS.index(slot)
    order = [name for name in (*SLOTS[start + 1 :], *SLOTS[:start]) if name not in TOP_ROW]
    return next((name for name in order if name not in board.slots), slot) if slot not in TOP_ROW else slot


def changes(before: Dashboard, after: Dashboard) -> dict[str, tuple[str | None, str | None]]:
    """The slots whose token differs: slot -> (token before, token after)."""
    names = [*SLOTS, *sorted({*before.slots, *after.slots} - set(SLOTS))]
    return {
        slot: (before.slots.get(slot), after.slots.get(slot))
        for slot in names
        if before.slots.get(slot) != after.slots.get(slot)
    }
