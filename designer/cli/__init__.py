"""The command line: the same functions as in the window, without it. One module for each group of commands."""

from designer.cli.command import COMMANDS, entry, main

__all__ = ["COMMANDS", "entry", "main"]
