"""SET-UP categories as files of their own."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from designer import catalog
from designer.design.document import Design, with_category
from designer.formats import setup_category
from designer.formats.native import FormatError
from designer.validation import validate
from designer.validation.setup import categories_of, category_problems

CATEGORIES = catalog.setup_categories()


@pytest.mark.parametrize("name", sorted(CATEGORIES))
def test_a_category_survives_a_file(name: str, tmp_path: Path) -> None:
    path = tmp_path / "category.json"
    setup_category.save(CATEGORIES[name], path)
    assert setup_category.load(path) == {key: value for key, value in CATEGORIES[name].items() if key != "$schema"}
    assert category_problems(CATEGORIES[name]) == []


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("[]", "is not a SET-UP category"),
        ('{"format": "crest-design", "version": 1}', "is not a SET-UP category"),
        (json.dumps({**CATEGORIES["r6"], "layout": {"D1": "r"}}), "D1"),
        (json.dumps({**CATEGORIES["r6"], "layout": {"C1": "turbo"}}), "layout.C1"),
        ("{", "is not JSON"),
    ],
)
def test_bad_files_are_refused_in_words(text: str, reason: str) -> None:
    with pytest.raises(FormatError, match=reason):
        setup_category.parse(text)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"layout": {**CATEGORIES["r6"]["layout"], "T1": "r"}}, "T1 must stay free"),
        ({"layout": {"C10": "r"}}, "lies in no slot"),
        ({"forbids": []}, "its list leaves out"),
        ({"forbids": [{"token": "boost", "restriction": "no-sisu", "source": "own"}]}, "does not forbid boost"),
        ({"track_types": ["dry"]}, "no track type of a rally board"),
        ({"standard_board": "r9-gravel"}, "no standard car r9-gravel"),
    ],
)
def test_a_category_that_does_not_hold_together_is_told(change: dict[str, Any], reason: str) -> None:
    record = {**CATEGORIES["r6"], **change}
    assert any(reason in problem for problem in category_problems(record))
    found = [finding for finding in validate(with_category(Design(), record)) if finding.code == "SET007"]
    assert any(reason in finding.message for finding in found)


def test_two_own_categories_of_one_id_are_told() -> None:
    one = with_category(Design(), CATEGORIES["r6"]).categories
    found = validate(Design(categories=(*one, *one)))
    assert [finding.code for finding in found] == ["SET007"]


def test_an_own_category_takes_the_place_of_the_catalogs() -> None:
    own = {key: value for key, value in CATEGORIES["r6"].items() if key != "track_types"}
    own |= {"layout": {"C1": "no-boost", "C2": "no-sisu", "C3": "r"}, "layout_source": "text"}
    found = categories_of(with_category(Design(), own))
    assert found["r6"]["layout"]["C1"] == "no-boost"
    assert list(found["r6"]["track_types"]) == ["gravel", "asphalt", "snow"]
    assert list(found)[: len(CATEGORIES)] == list(CATEGORIES)
