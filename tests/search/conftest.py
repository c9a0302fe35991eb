from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest
from pytest_django import Settings

from corpus.models import Corpus
from corpus.page.elements import Page
from corpus.store import PageRecord, RedirectRecord, page_text, save_pages, save_redirects
from search.backend import SearchBackend
from search.documents import IndexDocument, document
from search.embedded.engine import EmbeddedIndex
from search.indexing.build import build_index
from search.indexing.popularity import linked_names
from tests.search.pages import CATEGORIES, PAGES, REDIRECTS


def nfd(text: str) -> str:
    return unicodedata.normalize("NFD", text)


def documents(pages: Iterable[Page] = tuple(PAGES)) -> list[IndexDocument]:
    """What is indexed of the small wiki: redirects, categories and links between its pages included."""
    pages = [*pages]
    links = Counter(name for page in pages for name in linked_names(page.title, page_text(page)))
    return [
        document(
            page,
            names := _redirects(page),
            CATEGORIES.get(page.title, ()),
            sum(links[name] for name in [page.title, *names]),
        )
        for page in pages
    ]


def _redirects(page: Page) -> list[str]:
    return [nfd(name) for name, target in REDIRECTS.items() if nfd(target) == page.title]


def put(backend: SearchBackend, pages: Iterable[IndexDocument], generation: int) -> int:
    """Index these pages and search them from now on."""
    count = backend.index(map(backend.entry, pages), generation)
    backend.swap(generation)
    return count


@pytest.fixture
def embedded(tmp_path: Path) -> EmbeddedIndex:
    """An embedded index of the small wiki."""
    index = EmbeddedIndex(tmp_path / "index", "small")
    put(index, documents(), 1)
    return index


MakeCorpus = Callable[..., Corpus]


@pytest.fixture
def make_corpus(db: None, settings: Settings, tmp_path: Path) -> MakeCorpus:
    """Brings pages and redirects into the database; nothing is indexed yet."""
    settings.ATTEST_DATA_DIR = tmp_path
    settings.ELASTICSEARCH_URL = ""

    def make(pages: Iterable[Page] = (), redirects: dict[str, str] | None = None, slug: str = "small") -> Corpus:
        corpus = Corpus.objects.create(slug=slug, name=slug)
        save_pages(corpus, (PageRecord(page) for page in pages))
        names = (redirects or {}).items()
        save_redirects(corpus, (RedirectRecord(nfd(name), nfd(target)) for name, target in names))
        return corpus

    return make


@pytest.fixture
def wiki(make_corpus: MakeCorpus) -> Corpus:
    """The small wiki in the database, and its index."""
    corpus = make_corpus(PAGES, REDIRECTS)
    build_index(corpus)
    return corpus
