"""Claims found again by words that they have."""

from __future__ import annotations

from functools import reduce
from operator import or_
from unicodedata import normalize

from django.db.models import Q

MOST_WORDS = 50  # of a whole text that was pasted; SQLite refuses a question of a thousand parts


def has_words(query: str, field: str) -> Q:
    """Whether a text has all of these words, in any order and case. `field`: where the text stands, as in a filter."""
    found = Q()
    for word in list(dict.fromkeys(query.split()))[:MOST_WORDS]:
        found &= reduce(or_, (Q(**{f"{field}__icontains": spelling}) for spelling in sorted(_spellings(word))))
    return found


def _spellings(word: str) -> set[str]:
    """Claims are kept as they were written: the same letters may stand in them composed or decomposed.

    And SQLite knows of case in ASCII alone, so that "österreich" has to be looked for as "Österreich", too.
    """
    cases = {word} if word.isascii() else {word, word.lower(), word.upper(), word.capitalize()}
    return {normalize(form, each) for form in ("NFC", "NFD") for each in cases}
