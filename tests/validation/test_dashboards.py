"""Boards: what is told of a board alone, of all boards on the table, and of boards on a stage."""

from __future__ import annotations

from dataclasses import replace

import pytest

from designer.design.dashboard import Dashboard
from designer.design.document import Design, Inventory
from designer.design.event import BoardAt, Event
from designer.design.hexes import Hex
from designer.design.stage import Stage, Token, place, put_token
from designer.design.values import frozen
from designer.formats import native
from designer.model.compiled import compile_design
from designer.play.cars import car_from_dashboard
from designer.simulator.rally.batches import refusal
from designer.simulator.rally.compare import compare
from designer.validation import Finding, validate
from designer.validation.report import to_data


def line(*tiles: str) -> Stage:
    stage = Stage()
    for number, tile in enumerate(tiles):
        stage = place(stage, tile, Hex(number, 0))
    return stage


GRAVEL = line("202a", "203a")


def board(name: str = "Mule", category: str | None = None, **slots: str) -> Dashboard:
    return Dashboard(name, frozen(slots), category)


def gears(*values: int) -> dict[str, str]:
    return {f"C{number}": f"gear-{value}" for number, value in enumerate(values, start=1)}


def told(design: Design, *codes: str) -> list[Finding]:
    return [finding for finding in validate(design) if finding.code.startswith(codes or ("",))]


# gears -------------------------------------------------------------------------------------------------------------


def test_gears_without_one_to_set_off_with_are_advice_and_the_stage_says_once_that_it_cannot_be_driven() -> None:
    """Climb, "Creating your Dashboard"."""
    mule = board(T1="gravel", **gears(5, 6))
    alone = told(Design(dashboards=(mule,)), "")
    assert [(finding.code, str(finding.severity)) for finding in alone] == [("BRD017", "advice")]
    assert "gears 5 and 6 only" in alone[0].message
    assert "gear 1, or by a flying start with gear 2" in alone[0].message
    on_a_stage = told(Design(stage=GRAVEL, dashboards=(mule,)), "")
    assert [(finding.code, str(finding.severity)) for finding in on_a_stage] == [
        ("DRV001", "error"),
        ("BRD017", "advice"),
    ]
    assert on_a_stage[1].message == alone[0].message


def test_a_board_without_gears_leaves_it_to_the_stage_to_say_that_it_cannot_be_driven() -> None:
    found = told(Design(stage=GRAVEL, dashboards=(board(T1="gravel", C1="coast"),)), "")
    assert [finding.code for finding in found] == ["DRV001", "BRD011"]
    assert "drive" not in found[1].message


@pytest.mark.parametrize(
    ("values", "more", "house", "expected"),
    [
        ((1, 2, 5, 6), {}, {}, "gears 5 and 6: no die leads up there from gears 1 and 2"),
        ((2, 3, 5, 6), {"C9": "boost"}, {}, None),
        ((2, 3), {}, {}, None),  # a flying start
        ((2, 3), {}, {"plan.flying_start": False}, "begins with gear 1."),
        ((5, 6), {}, {"plan.flying_start_gear": 5}, None),
        ((3, 5), {"C9": "boost"}, {}, "none to set off with"),  # and not that boost dice speed it up
    ],
)
def test_gears_out_of_reach_by_the_rules_in_force(
    values: tuple[int, ...], more: dict[str, str], house: dict[str, object], expected: str | None
) -> None:
    mule = board(T1="gravel", **gears(*values), **more)
    found = told(Design(dashboards=(mule,), house_rules=frozen(house)), "BRD011", "BRD013", "BRD017")
    assert [finding.code for finding in found] == ([] if expected is None else ["BRD017"])
    assert expected is None or expected in found[0].message


def test_gears_that_one_track_type_alone_leads_up_to_are_within_reach() -> None:
    mule = board(T1="gravel", T2="snow", A1="gear-2", C1="gear-1", C2="gear-3", C3="gear-4")
    assert told(Design(dashboards=(mule,)), "BRD017") == []


