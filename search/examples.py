"""Help card of the query syntax, with examples that find something in this corpus."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.core.cache import cache
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from corpus.models import Corpus, StoredPage
from corpus.page.elements import Page, Sentence
from corpus.page.links import plain_text
from corpus.store import PageNotFound, get_page
from search.backend import IndexMissing, SearchBackend
from search.documents import linked_names
from search.engines import get_backend
from search.folding import fold
from search.models import IndexState, TitleKey
from search.query.ast import STOP_WORDS
from search.query.parser import parse
from search.query.redirects import with_redirects

PAGES = 30  # the pages most linked to that examples are made of
TRIED = 8  # examples of one operator that are tried
KEPT_FOR = 24 * 3600  # seconds; a new index has new examples at once


@dataclass(frozen=True, slots=True)
class Example:
    """Line of the help card: operator, example query with hits, and explanation."""

    operator: str
    query: str
    finds: str


@dataclass(frozen=True, slots=True)
class _Source:
    """Page to take examples from, with its longer words."""

    page: Page
    words: tuple[str, ...]
    categories: tuple[str, ...]


def examples(corpus: Corpus) -> tuple[Example, ...]:
    """Return the examples, simplest first, without operators that find nothing here. Raises IndexMissing."""
    state = IndexState.objects.filter(corpus=corpus).first()
    if state is None:
        raise IndexMissing(corpus.slug, _("This corpus has no search index yet."))
    key = f"search-examples-{corpus.pk}-{state.generation}-{get_language()}"
    known: tuple[Example, ...] | None = cache.get(key)
    if known is None:
        known = tuple(_examples(corpus, state.names))
        cache.set(key, known, KEPT_FOR)
    return known


def _examples(corpus: Corpus, names: int) -> Iterator[Example]:
    backend = get_backend(corpus)
    made: dict[str, list[str]] = {}
    for source in _sources(corpus, names):
        for operator, query in _queries(source):
            made.setdefault(operator, []).append(query)
    for operator, finds in _operators():
        queries = made.get(operator, [])[:TRIED]
        if found := next((query for query in queries if _finds(corpus, backend, query)), None):
            yield Example(operator, found, finds)


def _operators() -> Sequence[tuple[str, str]]:
    return (
        ("", _("pages with all of the words, in any order")),
        ('"…"', _("these words in this order")),
        ("-", _("pages without the word after it")),
        ("OR", _("either of its two neighbours")),
        ("*", _("words that begin so")),
        ("~", _("words spelled almost so")),
        ("intitle:", _("pages with the word in their title")),
        ("incategory:", _("pages of this category")),
        ("linksto:", _("pages that link to this page")),
        ("prefix:", _("pages whose title begins so")),
    )


def _queries(source: _Source) -> Iterator[tuple[str, str]]:
    """Yield operators with a query each, as far as the page has the words for them."""
    title, words = source.page.title, source.words
    yield "", " ".join(words[:2])
    if phrase := _phrase(source.page):
        yield '"…"', phrase
    if len(words) > 2:
        yield "-", f"{words[0]} -{words[-1]}"
    if len(words) > 1:
        yield "OR", f"{words[0]} OR {words[1]}"
    if long := next((word for word in words if len(word) > 5), None):
        half = len(long) // 2
        yield "*", f"{long[:-2]}*"
        yield "~", f"{long[:half]}{long[half + 1 :]}~"  # misspelled: without a letter in the middle
    if named := [word for word in fold(title).split() if word.isalpha()]:
        yield "intitle:", f"intitle:{max(named, key=len)}"
    if source.categories:
        yield "incategory:", f'incategory:"{source.categories[0]}"'
    yield "linksto:", f'linksto:"{title}"'
    yield "prefix:", f"prefix:{title[:5].strip()}"


def _sources(corpus: Corpus, names: int) -> Iterator[_Source]:
    """Yield the most linked pages that have words."""
    keys = TitleKey.objects.filter(corpus=corpus, generation=names, place=TitleKey.WHOLE, redirect_from=None)
    for title in dict.fromkeys(keys.order_by("-rank", "title").values_list("title", flat=True)[: 2 * PAGES]):
        try:
            page = get_page(corpus, title)
        except PageNotFound:
            continue
        text = " ".join(_sentences(page)[:3])
        words = dict.fromkeys(word for word in fold(text).split() if len(word) > 3 and word.isalpha())
        telling = tuple(word for word in words if word not in STOP_WORDS)
        if telling:
            categories = StoredPage.objects.filter(corpus=corpus, title=page.title).values_list("categories", flat=True)
            yield _Source(page, telling, tuple(name for names in categories for name in names))


def _finds(corpus: Corpus, backend: SearchBackend, query: str) -> bool:
    parsed = parse(query)
    return bool(parsed.clauses and not parsed.note and backend.search(with_redirects(corpus, parsed), 0, 1).total)


def _phrase(page: Page) -> str | None:
    """Take a phrase from the first link, otherwise two words of a sentence."""
    for sentence in _sentences(page, plain=False):
        for name in linked_names(sentence):
            words = fold(name).split()
            if len(words) > 1 and f" {' '.join(words)} " in f" {fold(plain_text(sentence))} ":
                return f'"{" ".join(words)}"'
    words = fold(" ".join(_sentences(page)[:1])).split()[:3]
    return f'"{" ".join(words)}"' if len(words) > 1 else None


def _sentences(page: Page, *, plain: bool = True) -> list[str]:
    texts = [element.text for element in page.elements if isinstance(element, Sentence)]
    return [plain_text(text) for text in texts] if plain else texts
