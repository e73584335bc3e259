"""Write example spires for two to six players as design documents into exports/spires/.

    python -m tools.build_spires

Each is dealt from the catalog's deck with a fixed seed, then made more even by the tuning's own suggestions, step by
step, until none helps any more or STEPS are done; the first of a row of seeds is taken that leaves no finding. A run
with unchanged code and catalog changes no byte.
"""

from __future__ import annotations

from itertools import count
from pathlib import Path

from designer import rules
from designer.design.document import Design
from designer.design.event import Event
from designer.formats import native
from designer.simulator.spire import tuning
from designer.simulator.spire.setting import prepare
from designer.summit import dealing
from designer.validation import validate

ROOT = Path(__file__).resolve().parent.parent
SEED = 2024
STEPS = 12
NAMES = {2: "Twin needle", 3: "Three corners", 4: "The lantern", 5: "Windy tower", 6: "Full house"}


def design_of(players: int) -> Design:
    """An example spire for a number of players."""
    return next(
        design for design in (dealt(players, seed) for seed in count(SEED + players, 10)) if not validate(design)
    )


def dealt(players: int, seed: int) -> Design:
    """A spire dealt with a seed and evened out."""
    profile = rules.load()
    spire = dealing.deal(players, seed)
    before = tuning.unevenness(tuning.column_turns(prepare(spire, profile)))
    for _ in range(STEPS):
        better = tuning.suggest(spire, prepare(spire, profile), most=1)
        if not better:
            break
        spire = better[0].apply(spire)
    after = tuning.unevenness(tuning.column_turns(prepare(spire, profile)))
    notes = (
        f"Dealt from the stand-in deck with seed {seed}, then evened out by exchanging cards: the "
        f"forecast spread of the columns went from {before:.2f} to {after:.2f} turns. All cards lie face down; "
        "climbers choose their characters and Start cards."
    )
    return Design(
        name=f"{NAMES[players]} ({players} players)", author="Crest", notes=notes, spire=spire, event=Event("summit")
    )


def main() -> None:
    for players in NAMES:
        native.save(design_of(players), ROOT / "exports" / "spires" / f"spire-{players}.json")


if __name__ == "__main__":
    main()
