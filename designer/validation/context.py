"""What checks read: the design and the graphs made of it, each built once and only when asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from designer import rules
from designer.design.document import Design, with_stage
from designer.design.hexes import Hex
from designer.design.stage import PlacedTile, Stage
from designer.graph import course, route, space_graph, stage_graph
from designer.graph.course import Course
from designer.graph.route import Route
from designer.graph.stage_graph import StageGraph
from designer.rules import Rules
from designer.validation.finding import Finding, Fix, Place


@dataclass(frozen=True)
class Context:
    """A design with its graphs. ``stage`` is an empty stage when the design has none."""

    design: Design

    @cached_property
    def stage(self) -> Stage:
        """The stage to check, in the order of its hexes, so that findings do not hang on the order of placing."""
        stage = self.design.stage if self.design.stage is not None else Stage()
        return replace(stage, tiles=tuple(sorted(stage.tiles, key=lambda tile: tile.hex)))

    @cached_property
    def graph(self) -> StageGraph:
        """The stage graph."""
        return stage_graph.build(self.stage)

    @cached_property
    def _meeting(self) -> frozenset[Hex]:
        badly = (hexes for reason, here, there, _ in self.graph.mismatches if reason != "blank"
                 for hexes in ((here.hex, there), (there, here.hex)))
        well = (hexes for one, other in self.graph.graph.edges for hexes in ((one, other), (other, one)))
        return frozenset(place for place, other in (*well, *badly) if self.graph.side(other).roads)

    def meets_road(self, place: Hex) -> bool:
        """Whether the road of a tile meets that of a neighbour, be it one that does not fit."""
        return place in self._meeting

    @cached_property
    def route(self) -> Route:
        """What is driven."""
        return route.build(self.graph)

    @cached_property
    def rules(self) -> Rules:
        """The rules in force; house rules that do not fit (DOC006 reports them) are left out."""
        fitting = {
            name: value
            for name, value in self.design.house_rules.items()
            if name in rules.names() and not rules.misfit(rules.record(name), value)
        }
        return rules.load(house_rules=fitting)

    @cached_property
    def course(self) -> Course:
        """What a car can drive from start to finish."""
        spaces = space_graph.build(self.graph, self.route)
        return course.build(self.graph, self.route, spaces, self.design.event)


Check = Callable[[Context], Iterator[Finding]]
#: An edit on the stage alone.
Edit = Callable[[Stage], Stage]


def tile_place(tile: PlacedTile, *, edge: str | None = None, token: str | None = None) -> Place:
    """The place of a placed tile, of one of its edges (as it lies) or of a token on it."""
    return Place(hex=tile.hex, tile=tile.tile, edge=edge, token=token)


def stage_fix(name: str, edit: Edit, *, safe: bool = False) -> Fix:
    """A fix that edits the stage of a design."""
    return Fix(name, lambda design: with_stage(design, edit(design.stage or Stage())), safe)


def listed(names: list[str]) -> str:
    """Names as a player would list them.

    >>> listed(["A", "B", "C"])
    'A, B and C'
    """
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
