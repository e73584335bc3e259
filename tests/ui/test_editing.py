"""Editing by mouse and keys: place, move, turn, flip, remove, tokens, undo and redo."""

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent
from PySide6.QtTest import QTest

from designer.design.document import Design
from designer.design.hexes import EDGES, Hex, opposite, rotated, turned
from designer.design.stage import PlacedTile, Stage
from designer.formats import native
from designer.graph import route as routes
from designer.graph import stage_graph
from designer.ui.canvas.view import PIECE_MIME
from designer.ui.panels.piece_list import PIECE_ROLE
from tests.ui.gestures import settle

LEFT = Qt.MouseButton.LeftButton


def click(window, place, modifiers=Qt.KeyboardModifier.NoModifier):
    QTest.mouseClick(window.canvas.viewport(), LEFT, modifiers, window.canvas.point_of(place))


def drag(window, start: QPoint, end: QPoint, button=LEFT):
    view = window.canvas.viewport()
    QTest.mousePress(view, button, Qt.KeyboardModifier.NoModifier, start)
    QTest.mouseMove(view, (start + end) / 2)
    QTest.mouseMove(view, end)
    QTest.mouseRelease(view, button, Qt.KeyboardModifier.NoModifier, end)


def key(window, name, modifiers=Qt.KeyboardModifier.NoModifier):
    QTest.keyClick(window.canvas, name, modifiers)


def row_of(window, piece):
    pieces = window.pieces.tiles.pieces
    return next(row for row in range(pieces.rowCount()) if pieces.index(row).data(PIECE_ROLE).text == piece)


def hold(window, piece):
    """Click a piece in the palette."""
    shown = window.pieces.tiles if piece.startswith("tile") else window.pieces.tokens
    if piece.startswith("tile"):
        window.pieces.box.setCurrentIndex(0)
        window.pieces.filter.setText(piece.split(":")[1])
    else:
        window.pieces.tabs.setCurrentIndex(1)
    model = shown.pieces
    row = next(row for row in range(model.rowCount()) if model.index(row).data(PIECE_ROLE).text == piece)
    shown.scrollTo(model.index(row))
    QTest.mouseClick(
        shown.viewport(), LEFT, Qt.KeyboardModifier.NoModifier, shown.visualRect(model.index(row)).center()
    )
    assert window.session.armed == piece


def tiles(window):
    return {placed.hex: (placed.tile, placed.rotation) for placed in window.session.stage}


def drop(window, piece, place):
    data = QMimeData()
    data.setData(PIECE_MIME, piece.encode())
    point = window.canvas.point_of(place)
    args = (Qt.DropAction.CopyAction, data, LEFT, Qt.KeyboardModifier.NoModifier)
    window.canvas.dragEnterEvent(QDragEnterEvent(point, *args))
    window.canvas.dragMoveEvent(QDragMoveEvent(point, *args))
    shown = window.scene.ghost.isVisible(), window.scene.ghost.allowed
    window.canvas.dropEvent(QDropEvent(QPointF(point), *args))
    return shown


def test_place_by_click_turns_itself_to_fit(window):
    hold(window, "tile:202a")
    click(window, Hex(0, 0))
    assert tiles(window) == {Hex(0, 0): ("202a", 0)}
    assert window.session.armed == "", "the only copy is used up"
    hold(window, "tile:208a")
    click(window, Hex(1, 0))
    assert window.session.tile(Hex(1, 0)).tile == "208a"
    assert not any(finding.code in ("STG002", "STG003") for finding in window.session.findings)


def test_a_held_tile_is_turned_by_keys_before_it_is_placed(window):
    hold(window, "tile:305a")
    QTest.mouseMove(window.canvas.viewport(), window.canvas.point_of(Hex(0, 0)))
    for name, expected in ((Qt.Key.Key_R, 1), (Qt.Key.Key_E, 2), (Qt.Key.Key_Q, 1)):
        key(window, name)
        assert window.scene.ghost.tiles[0].rotation == expected
    key(window, Qt.Key.Key_F)
    assert window.session.armed == "tile:305b"
    key(window, Qt.Key.Key_R)
    click(window, Hex(0, 0))
    assert tiles(window) == {Hex(0, 0): ("305b", 1)}


def test_escape_puts_a_held_piece_back(window):
    hold(window, "tile:202a")
    key(window, Qt.Key.Key_Escape)
    click(window, Hex(0, 0))
    assert not len(window.session.stage)


