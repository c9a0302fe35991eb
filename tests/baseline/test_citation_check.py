"""The check of a corpus: sources found, citations verified, better sources where needed, going on where it was."""

from __future__ import annotations

from itertools import count

import pytest
from django.core.management import CommandError, call_command

from baseline.citations import check_corpus
from baseline.citations.check_corpus import Settings, check, forget
from baseline.citations.retrieval import open_search
from baseline.citations.verify import lexical_verifier
from corpus.citation_store import save_citations
from corpus.citations.record import Citation, Source, Tag
from corpus.models import CitationState, Corpus, StoredCitation, StoredPage
from corpus.page.elements import Layout, Page, Sentence
from corpus.store import PageRecord, save_pages
from corpus.web.record import WebRecord
from tests.web_pages import searchable

TEXTS = (
    "Anna Berg was born in the small town of Vardo in 1880.",
    "She founded the lighthouse society of Vardo in 1921 with eleven members.",
    "The society was dissolved in 1950 after a fire in its archive.",
)
FOUNDED = "In 1921 Anna Berg founded the lighthouse society of Vardo. The society had eleven members."
SOURCES = {
    "https://bad.org/boats": ("Boats", "A list of fishing boats that were built in Bergen before the war."),
    "https://good.org/berg": ("Anna Berg", FOUNDED),
    "https://fire.org/": ("Fire of Vardo", "After a fire in its archive in 1950 the lighthouse society was dissolved."),
}
CITED = (
    (1, Source(url="http://www.bad.org/boats/"), ()),
    (1, Source(url="https://good.org/berg"), ()),
    (2, None, (Tag.CITATION_NEEDED,)),
    (2, Source(url="https://nowhere.org/x"), ()),
    (0, Source(text="Berg, A.: My life. Oslo 1950.", template="cite book"), ()),
)


@pytest.fixture
def web(db, settings, tmp_path) -> Corpus:
    settings.ATTEST_DATA_DIR = tmp_path
    records = [WebRecord(url, "", sentences=(text,), title=title) for url, (title, text) in SOURCES.items()]
    return searchable("web", records)


@pytest.fixture
def articles(db) -> Corpus:
    corpus = Corpus.objects.create(slug="articles", name="Articles")
    sentences = tuple(Sentence(f"sentence_{place}", text) for place, text in enumerate(TEXTS))
    layout = Layout(paragraphs=("sentence_0", "sentence_2"))
    save_pages(corpus, [PageRecord(Page("Anna Berg", sentences), layout=layout)])
    save_citations(
        StoredPage.objects.get(corpus=corpus),
        [
            Citation(number, f"sentence_{at}", len(TEXTS[at]), TEXTS[at], ("Life",), source, tags=tags)
            for number, (at, source, tags) in enumerate(CITED)
        ],
    )
    return corpus


def nothing(done: int, total: int) -> None:
    """Report to nobody."""


def rows(corpus: Corpus) -> list[StoredCitation]:
    return list(StoredCitation.objects.filter(corpus=corpus).select_related("source_page").order_by("number"))


def suggested(row: StoredCitation) -> list[str]:
    return [one.page.web.url for one in row.suggestions.all()]


@pytest.mark.both_databases
def test_a_check_verifies_what_is_imported_and_suggests_where_a_source_is_wanting(articles, web):
    reported: list[tuple[int, int]] = []
    found = check(articles, open_search([web]), lexical_verifier(), lambda *at: reported.append(at))
    bad, good, needed, missing, book = rows(articles)
    assert found.states == {
        CitationState.AVAILABLE: 2, CitationState.NO_SOURCE: 1, CitationState.NOT_IMPORTED: 1,
        CitationState.NO_ADDRESS: 1,
    }  # fmt: skip
    assert (found.checked, sum(found.buckets), reported[-1]) == (5, 2, (5, 5))
    assert good.fails < 0.5 <= bad.fails and good.score > bad.score
    assert (good.passage, good.source_page.web.url) == ("sentence_0", "https://good.org/berg")
    lacking = {TEXTS[1][start:end] for start, end, _kind in bad.missing}
    assert {"1921", "Vardo"} <= lacking and not good.missing
    assert [suggested(row) for row in (bad, good, needed, missing, book)] == [
        ["https://good.org/berg"], [], ["https://fire.org/"], ["https://fire.org/"], [],
    ]  # fmt: skip
    first = bad.suggestions.get()
    assert (first.place, first.passage, first.found_by[0][0]) == (0, "sentence_0", "bm25")
    assert first.fails < bad.fails and found.suggested == 3
    end = FOUNDED.index(" The society")
    assert first.support[0] == good.support[0] == ["sentence_0", 0, end]
    assert [row.fails for row in (needed, missing, book)] == [None, None, None]


