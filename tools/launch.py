"""What `make run` does: the editor on a stage, or without a display the same job into a folder.

    python tools/launch.py FILE
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from designer.cli import main


def has_display() -> bool:
    """Whether a window can be shown: always on a desktop system, else when a display server is named."""
    if sys.platform in ("win32", "darwin"):
        return True
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))


if __name__ == "__main__":
    file = sys.argv[1]
    if has_display():
        sys.exit(main(["open", file]))
    print("There is no display, so the editor stays closed and its job is done without a window.")
    sys.exit(main(["report", file, "--output", "crest-out"]))
