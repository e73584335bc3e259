"""The front door for scripts: what docs/scripting.md shows runs, and what it says is so."""

from __future__ import annotations

import builtins
import json
import re
import subprocess
import sys
from dataclasses import replace
from importlib import import_module
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import networkx as nx
import numpy as np
import pytest

import designer
from designer import Design, Draft, Scripted
from designer.design.dashboard import Dashboard
from designer.exporting import CannotDraw, NoFormat
from designer.formats import native
from designer.resources import folder
from designer.rules import RulesError
from designer.simulator.rally import batches
from designer.simulator.rally.batches import run_all

ROOT = Path(__file__).resolve().parent.parent
GUIDE = (ROOT / "docs" / "scripting.md").read_text(encoding="utf-8")
SCRIPTS = re.findall(r"```python\n(.*?)```", GUIDE, re.DOTALL)
STAGES = folder("exports") / "stages"
CLIMB = STAGES / "climb-1.json"
MOST_LINES = 6


def bend() -> Draft:
    return designer.new("Bend").start("202a").append("208a").append("203a")


# -- the guide -----------------------------------------------------------------------------------------------------


def test_the_guide_has_five_short_scripts_and_two_with_scripted_dice() -> None:
    five, scripted = GUIDE.split("## Drafts")[0], GUIDE.split("## Scripted dice")[1]
    assert five.count("```python") == 5
    assert scripted.count("```python") == len(SCRIPTS) - 5 == 2
    for script in SCRIPTS:
        assert len([line for line in script.splitlines() if line.strip()]) <= MOST_LINES, script


@pytest.mark.parametrize("number", range(len(SCRIPTS)))
def test_the_scripts_of_the_guide_run(number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "exports").symlink_to(folder("exports"), target_is_directory=True)
    monkeypatch.chdir(tmp_path)
    exec(compile(SCRIPTS[number], f"script {number + 1} of docs/scripting.md", "exec"), {})
    made = {3: {"climb-1.graphml"}, 4: {"climb.json", "climb.txt", "climb.html", "climb.png"}}
    assert {path.name for path in tmp_path.iterdir()} - {"exports"} == made.get(number, set())


def test_the_script_of_the_readme_runs(capsys: pytest.CaptureFixture[str]) -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    found = re.search(r"### In scripts\n\n((?:    .*\n)+)", readme)
    assert found is not None
    exec("\n".join(line[4:] for line in found[1].splitlines()), {})
    assert "200 runs" in capsys.readouterr().out
    assert "docs/scripting.md" in readme


# -- the door ------------------------------------------------------------------------------------------------------


