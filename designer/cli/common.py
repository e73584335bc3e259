"""What all commands of ``crest`` share: reading and writing of files, kinds of arguments (``words`` has the rest)."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from designer.cli.words import FINDINGS, FINE, UNUSABLE, Unusable, near, say
from designer.design.document import Design
from designer.design.values import printable
from designer.exporting import says_another
from designer.formats import native
from designer.formats.writing import write_atomic
from designer.validation.codes import CODES, TOPICS
from designer.validation.documents import from_error, read
from designer.validation.finding import Finding

#: What files of Crest that are no designs are, and what is done with them.
NO_DESIGNS = {
    "crest-run-log": "the log of a run; 'crest replay' tells it",
    "crest-race-log": "the log of a race; 'crest replay' tells it",
    "crest-climb-log": "the log of a climb; 'crest replay' tells it",
    "crest-simulation": "a report that 'crest simulate' wrote",
    "crest-race-report": "a report that 'crest race' wrote",
    "crest-spire-report": "a report that 'crest simulate' wrote",
    "crest-findings": "a report that 'crest validate' wrote",
}


def show(text: str) -> None:
    """Print a text in which names of designs and boards may stand: they play no tricks on a terminal."""
    for line in text.splitlines():
        print(printable(line))


def add_format(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--format",
        choices=("text", "json"),
        default="text",
        help="text to read, or json for other programs (default: text)",
    )


def number(low: int, high: int) -> Any:
    """A parser of whole numbers within limits."""

    def number(text: str) -> int:
        try:
            value = int(text) if len(text) <= 40 else None
        except ValueError:
            value = None
        if value is None:
            raise argparse.ArgumentTypeError(f"'{text[:40]}' is not a whole number")
        if not low <= value <= high:
            raise argparse.ArgumentTypeError(f"{value} is out of range: {low} to {high}")
        return value

    return number


def codes(text: str) -> tuple[str, ...]:
    """Code prefixes parted by commas."""
    prefixes = tuple(part.strip().upper() for part in text.split(",") if part.strip())
    for prefix in prefixes:
        if not any(code.startswith(prefix) for code in CODES):
            hint = near(prefix, TOPICS, 0.6) or near(prefix, CODES)
            raise argparse.ArgumentTypeError(
                f"there is no code {prefix[:20]}{hint}; topics are {', '.join(TOPICS)}, codes look like STG002"
            )
    return prefixes


def hand_over(parts: Iterable[str], output: str | None, ending: str = ".txt") -> None:
    """Print a text part by part, or write it into a file of a kind that ends in ``ending``."""
    if output is None:
        for part in parts:
            print(part, end="")
        return
    check_ending(Path(output), ending)
    write(Path(output), "".join(parts).encode("utf-8"))
    say(f"wrote {output}")


def check_ending(target: Path, ending: str) -> None:
    """Refuse a file whose name says that it holds another kind than one that ends in ``ending``. Raises Unusable."""
    if says_another(target, ending):
        raise Unusable(f"{target} would not hold what its ending says; this writes a file that ends in {ending}")


def write_design(target: Path, design: Design) -> None:
    """Write a design where it can be opened again. Raises Unusable."""
    check_ending(target, ".json")
    write(target, native.canonical(design).encode("utf-8"), native.readable)


def write(target: Path, contents: bytes, check: Callable[[bytes], object] | None = None) -> None:
    """Write a file whole, after ``check`` has read it back. Says so when that makes folders. Raises Unusable."""
    if target.is_dir():
        raise Unusable(f"{target} is a folder; name the file to write")
    made = not target.parent.exists()
    try:
        write_atomic(target, contents, check)
    except native.FormatError as error:
        raise Unusable(f"{target} was not written, for it could not be opened again: {error}") from None
    except OSError as error:
        raise Unusable(f"{target} cannot be written: {error.strerror or error}") from None
    if made:
        say(f"made the folder {target.parent}")


def verdict(design: Design | None, found: Iterable[Finding]) -> int:
    if design is None:
        return UNUSABLE
    return FINDINGS if any(finding.counts for finding in found) else FINE


def title_of(design: Design, file: str) -> str:
    """What a design is called: its name, else that of its file."""
    return design.name or Path(file).stem


def read_design(path: Path) -> Design:
    """The design of a file. Raises Unusable with every problem, one a line."""
    design, found = read(path)
    if design is None:
        if (kind := kind_of_file(path)) in NO_DESIGNS:
            raise Unusable(f"{path} is no design but {NO_DESIGNS[kind]}")
        shown = [finding.message for finding in found[:10]]
        more = [f"and {len(found) - 10} more"] if len(found) > 10 else []
        raise Unusable(f"{path}: " + " / ".join([*shown, *more]))
    return design


def kind_of_file(path: Path) -> str:
    """What a JSON file says it is, in its field "format"; empty when it says nothing, or cannot be read."""
    try:
        data = native.read_json(native.read_text(path, native.MAX_LOG_BYTES, "a file of Crest"))
    except native.FormatError:
        return ""
    kind = data.get("format") if isinstance(data, dict) else None
    return kind if isinstance(kind, str) else ""


def read_standard_input() -> tuple[Design | None, tuple[Finding, ...]]:
    """The design of standard input, or None and the findings that say why it cannot be used."""
    try:
        return native.parse(native.decode(sys.stdin.buffer.read(native.MAX_BYTES + 1))), ()
    except native.FormatError as error:
        return None, from_error(error)


def print_json(data: object) -> None:
    print(json_text(data), end="")


def json_text(data: object) -> str:
    return json.dumps(data, indent=2, allow_nan=False) + "\n"
