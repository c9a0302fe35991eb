"""Keys of titles and redirects as they are stored. Imports no Django: worker processes make them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import NamedTuple

from search.folding import fold
from search.query.ast import STOP_WORDS
from search.titles.prefix_collisions import Candidate

LONGEST_KEY = 240  # bytes: what a B-tree entry holds anywhere, and more than anybody types
LATER_WORDS = 5  # words after the first that a title can be found by
# The title from its start (or after its article), from one of its later words; and what else the page is called, by a
# short form or in links, by which programs find it (`baseline/pages`): nobody is suggested a title by these.
WHOLE, LATER, ALIAS, ANCHOR = 0, 1, 2, 3
_ARTICLES = frozenset({"the", "a", "an"})
_PARENTHESIS = re.compile(r"\s*\([^()]*\)\s*$")
_INITIALS = re.compile(r"\b[a-z](?: [a-z]\b)+")


class KeyRow(NamedTuple):
    """A row of the table of keys."""

    key: bytes
    place: int
    title: str
    redirect_from: str | None
    rank: int


def key_row(candidate: Candidate, place: int) -> KeyRow:
    """The row of a key."""
    return KeyRow(key_bytes(candidate.key), place, candidate.title, candidate.redirect_from, candidate.rank)


def key_bytes(folded: str) -> bytes:
    """Encode a key or key prefix as it is stored."""
    return folded.encode()[:LONGEST_KEY]


def folded_title(text: str) -> str:
    """Fold a title; keep the characters of one without letters ("!!!")."""
    return fold(text) or " ".join(unicodedata.normalize("NFKD", text).casefold().split())


def keys_of(title: str) -> Iterator[tuple[str, int]]:
    """Yield (key, place) for the title, for the title without its article, and for its later words to the end."""
    whole = folded_title(title)
    yield whole, WHOLE
    words = whole.split()
    start = 1
    if len(words) > 1 and words[0] in _ARTICLES:
        yield " ".join(words[1:]), WHOLE
        start = 2
    for i in range(start, min(len(words), start + LATER_WORDS)):
        if len(words[i]) > 1 and words[i] not in STOP_WORDS:
            yield " ".join(words[i:]), LATER


def short_forms(title: str) -> set[str]:
    """Folded names that a title is called by in running text: without what tells it from others, initials as one word.

    "Mercury (planet)" -> "mercury"; "Paris, Texas" -> "paris"; "U.S. Route 66" -> "us route 66".
    """
    bare = _PARENTHESIS.sub("", title)
    forms = {fold(bare), joined_initials(fold(bare)), joined_initials(fold(title))}
    place, comma, region = bare.partition(", ")
    if comma and ", " not in region and region[:1].isupper():
        forms.add(fold(place))
    return forms - {folded_title(title), ""}


def joined_initials(folded: str) -> str:
    """ "j r r tolkien" -> "jrr tolkien"."""
    return _INITIALS.sub(lambda run: run[0].replace(" ", ""), folded)


def page_keys(title: str, rank: int) -> Iterator[tuple[Candidate, int]]:
    """Return every key of a page's own title."""
    for key, place in keys_of(title):
        yield Candidate(key, title, None, rank), place
    for key in sorted(short_forms(title)):
        yield Candidate(key, title, None, rank), ALIAS


def redirect_keys(name: str, title: str, rank: int) -> Iterator[tuple[Candidate, int]]:
    """Return the keys of a redirect; none for "Reykjavik", which the page "Reykjavík" has already."""
    key = folded_title(name)
    if key != folded_title(title):
        yield Candidate(key, title, name, rank), WHOLE
    for form in sorted(short_forms(name) - short_forms(title) - {folded_title(title)}):
        yield Candidate(form, title, name, rank), ALIAS
