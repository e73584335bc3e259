"""Everything the window can do, as named actions with words and keys, and the menus and toolbar made of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMenu

from designer.design import stage as stage_edits
from designer.edits import mirror
from designer.ui import help as reference
from designer.ui.canvas.overlays import OVERLAYS
from designer.ui.icons import icon

if TYPE_CHECKING:
    from PySide6.QtGui import QColor

    from designer.ui.main_window import MainWindow

Keys = str | QKeySequence.StandardKey | list[str]
DOTS = "\N{HORIZONTAL ELLIPSIS}"
#: The menus: title, and the names of actions ("" parts groups; "*name" is a submenu that the window fills).
MENUS: tuple[tuple[str, str], ...] = (
    (
        "&File",
        "new open *recent *official |save save-as close |properties "
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
    ("&Help", "start-page tour |keys findings |about"),
)
TOOLBAR = "new open save |undo redo |turn-back turn flip mirror remove |run |*overlays |zoom-out zoom-in fit"
#: What single keys change on the canvas only while it is seen.
ON_TILES = ("turn", "turn-back", "flip")
ON_SELECTION = ("remove", "mirror", "cut", "copy", "duplicate", "select-connected")
ON_HELD = ("append-left", "append-straight", "append-right")
ON_STAGE = (
    "stage-turn",
    "stage-turn-back",
    "stage-mirror",
    "stage-reverse",
    "stage-centre",
    "stage-arrange",
    "stage-fill",
    "select-all",
)


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
    """The actions of a window by name, with the menus that hold them."""

    def __init__(self, window: MainWindow) -> None:
        self.window = window
        self.by_name: dict[str, QAction] = {}
        self.menus: dict[str, QMenu] = {}
        self._make()
        self._make_overlays()
        self._make_panels()
        self._make_colours()
        self._fill_menus()

    def add(self, name: str, words: str, do: Callable[[], object], keys: Keys = "", tip: str = "") -> QAction:
        """A new action. Its tooltip tells its key."""
        action = QAction(words, self.window)
        action.setObjectName(name)
        if isinstance(keys, list):
            action.setShortcuts([QKeySequence(key) for key in keys])
        elif isinstance(keys, QKeySequence.StandardKey):
            action.setShortcuts(keys)
        elif keys:
            action.setShortcut(QKeySequence(keys))
        shown = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
        action.setToolTip((tip or words.replace("&", "").rstrip(f".{DOTS}")) + (f" ({shown})" if shown else ""))
        action.setStatusTip(tip or words.replace("&", "").rstrip(f".{DOTS}"))
        action.triggered.connect(lambda checked=False: do())
        self.by_name[name] = action
        self.window.addAction(action)
        return action

    def add_switch(
        self, name: str, words: str, do: Callable[[bool], object], keys: str, on: bool, tip: str = ""
    ) -> QAction:
        """An action that is on or off."""
        action = self.add(name, words, lambda: None, keys, tip)
        action.setCheckable(True)
        action.setChecked(on)
        action.toggled.connect(do)
        return action

    def _make(self) -> None:
        standard = QKeySequence.StandardKey
        window, add = self.window, self.add
        files, canvas, hands = window.files, window.canvas, window.hands
        add("new", "&New", files.new, standard.New, "New design")
        add("open", f"&Open{DOTS}", files.open, standard.Open, "Open designs")
        add("save", "&Save", files.save, standard.Save, "Save the design")
        add("save-as", f"Save &as{DOTS}", files.save_as, "Ctrl+Shift+S")
        add("close", "&Close", window.close_design, "Ctrl+W", "Close the design in front")
        add(
            "properties",
            f"&Design{DOTS}",
            window.edit_properties,
            "Ctrl+I",
            "Name, author, notes, event and owned boxes of the design",
        )
        add(
            "export-json",
            f"Save a cop&y (JSON){DOTS}",
            files.export_json,
            "Ctrl+Shift+E",
            "Write a copy to share; you go on working in the open file",
        )
        add(
            "export-png",
            f"Export a &picture{DOTS}",
            files.export_png,
            "Ctrl+Shift+G",
            "Write a picture of the stage or the spire (PNG)",
        )
        sharing = window.sharing
        add(
            "export-pdf",
            f"Export as P&DF{DOTS}",
            sharing.export_pdf,
            "Ctrl+Shift+F",
            "Write the picture and what to fetch as PDF",
        )
        add(
            "export-page",
            f"Export the &findings as a page{DOTS}",
            sharing.export_page,
            "Ctrl+Shift+H",
            "Write the findings with a map as one HTML page",
        )
        add(
            "report",
            f"Write a &report{DOTS}",
            sharing.report,
            "Ctrl+Shift+O",
            "Write design, picture, findings and a simulation into a folder",
        )
        add("print", f"Pr&int{DOTS}", sharing.print, standard.Print, "Print the picture and what to fetch")
        add("quit", "&Quit", window.close, "Ctrl+Q")
        group = window.session.undo_group
        for name, action, usual in (
            ("undo", group.createUndoAction(window, "Undo"), standard.Undo),
            ("redo", group.createRedoAction(window, "Redo"), standard.Redo),
        ):
            action.setObjectName(name)
            action.setShortcuts(usual)
            self.by_name[name] = action
            window.addAction(action)
        add("cut", "Cu&t", hands.cut, standard.Cut, "Cut the selected tiles")
        add("copy", "&Copy", hands.copy, standard.Copy, "Copy the selected tiles")
        add("paste", "&Paste", hands.paste, standard.Paste, "Paste tiles where the pointer is")
        add("duplicate", "&Duplicate", hands.duplicate, "Ctrl+D", "Lay copies of the selected tiles beside them")
        add("select-all", "Select &all", hands.select_all, standard.SelectAll, "Select all tiles")
        add(
            "select-connected",
            "Select connected &road",
            hands.select_connected,
            "Ctrl+Shift+A",
            "Select all tiles that road joins with the selected ones",
        )
        add("find", "&Find a piece", window.find_piece, standard.Find)
        add("find-token", "Find a t&oken", window.find_token, "Ctrl+T", "Give the keyboard to the tokens")
        add("commands", f"C&ommands{DOTS}", window.show_commands, "Ctrl+Shift+P", "Search everything Crest can do")
        add("turn", "&Turn clockwise", partial(hands.turn, 1), ["R", "E"])
        add("turn-back", "Turn &back", partial(hands.turn, -1), ["Shift+R", "Q"], "Turn anticlockwise")
        add("flip", "&Flip", hands.flip, "F", "Flip to the other side")
        add("mirror", "&Mirror", hands.mirror, "M", "Put the mirrored piece in the place of the selected tiles")
        add("remove", "&Remove", hands.remove, ["Del", "Backspace"], "Remove the selected tiles")
        for way, keys in (("left", "Alt+Left"), ("straight", "Alt+Up"), ("right", "Alt+Right")):
            add(
                f"append-{way}",
                f"Append {way}",
                partial(hands.append_held, way),
                keys,
                f"Put the held tile where the road goes on, so that it goes {way}",
            )
        self._make_stage()
        add("zoom-in", "Zoom &in", partial(canvas.zoom_by, 1.25), ["Ctrl++", "Ctrl+="])
        add("zoom-out", "Zoom &out", partial(canvas.zoom_by, 0.8), "Ctrl+-")
        add("fit", "&Fit the stage", canvas.fit, "Ctrl+0", "Show the whole stage")
        add("canvas", "Go to the &canvas", window.go_to_canvas, "F6", "Give the keyboard to the canvas")
        add("next-design", "&Next design", partial(window.tabs.step, 1), ["Ctrl+PgDown", "Ctrl+Tab"])
        add("previous-design", "&Previous design", partial(window.tabs.step, -1), ["Ctrl+PgUp", "Ctrl+Shift+Tab"])
        add("run", "&Run the simulation", window.run_simulation, "F5")
        add("race", "Ra&ce once", window.run_race, "F9", "Race once with the drivers of the race panel, and replay it")
        add("replay", "Re&play the run", window.replay_run, "Shift+F5", "Play the run that the simulation shows")
        add(
            "open-log",
            f"Open a &log{DOTS}",
            window.open_log,
            "Ctrl+F5",
            "Open a saved log of a run or a race and replay it on the stage",
        )
        add(
            "save-log",
            f"&Save the run's log{DOTS}",
            window.save_log,
            "Ctrl+Shift+F5",
            "Save the run that the simulation shows, to open and replay it again",
        )
        add("start-page", "&Start page", window.show_start, "Shift+F1")
        add("tour", "&Tour in three steps", window.show_tour, "F1")
        add(
            "keys",
            "&Keys",
            lambda: window.show_reference(reference.shortcuts(self.listed(), window)),
            "Ctrl+F1",
            "Every key and what it does",
        )
        add(
            "findings",
            "What &findings mean",
            lambda: window.show_reference(reference.findings(window)),
            "Ctrl+Shift+F1",
            "What each finding means and where its rule comes from",
        )
        add("about", "&About Crest", lambda: window.show_reference(reference.about(window)), "Alt+F1")
        add("hold-typed", "Take the typed tile in hand", window.pieces.hold_typed, "Shift+Return")

    def _make_stage(self) -> None:
        hands, whole = self.window.hands, self.window.hands.whole
        self.add(
            "stage-turn", "&Turn the stage clockwise", lambda: whole("Turn the stage", stage_edits.rotate_all), "Ctrl+R"
        )
        self.add(
            "stage-turn-back",
            "Turn the stage &back",
            lambda: whole("Turn the stage back", lambda stage: stage_edits.rotate_all(stage, -1)),
            "Ctrl+Shift+R",
        )
        self.add(
            "stage-mirror",
            "&Mirror the stage",
            lambda: whole("Mirror the stage", mirror.mirror_all),
            "Ctrl+M",
            "Left becomes right, where mirrored pieces exist",
        )
        self.add(
            "stage-reverse",
            "&Reverse the direction",
            lambda: whole("Reverse the stage", mirror.reverse),
            "Ctrl+E",
            "Drive the stage from finish to start",
        )
        self.add(
            "stage-centre",
            "&Centre the stage",
            lambda: whole("Centre the stage", stage_edits.centred),
            "Ctrl+J",
            "Move the stage to the middle of the grid",
        )
        self.add(
            "stage-arrange",
            "&Arrange for the view",
            self.window.arrange,
            "Ctrl+Shift+J",
            "Turn the stage so that it fills the view best, and show it whole",
        )
        self.add(
            "stage-fill",
            "&Fill gaps with filler tiles",
            hands.fill,
            "Ctrl+L",
            "Put filler tiles into gaps that touch two tiles",
        )

    def _make_overlays(self) -> None:
        menu = self.menus["overlays"] = QMenu("O&verlays", self.window)
        menu.setToolTipsVisible(True)
        stored = str(self.window.settings.value("overlays", "")).split()
        for number, (name, words) in enumerate(OVERLAYS.items(), 1):
            switch = self.add_switch(
                f"overlay-{name}",
                words,
                self.window.overlays_switched,
                f"Alt+{number}",
                name in stored,
                f"Show on the tiles: {words.lower()}",
            )
            menu.addAction(switch)
        menu.addSeparator()
        menu.addAction(self.add("overlays-off", "No overlays", self.overlays_off, "Alt+0"))
        settings = self.window.settings
        self.add_switch(
            "minimap",
            "&Minimap",
            self.window.use_minimap,
            "Ctrl+Shift+M",
            settings.value("minimap", "true") != "false",
            "Show the minimap when the stage is out of view",
        )
        self.add_switch("grid", "&Grid", self.window.use_grid, "Ctrl+G", settings.value("grid", "true") != "false")

    def overlays_on(self) -> list[str]:
        """The overlays that are switched on."""
        return [name for name in OVERLAYS if self.by_name[f"overlay-{name}"].isChecked()]

    def overlays_off(self) -> None:
        """Switch all overlays off."""
        for name in OVERLAYS:
            self.by_name[f"overlay-{name}"].setChecked(False)

    def _make_panels(self) -> None:
        menu = self.menus["panels"] = QMenu("&Panels", self.window)
        for number, (name, dock) in enumerate(self.window.docks.items(), 1):
            action = dock.toggleViewAction()
            action.setShortcut(QKeySequence(f"Ctrl+Alt+{number}"))
            action.setText(name)
            action.setObjectName(f"panel-{name.lower().replace(' ', '-')}")
            self.by_name[action.objectName()] = action
            self.window.addAction(action)
            menu.addAction(action)
        self.add(
            "reset-layout",
            "Reset the &layout",
            self.window.reset_layout,
            "Ctrl+Alt+0",
            "Put all panels back where they were at first",
        )

    def _make_colours(self) -> None:
        menu = self.menus["colours"] = QMenu("&Colours", self.window)
        group = QActionGroup(self.window)
        for name, keys in (("system", "Ctrl+Alt+S"), ("light", "Ctrl+Alt+L"), ("dark", "Ctrl+Alt+D")):
            action = self.add(
                f"colours-{name}", name.capitalize(), partial(self.window.use_theme, name), keys, f"Colours: {name}"
            )
            action.setCheckable(True)
            action.setChecked(name == self.window.settings.value("theme", "system"))
            group.addAction(action)
            menu.addAction(action)

    def _fill_menus(self) -> None:
        for title, line in MENUS:
            menu = self.window.menuBar().addMenu(title)
            menu.setToolTipsVisible(True)
            for name in parts(line):
                if not name:
                    menu.addSeparator()
                elif name.startswith("*"):
                    if name[1:] not in self.menus:
                        words = {"recent": "Open &recent", "official": "O&fficial stages"}[name[1:]]
                        self.menus[name[1:]] = QMenu(words, self.window)
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
        window, session = self.window, self.window.session
        piece = window.hands.piece()
        # Single keys must not change tiles that are out of sight.
        seen = window.canvas_is_seen()
        tile_held = piece is not None and bool(piece.tile)
        for name in ON_TILES:
            self.by_name[name].setEnabled(seen and (bool(session.selection) or piece is not None))
        for name in ON_SELECTION:
            self.by_name[name].setEnabled(seen and bool(session.selection))
        for name in ON_HELD:
            self.by_name[name].setEnabled(seen and tile_held)
        for name in ON_STAGE:
            self.by_name[name].setEnabled(seen and bool(len(session.stage)))
        self.by_name["paste"].setEnabled(seen)
        for name in ("next-design", "previous-design"):
            self.by_name[name].setEnabled(len(session.documents) > 1)
