"""Setting a spire up: dealing, players, environment, house rules, climbers by seat, and the card with the cursor."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFormLayout,
    QGridLayout,
    QGroupBox,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from designer.design import spire as spire_edits
from designer.design.document import Design
from designer.design.spire import Climber, Column, Spire
from designer.design.values import EditError, frozen
from designer.drawing.spire.table import At, deck_of
from designer.rules import load_fitting
from designer.summit import dealing
from designer.summit.deck import Deck, DeckError
from designer.ui.session import Session

PLAYERS = range(2, 7)
OPTIONS = {
    "summit.nine_rows": ("Nine rows", "Nine rows of holds: the last card of each colour leaves unseen"),
    "summit.face_up_traverse": ("Cheap traverse", "Moving sideways onto a face-up hold costs 1 whatever its class"),
}
SEEDS = 2_000_000_000
#: Stands in the list of environments for a card that is drawn when a game begins.
DRAWN = ""


def dealt(design: Design, players: int, seed: int) -> Spire:
    """A new spire from the design's deck by its house rules; the characters stay by seat. Raises EditError."""
    old = design.spire
    try:
        fresh = dealing.deal(players, seed, deck=deck_of(old), rules=load_fitting(design.house_rules))
    except DeckError as error:
        raise EditError(str(error)) from error
    if old is None:
        return fresh
    climbers = tuple(replace(climber, start=None) for climber in old.climbers[:players])
    return replace(fresh, deck=old.deck, climbers=climbers, extra=old.extra)


def with_house_rule(design: Design, name: str, value: bool) -> Design:
    """The design with a switch of the rules profile on, or as the profile has it."""
    left = {key: old for key, old in design.house_rules.items() if key != name}
    return replace(design, house_rules=frozen({**left, name: True} if value else left))


