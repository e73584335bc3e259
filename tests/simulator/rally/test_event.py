from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

from designer.design.document import Design
from designer.design.event import Event
from designer.design.hexes import Hex
from designer.graph.assistance import has_assistance
from designer.play.cars import car_from_board
from designer.play.ground import Ground
from designer.rules import Rules, load
from designer.simulator.rally import event, policies
from designer.simulator.rally.race import Entrant, RaceResult
from designer.simulator.rally.race_log import Finish

R6 = car_from_board("r6-gravel")
Official = Callable[[str], Design]


def laid(design: Design, rules: Rules | None = None) -> Ground:
    assert design.stage is not None
    return Ground(design.stage, design.event, rules or load())


def entrants(policy: str = "flat-out") -> list[Entrant]:
    return [Entrant(name, (R6,), policies.find(policy)) for name in ("Red", "Blue")]


def finished(*finishes: Finish) -> RaceResult:
    return RaceResult((), finishes, (), Ground.__new__(Ground))


def test_the_best_single_try_wins_a_hillclimb() -> None:
    """Climb, "Ending the race"."""
    result = finished(
        Finish("Red", 1, 200, 0, 9, 0),
        Finish("Blue", 1, 180, 0, 9, 1),
        Finish("Red", 2, 170, 0, 19, 2),
        Finish("Blue", 2, 185, 0, 19, 3),
    )
    ranking = event.rank("hillclimb", ["Red", "Blue"], [result], load())
    assert [(placing.driver, placing.seconds) for placing in ranking] == [("Red", 170), ("Blue", 180)]
    summed = load(house_rules={"hillclimb.best_single_time": False})
    assert event.rank("hillclimb", ["Red", "Blue"], [result], summed)[0].seconds == 365


def test_a_hillclimb_is_ranked_by_those_who_finished_every_try() -> None:
    """Climb, "Ending the race": it is decided when the final tries are finished; a missing try is no time at all."""
    result = finished(
        Finish("Red", 1, 150, 0, 9, 0),
        Finish("Blue", 1, 180, 0, 9, 1),
        Finish("Blue", 2, 185, 0, 19, 2),
    )
    ranking = event.rank("hillclimb", ["Red", "Blue", "Green"], [result], load(), tries=2)
    assert [(placing.place, placing.driver, placing.seconds) for placing in ranking] == [
        (1, "Blue", 180),
        (2, "Red", None),
        (2, "Green", None),
    ]
    kind = load(house_rules={"hillclimb.all_tries_needed": False})
    ranking = event.rank("hillclimb", ["Red", "Blue", "Green"], [result], kind, tries=2)
    assert [(placing.driver, placing.seconds) for placing in ranking] == [("Red", 150), ("Blue", 180), ("Green", None)]
    for switch in (True, False):
        summed = load(house_rules={"hillclimb.best_single_time": False, "hillclimb.all_tries_needed": switch})
        first, second, _ = event.rank("hillclimb", ["Red", "Blue", "Green"], [result], summed, tries=2)
        assert [(first.driver, first.seconds), (second.driver, second.seconds)] == [("Blue", 365), ("Red", None)]


def test_a_service_park_that_lies_apart_repairs_nothing(official: Official) -> None:
    """110%, "Choosing your Dashboard tires": what the checks call no assistance is none in a race either."""
    one, two = laid(official("rally-8-ss1")), laid(official("rally-8-ss2"))
    garage = event.boards_of_class("r6")
    away = tuple(
        replace(tile, hex=Hex(tile.hex.q + 9, tile.hex.r + 9)) if tile.tile.startswith("201") else tile
        for tile in one.stage
    )
    apart = replace(one, stage=replace(one.stage, tiles=away))
    assert has_assistance(one.stage)
    assert not has_assistance(apart.stage)
    for seed in range(3):
        kept = event.rally([apart, two], entrants("novice"), Random(seed), lambda entrant, ground: garage)
        assert kept.boards[0] == kept.boards[1]
        repaired = event.rally([one, two], entrants("novice"), Random(seed), lambda entrant, ground: garage)
        assert repaired.carried[1] == ((), ())


