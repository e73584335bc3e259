"""Climbing the spire many times: policies by seat, progress and cancel, shares with intervals, swaps to apply."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPlainTextEdit,
    QPushButton,
    QScrollArea,
    QSpinBox,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from designer.design.document import Design
from designer.design.spire import Spire
from designer.simulator.common.figures import Share
from designer.simulator.rally.batches import Progress
from designer.simulator.spire import players
from designer.simulator.spire.batches import run_batch
from designer.simulator.spire.report import SpireReport
from designer.simulator.spire.seats import seats_of
from designer.simulator.spire.tuning import Suggestion
from designer.ui.batch_control import BatchControl
from designer.ui.session import Session
from designer.ui.spire.charts import CountBars, ShareBars
from designer.ui.spire.options import SEEDS

SEATS = 6
SUGGESTION_ROLE = Qt.ItemDataRole.UserRole
BY = ("seat", "character", "Start column", "player", "place in the last round")


def climb_many(
    design: Design,
    policies: tuple[str, ...],
    games: int,
    seed: int,
    fresh: bool,
    random_starts: bool,
    random_characters: bool,
    progress: Progress,
) -> SpireReport:
    """A batch, as its process makes it."""
    return run_batch(
        design,
        policies=policies,
        games=games,
        seed=seed,
        fresh=fresh,
        random_starts=random_starts,
        random_characters=random_characters,
        progress=progress,
    )


class ClimbingPanel(QWidget):
    """Runs batches of the session's spire. ``shown`` tells that there is another report (or none), ``finished`` that
    a batch is over, ``apply_wanted`` carries a suggestion to apply."""

    shown = Signal()
    finished = Signal()
    apply_wanted = Signal(object)

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.report: SpireReport | None = None
        #: The spire that the report is about: its heat and its swaps fit no other.
        self.spire: Spire | None = None
        self._asked: Spire | None = None
        self.policies: list[tuple[QLabel, QComboBox]] = []
        for number in range(SEATS):
            box = QComboBox()
            box.addItems(players.names())
            box.setCurrentText("expected-value")
            box.setAccessibleName(f"Player of seat {number + 1}")
            self.policies.append((QLabel(f"Seat {number + 1}"), box))
        self.games = QSpinBox()
        self.games.setRange(1, 100_000)
        self.games.setValue(500)
        self.games.setSuffix(" games")
        self.seed = QSpinBox()
        self.seed.setRange(0, SEEDS)
        self.seed.setValue(1)
        self.seed.setPrefix("Seed ")
        self.fresh = QCheckBox("Deal anew for each game")
        self.random_starts = QCheckBox("Draw the Starts")
        self.random_starts.setToolTip("Start cards are drawn instead of chosen, so that columns can be compared")
        self.random_characters = QCheckBox("Draw the characters")
        self.random_characters.setToolTip("Characters are drawn instead of chosen, so that they can be compared")
        self.control = BatchControl("Climb", self)
        self.run_button, self.cancel_button = self.control.run_button, self.control.cancel_button
        self.progress = self.control.progress
        self.control.wait_for(self.games.value())
        self.games.valueChanged.connect(self.control.wait_for)
        self.summary = QLabel("Choose who climbs; win shares, falls and advice appear here.")
        self.summary.setWordWrap(True)
        self.summary.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.by = QComboBox()
        self.by.addItems([f"Wins by {name}" for name in BY])
        self.shares = ShareBars()
        self.rounds = CountBars("rounds")
        self.falls = CountBars("falls in a game")
        self.deckings = CountBars("deckings in a game")
        self.text = QPlainTextEdit()
        self.text.setReadOnly(True)
        self.suggestions = QListWidget()
        self.suggestions.setWordWrap(True)
        self.apply_button = QPushButton("Exchange these cards")
        self._lay_out()
        self.run_button.clicked.connect(self.run)
        self.control.ended.connect(self._ended)
        self.control.failed.connect(self._failed)
        self.by.currentIndexChanged.connect(lambda _: self._show_shares())
        self.apply_button.clicked.connect(self.apply_suggestion)
        self.suggestions.itemActivated.connect(lambda _: self.apply_suggestion())
        self.suggestions.currentRowChanged.connect(lambda _: self._refresh_apply())
        session.changed.connect(self.refresh)
        self.refresh()

    def _lay_out(self) -> None:
        who = QGridLayout()
        for number, (label, box) in enumerate(self.policies):
            who.addWidget(label, number // 2, 2 * (number % 2))
            who.addWidget(box, number // 2, 2 * (number % 2) + 1)
        who.setColumnStretch(1, 1)
        who.setColumnStretch(3, 1)
        numbers, ticks, buttons = QHBoxLayout(), QHBoxLayout(), QHBoxLayout()
        for row, widgets in (
            (numbers, (self.games, self.seed)),
            (ticks, (self.fresh, self.random_starts, self.random_characters)),
            (buttons, (self.run_button, self.cancel_button, self.progress)),
        ):
            for widget in widgets:
                row.addWidget(widget)
        wins = QWidget()
        wins_layout = QVBoxLayout(wins)
        wins_layout.setContentsMargins(4, 4, 4, 4)
        wins_layout.addWidget(self.by)
        wins_layout.addWidget(self.shares, 1)
        counts = QWidget()
        counts_layout = QVBoxLayout(counts)
        counts_layout.setContentsMargins(4, 4, 4, 4)
        for chart in (self.rounds, self.falls, self.deckings):
            counts_layout.addWidget(chart, 1)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QScrollArea.Shape.NoFrame)
        scroll.setWidget(counts)
        advice = QWidget()
        advice_layout = QVBoxLayout(advice)
        advice_layout.setContentsMargins(4, 4, 4, 4)
        hint = QLabel("Exchanges that should make the columns more even: a forecast, climb again to check.")
        hint.setWordWrap(True)
        for part in (hint, self.suggestions, self.apply_button):
            advice_layout.addWidget(part)
        self.tabs = QTabWidget()
        self.tabs.setDocumentMode(True)
        for words, page in (("Wins", wins), ("Rounds, falls", scroll), ("Advice", advice), ("Report", self.text)):
            self.tabs.addTab(page, words)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(6, 6, 6, 6)
        for inner in (who, numbers, ticks, buttons):
            layout.addLayout(inner)
        layout.addWidget(self.summary)
        layout.addWidget(self.tabs, 1)

    # Running

    @property
    def running(self) -> bool:
        """Whether a batch is under way."""
        return self.control.running

    def chosen(self) -> tuple[str, ...]:
        """The players by seat."""
        return tuple(box.currentText() for _, box in self.policies[: seats_of(self.session.design.spire)])

    def refresh(self) -> None:
        """Follow the design: seats, and whether the report still fits the spire."""
        count = min(SEATS, seats_of(self.session.design.spire))
        for number, (label, box) in enumerate(self.policies):
            label.setVisible(number < count)
            box.setVisible(number < count)
        self.control.allow(count > 0)
        self._refresh_apply()

    @property
    def fits(self) -> bool:
        """Whether the report is about the spire as it is now."""
        return self.report is not None and self.spire == self.session.design.spire

    def run(self) -> None:
        """Climb the spire as it is now."""
        if self.control.running or not self.chosen():
            return
        design = self.session.design
        self._asked = design.spire
        task = (
            design,
            self.chosen(),
            self.games.value(),
            self.seed.value(),
            self.fresh.isChecked(),
            self.random_starts.isChecked(),
            self.random_characters.isChecked(),
        )
        self.summary.setText("Climbing \N{HORIZONTAL ELLIPSIS}")
        self.control.start(climb_many, task, self.games.value())

    def cancel(self) -> None:
        """End the batch under way."""
        self.control.cancel()

    def stop(self) -> None:
        """End the batch before the window goes."""
        self.control.stop()

    def _ended(self, report: SpireReport) -> None:
        self.report, self.spire = report, self._asked
        self._show(report)
        self._over()

    def _failed(self, reason: str) -> None:
        self.summary.setText(reason)
        self._over()

    def _over(self) -> None:
        self.refresh()
        self.shown.emit()
        self.finished.emit()

    # Showing

    def _show(self, report: SpireReport) -> None:
        tally, games = report.tally, report.games
        falls = sum(times * count for times, count in tally.falls.items())
        decks = sum(times * count for times, count in tally.deckings.items())
        rounds = sum(times * count for times, count in tally.rounds.items())
        self.summary.setText(
            f"{games} games, {rounds / games:.1f} rounds on average; {falls / games:.2f} falls and "
            f"{decks / games:.2f} deckings a game; nobody reached an anchor in {100 * report.no_anchor().share:.1f} %, "
            f"stuck {tally.stuck}." + "".join(f" {note}" for note in report.facts["notes"])
        )
        self._show_shares()
        self.rounds.show_counts(tally.rounds)
        self.falls.show_counts(tally.falls)
        self.deckings.show_counts(tally.deckings)
        self.text.setPlainText(report.text())
        self.suggestions.clear()
        for suggestion in report.suggestions:
            item = QListWidgetItem(suggestion.text)
            item.setData(SUGGESTION_ROLE, suggestion)
            self.suggestions.addItem(item)
        self.suggestions.setCurrentRow(0 if report.suggestions else -1)
        self.tabs.setTabText(2, f"Advice ({len(report.suggestions)})")
        self._refresh_apply()

    def _show_shares(self) -> None:
        report = self.report
        if report is None:
            return
        seats = {f"seat {seat + 1}": share for seat, share in report.by_seat().items()}
        order = {f"{place + 1}. to climb": share for place, share in report.by_order().items()}
        groups: tuple[dict[str, Share], ...] = (
            seats,
            report.by_character(),
            report.by_start(),
            report.by_policy(),
            order,
        )
        shares = groups[self.by.currentIndex()]
        tried = sum(share.of for share in shares.values())
        one_each = self.by.currentIndex() in (0, 4)
        even = None if not tried else 1 / len(shares) if one_each else sum(s.times for s in shares.values()) / tried
        self.shares.show_shares(shares, even)

    def heat(self) -> dict[tuple[str, int], float]:
        """Visits a game to each card of the spire, by colour and row; empty without a report that fits."""
        if self.report is None or not self.fits or self.report.facts["fresh"]:
            return {}
        return {spot: times / self.report.games for spot, times in self.report.tally.visits.items()}

    def _refresh_apply(self) -> None:
        self.apply_button.setEnabled(self.fits and self.suggestions.currentRow() >= 0)
        self.apply_button.setToolTip("" if self.fits else "The spire has changed since: climb again first")

    def apply_suggestion(self) -> None:
        """Exchange the cards of the chosen suggestion."""
        item = self.suggestions.currentItem()
        if item is not None and self.fits:
            suggestion: Suggestion = item.data(SUGGESTION_ROLE)
            self.apply_wanted.emit(suggestion)
