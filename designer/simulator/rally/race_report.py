"""What many races came to: for each driver times, tries, wins; for the stage where control was lost, damage drawn and
who was held up (schemas/race-report.schema.json)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from designer.design.values import NO_EXTRA
from designer.play.cars import DamageToken
from designer.simulator.common.figures import (
    average,
    bars,
    percents,
    rounded,
    shares,
    times_data,
    times_text,
    values_data,
)
from designer.simulator.rally.contact import Contact, allowed, contact, pushes_of
from designer.simulator.rally.log import PushLog, TurnLog
from designer.simulator.rally.race_log import DriverLog, EventKind, Placing, RaceLog, StageLog
from designer.simulator.rally.report import damage_text, turns_text
from designer.simulator.rally.whereabouts import INDENT, Whereabouts, blocked, drawn, held_up, lost, pushed, whereabouts
from designer.words import number_of


@dataclass(frozen=True, slots=True)
class DriverFigures:
    """One driver over all races. ``times`` are those that count (None when there was none): seconds, in rallycross the
    rounds in which the driver came home. ``disqualified``: the share of races without the joker lap. ``tries`` are the
    times of the first, second ... try or stage, ``boards`` the share of races in which each board was driven in it.
    ``gaps``: how far behind the winner, in seconds, or in rounds where who crosses the line first wins. Means are for
    each race. ``contact``: pushing, where the rules allow it; damage drawn by who is pushed is part of the damage."""

    name: str
    cars: tuple[str, ...]
    policy: str
    times: tuple[int | None, ...]
    tries: tuple[tuple[int, ...], ...]
    boards: tuple[Mapping[str, float], ...]
    gaps: tuple[int, ...]
    wins: float
    places: Mapping[int, float]
    turns: float
    flat_out_share: float
    gears: Mapping[int, float]
    losses: float
    damage: float
    damage_by_kind: Mapping[DamageToken, float]
    tokens_won: float
    tokens_spent: float
    held_up: float
    contact: Contact | None = None
    disqualified: float = 0.0

    @property
    def finished(self) -> tuple[int, ...]:
        """The times of the races in which the driver has one."""
        return tuple(time for time in self.times if time is not None)

    def to_data(self) -> dict[str, Any]:
        """The driver as JSON."""
        return {
            "name": self.name,
            "cars": list(self.cars),
            "policy": self.policy,
            "finished": len(self.finished),
            "times": times_data(self.finished),
            "tries": [times_data(times) for times in self.tries],
            "boards": [{board: rounded(share) for board, share in driven.items()} for driven in self.boards],
            "gaps": values_data(self.gaps),
            "wins": rounded(self.wins),
            "places": {str(place): rounded(share) for place, share in self.places.items()},
            "turns": rounded(self.turns),
            "flat_out_share": rounded(self.flat_out_share),
            "gears": {str(gear): rounded(share) for gear, share in self.gears.items()},
            "losses_of_control": rounded(self.losses),
            "damage": rounded(self.damage),
            "damage_by_kind": {kind: rounded(mean) for kind, mean in self.damage_by_kind.items()},
            "tokens_won": rounded(self.tokens_won),
            "tokens_spent": rounded(self.tokens_spent),
            "held_up": rounded(self.held_up),
            **({"contact": self.contact.to_data()} if self.contact is not None else {}),
            **({"disqualified": rounded(self.disqualified)} if self.disqualified else {}),
        }

    def lines(self, kind: EventKind, races: int) -> list[str]:
        """The driver for a terminal, a block of lines; ``kind`` and number of the races."""
        circuit = kind == "rallycross"
        unit = "rounds" if circuit else "s"
        lines = [
            f"{self.name} ({', '.join(self.cars)}; driver {self.policy})",
            f"{'home in ' if circuit else 'time    '}  {times_text(self.finished, unit)}",
            *(INDENT + line for line in bars(self.finished, unit)),
        ]
        if len(self.finished) < races:
            lines.append(f"finished  {len(self.finished)} of {races}")
        if self.disqualified:
            lines.append(f"out       disqualified in {100 * self.disqualified:.0f} % of the races, without a joker lap")
        if len(self.tries) > 1:
            word = "stage" if kind == "rally" else "try"
            lines += [
                f"{f'{word} {number}':9} {times_text(times)}; with {_shares(boards)}"
                for number, (times, boards) in enumerate(zip(self.tries, self.boards, strict=True), 1)
            ]
        behind = f", held up by other cars in {self.held_up:.2f}" if self.held_up else ""
        return [
            *lines,
            f"turns     {self.turns:.1f} a race, {100 * self.flat_out_share:.0f} % of them flat out{behind}",
            f"gears     turns that end in gear {percents(self.gears)}",
            f"{'focus   ' if circuit else 'tokens  '}  {self.tokens_won:.1f} {'tokens ' if circuit else ''}won "
            f"and {self.tokens_spent:.1f} spent a race",
            f"control   lost {self.losses:.2f} times a race",
            f"damage    {damage_text(self.damage_by_kind, 'race')}",
            *([f"contact   {self.contact.text()}"] if self.contact is not None else []),
        ]


def _shares(boards: Mapping[str, float]) -> str:
    """Boards in words, with their shares where there are several."""
    if len(boards) == 1:
        return next(iter(boards))
    return ", ".join(f"{board} in {100 * share:.0f} %" for board, share in boards.items()) or "no board"


@dataclass(frozen=True, slots=True)
class StageFigures:
    """One stage over all races: rounds played, where control was lost, where damage was drawn (by kind and by place),
    where cars were blocked, and where of these by other cars; with pushing also where cars were pushed. Means are for
    each race, of all cars together. ``rules``: those in force on it, where they are not the race's."""

    design: str
    rounds: float
    losses: Whereabouts
    damage: Mapping[DamageToken, float]
    drawn: Whereabouts
    blocked: Whereabouts
    held_up: Whereabouts
    pushed: Whereabouts | None = None
    rules: Mapping[str, Any] = NO_EXTRA

    def to_data(self) -> dict[str, Any]:
        """The stage as JSON."""
        return {
            "design": self.design,
            "rounds": rounded(self.rounds),
            "losses_of_control": self.losses.to_data(),
            "damage": {kind: rounded(mean) for kind, mean in self.damage.items()},
            "damage_places": self.drawn.to_data(),
            "blocked": self.blocked.to_data(),
            "held_up": self.held_up.to_data(),
            **({"pushed": self.pushed.to_data()} if self.pushed is not None else {}),
            **({"rules": dict(self.rules)} if self.rules else {}),
        }

    def lines(self) -> list[str]:
        """The stage for a terminal, a block of lines."""
        return [
            f"{self.design or 'Stage'}, all cars: {self.rounds:.1f} rounds a race",
            f"control   lost {self.losses.mean:.2f} times a race",
            *self.losses.lines("race"),
            f"damage    {damage_text(self.damage, 'race')}",
            *self.drawn.lines("race"),
            f"blocked   {turns_text(self.blocked, 'race')}",
            *self.blocked.lines("race"),
            *(
                []
                if not self.held_up.mean
                else ["held up   all of them by other cars"]
                if self.held_up == self.blocked
                else [f"held up   {self.held_up.mean:.2f} of them by other cars", *self.held_up.lines("race")]
            ),
            *(
                [f"pushed    {self.pushed.mean:.2f} times a race", *self.pushed.lines("race")]
                if self.pushed is not None
                else []
            ),
        ]


