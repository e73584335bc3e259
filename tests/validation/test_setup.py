"""SET-UP: each category's restrictions as a JSON schema, in every slot; house rules turn them over."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from designer import catalog
from designer.design.dashboard import SLOTS, Dashboard, put
from designer.design.document import Design
from designer.design.values import frozen
from designer.validation import Finding, validate
from designer.validation.dashboards import kinds, ordered
from designer.validation.setup import category_schema, forbidden_tokens

CATEGORIES = sorted(catalog.setup_categories())


def legal(category: str) -> Dashboard:
    """A board with the layout, the track types and two gears."""
    record = catalog.setup_categories()[category]
    slots = dict(record["layout"])
    slots |= dict(zip(("T1", "T2", "T3"), record["track_types"], strict=False))
    slots |= {"C1": "gear-1", "C2": "gear-2"}
    return Dashboard("Build", frozen(slots), category)


def found(board: Dashboard, **more: object) -> list[Finding]:
    design = Design(dashboards=(board,), house_rules=frozen(more))
    return [finding for finding in validate(design) if finding.code.startswith("SET")]


@pytest.mark.parametrize("category", CATEGORIES)
def test_schema_is_a_valid_schema_and_accepts_a_legal_build(category: str) -> None:
    schema = category_schema(catalog.setup_categories()[category])
    Draft202012Validator.check_schema(schema)
    assert Draft202012Validator(schema).is_valid({"slots": dict(legal(category))})
    assert found(legal(category)) == []


@pytest.mark.parametrize("category", CATEGORIES)
@pytest.mark.parametrize("slot", SLOTS)
def test_each_forbidden_token_is_rejected_in_every_slot(category: str, slot: str) -> None:
    record = catalog.setup_categories()[category]
    schema = Draft202012Validator(category_schema(record))
    for rule in record["forbids"]:
        board = put(legal(category), slot, rule["token"])
        assert not schema.is_valid({"slots": dict(board)})
        mine = [finding for finding in found(board) if finding.code == "SET002"]
        # Over the restriction's own slot the token is still forbidden: the restriction is part of the category.
        assert [finding.place.slot for finding in mine] == [slot], (category, slot, rule)
        assert rule["token"] in mine[0].message
        assert slot in mine[0].message


@given(st.sampled_from(CATEGORIES), st.data())
def test_what_is_not_forbidden_may_lie_anywhere_any_number_of_times(category: str, data: st.DataObject) -> None:
    record = catalog.setup_categories()[category]
    groups = ("gear", "brake", "coast", "boost", "effect")
    allowed = [
        token for token, facts in kinds().items() if token not in forbidden_tokens(record) and facts.group in groups
    ]
    board = legal(category)
    for slot in data.draw(st.sets(st.sampled_from([slot for slot in SLOTS if slot not in board.slots]))):
        board = put(board, slot, data.draw(st.sampled_from(allowed)))
    assert found(board) == []


def test_boost_restriction_of_r6_turned_over_is_a_house_rule() -> None:
    """The Climb document's own example: flip the boost restriction of an R6 and use boost dice."""
    flip = next(slot for slot, token in catalog.setup_categories()["r6"]["layout"].items() if token == "no-boost")
    strict = put(legal("r6"), "C4", "boost")
    assert [finding.code for finding in found(strict)] == ["SET002"]
    assert [finding.code for finding in found(put(strict, flip, "blank"))] == ["SET004"]


def test_a_house_rule_may_lift_all_restrictions() -> None:
    assert found(put(legal("r6"), "C4", "boost"), **{"setup.restrictions_bind": False}) == []


def test_one_weather_is_enough_when_the_house_rule_says_so() -> None:
    slots = {slot: token for slot, token in legal("gt6").slots.items() if slot != "T2"}
    board = Dashboard("Dry", frozen(slots), "gt6")
    assert [finding.code for finding in found(board)] == ["SET006"]
    assert found(board, **{"setup.gt_needs_both_weathers": False}) == []


@given(st.dictionaries(st.sampled_from(("T1", "T2", "T3")), st.sampled_from(["gravel", "snow", "brake", "gear-1"])))
def test_ordering_the_top_row_keeps_other_tokens_and_closes_gaps(slots: dict[str, str]) -> None:
    after = ordered(Dashboard("Board", frozen(slots)))
    types = [after.slots.get(slot) for slot in ("T1", "T2", "T3") if after.slots.get(slot) in ("gravel", "snow")]
    assert len(types) == len(set(types))
    assert list(after.slots)[: len(types)] == ["T1", "T2", "T3"][: len(types)]
    assert sorted(set(after.slots.values())) == sorted(set(slots.values()))
