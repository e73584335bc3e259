"""What `crest validate` accepts, every driver brings to the finish; what `crest simulate` refuses has an error that
says why. Random designs; ``python -m tests.model.anydesign`` asks many more."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from designer.design.document import Design
from designer.formats import native
from tests.model.anydesign import designs, made, verdict

#: Drivers that think little, so that the suite asks many designs; by hand all are asked.
QUICK = ("novice", "cautious")
SEEDS = range(60)


@pytest.mark.parametrize("first", SEEDS[::10])
def test_checks_and_simulator_say_the_same(first: int) -> None:
    told = {}
    for seed in range(first, first + 10):
        found = verdict(made(seed), drivers=QUICK, race=False).disagreements
        if found:
            told[seed] = [str(one) for one in found]
    assert not told, "\n".join(f"{seed}: {one}" for seed, found in told.items() for one in found)


@settings(max_examples=5)
@given(designs())
def test_a_design_is_always_the_same_and_can_be_saved(design: Design) -> None:
    seed = design.name.rpartition(" ")[2]
    assert made(seed) == design
    assert native.from_data(native.to_data(design)) == native.parse(native.canonical(design))
