"""The dictionary of a sentence: first sentences of the pages it links to."""

from __future__ import annotations

import pytest

from corpus.dictionary import dictionary
from corpus.models import Corpus
from corpus.page.elements import Layout, Page, RedirectRecord, Sentence, UnknownElement
from corpus.store import PageRecord, save_pages, save_redirects

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

LINKS = (
    "[[Plain]] and [[Old|an old name]], [[Ring]], [[Nowhere]], [[Home|itself]], [[Noted]], [[Empty]], [[Long]], "
    "[[Plain|again]], [[Wordless]], [[#Here]]."
)
HOME = Page("Home", (Sentence("sentence_0", LINKS), Sentence("sentence_1", "No link.")))


@pytest.fixture
def corpus() -> Corpus:
    corpus = Corpus.objects.create(slug="test", name="Test")
    noted = Page(
        "Noted", (Sentence("sentence_0", "For another see [[Plain]]."), Sentence("sentence_1", "Noted it is."))
    )
    pages = [
        PageRecord(HOME),
        PageRecord(
            Page(
                "Plain", (Sentence("sentence_0", 'A "sentence_0": of [[Home|its own]].'), Sentence("sentence_1", "B."))
            )
        ),
        PageRecord(Page("Aim", (Sentence("sentence_0", "It is the aim."),))),
        PageRecord(noted, layout=Layout(hatnotes=("sentence_0",))),
        # as FEVER's pages: empty lines, and numbers that are missing
        PageRecord(Page("Empty", (Sentence("sentence_0", ""), Sentence("sentence_3", "Three.")))),
        PageRecord(Page("Long", (Sentence("sentence_0", "word " * 2_000 + "end."),))),
        PageRecord(Page("Wordless", (Sentence("sentence_0", "..."),))),
    ]
    save_pages(corpus, pages)
    redirects = [RedirectRecord("Old", "Older"), RedirectRecord("Older", "Aim"), RedirectRecord("Ring", "Round")]
    save_redirects(corpus, [*redirects, RedirectRecord("Round", "Ring")])
    return corpus


def test_every_linked_page_is_there_once_with_its_first_sentence(corpus, django_assert_max_num_queries):
    with django_assert_max_num_queries(34):
        entries = dictionary(corpus, HOME, "sentence_0")
    assert [(each.title, each.sentence_id) for each in entries] == [
        ("Plain", "Plain_sentence_0"),
        ("Aim", "Aim_sentence_0"),
        ("Noted", "Noted_sentence_1"),
        ("Empty", "Empty_sentence_3"),
        ("Long", "Long_sentence_0"),
    ]
    texts = {each.title: each.text for each in entries}
    assert texts["Plain"] == 'A "sentence_0": of its own.'
    assert (texts["Aim"], texts["Noted"], texts["Empty"]) == ("It is the aim.", "Noted it is.", "Three.")
    assert texts["Long"].endswith("word end.")


def test_a_sentence_without_links_has_an_empty_dictionary(corpus):
    assert dictionary(corpus, HOME, "sentence_1") == ()
    with pytest.raises(UnknownElement):
        dictionary(corpus, HOME, "sentence_9")
