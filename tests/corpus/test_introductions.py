"""Introductions read in one query, without reading pages whole: the same sentences as whole pages have."""

from __future__ import annotations

import pytest

from corpus import introductions as module
from corpus.introductions import introduction_of, introductions
from corpus.models import Corpus
from corpus.page.elements import Layout, Page, Section, Sentence, Untrusted
from corpus.store import PageRecord, get_page, save_pages, stored
from corpus.wikitext.build import build_page

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

TABLE = '{| class="wikitable"\n! A !! "sentence_0": "x"\n|-\n| 1 || 2\n|}\n'
PAGES = {
    "Plain": "'''Plain''' is a [[Word|word]]. It has “quotes” and \\ slashes.\n\n== Section ==\nNo more.",
    "Table first": f"{TABLE}'''It''' begins below a table. {TABLE}And ends below another.\n\n== Section ==\nNo more.",
    "No section": "One sentence. Another sentence.",
    "No introduction": "== Section ==\nOnly this.",
    "Long": " ".join(f"Sentence number {n} of a very long introduction." for n in range(60)) + "\n\n== End ==\nNo.",
}


@pytest.fixture
def corpus() -> Corpus:
    made = Corpus.objects.create(slug="c", name="C", parser_version="1", splitter_version="1")
    built = [build_page(title, text).page for title, text in PAGES.items()]
    save_pages(made, [PageRecord(page) for page in built if page is not None])
    return made


@pytest.mark.parametrize("most", [12_000, 100])
def test_they_are_those_of_the_whole_pages(corpus, monkeypatch, most):
    monkeypatch.setattr(module, "READ", most)
    found = introductions(corpus, [*PAGES, "Nowhere"])
    assert set(found) == set(PAGES)
    for title in PAGES:
        page = get_page(corpus, title)
        assert found[title].sentences == introduction_of(page, stored(corpus, title).hatnotes), title
    assert [one.id for one in found["Plain"].sentences] == ["sentence_0", "sentence_1"]
    assert found["No introduction"].sentences == () and len(found["Long"].sentences) == 60


def test_hatnotes_are_left_out_and_untrusted_lines_are_named(corpus, django_assert_num_queries):
    page = Page(
        "Noted", (Sentence("sentence_0", "See also."), Sentence("sentence_1", "It is."), Section("section_0", "S", 2))
    )
    layout = Layout(hatnotes=("sentence_0",), untrusted={"sentence_1": Untrusted.MISSING_TEXT})
    save_pages(corpus, [PageRecord(page, layout=layout)])
    with django_assert_num_queries(1):
        found = introductions(corpus, ["Noted", "Plain"])["Noted"]
    assert [one.id for one in found.sentences] == ["sentence_1"] and found.untrusted == {"sentence_1"}
