"""The ``crest`` command: the window, and the same functions without it.

Results go to standard output, messages to standard error. Exit codes: 0 fine, 1 findings of severity error (or a
design that cannot be driven), 2 unusable input, 130 stopped by Ctrl-C, 141 when the reader of the output went away.
Of several files the worst code counts.
"""

from __future__ import annotations

import argparse
import difflib
import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any, NoReturn

from designer import __version__, rules
from designer.design.document import Design, Waiver, waive
from designer.formats import native
from designer.formats.registry import EXPORTERS
from designer.graph import course
from designer.validation import chosen, page, rally, report, validate
from designer.validation.codes import CODES, TOPICS, explain
from designer.validation.documents import read
from designer.validation.finding import Finding, Severity

FINE, FINDINGS, UNUSABLE, STOPPED, READER_GONE = 0, 1, 2, 130, 141
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


class Unusable(Exception):
    """Input that cannot be used; the text says why, in the user's words."""


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
        _say("stopped")
        return STOPPED
    except Unusable as error:
        _say(str(error))
        return UNUSABLE
    except MemoryError:
        _say("there is not enough memory for this")
        return UNUSABLE
    except Exception as error:
        _say(f"unexpected problem, please report it: {type(error).__name__}: {error}")
        return UNUSABLE


def _say(message: str) -> None:
    print(f"crest: {report.printable(message)}", file=sys.stderr)


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


def _add_format(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--format", choices=("text", "json"), default="text",
                        help="text to read, or json for other programs (default: text)")


def _number(low: int, high: int) -> Any:
    """A parser of whole numbers within limits."""

    def number(text: str) -> int:
        try:
            value = int(text) if len(text) <= 40 else None
        except ValueError:
            value = None
        if value is None:
            raise argparse.ArgumentTypeError(f"'{text[:40]}' is not a whole number")
        if not low <= value <= high:
            raise argparse.ArgumentTypeError(f"{value} is out of range: {low} to {high}")
        return value

    return number


def _codes(text: str) -> tuple[str, ...]:
    """Code prefixes parted by commas."""
    prefixes = tuple(part.strip().upper() for part in text.split(",") if part.strip())
    for prefix in prefixes:
        if not any(code.startswith(prefix) for code in CODES):
            raise argparse.ArgumentTypeError(
                f"there is no code {prefix[:20]}; topics are {', '.join(TOPICS)}, codes look like STG002"
            )
    return prefixes


# crest open -----------------------------------------------------------------------------------------------------


