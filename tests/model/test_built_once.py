"""One command builds each graph of a design once, whoever asks for it."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from designer import cli
from designer.graph import course, route, space_graph, stage_graph
from designer.model import compiled
from designer.resources import folder


@pytest.mark.parametrize("command", ["simulate", "race"])
def test_a_command_builds_each_graph_once(
    command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    counted: Counter[str] = Counter()

    def counting(module: Any) -> Any:
        build = module.build

        def counted_build(*args: Any, **kwargs: Any) -> Any:
            counted[module.__name__.rpartition(".")[2]] += 1
            return build(*args, **kwargs)

        return counted_build

    for module in (stage_graph, route, space_graph, course):
        monkeypatch.setattr(module, "build", counting(module))
    compiled.forget()
    assert cli.main([command, str(folder("exports") / "stages" / "climb-1.json"), "--runs", "2"]) == 0
    compiled.forget()
    assert counted == {"stage_graph": 1, "route": 1, "space_graph": 1, "course": 1}
