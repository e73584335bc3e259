"""The main window: canvas, boards, docks and status bar about one session."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from PySide6.QtCore import QByteArray, QEvent, QPoint, QSettings, QSize, Qt, QTimer
from PySide6.QtGui import QActionGroup, QCloseEvent, QDragEnterEvent, QDropEvent, QKeySequence, QPalette, QShowEvent
from PySide6.QtWidgets import (
    QDialog,
    QLabel,
    QMainWindow,
    QMenu,
    QSizePolicy,
    QStackedWidget,
    QToolButton,
    QUndoView,
    QVBoxLayout,
    QWidget,
)

from designer.design import stage as stage_edits
from designer.design.hexes import Hex, centre
from designer.design.stage import Stage, Token
from designer.drawing.signs import name_of, token_name
from designer.graph.track_tokens import KINDS
from designer.simulator.rally.race_log import RaceLog
from designer.ui import help as reference
from designer.ui import theme
from designer.ui.actions import TOOLBAR, Actions, parts
from designer.ui.boards.editor import BoardEditor
from designer.ui.canvas import hand_commands
from designer.ui.canvas.hands import Hands
from designer.ui.canvas.overlays import OVERLAYS
from designer.ui.canvas.replay_layer import Moment
from designer.ui.canvas.scene import StageScene
from designer.ui.canvas.view import Canvas
from designer.ui.command import DOTS, Command, Offering
from designer.ui.commands import CommandList
from designer.ui.design_dialog import DesignDialog
from designer.ui.doc_tabs import DocumentTabs
from designer.ui.docks import make_docks, size_docks
from designer.ui.files import Files, official_stages, shipped
from designer.ui.panels.facts import FactsPanel
from designer.ui.panels.inspector import InspectorPanel, take
from designer.ui.panels.notes import NotesPanel
from designer.ui.panels.pieces import PiecesPanel, token_pieces
from designer.ui.panels.problems import ProblemsPanel
from designer.ui.panels.race import RacePanel
from designer.ui.panels.replay import ReplayPanel
from designer.ui.panels.simulation import SimulationPanel
from designer.ui.piece import Piece
from designer.ui.recovery import Recovery
from designer.ui.room import Room
from designer.ui.session import Document, Session
from designer.ui.sharing import Sharing
from designer.ui.spire.editor import SpireEditor
from designer.ui.start_page import StartPage
from designer.ui.tour import Step, Tour
from designer.ui.views import Views
from designer.validation import Finding
from designer.validation.dashboards import ALL_BOARDS

#: Milliseconds that a refusal stays in the status bar, and a message.
REFUSAL, MESSAGE = 5000, 2500


class MainWindow(QMainWindow):
    """One window with one or more designs. ``recovery_folder`` keeps what is not saved; None keeps nothing."""

    def __init__(
        self, session: Session | None = None, settings: QSettings | None = None, recovery_folder: Path | None = None
    ) -> None:
        super().__init__()
        self.session = session or Session()
        self.settings = settings or QSettings("Crest", "crest-designer")
        self.files = Files(self, self.session, self.settings)
        self.sharing = Sharing(self.files, self.session)
        self.recovery = Recovery(self.session, recovery_folder) if recovery_folder is not None else None
        self.scene = StageScene(self.session, theme.of_palette(self.palette()))
        self.hands = Hands(self.session)
        self.canvas = Canvas(self.session, self.scene, self.hands)
        self.boards = BoardEditor(self.session)
        self.spire = SpireEditor(self.session)
        self.tabs = DocumentTabs(self.session)
        self.views = Views()
        self.start = StartPage(
            {"Stages": official_stages(), "Spires": shipped("spires"), "Boards": shipped("dashboards")},
            self.files.recent,
        )
        self.pages = QStackedWidget()
        self.pieces = PiecesPanel(self.session, self.settings)
        self.problems = ProblemsPanel(self.session)
        self.simulation = SimulationPanel(self.session)
        self.replay = ReplayPanel(self.session, self.simulation, self.settings)
        self.race = RacePanel(self.session)
        self.inspector = InspectorPanel(self.session)
        self.inspector.turned.connect(self._turn_token)
        self.facts = FactsPanel(self.session)
        self.notes = NotesPanel(self.session)
        self.history = QUndoView(self.session.undo_group)
        self.history.setEmptyLabel("As opened")
        #: How the docks lie while the start page hides them.
        self._working_state: QByteArray | None = None
        self._make_middle()
        self.docks = make_docks(
            self,
            {
                "Pieces": self.pieces,
                "Inspector": self.inspector,
                "Facts": self.facts,
                "Problems": self.problems,
                "Simulation": self.simulation,
                "Pace notes": self.notes,
                "History": self.history,
                "Replay": self.replay,
                "Race": self.race,
            },
        )
        self.room = Room(self.views, (self.boards, self.spire), self.docks)
        self.act = Actions(self, self.canvas_is_seen)
        self.actions_by_name = self.act.by_name
        self._make_actions()
        self._fill_official()
        self.act.menus["recent"].aboutToShow.connect(self._fill_recent)
        self._make_toolbar()
        self._make_status()
        self.setAcceptDrops(True)
        self._connect()
        self._first_state = self.saveState()
        self._fit_wanted = True
        self.resize(self._first_size())
        self._restore_layout()
        self._refresh()
        self.overlays_switched()
        self.use_minimap(self.actions_by_name["minimap"].isChecked())
        self.use_grid(self.actions_by_name["grid"].isChecked())
        self.hint.setText(self.canvas.what_a_click_does())

    # Making

    def _make_middle(self) -> None:
        self.views.setObjectName("views")
        self.views.addTab(self.canvas, "Stage")
        self.views.add_scrolled(self.boards, "Boards")
        self.views.add_scrolled(self.spire, "Spire")
        work = QWidget()
        layout = QVBoxLayout(work)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.tabs)
        layout.addWidget(self.views, 1)
        self.pages.addWidget(work)
        self.pages.addWidget(self.start)
        self.setCentralWidget(self.pages)

    def _make_actions(self) -> None:
        """Collect what the parts offer, and make the menus of it."""
        act = self.act
        offering: tuple[Offering, ...] = (self.files, self.sharing, self.canvas, self.tabs, self.pieces)
        for part in offering:
            act.add_all(part.commands())
        act.add_all(hand_commands.commands(self.hands))
        act.add_all(self._commands())
        undo, redo = QKeySequence.StandardKey.Undo, QKeySequence.StandardKey.Redo
        act.take("undo", self.session.undo_group.createUndoAction(self, "Undo"), undo)
        act.take("redo", self.session.undo_group.createRedoAction(self, "Redo"), redo)
        switches = act.add_all(self._overlay_switches())
        act.add_menu("overlays", "O&verlays", [*switches[:-1], None, switches[-1]]).setToolTipsVisible(True)
        panels = []
        for number, (name, dock) in enumerate(self.docks.items(), 1):
            action = dock.toggleViewAction()
            action.setText(name)
            panels.append(act.take(f"panel-{name.lower().replace(' ', '-')}", action, f"Ctrl+Alt+{number}"))
        act.add_menu("panels", "&Panels", panels)
        colours = act.add_all(
            Command(f"colours-{name}", name.capitalize(), partial(self.use_theme, name), keys, f"Colours: {name}")
            for name, keys in (("system", "Ctrl+Alt+S"), ("light", "Ctrl+Alt+L"), ("dark", "Ctrl+Alt+D"))
        )
        group = QActionGroup(self)
        for action in colours:
            action.setCheckable(True)
            action.setChecked(action.objectName() == f"colours-{self.settings.value('theme', 'system')}")
            group.addAction(action)
        act.add_menu("colours", "&Colours", colours)
        act.add_menu("recent", "Open &recent")
        act.add_menu("official", "O&fficial stages")
        act.fill_menus()

    def _overlay_switches(self) -> Iterator[Command]:
        """A switch for each overlay, and then the command that switches all off."""
        stored = str(self.settings.value("overlays", "")).split()
        for number, (name, words) in enumerate(OVERLAYS.items(), 1):
            tip = f"Show on the tiles: {words.lower()}"
            yield Command(f"overlay-{name}", words, self.overlays_switched, f"Alt+{number}", tip, on=name in stored)
        yield Command("overlays-off", "No overlays", self.overlays_off, "Alt+0")

    def _commands(self) -> tuple[Command, ...]:
        """What the window itself offers."""
        standard, settings = QKeySequence.StandardKey, self.settings
        return (
            Command(
                "properties",
                f"&Design{DOTS}",
                self.edit_properties,
                "Ctrl+I",
                "Name, author, notes, event and owned boxes of the design",
            ),
            Command("quit", "&Quit", self.close, "Ctrl+Q"),
            Command("find", "&Find a piece", self.find_piece, standard.Find),
            Command("find-token", "Find a t&oken", self.find_token, "Ctrl+T", "Give the keyboard to the tokens"),
            Command(
                "commands", f"C&ommands{DOTS}", self.show_commands, "Ctrl+Shift+P", "Search everything Crest can do"
            ),
            Command(
                "stage-arrange",
                "&Arrange for the view",
                self.arrange,
                "Ctrl+Shift+J",
                "Turn the stage so that it fills the view best, and show it whole",
                lambda: bool(len(self.session.stage)),
                True,
            ),
            Command("canvas", "Go to the &canvas", self.go_to_canvas, "F6", "Give the keyboard to the canvas"),
            Command("run", "&Run the simulation", self.run_simulation, "F5"),
            Command(
                "race", "Ra&ce once", self.run_race, "F9", "Race once with the drivers of the race panel, and replay it"
            ),
            Command("replay", "Re&play the run", self.replay_run, "Shift+F5", "Play the run that the simulation shows"),
            Command(
                "open-log",
                f"Open a &log{DOTS}",
                self.open_log,
                "Ctrl+F5",
                "Open a saved log of a run or a race and replay it on the stage",
            ),
            Command(
                "save-log",
                f"&Save the run's log{DOTS}",
                self.save_log,
                "Ctrl+Shift+F5",
                "Save the run that the simulation shows, to open and replay it again",
            ),
            Command("start-page", "&Start page", self.show_start, "Shift+F1"),
            Command("tour", "&Tour in three steps", self.show_tour, "F1"),
            Command(
                "keys",
                "&Keys",
                lambda: self.show_reference(reference.shortcuts(self.act.listed(), self)),
                "Ctrl+F1",
                "Every key and what it does",
            ),
            Command(
                "findings",
                "What &findings mean",
                lambda: self.show_reference(reference.findings(self)),
                "Ctrl+Shift+F1",
                "What each finding means and where its rule comes from",
            ),
            Command(
                "boxes",
                "What is in the &boxes",
                lambda: self.show_reference(reference.boxes(self)),
                "Alt+Shift+F1",
                "What the boxes hold, and where that is known from",
            ),
            Command(
                "terms",
                "&Words of climbers",
                lambda: self.show_reference(reference.terms(self)),
                "Alt+Shift+F2",
                "What the words of Race for the Summit mean",
            ),
            Command("about", "&About Crest", lambda: self.show_reference(reference.about(self)), "Alt+F1"),
            Command(
                "minimap",
                "&Minimap",
                self.use_minimap,
                "Ctrl+Shift+M",
                "Show the minimap when the stage is out of view",
                on=settings.value("minimap", "true") != "false",
            ),
            Command("grid", "&Grid", self.use_grid, "Ctrl+G", on=settings.value("grid", "true") != "false"),
            Command(
                "reset-layout",
                "Reset the &layout",
                self.reset_layout,
                "Ctrl+Alt+0",
                "Put all panels back where they were at first",
            ),
        )

    def _make_toolbar(self) -> None:
        self.bar = self.addToolBar("Tools")
        self.bar.setObjectName("toolbar")
        self.bar.setIconSize(QSize(22, 22))
        for name in parts(TOOLBAR):
            if not name:
                self.bar.addSeparator()
            elif name.startswith("*"):
                button = QToolButton()
                button.setObjectName(f"toolbar-{name[1:]}")
                button.setDefaultAction(self.act.menus[name[1:]].menuAction())
                button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
                button.setToolTip("Overlays: what is shown on the tiles")
                self.bar.addWidget(button)
            else:
                self.bar.addAction(self.actions_by_name[name])
        self._draw_icons()

    def _draw_icons(self) -> None:
        self.act.draw_icons(self.palette().color(QPalette.ColorRole.WindowText))

    def _make_status(self) -> None:
        self.hint = QLabel()
        # A long hint must not widen the window.
        self.hint.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.hint.setTextFormat(Qt.TextFormat.PlainText)
        self.zoom = QLabel()
        self.statusBar().addWidget(self.hint, 1)
        self.statusBar().addPermanentWidget(self.zoom)
        self._message_end = QTimer(self)
        self._message_end.setSingleShot(True)
        self._message_end.timeout.connect(self._end_message)

    def _connect(self) -> None:
        session = self.session
        session.changed.connect(self._refresh)
        session.selection_changed.connect(self.act.refresh)
        session.armed_changed.connect(self.act.refresh)
        session.file_changed.connect(self._file_changed)
        session.documents_changed.connect(self._refresh)
        session.refused.connect(self.show_refusal)
        session.told.connect(self.show_message)
        self.canvas.hint.connect(self._show_hint)
        self.spire.hint.connect(self._show_hint)
        self.canvas.zoomed.connect(lambda zoom: self.zoom.setText(f"{zoom * 100:.0f} %"))
        self.canvas.menu_wanted.connect(self._tile_menu)
        self.problems.visited.connect(self.visit)
        self.problems.counted.connect(self.docks["Problems"].setWindowTitle)
        self.docks["Problems"].setWindowTitle(self.problems.title())
        for panel in (self.simulation, self.race, self.facts, self.notes):
            panel.visited.connect(self._visit_hex)
        self.simulation.run_shown.connect(self._simulation_shown)
        self.replay.shown.connect(self._replay_shown)
        self.race.replay_wanted.connect(self._replay_race)
        self.race.save_wanted.connect(self.files.save_data)
        self.pieces.appended.connect(self.hands.append)
        self.pieces.held_by_key.connect(self.go_to_canvas)
        self.tabs.close_wanted.connect(self.close_design)
        self.views.currentChanged.connect(self._view_changed)
        self.start.opened.connect(self._open_from_start)
        self.start.begun.connect(self.files.new)
        self.start.browsed.connect(self.files.open)
        self.start.toured.connect(self.show_tour)
        self.start.left.connect(self._leave_start)

    # Showing

    def _refresh(self) -> None:
        document = self.session.document
        file = f" \N{EN DASH} {document.path.name}" if document.path else ""
        self.setWindowTitle(f"{self.session.design.name or 'Untitled design'}{file}[*] \N{EN DASH} Crest")
        self.setWindowModified(document.changed)
        self.act.refresh()

    def _file_changed(self) -> None:
        self._leave_start()
        self._refresh()
        if self.session.design.spire is not None and not self.session.stage.tiles:
            self.views.setCurrentWidget(self.spire)
        elif self.session.design.dashboards and not self.session.stage.tiles:
            self.views.setCurrentWidget(self.boards)
        if self.session.undo_stack.count() == 0 and self.session.document.view is None:
            self.canvas.fit()

    def _view_changed(self) -> None:
        """Of the boards and the spire the stage's hint and zoom say nothing."""
        self.zoom.setVisible(self.views.currentWidget() is self.canvas)
        self._show_hint(self._usual_hint())
        self.act.refresh()

    def _usual_hint(self) -> str:
        return self.canvas.what_a_click_does() if self.views.currentWidget() is self.canvas else ""

    def _show_hint(self, words: str) -> None:
        if not self._message_end.isActive():
            self.hint.setText(words)
            self.hint.setToolTip(words)

    def show_refusal(self, reason: str) -> None:
        """Say for a few seconds why something cannot be done."""
        self.hint.setStyleSheet("font-weight: bold")
        self.hint.setText(f"\N{WARNING SIGN} {reason}")
        self._message_end.start(REFUSAL)

    def show_message(self, words: str) -> None:
        """Say for a moment what was done."""
        self.hint.setStyleSheet("")
        self.hint.setText(words)
        self._message_end.start(MESSAGE)

    def _end_message(self) -> None:
        self.hint.setStyleSheet("")
        self.hint.setText(self._usual_hint())

    def visit(self, finding: Finding) -> None:
        """Lead to the place of a finding."""
        self._leave_start()
        if finding.place.board is not None:
            self.views.setCurrentWidget(self.boards)
            self.boards.show_slot(finding.place.board, finding.place.slot)
        elif finding.place.path == ALL_BOARDS:
            self.views.setCurrentWidget(self.boards)
            self._show_hint(f"{finding.code}: {finding.message}")
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

    def use_theme(self, name: str) -> None:
        """Use light or dark colours, or the system's."""
        self.settings.setValue("theme", name)
        theme.use(name)

    def overlays_switched(self, checked: bool = False) -> None:
        """Show the overlays that are switched on (``checked`` comes with a switch's signal)."""
        names = [name for name in OVERLAYS if self.actions_by_name[f"overlay-{name}"].isChecked()]
        self.settings.setValue("overlays", " ".join(names))
        self.scene.overlays.show(names)
        self.canvas.legend.show_for(names)
        if checked and {"heat", "line"} & set(names) and self.scene.overlays.report is None:
            self.show_message("Run the simulation (F5): the heat map and the racing line show what it found.")

    def overlays_off(self) -> None:
        """Switch all overlays off."""
        for name in OVERLAYS:
            self.actions_by_name[f"overlay-{name}"].setChecked(False)

    def _simulation_shown(self) -> None:
        self.scene.overlays.show_simulation(*self.simulation.shown)

    def _replay_shown(self, moment: Moment | None) -> None:
        self.scene.replay.show_moment(moment)
        point = self.scene.replay.cars_at().get(moment.frame.driver) if moment is not None else None
        if point is not None:
            self.canvas.ensureVisible(point.x() - 60, point.y() - 60, 120, 120)

    def use_minimap(self, wanted: bool) -> None:
        """Show the minimap when the stage is larger than the view, or never."""
        self.settings.setValue("minimap", "true" if wanted else "false")
        self.canvas.minimap.set_wanted(wanted)

    def use_grid(self, shown: bool) -> None:
        """Show or hide the hexes of the background."""
        self.settings.setValue("grid", "true" if shown else "false")
        self.scene.set_grid(shown)

    def canvas_is_seen(self) -> bool:
        """Whether the canvas is in front."""
        return self.views.currentWidget() is self.canvas and self.pages.currentWidget() is not self.start

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        # Qt sends this while the window is still being made, too.
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "bar"):
            self.scene.set_theme(theme.of_palette(self.palette()))
            self.start.redraw()
            self._draw_icons()
        elif event.type() == QEvent.Type.ActivationChange and self.isActiveWindow():
            # Not within Qt's own handling of the event: a question may be asked.
            QTimer.singleShot(0, self.files.look_for_changes)

    # The start page and the tour

    def show_start(self) -> None:
        """Show the first page; the docks make room for it."""
        if self._working_state is None:
            self._working_state = self.saveState()
            for widget in (*self.docks.values(), self.bar):
                widget.hide()
        self.pages.setCurrentWidget(self.start)
        self.start.new_button.setFocus()
        self._show_hint("Choose a stage, open a file, or begin a new one.")
        self.act.refresh()

    def _leave_start(self) -> None:
        if self._working_state is not None:
            state, self._working_state = self._working_state, None
            self.restoreState(state)
            self._size_docks()
            self.pages.setCurrentIndex(0)
            self.act.refresh()

    def show_tour(self) -> None:
        """Show what the parts of the window are for, in three steps."""
        self._leave_start()
        self.views.setCurrentWidget(self.canvas)

        self.tour = Tour(
            self,
            (
                Step(
                    self.docks["Pieces"],
                    "Lay tiles",
                    "Drag a tile to the canvas, double-click it to put it where the "
                    "road goes on, or type its id above and press Enter. R turns, F flips, Ctrl+Z takes back.",
                    partial(self._show_dock, "Pieces"),
                ),
                Step(
                    self.docks["Problems"],
                    "Check as you build",
                    "What does not fit the rules is listed here and glows "
                    "on its tile. Click a problem to go there, its fix to apply it.",
                    partial(self._show_dock, "Problems"),
                ),
                Step(
                    self.docks["Simulation"],
                    "Drive it",
                    "F5 drives the stage many times with a car of your choice. "
                    "Then Alt+7 shows where cars lose control, and Alt+8 the line of a run. Ctrl+Shift+P finds "
                    "everything else.",
                    partial(self._show_dock, "Simulation"),
                ),
            ),
        )

    def show_reference(self, dialog: QDialog) -> None:
        """Show something to read beside the work."""
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.show()

    # Doing

    def find_piece(self) -> None:
        """Give the keyboard to the filter of the palette."""
        self._show_dock("Pieces")
        self.pieces.tabs.setCurrentIndex(0)
        self.pieces.filter.setFocus()
        self.pieces.filter.selectAll()

    def find_token(self) -> None:
        """Give the keyboard to the tokens of the palette."""
        self._show_dock("Pieces")
        self.pieces.tabs.setCurrentIndex(1)
        self.pieces.tokens.setFocus()
        if not self.pieces.tokens.currentIndex().isValid():
            self.pieces.tokens.setCurrentIndex(self.pieces.tokens.pieces.index(0))

    def go_to_canvas(self) -> None:
        """Give the keyboard to the canvas, with its cursor where the work is."""
        self.views.setCurrentWidget(self.canvas)
        self.canvas.setFocus()
        if self.session.armed and self.canvas.cursor_hex is None:
            piece = self.hands.piece()
            tiles = [placed.hex for placed in self.session.stage]
            if piece is not None and piece.tile:
                self.canvas.move_cursor_to(self.hands.ways(piece.tile)[0])
            elif tiles:
                self.canvas.move_cursor_to(min(self.session.selection, default=tiles[0]))

    def show_commands(self) -> None:
        """Show the searchable list of everything the window can do."""
        entries = [*self.act.listed(), *(("Official stage", action) for action in self.act.menus["official"].actions())]
        self.commands = CommandList(entries, self)
        self.commands.move(self.mapToGlobal(QPoint((self.width() - self.commands.width()) // 2, 70)))
        self.commands.show()
        self.commands.field.setFocus()

    def run_simulation(self) -> None:
        """Run a batch and show its panel; on the spire, climb it."""
        self._leave_start()
        if self.views.currentWidget() is self.spire:
            self.spire.climb()
            return
        self._show_dock("Simulation")
        self.simulation.run()

    def run_race(self) -> None:
        """Race once with the drivers of the race panel, and show the race in the replay."""
        self._show_dock("Race")
        self.race.race_once()

    def _replay_race(self, log: RaceLog) -> None:
        self._show_replay()
        if self.replay.load(log):
            self.replay.playback.play_or_pause()

    def replay_run(self) -> None:
        """Play the run that the simulation shows."""
        self._show_replay()
        if self.replay.replay_run():
            self.replay.playback.play_or_pause()

    def open_log(self) -> None:
        """Ask for a saved log and show its start."""
        self._show_replay()
        self.replay.open()

    def save_log(self) -> None:
        """Save the log of the run that the simulation shows."""
        run = self.simulation.run_log
        if run is None:
            self.show_refusal("There is no run of this design to save yet: run the simulation (F5) first.")
        else:
            self.files.save_log(run.to_data())

    def _show_dock(self, name: str) -> None:
        self._leave_start()
        self.docks[name].show()
        self.docks[name].raise_()

    def _show_replay(self) -> None:
        self._show_dock("Replay")
        self.views.setCurrentWidget(self.canvas)

    def arrange(self) -> None:
        """Turn the stage as it fills the view best, centre it and show it whole."""
        area = self.canvas.viewport().size()

        def size(stage: Stage) -> float:
            xs, ys = zip(*(centre(tile.hex) for tile in stage), strict=True)
            return float(min(area.width() / (max(xs) - min(xs) + 520), area.height() / (max(ys) - min(ys) + 452)))

        def change(stage: Stage) -> Stage:
            turned = [stage_edits.rotate_all(stage, steps) for steps in range(6)]
            # A little better is not worth a turn.
            return stage_edits.centred(max(turned, key=lambda one: (round(size(one), 3), one == stage)))

        self.hands.whole("Arrange for the view", change)

    def edit_properties(self) -> None:
        """Edit name, author, notes, event and owned boxes as one undoable step."""
        dialog = DesignDialog(self.session.design, self)
        if dialog.exec() == QDialog.DialogCode.Accepted:
            self.session.edit("Change the design's facts", dialog.changed_design)

    def close_design(self, document: Document | None = None) -> None:
        """Close a design (the one in front when none is given), after asking when it is changed."""
        self.files.close(document)

    def _fill_official(self) -> None:
        menu = self.act.menus["official"]
        for name, path in official_stages():
            menu.addAction(name).triggered.connect(partial(self._open_official, path))
        menu.setEnabled(not menu.isEmpty())

    def _open_from_start(self, path: Path, as_copy: bool) -> None:
        if self.files.open_path(path, as_copy=as_copy):
            self._leave_start()

    def _open_official(self, path: Path, checked: bool = False) -> None:
        self.files.open_path(path, as_copy=True)

    def _fill_recent(self) -> None:
        menu = self.act.menus["recent"]
        menu.clear()
        for name in self.files.recent():
            menu.addAction(name).triggered.connect(partial(self._open_recent, Path(name)))
        if menu.isEmpty():
            menu.addAction("No recent files").setEnabled(False)

    def _open_recent(self, path: Path, checked: bool = False) -> None:
        self.files.open_path(path)

    def menu_for(self, place: Hex) -> QMenu:
        """The menu of a hex: what can be done with its tile and tokens, and fixes of its problems."""
        menu = QMenu(self)
        act = self.actions_by_name
        tile = self.session.tile(place)
        if tile is None:
            menu.addActions([act[name] for name in ("paste", "find", "stage-fill", "fit")])
            return menu
        fixes = [
            (finding, fix)
            for finding in self.session.findings
            if finding.place.hex == place and finding.waived is None
            for fix in finding.fixes
        ]
        for finding, fix in fixes:
            menu.addAction(f"Fix: {fix.name}").triggered.connect(partial(self.problems.apply, finding, fix))
        if fixes:
            menu.addSeparator()
        for name in parts("turn turn-back flip mirror |cut copy duplicate remove |select-connected"):
            menu.addAction(act[name]) if name else menu.addSeparator()
        menu.addSeparator()
        add = menu.addMenu("Put a token")
        for piece in token_pieces():
            action = add.addAction(token_name(piece.token, piece.value))
            action.setEnabled(not self.hands.refusal(piece, place))
            action.triggered.connect(partial(self._put, piece, place))
        for token in tile.tokens:
            name = f"{name_of(token)} on {token.place}" if token.kind in KINDS and token.place else name_of(token)
            menu.addAction(f"Take {name} off").triggered.connect(partial(self._take, place, token))
            if token.kind in KINDS:
                menu.addAction(f"Turn {name}").triggered.connect(partial(self._turn_token, place, token))
        return menu

    def _turn_token(self, place: Hex, token: Token, checked: bool = False) -> None:
        self.hands.turn_token(place, token)

    def _put(self, piece: Piece, place: Hex, checked: bool = False) -> None:
        self.hands.place_piece(piece, place)

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

    def _restore_layout(self) -> None:
        for name, restore in (("geometry", self.restoreGeometry), ("layout", self.restoreState)):
            stored = self.settings.value(name)
            if stored is not None:
                restore(stored)

    def reset_layout(self) -> None:
        """Put all panels back where they were at first."""
        self._leave_start()
        self.settings.remove("layout")
        self.restoreState(self._first_state)
        for dock in self.docks.values():
            dock.show()
        self.docks["Problems"].raise_()
        self._size_docks()

    def _first_size(self) -> QSize:
        """As large as is comfortable, and never larger than the screen (the frame of the window needs room, too)."""
        return QSize(1360, 860).boundedTo(self.screen().availableGeometry().size() - QSize(16, 48))

    def _size_docks(self) -> None:
        """Give the docks sensible sizes, unless the user has chosen some."""
        if self.settings.value("layout") is None:
            size_docks(self, self.docks)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._fit_wanted:
            # Only now is the canvas as large as it will be.
            self._fit_wanted = False
            if self._working_state is None:
                self._size_docks()
            QTimer.singleShot(0, self.canvas.fit)

    def closeEvent(self, event: QCloseEvent) -> None:
        if not self.files.may_quit():
            event.ignore()
            return
        self.simulation.stop()
        self.race.stop()
        self.sharing.stop()
        self.boards.stop()
        self.spire.stop()
        self.room.give_back()
        if self.recovery is not None:
            self.recovery.end()
        self.pieces.remember()
        self.settings.setValue("geometry", self.saveGeometry())
        self.settings.setValue("layout", self._working_state or self.saveState())
        event.accept()
