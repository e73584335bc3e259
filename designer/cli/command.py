"""The ``crest`` command: the window, and the same functions without it.

Results go to standard output, messages to standard error. Exit codes: 0 fine, 1 findings of severity error (or a
design that cannot be driven), 2 unusable input, 130 stopped by Ctrl-C, 141 when the reader of the output went away.
Of several files the worst code counts.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import NoReturn

from designer import __version__
from designer.cli.words import READER_GONE, STOPPED, UNUSABLE, Unusable, near, say
from designer.design.values import printable
from designer.words import alike

EXIT_CODES = """\
exit codes:
  0   fine
  1   findings of severity error, or a design that cannot be driven or climbed
  2   unusable input
  130 stopped by Ctrl-C
  141 the reader of the output went away
"""


def entry() -> NoReturn:
    """The command as a program. Broken off, it ends at once: a worker that was ended in the middle of handing over
    its runs would keep the executor's thread, which waits for the rest, and with it the program for ever."""
    code = main()
    if code == STOPPED:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)
    sys.exit(code)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code. Never raises, never shows a traceback."""
    try:
        code = _run(list(sys.argv[1:] if argv is None else argv))
        print(end="", flush=True)
        return code
    except BrokenPipeError:
        _close_output()
        return READER_GONE
    except KeyboardInterrupt:
        say("stopped")
        return STOPPED
    except Unusable as error:
        say(str(error))
        return UNUSABLE
    except OSError as error:
        _close_output()
        say(f"{error.filename or 'the output'} cannot be read or written: {error.strerror or error}")
        return UNUSABLE
    except MemoryError:
        say("there is not enough memory for this")
        return UNUSABLE
    except Exception as error:
        say(f"unexpected problem, please report it: {type(error).__name__}: {error}")
        return UNUSABLE


def _close_output() -> None:
    """Let what is left of the output go, or Python would complain once more when it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _run(words: list[str]) -> int:
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    if words and not words[0].startswith("-") and words[0] not in COMMANDS and _is_file_name(words[0]):
        words = ["open", *words]
    parser, commands = _parsers()
    if (named := next((word for word in words if not word.startswith("-")), None)) in commands:
        _fill(commands, named)
    try:
        args, strange = parser.parse_known_args(words)
        if strange:
            _fill(commands, *(name for name in commands if name != named))
            args.parser.error(_strange(strange[0], args.parser, commands))
    except SystemExit as leaving:
        return leaving.code if isinstance(leaving.code, int) else UNUSABLE
    if "" in (getattr(args, "file", None), *getattr(args, "files", ())):
        raise Unusable("the name of a file is empty")
    code: int = args.run(args)
    return code


def _strange(word: str, parser: argparse.ArgumentParser, commands: Mapping[str, argparse.ArgumentParser]) -> str:
    """What is said of a word that no command or option takes."""
    if not word.startswith("-"):
        return f"{word} is a word too many"
    name = word.partition("=")[0]
    hint = near(name, _options(parser))
    if not hint:
        others = {command: _options(other) for command, other in commands.items()}
        close = alike(name, [option for options in others.values() for option in options], most=1, cutoff=0.8)
        having = [command for command, options in others.items() if close and close[0] in options]
        hint = f" here; {close[0]} is one of {', '.join(having)}" if close else ""
    return f"there is no option {name}{hint}"


def _options(parser: argparse.ArgumentParser) -> list[str]:
    return list(dict.fromkeys(re.findall(r"--[a-z][a-z-]*", parser.format_help())))


def _is_file_name(word: str) -> bool:
    return word.endswith(".json") or Path(word).exists()


class _Parser(argparse.ArgumentParser):
    """A parser whose errors sound like the rest of the program."""

    def error(self, message: str) -> NoReturn:
        choice = re.fullmatch(r"argument (\S+): invalid choice: (.*) \(choose from (.*)\)", message, re.DOTALL)
        if choice is not None:
            known = re.findall(r"[\w-]+", choice[3])
            word = choice[2].strip("'\"")
            what = {"COMMAND": "command", "WHAT": "list of"}.get(choice[1], choice[1])
            message = f"there is no {what} {word}{near(word, known)}; there are {', '.join(known)}"
        message = message.removeprefix("argument ").replace("expected one argument", "a value is missing")
        message = message.replace("the following arguments are required:", "missing:")
        self.exit(UNUSABLE, f"crest: {printable(message)}\n{self.format_usage()}")


def _parsers() -> tuple[_Parser, dict[str, _Parser]]:
    """The parser of the whole, and that of each command, still without its arguments (see ``_fill``)."""
    parser = _Parser(
        prog="crest",
        description="Design tabletop races: rally stages, boards and spires. Without a command the window opens.",
        epilog=EXIT_CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"crest {__version__}")
    parser.set_defaults(run=_open_window, file=None, parser=parser)
    adding = parser.add_subparsers(title="commands", metavar="COMMAND", parser_class=_Parser)
    commands = {}
    for name, (_, help_) in COMMANDS.items():
        command = commands[name] = adding.add_parser(
            name,
            help=help_,
            description=f"{help_[0].upper()}{help_[1:]}.",
            epilog=EXIT_CODES,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        command.set_defaults(parser=command)
    return parser, commands


def _fill(commands: Mapping[str, argparse.ArgumentParser], *names: str) -> None:
    """Add the arguments of some commands. Only then their modules are imported, and all that these need."""
    for name in names:
        module, _, add = COMMANDS[name][0].partition(".")
        getattr(import_module(f"designer.cli.{module}"), add)(commands[name])


def _open_window(args: argparse.Namespace) -> int:
    from designer.cli import window

    return window.run_open(args)


#: Each command: the function that adds its arguments, as module and name, and what it does.
COMMANDS: Mapping[str, tuple[str, str]] = {
    "open": ("window.add_open", "open the window, with a design if one is named"),
    "validate": ("checks.add_validate", "check designs against the rules"),
    "fix": ("checks.add_fix", "apply the safe fixes of a design's findings"),
    "waive": ("checks.add_waive", "accept a finding, with reason and author"),
    "simulate": ("drive.add_simulate", "drive or climb a design many times and report"),
    "compare": ("drive.add_compare", "drive two to six builds on a stage and set them side by side"),
    "race": ("race.add_race", "race several drivers on a stage, in a hillclimb or a rally, many times and report"),
    "replay": ("replay.add_replay", "tell the saved log of a run, a race or a climb, turn by turn"),
    "export": ("share.add_export", "write a design in another format"),
    "report": (
        "share.add_report",
        "check and drive or climb a design, and write JSON, picture and report into a folder",
    ),
    "facts": ("share.add_tell", "tell the facts of a stage: boxes, length, corners, climbs"),
    "notes": ("share.add_tell", "read the pace notes of a stage, as a co-driver does"),
    "list": (
        "lists.add_list",
        "list cars, drivers, climbers, tiles, tokens or boxes by the names that files use, or what the boxes hold",
    ),
    "terms": ("lists.add_terms", "say what a word of climbers means"),
    "explain": ("checks.add_explain", "say what a finding code means and why it matters"),
}
