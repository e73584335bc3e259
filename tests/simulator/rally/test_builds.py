"""The gallery of boards, the document's examples, and standard cars as SET-UP builds."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from designer import catalog, rules
from designer.design.dashboard import SLOTS, Dashboard, lay, new, put
from designer.design.document import Design
from designer.design.values import EditError, frozen
from designer.formats import native
from designer.play.builds import standard_build
from designer.play.cars import car_from_board, car_from_dashboard
from designer.play.dice import COAST, LEADER
from designer.resources import folder
from designer.validation import validate
from designer.validation.finding import Severity
from designer.validation.setup import forbidden_tokens

RULES = rules.load()
GALLERY = sorted((folder("exports") / "dashboards").glob("*.json"))
CATEGORIES = catalog.setup_categories()
ROOT = Path(__file__).resolve().parent.parent.parent.parent


def tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("build_dashboards", ROOT / "tools" / "build_dashboards.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def example(name: str) -> Dashboard:
    return native.load(folder("exports") / "dashboards" / f"{name}.json").dashboards[0]


def test_the_gallery_has_examples_categories_and_hillclimb_builds() -> None:
    names = {path.stem for path in GALLERY}
    assert {"climb-simple", "climb-technical", *(f"setup-{name}" for name in CATEGORIES)} <= names
    assert sum(name.startswith("hillclimb-") for name in names) >= 3


@pytest.mark.parametrize("path", GALLERY, ids=lambda path: path.stem)
def test_every_design_of_the_gallery_is_valid_and_has_a_note(path: Path) -> None:
    design = native.load(path)
    assert design.notes
    assert design.dashboards
    assert [finding for finding in validate(design) if finding.severity is not Severity.ADVICE] == []
    assert native.canonical(design) == path.read_text(encoding="utf-8")


def test_the_gallery_is_what_its_script_writes() -> None:
    module = tool()
    made = {**module.examples(), **module.categories(), **module.hillclimbs()}
    assert {name: native.canonical(design) for name, design in made.items()} == {
        path.stem: path.read_text(encoding="utf-8") for path in GALLERY
    }


def test_simple_example_has_ten_tokens_three_types_and_a_limit_of_five_all_the_time() -> None:
    board = example("climb-simple")
    assert len(board.slots) == 13
    car = car_from_dashboard(board, RULES)
    assert [column.limit for _, column in car.columns] == [5, 5, 5]
    # "All the dice of an R6, and an extra brake die."
    normal = car_from_board("r6-gravel").on("gravel")
    own = car.on("gravel")
    assert normal is not None
    assert own is not None
    assert [a - b for a, b in zip(own.dice, normal.dice, strict=True)] == [0, 0, 0, 0, 0, 0, 0, 0, 1, 0]


def test_technical_example_has_no_first_and_no_sixth_gear_but_sisu_and_puncture_proof_tyres() -> None:
    board = example("climb-technical")
    car = car_from_dashboard(board, RULES)
    favourite = car.columns[0][1]
    assert [gear for gear, _ in favourite.gears] == [2, 3, 4, 5]
    assert (car.sisu, car.puncture_proof) == ((1, 1, 1), (1, 1, 1))
    assert [column.limit for _, column in car.columns] == [5, 3, 2]


@pytest.mark.parametrize("name", sorted(CATEGORIES))
def test_every_category_accepts_its_own_standard_car(name: str) -> None:
    category = CATEGORIES[name]
    board = standard_build(category)
    assert not [finding for finding in validate(Design(dashboards=(board,))) if finding.counts]
    own = car_from_board(category["standard_board"]).columns[0][1]
    made = car_from_dashboard(board, RULES).on(category["track_types"][0])
    assert made is not None
    assert made.dice == own.dice
    assert made.limit == own.limit == 3


@given(st.sampled_from(sorted(CATEGORIES)), st.sampled_from(SLOTS), st.data())
def test_every_category_rejects_each_forbidden_token_in_every_slot_of_its_standard_car(
    name: str, slot: str, data: st.DataObject
) -> None:
    token = data.draw(st.sampled_from(forbidden_tokens(CATEGORIES[name])))
    board = put(standard_build(CATEGORIES[name]), slot, token)
    found = [finding for finding in validate(Design(dashboards=(board,))) if finding.code == "SET002"]
    assert [(finding.place.slot, token in finding.message) for finding in found] == [(slot, True)]


@pytest.mark.parametrize("name", sorted(CATEGORIES))
def test_what_a_standard_car_loses_off_its_favourite_it_loses_as_a_board_too(name: str) -> None:
    category = CATEGORIES[name]
    first = rules.load(house_rules={"plan.printed_gear_dice": "first"})
    standard = car_from_board(category["standard_board"], first)
    board = car_from_dashboard(standard_build(category), RULES)
    second = category["track_types"][1]
    printed, made, favourite = standard.on(second), board.on(second), board.columns[0][1]
    assert printed is not None
    assert made is not None
    for index in range(len(made.dice)):
        if index not in (COAST, LEADER) and printed.dice[index] < standard.columns[0][1].dice[index]:
            assert made.dice[index] < favourite.dice[index]


def test_a_category_without_a_standard_car_says_so() -> None:
    with pytest.raises(EditError, match="has no standard car"):
        standard_build({**CATEGORIES["r6"], "standard_board": None})


def test_a_layout_that_leaves_no_room_says_so() -> None:
    full = {**CATEGORIES["r6"], "layout": {f"C{number}": "r" for number in range(1, 11)}}
    with pytest.raises(EditError, match="too few slots"):
        standard_build(full)


BOARDS = st.dictionaries(st.sampled_from(SLOTS), st.sampled_from(sorted(catalog.tokens().dashboard.kinds)))


@given(BOARDS, st.text(max_size=20), st.sampled_from([None, "r6", "gt4", "mine"]))
def test_json_keeps_every_slot_and_their_order(slots: dict[str, str], name: str, category: str | None) -> None:
    board = Dashboard(name, frozen(slots), category)
    again = native.parse(native.canonical(Design(dashboards=(board,)))).dashboards[0]
    assert list(again) == list(board)
    assert list(again.slots) == [slot for slot in SLOTS if slot in slots]
    assert again == board


def test_boards_of_an_event_and_categories_of_ones_own_survive_a_round_trip() -> None:
    own = {**CATEGORIES["r6"], "id": "club", "name": "Club", "layout_source": "own"}
    board = lay(new(("gravel",), name="Six"), "club", own["layout"])
    data = native.to_data(Design(dashboards=(board,)))
    data |= {
        "setup_categories": [own],
        "event": {"kind": "rally", "boards": [{"when": "start", "board": "Six", "driver": "Ann", "why": "x"}]},
    }
    design = native.from_data(data)
    assert design.event is not None
    assert (design.event.boards[0].driver, design.event.boards[0].extra["why"]) == ("Ann", "x")
    assert native.parse(native.canonical(design)) == design
    assert not [finding for finding in validate(design) if finding.code.startswith("SET")]