@dataclass(frozen=True)
class RaceReport:
    """The outcome of many races. ``margins``: how far the second was behind the winner, race by race, where both
    finished, as ``DriverFigures.gaps``. ``sample`` is the first of the races."""

    design: str
    hash: str
    seed: int
    runs: int
    kind: EventKind
    rules: Mapping[str, Any]
    drivers: tuple[DriverFigures, ...]
    stages: tuple[StageFigures, ...]
    margins: tuple[int, ...]
    sample: RaceLog = field(repr=False)

    @property
    def gaps_in(self) -> str:
        """What gaps are counted in: "seconds" or "rounds"."""
        return "rounds" if self.kind == "rallycross" else "seconds"

    def driver(self, name: str) -> DriverFigures:
        """The figures of a driver (KeyError when there is none of that name)."""
        return {figures.name: figures for figures in self.drivers}[name]

    def to_data(self, *, log: bool = False) -> dict[str, Any]:
        """The report as JSON (race-report schema); with ``log`` its sample."""
        data: dict[str, Any] = {
            "format": "crest-race-report",
            "version": 1,
            "design": self.design,
            "hash": self.hash,
            "seed": self.seed,
            "runs": self.runs,
            "kind": self.kind,
            "rules": dict(self.rules),
            "times_in": self.gaps_in,
            "gaps_in": self.gaps_in,
            "margin": values_data(self.margins),
            "drivers": [figures.to_data() for figures in self.drivers],
            "stages": [stage.to_data() for stage in self.stages],
            **({"notes": list(self.sample.notes)} if self.sample.notes else {}),
        }
        if log:
            data["log"] = self.sample.to_data()
        return data

    def text(self) -> str:
        """The report for a terminal."""
        lines = [f"{self.design or 'Design'}: {number_of(self.runs, 'race')} ({self.kind}), seed {self.seed}"]
        if len(self.drivers) > 1:
            lines += self._table()
        for figures in self.drivers:
            lines += ["", *figures.lines(self.kind, self.runs)]
        for stage in self.stages:
            lines += ["", *stage.lines()]
        if self.sample.notes:
            lines += ["", *self.sample.notes]
        return "\n".join(lines)

    def _table(self) -> list[str]:
        """Who won how often, a line for each driver."""
        unit = " s" if self.gaps_in == "seconds" else ""
        first = ("", "mean time" if unit else "mean round", "best", "wins", "mean place")
        rows = [(*first, "behind the winner" if unit else "rounds behind the winner")]
        for figures in self.drivers:
            times = figures.finished
            place = sum(place * share for place, share in figures.places.items())
            rows.append(
                (
                    figures.name,
                    f"{average(times):.1f}{unit}" if times else "none",
                    f"{min(times)}{unit}" if times else "none",
                    f"{100 * figures.wins:.0f} %",
                    f"{place:.1f}",
                    f"{average(figures.gaps):.1f}{unit}" if figures.gaps else "none",
                )
            )
        wide = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
        lines = [
            "  ".join(
                f"{cell:<{width}}" if not number else f"{cell:>{width}}"
                for number, (cell, width) in enumerate(zip(row, wide, strict=True))
            )
            for row in rows
        ]
        if self.margins:
            lines.append(
                f"The second is {average(self.margins):.1f}{unit or ' rounds'} behind the winner in the mean, "
                f"between {min(self.margins)} and {max(self.margins)}."
            )
        return lines


