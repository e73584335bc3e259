"""Benchmarks run as the window does: what was made at the start is left out of garbage collections."""

from __future__ import annotations

import gc

import pytest

from designer import catalog


@pytest.fixture(autouse=True)
def started() -> None:
    """The catalog is read and, as after the window's start, frozen: else pytest's own objects slow every figure."""
    for side in catalog.sides().values():
        _ = side.driven
    gc.collect()
    gc.freeze()
