"""Stage facts of official stages and of small ones counted by hand."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from designer import catalog, cli, schemas
from designer.design.document import Design, Inventory
from designer.design.hexes import Hex
from designer.design.stage import PlacedTile, Stage, Token, piece_of
from designer.formats import native
from designer.readings import facts
from designer.readings.boxes import fetch
from designer.readings.facts import StageFacts
from designer.resources import folder
from tests.conftest import OFFICIAL
from tests.stages import sound_design

Official = Callable[[str], Design]
CLIMB = folder("exports") / "stages" / "climb-1.json"


def of(*tiles: PlacedTile, inventory: Inventory | None = None) -> StageFacts:
    return facts.facts(Design(stage=Stage(tiles), inventory=inventory))


def test_climb_1_as_its_document_lists_it(official: Official) -> None:
    found = facts.facts(official("climb-1"))
    boxes = {box.box: dict(box.tiles) for box in found.fetch.boxes}
    # Climb, last page: the tiles of Climb 1 (fillers apart).
    assert boxes["dirt-core-box"] == dict.fromkeys(["202a", "203a", "209a", "213a", "214a", "215a", "217a", "218a"], 1)
    assert boxes["dirt-climb"] == {"418b": 1, "419b": 1}
    assert found.fetch.missing == ()
    assert (found.up, found.down) == (2, 2)
    assert dict(found.terrain) == {"gravel": 1.0}
    assert found.profile[-1].height == 0
    assert min(point.low for point in found.profile) == -2


@pytest.mark.parametrize("name", OFFICIAL)
def test_facts_of_official_stages_hang_together(name: str, official: Official) -> None:
    design = official(name)
    found = facts.facts(design)
    assert design.stage is not None
    assert found.complete
    assert found.tiles == len(design.stage)
    assert sum(found.terrain.values()) == pytest.approx(1)
    assert sum(found.danger.values()) == pytest.approx(1)
    assert found.profile[-1].spaces == found.shortest
    assert found.profile[-1].height == found.up - found.down
    fetched: Counter[str] = Counter()
    for box in found.fetch.boxes:
        pieces: Counter[str] = Counter()
        for tile, count in box.tiles:
            fetched[tile] += count
            pieces[piece_of(tile)] += count
        assert all(count <= catalog.boxes()[box.box].tiles[piece] * box.copies for piece, count in pieces.items())
    assert fetched + Counter(dict(found.fetch.missing)) == Counter(tile.tile for tile in design.stage)
    assert schemas.problems(facts.to_data(found), "stage-facts") == []
    assert facts.to_text(found).startswith(f"Tiles: {found.tiles}")


def test_a_stage_counted_by_hand() -> None:
    found = of(
        PlacedTile("202a", Hex(0, 0)),
        PlacedTile("207b", Hex(1, 0), 0, (Token("cloud"), Token("oxygen", -2))),  # a jump of 4, then water
        PlacedTile("418b", Hex(2, 0)),
        PlacedTile("217a", Hex(3, 0), 0),
        PlacedTile("901a", Hex(5, 5)),
    )
    assert (found.tiles, found.road_tiles) == (5, 4)
    assert (found.jumps, found.water) == (1, 1)
    assert found.shortest is None
    assert not found.complete
    assert (found.up, found.down) == (2, 0)
    assert dict(found.tokens) == {"cloud": 1, "oxygen -2": 1}
    assert found.profile[1].tokens == ("cloud", "oxygen -2")
    assert [point.height for point in found.profile] == [0, 0, 2, 2]
    assert sum(found.corners.values()) == 1


def test_no_stage_and_an_empty_one_have_facts_too() -> None:
    for design in (Design(), Design(stage=Stage())):
        found = facts.facts(design)
        assert (found.tiles, found.shortest, found.profile) == (0, None, ())
        assert "no road leads" in facts.to_text(found)


def test_unknown_tiles_and_spare_copies_are_missing() -> None:
    found = of(PlacedTile("999a", Hex(0, 0)), PlacedTile("202a", Hex(1, 0)), PlacedTile("202b", Hex(2, 0)))
    assert sum(count for _, count in found.fetch.missing) == 2
    assert ("999a", 1) in found.fetch.missing
    assert "from no box at hand" in facts.to_text(found)


def test_the_fewest_boxes_are_fetched() -> None:
    # 305 comes in Monte-Carlo and 110%; 325 in Climb alone. One box each, and the one in print.
    both = Stage((PlacedTile("305a", Hex(0, 0)), PlacedTile("325a", Hex(1, 0))))
    assert [box.box for box in fetch(both).boxes] == ["dirt-monte-carlo", "dirt-climb"]
    owned = Inventory(boxes={"dirt-110-percent": 1, "dirt-climb": 1})
    assert [box.box for box in fetch(both, owned).boxes] == ["dirt-110-percent", "dirt-climb"]


def test_more_copies_of_a_box_are_fetched_where_one_is_too_few() -> None:
    two = Stage((PlacedTile("202a", Hex(0, 0)), PlacedTile("202b", Hex(1, 0))))
    (box,) = fetch(two, Inventory(boxes={"dirt-core-box": 3})).boxes
    assert (box.box, box.copies) == ("dirt-core-box", 2)
    assert fetch(two, Inventory(boxes={"dirt-core-box": 1})).missing


def test_single_pieces_need_no_box() -> None:
    stage = Stage((PlacedTile("418a", Hex(0, 0)),))
    found = fetch(stage, Inventory(boxes={"dirt-core-box": 1}, pieces={"418": 1}))
    assert found.boxes == ()
    assert found.missing == ()


def test_tokens_bring_their_box() -> None:
    stage = Stage((PlacedTile("205a", Hex(0, 0), 0, (Token("climb", -1),)),))
    assert {box.box for box in fetch(stage).boxes} == {"dirt-core-box", "dirt-climb"}


def test_a_long_stage_takes_many_copies_and_misses_none() -> None:
    found = facts.facts(sound_design(150))
    assert found.fetch.missing == ()
    assert found.complete


def test_the_command_tells_facts(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert cli.main(["facts", str(CLIMB)]) == 0
    assert "DIRT core box: 202a" in capsys.readouterr().out
    assert cli.main(["facts", str(CLIMB), "--format", "json"]) == 0
    assert schemas.problems(json.loads(capsys.readouterr().out), "stage-facts") == []
    native.save(Design(name="bare"), tmp_path / "bare.json")
    assert cli.main(["facts", str(tmp_path / "bare.json")]) == 2
    assert "has no stage" in capsys.readouterr().err


def test_tiles_that_do_not_exist_come_from_no_box() -> None:
    stage = Stage(tuple(PlacedTile(tile, Hex(q, 0)) for q, tile in enumerate(("202a", "214", "203A", "203A"))))
    told = facts.to_text(facts.facts(Design(stage=stage)))
    assert "from DIRT core box: 202a\n" in told
    assert "from no box at hand: 2 x 203A, 214\n" in told
