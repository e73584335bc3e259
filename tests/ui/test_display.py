"""Without a display the program says so; it never lets Qt end it."""

from __future__ import annotations

import subprocess
import sys
from types import SimpleNamespace

import pytest

from designer.cli import main
from designer.ui import display


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """A Linux machine with no display named and no choice of platform made."""
    monkeypatch.setattr(sys, "platform", "linux")
    for name in ("QT_QPA_PLATFORM", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    return monkeypatch


def answer(monkeypatch: pytest.MonkeyPatch, code: int, words: str = "") -> None:
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: SimpleNamespace(returncode=code, stderr=words))


def test_no_display_is_said_and_the_command_fails_politely(
    bare: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "no display" in (display.display_problem() or "")
    assert main(["open"]) == 2
    assert "no display" in capsys.readouterr().err


def test_a_display_that_does_not_answer_is_named(bare: pytest.MonkeyPatch) -> None:
    bare.setenv("DISPLAY", ":99")
    answer(bare, -6, "qt.qpa.xcb: could not connect to display :99")
    assert display.display_problem() == "the display :99 does not answer"

    def too_long(*_: object, **__: object) -> None:
        raise subprocess.TimeoutExpired("python", 20)

    bare.setattr(subprocess, "run", too_long)
    assert display.display_problem() == "the display :99 does not answer"


def test_missing_libraries_are_named_with_the_line_that_installs_them(bare: pytest.MonkeyPatch) -> None:
    bare.setenv("DISPLAY", ":99")
    answer(bare, -6, "Could not load the Qt platform plugin xcb")
    assert "apt-get install" in (display.display_problem() or "")


def test_a_working_display_and_drawing_without_one_are_no_problem(bare: pytest.MonkeyPatch) -> None:
    bare.setenv("DISPLAY", ":99")
    answer(bare, 0)
    assert display.display_problem() is None
    bare.setenv("QT_QPA_PLATFORM", "offscreen")
    answer(bare, -6)
    assert display.display_problem() is None
    bare.delenv("QT_QPA_PLATFORM")
    bare.setattr(sys, "platform", "darwin")
    assert display.display_problem() is None
