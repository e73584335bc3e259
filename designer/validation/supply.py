"""How many dashboard tokens are left: the pieces of the Climb box are two-sided, so one taken is the other gone.

Source of the numbers: Climb, "Components"; how the sides are paired is assumed (catalog/tokens.json).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from itertools import combinations

from designer import catalog
from designer.design.dashboard import Dashboard
from designer.design.document import Inventory


def tokens_left(board: Dashboard, inventory: Inventory | None = None) -> dict[str, int]:
    """How many more tokens of each kind a board could take, given what lies on it; negative when too many lie there.

    Without an inventory there is one of each box.

    >>> from designer.design.dashboard import new
    >>> left = tokens_left(new(("gravel",), {"C1": "sisu", "C2": "puncture-proof"}))
    >>> left["sisu"], left["puncture-proof"], left["gravel"], left["dry"]
    (11, 5, 5, 5)
    """
    used = Counter(token for _, token in board)
    boxes = None if inventory is None else tuple(sorted(inventory.boxes.items()))
    return {
        token: min((supply - sum(used[name] for name in group) for group, supply in _bounds(token, boxes)), default=0)
        for token in catalog.tokens().dashboard.kinds
    }


@lru_cache(maxsize=512)
def _bounds(token: str, boxes: tuple[tuple[str, int], ...] | None) -> tuple[tuple[frozenset[str], int], ...]:
    """Every set of kinds with this token in it, and how many pieces show one of them.

    By Hall's theorem tokens can be served when no set of kinds asks for more than the pieces that show one of it.
    """
    owned = None if boxes is None else dict(boxes)
    pieces = [
        (frozenset(piece.sides), piece.count * (1 if owned is None else owned.get(piece.box, 0)))
        for piece in catalog.tokens().dashboard.pieces
    ]
    others = sorted(_linked(token, (sides for sides, _ in pieces)) - {token})
    groups = (frozenset((token, *chosen)) for size in range(len(others) + 1) for chosen in combinations(others, size))
    return tuple((group, sum(count for sides, count in pieces if sides & group)) for group in groups)


def _linked(token: str, sides: Iterable[frozenset[str]]) -> frozenset[str]:
    """The kinds that share pieces with a token, directly or through others."""
    found, pairs = frozenset((token,)), list(sides)
    while True:
        wider = found.union(*(pair for pair in pairs if pair & found))
        if wider == found:
            return found
        found = wider
