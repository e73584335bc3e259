"""The commands that drive and climb: crest simulate and crest compare."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

from designer.cli import spire
from designer.cli.batch import (
    MAX_RUNS,
    add_log,
    add_seed,
    add_weather,
    check_save,
    in_weather,
    known_cars,
    meant,
    number_of_log,
    pool,
    progress,
    save,
)
from designer.cli.common import add_format, number, print_json, read_design, show, title_of
from designer.cli.words import FINDINGS, FINE, Unusable, say
from designer.design.document import Design
from designer.model.fitting_car import fitting_car
from designer.validation import validate
from designer.words import number_of

# crest simulate -------------------------------------------------------------------------------------------------


def add_simulate(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="the design to drive, or whose spire to climb")
    add_driving(parser, 100)
    add_weather(parser)
    add_log(parser, "run")
    spire.add_arguments(parser)
    add_format(parser)
    parser.set_defaults(run=_simulate)


def add_driving(parser: argparse.ArgumentParser, runs: int) -> None:
    """How often to drive or climb, by whom, with which seed."""
    parser.add_argument(
        "--car",
        metavar="CAR",
        help="a standard board such as r6-gravel ('crest list cars' names them), or the name of a "
        "board in the design (default: the one that fits the stage)",
    )
    parser.add_argument(
        "--policy",
        action="append",
        metavar="NAME",
        help="how the driver plays (default: sensible; 'crest list drivers'); on a spire how climbers "
        "play (default: expected-value; 'crest list climbers'): one for all, one after "
        "the other by seat, or 2=bold for seat 2",
    )
    parser.add_argument(
        "--runs",
        type=number(1, MAX_RUNS),
        default=runs,
        metavar="N",
        help=f"how often to drive, or how many games to climb (default: {runs})",
    )
    add_seed(parser)


def _simulate(args: argparse.Namespace) -> int:
    from designer.simulator.rally import batches
    from designer.simulator.spire.seats import climbs

    logged = number_of_log(args, "run")
    check_save(args)
    design = read_design(Path(args.file))
    warn_of_errors(design, args.file)
    up = climbs(design)
    if design.stage is None and not up:
        raise Unusable(f"{args.file} has no stage to drive and no spire to climb")
    design = in_weather(design, args.weather, args.file)
    policy = (args.policy or ["sensible"])[-1]
    try:
        with pool(args.workers) as executor:
            if up:
                data, text, log = spire.simulate(design, args, logged, progress=progress("games"), executor=executor)
            else:
                car, why = car_for(design, args.car)
                result = batches.run_batch(
                    design,
                    car=car,
                    policy=policy,
                    runs=args.runs,
                    seed=args.seed,
                    progress=progress(),
                    executor=executor,
                    workers=args.workers,
                )
                run = (
                    batches.run_once(design, car=car, policy=policy, seed=args.seed, number=logged)
                    if logged
                    else result.sample
                )
                title = title_of(design, args.file)
                result = replace(result, design=title, sample=replace(run, design=title[:200]))
                data, log = result.to_data(log=args.log), result.sample.to_data()
                text = "\n".join([result.text(), *why])
                if args.log:
                    text = "\n".join([text, "", f"Run {logged + 1}", *run.commentary()])
    except batches.NotDrivable as error:
        say(f"nothing can be {'climbed' if up else 'driven'}: {error}")
        return FINDINGS
    except batches.SimulationError as error:
        raise Unusable(str(error)) from None
    save(args, log)
    print_json(data) if args.format == "json" else show(text)
    return FINE


def car_for(design: Design, wanted: str | None) -> tuple[str, list[str]]:
    """The car that a word means, whatever its capitals, or the one that fits the design; then a line says why."""
    if wanted is None:
        car, why = fitting_car(design)
        return car, [f"car       {car}, as {why}; --car drives another"]
    return meant(wanted, known_cars(design, classes=False)), []


def warn_of_errors(design: Design, file: str) -> None:
    """Say on standard error that a design has findings of severity error, if so."""
    if errors := sum(1 for finding in validate(design) if finding.counts):
        say(f"the design has {number_of(errors, 'finding')} of severity error; 'crest validate {file}' lists them")


# crest compare --------------------------------------------------------------------------------------------------


def add_compare(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="*", metavar="FILE", help="designs whose boards to compare")
    parser.add_argument(
        "--car",
        action="append",
        default=[],
        metavar="CAR",
        dest="cars",
        help="also compare a standard board (r6-gravel); may be given more than once; a single build "
        "is compared with the car that fits the stage",
    )
    parser.add_argument("--stage", required=True, metavar="FILE", help="the design with the stage to drive")
    parser.add_argument("--policy", default="sensible", metavar="NAME", help="how the driver plays (default: sensible)")
    parser.add_argument(
        "--runs",
        type=number(1, MAX_RUNS),
        default=100,
        metavar="N",
        help="how often to drive each build (default: 100)",
    )
    add_seed(parser)
    parser.add_argument("--bbcode", action="store_true", help="text as BBCode for a forum")
    add_format(parser)
    parser.set_defaults(run=_compare)


def _compare(args: argparse.Namespace) -> int:
    from designer.formats import forum
    from designer.simulator.rally import batches, compare

    boards = [board for name in args.files for board in read_design(Path(name)).dashboards]
    if args.files and not boards:
        raise Unusable(f"there is no board in {', '.join(args.files)}")
    design = read_design(Path(args.stage))
    builds: list[compare.Build] = [*boards, *(car_for(Design(), car)[0] for car in args.cars)]
    fitting, why = fitting_car(replace(design, dashboards=()))
    if len(builds) == 1 and builds != [fitting]:
        builds.append(fitting)
        say(f"compared with {fitting}, as {why}; --car compares with another")
    elif len(builds) == 1:
        raise Unusable(
            f"Two to six builds are compared, not 1: {fitting} is the car that fits the stage, so name "
            "another beside it"
        )
    try:
        result = compare.compare(design, builds, runs=args.runs, seed=args.seed, policy=args.policy)
    except batches.SimulationError as error:
        raise Unusable(str(error)) from None
    result = replace(result, stage=title_of(design, args.stage))
    if args.format == "json":
        print_json(result.to_data())
    else:
        show(forum.comparison_text(result.head, result.rows(), result.notes, bbcode=args.bbcode))
    return FINDINGS if result.notes else FINE
