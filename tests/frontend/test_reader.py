from __future__ import annotations

import json
import re
import unicodedata
from collections import Counter
from dataclasses import replace
from html import unescape

import pytest
from django.test import Client

from annotation.release.cards.models import DataStatement
from annotation.work.assignment import release
from corpus.models import Corpus, StoredPage
from corpus.page.context import all_contexts
from corpus.page.elements import Cell, Layout, Page, Section, Sentence, Table, Untrusted
from corpus.store import PageRecord, get_page, save_pages
from corpus.wikitext.build import build_page
from tests.cast import CELL, DECOMPOSED, SENTENCE
from tests.frontend.html import select, texts

ADDRESS = "/p/harbour/read/"
HOSTILE = '<script>alert("x")</script><img src=x onerror=alert(1)> </script><!--'


@pytest.fixture
def reader(client: Client, verifier) -> Client:
    client.force_login(verifier)
    return client


def html_of(client: Client, title: str, address: str = ADDRESS) -> str:
    return client.get(address, {"title": title}).content.decode()


def element_ids(html: str) -> list[str]:
    return [unescape(found) for found in re.findall(r'data-element-id="([^"]*)"', html)]


def context_of(html: str) -> dict[str, list[str]]:
    block = re.search(r'<script type="application/json" class="context-data">(.*?)</script>', html, re.DOTALL)
    assert block
    data = json.loads(block[1])
    chains = [data["chains"][number] for number in data["chain_of"]]
    return {data["ids"][n]: [data["ids"][each] for each in chain] for n, chain in enumerate(chains)}


def test_it_shows_the_article(reader):
    response = reader.get(ADDRESS, {"title": "Harbour League"})

    assert response.status_code == 200
    assert '<h1 data-element-id="Harbour League_title">Harbour League</h1>' in response.content.decode()
    assert "Eight clubs play each season." in response.content.decode()


def test_the_exact_revision_is_linked_where_wiki_and_revision_are_known(reader, project, corpus):
    assert 'class="revision-link"' not in html_of(reader, "Harbour League")

    DataStatement.objects.create(project=project, answers={"wiki": "https://fr.wikipedia.org/"})
    for address in (ADDRESS, "/p/harbour/wiki/"):
        [link] = select(html_of(reader, "Åsa Lind", address), ".revision-link a")
        assert link.attributes["href"] == "https://fr.wikipedia.org/w/index.php?title=%C3%85sa_Lind&oldid=102"
    StoredPage.objects.filter(corpus=corpus).update(revision=None)
    assert 'class="revision-link"' not in html_of(reader, "Harbour League")


def test_a_wiki_that_is_no_web_address_is_not_linked(reader, project):
    DataStatement.objects.create(project=project, answers={"wiki": "javascript:alert(1)"})

    assert 'class="revision-link"' not in html_of(reader, "Harbour League")


def test_every_element_stands_there_exactly_once(reader, corpus):
    contexts = all_contexts(get_page(corpus, "Harbour League"))

    found = Counter(element_ids(html_of(reader, "Harbour League")))

    assert set(contexts) <= set(found)
    assert set(found.values()) == {1}


def test_context_comes_with_the_page(reader, corpus):
    expected = all_contexts(get_page(corpus, "Harbour League"))

    assert context_of(html_of(reader, "Harbour League")) == expected
    assert expected[CELL]


def test_a_cell_over_rows_and_columns_is_one_cell(reader, corpus):
    wide = Cell("header_cell_0_0_0", "Wide", is_header=True, row_span=2, column_span=1)
    rows = (
        (wide, wide, Cell("cell_0_0_2", "a", is_header=False, row_span=1, column_span=1)),
        (Cell("cell_0_1_0", "b", is_header=False, row_span=1, column_span=1),),
    )
    save_pages(corpus, [PageRecord(Page("Spans", (Table("table_0", "general", rows, None),)))])

    html = html_of(reader, "Spans")

    header = (
        '<th scope="col" rowspan="2" colspan="2" class="citable" data-element-id="Spans_header_cell_0_0_0">Wide</th>'
    )
    assert header in html
    assert set(Counter(element_ids(html)).values()) == {1}


def test_paragraphs_and_hatnotes_stand_as_in_the_article(reader, corpus):
    sentences = tuple(Sentence(f"sentence_{n}", f"Text {n}.") for n in range(4))
    layout = Layout(("sentence_0", "sentence_1", "sentence_3"), ("sentence_0",))
    save_pages(corpus, [PageRecord(Page("Set", sentences), layout=layout)])

    html = html_of(reader, "Set")

    assert '<p class="hatnote" role="note"><span class="citable" data-element-id="Set_sentence_0">Text 0.' in html
    assert [element_ids(piece) for piece in re.findall("<p>.*?</p>", html)] == [
        ["Set_sentence_1", "Set_sentence_2"],
        ["Set_sentence_3"],
    ]


