"""A design to chain on: built tile by tile, checked, driven, raced, written. Every step gives a new draft."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

import networkx as nx

from designer import catalog, exporting, rules
from designer.design import dashboard as boards
from designer.design import stage as stages
from designer.design.dashboard import Dashboard
from designer.design.document import Design, with_dashboard
from designer.design.event import KINDS, Event
from designer.design.hexes import Hex
from designer.design.stage import Stage, Token
from designer.design.values import EditError, frozen
from designer.edits import append as appending
from designer.formats import native
from designer.play.track import Track, find_spot
from designer.scripting import graphs, results
from designer.scripting.results import Results
from designer.simulator.rally import batches, races
from designer.simulator.rally.drive import Standing, standing_at
from designer.simulator.rally.race_log import RaceLog
from designer.simulator.rally.race_report import RaceReport
from designer.simulator.rally.races import Driver
from designer.simulator.spire import batches as climbing
from designer.simulator.spire.report import SpireReport
from designer.simulator.spire.seats import by_seat, seats_of
from designer.validation import validate
from designer.validation.finding import Finding
from designer.validation.fixing import fix_all


@dataclass(frozen=True, repr=False)
class Draft:
    """A design, and all that a script does with one. It never changes: each step gives a new draft.

    ``design``: the design as it stands, for the functions of other modules. Steps that cannot be done raise EditError.

    >>> bend = new("Bend").start("202a").append("208a").append("203a")
    >>> bend, len(bend.design.stage)
    (<Draft 'Bend': 3 tiles>, 3)
    """

    design: Design

    def __repr__(self) -> str:
        design = self.design
        parts = [
            f"{count} {word}{'' if count == 1 else 's'}"
            for count, word in (
                (len(design.stage or ()), "tile"),
                (len(design.dashboards), "board"),
                (0 if design.spire is None else len(design.spire.columns), "spire column"),
            )
            if count
        ]
        return f"<Draft {design.name!r}: {', '.join(parts) or 'empty'}>"

    # -- building ------------------------------------------------------------------------------------------------

    @property
    def _stage(self) -> Stage:
        return self.design.stage or Stage()

    def _with_stage(self, stage: Stage) -> Draft:
        return Draft(replace(self.design, stage=stage))

    def start(self, tile: str = "202a", q: int = 0, r: int = 0, rotation: int = 0) -> Draft:
        """With its first tile, on the hex ``q``, ``r``, turned clockwise by ``rotation`` steps of 60 degrees.

        Raises EditError when there are tiles already, or no such tile.
        """
        if self._stage.tiles:
            raise EditError("The stage has begun already; append or place goes on with it.")
        return self.place(tile, q, r, rotation)

    def append(self, tile: str, way: str | None = None) -> Draft:
        """With a tile where the road goes on, turned so that it does.

        ``way``: "straight", "left" or "right", where a tile can lead more than one way; without it the way that bends
        least is taken. Raises EditError when no road is open, or the tile does not fit.

        >>> [tile.rotation for tile in new().start().append("208a", "left").design.stage]
        [0, 2]
        """
        _known_tile(tile)
        return self._with_stage(appending.append(self._stage, tile, way))

    def place(self, tile: str, q: int, r: int, rotation: int = 0) -> Draft:
        """With a tile on the hex ``q``, ``r``, turned clockwise by ``rotation`` steps of 60 degrees.

        Raises EditError when the hex is taken, or there is no such tile.
        """
        _known_tile(tile)
        return self._with_stage(stages.place(self._stage, tile, Hex(q, r), rotation))

    def token(
        self,
        kind: str,
        value: int | None = None,
        *,
        place: str | None = None,
        q: int | None = None,
        r: int | None = None,
    ) -> Draft:
        """With a token on the tile laid last, or on that of the hex ``q``, ``r``.

        ``kind``: as ``crest list tokens`` names it ("climb", "oxygen", "cloud" ...). ``value``: the printed number.
        ``place``: where a standing piece stands, an edge ("D") or a step ("bl>cl"). Raises EditError when there is no
        such token or no tile.

        >>> new().start().append("305a").token("climb", -1).design.stage.tiles[1].tokens[0].value
        -1
        """
        _one_of(kind, catalog.tokens()["stage"], "token")
        if (q is None) != (r is None):
            raise EditError("A hex has both a q and an r.")
        if not self._stage.tiles:
            raise EditError("There is no tile to lay a token on.")
        at = self._stage.tiles[-1].hex if q is None or r is None else Hex(q, r)
        return self._with_stage(stages.put_token(self._stage, at, Token(kind, value, place)))

    def board(
        self, board: Dashboard | str, slots: Mapping[str, str] | None = None, *, category: str | None = None
    ) -> Draft:
        """With an Unlimited board more: a Dashboard, or one of this name with ``slots`` (slot -> token).

        ``category``: the SET-UP category that it claims. Raises EditError for a slot that no board has.

        >>> new().board("Mule", {"T1": "gravel", "C1": "gear-1"}).design.dashboards[0].name
        'Mule'
        """
        if isinstance(board, str):
            made = Dashboard(board, category=category)
            for slot, token in (slots or {}).items():
                made = boards.put(made, slot, token)
            board = made
        return Draft(with_dashboard(self.design, board))

    def event(self, kind: str, *, laps: int | None = None, tries: int | None = None) -> Draft:
        """As an event of a kind: "stage", "rally", "hillclimb" (of so many ``tries``), "rallycross" (of so many
        ``laps``) or "summit". Boards that an event gave already stay. Raises EditError for another kind."""
        _one_of(kind, KINDS, "event")
        old = self.design.event
        return Draft(replace(self.design, event=replace(old or Event(), kind=kind, laps=laps, tries=tries)))

    def house_rules(self, changed: Mapping[str, object]) -> Draft:
        """With house rules, laid over those it has. Raises RulesError for a name or value that does not fit.

        >>> dict(new().house_rules({"handbrake.allowed": True}).design.house_rules)
        {'handbrake.allowed': True}
        """
        both = frozen({**self.design.house_rules, **changed})
        rules.load(house_rules=both)
        return Draft(replace(self.design, house_rules=both))

    # -- checking ------------------------------------------------------------------------------------------------

    def validate(
        self, *, select: Iterable[str] | None = None, ignore: Iterable[str] | None = None
    ) -> tuple[Finding, ...]:
        """All findings, errors first. ``select`` keeps codes that begin so ("STG"), ``ignore`` leaves such out."""
        return validate(self.design, select=select, ignore=ignore)

    def fix(
        self, *, unsafe: bool = False, select: Iterable[str] | None = None, ignore: Iterable[str] | None = None
    ) -> Draft:
        """With all safe fixes applied that help; ``unsafe``: also those that change or take away what was laid."""
        return Draft(fix_all(self.design, unsafe=unsafe, select=select, ignore=ignore).design)

    # -- driving -------------------------------------------------------------------------------------------------

    def simulate(
        self, car: str | None = None, policy: str = "sensible", runs: int = 100, seed: int = 1, workers: int = 1
    ) -> Results:
        """Drive the stage many times. The same seed gives the same runs, on any number of workers.

        ``car``: a standard board ("r6-gravel") or a board of the design, by default the one that fits. ``policy``: how
        the driver plays ("crest list drivers"). ``workers``: processes; a script that asks for more than one stands
        under ``if __name__ == "__main__":``. Raises SimulationError when the design cannot be driven; a spire is
        climbed with ``climb``.
        """
        _check_workers(workers)
        if workers == 1:
            return results.of_runs(batches.run_all(self.design, car=car, policy=policy, runs=runs, seed=seed))
        with ProcessPoolExecutor(workers) as executor:
            made = batches.run_all(
                self.design, car=car, policy=policy, runs=runs, seed=seed, executor=executor, workers=workers
            )
        return results.of_runs(made)

    def race(
        self,
        *drivers: Driver | str,
        seed: int = 1,
        number: int = 0,
        chance: Random | None = None,
        starts: Mapping[str, Standing] | None = None,
    ) -> RaceLog:
        """Race once: the race ``number`` of those with this seed.

        ``drivers``: a Driver, or a word such as "Red:r6", "Blue:r4-gravel:novice" or "Green"; without any Red drives
        alone. ``chance``: dice and draws by script (``Scripted``) instead of by seed. ``starts``: how drivers stand
        when the race begins, by name (see ``standing``). Raises SimulationError when something does not fit.

        >>> bend = new().start().append("208a").append("203a")
        >>> [placing.driver for placing in bend.race("Red:r6", "Blue:r6:novice").ranking]
        ['Red', 'Blue']
        """
        return races.run_race(self.design, _drivers(drivers), seed=seed, number=number, chance=chance, starts=starts)

    def races(self, *drivers: Driver | str, runs: int = 100, seed: int = 1, workers: int = 1) -> RaceReport:
        """Race many times and sum it up; ``drivers`` as in ``race``, ``workers`` as in ``simulate``."""
        _check_workers(workers)
        if workers == 1:
            return races.run_races(self.design, _drivers(drivers), runs=runs, seed=seed)
        with ProcessPoolExecutor(workers) as executor:
            return races.run_races(
                self.design, _drivers(drivers), runs=runs, seed=seed, executor=executor, workers=workers
            )

    def climb(
        self,
        *climbers: str,
        players: int | None = None,
        games: int = 1000,
        seed: int = 1,
        fresh: bool = False,
        characters: Sequence[str | None] = (),
        random_characters: bool = False,
        random_starts: bool = False,
        workers: int = 1,
    ) -> SpireReport:
        """Climb the spire many times. ``climbers``: how they play ("crest list climbers"), one for all or one a seat.

        ``players``: how many climb, by default as the spire is laid out. ``fresh``: deal a new spire for each game.
        ``characters``: by seat, None where the player chooses; ``random_characters`` and ``random_starts`` draw what
        players would choose.
        Raises SimulationError when there is nothing to climb.
        """
        _check_workers(workers)
        policies = by_seat(climbers, players or seats_of(self.design.spire))
        facts: dict[str, Any] = {
            "players": players,
            "policies": policies,
            "games": games,
            "seed": seed,
            "fresh": fresh,
            "characters": tuple(characters),
            "random_characters": random_characters,
            "random_starts": random_starts,
        }
        if workers == 1:
            return climbing.run_batch(self.design, **facts)
        with ProcessPoolExecutor(workers) as executor:
            return climbing.run_batch(self.design, **facts, executor=executor, workers=workers)

    @property
    def track(self) -> Track:
        """The course of the stage under the rules in force. Raises SimulationError when it leads nowhere."""
        return batches.ground_of(self.design).track

    def standing(
        self,
        tile: str | None = None,
        space: str | None = None,
        *,
        q: int | None = None,
        r: int | None = None,
        lap: int | None = None,
        jokers: int | None = None,
        gear: int = 0,
        tokens: int = 0,
        damage: Iterable[str] = (),
        seconds: int = 0,
    ) -> Standing:
        """A car on a space of the stage, for ``starts`` of a race; the space as ``find_spot`` takes it.

        ``gear``: 0 to 6. ``tokens``: second tokens. ``damage``: tokens on its board ("gear", "brake", "coast",
        "boost"). ``seconds``: of its time cards. Raises UnknownSpot (there is no such space, or more than one) and
        ValueError (a car cannot stand like this). Clouds lie on tiles: lay them with ``token``.
        """
        track = self.track
        spot = find_spot(track, tile, space, q=q, r=r, lap=lap, jokers=jokers)
        return standing_at(track, spot, gear=gear, tokens=tokens, damage=damage, seconds=seconds)

    # -- reading and writing -------------------------------------------------------------------------------------

    def graph(self, kind: str = "stage") -> nx.Graph:
        """A networkx graph with plain attributes: of the tiles ("stage"), the printed spaces ("space"), what a car can
        drive lap by lap ("course"), or the cards of the spire ("spire"). ``scripting.graphs`` lists the attributes.

        ``networkx.write_graphml`` and ``json.dumps(networkx.node_link_data(...))`` take it as it is. Raises ValueError
        for another kind, SimulationError when the design has no such thing.

        >>> sorted(new().start().append("305a").graph("stage").edges)
        [('0,0', '1,0')]
        """
        if kind not in graphs.GRAPHS:
            raise ValueError(f"There is no graph {kind!r}; there are {', '.join(graphs.GRAPHS)}.")
        return graphs.GRAPHS[kind](self.design)

    def export(self, path: Path | str, to: str | None = None) -> Path:
        """Write it into a file in the format of the ending: .json (the design itself), .txt, .html or .png.

        ``to``: the format by name ("json", "text", "html", "png"), whatever the ending. Returns the file's path.
        Raises ValueError for another format or when there is nothing to draw, OSError when it cannot be written.
        """
        return exporting.export(self.design, path, to)

    def picture(self, path: Path | str, *, spire: bool | None = None) -> Path:
        """Draw the stage into a PNG file, or the spire where there is no stage; ``spire``: of the one or the other.

        Returns the file's path. Raises ValueError when there is nothing to draw, OSError as ``export`` does.
        """
        native.write_atomic(Path(path), exporting.picture(self.design, spire=spire))
        return Path(path)


def new(name: str = "", *, author: str = "") -> Draft:
    """An empty draft.

    >>> new("Bend").design.name
    'Bend'
    """
    return Draft(Design(name=name, author=author))


def load(path: Path | str) -> Draft:
    """The design of a JSON file. Raises FormatError, a ValueError that lists what is wrong with the file."""
    return Draft(native.load(path))


def save(what: Draft | Design, path: Path | str) -> Path:
    """Write a draft or a design in the format of the file's ending, as ``Draft.export`` does; only JSON can be loaded
    again. Returns the file's path."""
    return exporting.export(what.design if isinstance(what, Draft) else what, path)


def _known_tile(tile: str) -> None:
    if catalog.side(tile) is None:
        _one_of(tile, catalog.sides(), "tile")


def _one_of(word: str, known: Iterable[str], what: str) -> None:
    """Raises EditError with what is spelled alike, else with all there is where that is not long."""
    names = list(known)
    if word in names:
        return
    close = difflib.get_close_matches(word, names, n=3, cutoff=0.6)
    hint = f" Did you mean {' or '.join(close)}?" if close else ""
    if not close and len(names) <= 20:
        hint = f" There are {', '.join(names)}."
    raise EditError(f"There is no {what} {word}.{hint}")


def _drivers(given: Sequence[Driver | str]) -> list[Driver]:
    return [races.driver_of_text(one) if isinstance(one, str) else one for one in given or (races.COLOURS[0],)]


def _check_workers(workers: int) -> None:
    if workers < 1:
        raise ValueError(f"There is at least one worker, not {workers}.")
