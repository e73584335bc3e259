"""Before and between: boards change where the documents allow, and every stage is driven by its own house rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from designer import schemas
from designer.design.dashboard import Dashboard
from designer.design.document import Design, rename_dashboard
from designer.design.event import WAYS, BoardAt, Event
from designer.design.stage import Stage
from designer.design.values import frozen
from designer.formats import native
from designer.graph.assistance import has_assistance
from designer.model import lineup
from designer.play.cars import Car, car_from_board, column
from designer.play.ground import Ground
from designer.play.track import Track
from designer.rules import load
from designer.simulator.common.batching import NotDrivable, SimulationError
from designer.simulator.rally import policies, race_log
from designer.simulator.rally import race as racing
from designer.simulator.rally.drive import at_start
from designer.simulator.rally.garage import Offer, choose
from designer.simulator.rally.policies import Sensible
from designer.simulator.rally.race import Entrant
from designer.simulator.rally.race_log import RaceLog
from designer.simulator.rally.races import Driver, run_race, run_races
from designer.simulator.rally.replay import frames
from designer.validation import validate
from designer.validation.rally import sequence
from tests.simulator.roads import road

Official = Callable[[str], Design]


def event_of(design: Design, *boards: BoardAt, kind: str = "rally", **more: Any) -> Design:
    return replace(design, event=Event(kind, boards=boards, **more))


def rally(official: Official, *events: tuple[BoardAt, ...]) -> list[Design]:
    """Stages of Rally 8: the first two end with assistance, the third does not."""
    names = ("rally-8-ss1", "rally-8-ss2", "rally-8-ss3")
    return [event_of(official(name), *boards) for name, boards in zip(names, events, strict=False)]


def boards_of(log: RaceLog, driver: str = "Red") -> list[str]:
    """The board of a driver in each try of each stage, as it was driven."""
    seen = {(number, turn.attempt): turn.car for number, stage in enumerate(log.stages) for turn in stage.turns(driver)}
    return [seen[key] for key in sorted(seen)]


GRAVEL, ASPHALT, SNOW = "R6, gravel tyres", "R6, asphalt tyres", "R6, snow tyres"


# -- house rules of a stage ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("wet", [0, 1])
def test_weather_in_one_stage_of_a_rally_is_drawn_and_turns_there_only(wet: int, official: Official) -> None:
    """110%, "Weather": some stages may have the tokens and others not."""
    designs = [official("rally-7-ss1"), official("rally-7-ss2")]
    rules = frozen({"weather.allowed": True, "weather.tokens": 24})
    designs[wet] = replace(designs[wet], house_rules=rules)
    drawn, turned = [0, 0], [0, 0]
    for number in range(8):
        log = run_race(designs, [Driver("Red", ("r6",), "novice"), Driver("Blue", ("r6",), "novice")], number=number)
        assert "weather.allowed" in str((log.stages[wet].rules or log.rules)["overrides"])
        for at, stage in enumerate(log.stages):
            drawn[at] += sum(turn.damage.count("weather") for turn in stage.turns())
            turned[at] += sum(bool(turn.flipped) for turn in stage.turns())
    assert (drawn[wet] > 0, turned[wet] > 0) == (True, True)
    assert (drawn[1 - wet], turned[1 - wet]) == (0, 0)


def test_every_stage_is_driven_by_its_own_rules(official: Official) -> None:
    """Time cards, boards and what happens before a stage go by the stage that comes."""
    designs = [official("rally-8-ss1"), replace(official("rally-8-ss2"), house_rules=frozen({"time.gear_0": 77}))]
    log = run_race(designs, [Driver("Red", ("r6-gravel",), "flat-out")])
    cards = [{turn.seconds for turn in stage.turns() if turn.lost_control} for stage in log.stages]
    assert 77 not in cards[0]
    assert cards[1] <= {77, 107}
    first = [replace(official("rally-8-ss3"), name="A"), replace(official("rally-8-ss1"), name="B")]
    pair = [Driver("Red", ("r6-gravel", "r6-snow"))]
    assert boards_of(run_race(first, pair)) == [GRAVEL, GRAVEL]
    free = frozen({"rally.tyres_need_assistance": False})
    assert boards_of(run_race([replace(first[0], house_rules=free), first[1]], pair)) == [GRAVEL, GRAVEL]
    assert boards_of(run_race([first[0], replace(first[1], house_rules=free)], pair)) == [GRAVEL, SNOW]


def test_a_board_is_built_by_the_rules_of_the_stage_it_drives(official: Official) -> None:
    mule = Dashboard(
        "Mule", frozen({"T1": "asphalt", "T2": "snow", "T3": "gravel", **{f"C{n}": f"gear-{n}" for n in range(1, 7)}})
    )
    strict = frozen({"unlimited.limit_per_empty_slot": 0, "unlimited.printed_limit": 2})
    designs = [
        replace(official("rally-8-ss1"), dashboards=(mule,)),
        replace(official("rally-8-ss2"), house_rules=strict),
    ]
    log = run_race(designs, [Driver("Red", ("Mule",), "cautious")])
    limits = [{turn.limit for turn in stage.turns() if turn.limit} for stage in log.stages]
    assert max(limits[0]) > 2
    assert limits[1] == {2}


def test_a_report_counts_pushing_on_the_stage_that_allows_it(official: Official) -> None:
    """RX, "Full Contact", as a house rule of the second stage alone."""
    designs = [official("rally-1-ss1"), replace(official("rally-1-ss2"), house_rules=frozen({"push.allowed": True}))]
    report = run_races(designs, [Driver("Red", ("r6",), "novice"), Driver("Blue", ("r6",), "novice")], runs=1)
    assert [stage.pushed is not None for stage in report.stages] == [False, True]
    assert report.driver("Red").contact is not None
    data = report.to_data()
    assert schemas.problems(data, "race-report") == []
    assert ["rules" in stage for stage in data["stages"]] == [False, True]


# -- boards of an event -------------------------------------------------------------------------------------------


def test_boards_of_every_stage_of_a_rally_are_raced(official: Official) -> None:
    """110%, "Choosing your Dashboard tires": after assistance tyres may change; not only the first entry counts."""
    designs = rally(
        official, (BoardAt("start", "r6-gravel"),), (BoardAt("start", "r6-snow"),), (BoardAt("start", "r6-asphalt"),)
    )
    log = run_race(designs, [Driver("Red")])
    assert boards_of(log) == [GRAVEL, SNOW, ASPHALT]
    assert [stage.cars for stage in log.stages] == [(GRAVEL,), (SNOW,), (ASPHALT,)]
    assert [(choice.stage, choice.board) for choice in log.boards] == [(1, SNOW), (2, ASPHALT)]
    assert "  Red takes the board R6, snow tyres." in log.commentary()
    assert sequence(designs) == ((), (), ())
    data = log.to_data()
    assert schemas.problems(data, "race-log") == []
    assert race_log.read(data) == log


def test_changes_at_repairs_and_tyre_changes_come_after_the_stage_that_lists_them(official: Official) -> None:
    designs = rally(
        official, (BoardAt("start", "r6-gravel"), BoardAt("tyre-change", "r6-snow"), BoardAt("repairs", "r6-asphalt"))
    )
    designs += [official("rally-8-ss2"), official("rally-8-ss3")]
    assert boards_of(run_race(designs, [Driver("Red")])) == [GRAVEL, SNOW, ASPHALT]


def test_without_assistance_the_board_stays_and_that_is_told(official: Official) -> None:
    """A change that is not allowed is a finding, is not raced, and is not dropped in silence."""
    one, two = official("rally-8-ss3"), official("rally-8-ss1")
    designs = [event_of(one, BoardAt("start", "r6-gravel")), event_of(two, BoardAt("start", "r6-snow"))]
    assert [finding.code for finding in sequence(designs)[1] if finding.code != "RAL004"] == ["RAL005"]
    log = run_race(designs, [Driver("Red")])
    assert boards_of(log) == [GRAVEL, GRAVEL]
    words = "Red keeps its board on Rally 8 SS1 and does not take r6-snow: Rally 8 SS3 ends without assistance."
    assert log.notes == (words,)
    assert log.commentary()[0] == words


def test_a_tyre_change_keeps_to_the_category_unless_the_rules_let_it_go(official: Official) -> None:
    designs = rally(official, (BoardAt("start", "r6-gravel"),), (BoardAt("start", "r4-snow"),))
    assert [finding.code for finding in sequence(designs)[1]] == ["RAL005"]
    assert boards_of(run_race(designs, [Driver("Red")])) == [GRAVEL, GRAVEL]
    free = frozen({"rally.tyres_within_category": False})
    designs[1] = replace(designs[1], house_rules=free)
    assert sequence(designs)[1] == ()
    assert boards_of(run_race(designs, [Driver("Red")])) == [GRAVEL, "R4, snow tyres"]


def test_boards_given_by_name_are_taken_stage_by_stage(official: Official) -> None:
    designs = [official("rally-8-ss1"), official("rally-8-ss2"), official("rally-8-ss3")]
    log = run_race(designs, [Driver("Red", ("r6-gravel", "r6-snow"))])
    assert boards_of(log) == [GRAVEL, SNOW, SNOW]
    told = run_race(designs[:1], [Driver("Red", ("r6-gravel", "r6-snow"))]).notes
    assert told == ("Red does not come to r6-snow: there are no further tries or stages.",)


def test_changes_that_no_point_comes_for_are_told(official: Official) -> None:
    lone = event_of(official("rally-8-ss1"), BoardAt("start", "r6-gravel"), BoardAt("repairs", "r6-snow", "Red"))
    log = run_race(lone, [Driver("Red")])
    assert log.notes == ("Red does not change to r6-snow at repairs: no stage follows.",)


def test_own_entries_go_before_those_for_everybody() -> None:
    event = Event("rally", boards=(BoardAt("start", "A"), BoardAt("start", "B", "Red"), BoardAt("repairs", "C")))
    assert [entry.board for entry in lineup.entries(event, "Red")] == ["B", "C"]
    assert [entry.board for entry in lineup.entries(event, "Blue")] == ["A", "C"]


def test_until_the_next_assistance_a_board_has_to_drive_all_stages(official: Official) -> None:
    """A board for gravel alone is no choice where a stage of asphalt comes before the next service park."""
    one = replace(official("rally-1-ss1"), name="One", event=None)
    assert one.stage is not None
    bare = replace(one, stage=Stage(tuple(tile for tile in one.stage if not tile.tile.startswith("201"))))
    gears = {f"C{number}": f"gear-{number}" for number in range(1, 7)}
    only = Dashboard("Only", frozen({"T1": "gravel", **gears}))
    both = Dashboard("Both", frozen({"T1": "gravel", "T2": "asphalt", "T3": "snow", **gears}))
    entry = BoardAt("start", "Only", others=("Both",), choose="track-type")
    two = replace(official("rally-7-ss2"), name="Two")
    for first, expected in ((bare, "Both"), (replace(bare, dashboards=()), None)):
        designs = [event_of(replace(first, dashboards=(only, both) if expected else (only,)), entry), two]
        assert not has_assistance(designs[0].stage or Stage())
        if expected:
            assert boards_of(run_race(designs, [Driver("Red")])) == [expected, expected]
        else:
            with pytest.raises(NotDrivable, match="track type token"):
                run_race(designs, [Driver("Red", ("Only",))])


# -- tries --------------------------------------------------------------------------------------------------------


def test_boards_change_between_tries_and_printed_cards_too(official: Official) -> None:
    """Climb, "The Game": between attempts everything may change."""
    climb = event_of(
        official("climb-1"),
        BoardAt("start", "r6-gravel", "Red"),
        BoardAt("between-tries", "r5-gravel", "Red"),
        BoardAt("between-tries", "r4-gravel", "Red"),
        kind="hillclimb",
    )
    assert [finding.code for finding in validate(climb) if finding.code.startswith("EVT")] == ["EVT008", "EVT008"]
    log = run_race(climb, [Driver("Red", (), "novice")])
    assert boards_of(log) == [GRAVEL, "R5, gravel tyres", "R4, gravel tyres"]
    assert [(choice.attempt, choice.board) for choice in log.boards] == [
        (2, "R5, gravel tyres"),
        (3, "R4, gravel tyres"),
    ]


def test_after_seeing_how_it_went_the_faster_board_is_taken(official: Official) -> None:
    """Each board once, then the one with the best time."""
    entry = BoardAt("start", "r4-gravel", others=("r6-gravel",), choose="best-time")
    climb = event_of(official("climb-1"), entry, kind="hillclimb", tries=4)
    log = run_race(climb, [Driver("Red")])
    times = {finish.attempt: finish.seconds for finish in log.stages[0].finishes}
    driven = boards_of(log)
    assert driven[:2] == ["R4, gravel tyres", GRAVEL]
    assert driven[2] == driven[0 if times[1] <= times[2] else 1]
    assert {choice.by for choice in log.boards} == {"best-time"}
    assert "of R4, gravel tyres and R6, gravel tyres (each once, then by the best time)." in "\n".join(log.commentary())


@pytest.mark.parametrize("way", WAYS)
def test_every_way_of_choosing_is_raced_and_recorded(way: str, official: Official) -> None:
    boards = (BoardAt("start", "r6-snow", "Red", others=("r6-gravel", "r6-asphalt"), choose=way),)
    kind = "hillclimb" if way == "best-time" else "stage"
    design = event_of(official("rally-7-ss1"), *boards, kind=kind, **({"tries": 1} if kind == "hillclimb" else {}))
    log = run_race(design, [Driver("Red")])
    expected = SNOW if way in ("listed", "best-time") else ASPHALT
    assert boards_of(log) == [expected]
    assert native.parse(native.canonical(design)) == design
    given = replace(design, event=None)
    named = Driver("Red", ("r6-snow", "r6-gravel", "r6-asphalt"), choose=way)
    assert boards_of(run_race(given, [named])) == [expected]


def test_a_driver_may_choose_its_board_by_a_method_of_its_own(
    official: Official, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[int, tuple[tuple[str, int], ...]]] = []

    class Picky(Sensible):
        def board(
            self, track: Track, boards: tuple[Car, ...], attempt: int, driven: tuple[tuple[str, int], ...]
        ) -> int:
            asked.append((attempt, driven))
            return len(boards) - attempt

    monkeypatch.setitem(policies.POLICIES, "picky", Picky)
    entry = BoardAt("start", "r6-gravel", others=("r5-gravel", "r4-gravel"), choose="estimate")
    climb = event_of(official("climb-1"), entry, kind="hillclimb", tries=2)
    log = run_race(climb, [Driver("Red", (), "picky")])
    assert boards_of(log) == ["R4, gravel tyres", "R5, gravel tyres"]
    assert {choice.by for choice in log.boards} == {"driver"}
    first = next(finish.seconds for finish in log.stages[0].finishes if finish.attempt == 1)
    assert (asked[0], asked[-1]) == ((1, ()), (2, (("R4, gravel tyres", first),)))


def test_a_board_is_chosen_for_the_stage_as_it_lies() -> None:
    """Climb, "The Game": up to the first turn, so that what has changed on the stage counts."""
    cars = tuple(car_from_board(f"r6-{tyre}") for tyre in ("gravel", "snow"))
    dry, white = ([{"terrain": kind} for _ in range(9)] for kind in ("gravel", "snow"))
    for way in ("estimate", "look-ahead", "track-type"):
        taken = [choose(road(lying), Offer(cars, way), None)[0].name for lying in (dry, white)]
        assert taken == [GRAVEL, SNOW], way
    able = (Car("bare", (("gravel", column(gears=6, limit=3)),)), cars[1])
    assert choose(road(white), Offer(able, "listed"), None)[0] == cars[1], "who cannot drive there is no choice"


def test_reports_tell_the_boards_of_every_stage(official: Official) -> None:
    designs = rally(official, (BoardAt("start", "r6-gravel"),), (BoardAt("start", "r6-snow"),))
    report = run_races(designs, [Driver("Red")], runs=2)
    assert [list(driven) for driven in report.driver("Red").boards] == [[GRAVEL], [SNOW]]
    assert schemas.problems(report.to_data(log=True), "race-report") == []


def test_a_board_is_chosen_anew_when_the_stage_has_changed_before_the_first_turn(official: Official) -> None:
    """Climb, "The Game": up to the beginning of one's first turn, so after those who play before in the round."""
    design = official("rally-7-ss1")
    rules = load(house_rules={"weather.allowed": True})
    assert design.stage is not None
    ground = Ground(design.stage, design.event, rules)
    asked: list[Track] = []

    class Watching(Sensible):
        def board(self, track: Track, boards: tuple[Car, ...], attempt: int, driven: object) -> int:
            asked.append(track)
            return len(asked) - 1

    cars = tuple(car_from_board(f"r6-{tyre}") for tyre in ("gravel", "snow"))
    late = Entrant("Blue", (cars[0],), Watching(), offers=(Offer(cars, "estimate"),))
    state = racing.RaceState(
        ground,
        [racing.Runner(Entrant("Red", (cars[0],), Sensible()), 0), racing.Runner(late, 1)],
        Random(1),
        1,
        False,
        frozen({"gear": 1}),
        ground.track,
    )
    red, blue = state.runners
    red.attempt = blue.attempt = 1
    start = ground.track.course.starts[0]
    red.standing = at_start(ground.track, red.car, start)
    state.take_board(blue)
    blue.standing = state.kitted_out(blue, start)
    assert blue.car == cars[0]
    state.turn_weather()
    assert state.track is not ground.track
    red.standing = None
    turn = state.play_turn(blue, first=False)
    assert turn.car == cars[1].name
    assert [asked[0] is ground.track, asked[1] is state.track] == [True, True]
    assert [(choice.board, choice.by) for choice in state.choices] == [(cars[1].name, "driver")]


