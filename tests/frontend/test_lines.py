"""A page as lines, and the dictionary of a line."""

from __future__ import annotations

import pytest

from corpus.models import StoredPage
from frontend.workflows.claim_verification.dictionary import title_in
from tests.cast import OTHER_PAGE, SECOND_SENTENCE, SENTENCE
from tests.frontend.html import select

pytestmark = pytest.mark.django_db


@pytest.fixture
def reading(client, verifier, project):
    client.force_login(verifier)
    return lambda address, **query: client.get(f"/p/harbour/lines/{address}", query)


def ids(answer, where="[data-element-id]"):
    return [node.attributes["data-element-id"] for node in select(answer.text, where)]


def test_a_page_has_its_sentences_or_those_of_its_introduction(reading, project):
    assert ids(reading("", title="Harbor League"), ".line .citable") == [SENTENCE, SECOND_SENTENCE]
    project.evidence_kinds = "introductions"
    project.save()
    answer = reading("", title="Harbour League")
    assert ids(answer, ".line .citable") == [SENTENCE]
    assert [node.attributes["data-title"] for node in select(answer.text, ".line a")] == ["Anna Berg"]
    assert reading("", title="Nowhere").status_code == 404
    typed = reading("find/", q="Harbour League", go="1")
    assert ids(typed, ".line .citable") == [SENTENCE]
    assert typed.headers["Content-Location"].startswith("/p/harbour/lines/?")


def test_a_dictionary_has_the_lines_of_the_pages_that_a_line_links_to(reading):
    answer = reading("dictionary/", line=SENTENCE)
    assert ids(answer, "input[type=checkbox]") == [OTHER_PAGE]
    assert len(select(reading("dictionary/", line=SECOND_SENTENCE).text, "[data-empty]")) == 1
    for nothing in ("Nowhere_sentence_0", "Harbour League_sentence_9", "Harbour League_cell_0_0_0", "x"):
        assert reading("dictionary/", line=nothing).status_code == 404, nothing


def test_tokenised_lines_are_shown_as_people_read_them(reading, corpus):
    """As in the corpora that are made from FEVER's own pages."""
    StoredPage.objects.filter(title="Anna Berg").update(
        data=StoredPage.objects.get(title="Anna Berg").data.replace("was a", "-LRB- born 1890 -RRB- was a"),
        formatting={"fever": {"file": 1}},
    )
    [text] = select(reading("dictionary/", title="Anna Berg").text, ".dictionary-text")
    assert text.text() == "Anna Berg (born 1890) was a shipowner."


@pytest.mark.parametrize("wanted", ["Anna Berg", "https://en.wikipedia.org/wiki/Anna_Berg#Life"])
def test_a_page_is_added_by_title_or_address(reading, wanted):
    assert ids(reading("dictionary/", title=wanted), "input[type=checkbox]") == [OTHER_PAGE]
    missing = reading("dictionary/", title="<b>Nobody</b>")
    assert missing.status_code == 404 and "&lt;b&gt;Nobody" in missing.text


def test_an_address_is_read_as_browsers_write_it():
    assert title_in(" https://de.m.wikipedia.org/wiki/Soul_Food_%28Film%29?x=1 ") == "Soul Food (Film)"
    assert title_in("HTTP/2") == "HTTP/2"
