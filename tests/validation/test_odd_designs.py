"""Odd designs and house rules: the validator says something sensible, never raises, and stays quick."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from designer import catalog, rules
from designer.design.dashboard import Dashboard
from designer.design.document import Design
from designer.design.event import KINDS, BoardAt, Event
from designer.design.hexes import Hex
from designer.design.stage import PlacedTile, Stage, Token
from designer.design.values import frozen
from designer.formats import native
from designer.resources import folder
from designer.validation import Severity, validate
from designer.validation.fixing import fix_all
from tests.hurry import examples

OFFICIAL = [native.load(path) for path in sorted((folder("exports") / "stages").glob("*.json"))]
GALLERY = [
    native.load(path) for kind in ("dashboards", "spires") for path in sorted((folder("exports") / kind).glob("*.json"))
]


def stage(*tiles: tuple[Any, ...]) -> Design:
    return Design(
        stage=Stage(tuple(PlacedTile(tile, Hex(q, r), turn, tuple(tokens)) for tile, q, r, turn, *tokens in tiles))
    )


def errors(design: Design) -> list[str]:
    return [finding.code for finding in validate(design) if finding.severity is Severity.ERROR]


@pytest.mark.parametrize("kind", KINDS)
def test_an_empty_stage_of_any_event(kind: str) -> None:
    design = Design(stage=Stage(), event=Event(kind))
    assert "STG013" in {finding.code for finding in validate(design)}
    assert errors(design) == []


def test_fillers_alone_lack_start_and_finish() -> None:
    assert errors(stage(("901a", 0, 0, 0), ("902b", 1, 0, 0))) == ["STG008", "STG009"]


def test_a_ring_without_start_lacks_a_line() -> None:
    ring = stage(("210a", 0, 0, 0), ("211a", 1, 0, 2), ("212a", 0, 1, 4))
    assert "STG008" in errors(ring)
    assert "STG009" in errors(ring)


def test_a_start_that_leads_into_itself() -> None:
    assert errors(stage(("202a", 0, 0, 0))) == ["STG006", "STG009"]
    assert "STG012" not in errors(stage(("202a", 0, 0, 0), ("203a", 1, 0, 0)))


def test_tokens_where_they_do_not_belong() -> None:
    odd = (Token("climb", -1), Token("cloud"), Token("finish", place="Z"), Token("joker-exit"), Token("oxygen"))
    for tile in ("901a", "201a", "202a", "418b", "401a", "101", "999z"):
        found = validate(stage((tile, 0, 0, 0, *odd)))
        assert any(finding.code.startswith(("TOK", "PCE")) for finding in found)


def test_two_finish_standees_and_two_grids() -> None:
    tiles = stage(
        ("401a", 0, 0, 0),
        ("401b", 1, 0, 0),
        ("204a", 2, 0, 0, Token("finish", place="A")),
        ("205a", 3, 0, 0, Token("finish", place="A")),
    )
    assert {"STG011", "STG012"} <= set(errors(tiles))


def test_five_thousand_tiles_at_random_are_judged() -> None:
    sides = sorted(catalog.sides())
    tiles = tuple(
        PlacedTile(sides[number * 7 % len(sides)], Hex(number % 70, number // 70), number % 6) for number in range(5000)
    )
    found = validate(Design(stage=Stage(tiles)))
    assert len(found) > 5000
    assert not any(fix for finding in found if finding.code == "STG006" for fix in finding.fixes)


def test_five_thousand_tiles_on_one_hex() -> None:
    found = validate(Design(stage=Stage(tuple(PlacedTile("204a", Hex(0, 0)) for _ in range(5000)))))
    assert sum(finding.code == "STG001" for finding in found) == 4999


def other_values(record: Any) -> list[Any]:
    """Values that a rule may take besides the standard one."""
    value = record["value"]
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        low, high = record.get("minimum", value), record.get("maximum", value)
        return [
            number
            for number in dict.fromkeys((low, high, value - 1, value + 1))
            if low <= number <= high and number != value
        ]
    choices = list(record.get("choices", ()))
    return [[], choices] if isinstance(value, list) else [choice for choice in choices if choice != value]


@pytest.mark.parametrize("topic", sorted({name.partition(".")[0] for name in rules.names()}))
def test_every_house_rule_can_be_changed_without_breaking_the_validator(topic: str) -> None:
    board = Dashboard(
        "Mule",
        frozen(
            {
                "T1": "gravel",
                "T2": "asphalt",
                "C1": "gear-1",
                "C2": "gear-2",
                "C3": "gear-3",
                "C4": "coast",
                "C5": "boost",
                "C6": "brake",
            }
        ),
    )
    for name in rules.names():
        for value in other_values(rules.record(name)) if name.startswith(f"{topic}.") else ():
            for design in (GALLERY[-1],) if topic == "summit" else (OFFICIAL[0], OFFICIAL[-1]):
                changed = replace(design, house_rules=frozen({name: value}), dashboards=(board,))
                assert "DOC006" not in {finding.code for finding in validate(changed)}, name


@settings(max_examples=examples(40), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.sampled_from(OFFICIAL),
    st.dictionaries(st.sampled_from(rules.names()), st.integers(0, 9), max_size=6),
    st.sampled_from(KINDS),
)
def test_official_stages_under_any_rules_and_event(design: Design, wild: dict[str, int], kind: str) -> None:
    changed = replace(
        design,
        house_rules=frozen(
            {
                name: rules.record(name)["value"] if rules.misfit(rules.record(name), value) else value
                for name, value in wild.items()
            }
        ),
        event=Event(kind),
    )
    found = validate(changed)
    assert found == validate(changed)
    fixed = fix_all(changed)
    assert len(errors(fixed.design)) <= sum(finding.severity is Severity.ERROR for finding in found)


@pytest.mark.parametrize("design", GALLERY, ids=lambda design: design.name)
def test_the_gallery_has_no_error_or_warning(design: Design) -> None:
    assert [str(finding) for finding in validate(design) if finding.severity is not Severity.ADVICE] == []


@pytest.mark.parametrize(
    ("rule", "value", "slots", "code"),
    [
        ("unlimited.track_tokens_top_row_only", False, {"C1": "gear-1", "C2": "gear-2", "C3": "snow"}, "BRD003"),
        ("unlimited.track_tokens_from_right", False, {"T1": "brake", "T2": "gravel", "C1": "gear-1"}, "BRD006"),
        (
            "unlimited.printed_limit",
            3,
            {f"C{number}": "coast" for number in range(1, 11)}
            | {"A1": "coast", "A2": "coast", "B1": "coast", "B2": "coast", "T2": "coast", "T3": "coast"},
            "BRD010",
        ),
    ],
)
def test_house_rules_on_boards_lift_their_findings(rule: str, value: Any, slots: dict[str, str], code: str) -> None:
    design = Design(dashboards=(Dashboard("Mule", frozen({"T1": "gravel", **slots})),))
    assert code in {finding.code for finding in validate(design)}
    lifted = replace(design, house_rules=frozen({rule: value}))
    assert code not in {finding.code for finding in validate(lifted)}


def test_a_house_rule_lets_tyres_change_their_category_in_a_rally() -> None:
    boards = (
        Dashboard("A", frozen({"T1": "gravel", "C1": "gear-1", "C2": "gear-2"})),
        Dashboard("B", frozen({"T1": "gravel", "C1": "gear-1", "C2": "gear-2"}), "mine"),
    )
    event = Event("rally", boards=(BoardAt("start", "A"), BoardAt("repairs", "B")))
    design = Design(stage=OFFICIAL[2].stage, dashboards=boards, event=event)
    assert "EVT008" in {finding.code for finding in validate(design)}
    free = replace(design, house_rules=frozen({"rally.tyres_within_category": False}))
    assert "EVT008" not in {finding.code for finding in validate(free)}
