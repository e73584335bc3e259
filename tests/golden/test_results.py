"""Batches, races and climbs give for seed 1 what they gave before (``python -m tests.golden.results --write``)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.golden import results

KNOWN: dict[str, Any] = json.loads(results.FILE.read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", results.stages())
def test_a_stage_is_driven_as_before(name: str) -> None:
    assert json.loads(json.dumps(results.of_stage(name))) == KNOWN[name]


@pytest.mark.parametrize("number", ["1", "2", "3", "7", "8", "9"])
def test_a_rally_is_raced_as_before(number: str) -> None:
    assert json.loads(json.dumps(results.of_rally(number))) == KNOWN[f"rally-{number}"]


@pytest.mark.parametrize("name", results.spires())
def test_a_spire_is_climbed_as_before(name: str) -> None:
    assert results.of_spire(name) == KNOWN[name]
