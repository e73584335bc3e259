"""The arrows of docs/architecture.md: which part may import which."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parent.parent / "designer"

#: What a part may import besides itself. Anything that is not named here may not be imported.
ALLOWED = {
    "resources": set(),
    "schemas": {"resources"},
    "design": set(),
    "catalog": {"design", "resources"},
    "rules": {"design", "catalog", "resources", "schemas"},
    "summit_deck": {"design", "rules", "resources", "schemas"},
    "graph": {"design", "catalog", "rules", "summit_deck"},
    "formats": {"design", "catalog", "schemas", "rules", "graph"},
    "validation": {"design", "catalog", "rules", "summit_deck", "schemas", "graph", "formats", "simulator"},
    "simulator": {"design", "catalog", "rules", "summit_deck", "schemas", "graph", "formats"},
    "report": {"design", "catalog", "rules", "summit_deck", "schemas", "graph", "formats", "validation",
               "simulator", "ui"},
    "ui": {"design", "catalog", "rules", "summit_deck", "schemas", "resources", "graph", "formats", "validation",
           "simulator"},
    "cli": {"design", "catalog", "rules", "summit_deck", "schemas", "resources", "graph", "formats", "validation",
            "simulator", "report", "ui"},
    "__main__": {"cli"},
}
#: What validation may use of the simulator: what may be placed where, how tiles flip; nothing that rolls or drives.
PLAN_RULES = {"capabilities", "cars", "dice", "ground", "plans", "reach", "track"}
MODULES = sorted(PACKAGE.rglob("*.py"))


def part_of(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imports(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_follow_the_arrows(path: Path) -> None:
    part = part_of(path)
    if part == "__init__":
        return
    allowed = ALLOWED[part] | {part}
    parts = {name.split(".")[1] for name in imports(path) if name.startswith("designer.")} - {"__version__"}
    assert parts <= allowed, f"{part} must not import {sorted(parts - allowed)}"


@pytest.mark.parametrize("path", [path for path in MODULES if part_of(path) == "validation"],
                         ids=lambda path: str(path.relative_to(PACKAGE)))
def test_validation_asks_the_plan_rules_and_rolls_no_die(path: Path) -> None:
    used = {name.removeprefix("designer.simulator.rally.").split(".")[0] for name in imports(path)
            if name.startswith("designer.simulator.rally.")}
    assert used <= PLAN_RULES
    assert not [name for name in imports(path) if name.startswith("designer.simulator.")
                and not name.startswith("designer.simulator.rally")]


@pytest.mark.parametrize("path", [path for path in MODULES if part_of(path) != "ui"],
                         ids=lambda path: str(path.relative_to(PACKAGE)))
def test_qt_stays_in_the_window(path: Path) -> None:
    assert not [name for name in imports(path) if name.split(".")[0].startswith("PySide")]


def test_no_file_is_too_long_to_read() -> None:
    long = {str(path.relative_to(PACKAGE)): count for path in MODULES
            if (count := len(path.read_text(encoding="utf-8").splitlines())) > 600}
    assert not long
