"""Citations stored beside a page and read again."""

from __future__ import annotations

import pytest

from corpus.citation_store import save_citations, save_rows_of
from corpus.citations.record import Citation, Source, SourceState, Tag
from corpus.citations.rows import rows_of
from corpus.models import CitationState, Corpus, StoredCitation, StoredPage

SOURCE = Source(
    "http://www.example.co.uk/news/2019/a.html?utm_source=x",
    "https://web.archive.org/web/2020/http://www.example.co.uk/news/2019/a.html",
    "2 May 2020",
    "Ä “title”",
    "cite news",
    "A title.",
    {"url": "http://www.example.co.uk/news/2019/a.html", "last1": "Ö\x00"},
)
CITATIONS = (
    Citation(0, "sentence_3", 12, "Twelve bytes.", ("History", "Early years"), SOURCE, "n", "a", (Tag.DEAD_LINK,)),
    Citation(1, "sentence_3", 12, "Twelve bytes.", ("History", "Early years"), SOURCE),
    Citation(2, "cell_0_1_1", 0, "", (), None, tags=(Tag.CITATION_NEEDED, Tag.NOT_IN_CITATION)),
    Citation(3, "item_0_2", 4, "Item", (), Source(text="Smith 2010, p. 4")),
    Citation(4, "item_0_2", 4, "Item", (), Source(archive_url=SOURCE.archive_url)),
)


def citation_of(row: StoredCitation) -> Citation:
    """The citation that a row holds."""
    source = None
    if row.state != CitationState.NO_SOURCE:
        source = Source(row.url, row.archive_url, row.accessed, row.title, row.template, row.text, row.fields)
    place = row.number, row.element_id, row.offset, row.claim, tuple(row.sections)
    return Citation(*place, source, row.group, row.name, tuple(map(Tag, row.tags)))


@pytest.mark.django_db
@pytest.mark.both_databases
def test_citations_of_an_import_are_stored_in_the_order_of_its_pages() -> None:
    corpus = Corpus.objects.create(slug="x", parser_version="1", splitter_version="1")
    titles = ["Cyd", "Ada", "Eve", "Bo", "Dan"]
    StoredPage.objects.bulk_create(
        StoredPage(corpus=corpus, title=title, data="{}", content_hash="0", size=2) for title in titles
    )
    save_rows_of(corpus, {title: rows_of(CITATIONS[:2]) for title in sorted(titles, reverse=True)})
    stored = StoredCitation.objects.order_by("pk").values_list("page__title", "number")
    assert list(stored) == [(title, number) for title in titles for number in (0, 1)]


@pytest.mark.django_db
@pytest.mark.both_databases
def test_what_is_stored_comes_back() -> None:
    corpus = Corpus.objects.create(slug="x", parser_version="1", splitter_version="1")
    page = StoredPage.objects.create(corpus=corpus, title="Ada", data="{}", content_hash="0", size=2)
    for _ in range(2):  # saving again replaces
        save_citations(page, CITATIONS)
    rows = list(StoredCitation.objects.order_by("number"))
    assert [citation_of(row) for row in rows[1:]] == [
        Citation(1, "sentence_3", 12, "Twelve bytes.", ("History", "Early years"), SOURCE_STORED),
        *CITATIONS[2:],
    ]
    assert (rows[0].section, rows[0].tag, rows[2].tag) == ("History", "dead_link", "not_in_citation")
    assert (rows[0].domain, rows[0].depth, len(rows[0].key)) == ("example.co.uk", 3, 16)
    assert rows[4].key == rows[0].key and rows[2].depth == -1
    assert [row.state for row in rows[1:]] == [
        CitationState.UNRESOLVED,
        CitationState.NO_SOURCE,
        CitationState.NO_ADDRESS,
        CitationState.UNRESOLVED,
    ]


SOURCE_STORED = Source(
    SOURCE.url,
    SOURCE.archive_url,
    SOURCE.accessed,
    SOURCE.title,
    SOURCE.template,
    SOURCE.text,
    {**SOURCE.fields, "last1": "Ö"},
)


def test_states_have_words() -> None:
    assert {one.value for one in SourceState} == set(CitationState.values)
