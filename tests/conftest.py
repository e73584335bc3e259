"""Shared by all tests: Qt draws offscreen, and the official stages are at hand."""

from __future__ import annotations

import os
from collections.abc import Callable

import pytest
from hypothesis import settings

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from designer.design.document import Design
from designer.formats import native
from designer.resources import folder

# A busy shared machine must not fail a property test for being slow.
settings.register_profile("crest", deadline=None, max_examples=60)
settings.load_profile("crest")

OFFICIAL = sorted(path.stem for path in (folder("exports") / "stages").glob("*.json"))


@pytest.fixture(scope="session")
def official() -> Callable[[str], Design]:
    """Loads an official stage by its file name without ending."""
    return lambda name: native.load(folder("exports") / "stages" / f"{name}.json")
