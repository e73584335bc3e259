"""What lies in the boxes at hand besides tiles: stage tokens by number, dice.

The catalog holds what boxes bring. Two numbers are pictures in the documents and lost: how the nine oxygen tokens are
split, and which five dice Climb brings; those of RX are not told either. They are assumed, so that each is a value of
the rules (``supply.``) which a design can set. Of dice an inventory can list those owned, which then count alone.

Sources: Climb, "Components" and "Expanding your options - extra dice"; RX, "Setup".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from designer import catalog
from designer.design.document import Inventory
from designer.rules import Rules

#: Names of values that say how many tokens of a number a box holds, by kind and number.
SPLIT: Mapping[str, Mapping[int, str]] = {
    "oxygen": {-1: "supply.oxygen_1", -2: "supply.oxygen_2", -3: "supply.oxygen_3"}
}
#: Names of values that say how many dice of a kind a box holds, by box and die: the boxes whose dice are assumed.
DICE: Mapping[str, Mapping[str, str]] = {
    "dirt-climb": {
        "boost": "supply.climb_dice.boost",
        "brake": "supply.climb_dice.brake",
        "coast": "supply.climb_dice.coast",
        "leader": "supply.climb_dice.leader",
    },
    "dirt-rx": {"boost": "supply.rx_dice.boost", "brake": "supply.rx_dice.brake"},
}


def copies(box: str, inventory: Inventory | None) -> int:
    """How many copies of a box there are; without an inventory one of each."""
    return 1 if inventory is None else inventory.boxes.get(box, 0)


def boxes_with(kind: str, inventory: Inventory | None) -> int:
    """How many boxes at hand hold stage tokens of a kind."""
    return sum(copies(box, inventory) for box in catalog.boxes_of_token(kind))


def split(kind: str, rules: Rules) -> dict[int, int]:
    """How many tokens of each number a box holds; empty where every token may show any number of its kind.

    >>> from designer import rules
    >>> split("oxygen", rules.load(house_rules={"supply.oxygen_1": 4})), split("climb", rules.load())
    ({-1: 4, -2: 3, -3: 3}, {})
    """
    return {value: rules.number(name) for value, name in SPLIT.get(kind, {}).items()}


def split_is_assumed(kind: str, value: int, rules: Rules) -> bool:
    """Whether nobody has settled how many tokens of a number there are."""
    return SPLIT[kind][value] in rules.assumed()


def dice_in(box: str, rules: Rules) -> Counter[str]:
    """The dice that a box holds.

    >>> from designer import rules
    >>> dice_in("dirt-climb", rules.load())["boost"]
    2
    """
    named = {die: rules.number(name) for die, name in DICE.get(box, {}).items()}
    return Counter({**catalog.dice_in_boxes().get(box, {}), **named})


def dice_owned(inventory: Inventory | None, rules: Rules) -> Counter[str]:
    """How many dice of each kind are at hand: those that the inventory lists, of other kinds those of its boxes.

    >>> from designer import rules
    >>> dice_owned(Inventory(boxes={"dirt-climb": 1}, dice={"boost": 5}), rules.load())["boost"]
    5
    """
    owned: Counter[str] = Counter()
    for box in catalog.dice_in_boxes():
        for die, count in dice_in(box, rules).items():
            owned[die] += count * copies(box, inventory)
    return owned if inventory is None else Counter({**owned, **inventory.dice})


def boxes_assumed(die: str, inventory: Inventory | None, rules: Rules) -> list[str]:
    """The boxes at hand of which nobody knows how many dice of a kind they bring; none where the inventory tells."""
    if inventory is not None and die in inventory.dice:
        return []
    settled = rules.overrides
    return [box for box, values in DICE.items() if copies(box, inventory) and values.get(die, "") not in settled]
