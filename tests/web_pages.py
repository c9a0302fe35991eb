"""Web pages in a web corpus, as an import leaves them."""

from __future__ import annotations

import zlib
from collections.abc import Iterable

from annotation.evidence.web.models import ProjectWebCorpus
from annotation.models import Project
from corpus.importing.outcomes import Imported
from corpus.models import Corpus, CorpusKind, StoredPage, WebPage, WebSnapshot
from corpus.snapshot.web_pages import save_web_pages
from corpus.store import PageRecord, save_pages
from corpus.web.build import build_web_page
from corpus.web.record import WebRecord


def keep_page(project: Project, title: str, html: str) -> WebPage:
    """Store a page of this title with its original, in the web corpus "news", which the project searches."""
    corpus, _made = Corpus.objects.get_or_create(slug="news", defaults={"name": "News", "kind": CorpusKind.WEB})
    ProjectWebCorpus.objects.get_or_create(project=project, corpus=corpus)
    page = StoredPage.objects.create(corpus=corpus, title=title, data="{}", content_hash="x", size=2)
    address = f"https://example.com/{page.pk}"
    web = WebPage.objects.create(page=page, corpus=corpus, key=str(page.pk), url=address, address=address, name=title)
    WebSnapshot.objects.create(page=web, html=zlib.compress(html.encode()))
    return web


def searchable(slug: str, records: Iterable[WebRecord]) -> Corpus:
    """A web corpus of these records, with its search index."""
    from search.indexing.build import build_index

    corpus = Corpus.objects.create(slug=slug, name=slug, kind=CorpusKind.WEB)
    built = [one for one in map(build_web_page, records) if one is not None]
    save_pages(corpus, [PageRecord(one.page, layout=one.layout) for one in built])
    save_web_pages(corpus, [Imported(one.page.title, "", "", web=one.facts) for one in built])
    build_index(corpus)
    return corpus
