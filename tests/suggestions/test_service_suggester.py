"""Suggestions by a service on the loopback, end to end: the job asks it, the rows are stored, a lie is counted."""

from __future__ import annotations

import pytest

from annotation.models import Suggestion, SuggestionRun
from annotation.suggestions.enqueue import ask_for_suggestions
from annotation.suggestions.runner import NoSuggester, open_suggester
from jobs.runner import run_next
from search.indexing.build import build_index
from tests.baseline.services import Running, service
from tests.cast import CELL, SENTENCE


@pytest.fixture
def running(settings):
    with service() as one:
        settings.ATTEST_SUGGESTER = "baseline.service_suggester.suggester"
        settings.ATTEST_SUGGESTER_URL = one.url
        settings.ATTEST_SUGGESTER_KEY = "secret"
        settings.ATTEST_SUGGESTER_SECONDS = 5
        yield one


def look(project, corpus) -> None:
    build_index(corpus)
    ask_for_suggestions(project)
    while run_next() is not None:
        pass


def test_a_service_suggests_what_is_in_the_corpus(running: Running, project, corpus, claims):
    running.answer = lambda body: {
        "suggestions": [
            {"element": CELL, "score": 0.9},
            {"element": SENTENCE, "score": 0.8},
            {"element": SENTENCE, "score": 0.7},
            {"element": "Nobody_sentence_0", "score": 0.6},
            {"element": SENTENCE.replace("_0", "_999"), "score": 0.6},
            {"element": CELL, "score": float("inf")},
            {"element": None},
            "nonsense",
        ]
    }
    look(project, corpus)
    rows = Suggestion.objects.order_by("run", "stage").values_list("element_id", "stage", "rank", "model")
    assert set(rows) == {(CELL, "cells", 1, "echo 7"), (SENTENCE, "sentences", 1, "echo 7")}
    run = SuggestionRun.objects.first()
    assert run.version == "echo 7"
    assert run.notes[0].startswith("5 suggestions are no evidence of this corpus")
    assert {body["corpus"] for body in running.sent} == {corpus.slug}
    assert set(running.tokens) == {"Bearer secret"}


@pytest.mark.parametrize("answer", [{"suggestions": 3}, {}, b"<html>", b"[]"])
def test_an_answer_that_is_none_fails_its_claim_alone(running: Running, project, corpus, claims, answer):
    running.answer = lambda body: answer
    look(project, corpus)
    assert set(SuggestionRun.objects.values_list("state", flat=True)) == {"failed"}
    assert SuggestionRun.objects.count() == len(claims)
    assert not Suggestion.objects.exists()


def test_a_service_without_a_name_opens_nothing(running: Running, project, corpus):
    running.said = {"protocol": 1}
    with pytest.raises(NoSuggester, match="model"):
        open_suggester(corpus)


def test_a_long_name_does_not_hide_another_version(running: Running, project, corpus):
    versions = set()
    for number in ("1", "2"):
        running.said = {"protocol": 1, "model": "a-model-with-a-name-of-more-than-forty-characters", "version": number}
        versions.add(open_suggester(corpus).version)
    assert len(versions) == 2
    assert max(map(len, versions)) <= 40
