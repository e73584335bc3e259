"""Rallies: assistance and tyres within a design and between stages, weather that turns tiles over."""

from __future__ import annotations

from dataclasses import replace

import pytest

from designer import rules
from designer.design.dashboard import Dashboard
from designer.design.document import Design
from designer.design.event import BoardAt, Event
from designer.design.hexes import Hex
from designer.design.stage import Stage
from designer.design.values import frozen
from designer.formats import native
from designer.graph.assistance import has_assistance
from designer.resources import folder
from designer.validation import validate
from designer.validation.rally import sequence

RALLY_8 = [native.load(folder("exports") / "stages" / f"rally-8-ss{number}.json") for number in (1, 2, 3)]


def with_boards(design: Design, *entries: BoardAt, category: str | None = None) -> Design:
    names = dict.fromkeys(entry.board for entry in entries)
    boards = tuple(
        Dashboard(name, frozen({"T1": "gravel", "C1": "gear-1", "C2": "gear-2"}), category if number else None)
        for number, name in enumerate(names)
    )
    return replace(design, dashboards=boards, event=Event("rally", boards=entries))


def test_printed_service_parks_give_assistance() -> None:
    """Rally 8: the printed lists have tile 201b for SS1 and SS2 and none for SS3."""
    assert [has_assistance(design.stage or Stage()) for design in RALLY_8] == [True, True, False]


def test_assistance_is_a_service_park_on_the_road_of_the_finish() -> None:
    """110%, "Choosing your Dashboard tires": checks and races ask one function, so one lying apart helps neither."""
    stage = RALLY_8[0].stage or Stage()
    park = next(tile for tile in stage if tile.tile.startswith("201"))
    assert has_assistance(stage)
    others = [tile for tile in stage if tile != park]
    away = Stage((*others, replace(park, hex=Hex(park.hex.q + 9, park.hex.r + 9))))
    assert not has_assistance(away)
    turned = [Stage((*others, replace(park, rotation=(park.rotation + turn) % 6))) for turn in range(6)]
    assert {has_assistance(each) for each in turned} == {True, False}, "its road has to join that of the finish"


def test_stages_in_order_and_out_of_order() -> None:
    standard = rules.load()
    assert sequence(RALLY_8, standard) == ((), (), ())
    found = sequence(list(reversed(RALLY_8)), standard)
    assert [[finding.code for finding in stage] for stage in found] == [[], ["RAL004"], ["RAL004"]]
    assert found[1][0].message.startswith("Rally 8 SS2 comes after Rally 8 SS3.")


@pytest.mark.parametrize(("switch", "expected"), [(True, ["RAL005"]), (False, [])])
def test_tyres_change_between_stages_only_after_assistance(switch: bool, expected: list[str]) -> None:
    plain = replace(RALLY_8[2], name="A SS1")
    stages = [
        with_boards(plain, BoardAt("start", "Gravel tyres")),
        with_boards(replace(RALLY_8[1], name="A SS2"), BoardAt("start", "Snow tyres")),
    ]
    standard = rules.load(house_rules={"rally.tyres_need_assistance": switch})
    assert [finding.code for finding in sequence(stages, standard)[1]] == expected
    assisted = [with_boards(replace(RALLY_8[0], name="A SS1"), BoardAt("start", "Gravel tyres")), stages[1]]
    assert sequence(assisted, standard)[1] == ()


def test_tyres_change_within_a_category() -> None:
    first = with_boards(RALLY_8[0], BoardAt("start", "R6"))
    second = replace(
        RALLY_8[1],
        event=Event("rally", boards=(BoardAt("start", "R5"),)),
        dashboards=(Dashboard("R5", frozen({"T1": "gravel"}), "r5"),),
    )
    (finding,) = sequence([first, second], rules.load())[1]
    assert "from R6 (a free build) to R5 (r5); tyres are changed within a category" in finding.message
    free = rules.load(house_rules={"rally.tyres_within_category": False})
    assert sequence([first, second], free)[1] == ()


@pytest.mark.parametrize("name", ["rally-7-ss1", "rally-8-ss3", "rally-9-ss1"])
def test_tiles_of_110_percent_keep_the_shape_when_the_weather_turns_them(name: str) -> None:
    design = native.load(folder("exports") / "stages" / f"{name}.json")
    with_weather = replace(design, house_rules=frozen({"weather.allowed": True}))
    assert "RAL003" not in {finding.code for finding in validate(with_weather)}


def test_weather_is_not_asked_about_unless_it_is_in_play() -> None:
    gravel = native.load(folder("exports") / "stages" / "rally-1-ss1.json")
    assert validate(gravel) == ()
    stormy = replace(gravel, house_rules=frozen({"weather.allowed": True}))
    assert [finding.code for finding in validate(stormy)] == ["RAL002"]
    turns_gravel = frozen({"weather.allowed": True, "weather.flips": ["gravel"]})
    assert "RAL002" not in {finding.code for finding in validate(replace(gravel, house_rules=turns_gravel))}
