"""Crest: design tabletop races, check them against the rules, test-run them, share them.

What a script needs stands here, and is imported when it is first asked for; docs/scripting.md shows how.

>>> import designer
>>> bend = designer.new("Bend").start("202a").append("208a").append("203a")
>>> [finding.code for finding in bend.validate()]
[]
>>> result = bend.simulate(runs=20, seed=1)
>>> int(result.finished.sum()), result.table()[0]["run"]
(20, 0)
"""

from __future__ import annotations

TYPE_CHECKING = False  # checkers take it for True; typing itself would take longer than all the rest to import
if TYPE_CHECKING:
    from typing import Any

    from designer.design.document import Design
    from designer.design.values import EditError
    from designer.formats.native import FormatError
    from designer.play.chance import Scripted, ScriptError
    from designer.play.track import UnknownSpot, find_spot
    from designer.scripting.draft import Draft, load, new, save
    from designer.scripting.results import Results
    from designer.simulator.common.batching import SimulationError
    from designer.simulator.rally.drive import Standing, next_placements, standing_at
    from designer.simulator.rally.races import Driver

__version__ = "0.1.0"

__all__ = [
    "Design",
    "Draft",
    "Driver",
    "EditError",
    "FormatError",
    "Results",
    "ScriptError",
    "Scripted",
    "SimulationError",
    "Standing",
    "UnknownSpot",
    "__version__",
    "find_spot",
    "load",
    "new",
    "next_placements",
    "save",
    "standing_at",
]

#: The module that each name comes from; importing them all takes a third of a second.
_HOMES = {
    "Design": "design.document",
    "Draft": "scripting.draft",
    "Driver": "simulator.rally.races",
    "EditError": "design.values",
    "FormatError": "formats.native",
    "Results": "scripting.results",
    "ScriptError": "play.chance",
    "Scripted": "play.chance",
    "SimulationError": "simulator.common.batching",
    "Standing": "simulator.rally.drive",
    "UnknownSpot": "play.track",
    "find_spot": "play.track",
    "load": "scripting.draft",
    "new": "scripting.draft",
    "next_placements": "simulator.rally.drive",
    "save": "scripting.draft",
    "standing_at": "simulator.rally.drive",
}


def __getattr__(name: str) -> Any:
    """A name of the front door, imported when it is first asked for. Raises AttributeError for any other."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    found = globals()[name] = getattr(import_module(f"designer.{_HOMES[name]}"), name)
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
