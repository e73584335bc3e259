"""Cars on the stage: what a player is told, for boards of the design and for standard cars."""

from __future__ import annotations

from dataclasses import replace

import pytest

from designer import catalog
from designer.design.dashboard import Dashboard
from designer.design.document import Design
from designer.design.event import Event
from designer.design.hexes import Hex
from designer.design.stage import Stage, Token, place, put_token
from designer.design.values import frozen
from designer.formats import native
from designer.resources import folder
from designer.validation import Finding, validate


def line(*tiles: str) -> Stage:
    stage = Stage()
    for number, tile in enumerate(tiles):
        stage = place(stage, tile, Hex(number, 0))
    return stage


HILL = line("202a", "418b", "203a")


def board(name: str = "Mule", types: tuple[str, ...] = ("gravel",), **slots: str) -> Dashboard:
    return Dashboard(name, frozen({**dict(zip(("T1", "T2", "T3"), types, strict=False)), **slots}))


def gears(*values: int, **more: str) -> dict[str, str]:
    return {**{f"C{number}": f"gear-{value}" for number, value in enumerate(values, start=1)}, **more}


def found(design: Design, *codes: str) -> list[Finding]:
    return [finding for finding in validate(design) if finding.code in codes]


def test_the_message_names_the_spaces_and_what_is_missing() -> None:
    (finding,) = found(Design(stage=HILL, dashboards=(board(**gears(3, 4)),)), "DRV001")
    assert finding.message == (
        "Board Mule cannot get to the finish: it comes as far as space bl of tile 202a at 0,0 in gear 0, and it has no "
        "die for the step to space cl of tile 202a at 0,0 and it has no die for the step to space cr of tile 202a at "
        "0,0."
    )
    assert finding.place.board == 0
    assert finding.place.hex == Hex(0, 0)


def test_a_car_passes_ascents_from_the_gears_above_the_first() -> None:
    (finding,) = found(Design(stage=HILL, dashboards=(board(**gears(1, 2, 3, 4, 5, 6)),)), "DRV005")
    assert "up the climb lines on tile 418b at 1,0 (first from" in finding.message
    assert "in gear 2-3, but is blocked in 1" in finding.message  # no more than gear 3 from the start just before it


def test_downhill_the_top_gear_is_blocked_unless_coast_and_brake_keep_it() -> None:
    down = place(place(place(Stage(), "202a", Hex(0, 0)), "418b", Hex(1, 0), 3), "203a", Hex(2, 0))
    (finding,) = found(Design(stage=down, dashboards=(board(**gears(1, 2, 3, 4)),)), "DRV005")
    assert "down the climb lines" in finding.message
    assert "blocked in 4" in finding.message
    kept = board(**gears(1, 2, 3, 4, C5="coast", C6="brake"))
    (finding,) = found(Design(stage=down, dashboards=(kept,)), "DRV005") or (None,)
    assert finding is None or "blocked in 4" not in finding.message


def test_every_board_is_judged_by_itself() -> None:
    design = Design(stage=HILL, dashboards=(board("Good", **gears(1, 2, 3)), board("Bad", **gears(3, 4))))
    assert [finding.message.split(" cannot")[0] for finding in found(design, "DRV001")] == ["Board Bad"]


def test_a_board_that_is_called_board_is_not_told_twice() -> None:
    design = Design(stage=HILL, dashboards=(board("Board 1", **gears(3, 4)), board("Boardwalk", **gears(3, 4))))
    told = [finding.message.split(" cannot")[0] for finding in found(design, "DRV001")]
    assert told == ["Board 1", "Board Boardwalk"]


def test_boards_with_faults_of_their_own_are_left_to_the_board_checks() -> None:
    design = Design(stage=HILL, dashboards=(board(types=("snow",), **gears(3, 4)),))
    assert not [finding for finding in validate(design) if finding.code.startswith("DRV")]


def test_without_boards_only_what_holds_for_every_standard_car_is_said() -> None:
    assert found(Design(stage=HILL), "DRV001", "DRV002", "DRV003", "DRV004", "DRV005") == []
    slow = Design(
        stage=HILL,
        house_rules=frozen({"plan.flying_start": False, "plan.first_gear": 6, "plan.first_die_same_gear": False}),
    )
    stuck = found(slow, "DRV001", "DRV002", "DRV004")
    assert all("every other standard car" in finding.message for finding in stuck)


def test_oxygen_that_leaves_a_coast_die_is_no_word_worth() -> None:
    pair = board(**gears(1, 2, 3, C4="coast", C5="coast", C6="boost"))
    for value, told in ((-1, False), (-2, True), (-3, True)):
        stage = put_token(HILL, Hex(1, 0), Token("oxygen", value))
        assert bool(found(Design(stage=stage, dashboards=(pair,)), "TOK009")) is told


def test_a_house_rule_without_the_pair_makes_oxygen_harmless() -> None:
    pair = board(**gears(1, 2, 3, C4="coast", C6="boost"))
    design = Design(stage=put_token(HILL, Hex(1, 0), Token("oxygen", -1)), dashboards=(pair,))
    assert found(design, "TOK009")
    assert not found(replace(design, house_rules=frozen({"climb.coast_boost_ascent": False})), "TOK009")


def test_a_track_with_a_gap_is_not_asked_about_cars() -> None:
    gap = Design(stage=line("202a", "901a", "203a"), dashboards=(board(**gears(3, 4)),))
    assert {finding.code for finding in validate(gap) if finding.code.startswith("DRV")} == set()


def test_cars_are_asked_where_only_a_branch_ends_in_the_open() -> None:
    design = Design(stage=line("202a", "402b", "203a"), dashboards=(board(**gears(3, 4)),))
    assert {finding.code for finding in validate(design)} == {"STG019", "DRV001", "BRD017"}


@pytest.mark.parametrize("car", sorted(path.stem for path in (folder("exports") / "dashboards").glob("*.json")))
def test_the_gallery_of_boards_gets_through_climb_1_where_its_track_types_fit(car: str) -> None:
    boards = native.load(folder("exports") / "dashboards" / f"{car}.json").dashboards
    stage = native.load(folder("exports") / "stages" / "climb-1.json").stage
    assert not found(Design(stage=stage, dashboards=boards), "DRV001", "DRV002")


def test_rallycross_is_asked_of_rallycross_cars() -> None:
    design = native.load(folder("exports") / "stages" / "rx2-ss1.json")
    assert not [finding for finding in validate(design) if finding.code.startswith("DRV")]
    assert catalog.standard_boards()["rx-asphalt"].car_class == "rx"
    long = replace(design, event=Event("rallycross", laps=50))
    assert validate(long) == validate(design)
