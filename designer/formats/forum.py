"""A board as text to paste into a forum: the slots drawn as on a board, and tables of equal width.

Plain text for anywhere; BBCode sets the drawing in a code block so that its columns stay in line.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from designer import catalog
from designer.design.dashboard import BLANK, Dashboard

#: The slots as they lie on a board, row by row; an empty text where there is no slot.
ROWS = (
    ("", "", "", "", "T3", "T2", "T1"),
    ("C1", "C2", "C3", "C4", "C5", "B1", "A1"),
    ("C6", "C7", "C8", "C9", "C10", "B2", "A2"),
)
SHORT = {
    "brake": "BRK",
    "coast": "CST",
    "boost": "BST",
    "puncture-proof": "TYRE",
    "sisu": "SISU",
    "gravel": "GRAV",
    "asphalt": "ASPH",
    "snow": "SNOW",
    "dry": "DRY",
    "wet": "WET",
    "no-gear-6": "no 6",
    "no-gear-5": "no 5",
    "no-boost": "noBST",
    "no-sisu": "noSIS",
    BLANK: "blank",
    "r": "R",
    "gt": "GT",
}


def board_text(
    board: Dashboard,
    table: Sequence[Sequence[str]] = (),
    *,
    bbcode: bool = False,
    category: Mapping[str, object] | None = None,
) -> str:
    """A board as text. ``table``: rows to put under it, such as what it can do; ``category``: its SET-UP category.

    >>> from designer.design.dashboard import new
    >>> print(board_text(new(("snow",), {"C1": "gear-1"}, "Sledge")), end="")
    Sledge
                            .     |  .     |  SNOW
    1     .     .     .     .     |  .     |  .
    .     .     .     .     .     |  .     |  .
    """
    title = board.name or "Board"
    facts = _category(board, category)
    lines = drawing(board)
    if table:
        lines += ["", *columns(table)]
    if bbcode:
        body = "\n".join(lines)
        parts = [f"[b]{_plain(title)}[/b]", *map(_plain, facts), f"[code]\n{body}\n[/code]"]
    else:
        parts = [title, *facts, *lines]
    if board.notes:
        parts.append(_plain(board.notes) if bbcode else board.notes)
    return "\n".join(parts) + "\n"


def _category(board: Dashboard, category: Mapping[str, object] | None) -> list[str]:
    if not board.category:
        return []
    name = str(category["name"]) if category else board.category
    result = [f"SET-UP {name}"]
    layout = category["layout"] if category else {}
    kinds = catalog.tokens().dashboard.kinds
    if isinstance(layout, Mapping):
        turned = [
            kinds[token].forbids
            for slot, token in layout.items()
            if board.slots.get(slot) == BLANK
            and token in kinds
            and kinds[token].forbids
            and token not in board.slots.values()
        ]
        result += [f"House rule: {token} is allowed (its restriction lies blank side up)" for token in turned]
    return result


def drawing(board: Dashboard) -> list[str]:
    """The slots as lines of text, as they lie on a board: everything left of a bar can be used without what is
    right of it."""
    cells = [[_cell(board, slot) for slot in row] for row in ROWS]
    return [f"{''.join(row[:5])}|  {row[5]}|  {row[6]}".rstrip() for row in cells]


def _cell(board: Dashboard, slot: str) -> str:
    token = board.slots.get(slot, ".") if slot else ""
    word = token.removeprefix("gear-") if token.startswith("gear-") else SHORT.get(token, token[:5])
    return word.ljust(6)


def comparison_text(
    head: str, rows: Sequence[Sequence[str]], notes: Sequence[str] = (), *, bbcode: bool = False
) -> str:
    """A comparison of builds as text: a head line, the table, and notes below it."""
    body = "\n".join(columns(rows))
    if bbcode:
        return "\n".join([f"[b]{_plain(head)}[/b]", f"[code]\n{body}\n[/code]", *map(_plain, notes)]) + "\n"
    return "\n".join([head, body, *notes]) + "\n"


def columns(rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows of text as lines with columns of equal width.

    >>> columns([["", "a"], ["time", "10 s"]])
    ['      a', 'time  10 s']
    """
    widths = [max(len(row[number]) for row in rows) for number in range(len(rows[0]))]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]


def _plain(text: str) -> str:
    """Text in which a forum sees no tags of its own."""
    return text.replace("[", "(").replace("]", ")")
