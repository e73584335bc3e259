"""The named actions of a window, made of the commands that its parts offer, and the menus and toolbar of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from PySide6.QtGui import QAction, QColor, QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu

from designer.ui.command import DOTS, Command, Keys
from designer.ui.icons import icon

#: The menus: title, and the names of actions ("" parts groups; "*name" is a submenu that the window fills).
MENUS: tuple[tuple[str, str], ...] = (
    (
        "&File",
        "new open *recent *official |save save-as reload close |properties "
        "|export-json export-png export-pdf export-page report |print |quit",
    ),
    ("&Edit", "undo redo |cut copy paste duplicate remove |select-all select-connected |find find-token commands"),
    ("&Tile", "turn turn-back flip mirror |append-left append-straight append-right"),
    ("&Stage", "stage-turn stage-turn-back stage-mirror stage-reverse |stage-centre stage-arrange |stage-fill"),
    (
        "&View",
        "zoom-in zoom-out fit |*overlays minimap grid |*panels reset-layout |canvas next-design "
        "previous-design |*colours",
    ),
    ("Si&mulate", "run race |replay open-log save-log"),
    ("&Help", "start-page tour |keys findings |boxes terms |about"),
)
TOOLBAR = "new open save |undo redo |turn-back turn flip mirror remove |run |*overlays |zoom-out zoom-in fit"


def parts(line: str) -> Iterator[str]:
    """The names of a line, with "" where a line parts groups.

    >>> list(parts("new open |quit"))
    ['new', 'open', '', 'quit']
    """
    for number, group in enumerate(line.split("|")):
        if number:
            yield ""
        yield from group.split()


class Actions:
    """The actions of a window by name, made of commands, with the menus that hold them.

    ``tiles_are_seen`` tells whether commands may change tiles now.
    """

    def __init__(self, window: QMainWindow, tiles_are_seen: Callable[[], bool]) -> None:
        self.window = window
        self.tiles_are_seen = tiles_are_seen
        self.by_name: dict[str, QAction] = {}
        self.menus: dict[str, QMenu] = {}
        self._commands: list[Command] = []

    def add_all(self, commands: Iterable[Command]) -> list[QAction]:
        """New actions for commands."""
        return [self.add(command) for command in commands]

    def add(self, command: Command) -> QAction:
        """A new action for a command. Its tooltip tells its key."""
        action = QAction(command.words, self.window)
        _set_keys(action, command.keys)
        shown = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
        tip = command.tip or command.words.replace("&", "").rstrip(f".{DOTS}")
        action.setToolTip(tip + (f" ({shown})" if shown else ""))
        action.setStatusTip(tip)
        if command.on is None:
            action.triggered.connect(lambda checked=False: command.do())
        else:
            action.setCheckable(True)
            action.setChecked(command.on)
            action.toggled.connect(command.do)
        self._commands.append(command)
        return self.take(command.name, action)

    def take(self, name: str, action: QAction, keys: Keys = "") -> QAction:
        """Take in an action that Qt has made."""
        action.setObjectName(name)
        if keys:
            _set_keys(action, keys)
        self.by_name[name] = action
        self.window.addAction(action)
        return action

    def add_menu(self, name: str, words: str, actions: Sequence[QAction | None] = ()) -> QMenu:
        """A submenu that the menus name with a star, of actions; None parts them."""
        menu = self.menus[name] = QMenu(words, self.window)
        for action in actions:
            menu.addSeparator() if action is None else menu.addAction(action)
        return menu

    def fill_menus(self) -> None:
        """Make the menu bar of what was added."""
        for title, line in MENUS:
            menu = self.window.menuBar().addMenu(title)
            menu.setToolTipsVisible(True)
            for name in parts(line):
                if not name:
                    menu.addSeparator()
                elif name.startswith("*"):
                    menu.addMenu(self.menus[name[1:]])
                else:
                    menu.addAction(self.by_name[name])
            self.menus[title] = menu

    def listed(self) -> Iterator[tuple[str, QAction]]:
        """Every action with the name of its menu, for the list of commands."""
        seen: set[str] = set()
        lines = [(title.replace("&", ""), line) for title, line in MENUS]
        for title, line in lines:
            for name in parts(line):
                for action in self.menus[name[1:]].actions() if name.startswith("*") else [self.by_name.get(name)]:
                    if action is not None and action.text() and action.menu() is None:
                        seen.add(action.objectName())
                        yield title, action
        yield from (("", action) for name, action in self.by_name.items() if action.objectName() not in seen)

    def draw_icons(self, colour: QColor) -> None:
        """Draw the icons of the toolbar in a colour."""
        for name in parts(TOOLBAR):
            if name and not name.startswith("*"):
                self.by_name[name].setIcon(icon(name, colour))
        self.menus["overlays"].menuAction().setIcon(icon("overlays", colour))

    def refresh(self) -> None:
        """Offer only what can be done now."""
        # Single keys must not change tiles that are out of sight.
        seen = self.tiles_are_seen()
        for command in self._commands:
            if command.on_tiles or command.enabled is not None:
                may = command.enabled is None or command.enabled()
                self.by_name[command.name].setEnabled(may and (seen or not command.on_tiles))


def _set_keys(action: QAction, keys: Keys) -> None:
    if isinstance(keys, tuple):
        action.setShortcuts([QKeySequence(key) for key in keys])
    elif isinstance(keys, QKeySequence.StandardKey):
        action.setShortcuts(keys)
    elif keys:
        action.setShortcut(QKeySequence(keys))
