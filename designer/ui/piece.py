"""What is in hand: a piece as the palette names it."""

from __future__ import annotations

from dataclasses import dataclass

from designer.design.stage import Token


@dataclass(frozen=True)
class Piece:
    """What can be taken from the palette: a tile side, or a token kind with its value."""

    tile: str = ""
    token: str = ""
    value: int | None = None

    @property
    def text(self) -> str:
        """The piece as dragged: "tile:418b", "token:climb:-1", "token:cloud".

        >>> Piece.parse("token:climb:-1").text
        'token:climb:-1'
        """
        if self.tile:
            return f"tile:{self.tile}"
        return f"token:{self.token}" + ("" if self.value is None else f":{self.value}")

    @staticmethod
    def parse(text: str) -> Piece | None:
        """The piece of a text, or None.

        >>> Piece.parse("tile:418b")
        Piece(tile='418b', token='', value=None)
        """
        kind, _, rest = text.partition(":")
        if kind == "tile" and rest:
            return Piece(tile=rest)
        if kind == "token" and rest:
            name, _, value = rest.partition(":")
            return Piece(token=name, value=int(value) if value.lstrip("-").isdigit() else None)
        return None

    def token_piece(self, place: str | None = None, track: str | None = None, turn: int | None = None) -> Token:
        """The token to lay on a tile; ``place`` is the edge or step where a standing piece stands, or the space on
        which a jump, water or a chicane lies, which have a track type and a turn, too."""
        return Token(self.token, self.value, place, track, turn)
