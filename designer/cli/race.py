"""The command that drives races of several drivers: crest race."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

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
from designer.cli.drive import warn_of_errors
from designer.cli.words import FINDINGS, FINE, Unusable, say
from designer.design.document import Design
from designer.design.event import WAYS
from designer.design.values import printable
from designer.model import lineup
from designer.simulator.common.batching import NotDrivable, SimulationError
from designer.simulator.rally import races
from designer.simulator.rally.race_report import RaceReport
from designer.words import listed

RUNS = 20


def add_race(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "files",
        nargs="+",
        metavar="FILE",
        help="the design to race on: once, in several tries if its event is a hillclimb, in laps on a "
        "circuit; several designs are the stages of a rally, in this order",
    )
    parser.add_argument(
        "--driver",
        action="append",
        type=driver,
        metavar="NAME:CAR:POLICY",
        dest="drivers",
        help="who drives, 1 to 6 times: a name; a car ('crest list cars'), a category (r6) or a board "
        "of the first design, several parted by commas for the tries of a hillclimb or the stages of a rally (default: "
        "what the events give, else the one that fits); how it plays ('crest list drivers', default: sensible). "
        "Red:r6-gravel, Blue:r4:novice and Green::cautious are examples (default: those whom the events "
        "name, else Red alone)",
    )
    parser.add_argument(
        "--runs", type=number(1, MAX_RUNS), default=RUNS, metavar="N", help=f"how many races to drive (default: {RUNS})"
    )
    parser.add_argument(
        "--choose",
        action="append",
        type=way,
        metavar="[NAME=]WAY",
        default=[],
        dest="ways",
        help="how drivers (or the one called NAME) choose among several boards, where they may be changed: before the "
        "first turn, between tries, after assistance. "
        "listed: one after the other, try by try or stage by stage (default); "
        "estimate: what should be fastest on the stage as it lies; look-ahead: the same with the way searched to its "
        "end; track-type: the favourite of most of the stage; best-time: each once, then the best time",
    )
    add_seed(parser, "races")
    add_weather(parser)
    add_log(parser, "race")
    add_format(parser)
    parser.set_defaults(run=_race)


def driver(text: str) -> races.Driver:
    """A driver as named on the command line.

    >>> driver("Red:r6-gravel:novice")
    Driver(name='Red', cars=('r6-gravel',), policy='novice')
    >>> driver("Blue").policy
    'sensible'
    """
    try:
        return races.driver_of_text(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def way(text: str) -> tuple[str, str]:
    """Who chooses (empty for all), and how, as named on the command line.

    >>> way("estimate"), way("Red=best-time")
    (('', 'estimate'), ('Red', 'best-time'))
    """
    name, _, how = text.rpartition("=")
    if how not in WAYS:
        raise argparse.ArgumentTypeError(
            f"there is no way of choosing '{printable(how[:40])}'; there are {listed(WAYS)}"
        )
    return name, how


def _choosing(drivers: Sequence[races.Driver], ways: Sequence[tuple[str, str]]) -> list[races.Driver]:
    """The drivers with the ways in which they choose their boards. Raises Unusable for one that does not drive."""
    strange = [name for name, _ in ways if name and all(one.name != name for one in drivers)]
    if strange:
        raise Unusable(f"--choose names {strange[0]}, who does not drive")
    for_all = next((how for name, how in reversed(ways) if not name), "")
    own = {name: how for name, how in ways if name}
    return [replace(one, choose=own.get(one.name) or for_all or one.choose) for one in drivers]


def _race(args: argparse.Namespace) -> int:
    logged = number_of_log(args, "race")
    check_save(args)
    designs = [read_design(Path(file)) for file in args.files]
    for file, design in zip(args.files, designs, strict=True):
        warn_of_errors(design, file)
        if design.stage is None:
            raise Unusable(f"{file} has no stage to race on")
    designs = [in_weather(design, args.weather, file) for file, design in zip(args.files, designs, strict=True)]
    named = [races.Driver(name) for name in lineup.drivers_of(designs)] or [races.Driver("Red")]
    entered, why = _with_cars(designs, _choosing(args.drivers or named, args.ways))
    try:
        with pool(args.workers) as executor:
            result = races.run_races(
                designs,
                entered,
                runs=args.runs,
                seed=args.seed,
                progress=progress("races"),
                executor=executor,
                workers=args.workers,
            )
        if logged:
            result = replace(result, sample=races.run_race(designs, entered, seed=args.seed, number=logged))
    except NotDrivable as error:
        say(f"nothing can be driven: {error}")
        return FINDINGS
    except SimulationError as error:
        raise Unusable(str(error)) from None
    titles = [title_of(design, file) for design, file in zip(designs, args.files, strict=True)]
    result = _titled(result, titles)
    save(args, result.sample.to_data())
    if args.format == "json":
        print_json(result.to_data(log=args.log))
        return FINE
    show("\n".join([result.text(), *(["", *why] if why else [])]))
    if args.log:
        show("\n".join(["", f"Race {logged + 1}", *result.sample.commentary()]))
    return FINE


def _with_cars(designs: Sequence[Design], drivers: Sequence[races.Driver]) -> tuple[list[races.Driver], list[str]]:
    """The drivers with the cars that their words mean; then lines that say which car was chosen for whom, and why.

    Who names none gets ``races.default_cars``.
    """
    known = known_cars(designs[0], classes=True)
    entered, why = [], []
    for one in drivers:
        if one.cars:
            entered.append(replace(one, cars=_meant(one.cars[0], known)))
        else:
            cars, reason = races.default_cars(designs, one.name)
            entered.append(one)  # what an event gives is taken where it says, which a list of cars could not tell
            why.append(f"{one.name} drives {', then '.join(cars)}, as {reason}; --driver {one.name}:CAR takes another")
    return entered, why


def _meant(text: str, known: Sequence[str]) -> tuple[str, ...]:
    """The cars that a text names, whatever their capitals: one, which may have a comma in its name, or several."""
    whole = meant(text, known)
    return (whole,) if whole in known else tuple(meant(part.strip(), known) for part in text.split(","))


def _titled(result: RaceReport, titles: Sequence[str]) -> RaceReport:
    """A report and its first race in which designs without a name go by that of their file."""
    whole = " / ".join(titles)[:200]
    stages = tuple(replace(stage, design=title[:200]) for stage, title in zip(result.stages, titles, strict=True))
    logged = tuple(
        replace(stage, design=title[:200]) for stage, title in zip(result.sample.stages, titles, strict=True)
    )
    return replace(result, design=whole, stages=stages, sample=replace(result.sample, design=whole, stages=logged))
