"""Write the gallery of boards into exports/dashboards/.

    python -m tools.build_dashboards

The two examples of the Climb document, the standard car of every SET-UP category, and builds for hillclimbs.
"""

from __future__ import annotations

from pathlib import Path

from designer import catalog
from designer.design.dashboard import Dashboard, new
from designer.design.document import Design
from designer.formats import native
from designer.play.builds import standard_build

ROOT = Path(__file__).resolve().parent.parent
RALLY = ("gravel", "asphalt", "snow")
#: Slots of a board with one track type, those that every type could use first.
ORDER = ("C1", "C2", "C3", "C4", "C5", "C6", "C7", "C8", "C9", "C10", "B1", "B2", "A1", "A2", "T2", "T3")
LOST = (
    "The picture in the document is lost; which dice there are and the danger limits follow from its text, "
    "which slot holds what is inferred."
)


def examples() -> dict[str, Design]:
    """The two builds that the Climb document shows (section "Creating your Dashboard")."""
    simple = new(
        RALLY,
        {
            "A1": "gear-6",
            "A2": "brake",
            "B1": "coast",
            "B2": "brake",
            "C1": "gear-1",
            "C2": "gear-2",
            "C3": "gear-3",
            "C4": "gear-4",
            "C5": "gear-5",
            "C6": "coast",
        },
        "Simple build",
        "The dice of an R6 and one more brake die. The danger limit is 5 on every track type; off its favourite the "
        f"car loses gear 6 and brake dice first. A board to begin with. {LOST}",
    )
    technical = new(
        RALLY,
        {
            "B1": "brake",
            "C1": "gear-2",
            "C2": "gear-3",
            "C3": "gear-4",
            "C4": "gear-5",
            "C5": "boost",
            "C6": "boost",
            "C7": "brake",
            "C8": "puncture-proof",
            "C9": "sisu",
        },
        "Technical build",
        "No gear 1: it sets off with flying starts. No gear 6: boost and brake dice keep it near gear 5. Puncture "
        "proof tyres for shortcuts, and SISU for the track types on which the danger limit is low (5, 3 and 2). "
        f"For drivers who know the rules well. {LOST}",
    )
    return {
        f"climb-{name}": Design(name=board.name, notes=board.notes, dashboards=(board,))
        for name, board in (("simple", simple), ("technical", technical))
    }


def categories() -> dict[str, Design]:
    """The standard car of every SET-UP category as a board of that category."""
    result = {}
    for name, category in catalog.setup_categories().items():
        board = standard_build(category)
        notes = (
            f"The standard {category['name']} car as a SET-UP build. The layout of the restriction tokens is "
            "inferred: the printed one is a picture. Change what is not forbidden."
        )
        result[f"setup-{name}"] = Design(name=board.name, notes=notes, dashboards=(board,))
    return result


def hillclimbs() -> dict[str, Design]:
    """Builds for hillclimbs on one track type, on gravel (as Climb 1) and on asphalt (as Climb 2)."""
    builds = {
        "goat": (
            "Goat",
            [*_gears(1, 2, 3, 3, 4, 4, 5), "coast", "coast", "boost", "boost", "brake"],
            "Two dice each of gears 3 and 4, so that a climb line after another finds its lower gear, and coast "
            "with boost to keep the speed uphill. Quick, and not for the careful. Needs the gear dice of a second "
            "core box.",
        ),
        "twins": (
            "Twins",
            [*_gears(1, 2, 2, 3, 3, 4, 4, 5, 5), "coast", "brake"],
            "Two dice of every gear from 2 to 5: up a gear on the flat and down again on the climb in the same "
            "turn. Seldom loses control. Needs the gear dice of a second core box.",
        ),
        "second-four": (
            "Second four",
            [*_gears(1, 2, 3, 4, 4, 5, 6), "coast", "coast", "boost", "boost"],
            "An R6 with boost dice instead of its brake, and a second gear 4 for climb lines. A good "
            "mixture of speed and calm. Needs one gear die of a second core box.",
        ),
        "steady": (
            "Steady",
            [*_gears(1, 2, 3, 4, 5, 6), "coast", "coast", "brake", "brake"],
            "The simple build of the document on one track type only: danger limit 7. Slower than the others, "
            "and as good as never off the road. All its dice are in the DIRT core box and the Climb box.",
        ),
    }
    result = {}
    for key, (name, tokens, notes) in builds.items():
        boards = tuple(_one_type(f"{name} ({kind})", kind, tokens, notes) for kind in ("gravel", "asphalt"))
        result[f"hillclimb-{key}"] = Design(name=f"{name}, a hillclimb build", notes=notes, dashboards=boards)
    return result


def _gears(*gears: int) -> list[str]:
    return [f"gear-{gear}" for gear in gears]


def _one_type(name: str, kind: str, tokens: list[str], notes: str) -> Dashboard:
    return new((kind,), dict(zip(ORDER, tokens, strict=False)), name, notes)


def main() -> None:
    for name, design in {**examples(), **categories(), **hillclimbs()}.items():
        native.save(design, ROOT / "exports" / "dashboards" / f"{name}.json")


if __name__ == "__main__":
    main()
