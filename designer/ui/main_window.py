"""The main window: menus, toolbar, docks and status bar about one session."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QEvent, QPoint, QSettings, QSize, Qt, QTimer
from PySide6.QtGui import (
    QAction,
    QActionGroup,
    QCloseEvent,
    QDragEnterEvent,
    QDropEvent,
    QKeySequence,
    QPalette,
    QShowEvent,
)
from PySide6.QtWidgets import QDockWidget, QLabel, QMainWindow, QMenu, QSizePolicy, QTabWidget, QUndoView

from designer.design.hexes import Hex
from designer.ui import theme
from designer.ui.board_editor import BoardEditor
from designer.ui.canvas.edits import Piece
from designer.ui.canvas.scene import StageScene
from designer.ui.canvas.view import Canvas
from designer.ui.files import Files, official_stages
from designer.ui.icons import icon
from designer.ui.panels.inspector import InspectorPanel, take
from designer.ui.panels.pieces import PiecesPanel, token_pieces
from designer.ui.panels.problems import ProblemsPanel
from designer.ui.panels.simulation import SimulationPanel
from designer.ui.session import Session
from designer.ui.spire.editor import SpireEditor
from designer.ui.tiles.signs import name_of, token_name
from designer.validation import Finding

Keys = str | QKeySequence.StandardKey | list[str]


class MainWindow(QMainWindow):
    """One window with one design."""

    def __init__(self, session: Session | None = None, settings: QSettings | None = None) -> None:
        super().__init__()
        self.session = session or Session()
        self.settings = settings or QSettings("Crest", "crest-designer")
        self.files = Files(self, self.session, self.settings)
        self.scene = StageScene(self.session, theme.of_palette(self.palette()))
        self.canvas = Canvas(self.session, self.scene)
        self.boards = BoardEditor(self.session)
        self.spire = SpireEditor(self.session)
        self.views = QTabWidget()
        self.views.setObjectName("views")
        self.views.setDocumentMode(True)
        self.views.addTab(self.canvas, "Stage")
        self.views.addTab(self.boards, "Boards")
        self.views.addTab(self.spire, "Spire")
        self.setCentralWidget(self.views)
        self.pieces = PiecesPanel(self.session)
        self.problems = ProblemsPanel(self.session)
        self.simulation = SimulationPanel(self.session)
        self.inspector = InspectorPanel(self.session)
        self.history = QUndoView(self.session.undo_stack)
        self.history.setEmptyLabel("As opened")
        self.actions_by_name: dict[str, QAction] = {}
        self.setDockOptions(QMainWindow.DockOption.AnimatedDocks | QMainWindow.DockOption.AllowTabbedDocks
                            | QMainWindow.DockOption.AllowNestedDocks)
        self.docks: dict[str, QDockWidget] = {}
        self._make_docks()
        self._make_actions()
        self._make_menus()
        self._make_toolbar()
        self._make_status()
        self.setAcceptDrops(True)
        self._connect()
        self._fit_wanted = True
        self.resize(1360, 860)
        self._restore_layout()
        self._refresh()
        self.hint.setText(self.canvas.what_a_click_does())

    # Making

    def _make_docks(self) -> None:
        left, right, bottom = (Qt.DockWidgetArea.LeftDockWidgetArea, Qt.DockWidgetArea.RightDockWidgetArea,
                               Qt.DockWidgetArea.BottomDockWidgetArea)
        for name, widget, area in (("Pieces", self.pieces, left), ("Inspector", self.inspector, right),
                                   ("Problems", self.problems, bottom), ("Simulation", self.simulation, bottom),
                                   ("History", self.history, bottom)):
            dock = QDockWidget(name, self)
            dock.setObjectName(f"dock-{name.lower()}")
            dock.setWidget(widget)
            self.addDockWidget(area, dock)
            self.docks[name] = dock
        self.tabifyDockWidget(self.docks["Problems"], self.docks["Simulation"])
        self.tabifyDockWidget(self.docks["Simulation"], self.docks["History"])
        self.docks["Problems"].raise_()
        self.setCorner(Qt.Corner.BottomLeftCorner, left)
        self.setCorner(Qt.Corner.BottomRightCorner, right)

    def _action(self, name: str, words: str, do: Callable[[], object], keys: Keys = "", tip: str = "") -> QAction:
        action = QAction(words, self)
        action.setObjectName(name)
        if isinstance(keys, list):
            action.setShortcuts([QKeySequence(key) for key in keys])
        elif isinstance(keys, QKeySequence.StandardKey):
            action.setShortcuts(keys)
        elif keys:
            action.setShortcut(QKeySequence(keys))
        shown = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
        action.setToolTip((tip or words.replace("&", "").rstrip(".\N{HORIZONTAL ELLIPSIS}")) + (
            f" ({shown})" if shown else ""))
        action.triggered.connect(lambda checked=False: do())
        self.actions_by_name[name] = action
        self.addAction(action)
        return action

    def _make_actions(self) -> None:
        standard = QKeySequence.StandardKey
        files, canvas = self.files, self.canvas
        dots = "\N{HORIZONTAL ELLIPSIS}"
        self._action("new", "&New", files.new, standard.New, "New design")
        self._action("open", f"&Open{dots}", files.open, standard.Open, "Open a design")
        self._action("save", "&Save", files.save, standard.Save, "Save the design")
        self._action("save-as", f"Save &as{dots}", files.save_as, "Ctrl+Shift+S")
        self._action("export-json", f"Export as &JSON{dots}", files.export_json, "Ctrl+Shift+E")
        self._action("export-png", f"Export a &picture{dots}", files.export_png, "Ctrl+Shift+G")
        self._action("quit", "&Quit", self.close, "Ctrl+Q")
        for name, action, keys in (("undo", self.session.undo_stack.createUndoAction(self, "Undo"), standard.Undo),
                                   ("redo", self.session.undo_stack.createRedoAction(self, "Redo"), standard.Redo)):
            action.setObjectName(name)
            action.setShortcuts(keys)
            self.actions_by_name[name] = action
            self.addAction(action)
        self._action("select-all", "Select &all", self._select_all, standard.SelectAll)
        self._action("turn", "&Turn clockwise", partial(canvas.turn, 1), ["R", "E"])
        self._action("turn-back", "Turn &back", partial(canvas.turn, -1), ["Shift+R", "Q"], "Turn anticlockwise")
        self._action("flip", "&Flip", canvas.flip, "F", "Flip to the other side")
        self._action("remove", "&Remove", canvas.remove, ["Del", "Backspace"], "Remove the selected tiles")
        self._action("zoom-in", "Zoom &in", partial(canvas.zoom_by, 1.25), ["Ctrl++", "Ctrl+="])
        self._action("zoom-out", "Zoom &out", partial(canvas.zoom_by, 0.8), "Ctrl+-")
        self._action("fit", "&Fit the stage", canvas.fit, "Ctrl+0", "Show the whole stage")
        self._action("run", "&Run the simulation", self.run_simulation, "F5")
        self._action("find", "Find a &piece", self._find, standard.Find)

    def _make_menus(self) -> None:
        act = self.actions_by_name
        bar = self.menuBar()
        file_menu = bar.addMenu("&File")
        file_menu.addActions([act["new"], act["open"]])
        self.recent_menu = file_menu.addMenu("Open &recent")
        self.recent_menu.aboutToShow.connect(self._fill_recent)
        self.official_menu = file_menu.addMenu("O&fficial stages")
        for name, path in official_stages():
            self.official_menu.addAction(name).triggered.connect(partial(self._open_official, path))
        self.official_menu.setEnabled(not self.official_menu.isEmpty())
        file_menu.addSeparator()
        file_menu.addActions([act["save"], act["save-as"]])
        file_menu.addSeparator()
        file_menu.addActions([act["export-json"], act["export-png"]])
        file_menu.addSeparator()
        file_menu.addAction(act["quit"])
        edit_menu = bar.addMenu("&Edit")
        edit_menu.addActions([act["undo"], act["redo"]])
        edit_menu.addSeparator()
        edit_menu.addActions([act["select-all"], act["find"]])
        tile_menu = bar.addMenu("&Tile")
        tile_menu.addActions([act["turn"], act["turn-back"], act["flip"]])
        tile_menu.addSeparator()
        tile_menu.addAction(act["remove"])
        view_menu = bar.addMenu("&View")
        view_menu.addActions([act["zoom-in"], act["zoom-out"], act["fit"]])
        view_menu.addSeparator()
        for dock in self.docks.values():
            view_menu.addAction(dock.toggleViewAction())
        view_menu.addSeparator()
        theme_menu = view_menu.addMenu("&Colours")
        group = QActionGroup(self)
        for name in ("system", "light", "dark"):
            action = theme_menu.addAction(name.capitalize())
            action.setCheckable(True)
            action.setChecked(name == self.settings.value("theme", "system"))
            action.triggered.connect(partial(self.use_theme, name))
            group.addAction(action)
        bar.addMenu("&Simulate").addAction(act["run"])

    def _make_toolbar(self) -> None:
        self.bar = self.addToolBar("Tools")
        self.bar.setObjectName("toolbar")
        self.bar.setIconSize(QSize(22, 22))
        for names in (("new", "open", "save"), ("undo", "redo"), ("turn-back", "turn", "flip", "remove"), ("run",),
                      ("zoom-out", "zoom-in", "fit")):
            if self.bar.actions():
                self.bar.addSeparator()
            for name in names:
                self.bar.addAction(self.actions_by_name[name])
        self._draw_icons()

    def _draw_icons(self) -> None:
        colour = self.palette().color(QPalette.ColorRole.WindowText)
        for name in ("new", "open", "save", "undo", "redo", "turn", "turn-back", "flip", "remove", "run", "zoom-in",
                     "zoom-out", "fit"):
            self.actions_by_name[name].setIcon(icon(name, colour))

    def _make_status(self) -> None:
        self.hint = QLabel()
        # A long hint must not widen the window.
        self.hint.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.hint.setTextFormat(Qt.TextFormat.PlainText)
        self.zoom = QLabel()
        self.statusBar().addWidget(self.hint, 1)
        self.statusBar().addPermanentWidget(self.zoom)
        self._refusal_end = QTimer(self)
        self._refusal_end.setSingleShot(True)
        self._refusal_end.timeout.connect(self._end_refusal)

    def _connect(self) -> None:
        session = self.session
        session.changed.connect(self._refresh)
        session.selection_changed.connect(self._refresh_actions)
        session.armed_changed.connect(self._refresh_actions)
        session.file_changed.connect(self._file_changed)
        session.undo_stack.cleanChanged.connect(self._refresh_title)
        session.refused.connect(self.show_refusal)
        self.canvas.hint.connect(self._show_hint)
        self.canvas.zoomed.connect(lambda zoom: self.zoom.setText(f"{zoom * 100:.0f} %"))
        self.canvas.menu_wanted.connect(self._tile_menu)
        self.problems.visited.connect(self.visit)
        self.problems.counted.connect(self.docks["Problems"].setWindowTitle)
        self.docks["Problems"].setWindowTitle(self.problems.title())
        self.simulation.visited.connect(self._visit_hex)
        self.pieces.appended.connect(self.canvas.append)
        self.views.currentChanged.connect(self._refresh_actions)

    # Showing

    def _refresh(self) -> None:
        self._refresh_title()
        self._refresh_actions()

    def _refresh_title(self) -> None:
        name = self.session.design.name or "Untitled design"
        file = f" \N{EN DASH} {self.session.path.name}" if self.session.path else ""
        self.setWindowTitle(f"{name}{file}[*] \N{EN DASH} Crest")
        self.setWindowModified(not self.session.undo_stack.isClean())

    def _refresh_actions(self) -> None:
        piece = self.canvas.piece()
        # Single keys must not change tiles that are out of sight.
        seen = self.views.currentWidget() is self.canvas
        some = seen and (bool(self.session.selection) or (piece is not None and bool(piece.tile)))
        for name in ("turn", "turn-back", "flip"):
            self.actions_by_name[name].setEnabled(some)
        self.actions_by_name["remove"].setEnabled(seen and bool(self.session.selection))

    def _file_changed(self) -> None:
        self._refresh_title()
        if self.session.undo_stack.count() == 0:
            self.canvas.fit()

    def _show_hint(self, words: str) -> None:
        if not self._refusal_end.isActive():
            self.hint.setText(words)
            self.hint.setToolTip(words)

    def show_refusal(self, reason: str) -> None:
        """Say for a few seconds why something cannot be done."""
        self.hint.setStyleSheet("font-weight: bold")
        self.hint.setText(f"\N{WARNING SIGN} {reason}")
        self._refusal_end.start(5000)

    def _end_refusal(self) -> None:
        self.hint.setStyleSheet("")
        self.hint.setText(self.canvas.what_a_click_does())

    def visit(self, finding: Finding) -> None:
        """Lead to the place of a finding."""
        if finding.place.board is not None:
            self.views.setCurrentWidget(self.boards)
            self.boards.show_slot(finding.place.board, finding.place.slot)
        elif finding.code.startswith("SPI"):
            self.views.setCurrentWidget(self.spire)
            self.spire.show_place(finding.place.column, finding.place.row)
        elif finding.place.hex is not None:
            self.views.setCurrentWidget(self.canvas)
            self.session.select([finding.place.hex])
            self.canvas.show_hex(finding.place.hex, str(finding.severity))
        else:
            self._show_hint(f"{finding.code}: {finding.message}")

    def _visit_hex(self, place: Hex) -> None:
        self.views.setCurrentWidget(self.canvas)
        self.session.select([place])
        self.canvas.show_hex(place)

    def use_theme(self, name: str, checked: bool = True) -> None:
        """Use light or dark colours, or the system's (``checked`` comes with a menu's signal)."""
        self.settings.setValue("theme", name)
        theme.use(name)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        # Qt sends this while the window is still being made, too.
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "bar"):
            self.scene.set_theme(theme.of_palette(self.palette()))
            self._draw_icons()

    # Doing

    def _select_all(self) -> None:
        self.session.select(tile.hex for tile in self.session.stage)

    def _find(self) -> None:
        self.docks["Pieces"].show()
        self.docks["Pieces"].raise_()
        self.pieces.tabs.setCurrentIndex(0)
        self.pieces.filter.setFocus()
        self.pieces.filter.selectAll()

    def run_simulation(self) -> None:
        """Run a batch and show its panel."""
        self.docks["Simulation"].show()
        self.docks["Simulation"].raise_()
        self.simulation.run()

    def _open_official(self, path: Path, checked: bool = False) -> None:
        self.files.open_path(path, as_copy=True)

    def _fill_recent(self) -> None:
        self.recent_menu.clear()
        for name in self.files.recent():
            self.recent_menu.addAction(name).triggered.connect(partial(self._open_recent, Path(name)))
        if self.recent_menu.isEmpty():
            self.recent_menu.addAction("No recent files").setEnabled(False)

    def _open_recent(self, path: Path, checked: bool = False) -> None:
        self.files.open_path(path)

    def menu_for(self, place: Hex) -> QMenu:
        """The menu of a hex: what can be done with its tile and tokens, and fixes of its problems."""
        menu = QMenu(self)
        tile = self.session.tile(place)
        if tile is None:
            menu.addActions([self.actions_by_name["find"], self.actions_by_name["fit"]])
            return menu
        for name in ("turn", "turn-back", "flip", "remove"):
            menu.addAction(self.actions_by_name[name])
        menu.addSeparator()
        add = menu.addMenu("Put a token")
        for piece in token_pieces():
            action = add.addAction(token_name(piece.token, piece.value))
            action.setEnabled(not self.canvas.refusal(piece, place))
            action.triggered.connect(partial(self._put, piece, place))
        for token in tile.tokens:
            menu.addAction(f"Take {name_of(token)} off").triggered.connect(partial(self._take, place, token))
        fixes = [fix for finding in self.session.findings
                 if finding.place.hex == place and finding.waived is None for fix in finding.fixes]
        if fixes:
            menu.addSeparator()
        for fix in fixes:
            menu.addAction(f"Fix: {fix.name}").triggered.connect(partial(self.problems.apply, fix))
        return menu

    def _put(self, piece: Piece, place: Hex, checked: bool = False) -> None:
        self.canvas.place_piece(piece, place)

    def _take(self, place: Hex, token: object, checked: bool = False) -> None:
        tile = self.session.tile(place)
        found = next((one for one in tile.tokens if one == token), None) if tile else None
        if tile is not None and found is not None:
            take(self.session, tile, found)

    def _tile_menu(self, place: Hex, point: QPoint) -> None:
        self.menu_for(place).exec(point)

    # The window itself

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        for url in event.mimeData().urls():
            if url.isLocalFile():
                event.acceptProposedAction()
                self.files.open_path(Path(url.toLocalFile()))
                return

    def _restore_layout(self) -> None:
        for name, restore in (("geometry", self.restoreGeometry), ("layout", self.restoreState)):
            stored = self.settings.value(name)
            if stored is not None:
                restore(stored)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._fit_wanted:
            # Only now is the canvas as large as it will be.
            self._fit_wanted = False
            if self.settings.value("layout") is None:
                self.resizeDocks([self.docks["Pieces"], self.docks["Inspector"]], [276, 290],
                                 Qt.Orientation.Horizontal)
                self.resizeDocks([self.docks["Problems"]], [210], Qt.Orientation.Vertical)
            QTimer.singleShot(0, self.canvas.fit)

    def closeEvent(self, event: QCloseEvent) -> None:
        if not self.files.may_go():
            event.ignore()
            return
        self.simulation.stop()
        self.boards.stop()
        self.spire.stop()
        self.settings.setValue("geometry", self.saveGeometry())
        self.settings.setValue("layout", self.saveState())
        event.accept()


