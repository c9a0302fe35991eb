"""Parse files of rows to claims; a bad row becomes a problem with its position."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from annotation.release.importing.lines import Advance, lines_of
from annotation.release.importing.parsed import BadRow, ParsedClaim, Place, Problem, split_of


def rows_of(
    paths: Sequence[Path], read: Callable[[Mapping[str, Any], Place, str], ParsedClaim], advance: Advance
) -> Iterator[ParsedClaim | Problem]:
    """What `read` makes of each line of these files."""
    total, before = sum(path.stat().st_size for path in paths), 0
    for path in paths:
        for line in lines_of(path):
            advance(path.name, before + line.end, total)
            if line.problem:
                yield Problem(line.place, line.problem)
                continue
            try:
                yield read(line.row, line.place, split_of(path))
            except BadRow as bad:
                yield Problem(line.place, str(bad))
        before += path.stat().st_size
