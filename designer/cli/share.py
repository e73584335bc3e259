"""The commands that hand a design on: crest export, report, facts and notes."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from designer.cli.common import add_format, check_ending, print_json, read_design, write
from designer.cli.drive import add_driving, car_for
from designer.cli.words import FINDINGS, FINE, Unusable, say
from designer.design.document import Design
from designer.exporting import FORMATS, CannotDraw, format_of
from designer.formats import native

# crest export ---------------------------------------------------------------------------------------------------


def add_export(parser: argparse.ArgumentParser) -> None:
    formats = "; ".join(f"{name}: {each.description}" for name, each in FORMATS.items())
    parser.add_argument("file", metavar="FILE", help="the design to export")
    parser.add_argument(
        "--to", choices=tuple(FORMATS), help=f"{formats} (default: as the ending of the output says, else json)"
    )
    parser.add_argument("-o", "--output", metavar="FILE", help="where to write (default: standard output)")
    add_format(parser)
    parser.set_defaults(run=_export)


def _export(args: argparse.Namespace) -> int:
    design = read_design(Path(args.file))
    to = args.to or format_of(args.output or "") or "json"
    if args.output is not None:
        check_ending(Path(args.output), FORMATS[to].ending)
    try:
        contents = FORMATS[to].write(design)
    except CannotDraw as error:
        raise Unusable(f"no picture can be drawn: {error}") from None
    if args.output is None:
        if to == "png" and sys.stdout.isatty():
            raise Unusable("a picture cannot be shown in a terminal; name a file with -o")
        sys.stdout.flush()
        sys.stdout.buffer.write(contents)
        return FINE
    target = Path(args.output)
    write(target, contents, native.readable if to == "json" else None)
    if args.format == "json":
        print_json({"file": args.output, "to": to, "bytes": len(contents), "hash": native.content_hash(design)})
    else:
        say(f"wrote {target} as {to} ({len(contents)} bytes)")
    return FINE


# crest report ---------------------------------------------------------------------------------------------------


def add_report(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="the design to report on")
    parser.add_argument(
        "-o", "--output", metavar="FOLDER", default="crest-out", help="folder to write into (default: crest-out)"
    )
    add_driving(parser, 200)
    parser.set_defaults(run=_report)


def _report(args: argparse.Namespace) -> int:
    from designer import report as whole

    design = read_design(Path(args.file))
    target = Path(args.output)
    if target.exists() and not target.is_dir():
        raise Unusable(f"{args.output} cannot be written into: it is a file; name a folder")
    made = not target.exists()
    car = None if args.car is None else car_for(design, args.car)[0]
    _check_names(design, car, args.policy or ())
    try:
        result = whole.write_report(
            design,
            target,
            title=Path(args.file).stem,
            car=car,
            policies=args.policy or (),
            runs=args.runs,
            seed=args.seed,
        )
    except OSError as error:
        raise Unusable(f"{args.output} cannot be written into: {error.strerror or error}") from None
    if made:
        say(f"made the folder {target}")
    for line in whole.lines(result):
        print(line)
    return FINDINGS if result.has_errors or result.left_out else FINE


def _check_names(design: Design, car: str | None, policies: Sequence[str]) -> None:
    """Find names of cars, drivers and climbers that do not exist before anything is written. Raises Unusable."""
    from designer.play.cars import UnknownCar, find_car
    from designer.simulator.common.batching import rules_of
    from designer.simulator.rally import batches
    from designer.simulator.spire import players
    from designer.simulator.spire.seats import by_seat, climbs, seats_of

    try:
        if climbs(design):
            for name in by_seat(policies, seats_of(design.spire)):
                players.find(name)
        else:
            if car is not None:
                find_car(design, car, rules_of(design))
            for name in policies:
                batches.driver_of(name)
    except (batches.SimulationError, players.UnknownPlayer, UnknownCar) as error:
        raise Unusable(str(error)) from None


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
