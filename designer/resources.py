"""Where the data folders lie: beside the package in a checkout, inside it in a wheel."""

from __future__ import annotations

from functools import cache
from pathlib import Path


@cache
def folder(name: str) -> Path:
    """The path of a data folder: "catalog", "schemas" or "exports".

    >>> (folder("catalog") / "tiles.json").is_file()
    True
    """
    package = Path(__file__).resolve().parent
    for candidate in (package / "data" / name, package.parent / name):
        if candidate.is_dir():
            return candidate
    raise FileNotFoundError(f"Crest's own folder '{name}' is missing: the installation is damaged, reinstall it.")
