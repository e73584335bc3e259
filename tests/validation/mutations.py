"""Single random changes of official stages, and whether the validator notices them where they are.

A change is *noticed* when an error that nobody waived names the changed tile, one beside it, another copy of its
piece, or the changed slot. It is *harmless* when there is no error and a car drives the stage to the finish.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import NamedTuple

from designer import catalog
from designer.design.dashboard import SLOTS, TRACK_TYPES, Dashboard
from designer.design.document import Design
from designer.design.hexes import EDGES, Hex, distance, neighbour
from designer.design.stage import Stage, move, piece_of, place, remove, rotate, swap
from designer.design.values import frozen
from designer.formats import native
from designer.resources import folder
from designer.simulator.rally import batches
from designer.validation import Finding, validate

KINDS = ("remove", "rotate", "swap", "duplicate", "move", "slot")


class Mutation(NamedTuple):
    """A changed design: what was done in words, and where."""

    design: Design
    words: str
    places: tuple[Hex, ...]
    piece: str | None
    slot: str | None


@dataclass(frozen=True)
class Verdict:
    """What became of a change: "noticed", "harmless" or "missed"; for a missed one the findings it had."""

    mutation: Mutation
    outcome: str
    found: tuple[Finding, ...]

    def __str__(self) -> str:
        return f"{self.outcome}: {self.mutation.words} {[str(finding) for finding in self.found]}"


def official() -> list[Design]:
    """The official stages, each with a board that fits it."""
    designs = []
    for path in sorted((folder("exports") / "stages").glob("*.json")):
        design = native.load(path)
        kind = design.event.kind if design.event is not None else "stage"
        designs.append(replace(design, dashboards=(_board(design.stage or Stage(), kind == "rallycross"),)))
    return designs


def _board(stage: Stage, rallycross: bool) -> Dashboard:
    sides = [catalog.sides()[tile.tile] for tile in stage]
    terrains = list(dict.fromkeys(side.terrain for side in sides if side.roads and side.terrain is not None))
    types = ["dry", "wet"] if rallycross else terrains
    slots = dict(zip(("T1", "T2", "T3"), types, strict=False))
    slots |= {f"C{gear}": f"gear-{gear}" for gear in range(1, 7)}
    return Dashboard("Board", frozen({**slots, "C7": "coast", "C8": "brake"}))


def mutate(design: Design, kind: str, rng: Random) -> Mutation:
    """One change of a kind."""
    stage = design.stage or Stage()
    tile = rng.choice(stage.tiles)
    here = f"{design.name}: {kind} {tile.tile} at {tile.hex.q},{tile.hex.r}"

    def changed(after: Stage, words: str, *places: Hex, piece: str | None = None) -> Mutation:
        return Mutation(replace(design, stage=after), words, (tile.hex, *places), piece, None)

    if kind == "slot":
        return _broken_slot(design, rng)
    if kind == "remove":
        return changed(remove(stage, tile.hex), here)
    if kind == "rotate":
        steps = rng.randint(1, 5)
        return changed(rotate(stage, tile.hex, steps), f"{here} by {steps}")
    if kind == "swap":
        other = rng.choice([side for side in catalog.sides() if side != tile.tile])
        return changed(swap(stage, tile.hex, other), f"{here} for {other}", piece=piece_of(other))
    target = rng.choice(free_hexes(stage))
    where = f"{here} to {target.q},{target.r}"
    if kind == "move":
        return changed(move(stage, tile.hex, target), where, target)
    return changed(place(stage, tile.tile, target, tile.rotation), where, target, piece=piece_of(tile.tile))


def free_hexes(stage: Stage) -> list[Hex]:
    """Free hexes beside the tiles of a stage."""
    taken = {tile.hex for tile in stage.tiles}
    return sorted({neighbour(place, edge) for place in taken for edge in EDGES} - taken)


def _broken_slot(design: Design, rng: Random) -> Mutation:
    board = design.dashboards[0]
    slot = rng.choice([*SLOTS, "D1", "C11"])
    token = rng.choice(["turbo", "gear-7", *TRACK_TYPES])
    broken = replace(board, slots=frozen({**board.slots, slot: token}))
    return Mutation(replace(design, dashboards=(broken,)), f"{design.name}: {token} in slot {slot}", (), None, slot)


def judge(mutation: Mutation) -> Verdict:
    """Whether a change is noticed where it is, or harmless."""
    errors = tuple(finding for finding in validate(mutation.design) if finding.counts)
    if any(_there(mutation, finding) for finding in errors):
        return Verdict(mutation, "noticed", errors)
    if not errors and _driven(mutation.design):
        return Verdict(mutation, "harmless", errors)
    return Verdict(mutation, "missed", errors)


def _there(mutation: Mutation, finding: Finding) -> bool:
    where = finding.place
    if mutation.slot is not None:
        return where.board is not None and where.slot in (mutation.slot, "T1")
    if where.hex is not None and any(distance(where.hex, place) <= 1 for place in mutation.places):
        return True
    return where.tile is not None and piece_of(where.tile) == mutation.piece


def _driven(design: Design) -> bool:
    circuit = design.event is not None and design.event.kind == "rallycross"
    car = "rx-asphalt" if circuit else "r6-gravel"
    return batches.run_once(design, car=car, seed=1).finished


def mutations(count: int, seed: int) -> Iterator[Mutation]:
    """So many changes, the kinds and the stages in turn."""
    rng = Random(f"mutations/{seed}")
    designs = official()
    for number in range(count):
        yield mutate(designs[number % len(designs)], KINDS[number % len(KINDS)], rng)


__all__ = ["KINDS", "Mutation", "Verdict", "judge", "mutate", "mutations", "official"]
