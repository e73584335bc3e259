"""Which car to drive on a design when nobody has chosen one."""

from __future__ import annotations

from collections import Counter

from designer import catalog
from designer.design.document import Design
from designer.graph import terrain
from designer.model.compiled import compile_design
from designer.model.lineup import is_board


def fitting_car(design: Design) -> tuple[str, str]:
    """The name of a car as ``find_car`` takes it, and why it fits, as the end of a sentence. Never raises.

    The board (of the design, or a standard one) that the event gives to begin with; else a rallycross car for
    rallycross and circuits, a GT car where only GT tiles are laid, and the rally car with tyres for the track type of
    most tiles (assumed: no document says which car to take).

    >>> from designer.design.stage import Stage
    >>> fitting_car(Design(stage=Stage()))
    ('r6-gravel', 'there is no road yet')
    """
    given = _given(design)
    if given in {board.name for board in design.dashboards} | set(catalog.standard_boards()):
        return given, "the event begins with this board"
    if given:  # a category: its tyres for the track type of most tiles
        tyres = [name for name, record in catalog.standard_boards().items() if record.car_class == given]
        kind = _most_common(design)[0]
        return f"{given}-{kind}" if f"{given}-{kind}" in tyres else tyres[0], "the event begins with this category"
    if design.event is not None and design.event.kind == "rallycross":
        if compile_design(design).weather == "wet":
            return "rx-rain", "the event is a rallycross in the wet"
        return "rx-asphalt", "the event is a rallycross"
    compiled = compile_design(design)
    graph = compiled.graph
    sides = [side for place in graph.graph if (side := graph.side(place)).roads]
    if not sides:
        return "r6-gravel", "there is no road yet"
    if all(_only_gt(side.piece) for side in sides):
        return "gt6-asphalt", "only GT tiles are laid"
    if compiled.route.kind == "circuit":
        if compiled.weather == "wet":
            return "rx-rain", "the stage is a circuit in the wet"
        return "rx-asphalt", "the stage is a circuit"
    kind, most = _most_common(design)
    share = "all" if most == len(sides) else f"{most} of {len(sides)}"
    return f"r6-{kind}", f"{share} tiles with road are {kind}"


def _given(design: Design) -> str:
    """The first board that the event gives to begin with, or category; empty when it gives none that there is."""
    for entry in design.event.boards if design.event is not None else ():
        if entry.when in ("start", "between-tries") and is_board(design, entry.board):
            return entry.board
    return ""


def _most_common(design: Design) -> tuple[str, int]:
    """The track type of most tiles with road, and of how many."""
    compiled = compile_design(design)
    sides = [side for place in compiled.graph.graph if (side := compiled.graph.side(place)).roads]
    counts = Counter(terrain.counted(side.id, side.terrain or "gravel", compiled.rules) for side in sides)
    return min(
        counts.items(),
        key=lambda entry: (-entry[1], ("gravel", "asphalt", "snow").index(entry[0])),
        default=("gravel", 0),
    )


def _only_gt(piece: str) -> bool:
    boxes = catalog.boxes_of_piece(piece)
    return bool(boxes) and all(box.startswith("gt-") for box in boxes)
