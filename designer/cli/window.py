"""The command that opens the window: crest open, and crest alone."""

from __future__ import annotations

import argparse
from pathlib import Path

from designer.cli.common import read_design
from designer.cli.words import Unusable


def add_open(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", nargs="?", metavar="FILE", help="the design to show")
    parser.set_defaults(run=run_open)


def run_open(args: argparse.Namespace) -> int:
    if args.file is not None:
        read_design(Path(args.file))
    from designer.ui.display import display_problem

    if (problem := display_problem()) is not None:
        raise Unusable(
            f"the window cannot be opened: {problem}. The other commands work without it; "
            "'crest report FILE' checks and drives a design and draws a picture."
        )
    try:
        from designer.ui import app
    except ImportError as error:
        raise Unusable(f"the window cannot be opened: {error}. The other commands work without it.") from None
    return int(app.run(None if args.file is None else Path(args.file)))
