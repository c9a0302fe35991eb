"""Redirect by which a hit was found, so that a person sees why a page of another name is a result."""

from __future__ import annotations

from collections.abc import Collection

from corpus.models import Corpus, Redirect
from search.folding import fold
from search.query.ast import STOP_WORDS
from search.stemming import stem


def other_names(corpus: Corpus, titles: Collection[str], query: str) -> dict[str, str]:
    """For titles that have one, the redirect that says in words of the query what the title does not.

    Capitals, accents and English endings do not count. Of several the one with most words of the query; one that adds
    any other word is left out, since nobody looked for it.
    """
    asked = _words(query)
    found: dict[str, tuple[tuple[int, int, str], str]] = {}
    redirects = Redirect.objects.filter(corpus=corpus, target__in=titles)
    for name, title in redirects.values_list("title", "target"):
        words = _words(name)
        added = words - _words(title)
        if added and added <= asked:
            order = (-len(words & asked), len(words), name)
            found[title] = min(found.get(title, (order, name)), (order, name))
    return {title: name for title, (_order, name) in found.items()}


def _words(text: str) -> set[str]:
    return {stem(word) for word in fold(text).split() if word not in STOP_WORDS}
