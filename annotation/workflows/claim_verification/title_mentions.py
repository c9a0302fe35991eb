"""Find the pages that a sentence names by title or redirect."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress

from annotation.claims.words import listed
from corpus.models import Corpus
from corpus.page.element_id import BadTitle, normalise_title
from corpus.store import leading_to

LONGEST_TITLE = 8  # words
MOST_WORDS = 80  # of a claim that are looked at; one released claim in a thousand has more
_WORDS = re.compile(r"\S+")
_AROUND = "\"'“”‘’«»()[].,;:!?…"


def mentioned_pages(corpus: Corpus, text: str) -> list[str]:
    """Titles of pages named in the text, in its order; of names within names the longest. Two queries, mostly.

    A name has a capital or a digit somewhere: "the" is no mention of a page about an article of grammar.
    """
    spans = list(_spans(text))
    places = leading_to(corpus, {name for _place, name in spans})
    found: dict[str, None] = {}
    end_of_last = 0
    for (start, end), name in sorted(spans, key=lambda one: (one[0][0], -one[0][1])):
        if name in places and start >= end_of_last:
            found[places[name][0]] = None
            end_of_last = end
    return list(found)


def _spans(text: str) -> Iterator[tuple[tuple[int, int], str]]:
    """Word numbers [start, end) and the title that the words between would be, of everything that could be a name."""
    words = _WORDS.findall(text)[:MOST_WORDS]
    for start in range(len(words)):
        for end in range(start + 1, min(start + LONGEST_TITLE, len(words)) + 1):
            name = " ".join(words[start:end]).strip(_AROUND)
            for spelling in _spellings(name):
                if _is_name(spelling):
                    with suppress(BadTitle):
                        yield (start, end), normalise_title(spelling)


def _spellings(name: str) -> Iterator[str]:
    yield name
    if name.endswith(("'s", "’s")):
        yield name[:-2]


def _is_name(words: str) -> bool:
    if not any(letter.isupper() or letter.isdigit() for letter in words):
        return False
    return " " in words or words.lower() not in listed("function_words")