def summarise_races(logs: Sequence[RaceLog]) -> RaceReport:
    """The report of at least one race, all of the same drivers on the same stages."""
    first, count = logs[0], len(logs)
    gaps = [_gaps(log) for log in logs]
    return RaceReport(
        design=first.design,
        hash=first.hash,
        seed=first.seed,
        runs=count,
        kind=first.kind,
        rules=first.rules,
        drivers=tuple(
            _figures(logs, driver, tuple(found[driver.name] for found in gaps if driver.name in found))
            for driver in first.drivers
        ),
        stages=tuple(
            _stage([log.stages[number] for log in logs], allowed(stage.rules or first.rules))
            for number, stage in enumerate(first.stages)
        ),
        margins=tuple(sorted(found.values())[1] for found in gaps if len(found) > 1),
        sample=first,
    )


def _gaps(log: RaceLog) -> dict[str, int]:
    """How far behind the winner each driver that has a result is."""
    measured = {placing.driver: _measure(log, placing) for placing in log.ranking}
    counted = {driver: value for driver, value in measured.items() if value is not None}
    return {driver: value - min(counted.values()) for driver, value in counted.items()}


def _measure(log: RaceLog, placing: Placing) -> int | None:
    """What a driver's race comes to: seconds, in rallycross the round in which it came home; None without a result."""
    if not placing.counts:
        return None
    if log.kind != "rallycross":
        return placing.seconds
    found = [finish.round for finish in log.stages[0].finishes if finish.driver == placing.driver]
    return found[0] if found else None


