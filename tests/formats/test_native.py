"""The native document: what goes in comes out, the same design gives the same bytes, and no save loses a file."""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from designer.design.dashboard import SLOTS
from designer.design.document import Design
from designer.formats import native
from designer.schemas import problems
from tests.conftest import OFFICIAL

words = st.text(st.characters(codec="utf-8", exclude_categories=("Cs",)), max_size=12)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.floats(-9, 9) | words,
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(words, inner, max_size=2),
    max_leaves=4,
)
#: Fields of a later version or another program.
unknown = st.dictionaries(words.map(lambda word: f"x-{word}"), json_values, max_size=2)


def record(required: dict[str, Any], optional: dict[str, Any]) -> st.SearchStrategy[dict[str, Any]]:
    known = st.fixed_dictionaries(required, optional=optional)
    return st.builds(lambda fields, extra: {**extra, **fields}, known, unknown)


tokens = record(
    {"kind": st.sampled_from(["climb", "oxygen", "cloud", "finish"])},
    {"value": st.integers(-3, 1), "place": st.sampled_from("ABCDEF")},
)
tiles = record(
    {"tile": st.sampled_from(["202a", "418b", "999z"]), "q": st.integers(-99, 99), "r": st.integers(-9, 9)},
    {"rotation": st.integers(0, 5), "tokens": st.lists(tokens, min_size=1, max_size=3)},
)
boards = record(
    {"slots": st.dictionaries(st.sampled_from(SLOTS), st.sampled_from(["gear-1", "coast", "snow"]))},
    {"name": words, "category": st.sampled_from(["r6", "own"]), "notes": words},
)
documents = record(
    {"format": st.just("crest-design"), "version": st.just(1)},
    {
        "name": words,
        "author": words,
        "notes": words,
        "inventory": record(
            {}, {"boxes": st.dictionaries(st.sampled_from(["dirt-core-box", "own-box"]), st.integers(0, 3))}
        ),
        "event": record({"kind": st.sampled_from(["stage", "hillclimb"])}, {"tries": st.integers(1, 5)}),
        "stage": record({"tiles": st.lists(tiles, max_size=5)}, {}),
        "dashboards": st.lists(boards, min_size=1, max_size=2),
        "waivers": st.lists(record({"code": st.just("STG001")}, {"reason": words}), min_size=1, max_size=2),
    },
)


def without_blanks(value: Any) -> Any:
    """JSON data with what a writer may leave out (empty text, rotation given or not) made alike."""
    if isinstance(value, dict):
        cleaned = {key: without_blanks(item) for key, item in value.items()}
        return {
            key: item
            for key, item in cleaned.items()
            if key.startswith("x-") or (item not in ("", {}, []) and (key, item) != ("rotation", 0))
        }
    if isinstance(value, list):
        return [without_blanks(item) for item in value]
    return value


def ordered(data: dict[str, Any]) -> dict[str, Any]:
    """Data with tiles in the order of their hexes, as the canonical form lists them."""
    if "stage" in data and "tiles" in data["stage"]:
        data["stage"]["tiles"].sort(key=lambda tile: (tile["q"], tile["r"]))
    return data


@given(documents)
def test_nothing_is_lost_in_a_round_trip(data: dict[str, Any]) -> None:
    assert problems(data, "design") == []
    design = native.from_data(data)
    assert ordered(without_blanks(native.to_data(design))) == ordered(without_blanks(data))


@given(documents)
def test_the_same_design_gives_the_same_bytes_and_hash(data: dict[str, Any]) -> None:
    design = native.from_data(data)
    text = native.canonical(design)
    again = native.parse(text)
    assert native.canonical(again) == text
    assert native.content_hash(again) == native.content_hash(design)
    shuffled = native.from_data(dict(reversed(data.items())))
    assert native.canonical(shuffled) == text


@given(documents)
def test_what_is_written_fits_the_schema_and_travels_between_processes(data: dict[str, Any]) -> None:
    design = native.from_data(data)
    assert problems(native.to_data(design), "design") == []
    assert pickle.loads(pickle.dumps(design)) == design


@pytest.mark.parametrize("name", OFFICIAL)
def test_official_stages_are_stored_in_canonical_form(name: str, official: Callable[[str], Design]) -> None:
    from designer.resources import folder

    path = folder("exports") / "stages" / f"{name}.json"
    assert path.read_text(encoding="utf-8") == native.canonical(official(name))


def test_a_failed_save_leaves_the_old_file_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "mine.json"
    native.save(Design(name="Old"), path)

    def no_room(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", no_room)
    with pytest.raises(OSError, match="No space"):
        native.save(Design(name="New"), path)
    assert native.load(path).name == "Old"
    assert [item.name for item in tmp_path.iterdir()] == ["mine.json"], "no half file is left behind"


def test_saving_keeps_the_rights_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "folder" / "mine.json"
    native.save(Design(), path)
    path.chmod(0o640)
    native.save(Design(name="Again"), path)
    assert path.stat().st_mode & 0o777 == 0o640
