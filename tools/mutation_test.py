"""Change official stages at random and see whether the validator notices each change where it is.

    python -m tools.mutation_test            1,000 changes
    python -m tools.mutation_test 200 --seed 7

Prints how many changes were noticed, how many the simulator proves harmless, and every one that was missed; the exit
code is 1 when there is one.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter

from tests.validation.mutations import judge, mutations


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("count", nargs="?", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    outcomes: Counter[tuple[str, str]] = Counter()
    missed = 0
    for mutation in mutations(args.count, args.seed):
        verdict = judge(mutation)
        kind = "slot" if mutation.slot is not None else mutation.words.partition(": ")[2].split()[0]
        outcomes[kind, verdict.outcome] += 1
        if verdict.outcome == "missed":
            missed += 1
            print(verdict)
    for (kind, outcome), number in sorted(outcomes.items()):
        print(f"{kind:10} {outcome:9} {number}")
    print(f"{args.count} changes, {missed} missed")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
