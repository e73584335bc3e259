"""A design as text that people can read and pass on: what lies where, and the list of pieces to fetch."""

from __future__ import annotations

from collections import Counter

from designer import catalog
from designer.design.dashboard import TOP_ROW, usable_slots
from designer.design.document import Design
from designer.design.stage import Stage, piece_of
from designer.words import number_of


def to_text(design: Design) -> str:
    """The design as text: name and author, tile list, boxes, tiles by place, boards, spire.

    >>> from designer.design.hexes import Hex
    >>> from designer.design.stage import place
    >>> print(to_text(Design(name="Short", stage=place(Stage(), "202a", Hex(0, 0)))), end="")
    Short
    <BLANKLINE>
    Stage: 1 tile
      1 x 202a
      Boxes: DIRT core box
      at 0,0: 202a turned 0
    """
    parts = [_head(design)]
    if design.stage is not None:
        parts.append(_stage(design.stage))
    for number, board in enumerate(design.dashboards, 1):
        lines = [f"Board {number}: {board.name}" if board.name else f"Board {number}"]
        if board.category:
            lines.append(f"  SET-UP category: {board.category}")
        lines += [f"  {slot}: {token}" for slot, token in board]
        for slot in TOP_ROW:
            kind = board.slots.get(slot)
            usable = usable_slots(board, kind) if kind else ()
            if usable:
                empty = sum(1 for name in usable if name not in board.slots)
                lines.append(f"  on {kind}: {len(usable) - empty} tokens usable, danger limit {1 + empty}")
        parts.append("\n".join(lines))
    if design.spire is not None:
        lines = [f"Spire: {len(design.spire.columns)} columns"]
        if design.spire.fatigue_above is not None:
            lines.append(f"  Fatigue line above row {design.spire.fatigue_above}")
        lines += [
            f"  {column.colour}: {', '.join(card.hold for card in column.holds)}"
            f"{f'; summit {column.summit}' if column.summit else ''}"
            for column in design.spire.columns
        ]
        parts.append("\n".join(lines))
    if design.notes:
        parts.append(design.notes)
    return "\n\n".join(parts) + "\n"


def _head(design: Design) -> str:
    title = design.name or "Untitled"
    if design.author:
        title += f" by {design.author}"
    event = design.event
    if event is None:
        return title
    facts = [event.kind]
    if event.laps is not None:
        facts.append(f"{event.laps} laps")
    if event.tries is not None:
        facts.append(f"{event.tries} tries")
    return f"{title}\n{', '.join(facts)}"


def _stage(stage: Stage) -> str:
    counts = Counter(tile.tile for tile in stage)
    lines = [f"Stage: {number_of(len(stage), 'tile')}"]
    lines += [f"  {count} x {tile}" for tile, count in sorted(counts.items())]
    boxes = boxes_for(stage)
    if boxes:
        lines.append(f"  Boxes: {', '.join(boxes)}")
    for tile in sorted(stage, key=lambda tile: tile.hex):
        tokens = "".join(
            f", {token.kind}{'' if token.value is None else f' {token.value:+d}'}"
            f"{f' {token.track}' if token.track else ''}"
            f"{f' at {token.place}' if token.place else ''}"
            f"{f' turned {token.turn} degrees' if token.turn is not None else ''}"
            for token in tile.tokens
        )
        lines.append(f"  at {tile.hex.q},{tile.hex.r}: {tile.tile} turned {tile.rotation}{tokens}")
    return "\n".join(lines)


def boxes_for(stage: Stage) -> list[str]:
    """The names of boxes that together hold a stage's tiles and tokens, each once, as few as a simple search finds.

    Boxes in print are preferred. Pieces that are needed more often than one of each box holds are not counted.
    """
    needed = Counter(piece_of(tile.tile) for tile in stage if catalog.side(tile.tile) is not None)
    chosen: list[str] = []
    while needed:
        gains = [
            (
                sum(min(needed[piece], count) for piece, count in box.tiles.items() if piece in needed),
                not box.out_of_print,
                box,
            )
            for box in catalog.boxes().values()
            if box.name not in chosen
        ]
        gain, _, box = max(gains, key=lambda entry: (entry[0], entry[1]), default=(0, False, None))
        if box is None or gain == 0:
            break
        chosen.append(box.name)
        needed -= Counter(box.tiles)
    for kind in dict.fromkeys(token.kind for tile in stage for token in tile.tokens):
        holders = [catalog.boxes()[name].name for name in catalog.boxes_of_token(kind)]
        if holders and not any(name in chosen for name in holders):
            chosen.append(holders[0])
    return chosen
