"""Hedges by language: words by which a sentence leaves open whether something is so."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from annotation.claims.words import listed

_LISTS = Path(__file__).parent / "hedges"


@cache
def hedges() -> dict[str, list[str]]:
    """Language code -> phrases in lower case, sorted.

    A claim may not hedge either (paper, section 7.9.1), so English has the phrases that its writer is warned of, and
    those by which an encyclopedia passes on what others say.
    """
    lists = {file.stem: _phrases(file) for file in _LISTS.glob("*.txt")}
    lists["en"] = lists.get("en", set()) | listed("hedges")
    return {language: sorted(phrases) for language, phrases in sorted(lists.items())}


def _phrases(file: Path) -> set[str]:
    lines = (line.partition("#")[0].strip().lower() for line in file.read_text(encoding="utf-8").splitlines())
    return {line for line in lines if line}
