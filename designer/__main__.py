"""``python -m designer`` is the ``crest`` command."""

import sys

from designer.cli import main

if __name__ == "__main__":
    sys.exit(main())
