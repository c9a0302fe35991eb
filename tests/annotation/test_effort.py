"""What a verifier has looked at, and what lay near and was never opened."""

from __future__ import annotations

import pytest

from annotation.work.operations import record
from annotation.workflows.claim_verification.effort import MOST_CANDIDATES, effort
from annotation.workflows.claim_verification.title_mentions import mentioned_pages
from corpus.store import PageRecord, save_pages
from corpus.wikitext.build import build_page
from search.api import IndexMissing
from search.indexing.build import build_index
from tests.cast import claim_of


def pages(corpus, *titles, text="Nothing is said here."):
    built = [build_page(title, f"{text} This is {title}.").page for title in titles]
    save_pages(corpus, [PageRecord(page, revision=1) for page in built if page is not None])


def log(assignment, *steps):
    operations = [
        {"sequence": number, "name": name, "value": value, "seconds": number}
        for number, (name, value) in enumerate(steps, start=1)
    ]
    record(assignment=assignment, operations=operations)


def claim_is(assignment, text):
    claim_of(assignment).text = text
    claim_of(assignment).save()


# --- Mentioned pages -------------------------------------------------------------------------------------------------
def test_names_of_pages_are_found_in_their_order(corpus):
    assert mentioned_pages(corpus, "Anna Berg founded the Harbour League.") == ["Anna Berg", "Harbour League"]


def test_a_redirect_names_the_page_it_leads_to(corpus):
    assert mentioned_pages(corpus, "The Harbor League has eight clubs.") == ["Harbour League"]


def test_a_genitive_names_the_page(corpus):
    assert mentioned_pages(corpus, "It was Åsa Lind's team, not Anna Berg’s.") == ["A\u030asa Lind", "Anna Berg"]


def test_of_names_within_names_the_longest_counts(corpus):
    pages(corpus, "Berg", "Anna", "Harbour")
    assert mentioned_pages(corpus, "Anna Berg was no Berg of the Harbour.") == ["Anna Berg", "Berg", "Harbour"]


def test_common_words_are_no_names(corpus):
    pages(corpus, "The", "He", "League", "Founded")
    assert mentioned_pages(corpus, "The league was founded. He knew.") == []


@pytest.mark.parametrize("text", ["", " ", "…", "[[x]] | { #", "A" * 5000, "Anna " * 3000, "\u0000"])
def test_a_claim_of_any_kind_is_read(corpus, text):
    assert mentioned_pages(corpus, text) == []


def test_a_long_claim_takes_few_questions(corpus, django_assert_max_num_queries):
    with django_assert_max_num_queries(4):
        mentioned_pages(corpus, " ".join(f"Word{n}" for n in range(200)))


# --- Effort ----------------------------------------------------------------------------------------------------------
def test_queries_and_pages_come_from_the_log_each_once(assignment):
    log(
        assignment,
        ("search", "berg"),
        ("Now on", "?search=berg"),
        ("Now on", "Anna Berg"),
        ("search", " berg "),
        ("Now on", "Harbor League"),
        ("Now on", "Harbour League"),
        ("Now on", "No such page"),
        ("search", ""),
    )
    found = effort(assignment)
    assert found.queries == ["berg"]
    assert found.pages == ["Anna Berg", "Harbour League"]
    assert found.candidates == []


def test_without_an_index_mentioned_pages_are_left(assignment):
    assert effort(assignment).candidates == ["Anna Berg", "Harbour League"]


def test_pages_that_were_opened_are_no_candidates(assignment):
    log(assignment, ("Now on", "Harbour League"))
    assert effort(assignment).candidates == ["Anna Berg"]


def test_what_the_search_finds_comes_after_what_is_named(corpus, assignment):
    claim_is(assignment, "Anna Berg coached the pilots.")
    build_index(corpus)
    found = effort(assignment).candidates
    assert found[0] == "Anna Berg" and "A\u030asa Lind" in found[1:]


def test_ten_candidates_are_the_most(corpus, assignment):
    names = [f"Club {n}" for n in range(15)]
    pages(corpus, *names)
    claim_is(assignment, f"{', '.join(names)} played.")
    assert effort(assignment).candidates == names[:MOST_CANDIDATES]


def test_a_search_engine_that_is_down_leaves_the_named_ones(assignment, monkeypatch):
    def fail(*_arguments):
        raise IndexMissing("harbour", "it is down")

    monkeypatch.setattr("annotation.workflows.claim_verification.effort.retrieve", fail)
    assert effort(assignment).candidates == ["Anna Berg", "Harbour League"]


def test_only_one_s_own_log_is_read(project, assignment, other_verifier):
    from annotation.work.assignment import assign_next

    log(assign_next(person=other_verifier, project=project, kind=assignment.kind), ("search", "rovers"))
    assert effort(assignment).queries == []
