"""Every schema is sound, every catalog file obeys its own, and what breaks one is told in words."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from designer import schemas
from designer.resources import folder

CATALOG = folder("catalog")
FILES = sorted(path.relative_to(CATALOG).as_posix() for path in CATALOG.rglob("*.json"))


def read(name: str) -> Any:
    return json.loads((CATALOG / name).read_text(encoding="utf-8"))


def schema_of(name: str) -> str:
    """The schema that a catalog file names, which must lie where the file says."""
    path = (CATALOG / name).parent / read(name)["$schema"]
    assert path.resolve().is_file(), f"{name} points to {path}"
    return path.name.removesuffix(".schema.json")


@pytest.mark.parametrize("name", schemas.names())
def test_schemas_are_sound_and_say_what_they_are(name: str) -> None:
    contents = schemas.schema(name)
    Draft202012Validator.check_schema(contents)
    assert contents["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert contents["$id"] == f"urn:crest:schema:{name}"
    assert contents["title"]
    assert contents["description"].endswith(".")


def references(node: Any) -> list[str]:
    """Every $ref in a schema."""
    if isinstance(node, dict):
        found = [node["$ref"]] if isinstance(node.get("$ref"), str) else []
        return found + [ref for value in node.values() for ref in references(value)]
    if isinstance(node, list):
        return [ref for value in node for ref in references(value)]
    return []


@pytest.mark.parametrize("name", schemas.names())
def test_schemas_refer_to_parts_that_exist(name: str) -> None:
    for ref in references(schemas.schema(name)):
        target, _, pointer = ref.partition("#")
        other = schemas.schema(target.removeprefix("urn:crest:schema:") if target else name)
        for part in filter(None, pointer.split("/")):
            other = other[part]


@pytest.mark.parametrize("name", FILES)
def test_catalog_files_obey_their_schema(name: str) -> None:
    assert schemas.problems(read(name), schema_of(name)) == []


@pytest.mark.parametrize("name", FILES)
def test_catalog_schemas_miss_nothing_that_is_needed(name: str) -> None:
    """Taking away any field of the top level is noticed; so is one that does not belong, where that is closed."""
    data, schema = read(name), schema_of(name)
    optional = {"$schema", "notes", "variants", "card_counts", "track_types", "standard_board"}
    for field in set(data) - optional:
        broken = {key: value for key, value in data.items() if key != field}
        assert any(field in problem.message for problem in schemas.problems(broken, schema)), field
    strange = [str(problem) for problem in schemas.problems({**data, "colour_of_the_sky": "blue"}, schema)]
    closed = schemas.schema(schema).get("additionalProperties") is False
    assert any("colour_of_the_sky" in text for text in strange) is closed
    assert closed or schema == "summit-deck", "only decks, which users write too, keep fields that are not known"


def broken(name: str, path: list[str | int], value: Any) -> list[str]:
    """The problems of a catalog file with one value changed."""
    data = copy.deepcopy(read(name))
    node = data
    for part in path[:-1]:
        node = node[part]
    node[path[-1]] = value
    return [str(problem) for problem in schemas.problems(data, schema_of(name))]


@pytest.mark.parametrize(
    ("name", "path", "value", "words"),
    [
        ("tiles.json", ["sides", "418b", "terrain"], "sand", "sides.418b.terrain: must be one of"),
        ("tiles.json", ["sides", "418b", "edges", "A", "lanes"], "two", "sides.418b.edges.A.lanes: must be a whole"),
        ("tiles.json", ["sides", "418b", "roads", 0, "next", 0], ["al"], "sides.418b.roads[0].next[0]: is too short"),
        ("boxes.json", ["boxes", "dirt-climb", "tiles", "418"], 0, "boxes.dirt-climb.tiles.418: must be at least 1"),
        ("dice.json", ["dice", "coast", "source"], "rumour", "dice.coast.source: must be one of"),
        ("dashboards.json", ["boards", "r6-gravel", "columns", "mud"], {}, "boards.r6-gravel.columns"),
        ("rules/standard.json", ["values", "time.gear_6", "value"], None, "values.time.gear_6.value: must be"),
        ("rules/standard.json", ["values", "time.gear_6", "where"], "", "values.time.gear_6.where: is too short"),
        ("setup/r6.json", ["layout", "Z9"], "blank", "layout"),
        ("setup/r6.json", ["layout", "C1"], "no-luck", "layout.C1: must be one of"),
        ("summit/deck.json", ["preferences", "classes", "Hiro", "Jug"], "X", "preferences.classes.Hiro.Jug"),
        ("tokens.json", ["stage", "climb", "pieces"], -1, "stage.climb.pieces: must be at least 0"),
    ],
)
def test_a_wrong_value_is_told_with_its_place(name: str, path: list[str | int], value: Any, words: str) -> None:
    assert any(words in text for text in broken(name, path, value))


@pytest.mark.parametrize(
    ("rules", "good"),
    [
        ({}, True),
        ({"time.gear_6": 5, "handbrake.allowed": True, "water.effect": "none", "order.rally": ["gear"]}, True),
        ({"time.gear_6": None}, False),
        ({"time.gear_6": {"value": 5}}, False),
        ({"time.gear_6": 1.5}, False),
        ({"order.rally": [1]}, False),
        ({"Time.Gear": 5}, False),
        ({"tries": 5}, False),
        ([], False),
    ],
)
def test_house_rules(rules: Any, good: bool) -> None:
    assert (schemas.problems(rules, "house-rules") == []) is good


FINDING = {
    "code": "STG008",
    "severity": "error",
    "message": "There is no start.",
    "place": {"text": ""},
    "source": {"document": "Core rules", "section": "Start", "mark": "public"},
    "fixes": [],
    "waived": None,
}
FINDINGS = {
    "format": "crest-findings",
    "version": 1,
    "design": "Hill",
    "hash": "ab12",
    "findings": [FINDING],
    "counts": {"error": 1, "warning": 0, "advice": 0, "waived": 0},
}
TURN = {
    "number": 1,
    "gear_before": 0,
    "gear_after": 2,
    "mode": "one-by-one",
    "seconds": 40,
    "dice": [{"die": "gear-1", "space": "cl", "danger": False}, {"die": "gear-2", "space": "al", "secured": True}],
    "loss": None,
    "damage": [],
    "text": "From standing to gear 2.",
}
SIMULATION = {
    "format": "crest-simulation",
    "version": 1,
    "design": "Hill",
    "hash": "ab12",
    "seed": 7,
    "runs": 1,
    "car": "r6-gravel",
    "policy": "steady",
    "finished": 1,
    "rules": {"profile": "standard", "overrides": {"time.gear_5": 20}, "assumed": ["time.gear_4"]},
    "turns": {"mean": 1.0, "sd": 0.0},
    "losses_of_control": {"mean": 0.0, "by_tile": [], "by_space": {}},
    "times": {
        "mean": 40.0,
        "sd": 0.0,
        "min": 40,
        "p10": 40,
        "median": 40,
        "p90": 40,
        "max": 40,
        "histogram": [{"from": 40, "to": 50, "runs": 1}],
    },
    "log": [TURN],
}
LOG = {
    "format": "crest-run-log",
    "version": 1,
    "design": "Hill",
    "hash": "ab12",
    "seed": 7,
    "finished": True,
    "time": 40,
    "turns": [TURN],
}


@pytest.mark.parametrize(
    ("report", "schema"),
    [
        (FINDINGS, "findings-report"),
        ({**FINDINGS, "findings": [{**FINDING, "waived": {"reason": "Yes.", "author": "Ann"}}]}, "findings-report"),
        (SIMULATION, "simulation-report"),
        ({**SIMULATION, "finished": 0, "times": None, "generator": "an added field"}, "simulation-report"),
        (LOG, "run-log"),
        ({**LOG, "finished": False, "time": None}, "run-log"),
    ],
)
def test_reports_of_the_described_shape_pass(report: dict[str, Any], schema: str) -> None:
    assert schemas.problems(report, schema) == []


@pytest.mark.parametrize(
    ("report", "schema", "words"),
    [
        ({**FINDINGS, "findings": [{**FINDING, "severity": "fatal"}]}, "findings-report", "findings[0].severity"),
        ({**FINDINGS, "findings": [{**FINDING, "code": "oops"}]}, "findings-report", "findings[0].code"),
        ({**FINDINGS, "findings": [{**FINDING, "waived": {"reason": "x"}}]}, "findings-report", "'author'"),
        ({**FINDINGS, "format": "crest-design"}, "findings-report", "crest-findings"),
        ({**SIMULATION, "times": {"mean": 40.0}}, "simulation-report", "times: lacks"),
        ({**SIMULATION, "rules": {"profile": "standard", "overrides": {"x": 1}}}, "simulation-report", "rules.ov"),
        ({**SIMULATION, "log": [{**TURN, "mode": "hover"}]}, "simulation-report", "log[0].mode"),
        ({**LOG, "turns": [{**TURN, "gear_after": 9}]}, "run-log", "turns[0].gear_after"),
        ({**LOG, "turns": [{**TURN, "dice": [{"die": "gear-1"}]}]}, "run-log", "turns[0].dice[0]: lacks"),
    ],
)
def test_reports_of_another_shape_are_told(report: dict[str, Any], schema: str, words: str) -> None:
    assert any(words in str(problem) for problem in schemas.problems(report, schema))


def test_every_catalog_file_names_its_format() -> None:
    for name in FILES:
        data = read(name)
        assert data["format"].startswith("crest-"), name
        assert data["version"] == 1, name
        if Path(name).parent.name == "setup":
            assert data["id"] == Path(name).stem