def test_the_door_opens_when_a_name_is_asked_for() -> None:
    code = (
        "import sys, designer; before = len([name for name in sys.modules if name.startswith('designer')]); "
        "found = [getattr(designer, name) for name in designer.__all__]; print(before, None in found)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["1", "False"]
    assert set(designer.__all__) <= set(dir(designer))
    with pytest.raises(AttributeError, match="no attribute 'lood'"):
        _ = designer.lood


def test_every_name_has_a_type_and_a_home() -> None:
    source = Path(designer.__file__).read_text(encoding="utf-8")
    stub = source.split("if TYPE_CHECKING:")[1].split("__version__")[0]
    named = {
        (module, name.strip())
        for module, names in re.findall(r"from designer\.([\w.]+) import (.*)", stub)
        for name in names.split(",")
    }
    assert named
    for module, name in named:
        assert getattr(designer, name) is getattr(import_module(f"designer.{module}"), name)
    assert {name for _, name in named} | {"__version__"} == set(designer.__all__)
    assert (Path(designer.__file__).parent / "py.typed").exists()


# -- drafts --------------------------------------------------------------------------------------------------------


def test_a_draft_is_the_design_that_the_readme_shows() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    text = re.search(r"```json\n(.*?)```", readme, re.DOTALL)
    assert text is not None
    assert native.content_hash(replace(bend().design, name="Round the bend")) == native.content_hash(
        native.parse(text[1])
    )
    assert bend() == bend()
    by_hand = designer.new("Bend").place("202a", 0, 0).place("208a", 1, 0).place("203a", 1, 1, 1)
    assert by_hand == bend()


def test_steps_leave_the_draft_before_them_alone() -> None:
    first = designer.new("Bend")
    second = first.start().append("305a")
    assert first.design == Design(name="Bend")
    third = second.token("oxygen", -2).token("cloud", q=0, r=0).event("hillclimb", tries=2)
    third = third.board("Mule", {"T1": "gravel"}).board(Dashboard("Goat")).house_rules({"handbrake.allowed": True})
    assert second.design.stage is not None
    assert not any(tile.tokens for tile in second.design.stage)
    assert third.design.stage is not None
    assert [[token.kind for token in tile.tokens] for tile in third.design.stage] == [["cloud"], ["oxygen"]]
    assert [board.name for board in third.design.dashboards] == ["Mule", "Goat"]
    assert third.design.event is not None
    assert third.design.event.tries == 2
    more = third.house_rules({"weather.allowed": True}).design.house_rules
    assert dict(more) == {"handbrake.allowed": True, "weather.allowed": True}
    assert repr(third) == "<Draft 'Bend': 2 tiles, 2 boards>"


@pytest.mark.parametrize(
    ("step", "said"),
    [
        (lambda draft: draft.start(), "begun already"),
        (lambda draft: draft.append("208c"), "There is no tile 208c. Did you mean 208"),
        (lambda draft: draft.place("208a", 0, 0), "already lies at 0, 0"),
        (lambda draft: draft.token("oxigen"), "Did you mean oxygen"),
        (lambda draft: draft.token("cloud", q=9, r=9), "no tile at 9, 9"),
        (lambda draft: draft.token("cloud", q=9), "both a q and an r"),
        (lambda draft: designer.new().token("cloud"), "no tile to lay"),
        (lambda draft: draft.board("Mule", {"Z9": "gravel"}), "no slot Z9"),
        (lambda draft: draft.event("marathon"), "There is no event marathon"),
    ],
)
def test_what_cannot_be_done_is_said(step: Any, said: str) -> None:
    with pytest.raises(designer.EditError, match=said):
        step(bend())


def test_house_rules_that_do_not_fit_are_refused() -> None:
    with pytest.raises(RulesError, match=r"handbrake\.alowed"):
        bend().house_rules({"handbrake.alowed": True})


def test_checking_and_fixing() -> None:
    turned = designer.new().start("202a").append("305a").place("203a", 2, 0, 1)
    codes = {finding.code for finding in turned.validate()}
    assert codes
    assert turned.fix().validate() == ()
    assert turned.fix(ignore=["STG"]) == turned
    assert turned.validate(select=["BRD"]) == ()


# -- driving -------------------------------------------------------------------------------------------------------


def test_results_have_an_entry_for_each_run() -> None:
    climb = designer.load(CLIMB)
    result = climb.simulate("r6-gravel", "novice", runs=12, seed=3)
    runs = run_all(climb.design, car="r6-gravel", policy="novice", runs=12, seed=3)
    assert result.report == batches.run_batch(climb.design, car="r6-gravel", policy="novice", runs=12, seed=3)
    assert result.seconds.tolist() == [run.time for run in runs]
    assert result.turns.tolist() == [len(run.turns) for run in runs]
    assert result.losses.mean() == pytest.approx(result.report.losses.mean)
    assert result.damage.mean() == pytest.approx(sum(result.report.damage.values()))
    assert result.blocked.mean() == pytest.approx(result.report.blocked.mean)
    assert result.tokens_won.mean() == pytest.approx(result.report.tokens_won)
    assert result.tokens_spent.mean() == pytest.approx(result.report.tokens_spent)
    assert result.flat_out.sum() / result.turns.sum() == pytest.approx(result.report.flat_out_share)
    assert len(result) == 12
    with pytest.raises(ValueError, match="read-only"):
        result.seconds[0] = 1.0


def never_there(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    """From now on the run with this number does not finish."""
    made = count()

    def race(*arguments: Any) -> Any:
        result = batches_race(*arguments)
        return replace(result, finishes=()) if next(made) == number else result

    batches_race = batches.race
    monkeypatch.setattr(batches, "race", race)


def test_runs_that_never_finish_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    never_there(monkeypatch, 2)
    result = bend().simulate(runs=4)
    assert np.isnan(result.seconds).tolist() == [False, False, True, False]
    assert result.finished.tolist() == [True, True, False, True]
    assert len(result.report.times) == 3
    rows = result.table()
    assert [row["run"] for row in rows] == [0, 1, 2, 3]
    assert rows[2]["seconds"] is None
    assert rows[2]["finished"] is False
    assert json.loads(json.dumps(rows, allow_nan=False)) == rows


def test_workers_make_the_same_runs() -> None:
    draft = bend()
    assert draft.simulate(runs=8, workers=2).table() == draft.simulate(runs=8).table()
    with pytest.raises(ValueError, match="at least one worker"):
        draft.simulate(workers=0)


def test_a_frame_needs_pandas(monkeypatch: pytest.MonkeyPatch) -> None:
    result = bend().simulate(runs=2)
    real = builtins.__import__

    def without(name: str, *more: Any) -> Any:
        if name == "pandas":
            raise ImportError(name)
        return real(name, *more)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(ImportError, match="pip install pandas"):
        result.to_frame()


def test_a_frame_has_the_arrays(monkeypatch: pytest.MonkeyPatch) -> None:
    made = SimpleNamespace(DataFrame=lambda arrays, index: (arrays, index), RangeIndex=lambda size, name: (size, name))
    monkeypatch.setitem(sys.modules, "pandas", made)
    result = bend().simulate(runs=2)
    arrays, index = result.to_frame()
    assert index == (2, "run")
    assert list(arrays) == [name for name in result.table()[0] if name != "run"]
    assert arrays["seconds"] is result.seconds


def test_a_frame_of_the_real_pandas() -> None:
    pytest.importorskip("pandas")
    frame = bend().simulate(runs=2).to_frame()
    assert list(frame.index) == [0, 1]
    assert frame["seconds"].tolist() == bend().simulate(runs=2).seconds.tolist()


def test_races_and_climbs() -> None:
    log = bend().race("Red:r6", designer.Driver("Blue", ("r6-gravel",), "novice"), seed=2)
    assert {placing.driver for placing in log.ranking} == {"Red", "Blue"}
    assert [placing.driver for placing in bend().race().ranking] == ["Red"]
    assert bend().races("Red", "Blue", runs=3).runs == 3
    spire = designer.load(folder("exports") / "spires" / "spire-3.json")
    assert spire.climb(games=4, seed=2).tally.games == 4
    with pytest.raises(designer.SimulationError, match="no stage to drive"):
        spire.simulate()
    with pytest.raises(ValueError, match="needs a name"):
        bend().race(":r6")


# -- graphs --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("file", "kind"),
    [
        *((f"stages/{name}", kind) for name in ("climb-1", "rx2-ss1", "rally-9-ss1") for kind in ("stage", "space")),
        *((f"stages/{name}", "course") for name in ("climb-1", "rx2-ss1", "rally-9-ss1")),
        ("spires/spire-4", "spire"),
    ],
)
def test_graphs_are_plain(file: str, kind: str, tmp_path: Path) -> None:
    draft = designer.load(folder("exports") / f"{file}.json")
    graph = draft.graph(kind)
    assert len(graph) > 5
    assert graph.number_of_edges() > 5
    nx.write_graphml(graph, tmp_path / "graph.graphml")
    again = nx.read_graphml(tmp_path / "graph.graphml")
    assert dict(again.nodes(data=True)) == dict(graph.nodes(data=True))
    assert {edge: again.edges[edge] for edge in graph.edges} == {edge: graph.edges[edge] for edge in graph.edges}
    assert json.loads(json.dumps(nx.node_link_data(graph)))
    values = [*graph.graph.values()]
    values += [value for _, data in graph.nodes(data=True) for value in data.values()]
    values += [value for *_, data in graph.edges(data=True) for value in data.values()]
    assert {type(value) for value in values} <= {str, int, float, bool}
    assert all(type(node) is str for node in graph)


def test_no_two_ways_of_a_course_fall_on_one_edge() -> None:
    for path in sorted(STAGES.glob("*.json")):
        draft = designer.load(path)
        assert draft.graph("course").number_of_edges() == sum(map(len, draft.track.ways)), path.name


def test_graphs_follow_the_house_rules() -> None:
    climb = designer.load(CLIMB)
    turning = climb.house_rules({"handbrake.allowed": True})
    assert turning.graph("course").number_of_edges() > climb.graph("course").number_of_edges()
    edge = climb.house_rules({"climb.tile_edge_counts": True})
    slopes = [nx.get_edge_attributes(draft.graph("space"), "climb") for draft in (climb, edge)]
    assert len(slopes[1]) > len(slopes[0])
    circuit = designer.load(STAGES / "rx2-ss1.json")
    laps = circuit.graph("course").graph["laps"]
    event = circuit.design.event
    assert laps == (event.laps if event is not None and event.laps else 0) or laps > 0
    assert max(nx.get_node_attributes(circuit.graph("course"), "lap").values()) == laps + 1


def test_what_has_no_graph_is_said() -> None:
    with pytest.raises(ValueError, match="there are stage, space, course, spire"):
        bend().graph("road")
    with pytest.raises(designer.SimulationError, match="no spire"):
        bend().graph("spire")
    with pytest.raises(designer.SimulationError, match="no stage to drive"):
        designer.new().graph("course")


# -- files ---------------------------------------------------------------------------------------------------------


def test_the_ending_says_the_format(tmp_path: Path) -> None:
    draft = bend()
    assert designer.load(designer.save(draft, tmp_path / "new" / "bend.json")) == draft
    assert designer.load(designer.save(draft.design, tmp_path / "plain.JSON")) == draft
    assert draft.export(tmp_path / "bend.txt").read_text(encoding="utf-8").startswith("Bend")
    assert draft.export(tmp_path / "bend.dat", "html").read_bytes().startswith(b"<!DOCTYPE html>")
    for path in (draft.export(tmp_path / "bend.png"), draft.picture(tmp_path / "other")):
        assert path.read_bytes().startswith(b"\x89PNG")
    with pytest.raises(NoFormat, match=r"the ending '\.pdf'; there are \.json \(json\)"):
        draft.export(tmp_path / "bend.pdf")
    with pytest.raises(NoFormat, match="the name 'pdf'"):
        draft.export(tmp_path / "bend.png", "pdf")
    with pytest.raises(CannotDraw, match="no stage and no spire"):
        designer.new().picture(tmp_path / "nothing.png")
    with pytest.raises(CannotDraw, match="no spire"):
        draft.picture(tmp_path / "nothing.png", spire=True)
    assert not list(tmp_path.glob("nothing*"))
    (tmp_path / "bad.json").write_text("{}", encoding="utf-8")
    with pytest.raises(designer.FormatError):
        designer.load(tmp_path / "bad.json")


# -- scripted dice and given places --------------------------------------------------------------------------------


def test_a_script_dictates_a_race() -> None:
    chance = Scripted(rolls=[("gear-1", False), *[False] * 6])
    (turn,) = bend().race("Red:r6-gravel", chance=chance).turns()
    assert [die.danger for die in turn.dice] == [False] * 7
    assert chance.left == {"rolls": 0, "draws": 0, "orders": 0}
    with pytest.raises(designer.ScriptError, match="no roll left: die 3, "):
        bend().race("Red:r6-gravel", chance=Scripted(rolls=[False, False]))
    with pytest.raises(designer.ScriptError, match="has gear-6 for die 1, but gear-1 is rolled"):
        bend().race("Red:r6-gravel", chance=Scripted(rolls=[("gear-6", False)]))
    again = [bend().race("Red:r6-gravel", chance=Scripted(rolls=[True], seed=5)).turns() for _ in range(2)]
    assert again[0] == again[1]


def test_a_script_dictates_damage() -> None:
    climb = designer.load(CLIMB)
    chance = Scripted(rolls=[True] * 4, draws=["brake", "gear"], seed=1)
    race = climb.race("Red:r6-gravel", chance=chance)
    lost = next(turn for turn in race.turns() if turn.lost_control)
    assert lost.damage[:2] == ("brake", "gear")[: len(lost.damage)]


def test_a_script_dictates_the_order_on_a_circuit() -> None:
    circuit = designer.load(STAGES / "rx2-ss1.json")
    drivers = ("Red:rx-asphalt", "Blue:rx-asphalt", "Green:rx-asphalt")
    race = circuit.race(*drivers, chance=Scripted(orders=[["Green", "Red", "Blue"]], seed=1))
    assert race.stages[0].rounds[0].entering == ("Green", "Red", "Blue")
    with pytest.raises(designer.ScriptError, match="starts Green, Red, but Red, Blue, Green"):
        circuit.race(*drivers, chance=Scripted(orders=[["Green", "Red"]], seed=1))
    with pytest.raises(designer.ScriptError, match="no starting order left"):
        circuit.race(*drivers, chance=Scripted())


def test_a_race_begins_where_it_is_told_to() -> None:
    climb = designer.load(CLIMB)
    here = climb.standing("209a", "bl", gear=3, tokens=2, damage=["gear", "coast"], seconds=70)
    race = climb.race("Red:r6-gravel", "Blue:r6-gravel", starts={"Red": here}, seed=4)
    red = race.turns("Red")[0]
    assert (red.start.tile, red.start.space, red.gear_before) == ("209a", "bl", 3)
    assert not any(die.die in ("gear-6",) for die in red.dice)
    assert race.stages[0].carried == (("gear", "coast"), ())
    assert race.stages[0].rounds[0].order[0] == "Red", "it is ahead"
    finish = next(finish for finish in race.stages[0].finishes if finish.driver == "Red")
    cards = 70 + sum(turn.seconds for turn in race.turns("Red") if turn.attempt == 1)
    assert finish.seconds == max(0, cards - finish.tokens)


def test_a_saved_race_from_a_given_place_can_be_replayed() -> None:
    from designer.simulator.rally import replay

    climb = designer.load(CLIMB)
    here = climb.standing("209a", "bl", gear=3, damage=["brake"])
    frames = list(replay.turns_only(climb.race("Red:r6-gravel", starts={"Red": here})))
    assert "brake" in frames[0].car("Red").damage


@pytest.mark.parametrize("of_a_file", [False, True])
def test_a_replay_begins_with_the_seconds_and_tokens_of_the_given_place(of_a_file: bool) -> None:
    from designer.simulator.rally import race_log, replay

    climb = designer.load(CLIMB)
    here = replace(climb.standing("209a", "bl", gear=3, tokens=2, seconds=70), danger_tokens=1)
    log = climb.race("Red:r6-gravel", "Blue:r6-gravel", starts={"Red": here}, seed=4)
    shown = race_log.read(json.loads(json.dumps(log.to_data()))) if of_a_file else log
    frames = list(replay.frames(shown))
    first = next(frame.car("Red") for frame in frames if frame.driver == "Red")
    assert (first.tokens, first.seconds, first.danger_tokens) == (2, 70, 1)
    blue = next(frame.car("Blue") for frame in frames if frame.driver == "Blue")
    assert (blue.tokens, blue.seconds, blue.danger_tokens) == (0, 0, 0)
    end = next(
        frame.car("Red") for frame in reversed(frames) if frame.driver == "Red" and frame.car("Red").attempt == 1
    )
    finish = next(finish for finish in log.stages[0].finishes if finish.driver == "Red")
    assert finish.seconds == max(0, end.seconds - end.tokens)
    assert all(car.tokens >= 0 for frame in frames for car in frame.cars)


def test_logs_of_races_begun_at_the_start_have_no_seconds_of_their_own() -> None:
    log = designer.load(CLIMB).race("Red:r6-gravel", seed=4)
    assert "seconds" not in log.to_data()["stages"][0]


@pytest.mark.parametrize(
    ("starts", "said"),
    [
        (lambda draft: {"Rad": draft.standing("209a", "bl")}, "no driver 'Rad'"),
        (lambda draft: {"Red": designer.Standing(99999, 0)}, "There is no spot 99999"),
        (lambda draft: {"Red": designer.Standing(5, 9)}, "There is no gear 9"),
        (lambda draft: {"Red": designer.Standing(5, 1, damage=(1,))}, "Damage is a number"),
        (lambda draft: {"Red": designer.Standing(5, 1, tokens=-1)}, "numbers from 0"),
        (lambda draft: {"Red": designer.Standing(5, 1, damage=(99, 0, 0, 0))}, "not so many gear tokens"),
        (lambda draft: dict.fromkeys(("Red", "Blue"), draft.standing("209a", "bl")), "another car stands there"),
    ],
)
def test_a_place_nobody_can_start_from_is_said(starts: Any, said: str) -> None:
    climb = designer.load(CLIMB)
    with pytest.raises(designer.SimulationError, match=said):
        climb.race("Red:r6-gravel", "Blue:r6-gravel", starts=starts(climb))
    with pytest.raises(ValueError, match="no damage 'mud'"):
        climb.standing("209a", "bl", damage=["mud"])
    last = climb.track.course.spots[-1].number
    with pytest.raises(ValueError, match="past the finish"):
        designer.standing_at(climb.track, last)


def test_spots_are_found_by_tile_and_name() -> None:
    climb = designer.load(CLIMB)
    track = climb.track
    spot = designer.find_spot(track, "209a", "bl")
    assert track.name(spot).startswith("bl of 209a")
    with pytest.raises(designer.UnknownSpot, match=r"the spaces there are .*bl"):
        designer.find_spot(track, "209a", "zz")
    with pytest.raises(designer.UnknownSpot, match=r"the tiles of the course are 202a"):
        designer.find_spot(track, "999a")
    with pytest.raises(designer.UnknownSpot, match=r"More than one spot fits \(tile 209a\)"):
        designer.find_spot(track, "209a")
    circuit = designer.load(STAGES / "rx2-ss1.json").track
    space = next(spot.space for spot in circuit.course.spots if spot.lap == 2)
    where = {"q": space.id.hex.q, "r": space.id.hex.r}
    with pytest.raises(designer.UnknownSpot, match="in lap 1"):
        designer.find_spot(circuit, space.tile, space.id.name, **where)
    found = designer.find_spot(circuit, space.tile, space.id.name, **where, lap=2, jokers=0)
    assert circuit.spot(found).lap == 2
