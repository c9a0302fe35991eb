"""A claim as words, the same for every hint."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

_WORD = re.compile(r"[^\W_]+(?:['’.-][^\W_]+)*")
_DATA = Path(__file__).parent / "data"


@cache
def listed(name: str) -> frozenset[str]:
    """The lines of a word list of this folder, in lower case; # begins a comment."""
    lines = (_DATA / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    return frozenset(filter(None, (line.partition("#")[0].strip().lower() for line in lines)))


def matches(text: str) -> Iterator[re.Match[str]]:
    """Each word with its place."""
    return _WORD.finditer(text)


def words(text: str) -> list[str]:
    """The words in lower case, in order."""
    return [match[0].lower() for match in matches(text)]


def content_words(text: str) -> frozenset[str]:
    """The words that say something, in lower case: none of the function words."""
    return frozenset(words(text)) - listed("function_words")


def is_name(word: str) -> bool:
    """Whether a word looks like part of a name or like a number."""
    return word[0].isupper() or word[0].isdigit()
