"""Citations of the cast's articles, and a web corpus of cited and better pages, as an import and a check leave it."""

from __future__ import annotations

from annotation.evidence.web.models import ProjectWebCorpus
from annotation.models import Project
from corpus.models import (
    CitationState,
    CitationSuggestion,
    Corpus,
    CorpusKind,
    StoredCitation,
    StoredPage,
    WebPage,
    WebSnapshot,
)
from corpus.page.elements import Page, Section, Sentence
from corpus.store import PageRecord, save_pages
from corpus.web.addresses import canonical, domain, page_key

CLAIM = "The Harbour League was founded by Anna Berg in 1921."
CITED = "https://fish.example/price-list"
BETTER = "https://web.archive.org/web/20200102030405/https://league.example/history|1921"


def web_page(corpus: Corpus, title: str, url: str, passages: list[str], html: bytes = b"") -> StoredPage:
    """A page of a web corpus with a heading and these passages."""
    elements = [Section("section_0", title, 2), *(Sentence(f"sentence_{n}", one) for n, one in enumerate(passages))]
    save_pages(corpus, [PageRecord(Page(title, tuple(elements)))])
    page = StoredPage.objects.get(corpus=corpus, title=title)
    facts = {"url": url, "address": canonical(url), "key": page_key(url), "domain": domain(url), "name": title}
    web = WebPage.objects.create(page=page, corpus=corpus, publisher="", published="2019-05", language="en", **facts)
    if html:
        WebSnapshot.objects.create(page=web, html=html)
    return page


def web_corpus(project: Project, slug: str = "sources") -> Corpus:
    """A web corpus that the project searches."""
    corpus = Corpus.objects.create(slug=slug, name=slug.title(), kind=CorpusKind.WEB)
    ProjectWebCorpus.objects.create(project=project, corpus=corpus)
    return corpus


def citation(project: Project, number: int = 0, **values: object) -> StoredCitation:
    """A citation behind the first sentence of the Harbour League."""
    page = StoredPage.objects.get(corpus=project.corpus, title="Harbour League")
    given = {"element_id": "sentence_0", "claim": CLAIM, "offset": len(CLAIM), "sections": ["History"]}
    given |= {"section": "History", "url": CITED, "key": page_key(CITED), "domain": "fish.example", "depth": 1}
    given |= {"title": "Prices of fish", "template": "cite web"}
    return StoredCitation.objects.create(corpus=project.corpus, page=page, number=number, **{**given, **values})


def checked(project: Project) -> StoredCitation:
    """A citation whose source says nothing of it, with two better ones."""
    corpus = web_corpus(project)
    source = web_page(corpus, "Prices of fish", CITED, ["Herring costs two crowns.", "Anna Berg sells cod."])
    first = web_page(corpus, "History | League", BETTER, ["Eight clubs play.", "Anna Berg founded it in 1921."])
    second = web_page(corpus, "Clubs", "https://clubs.example/", ["The League of the harbour is old."])
    found = citation(
        project,
        source_page=source,
        state=CitationState.AVAILABLE,
        fails=0.97,
        score=-2.0,
        passage="sentence_1",
        missing=[[23, 30, "word"], [47, 51, "number"]],
        checked_with="lexical 1",
    )
    for place, (page, passage, fails) in enumerate([(first, "sentence_1", 0.04), (second, "sentence_0", 0.6)]):
        values = {"score": 1.0 - place, "fails": fails, "found_by": [["bm25", place + 1]]}
        CitationSuggestion.objects.create(citation=found, place=place, page=page, passage=passage, **values)
    return found
