"""Filter claims by words."""

from __future__ import annotations

from functools import reduce
from operator import or_
from unicodedata import normalize

from django.db.models import Q

MOST_WORDS = 50  # a whole text may be pasted; SQLite refuses an expression of a thousand terms


def has_words(query: str, field: str) -> Q:
    """Filter for texts with all words of `query`, in any order and case. `field`: name of the text, as in a filter."""
    found = Q()
    for word in list(dict.fromkeys(query.split()))[:MOST_WORDS]:
        found &= reduce(or_, (Q(**{f"{field}__icontains": spelling}) for spelling in sorted(_spellings(word))))
    return found


def _spellings(word: str) -> set[str]:
    """Spellings of a word: claims are stored as written, so that letters may be composed or decomposed.

    SQLite ignores case in ASCII alone, so that "österreich" has to be searched for as "Österreich" too.
    """
    cases = {word} if word.isascii() else {word, word.lower(), word.upper(), word.capitalize()}
    return {normalize(form, each) for form in ("NFC", "NFD") for each in cases}