# weather -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("category", ["gt6", None])
@pytest.mark.parametrize(("has", "lacks"), [("dry", "wet"), ("wet", "dry")])
def test_a_gt_board_needs_dry_and_wet(category: str | None, has: str, lacks: str) -> None:
    """Climb, "GT Dashboards"."""
    layout = {"C10": "gt", "C9": "no-boost"} if category else {}
    design = Design(dashboards=(board(category=category, T1=has, **layout, **gears(1, 2)),))
    (finding,) = told(design, "SET")
    assert (finding.code, str(finding.severity)) == ("SET006", "error")
    assert f"has no {lacks} token" in finding.message
    assert "needed" in finding.message
    fixed = finding.fixes[0].apply(design)
    assert (fixed.dashboards[0].slots["T1"], fixed.dashboards[0].slots["T2"]) == (has, lacks)
    assert told(fixed, "SET", "BRD") == []
    assert told(Design(dashboards=design.dashboards, house_rules=frozen({"setup.gt_needs_both_weathers": False}))) == []


def test_a_rallycross_is_driven_in_the_dry() -> None:
    """RX, "Setup": a board of one weather is only asked for the other in a category of GT."""
    free, build = (
        board(T1="dry", **gears(1, 2)),
        board("Build", "gt6", T1="dry", C10="gt", C9="no-boost", **gears(1, 2)),
    )
    design = Design(event=Event("rallycross"), dashboards=(free, build))
    assert [finding.place.board for finding in told(design, "SET006")] == [1]


WEATHER = frozen({"weather.allowed": True})


@pytest.mark.parametrize(
    ("stage", "types", "codes"),
    [
        # 303 is asphalt on one side and snow on the other.
        (("202a", "303a", "203a"), ("gravel", "asphalt"), ["BRD016"]),
        (("202a", "303a", "203a"), ("gravel",), ["BRD007", "BRD016"]),
        (("202a", "303a", "203a"), ("snow",), ["BRD015"]),
        (("202a", "303a", "203a"), ("gravel", "asphalt", "snow"), []),
        (("301a", "303a", "302a"), ("asphalt",), ["BRD016"]),
        (("301a", "303a", "302a"), ("gravel",), ["BRD015", "BRD016"]),
        (("301a", "303a", "302a"), ("asphalt", "snow"), []),  # and snow is no spare token
        (("301a", "303a", "302a"), ("asphalt", "gravel"), ["BRD016", "BRD008"]),
        (("202a", "203a"), ("gravel",), []),
        (("301a", "203a"), ("gravel", "asphalt"), []),  # the start tile is never ahead of a car
        (("202a", "302a"), ("gravel", "asphalt"), ["BRD016"]),
        (("202a", "303a", "203a"), ("dry", "wet"), []),
        (("202a", "303a", "203a"), ("wet",), ["BRD016", "SET006"]),
    ],
)
def test_a_board_lacking_a_track_type_that_the_weather_can_turn_up_is_told(
    stage: tuple[str, ...], types: tuple[str, ...], codes: list[str]
) -> None:
    """110%, "Weather": snow and asphalt tiles ahead are turned over."""
    mule = board(**dict(zip(("T1", "T2", "T3"), types, strict=False)), **gears(1, 2, 3))
    design = Design(stage=line(*stage), dashboards=(mule,), house_rules=WEATHER)
    found = told(design, "BRD", "SET")
    assert [finding.code for finding in found] == codes
    if "wet" in types and codes:
        assert "every race begins in the dry" in found[0].message
        return
    for finding in found:
        if finding.code == "BRD016":
            assert "for snow, which the weather can turn up" in finding.message
            fixed = finding.fixes[0].apply(design)
            assert told(fixed, "BRD") == []


def test_weather_asks_each_board_of_a_design_and_not_once_it_is_off() -> None:
    one = board("One", T1="gravel", T2="asphalt", **gears(1, 2))
    other = board("Other", T1="asphalt", T2="gravel", T3="snow", **gears(1, 2))
    third = board("Third", T1="asphalt", T2="gravel", **gears(1, 2))
    bare = board("Bare", T1="asphalt", T2="gravel", T3="snow", A1="gear-1", A2="gear-2", B1="gear-3")
    design = Design(
        stage=line("202a", "303a", "203a"),
        dashboards=(one, other, third, bare),
        event=Event("rally", boards=(BoardAt("start", "One"),)),
        house_rules=WEATHER,
    )
    found = told(design, "BRD016")
    assert [finding.place.board for finding in found] == [0, 2, 3]
    assert "no gear die on snow" in found[2].message
    assert told(replace(design, house_rules=frozen({})), "BRD016") == []
    assert told(replace(design, house_rules=frozen({**WEATHER, "weather.tokens": 0})), "BRD016") == []
    assert told(replace(design, house_rules=frozen({**WEATHER, "weather.flips": ("snow",)})), "BRD016") == []
    assert refusal(design, car_from_dashboard(third, compile_design(design).rules)) == found[1].message


