"""The commands of races: crest race, which drives them, and crest replay, which tells a saved log in words."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any

from designer import catalog
from designer.cli.common import (
    FINDINGS,
    FINE,
    Unusable,
    add_format,
    json_text,
    number,
    print_json,
    read_design,
    say,
    title_of,
    write,
)
from designer.cli.drive import MAX_RUNS, MAX_SEED, MAX_WORKERS, progress, warn_of_errors
from designer.design.document import FORMAT, Design
from designer.design.stage import Stage
from designer.formats import native
from designer.graph import course
from designer.simulator import races
from designer.simulator.batching import SimulationError
from designer.simulator.race_report import RaceReport
from designer.simulator.rally import replay
from designer.simulator.rally.fitting_car import fitting_car
from designer.validation import report

MAX_TURN = 1_000_000
RUNS = 20

# crest race -----------------------------------------------------------------------------------------------------


def add_race(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", metavar="FILE",
                        help="the design to race on: once, in several tries if its event is a hillclimb, in laps on a "
                             "circuit; several designs are the stages of a rally, in this order")
    parser.add_argument("--driver", action="append", type=driver, metavar="NAME:CAR:POLICY", dest="drivers",
                        help="who drives, 1 to 6 times: a name; a car ('crest list cars'), a category (r6) or a board "
                             "of the first design, several parted by commas for the tries of a hillclimb (default: "
                             "the one that fits); how it plays ('crest list drivers', default: sensible). "
                             "Red:r6-gravel, Blue:r4:novice and Green::cautious are examples (default: Red alone)")
    parser.add_argument("--runs", type=number(1, MAX_RUNS), default=RUNS, metavar="N",
                        help=f"how many races to drive (default: {RUNS})")
    parser.add_argument("--seed", type=number(0, MAX_SEED), default=1, metavar="N",
                        help="the same seed gives the same races (default: 1)")
    parser.add_argument("--workers", type=number(1, MAX_WORKERS), default=1, metavar="N",
                        help="processes that share the work (default: 1)")
    parser.add_argument("--log", action="store_true", help="also tell the first race turn by turn")
    parser.add_argument("--save", metavar="LOG.json", help="write the log of the first race, for 'crest replay'")
    add_format(parser)
    parser.set_defaults(run=_race)


def driver(text: str) -> races.Driver:
    """A driver as named on the command line.

    >>> driver("Red:r6-gravel:novice")
    Driver(name='Red', cars=('r6-gravel',), policy='novice')
    >>> driver("Blue").policy
    'sensible'
    """
    name, _, rest = (part.strip() for part in text.partition(":"))
    car, _, policy = (part.strip() for part in rest.partition(":"))
    if not 1 <= len(name) <= 60 or not name.isprintable():
        raise argparse.ArgumentTypeError(
            f"'{report.printable(text[:60])}' needs a name of 1 to 60 letters; write NAME:CAR, such as Red:r6-gravel"
        )
    return races.Driver(name, (car,) if car else (), policy or "sensible")


def _race(args: argparse.Namespace) -> int:
    designs = [read_design(Path(file)) for file in args.files]
    for file, design in zip(args.files, designs, strict=True):
        warn_of_errors(design, file)
        if design.stage is None:
            raise Unusable(f"{file} has no stage to race on")
    for file, design in zip(args.files, designs, strict=True):
        problem = course.of_stage(design.stage or Stage(), design.event).problem
        if problem is not None:
            say(f"{file}: nothing can be driven: {problem}")
            return FINDINGS
    entered, why = _with_cars(designs, args.drivers or [races.Driver("Red")])
    pool: AbstractContextManager[Executor | None] = (
        nullcontext() if args.workers == 1 else ProcessPoolExecutor(max_workers=args.workers)
    )
    try:
        with pool as executor:
            result = races.run_races(designs, entered, runs=args.runs, seed=args.seed, progress=progress("races"),
                                     executor=executor, workers=args.workers)
    except SimulationError as error:
        raise Unusable(str(error)) from None
    titles = [title_of(design, file) for design, file in zip(designs, args.files, strict=True)]
    result = _titled(result, titles)
    if args.save is not None:
        write(Path(args.save), json_text(result.sample.to_data()).encode("utf-8"))
        say(f"wrote {args.save}")
    if args.format == "json":
        print_json(result.to_data(log=args.log))
        return FINE
    print("\n".join([result.text(), *why]))
    if args.log:
        print("\n".join(["", "Race 1", *result.sample.commentary()]))
    return FINE


def _with_cars(designs: Sequence[Design], drivers: Sequence[races.Driver]) -> tuple[list[races.Driver], list[str]]:
    """The drivers with the cars that their words mean; then lines that say which car was chosen for whom, and why.

    Who names none gets the boards of the event, else the car that fits the first stage; in a rally its category,
    so that tyres can be chosen for each stage.
    """
    first, event = designs[0], designs[0].event
    known = [*(board.name for board in first.dashboards), *catalog.standard_boards(), *races.classes()]
    entered, why = [], []
    for one in drivers:
        if one.cars:
            entered.append(replace(one, cars=_meant(one.cars[0], known)))
        elif event is not None and any(board.driver in ("", one.name) and board.when in ("start", "between-tries")
                                       for board in event.boards):
            entered.append(one)
        else:
            car, reason = fitting_car(first)
            standard = catalog.standard_boards().get(car)
            if len(designs) > 1 and standard is not None:
                car, reason = standard["class"], f"{reason} on the first stage; tyres are chosen for each"
            entered.append(replace(one, cars=(car,)))
            why.append(f"{one.name} drives {car}, as {reason}; --driver {one.name}:CAR takes another")
    return entered, why


def _meant(text: str, known: Sequence[str]) -> tuple[str, ...]:
    """The cars that a text names, whatever their capitals: one, which may have a comma in its name, or several."""
    spelled = {name.casefold(): name for name in reversed(known)}

    def one(name: str) -> str:
        return name if name in known else spelled.get(name.casefold(), name)

    return (one(text),) if one(text) in known else tuple(one(part.strip()) for part in text.split(","))


def _titled(result: RaceReport, titles: Sequence[str]) -> RaceReport:
    """A report and its first race in which designs without a name go by that of their file."""
    whole = " / ".join(titles)[:200]
    stages = tuple(replace(stage, design=title[:200])
                   for stage, title in zip(result.stages, titles, strict=True))
    logged = tuple(replace(stage, design=title[:200])
                   for stage, title in zip(result.sample.stages, titles, strict=True))
    return replace(result, design=whole, stages=stages, sample=replace(result.sample, design=whole, stages=logged))


# crest replay ---------------------------------------------------------------------------------------------------


def add_replay(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="LOG.json", help="the saved log of a run or a race ('crest race --save')")
    parser.add_argument("--turn", type=number(1, MAX_TURN), metavar="N",
                        help="tell only the turn N, counted over the whole log, and how the cars stand after it")
    parser.set_defaults(run=_replay)


def _replay(args: argparse.Namespace) -> int:
    try:
        data = native.read_json(native.read_text(Path(args.file)))
        lines = told(data) if args.turn is None else told_turn(data, args.turn)
    except native.FormatError as error:
        problems = [f"{args.file}: {problem}" for problem in error.problems]
        raise Unusable(" / ".join(problems)) from None
    except replay.ReplayError as error:
        raise Unusable(f"{args.file}: {error}{_instead(data)}") from None
    for line in lines:
        print(report.printable(line))
    return FINE


def _instead(data: Any) -> str:
    """What to do with a file that is no log, where that can be said."""
    kind = data.get("format") if isinstance(data, dict) else None
    if kind == FORMAT:
        return " It is a design; 'crest race' drives it, and --save writes a log."
    if kind in ("crest-race-report", "crest-simulation"):
        return " It is a report of many; 'crest race --save' writes the log of the first race."
    if kind == "crest-climb-log":
        return " It is the log of a climb, which the window replays."
    return ""


def told(data: Any) -> list[str]:
    """A saved run or race in words, turn by turn. Raises ReplayError."""
    log = replay.check(data)
    lines: list[str] = []
    stage, round_, results = -1, 0, frozenset[tuple[str, int]]()
    race = log["format"] == "crest-race-log"
    many = race and len(log["stages"]) > 1
    for frame in replay.turns_only(log):
        if frame.stage != stage:
            stage, round_, results = frame.stage, 0, frozenset()
            if many:
                lines.append(f"Stage {log['stages'][stage].get('design', '')}".rstrip())
        if race and frame.round != round_:
            round_ = frame.round
            lines.append(f"Round {round_}, in order: {', '.join(frame.order)}.")
        lines.append(f"  {frame.text}" if race else frame.text)
        for who, attempt in sorted(frame.results.keys() - results):
            tries = f", try {attempt}" if log.get("kind") == "hillclimb" else ""
            time = frame.results[who, attempt]
            lines.append(f"  {who} finishes{tries}: {time} s." if race else f"Finished: {time} s.")
        results = frozenset(frame.results)
    return lines + _end(log)


def _end(log: Mapping[str, Any]) -> list[str]:
    if log["format"] == "crest-run-log":
        return [] if log["finished"] else [f"Not finished after {len(log['turns'])} turns."]
    return [f"{placing['place']}. {placing['driver']}, "
            f"{'not finished' if placing['seconds'] is None else str(placing['seconds']) + ' s'}"
            for placing in log["ranking"]]


def told_turn(data: Any, wanted: int) -> list[str]:
    """One turn of a saved run or race in words, and how the cars stand after it. Raises ReplayError."""
    shown = list(replay.turns_only(data))
    if wanted > len(shown):
        raise replay.ReplayError(f"There is no turn {wanted}; the log has {len(shown)}.")
    frame = shown[wanted - 1]
    stage = f"stage {frame.stage + 1}, " if shown[-1].stage else ""
    return [f"Turn {wanted} of {len(shown)} ({stage}round {frame.round})", frame.text, *_standing(frame)]


def _standing(frame: replay.Frame) -> Iterator[str]:
    for car in frame.cars:
        who = car.driver or "The car"
        at = "is past the line" if car.place is None else f"stands on {car.place.text()}"
        turned = " the wrong way round" if car.turned else ""
        worn = ", ".join(car.damage) or "none"
        yield (f"  {who} {at}{turned}, gear {car.gear}, {car.seconds} s of time cards, second tokens {car.tokens}, "
               f"damage: {worn}")
