"""The arrows of docs/architecture.md: which part may import which. The contracts stand in pyproject.toml."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import grimp
import networkx as nx
from importlinter.cli import EXIT_STATUS_SUCCESS, lint_imports

ROOT = Path(__file__).resolve().parent.parent


@cache
def imports() -> nx.DiGraph:
    """The modules of the package, with an edge from one to each that it imports."""
    found = grimp.build_graph("designer", cache_dir=None)
    graph = nx.DiGraph()
    graph.add_nodes_from(found.modules)
    for module in found.modules:
        graph.add_edges_from((module, other) for other in found.find_modules_directly_imported_by(module))
    return graph


def test_the_contracts_hold() -> None:
    assert lint_imports(config_filename=str(ROOT / "pyproject.toml"), cache_dir=None) == EXIT_STATUS_SUCCESS


def test_no_modules_import_each_other_in_a_circle() -> None:
    assert [sorted(circle) for circle in nx.strongly_connected_components(imports()) if len(circle) > 1] == []


def test_drawing_paints_without_widgets() -> None:
    """Only ``pictures.py`` names one, inside a function: the application, which a window can use later."""
    drawing = (ROOT / "designer" / "drawing").rglob("*.py")
    lines = [line for path in drawing for line in path.read_text(encoding="utf-8").splitlines()]
    assert [line.strip() for line in lines if "QtWidgets" in line] == ["from PySide6.QtWidgets import QApplication"]
