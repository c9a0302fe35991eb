"""Load the word lists in `corpus/data`: names of templates, arguments, units and codes.

`.tsv` files hold key and value; `.txt` files hold names separated by `|` or line ends, under `[headings]`.
Lines that begin with "# " are comments.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

_FOLDER = Path(__file__).parent / "data"


@cache
def pairs(file: str) -> dict[str, str]:
    """Key -> value of a two-column file."""
    return dict(line.split("\t", 1) for line in lines(file))


def names(file: str, heading: str) -> frozenset[str]:
    """The names under a heading. Raises KeyError for a heading that is not there."""
    return groups(file)[heading]


@cache
def groups(file: str) -> dict[str, frozenset[str]]:
    """Heading -> the names under it, in the file's order."""
    found: dict[str, set[str]] = {}
    current: set[str] = set()
    for line in lines(file):
        if line.startswith("[") and line.endswith("]"):
            current = found.setdefault(line[1:-1], set())
        else:
            current.update(name.strip() for name in line.split("|"))
    return {heading: frozenset(under - {""}) for heading, under in found.items()}


def lines(file: str) -> list[str]:
    """The lines of a file without comments and empty ones."""
    text = (_FOLDER / file).read_text(encoding="utf-8")
    return [line for line in text.split("\n") if line.strip() and not line.startswith("# ")]
