"""The command that tells a saved log of a run, a race or a climb in words: crest replay."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from designer.cli.common import number, show
from designer.cli.words import FINE, Unusable
from designer.design.document import FORMAT
from designer.formats import native
from designer.simulator.common.logs import LogError
from designer.simulator.rally import race_log, replay
from designer.simulator.spire import log as climb_log

MAX_TURN = 1_000_000
#: What files that are no log are, and how to get one.
INSTEAD = {
    FORMAT: "It is a design; 'crest race' or 'crest simulate' drives it, and --save writes a log.",
    "crest-race-report": "It is a report of many races; 'crest race --save' writes the log of one.",
    "crest-simulation": "It is a report of many runs; 'crest simulate --save' writes the log of one.",
    "crest-spire-report": "It is a report of many climbs; 'crest simulate --save' writes the log of one.",
}


def add_replay(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "file", metavar="LOG.json", help="a log that the window or --save of 'crest simulate' or 'crest race' wrote"
    )
    parser.add_argument(
        "--turn",
        type=number(1, MAX_TURN),
        metavar="N",
        help="tell only the turn N, counted over the whole log, and how the cars stand after it",
    )
    parser.set_defaults(run=_replay)


def _replay(args: argparse.Namespace) -> int:
    try:
        data = native.read_json(native.read_text(Path(args.file), native.MAX_LOG_BYTES, "a log"))
        lines = told(data) if args.turn is None else told_turn(data, args.turn)
    except native.FormatError as error:
        problems = [f"{args.file}: {problem}" for problem in error.problems]
        raise Unusable(" / ".join(problems)) from None
    except LogError as error:
        raise Unusable(f"{args.file}: {error}{_instead(data)}") from None
    show("\n".join(lines))
    return FINE


def _instead(data: Any) -> str:
    """What to do with a file that is no log, where that can be said."""
    kind = data.get("format") if isinstance(data, dict) else None
    return f" {INSTEAD[kind]}" if isinstance(kind, str) and kind in INSTEAD else ""


def told(data: Any) -> list[str]:
    """A saved run, race or climb in words, turn by turn. Raises LogError."""
    if climb_log.is_climb(data):
        return climb_log.read(data).commentary()
    return race_log.read(data).commentary()


def told_turn(data: Any, wanted: int) -> list[str]:
    """One turn of a saved run or race in words, and how the cars stand after it. Raises LogError."""
    if climb_log.is_climb(data):
        raise LogError("A climb is told as a whole, without --turn.")
    shown = list(replay.turns_only(race_log.read(data)))
    if wanted > len(shown):
        raise LogError(f"There is no turn {wanted}; the log has {len(shown)}.")
    frame = shown[wanted - 1]
    stage = f"stage {frame.stage + 1}, " if shown[-1].stage else ""
    return [f"Turn {wanted} of {len(shown)} ({stage}{frame.heading})", frame.text, *_standing(frame)]


def _standing(frame: replay.Frame) -> Iterator[str]:
    for car in frame.cars:
        who = car.driver or "The car"
        at = "is past the line" if car.place is None else f"stands on {car.place.text()}"
        turned = " the wrong way round" if car.turned else ""
        worn = ", ".join(car.damage) or "none"
        if car.circuit:
            how = f"{car.progress()}, focus tokens {car.tokens}"
        else:
            how = f"{car.seconds} s of time cards, second tokens {car.tokens}"
        yield (
            f"  {who} {at}{turned}, gear {car.gear}, {how}, "
            f"damage: {worn}{f', danger tokens {car.danger_tokens}' if car.danger_tokens else ''}"
        )
