"""Shared by all tests: Qt draws offscreen, and the official stages are at hand."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from hypothesis import settings

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from designer.design.document import Design
from designer.formats import native
from designer.resources import folder
from tests.hurry import examples

# A busy shared machine must not fail a property test for being slow.
settings.register_profile("crest", deadline=None, max_examples=examples(60))
settings.load_profile("crest")

#: Tests that take long, as ``tools.slow_tests`` has measured them: "ui/test_window.py::test_...". They are marked slow.
SLOW = frozenset(Path(__file__).with_name("slow.txt").read_text(encoding="utf-8").split())

OFFICIAL = sorted(path.stem for path in (folder("exports") / "stages").glob("*.json"))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what takes long, so that ``make quick`` can leave it out."""
    for item in items:
        if item.nodeid.partition("[")[0].removeprefix("tests/") in SLOW:
            item.add_marker(pytest.mark.slow)


@pytest.fixture(scope="session")
def official() -> Callable[[str], Design]:
    """Loads an official stage by its file name without ending."""
    return cache(lambda name: native.load(folder("exports") / "stages" / f"{name}.json"))