def test_links_lead_only_to_pages_of_the_corpus(reader, corpus):
    text = "By [[Anna_Berg|her]] and [[Nobody_Known|him]], see [[Harbor_League]]."
    save_pages(corpus, [PageRecord(Page("Links", (Sentence("sentence_0", text),)))])

    html = html_of(reader, "Links")

    assert re.findall(r'data-title="([^"]*)"', html) == ["Anna Berg", "Harbor League"]
    assert "and him, see" in html


def test_a_redirect_says_where_one_came_from(reader):
    html = html_of(reader, "Harbor League")

    assert "Harbor League" in texts(html, ".redirect-note")[0]
    assert 'data-page-title="Harbour League"' in html


def test_text_is_shown_composed_and_ids_stay_decomposed(reader):
    html = html_of(reader, "Åsa Lind")

    assert unicodedata.normalize("NFC", "Åsa Lind coached") in html
    assert DECOMPOSED in element_ids(html)


def test_a_title_typed_in_small_letters_finds_its_page(reader, index):
    assert 'data-page-title="Anna Berg"' in html_of(reader, "anna berg")


def test_hostile_text_is_only_text(reader, corpus):
    cells = ((Cell("cell_0_0_0", HOSTILE, is_header=False, row_span=1, column_span=1),),)
    elements = (
        Section("section_0", HOSTILE, 2),
        Sentence("sentence_0", f"[[Anna_Berg|{HOSTILE}]]"),
        Table("table_0", "general", cells, HOSTILE),
    )
    save_pages(corpus, [PageRecord(Page(f"Evil {HOSTILE}", elements))])

    html = html_of(reader, f"Evil {HOSTILE}")

    assert "<img" not in html
    assert html.count("<script") == html.count("</script") == 1  # our data block
    assert "&lt;img src=x" in html
    assert "<!--" not in html


def test_an_unknown_title_is_a_friendly_404(reader, index):
    response = reader.get(ADDRESS, {"title": "Anna"})
    html = response.content.decode()

    assert response.status_code == 404
    assert "Anna" in texts(html, "h1")[0]
    assert 'data-search="Anna"' in html
    assert 'data-title="Anna Berg"' in html


@pytest.mark.parametrize("title", ["", " ", "#x", "_", "x" * 5000, "\x00", HOSTILE])
def test_a_strange_title_is_a_friendly_404(reader, title):
    response = reader.get(ADDRESS, {"title": title})

    assert response.status_code == 404
    assert "<script" not in response.content.decode()


def test_the_page_is_not_sent_twice(reader):
    first = reader.get(ADDRESS, {"title": "Anna Berg"})
    second = reader.get(ADDRESS, {"title": "Anna Berg"}, headers={"if-none-match": first["ETag"]})

    assert second.status_code == 304
    assert "private" in first["Cache-Control"]


def test_the_page_is_sent_anew_when_its_paragraphs_come_to_be_known(reader, corpus):
    page = Page("Set", (Sentence("sentence_0", "One."), Sentence("sentence_1", "Two.")))
    save_pages(corpus, [PageRecord(page)])
    first = reader.get(ADDRESS, {"title": "Set"})
    save_pages(corpus, [PageRecord(page, layout=Layout(("sentence_0", "sentence_1")))])

    second = reader.get(ADDRESS, {"title": "Set"}, headers={"if-none-match": first["ETag"]})

    assert second.status_code == 200
    assert second.content.decode().count("<p>") == 2


@pytest.mark.parametrize("address", [ADDRESS, "/p/harbour/find/", "/p/harbour/wiki/"])
def test_outsiders_see_nothing(client, corpus, project, outsider, address):
    client.force_login(outsider)

    assert client.get(address, {"title": "Anna Berg", "q": "x"}).status_code == 404


@pytest.mark.parametrize("address", [ADDRESS, "/p/harbour/find/", "/p/harbour/wiki/"])
def test_one_has_to_log_in(client, project, address):
    assert client.get(address).status_code == 302


@pytest.mark.parametrize("address", [ADDRESS, "/p/harbour/find/", "/p/harbour/wiki/"])
def test_posting_is_refused(reader, address):
    assert reader.post(address).status_code == 405


@pytest.mark.parametrize("who", ["writer", "manager"])
def test_writers_and_managers_read_too(client, request, who):
    client.force_login(request.getfixturevalue(who))

    assert client.get(ADDRESS, {"title": "Anna Berg"}).status_code == 200


# --- Full text -------------------------------------------------------------------------------------------------------


def test_full_text_shows_title_section_and_what_was_found(reader, index):
    html = reader.get("/p/harbour/find/", {"q": "clubs"}).content.decode()

    assert 'data-title="Harbour League"' in html
    assert "<mark>clubs</mark>" in html
    assert "Seasons" in html


def test_full_text_without_a_hit_says_so(reader, index):
    assert "No page contains “zeppelin”" in reader.get("/p/harbour/find/", {"q": "zeppelin"}).content.decode()


def test_hostile_queries_are_only_text(reader, index):
    html = reader.get("/p/harbour/find/", {"q": HOSTILE}).content.decode()

    assert "<script" not in html
    assert "<img" not in html