def test_builds_that_the_weather_stops_are_listed_in_a_comparison() -> None:
    one = board("One", T1="gravel", T2="asphalt", **gears(1, 2))
    other = board("Other", T1="asphalt", T2="gravel", T3="snow", **gears(1, 2))
    result = compare(Design(stage=line("202a", "303a", "203a"), house_rules=WEATHER), [one, other], runs=2)
    assert [bool(entry.report) for entry in result.entries] == [False, True]
    assert "which the weather can turn up" in result.entries[0].problem


# restrictions ------------------------------------------------------------------------------------------------------

R6 = {"C10": "r", "C9": "no-boost", "C8": "no-sisu"}


@pytest.mark.parametrize(
    ("category", "slots", "codes"),
    [
        (None, {"C10": "no-boost", "C4": "boost"}, ["SET008"]),
        (None, {"T2": "no-sisu", "A1": "sisu", "C4": "sisu"}, ["SET008", "SET008"]),
        (None, {"C10": "blank", "C4": "boost"}, []),
        (None, {"C10": "no-gear-6", "C4": "boost"}, []),
        ("r6", {**R6, "C7": "no-gear-6", "C4": "gear-6"}, ["SET008"]),
        ("r6", {**R6, "C7": "no-boost", "C4": "boost"}, ["SET002"]),  # once
        ("r6", {**R6, "C9": "blank", "C7": "no-boost", "C4": "boost"}, ["SET008", "SET004"]),
        ("r6", {**R6, "C9": "no-gear-6", "C4": "gear-6"}, ["SET003", "SET008"]),  # another piece of the layout's slot
        ("r9", {"C10": "no-gear-5", "C4": "gear-5"}, ["SET001", "SET008"]),
    ],
)
def test_a_restriction_piece_forbids_what_it_shows_wherever_it_lies(
    category: str | None, slots: dict[str, str], codes: list[str]
) -> None:
    """Climb, "SET-UP Mode"."""
    mule = board("Mule", category, T1="gravel", **gears(1, 2, 3), **slots)
    found = told(Design(dashboards=(mule,)), "SET")
    assert [finding.code for finding in found] == codes
    for finding in found:
        if finding.code == "SET008":
            token, slot = mule.slots[finding.place.slot or ""], finding.place.slot
            assert f"has {token} in {slot}" in finding.message
            assert f"no-{token} token in" in finding.message
            for fix in finding.fixes:
                again = told(fix.apply(Design(dashboards=(mule,))), "SET008")
                assert slot not in [other.place.slot for other in again]
    lifted = told(
        Design(dashboards=(mule,), house_rules=frozen({"setup.restrictions_bind": False})), "SET008", "SET002"
    )
    assert lifted == []


def test_a_category_of_ones_own_that_leaves_a_piece_out_of_its_list_is_bound_by_it_all_the_same() -> None:
    record = {
        "id": "mine",
        "name": "Mine",
        "kind": "rally",
        "layout": {"C10": "no-boost"},
        "layout_source": "own",
        "forbids": [],
    }
    mule = board("Mule", "mine", T1="gravel", C10="no-boost", C4="boost", **gears(1, 2))
    found = told(Design(dashboards=(mule,), categories=(frozen(record),)), "SET")
    assert [finding.code for finding in found] == ["SET007", "SET008"]


# supply ------------------------------------------------------------------------------------------------------------

ONE_CLIMB = Inventory(boxes=frozen({"dirt-climb": 1, "dirt-core-box": 1}))


def carrying(name: str, *tokens: str) -> Dashboard:
    """A board that can be driven, with some tokens on it."""
    lying = {f"C{number}": token for number, token in enumerate(("gear-1", "gear-2", *tokens), start=1)}
    return board(name, T1="gravel", **lying)


def six(*sisu: int) -> tuple[Dashboard, ...]:
    return tuple(carrying(f"B{number}", *["sisu"] * count) for number, count in enumerate(sisu, start=1))


