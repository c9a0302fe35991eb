"""What each phase must not see: a walk over every field of every payload, before and after submission."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from annotation.models import Assignment, Project, User
from annotation.projects.models import Role
from annotation.work.registry import get_workflow
from annotation.workflows.question_answering.models import Article
from annotation.workflows.question_answering.phases import PHASES
from tests.cast import member
from tests.workflows.fact_checks import (
    NOT_ENOUGH,
    REFUTED,
    SUPPORTED,
    Body,
    answer,
    answered,
    api,
    article_of,
    claim,
    do,
    normalised,
    people_of,
    question,
    send,
    switch_on,
    take,
    validated,
    without_correction,
)

NORMALISATION, ANSWERING, VALIDATION, DISPUTE, CONTROL = PHASES
EVERY = {"id", "kind", "guided", "state", "leased_until", "elapsed_seconds", "active_seconds", "project", "fields"}
EVERY |= {"draft", "operations_received", "submitted"}
CLAIM = {"text", "claim_date", "speaker", "reporting_source", "transcription", "location_iso_code"}
WITH_LINKS = CLAIM | {"original_claim_url", "media_sources"}
KEYS = {
    NORMALISATION: EVERY | {"article"},
    ANSWERING: EVERY | {"claim", "article", "siblings"},
    VALIDATION: EVERY | {"claim", "questions"},
    DISPUTE: EVERY | {"claim", "article", "siblings", "questions", "verdicts"},
    CONTROL: EVERY | {"claim", "questions"},
}
QUESTION, ANSWER = (
    {"id", "question", "answers"},
    {"id", "answer", "answer_type", "boolean_explanation", "source", "source_medium"},
)
# Words that stand for one piece each, wherever they appear.
ARTICLE, FOUND, SIBLING, UNCORRECTED, JUDGED, JUDGED_LAST = (
    "factcheck",
    "Zfound",
    "Zsibling",
    "Zfirst",
    "Zwhy3",
    "Zwhy5",
)
TYPE, STRATEGY, LINK, DELETED = "Causal Claim", "Consultation", "zlink.example", "Zdeleted"


@pytest.fixture
def way(project) -> tuple[Project, list[User]]:
    checked = switch_on(project)
    Article.objects.update(found=[{"claim": FOUND, "speaker": FOUND}], title="factcheck title")
    return checked, people_of(checked, 5, "zperson")


def texts(part: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Every key and every text of a payload with its path. What the form needs is the same for all: the fields file."""
    if isinstance(part, dict):
        for key, value in part.items():
            yield f"{path}.{key}", str(key)
            yield from texts(value, f"{path}.{key}")
    elif isinstance(part, list):
        for place, value in enumerate(part):
            yield from texts(value, f"{path}.{place}")
    else:
        yield path, str(part)


def leaks(payload: Body, *hidden: str) -> list[str]:
    """Paths under which one of these is found, names of people among them."""
    shown = {key: value for key, value in payload.items() if key != "fields"}
    return [path for path, text in texts(shown) for one in (*hidden, "zperson") if one.lower() in text.lower()]


def keys(payload: Body) -> None:
    """A new key? Think about who may see it, and add it here."""
    kind = payload["kind"]
    assert set(payload) == KEYS[kind]
    if "claim" in payload:
        assert set(payload["claim"]) == (WITH_LINKS if "article" in payload else CLAIM)
    more = {"problems", "state"} if kind == DISPUTE else set()
    for one in payload.get("questions", ()):
        assert set(one) == QUESTION | more
        assert all(set(each) == ANSWER | more for each in one["answers"])
        assert all(set(each["source"]) <= {"kind", "url", "element", "title", "snapshot"} for each in one["answers"])