@pytest.mark.parametrize("page", ["0", "-1", "x", "99999999999", "²"])
def test_a_strange_result_page_is_no_error(reader, index, page):
    assert reader.get("/p/harbour/find/", {"q": "clubs", "page": page}).status_code == 200


def test_a_missing_index_names_the_remedy(reader):
    assert "build_index" in reader.get("/p/harbour/find/", {"q": "clubs"}).content.decode()


# --- The page by itself ----------------------------------------------------------------------------------------------


def test_marks_show_evidence_and_its_context(reader):
    html = reader.get("/p/harbour/wiki/", {"title": "Harbour League", "mark": [SENTENCE, CELL]}).content.decode()

    assert f'class="citable is-evidence" data-element-id="{CELL}"' in html
    assert f'class="citable is-evidence" data-element-id="{SENTENCE}"' in html
    assert 'class="is-context" data-element-id="Harbour League_title"' in html


def test_unknown_marks_are_ignored(reader):
    response = reader.get("/p/harbour/wiki/", {"title": "Anna Berg", "mark": ["nonsense", HOSTILE]})

    assert response.status_code == 200
    assert "is-evidence" not in response.content.decode()


def test_a_page_by_itself_that_is_unknown_is_a_404(reader):
    response = reader.get("/p/harbour/wiki/", {"title": "Zorglub"})

    assert response.status_code == 404
    assert "Zorglub" in texts(response.content.decode(), "h1")[0]


@pytest.fixture
def index(corpus: Corpus) -> None:
    from search.indexing.build import build_index

    build_index(corpus)


# --- What cannot be evidence -----------------------------------------------------------------------------------------


@pytest.fixture
def marked(reader, corpus) -> str:
    """HTML of a page with a trusted and an untrusted one of each kind."""
    built = build_page(
        "Marked",
        "One {{Made up}} two. Three.\n\n* {{Made up}} four\n* five"
        '\n\n{| class="wikitable"\n! a\n|-\n| {{Made up}} b\n|}'
        '\n\n{| class="wikitable"\n|+ caption\n! c\n|-\n| d\n|}',
    )
    assert built.page is not None
    layout = replace(built.layout, untrusted={**built.layout.untrusted, "table_1": Untrusted.TEMPLATE_CELLS})
    save_pages(corpus, [PageRecord(built.page, layout=layout)])
    return html_of(reader, "Marked")


def test_an_untrusted_element_is_no_target_and_says_why(marked):
    tags = {id_: tag for tag, id_ in re.findall(r'<([^<>]*data-element-id="Marked_([^"]*)"[^<>]*)>', marked)}
    citable = {id_ for id_, tag in tags.items() if "citable" in tag}
    assert citable == {"sentence_1", "item_0_1", "header_cell_0_0_0"}
    untrusted = {
        id_ for id_, tag in tags.items() if 'class="' in tag and "untrusted" in tag.split("data-element-id")[0]
    }
    assert untrusted == {
        *("sentence_0", "item_0_0", "cell_0_1_0"),
        *("table_1", "table_caption_1", "header_cell_1_0_0", "cell_1_1_0"),
    }
    marks = re.findall(r'<span class="untrusted-mark" role="img" aria-label="([^"]+)" title="([^"]+)"></span>', marked)
    assert len(marks) == 3 and all(label == title for label, title in marks)  # the table's cells have one between them
    assert 'aria-describedby="untrusted-table_1"' in tags["table_1"] and 'id="untrusted-table_1"' in marked
    assert marked.count('role="note"') == 1  # what it means, once a page


def test_a_page_without_marks_has_no_note(reader):
    assert "untrusted" not in html_of(reader, "Harbour League")


def test_the_page_is_sent_anew_when_its_marks_change(reader, corpus):
    first = reader.get(ADDRESS, {"title": "Harbour League"})
    StoredPage.objects.filter(title="Harbour League").update(untrusted={"sentence_0": "missing_text"})
    again = reader.get(ADDRESS, {"title": "Harbour League"}, headers={"If-None-Match": first["ETag"]})
    assert again.status_code == 200


def test_a_page_is_read_for_ones_own_open_work(reader, assignment, project, writer):
    def workspace(client=reader):
        asked = {"title": "Anna Berg", "assignment": str(assignment.public_id)}
        strips = select(client.get("/p/harbour/wiki/", asked).content.decode(), "[data-assignment]")
        return [strip.attributes["data-workspace"] for strip in strips]

    assert workspace() == [f"/verify/{assignment.public_id}/"]
    other = Client()
    other.force_login(writer)
    assert workspace(other) == []
    release(assignment=assignment)
    assert workspace() == []


@pytest.mark.parametrize("wanted", ["", "x", HOSTILE, "00000000-0000-0000-0000-000000000000"])
def test_a_page_is_read_for_no_unknown_work(reader, wanted):
    html = reader.get("/p/harbour/wiki/", {"title": "Anna Berg", "assignment": wanted}).content.decode()

    assert not select(html, "[data-assignment]")
