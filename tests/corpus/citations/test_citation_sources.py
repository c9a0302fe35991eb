"""Which imported page a citation leads to, and what state it is in."""

from __future__ import annotations

import pytest

from corpus.citation_sources import resolve
from corpus.citation_store import save_citations
from corpus.citations.readable import readable
from corpus.citations.record import Citation, Source
from corpus.importing.outcomes import Excluded, Failed
from corpus.models import Corpus, StoredCitation, StoredPage, WebPage
from corpus.snapshot.web_pages import save_web_pages
from corpus.web.record import WebRecord
from tests.web_pages import searchable

TEXT = ("The bridge over the river was opened in 1931 after four years of work by two hundred people.",)
WALL = ("The bridge over the river was opened in 1931.", "Subscribe to continue reading. Already a subscriber? Log in.")
ARCHIVED = "https://web.archive.org/web/2019/https://archive.ph/20180203/http://news.example/old"
OF = {  # address as cited -> state, and the address that it is imported from
    "http://www.news.example/bridge?utm_source=x#top": ("available", "https://news.example/bridge"),
    "//news.example/bridge/": ("available", "https://news.example/bridge"),
    "https://m.news.example/bridge": ("available", "https://news.example/bridge"),
    "https://news.example/phones": ("available", "https://m.news.example/phones"),
    "https://news.example/story": ("available", "https://news.example/amp/story"),
    "https://xn--bcher-kva.example/a": ("available", "https://bücher.example/a"),
    ARCHIVED: ("available", "http://news.example/old"),
    "https://paper.example/wall": ("paywall", "https://paper.example/wall"),
    "https://paper.example/gone": ("no_text", "https://paper.example/gone"),
    "https://paper.example/empty": ("no_text", None),
    "https://paper.example/report.pdf": ("no_text", None),
    "https://paper.example/other": ("not_imported", None),
    "https://old.example/moved": ("available", "https://news.example/bridge"),  # by way of another address
    "https://old.example/story": ("no_text", None),  # to the front page, which is imported
    "https://old.example/": ("available", "https://old.example/"),
    "https://old.example/by-number": ("available", "https://old.example/?p=5"),
    "https://old.example/round": ("no_text", None),
    "https://old.example/nowhere": ("no_text", None),
    "javascript:alert(1)": ("no_address", None),
    "data:text/html,x": ("no_address", None),
    "": ("no_address", None),
}


MOVED = {
    "https://old.example/moved": "http://www.old.example/again/",
    "https://old.example/again": "https://news.example/bridge#top",
    "https://old.example/story": "https://old.example/index.html",
    "https://old.example/by-number": "https://old.example/?p=5",
    "https://old.example/round": "https://old.example/about",
    "https://old.example/about": "https://old.example/round",
    "https://old.example/nowhere": "https://lost.example/x",
}


@pytest.mark.django_db
def test_sources_are_found_under_every_spelling_and_say_what_they_hold(tmp_path, settings) -> None:
    settings.INDEX_DIR = tmp_path
    texts = {"https://paper.example/wall": WALL, "https://paper.example/gone": ("Error 404: page not found. " * 3,)}
    urls = dict.fromkeys(url for _, url in OF.values() if url)
    web = searchable("web", [WebRecord(url, url, sentences=texts.get(url, TEXT)) for url in urls])
    moved = [Excluded(url, "page with HTTP status 301", moved_to=target) for url, target in MOVED.items()]
    failed = Failed("https://paper.example/report.pdf", "a.warc", "it is a PDF")
    save_web_pages(web, [Excluded("https://paper.example/empty", "page without content"), failed, *moved])
    corpus = Corpus.objects.create(slug="x", name="x")
    page = StoredPage.objects.create(corpus=corpus, title="Bridge", data="{}", content_hash="0", size=2)
    safe = [url if "script:" not in url and "data:" not in url else "" for url in OF]
    save_citations(page, [Citation(n, "sentence_0", 3, "One.", (), Source(url=url)) for n, url in enumerate(safe)])
    changed = resolve(corpus, [web])
    rows = StoredCitation.objects.order_by("number")
    of = dict(WebPage.objects.values_list("page", "url"))
    assert [(row.state, of.get(row.source_page_id)) for row in rows] == list(OF.values())
    assert changed == sum(state != "no_address" for state, _ in OF.values()) and resolve(corpus, [web]) == 0
    assert resolve(corpus, []) == changed - 1  # without the corpus all are "not imported", as one was


@pytest.mark.parametrize(
    ("text", "state"),
    [
        (" ".join(TEXT), "available"),
        (" ".join(WALL), "paywall"),
        ("Nur für Abonnenten. " + "Der Bau der Brücke dauerte vier Jahre. " * 3, "paywall"),
        ("How papers ask readers to subscribe to continue reading. " + "It is a long article. " * 80, "available"),
        ("Please enable JavaScript to view this page, and accept all cookies of this site.", "no_text"),
        ("Oops", "no_text"),
        ("", "no_text"),
        ("橋は一九三一年に開通した。工事には四年を要し、二百人が働いたと記録されている。", "available"),
    ],
)
def test_walls_and_notices_are_told_from_texts(text: str, state: str) -> None:
    assert readable([text]) == state
