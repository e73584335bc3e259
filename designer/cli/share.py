"""The commands that hand a design on: crest export, report, facts and notes."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from designer.cli.common import FINDINGS, FINE, Unusable, add_format, print_json, read_design, say, write
from designer.cli.drive import add_driving
from designer.formats import native
from designer.formats.registry import EXPORTERS

# crest export ---------------------------------------------------------------------------------------------------


def add_export(parser: argparse.ArgumentParser) -> None:
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


def add_report(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="the design to report on")
    parser.add_argument("-o", "--output", metavar="FOLDER", default="crest-out",
                        help="folder to write into (default: crest-out)")
    add_driving(parser, 200)
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


def add_tell(parser: argparse.ArgumentParser) -> None:
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
