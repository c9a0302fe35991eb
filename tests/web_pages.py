"""A web page in a web corpus of a project, as an import leaves it."""

from __future__ import annotations

import zlib

from annotation.evidence.web.models import ProjectWebCorpus
from annotation.models import Project
from corpus.models import Corpus, CorpusKind, StoredPage, WebPage, WebSnapshot


def keep_page(project: Project, title: str, html: str) -> WebPage:
    """Store a page of this title with its original, in the web corpus "news", which the project searches."""
    corpus, _made = Corpus.objects.get_or_create(slug="news", defaults={"name": "News", "kind": CorpusKind.WEB})
    ProjectWebCorpus.objects.get_or_create(project=project, corpus=corpus)
    page = StoredPage.objects.create(corpus=corpus, title=title, data="{}", content_hash="x", size=2)
    address = f"https://example.com/{page.pk}"
    web = WebPage.objects.create(page=page, corpus=corpus, key=str(page.pk), url=address, address=address, name=title)
    WebSnapshot.objects.create(page=web, html=zlib.compress(html.encode()))
    return web
