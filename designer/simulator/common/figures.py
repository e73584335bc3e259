"""Small sums over figures of many runs and games: what mean, spread, quantiles, shares and histograms are, once.

The spread is the standard deviation of a sample, for runs are drawn from all that could happen. A quantile is
interpolated between the two values beside it (the "inclusive" way of the standard library's ``statistics``). Of no
values at all there is neither.
"""

from __future__ import annotations

import math
import statistics
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

Kind = TypeVar("Kind", int, str)
Name = TypeVar("Name", bound=str)

#: Quantiles that reports give of times.
QUANTILES = {"p10": 0.1, "p25": 0.25, "median": 0.5, "p75": 0.75, "p90": 0.9}
#: Bins of a histogram, at most: as data, and in a terminal, where no bar is longer than ``BAR``.
BINS, BINS_IN_TEXT, BAR = 20, 10, 40
#: Fewer times than this are no distribution that is worth a picture in a terminal.
WORTH_BARS = 20
#: Standard deviations of a 95 % interval.
Z95 = 1.959963984540054


def average(values: Sequence[float]) -> float:
    """The mean of at least one value."""
    return statistics.fmean(values)


def spread(values: Sequence[float]) -> float:
    """The standard deviation of a sample (0 for a single value).

    >>> spread([1, 3]), round(spread([1, 3, 4, 10]), 3), spread([7])
    (1.4142135623730951, 3.873, 0.0)
    """
    return float(statistics.stdev(values)) if len(values) > 1 else 0.0


def quantile(values: Iterable[float], share: float) -> float:
    """The value below which this share of the values lies, interpolated between neighbours.

    >>> quantile([10, 20, 30], 0.75), quantile([1, 3, 4, 10], 0.5), quantile([7], 0.9)
    (25.0, 3.5, 7.0)
    """
    ordered = sorted(values)
    at = share * (len(ordered) - 1)
    low = math.floor(at)
    high = min(low + 1, len(ordered) - 1)
    return float(ordered[low] + (ordered[high] - ordered[low]) * (at - low))


def rounded(value: float) -> float:
    """A figure as reports give it: four places."""
    return round(value, 4)


def shares(counted: Iterable[Kind]) -> dict[Kind, float]:
    """The share of each value, in order; of a ``Counter`` hand over its ``elements()``.

    >>> shares([2, 1, 1, 1])
    {1: 0.75, 2: 0.25}
    """
    counts = Counter(counted)
    return {value: counts[value] / counts.total() for value in sorted(counts)}


class Share(NamedTuple):
    """How often something happened out of how many times, with the 95 % Wilson interval of its chance."""

    times: int
    of: int
    share: float
    low: float
    high: float


def wilson(times: int, of: int) -> Share:
    """A share with its 95 % Wilson score interval.

    >>> wilson(25, 100)
    Share(times=25, of=100, share=0.25, low=0.1755, high=0.343)
    """
    if of == 0:
        return Share(0, 0, 0.0, 0.0, 1.0)
    share, square = times / of, Z95 * Z95
    middle = (share + square / (2 * of)) / (1 + square / of)
    half = Z95 / (1 + square / of) * math.sqrt(share * (1 - share) / of + square / (4 * of * of))
    return Share(times, of, round(share, 6), round(max(0.0, middle - half), 4), round(min(1.0, middle + half), 4))


def histogram(times: Sequence[int], bins: int = BINS) -> list[tuple[float, float, int]]:
    """Times in bins of equal width, in whole seconds: (first second, first second after it, how many).

    >>> histogram([10, 11, 19], bins=2)
    [(10, 15, 2), (15, 20, 1)]
    """
    if not times:
        return []
    low, high = min(times), max(times) + 1
    width = max(1, math.ceil((high - low) / bins))
    counts = Counter((time - low) // width for time in times)
    return [(low + k * width, low + (k + 1) * width, counts[k]) for k in range(math.ceil((high - low) / width))]


def values_data(values: Sequence[int]) -> dict[str, Any] | None:
    """Mean, spread, extremes and quantiles as JSON; None when there are no values."""
    if not values:
        return None
    return {
        "mean": rounded(average(values)),
        "sd": rounded(spread(values)),
        "min": min(values),
        "max": max(values),
        **{name: rounded(quantile(values, at)) for name, at in QUANTILES.items()},
    }


def counts_data(counts: Counter[int]) -> dict[str, Any]:
    """Small whole numbers as JSON, given by how often each came up: mean, spread, quantiles, and the counts.

    >>> counts_data(Counter([1, 3, 4, 10]))["median"], counts_data(Counter())["mean"]
    (3.5, 0.0)
    """
    values = sorted(counts.elements()) or [0]
    return {
        "mean": round(average(values), 6),
        "sd": round(spread(values), 6),
        **{name: rounded(quantile(values, QUANTILES[name])) for name in ("p10", "median", "p90")},
        "histogram": {str(value): counts[value] for value in sorted(counts)},
    }


def times_data(times: Sequence[int]) -> dict[str, Any] | None:
    """Times as JSON, with their histogram; None when there are none."""
    data = values_data(times)
    if data is not None:
        data["histogram"] = [{"from": low, "to": high, "runs": count} for low, high, count in histogram(times)]
    return data


def times_text(times: Sequence[int], unit: str = "s") -> str:
    """Times in a line; ``unit``: what they are counted in.

    >>> times_text([60, 61, 65])
    'mean 62.0 s, spread 2.6 s, best 60 s, half within 61 s, nine of ten within 64 s, worst 65 s'
    """
    if not times:
        return "none, the finish was never reached"
    if len(set(times)) == 1:
        return f"{times[0]} {unit}"
    return (
        f"mean {average(times):.1f} {unit}, spread {spread(times):.1f} {unit}, best {min(times)} {unit}, "
        f"half within {quantile(times, 0.5):.0f} {unit}, nine of ten within {quantile(times, 0.9):.0f} {unit}, "
        f"worst {max(times)} {unit}"
    )


def bars(times: Sequence[int], unit: str = "s") -> list[str]:
    """The distribution of times as lines of a terminal; none when there are too few to tell. ``unit``: as above.

    >>> bars([60] * 20 + [61] * 5)[1]
    '61 s        ##########  5'
    """
    bins = histogram(times, BINS_IN_TEXT)
    if len(times) < WORTH_BARS or len(bins) < 2:
        return []
    most = max(count for _, _, count in bins)
    wide = len(str(bins[-1][1] - 1))
    lines = []
    for low, after, count in bins:
        last = after - 1
        span = f"{low:{wide}} {unit}" if low == last else f"{low:{wide}} to {last:{wide}} {unit}"
        bar = "#" * max(1, BAR * count // most)
        lines.append(f"{span:{2 * wide + 5 + len(unit)}}  {bar}  {count}" if count else span)
    return lines


def percents(parts: Mapping[int, float]) -> str:
    """Shares in words.

    >>> percents({0: 0.125, 3: 0.875})
    '0: 12 %, 3: 88 %'
    """
    return ", ".join(f"{value}: {100 * share:.0f} %" for value, share in parts.items())


def means(parts: Mapping[Name, float]) -> str:
    """Means by name in words, the largest first.

    >>> means({"brake": 0.1, "gear": 1.25})
    'gear 1.25, brake 0.10'
    """
    return ", ".join(f"{name} {mean:.2f}" for name, mean in sorted(parts.items(), key=lambda part: (-part[1], part[0])))