def _add_open(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", nargs="?", metavar="FILE", help="the design to show")
    parser.set_defaults(run=_open)


def _open(args: argparse.Namespace) -> int:
    if args.file is not None:
        _design(Path(args.file))
    try:
        from designer.ui import app
    except ImportError as error:
        raise Unusable(f"the window cannot be opened: {error}. The other commands work without it.") from None
    return int(app.run(None if args.file is None else Path(args.file)))


# crest validate -------------------------------------------------------------------------------------------------


def _add_validate(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", metavar="FILE", help="designs to check")
    parser.add_argument("--select", type=_codes, metavar="CODES",
                        help="report only these codes or topics, parted by commas (STG,TOK004)")
    parser.add_argument("--ignore", type=_codes, metavar="CODES", help="leave these codes or topics out")
    parser.add_argument("--rally", action="store_true",
                        help="the files are the stages of a rally, in order: also check what is between them")
    parser.add_argument("--format", choices=("text", "json", "html"), default="text",
                        help="text to read, json for other programs, html for a page to print (default: text)")
    parser.add_argument("-o", "--output", metavar="FILE", help="where to write (default: standard output)")
    parser.set_defaults(run=_validate)


def _validate(args: argparse.Namespace) -> int:
    verdicts: list[int] = []
    checked = _each_checked(args, verdicts)
    if args.format == "json":
        reports = [report.to_data(found, design, name) for name, design, found in checked]
        _hand_over([_json(reports[0] if len(reports) == 1 else reports)], args.output)
    elif args.format == "html":
        _hand_over([page.page(list(checked))], args.output)
    else:
        _hand_over((report.text(found, f"{name}: {design.name}" if design is not None and design.name else name)
                    for name, design, found in checked), args.output)
    return max(verdicts)


Checked = tuple[str, Design | None, tuple[Finding, ...]]


def _each_checked(args: argparse.Namespace, verdicts: list[int]) -> Iterator[Checked]:
    """The files one after the other, as they are checked; their verdicts are added to the list."""
    checked: Iterable[Checked] = ((name, *_checked(name, args.select, args.ignore)) for name in args.files)
    if args.rally:
        checked = _as_rally(list(checked), args.select, args.ignore)
    for name, design, found in checked:
        verdicts.append(_verdict(design, found))
        yield name, design, found


def _as_rally(checked: list[Checked], select: Iterable[str] | None, ignore: Iterable[str] | None) -> list[Checked]:
    """The same with what is wrong between the stages; nothing is said where a file cannot be used."""
    designs = [design for _, design, _ in checked if design is not None]
    if len(designs) < len(checked):
        return checked
    between = rally.sequence(designs, rules.load())
    return [(name, design, chosen((*found, *more), select=select, ignore=ignore))
            for (name, design, found), more in zip(checked, between, strict=True)]


def _hand_over(parts: Iterable[str], output: str | None) -> None:
    """Print a text part by part, or write it into a file."""
    if output is None:
        for part in parts:
            print(part, end="")
        return
    _write(Path(output), "".join(parts).encode("utf-8"))
    _say(f"wrote {output}")


def _write(target: Path, contents: bytes) -> None:
    if target.is_dir():
        raise Unusable(f"{target} is a folder; name the file to write")
    try:
        native.write_atomic(target, contents)
    except OSError as error:
        raise Unusable(f"{target} cannot be written: {error.strerror or error}") from None


def _checked(
    name: str, select: Iterable[str] | None, ignore: Iterable[str] | None
) -> tuple[Design | None, tuple[Finding, ...]]:
    """A file's design and findings; problems with the file itself are never left out."""
    design, unreadable = read(Path(name))
    if design is None:
        return None, chosen(unreadable)
    return design, validate(design, select=select, ignore=ignore)


def _verdict(design: Design | None, found: Iterable[Finding]) -> int:
    if design is None:
        return UNUSABLE
    return FINDINGS if any(finding.counts for finding in found) else FINE


# crest fix ------------------------------------------------------------------------------------------------------


def _add_fix(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="the design to put right")
    parser.add_argument("--all", action="store_true",
                        help="apply every fix that helps, also those that change or take away what you laid")
    parser.add_argument("-o", "--output", metavar="FILE", help="where to write (default: the file itself)")
    parser.add_argument("--dry-run", action="store_true", help="only say what would be done")
    parser.add_argument("--select", type=_codes, metavar="CODES", help="fix only these codes or topics")
    parser.add_argument("--ignore", type=_codes, metavar="CODES", help="leave these codes or topics alone")
    _add_format(parser)
    parser.set_defaults(run=_fix)


def _fix(args: argparse.Namespace) -> int:
    from designer.validation.fixing import fix_all

    design = _design(Path(args.file))
    fixed = fix_all(design, unsafe=args.all, select=args.select, ignore=args.ignore)
    left = validate(fixed.design)
    target = args.output or args.file
    if not args.dry_run and (fixed.done or args.output):
        _write(Path(target), native.canonical(fixed.design).encode("utf-8"))
    done = [{"code": finding.code, "place": finding.place.text(), "message": finding.message, "fix": name}
            for finding, name in fixed.done]
    if args.format == "json":
        _print_json({"file": args.file, "written": None if args.dry_run else target, "done": done,
                     "left": report.to_data(left, fixed.design, target)})
        return _verdict(fixed.design, left)
    for one in done:
        where = f", {one['place']}" if one["place"] else ""
        print(report.printable(f"{one['code']}{where}: {one['fix']}"))
    would = "would be applied" if args.dry_run else "applied"
    print(f"{len(done)} fix{'' if len(done) == 1 else 'es'} {would}; left: {report.summary(left)}")
    return _verdict(fixed.design, left)


# crest waive ----------------------------------------------------------------------------------------------------


def _add_waive(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="the design that accepts the finding")
    parser.add_argument("code", metavar="CODE", help="the code of the finding, such as STG006")
    parser.add_argument("--place", default="", metavar="PLACE",
                        help="where it is, as crest validate says it (default: anywhere)")
    parser.add_argument("--reason", default="", metavar="WORDS", help="why it is accepted")
    parser.add_argument("--author", default="", metavar="NAME", help="who accepts it (default: the design's author)")
    parser.add_argument("--remove", action="store_true", help="take the waiver away again")
    parser.add_argument("-o", "--output", metavar="FILE", help="where to write (default: the file itself)")
    parser.set_defaults(run=_waive)


def _waive(args: argparse.Namespace) -> int:
    design = _design(Path(args.file))
    code = args.code.upper()
    if code not in CODES:
        raise Unusable(f"there is no code {args.code}{_near(code, CODES)}; 'crest explain' lists them")
    there = [finding for finding in validate(design, select=[code]) if args.place in ("", finding.place.text())]
    if args.remove:
        kept = tuple(waiver for waiver in design.waivers if (waiver.code, waiver.place) != (code, args.place))
        if len(kept) == len(design.waivers):
            raise Unusable(f"{args.file} has no waiver of {code} at {args.place or 'any place'}")
        changed = replace(design, waivers=kept)
    else:
        author = args.author or design.author
        if not args.reason.strip() or not author.strip():
            raise Unusable("a waiver needs a --reason and an --author: whoever reads it later will ask")
        if not there:
            places = [finding.place.text() or "the design" for finding in validate(design, select=[code])]
            hint = f"it is reported at: {'; '.join(places[:8])}" if places else "the design has no such finding"
            raise Unusable(f"there is no {code} at {args.place or 'any place'}; {hint}")
        changed = waive(design, Waiver(code, args.place, args.reason, author))
    target = args.output or args.file
    _write(Path(target), native.canonical(changed).encode("utf-8"))
    verb = "no longer waived" if args.remove else "waived"
    _say(f"{code} is {verb} at {args.place or 'any place'} ({len(there)} finding{'' if len(there) == 1 else 's'}); "
         f"wrote {target}")
    return FINE


# crest simulate -------------------------------------------------------------------------------------------------


def _add_simulate(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="the design to drive")
    parser.add_argument("--car", default="r6-gravel", metavar="CAR",
                        help="a standard board (r6-gravel), or the name of a board in the design")
    parser.add_argument("--policy", default="sensible", metavar="NAME", help="how the driver plays (default: sensible)")
    parser.add_argument("--runs", type=_number(1, MAX_RUNS), default=100, metavar="N",
                        help="how often to drive (default: 100)")
    parser.add_argument("--seed", type=_number(0, MAX_SEED), default=1, metavar="N",
                        help="the same seed gives the same runs (default: 1)")
    parser.add_argument("--workers", type=_number(1, MAX_WORKERS), default=1, metavar="N",
                        help="processes that share the work (default: 1)")
    parser.add_argument("--log", action="store_true", help="also tell the first run turn by turn")
    _add_format(parser)
    parser.set_defaults(run=_simulate)


def _simulate(args: argparse.Namespace) -> int:
    from designer.simulator import batches

    design = _design(Path(args.file))
    found = validate(design)
    if errors := sum(1 for finding in found if finding.counts):
        _say(f"the design has {errors} finding{'' if errors == 1 else 's'} of severity error; "
             f"'crest validate {args.file}' lists them")
    if design.stage is None:
        raise Unusable(f"{args.file} has no stage to drive")
    problem = course.of_stage(design.stage, design.event).problem
    if problem is not None:
        _say(f"nothing can be driven: {problem}")
        return FINDINGS
    pool: AbstractContextManager[Executor | None] = (
        nullcontext() if args.workers == 1 else ProcessPoolExecutor(max_workers=args.workers)
    )
    try:
        with pool as executor:
            result = batches.run_batch(design, car=args.car, policy=args.policy, runs=args.runs, seed=args.seed,
                                       progress=_progress() if sys.stderr.isatty() else None,
                                       executor=executor, workers=args.workers)
    except batches.SimulationError as error:
        raise Unusable(str(error)) from None
    if args.format == "json":
        _print_json(result.to_data(log=args.log))
        return FINE
    print(result.text().rstrip())
    if args.log:
        first = batches.run_once(design, car=args.car, policy=args.policy, seed=args.seed)
        print("", "Run 1", *first.commentary(), sep="\n")
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


def _near(name: str, known: Iterable[str]) -> str:
    near = difflib.get_close_matches(name, known, n=3, cutoff=0.75)
    return f" (did you mean {' or '.join(near)}?)" if near else ""


# crest compare --------------------------------------------------------------------------------------------------


def _add_compare(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="*", metavar="FILE", help="designs whose boards to compare")
    parser.add_argument("--car", action="append", default=[], metavar="CAR", dest="cars",
                        help="also compare a standard board (r6-gravel); may be given more than once")
    parser.add_argument("--stage", required=True, metavar="FILE", help="the design with the stage to drive")
    parser.add_argument("--policy", default="sensible", metavar="NAME", help="how the driver plays (default: sensible)")
    parser.add_argument("--runs", type=_number(1, MAX_RUNS), default=100, metavar="N",
                        help="how often to drive each build (default: 100)")
    parser.add_argument("--seed", type=_number(0, MAX_SEED), default=1, metavar="N",
                        help="the same seed gives the same runs (default: 1)")
    parser.add_argument("--bbcode", action="store_true", help="text as BBCode for a forum")
    _add_format(parser)
    parser.set_defaults(run=_compare)


def _compare(args: argparse.Namespace) -> int:
    from designer.formats import forum
    from designer.simulator import batches
    from designer.simulator.rally import compare

    boards = [board for name in args.files for board in _design(Path(name)).dashboards]
    if args.files and not boards:
        raise Unusable(f"there is no board in {', '.join(args.files)}")
    design = _design(Path(args.stage))
    try:
        result = compare.compare(design, [*boards, *args.cars], runs=args.runs, seed=args.seed, policy=args.policy)
    except batches.SimulationError as error:
        raise Unusable(str(error)) from None
    if args.format == "json":
        _print_json(result.to_data())
    else:
        print(forum.comparison_text(result.head, result.rows(), result.notes, bbcode=args.bbcode), end="")
    return FINDINGS if result.notes else FINE


# crest export ---------------------------------------------------------------------------------------------------


def _add_export(parser: argparse.ArgumentParser) -> None:
    formats = "; ".join(f"{name}: {exporter.description}" for name, exporter in EXPORTERS.items())
    parser.add_argument("file", metavar="FILE", help="the design to export")
    parser.add_argument("--to", choices=tuple(EXPORTERS), default="json", help=f"{formats} (default: json)")
    parser.add_argument("-o", "--output", metavar="FILE", help="where to write (default: standard output)")
    _add_format(parser)
    parser.set_defaults(run=_export)


def _export(args: argparse.Namespace) -> int:
    design = _design(Path(args.file))
    contents = EXPORTERS[args.to].write(design)
    if args.output is None:
        sys.stdout.flush()
        sys.stdout.buffer.write(contents)
        return FINE
    target = Path(args.output)
    _write(target, contents)
    if args.format == "json":
        _print_json({"file": args.output, "to": args.to, "bytes": len(contents), "hash": native.content_hash(design)})
    else:
        _say(f"wrote {target} ({len(contents)} bytes)")
    return FINE


# crest report ---------------------------------------------------------------------------------------------------


def _add_report(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="the design to report on")
    parser.add_argument("-o", "--output", metavar="FOLDER", default="crest-out",
                        help="folder to write into (default: crest-out)")
    parser.add_argument("--car", default="r6-gravel", metavar="CAR",
                        help="a standard board (r6-gravel), or the name of a board in the design")
    parser.add_argument("--policy", default="sensible", metavar="NAME", help="how the driver plays (default: sensible)")
    parser.add_argument("--runs", type=_number(1, MAX_RUNS), default=200, metavar="N",
                        help="how often to drive (default: 200)")
    parser.add_argument("--seed", type=_number(0, MAX_SEED), default=1, metavar="N",
                        help="the same seed gives the same runs (default: 1)")
    parser.set_defaults(run=_report)


def _report(args: argparse.Namespace) -> int:
    from designer import report as whole

    design = _design(Path(args.file))
    try:
        result = whole.write_report(design, Path(args.output), car=args.car, policy=args.policy, runs=args.runs,
                                    seed=args.seed)
    except OSError as error:
        raise Unusable(f"{args.output} cannot be written into: {error.strerror or error}") from None
    for line in whole.lines(result):
        print(line)
    return FINDINGS if result.has_errors or result.left_out else FINE


# crest facts, crest notes --------------------------------------------------------------------------------------


def _add_tell(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="the design with the stage")
    _add_format(parser)
    parser.set_defaults(run=_tell, what=parser.prog.split()[-1])


def _tell(args: argparse.Namespace) -> int:
    from designer import report as whole
    if (design := _design(Path(args.file))).stage is None:
        raise Unusable(f"{args.file} has no stage")
    data, text = whole.tell(design, args.what)
    _print_json(data) if args.format == "json" else print(text, end="")
    return FINE


# crest explain --------------------------------------------------------------------------------------------------


def _add_explain(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("code", nargs="?", metavar="CODE", help="a code such as STG002; none lists all")
    _add_format(parser)
    parser.set_defaults(run=_explain)


def _explain(args: argparse.Namespace) -> int:
    if args.code is None:
        if args.format == "json":
            _print_json([_code_data(code) for code in CODES])
        else:
            for entry in CODES.values():
                print(f"{entry.code}  {entry.severity.value:8} {entry.title}")
        return FINE
    code = args.code.upper()
    if code not in CODES:
        raise Unusable(f"there is no code {args.code}{_near(code, CODES)}; 'crest explain' lists them")
    if args.format == "json":
        _print_json(_code_data(code))
    else:
        print(explain(code), end="")
    return FINE


def _code_data(code: str) -> dict[str, str]:
    entry = CODES[code]
    return {
        "code": code, "severity": Severity(entry.severity).value, "title": entry.title, "rule": entry.rule,
        "why": entry.why, "source": str(entry.source), "example": entry.example,
    }


# shared ---------------------------------------------------------------------------------------------------------


def _design(path: Path) -> Design:
    """The design of a file. Raises Unusable with every problem, one a line."""
    design, found = read(path)
    if design is None:
        shown = [finding.message for finding in found[:10]]
        more = [f"and {len(found) - 10} more"] if len(found) > 10 else []
        raise Unusable(f"{path}: " + " / ".join([*shown, *more]))
    return design


def _print_json(data: object) -> None:
    print(_json(data), end="")


def _json(data: object) -> str:
    return json.dumps(data, indent=2, allow_nan=False) + "\n"


COMMANDS = {
    "open": (_add_open, "open the window, with a design if one is named"),
    "validate": (_add_validate, "check designs against the rules"),
    "fix": (_add_fix, "apply the safe fixes of a design's findings"),
    "waive": (_add_waive, "accept a finding, with reason and author"),
    "simulate": (_add_simulate, "drive a design many times and report"),
    "compare": (_add_compare, "drive two to six builds on a stage and set them side by side"),
    "export": (_add_export, "write a design in another format"),
    "report": (_add_report, "check and drive a design, and write JSON, picture and report into a folder"),
    "facts": (_add_tell, "tell the facts of a stage: boxes, length, corners, climbs"),
    "notes": (_add_tell, "read the pace notes of a stage, as a co-driver does"),
    "explain": (_add_explain, "say what a finding code means and why it matters"),
}
