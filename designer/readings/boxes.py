"""What to fetch from which box: the fewest boxes that hold the pieces of a stage, and which tile comes from which."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from designer import catalog
from designer.design.document import Inventory
from designer.design.stage import Stage, Token, piece_of
from designer.readings import stock
from designer.rules import Rules, load

#: The expansion that is raced with a base box, and the boxes that are one (RX, "FAQ").
RX = "dirt-rx"
BASE = ("dirt-core-box", "gt-core-box")
#: A box name and how many copies of it there are.
Owned = tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class BoxTiles:
    """A box to fetch, how many copies of it, and what to take out of it: tiles by side and tokens by label
    ("climb -1"), with how many of each."""

    box: str
    name: str
    copies: int
    out_of_print: bool
    tiles: tuple[tuple[str, int], ...]
    tokens: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Fetch:
    """Boxes to fetch, and the tiles and tokens that none of them holds (unknown, or more used than there are)."""

    boxes: tuple[BoxTiles, ...]
    missing: tuple[tuple[str, int], ...]
    missing_tokens: tuple[tuple[str, int], ...] = ()


def token_label(token: Token) -> str:
    """A token in a word or two: its kind and number.

    >>> token_label(Token("climb", -1)), token_label(Token("cloud"))
    ('climb -1', 'cloud')
    """
    return token.kind if token.value is None else f"{token.kind} {token.value:+d}"


def named(stage: Stage, inventory: Inventory | None = None, rules: Rules | None = None) -> str:
    """The boxes to fetch in a line, such as "Boxes: DIRT core box, 2 x DIRT Climb"; what no box holds is told too.

    An empty text where there is nothing to fetch.
    """
    found = fetch(stage, inventory, rules)
    names = [box.name if box.copies == 1 else f"{box.copies} x {box.name}" for box in found.boxes]
    parts = [f"Boxes: {', '.join(names)}"] if names else []
    lacking = [*found.missing, *((f"{label} token", count) for label, count in found.missing_tokens)]
    if lacking:
        parts.append(f"in no box: {', '.join(f'{count} x {name}' for name, count in lacking)}")
    return "; ".join(parts)


#: Tokens of a stage: kind, label and how many.
Tokens = tuple[tuple[str, str, int], ...]


def fetch(stage: Stage, inventory: Inventory | None = None, rules: Rules | None = None) -> Fetch:
    """The fewest boxes for a stage: of the inventory when there is one, else one of each box there is.

    Of equally few boxes those in print come first, then those with more of the tiles. Single pieces of the inventory
    are taken as they come and need no box. How tokens are split by number is a matter of the ``rules`` in force.

    >>> from designer.design.hexes import Hex
    >>> from designer.design.stage import place
    >>> [(box.name, box.tiles) for box in fetch(place(Stage(), "202a", Hex(0, 0))).boxes]
    [('DIRT core box', (('202a', 1),))]
    """
    tiles = tuple(sorted(Counter(tile.tile for tile in stage).items()))
    laid = Counter((token.kind, token_label(token)) for tile in stage for token in tile.tokens)
    tokens = tuple((kind, label, count) for (kind, label), count in sorted(laid.items()))
    rules = rules or load()
    if inventory is None:
        return _fetch(tiles, tokens, tuple((name, 1) for name in catalog.boxes()), (), rules)
    owned = tuple((name, inventory.boxes.get(name, 0)) for name in catalog.boxes() if inventory.boxes.get(name, 0) > 0)
    singles = tuple(sorted((name, count) for name, count in inventory.pieces.items() if count > 0))
    return _fetch(tiles, tokens, owned, singles, rules)


@lru_cache(maxsize=64)
def _fetch(
    tiles: tuple[tuple[str, int], ...],
    tokens: Tokens,
    owned: Owned,
    singles: tuple[tuple[str, int], ...],
    rules: Rules,
) -> Fetch:
    needed: Counter[str] = Counter()
    for tile, count in tiles:
        if catalog.side(tile) is not None:
            needed[piece_of(tile)] += count
    needed -= Counter(dict(singles))
    chosen = _choose(needed, owned)
    shares, missing = _deal_tokens(chosen, tokens, dict(owned), rules)
    _add_base_box(chosen, owned)
    return _dealt(tiles, chosen, dict(singles), shares, missing)


def _choose(needed: Counter[str], owned: Owned) -> Counter[str]:
    """Copies of boxes. First those that nothing can stand in for, then the fewest that hold the rest."""
    boxes, have = catalog.boxes(), dict(owned)
    chosen: Counter[str] = Counter()
    for piece, count in needed.items():
        holders = [name for name in have if piece in boxes[name].tiles]
        if len(holders) == 1:
            copies = -(-count // boxes[holders[0]].tiles[piece])
            chosen[holders[0]] = max(chosen[holders[0]], min(copies, have[holders[0]]))
    rest = needed - _content(chosen)
    if not rest:
        return chosen
    spare = [
        name for name, count in owned if count > chosen[name] and any(piece in rest for piece in boxes[name].tiles)
    ]
    for size in range(1, len(spare) + 1):
        fits = [pick for pick in combinations(spare, size) if not rest - _content(Counter(pick))]
        if fits:
            return chosen + Counter(min(fits, key=lambda pick: sum(boxes[name].out_of_print for name in pick)))
    return _greedy(needed, chosen, have)


def _greedy(needed: Counter[str], chosen: Counter[str], have: dict[str, int]) -> Counter[str]:
    """More copies of boxes, each time the one that holds most of what is still missing."""
    boxes = catalog.boxes()
    rest = needed - _content(chosen)
    while rest:
        gains = [
            (
                sum(min(rest[piece], count) for piece, count in boxes[name].tiles.items() if piece in rest),
                not boxes[name].out_of_print,
                name,
            )
            for name, count in have.items()
            if count > chosen[name]
        ]
        gain, _, name = max(gains, key=lambda entry: entry[:2], default=(0, False, ""))
        if gain == 0:
            break
        chosen[name] += 1
        rest -= Counter(boxes[name].tiles)
    return chosen


def _content(chosen: Counter[str]) -> Counter[str]:
    total: Counter[str] = Counter()
    for name, copies in chosen.items():
        for piece, count in catalog.boxes()[name].tiles.items():
            total[piece] += count * copies
    return total


def _room(kind: str, label: str, rules: Rules) -> float:
    """How many tokens of a kind, or of its number where each shows one, a box holds."""
    by_value = {f"{kind} {value:+d}": count for value, count in stock.split(kind, rules).items()}
    pieces = by_value.get(label, catalog.tokens().stage[kind].pieces)
    return math.inf if pieces is None else float(pieces)


def _add_base_box(chosen: Counter[str], owned: Owned) -> None:
    """RX needs the dice and damage tokens of a base box, whatever tiles are taken out of it."""
    at_hand = [name for name in BASE if name in dict(owned)]
    if chosen[RX] and at_hand and not any(chosen[name] for name in BASE):
        chosen[at_hand[0]] += 1


def _deal_tokens(
    chosen: Counter[str], tokens: Tokens, have: dict[str, int], rules: Rules
) -> tuple[dict[str, list[tuple[str, int]]], list[tuple[str, int]]]:
    """What tokens to take out of which box, and those that none at hand holds; adds to ``chosen`` as many boxes as
    they need. Boxes chosen already come first, then those in print."""
    shares: dict[str, list[tuple[str, int]]] = {}
    missing = []
    used: Counter[tuple[str, str]] = Counter()  # of a kind whose numbers share their pieces
    for kind, label, count in tokens:
        holders = [name for name in catalog.boxes_of_token(kind) if have.get(name, 0)]
        holders.sort(key=lambda name: not chosen[name])
        left = count
        for name in holders:
            room, pool = _room(kind, label, rules), (name, label if kind in stock.SPLIT else kind)
            while left and chosen[name] < have[name] and (not chosen[name] or room * chosen[name] < used[pool] + left):
                chosen[name] += 1
            take = int(min(left, room * chosen[name] - used[pool])) if chosen[name] else 0
            if take > 0:
                shares.setdefault(name, []).append((label, take))
                used[pool] += take
                left -= take
        if left:
            missing.append((label, left))
    return shares, missing


def _dealt(
    tiles: tuple[tuple[str, int], ...],
    chosen: Counter[str],
    singles: dict[str, int],
    shares: dict[str, list[tuple[str, int]]],
    missing: list[tuple[str, int]],
) -> Fetch:
    left = dict(tiles)
    for tile in left:
        free = min(left[tile], singles.get(piece_of(tile), 0))
        left[tile] -= free
        singles[piece_of(tile)] = singles.get(piece_of(tile), 0) - free
    found = []
    for name, box in catalog.boxes().items():
        if not chosen[name]:
            continue
        there = {piece: count * chosen[name] for piece, count in box.tiles.items()}
        taken = []
        for tile, count in left.items():
            if catalog.side(tile) is None:
                continue
            take = min(count, there.get(piece_of(tile), 0))
            if take > 0:
                taken.append((tile, take))
                left[tile] -= take
                there[piece_of(tile)] -= take
        tokens = tuple(shares.get(name, ()))
        found.append(BoxTiles(name, box.name, chosen[name], box.out_of_print, tuple(taken), tokens))
    return Fetch(tuple(found), tuple((tile, count) for tile, count in left.items() if count > 0), tuple(missing))