def test_drop_from_the_palette_shows_green_or_red(window):
    assert drop(window, "tile:202a", Hex(0, 0)) == (True, True)
    assert drop(window, "tile:204a", Hex(0, 0)) == (True, False)
    assert tiles(window) == {Hex(0, 0): ("202a", 0)}
    assert "already lies" in window.hint.text()


def test_a_piece_without_copies_is_refused_with_the_reason(window):
    drop(window, "tile:202a", Hex(0, 0))
    drop(window, "tile:202b", Hex(2, 0))
    assert len(window.session.stage) == 1, "both sides are one piece"
    assert "No copy of piece 202" in window.hint.text()
    assert window.session.copies_left("202b") == 0


def test_move_by_drag(climb):
    start, goal = Hex(0, 0), Hex(-1, 1)
    drag(climb, climb.canvas.point_of(start), climb.canvas.point_of(goal))
    assert climb.session.tile(start) is None
    assert climb.session.tile(goal).tile == "202a"
    assert climb.session.selection == {goal}
    climb.session.undo_stack.undo()
    assert climb.session.tile(start).tile == "202a"


def test_a_move_onto_another_tile_is_refused(climb):
    before = climb.session.design
    drag(climb, climb.canvas.point_of(Hex(0, 0)), climb.canvas.point_of(Hex(0, 1)))
    assert climb.session.design == before
    assert "already lies" in climb.hint.text()


def test_escape_ends_a_drag(climb):
    view, before = climb.canvas.viewport(), climb.session.design
    QTest.mousePress(view, LEFT, Qt.KeyboardModifier.NoModifier, climb.canvas.point_of(Hex(0, 0)))
    QTest.mouseMove(view, climb.canvas.point_of(Hex(-1, 1)))
    assert climb.scene.ghost.isVisible()
    key(climb, Qt.Key.Key_Escape)
    assert not climb.scene.ghost.isVisible()
    QTest.mouseRelease(view, LEFT, Qt.KeyboardModifier.NoModifier, climb.canvas.point_of(Hex(-1, 1)))
    assert climb.session.design == before


def test_several_tiles_move_together(climb):
    click(climb, Hex(0, 0))
    click(climb, Hex(0, 1), Qt.KeyboardModifier.ControlModifier)
    assert climb.session.selection == {Hex(0, 0), Hex(0, 1)}
    canvas = climb.canvas
    canvas.zoom_by(0.6)
    drag(climb, canvas.point_of(Hex(0, 0)), canvas.point_of(Hex(-2, 0)))
    assert climb.session.selection == {Hex(-2, 0), Hex(-2, 1)}
    assert climb.session.undo_stack.undoText() == "Move 2 tiles"


def test_rubber_band_selects(climb):
    climb.canvas.zoom_by(0.7)
    rect = climb.canvas.mapFromScene(climb.scene.stage_rect().adjusted(-80, -80, 80, 80)).boundingRect()
    drag(climb, rect.topLeft(), rect.bottomRight())
    assert len(climb.session.selection) == len(climb.session.stage)
    click(climb, climb.canvas.hex_under(rect.topLeft()))
    assert not climb.session.selection


