"""The validator as a whole: never raises, stable order, waivers, choice of codes, official stages clean."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from designer import catalog, schemas
from designer.design.dashboard import SLOTS, Dashboard
from designer.design.document import Design, Inventory, Waiver, waive
from designer.design.hexes import Hex
from designer.design.stage import Stage, place, remove
from designer.design.values import frozen
from designer.formats import native
from designer.resources import folder
from designer.validation import Severity, chosen, report, validate
from designer.validation.finding import NOWHERE, Location
from tests.hurry import examples

OFFICIAL = sorted((folder("exports") / "stages").glob("*.json"))
WORDS = st.text(max_size=12)
TILES = st.one_of(st.sampled_from(sorted(catalog.sides())), st.sampled_from(["999z", "418B", "x"]))
STAGE_TOKENS = st.fixed_dictionaries(
    {"kind": st.one_of(st.sampled_from(sorted(catalog.tokens().stage)), WORDS.filter(bool))},
    optional={"value": st.integers(-9, 9), "place": st.one_of(st.sampled_from("ABCDEF"), WORDS)},
)
PLACED = st.fixed_dictionaries(
    {"tile": TILES, "q": st.integers(-2, 2), "r": st.integers(-2, 2)},
    optional={"rotation": st.integers(0, 5), "tokens": st.lists(STAGE_TOKENS, max_size=4)},
)
BOARD = st.fixed_dictionaries(
    {
        "slots": st.dictionaries(
            st.one_of(st.sampled_from(SLOTS), WORDS),
            st.one_of(st.sampled_from(sorted(catalog.tokens().dashboard.kinds)), WORDS.filter(bool)),
            max_size=20,
        )
    },
    optional={"name": WORDS, "category": st.one_of(st.none(), WORDS, st.sampled_from(["r6", "r5", "r4", "gt4"]))},
)
COLUMN = st.fixed_dictionaries(
    {"colour": st.sampled_from(["red", "blue", ""])},
    optional={
        "summit": st.one_of(st.none(), WORDS),
        "holds": st.lists(st.fixed_dictionaries({"hold": st.sampled_from(["Jug", "Arete", "?"])}), max_size=12),
    },
)
DESIGNS = st.fixed_dictionaries(
    {"format": st.just("crest-design"), "version": st.just(1)},
    optional={
        "name": WORDS,
        "stage": st.fixed_dictionaries({"tiles": st.lists(PLACED, max_size=12)}),
        "dashboards": st.lists(BOARD, max_size=3),
        "spire": st.fixed_dictionaries(
            {"columns": st.lists(COLUMN, max_size=6)},
            optional={"players": st.one_of(st.none(), st.integers(1, 12)), "fatigue_above": st.integers(0, 50)},
        ),
        "event": st.fixed_dictionaries(
            {"kind": st.sampled_from(["stage", "rally", "hillclimb", "rallycross", "summit"])},
            optional={"laps": st.integers(1, 9), "tries": st.integers(1, 9)},
        ),
        "inventory": st.fixed_dictionaries(
            {},
            optional={
                "boxes": st.dictionaries(st.sampled_from([*catalog.boxes(), "attic"]), st.integers(0, 3)),
                "pieces": st.dictionaries(st.sampled_from(["204", "418", "x"]), st.integers(-3, 3)),
            },
        ),
        "waivers": st.lists(
            st.fixed_dictionaries({"code": st.sampled_from(["STG006", "PCE001", "ABC123"])}, optional={"place": WORDS}),
            max_size=3,
        ),
        "house_rules": st.dictionaries(
            st.sampled_from(["time.gear_6", "summit.hold_rows", "setup.restrictions_bind", "no.such.rule"]),
            st.one_of(st.integers(-9, 99), st.booleans(), WORDS),
        ),
    },
)


@settings(max_examples=examples(150), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(DESIGNS)
def test_any_design_that_fits_the_schema_is_judged(data: dict[str, Any]) -> None:
    assert schemas.problems(data, "design") == []
    design = native.from_data(data)
    found = validate(design)
    assert found == validate(native.parse(native.canonical(design)))
    ranks = [finding.severity.rank for finding in found]
    assert ranks == sorted(ranks)
    assert schemas.problems(report.to_data(found, design, "some.json"), "findings-report") == []
    assert report.text(found, "some.json")
    assert all(finding.message and finding.message[-1] in ".?!" for finding in found)


@settings(max_examples=examples(60), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.fixed_dictionaries({"tiles": st.lists(PLACED, max_size=8)}))
def test_a_safe_fix_never_makes_another_error(stage: dict[str, Any]) -> None:
    design = native.from_data({"format": "crest-design", "version": 1, "stage": stage})
    before = validate(design)
    errors = sum(1 for finding in before if finding.severity is Severity.ERROR)
    for finding in before:
        for fix in finding.fixes:
            if fix.safe:
                after = validate(fix.apply(design))
                assert sum(1 for each in after if each.severity is Severity.ERROR) <= errors, fix.name


@pytest.mark.parametrize("path", OFFICIAL, ids=lambda path: path.stem)
def test_official_stages_have_no_error_or_warning(path: Path) -> None:
    found = validate(native.load(path))
    assert [str(finding) for finding in found if finding.severity is not Severity.ADVICE] == []


@pytest.mark.parametrize("path", OFFICIAL[::4], ids=lambda path: path.stem)
def test_every_lost_tile_is_noticed(path: Path) -> None:
    design = native.load(path)
    assert design.stage is not None
    for tile in design.stage:
        if catalog.sides()[tile.tile].roads:
            rest = replace(design, stage=remove(design.stage, tile.hex))
            assert any(finding.counts for finding in validate(rest)), tile


def broken() -> Design:
    """A ring whose only fault is a branch that ends in the open."""
    return native.load(Path(__file__).parent / "cases" / "STG006-bad.json")


def test_waived_finding_stays_and_is_marked() -> None:
    (finding,) = validate(broken())
    assert finding.counts
    assert finding.place.text() == "tile 410a at 1,0 edge B"
    waiver = Waiver("STG006", finding.place.text(), "a field road", "Ari")
    (waived,) = validate(waive(broken(), waiver))
    assert waived.waived == waiver
    assert not waived.counts
    assert report.counts([waived]) == {"error": 0, "warning": 0, "advice": 0, "waived": 1}
    assert "Waived: a field road" in report.text([waived], "field.json")


def test_waiver_for_another_place_does_not_count() -> None:
    found = validate(waive(broken(), Waiver("STG006", "tile 410a at 9,9 edge B")))
    assert [finding.code for finding in found] == ["STG006", "DOC005"]
    assert found[0].counts


def test_select_and_ignore_by_code_or_topic() -> None:
    design = replace(broken(), dashboards=(Dashboard("Empty"),))
    assert {finding.code for finding in validate(design)} == {"STG006", "BRD004"}
    assert [finding.code for finding in validate(design, select=["brd"])] == ["BRD004"]
    assert [finding.code for finding in validate(design, ignore=["BRD004"])] == ["STG006"]
    assert validate(design, select=["STG"], ignore=["STG006"]) == ()
    assert chosen(validate(design)) == validate(design)


def test_place_says_where_in_few_words() -> None:
    assert NOWHERE.text() == ""
    assert Location(hex=Hex(0, 5), tile="418b", token="climb -1").text() == "tile 418b at 0,5 token climb -1"
    assert Location(board=1, slot="C3").text() == "board 2 slot C3"
    assert Location(column=0, row=3).text() == "column 1 row 3"
    assert Location(hex=Hex(0, 5), tile="418b").to_data() == {
        "q": 0,
        "r": 5,
        "tile": "418b",
        "text": "tile 418b at 0,5",
    }


def test_inventory_counts_both_sides_as_one_piece() -> None:
    stage = place(place(Stage(), "418a", Hex(0, 0)), "418b", Hex(1, 0))
    (finding,) = [each for each in validate(Design(stage=stage)) if each.code == "PCE003"]
    assert "418a and 418b are the two sides of one piece" in finding.message
    assert "2 copies of DIRT Climb" in finding.message


def test_equal_tile_is_offered_for_a_piece_used_twice() -> None:
    stage = place(place(Stage(), "204a", Hex(0, 0)), "204a", Hex(1, 0))
    (finding,) = [each for each in validate(Design(stage=stage)) if each.code == "PCE003"]
    assert finding.fixes
    fixed = finding.fixes[0].apply(Design(stage=stage))
    assert "PCE003" not in {each.code for each in validate(fixed)}


def test_two_sides_of_a_climb_2_list_as_printed_cannot_be_laid() -> None:
    """The Climb document lists 312a twice for Climb 2; no box combination short of two boxes holds it."""
    design = native.load(folder("exports") / "stages" / "climb-2.json")
    assert design.stage is not None
    tiles = tuple(replace(tile, tile="312a") if tile.tile == "311a" else tile for tile in design.stage)
    found = validate(replace(design, stage=replace(design.stage, tiles=tiles)))
    boxes = ("dirt-core-box", "dirt-climb", "dirt-110-percent", "dirt-monte-carlo")
    assert all(finding.code != "PCE003" for finding in found)  # 110% and Monte-Carlo hold one 312 each
    one_box = frozen({name: 1 for name in boxes if name != "dirt-110-percent"})
    owned = replace(design, stage=replace(design.stage, tiles=tiles), inventory=Inventory(one_box))
    assert "PCE002" in {finding.code for finding in validate(owned)}
