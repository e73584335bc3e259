"""The commands that have to do with findings: crest validate, fix, waive and explain."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from designer.cli.common import (
    add_format,
    codes,
    hand_over,
    json_text,
    print_json,
    read_design,
    read_standard_input,
    verdict,
    write_design,
)
from designer.cli.words import FINE, Unusable, near, say
from designer.design.document import FORMAT, Design, Waiver, waive
from designer.design.values import printable
from designer.formats import native
from designer.validation import chosen, page, rally, report, validate
from designer.validation.codes import CODES, explain
from designer.validation.documents import read
from designer.validation.finding import Finding, Severity
from designer.validation.fixing import fix_all
from designer.words import number_of

# crest validate -------------------------------------------------------------------------------------------------


def add_validate(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "files",
        nargs="+",
        metavar="FILE",
        help="designs to check; a folder for all designs in it, - for standard input",
    )
    parser.add_argument(
        "--select", type=codes, metavar="CODES", help="report only these codes or topics, parted by commas (STG,TOK004)"
    )
    parser.add_argument("--ignore", type=codes, metavar="CODES", help="leave these codes or topics out")
    parser.add_argument(
        "--rally",
        action="store_true",
        help="the files are the stages of a rally, in order: also check what is between them",
    )
    parser.add_argument(
        "--format",
        choices=("text", "json", "html"),
        default="text",
        help="text to read, json for other programs, html for a page to print (default: text)",
    )
    parser.add_argument("-o", "--output", metavar="FILE", help="where to write (default: standard output)")
    parser.set_defaults(run=_validate)


def _validate(args: argparse.Namespace) -> int:
    verdicts: list[int] = []
    checked = _each_checked(args, verdicts)
    if args.format == "json":
        reports = [report.to_data(found, design, name) for name, design, found in checked]
        hand_over([json_text(reports[0] if len(reports) == 1 else reports)], args.output, ".json")
    elif args.format == "html":
        hand_over([page.page(list(checked))], args.output, ".html")
    else:
        hand_over(
            (
                report.text(found, f"{name}: {design.name}" if design is not None and design.name else name)
                for name, design, found in checked
            ),
            args.output,
        )
    return max(verdicts)


Checked = tuple[str, Design | None, tuple[Finding, ...]]


def _each_checked(args: argparse.Namespace, verdicts: list[int]) -> Iterator[Checked]:
    """The files one after the other, as they are checked; their verdicts are added to the list."""
    names = [name for given in args.files for name in _designs_at(given)]
    checked: Iterable[Checked] = ((name, *_checked(name, args.select, args.ignore)) for name in names)
    if args.rally:
        checked = _as_rally(list(checked), args.select, args.ignore)
    for name, design, found in checked:
        verdicts.append(verdict(design, found))
        yield name, design, found


def _designs_at(name: str) -> list[str]:
    """A name as it is, or the JSON files of a folder and the folders in it, less those that are no designs."""
    if not Path(name).is_dir():
        return [name]
    files = [str(path) for path in sorted(Path(name).rglob("*.json")) if path.is_file()]
    others = {file for file in files if _is_another_kind(Path(file))}
    if len(others) == len(files):
        say(f"there is no design in the folder {name}")
        return [name]  # which is no file, and reported as such
    if others:
        say(f"{number_of(len(others), 'file')} in {name} left out: JSON, but no design")
    return [file for file in files if file not in others]


def _is_another_kind(path: Path) -> bool:
    """Whether a file holds sound JSON that does not claim to be a design."""
    try:
        data = native.read_json(native.read_text(path, native.MAX_LOG_BYTES, "a file of Crest"))
    except native.FormatError:
        return False
    return not isinstance(data, dict) or data.get("format") != FORMAT


def _as_rally(checked: list[Checked], select: Iterable[str] | None, ignore: Iterable[str] | None) -> list[Checked]:
    """The same with what is wrong between the stages; nothing is said where a file cannot be used."""
    designs = [design for _, design, _ in checked if design is not None]
    if len(designs) < len(checked):
        return checked
    between = rally.sequence(designs)
    return [
        (name, design, chosen((*found, *more), select=select, ignore=ignore))
        for (name, design, found), more in zip(checked, between, strict=True)
    ]


def _checked(
    name: str, select: Iterable[str] | None, ignore: Iterable[str] | None
) -> tuple[Design | None, tuple[Finding, ...]]:
    """A file's design and findings; problems with the file itself are never left out."""
    design, unreadable = read_standard_input() if name == "-" else read(Path(name))
    if design is None:
        return None, chosen(unreadable)
    return design, validate(design, select=select, ignore=ignore)


