"""What ``crest simulate`` does with a spire: its own arguments, and climbing as they say."""

from __future__ import annotations

import argparse
from concurrent.futures import Executor
from typing import Any

from designer.cli.common import number
from designer.design.document import Design
from designer.simulator.rally.batches import Progress
from designer.simulator.spire.batches import run_batch, run_once
from designer.simulator.spire.seats import by_seat, cast_of, seats_of


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments that only count for spires."""
    group = parser.add_argument_group("spires")
    group.add_argument(
        "--players", type=number(2, 6), metavar="N", help="how many climb, 2 to 6 (default: as the spire is laid out)"
    )
    group.add_argument("--fresh", action="store_true", help="deal a new spire from the design's deck for each game")
    group.add_argument(
        "--random-starts",
        action="store_true",
        help="draw the Start cards instead of letting climbers choose, to compare columns",
    )
    group.add_argument(
        "--character",
        action="append",
        default=[],
        metavar="NAME",
        help="who climbs: a character for one seat after the other, or 2=Hiro for seat 2 (default: as the design "
        "says, else each player chooses)",
    )
    group.add_argument(
        "--random-characters",
        action="store_true",
        help="draw the characters instead of letting players choose, to compare them",
    )


def simulate(
    design: Design, args: argparse.Namespace, logged: int, *, progress: Progress | None, executor: Executor | None
) -> tuple[dict[str, Any], str, dict[str, Any]]:
    """Climb a design as the arguments say: the report as data (schema spire-report) and as text, both with the game
    ``logged`` when asked for, and that game's log (schema climb-log; empty when nobody wants it). Raises
    SimulationError."""
    seats = args.players or seats_of(design.spire)
    policies = by_seat(args.policy or (), seats)
    characters = cast_of(args.character, seats)
    report = run_batch(
        design,
        players=args.players,
        policies=policies,
        games=args.runs,
        seed=args.seed,
        fresh=args.fresh,
        random_starts=args.random_starts,
        characters=characters,
        random_characters=args.random_characters,
        progress=progress,
        executor=executor,
        workers=args.workers,
    )
    data, text, log = report.to_data(), report.text().rstrip(), dict[str, Any]()
    if args.log or args.save is not None:
        game = run_once(
            design,
            players=args.players,
            policies=policies,
            seed=args.seed,
            number=logged,
            fresh=args.fresh,
            random_starts=args.random_starts,
            characters=characters,
            random_characters=args.random_characters,
        )
        log = game.to_data()
        if args.log:
            data["log"] = log
            text = "\n".join([text, "", f"Game {logged + 1}", *game.commentary()])
    return data, text, log
