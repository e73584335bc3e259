"""How tests are written: they wait for what they ask about, never a fixed time, and leave what is private alone."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parent
#: Names with an underscore that namedtuples offer to everyone.
OFFERED = {"_replace", "_asdict", "_fields", "_field_defaults", "_make"}
#: Calls that wait a fixed time, whoever they are called on.
SLEEPS = {"sleep", "msleep", "usleep", "qWait", "qSleep", "assertNotEmitted"}
#: Functions that get, set or patch an attribute by its name in a text.
BY_NAME = {"getattr", "setattr", "delattr", "hasattr", "attrgetter"}


def private(name: str) -> bool:
    """Whether a name, or a part of a dotted one, is of no concern to others.

    >>> [private(name) for name in ("name", "_name", "__name__", "_replace", "designer.ui._name", "_")]
    [False, True, False, False, True, False]
    """
    return any(
        part.startswith("_") and part.strip("_") and not part.endswith("__") and part not in OFFERED
        for part in name.split(".")
    )


def called(call: ast.Call) -> str:
    """The last name of what is called."""
    what = call.func
    return what.attr if isinstance(what, ast.Attribute) else what.id if isinstance(what, ast.Name) else ""


def is_number(node: ast.expr) -> bool:
    """Whether something is a number that stands there."""
    return isinstance(node, ast.Constant) and isinstance(node.value, int | float)


def waits(call: ast.Call) -> bool:
    """Whether a call waits a fixed time; a time after which waiting for something is given up is none."""
    name = called(call)
    if name in SLEEPS:
        return True
    return name == "wait" and (
        ast.unparse(call.func) == "qtbot.wait" or any(map(is_number, call.args)) or _has(call, "ms")
    )


def _has(call: ast.Call, keyword: str) -> bool:
    return any(given.arg == keyword for given in call.keywords)


def reached(node: ast.AST) -> Iterator[str]:
    """What of other people's inside a piece of a test reaches for."""
    if isinstance(node, ast.Attribute):
        # A class of the tests may have an inside of its own.
        own = isinstance(node.value, ast.Name) and node.value.id in ("self", "cls")
        if private(node.attr) and not own:
            yield ast.unparse(node)
    elif isinstance(node, ast.Import | ast.ImportFrom):
        home = f"{node.module or ''}." if isinstance(node, ast.ImportFrom) else ""
        yield from (f"{home}{found.name}" for found in node.names if private(f"{home}{found.name}"))
    elif isinstance(node, ast.Call) and called(node) in BY_NAME:
        for given in node.args[:2]:
            if isinstance(given, ast.Constant) and isinstance(given.value, str) and private(given.value):
                yield given.value


def habits(source: str) -> list[str]:
    """What a test does that it should not, each with its line."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and waits(node):
            found.append(f"line {node.lineno} waits a fixed time: {ast.unparse(node)}")
        found += [f"line {getattr(node, 'lineno', 0)} touches what is private: {what}" for what in reached(node)]
    return found


def test_no_test_waits_a_fixed_time_or_touches_what_is_private() -> None:
    sources = {path.relative_to(TESTS).as_posix(): path.read_text(encoding="utf-8") for path in TESTS.rglob("*.py")}
    assert len(sources) > 100, "a search that finds no tests would find no habits either"
    assert {name: found for name, source in sources.items() if (found := habits(source))} == {}


@pytest.mark.parametrize(
    "line",
    [
        "qtbot.wait(20)",
        "qtbot.wait(pause)",
        "qtbot.wait(ms=20)",
        "time.sleep(0.1)",
        "sleep(1)",
        "QTest.qWait(50)",
        "event.wait(0.5)",
        "with qtbot.assertNotEmitted(panel.done, wait=100): pass",
        "panel._rows[0].click()",
        "panel.control._job._process.kill()",
        "panel._count = 3",
        "panel.__count",
        "other.self._inside",
        "from designer.ui.background import _serve",
        "from designer._hidden import serve",
        "import designer._hidden",
        "monkeypatch.setattr(batches, '_run', run)",
        "monkeypatch.setattr('designer.simulator.rally.batches._run', run)",
        "getattr(panel, '_rows')",
    ],
)
def test_each_such_habit_is_found(line: str) -> None:
    assert habits(line)


@pytest.mark.parametrize(
    "line",
    [
        "qtbot.waitUntil(lambda: panel.done, timeout=5000)",
        "with qtbot.waitSignal(panel.done, timeout=5000): pass",
        "process.wait(timeout=60)",
        "process.wait()",
        "wait(futures, timeout=0.2)",
        "state._replace(spot=3)",
        "row._asdict()",
        "self._carry(drag)",
        "panel.__class__.__name__",
        "from __future__ import annotations",
        "from designer import __version__",
        "_own_helper(3)",
        "for _ in range(3): pass",
        "monkeypatch.setattr(batches, 'race', race)",
        "monkeypatch.setattr(builtins, '__import__', without)",
        "print('_run')",
    ],
)
def test_what_is_no_such_habit_is_left_alone(line: str) -> None:
    assert habits(line) == []