@pytest.mark.parametrize("inventory", [None, ONE_CLIMB])
def test_the_supply_counts_all_boards_on_the_table_in_one_finding(inventory: Inventory | None) -> None:
    """Climb, "Components": 12 SISU."""
    (finding,) = told(Design(dashboards=six(3, 2, 2, 2, 2, 2), inventory=inventory))
    assert (finding.code, str(finding.severity)) == ("BRD012", "error")
    assert "need 13 sisu (12 owned)" in finding.message
    assert "assumed" not in finding.message
    assert finding.place.text() == "dashboards"
    assert told(Design(dashboards=six(2, 2, 2, 2, 2, 2), inventory=inventory)) == []
    two = Inventory(boxes=frozen({"dirt-climb": 2, "dirt-core-box": 1}))
    assert told(Design(dashboards=six(3, 2, 2, 2, 2, 2), inventory=two)) == []
    none = Inventory(boxes=frozen({"dirt-core-box": 1}))
    (bare,) = told(Design(dashboards=(board(C1="sisu", T1="gravel"),), inventory=none), "BRD012")
    assert "1 gravel (0 owned) and 1 sisu (0 owned)" in bare.message or "1 sisu (0 owned)" in bare.message


def test_a_piece_with_two_faces_is_one_piece() -> None:
    """Climb, "Components": gears on one face, boost, brake or coast on the other; R and GT; track type and weather."""
    rally = [board(f"R{number}", T1="gravel", C10="r", **gears(1, 2)) for number in range(4)]
    circuit = [board(f"G{number}", T1="dry", T2="wet", C10="gt", **gears(1, 2)) for number in range(3)]
    (finding,) = told(Design(dashboards=(*rally, *circuit)))
    assert finding.code == "BRD012"
    assert "4 gravel and 3 dry (faces of the same pieces: 7 needed, 6 owned)" in finding.message
    assert "4 r and 3 gt (faces of the same pieces: 7 needed, 6 owned)" in finding.message
    assert "assumed" in finding.message  # which weather is on which back
    assert told(Design(dashboards=(*rally[:3], *circuit))) == []


def test_a_restriction_turned_over_is_still_that_piece() -> None:
    boards = [carrying(f"B{number}", "no-boost", "no-boost") for number in range(3)]
    assert told(Design(dashboards=tuple(boards)), "BRD012") == []
    fourth = carrying("B4", "no-boost")
    (finding,) = told(Design(dashboards=(*boards, fourth)), "BRD012")
    assert "7 no-boost (6 owned)" in finding.message
    blanks = carrying("B5", *["blank"] * 8)
    assert told(Design(dashboards=(*boards, blanks)), "BRD012") == []
    (finding,) = told(
        Design(dashboards=(*boards, blanks, carrying("B6", *["blank"] * 8), carrying("B7", *["blank"] * 3))), "BRD012"
    )
    assert "6 no-boost and 19 blank (faces of the same pieces: 25 needed, 24 owned)" in finding.message


def test_boards_of_one_driver_do_not_lie_at_once_and_two_drivers_with_one_board_have_two() -> None:
    """Assumed: one board of each driver of the event lies on the table, whichever it is at that time."""
    a, b, c = carrying("A", *["sisu"] * 7), carrying("B", *["sisu"] * 6), carrying("C", *["sisu"] * 5)

    def event(*entries: tuple[str, str, str]) -> Event:
        return Event("hillclimb", boards=tuple(BoardAt(when, name, driver) for when, driver, name in entries))

    def short(held: Event | None) -> list[Finding]:
        return told(Design(dashboards=(a, b, c), event=held), "BRD012")

    assert "18 sisu" in short(None)[0].message
    assert "let the event say" in short(None)[0].message
    assert short(event(("start", "Ann", "A"), ("between-tries", "Ann", "B"), ("between-tries", "Ann", "C"))) == []
    assert short(event(("start", "Ann", "A"), ("start", "Bo", "C"))) == []
    changed = event(("start", "Ann", "C"), ("start", "Bo", "B"), ("between-tries", "Ann", "A"))
    (finding,) = short(changed)  # Ann may have changed before Bo does
    assert "The 2 boards on the table need 13 sisu (12 owned)" in finding.message
    assert "let the event say" not in finding.message
    twins = event(("start", "Ann", "A"), ("start", "Bo", "A"))
    assert "14 sisu (12 owned)" in short(twins)[0].message
    assert short(event(("start", "Ann", "Nobody"))) != []  # no board that there is: all lie there


def test_boards_that_no_driver_has_are_asked_alone() -> None:
    big = carrying("Big", *["puncture-proof"] * 7)
    small = carrying("Small", "puncture-proof")
    design = Design(dashboards=(small, big), event=Event("stage", boards=(BoardAt("start", "Small"),)))
    (finding,) = told(design, "BRD012")
    assert finding.place.board == 1
    assert finding.message.startswith("Board Big needs 7 puncture-proof (6 owned)")


