"""Replaying runs and races on the stage: from the simulation, from a file; step by step, by turns, by itself."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QLineF, QRectF
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QFileDialog

from designer import catalog
from designer.design.hexes import Hex, centre
from designer.drawing.tiles.tokens import muddy_spaces
from designer.formats import native
from designer.play.ground import flipped
from designer.play.table_space import TableSpace
from designer.resources import folder
from designer.simulator.rally import races, telling
from designer.simulator.rally import replay as frames_of
from designer.simulator.rally.batches import run_once
from designer.simulator.rally.race_log import read
from designer.simulator.rally.races import Driver
from designer.simulator.rally.replay import DieShown
from designer.simulator.rally.telling import Event
from designer.ui.canvas.replay_layer import point_of
from designer.ui.canvas.replay_marks import car_chips, event_chips
from tests.ui.gestures import at_once, clocks

TWO = [Driver("Red", ("r6-gravel",), "flat-out"), Driver("Blue", ("r6-gravel",))]


@pytest.fixture(scope="module")
def race() -> dict:
    """A race of two on Climb 1, as it comes from a file."""
    design = native.load(folder("exports") / "stages" / "climb-1.json")
    return json.loads(json.dumps(races.run_race(design, TWO, seed=3).to_data()))


@pytest.fixture
def replayed(climb, race):
    """A window with Climb 1 and the race at its start."""
    climb.docks["Replay"].show()
    climb.docks["Replay"].raise_()
    assert climb.replay.load(read(race))
    return climb


def saved(path: Path, data: object) -> Path:
    path.write_text(json.dumps(data), encoding="utf-8")
    return path


def picture(window) -> QImage:
    image = QImage(500, 400, QImage.Format.Format_RGB32)
    image.fill(0)
    painter = QPainter(image)
    window.scene.render(painter, QRectF(image.rect()), window.scene.stage_rect())
    painter.end()
    return image


def test_each_step_shows_what_the_log_says(replayed, race):
    panel, layer = replayed.replay, replayed.scene.replay
    expected = list(frames_of.frames(read(race)))
    assert len(panel.frames) == len(expected)
    for step in range(12):
        assert panel.frame == expected[step] == layer.moment.frame
        assert panel.slider.value() == step
        assert panel.frame.step in panel.words.text()
        for car in panel.frame.cars:
            assert layer.cars_at()[car.driver] == point_of(car.place, layer.moment.tiles, {})
        panel.playback.buttons["next"].click()
    panel.playback.buttons["back"].click()
    assert panel.frame == expected[11]
    panel.playback.buttons["last"].click()
    assert panel.frame == expected[-1]
    assert layer.cars_at() == {}
    for (driver, attempt), seconds in expected[-1].results.items():
        assert f"{driver}, try {attempt} in {seconds} s" in panel.words.text()


def test_cars_are_listed_in_the_order_of_play_with_what_they_have(replayed):
    panel = replayed.replay
    panel.turn.setValue(6)
    frame = panel.frame
    assert frame.turn == 6
    assert frame.step in panel.words.text()
    listed = [panel.cars.topLevelItem(row) for row in range(panel.cars.topLevelItemCount())]
    names = {"Red": "1 Red", "Blue": "2 Blue"}
    assert [row.text(0) for row in listed] == [names[driver] for driver in frame.order]
    for row, driver in zip(listed, frame.order, strict=True):
        car = frame.car(driver)
        assert [row.text(column) for column in range(1, 4)] == [str(car.gear), f"{car.seconds} s", str(car.tokens)]
        assert row.font(0).bold() is (driver == frame.driver)
        assert row.text(5).startswith(car.place.text())


def test_a_pushed_car_moves_when_it_is_pushed(climb):
    """RX, "Full Contact": with the danger tokens on its board, in the list and beside the car."""
    design = replace(
        native.load(folder("exports") / "stages" / "climb-1.json"),
        house_rules={"push.allowed": True, "start.cars_per_round": 2},
    )
    four = [Driver(name, ("r6-gravel",), "novice") for name in ("Red", "Blue", "Green", "Yellow")]
    log = races.run_race(design, four, seed=5)
    assert climb.replay.load(log)
    panel, layer = climb.replay, climb.scene.replay
    number, turn = next(
        (number, turn) for number, turn in enumerate(log.turns(), 1) if turn.pushes and turn.pushes[0].danger_tokens
    )
    push = turn.pushes[0]
    panel.turn.setValue(number)
    for step in range(push.step + 2):
        at = push.start if step <= push.step else push.end
        assert layer.cars_at()[push.driver] == point_of(at, layer.moment.tiles, {})
        panel.playback.buttons["next"].click()
    panel.playback.buttons["back"].click()
    assert push.text() in panel.words.text()
    assert f"pushes {push.driver}" in [chip.words for chip in event_chips(panel.frame.events)]
    rows = [panel.cars.topLevelItem(row) for row in range(panel.cars.topLevelItemCount())]
    damage = next(row.text(4) for row in rows if row.text(0).endswith(push.driver))
    assert damage.endswith("danger token" if push.danger_tokens_after == 1 else "danger tokens")
    assert f"!{push.danger_tokens_after}" in [chip.words for chip in car_chips(panel.frame.car(push.driver))]


def test_damage_is_counted_by_its_kinds(climb, race):
    laden = json.loads(json.dumps(race))
    first = laden["stages"][0]["rounds"][0]["turns"][0]
    first["kept"] = ["gear", "coast", "gear"]
    assert climb.replay.load(read(laden))
    climb.replay.turn.setValue(2)
    listed = [climb.replay.cars.topLevelItem(row) for row in range(climb.replay.cars.topLevelItemCount())]
    assert {row.text(4) for row in listed if first["driver"] in row.text(0)} == {"2 gear, coast"}


def test_turns_and_steps_are_jumped_to(replayed):
    panel = replayed.replay
    assert panel.turn.maximum() == len({(frame.stage, frame.turn) for frame in panel.frames})
    assert panel.turn.text() == f"Turn 1 of {panel.turn.maximum()}"
    panel.turn.setValue(4)
    assert panel.frame.turn == 4
    assert panel.frames[panel.playback.at - 1].turn == 3
    panel.slider.setValue(0)
    assert panel.turn.value() == panel.frame.turn == 1


def test_it_plays_by_itself_pauses_and_stops_at_the_end(replayed, qtbot):
    playback = replayed.replay.playback
    playback.speed.setValue(4)
    playback.buttons["play"].click()
    qtbot.waitUntil(lambda: playback.at >= 2, timeout=60_000)
    assert len(clocks(playback)) == 1
    playback.buttons["play"].click()
    assert not playback.playing
    assert clocks(playback) == []
    playback.go(playback.count - 2)
    playback.buttons["play"].click()
    qtbot.waitUntil(lambda: not playback.playing, timeout=60_000)
    assert playback.at == playback.count - 1
    playback.buttons["play"].click()
    assert playback.playing
    replayed.docks["Replay"].hide()
    assert not playback.playing


def test_the_stage_is_drawn_with_cars_and_as_before_without(replayed):
    panel = replayed.replay
    panel.turn.setValue(5)
    panel.playback.go(panel.playback.at + 2)
    assert panel.frame.dice
    with_cars = picture(replayed)
    panel.clear_button.click()
    without = picture(replayed)
    assert with_cars != without
    assert panel.frame is None
    assert not replayed.scene.replay.isVisible()


def test_the_run_of_the_simulation_is_replayed(climb, qtbot):
    climb.simulation.runs.setValue(3)
    with at_once(), qtbot.waitSignal(climb.simulation.finished, timeout=60_000):
        climb.simulation.run()
    climb.actions_by_name["replay"].trigger()
    panel = climb.replay
    run = climb.simulation.run_log
    assert panel.playback.playing
    assert panel.turn.maximum() == len(run.turns)
    assert telling.opening(run.turns[0]) in panel.words.text()


def test_the_log_of_the_run_is_saved_and_opened_again(climb, qtbot, tmp_path, monkeypatch):
    refused = []
    monkeypatch.setattr(climb, "show_refusal", refused.append)
    climb.actions_by_name["save-log"].trigger()
    assert "run the simulation" in refused[0]
    climb.simulation.runs.setValue(2)
    with at_once(), qtbot.waitSignal(climb.simulation.finished, timeout=60_000):
        climb.simulation.run()
    path = tmp_path / "run.json"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
    climb.actions_by_name["save-log"].trigger()
    assert climb.replay.open_path(path)
    run = climb.simulation.run_log
    assert climb.replay.frames == tuple(frames_of.frames(run))


def test_every_kind_of_mark_is_drawn(replayed):
    panel, layer = replayed.replay, replayed.scene.replay
    panel.turn.setValue(5)
    moment = layer.moment
    place, tile = next((place, tile) for place, tile in moment.tiles.items() if flipped(tile) != tile)
    at = panel.frame.cars[0].place
    corner = next(
        TableSpace(tile.tile, place.q, place.r, muddy_spaces(tile.tile)[0])
        for place, tile in moment.tiles.items()
        if muddy_spaces(tile.tile)
    )
    cars = tuple(
        replace(car, place=at, turned=True, damage=("gear", "brake"), tokens=3) for car in panel.frame.cars[:1]
    )
    plain = replace(panel.frame, cars=cars[:0], dice=(), mud=(), flipped={})
    pictures = []
    for frame in (
        plain,
        replace(plain, cars=cars),
        replace(plain, cars=(replace(cars[0], turned=False),)),
        replace(plain, mud=(corner,)),
        replace(plain, flipped={(place.q, place.r): flipped(tile).tile}),
        *(
            replace(plain, dice=(DieShown("leader", at, danger, secured),))
            for danger, secured in ((None, False), (False, False), (True, False), (None, True))
        ),
    ):
        layer.show_moment(replace(moment, frame=frame))
        pictures.append(picture(replayed))
    assert not [number for number, one in enumerate(pictures) if one in pictures[:number]]


def test_the_view_follows_the_car_that_drives(replayed):
    canvas, panel = replayed.canvas, replayed.replay
    canvas.zoom_by(4)
    canvas.centerOn(*centre(Hex(40, 0)))
    panel.playback.buttons["next"].click()
    seen = canvas.mapToScene(canvas.viewport().rect()).boundingRect()
    assert seen.contains(replayed.scene.replay.cars_at()[panel.frame.driver])


def test_without_a_run_it_says_what_to_do(climb):
    refused = []
    climb.session.refused.connect(refused.append)
    climb.replay.playback.buttons["play"].click()
    assert "run the simulation" in climb.replay.words.text()
    assert climb.replay.turn.text() == "No turns"
    assert len(refused) == 1
    assert not climb.replay.playback.playing


def test_a_log_is_opened_from_a_file(climb, race, tmp_path, monkeypatch):
    path = saved(tmp_path / "race.json", race)
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(path), ""))
    climb.actions_by_name["open-log"].trigger()
    assert climb.replay.frame is not None
    assert climb.replay.isVisible()


@pytest.mark.parametrize(
    ("text", "words"), [("{", "not JSON"), ("[]", "no log"), ('{"format": "crest-run-log"}', "cannot be read")]
)
def test_what_is_no_log_is_refused(replayed, tmp_path, text, words):
    path = tmp_path / "log.json"
    path.write_text(text, encoding="utf-8")
    refused = []
    replayed.session.refused.connect(refused.append)
    before = replayed.replay.frame
    assert not replayed.replay.open_path(path)
    assert words in refused[0]
    assert replayed.replay.frame is before
    assert not replayed.replay.open_path(tmp_path / "nowhere.json")
    assert "cannot be read" in refused[1]


def test_a_log_of_another_stage_is_refused_with_the_place(climb, stages):
    other = run_once(native.load(stages / "climb-2.json"), car="r6-gravel", policy="sensible", seed=1, number=0)
    assert not climb.replay.load(other)
    assert "Climb 2" in climb.replay.words.text()
    assert "does not fit" in climb.replay.words.text()


def test_of_a_rally_the_stage_in_front_is_shown(climb, stages, race):
    other = json.loads(json.dumps(races.run_race(native.load(stages / "climb-2.json"), TWO[:1], seed=1).to_data()))
    both = {**race, "stages": [other["stages"][0], race["stages"][0]]}
    assert climb.replay.load(read(both))
    assert {frame.stage for frame in climb.replay.frames} == {1}
    assert "1 of the 2 stages" in climb.replay.words.text()


def test_a_log_from_another_state_of_the_design_says_so(climb, race):
    assert climb.replay.load(read({**race, "stages": [{**race["stages"][0], "hash": "0" * 16}]}))
    assert "was another one" in climb.replay.words.text()


def test_an_edit_of_the_stage_puts_it_away_and_a_new_name_does_not(replayed):
    panel = replayed.replay
    replayed.session.edit("Name", lambda design: replace(design, name="Other"))
    assert panel.frame is not None
    replayed.session.select([Hex(0, 1)])
    replayed.hands.turn(1)
    assert panel.frame is None
    assert "changed" in panel.words.text()
    assert not replayed.scene.replay.isVisible()


def test_another_design_in_front_or_a_closed_one_puts_it_away(replayed, race):
    panel = replayed.replay
    first = replayed.session.document
    replayed.files.new()
    assert panel.frame is None
    replayed.session.bring_to_front(first)
    assert panel.load(read(race))
    replayed.session.undo_stack.setClean()
    replayed.session.close(first)
    assert panel.frame is None


def test_a_tile_that_the_weather_turned_is_found_on_either_side(climb):
    tiles = {tile.hex: tile for tile in climb.session.stage}
    place, tile = next((place, tile) for place, tile in tiles.items() if flipped(tile) != tile)
    there = flipped(tile)
    space = next(iter(catalog.side(there.tile).spaces))
    turned = {(place.q, place.r): there.tile}
    assert point_of(TableSpace(there.tile, place.q, place.r, space), tiles, turned) is not None
    assert point_of(TableSpace("999z", place.q, place.r, space), tiles, turned) is None


def test_cars_dice_and_words_do_not_hide_each_other(replayed):
    panel, layer = replayed.replay, replayed.scene.replay
    shown, hidden = 0, 0
    for step in range(len(panel.frames)):
        panel.playback.go(step)
        rooms = [part.room for part in layer.parts()]
        shown += len(rooms)
        hidden += sum(one.intersects(other) for number, one in enumerate(rooms) for other in rooms[:number])
    # Two cars on half spaces of one row stand closer than they are long.
    assert hidden < shown / 100


def test_what_happens_is_shown_where_it_happens(replayed):
    panel, layer = replayed.replay, replayed.scene.replay
    seen = set()
    for step, frame in enumerate(panel.frames):
        panel.playback.go(step)
        chips = event_chips(frame.events)
        beside = [part for part in layer.parts() if part.draw.keywords.get("chips") == chips]
        assert bool(chips) is bool(beside)
        seen |= {chip.words for chip in chips}
        car = layer.cars_at().get(frame.driver)
        if chips and car is not None:
            assert QLineF(beside[0].room.center(), car).length() < 300
    assert {"CONTROL LOST", "40 s"} <= seen
    assert any(words.startswith("+") for words in seen)


def test_a_car_shows_what_it_carries(race):
    car = replace(next(iter(frames_of.frames(read(race)))).cars[0], gear=3)
    assert [chip.words for chip in car_chips(car)] == ["G3"]
    laden = replace(car, tokens=4, damage=("gear", "brake"), danger_tokens=1)
    assert [chip.words for chip in car_chips(laden)] == ["G3", "\N{BLACK CIRCLE}4", "\N{MULTIPLICATION SIGN}2", "!1"]


def test_each_event_has_its_chip():
    events = (
        Event("sisu"),
        Event("failed-start"),
        Event("loss", what="dangers"),
        Event("damage", what="gear"),
        Event("damage", what="yellow-flag"),
        Event("damage", what="gear"),
        Event("spent", 3),
        Event("won", 4),
        Event("card", 60),
    )
    words = [chip.words for chip in event_chips(events)]
    assert words == [
        "SISU",
        "START FAILED",
        "CONTROL LOST",
        "2 gear",
        "yellow flag",
        "\N{MINUS SIGN}3 \N{BLACK CIRCLE}",
        "+4 \N{BLACK CIRCLE}",
        "60 s",
    ]
