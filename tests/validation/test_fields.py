"""Fields that nothing reads: slips are named with what was meant, the rest is kept and told."""

from __future__ import annotations

from typing import Any

import pytest

from designer.design.values import EditError
from designer.formats import native
from designer.validation import Finding, validate

HEAD = {"format": "crest-design", "version": 1}


def told(data: dict[str, Any]) -> list[Finding]:
    return [finding for finding in validate(native.from_data({**HEAD, **data})) if finding.code[:3] == "DOC"]


def tile(**more: Any) -> dict[str, Any]:
    return {"stage": {"tiles": [{"tile": "202a", "q": 0, "r": 0, **more}]}}


@pytest.mark.parametrize(
    ("data", "place", "meant"),
    [
        (tile(rotatoin=3), "tile 202a at 0,0", "rotation"),
        (tile(tokns=[]), "tile 202a at 0,0", "tokens"),
        (tile(Rotation=3), "tile 202a at 0,0", "rotation"),
        (tile(tokens=[{"kind": "climb", "vlaue": -1}]), "tile 202a at 0,0 token climb", "value"),
        ({"evnt": {"kind": "rally"}}, "evnt", "event"),
        ({"event": {"kind": "rally", "lap": 3}}, "event.lap", "laps"),
        ({"dashboards": [{"slots": {}, "nmae": "x"}]}, "dashboards[0].nmae", "name"),
        ({"inventory": {"box": {}}}, "inventory.box", "boxes"),
        ({"spire": {"columns": [{"colour": "red", "hold": []}]}}, "spire.columns[0].hold", "holds"),
        ({"waivers": [{"code": "STG001", "resaon": "x"}]}, "waivers[0].resaon", "reason"),
    ],
)
def test_a_slip_is_named_with_what_was_meant(data: dict[str, Any], place: str, meant: str) -> None:
    found = next(finding for finding in told(data) if finding.code == "DOC007")
    assert found.place.text() == place
    assert f"Did you mean {meant}?" in found.message


def test_other_fields_are_advice_and_remarks_are_not_asked() -> None:
    assert [finding.code for finding in told({**tile(colour="red"), "_who": "Ari", "x-shop": 3, "$schema": "x"})] == [
        "DOC008"
    ]
    assert "Fields here are tile, q, r, rotation, tokens" in told(tile(colour="red"))[0].message


def test_the_fix_gives_the_field_its_name_and_the_value_its_meaning() -> None:
    design = native.from_data({**HEAD, **tile(rotatoin=3)})
    found = told(tile(rotatoin=3))[0]
    mended = found.fixes[0].apply(design)
    assert mended.stage is not None
    assert mended.stage.tiles[0].rotation == 3
    with pytest.raises(EditError, match="no field rotatoin any more"):
        found.fixes[0].apply(mended)


def test_a_value_that_does_not_fit_or_a_field_that_is_taken_refuses_the_fix() -> None:
    for more, reason in (
        ({"rotatoin": "much"}, "cannot be called rotation"),
        ({"rotatoin": 3, "rotation": 2}, "a field rotation already"),
    ):
        design = native.from_data({**HEAD, **tile(**more)})
        with pytest.raises(EditError, match=reason):
            told(tile(**more))[0].fixes[0].apply(design)