def test_more_than_six_drivers_are_told(official: Official) -> None:
    """Climb, "Components": six boards and colours."""
    names = [f"Driver {number}" for number in range(1, 8)]
    many = [BoardAt("start", "r6-gravel", name) for name in names]
    design = event_of(official("rally-1-ss1"), *many)
    (finding,) = [finding for finding in validate(design) if finding.code == "EVT009"]
    assert "7 drivers" in finding.message
    assert not [finding for finding in validate(event_of(design, *many[:6])) if finding.code == "EVT009"]
    with pytest.raises(SimulationError, match="1 to 6 drivers, not 7"):
        run_race(design, [Driver(name) for name in names])
    stages = [event_of(design, *many[:4]), event_of(official("rally-1-ss2"), *many[3:])]
    assert [finding.code for finding in sequence(stages)[1] if finding.code == "RAL007"] == ["RAL007"]


def test_the_replay_says_which_board_was_taken(official: Official) -> None:
    climb = event_of(
        official("climb-1"),
        BoardAt("start", "r6-gravel"),
        BoardAt("between-tries", "r4-gravel"),
        kind="hillclimb",
        tries=2,
    )
    steps = [frame.step for frame in frames(run_race(climb, [Driver("Red", (), "novice")]))]
    (said,) = [step for step in steps if "takes the board" in step]
    assert said.startswith("Red takes the board R4, gravel tyres. Red, turn 1, from ")


def test_a_board_renamed_keeps_its_place_in_the_event() -> None:
    entry = BoardAt("start", "Mule", others=("r6-gravel", "Hare"), choose="estimate")
    design = Design(dashboards=(Dashboard("Mule"), Dashboard("Hare")), event=Event("rally", boards=(entry,)))
    renamed = rename_dashboard(rename_dashboard(design, 1, "Fox"), 0, "Donkey")
    assert renamed.event is not None
    assert renamed.event.boards[0].names == ("Donkey", "r6-gravel", "Fox")