# crest fix ------------------------------------------------------------------------------------------------------


def add_fix(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="the design to put right")
    parser.add_argument(
        "--all",
        action="store_true",
        help="apply every fix that helps, also those that change or take away what you laid",
    )
    parser.add_argument("-o", "--output", metavar="FILE", help="where to write (default: the file itself)")
    parser.add_argument("--dry-run", action="store_true", help="only say what would be done")
    parser.add_argument("--select", type=codes, metavar="CODES", help="fix only these codes or topics")
    parser.add_argument("--ignore", type=codes, metavar="CODES", help="leave these codes or topics alone")
    add_format(parser)
    parser.set_defaults(run=_fix)


def _fix(args: argparse.Namespace) -> int:
    design = read_design(Path(args.file))
    fixed = fix_all(design, unsafe=args.all, select=args.select, ignore=args.ignore)
    left = validate(fixed.design)
    target = args.output or args.file
    written = not args.dry_run and bool(fixed.done or args.output)
    if written:
        write_design(Path(target), fixed.design)
    done = [
        {"code": finding.code, "place": finding.place.text(), "message": finding.message, "fix": name}
        for finding, name in fixed.done
    ]
    if args.format == "json":
        print_json(
            {
                "file": args.file,
                "written": target if written else None,
                "done": done,
                "left": report.to_data(left, fixed.design, target),
            }
        )
        return verdict(fixed.design, left)
    for one in done:
        where = f", {one['place']}" if one["place"] else ""
        print(printable(f"{one['code']}{where}: {one['fix']}"))
    would = "would be applied" if args.dry_run else "applied"
    print(f"{number_of(len(done), 'fix', 'fixes')} {would}; left: {report.summary(left)}")
    if written:
        say(f"wrote {target}")
    return verdict(fixed.design, left)


# crest waive ----------------------------------------------------------------------------------------------------


def add_waive(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="the design that accepts the finding")
    parser.add_argument("code", metavar="CODE", help="the code of the finding, such as STG006")
    parser.add_argument(
        "--place", default="", metavar="PLACE", help="where it is, as crest validate says it (default: anywhere)"
    )
    parser.add_argument("--reason", default="", metavar="WORDS", help="why it is accepted")
    parser.add_argument("--author", default="", metavar="NAME", help="who accepts it (default: the design's author)")
    parser.add_argument("--remove", action="store_true", help="take the waiver away again")
    parser.add_argument("-o", "--output", metavar="FILE", help="where to write (default: the file itself)")
    parser.set_defaults(run=_waive)


def _waive(args: argparse.Namespace) -> int:
    design = read_design(Path(args.file))
    code = args.code.upper()
    if code not in CODES:
        raise Unusable(f"there is no code {args.code}{near(code, CODES)}; 'crest explain' lists them")
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
    write_design(Path(target), changed)
    verb = "no longer waived" if args.remove else "waived"
    say(f"{code} is {verb} at {args.place or 'any place'} ({number_of(len(there), 'finding')}); wrote {target}")
    return FINE


# crest explain --------------------------------------------------------------------------------------------------


def add_explain(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("code", nargs="?", metavar="CODE", help="a code such as STG002; none lists all")
    add_format(parser)
    parser.set_defaults(run=_explain)


def _explain(args: argparse.Namespace) -> int:
    if args.code is None:
        if args.format == "json":
            print_json([_code_data(code) for code in CODES])
        else:
            for entry in CODES.values():
                print(f"{entry.code}  {entry.severity.value:8} {entry.title}")
        return FINE
    code = args.code.upper()
    if code not in CODES:
        raise Unusable(f"there is no code {args.code}{near(code, CODES)}; 'crest explain' lists them")
    if args.format == "json":
        print_json(_code_data(code))
    else:
        print(explain(code), end="")
    return FINE


def _code_data(code: str) -> dict[str, str]:
    entry = CODES[code]
    return {
        "code": code,
        "severity": Severity(entry.severity).value,
        "title": entry.title,
        "rule": entry.rule,
        "why": entry.why,
        "source": str(entry.source),
        "example": entry.example,
    }
