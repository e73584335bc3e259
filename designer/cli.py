"""The ``crest`` command: the window, and the same functions without it.

Results go to standard output, messages to standard error. Exit codes: 0 fine, 1 findings of severity error (or a
design that cannot be driven), 2 unusable input, 130 stopped by Ctrl-C, 141 when the reader of the output went away.
Of several files the worst code counts.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import NoReturn

from designer import __version__, cli_checks, cli_spire
from designer.cli_common import (
    FINDINGS,
    FINE,
    READER_GONE,
    STOPPED,
    UNUSABLE,
    Unusable,
    add_format,
    number,
    print_json,
    read_design,
    say,
    write,
)
from designer.design.stage import Stage
from designer.formats import native
from designer.formats.registry import EXPORTERS
from designer.graph import course
from designer.validation import report, validate

MAX_RUNS = 1_000_000
MAX_WORKERS = 256
MAX_SEED = 2**63 - 1

EXIT_CODES = """\
exit codes:
  0   fine
  1   findings of severity error, or a design that cannot be driven
  2   unusable input
  130 stopped by Ctrl-C
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code. Never raises, never shows a traceback."""
    try:
        code = _run(list(sys.argv[1:] if argv is None else argv))
        sys.stdout.flush()
        return code
    except BrokenPipeError:
        # Python would complain once more when it closes standard output.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return READER_GONE
    except KeyboardInterrupt:
        say("stopped")
        return STOPPED
    except Unusable as error:
        say(str(error))
        return UNUSABLE
    except MemoryError:
        say("there is not enough memory for this")
        return UNUSABLE
    except Exception as error:
        say(f"unexpected problem, please report it: {type(error).__name__}: {error}")
        return UNUSABLE


def _run(words: list[str]) -> int:
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    parser = _parser()
    if words and not words[0].startswith("-") and words[0] not in COMMANDS and _is_file_name(words[0]):
        words = ["open", *words]
    try:
        args = parser.parse_args(words)
    except SystemExit as leaving:
        return leaving.code if isinstance(leaving.code, int) else UNUSABLE
    code: int = args.run(args)
    return code


def _is_file_name(word: str) -> bool:
    return word.endswith(".json") or Path(word).exists()


class _Parser(argparse.ArgumentParser):
    """A parser whose errors sound like the rest of the program."""

    def error(self, message: str) -> NoReturn:
        self.exit(UNUSABLE, f"crest: {report.printable(message)}\n{self.format_usage()}")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="crest",
        description="Design tabletop races: rally stages, boards and spires. Without a command the window opens.",
        epilog=EXIT_CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"crest {__version__}")
    parser.set_defaults(run=_open, file=None)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", parser_class=_Parser)
    for name, (add, help_) in COMMANDS.items():
        add(
            commands.add_parser(
                name, help=help_, description=f"{help_[0].upper()}{help_[1:]}.", epilog=EXIT_CODES,
                formatter_class=argparse.RawDescriptionHelpFormatter,
            )
        )
    return parser


# crest open -----------------------------------------------------------------------------------------------------


def _add_open(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", nargs="?", metavar="FILE", help="the design to show")
    parser.set_defaults(run=_open)


def _open(args: argparse.Namespace) -> int:
    if args.file is not None:
        read_design(Path(args.file))
    from designer.ui.display import display_problem

    if (problem := display_problem()) is not None:
        raise Unusable(f"the window cannot be opened: {problem}. The other commands work without it; "
                       "'crest report FILE' checks and drives a design and draws a picture.")
    try:
        from designer.ui import app
    except ImportError as error:
        raise Unusable(f"the window cannot be opened: {error}. The other commands work without it.") from None
    return int(app.run(None if args.file is None else Path(args.file)))


# crest simulate -------------------------------------------------------------------------------------------------


def _add_simulate(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="the design to drive, or whose spire to climb")
    _add_driving(parser, 100)
    parser.add_argument("--workers", type=number(1, MAX_WORKERS), default=1, metavar="N",
                        help="processes that share the work (default: 1)")
    parser.add_argument("--log", action="store_true", help="also tell the first run turn by turn")
    cli_spire.add_arguments(parser)
    add_format(parser)
    parser.set_defaults(run=_simulate)


def _add_driving(parser: argparse.ArgumentParser, runs: int) -> None:
    """How often to drive or climb, by whom, with which seed."""
    parser.add_argument("--car", default="r6-gravel", metavar="CAR",
                        help="a standard board (r6-gravel), or the name of a board in the design")
    parser.add_argument("--policy", action="append", metavar="NAME",
                        help="how the driver plays (default: sensible); on a spire how climbers play (default: "
                             "expected-value): one for all, one after the other by seat, or 2=bold for seat 2")
    parser.add_argument("--runs", type=number(1, MAX_RUNS), default=runs, metavar="N",
                        help=f"how often to drive, or how many games to climb (default: {runs})")
    parser.add_argument("--seed", type=number(0, MAX_SEED), default=1, metavar="N",
                        help="the same seed gives the same runs (default: 1)")


def _simulate(args: argparse.Namespace) -> int:
    from designer.simulator import batches
    from designer.simulator.spire.seats import climbs

    design = read_design(Path(args.file))
    found = validate(design)
    if errors := sum(1 for finding in found if finding.counts):
        say(f"the design has {errors} finding{'' if errors == 1 else 's'} of severity error; "
             f"'crest validate {args.file}' lists them")
    up = climbs(design)
    if design.stage is None and not up:
        raise Unusable(f"{args.file} has no stage to drive and no spire to climb")
    problem = None if up else course.of_stage(design.stage or Stage(), design.event).problem
    if problem is not None:
        say(f"nothing can be driven: {problem}")
        return FINDINGS
    pool: AbstractContextManager[Executor | None] = (
        nullcontext() if args.workers == 1 else ProcessPoolExecutor(max_workers=args.workers)
    )
    progress = _progress() if sys.stderr.isatty() else None
    policy = (args.policy or ["sensible"])[-1]
    try:
        with pool as executor:
            if up:
                data, text = cli_spire.simulate(design, args, progress=progress, executor=executor)
            else:
                result = batches.run_batch(design, car=args.car, policy=policy, runs=args.runs, seed=args.seed,
                                           progress=progress, executor=executor, workers=args.workers)
                data, text = result.to_data(log=args.log), result.text().rstrip()
                if args.log and args.format == "text":
                    first = batches.run_once(design, car=args.car, policy=policy, seed=args.seed)
                    text = "\n".join([text, "", "Run 1", *first.commentary()])
    except batches.SimulationError as error:
        raise Unusable(str(error)) from None
    print_json(data) if args.format == "json" else print(text)
    return FINE


def _progress() -> Callable[[int, int], None]:
    """Tells on standard error how far a batch is, at most once for each hundredth of it."""
    told = -1

    def tell(done: int, runs: int) -> None:
        nonlocal told
        share = 100 * done // runs
        if share > told:
            told = share
            print(f"\r{done} of {runs} runs", end="\n" if done == runs else "", file=sys.stderr, flush=True)

    return tell


# crest compare --------------------------------------------------------------------------------------------------


def _add_compare(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="*", metavar="FILE", help="designs whose boards to compare")
    parser.add_argument("--car", action="append", default=[], metavar="CAR", dest="cars",
                        help="also compare a standard board (r6-gravel); may be given more than once")
    parser.add_argument("--stage", required=True, metavar="FILE", help="the design with the stage to drive")
    parser.add_argument("--policy", default="sensible", metavar="NAME", help="how the driver plays (default: sensible)")
    parser.add_argument("--runs", type=number(1, MAX_RUNS), default=100, metavar="N",
                        help="how often to drive each build (default: 100)")
    parser.add_argument("--seed", type=number(0, MAX_SEED), default=1, metavar="N",
                        help="the same seed gives the same runs (default: 1)")
    parser.add_argument("--bbcode", action="store_true", help="text as BBCode for a forum")
    add_format(parser)
    parser.set_defaults(run=_compare)


def _compare(args: argparse.Namespace) -> int:
    from designer.formats import forum
    from designer.simulator import batches
    from designer.simulator.rally import compare

    boards = [board for name in args.files for board in read_design(Path(name)).dashboards]
    if args.files and not boards:
        raise Unusable(f"there is no board in {', '.join(args.files)}")
    design = read_design(Path(args.stage))
    try:
        result = compare.compare(design, [*boards, *args.cars], runs=args.runs, seed=args.seed, policy=args.policy)
    except batches.SimulationError as error:
        raise Unusable(str(error)) from None
    if args.format == "json":
        print_json(result.to_data())
    else:
        print(forum.comparison_text(result.head, result.rows(), result.notes, bbcode=args.bbcode), end="")
    return FINDINGS if result.notes else FINE


# crest export ---------------------------------------------------------------------------------------------------


def _add_export(parser: argparse.ArgumentParser) -> None:
    formats = "; ".join(f"{name}: {exporter.description}" for name, exporter in EXPORTERS.items())
    parser.add_argument("file", metavar="FILE", help="the design to export")
    parser.add_argument("--to", choices=tuple(EXPORTERS), default="json", help=f"{formats} (default: json)")
    parser.add_argument("-o", "--output", metavar="FILE", help="where to write (default: standard output)")
    add_format(parser)
    parser.set_defaults(run=_export)


def _export(args: argparse.Namespace) -> int:
    design = read_design(Path(args.file))
    contents = EXPORTERS[args.to].write(design)
    if args.output is None:
        sys.stdout.flush()
        sys.stdout.buffer.write(contents)
        return FINE
    target = Path(args.output)
    write(target, contents)
    if args.format == "json":
        print_json({"file": args.output, "to": args.to, "bytes": len(contents), "hash": native.content_hash(design)})
    else:
        say(f"wrote {target} ({len(contents)} bytes)")
    return FINE


# crest report ---------------------------------------------------------------------------------------------------


def _add_report(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="the design to report on")
    parser.add_argument("-o", "--output", metavar="FOLDER", default="crest-out",
                        help="folder to write into (default: crest-out)")
    _add_driving(parser, 200)
    parser.set_defaults(run=_report)


def _report(args: argparse.Namespace) -> int:
    from designer import report as whole

    design = read_design(Path(args.file))
    try:
        result = whole.write_report(design, Path(args.output), car=args.car, policies=args.policy or (),
                                    runs=args.runs, seed=args.seed)
    except OSError as error:
        raise Unusable(f"{args.output} cannot be written into: {error.strerror or error}") from None
    for line in whole.lines(result):
        print(line)
    return FINDINGS if result.has_errors or result.left_out else FINE


# crest facts, crest notes --------------------------------------------------------------------------------------


def _add_tell(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="the design with the stage")
    add_format(parser)
    parser.set_defaults(run=_tell, what=parser.prog.split()[-1])


def _tell(args: argparse.Namespace) -> int:
    from designer import report as whole
    if (design := read_design(Path(args.file))).stage is None:
        raise Unusable(f"{args.file} has no stage")
    data, text = whole.tell(design, args.what)
    print_json(data) if args.format == "json" else print(text, end="")
    return FINE


COMMANDS = {
    "open": (_add_open, "open the window, with a design if one is named"),
    "validate": (cli_checks.add_validate, "check designs against the rules"),
    "fix": (cli_checks.add_fix, "apply the safe fixes of a design's findings"),
    "waive": (cli_checks.add_waive, "accept a finding, with reason and author"),
    "simulate": (_add_simulate, "drive or climb a design many times and report"),
    "compare": (_add_compare, "drive two to six builds on a stage and set them side by side"),
    "export": (_add_export, "write a design in another format"),
    "report": (_add_report, "check and drive or climb a design, and write JSON, picture and report into a folder"),
    "facts": (_add_tell, "tell the facts of a stage: boxes, length, corners, climbs"),
    "notes": (_add_tell, "read the pace notes of a stage, as a co-driver does"),
    "explain": (cli_checks.add_explain, "say what a finding code means and why it matters"),
}
