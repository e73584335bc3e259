"""What batches, races and climbs give for seed 1: one digest for each, so that a change of structure shows.

``python -m tests.golden.results`` tells what differs from the file; with ``--write`` it writes the file anew, which a
commit that mends a fault has to name.
"""

from __future__ import annotations

import hashlib
import json
import sys
from pathlib import Path
from typing import Any

from designer.design.document import Design
from designer.formats import native
from designer.resources import folder
from designer.simulator.rally import batches, races
from designer.simulator.rally.races import Driver
from designer.simulator.spire import batches as climbing

FILE = Path(__file__).with_name("results.json")
#: How often each driver drives a stage. One that weighs its plans takes its time.
RUNS = {"sensible": 5, "cautious": 2, "flat-out": 2, "by-the-book": 2, "novice": 2, "looking-ahead": 1}
#: The stages that the driver who takes long is tried on. On a circuit one run of his takes most of a minute.
WEIGHED = ("climb-1", "rally-1-ss1", "rally-8-ss2")


def stages() -> tuple[str, ...]:
    """The official stages, by file name without ending."""
    return tuple(sorted(path.stem for path in (folder("exports") / "stages").glob("*.json")))


def spires() -> tuple[str, ...]:
    """The spires that are shipped."""
    return tuple(sorted(path.stem for path in (folder("exports") / "spires").glob("*.json")))


def digest(data: Any) -> str:
    """A short digest of plain JSON data."""
    text = json.dumps(data, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _load(kind: str, name: str) -> Design:
    return native.load(folder("exports") / kind / f"{name}.json")


def of_stage(name: str) -> dict[str, Any]:
    """The results of a stage: times of each driver's runs with a digest of the first, and one race of three."""
    design = _load("stages", name)
    found: dict[str, Any] = {}
    for policy, runs in RUNS.items():
        if policy == "looking-ahead" and name not in WEIGHED:
            continue
        report = batches.run_batch(design, policy=policy, runs=runs, seed=1)
        log = report.sample.to_data()
        found[policy] = [list(report.times), digest(log["turns"])]
    race = races.run_race(design, [Driver("Red"), Driver("Blue", policy="novice"), Driver("Green", policy="cautious")])
    found["race"] = [_ranking(race.to_data()), digest(race.to_data()["stages"])]
    return found


def of_rally(number: str) -> list[Any]:
    """One race over the stages of a rally."""
    designs = [_load("stages", name) for name in stages() if name.startswith(f"rally-{number}-")]
    race = races.run_race(designs, [Driver("Red"), Driver("Blue", policy="novice")]).to_data()
    return [_ranking(race), digest(race["stages"])]


def of_spire(name: str) -> str:
    """Twenty games on a spire, and the first one told."""
    design = _load("spires", name)
    report = climbing.run_batch(design, games=20, seed=1).to_data()
    bold = climbing.run_once(design, policies=("bold",), seed=1)
    kept = {key: report[key] for key in ("games", "wins", "turns", "rests")}
    return digest([kept, bold.commentary()])


def _ranking(race: dict[str, Any]) -> Any:
    return race["ranking"]


def measured() -> dict[str, Any]:
    """All results, by what they are of."""
    found: dict[str, Any] = {name: of_stage(name) for name in stages()}
    found |= {f"rally-{number}": of_rally(number) for number in ("1", "2", "3", "7", "8", "9")}
    return found | {name: of_spire(name) for name in spires()}


def main() -> int:
    """Compare with the file, or write it."""
    now = json.loads(json.dumps(measured()))
    if "--write" in sys.argv[1:]:
        FILE.write_text(json.dumps(now, indent=1) + "\n", encoding="utf-8")
        return 0
    known = json.loads(FILE.read_text(encoding="utf-8"))
    differ = [name for name in sorted(known | now) if known.get(name) != now.get(name)]
    print("\n".join(f"{name} differs" for name in differ) or f"{len(now)} results as in {FILE.name}")
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())
