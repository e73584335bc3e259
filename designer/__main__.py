"""``python -m designer`` is the ``crest`` command."""

from designer.cli import entry

if __name__ == "__main__":
    entry()
