"""Boards as a referee reads them: dice, limit and tokens on each track type, damage (Climb, "Creating your Dashboard";
110%, "Using your dice"). Asks nothing of the simulator."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.simulator.referee_table import Key


@dataclass(frozen=True)
class Board:
    """A printed board ("columns": track type -> number of gears, coast, leader, brake, boost and limit) or the slots
    of an Unlimited one. ``gt``: its track types are weathers."""

    name: str
    columns: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    slots: Mapping[str, str] = field(default_factory=dict)

    def types(self) -> list[str]:
        """Track types, the favourite first."""
        if self.columns:
            return list(self.columns)
        known = ("gravel", "asphalt", "snow", "dry", "wet")
        return [self.slots[slot] for slot in ("T1", "T2", "T3") if self.slots.get(slot) in known]

    def open_to(self, track: str) -> dict[str, str]:
        """Slots of an Unlimited board that may be used on a track type: its column and those left of it."""
        order = {"T1": 1, "A": 1, "T2": 2, "B": 2, "T3": 3, "C": 3}
        own = self.types().index(track) + 1
        return {slot: token for slot, token in self.slots.items() if order.get(slot, order.get(slot[0], 3)) >= own}

    def limit(self, track: str) -> int:
        """The danger limit on a track type."""
        if self.columns:
            return int(self.columns[track]["limit"])
        # T1 and its two slots are closed to the second type, T2 with its two slots also to the third.
        slots = 17 - {1: 0, 2: 3, 3: 6}[self.types().index(track) + 1]
        return 1 + slots - len(self.open_to(track))

    def tokens(self, kind: str, track: str) -> int:
        """SISU or puncture proof tyres on a track type."""
        return 0 if self.columns else list(self.open_to(track).values()).count(kind)

    def dice(self, track: str, damage: Counter[str], leads: bool) -> tuple[Counter[str], int]:
        """Dice that may be placed on a track type in a turn, and how many gear dice at most."""
        if self.columns:
            dice, most = self._printed(track, damage)
        else:
            dice, most = self._covered(damage, track), 99
        if leads and track == "gravel":
            dice["leader"] += dice.pop("coast", 0)
        return dice, most

    def _printed(self, track: str, damage: Counter[str]) -> tuple[Counter[str], int]:
        column = self.columns[track]
        best = max(int(one["gears"]) for one in self.columns.values())
        top = max(1, best - damage["gear"])
        most = max(min(1, int(column["gears"])), int(column["gears"]) - damage["gear"])
        dice = Counter({f"gear-{gear}": 1 for gear in range(1, top + 1)})
        for die, kind in (("coast", "coast"), ("leader", "coast"), ("brake", "brake"), ("boost", "boost")):
            dice[die] = max(0, int(column[die]) - damage[kind])
        return dice, most

    def _covered(self, damage: Counter[str], track: str) -> Counter[str]:
        """The tokens of an Unlimited board that no damage covers: of like ones the one open to the fewest types."""
        tokens = {
            slot: token
            for slot, token in self.slots.items()
            if token.startswith("gear-") or token in ("coast", "brake", "boost")
        }

        def openness(slot: str) -> int:
            return sum(slot in self.open_to(kind) for kind in self.types())

        def drives(left: Mapping[str, str]) -> set[str]:
            return {
                kind
                for kind in self.types()
                if any(token.startswith("gear-") and slot in self.open_to(kind) for slot, token in left.items())
            }

        for kind in ("gear", "brake", "coast", "boost"):
            for _ in range(damage[kind]):
                found = [slot for slot in tokens if tokens[slot].startswith(kind)]
                found.sort(key=lambda slot: (-int(tokens[slot][5:]) if kind == "gear" else 0, openness(slot)))
                for slot in found:
                    left = {other: token for other, token in tokens.items() if other != slot}
                    if kind != "gear" or drives(left) == drives(tokens):
                        tokens = left
                        break
        mine = self.open_to(track)
        return Counter(token for slot, token in tokens.items() if slot in mine)

    def owns(self, kind: str) -> bool:
        """Whether the board as kitted out has a die that this damage takes (an Unlimited board)."""
        if kind not in ("gear", "brake", "coast", "boost") or self.columns:
            return True
        return any(token.startswith(kind) for token in self.slots.values())


@dataclass
class Driver:
    """What the referee keeps of a driver. ``flags``: where its yellow flags lie, ``danger``: its danger tokens."""

    board: Board
    place: Key | None = None
    gear: int = 0
    tokens: int = 0
    damage: list[str] = field(default_factory=list)
    seconds: int = 0
    attempt: int = 0
    turns: int = 0
    sisu: int = 0
    lap: int = 0
    jokers: int = 0
    spares: int = 0
    flags: list[tuple[int, int]] = field(default_factory=list)
    danger: int = 0
