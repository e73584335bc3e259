"""A design written in any format: what ``crest export``, reports and scripts share."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from designer.design.document import Design
from designer.formats import native
from designer.formats.registry import EXPORTERS, Exporter
from designer.formats.writing import write_atomic
from designer.rules import load_fitting
from designer.schemas import Problem
from designer.validation import page, validate


class CannotDraw(ValueError):
    """No picture can be drawn; the text says why, as the end of a sentence."""


class NoFormat(ValueError):
    """There is no such format; the text names those there are."""


def picture(design: Design, *, spire: bool | None = None) -> bytes:
    """A picture as PNG: of the stage, or of the spire where there is no stage (``spire``: of the one or the other).

    Raises CannotDraw when the design has nothing to draw, or this machine cannot draw.
    """
    stage = design.stage if design.stage is not None and (design.stage.tiles or spire is False) else None
    if (stage is None and design.spire is None) or (spire and design.spire is None):
        raise CannotDraw("there is no stage and no spire to draw" if not spire else "there is no spire to draw")
    try:
        from designer.drawing import pictures
    except ImportError as error:
        raise CannotDraw(f"the drawing library cannot start ({error})") from None
    return (
        pictures.spire_png(design)
        if spire or stage is None
        else pictures.stage_png(stage, inventory=design.inventory, rules=load_fitting(design.house_rules))
    )


def _page(design: Design) -> bytes:
    return page.page([("design", design, validate(design))]).encode("utf-8")


#: Every format by name: what it is good for, the usual file ending, and the function that writes a design as bytes.
FORMATS: Mapping[str, Exporter] = {
    **EXPORTERS,
    "html": Exporter("a page to print, with a map of the stage and the findings", ".html", _page),
    "png": Exporter("a picture of the stage or the spire", ".png", picture),
}


#: Endings that say what a file holds: a file of another kind does not get them.
TELLING = frozenset({*(each.ending for each in FORMATS.values()), ".pdf", ".svg", ".jpg", ".jpeg", ".gif", ".csv"})


def says_another(path: Path | str, ending: str) -> bool:
    """Whether a file's name says that it holds another kind than one that ends in ``ending``.

    >>> says_another("a.png", ".json"), says_another("a.json", ".json"), says_another("a.v2", ".json")
    (True, False, False)
    """
    found = Path(path).suffix.lower()
    return found in TELLING and found != ending


def format_of(path: Path | str) -> str | None:
    """The format that the ending of a file name stands for, whatever its capitals; None when it is no format's.

    >>> format_of("bend.JSON"), format_of("bend.txt"), format_of("bend")
    ('json', 'text', None)
    """
    ending = Path(path).suffix.lower()
    return next((name for name, each in FORMATS.items() if each.ending == ending), None)


def export(design: Design, path: Path | str, to: str | None = None) -> Path:
    """Write a design into a file, whole or not at all, and make the folders it needs. Returns the file's path.

    ``to``: a name of FORMATS, by default what the ending says (.json, .txt, .html, .png). Raises NoFormat for another
    format or ending, CannotDraw where a picture cannot be drawn, OSError where the file cannot be written.
    """
    target = Path(path)
    name = to or format_of(target)
    if name is None or name not in FORMATS:
        known = ", ".join(f"{each.ending} ({name})" for name, each in FORMATS.items())
        what = f"the ending {target.suffix!r}" if to is None else f"the name {to!r}"
        raise NoFormat(f"There is no format for {what}; there are {known}.")
    if says_another(target, FORMATS[name].ending):
        raise NoFormat(f"{target.name} would not hold what its ending says: {name} ends in {FORMATS[name].ending}.")
    write_atomic(target, FORMATS[name].write(design), native.readable if name == "json" else None)
    return target


def readable_log(contents: bytes) -> None:
    """Read back what was written of a run, a race or a climb. Raises FormatError when it could not be opened again.

    What is no log (a report) need only be JSON.
    """
    from designer.simulator.common.logs import LogError
    from designer.simulator.rally import log, race_log
    from designer.simulator.spire import log as climb_log

    data = native.read_json(native.decode(contents, native.MAX_LOG_BYTES, "a log"))
    kind = data.get("format") if isinstance(data, dict) else None
    try:
        if kind in (log.FORMAT, race_log.FORMAT):
            race_log.read(data)
        elif kind == climb_log.FORMAT:
            climb_log.read(data)
    except LogError as error:
        raise native.FormatError([Problem("document", str(error))]) from None
