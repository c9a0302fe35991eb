"""Stages that order candidates again: a service and a language model on the loopback, and their faults."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import pytest

from baseline.candidates import PageCandidate
from baseline.config import Config, default_config
from baseline.models import NoModel
from baseline.pipeline import Pipeline
from baseline.rerank.protocol import reordered
from tests.baseline.pages import small_wiki
from tests.baseline.services import Running, service

CLAIM = "Anna Berg founded the Harbour League, which Anchor Town won in 2002."


@pytest.fixture
def running() -> Iterator[Running]:
    with service() as one:
        yield one


def by_service(running: Running, seconds: float = 5.0, **stages: tuple[str, ...]) -> Config:
    config = default_config()
    return replace(
        config,
        stages=replace(config.stages, **(stages or {"passages": ("service",)})),
        service=replace(config.service, url=running.url, seconds=seconds),
    )


def by_language_model(running: Running, judge: str = "classifier", **stages: tuple[str, ...]) -> Config:
    config = default_config()
    return replace(
        config,
        verdict=replace(config.verdict, judge=judge),
        stages=replace(config.stages, **stages),
        language_model=replace(config.language_model, url=f"{running.url}/v1", model="tiny", seconds=5.0),
    )


def message(content: str) -> dict[str, Any]:
    return {"choices": [{"message": {"role": "assistant", "content": content}}]}


def falling(body: dict[str, Any]) -> dict[str, Any]:
    """Turn the order around."""
    return {"scores": [*range(len(body["candidates"]))]}


def elements(candidates: Sequence[Any]) -> list[str]:
    return [one.element for one in candidates]


# --- The protocol ----------------------------------------------------------------------------------------------------
def test_a_candidate_keeps_every_stage_and_what_has_no_score_follows():
    pages = [PageCandidate(title, 1.0) for title in "abc"]
    once = reordered("first", pages, [0.1, 0.2])
    assert [page.title for page in once] == ["b", "a", "c"]
    twice = reordered("second", once, [0.0, 0.0, 1.0])
    assert [page.title for page in twice] == ["c", "b", "a"]
    assert [(stage.stage, stage.rank, stage.score) for stage in twice[1].stages] == [
        ("first", 1, 0.2),
        ("second", 2, 0),
    ]
    assert [page.score for page in twice] == [1.0, 1.0, 1.0]
    with pytest.raises(NoModel):
        reordered("bad", pages, [float("nan")])


class Shortening:
    name = "shortening"

    def rerank(self, claim, candidates, source):
        return candidates[:1]


def open_shortening(config: Config) -> Shortening:
    return Shortening()


def test_a_stage_of_ones_own_is_named_by_its_function_and_may_lose_nothing():
    config = default_config()
    own = replace(config, stages=replace(config.stages, passages=(f"{__name__}.open_shortening", "nowhere.open_it")))
    found, plain = Pipeline(small_wiki(), own).find(CLAIM), Pipeline(small_wiki()).find(CLAIM)
    assert found.sentences == plain.sentences
    assert [note for note in found.notes if "shortening did not give back" in note]
    assert [note for note in found.notes if "Stage nowhere.open_it is left out" in note]


# --- A service -------------------------------------------------------------------------------------------------------
def test_a_service_orders_pages_passages_and_cells(running):
    running.answer = falling
    plain = Pipeline(small_wiki()).find(CLAIM)
    pipeline = Pipeline(small_wiki(), by_service(running, passages=("service",), cells=("service",)))
    found = pipeline.find(CLAIM)
    assert elements(found.sentences) == elements(plain.sentences)[::-1]
    assert elements(found.cells) == elements(plain.cells)[::-1]
    assert {one.model for one in found.suggestions} == {"echo 7"}
    assert [one.rank for one in found.suggestions if one.stage == "cells"] == [*range(1, len(found.cells) + 1)]
    asked = {len(body["candidates"]) for body in running.sent}
    assert max(asked) <= 20
    assert {body["claim"] for body in running.sent} == {CLAIM}
    by_page = Pipeline(small_wiki(), by_service(running, pages=("service",))).find(CLAIM)
    assert {page.stages[-1].stage for page in by_page.pages} == {"echo 7"}


def test_the_version_of_a_service_is_part_of_the_version(running):
    running.answer = falling
    first = Pipeline(small_wiki(), by_service(running)).version
    running.said["version"] = "8"
    assert len({first, Pipeline(small_wiki(), by_service(running)).version, Pipeline(small_wiki()).version}) == 3


def test_the_token_comes_from_the_environment_and_a_missing_one_is_named(running, monkeypatch):
    running.answer = falling
    config = by_service(running)
    config = replace(config, service=replace(config.service, key="RERANK_KEY"))
    assert [note for note in Pipeline(small_wiki(), config).find(CLAIM).notes if "RERANK_KEY" in note]
    monkeypatch.setenv("RERANK_KEY", "secret")
    Pipeline(small_wiki(), config).find(CLAIM)
    assert set(running.tokens) == {"Bearer secret"}


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ({"scores": [1.0]}, "finite scores"),
        ({"scores": "best first"}, "finite scores"),
        ({}, "finite scores"),
        (b'{"scores": [NaN, NaN, NaN, NaN, NaN, NaN]}', "finite scores"),
        (b"<html>", "something else than JSON"),
        (b"[1]", "something else than a JSON object"),
        (b"[" * 100_000, "something else than JSON"),
        (b"x" * 10_000_001, "more than 10,000,000 bytes"),
    ],
)
def test_an_answer_that_is_no_answer_costs_the_stage_and_is_named(running, answer, words):
    plain = Pipeline(small_wiki()).find(CLAIM)
    running.answer = lambda body: answer
    found = Pipeline(small_wiki(), by_service(running)).find(CLAIM)
    assert [note for note in found.notes if running.url in note and words in note]
    assert (found.sentences, found.cells) == (plain.sentences, plain.cells)


@pytest.mark.parametrize("status", [302, 404, 500])
def test_another_status_costs_the_stage(running, status):
    pipeline = Pipeline(small_wiki(), by_service(running))
    running.status = status
    assert [note for note in pipeline.find(CLAIM).notes if f"status {status}" in note]


def test_a_service_that_hangs_or_drips_is_not_waited_for(running):
    pipeline = Pipeline(small_wiki(), by_service(running, seconds=0.3))
    running.answer = lambda body: running.ended.wait(30) and {}
    assert [note for note in pipeline.find(CLAIM).notes if "did not answer" in note]
    running.drips = True
    running.answer = falling
    assert [note for note in pipeline.find(CLAIM).notes if "took more than 0.3 seconds" in note]


@pytest.mark.parametrize("said", [{"protocol": 2, "model": "m", "version": "1"}, {"protocol": 1}, {}, [1]])
def test_a_service_of_another_protocol_is_left_out_and_named(running, said):
    running.said = said
    found = Pipeline(small_wiki(), by_service(running)).find(CLAIM)
    assert [note for note in found.notes if note.startswith("Stage service is left out") and running.url in note]
    assert found.sentences


def test_a_service_that_is_not_there_is_left_out_and_named():
    found = Pipeline(small_wiki(), by_service(Running("http://127.0.0.1:1"))).find(CLAIM)
    assert [note for note in found.notes if "http://127.0.0.1:1 did not answer" in note]


# --- A language model ------------------------------------------------------------------------------------------------
def test_a_language_model_orders_a_list_and_what_it_forgets_follows(running):
    running.answer = lambda body: message('Here it is: {"order": [2, 99, 2, "x", true]}')
    plain = Pipeline(small_wiki()).find(CLAIM)
    found = Pipeline(small_wiki(), by_language_model(running, passages=("language-model",))).find(CLAIM)
    first, second, *others = elements(plain.sentences)
    assert elements(found.sentences) == [second, first, *others]
    assert running.sent[0]["model"] == "tiny"
    assert "1. " in running.sent[0]["messages"][1]["content"]


def test_a_language_model_judges_by_the_evidence_that_was_found(running):
    running.answer = lambda body: message('{"verdict": "refutes"}')
    found = Pipeline(small_wiki(), by_language_model(running, judge="language-model")).find(CLAIM)
    assert found.verdict is not None
    assert (found.verdict.label, found.verdict.probabilities["REFUTES"], found.verdict.model) == (
        "REFUTES",
        1.0,
        "tiny",
    )
    (body,) = running.sent
    assert "Anna Berg" in body["messages"][1]["content"]


@pytest.mark.parametrize(
    "answer",
    [message("no idea"), message('{"order": []}'), message('{"verdict": "PERHAPS"}'), {"choices": []}, message("[1]")],
)
def test_a_language_model_that_answers_something_else_costs_its_stage(running, answer):
    running.answer = lambda body: answer
    config = by_language_model(running, judge="language-model", passages=("language-model",))
    found = Pipeline(small_wiki(), config).find(CLAIM)
    assert found.verdict is None
    assert found.sentences == Pipeline(small_wiki()).find(CLAIM).sentences
    assert [note for note in found.notes if running.url in note or "tiny gave" in note]


def test_nothing_is_asked_as_shipped():
    config = default_config()
    assert (config.stages.pages, config.stages.passages, config.stages.cells) == ((), (), ())
    assert (config.service.url, config.language_model.url, config.dense.weights) == ("", "", "")
    assert config.verdict.judge == "classifier"