def test_rallycross_goes_to_who_crosses_the_line_first() -> None:
    """RX, "Game Objective"."""
    result = finished(Finish("Red", 1, 300, 0, 9, 0), Finish("Blue", 1, 280, 0, 9, 1))
    assert event.rank("rallycross", ["Blue", "Red"], [result], load())[0].driver == "Red"


def test_a_rally_is_the_sum_of_its_stages_and_needs_them_all() -> None:
    one = finished(Finish("Red", 1, 100, 0, 5, 0), Finish("Blue", 1, 90, 0, 5, 1))
    two = finished(Finish("Blue", 1, 90, 0, 5, 0))
    ranking = event.rank("rally", ["Red", "Blue"], [one, two], load())
    assert [(placing.place, placing.driver, placing.seconds) for placing in ranking] == [
        (1, "Blue", 180),
        (2, "Red", None),
    ]


def test_equal_times_share_a_place() -> None:
    one = finished(Finish("Red", 1, 100, 0, 5, 0), Finish("Blue", 1, 100, 0, 5, 1))
    assert [placing.place for placing in event.rank("stage", ["Red", "Blue"], [one], load())] == [1, 1]


def test_events_of_a_design(official: Official) -> None:
    climb = official("climb-1")
    hill = laid(replace(climb, event=Event("hillclimb", tries=2)))
    assert (event.kind_of(hill), event.tries_of(hill)) == ("hillclimb", 2)
    assert event.tries_of(laid(replace(climb, event=Event("hillclimb")))) == 3
    assert event.kind_of(laid(replace(climb, event=None))) == "stage"
    assert event.kind_of(laid(official("rx2-ss1"))) == "rallycross"
    result = event.on_one_stage(hill, entrants(), Random(1))
    assert len(result.races[0].finishes) == 4


def test_damage_stays_without_assistance_and_is_repaired_with_it() -> None:
    """110%, "Choosing your Dashboard tires"; Climb, "Repairs and Tire changes"."""
    hurt = Entrant("Red", (R6,), policies.find("sensible"), held=("gear", "weather"), sisu_used=(1, 1))
    assert event.between_stages(hurt, load(), assisted=False).held == ("gear",)
    assert event.between_stages(hurt, load(), assisted=True).held == ()
    assert event.between_stages(hurt, load(), assisted=False).sisu_used == (1, 1)
    kind = load(house_rules={"rally.damage_carried_over": False, "sisu.reset": "stage"})
    fresh = event.between_stages(hurt, kind, assisted=False)
    assert (fresh.held, fresh.sisu_used) == ((), ())


def test_tyres_change_only_after_assistance(official: Official) -> None:
    """110%, "During a rally"."""
    stages = [laid(official(f"rally-9-ss{number}")) for number in (1, 2, 3)]
    garage = event.boards_of_class("r6")
    result = event.rally(stages, entrants(), Random(3), lambda entrant, ground: garage)
    assert len(result.races) == 3
    for number, ground in enumerate(stages[:-1]):
        if not has_assistance(ground.stage):
            assert result.boards[number] == result.boards[number + 1]
    alone = [
        replace(
            ground,
            stage=replace(ground.stage, tiles=tuple(tile for tile in ground.stage if not tile.tile.startswith("201"))),
        )
        for ground in stages
    ]
    kept = event.rally(alone, entrants(), Random(3), lambda entrant, ground: garage)
    assert len(set(kept.boards)) == 1
    assert any(any(held) for held in kept.carried[1:]), "damage is carried over"


def test_the_leader_of_the_rally_starts_first(official: Official) -> None:
    stages = [laid(official(f"rally-1-ss{number}")) for number in (1, 2)]
    for seed in range(4):
        result = event.rally(stages, entrants("sensible"), Random(seed), lambda entrant, ground: (R6,))
        first = event.rank("rally", ["Red", "Blue"], result.races[:1], load())
        assert result.races[1].rounds[0].entering == (first[0].driver,)


def test_the_right_tyres_are_chosen_by_estimate(official: Official) -> None:
    assert event.best_board(laid(official("rally-7-ss1")), event.boards_of_class("r6")).name == "R6, asphalt tyres"
    assert event.best_board(laid(official("rally-1-ss1")), event.boards_of_class("r6")).name == "R6, gravel tyres"
