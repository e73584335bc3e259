"""The spires in exports/: lawful, playable, and made by the tool as they are."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

from designer import validation
from designer.formats import native
from designer.resources import folder
from designer.simulator.spire.batches import run_once
from designer.summit import deck as decks

ROOT = Path(__file__).resolve().parents[3]


def tool() -> ModuleType:
    found = importlib.util.spec_from_file_location("build_spires", ROOT / "tools" / "build_spires.py")
    assert found is not None
    assert found.loader is not None
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    return module


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_an_example_for_each_number_of_players(players: int) -> None:
    path = folder("exports") / "spires" / f"spire-{players}.json"
    design = native.load(path)
    assert native.canonical(design) == path.read_text(encoding="utf-8")
    assert native.canonical(tool().design_of(players)) == path.read_text(encoding="utf-8")
    spire = design.spire
    assert spire is not None
    assert spire.players == players
    assert not validation.validate(design)
    deck = decks.standard()
    assert any(deck.summit_by_id[column.summit or ""].anchored for column in spire.columns)
    assert run_once(design).winner in range(players)
