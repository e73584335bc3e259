"""How far the dashboard tokens of the boxes go, for all boards that lie on the table at once.

A piece has two faces and serves once, whichever of them lies up: two kinds on one piece are drawn from one heap.
Which boards lie at once is assumed. Where an event says which boards its drivers have, one board of each driver does,
whichever it is at that time: drivers change between tries or at repairs each at his own time. Two drivers with one
board have one each. Where no event says so, all boards of the design lie there.

Source of the numbers: Climb, "Components"; how the faces are paired is assumed (catalog/tokens.json).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from designer import catalog
from designer.design.dashboard import Dashboard
from designer.design.document import Design, Inventory

#: The boards that one driver may have before him, by their numbers in the design: one of them at a time.
Seat = tuple[int, ...]
Owned = tuple[tuple[str, int], ...] | None


@dataclass(frozen=True, slots=True)
class Shortage:
    """Kinds of token of which there are too few pieces: how many of each are needed at once, and how many pieces that
    show one of them are there.

    ``takers``: who takes them, as number in the table and number of the board there. ``assumed``: the boxes' number
    is, for the document counts these pieces with others.
    """

    kinds: tuple[tuple[str, int], ...]
    owned: int
    takers: tuple[tuple[int, int], ...]
    assumed: bool

    @property
    def needed(self) -> int:
        """How many pieces are needed."""
        return sum(count for _, count in self.kinds)


def seats(design: Design) -> tuple[Seat, ...]:
    """Who has which boards before him.

    >>> from designer.design.event import BoardAt, Event
    >>> boards = tuple(Dashboard(name) for name in ("A", "B", "C"))
    >>> seats(Design(dashboards=boards))
    ((0,), (1,), (2,))
    >>> changed = (BoardAt("start", "A", "Ann"), BoardAt("start", "B", "Bo"), BoardAt("between-tries", "C", "Ann"))
    >>> seats(Design(dashboards=boards, event=Event("hillclimb", boards=changed)))
    ((0, 2), (1,))
    """
    named: dict[str, int] = {}
    for number, board in enumerate(design.dashboards):
        if board.name:
            named.setdefault(board.name, number)
    found: dict[str, list[int]] = {}
    for entry in design.event.boards if design.event is not None else ():
        if entry.board in named and named[entry.board] not in found.setdefault(entry.driver, []):
            found[entry.driver].append(named[entry.board])
    laid = tuple(tuple(mine) for mine in found.values() if mine)
    return laid or tuple((number,) for number in range(len(design.dashboards)))


def shortages(table: Sequence[Sequence[Dashboard]], inventory: Inventory | None = None) -> tuple[Shortage, ...]:
    """The kinds of token that run out, given the boards that each driver may have; each kind in one shortage only.

    Without an inventory there is one of each box.

    >>> from designer.design.dashboard import new
    >>> mule = new(("gravel",), {"C1": "sisu", "C2": "sisu"})
    >>> third = new(("gravel",), {"C1": "sisu", "C2": "sisu", "C3": "sisu"})
    >>> [(short.kinds, short.owned) for short in shortages([[mule]] * 5 + [[third]])]
    [((('sisu', 13),), 12)]
    """
    counts = [[_counted(board) for board in mine] for mine in table]
    wanted = {token for mine in counts for tokens in mine for token in tokens}
    found: list[Shortage] = []
    told: set[str] = set()
    for heap in _heaps(_boxes(inventory)):
        if not heap.kinds <= wanted or heap.kinds & told:
            continue
        # Of the boards that a driver may have, the one that takes most of these pieces.
        taken = [[_of(tokens, heap.kinds) for tokens in mine] for mine in counts]
        most = [(seat, mine.index(max(mine))) for seat, mine in enumerate(taken)]
        if sum(taken[seat][which] for seat, which in most) > heap.pieces:
            kinds = {token: sum(counts[seat][which][token] for seat, which in most) for token in _order()}
            found.append(
                Shortage(
                    tuple((token, count) for token, count in kinds.items() if token in heap.kinds),
                    heap.pieces,
                    tuple((seat, which) for seat, which in most if taken[seat][which]),
                    heap.assumed,
                )
            )
            told |= heap.kinds
    return tuple(found)


def tokens_left(
    board: Dashboard, inventory: Inventory | None = None, others: Sequence[Sequence[Dashboard]] = (), alike: int = 1
) -> dict[str, int]:
    """How many more tokens of each kind a board could take, given what lies on it; negative when too many lie there.

    ``others``: the boards that each other driver may have before him. ``alike``: how many drivers have this board.
    Without an inventory there is one of each box.

    >>> from designer.design.dashboard import new
    >>> left = tokens_left(new(("gravel",), {"C1": "sisu", "C2": "puncture-proof"}))
    >>> left["sisu"], left["puncture-proof"], left["gravel"], left["dry"]
    (11, 5, 5, 5)
    """
    used, counts = _counted(board), [[_counted(other) for other in mine] for mine in others]
    left: dict[str, int] = {}
    for heap in _heaps(_boxes(inventory)):
        elsewhere = sum(max(_of(tokens, heap.kinds) for tokens in mine) for mine in counts)
        more = (heap.pieces - elsewhere) // alike - _of(used, heap.kinds)
        for token in heap.kinds:
            left[token] = min(left.get(token, more), more)
    return {token: left.get(token, 0) for token in _order()}


def left_beside_others(design: Design, index: int) -> dict[str, int]:
    """How many more tokens of each kind a board of a design could take beside the others that lie on the table."""
    table = seats(design)
    others = [[design.dashboards[number] for number in mine] for mine in table if index not in mine]
    alike = len(table) - len(others)
    if not alike:  # it does not lie on the table
        return tokens_left(design.dashboards[index], design.inventory)
    return tokens_left(design.dashboards[index], design.inventory, others, alike)


# Heaps -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Heap:
    """Kinds of token, how many pieces show one of them, and whether that number is assumed."""

    kinds: frozenset[str]
    pieces: int
    assumed: bool


@lru_cache(maxsize=64)
def _heaps(boxes: Owned) -> tuple[_Heap, ...]:
    """All sets of kinds that share pieces, directly or through others, the smallest first.

    By Hall's theorem tokens can be served when no set of kinds asks for more than the pieces that show one of it.
    The document counts pieces by component, so that a set with all pieces of a component has its number from there.
    """
    owned = None if boxes is None else dict(boxes)
    pieces = [
        (frozenset(piece.sides), piece.count * (1 if owned is None else owned.get(piece.box, 0)), piece.component)
        for piece in catalog.tokens().dashboard.pieces
    ]
    heaps = []
    for linked in dict.fromkeys(_linked(token, [sides for sides, _, _ in pieces]) for token in _order()):
        for size in range(1, len(linked) + 1):
            for chosen in combinations(sorted(linked), size):
                kinds = frozenset(chosen)
                showing = [component for sides, _, component in pieces if sides & kinds]
                hidden = {component for sides, _, component in pieces if not sides & kinds}
                number = sum(count for sides, count, _ in pieces if sides & kinds)
                heaps.append(_Heap(kinds, number, bool(number) and not hidden.isdisjoint(showing)))
    return tuple(sorted(heaps, key=lambda heap: len(heap.kinds)))


def _linked(token: str, sides: Iterable[frozenset[str]]) -> frozenset[str]:
    """The kinds that share pieces with a token, directly or through others."""
    found, pairs = frozenset((token,)), list(sides)
    while True:
        wider = found.union(*(pair for pair in pairs if pair & found))
        if wider == found:
            return found
        found = wider


def _boxes(inventory: Inventory | None) -> Owned:
    return None if inventory is None else tuple(sorted(inventory.boxes.items()))


def _order() -> tuple[str, ...]:
    return tuple(catalog.tokens().dashboard.kinds)


def _counted(board: Dashboard) -> Counter[str]:
    known = catalog.tokens().dashboard.kinds
    return Counter(token for _, token in board if token in known)


def _of(tokens: Mapping[str, int], kinds: Iterable[str]) -> int:
    return sum(tokens[kind] for kind in kinds if kind in tokens)
