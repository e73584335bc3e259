"""What all commands of ``crest`` share: exit codes, messages, reading and writing of files, kinds of arguments."""

from __future__ import annotations

import argparse
import difflib
import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from designer.design.document import Design
from designer.formats import native
from designer.validation import report
from designer.validation.codes import CODES, TOPICS
from designer.validation.documents import read
from designer.validation.finding import Finding

FINE, FINDINGS, UNUSABLE, STOPPED, READER_GONE = 0, 1, 2, 130, 141


class Unusable(Exception):
    """Input that cannot be used; the text says why, in the user's words."""


def say(message: str) -> None:
    print(f"crest: {report.printable(message)}", file=sys.stderr)


def add_format(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--format", choices=("text", "json"), default="text",
                        help="text to read, or json for other programs (default: text)")


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
            raise argparse.ArgumentTypeError(
                f"there is no code {prefix[:20]}; topics are {', '.join(TOPICS)}, codes look like STG002"
            )
    return prefixes


def near(name: str, known: Iterable[str]) -> str:
    near = difflib.get_close_matches(name, known, n=3, cutoff=0.75)
    return f" (did you mean {' or '.join(near)}?)" if near else ""


def hand_over(parts: Iterable[str], output: str | None) -> None:
    """Print a text part by part, or write it into a file."""
    if output is None:
        for part in parts:
            print(part, end="")
        return
    write(Path(output), "".join(parts).encode("utf-8"))
    say(f"wrote {output}")


def write(target: Path, contents: bytes) -> None:
    if target.is_dir():
        raise Unusable(f"{target} is a folder; name the file to write")
    try:
        native.write_atomic(target, contents)
    except OSError as error:
        raise Unusable(f"{target} cannot be written: {error.strerror or error}") from None


def verdict(design: Design | None, found: Iterable[Finding]) -> int:
    if design is None:
        return UNUSABLE
    return FINDINGS if any(finding.counts for finding in found) else FINE


def read_design(path: Path) -> Design:
    """The design of a file. Raises Unusable with every problem, one a line."""
    design, found = read(path)
    if design is None:
        shown = [finding.message for finding in found[:10]]
        more = [f"and {len(found) - 10} more"] if len(found) > 10 else []
        raise Unusable(f"{path}: " + " / ".join([*shown, *more]))
    return design


def print_json(data: object) -> None:
    print(json_text(data), end="")


def json_text(data: object) -> str:
    return json.dumps(data, indent=2, allow_nan=False) + "\n"
