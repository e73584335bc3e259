"""Racing on the design: who drives, one race to be replayed or many to be summed up, and what came of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFontDatabase, QGuiApplication, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QMenu,
    QPlainTextEdit,
    QPushButton,
    QScrollArea,
    QSpinBox,
    QSplitter,
    QTabWidget,
    QToolButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from designer.design.document import Design
from designer.design.hexes import Hex
from designer.model.compiled import compile_design
from designer.rules import load_fitting
from designer.simulator.common.figures import average
from designer.simulator.rally.batches import Progress
from designer.simulator.rally.race_log import RaceLog
from designer.simulator.rally.race_report import DriverFigures, RaceReport
from designer.simulator.rally.races import Driver, run_race, run_races
from designer.simulator.rally.whereabouts import TileShare
from designer.ui.batch_control import BatchControl
from designer.ui.canvas.replay_marks import car_icon
from designer.ui.panels.keys import keep_keys
from designer.ui.panels.race_drivers import DriverRows, first_drivers
from designer.ui.panels.simulation import drives_alike
from designer.ui.session import Document, Session
from designer.words import listed, number_of

HEX_ROLE = Qt.ItemDataRole.UserRole
NOTHING_YET = (
    "Choose who drives. One race is played into the replay, space by space; many races tell who wins, how "
    "often, and where it happens."
)
COLUMNS = ("Driver", "Wins", "Mean time", "Best", "Behind", "Turns", "Control lost", "Damage", "Held up", "Pushes")
#: House rules that a race is told by: what is said where they hold.
SAID = (
    ("push.allowed", "cars push"),
    ("weather.allowed", "the weather may turn"),
    ("handbrake.allowed", "handbrake turns"),
    ("spare_tyre.allowed", "spare tyres"),
)


def _one(
    designs: tuple[Design, ...], drivers: tuple[Driver, ...], seed: int, number: int, progress: Progress
) -> RaceLog:
    """One race, as its process makes it."""
    return run_race(designs, drivers, seed=seed, number=number)


def _many(
    designs: tuple[Design, ...], drivers: tuple[Driver, ...], runs: int, seed: int, progress: Progress
) -> RaceReport:
    """Many races, as their process makes them."""
    return run_races(designs, drivers, runs=runs, seed=seed, progress=progress)


@dataclass(frozen=True, slots=True)
class Raced:
    """What was raced: the designs of the stages, drivers, and the report of many races or the log of one."""

    designs: tuple[Design, ...]
    drivers: tuple[Driver, ...]
    report: RaceReport | None
    log: RaceLog

    def is_of(self, designs: tuple[Design, ...], drivers: tuple[Driver, ...], seed: int) -> bool:
        """Whether it is of the same batch as races of these."""
        return (self.drivers, self.log.seed) == (drivers, seed) and self.on(designs)

    def on(self, designs: tuple[Design, ...]) -> bool:
        """Whether these designs drive like those that were raced on."""
        return len(self.designs) == len(designs) and all(map(drives_alike, self.designs, designs))


@dataclass(slots=True)
class RaceNotes:
    """What the panel remembers of a document: who drives, which further stages, what came of it, or why nothing did."""

    drivers: tuple[Driver, ...]
    stages: list[Document] = field(default_factory=list)
    raced: Raced | None = None
    failed: str = ""


class RacePanel(QWidget):
    """Races on the session's design. ``visited`` carries a hex to show, ``replay_wanted`` a race to replay,
    ``save_wanted`` data and what it is ("log" or "report")."""

    visited = Signal(object)
    replay_wanted = Signal(object)
    save_wanted = Signal(object, str)
    finished = Signal()

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        #: The document and the designs that are being raced, and by whom.
        self._task: tuple[Document, tuple[Design, ...], tuple[Driver, ...]] | None = None
        self._shown: Raced | None = None
        self.seen = True
        self._followed: tuple[Design, RaceNotes] | None = None
        self.about = QLabel()
        self.about.setObjectName("what-is-raced")
        self.about.setWordWrap(True)
        self.rows = DriverRows()
        self.stages_button = QToolButton()
        self.stages_button.setText("Further stages")
        self.stages_button.setToolTip("Other open designs that are driven after this one: together they are a rally")
        self.stages_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.stages_menu = QMenu(self.stages_button)
        self.stages_button.setMenu(self.stages_menu)
        self.runs = QSpinBox()
        self.runs.setRange(1, 10_000)
        self.runs.setValue(50)
        self.runs.setSuffix(" races")
        self.runs.setAccessibleName("Races")
        self.seed = QSpinBox()
        self.seed.setRange(0, 2_000_000_000)
        self.seed.setValue(1)
        self.seed.setPrefix("Seed ")
        self.seed.setToolTip("The same seed gives the same races on every machine")
        self.once_button = QPushButton("Race once")
        self.once_button.setObjectName("once")
        self.once_button.setToolTip("Play one race and show it in the replay; once again plays the next of this seed")
        self.control = BatchControl("Race many", self)
        self.number = QSpinBox()
        self.number.setRange(1, 1)
        self.number.setPrefix("Race ")
        self.number.setAccessibleName("Number of the race")
        self.replay_button = QToolButton()
        self.replay_button.setText("Replay")
        self.replay_button.setToolTip("Show this race in the replay")
        self.more_button = QToolButton()
        self.more_button.setText("Keep")
        self.more_button.setToolTip("Save the race or the report, or copy the report")
        self.more_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(self.more_button)
        self.save_log = menu.addAction("Save the race\N{HORIZONTAL ELLIPSIS}", self._save_log)
        self.save_report = menu.addAction("Save the report\N{HORIZONTAL ELLIPSIS}", self._save_report)
        self.copy = menu.addAction("Copy the report as text", self._copy)
        self.more_button.setMenu(menu)
        self.summary = QLabel(NOTHING_YET)
        self.summary.setObjectName("race-summary")
        self.summary.setWordWrap(True)
        self.summary.setTextFormat(Qt.TextFormat.PlainText)
        self.summary.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.summary.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.table = _tree("drivers", COLUMNS)
        self.places = _tree("places", ("Tile", "At", "Control lost", "Damage", "Held up"))
        self.text = QPlainTextEdit()
        self.text.setObjectName("race-report")
        self.text.setReadOnly(True)
        self.text.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.text.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self._lay_out()
        self._connect()
        self.refresh()

    def _lay_out(self) -> None:
        left = QVBoxLayout()
        left.setContentsMargins(0, 0, 4, 0)
        left.setSpacing(4)
        for narrow in (
            self.about,
            self.stages_button,
            self.control.cancel_button,
            self.runs,
            self.seed,
            self.control.progress,
            self.number,
        ):
            narrow.setMinimumWidth(52)
        for widgets in (
            (self.about, self.stages_button),
            (self.once_button, self.control.run_button, self.control.cancel_button),
            (self.runs, self.seed, self.control.progress),
        ):
            line = QHBoxLayout()
            line.setSpacing(4)
            for widget in widgets:
                line.addWidget(widget, 0 if widget is self.stages_button else 1)
            left.addLayout(line)
        # Drivers that come to it scroll here, so that they never make the window larger.
        room = QScrollArea()
        room.setFrameShape(QFrame.Shape.NoFrame)
        room.setWidgetResizable(True)
        room.setWidget(self.rows)
        room.setMinimumWidth(120)
        left.addWidget(room, 1)
        side = QWidget()
        side.setLayout(left)
        self.tabs = QTabWidget()
        self.tabs.setDocumentMode(True)
        self.tabs.addTab(self.table, "Drivers")
        self.tabs.addTab(self.places, "Where")
        self.tabs.addTab(self.text, "Report")
        corner = QWidget()
        inside = QHBoxLayout(corner)
        inside.setContentsMargins(0, 0, 0, 2)
        for widget in (self.number, self.replay_button, self.more_button):
            inside.addWidget(widget)
        self.tabs.setCornerWidget(corner)
        right = QVBoxLayout()
        right.setContentsMargins(4, 0, 0, 0)
        right.addWidget(self.summary)
        right.addWidget(self.tabs, 1)
        results = QWidget()
        results.setLayout(right)
        results.setMinimumWidth(160)
        whole = self.parts = QSplitter()
        whole.addWidget(side)
        whole.addWidget(results)
        whole.setChildrenCollapsible(False)
        whole.setStretchFactor(0, 4)
        whole.setStretchFactor(1, 5)
        whole.setSizes([470, 560])
        layout = QVBoxLayout(self)
        layout.setContentsMargins(6, 6, 6, 6)
        layout.addWidget(whole)

    def _connect(self) -> None:
        self.rows.changed.connect(self._drivers_changed)
        self.stages_menu.aboutToShow.connect(self._fill_stages)
        self.runs.valueChanged.connect(self.control.wait_for)
        self.once_button.clicked.connect(self.race_once)
        self.control.run_button.clicked.connect(self.race_many)
        self.control.changed.connect(self._refresh_buttons)
        self.control.ended.connect(self._ended)
        self.control.failed.connect(self._failed)
        self.replay_button.clicked.connect(self.replay)
        self.places.itemClicked.connect(self._visit)
        self.table.itemActivated.connect(self._replay_best)
        keep_keys(self.table, self.places, self.text)
        self.control.wait_for(self.runs.value())
        self.session.changed.connect(self._follow)
        self.session.documents_changed.connect(self._documents_changed)

    # What is raced

    @property
    def notes(self) -> RaceNotes:
        """What is remembered of the document in front."""
        document = self.session.document
        if not isinstance(document.race, RaceNotes):
            document.race = RaceNotes(first_drivers(document.design))
        return document.race

    @property
    def raced(self) -> Raced | None:
        """What came of the races of the design in front."""
        return self.notes.raced

    @property
    def designs(self) -> tuple[Design, ...]:
        """The stages: the design in front and those ticked beside it."""
        return self.session.design, *(document.design for document in self.notes.stages)

    @property
    def out_of_date(self) -> str:
        """What has changed since: the design in front (or a further stage), or who drives; empty when nothing has."""
        raced = self.raced
        if raced is None:
            return ""
        if not raced.on(self.designs):
            return "the design has changed since"
        return "the drivers have changed since" if raced.drivers != self.notes.drivers else ""

    def refresh(self) -> None:
        """Show who drives on the design in front, and what is raced there."""
        design, notes = self.session.design, self.notes
        notes.stages = [
            document
            for document in notes.stages
            if document in self.session.documents and document is not self.session.document
        ]
        if self._followed != (design, notes):
            self._followed = design, notes
            self.rows.show_drivers(notes.drivers, design, _tries(design, notes))
        self.about.setText(_what(self.designs))
        self.stages_button.setText(f"Further stages ({len(notes.stages)})" if notes.stages else "Further stages")
        if self._shown is not notes.raced:
            self._show()
        self._tell()

    def _follow(self) -> None:
        if self.seen:
            self.refresh()
        elif self._shown is not self.raced:
            self._show()

    def set_seen(self, seen: bool) -> None:
        """Follow the design while the panel is in sight (a dock behind another counts as shown for Qt)."""
        self.seen = seen
        if seen:
            self.refresh()

    def _documents_changed(self) -> None:
        """End the races of a design that was closed."""
        if self._task is not None and self._task[0] not in self.session.documents:
            self.control.cancel()
        self._follow()

    def _drivers_changed(self) -> None:
        self.notes.drivers = self.rows.drivers()
        self._tell()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        # In a narrow dock the results lie below the drivers.
        wide = event.size().width() > event.size().height()
        self.parts.setOrientation(Qt.Orientation.Horizontal if wide else Qt.Orientation.Vertical)

    def _fill_stages(self) -> None:
        """List the other open designs that have a stage; those that are ticked are driven in the order of the tabs."""
        self.stages_menu.clear()
        for document in self.session.documents:
            if document is not self.session.document and document.design.stage is not None:
                action = self.stages_menu.addAction(document.title)
                action.setCheckable(True)
                action.setChecked(document in self.notes.stages)
                action.toggled.connect(lambda on, one=document: self.use_stage(one, on))
        if self.stages_menu.isEmpty():
            self.stages_menu.addAction("Open further stages first").setEnabled(False)

    def use_stage(self, document: Document, on: bool) -> None:
        """Drive another open design after this one, or no longer."""
        chosen = {id(one) for one in self.notes.stages} - {id(document)} | ({id(document)} if on else set())
        self.notes.stages = [one for one in self.session.documents if id(one) in chosen]
        self._followed = None
        self.refresh()

    # Racing

    @property
    def running(self) -> bool:
        """Whether a race or many are under way."""
        return self.control.running

    def race_once(self) -> None:
        """Race once and show it in the replay: the first race of the seed, or the next one after that."""
        raced, seed = self.raced, self.seed.value()
        again = raced is not None and raced.is_of(self.designs, self.notes.drivers, seed)
        number = raced.log.number + 1 if raced is not None and again else 0
        self._start(_one, self.notes.drivers, self.designs, (seed, number), 1)

    def race_many(self) -> None:
        """Race as often as is asked for."""
        self._start(_many, self.notes.drivers, self.designs, (self.runs.value(), self.seed.value()), self.runs.value())

    def replay(self) -> None:
        """Show the chosen race in the replay; it is raced again if it was not kept."""
        raced, number = self.raced, self.number.value() - 1
        if raced is None:
            return
        if number == raced.log.number:
            self.replay_wanted.emit(raced.log)
        else:
            self._start(_one, raced.drivers, raced.designs, (raced.log.seed, number), 1)

    def _start(
        self, work: Any, drivers: tuple[Driver, ...], designs: tuple[Design, ...], numbers: tuple[int, ...], total: int
    ) -> None:
        if self.control.running:
            return
        self.refresh()
        self.notes.failed = _unnamed(drivers)
        if self.notes.failed:
            self._tell()
            return
        self._task = self.session.document, designs, drivers
        self.control.start(work, (designs, drivers, *numbers), total)
        self._tell()

    def stop(self) -> None:
        """End the races before the window goes."""
        self.control.stop()

    def _ended(self, result: RaceReport | RaceLog) -> None:
        assert self._task is not None
        (document, designs, drivers), self._task = self._task, None
        if isinstance(document.race, RaceNotes):
            before = document.race.raced
            if isinstance(result, RaceReport):
                document.race.raced = Raced(designs, drivers, result, result.sample)
            else:
                # A race of the batch that is shown is another one of its races; else it stands alone.
                same = before is not None and before.is_of(designs, drivers, result.seed)
                document.race.raced = Raced(designs, drivers, before.report if before and same else None, result)
        self._show()
        if isinstance(result, RaceLog) and document is self.session.document:
            self.replay_wanted.emit(result)
        self.finished.emit()

    def _failed(self, reason: str) -> None:
        task, self._task = self._task, None
        # What was found out before stays.
        if task is not None and isinstance(task[0].race, RaceNotes):
            task[0].race.failed = reason
        self._show()
        self.finished.emit()

    # Showing

    def _tell(self) -> None:
        """Say what is under way, what came of it, and whether it still holds."""
        raced = self.raced
        lines = [self.notes.failed] if self.notes.failed else []
        if self._task is not None:
            lines.append(f"Racing on {self._task[0].title} \N{HORIZONTAL ELLIPSIS}")
        if raced is not None:
            lines.append(_told(raced))
            if self.out_of_date:
                lines.append(f"Out of date: {self.out_of_date}. Race again.")
        self.summary.setText("\n".join(lines) or NOTHING_YET)
        font = self.summary.font()
        font.setBold(bool(self.out_of_date))
        self.summary.setFont(font)
        self._refresh_buttons()

    def _refresh_buttons(self) -> None:
        raced = self.raced
        self.once_button.setEnabled(not self.control.running)
        self.replay_button.setEnabled(raced is not None and not self.control.running)
        self.number.setEnabled(raced is not None)
        self.more_button.setEnabled(raced is not None)
        for action in (self.save_report, self.copy):
            action.setEnabled(raced is not None and raced.report is not None)

    def _show(self) -> None:
        """Show what is known of the design in front."""
        raced = self._shown = self.raced
        self.table.clear()
        self.places.clear()
        self.text.clear()
        self.number.setRange(1, 1)
        if raced is not None:
            runs = raced.report.runs if raced.report is not None else 1
            self.number.setRange(1, max(runs, raced.log.number + 1))
            self.number.setValue(raced.log.number + 1)
            if raced.report is not None:
                self._show_report(raced.report)
                self.text.setPlainText(raced.report.text())
            else:
                self.text.setPlainText("\n".join(raced.log.commentary()))
        self.tabs.setTabText(2, "Report" if raced is None or raced.report is not None else "Commentary")
        alone = raced is not None and raced.report is None
        self.tabs.setTabEnabled(0, not alone)
        self.tabs.setTabEnabled(1, not alone)
        if alone:
            self.tabs.setCurrentIndex(2)
        self._tell()

    def _show_report(self, report: RaceReport) -> None:
        order = {figures.name: number for number, figures in enumerate(report.drivers, 1)}
        for figures in sorted(report.drivers, key=lambda one: -one.wins):
            row = QTreeWidgetItem(_cells(figures, report))
            row.setIcon(0, car_icon(figures.name, order[figures.name]))
            row.setToolTip(
                0,
                f"<p>{escape(', '.join(figures.cars))}; {figures.policy}</p>"
                "<p>Double-click to replay the race of the best time</p>",
            )
            row.setToolTip(
                1, "Places: " + ", ".join(f"{place}. in {100 * share:.0f} %" for place, share in figures.places.items())
            )
            _to_the_right(row, 1)
            self.table.addTopLevelItem(row)
        self.table.setColumnHidden(len(COLUMNS) - 1, all(figures.contact is None for figures in report.drivers))
        # Further stages lie on other designs, so that only the first one's tiles can be shown.
        stage = report.stages[0]
        lost, drawn, held = stage.losses.by_tile, stage.drawn.by_tile, stage.held_up.by_tile
        tiles: dict[Hex, TileShare] = {**held, **drawn, **lost}
        for share in sorted(tiles.values(), key=lambda one: -(_mean(lost, one) + _mean(held, one))):
            row = QTreeWidgetItem(
                [
                    share.tile,
                    f"{share.hex.q}, {share.hex.r}",
                    *(f"{_mean(found, share):.2f}" for found in (lost, drawn, held)),
                ]
            )
            row.setData(0, HEX_ROLE, Hex(*share.hex))
            _to_the_right(row, 2)
            self.places.addTopLevelItem(row)

    def _replay_best(self, row: QTreeWidgetItem) -> None:
        """Replay the race in which the driver of a row was fastest."""
        report = self.raced.report if self.raced is not None else None
        figures = report.driver(row.text(0)) if report is not None else None
        if figures is not None and figures.finished:
            self.number.setValue(figures.times.index(min(figures.finished)) + 1)
            self.replay()

    def _visit(self, row: QTreeWidgetItem) -> None:
        self.visited.emit(row.data(0, HEX_ROLE))

    # Keeping

    def _save_log(self) -> None:
        if self.raced is not None:
            self.save_wanted.emit(self.raced.log.to_data(), "race")

    def _save_report(self) -> None:
        if self.raced is not None and self.raced.report is not None:
            self.save_wanted.emit(self.raced.report.to_data(), "report")

    def _copy(self) -> None:
        if self.raced is not None and self.raced.report is not None:
            QGuiApplication.clipboard().setText(self.raced.report.text())


def _tree(name: str, columns: Sequence[str]) -> QTreeWidget:
    """A list of rows."""
    tree = QTreeWidget()
    tree.setObjectName(name)
    tree.setHeaderLabels(list(columns))
    tree.headerItem().setTextAlignment(0, Qt.AlignmentFlag.AlignLeft)
    _to_the_right(tree.headerItem(), 2 if columns[1] == "At" else 1)
    tree.setRootIsDecorated(False)
    tree.setAlternatingRowColors(True)
    tree.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
    tree.header().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
    return tree


def _to_the_right(row: QTreeWidgetItem, first: int) -> None:
    """Let the numbers of a row stand on the right, from a column on."""
    for column in range(first, row.columnCount()):
        row.setTextAlignment(column, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)


def _mean(found: Mapping[Hex, TileShare], share: TileShare) -> float:
    here: TileShare | None = found.get(share.hex)
    return here.mean if here is not None else 0.0


def _tries(design: Design, notes: RaceNotes) -> int:
    """How often each drives the stage."""
    event = design.event
    if event is None or event.kind != "hillclimb" or notes.stages:
        return 1
    return event.tries or load_fitting(design.house_rules).number("hillclimb.tries")


def _what(designs: Sequence[Design]) -> str:
    """What is raced, in a sentence, and the house rules that matter most; in a rally with the stages that have them."""
    design, further = designs[0], len(designs) - 1
    rules, event = load_fitting(design.house_rules), design.event
    if design.stage is None or not design.stage.tiles:
        what = "There is no stage to race on yet."
    elif further:
        what = f"A rally of {further + 1} stages: the sum of the times counts."
    elif compile_design(design).route.kind == "circuit":
        what = f"Rallycross over {number_of(compile_design(design).laps, 'lap')}."
    elif event is not None and event.kind == "hillclimb":
        what = f"A hillclimb, {event.tries or rules.number('hillclimb.tries')} tries for each driver."
    else:
        what = "A race on this stage."
    said = []
    for name, words in SAID:
        where = [
            number
            for number, one in enumerate(designs, 1)
            if name in one.house_rules and load_fitting(one.house_rules).switch(name)
        ]
        if where:
            said.append(f"{words} (stage {listed([str(number) for number in where])})" if further else words)
    return f"{what} House rules: {', '.join(said)}." if said else what


def _unnamed(drivers: Sequence[Driver]) -> str:
    """What is wrong with the names of the drivers, if anything is."""
    if not all(driver.name for driver in drivers):
        return "Every driver needs a name."
    return ""


def _told(raced: Raced) -> str:
    """What came of it, in a line."""
    if raced.report is None:
        places = [f"{placing.place}. {placing.driver} {placing.result()}" for placing in raced.log.ranking]
        return f"Race {raced.log.number + 1} of seed {raced.log.seed}: {', '.join(places)}."
    best = max(raced.report.drivers, key=lambda figures: figures.wins)
    words = f"{number_of(raced.report.runs, 'race')}, seed {raced.report.seed}. "
    if len(raced.report.drivers) > 1:
        words += f"{best.name} wins {100 * best.wins:.0f} % of them."
    return words.strip()


def _cells(figures: DriverFigures, report: RaceReport) -> list[str]:
    times, seconds = figures.finished, report.gaps_in == "seconds"
    unit = " s" if seconds else " rounds"
    return [
        figures.name,
        f"{100 * figures.wins:.0f} %",
        f"{average(times):.0f}{unit}" if times else "none",
        f"{min(times)}{unit}" if times else "none",
        f"{average(figures.gaps):.1f}{unit}" if figures.gaps else "none",
        f"{figures.turns:.1f}",
        f"{figures.losses:.2f}",
        f"{figures.damage:.2f}",
        f"{figures.held_up:.2f}",
        f"{figures.contact.pushes:.2f}" if figures.contact is not None else "",
    ]
