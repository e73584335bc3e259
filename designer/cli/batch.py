"""What the commands that drive or climb many times share: seed, workers, progress, and the log of one run."""

from __future__ import annotations

import argparse
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from designer import catalog
from designer.cli.common import check_ending, json_text, number, write
from designer.cli.words import Unusable, say
from designer.design.document import Design
from designer.design.values import frozen
from designer.exporting import readable_log
from designer.model.compiled import compile_design
from designer.simulator.common.batching import MOST
from designer.simulator.rally import races

MAX_RUNS = MOST
MAX_WORKERS = 256
MAX_SEED = 2**63 - 1


def add_seed(parser: argparse.ArgumentParser, what: str = "runs") -> None:
    parser.add_argument(
        "--seed",
        type=number(0, MAX_SEED),
        default=1,
        metavar="N",
        help=f"the same seed gives the same {what} (default: 1)",
    )


def add_weather(parser: argparse.ArgumentParser) -> None:
    """The weather in which a circuit is raced."""
    parser.add_argument(
        "--weather",
        choices=("dry", "wet"),
        help="the weather in which a race on a circuit begins (default: as the design's rules say, dry)",
    )


def in_weather(design: Design, weather: str | None, file: str) -> Design:
    """The design in the weather that was asked for. Raises Unusable for a stage that is no circuit."""
    if weather is None:
        return design
    if compile_design(design).route.kind != "circuit":
        raise Unusable(f"--weather is for circuits; {file} is driven from a start to a finish")
    return replace(design, house_rules=frozen({**design.house_rules, "rallycross.weather": weather}))


def add_log(parser: argparse.ArgumentParser, what: str) -> None:
    """How many processes share the work, and which run (or race) is told or saved."""
    parser.add_argument(
        "--workers",
        type=number(1, MAX_WORKERS),
        default=1,
        metavar="N",
        help="processes that share the work (default: 1)",
    )
    parser.add_argument("--log", action="store_true", help=f"also tell a {what} turn by turn")
    parser.add_argument("--save", metavar="LOG.json", help=f"write the log of a {what} into a file, for 'crest replay'")
    parser.add_argument(
        "--number",
        type=number(1, MAX_RUNS),
        metavar="N",
        help=f"which {what} --log tells and --save writes (default: 1, the first)",
    )


def number_of_log(args: argparse.Namespace, what: str) -> int:
    """The number of the run to tell or save, counted from 0. Raises Unusable."""
    if args.number is None:
        return 0
    if not args.log and args.save is None:
        raise Unusable(f"--number says which {what} to tell or to save; add --log or --save LOG.json")
    if args.number > args.runs:
        raise Unusable(f"there is no {what} {args.number} among {args.runs}; --runs {args.number} makes as many")
    return int(args.number) - 1


def check_save(args: argparse.Namespace) -> None:
    """Find out before a long batch, not after it, that its log cannot be saved. Raises Unusable."""
    if args.save is None:
        return
    target = Path(args.save)
    check_ending(target, ".json")
    if target.is_dir():
        raise Unusable(f"{target} is a folder; name the file to write")
    above = next(parent for parent in target.absolute().parents if parent.exists())
    if not above.is_dir():
        raise Unusable(f"{target} cannot be written: {above} is a file, not a folder")
    if not os.access(above, os.W_OK):
        raise Unusable(f"{target} cannot be written: permission denied")


def save(args: argparse.Namespace, log: dict[str, Any]) -> None:
    """Write the log of a run where the arguments say, if anywhere. Raises Unusable."""
    if args.save is not None:
        write(Path(args.save), json_text(log).encode("utf-8"), readable_log)
        say(f"wrote {args.save}")


@contextmanager
def pool(workers: int) -> Iterator[Executor | None]:
    """Where to make the runs: here (None), or in several processes, which end at once when a batch is broken off."""
    if workers == 1:
        yield None
        return
    executor = ProcessPoolExecutor(max_workers=workers, initializer=_ignore_ctrl_c)
    try:
        yield executor
    except BaseException:
        # The executor's own thread may find runs already cancelled when its workers go, and would tell a traceback.
        threading.excepthook = _say_nothing
        # Left to themselves, workers would first finish what they have begun, which may take minutes.
        executor.shutdown(wait=False, cancel_futures=True)
        for worker in multiprocessing.active_children():
            worker.terminate()
        raise
    executor.shutdown()


def _say_nothing(_: threading.ExceptHookArgs) -> None:
    """What a thread of a program that is ending anyway trips over is no news to anyone."""


def _ignore_ctrl_c() -> None:
    """Ctrl-C reaches the workers too; the process that started them ends them."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def progress(what: str = "runs") -> Callable[[int, int], None] | None:
    """Tells on standard error how far a batch is, at most once for each hundredth of it; None without a terminal."""
    if not sys.stderr.isatty():
        return None
    told = -1

    def tell(done: int, runs: int) -> None:
        nonlocal told
        share = 100 * done // runs
        if share > told:
            told = share
            print(f"\r{done} of {runs} {what}", end="\n" if done == runs else "", file=sys.stderr, flush=True)

    return tell


def known_cars(design: Design, *, classes: bool) -> list[str]:
    """What can be named as a car: boards of the design, standard boards, categories where one of those will do."""
    return [
        *(board.name for board in design.dashboards if board.name),
        *catalog.standard_boards(),
        *(races.classes() if classes else ()),
    ]


def meant(word: str, known: Sequence[str]) -> str:
    """The name that a word means, whatever its capitals; the word itself when there is none, or more than one.

    >>> meant("R6-Gravel", ["r6-gravel", "r6"]), meant("r7", ["r6"])
    ('r6-gravel', 'r7')
    """
    alike = dict.fromkeys(name for name in known if name.casefold() == word.casefold())
    return next(iter(alike)) if len(alike) == 1 and word not in alike else word
