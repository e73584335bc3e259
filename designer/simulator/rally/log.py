"""The log of a run: what happened turn by turn, to and from data (schemas/run-log.schema.json), and in words.

``from_data`` takes data that has passed its schema (``race_log.read``). Fields that came later than the first logs
may be missing; whoever reads ``text`` reads words that are made from the other fields.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Literal, NamedTuple

from designer.play.table_space import TableSpace
from designer.words import number_of

FORMAT = "crest-run-log"
#: How a plan is rolled.
Roll = Literal["one-by-one", "flat-out"]
#: How the dice of a turn were rolled, or why none were.
Mode = Literal[Roll, "mercy", "blocked", "stand"]
#: When a SISU token was turned: before the plan, before a roll, or to undo what had been rolled.
SisuWhen = Literal["", "turn", "roll"]
SISU_WORDS: Mapping[SisuWhen, str] = {
    "": "SISU cancels the rolled dangers.",
    "turn": "SISU, turned before the plan, cancels all dangers of the turn.",
    "roll": "SISU, turned before a roll, cancels the dangers of the turn.",
}
#: Why control was lost.
LossCause = Literal["dangers", "speed limit", "danger tokens"]


class DieLog(NamedTuple):
    """A die that was placed: where, the gear after it, whether it showed a danger (None: not rolled), secured."""

    die: str
    at: TableSpace
    gear: int
    danger: bool | None
    secured: bool = False

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> DieLog:
        """The die that a log holds."""
        return cls(
            data["die"],
            TableSpace.from_data(data),
            int(data["gear"]),
            data.get("danger"),
            data.get("secured", False),
        )

    def to_data(self) -> dict[str, Any]:
        """The die as JSON."""
        return {
            "die": self.die,
            "q": self.at.q,
            "r": self.at.r,
            "tile": self.at.tile,
            "space": self.at.space,
            "gear": self.gear,
            "secured": self.secured,
            "danger": self.danger,
        }


class PushLog(NamedTuple):
    """Another car pushed in a turn, when the ``step``-th space was entered (counted from 0), from ``start`` to ``end``.

    ``gear`` is that of the car pushed, ``at_gear`` that of the one who pushes. ``own`` damage is drawn by the latter
    (it stands with the turn's damage, too), ``damage`` by the driver who is pushed, who keeps ``kept`` of it.
    ``danger_tokens``: those it is given, ``danger_tokens_after``: those on its board then. ``finished``: it was pushed
    past the finish.
    """

    driver: str
    attempt: int
    step: int
    start: TableSpace
    end: TableSpace
    gear: int
    at_gear: int
    own: tuple[str, ...] = ()
    damage: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()
    danger_tokens: int = 0
    danger_tokens_after: int = 0
    finished: bool = False

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> PushLog:
        """The push that a log holds."""

        return cls(
            data["driver"],
            int(data["try"]),
            int(data["step"]),
            TableSpace.from_data(data["from_place"]),
            TableSpace.from_data(data["to_place"]),
            int(data["gear"]),
            int(data["at_gear"]),
            tuple(data["own"]),
            tuple(data["damage"]),
            tuple(data["kept"]),
            int(data["danger_tokens"]),
            int(data["danger_tokens_after"]),
            data["finished"],
        )

    def to_data(self) -> dict[str, Any]:
        """The push as JSON."""
        return {
            "driver": self.driver,
            "try": self.attempt,
            "step": self.step,
            "from_place": self.start.to_data(),
            "to_place": self.end.to_data(),
            "gear": self.gear,
            "at_gear": self.at_gear,
            "own": list(self.own),
            "damage": list(self.damage),
            "kept": list(self.kept),
            "danger_tokens": self.danger_tokens,
            "danger_tokens_after": self.danger_tokens_after,
            "finished": self.finished,
        }

    def text(self) -> str:
        """The push in words.

        >>> one, other = TableSpace("209a", 2, -1, "bl"), TableSpace("209a", 2, -1, "cl")
        >>> PushLog("Blue", 1, 0, one, other, 1, 2, ("gear",), ("coast",), ("coast",), 1, 3).text()
        'Pushes Blue on to cl of 209a (2,-1), gear 2 into gear 1: Blue draws coast. Blue takes 1 danger token, has 3.'
        """
        where = f"past the line, {self.end.text()}" if self.finished else f"on to {self.end.text()}"
        draws = f": {self.driver} draws {', '.join(self.damage)}" if self.damage else ""
        said = f"Pushes {self.driver} {where}, gear {self.at_gear} into gear {self.gear}{draws}."
        if self.danger_tokens:
            said += f" {self.driver} takes {number_of(self.danger_tokens, 'danger token')}"
            left = self.danger_tokens_after
            said += f", has {left}." if left != self.danger_tokens else "."
        return said


@dataclass(frozen=True, slots=True)
class TurnLog:
    """One turn. ``dice`` are those driven, in the order of the plan; ``planned`` counts the placements planned.

    ``damage``: tokens drawn, ``drawn_at``: where each of them was (logs of earlier versions do not tell). ``tokens``:
    second tokens after the turn. ``held_up``: blocked by other cars. ``kept``: damage tokens that stay on the board or
    the track;
    ``mud``: where mud was left; ``flipped``: tiles that the weather turned, as they lie now. With several cars
    ``driver``, ``attempt`` and ``round`` say whose turn it is. With pushing: ``pushes``, and the ``danger_tokens`` on
    the driver's own board when the turn began, of which ``danger_tokens_left`` stay. ``mended``: damage tokens that a
    spare tyre took off before the turn, for ``penalty`` of the ``seconds``. ``sisu_when``: "turn" or "roll" where a
    SISU token was turned before the plan was made, or before a roll; else it undid something.
    """

    number: int
    car: str
    start: TableSpace
    end: TableSpace
    gear_before: int
    gear_after: int
    mode: Mode = "blocked"
    dice: tuple[DieLog, ...] = ()
    dangers: int = 0
    limit: int = 0
    tokens_won: int = 0
    tokens_spent: int = 0
    tokens: int = 0
    seconds: int = 0
    stopped: bool = False
    failed_start: bool = False
    loss_gear: int | None = None
    loss_cause: LossCause | None = None
    damage: tuple[str, ...] = ()
    drawn_at: tuple[TableSpace, ...] = ()
    sisu: bool = False
    finished: bool = False
    planned: int = 0
    held_up: bool = False
    kept: tuple[str, ...] = ()
    mud: tuple[TableSpace, ...] = ()
    flipped: tuple[TableSpace, ...] = ()
    driver: str = ""
    attempt: int = 1
    round: int = 0
    danger_tokens: int = 0
    danger_tokens_left: int = 0
    pushes: tuple[PushLog, ...] = ()
    mended: tuple[str, ...] = ()
    penalty: int = 0
    sisu_when: SisuWhen = ""

    @property
    def lost_control(self) -> bool:
        """Whether control was lost."""
        return self.loss_cause is not None

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> TurnLog:
        """The turn that a log holds. Raises KeyError for a field that it lacks."""
        loss = data.get("loss")

        def count(key: str, least: int = 0) -> int:
            return int(data.get(key, least))

        def places(key: str) -> tuple[TableSpace, ...]:
            return tuple(TableSpace.from_data(place) for place in data.get(key, ()))

        return cls(
            number=count("number"),
            car=data.get("car", ""),
            start=TableSpace.from_data(data["from_place"]),
            end=TableSpace.from_data(data["to_place"]),
            gear_before=count("gear_before"),
            gear_after=count("gear_after"),
            mode=data["mode"],
            dice=tuple(DieLog.from_data(die) for die in data["dice"]),
            dangers=count("dangers"),
            limit=count("limit"),
            tokens_won=count("tokens_won"),
            tokens_spent=count("tokens_spent"),
            tokens=count("tokens"),
            seconds=count("seconds"),
            stopped=data.get("stopped", False),
            failed_start=data.get("failed_start", False),
            loss_gear=None if loss is None else int(loss["gear"]),
            loss_cause=None if loss is None else loss["cause"],
            damage=tuple(data.get("damage", ())),
            drawn_at=places("drawn_at"),
            sisu=data.get("sisu", False),
            finished=data.get("finished", False),
            planned=count("planned"),
            held_up=data.get("held_up", False),
            kept=tuple(data.get("kept", ())),
            mud=places("mud"),
            flipped=tuple(TableSpace.from_data({**tile, "space": ""}) for tile in data.get("flipped", ())),
            driver=data.get("driver", ""),
            attempt=count("try", 1),
            round=count("round"),
            danger_tokens=count("danger_tokens"),
            danger_tokens_left=count("danger_tokens_left"),
            pushes=tuple(PushLog.from_data(push) for push in data.get("pushes", ())),
            mended=tuple(data.get("mended", ())),
            penalty=count("penalty"),
            sisu_when=data.get("sisu_when", ""),
        )

    def to_data(self) -> dict[str, Any]:
        """The turn as JSON (run-log schema)."""
        loss = None
        if self.loss_cause is not None:
            loss = {
                "space": self.end.text(),
                "tile": self.end.tile,
                "q": self.end.q,
                "r": self.end.r,
                "gear": self.loss_gear,
                "cause": self.loss_cause,
            }
        return {
            "number": self.number,
            "car": self.car,
            "from": self.start.text(),
            "to": self.end.text(),
            "from_place": self.start.to_data(),
            "to_place": self.end.to_data(),
            "gear_before": self.gear_before,
            "gear_after": self.gear_after,
            "mode": self.mode,
            "dice": [die.to_data() for die in self.dice],
            "planned": self.planned,
            "dangers": self.dangers,
            "limit": self.limit,
            "tokens_won": self.tokens_won,
            "tokens_spent": self.tokens_spent,
            "tokens": self.tokens,
            "seconds": self.seconds,
            "stopped": self.stopped,
            "failed_start": self.failed_start,
            "loss": loss,
            "damage": list(self.damage),
            "drawn_at": [place.to_data() for place in self.drawn_at],
            "sisu": self.sisu,
            "finished": self.finished,
            "held_up": self.held_up,
            "kept": list(self.kept),
            "mud": [place.to_data() for place in self.mud],
            "flipped": [{"tile": place.tile, "q": place.q, "r": place.r} for place in self.flipped],
            "driver": self.driver,
            "try": self.attempt,
            "round": self.round,
            "text": self.text(),
            **self._contact(),
            **({"mended": list(self.mended), "penalty": self.penalty} if self.mended else {}),
            **({"sisu_when": self.sisu_when} if self.sisu_when else {}),
        }

    def _contact(self) -> dict[str, Any]:
        """What pushing adds to the data of a turn, where there is any."""
        data: dict[str, Any] = {}
        if self.danger_tokens:
            data = {"danger_tokens": self.danger_tokens, "danger_tokens_left": self.danger_tokens_left}
        if self.pushes:
            data["pushes"] = [push.to_data() for push in self.pushes]
        return data

    def text(self) -> str:
        """The turn in words."""
        who = f"{self.driver}, turn" if self.driver else "Turn"
        parts = [f"{who} {self.number}, {self.start.text()}, gear {self.gear_before}: {self._moves()}."]
        if self.mended:
            parts.append(f"A spare tyre takes off {', '.join(self.mended)} damage for {self.penalty} s.")
        if self.danger_tokens:
            parts.append(f"{number_of(self.danger_tokens, 'danger token')} on the board.")
        if self.dice:
            parts.append(self._rolled())
        parts += [push.text() for push in self.pushes]
        if self.sisu:
            parts.append(SISU_WORDS[self.sisu_when])
        if self.failed_start:
            parts.append("The flying start fails, the turn ends there.")
        if self.loss_cause is not None:
            parts.append(f"Control lost on {self.end.text()} in gear {self.loss_gear} ({self.loss_cause}).")
        if self.damage:
            parts.append(f"Drawn: {', '.join(self.damage)}.")
        if self.mud:
            parts.append(f"Mud lies on {', '.join(place.text() for place in self.mud)}.")
        if self.flipped:
            tiles = ", ".join(f"{place.tile} ({place.q},{place.r})" for place in self.flipped)
            parts.append(f"The weather turns: {tiles}.")
        if self.tokens_won:
            parts.append(f"{number_of(self.tokens_won, 'second token')} won.")
        if self.tokens_spent:
            parts.append(f"{number_of(self.tokens_spent, 'second token')} spent.")
        ends = "Past the line" if self.finished else "Ends"
        parts.append(f"{ends} in gear {self.gear_after}, {self.seconds} s.")
        return " ".join(parts)

    def _moves(self) -> str:
        if self.mode == "blocked":
            return "blocked by other cars" if self.held_up else "blocked, no die can be placed"
        if self.mode == "stand":
            return "waits" if self.loss_cause is None else "cannot move"
        if self.mode == "mercy":
            return f"no die fits the climb line, one space to {self.end.text()}, then blocked"
        steps = []
        for at, group in groupby(self.dice, key=lambda die: die.at):
            dice = list(group)
            safe = all(die.secured for die in dice)
            names = " and ".join(
                die.die.replace("-", " ") + (" (safe)" if die.secured and not safe else "") for die in dice
            )
            mark = "" if not any(die.danger for die in dice) else "!" * sum(bool(die.danger) for die in dice)
            steps.append(f"{names}{mark}{' (safe)' if safe else ''} to {at.space} of {at.tile}")
        return ", ".join(steps)

    def _rolled(self) -> str:
        how = "Flat out" if self.mode == "flat-out" else "One by one"
        left = self.planned - len({die.at for die in self.dice})
        stop = f", stops with {left} still planned" if self.stopped else ""
        return f"{how}{stop}: {number_of(self.dangers, 'danger')} of {self.limit}."


@dataclass(frozen=True, slots=True)
class Run:
    """One run of one design. ``time`` is None when the car did not finish.

    ``design`` and ``hash`` say what was driven, ``seed`` and ``number`` make the run again, ``rules`` the profile.
    """

    design: str
    hash: str
    seed: int
    number: int
    car: str
    policy: str
    rules: Mapping[str, Any]
    turns: tuple[TurnLog, ...]
    finished: bool
    time: int | None

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Run:
        """The run that a log holds. Raises KeyError for a field that it lacks."""
        return cls(
            data["design"],
            data["hash"],
            int(data["seed"]),
            int(data.get("run", 0)),
            data.get("car", ""),
            data.get("policy", ""),
            data.get("rules", {}),
            tuple(TurnLog.from_data(turn) for turn in data["turns"]),
            data["finished"],
            None if data["time"] is None else int(data["time"]),
        )

    def commentary(self) -> list[str]:
        """The run in words, a line for each turn and one for the end."""
        lines = [turn.text() for turn in self.turns]
        cards = sum(turn.seconds for turn in self.turns)
        tokens = self.turns[-1].tokens if self.turns else 0
        if self.finished:
            lines.append(
                f"Finished in {number_of(len(self.turns), 'turn')}: {cards} s of time cards, "
                f"{number_of(tokens, 'second token')} left, time {self.time} s."
            )
        else:
            lines.append(f"Not finished after {number_of(len(self.turns), 'turn')}.")
        return lines

    def to_data(self) -> dict[str, Any]:
        """The run as JSON (run-log schema)."""
        return {
            "format": FORMAT,
            "version": 1,
            "design": self.design,
            "hash": self.hash,
            "seed": self.seed,
            "run": self.number,
            "car": self.car,
            "policy": self.policy,
            "rules": dict(self.rules),
            "finished": self.finished,
            "time": self.time,
            "turns": [turn.to_data() for turn in self.turns],
        }