def test_no_phase_sees_what_it_must_not(way):
    project, people = way
    given = claim(
        f"{UNCORRECTED} claim.",
        verdict=NOT_ENOUGH,
        claim_types=[TYPE],
        fact_checking_strategies=[STRATEGY],
        original_claim_url=f"https://{LINK}/1",
        media_sources=[f"https://{LINK}/2"],
    )
    left = claim(f"{SIBLING}.", claim_types=["Opinion Claim"])
    first = take(people[0], project, NORMALISATION)
    assert first is not None and FOUND in str(first["article"])
    assert send(people[0], first, normalised(given, left, confirmed=("opinion",))).status_code == 200

    second = take(people[1], project, ANSWERING)
    assert second is not None and second["siblings"] == [f"{SIBLING}."]
    assert leaks(second, FOUND, NOT_ENOUGH, TYPE, STRATEGY) == []
    kept, gone = question(), question(f"{DELETED}?", answer(f"{DELETED}."))
    sent = answered(kept, gone, verdict=SUPPORTED, correction="The corrected claim.")
    assert send(people[1], second, sent).status_code == 200

    third = take(people[2], project, VALIDATION)
    hidden = (ARTICLE, FOUND, SIBLING, UNCORRECTED, NOT_ENOUGH, SUPPORTED, TYPE, STRATEGY, LINK)
    assert third is not None and leaks(third, *hidden) == []
    marked = validated(REFUTED, justification=JUDGED, problems={gone["id"]: ["unrelated"]})
    assert send(people[2], third, marked).status_code == 200

    fourth = take(people[3], project, DISPUTE)
    assert fourth is not None and leaks(fourth, FOUND, UNCORRECTED, NOT_ENOUGH, TYPE, STRATEGY) == []
    assert [(one["phase"], one["verdict"]) for one in fourth["verdicts"]] == [
        (ANSWERING, SUPPORTED),
        (VALIDATION, REFUTED),
    ]
    changed = {**kept, "question": "When exactly?"}
    assert send(people[3], fourth, without_correction(answered(changed))).status_code == 200

    fifth = take(people[4], project, CONTROL)
    assert fifth is not None and leaks(fifth, *hidden, REFUTED, JUDGED, DELETED, "edited", "unrelated") == []
    assert send(people[4], fifth, validated(REFUTED, justification=JUDGED_LAST)).status_code == 200

    for payload in (first, second, third, fourth, fifth):
        keys(payload)
    again = [
        api(person).get(f"/api/v1/assignments/{one['id']}/").json()
        for person, one in zip(people, (first, second, third, fourth, fifth), strict=True)
    ]
    assert all(one["submitted"] is not None for one in again)
    assert leaks(again[1], NOT_ENOUGH, JUDGED, "unrelated") == []  # what came of one's own work nobody reads there
    assert leaks(again[2], *hidden, JUDGED_LAST) == []
    for person in people:  # and nobody the work of others
        for one in again:
            if one["id"] not in {
                str(own) for own in Assignment.objects.filter(person=person).values_list("public_id", flat=True)
            }:
                assert api(person).get(f"/api/v1/assignments/{one['id']}/").status_code == 404
                change = api(person).put(
                    f"/api/v1/assignments/{one['id']}/revision/", {"base_revision": 1}, format="json"
                )
                assert change.status_code == 404


def test_who_judges_has_no_search(way):
    project, people = way
    do(people[0], project, NORMALISATION, normalised())
    do(people[1], project, ANSWERING, answered())
    taken = take(people[2], project, VALIDATION)
    assert taken is not None
    assert api(people[2]).get(f"/api/v1/assignments/{taken['id']}/evidence-search/", {"q": "league"}).status_code == 404
    held = Assignment.objects.get(public_id=taken["id"])
    assert get_workflow(VALIDATION).evidence_search(held) is None
    scope = get_workflow(ANSWERING).evidence_search(Assignment.objects.get(kind=ANSWERING))
    assert scope is not None and str(scope.cut_off) == "2021-03-31"  # "2021-03"


OPENED = ("read", "find", "wiki", "api-search", "api-suggest")  # what shows or searches the corpus of a project


def may_look_up(client: Client, person: User, project: Project) -> set[int]:
    """The answers of everything that shows or searches the corpus."""
    client.force_login(person)
    asked = {"title": "Harbour League", "q": "league"}
    found = {client.get(reverse(name, args=[project.slug]), asked).status_code for name in OPENED}
    return found | {
        client.post(reverse("api-excerpts", args=[project.slug]), {"ids": []}, "application/json").status_code
    }


def test_who_judges_by_answers_alone_can_look_nothing_up(way, client, manager):
    project, people = way
    article_of(project, "https://factcheck.example/other", 1)
    do(people[0], project, NORMALISATION, normalised())
    do(people[0], project, NORMALISATION, normalised(claim("Anna Berg was a shipowner.")))
    do(people[1], project, ANSWERING, answered())
    readers = {role: member(project, f"reader-{role}", role) for role in (Role.ADJUDICATOR, Role.OBSERVER)}
    for one in (manager, *readers.values()):
        assert may_look_up(client, one, project).isdisjoint({403, 404})
    for one in people[:3]:  # none of the phases reads the corpus by itself, and two have their own search
        assert may_look_up(client, one, project) == {403}
    project.workflows = [*PHASES, "claim_verification"]
    project.save()
    assert may_look_up(client, people[2], project).isdisjoint({403, 404})
    asking = take(people[2], project, ANSWERING)
    assert asking is not None
    search = f"/api/v1/assignments/{asking['id']}/evidence-search/"
    assert client.get(search, {"q": "league"}).status_code != 403
    judging = take(people[2], project, VALIDATION)
    assert judging is not None
    assert may_look_up(client, people[2], project) == {403} == {client.get(search, {"q": "league"}).status_code}
    assert send(people[2], judging, validated()).status_code == 200
    assert may_look_up(client, people[2], project).isdisjoint({403, 404})
    assert client.get(search, {"q": "league"}).status_code != 403