def test_turn_flip_remove_by_keys_and_undo_redo(climb):
    seen = [climb.session.design]
    click(climb, Hex(0, 1))
    for name in (Qt.Key.Key_R, Qt.Key.Key_F, Qt.Key.Key_Q, Qt.Key.Key_Delete):
        key(climb, name)
        seen.append(climb.session.design)
    assert climb.session.tile(Hex(0, 1)) is None
    assert len(set(map(id, seen))) == 5
    texts = [climb.session.undo_stack.text(number) for number in range(4)]
    assert texts == ["Turn 209a", "Flip 209a", "Turn 209b", "Remove 209b"]
    for design in reversed(seen[:-1]):
        key(climb, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
        assert climb.session.design == design
    for design in seen[1:]:
        climb.actions_by_name["redo"].trigger()
        assert climb.session.design == design


def test_a_block_turns_about_its_middle_and_back(climb):
    before = tiles(climb)
    climb.actions_by_name["select-all"].trigger()
    for _ in range(6):
        key(climb, Qt.Key.Key_R)
        assert len(climb.session.selection) == len(climb.session.stage)
    assert tiles(climb) == before


def test_tokens_by_click_and_by_drop_and_off_again(climb):
    hold(climb, "token:cloud")
    click(climb, Hex(0, 1))
    key(climb, Qt.Key.Key_Escape)
    drop(climb, "token:oxygen:-2", Hex(0, 1))
    kinds = [(token.kind, token.value) for token in climb.session.tile(Hex(0, 1)).tokens]
    assert kinds == [("cloud", None), ("oxygen", -2)]
    assert climb.session.tokens_left("cloud", None) == 8
    assert climb.session.tokens_left("oxygen", -2) == 2
    menu = climb.menu_for(Hex(0, 1))
    next(action for action in menu.actions() if action.text() == "Take Cloud off").trigger()
    assert [token.kind for token in climb.session.tile(Hex(0, 1)).tokens] == ["oxygen"]
    drop(climb, "token:cloud", Hex(-4, 0))
    assert "goes on a tile" in climb.hint.text()


def test_the_supply_of_tokens_runs_out(climb):
    places = sorted(placed.hex for placed in climb.session.stage)
    for place in places[:4]:
        drop(climb, "token:oxygen:-1", place)
    assert climb.session.tokens_left("oxygen", -1) == 0
    assert "left" in climb.hint.text()


def test_zoom_keeps_the_point_under_the_pointer(climb):
    point = QPoint(300, 200)
    before = climb.canvas.mapToScene(point)
    climb.canvas.zoom_by(1.5, point)
    after = climb.canvas.mapToScene(point)
    assert abs(before.x() - after.x()) < 4
    assert abs(before.y() - after.y()) < 4
    for _ in range(40):
        climb.canvas.zoom_by(2.0)
    assert climb.canvas.zoom_factor() <= 3.01


def test_pan_by_middle_button_and_by_space(climb):
    climb.canvas.zoom_by(2.0)
    for hold_space in (False, True):
        before = climb.canvas.mapToScene(QPoint(100, 100))
        if hold_space:
            QTest.keyPress(climb.canvas, Qt.Key.Key_Space)
        drag(climb, QPoint(200, 200), QPoint(260, 230), LEFT if hold_space else Qt.MouseButton.MiddleButton)
        if hold_space:
            QTest.keyRelease(climb.canvas, Qt.Key.Key_Space)
        assert climb.canvas.mapToScene(QPoint(100, 100)) != before
    assert climb.session.undo_stack.isClean()


def test_an_edit_touches_only_the_tiles_it_changes(climb):
    settle()
    items = {item.hex: item for item in climb.scene.items_by_place.values()}
    climb.session.select([Hex(0, 0)])
    settle()
    before = {place: item.paints for place, item in items.items()}
    # Turning a filler changes no finding, so no other tile may be drawn anew; neighbours overlap by their margin.
    filler = next(placed.hex for placed in climb.session.stage if placed.tile == "901a")
    from designer.design import stage as stage_edits

    climb.session.edit_stage("Turn", lambda stage: stage_edits.rotate(stage, filler))
    settle()
    touched = {place for place, item in items.items() if item.paints > before[place]}
    from designer.design.hexes import distance

    assert filler in touched
    assert all(distance(place, filler) <= 1 for place in touched), touched
    assert items == {item.hex: item for item in climb.scene.items_by_place.values()}


def test_status_bar_says_what_a_click_will_do(climb):
    QTest.mouseMove(climb.canvas.viewport(), climb.canvas.point_of(Hex(0, 1)))
    assert climb.hint.text().startswith("209a: gravel")
    hold(climb, "tile:204a")
    QTest.mouseMove(climb.canvas.viewport(), climb.canvas.point_of(Hex(-1, 0)))
    assert climb.hint.text().startswith("Click to place 204a")
    QTest.mouseMove(climb.canvas.viewport(), climb.canvas.point_of(Hex(0, 1)))
    assert "already lies there" in climb.hint.text()


@pytest.mark.parametrize("name", ["climb-1", "climb-2", "rally-1-ss1", "rally-9-ss3"])
def test_a_stage_is_built_from_its_tile_list_with_the_keyboard_alone(window, stages, name):
    """Every road tile is typed with where it leads; the result is the official stage, turned as its start lies."""
    official = native.load(stages / f"{name}.json").stage
    graph = stage_graph.build(official)
    way = routes.build(graph)
    key(window, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    field = window.pieces.filter
    field.setFocus()
    for section in way.sections:
        steps = (EDGES.index(section.exit) - EDGES.index(opposite(section.entry))) % 6
        leads = "s" if steps == 0 else "r" if steps < 3 else "l"
        QTest.keyClicks(field, f"{graph.placed(section.hex).tile} {leads}")
        QTest.keyClick(field, Qt.Key.Key_Return)
        assert field.text() == ""
    # Official starts are driven with their lettering or against it; ours lies upright and is driven with it.
    first = way.sections[0]
    start, line = graph.placed(first.hex), graph.side(first.hex).line
    with_lettering = next(end for end in graph.side(first.hex).roads[0] if end != line.lettered_from)
    steps = (EDGES.index(turned(first.exit, start.rotation)) - EDGES.index(with_lettering)) % 6
    built = {}
    for placed in window.session.stage:
        place = rotated(placed.hex, steps)
        built[Hex(place.q + start.hex.q, place.r + start.hex.r)] = placed.tile
    assert built == {placed.hex: placed.tile for placed in official if graph.side(placed.hex).roads}
    # A straight looks the same from both ends, so its printed ends may be swapped.
    assert not [finding for finding in window.session.findings if finding.severity == "error"]


def test_append_says_why_it_cannot(window):
    window.hands.append("202a")
    window.hands.append("213a", "straight")
    assert "goes straight" in window.hint.text()
    window.hands.append("131a")
    assert "131a fits" in window.hint.text()
    window.hands.append("202b")
    assert "No copy of piece 202" in window.hint.text()
    assert len(window.session.stage) == 1
    QTest.keyClicks(window.pieces.filter, "nothing")
    QTest.keyClick(window.pieces.filter, Qt.Key.Key_Return)
    assert "Type a tile's id" in window.hint.text()


def test_a_large_stage_is_checked_when_the_designer_pauses(window, qtbot, monkeypatch):
    monkeypatch.setattr("designer.ui.session.CHECKED_AT_ONCE", 60)
    tiles = [PlacedTile("202a", Hex(0, 0)), *(PlacedTile("204a", Hex(number, 0)) for number in range(1, 80))]
    window.session.start(Design(stage=Stage(tuple(tiles))))
    qtbot.waitUntil(lambda: bool(window.session.findings), timeout=60_000)
    assert window.problems.list.topLevelItemCount() == len(window.session.findings)
    window.session.select([Hex(5, 0)])
    with qtbot.waitSignal(window.session.checked, timeout=60_000):
        window.hands.remove()
        assert window.scene.item_at_hex(Hex(5, 0)) is None, "the canvas does not wait for the check"
    assert window.scene.item_at_hex(Hex(4, 0)).mark == "error"


def test_a_tile_laid_back_into_a_gap_joins_both_sides_wherever_the_pointer_is(climb):
    before = climb.session.design.stage
    place = next(tile.hex for tile in climb.session.stage if tile.tile == "217a")
    climb.session.select([place])
    climb.hands.remove()
    climb.session.arm("tile:217a")
    for point in ((0.0, 0.0), (150.0, 0.0), (-150.0, 0.0), (0.0, 180.0), (0.0, -180.0)):
        climb.hands.point = point
        assert (
            climb.hands.rotation_for("217a", place)
            == before.tiles[next(number for number, tile in enumerate(before.tiles) if tile.hex == place)].rotation
        )


def test_the_minimap_follows_the_selection(climb, qtbot):
    climb.canvas.zoom_by(4)
    settle()
    assert climb.canvas.minimap.isVisible()
    first, second = (tile.hex for tile in list(climb.session.stage)[:2])
    climb.session.select([first])
    settle()
    before = climb.canvas.minimap.grab().toImage()
    painted = []
    climb.canvas.minimap.paintEvent = lambda event, draw=climb.canvas.minimap.paintEvent: (
        painted.append(1),
        draw(event),
    )
    climb.session.select([second])
    qtbot.waitUntil(lambda: bool(painted), timeout=60_000)
    assert climb.canvas.minimap.grab().toImage() != before


def test_badges_sit_at_the_edge_that_a_problem_names(climb):
    place = next(tile.hex for tile in climb.session.stage if tile.tile == "217a")
    climb.session.select([place])
    climb.hands.remove()
    shown = {}
    for finding in climb.session.findings:
        if finding.place.hex is not None:
            shown.setdefault(finding.place.hex, set()).add(finding.place.edge or "")
    assert any(shown.values())
    for where, edges in shown.items():
        assert set(climb.scene.item_at_hex(where).spots) == edges
    item = next(item for item in climb.scene.items_by_place.values() if item.placed.tile == "214a")
    spot = item.badge_at("B")
    assert spot.x() > 100
    assert spot.y() < 0


def test_the_legend_explains_the_overlays_that_are_on(climb):
    legend = climb.canvas.legend
    assert not legend.isVisible()
    climb.actions_by_name["overlay-heat"].trigger()
    climb.actions_by_name["overlay-ids"].trigger()
    settle()
    assert legend.isVisible()
    assert "losses of control a run" in legend.text()
    assert "edges" in legend.text()
    climb.actions_by_name["overlays-off"].trigger()
    assert not legend.isVisible()
