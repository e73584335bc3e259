"""No value of the rules profile is without effect: the code outside tests reads each of them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from designer import rules

PACKAGE = Path(rules.__file__).parent
#: Values that are read by a name put together: its beginning and end as they stand in the code, what stands between
#: them in names of the profile, and the file.
FAMILIES = {
    'f"time.gear_{gear}"': (r"time\.gear_[0-6]", "simulator/rally/outlook.py"),
    "f\"dice.{die.replace('-', '_')}.dangers\"": (
        r"dice\.(gear_[1-6]|coast|leader|brake|boost)\.dangers",
        "play/dice.py",
    ),
    "f\"roll.flat_out_tokens_per_{die.split('-')[0]}\"": (
        r"roll\.flat_out_tokens_per_(gear|coast|leader|brake|boost)",
        "simulator/rally/rolling.py",
    ),
    'f"loss.damage.gear_{gear}.{danger}"': (
        r"loss\.damage\.gear_[0-6]\.(low|medium|high)",
        "simulator/rally/damage.py",
    ),
    "f\"damage.{name}_bag.{token.replace('-', '_')}\"": (
        r"damage\.(rally|rallycross|circuit)_bag\.[a-z_]+",
        "simulator/rally/damage.py",
    ),
    'f"rx_board.{side}.{what}"': (
        r"rx_board\.(asphalt|rain)_(dry|wet)\.(gears|coast|brake|boost|limit)",
        "play/cars.py",
    ),
    'f"gt.soft_fall_{number}"': (r"gt\.soft_fall_[123]", "play/cars.py"),
    'f"summit.columns_for_{players}"': (r"summit\.columns_for_[2-6]", "summit/dealing.py"),
    'f"summit.{word}_removed_for_{players}"': (r"summit\.(anchored|anchorless)_removed_for_[2-6]", "summit/dealing.py"),
    'f"summit.action_cards_for_{count}"': (r"summit\.action_cards_for_[2-6]", "simulator/spire/setting.py"),
}
#: Where the readings of Race for the Summit are read by their names without "summit.".
READINGS = PACKAGE / "simulator" / "spire" / "setting.py"


def strings(tree: ast.AST) -> Iterator[str]:
    """The strings in code; what stands alone, as docstrings do, is none."""
    alone = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in alone:
            yield node.value


@cache
def named() -> frozenset[str]:
    """All names of the profile that stand in the code."""
    found = {text for path in PACKAGE.rglob("*.py") for text in strings(ast.parse(path.read_text(encoding="utf-8")))}
    calls = ast.walk(ast.parse(READINGS.read_text(encoding="utf-8")))
    found |= {
        f"summit.{call.args[0].value}"
        for call in calls
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Name)
        and call.func.id in ("number", "switch", "word")
        and isinstance(call.args[0], ast.Constant)
    }
    return frozenset(found)


@pytest.mark.parametrize("name", rules.names())
def test_every_value_is_read_by_the_code(name: str) -> None:
    assert name in named() or any(re.fullmatch(pattern, name) for pattern, _ in FAMILIES.values())


@pytest.mark.parametrize("code", FAMILIES)
def test_families_of_values_are_read_and_no_larger_than_need_be(code: str) -> None:
    pattern, file = FAMILIES[code]
    assert code in (PACKAGE / file).read_text(encoding="utf-8")
    members = [name for name in rules.names() if re.fullmatch(pattern, name)]
    assert len(members) > 1
    assert not named() & set(members) or code == 'f"time.gear_{gear}"', "read by name: no need of a family"


def test_a_name_in_a_docstring_is_not_read() -> None:
    assert list(strings(ast.parse('"""Tells of time.gear_6."""\nseconds = rules.number("time.gear_5")'))) == [
        "time.gear_5"
    ]
