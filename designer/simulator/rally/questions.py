"""What a driver may do, but need not: one question for each "may" of the rules, and who answers it.

A driver can answer in two ways. It may have a method ``respond``, which gets every question and gives the answer, or
None to leave it to the others; so whoever sits at the wheel needs one place alone. Else each question has a method of
its own that a driver may have (``method``), which gets ``arguments``. What neither answers has the ``usual`` answer.

Sources: Climb, "SISU!", "Puncture Proof Tires", "Braking, boosting and coasting on Climb tiles", "The Game"; 110%,
"Choosing your Dashboard tires" (boards, spare tyre); core rules 9 (place behind the line).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol

from designer.play.cars import Car
from designer.play.plans import Placement, State
from designer.play.track import Track
from designer.simulator.rally.outlook import outlook
from designer.simulator.rally.rolling import LOSS, Progress
from designer.simulator.rally.turn_view import Choice, View

#: Seconds that a coast die lost is taken to cost for each space still to drive: one of several, and the last one. A
#: driver who looks ahead finds as much on official stages: 0.6 to 0.8 seconds, and 1.1 to 1.7.
COAST_SECONDS = (0.6, 1.2)
YES_OR_NO = (True, False)


class Question(Protocol):
    """Something a driver may decide. ``choices`` are the answers that the rules allow."""

    @property
    def method(self) -> str: ...
    @property
    def choices(self) -> tuple[Any, ...]: ...
    def arguments(self) -> tuple[Any, ...]:
        """What the method of the question gets."""
        ...

    def usual(self) -> Any:
        """The answer of a driver who has none of its own."""
        ...


@dataclass(frozen=True)
class TurnSisu:
    """Whether to turn a SISU token at a moment of one's turn before control is lost for good.

    ``moment``: "turn" before the plan is made, "roll" before the next dice are rolled (all of them, when flat out),
    or what it would undo: "loss", "flying-start" or "tokens" (``rolling.Progress.cause``). Dangers that have been and
    will be rolled in the turn count no more. The usual answer keeps the token for a loss of control.
    """

    view: View
    choice: Choice
    progress: Progress
    moment: str
    choices: ClassVar[tuple[bool, ...]] = YES_OR_NO

    @property
    def method(self) -> str:
        """Drivers have always been asked by ``use_sisu`` what to undo; earlier moments have a method of their own."""
        return "sisu_now" if self.moment in ("turn", "roll") else "use_sisu"

    def arguments(self) -> tuple[View, Choice, Progress]:
        return self.view, self.choice, self.progress

    def usual(self) -> bool:
        return self.moment == LOSS


@dataclass(frozen=True)
class DiscardPuncture:
    """Whether a puncture proof tyre undoes a coast damage that a shortcut has just drawn.

    ``spot``: where it was drawn; ``tyres``: those that can be used there. The usual answer is yes.
    """

    track: Track
    car: Car
    spot: int
    tyres: int
    method: ClassVar[str] = "discard_puncture"
    choices: ClassVar[tuple[bool, ...]] = YES_OR_NO

    def arguments(self) -> tuple[Track, Car, int, int]:
        return self.track, self.car, self.spot, self.tyres

    def usual(self) -> bool:
        return True


@dataclass(frozen=True)
class FitSpare:
    """Whether to fit a spare tyre before the turn: the car as it is and as it would be, and where it stands.

    Usually when a coast die is worth more than the tyre costs on the spaces that are left (COAST_SECONDS).
    """

    track: Track
    worn: Car
    mended: Car
    state: State
    method: ClassVar[str] = "spare"
    choices: ClassVar[tuple[bool, ...]] = YES_OR_NO

    def arguments(self) -> tuple[Track, Car, Car, State]:
        return self.track, self.worn, self.mended, self.state

    def usual(self) -> bool:
        if self.worn == self.mended:
            return False
        none_left = not self.worn.has("coast")
        saved = COAST_SECONDS[none_left] * self.track.course.spots[self.state.spot].left
        return saved > self.track.rules.number("spare_tyre.penalty_seconds")


@dataclass(frozen=True)
class TakeFreeStep:
    """Whether to move one space over a first climb line without a die; else the car stays where it is.

    ``steps``: where it could go; which of them is a matter of the plan. The usual answer is yes.
    """

    view: View
    steps: tuple[Placement, ...]
    method: ClassVar[str] = "free_step"
    choices: ClassVar[tuple[bool, ...]] = YES_OR_NO

    def arguments(self) -> tuple[View, tuple[Placement, ...]]:
        return self.view, self.steps

    def usual(self) -> bool:
        return True


@dataclass(frozen=True)
class ChooseStart:
    """From which free place behind the line to start, where the rules leave that to the driver (``start.lane``).

    Usually the one from which the way to the finish should be the quickest.
    """

    track: Track
    car: Car
    free: tuple[int, ...]
    method: ClassVar[str] = "start"

    @property
    def choices(self) -> tuple[int, ...]:
        return self.free

    def arguments(self) -> tuple[Track, Car, tuple[int, ...]]:
        return self.track, self.car, self.free

    def usual(self) -> int:
        gear = self.track.rules.number("start.gear")
        return min(self.free, key=lambda spot: outlook(self.track, self.car).rest(spot, gear))


@dataclass(frozen=True)
class ChooseBoard:
    """Which board to drive a stage or a try with, before its first turn, where several may be chosen from.

    ``boards``: those cars, in the order in which the event lists them. ``attempt``: the try, from 1. ``driven``: the
    boards of one's tries so far at this stage, each with its time. ``named``: the number of the board that the
    event's own way of choosing gives, which is the usual answer. The answer is a number from 0.
    """

    track: Track
    boards: tuple[Car, ...]
    attempt: int
    driven: tuple[tuple[str, int], ...]
    named: Callable[[], int]
    method: ClassVar[str] = "board"

    @property
    def choices(self) -> tuple[int, ...]:
        return tuple(range(len(self.boards)))

    def arguments(self) -> tuple[Track, tuple[Car, ...], int, tuple[tuple[str, int], ...]]:
        return self.track, self.boards, self.attempt, self.driven

    def usual(self) -> int:
        return self.named()


def has_view_of(policy: object, question: Question) -> bool:
    """Whether a driver has an answer of its own to questions of this kind."""
    return hasattr(policy, "respond") or hasattr(policy, question.method)


def ask(policy: object, question: Question) -> Any:
    """A driver's answer, one of the question's choices; what is none of them becomes the usual answer."""
    given = None
    for_all = getattr(policy, "respond", None)
    if for_all is not None:
        given = for_all(question)
    if given is None:
        own = getattr(policy, question.method, None)
        given = question.usual() if own is None else own(*question.arguments())
    if question.choices == YES_OR_NO:
        return bool(given)
    return given if given in question.choices else question.usual()
