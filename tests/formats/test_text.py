"""The text format and the list of formats."""

from __future__ import annotations

import pytest

from designer.design.dashboard import Dashboard
from designer.design.document import Design
from designer.design.event import Event
from designer.design.hexes import Hex
from designer.design.spire import Column, HoldCard, Spire
from designer.design.stage import Stage, Token, place
from designer.design.values import frozen
from designer.formats import native
from designer.formats.registry import EXPORTERS
from designer.formats.text import boxes_for, to_text
from designer.resources import folder


def test_text_lists_what_to_fetch_and_where_it_lies() -> None:
    stage = place(Stage(), "418b", Hex(0, 5), 2, [Token("climb", -1), Token("joker-exit", place="A")])
    board = Dashboard("Mule", frozen({"T1": "gravel", "C1": "gear-1"}), "r6")
    spire = Spire((Column("red", (HoldCard("Jug"),), "anchored"),), 3)
    text = to_text(
        Design(
            "Climb", "Ari", "Steep.", stage=stage, dashboards=(board,), spire=spire, event=Event("hillclimb", tries=3)
        )
    )
    assert text.startswith("Climb by Ari\nhillclimb, 3 tries\n")
    for line in (
        "1 x 418b",
        "Boxes: DIRT Climb",
        "at 0,5: 418b turned 2, climb -1, joker-exit at A",
        "Board 1: Mule",
        "SET-UP category: r6",
        "T1: gravel",
        "on gravel: 2 tokens usable, danger limit 16",
        "Spire: 1 columns",
        "Fatigue line above row 3",
        "red: Jug; summit anchored",
        "Steep.",
    ):
        assert line in text


@pytest.mark.parametrize(
    ("stage", "boxes"),
    [
        ("climb-1", {"DIRT core box", "DIRT Climb"}),
        ("rally-1-ss1", {"DIRT core box"}),
        ("climb-2", {"DIRT Monte-Carlo", "DIRT Climb"}),  # in print, so rather than the old 110% box
    ],
)
def test_boxes_needed_for_official_stages(stage: str, boxes: set[str]) -> None:
    design = native.load(folder("exports") / "stages" / f"{stage}.json")
    assert design.stage is not None
    assert boxes <= set(boxes_for(design.stage))
    assert "DIRT 110%" not in boxes_for(design.stage)


def test_pieces_no_box_holds_do_not_stop_the_list() -> None:
    assert boxes_for(place(place(Stage(), "999z", Hex(0, 0)), "204a", Hex(1, 0))) == ["DIRT core box"]
    assert boxes_for(Stage()) == []


def test_every_format_writes_bytes_and_names_an_ending() -> None:
    for exporter in EXPORTERS.values():
        assert exporter.write(Design(name="Été"))
        assert exporter.ending.startswith(".")
        assert exporter.description
    assert native.parse(EXPORTERS["json"].write(Design(name="Été")).decode()).name == "Été"