def test_the_report_as_data_names_the_shortage() -> None:
    design = Design(dashboards=six(3, 2, 2, 2, 2, 2))
    data = to_data(validate(design), design, "six.json")
    (entry,) = data["findings"]
    assert entry["place"]["path"] == "dashboards"
    assert "13 sisu (12 owned)" in entry["message"]


# what is assumed of the boxes --------------------------------------------------------------------------------------


def thin_air(*values: int) -> Stage:
    stage = line("202a", *["204a"] * len(values), "203a")
    for number, value in enumerate(values, start=1):
        stage = put_token(stage, Hex(number, 0), Token("oxygen", value))
    return stage


def test_the_oxygen_split_is_assumed_and_can_be_changed() -> None:
    """Climb, "Components": nine oxygen tokens; the split is a picture."""
    four = thin_air(-1, -1, -1, -1)
    (finding,) = told(Design(stage=four), "TOK003")
    assert "4 oxygen -1 tokens lie on the stage, but there are 3" in finding.message
    assert "assumed" in finding.message
    assert "supply.oxygen_1" in finding.message
    house = frozen({"supply.oxygen_1": 4, "supply.oxygen_3": 2})
    assert told(Design(stage=four, house_rules=house), "TOK003") == []
    (finding,) = told(Design(stage=thin_air(*[-1] * 5), house_rules=house), "TOK003")
    assert "but there are 4" in finding.message
    assert "assumed" not in finding.message
    (finding,) = told(Design(stage=thin_air(*[-1] * 10)), "TOK003")
    assert "10 oxygen tokens" in finding.message  # nine stand in the document
    assert "assumed" not in finding.message


def test_the_dice_of_climb_are_assumed_and_can_be_changed() -> None:
    """Climb, "Components": five dice, their kinds are pictures."""
    boosted = carrying("Mule", "boost", "boost", "boost")
    (finding,) = told(Design(dashboards=(boosted,), inventory=ONE_CLIMB), "BRD014")
    assert "needs 3 boost (2 at hand)" in finding.message
    assert "Which dice come with DIRT Climb is assumed" in finding.message
    assert "supply.climb_dice.boost" in finding.message
    house = frozen({"supply.climb_dice.boost": 3})
    assert told(Design(dashboards=(boosted,), inventory=ONE_CLIMB, house_rules=house), "BRD014") == []
    fewer = Design(dashboards=(boosted,), inventory=ONE_CLIMB, house_rules=frozen({"supply.climb_dice.boost": 1}))
    (finding,) = told(fewer, "BRD014")
    assert "(1 at hand)" in finding.message
    assert "assumed" not in finding.message
    core = Inventory(boxes=frozen({"dirt-core-box": 1, "dirt-climb": 1}))
    (finding,) = told(Design(dashboards=(carrying("Mule", "gear-3", "gear-3"),), inventory=core), "BRD014")
    assert "Which dice come with DIRT Climb is assumed." in finding.message  # nor is it known to bring no gear 3


def test_the_inventory_lists_dice_owned() -> None:
    """Climb, "Expanding your options - extra dice"."""
    boosted = carrying("Mule", "boost", "boost", "boost")

    def short(**dice: int) -> list[Finding]:
        inventory = Inventory(boxes=ONE_CLIMB.boxes, dice=frozen(dice))
        return told(Design(dashboards=(boosted,), inventory=inventory), "BRD014", "PCE004")

    assert short(boost=3) == []
    (finding,) = short(boost=2)
    assert "needs 3 boost (2 at hand)" in finding.message
    assert "assumed" not in finding.message
    (finding,) = short(boost=3, bost=1)
    assert finding.code == "PCE004"
    assert "a die bost that does not exist. Did you mean boost" in finding.message
    text = native.canonical(Design(inventory=Inventory(boxes=ONE_CLIMB.boxes, dice=frozen({"boost": 3}))))
    again = native.parse(text)
    assert again.inventory is not None
    assert dict(again.inventory.dice) == {"boost": 3}
    assert native.canonical(again) == text
    assert '"dice"' not in native.canonical(Design(inventory=ONE_CLIMB))  # as before


def test_dice_are_taken_in_turn_so_that_each_board_is_asked_by_itself() -> None:
    boards = (carrying("One", "boost", "boost"), carrying("Two", "boost", "boost"))
    assert told(Design(dashboards=boards, inventory=ONE_CLIMB), "BRD014") == []