@pytest.mark.both_databases
def test_only_what_is_new_is_checked_again(articles, web):
    search, verifier = open_search([web]), lexical_verifier()
    check(articles, search, verifier, nothing)
    assert check(articles, search, verifier, nothing).checked == 0
    good = rows(articles)[1].source_page
    StoredPage.objects.filter(pk=good.pk).update(content_hash="another")
    assert check(articles, search, verifier, nothing).checked == 1
    forget(articles)
    assert check(articles, search, verifier, nothing).checked == 5
    assert [len(suggested(row)) for row in rows(articles)] == [1, 0, 1, 1, 0]


def test_a_check_that_stops_goes_on_where_it_was(articles, web, monkeypatch):
    monkeypatch.setattr(check_corpus, "ROWS", 1)
    calls = count()

    def stop() -> None:
        if next(calls) == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        check(articles, open_search([web]), lexical_verifier(), nothing, Settings(before_storing=stop))
    assert check(articles, open_search([web]), lexical_verifier(), nothing).checked == 3


GERMAN = (
    "Die Leuchtturmgesellschaft wurde 1921 von Anna Berg in Vardo gegründet und hatte im ersten Jahr elf Mitglieder."
)
RUSSIAN = "Общество маяка в Вардё основала в 1921 году Анна Берг, и в первый год в нём было одиннадцать членов."


@pytest.mark.both_databases
def test_a_source_in_another_language_is_neither_worst_nor_better(db, articles, settings, tmp_path):
    settings.ATTEST_DATA_DIR = tmp_path
    sources = {"https://bad.org/boats": RUSSIAN, "https://good.org/berg": GERMAN, "https://other.org/": GERMAN}
    records = [WebRecord(url, "", sentences=(text,), title="Vardo 1921") for url, text in sources.items()]
    web = searchable("web", [*records, WebRecord("https://en.org/", "", sentences=(FOUNDED,), title="Vardo")])
    found = check(articles, open_search([web]), lexical_verifier(), nothing)
    russian, german = rows(articles)[:2]
    assert found.languages == {"ru": 1, "de": 1} and sum(found.buckets) == 0
    assert [(row.language, row.fails, row.score) for row in (russian, german)] == [
        ("ru", None, None),
        ("de", None, None),
    ]
    assert german.passage == "sentence_0" and [TEXTS[1][start:end] for start, end, _ in german.missing] == []
    assert [suggested(row) for row in (russian, german)] == [["https://en.org/"]] * 2
    StoredPage.objects.filter(pk=german.source_page_id).update(content_hash="another")
    assert check(articles, open_search([web]), lexical_verifier(), nothing).checked == 1


def test_what_an_older_version_checked_is_checked_again(articles, web):
    check(articles, open_search([web]), lexical_verifier(), nothing)
    row = rows(articles)[0]
    stamp = row.checked_with.rpartition(" ")[0] + " " + row.source_page.content_hash[:12]
    StoredCitation.objects.filter(pk=row.pk).update(checked_with=stamp)
    assert check(articles, open_search([web]), lexical_verifier(), nothing).checked == 1
    assert rows(articles)[0].verifier == lexical_verifier().name


def test_a_citation_without_words_before_it_is_left_alone(articles, web):
    StoredCitation.objects.filter(corpus=articles).update(claim="", offset=0)
    assert check(articles, open_search([web]), lexical_verifier(), nothing).checked == 5
    assert {row.fails for row in rows(articles)} == {None}


def test_the_command_prints_the_counts(articles, web, capsys):
    call_command("check_citations", corpus="articles", sources=["web"])
    printed = capsys.readouterr().out
    assert "5 citations checked now" in printed and "2  available" in printed and "3 citations with" in printed
    call_command("check_citations", corpus="articles", sources=["web"], again=True, suggest_from=1.0)
    assert "5 citations checked now" in capsys.readouterr().out
    with pytest.raises(CommandError):
        call_command("check_citations", corpus="articles", sources=["articles"])
