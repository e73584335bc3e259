"""The state of one window: its open designs, their undo stacks and what is selected. The only thing that changes.

Everything shown derives from ``design``, the design in front; every change goes through ``edit``, as a named command
that holds the Design before and after it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QUndoCommand, QUndoGroup, QUndoStack

from designer import catalog
from designer.design.document import Design
from designer.design.hexes import Hex
from designer.design.stage import PlacedTile, Stage, piece_of
from designer.design.values import EditError
from designer.formats import native
from designer.formats.limits import too_large
from designer.formats.writing import fingerprint, write_atomic
from designer.graph.space_graph import Reading
from designer.model.compiled import compile_design
from designer.readings import facts as stage_facts
from designer.readings import line as lines
from designer.readings import pace_notes, stock
from designer.readings.facts import StageFacts
from designer.readings.line import Line
from designer.readings.pace_notes import Note
from designer.validation import Finding, validate


class _Change(QUndoCommand):
    """One edit of a document: the Design before and after it."""

    def __init__(self, session: Session, document: Document, name: str, after: Design) -> None:
        super().__init__(name)
        self._session = session
        self._document = document
        self._before = document.design
        self._after = after

    def redo(self) -> None:
        self._session._show(self._document, self._after)

    def undo(self) -> None:
        self._session._show(self._document, self._before)


class Document:
    """One open design: its file, its history, what is selected in it, and where the canvas looks."""

    def __init__(self, design: Design, path: Path | None, group: QUndoGroup) -> None:
        self.design = design
        self.path = path
        #: The fingerprint of the file as it was last read or written here, or as the user has seen that it is now.
        self.seen: str | None = None
        #: Whether what the file holds was written here, so that no copy of it need be kept.
        self.ours = False
        self.undo_stack = QUndoStack(group)
        self.findings: tuple[Finding, ...] = ()
        #: The design that the findings belong to.
        self.checked: Design | None = None
        self.selection: frozenset[Hex] = frozenset()
        #: The canvas keeps here how it was zoomed and scrolled.
        self.view: object = None
        #: The simulation panel keeps here what it found out about the design.
        self.simulation: object = None
        #: The race panel keeps here who drives, and what came of it.
        self.race: object = None

    @property
    def changed(self) -> bool:
        """Whether it differs from its file."""
        return not self.undo_stack.isClean()

    @property
    def untouched(self) -> bool:
        """Whether it is an empty design that nobody has begun, whose place another may take."""
        return self.path is None and self.design == EMPTY and self.undo_stack.count() == 0 and not self.changed

    @property
    def title(self) -> str:
        """What its tab says."""
        return self.design.name or (self.path.stem if self.path else "Untitled design")


EMPTY = Design(stage=Stage())
#: Stages of more tiles are checked when the designer pauses, so that every edit shows at once.
CHECKED_AT_ONCE = 1000
PAUSE = 150


class Session(QObject):
    """The open designs of a window; ``document`` is the one in front.

    ``changed`` tells that ``design`` is another one, ``checked`` that ``findings`` belong to it (at once for stages
    of the usual size); ``selection_changed`` that other hexes are selected; ``armed_changed`` that another piece is
    held for placing; ``documents_changed`` that designs were opened, closed, renamed or brought to the front;
    ``refused`` carries why an edit could not be done, in plain words, ``told`` what one has done.
    """

    changed = Signal()
    checked = Signal()
    selection_changed = Signal()
    armed_changed = Signal()
    #: Another file or another document is in front.
    file_changed = Signal()
    documents_changed = Signal()
    #: Carries the document that is about to leave the front.
    leaving = Signal(object)
    refused = Signal(str)
    told = Signal(str)

    def __init__(self, design: Design | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.undo_group = QUndoGroup(self)
        self.document = Document(design or EMPTY, None, self.undo_group)
        self.documents: list[Document] = [self.document]
        self.undo_group.setActiveStack(self.document.undo_stack)
        #: The piece held for placing: "tile:418b", "token:climb:-1", or empty.
        self.armed = ""
        self._tiles: dict[Hex, PlacedTile] = {}
        self._tiles_of: Stage | None = None
        self._used: Counter[str] = Counter()
        self._facts: tuple[Design, StageFacts] | None = None
        self._line: tuple[Design, Line] | None = None
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(PAUSE)
        self._pause.timeout.connect(self.check)
        self.undo_group.cleanChanged.connect(self.documents_changed)
        self.check()

    # What is in front

    @property
    def design(self) -> Design:
        """The design in front."""
        return self.document.design

    @property
    def path(self) -> Path | None:
        """The file of the design in front."""
        return self.document.path

    @property
    def undo_stack(self) -> QUndoStack:
        """The history of the design in front."""
        return self.document.undo_stack

    @property
    def findings(self) -> tuple[Finding, ...]:
        """The findings of the design in front."""
        return self.document.findings

    @property
    def selection(self) -> frozenset[Hex]:
        """The hexes that are selected."""
        return self.document.selection

    @property
    def stage(self) -> Stage:
        """The stage; an empty one when the design has none."""
        return self.design.stage or _NO_STAGE

    def _index(self) -> None:
        """What lies where, and how many of each piece, worked out once for each stage."""
        stage = self.stage
        if stage is self._tiles_of:
            return
        self._tiles_of = stage
        self._tiles = {tile.hex: tile for tile in stage}
        self._used = Counter(piece_of(tile.tile) for tile in stage)
        self._used.update(token.kind for tile in stage for token in tile.tokens)

    def tile(self, place: Hex) -> PlacedTile | None:
        """The tile seen on a hex."""
        self._index()
        return self._tiles.get(place)

    @property
    def used(self) -> Mapping[str, int]:
        """How many of each piece and of each kind of token lie on the stage."""
        self._index()
        return self._used

    def selected(self) -> list[PlacedTile]:
        """The selected tiles, in the order of their hexes."""
        tiles = [self.tile(place) for place in sorted(self.selection)]
        return [tile for tile in tiles if tile is not None]

    @property
    def facts(self) -> StageFacts:
        """The facts of the stage, worked out once for each design."""
        if self._facts is None or self._facts[0] is not self.design:
            compiled = compile_design(self.design)
            self._facts = self.design, stage_facts.of_graph(self.design, compiled.graph, compiled.route, self._way())
        return self._facts[1]

    def _way(self) -> Line:
        """The line of the stage, which facts and notes share."""
        if self._line is None or self._line[0] is not self.design:
            compiled = compile_design(self.design)
            self._line = self.design, lines.build(compiled.graph, compiled.route)
        return self._line[1]

    @property
    def pace_notes(self) -> tuple[Note, ...]:
        """The pace notes of the stage."""
        compiled = compile_design(self.design)
        return pace_notes.build(compiled.graph, compiled.route, self._way(), Reading.of(compiled.rules))

    # Editing

    def edit(self, name: str, change: Callable[[Design], Design]) -> bool:
        """Do an edit as one undoable step. A refused edit changes nothing and says why; the answer is False."""
        try:
            after = change(self.design)
        except EditError as error:
            self.refused.emit(str(error))
            return False
        if reason := too_large(after, self.design):
            self.refused.emit(reason)
            return False
        if after != self.design:
            self.undo_stack.push(_Change(self, self.document, name, after))
        return True

    def edit_stage(self, name: str, change: Callable[[Stage], Stage]) -> bool:
        """Do an edit on the stage."""
        return self.edit(name, lambda design: replace(design, stage=change(design.stage or Stage())))

    def select(self, places: Iterable[Hex]) -> None:
        """Select the tiles on some hexes."""
        chosen = frozenset(place for place in places if self.tile(place) is not None)
        if chosen != self.selection:
            self.document.selection = chosen
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
        self._index()
        return have - self._used[piece]

    def tokens_left(self, kind: str, value: int | None) -> int | None:
        """How many tokens of a kind and number are not on the stage yet; None when the supply is not known."""
        facts = catalog.tokens().stage.get(kind)
        if facts is None or facts.pieces is None:
            return None
        used = [token for placed in self.stage for token in placed.tokens if token.kind == kind]
        boxes = stock.boxes_with(kind, self.design.inventory)
        left = facts.pieces * boxes - len(used)
        by_value = stock.split(kind, compile_design(self.design).rules)
        if value is not None and value in by_value:
            return min(left, by_value[value] * boxes - sum(token.value == value for token in used))
        return left

    # Designs

    def open(self, path: Path) -> None:
        """Read a design from a file and show it. Raises FormatError and leaves everything as it was."""
        contents = native.read_contents(path)
        self.start(native.readable(contents), path).seen = fingerprint(contents)

    def reload(self, document: Document) -> None:
        """Read the file of a design again, as a step that can be undone. Raises FormatError."""
        assert document.path is not None
        contents = native.read_contents(document.path)
        design = native.readable(contents)
        self.bring_to_front(document)
        if design != document.design:
            document.undo_stack.push(_Change(self, document, "Read the file again", design))
        document.seen, document.ours = fingerprint(contents), False
        document.undo_stack.setClean()

    def differs(self, document: Document) -> None:
        """Note that a design is no longer what its file holds, though nobody has edited it."""
        document.undo_stack.resetClean()

    def start(self, design: Design, path: Path | None = None, *, saved: bool = True) -> Document:
        """Show a design in a tab of its own, or in place of an untouched one in front; ``saved`` is False for one
        that was recovered."""
        fresh = Document(design, path, self.undo_group)
        if not saved:
            fresh.undo_stack.resetClean()
        if self.document.untouched:
            number = self.documents.index(self.document)
            gone, self.documents[number] = self.document, fresh
            self._bring(fresh)
            gone.undo_stack.deleteLater()
        else:
            self.documents.append(fresh)
            self._bring(fresh)
        return fresh

    def bring_to_front(self, document: Document) -> None:
        """Show another of the open designs."""
        if document is not self.document:
            self._bring(document)

    def move_document(self, start: int, to: int) -> None:
        """Change the order of the tabs."""
        self.documents.insert(to, self.documents.pop(start))

    def close(self, document: Document) -> None:
        """Close a design without asking; an empty one takes the place of the last."""
        number = self.documents.index(document)
        self.documents.remove(document)
        if document is self.document:
            if not self.documents:
                self.documents.append(Document(EMPTY, None, self.undo_group))
            self._bring(self.documents[min(number, len(self.documents) - 1)])
        else:
            self.documents_changed.emit()
        document.undo_stack.deleteLater()

    def save(self, path: Path, *, over_read_only: bool = False) -> None:
        """Write the design in front to a file. Raises OSError, and FormatError when it could not be opened again."""
        contents = native.canonical(self.design).encode("utf-8")
        write_atomic(path, contents, native.readable, over_read_only=over_read_only)
        self.document.path = path
        self.document.seen, self.document.ours = fingerprint(contents), True
        self.undo_stack.setClean()
        self.file_changed.emit()
        self.documents_changed.emit()

    def _bring(self, document: Document) -> None:
        self.leaving.emit(self.document)
        self.document = document
        self.undo_group.setActiveStack(document.undo_stack)
        self.arm("")
        self._show(document, document.design)
        self.selection_changed.emit()
        self.file_changed.emit()
        self.documents_changed.emit()

    def _show(self, document: Document, design: Design) -> None:
        renamed = design.name != document.design.name
        document.design = design
        kept = frozenset(place for place in document.selection if self.tile(place) is not None)
        dropped = kept != document.selection
        document.selection = kept
        at_once = document.checked is design or len(self.stage) <= CHECKED_AT_ONCE
        if at_once:
            self._pause.stop()
            self._find()
        else:
            self._pause.start()
        self.changed.emit()
        if dropped:
            self.selection_changed.emit()
        if at_once:
            self.checked.emit()
        if renamed:
            self.documents_changed.emit()

    def check(self) -> None:
        """Bring the findings up to date."""
        self._pause.stop()
        self._find()
        self.checked.emit()

    def _find(self) -> None:
        if self.document.checked is not self.design:
            self.document.findings = validate(self.design)
            self.document.checked = self.design


_NO_STAGE = Stage()
