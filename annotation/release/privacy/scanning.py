"""Find names, mail addresses and phone numbers in a text. Pure: no Django models.

Found: mail addresses with an @; numbers of 7 to 15 digits that begin as phone numbers do (+, 00, 0, a bracket) or are
three groups of 3, 3 and 4 digits; and whole words, in whatever case and accents, that are in a member's user name,
first or last name, or in a line of the manager's own. Not found: names of people who are no members, nicknames,
misspelt or inflected names, names shorter than LEAST_LETTERS letters, "name (at) example", addresses of houses, and
whatever only somebody who knows the person would recognise.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple
from unicodedata import combining, normalize

LEAST_LETTERS = 3
MAIL, PHONE, NAME, WORD = "mail", "phone", "name", "word"
_MAIL = re.compile(r"[\w.+-]+@\w[\w-]*(?:\.\w[\w-]*)+")
_PHONE = re.compile(
    r"(?<![\w.+-])(?:\+|00|0|\()\d[\d ()/.-]{5,20}\d(?![\w])|(?<![\w-])\d{3}[-. ]\d{3}[-. ]\d{4}(?![\w-])"
)
_WORD = re.compile(r"[\w\u0300-\u036f]+")  # accents as letters of their own belong to the word


class Found(NamedTuple):
    """What was found from `start` to before `end`."""

    what: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Wanted:
    """Words to look for, folded: of members' names, and of the manager's own lines."""

    names: frozenset[str] = field(default_factory=frozenset)
    words: frozenset[str] = field(default_factory=frozenset)


def wanted(names: Iterable[str], words: Iterable[str]) -> Wanted:
    """The words of these names and lines. Of names those that are too short or numbers are left out."""
    of_names = (word for name in names for word in _words(name) if len(word) >= LEAST_LETTERS and not word.isdigit())
    return Wanted(frozenset(of_names), frozenset(word for line in words for word in _words(line)))


def find(text: str, looked_for: Wanted) -> list[Found]:
    """Everything found, in the order of the text; of overlapping ones the first, a mail address before its words."""
    last, kept = 0, []
    for one in sorted(_all(text, looked_for), key=lambda one: (one.start, -one.end)):
        if one.start >= last:
            kept.append(one)
            last = one.end
    return kept


def _all(text: str, looked_for: Wanted) -> Iterator[Found]:
    yield from (Found(MAIL, *one.span()) for one in _MAIL.finditer(text)) if "@" in text else ()
    for one in _PHONE.finditer(text):
        if 7 <= sum(map(str.isdigit, one[0])) <= 15:
            yield Found(PHONE, *one.span())
    for one in _WORD.finditer(text):
        for part in _parts(one[0], one.start()):
            folded = _folded(part[0])
            if folded in looked_for.names:
                yield Found(NAME, *part[1])
            elif folded in looked_for.words:
                yield Found(WORD, *part[1])


def _parts(word: str, start: int) -> Iterator[tuple[str, tuple[int, int]]]:
    """A word and, where it has underscores (titles of pages), what stands between these."""
    for one in re.finditer(r"[^_]+", word):
        yield one[0], (start + one.start(), start + one.end())


def _words(text: str) -> list[str]:
    return [_folded(part) for word in _WORD.findall(text) for part, _span in _parts(word, 0)]


def _folded(word: str) -> str:
    """In small letters and without accents."""
    if word.isascii():
        return word.lower()
    return "".join(letter for letter in normalize("NFD", word) if not combining(letter)).casefold()
