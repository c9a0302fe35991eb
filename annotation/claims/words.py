"""Tokenize claims, and read the word lists for hints about them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from unicodedata import normalize

_WORD = re.compile(r"[^\W_]+(?:['’.-][^\W_]+)*")
_LISTS = Path(__file__).parent / "word_lists"


@cache
def listed(name: str) -> frozenset[str]:
    """The lines of the word list of this name, in lower case; # begins a comment."""
    lines = (_LISTS / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    return frozenset(filter(None, (line.partition("#")[0].strip().lower() for line in lines)))


def matches(text: str) -> Iterator[re.Match[str]]:
    """Match each word, in order."""
    return _WORD.finditer(text)


def words(text: str) -> list[str]:
    """The words in lower case, in order. Letters with marks are one letter, however they are spelled (NFC)."""
    return [match[0].lower() for match in matches(normalize("NFC", text))]


def content_words(text: str) -> frozenset[str]:
    """The words in lower case, less the function words."""
    return frozenset(words(text)) - listed("function_words")


def is_name(word: str) -> bool:
    """Return whether a word looks like part of a name or like a number."""
    return word[0].isupper() or word[0].isdigit()
