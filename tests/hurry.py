"""How much a run of the tests tries: all of it, or, when the environment says CREST_TESTS=quick, a first answer."""

from __future__ import annotations

import os

#: Whether only a first answer is wanted, as ``make quick`` does.
QUICK = os.environ.get("CREST_TESTS") == "quick"


def examples(full: int) -> int:
    """How many examples a property test tries; ``full`` when there is time."""
    return min(full, 5) if QUICK else full
