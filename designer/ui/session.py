"""The state of one window: the current Design, its undo stack and what is selected. The only thing that changes.

Everything shown derives from ``design``; every change goes through ``edit``, as a named command that holds the
Design before and after it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QUndoCommand, QUndoStack

from designer import catalog
from designer.design.document import Design
from designer.design.hexes import Hex
from designer.design.stage import PlacedTile, Stage, piece_of, tile_at
from designer.design.values import EditError
from designer.formats import native
from designer.validation import Finding, validate


class _Change(QUndoCommand):
    """One edit: the Design before and after it."""

    def __init__(self, session: Session, name: str, before: Design, after: Design) -> None:
        super().__init__(name)
        self._session = session
        self._before = before
        self._after = after

    def redo(self) -> None:
        self._session._show(self._after)

    def undo(self) -> None:
        self._session._show(self._before)


#: Stages of more tiles are checked when the designer pauses, so that every edit shows at once.
CHECKED_AT_ONCE = 60
PAUSE = 150


class Session(QObject):
    """One open design.

    ``changed`` tells that ``design`` is another one, ``checked`` that ``findings`` belong to it (at once for stages
    of the usual size); ``selection_changed`` that other hexes are selected; ``armed_changed`` that another piece is
    held for placing; ``refused`` carries why an edit could not be done, in plain words.
    """

    changed = Signal()
    checked = Signal()
    selection_changed = Signal()
    armed_changed = Signal()
    file_changed = Signal()
    refused = Signal(str)

    def __init__(self, design: Design | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.design = design or Design(stage=Stage())
        self.path: Path | None = None
        self.findings: tuple[Finding, ...] = ()
        self.selection: frozenset[Hex] = frozenset()
        #: The piece held for placing: "tile:418b", "token:climb:-1", or empty.
        self.armed = ""
        self.undo_stack = QUndoStack(self)
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(PAUSE)
        self._pause.timeout.connect(self.check)
        self.check()

    @property
    def stage(self) -> Stage:
        """The stage; an empty one when the design has none."""
        return self.design.stage or Stage()

    def tile(self, place: Hex) -> PlacedTile | None:
        """The tile seen on a hex."""
        return tile_at(self.stage, place)

    def selected(self) -> list[PlacedTile]:
        """The selected tiles, in the order of their hexes."""
        tiles = [self.tile(place) for place in sorted(self.selection)]
        return [tile for tile in tiles if tile is not None]

    def edit(self, name: str, change: Callable[[Design], Design]) -> bool:
        """Do an edit as one undoable step. A refused edit changes nothing and says why; the answer is False."""
        before = self.design
        try:
            after = change(before)
        except EditError as error:
            self.refused.emit(str(error))
            return False
        if after != before:
            self.undo_stack.push(_Change(self, name, before, after))
        return True

    def edit_stage(self, name: str, change: Callable[[Stage], Stage]) -> bool:
        """Do an edit on the stage."""
        return self.edit(name, lambda design: replace(design, stage=change(design.stage or Stage())))

    def select(self, places: Iterable[Hex]) -> None:
        """Select the tiles on some hexes."""
        chosen = frozenset(place for place in places if self.tile(place) is not None)
        if chosen != self.selection:
            self.selection = chosen
            self.selection_changed.emit()

    def arm(self, piece: str) -> None:
        """Hold a piece for placing by click; an empty text puts it back."""
        if piece != self.armed:
            self.armed = piece
            self.armed_changed.emit()

    def copies_left(self, tile: str) -> int:
        """How many copies of a tile's piece are not on the stage yet (negative: more used than owned)."""
        piece = piece_of(tile)
        owned = self.design.inventory
        have = catalog.copies(piece, owned.boxes, owned.pieces) if owned else catalog.copies(piece)
        return have - sum(piece_of(placed.tile) == piece for placed in self.stage)

    def tokens_left(self, kind: str, value: int | None) -> int | None:
        """How many tokens of a kind and number are not on the stage yet; None when the supply is not known."""
        facts = catalog.tokens()["stage"].get(kind, {})
        supply = facts.get("pieces")
        used = [token for placed in self.stage for token in placed.tokens if token.kind == kind]
        by_value = facts.get("by_value") or {}
        if value is not None and str(value) in by_value:
            return int(by_value[str(value)]) - sum(token.value == value for token in used)
        return None if supply is None else int(supply) - len(used)

    def open(self, path: Path) -> None:
        """Read a design from a file and show it. Raises FormatError and leaves everything as it was."""
        design = native.load(path)
        self.start(design, path)

    def start(self, design: Design, path: Path | None = None) -> None:
        """Show another design with a fresh history."""
        self.undo_stack.clear()
        self.path = path
        self.selection = frozenset()
        self._show(design)
        self.selection_changed.emit()
        self.file_changed.emit()

    def save(self, path: Path) -> None:
        """Write the design to a file. Raises OSError."""
        native.save(self.design, path)
        self.path = path
        self.undo_stack.setClean()
        self.file_changed.emit()

    def _show(self, design: Design) -> None:
        self.design = design
        kept = frozenset(place for place in self.selection if self.tile(place) is not None)
        dropped = kept != self.selection
        self.selection = kept
        at_once = len(self.stage) <= CHECKED_AT_ONCE
        if at_once:
            self._pause.stop()
            self.findings = validate(design)
        else:
            self._pause.start()
        self.changed.emit()
        if dropped:
            self.selection_changed.emit()
        if at_once:
            self.checked.emit()

    def check(self) -> None:
        """Bring the findings up to date."""
        self._pause.stop()
        self.findings = validate(self.design)
        self.checked.emit()
