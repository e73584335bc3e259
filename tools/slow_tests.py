"""Write tests/slow.txt, the tests that `make quick` leaves out, from the times of a run of all tests.

    python -m pytest -n auto --junitxml times.xml
    python -m tools.slow_tests times.xml

A test is slow when one of its cases takes 0.3 seconds, or all of them take 1.2.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from pathlib import Path
from xml.etree import ElementTree

LIST = Path(__file__).resolve().parent.parent / "tests" / "slow.txt"
ONE, ALL = 0.3, 1.2


def slow(report: Path) -> list[str]:
    """The slow tests of a JUnit report, as `ui/test_window.py::test_name`."""
    times: dict[str, list[float]] = defaultdict(list)
    for case in ElementTree.parse(report).iter("testcase"):
        module = case.attrib["classname"].removeprefix("tests.").replace(".", "/")
        times[f"{module}.py::{case.attrib['name'].partition('[')[0]}"].append(float(case.attrib["time"]))
    return sorted(name for name, taken in times.items() if max(taken) >= ONE or sum(taken) >= ALL)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("report", type=Path, help="what pytest wrote with --junitxml")
    found = slow(parser.parse_args().report)
    LIST.write_text("".join(f"{name}\n" for name in found), encoding="utf-8")
    print(f"{len(found)} slow tests")
    return 0


if __name__ == "__main__":
    sys.exit(main())
