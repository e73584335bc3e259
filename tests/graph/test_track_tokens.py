"""Jump, water and chicane tokens: rows, facts, notes, mirror, formats, boxes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from designer import catalog, schemas
from designer.design.document import Design, Inventory
from designer.design.hexes import Hex
from designer.design.stage import PlacedTile, Stage, Token
from designer.design.values import frozen
from designer.edits.append import append
from designer.edits.mirror import mirror_all
from designer.formats import native
from designer.formats.native import FormatError
from designer.formats.text import to_text
from designer.graph import route as routes
from designer.graph import stage_graph, track_tokens
from designer.graph.space_graph import Reading
from designer.graph.track_tokens import KINDS, Laying, laid, rows
from designer.readings import boxes, facts, pace_notes
from designer.rules import load
from designer.validation import validate
from designer.validation.fixing import fix_all


def stage(*tokens: Token, side: str = "205a") -> Stage:
    bare = append(append(append(Stage(), "202a"), side), "203a")
    return Stage(tuple(replace(one, tokens=tokens) if one.tile == side else one for one in bare.tiles))


def test_printed_jumps_and_water_lie_on_rows_such_as_tokens_ask_for() -> None:
    """The reading rests on this: no printed jump or water lies in a corner, on a slide, a shortcut or a cut space."""
    for side in catalog.sides().values():
        for name, space in side.spaces.items():
            if space.jump is not None or space.water:
                beside = [side.spaces[each] for each in track_tokens.row_of(side, name)]
                assert len(beside) in {2, max(edge.lanes for edge in side.edges.values())}, (side.id, name)
                for each in beside:
                    assert (each.jump, each.water) == (space.jump, space.water)
                    assert track_tokens.is_ordinary(replace(each, jump=None, water=False)), (side.id, name)


def test_rows_reach_across_the_road_on_every_side() -> None:
    for side in catalog.sides().values():
        for row in rows(side.id):
            assert len({side.spaces[name].lane for name in row}) == len(row) <= 4
            assert all(set(track_tokens.row_of(side, name)) == set(row) for name in row)
        wide = rows(side.id, Laying(anywhere=True))
        assert {name for row in rows(side.id) for name in row} <= {name for row in wide for name in row}
        assert bool(wide) == bool(side.roads) or all(space.half for space in side.spaces.values())


@pytest.mark.parametrize(
    ("token", "side", "trouble"),
    [
        (Token("jump", place="bl"), "205a", None),
        (Token("jump", place="bl", track="gravel"), "205a", None),
        (Token("jump", place="bl", track="asphalt"), "205a", "track-type"),
        (Token("jump", place="zz"), "205a", "no-space"),
        (Token("jump", place="D"), "205a", "no-space"),
        (Token("water", place="bl"), "204b", "unfit"),
        (Token("water", place="o1"), "211a", "no-row"),
        (Token("water"), "211a", "no-row"),
        (Token("water"), "201a", "no-row"),
        (Token("water"), "901a", "no-row"),
        (Token("water", place="al"), "none", "no-row"),
    ],
)
def test_why_a_token_does_not_act(token: Token, side: str, trouble: str | None) -> None:
    (found,) = laid(PlacedTile(side, Hex(0, 0), 0, (token,)))
    assert found.trouble == trouble


def test_every_side_and_kind_is_read_and_checked_without_a_crash() -> None:
    for side in catalog.sides():
        tokens = tuple(Token(kind, place=place) for kind in KINDS for place in (None, "bl", "i1", "A", "x>y"))
        design = Design(stage=Stage((PlacedTile(side, Hex(0, 0), 0, tokens),)))
        assert not [finding for finding in validate(design) if finding.code.startswith("DOC")]


def test_facts_count_those_that_act_and_notes_call_them_where_they_lie() -> None:
    layout = stage(Token("jump", place="al"), Token("water", place="bl"), Token("chicane-limit", place="cl"))
    found = facts.facts(Design(stage=layout))
    assert (found.jumps, found.water, found.chicanes) == (1, 1, 1)
    assert found.tokens == {"chicane-limit": 1, "jump": 1, "water": 1}
    assert "Jumps: 1, water: 1, shortcuts: 0, chicanes: 1" in facts.to_text(found)
    assert not schemas.problems(facts.to_data(found), "stage-facts")
    notes = pace_notes.of_stage(layout)
    assert [(note.kind, note.words, note.space) for note in notes if note.tile == "205a"] == [
        ("jump", "jump", "al"),
        ("water", "water", "bl"),
        ("chicane", "chicane 2", "cl"),
    ]
    assert not schemas.problems(pace_notes.to_data(notes), "pace-notes")


def test_facts_and_notes_leave_out_what_does_not_act() -> None:
    layout = stage(Token("jump", place="al", track="snow"), Token("water", place="bl"), Token("chicane", place="br"))
    found = facts.facts(Design(stage=layout))
    assert (found.jumps, found.water, found.chicanes) == (0, 0, 1)
    assert [note.kind for note in pace_notes.of_stage(layout) if note.tile == "205a"] == ["chicane"]
    surface = {"track_token.any_surface": True}
    assert facts.facts(Design(stage=layout, house_rules=surface)).jumps == 1
    graph = stage_graph.build(layout)
    notes = pace_notes.of_route(graph, routes.build(graph), Reading.of(load(house_rules=surface)))
    assert [note.kind for note in notes if note.tile == "205a"] == ["jump", "chicane"]


def test_a_mirrored_token_lies_on_the_mirrored_space_turned_the_other_way() -> None:
    layout = stage(Token("jump", place="bl", track="gravel", turn=30))
    image = mirror_all(layout)
    (token,) = next(tile.tokens for tile in image if tile.tokens)
    assert (token.place, token.track) == ("br", "gravel")
    assert mirror_all(image) == layout


def test_place_track_type_and_turn_are_kept_in_files_and_told_in_text() -> None:
    design = Design(name="Fields", stage=stage(Token("jump", place="bl", track="gravel", turn=300)))
    data = native.to_data(design)
    assert data["stage"]["tiles"][1]["tokens"] == [{"kind": "jump", "place": "bl", "track": "gravel", "turn": 300}]
    assert native.from_data(data) == design
    assert "205a turned 0, jump gravel at bl turned 300 degrees" in to_text(design)


@pytest.mark.parametrize("wrong", [{"turn": 360}, {"turn": "up"}, {"track": "ice"}])
def test_a_turn_and_a_track_type_are_refused_where_they_are_none(wrong: dict[str, object]) -> None:
    data = native.to_data(Design(name="Wrong", stage=stage(Token("jump"))))
    data["stage"]["tiles"][1]["tokens"][0].update(wrong)
    with pytest.raises(FormatError):
        native.from_data(data)


def test_fixes_lay_a_token_where_it_is_read_and_find_it_another_row() -> None:
    (tile,) = (one for one in fix_all(Design(stage=stage(Token("jump")))).design.stage if one.tile == "205a")
    assert tile.tokens == (Token("jump", place="bl"),)
    wrong = Design(stage=stage(Token("jump", place="bl"), Token("water", place="zz"), Token("water", track="snow")))
    after = fix_all(wrong, unsafe=True).design
    assert not [finding for finding in validate(after) if finding.code.startswith("TOK")]


@pytest.mark.parametrize("kind", sorted(catalog.tokens().stage))
def test_every_box_that_a_token_needs_is_named(kind: str) -> None:
    """Case F07: in facts, in text, and where the boxes are named in a line."""
    token = Token(kind, (catalog.tokens().stage[kind].values or (None,))[0])
    layout = stage(token)
    holders = [catalog.boxes()[name].name for name in catalog.boxes_of_token(kind)]
    found = boxes.fetch(layout)
    assert [box.name for box in found.boxes if box.tokens] == holders[:1]
    assert found.boxes[-1].tokens == ((boxes.token_label(token), 1),)
    assert holders[0] in boxes.named(layout)
    assert any(holders[0] in line for line in to_text(Design(stage=layout)).splitlines() if "Boxes:" in line)
    assert holders[0] in facts.to_text(facts.facts(Design(stage=layout)))


def test_as_many_boxes_are_fetched_as_the_tokens_fill() -> None:
    climbs = stage(*[Token("climb", -1)] * 4, *[Token("climb", 1)] * 3)
    two = Inventory(boxes={"dirt-core-box": 1, "dirt-climb": 2})
    found = boxes.fetch(climbs, two)
    assert [(box.box, box.copies) for box in found.boxes] == [("dirt-core-box", 1), ("dirt-climb", 2)]
    assert found.missing_tokens == ()
    one = boxes.fetch(climbs, Inventory(boxes={"dirt-core-box": 1, "dirt-climb": 1}))
    assert one.missing_tokens == (("climb -1", 1),)
    thin = boxes.fetch(stage(*[Token("oxygen", -1)] * 4), two)
    assert thin.boxes[-1].copies == 2
    four = Design(stage=stage(*[Token("oxygen", -1)] * 4), inventory=two, house_rules=frozen({"supply.oxygen_1": 4}))
    assert facts.facts(four).fetch.boxes[-1].copies == 1, "where a box is known to hold four"
    assert boxes.fetch(stage(Token("jump")), two).missing_tokens == (("jump", 1),)


def test_who_owns_no_box_with_a_token_is_told_so() -> None:
    design = Design(stage=stage(Token("jump", place="bl")), inventory=Inventory(boxes={"dirt-core-box": 1}))
    (found,) = (finding for finding in validate(design) if finding.code == "TOK003")
    assert "you own none" in found.message
