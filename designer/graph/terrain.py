"""The track type that a tile counts as: the one it shows, or gravel for climb tiles by house rule.

Source: Climb, "Different Track types": with the core box and Climb alone, climb tiles may be counted as gravel.
"""

from __future__ import annotations

from collections.abc import Iterable

from designer import catalog
from designer.design.stage import PlacedTile, piece_of
from designer.rules import Rules

#: The house rule that makes climb tiles gravel, and the boxes with which it may be agreed.
HOUSE_RULE = "climb.tiles_as_gravel"
BOXES = ("dirt-core-box", "dirt-climb")


def counted(tile: str, printed: str, rules: Rules) -> str:
    """The track type of a tile that shows ``printed``.

    >>> from designer.rules import load
    >>> counted("419a", "asphalt", load()), counted("419a", "asphalt", load(house_rules={HOUSE_RULE: True}))
    ('asphalt', 'gravel')
    """
    if rules.switch(HOUSE_RULE) and piece_of(tile) in catalog.boxes()["dirt-climb"].tiles:
        return "gravel"
    return printed


def from_other_boxes(tiles: Iterable[PlacedTile]) -> list[PlacedTile]:
    """The tiles with road that neither the core box nor Climb holds."""
    found = []
    for tile in tiles:
        side = catalog.side(tile.tile)
        if side is not None and side.roads and not any(side.piece in catalog.boxes()[box].tiles for box in BOXES):
            found.append(tile)
    return found