class OptionsPanel(QWidget):
    """The set-up of the session's spire. ``changed_card`` tells that the card with the cursor moved elsewhere."""

    changed_card = Signal(object)

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.at: At = (0, 1)
        self.players = QComboBox()
        self.players.setObjectName("players")
        for count in PLAYERS:
            self.players.addItem(f"{count} players", count)
        self.players.setCurrentIndex(2)
        self.seed = QSpinBox()
        self.seed.setRange(0, SEEDS)
        self.seed.setValue(1)
        self.seed.setPrefix("Seed ")
        self.seed.setToolTip("The same seed gives the same cards on every machine")
        self.deal_button = QPushButton("Deal a spire")
        self.shuffle_button = QPushButton("Shuffle all")
        self.shuffle_button.setToolTip("Shuffle every column with the seed; locked cards stay")
        self.cast_button = QPushButton("Draw characters")
        self.environment = QComboBox()
        self.environment.setObjectName("environment")
        self.rules = {name: QCheckBox(words) for name, (words, _) in OPTIONS.items()}
        self.seats: list[tuple[QLabel, QComboBox, QComboBox]] = []
        self.hold = QComboBox()
        self.hold.setObjectName("hold")
        self.face_up = QCheckBox("Face up")
        self.locked = QCheckBox("Locked")
        self.where = QLabel()
        self.where.setWordWrap(True)
        self.column_buttons = {
            name: QPushButton(words)
            for name, words in (
                ("left", "\N{LEFTWARDS ARROW} Column"),
                ("right", "Column \N{RIGHTWARDS ARROW}"),
                ("shuffle", "Shuffle"),
                ("up", "All face up"),
                ("down", "All face down"),
                ("add", "Add column"),
                ("remove", "Remove column"),
            )
        }
        self._lay_out()
        self._connect()
        self.refresh()

    def _lay_out(self) -> None:
        deal = QGroupBox("Deal")
        grid = QGridLayout(deal)
        grid.addWidget(self.players, 0, 0)
        grid.addWidget(self.seed, 0, 1)
        grid.addWidget(self.deal_button, 1, 0)
        grid.addWidget(self.shuffle_button, 1, 1)
        play = QGroupBox("Rules and weather")
        form = QFormLayout(play)
        form.addRow("Environment", self.environment)
        for name, tick in self.rules.items():
            tick.setToolTip(f"{OPTIONS[name][1]} (optional rule, kept as a house rule of the design)")
            form.addRow(tick)
        people = QGroupBox("Climbers by seat")
        self.people = QGridLayout(people)
        for number in range(PLAYERS[-1]):
            row = QLabel(f"{number + 1}"), QComboBox(), QComboBox()
            row[1].setAccessibleName(f"Character of seat {number + 1}")
            row[2].setAccessibleName(f"Start of seat {number + 1}")
            for place, widget in enumerate(row):
                self.people.addWidget(widget, number, place)
            self.seats.append(row)
        self.people.setColumnStretch(1, 1)
        self.people.setColumnStretch(2, 1)
        self.people.addWidget(self.cast_button, PLAYERS[-1], 1, 1, 2)
        card = QGroupBox("Card")
        lines = QVBoxLayout(card)
        lines.addWidget(self.where)
        lines.addWidget(self.hold)
        ticks = QHBoxLayout()
        ticks.addWidget(self.face_up)
        ticks.addWidget(self.locked)
        lines.addLayout(ticks)
        buttons = QGridLayout()
        for number, button in enumerate(self.column_buttons.values()):
            buttons.addWidget(button, number // 2, number % 2)
        lines.addLayout(buttons)
        inside = QWidget()
        layout = QVBoxLayout(inside)
        layout.setContentsMargins(6, 6, 6, 6)
        for box in (deal, play, people, card):
            layout.addWidget(box)
        layout.addStretch(1)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setFrameShape(QScrollArea.Shape.NoFrame)
        scroll.setWidget(inside)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(scroll)

    def _connect(self) -> None:
        self.deal_button.clicked.connect(self.deal)
        self.shuffle_button.clicked.connect(self.shuffle)
        self.cast_button.clicked.connect(self.cast)
        self.players.activated.connect(self._players_chosen)
        self.environment.activated.connect(self._environment_chosen)
        for name, box in self.rules.items():
            box.clicked.connect(lambda on, name=name: self._rule_chosen(name, on))
        for _, character, start in self.seats:
            character.activated.connect(lambda _: self._climbers_chosen())
            start.activated.connect(lambda _: self._climbers_chosen())
        self.hold.activated.connect(self._hold_chosen)
        self.face_up.clicked.connect(lambda up: self.turn_card(self.at, up))
        self.locked.clicked.connect(lambda on: self.lock_card(self.at, on))
        buttons = self.column_buttons
        buttons["left"].clicked.connect(lambda: self.move_column(-1))
        buttons["right"].clicked.connect(lambda: self.move_column(1))
        buttons["shuffle"].clicked.connect(lambda: self.shuffle_column(self.at[0]))
        buttons["up"].clicked.connect(lambda: self.turn_column(self.at[0], True))
        buttons["down"].clicked.connect(lambda: self.turn_column(self.at[0], False))
        buttons["add"].clicked.connect(self.add_column)
        buttons["remove"].clicked.connect(self.remove_column)
        self.session.changed.connect(self.refresh)

    # What is shown

    @property
    def spire(self) -> Spire | None:
        """The spire of the design."""
        return self.session.design.spire

    @property
    def deck(self) -> Deck:
        """The deck in force."""
        return deck_of(self.spire)

    def show_card(self, at: At) -> None:
        """Show the card with the cursor."""
        self.at = at
        self._refresh_card()

    def refresh(self) -> None:
        """Bring all fields up to date."""
        spire, deck = self.spire, self.deck
        rules = load_fitting(self.session.design.house_rules)
        for name, box in self.rules.items():
            box.setChecked(rules.switch(name))
        if spire is not None and spire.players in PLAYERS:
            self.players.setCurrentIndex(self.players.findData(spire.players))
        self.environment.clear()
        self.environment.addItem("none", None)
        for card in deck.environments:
            self.environment.addItem(f"{card.name} (line above row {card.fatigue_above})", card.name)
        self.environment.addItem("drawn for each game", DRAWN)
        drawn = spire is not None and spire.fatigue_above is None and not spire.environment
        shown = DRAWN if drawn else spire.environment if spire else None
        self.environment.setCurrentIndex(max(0, self.environment.findData(shown)))
        self.environment.setEnabled(spire is not None)
        self._refresh_seats(spire, deck)
        self._refresh_card()

    def _refresh_seats(self, spire: Spire | None, deck: Deck) -> None:
        count = 0 if spire is None else spire.seats
        for number, (label, character, start) in enumerate(self.seats):
            for widget in (label, character, start):
                widget.setVisible(number < count)
            character.clear()
            start.clear()
            if spire is None or number >= count:
                continue
            climber = spire.climbers[number] if number < len(spire.climbers) else Climber()
            character.addItem("any character", None)
            for entry in deck.characters:
                character.addItem(entry.name, entry.name)
            start.addItem("any Start", None)
            for column in spire.columns:
                start.addItem(column.colour, column.colour)
            for box, value in ((character, climber.character), (start, climber.start)):
                if value is not None and box.findData(value) < 0:
                    box.addItem(f"{value} (?)", value)
                box.setCurrentIndex(max(0, box.findData(value)))
        self.cast_button.setEnabled(spire is not None)
        self.shuffle_button.setEnabled(spire is not None)

    def _refresh_card(self) -> None:
        spire, (column, row) = self.spire, self.at
        there = spire is not None and column < len(spire.columns)
        for name, button in self.column_buttons.items():
            button.setEnabled(spire is not None if name == "add" else there)
        self.hold.clear()
        blocks = [QSignalBlocker(box) for box in (self.face_up, self.locked)]
        kind = ""
        if spire is not None and there:
            laid = spire.columns[column]
            if row == spire.rows + 1:
                kind = "summit"
                self.hold.addItem("no summit card", None)
                for card in self.deck.summits:
                    self.hold.addItem(card.id.replace("-", ", "), card.id)
                self.hold.setCurrentIndex(max(0, self.hold.findData(laid.summit)))
                self.face_up.setChecked(laid.summit_up)
            elif 1 <= row <= len(laid.holds):
                kind = "hold"
                for hold in self.deck.holds:
                    bolted = self.deck.is_bolted(laid.colour, hold)
                    self.hold.addItem(f"{hold} ({'bolted' if bolted else 'not bolted'})", hold)
                self.hold.setCurrentIndex(self.hold.findData(laid.holds[row - 1].hold))
                self.face_up.setChecked(laid.holds[row - 1].face_up)
                self.locked.setChecked(laid.holds[row - 1].locked)
            where = "Start" if row == 0 else "summit" if kind == "summit" else f"row {row}"
            self.where.setText(f"Column {column + 1} ({laid.colour}), {where}")
        else:
            self.where.setText("Deal a spire, then choose a card.")
        self.hold.setEnabled(bool(kind))
        self.face_up.setEnabled(bool(kind))
        self.locked.setEnabled(kind == "hold")
        del blocks

    # Edits

    def edit(self, name: str, change: Callable[[Spire], Spire]) -> bool:
        """Do an edit on the spire as one undoable step."""

        def whole(design: Design) -> Design:
            if design.spire is None:
                raise EditError("The design has no spire yet. Deal one first.")
            return replace(design, spire=change(design.spire))

        return self.session.edit(name, whole)

    def deal(self) -> None:
        """Deal a whole spire for the players with the seed."""
        players, seed = int(self.players.currentData()), self.seed.value()
        self.session.edit(
            f"Deal a spire for {players}", lambda design: replace(design, spire=dealt(design, players, seed))
        )

    def shuffle(self) -> None:
        """Shuffle every column."""
        self.edit("Shuffle the spire", lambda spire: spire_edits.shuffle(spire, self.seed.value()))

    def shuffle_column(self, column: int) -> None:
        """Shuffle a column."""
        self.edit("Shuffle a column", lambda spire: spire_edits.shuffle_column(spire, column, self.seed.value()))

    def turn_card(self, at: At, up: bool | None = None) -> None:
        """Turn a card over."""
        if at[1] > 0:
            self.edit("Turn a card", lambda spire: spire_edits.turn_card(spire, *at, up))

    def turn_column(self, column: int, up: bool) -> None:
        """Turn all cards of a column."""

        def change(spire: Spire) -> Spire:
            laid = spire_edits.column_at(spire, column)
            for row in range(1, len(laid.holds) + 1 + (laid.summit is not None)):
                spire = spire_edits.turn_card(spire, column, row, up)
            return spire

        self.edit("Turn a column", change)

    def lock_card(self, at: At, on: bool | None = None) -> None:
        """Lock or unlock a card."""
        self.edit(
            "Lock a card" if on is not False else "Unlock a card", lambda spire: spire_edits.lock_card(spire, *at, on)
        )

    def swap(self, one: At, other: At) -> None:
        """Exchange two cards."""
        self.edit("Exchange two cards", lambda spire: spire_edits.swap_cards(spire, one, other))

    def set_line(self, row: int) -> None:
        """Lay the fatigue line above a row; the environment becomes the one that says so, if there is one."""
        spire = self.spire
        if spire is None:
            return
        fitting = [card.name for card in self.deck.environments if card.fatigue_above == row]
        keep = spire.environment if spire.environment in fitting else next(iter(fitting), None)
        self.edit("Move the fatigue line", lambda old: spire_edits.set_fatigue(old, row, keep))

    def set_start(self, seat: int, column: int) -> None:
        """Put a climber on a Start card; who stood there goes where he came from."""

        def change(spire: Spire) -> Spire:
            colour = spire_edits.column_at(spire, column).colour
            before = spire.climbers[seat].start
            return spire_edits.set_climbers(
                spire,
                [
                    replace(
                        climber,
                        start=colour if number == seat else before if climber.start == colour else climber.start,
                    )
                    for number, climber in enumerate(spire.climbers)
                ],
            )

        self.edit("Move a climber", change)

    def cast(self) -> None:
        """Draw a character and a Start card for every seat that has none."""

        def change(spire: Spire) -> Spire:
            try:
                drawn = dealing.cast(spire, self.seed.value(), self.deck)
            except DeckError as error:
                raise EditError(str(error)) from error
            taken = {climber.start for climber in drawn.climbers}
            free = iter([column.colour for column in drawn.columns if column.colour not in taken])
            return replace(
                drawn,
                climbers=tuple(
                    climber if climber.start else replace(climber, start=next(free, None)) for climber in drawn.climbers
                ),
            )

        self.edit("Draw characters", change)

    def move_column(self, step: int) -> None:
        """Move the column with the cursor round the spire."""
        count = len(self.spire.columns) if self.spire else 0
        if count > 1:
            column, to = self.at[0], (self.at[0] + step) % count
            if self.edit("Move a column", lambda spire: spire_edits.move_column(spire, column, to)):
                self.changed_card.emit((to, self.at[1]))

    def add_column(self) -> None:
        """Add a column of the next colour that is not there yet, face down in the deck's order."""
        deck = self.deck

        def change(spire: Spire) -> Spire:
            used = {column.colour for column in spire.columns}
            colour = next((colour for colour in deck.colours if colour not in used), None)
            if colour is None:
                raise EditError(f"All {len(deck.colours)} colours of the deck are on the spire.")
            rows = spire.rows or len(deck.holds)
            holds = tuple(spire_edits.HoldCard(hold) for hold in deck.holds[:rows])
            added = spire_edits.add_column(spire, Column(colour, holds, deck.summits[-1].id if deck.summits else None))
            return spire_edits.shuffle_column(added, len(added.columns) - 1, self.seed.value())

        self.edit("Add a column", change)

    def remove_column(self) -> None:
        """Remove the column with the cursor."""
        column = self.at[0]
        if self.edit("Remove a column", lambda spire: spire_edits.remove_column(spire, column)):
            self.changed_card.emit((max(0, column - 1), self.at[1]))

    def put(self, at: At, card: str | None) -> None:
        """Lay another card: a hold, or a kind of summit card on the top row. A hold that lies elsewhere in its column
        changes places with the one here, for a colour has one of each."""
        column, row = at

        def change(spire: Spire) -> Spire:
            if row == spire.rows + 1:
                return spire_edits.set_summit(spire, column, card, spire_edits.column_at(spire, column).summit_up)
            laid = spire_edits.column_at(spire, column).holds
            other = next((place for place, hold in enumerate(laid, start=1) if hold.hold == card), None)
            if other is None:
                return spire_edits.put_hold(spire, column, row, str(card), row <= len(laid) and laid[row - 1].face_up)
            return spire if other == row else spire_edits.swap_cards(spire, at, (column, other))

        self.edit("Lay another card", change)

    def take(self, at: At) -> None:
        """Take a hold card away; those above it move down."""
        self.edit("Take a card away", lambda spire: spire_edits.take_hold(spire, *at))

    def _hold_chosen(self, index: int) -> None:
        self.put(self.at, self.hold.itemData(index))

    def _players_chosen(self, index: int) -> None:
        if self.spire is not None:
            count = int(self.players.itemData(index))
            self.edit(f"Lay out for {count} players", lambda spire: spire_edits.set_players(spire, count))

    def _environment_chosen(self, index: int) -> None:
        name = self.environment.itemData(index)
        card = next((card for card in self.deck.environments if card.name == name), None)

        def change(spire: Spire) -> Spire:
            if name == DRAWN:
                return spire_edits.set_fatigue(spire, None)
            return spire_edits.set_fatigue(
                spire, card.fatigue_above if card else spire.fatigue_above, card.name if card else None
            )

        self.edit("Change the environment", change)

    def _rule_chosen(self, name: str, on: bool) -> None:
        self.session.edit(f"House rule: {OPTIONS[name][0].lower()}", lambda design: with_house_rule(design, name, on))

    def _climbers_chosen(self) -> None:
        shown = [row for row in self.seats if not row[1].isHidden()]

        def change(spire: Spire) -> Spire:
            old = [*spire.climbers, *(Climber() for _ in range(len(shown) - len(spire.climbers)))]
            chosen = [
                replace(climber, character=character.currentData(), start=start.currentData())
                for climber, (_, character, start) in zip(old, shown, strict=False)
            ]
            while chosen and chosen[-1] == Climber():
                chosen.pop()
            return spire_edits.set_climbers(spire, chosen)

        if not self.edit("Choose climbers", change):
            self.refresh()
