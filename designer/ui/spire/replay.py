"""Replaying a game on the spire, event by event: play, pause, step, speed, rounds, and a list of what happens."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from designer.drawing.spire.table import Table, deck_of, of_board
from designer.rules import load_fitting
from designer.simulator.rally.batches import SimulationError
from designer.simulator.spire import commentary
from designer.simulator.spire.batches import run_once
from designer.simulator.spire.board import START_CARD, Board, Event, replay
from designer.ui.playback import Playback
from designer.ui.session import Session
from designer.ui.spire.climbing import ClimbingPanel

EVENT_ROLE = Qt.ItemDataRole.UserRole


class ReplayPanel(QWidget):
    """Shows one game of the batch that the climbing panel would run. ``shown`` tells that the board is another one."""

    shown = Signal()

    def __init__(self, session: Session, climbing: ClimbingPanel) -> None:
        super().__init__()
        self.session = session
        self.climbing = climbing
        self.log: list[Event] = []
        self.board: Board | None = None
        #: The event of each line of the list.
        self._events: list[int] = []
        self._rounds: list[int] = []
        self.game = QSpinBox()
        self.game.setRange(1, 1_000_000)
        self.game.setPrefix("Game ")
        self.load_button = QPushButton("Play this game")
        self.playback = Playback()
        self.buttons, self.speed = self.playback.buttons, self.playback.speed
        self.round = QSpinBox()
        self.round.setRange(0, 0)
        self.round.setPrefix("Round ")
        self.state = QLabel("Play a game of the spire, then step through it.")
        self.state.setWordWrap(True)
        self.list = QListWidget()
        self.list.setAccessibleName("What happens")
        self.list.setUniformItemSizes(False)
        self.list.setWordWrap(True)
        self._lay_out()
        self.load_button.clicked.connect(self.load)
        self.game.valueChanged.connect(lambda _: self.load() if self.log else None)
        self.playback.moved.connect(self._show)
        self.playback.wanted.connect(self.load)
        self.round.valueChanged.connect(self._to_round)
        self.list.currentRowChanged.connect(lambda row: self.go(row) if row >= 0 else None)
        session.changed.connect(self.clear)
        self._refresh()

    def _lay_out(self) -> None:
        top = QHBoxLayout()
        top.addWidget(self.game)
        top.addWidget(self.load_button)
        top.addStretch(1)
        top.addWidget(self.round)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(6, 6, 6, 6)
        layout.addLayout(top)
        layout.addWidget(self.playback)
        layout.addWidget(self.state)
        layout.addWidget(self.list, 1)

    # The game

    def load(self) -> None:
        """Play the chosen game with the players, seed and ticks of the climbing panel, and show its start."""
        panel = self.climbing
        self.pause()
        try:
            game = run_once(
                self.session.design,
                policies=panel.chosen() or ("expected-value",),
                seed=panel.seed.value(),
                number=self.game.value() - 1,
                fresh=panel.fresh.isChecked(),
                random_starts=panel.random_starts.isChecked(),
                random_characters=panel.random_characters.isChecked(),
            )
        except SimulationError as error:
            self.clear()
            self.state.setText(str(error))
            return
        self.log = list(game.log)
        told = commentary.told(self.log)
        self._events = [number for number, _ in told]
        self.list.blockSignals(True)
        self.list.clear()
        self._rounds = []
        for row, (number, words) in enumerate(told):
            item = QListWidgetItem(words)
            item.setData(EVENT_ROLE, number)
            if self.log[number]["do"] == "round":
                self._rounds.append(row)
                font = item.font()
                font.setBold(True)
                item.setFont(font)
            self.list.addItem(item)
        self.list.blockSignals(False)
        self.round.blockSignals(True)
        self.round.setRange(0, len(self._rounds))
        self.round.setSuffix(f" of {len(self._rounds)}")
        self.round.blockSignals(False)
        self.playback.set_count(len(self._events))
        self.go(0)

    def clear(self) -> None:
        """Show no game: the design has changed."""
        self.pause()
        if self.log or self.board:
            self.log, self.board, self._events = [], None, []
            self.playback.set_count(0)
            self.list.clear()
            self.state.setText("The spire has changed: play the game again.")
            self._refresh()
            self.shown.emit()

    @property
    def line(self) -> int:
        """The line of the list that is shown."""
        return self.playback.at

    def go(self, line: int) -> None:
        """Show the table after a line of the list."""
        self.playback.go(line)

    def _show(self, line: int) -> None:
        last = line + 1 == len(self._events)
        upto = len(self.log) if last else self._events[line] + 1
        self.board = replay(self.log[:upto])
        self.list.blockSignals(True)
        self.list.setCurrentRow(line)
        self.list.blockSignals(False)
        self.list.scrollToItem(self.list.currentItem(), QListWidget.ScrollHint.PositionAtCenter)
        self.round.blockSignals(True)
        self.round.setValue(self.board.round)
        self.round.blockSignals(False)
        self._refresh()
        self.shown.emit()

    @property
    def active(self) -> int | None:
        """The seat that acts in the event that is shown."""
        if not self._events:
            return None
        seat = self.log[self._events[self.line]].get("seat")
        return int(seat) if seat is not None else None

    def table(self) -> Table | None:
        """The table as it is shown, None without a game."""
        if self.board is None:
            return None
        spire = self.session.design.spire
        return of_board(self.board, deck_of(spire), load_fitting(self.session.design.house_rules))

    # Playing

    def pause(self) -> None:
        """Stop going on by itself."""
        self.playback.pause()

    @property
    def playing(self) -> bool:
        """Whether the game goes on by itself."""
        return self.playback.playing

    def _to_round(self, number: int) -> None:
        if self._rounds:
            self.go(0 if number == 0 else self._rounds[number - 1])

    def _refresh(self) -> None:
        self.round.setEnabled(bool(self._rounds))
        if self.board is not None:
            self.state.setText(self._words(self.board))

    def _words(self, board: Board) -> str:
        lines = [f"Fatigue line above row {board.fatigue}."]
        for number, seat in enumerate(board.seats):
            at = "off the spire" if seat.at is None else f"{board.colours[seat.at[0]]} {_row(board, seat.at[1])}"
            hand = ", ".join(board.names.get(card, card) for card in seat.hand)
            ability = "" if seat.ability_used else ", ability unused"
            winner = " \N{EM DASH} wins" if board.winner == number else ""
            lines.append(f"{number + 1} {seat.character}: {at}{ability}{f'; holds {hand}' if hand else ''}{winner}")
        if board.pool:
            pool = ["Start Player" if card == START_CARD else board.names.get(card, card) for card in board.pool]
            lines.append(f"Action pool: {', '.join(pool)}")
        return "\n".join(lines)


def _row(board: Board, row: int) -> str:
    return "Start" if row == 0 else "summit" if row == board.top else str(row)
