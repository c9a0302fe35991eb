"""Rank the elements of a page for a text: BM25F (`bm25.py`) over the element's own words and its context.

tf is how often the word stands in the element, its headers and its page's title, each by its weight. The idf is that of
the whole corpus, so that a page needs no index of its own and scores of several pages can be compared. What the engine
thought of the page counts beside it. The numbers were chosen on the claims of `benchmarks/search`; small changes change
little.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from corpus.page.context import cell_contexts
from corpus.page.element_id import full_id
from corpus.page.elements import Element, List, Page, Section, Sentence, Table
from corpus.page.links import plain_text
from search.bm25 import Bm25, idf
from search.folding import fold
from search.hits import ScoredHit
from search.query.ast import STOP_WORDS
from search.stemming import stem

BM25 = Bm25(k1=1.2, b=0.75, average=25.0)  # words of an element: about those of a sentence of Wikipedia
TITLE, HEADERS = 2.0, 0.5  # what a word counts for there; in the element itself 1
PAGE = 0.2  # of its page's score is added to an element's


@dataclass(frozen=True, slots=True)
class _Candidate:
    """Citable element: full id, own text, and the texts of its context."""

    id: str
    text: str
    headers: str = ""


def all_words(text: str) -> tuple[str, ...]:
    """Return the distinct folded words of a text, in order."""
    return tuple(dict.fromkeys(fold(text).split()))


def informative_words(words: tuple[str, ...]) -> tuple[str, ...]:
    """Drop stop words, unless there are no others."""
    return tuple(word for word in words if word not in STOP_WORDS) or words


def rank_elements(
    pages: Iterable[tuple[Page, float]], words: Collection[str], frequencies: tuple[int, Mapping[str, int]], limit: int
) -> tuple[ScoredHit, ...]:
    """Rank the citable elements of scored pages by the words.

    None that has no word at all. `frequencies` as of SearchBackend.frequencies, for these words.
    """
    total, having = frequencies
    weights = {stem(word): idf(total, having[word]) for word in words}
    scored = [
        ScoredHit(page.title, candidate.id, score + PAGE * page_score)
        for page, page_score in pages
        for candidate, score in _scored(page, weights)
    ]
    return tuple(sorted(scored, key=lambda hit: -hit.score)[:limit])


def _scored(page: Page, weights: Mapping[str, float]) -> Iterator[tuple[_Candidate, float]]:
    title = set(_stems(page.title))
    for candidate in _candidates(page):
        own = _stems(candidate.text)
        counts, headers = Counter(own), Counter(_stems(candidate.headers)) if candidate.headers else Counter[str]()
        if any(word in counts for word in weights):
            tf = {word: counts[word] + HEADERS * headers[word] + TITLE * (word in title) for word in weights}
            yield candidate, BM25.score(weights, tf, len(own))


def _candidates(page: Page) -> Iterator[_Candidate]:
    heading = ""
    for element in page.elements:
        if isinstance(element, Section):
            heading = plain_text(element.value)
        else:
            for candidate in _of(element, heading):
                yield _Candidate(full_id(page.title, candidate.id), candidate.text, candidate.headers)


def _of(element: Element, heading: str) -> Iterator[_Candidate]:
    if isinstance(element, Sentence):
        yield _Candidate(element.id, plain_text(element.text), heading)
    elif isinstance(element, List):
        yield from (_Candidate(item.id, plain_text(item.value), heading) for item in element.items)
    elif isinstance(element, Table):
        yield from _of_table(element, heading)


def _of_table(table: Table, heading: str) -> Iterator[_Candidate]:
    """Yield the cells, each with its headers; a cell that spans columns once."""
    contexts = cell_contexts(table)
    about = f"{heading} {plain_text(table.caption or '')}"
    for cell in {cell.id: cell for row in table.rows for cell in row}.values():
        across, up = contexts.get(cell.id, ((), ()))
        headers = " ".join(plain_text(header.value) for header in (*across, *up))
        yield _Candidate(cell.id, plain_text(cell.value), f"{about} {headers}")


def _stems(text: str) -> Sequence[str]:
    return [stem(word) for word in fold(text).split()]
