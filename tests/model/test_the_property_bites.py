"""With the mends taken out, the questions of test_drivable_means_drivable find the breaches again."""

from __future__ import annotations

from dataclasses import replace

import pytest

from designer import validation
from designer.design.document import Design
from designer.design.event import Event
from designer.design.values import frozen
from designer.formats import native
from designer.graph import course
from designer.model import compiled, drivable
from designer.resources import folder
from designer.validation import track
from tests.model.anydesign import verdict
from tests.model.test_known_breaches import NO_SNOW, case, fair_weather


def kinds(design: Design, runs: int = 1) -> set[str]:
    """The kinds of disagreement about a design, with nothing remembered from before."""
    compiled.forget()
    try:
        return {told.kind for told in verdict(design, drivers=("novice",), runs=runs, race=False).disagreements}
    finally:
        compiled.forget()


def test_checks_that_forget_the_ways_of_a_stage(monkeypatch: pytest.MonkeyPatch) -> None:
    assert kinds(case("F03b")) == set()
    without = tuple(check for check in validation.CHECKS if check is not track.reachable)
    monkeypatch.setattr(validation, "CHECKS", without)
    assert kinds(case("F03b")) == {"silent"}


def test_joker_laps_that_the_checks_do_not_know(monkeypatch: pytest.MonkeyPatch) -> None:
    design = native.load(folder("exports") / "stages" / "rx2-ss1.json")
    asked = frozen({"rallycross.joker_laps": 3})
    design = replace(design, event=Event("rallycross", laps=2), house_rules=asked)
    assert kinds(design) == set()
    monkeypatch.setattr(track, "why_not", lambda _: None)
    assert kinds(design) == {"silent"}


def test_weather_that_the_checks_do_not_see(monkeypatch: pytest.MonkeyPatch) -> None:
    assert kinds(fair_weather(NO_SNOW), runs=20) == set()
    monkeypatch.setattr(drivable, "turned_terrains", lambda *_: ())
    assert kinds(fair_weather(NO_SNOW), runs=20) == {"unfinished"}


@pytest.mark.parametrize("name", ["F01", "F02"])
def test_handbrake_steps_that_lead_back(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    compiled.forget()
    assert compiled.compile_design(case(name)).problem is None
    compiled.forget()
    monkeypatch.setattr(course, "onward", lambda unrolled, _: unrolled)
    assert compiled.compile_design(case(name)).problem is not None
    compiled.forget()
