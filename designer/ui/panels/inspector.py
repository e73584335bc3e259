"""What is selected, in words: its facts, its tokens and the rules that it brings; the stage's facts otherwise."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QUrl, Signal
from PySide6.QtWidgets import QTextBrowser, QVBoxLayout, QWidget

from designer.design import stage as stage_edits
from designer.design.stage import PlacedTile, Token
from designer.drawing.signs import name_of
from designer.graph.track_tokens import KINDS
from designer.readings import tile_words
from designer.ui.session import Session


class InspectorPanel(QWidget):
    """Facts as text; tokens can be taken off and turned by their links.

    ``turned`` carries a hex and its token to turn.
    """

    turned = Signal(object, object)

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.text = QTextBrowser()
        self.text.setObjectName("inspector")
        self.text.setAccessibleName("Inspector")
        self.text.setOpenLinks(False)
        self.text.anchorClicked.connect(self._follow)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.text)
        session.changed.connect(self.refresh)
        session.checked.connect(self.refresh)
        session.selection_changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Show the facts of what is selected now."""
        tiles = self.session.selected()
        if len(tiles) == 1:
            html = self._tile(tiles[0])
        elif tiles:
            names = " ".join(sorted(tile.tile for tile in tiles))
            html = f"<h3>{len(tiles)} tiles</h3><p>{escape(names)}</p>"
        else:
            html = self._stage()
        if html != self.text.property("shown"):
            self.text.setProperty("shown", html)
            self.text.setHtml(html)

    @staticmethod
    def _rows(rows: list[tuple[str, str]]) -> str:
        return (
            "<table cellspacing='0' cellpadding='3'>"
            + "".join(
                f"<tr><td valign='top'><b>{escape(name)}</b></td><td>{escape(value)}</td></tr>" for name, value in rows
            )
            + "</table>"
        )

    def _tile(self, tile: PlacedTile) -> str:
        rows = tile_words.details(tile)
        parts = [f"<h3>Tile {escape(tile.tile)}</h3>", self._rows(rows[1:])]
        if tile.tokens:
            parts.append("<h4>Tokens</h4>")
            for number, token in enumerate(tile.tokens):
                rule = tile_words.TOKEN_RULES.get(token.kind, "")
                turn = f" <a href='turn:{number}'>Turn it</a>" if token.kind in KINDS else ""
                parts.append(
                    f"<p><b>{escape(name_of(token))}</b> {escape(rule)}{escape(_lies(tile, token))} "
                    f"<a href='take:{number}'>Take it off</a>{turn}</p>"
                )
        if rules := tile_words.rules_of(tile):
            parts.append("<h4>Driving it</h4>" + "".join(f"<p>{escape(rule)}</p>" for rule in rules))
        for finding in self.session.findings:
            if finding.place.hex == tile.hex and finding.waived is None:
                parts.append(f"<p><b>{escape(str(finding.severity).capitalize())}:</b> {escape(finding.message)}</p>")
        return "".join(parts)

    def _stage(self) -> str:
        design = self.session.design
        title = escape(design.name or "Untitled design")
        author = f"<p>by {escape(design.author)}</p>" if design.author else ""
        if not len(self.session.stage):
            return (
                f"<h3>{title}</h3>{author}<p>The stage is empty. Drag a start tile from Pieces to the canvas, or "
                "click one and then a hex.</p>"
            )
        notes = f"<p>{escape(design.notes)}</p>" if design.notes else ""
        event = design.event
        rows = [("Event", event.kind)] if event is not None else []
        for name, value in (("Laps", event and event.laps), ("Tries", event and event.tries)):
            if value is not None:
                rows.append((name, str(value)))
        rows += [("House rule", f"{name}: {value}") for name, value in sorted(design.house_rules.items())]
        return (
            f"<h3>{title}</h3>{author}{notes}{self._rows(rows) if rows else ''}"
            "<p>Select a tile to read what it is and how it is driven.</p>"
        )

    def _follow(self, url: QUrl) -> None:
        kind, _, number = url.toString().partition(":")
        tiles = self.session.selected()
        if len(tiles) == 1 and number.isdigit() and int(number) < len(tiles[0].tokens):
            token = tiles[0].tokens[int(number)]
            if kind == "take":
                take(self.session, tiles[0], token)
            elif kind == "turn":
                self.turned.emit(tiles[0].hex, token)


def _lies(tile: PlacedTile, token: Token) -> str:
    """Where and how a jump, water or a chicane lies, in words."""
    if token.kind not in KINDS:
        return ""
    parts = [f"on {token.place}" if token.place else "", token.track or ""]
    parts.append(f"turned {token.turn}\N{DEGREE SIGN}" if token.turn is not None else "along the road")
    return f" It lies {', '.join(part for part in parts if part)}."


def take(session: Session, tile: PlacedTile, token: Token) -> None:
    """Take a token off a tile as one edit."""
    session.edit_stage(f"Take {name_of(token)}", lambda stage: stage_edits.change_token(stage, tile.hex, token, None))
