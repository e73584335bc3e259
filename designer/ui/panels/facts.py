"""Stage facts, always up to date: length, shares, corners, the elevation profile, and what to fetch from which box."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QTextBrowser, QVBoxLayout, QWidget

from designer.readings.facts import StageFacts
from designer.ui.panels.profile import ProfileView
from designer.ui.session import Session


class FactsPanel(QWidget):
    """Facts of the session's stage. ``visited`` carries a hex to show."""

    visited = Signal(object)

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.shown: StageFacts | None = None
        self.seen = True
        self.profile = ProfileView()
        self.text = QTextBrowser()
        self.text.setObjectName("facts")
        self.text.setAccessibleName("Stage facts")
        self.text.setOpenLinks(False)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.profile)
        layout.addWidget(self.text, 1)
        self.profile.visited.connect(self.visited)
        session.changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Show the facts of the current design, once the panel is in sight."""
        if not self.seen:
            return
        found = self.session.facts
        if found == self.shown:
            return
        self.shown = found
        self.profile.show_profile(found.profile, found.up, found.down)
        self.text.setHtml(words(found))

    def set_seen(self, seen: bool) -> None:
        """Follow the design while the panel is in sight (a dock behind another counts as shown for Qt)."""
        self.seen = seen
        if seen:
            self.refresh()


def words(found: StageFacts) -> str:
    """The facts as rich text."""
    if not found.tiles:
        return "<p>The stage is empty. Its facts appear here as you build.</p>"
    length = "not driven from start to finish yet"
    if found.shortest is not None:
        each = ", ".join(f"{lane} {spaces}" for lane, spaces in found.lanes.items())
        length = f"{found.shortest} spaces{' a lap' if found.circuit else ''}" + (f" (by lane: {each})" if each else "")
    rows = [
        ("Tiles", f"{found.tiles}, {found.road_tiles} with road"),
        ("Length", length),
        ("Terrain", _shares(found.terrain)),
        ("Danger", _shares(found.danger)),
        ("Corners", _corners(found)),
        (
            "Features",
            ", ".join(
                f"{count} {name if count == 1 else plural}"
                for count, name, plural in (
                    (found.jumps, "jump", "jumps"),
                    (found.water, "ford", "fords"),
                    (found.shortcuts, "shortcut", "shortcuts"),
                    (found.chicanes, "chicane", "chicanes"),
                )
                if count
            )
            or "none",
        ),
    ]
    if found.up or found.down:
        rows.append(("Climb lines", f"{found.up} up, {found.down} down"))
    if found.tokens:
        rows.append(
            (
                "Tokens",
                ", ".join(f"{count} \N{MULTIPLICATION SIGN} {escape(label)}" for label, count in found.tokens.items()),
            )
        )
    parts = ["<table cellspacing='0' cellpadding='3'>"]
    parts += [f"<tr><td valign='top'><b>{name}</b></td><td>{value}</td></tr>" for name, value in rows]
    parts.append("</table><p><b>What to fetch</b></p>")
    for box in found.fetch.boxes:
        times = f"{box.copies} \N{MULTIPLICATION SIGN} " if box.copies > 1 else ""
        gone = " (out of print)" if box.out_of_print else ""
        parts.append(
            f"<p style='margin:2px 0 6px 4px'>{times}{escape(box.name)}{gone}<br>{_pieces(box.tiles, box.tokens)}</p>"
        )
    missing = found.fetch.missing, found.fetch.missing_tokens
    if any(missing):
        parts.append(f"<p style='margin:2px 0 6px 4px'><b>In no box at hand</b><br>{_pieces(*missing)}</p>")
    return "".join(parts)


def _pieces(tiles: tuple[tuple[str, int], ...], tokens: tuple[tuple[str, int], ...]) -> str:
    words = [f"{count} \N{MULTIPLICATION SIGN} {escape(tile)}" if count > 1 else escape(tile) for tile, count in tiles]
    words += [f"{count} \N{MULTIPLICATION SIGN} {escape(label)} token" for label, count in tokens]
    return ", ".join(words)


def _shares(shares: object) -> str:
    assert isinstance(shares, dict)
    return ", ".join(f"{name} {100 * share:.0f} %" for name, share in shares.items()) or "none"


def _corners(found: StageFacts) -> str:
    total = sum(found.corners.values())
    each = ", ".join(
        f"{count} \N{MULTIPLICATION SIGN} {'no limit' if limit is None else f'gear {limit}'}"
        for limit, count in found.corners.items()
    )
    return f"{total} ({each})" if total else "none"
