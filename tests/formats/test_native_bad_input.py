"""Bad files: each refused in plain words with the place, nothing raised but FormatError."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from designer.design.document import Design
from designer.formats import native
from designer.formats.native import FormatError, load, parse

HEAD = '{"format": "crest-design", "version": 1'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "is empty"),
        (HEAD + ' "name": "x"}', "a comma or a closing bracket is missing"),
        (HEAD + ', "name" "x"}', "a colon is missing"),
        (HEAD + ", name: 3}", "not in double quotes"),
        (HEAD + ', "name": x}', "a value is missing or not in quotes"),
        (HEAD + ', "name": "C:\\d"}', "a backslash in a text must be written twice"),
        (HEAD + "} }", "more after the closing bracket"),
        (HEAD + ', "name": "cut', "is not JSON: a text has no closing quote; see line 1"),
        ("[]", "must be an object"),
        ("3", "must be an object"),
        ('{"version": 1}', "is not a Crest design"),
        ('{"format": "crest-design"}', "version null is not known"),
        ('{"format": "crest-design", "version": 2}', "made by a newer Crest"),
        ('{"format": "crest-design", "version": true}', "version true is not known"),
        ('{"format": "crest-design", "version": "1"}', 'version "1" is not known'),
        (HEAD + ', "name": 3}', "must be text in quotes, not 3"),
        (HEAD + ', "event": {"kind": "stage", "laps": NaN}}', "NaN is not a JSON number"),
        (HEAD + ', "event": {"kind": "stage", "laps": -Infinity}}', "-Infinity is not a JSON number"),
        (HEAD + ', "event": {"kind": "stage", "laps": 1e999}}', "is too large"),
        (HEAD + ', "event": {"kind": "stage", "laps": ' + "9" * 5000 + "}}", "is too long"),
        (HEAD + ', "name": "a", "name": "b"}', "field 'name' is given twice"),
        (HEAD + ', "stage": {"tiles": [{"tile": "202a", "q": 1.5, "r": 0}]}}', "stage.tiles[0].q"),
        (HEAD + ', "name": "\\ud800"}', "half a letter"),
        ("[" * 100_000 + "]" * 100_000, "nested more than"),
        ('{"a":' * 5000 + "1" + "}" * 5000, "nested more than"),
    ],
)
def test_text_is_refused_with_the_reason(text: str, message: str) -> None:
    with pytest.raises(FormatError) as caught:
        parse(text)
    assert message in str(caught.value)
    assert "Traceback" not in str(caught.value)


def test_every_wrong_field_is_listed_at_once() -> None:
    with pytest.raises(FormatError) as caught:
        parse(HEAD + ', "stage": {"tiles": [{"tile": 3, "q": "1"}]}, "dashboards": {}}')
    assert {problem.path for problem in caught.value.problems} >= {
        "stage.tiles[0]",
        "stage.tiles[0].tile",
        "stage.tiles[0].q",
        "dashboards",
    }


def test_byte_order_mark_is_no_obstacle(tmp_path: Path) -> None:
    path = tmp_path / "bom.json"
    path.write_bytes(b"\xef\xbb\xbf" + (HEAD + ', "name": "Bom"}').encode())
    assert load(path).name == "Bom"


def test_binary_file(tmp_path: Path) -> None:
    path = tmp_path / "picture.json"
    path.write_bytes(b"\x89PNG\r\n\x1a\n\x00\xff")
    with pytest.raises(FormatError, match="is not UTF-8 text"):
        load(path)


def test_large_file_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "large.json"
    with path.open("wb") as stream:
        stream.truncate(50 * 1024 * 1024)
    with pytest.raises(FormatError, match="is too large to be a design: 52 MB"):
        load(path)


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no endless device here")
def test_endless_file_is_not_read_to_its_end() -> None:
    with pytest.raises(FormatError, match="too large"):
        load("/dev/zero")


def test_missing_file_and_folder(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="no such file"):
        load(tmp_path / "none.json")
    with pytest.raises(FormatError, match="a folder of this name"):
        load(tmp_path)


def test_a_failed_save_leaves_the_old_file_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "design.json"
    native.save(Design(name="Old"), path)

    def fail(*_: object) -> None:
        raise OSError("disk full")

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(OSError, match="disk full"):
        native.save(Design(name="New"), path)
    monkeypatch.undo()
    assert load(path).name == "Old"
    assert [file.name for file in tmp_path.iterdir()] == ["design.json"]


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(),
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    )
)
def test_any_json_is_read_or_refused(data: object) -> None:
    if isinstance(data, dict):
        data = {**data, "format": "crest-design", "version": 1}
    try:
        design = parse(json.dumps(data))
    except FormatError:
        return
    assert parse(native.canonical(design)) == design