def _damage(turns: Sequence[TurnLog], pushes: Sequence[PushLog]) -> list[DamageToken]:
    """All damage tokens drawn: in one's own turns, and when one was pushed."""
    return [kind for turn in turns for kind in turn.damage] + [kind for push in pushes for kind in push.damage]


def _kinds(damage: Sequence[DamageToken], races: int) -> dict[DamageToken, float]:
    """Damage tokens drawn for each race, by kind."""
    kinds = Counter(damage)
    return {kind: kinds[kind] / races for kind in sorted(kinds)}


def _stage(stages: Sequence[StageLog], pushing: bool) -> StageFigures:
    turns = [stage.turns() for stage in stages]
    together = [turn for found in turns for turn in found]
    return StageFigures(
        design=stages[0].design,
        rounds=average([len(stage.rounds) for stage in stages]),
        losses=whereabouts(turns, [lost(found) for found in turns]),
        damage=_kinds(_damage(together, pushes_of(together)), len(stages)),
        drawn=whereabouts(turns, [drawn(found) for found in turns]),
        blocked=whereabouts(turns, [blocked(found) for found in turns]),
        held_up=whereabouts(turns, [held_up(found) for found in turns]),
        pushed=whereabouts(turns, [pushed(found) for found in turns]) if pushing else None,
        rules=stages[0].rules,
    )


def _tries(logs: Sequence[RaceLog], name: str) -> tuple[tuple[tuple[int, ...], ...], tuple[dict[str, float], ...]]:
    """The times of a driver's tries (or stages), and the boards that were driven in each."""
    times: dict[tuple[int, int], list[int]] = {}
    boards: dict[tuple[int, int], Counter[str]] = {}
    for log in logs:
        for number, stage in enumerate(log.stages):
            for attempt, board in {turn.attempt: turn.car for turn in stage.turns(name)}.items():
                boards.setdefault((number, attempt), Counter())[board] += 1
            for finish in stage.finishes:
                if finish.driver == name and not finish.disqualified:
                    value = finish.round if log.kind == "rallycross" else finish.seconds
                    times.setdefault((number, finish.attempt), []).append(value)
    keys = sorted({*boards, *times})  # a car may be pushed past the finish before its first turn
    return (
        tuple(tuple(times.get(key, ())) for key in keys),
        tuple(shares(boards.get(key, Counter()).elements()) for key in keys),
    )


def _figures(logs: Sequence[RaceLog], driver: DriverLog, gaps: tuple[int, ...]) -> DriverFigures:
    name, count = driver.name, len(logs)
    placings = [next(placing for placing in log.ranking if placing.driver == name) for log in logs]
    turns = [turn for log in logs for turn in log.turns(name)]
    damage = _damage(turns, pushes_of([turn for log in logs for turn in log.turns()], name))
    places = shares(placing.place for placing in placings)
    times, boards = _tries(logs, name)
    return DriverFigures(
        name=name,
        cars=driver.cars,
        policy=driver.policy,
        times=tuple(_measure(log, placing) for log, placing in zip(logs, placings, strict=True)),
        tries=times,
        boards=boards,
        gaps=gaps,
        wins=places.get(1, 0.0),
        places=places,
        turns=len(turns) / count,
        flat_out_share=sum(turn.mode == "flat-out" for turn in turns) / max(1, len(turns)),
        gears=shares(turn.gear_after for turn in turns),
        losses=sum(turn.lost_control for turn in turns) / count,
        damage=len(damage) / count,
        damage_by_kind=_kinds(damage, count),
        tokens_won=sum(turn.tokens_won for turn in turns) / count,
        tokens_spent=sum(turn.tokens_spent for turn in turns) / count,
        held_up=sum(turn.held_up for turn in turns) / count,
        contact=contact(logs, name) if any(allowed(stage.rules or logs[0].rules) for stage in logs[0].stages) else None,
        disqualified=sum(placing.status == "disqualified" for placing in placings) / count,
    )
