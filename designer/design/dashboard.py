"""An Unlimited dashboard: 17 slots in columns, and the edits on it.

Source: Climb, "The Unlimited Dashboards" and "Setting your Track Type tokens". The top row is T3 T2 T1 from left
to right; track type tokens go there, the favourite in T1. Two slots (A1, A2) hang under T1 and two (B1, B2) under
T2; the ten slots C1 to C10 are joined to the leftmost column and can be used on every track type.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from designer.design.values import NO_EXTRA, EditError, FrozenMap, frozen

TOP_ROW = ("T1", "T2", "T3")
SLOTS: tuple[str, ...] = (*TOP_ROW, "A1", "A2", "B1", "B2", *(f"C{number}" for number in range(1, 11)))
#: Column of each slot: 1 right, 2 middle, 3 left.
COLUMN: Mapping[str, int] = frozen(
    {slot: {"A": 1, "B": 2, "C": 3}.get(slot[0], 0) or int(slot[1:]) for slot in SLOTS}
)
TRACK_TYPES = ("gravel", "asphalt", "snow", "dry", "wet")


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
