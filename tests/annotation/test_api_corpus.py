"""Suggestions, search and excerpts over HTTP."""

from __future__ import annotations

import pytest

from search.indexing.build import build_index
from tests.annotation.conftest import error_of
from tests.cast import CELL, SECOND_SENTENCE, SENTENCE

READS = [("get", "suggest/"), ("get", "search/"), ("post", "excerpts/")]


@pytest.fixture
def indexed(corpus):
    build_index(corpus)


@pytest.mark.parametrize("person", ["verifier", "writer", "manager"])
def test_every_member_may_read(at_project, indexed, person, request):
    browser = at_project(request.getfixturevalue(person))
    assert browser.get("suggest/", q="harb").status_code == 200
    assert browser.get("search/", q="founded").status_code == 200
    assert browser.post("excerpts/", {"ids": []}).json() == {"excerpts": [], "unknown": []}


@pytest.mark.parametrize(("method", "path"), READS)
def test_nobody_else_may(at_project, outsider, method, path):
    assert error_of(getattr(at_project(outsider), method)(path), 404)["code"] == "not_found"
    assert error_of(getattr(at_project(None), method)(path), 401)["code"] == "not_authenticated"


@pytest.mark.parametrize(("method", "path"), READS)
def test_other_methods_are_refused(at_project, verifier, method, path):
    other = {"get": "POST", "post": "GET"}[method]
    assert error_of(at_project(verifier).send(other, path), 405)["code"] == "method_not_allowed"


def test_suggestions_begin_like_what_was_typed(at_project, verifier, indexed):
    found = at_project(verifier).get("suggest/", q="harbour l").json()
    assert found == {"suggestions": [{"title": "Harbour League", "redirect_from": None, "approximate": False}]}
    assert at_project(verifier).get("suggest/").json() == {"suggestions": []}


def test_search_finds_words(at_project, verifier, indexed):
    found = at_project(verifier).get("search/", q="shipowner").json()
    assert [hit["title"] for hit in found["hits"]] == ["Anna Berg"]
    assert {key: found[key] for key in ("total", "page", "pages")} == {"total": 1, "page": 1, "pages": 1}


def test_a_search_for_nothing_finds_nothing(at_project, verifier, indexed):
    found = at_project(verifier).get("search/", q="").json()
    assert found["hits"] == [] and found["total"] == 0 and found["pages"] == 1


@pytest.mark.parametrize("path", ["search/", "suggest/"])
def test_a_missing_index_says_how_to_make_one(at_project, verifier, path):
    error = error_of(at_project(verifier).get(path, q="rovers"), 503)
    assert error["code"] == "index_missing" and "build_index --corpus harbour" in error["message"]


@pytest.mark.parametrize("query", [{"page": "0"}, {"page": "x"}, {"page": "9" * 30}, {"q": "x" * 400}, {"q": "a\0b"}])
def test_a_query_outside_the_contract_is_refused(at_project, verifier, indexed, query):
    error = error_of(at_project(verifier).get("search/", **{"q": "rovers"} | query), 400)
    assert list(error["fields"]) == list(query)


def test_an_excerpt_is_an_element_in_words(at_project, verifier):
    found = at_project(verifier).post("excerpts/", {"ids": [CELL, SECOND_SENTENCE, "Harbour League_title"]}).json()
    assert found["unknown"] == []
    assert found["excerpts"][0] == {
        "id": CELL,
        "page": "Harbour League",
        "kind": "cell",
        "sections": ["Seasons"],
        "row_headers": ["2001"],
        "column_headers": ["Winner"],
        "text": "Quay Rovers",
        "caption": "Winners by season",
        "context": [
            "Harbour League_title",
            "Harbour League_section_0",
            "Harbour League_header_cell_0_1_0",
            "Harbour League_header_cell_0_0_1",
        ],
        "offered": [],
        "before": None,
        "after": None,
    }
    assert [excerpt["text"] for excerpt in found["excerpts"][1:]] == ["Eight clubs play each season.", "Harbour League"]


def test_elements_that_are_not_there_are_named(at_project, verifier):
    wrong = ["Harbour League_sentence_9", "Nowhere_sentence_0", "<script>", "Harbor League_sentence_0"]
    found = at_project(verifier).post("excerpts/", {"ids": [SENTENCE, *wrong]}).json()
    assert [excerpt["id"] for excerpt in found["excerpts"]] == [SENTENCE]
    assert found["unknown"] == wrong


@pytest.mark.parametrize("body", [{}, {"ids": "x"}, {"ids": [7]}, {"ids": ["x" * 700]}, {"ids": ["x"] * 501}])
def test_ids_are_a_list_of_texts(at_project, verifier, body):
    assert error_of(at_project(verifier).post("excerpts/", body), 400)["code"] == "invalid"
