"""Spelling correction: similar words of the index that occur on one page together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import islice, product

from rapidfuzz.distance import OSA

from search.backend import SearchBackend
from search.folding import fold, word_spans
from search.query.ast import STOP_WORDS, Clause, Query, Words, words_of
from search.query.wildcards import LONGEST, likely_edits
from search.stemming import stem

SHORTEST = 4  # letters of a word that is corrected: every shorter one is near others
MOST_WORDS = 6  # a longer query is no name, and one wrong word in it is found by the others
NEAR_WORDS = 5  # tried for a word
MOST_TRIED = 15  # queries
FEW_PAGES = 3  # a query with fewer hits is asked "did you mean"
COMMONER = 5  # times as many pages must have what is meant, if there are some for what was typed

Correction = Mapping[str, str]  # folded word as typed -> as it may be meant


def correction(backend: SearchBackend, query: Query, found: int) -> Correction | None:
    """Return replacements for words of the query that find more than `found` pages; None if there are none.

    A page whose title is then typed whole is preferred to one that only has the words. Words that no page has are
    changed first; when all are known, one of them at a time. A query that found something is doubted only for a word
    that is nowhere else.
    """
    words = [word for word in words_of(query) if SHORTEST <= len(word) <= LONGEST and word.isalpha()]
    words = [word for word in words if word not in STOP_WORDS]
    if not words or len(words) > MOST_WORDS:
        return None
    known = backend.frequencies(words)[1]
    unknown = [word for word in words if known[word] <= found]
    if found and not unknown:
        return None
    first: Correction | None = None
    for candidate in islice(_candidates(backend, unknown, words, max(1, found * COMMONER)), MOST_TRIED):
        meant = corrected(query, candidate)
        hits = backend.search(meant, 0, 1)
        if hits.total > found and meant.title and fold(hits.hits[0].title) == meant.title:
            return candidate
        if hits.total > found * COMMONER and first is None:
            first = candidate
    return first


def corrected(query: Query, meant: Correction) -> Query:
    """Return the query with these words replaced."""

    def clause_meant(clause: Clause) -> Clause:
        return tuple(
            replace(term, words=tuple(meant.get(word, word) for word in term.words))
            if isinstance(term, Words)
            else term
            for term in clause
        )

    title = " ".join(meant.get(word, word) for word in query.title.split())
    return replace(query, clauses=tuple(map(clause_meant, query.clauses)), title=title)


def rewritten(text: str, meant: Correction) -> str:
    """Return the typed text with these words replaced and all operators kept."""
    made, end = [], 0
    for start, stop, folded in word_spans(text):
        if any(word in meant for word in folded):
            made += [text[end:start], " ".join(meant.get(word, word) for word in folded)]
            end = stop
    return "".join([*made, text[end:]])


def _candidates(backend: SearchBackend, unknown: list[str], words: list[str], least: int) -> Iterator[Correction]:
    """Yield corrections to try, the likelier ones first."""
    if unknown:
        near = [_near(backend, word, least) for word in unknown]
        ranked = sorted(
            product(*(enumerate(options) for options in near)), key=lambda pairs: sum(rank for rank, _ in pairs)
        )
        for pairs in ranked:
            yield dict(zip(unknown, (word for _rank, word in pairs), strict=True))
        return
    for word in words:
        yield from ({word: other} for other in _near(backend, word, least))


def _near(backend: SearchBackend, word: str, least: int) -> list[str]:
    """Return similar words on at least so many pages: fewest edits first, then most pages."""
    edits = likely_edits(word)
    found: Iterable[tuple[int, int, str]] = (
        (OSA.distance(word, near.word, score_cutoff=edits) + (near.word[0] != word[0]), -near.pages, near.word)
        for near in backend.spellings(word, edits, 10 * NEAR_WORDS)
        if near.pages >= least and near.word not in STOP_WORDS and stem(near.word) != stem(word)
    )
    return [other for _edits, _pages, other in sorted(found)][:NEAR_WORDS]
