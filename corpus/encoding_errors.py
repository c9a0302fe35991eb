"""Find the first line of a file that is not UTF-8, for error messages."""

from __future__ import annotations

from pathlib import Path


def undecodable_line(path: Path) -> int | None:
    """The first line that is not UTF-8, counted from 1; None where all are. Raises OSError.

    A UnicodeDecodeError of an open text file does not know: its `start` counts from the piece that was being decoded.
    """
    with path.open("rb") as file:
        for number, line in enumerate(file, start=1):
            try:
                line.decode()
            except UnicodeDecodeError:
                return number
    return None
