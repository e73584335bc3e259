"""Unlimited dashboards: slots, tokens, the top row, what the stage asks for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

import networkx as nx

from designer import catalog
from designer.design.dashboard import (
    COLUMN,
    TOP_ROW,
    TRACK_TYPES,
    Dashboard,
    clear,
    track_types,
    with_types,
)
from designer.design.document import Design, with_dashboard
from designer.design.stage import PlacedTile
from designer.design.values import frozen
from designer.model.compiled import CompiledDesign
from designer.model.drivable import cannot_use
from designer.model.driving import board_title
from designer.play.cars import car_from_dashboard
from designer.validation.codes import finding
from designer.validation.finding import Finding, Fix, Location
from designer.words import did_you_mean, listed

WEATHER = ("dry", "wet")


def kinds() -> Mapping[str, catalog.BoardToken]:
    """The dashboard tokens of the catalog by id."""
    return catalog.tokens().dashboard.kinds


def board_fix(name: str, index: int, edit: Callable[[Dashboard], Dashboard], *, safe: bool = False) -> Fix:
    """A fix that edits one board of a design."""

    def apply(design: Design) -> Design:
        return with_dashboard(design, edit(design.dashboards[index]), index)

    return Fix(name, apply, safe)


def cleared(index: int, slot: str, token: str) -> Fix:
    """A fix that takes the token out of a slot."""
    return board_fix(f"Take {token} out of {slot}", index, lambda board: clear(board, slot))


def title(compiled: CompiledDesign, index: int) -> str:
    """How a message names a board."""
    return board_title(compiled.design, index)


def slots(compiled: CompiledDesign) -> Iterator[Finding]:
    """Slots a board does not have, tokens nobody knows, track types below the top row."""
    for index, board in enumerate(compiled.design.dashboards):
        who = title(compiled, index)
        for slot, token in board:
            place = Location(board=index, slot=slot)
            fixes = (cleared(index, slot, token),)
            if slot not in COLUMN:
                yield finding(
                    "BRD001",
                    f"{who} has no slot {slot}; its slots are T1 to T3, A1, A2, B1, B2 and C1 to C10.",
                    place,
                    fixes,
                )
            elif token not in kinds():
                hint = did_you_mean(token, kinds(), most=2)
                yield finding("BRD002", f"{who} holds {token} in {slot}, which is no token. {hint}", place, fixes)
            elif (
                token in TRACK_TYPES
                and slot not in TOP_ROW
                and compiled.rules.switch("unlimited.track_tokens_top_row_only")
            ):
                yield finding(
                    "BRD003",
                    f"{who} holds the track type {token} in {slot}; track types lie in the top row (T1 to T3).",
                    place,
                    fixes,
                )


def top_row(compiled: CompiledDesign) -> Iterator[Finding]:
    """The track types: at least one, each once, the favourite in T1 and no gap, one kind of race."""
    for index, board in enumerate(compiled.design.dashboards):
        who = title(compiled, index)
        types = track_types(board)
        place = Location(board=index, slot="T1")
        tidy = board_fix("Move the track types to the right", index, ordered, safe=True)
        if not types:
            yield finding(
                "BRD004", f"{who} has no track type. Put the favourite one into the top right slot, T1.", place
            )
            continue
        twice = [name for name, count in Counter(types).items() if count > 1]
        if twice:
            yield finding("BRD005", f"{who} has {listed(twice)} more than once. Keep one.", place, (tidy,))
        lying = tuple(slot for slot in TOP_ROW if board.slots.get(slot) in TRACK_TYPES)
        if lying != TOP_ROW[: len(lying)] and compiled.rules.switch("unlimited.track_tokens_from_right"):
            yield finding(
                "BRD006",
                f"{who} has its track types in {listed(lying)}. The favourite belongs in "
                "T1 (top right), the next ones to its left.",
                place,
                (tidy,),
            )
        if 0 < sum(name in WEATHER for name in types) < len(types):
            yield finding(
                "BRD009",
                f"{who} mixes {listed(types)}. Rally boards take gravel, asphalt and snow, GT boards dry and wet.",
                place,
            )


def ordered(board: Dashboard) -> Dashboard:
    """The board with its track types in T1, T2, T3 without gap or repetition, other top tokens left of them."""
    types = list(dict.fromkeys(track_types(board)))
    others = [board.slots[slot] for slot in TOP_ROW if slot in board.slots and board.slots[slot] not in TRACK_TYPES]
    below = {slot: token for slot, token in board.slots.items() if slot not in TOP_ROW}
    return replace(board, slots=frozen({**dict(zip(TOP_ROW, types + others, strict=False)), **below}))


def _set_for(index: int, types: list[str]) -> Fix:
    return board_fix(f"Set the board for {listed(types)}", index, lambda board: with_types(board, types))


def for_the_stage(compiled: CompiledDesign) -> Iterator[Finding]:
    """The board has the track types of the stage, and no others; of boards with weather tokens the weather is asked."""
    needed = compiled.terrains
    for index, board in enumerate(compiled.design.dashboards):
        types = track_types(board)
        if not needed or not types:
            continue
        who = title(compiled, index)
        reason = cannot_use(compiled, car_from_dashboard(board, compiled.rules), who)
        by_weather = any(name in WEATHER for name in types)
        lacking = [] if by_weather else [name for name in needed if name not in types]
        if reason is not None and not lacking:
            yield finding("BRD016", reason, Location(board=index, slot="T1"))
        if by_weather:
            continue
        if lacking == list(needed):
            yield finding(
                "BRD015",
                f"{reason} It is set for "
                f"{listed(list(dict.fromkeys(types)))} only: there is no tile on which the car can place a die. Put "
                f"{listed(lacking)} into the top row instead.",
                Location(board=index, slot="T1"),
                (_set_for(index, lacking),),
            )
            continue
        if lacking:
            tile = _first_of(compiled, lacking)
            yield finding(
                "BRD007",
                f"{reason} On tiles such as "
                f"{tile.tile} at {tile.hex.q},{tile.hex.r} the car can use nothing. Put it into the top row.",
                Location(hex=tile.hex, tile=tile.tile, board=index, slot="T1"),
            )
        spare = [name for name in dict.fromkeys(types) if name not in needed]
        if spare:
            yield finding(
                "BRD008",
                f"{who} has a token for {listed(spare)}, which the stage does not have. Its slot "
                "could hold something else.",
                Location(board=index, slot="T1"),
            )


def _first_of(compiled: CompiledDesign, terrains: Sequence[str]) -> PlacedTile:
    """The first tile of the stage with one of some terrains, in the order of its hexes."""
    graph = compiled.graph
    place = min(place for place in graph.graph if compiled.terrain(place) in terrains)
    return graph.placed(place)


def driving(compiled: CompiledDesign) -> Iterator[Finding]:
    """Danger limits and gears."""
    for index, board in enumerate(compiled.design.dashboards):
        who = title(compiled, index)
        if not track_types(board):
            continue
        low = [name for name, column in car_from_dashboard(board, compiled.rules).columns if column.limit <= 1]
        if low:
            yield finding(
                "BRD010",
                f"{who} has a danger limit of 1 on {listed(low)}: one danger symbol loses the car. "
                "Leave a slot empty for each point more.",
                Location(board=index),
            )
        gears = sorted({int(token[5:]) for slot, token in board if token in kinds() and token.startswith("gear-")})
        if not gears:
            yield finding("BRD011", f"{who} has no gear die; the car cannot drive.", Location(board=index))
        elif all(gear + 1 not in gears for gear in gears):
            yield finding(
                "BRD013",
                f"{who} has gears {listed([str(gear) for gear in gears])} only, no two in a row. "
                "It can speed up by boost dice alone.",
                Location(board=index),
            )


def supply(compiled: CompiledDesign) -> Iterator[Finding]:
    """A board can be filled from the tokens of the Climb boxes at hand; a two-sided token serves once.

    Source of the numbers: Climb, "Components"; how the sides are paired is assumed.
    """
    inventory = compiled.design.inventory
    pieces = catalog.tokens().dashboard.pieces
    for index, board in enumerate(compiled.design.dashboards):
        wanted = Counter(token for slot, token in board if token in kinds())
        flow = nx.DiGraph()
        for token, count in wanted.items():
            flow.add_edge("board", ("token", token), capacity=count)
        for number, piece in enumerate(pieces):
            boxes = 1 if inventory is None else inventory.boxes.get(piece.box, 0)
            flow.add_edge(("piece", number), "box", capacity=piece.count * boxes)
            for token in piece.sides:
                if token in wanted:
                    flow.add_edge(("token", token), ("piece", number), capacity=wanted[token])
        if not wanted:
            continue
        served, paths = nx.maximum_flow(flow, "board", "box")
        if served < sum(wanted.values()):
            short = [
                f"{count - paths['board']['token', token]} {token}"
                for token, count in wanted.items()
                if paths["board"]["token", token] < count
            ]
            yield finding(
                "BRD012",
                f"{title(compiled, index)} takes more tokens than there are: {listed(short)} too "
                "many for the boxes at hand.",
                Location(board=index),
            )


def dice(compiled: CompiledDesign) -> Iterator[Finding]:
    """The dice that the tokens stand for are in the boxes at hand.

    Source: Climb, "Expanding your options - extra dice"; which box holds which dice: catalog/dice.json.
    """
    owned = dice_owned(compiled.design)
    for index, board in enumerate(compiled.design.dashboards):
        wanted = Counter(die for slot, token in board if token in kinds() and (die := kinds()[token].die))
        short = [f"{count} {die} ({owned[die]} at hand)" for die, count in wanted.items() if count > owned[die]]
        if short:
            yield finding(
                "BRD014",
                f"{title(compiled, index)} needs {listed(short)}: more dice than the boxes at hand "
                "hold. Use dice of further boxes, or enter those you own.",
                Location(board=index),
            )


def dice_owned(design: Design) -> Counter[str]:
    """How many dice of each kind the boxes at hand hold (without an inventory: one of each box)."""
    owned: Counter[str] = Counter()
    for box, held in catalog.dice_in_boxes().items():
        copies = 1 if design.inventory is None else design.inventory.boxes.get(box, 0)
        for die, count in held.items():
            owned[die] += count * copies
    return owned


CHECKS = (slots, top_row, for_the_stage, driving, supply, dice)
