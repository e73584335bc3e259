"""Unlimited dashboards: slots, tokens, the top row, what the stage asks for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

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
from designer.model.drivable import cannot_use, lost_to_weather, turned_terrains
from designer.model.driving import board_title
from designer.play.capabilities import gears_within_reach
from designer.play.cars import car_from_dashboard
from designer.readings import stock
from designer.rules import Rules
from designer.validation.codes import finding
from designer.validation.finding import Finding, Fix, Location
from designer.validation.supply import Shortage, seats, shortages
from designer.words import did_you_mean, listed

WEATHER = ("dry", "wet")
#: The place of what concerns all boards of a design.
ALL_BOARDS = "dashboards"


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
    """The board has the track types of the stage and those the weather can turn up, and no others; of boards with
    weather tokens the weather is asked."""
    needed = compiled.terrains
    for index, board in enumerate(compiled.design.dashboards):
        types = track_types(board)
        if not needed or not types:
            continue
        who, car = title(compiled, index), car_from_dashboard(board, compiled.rules)
        reason = cannot_use(compiled, car, who)
        if any(name in WEATHER for name in types):
            if reason is not None:
                yield finding("BRD016", reason, Location(board=index, slot="T1"))
            continue
        met = list(dict.fromkeys((*needed, *turned_terrains(compiled, car))))
        if reason is not None:
            yield from _types_lacking(compiled, index, reason, met)
            if (by_weather := lost_to_weather(compiled, car, who)) is not None:
                used = [name for name in dict.fromkeys(types) if name in met]
                whole = [*used, *(name for name in met if name not in used)]
                fixes = (_set_for(index, whole),) if len(whole) > len(used) else ()
                yield finding("BRD016", by_weather, Location(board=index, slot="T1"), fixes)
        spare = [name for name in dict.fromkeys(types) if name not in met]
        if spare and any(name in needed for name in types):
            yield finding(
                "BRD008",
                f"{who} has a token for {listed(spare)}, which the stage does not have. Its slot "
                "could hold something else.",
                Location(board=index, slot="T1"),
            )


def _types_lacking(compiled: CompiledDesign, index: int, reason: str, met: list[str]) -> Iterator[Finding]:
    """BRD015 for a board that fits no track type of the stage, BRD007 for one that fits not all. ``met``: all types
    that it can meet."""
    types, needed = track_types(compiled.design.dashboards[index]), compiled.terrains
    lacking = [name for name in needed if name not in types]
    if lacking == list(needed):
        yield finding(
            "BRD015",
            f"{reason} It is set for "
            f"{listed(list(dict.fromkeys(types)))} only: there is no tile on which the car can place a die. Put "
            f"{listed(met)} into the top row instead.",
            Location(board=index, slot="T1"),
            (_set_for(index, met),),
        )
    elif lacking:
        tile = _first_of(compiled, lacking)
        yield finding(
            "BRD007",
            f"{reason} On tiles such as "
            f"{tile.tile} at {tile.hex.q},{tile.hex.r} the car can use nothing. Put it into the top row.",
            Location(hex=tile.hex, tile=tile.tile, board=index, slot="T1"),
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
            yield finding(
                "BRD011", f"{who} has no gear die. Put some on it, first one to set off with.", Location(board=index)
            )
            continue
        reached = gears_within_reach(car_from_dashboard(board, compiled.rules), compiled.rules)
        out_of_reach = [gear for gear in gears if gear not in reached]
        if out_of_reach == gears:
            yield finding(
                "BRD017",
                f"{who} has {_gears(gears)} only, and none to set off with: a standing car begins with "
                f"{_beginnings(compiled.rules)}. Put that on it.",
                Location(board=index),
            )
        elif all(gear + 1 not in gears for gear in gears):
            yield finding(
                "BRD013",
                f"{who} has gears {listed([str(gear) for gear in gears])} only, no two in a row. "
                "It can speed up by boost dice alone.",
                Location(board=index),
            )
        elif out_of_reach:
            yield finding(
                "BRD017",
                f"{who} never gets into {_gears(out_of_reach)}: no die leads up there from "
                f"{_gears([gear for gear in gears if gear in reached])}. Close the gap by a gear or boost die.",
                Location(board=index),
            )


def _gears(gears: Sequence[int]) -> str:
    return f"gear{'s' if len(gears) > 1 else ''} {listed([str(gear) for gear in gears])}"


def _beginnings(rules: Rules) -> str:
    """The gear dice that a standing car may set off with, in words."""
    first, flying = rules.number("plan.first_gear"), rules.number("plan.flying_start_gear")
    if not rules.switch("plan.flying_start") or flying == first:
        return f"gear {first}"
    return f"gear {first}, or by a flying start with gear {flying}"


def supply(compiled: CompiledDesign) -> Iterator[Finding]:
    """The boards that lie on the table at once can be filled from the tokens of the Climb boxes at hand.

    Which boards lie at once, and why: ``validation.supply``. Boards that no driver of the event has are asked alone.
    """
    boards, inventory = compiled.design.dashboards, compiled.design.inventory
    table = seats(compiled.design)
    apart = [((number,),) for number in range(len(boards)) if not any(number in mine for mine in table)]
    for group in (table, *apart):
        short = shortages([[boards[number] for number in mine] for mine in group], inventory)
        if not short:
            continue
        takers = list(dict.fromkeys(group[seat][which] for each in short for seat, which in each.takers))
        alone = len({taker for each in short for taker in each.takers}) == 1
        who = title(compiled, takers[0]) if alone else f"The {len(group)} boards on the table"
        told = (
            f"{who} need{'s' if alone else ''} {listed([_short(each) for each in short])}: more pieces than the boxes "
            "at hand hold. Take some off, or enter further Climb boxes."
        )
        if not alone and (compiled.design.event is None or not compiled.design.event.boards):
            told += " If some boards are alternatives, let the event say which of them each driver has."
        if any(each.assumed for each in short):
            told += " How many pieces show what is assumed: the document counts them together."
        yield finding("BRD012", told, Location(board=takers[0]) if alone else Location(path=ALL_BOARDS))


def _short(short: Shortage) -> str:
    kinds = listed([f"{count} {token}" for token, count in short.kinds])
    if len(short.kinds) == 1:
        return f"{kinds} ({short.owned} owned)"
    return f"{kinds} (faces of the same pieces: {short.needed} needed, {short.owned} owned)"


def dice(compiled: CompiledDesign) -> Iterator[Finding]:
    """The dice that the tokens stand for are at hand. Drivers take turns with them, so each board is asked by itself.

    Source: Climb, "Expanding your options - extra dice"; which box holds which dice: catalog/dice.json, partly assumed.
    """
    inventory, rules = compiled.design.inventory, compiled.rules
    owned = stock.dice_owned(inventory, rules)
    for index, board in enumerate(compiled.design.dashboards):
        wanted = Counter(die for slot, token in board if token in kinds() and (die := kinds()[token].die))
        missing = [die for die, count in wanted.items() if count > owned[die]]
        if not missing:
            continue
        assumed = dict.fromkeys(box for die in missing for box in stock.boxes_assumed(die, inventory, rules))
        values = [name for box in assumed for die, name in stock.DICE.get(box, {}).items() if die in missing]
        needs = listed([f"{wanted[die]} {die} ({owned[die]} at hand)" for die in missing])
        told = (
            f"{title(compiled, index)} needs {needs}: more dice than there are at hand. Use dice of further boxes, or "
            "list the dice you own in the inventory."
        )
        if assumed:
            told += f" Which dice come with {listed([catalog.boxes()[box].name for box in assumed])} is assumed"
            told += f"; it can be changed by {listed(values)} among the house rules." if values else "."
        yield finding("BRD014", told, Location(board=index))


CHECKS = (slots, top_row, for_the_stage, driving, supply, dice)
