"""What can be done with tiles and the stage, as commands of the window."""

from __future__ import annotations

from functools import partial

from PySide6.QtGui import QKeySequence

from designer.design import stage as stage_edits
from designer.edits import mirror
from designer.rules import load_fitting
from designer.ui.canvas.hands import Hands
from designer.ui.command import Command


def commands(hands: Hands) -> tuple[Command, ...]:
    """What hands offer."""
    return (*_clipboard(hands), *_tiles(hands), *_stage(hands))


def _clipboard(hands: Hands) -> tuple[Command, ...]:
    standard, selected = QKeySequence.StandardKey, partial(_selected, hands)
    return (
        Command("cut", "Cu&t", hands.cut, standard.Cut, "Cut the selected tiles", selected, True),
        Command("copy", "&Copy", hands.copy, standard.Copy, "Copy the selected tiles", selected, True),
        Command("paste", "&Paste", hands.paste, standard.Paste, "Paste tiles where the pointer is", on_tiles=True),
        Command(
            "duplicate",
            "&Duplicate",
            hands.duplicate,
            "Ctrl+D",
            "Lay copies of the selected tiles beside them",
            selected,
            True,
        ),
        Command(
            "select-all",
            "Select &all",
            hands.select_all,
            standard.SelectAll,
            "Select all tiles",
            partial(_any_tile, hands),
            True,
        ),
        Command(
            "select-connected",
            "Select connected &road",
            hands.select_connected,
            "Ctrl+Shift+A",
            "Select all tiles that road joins with the selected ones",
            selected,
            True,
        ),
    )


def _tiles(hands: Hands) -> tuple[Command, ...]:
    def turnable() -> bool:
        return _selected(hands) or hands.piece() is not None

    def tile_held() -> bool:
        piece = hands.piece()
        return piece is not None and bool(piece.tile)

    selected = partial(_selected, hands)
    back, mirrored = "Turn anticlockwise", "Put the mirrored piece in the place of the selected tiles"
    return (
        Command("turn", "&Turn clockwise", partial(hands.turn, 1), ("R", "E"), "", turnable, True),
        Command("turn-back", "Turn &back", partial(hands.turn, -1), ("Shift+R", "Q"), back, turnable, True),
        Command("flip", "&Flip", hands.flip, "F", "Flip to the other side", turnable, True),
        Command("mirror", "&Mirror", hands.mirror, "M", mirrored, selected, True),
        Command("remove", "&Remove", hands.remove, ("Del", "Backspace"), "Remove the selected tiles", selected, True),
        *(
            Command(
                f"append-{way}",
                f"Append {way}",
                partial(hands.append_held, way),
                keys,
                f"Put the held tile where the road goes on, so that it goes {way}",
                tile_held,
                True,
            )
            for way, keys in (("left", "Alt+Left"), ("straight", "Alt+Up"), ("right", "Alt+Right"))
        ),
    )


def _stage(hands: Hands) -> tuple[Command, ...]:
    any_tile = partial(_any_tile, hands)
    changes = (
        ("turn", "&Turn the stage clockwise", "Turn the stage", stage_edits.rotate_all, "Ctrl+R", ""),
        (
            "turn-back",
            "Turn the stage &back",
            "Turn the stage back",
            partial(stage_edits.rotate_all, steps=-1),
            "Ctrl+Shift+R",
            "",
        ),
        (
            "mirror",
            "&Mirror the stage",
            "Mirror the stage",
            mirror.mirror_all,
            "Ctrl+M",
            "Left becomes right, where mirrored pieces exist",
        ),
        (
            "reverse",
            "&Reverse the direction",
            "Reverse the stage",
            lambda stage: mirror.reverse(stage, load_fitting(hands.session.design.house_rules)),
            "Ctrl+E",
            "Drive the stage from finish to start",
        ),
        (
            "centre",
            "&Centre the stage",
            "Centre the stage",
            stage_edits.centred,
            "Ctrl+J",
            "Move the stage to the middle of the grid",
        ),
    )
    return (
        *(
            Command(f"stage-{name}", words, partial(hands.whole, step, change), keys, tip, any_tile, True)
            for name, words, step, change, keys, tip in changes
        ),
        Command(
            "stage-fill",
            "&Fill gaps with filler tiles",
            hands.fill,
            "Ctrl+L",
            "Put filler tiles into gaps that touch two tiles",
            any_tile,
            True,
        ),
    )


def _selected(hands: Hands) -> bool:
    return bool(hands.session.selection)


def _any_tile(hands: Hands) -> bool:
    return bool(len(hands.session.stage))
