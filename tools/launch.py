"""What `make run` does: the editor on a stage, or where no window can be shown the same job into a folder.

python -m tools.launch FILE
"""

from __future__ import annotations

import sys

from designer.cli import main
from designer.ui.display import display_problem

if __name__ == "__main__":
    file = sys.argv[1]
    problem = display_problem()
    if problem is None:
        sys.exit(main(["open", file]))
    print(f"The editor stays closed: {problem}. Its job is done without a window.")
    sys.exit(main(["report", file, "--output", "crest-out"]))
