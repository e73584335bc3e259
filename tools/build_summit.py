"""Turn the reference deck of Race for the Summit into catalog/summit/deck.json.

    python -m tools.build_summit REFERENCE_FOLDER

The reference folder holds summit_deck.json. Rules and readings of it are not copied: they are values of the rules
profile (summit.*). Every card keeps whether it stands in the document ("seed") or is our stand-in ("assumed").
A run with unchanged input changes no byte.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
KINDS = {"immediate": "immediate", "next_move": "use-or-lose", "next_turn": "next-turn", "keep": "keep"}
#: The moments the engine knows, for the reference's words.
MOMENTS = {
    "start of turn": "start",
    "before a move": "turn",
    "in your turn": "turn",
    "any time in your turn": "turn",
    "after a reveal, before paying": "reveal",
    "when you would fall": "fall",
}
#: Abilities of the reference that are replaced, for characters whose share of wins was far from even (docs/summit.md
#: has the figures), or that led to a dead end: a quickdraw that goes ahead onto the only anchor could keep everyone
#: from winning.
ABILITIES: dict[str, dict[str, Any]] = {
    "hold_fast": {
        "when": "reveal",
        "text": "When a card was turned up: take 2 extra stamina to pay for it.",
        "effect": {"op": "stamina", "n": 2},
    },
    "campus": {
        "when": "turn",
        "text": "One move costs 1 less, never less than 1.",
        "effect": {"op": "cost_step", "n": -1},
    },
    "scout": {
        "when": "turn",
        "text": "Look secretly at up to two face-down cards, and take 1 extra stamina.",
        "effect": [{"op": "peek", "n": 2}, {"op": "stamina", "n": 1}],
    },
    "stick_clip": {
        "when": "turn",
        "text": "Clip your next bolt in this turn for nothing, never an anchor, and take 1 extra stamina.",
        "effect": [{"op": "clip_cost", "cost": 0}, {"op": "stamina", "n": 1}],
    },
    "free_traverse": {
        "when": "turn",
        "text": "Make one sideways move for nothing, whatever the hold, and take 1 extra stamina.",
        "effect": [{"op": "move_modifier", "dir": "side", "cost": 0}, {"op": "stamina", "n": 1}],
    },
}


def marked(source: str) -> str:
    """The catalog's word for where a value comes from.

    >>> marked("document"), marked("ours")
    ('seed', 'assumed')
    """
    return {"document": "seed", "ours": "assumed"}[source]


def known_classes(facts: dict[str, Any], table: dict[str, dict[str, str]]) -> list[list[str]]:
    """The (climber, hold) cells that the document prints; stops when the table says otherwise."""
    cells = []
    for climber, hold, letter in facts["preferences_known"]:
        if table[climber][hold] != letter:
            raise SystemExit(f"The document has {letter} for {climber} on {hold}, the table {table[climber][hold]}.")
        cells.append([climber, hold])
    return cells


def deck(reference: dict[str, Any]) -> dict[str, Any]:
    """The deck in the project's own schema."""
    order = reference["preferences"]["order"]
    table = {
        climber: dict(zip(order, letters, strict=True))
        for climber, letters in reference["preferences"]["table"].items()
    }
    facts = reference["document_facts"]
    return {
        "$schema": "../../schemas/summit-deck.schema.json",
        "format": "crest-summit-deck",
        "version": 1,
        "id": "standard",
        "name": "Stand-in deck",
        "notes": "Most printed cards are unknown. A value marked seed stands in the document, assumed is our own.",
        "card_counts": {"source": "seed", **facts["card_counts"]},
        "holds": [{"name": hold["name"], "source": marked(hold["source"])} for hold in reference["hold_types"]],
        "always_bolted": {"source": "seed", "holds": facts["always_bolted"]},
        "bolted_per_column": {"source": "seed", "value": facts["bolted_per_column"]},
        "columns": [
            {
                "colour": column["color"],
                "bolted": [hold for hold in column["holds"] if hold in column["bolted"]],
                "source": marked(column["source"]),
            }
            for column in reference["columns"]
        ],
        "preferences": {
            "source": "assumed",
            "from_document": known_classes(facts, table),
            "classes": table,
        },
        "characters": [
            {
                "name": character["name"],
                "source": "seed",
                "ability": {
                    "id": character["ability"],
                    "when": MOMENTS[character["when"]],
                    "text": character["text"],
                    "effect": character["effect"],
                    **ABILITIES.get(character["ability"], {}),
                    "source": "assumed",
                },
            }
            for character in reference["characters"]
        ],
        "actions": {
            "start_player_cards": {"source": "seed", "value": reference["action_deck"]["start_player_card"]},
            "cards": [
                {
                    "id": card["id"],
                    "kind": KINDS[card["kind"]],
                    "count": card["count"],
                    "name": card["name"],
                    "text": card["text"],
                    "effect": card["effect"],
                    "source": marked(card["source"]),
                }
                for card in reference["action_deck"]["cards"]
            ],
        },
        "summits": [
            {
                "id": f"{'anchored' if card['anchored'] else 'anchorless'}-{card['class']}",
                "anchored": card["anchored"],
                "class": card["class"],
                "count": card["count"],
                "source": "assumed",
            }
            for card in reference["summit_cards"]["cards"]
        ],
        "environments": [
            {"name": card["name"], "fatigue_above": card["line_above_row"], "source": marked(card["source"])}
            for card in reference["environment_cards"]
        ],
        "variants": [
            {
                "id": "harder",
                "name": "Harder holds",
                "text": "Jugs and aretes that are positive for a climber count as sketchy.",
                "changes": [{"hold": hold, "from": "P", "to": "S"} for hold in facts["always_bolted"]],
                "source": marked(reference["harder_variant"]["source"]),
            }
        ],
    }


def text_of(data: dict[str, Any]) -> str:
    """One list entry a line, so that a correction shows as one changed line."""
    lines = ["{"]
    items = list(data.items())
    for number, (name, value) in enumerate(items):
        end = "," if number < len(items) - 1 else ""
        if isinstance(value, list) and value:
            lines.append(f" {json.dumps(name)}: [")
            lines += [
                f"  {json.dumps(entry, ensure_ascii=False)}{',' if place < len(value) - 1 else ''}"
                for place, entry in enumerate(value)
            ]
            lines.append(f" ]{end}")
        else:
            lines.append(f" {json.dumps(name)}: {json.dumps(value, ensure_ascii=False)}{end}")
    return "\n".join([*lines, "}"]) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("reference", type=Path, help="folder with summit_deck.json")
    arguments = parser.parse_args()
    reference = json.loads((arguments.reference / "summit_deck.json").read_text(encoding="utf-8"))
    target = ROOT / "catalog" / "summit" / "deck.json"
    target.parent.mkdir(exist_ok=True)
    target.write_text(text_of(deck(reference)), encoding="utf-8")


if __name__ == "__main__":
    main()
