"""Decks of a spire as files of their own."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from designer.formats import spire_deck
from designer.formats.native import FormatError
from designer.summit import deck as decks

DATA = decks.standard_data()


def test_a_deck_survives_a_file(tmp_path: Path) -> None:
    spire_deck.save(DATA, tmp_path / "deck.json")
    assert decks.parse(spire_deck.load(tmp_path / "deck.json")) == decks.standard()
    assert "$schema" not in (tmp_path / "deck.json").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("[]", "is not a deck of a spire"),
        ('{"format": "crest-design", "version": 1}', "is not a deck of a spire"),
        (json.dumps({**DATA, "holds": []}), "holds: is too short"),
        (
            json.dumps({**DATA, "preferences": {**DATA["preferences"], "classes": {"Gym": {"Jug": "X"}}}}),
            'must be one of "B", "P", "S", "H"',
        ),
        ("{", "is not JSON"),
    ],
)
def test_bad_files_are_refused_in_words(text: str, reason: str) -> None:
    with pytest.raises(FormatError, match=reason):
        spire_deck.parse(text)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="no such file"):
        spire_deck.load(tmp_path / "nowhere.json")
