"""What the designer does with tiles and tokens: hold, place, append, turn, flip, move, cut and paste.

The canvas turns mouse and keys into calls of these; menus call them too. Every one is a single undoable edit.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication

from designer import catalog
from designer.design import stage as stage_edits
from designer.design.hexes import Hex, centre, neighbour, rotated
from designer.design.stage import PlacedTile, Stage, Token
from designer.design.values import EditError
from designer.drawing.signs import name_of, token_name
from designer.drawing.tiles import standing
from designer.edits import append as appending
from designer.edits import laying, mirror
from designer.edits.ways import Way, towards, ways_on
from designer.formats import native
from designer.formats.native import FormatError
from designer.graph import track_tokens
from designer.graph.space_graph import Reading
from designer.graph.stage_graph import EdgeEnd
from designer.graph.track_tokens import Laying
from designer.model.compiled import compile_design
from designer.ui.piece import Piece
from designer.ui.session import Session

#: Nearer to the middle of the hex than this, the pointer does not choose where the road leads.
MIDDLE = 70.0


def named(tiles: list[str]) -> str:
    """Tiles in a command's name: "418b", or "3 tiles"."""
    return tiles[0] if len(tiles) == 1 else f"{len(tiles)} tiles"


class Hands(QObject):
    """Edits of the session's stage. ``changed`` tells that what is held looks different now, ``shown`` carries a
    hex that should be brought into view."""

    changed = Signal()
    shown = Signal(object)

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        #: How the held tile is turned: None until the designer turns it; till then it turns itself to fit.
        self.rotation: int | None = None
        #: Whether a held standee looks the other way.
        self.backwards = False
        #: How far a held jump, water or chicane token is turned from lying along the road, in steps of 60 degrees.
        self.token_turn = 0
        #: The hex under the pointer or the keyboard's cursor, and the point within it.
        self.hover: Hex | None = None
        self.point: tuple[float, float] = (0.0, 0.0)
        self._end: tuple[Stage | None, EdgeEnd | None] = (None, None)
        session.armed_changed.connect(self._armed)

    # What is held

    def piece(self) -> Piece | None:
        """The piece held for placing."""
        return Piece.parse(self.session.armed)

    def _armed(self) -> None:
        self.rotation = None
        self.backwards = False
        self.token_turn = 0
        self.changed.emit()

    def open_end(self) -> EdgeEnd | None:
        """Where the road goes on, worked out once for each stage."""
        stage = self.session.stage
        if self._end[0] is not stage:
            self._end = stage, appending.open_end(stage)
        return self._end[1]

    def ways(self, tile: str) -> tuple[Hex, list[Way]]:
        """The hex where the road goes on, and the ways in which a tile takes it up there."""
        end = self.open_end()
        if end is None:
            return Hex(0, 0), []
        return neighbour(end.hex, end.edge), ways_on(self.session.stage, tile, end)

    def rotation_for(self, tile: str, place: Hex) -> int:
        """How a held tile would lie on a hex: as the designer turned it, or as it fits best.

        Where the road goes on, the pointer's side of the hex chooses among the ways that fit all neighbours equally.
        """
        if self.rotation is not None:
            return self.rotation
        stage = self.session.stage
        best = appending.best_rotation(stage, tile, place)
        if (self.point[0] ** 2 + self.point[1] ** 2) ** 0.5 > MIDDLE:
            goal, ways = self.ways(tile)
            if goal == place:
                most = appending.fit(stage, tile, place, best)
                equal = [way for way in ways if appending.fit(stage, tile, place, way.rotation) == most]
                way = towards(equal, *self.point)
                if way is not None:
                    return way.rotation
        return best

    def token_for(self, piece: Piece, placed: PlacedTile) -> Token:
        """The token to lay on a tile; one that stands or lies on the road does so where the pointer is nearest to."""
        if piece.token in track_tokens.KINDS:
            return self._on_road(piece, placed)
        return piece.token_piece(standing.nearest_place(placed, piece.token, self.point, self.backwards))

    def _laying(self) -> Laying:
        return Reading.of(compile_design(self.session.design).rules).laying

    def _on_road(self, piece: Piece, placed: PlacedTile) -> Token:
        """A jump, water or a chicane of the tile's track type, on the space nearest to the pointer that can take it."""
        side = catalog.sides()[placed.tile]
        rows = track_tokens.rows(placed.tile, self._laying())

        def far(name: str) -> float:
            x, y = side.spaces[name].at
            return math.dist(standing.turned((x - 260.0, y - 225.0), placed.rotation), self.point)

        name, row = min(((name, row) for row in rows for name in row), key=lambda found: far(found[0]))
        along = round(track_tokens.heading(side, row)) + 60 * self.token_turn
        return piece.token_piece(name, side.terrain, along % 360 if self.token_turn % 6 else None)

    def turn_token(self, place: Hex, token: Token, steps: int = 1) -> bool:
        """Turn a jump, water or chicane token that lies on a tile by steps of 60 degrees clockwise."""
        there = self.session.tile(place)
        if there is None or token not in there.tokens:
            return False
        each = next(one for one in track_tokens.laid(there, self._laying()) if one.token == token)
        turn = (round(track_tokens.turn_of(there, each)) + 60 * steps) % 360
        return self.session.edit_stage(
            f"Turn {name_of(token)}",
            lambda stage: stage_edits.change_token(stage, place, token, replace(token, turn=turn)),
        )

    def refusal(self, piece: Piece, place: Hex) -> str:
        """Why a piece cannot go to a hex, or an empty text."""
        there = self.session.tile(place)
        if piece.tile:
            if there is not None:
                return f"Tile {there.tile} already lies there."
            return self.shortage([piece.tile])
        name = token_name(piece.token, piece.value)
        if there is None:
            return f"{name} goes on a tile; there is none here."
        if self.spent(piece):
            return f"No {name} token is left."
        if piece.token in standing.STANDING and not standing.places(there, piece.token):
            return f"{name} stands on a line across the road; tile {there.tile} has none."
        if piece.token in track_tokens.KINDS and not track_tokens.rows(there.tile, self._laying()):
            return f"{name} lies on a row of ordinary spaces across the road; tile {there.tile} has none."
        return ""

    def shortage(self, tiles: Iterable[str]) -> str:
        """Which piece of some tiles the inventory has too few of, in words; an empty text when it has enough."""
        for piece, count in Counter(map(stage_edits.piece_of, tiles)).items():
            left = max(0, self.session.copies_left(piece))
            if left < count:
                more = "" if left == 0 else f" for {count} of them; there is {left}"
                return f"No copy of piece {piece} is left in the inventory{more}."
        return ""

    def spent(self, piece: Piece) -> bool:
        """Whether no copy of a piece is left."""
        if piece.tile:
            return self.session.copies_left(piece.tile) <= 0
        left = self.session.tokens_left(piece.token, piece.value)
        return left is not None and left <= 0

    # Placing

    def place_piece(self, piece: Piece, place: Hex) -> bool:
        """Put a piece on a hex as one edit; says why when it cannot be done."""
        if reason := self.refusal(piece, place):
            self.session.refused.emit(reason)
            return False
        there = self.session.tile(place)
        if piece.tile:
            rotation = self.rotation_for(piece.tile, place)
            done = self.session.edit_stage(
                f"Place {piece.tile}", lambda stage: stage_edits.place(stage, piece.tile, place, rotation)
            )
        else:
            assert there is not None
            token = self.token_for(piece, there)
            done = self.session.edit_stage(
                f"Put {name_of(token)}", lambda stage: stage_edits.put_token(stage, place, token)
            )
        if done:
            self.session.select([place])
            if self.session.armed == piece.text and self.spent(piece):
                self.session.arm("")
        return done

    def append(self, tile: str, direction: str = "") -> bool:
        """Put a tile where the road goes on, turned so that it goes on; ``direction`` chooses straight, left, right."""
        place, ways = self.ways(tile)
        if not len(self.session.stage):
            ways = [Way(0, direction or "straight", "A")]
        elif self.open_end() is None:
            self.session.refused.emit("The road has no open end to go on from.")
            return False
        way = next((way for way in ways if direction in ("", way.word)), None)
        reason = self.refusal(Piece(tile=tile), place)
        if not reason and way is None:
            what = f"goes {direction}" if direction and ways else "fits"
            reason = f"No way of turning {tile} {what} at the open end of the road."
        if reason or way is None:
            self.session.refused.emit(reason)
            return False
        rotation = way.rotation
        done = self.session.edit_stage(f"Append {tile}", lambda stage: stage_edits.place(stage, tile, place, rotation))
        self.session.select([place])
        if self.session.armed == Piece(tile=tile).text and self.spent(Piece(tile=tile)):
            self.session.arm("")
        self.shown.emit(place)
        return done

    def append_held(self, direction: str) -> None:
        """Append the tile that is held in a direction."""
        piece = self.piece()
        if piece is None or not piece.tile:
            self.session.refused.emit("Hold a tile first: click it in Pieces.")
        else:
            self.append(piece.tile, direction)

    # Changing what lies there

    def _names(self) -> str:
        return named([tile.tile for tile in self.session.selected()])

    def turn(self, steps: int) -> None:
        """Turn what is held, or else the selected tiles."""
        piece = self.piece()
        if piece is not None and piece.tile:
            place = self.hover or Hex(0, 0)
            self.rotation = (self.rotation_for(piece.tile, place) + steps) % 6
            self.changed.emit()
            return
        if piece is not None and piece.token in track_tokens.KINDS:
            self.token_turn = (self.token_turn + steps) % 6
            self.changed.emit()
            return
        if piece is not None:
            self.backwards = not self.backwards
            self.changed.emit()
            return
        places = self.session.selection
        if not places:
            return
        pivot = stage_edits.middle(places)
        if (
            self.session.edit_stage(
                f"Turn {self._names()}", lambda stage: stage_edits.rotate_many(stage, places, steps)
            )
            and len(places) > 1
        ):
            self.session.select([rotated(place, steps % 6, pivot) for place in places])

    def flip(self) -> None:
        """Turn over what is held, or else the selected tiles."""
        piece = self.piece()
        if piece is not None and piece.tile:
            self.session.arm(Piece(tile=stage_edits.other_side(piece.tile)).text)
            return
        places = self.session.selection
        if places:
            self.session.edit_stage(f"Flip {self._names()}", lambda stage: stage_edits.flip_many(stage, places))

    def mirror(self) -> None:
        """Put the mirrored pieces in the place of the selected tiles, where such pieces exist."""
        places = self.session.selection
        if not places:
            return

        rest = Stage(tuple(tile for tile in self.session.stage if tile.hex not in places))

        def change(stage: Stage) -> Stage:
            mirrored = mirror.mirror_many(stage, places)
            missing = appending.short_of(
                rest, [tile.tile for tile in mirrored if tile not in rest.tiles], self.session.design.inventory
            )
            if missing:
                raise EditError(f"No copy of piece {', '.join(missing)} is left to mirror with.")
            return mirrored

        if self.session.edit_stage(f"Mirror {self._names()}", change):
            self.session.select(tile.hex for tile in self.session.stage if tile not in rest.tiles)

    def remove(self) -> None:
        """Take the selected tiles away."""
        places = self.session.selection
        if places:
            self.session.edit_stage(f"Remove {self._names()}", lambda stage: stage_edits.remove_many(stage, places))

    def move(self, dq: int, dr: int) -> None:
        """Move the selected tiles."""
        places = self.session.selection
        if places and (dq, dr) != (0, 0):
            goals = [Hex(place.q + dq, place.r + dr) for place in places]
            if self.session.edit_stage(
                f"Move {self._names()}", lambda stage: stage_edits.move_many(stage, places, dq, dr)
            ):
                self.session.select(goals)
                self.shown.emit(goals[0])

    def whole(self, name: str, change: Callable[[Stage], Stage]) -> None:
        """An edit of the whole stage; the selection goes, and the whole stage is shown."""
        if self.session.edit_stage(name, change):
            self.session.select([])
            self.shown.emit(None)

    def fill(self) -> None:
        """Put filler tiles into the gaps."""
        fillers = {
            name: max(0, self.session.copies_left(name))
            for name, side in catalog.sides().items()
            if side.role == "filler" and name == min(name, stage_edits.other_side(name))
        }
        self.session.edit_stage("Fill gaps", lambda stage: laying.filled(stage, fillers))

    # The clipboard

    def copy(self) -> bool:
        """Put the selected tiles on the clipboard, as JSON that any Crest window (and a file) can hold."""
        if not self.session.selection:
            self.session.refused.emit("Select the tiles to copy first.")
            return False
        text = native.canonical(laying.copied(self.session.stage, self.session.selection))
        QGuiApplication.clipboard().setText(text)
        self.session.told.emit(f"Copied {self._names()}.")
        return True

    def cut(self) -> None:
        """Put the selected tiles on the clipboard and take them away."""
        places = self.session.selection
        if self.copy():
            self.session.edit_stage(f"Cut {self._names()}", lambda stage: stage_edits.remove_many(stage, places))

    def paste(self) -> None:
        """Lay the tiles of the clipboard where the pointer is, or on the nearest place with room."""
        text = QGuiApplication.clipboard().text()
        try:
            stage = native.parse(text).stage
        except FormatError:
            stage = None
        if stage is None or not len(stage):
            self.session.refused.emit("The clipboard holds no tiles. Copy some in Crest first.")
            return
        self._lay("Paste", stage.tiles)

    def duplicate(self) -> None:
        """Lay copies of the selected tiles beside them, if the inventory has them."""
        tiles = self.session.selected()
        if not tiles:
            self.session.refused.emit("Select the tiles to duplicate first.")
            return
        self._lay("Duplicate", tiles, beside=True)

    def _lay(self, word: str, tiles: Iterable[PlacedTile], beside: bool = False) -> None:
        block = tuple(tiles)
        if reason := self.shortage(tile.tile for tile in block):
            self.session.refused.emit(f"Cannot {word.lower()}: {reason}")
            return
        goal = block[0].hex if beside or self.hover is None else self.hover
        landed = laying.landing(self.session.stage, block, goal)
        if self.session.edit_stage(
            f"{word} {named([tile.tile for tile in block])}", lambda stage: laying.added(stage, landed)
        ):
            self.session.select([tile.hex for tile in landed])
            self.shown.emit(landed[0].hex)

    # Selecting

    def select_all(self) -> None:
        """Select every tile."""
        self.session.select(tile.hex for tile in self.session.stage)

    def select_connected(self) -> None:
        """Select all tiles that road joins with the selected ones."""
        if not self.session.selection:
            self.session.refused.emit("Select a tile of the road first.")
            return
        self.session.select(
            other for place in self.session.selection for other in appending.connected(self.session.stage, place)
        )

    def point_at(self, place: Hex | None, x: float = 0.0, y: float = 0.0) -> None:
        """Tell where the pointer is: over which hex, and where in the scene."""
        self.hover = place
        if place is not None:
            middle = centre(place)
            self.point = (x - middle[0], y - middle[1])
