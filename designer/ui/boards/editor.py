"""The board editor: the boards of a design, one of them on the table, what it can do, what if, and comparisons.

It is complete in itself: ``BoardEditor(session)``. Every change goes through ``session.edit``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from html import escape
from typing import Any

from PySide6.QtCore import QPoint, QSignalBlocker, Qt
from PySide6.QtGui import QGuiApplication, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QHBoxLayout,
    QInputDialog,
    QLabel,
    QLineEdit,
    QMenu,
    QPushButton,
    QScrollArea,
    QSpinBox,
    QSplitter,
    QTabWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from designer import catalog
from designer.design import dashboard as boards
from designer.design.dashboard import BLANK, TOP_ROW, TRACK_TYPES, Dashboard
from designer.design.document import (
    Design,
    free_name,
    rename_dashboard,
    with_category,
    with_dashboard,
    without_category,
    without_dashboard,
)
from designer.drawing.boards import painter as picture
from designer.drawing.signs import SEVERITY_COLOURS
from designer.formats import forum
from designer.formats.limits import limit
from designer.model.compiled import compile_design
from designer.play import capabilities
from designer.play.builds import standard_build
from designer.play.cars import NO_DAMAGE, car_from_board, car_from_dashboard
from designer.ui.boards.category import NEW, CategoryEditor
from designer.ui.boards.compare import ComparePanel, gallery
from designer.ui.boards.sequence import SequencePanel
from designer.ui.boards.table import RowsTable
from designer.ui.boards.tray import Tray
from designer.ui.boards.view import KEYS, BoardView
from designer.ui.session import Session
from designer.validation.dashboards import ALL_BOARDS, kinds
from designer.validation.setup import categories_of
from designer.validation.supply import left_beside_others, tokens_left

NO_BOARD = "This design has no board yet: New makes one, empty or from the gallery."
NO_TOKENS = (
    "No tokens yet. Lay a track type in the top row and dice in the slots below it: then this tells what the "
    "car can do there."
)
NO_TYPE = "No track type yet. Lay one in the top row, as gravel, asphalt or snow: it says where the dice can be used."

TRAY = tuple(token for token in catalog.tokens().dashboard.kinds if not token.startswith("no-"))
DOTS = "\N{HORIZONTAL ELLIPSIS}"


class BoardEditor(QWidget):
    """Shows and edits the boards of a session's design."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.index = 0
        self._stale = True
        self._make_widgets()
        self._lay_out()
        self._connect()
        self.refresh()

    # Making

    def _make_widgets(self) -> None:
        self.chooser = QComboBox()
        self.chooser.setObjectName("boards")
        self.chooser.setAccessibleName("Board")
        self.chooser.setMinimumContentsLength(16)
        self.new_button = QToolButton()
        self.new_button.setText("New")
        self.new_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.new_button.setMenu(self._new_menu())
        self.copy_board_button = QPushButton("Duplicate")
        self.delete_button = QPushButton("Delete")
        self.name = QLineEdit()
        self.name.setPlaceholderText("Name of the board")
        self.name.setMaxLength(limit("dashboard", "name"))
        self.category = QComboBox()
        self.category.setObjectName("category")
        self.category.setAccessibleName("SET-UP category")
        self.category.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.category_button = QToolButton()
        self.category_button.setText("Categories")
        self.category_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.category_button.setMenu(self._category_menu())
        self.text_button = QToolButton()
        self.text_button.setText("Copy as text")
        self.text_button.setToolTip("Put the board on the clipboard to paste it into a forum")
        self.text_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        copying = QMenu(self.text_button)
        copying.addAction("Plain text").triggered.connect(lambda: self.copy_text(bbcode=False))
        copying.addAction("BBCode").triggered.connect(lambda: self.copy_text(bbcode=True))
        self.text_button.setMenu(copying)
        self.view = BoardView()
        self.tray = Tray(TRAY)
        self.hint = QLabel()
        self.hint.setWordWrap(True)
        self.problems = QLabel()
        self.problems.setWordWrap(True)
        self.problems.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.problems.setMargin(8)
        self.damage = {kind: QSpinBox() for kind in ("gear", "brake", "coast", "boost")}
        self.sisu_spent = QSpinBox()
        for spin in (*self.damage.values(), self.sisu_spent):
            spin.setRange(0, 9)
        self.beside = QComboBox()
        self.beside.setAccessibleName("Car to show beside the board")
        self.beside.addItem("nothing", "")
        for name, facts in catalog.standard_boards().items():
            self.beside.addItem(facts.name, name)
        self.table = RowsTable("what it can do")
        self.compare = ComparePanel(self.session)
        self.sequence = SequencePanel(self.session)
        self.tabs = QTabWidget()
        self.tabs.setDocumentMode(True)

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        for widget in (self.chooser, self.name, self.new_button, self.copy_board_button, self.delete_button):
            head.addWidget(widget)
        head.setStretch(1, 1)
        second = QHBoxLayout()
        second.addWidget(QLabel("SET-UP"))
        for tool in (self.category, self.category_button):
            second.addWidget(tool)
        second.addStretch(1)
        second.addWidget(self.text_button)
        table = QVBoxLayout()
        table.setContentsMargins(4, 4, 4, 4)
        above = QHBoxLayout()
        label = QLabel("Beside it, a standard &car:")
        label.setBuddy(self.beside)
        above.addWidget(label)
        above.addWidget(self.beside)
        above.addStretch(1)
        table.addLayout(above)
        table.addLayout(self._what_if_row())
        table.addWidget(self.table)
        can_do = QWidget()
        can_do.setLayout(table)
        self.problems_page = QScrollArea()
        self.problems_page.setWidgetResizable(True)
        self.problems_page.setFrameShape(QFrame.Shape.NoFrame)
        self.problems_page.setWidget(self.problems)
        for page, name in (
            (can_do, "What it can do"),
            (self.problems_page, "Problems"),
            (self.compare, "Compare"),
            (self.sequence, "When it changes"),
        ):
            self.tabs.addTab(page, name)
        top = self._top = QVBoxLayout()
        top.setContentsMargins(8, 8, 8, 4)
        top.addLayout(head)
        top.addLayout(second)
        top.addWidget(self.view, 1)
        top.addWidget(self.tray)
        top.addWidget(self.hint)
        self._upper = QWidget()
        self._upper.setLayout(top)
        self.splitter = QSplitter(Qt.Orientation.Vertical)
        self.splitter.setChildrenCollapsible(False)
        self.splitter.addWidget(self._upper)
        self.splitter.addWidget(self.tabs)
        self.splitter.setStretchFactor(0, 1)
        self.splitter.setStretchFactor(1, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.splitter)

    def _what_if_row(self) -> QHBoxLayout:
        row = QHBoxLayout()
        title = QLabel("<b>What if</b>")
        title.setToolTip("Damage tokens and spent SISU, to see what is left; the board itself stays as it is")
        row.addWidget(title)
        for kind, spin in (*self.damage.items(), ("SISU spent", self.sisu_spent)):
            label = QLabel(kind if kind == "SISU spent" else f"{kind} damage")
            label.setBuddy(spin)
            row.addWidget(label)
            row.addWidget(spin)
        row.addStretch(1)
        return row

    def _new_menu(self) -> QMenu:
        menu = QMenu(self)
        menu.addAction("Empty board").triggered.connect(lambda: self.add_board(None))
        standard = menu.addMenu("Standard car of a category")
        for name, category in catalog.setup_categories().items():
            standard.addAction(category["name"]).triggered.connect(
                lambda checked=False, name=name: self.add_board(standard_build(self.categories()[name]))
            )
        shown = menu.addMenu("From the gallery")
        for title, board in gallery():
            shown.addAction(title).triggered.connect(lambda checked=False, board=board: self.add_board(board))
        return menu

    def _category_menu(self) -> QMenu:
        menu = QMenu(self)
        menu.addAction(f"New category{DOTS}").triggered.connect(lambda: self.edit_category(NEW))
        menu.addAction(f"Edit this category{DOTS}").triggered.connect(self._edit_current)
        menu.addAction("Remove this category from the document").triggered.connect(self._remove_current)
        return menu

    def _connect(self) -> None:
        self.session.changed.connect(self._design_changed)
        self.chooser.activated.connect(self.show_index)
        self.name.editingFinished.connect(self._rename)
        self.copy_board_button.clicked.connect(self._duplicate)
        self.delete_button.clicked.connect(self.delete_board)
        self.category.activated.connect(lambda: self.choose_category(self.category.currentData()))
        self.view.put_wanted.connect(self.put)
        self.view.move_wanted.connect(self.swap)
        self.view.clear_wanted.connect(self.clear)
        self.view.menu_wanted.connect(self._menu)
        self.view.moved.connect(self._say)
        self.tray.held_changed.connect(self._hold)
        self.beside.currentIndexChanged.connect(self._show_table)
        for spin in (*self.damage.values(), self.sisu_spent):
            spin.valueChanged.connect(self._what_if)

    # Showing

    @property
    def board(self) -> Dashboard | None:
        """The board on the table, or None when the design has none."""
        listed = self.session.design.dashboards
        return listed[self.index] if self.index < len(listed) else None

    def categories(self) -> dict[str, Mapping[str, Any]]:
        """The SET-UP categories the design may use."""
        return categories_of(self.session.design)

    def layout_of(self, board: Dashboard) -> Mapping[str, str]:
        """The layout of a board's category, empty for a free build."""
        category = self.categories().get(board.category or "")
        found: Mapping[str, str] = category["layout"] if category else {}
        return found

    def show_index(self, index: int) -> None:
        """Put another board on the table."""
        self.index = index
        self.refresh()

    def show_slot(self, index: int, slot: str | None) -> None:
        """Lead to a slot of a board, as from a finding."""
        self.index = index
        if slot:
            self.view.set_cursor(slot)
        self.refresh()
        self.view.setFocus()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        wide = self.width() >= 1000 and self.width() > 1.5 * self.height()
        if wide != (self.splitter.orientation() == Qt.Orientation.Horizontal):
            self.splitter.setOrientation(Qt.Orientation.Horizontal if wide else Qt.Orientation.Vertical)
            self.splitter.setSizes([self.width() // 2] * 2 if wide else [self.height() // 2] * 2)
        # The splitter does not know that a narrow tray is higher.
        self._upper.setMinimumHeight(self._top.minimumHeightForWidth(self.width() // (2 if wide else 1)))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._stale:
            self.refresh()

    def _design_changed(self) -> None:
        self._stale = True
        if self.isVisible():
            self.refresh()

    def refresh(self) -> None:
        """Show the current design."""
        self._stale = False
        listed = self.session.design.dashboards
        self.index = max(0, min(self.index, len(listed) - 1))
        board = self.board
        with QSignalBlocker(self.chooser):
            self.chooser.clear()
            self.chooser.addItems([each.name or f"Board {number}" for number, each in enumerate(listed, 1)])
            self.chooser.setCurrentIndex(self.index if listed else -1)
            self.chooser.setPlaceholderText("No board yet")
        for widget in (
            self.chooser,
            self.name,
            self.copy_board_button,
            self.delete_button,
            self.category,
            self.text_button,
            self.view,
            self.tray,
        ):
            widget.setEnabled(board is not None)
        if not self.name.hasFocus() or board is None or not self.name.isModified():
            self.name.setText(board.name if board else "")
        self._fill_categories(board)
        self._show_board()
        design = self.session.design
        self.tray.show_left(
            left_beside_others(design, self.index) if board is not None else tokens_left(Dashboard(), design.inventory)
        )
        self._show_problems()
        self._show_table()
        self.compare.refresh()
        self.sequence.refresh()
        self._say()

    def _fill_categories(self, board: Dashboard | None) -> None:
        with QSignalBlocker(self.category):
            self.category.clear()
            self.category.addItem("Free build", "")
            for name, category in self.categories().items():
                inferred = " (layout inferred)" if category["layout_source"] == "inferred" else ""
                own = " (this document)" if any(each["id"] == name for each in self.session.design.categories) else ""
                self.category.addItem(f"{category['name']}{inferred}{own}", name)
                self.category.setItemData(
                    self.category.count() - 1, category.get("notes", ""), Qt.ItemDataRole.ToolTipRole
                )
            self.category.setCurrentIndex(max(0, self.category.findData((board and board.category) or "")))

    def damage_tokens(self) -> tuple[int, ...]:
        """The damage of the what-if, in the order gear, brake, coast, boost."""
        return tuple(spin.value() for spin in self.damage.values())

    def _show_board(self) -> None:
        board = self.board or Dashboard()
        marks = {
            finding.place.slot: SEVERITY_COLOURS[str(finding.severity)].name()
            for finding in reversed(self.session.findings)
            if finding.place.board == self.index and finding.place.slot and finding.waived is None
        }
        car = car_from_dashboard(board, compile_design(self.session.design).rules)
        self.view.show_board(
            board,
            marks=marks,
            layout=tuple(self.layout_of(board)),
            spent=self.sisu_spent.value(),
            damaged=picture.damaged_slots(board, self.damage_tokens()),
            limits={name: column.limit for name, column in car.columns} if _has_dice(board) else {},
        )

    def _show_problems(self) -> None:
        found = [
            finding
            for finding in self.session.findings
            if (finding.place.board == self.index or finding.place.path == ALL_BOARDS) and finding.waived is None
        ]
        self.problems.setText(
            "".join(f"<p><b>{finding.code} {finding.severity}</b> {escape(finding.message)}</p>" for finding in found)
            or "<p>This board has no problems.</p>"
        )
        self.tabs.setTabText(self.tabs.indexOf(self.problems_page), f"Problems ({len(found)})" if found else "Problems")

    def stage_types(self) -> tuple[str, ...]:
        """The track types of the stage's tiles, in the order in which they were placed."""
        sides = (catalog.side(placed.tile) for placed in self.session.stage)
        return tuple(dict.fromkeys(side.terrain for side in sides if side and side.roads and side.terrain))

    def _show_table(self) -> None:
        board = self.board
        for spin in (*self.damage.values(), self.sisu_spent):
            spin.setEnabled(board is not None)
        if board is None or not _has_dice(board):
            self.table.show_nothing(NO_BOARD if board is None else NO_TOKENS)
            return
        rules = compile_design(self.session.design).rules
        car = car_from_dashboard(board, rules)
        types = self.stage_types() or None
        damage, spent = self.damage_tokens(), self.sisu_spent.value()
        rows = capabilities.table(capabilities.sheet(car, rules, track_types=types, damage=damage, sisu_spent=spent))
        if len(rows[0]) == 1:
            self.table.show_nothing(NO_TYPE)
            return
        whole = capabilities.table(capabilities.sheet(car, rules, track_types=types)) if any((*damage, spent)) else []
        beside = self.beside.currentData()
        if beside:
            other = car_from_board(beside, rules)
            extra = capabilities.table(capabilities.sheet(other, rules, track_types=types))
            extra[0] = ["", *(f"{other.name}:\n{name}" for name in extra[0][1:])]
            rows = [[*row, *more[1:]] for row, more in zip(rows, extra, strict=True)]
        self.table.show_rows(rows, whole)

    def _what_if(self) -> None:
        self._show_board()
        self._show_table()

    def _say(self) -> None:
        slot = self.view.cursor_slot
        if self.board is None:
            self.hint.setText(NO_BOARD)
        elif self.tray.held:
            self.hint.setText(f"A click lays {picture.token_name(self.tray.held)} on a slot; Esc puts it back.")
        else:
            self.hint.setText(
                f"Slot {slot}. Keys: 1 to 6 gear, B brake, C coast, O boost, P puncture proof, S SISU, G gravel, "
                "A asphalt, N snow, D dry, W wet; Del clears, Space takes up and swaps, arrows move."
            )

    # Doing

    def _edit(self, name: str, change: Callable[[Dashboard], Dashboard]) -> bool:
        index = self.index
        if self.board is None:
            return False
        return self.session.edit(name, lambda design: with_dashboard(design, change(design.dashboards[index]), index))

    def _refuse(self, reason: str) -> None:
        self.hint.setText(f"\N{WARNING SIGN} {reason}")
        self.session.refused.emit(reason)

    def put(self, slot: str, token: str) -> None:
        """Lay a token on a slot; a track type that lies elsewhere in the top row moves there."""
        board = self.board
        if board is None:
            return
        if slot in self.layout_of(board):
            self._refuse(f"Slot {slot} belongs to the layout of {board.category}; turn its token over by the menu.")
            return
        if token in TRACK_TYPES and slot not in TOP_ROW:
            self._refuse(f"{picture.token_name(token)} is a track type: it lies in the top row (T1, T2 or T3).")
            return
        lying = next((name for name in TOP_ROW if board.slots.get(name) == token), None)
        if token in TRACK_TYPES and lying:
            if lying != slot:
                self.swap(lying, slot)
            return
        if (
            tokens_left(boards.clear(board, slot) if slot in board.slots else board, self.session.design.inventory)[
                token
            ]
            < 1
        ):
            self._refuse(f"No {picture.token_name(token)} token is left in the boxes at hand.")
            return
        if self._edit(f"{picture.token_name(token)} on {slot}", lambda each: boards.put(each, slot, token)):
            self.view.set_cursor(boards.next_empty(self.board or board, slot))

    def swap(self, slot: str, other: str) -> None:
        """Swap two slots."""
        board = self.board
        if board is None:
            return
        taken = [name for name in (slot, other) if name in self.layout_of(board)]
        if taken:
            self._refuse(f"Slot {taken[0]} belongs to the layout of {board.category}.")
            return
        self._edit(f"Swap {slot} and {other}", lambda each: boards.move(each, slot, other))
        self.view.set_cursor(other)

    def clear(self, slot: str) -> None:
        """Take a token off."""
        board = self.board
        if board is not None and slot in self.layout_of(board):
            self._refuse(f"Slot {slot} belongs to the layout of {board.category}; choose Free build to lift it.")
            return
        self._edit(f"Clear {slot}", lambda each: boards.clear(each, slot))

    def flip(self, slot: str) -> None:
        """Turn a restriction token over: a house rule, recorded by the blank side on the board."""
        board = self.board
        if board is not None:
            layout = self.layout_of(board)
            token = layout.get(slot, "")
            back = board.slots.get(slot) == BLANK
            words = (
                f"Turn {picture.token_name(token)} back"
                if back
                else f"House rule: turn {picture.token_name(token)} over"
            )
            self._edit(words, lambda each: boards.flip(each, slot, layout))

    def choose_category(self, name: str) -> None:
        """Make the board a build of a category; an empty name makes it a free build."""
        board = self.board
        if board is None or name == (board.category or ""):
            return
        old = self.layout_of(board)
        if not name:
            done = self._edit("Free build", lambda each: boards.lift(each, old))
        else:
            category = self.categories()[name]
            done = self._edit(
                f"SET-UP {category['name']}", lambda each: boards.lay(each, name, category["layout"], old)
            )
        if not done:
            self._fill_categories(board)

    def menu_for(self, slot: str) -> QMenu:
        """The menu of a slot."""
        menu = QMenu(self)
        board = self.board
        if board is None:
            return menu
        layout = self.layout_of(board)
        if slot in layout:
            if kinds()[layout[slot]].forbids:
                back = board.slots.get(slot) == BLANK
                words = "Turn the restriction back" if back else "Turn it to its blank side (house rule)"
                menu.addAction(words).triggered.connect(lambda: self.flip(slot))
        else:
            left = tokens_left(board, self.session.design.inventory)
            for token in TRAY:
                if (token in TRACK_TYPES) > (slot in TOP_ROW):
                    continue
                key = next((key.upper() for key, name in KEYS.items() if name == token), "")
                action = menu.addAction(f"{picture.token_name(token)}\t{key}".rstrip("\t"))
                action.setEnabled(left[token] > 0)
                action.triggered.connect(partial(self._put_chosen, slot, token))
            if slot in board.slots:
                menu.addSeparator()
                menu.addAction("Clear\tDel").triggered.connect(lambda: self.clear(slot))
        fixes = [
            fix
            for finding in self.session.findings
            for fix in finding.fixes
            if finding.place.board == self.index and finding.place.slot == slot and finding.waived is None
        ]
        if fixes:
            menu.addSeparator()
        for fix in fixes:
            menu.addAction(f"Fix: {fix.name}").triggered.connect(
                lambda checked=False, fix=fix: self.session.edit(fix.name, fix.apply)
            )
        return menu

    def _put_chosen(self, slot: str, token: str, checked: bool = False) -> None:
        self.put(slot, token)

    def _menu(self, slot: str, point: QPoint) -> None:
        self.menu_for(slot).exec(point)

    def _hold(self, token: str) -> None:
        self.view.held = token
        self._say()

    def add_board(self, board: Dashboard | None) -> None:
        """Add a board: an empty one set for the stage's track types, or a copy of another."""
        fresh = board or boards.new(self.stage_types()[:3] or ("gravel",), name="New board")
        fresh = replace(fresh, name=free_name(self.session.design, fresh.name or "Board", limit("dashboard", "name")))
        if self.session.edit(f"Add {fresh.name}", lambda design: with_dashboard(design, fresh)):
            self.show_index(len(self.session.design.dashboards) - 1)

    def _duplicate(self) -> None:
        if self.board is not None:
            self.add_board(self.board)

    def delete_board(self) -> None:
        """Delete the board on the table; undo brings it back."""
        index = self.index
        if self.board is not None:
            self.session.edit(
                f"Delete {self.board.name or 'the board'}", lambda design: without_dashboard(design, index)
            )

    def _rename(self) -> None:
        index, name = self.index, self.name.text().strip()
        self.name.setModified(False)
        if self.board is not None and name != self.board.name:
            self.session.edit(f"Rename to {name}", lambda design: rename_dashboard(design, index, name))

    def copy_text(self, *, bbcode: bool) -> None:
        """Put the board with what it can do on the clipboard."""
        board = self.board
        if board is None:
            return
        rules = compile_design(self.session.design).rules
        rows = capabilities.table(
            capabilities.sheet(
                car_from_dashboard(board, rules), rules, track_types=self.stage_types() or None, damage=NO_DAMAGE
            )
        )
        category = self.categories().get(board.category or "")
        QGuiApplication.clipboard().setText(forum.board_text(board, rows, bbcode=bbcode, category=category))
        self.hint.setText("Copied: paste it into a forum.")

    # Categories

    def edit_category(self, record: Mapping[str, Any]) -> None:
        """Open the category editor; what it makes is stored in the document."""
        dialog = CategoryEditor(record, self)
        if dialog.exec():
            self.store_category(dialog.record())

    def store_category(self, record: Mapping[str, Any]) -> None:
        """Store a category in the document."""
        self.session.edit(f"Category {record['name']}", lambda design: with_category(design, record))

    def _edit_current(self) -> None:
        record = self.categories().get(self.category.currentData() or "")
        if record is None:
            names = [each["name"] for each in self.categories().values()]
            name, chosen = QInputDialog.getItem(self, "Edit a category", "Category", names, 0, False)
            record = next((each for each in self.categories().values() if each["name"] == name), None)
            if not chosen:
                return
        if record is not None:
            self.edit_category(record)

    def _remove_current(self) -> None:
        name = self.category.currentData() or ""

        def edit(design: Design) -> Design:
            return without_category(design, name)

        self.session.edit("Remove a category", edit)

    def stop(self) -> None:
        """End what runs, before the window goes."""
        self.compare.stop()


def _has_dice(board: Dashboard) -> bool:
    """Whether more than track types lies on a board. Before, its danger limit counts nothing but empty slots."""
    return any(token not in TRACK_TYPES for token in board.slots.values())
