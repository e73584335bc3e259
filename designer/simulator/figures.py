"""Small sums over figures of many runs."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence


def number_of(count: int, word: str) -> str:
    """A count with its word.

    >>> number_of(1, "run"), number_of(2, "run")
    ('1 run', '2 runs')
    """
    return f"{count} {word}{'' if count == 1 else 's'}"


def average(values: Sequence[float]) -> float:
    """The mean of at least one value."""
    return math.fsum(values) / len(values)


def spread(values: Sequence[float]) -> float:
    """The standard deviation of a sample (0 for a single value).

    >>> spread([1, 3])
    1.4142135623730951
    """
    if len(values) < 2:
        return 0.0
    middle = average(values)
    return math.sqrt(math.fsum((value - middle) ** 2 for value in values) / (len(values) - 1))


def quantile(values: Iterable[float], share: float) -> float:
    """The value below which this share of the values lies, interpolated between neighbours.

    >>> quantile([10, 20, 30], 0.75)
    25.0
    """
    ordered = sorted(values)
    at = share * (len(ordered) - 1)
    low = math.floor(at)
    high = min(low + 1, len(ordered) - 1)
    return float(ordered[low] + (ordered[high] - ordered[low]) * (at - low))


def rounded(value: float) -> float:
    """A figure as reports give it: four places."""
    return round(value, 4)
