"""Write the official stages as design documents into exports/stages/.

    python -m tools.build_exports REFERENCE_FOLDER

The reference folder holds stages/*.json: public layouts with their authors. The rallycross layout shows no finish
standee and no joker arches; FURNITURE places them by the rules of the RX text, and the document's notes say so.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from designer.design import stage as stage_edits
from designer.design.document import Design
from designer.design.event import Event
from designer.design.hexes import Hex
from designer.design.stage import Stage, Token
from designer.formats import native

ROOT = Path(__file__).resolve().parent.parent
FURNITURE: dict[str, list[tuple[Hex, Token]]] = {
    "rx2-ss1": [
        (Hex(2, 0), Token("finish", place="D")),
        (Hex(3, -4), Token("joker-entrance", place="F")),
        (Hex(1, -2), Token("joker-exit", place="A")),
    ],
}
NOTES = {
    "climb-1": "Hillclimb stage printed at the back of the Climb document.",
    "climb-2": "Hillclimb stage printed at the back of the Climb document. The printed tile list asks for 312a twice "
    "and for no 311a, which no single box can serve; the public layout used here has 311a and 312a.",
    "rally-7-ss1": "Printed in the 110% document, which shows the other side of the service park.",
    "rx2-ss1": "Public rallycross layout. It shows no finish standee and no joker arches; where they stand here, and "
    "the number of laps, is Crest's own choice within the rules of the RX text.",
}


def event_of(name: str) -> Event:
    """The kind of event a layout is for."""
    if name.startswith("climb"):
        return Event("hillclimb", tries=3)
    if name.startswith("rx"):
        return Event("rallycross", laps=3)
    return Event("stage")


def design_of(name: str, data: dict[str, Any]) -> Design:
    """A design document from a public layout."""
    stage = Stage()
    for tile in data["tiles"]:
        stage = stage_edits.place(stage, tile["tile"], Hex(tile["q"], tile["r"]), tile["rotation"])
    for place, token in FURNITURE.get(name, ()):
        stage = stage_edits.put_token(stage, place, token)
    default = "Printed in the 110% document." if name[:7] in ("rally-7", "rally-8", "rally-9") else "Public layout."
    return Design(
        name=data["name"], author=data["author"], notes=NOTES.get(name, default), stage=stage, event=event_of(name)
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("reference", type=Path, help="folder with stages/*.json")
    arguments = parser.parse_args()
    for path in sorted((arguments.reference / "stages").glob("*.json")):
        data = json.loads(path.read_text(encoding="utf-8"))
        native.save(design_of(path.stem, data), ROOT / "exports" / "stages" / path.name)


if __name__ == "__main__":
    main()
