"""Whether a window can be shown here, found out before Qt is asked: Qt ends the program when it cannot."""

from __future__ import annotations

import os
import subprocess
import sys

#: What Debian and Ubuntu call the libraries that Qt's X11 windows need; `tools/setup.sh` installs them.
PACKAGES = "libxcb-cursor0 libxcb-icccm4 libxcb-keysyms1 libxkbcommon-x11-0"
#: Platforms of Qt that draw without a display.
WITHOUT_DISPLAY = ("offscreen", "minimal", "vnc")
PROBE = "from PySide6.QtWidgets import QApplication; QApplication([])"
PROBE_SECONDS = 20


def display_problem() -> str | None:
    """Why no window can be shown, in the user's words; None when one can.

    Only X11 and Wayland systems can lack a display. There a second process tries to start Qt, because a failed start
    would end this one.
    """
    if sys.platform in ("win32", "darwin"):
        return None
    if os.environ.get("QT_QPA_PLATFORM", "").split(":")[0] in WITHOUT_DISPLAY:
        return None
    shown = [name for name in ("WAYLAND_DISPLAY", "DISPLAY") if os.environ.get(name)]
    if not shown:
        return "there is no display (neither DISPLAY nor WAYLAND_DISPLAY is set)"
    try:
        probe = subprocess.run([sys.executable, "-c", PROBE], capture_output=True, text=True, timeout=PROBE_SECONDS)
    except subprocess.TimeoutExpired:
        return f"the display {os.environ[shown[0]]} does not answer"
    if probe.returncode == 0:
        return None
    if "could not connect to display" in probe.stderr:
        return f"the display {os.environ[shown[0]]} does not answer"
    return (
        f"libraries that Qt needs for windows are missing; on Debian or Ubuntu run: sudo apt-get install -y {PACKAGES}"
    )
