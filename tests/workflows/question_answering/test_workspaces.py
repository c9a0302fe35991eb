"""What the source of each phase's page holds, and for whom: nothing that the phase must not show."""

from __future__ import annotations

import json
import re

import pytest
from django.test import Client
from django.urls import reverse

from annotation.models import Assignment, Task, User
from annotation.work.assignment import assign_next
from annotation.work.guidelines import confirm, current_guidelines
from annotation.workflows.question_answering.models import Article
from annotation.workflows.question_answering.phases import PHASES
from tests.frontend.html import has_form_in_form
from tests.workflows.fact_checks import (
    REFUTED,
    SUPPORTED,
    answer,
    answered,
    claim,
    do,
    normalised,
    people_of,
    question,
    switch_on,
    validated,
)

NORMALISATION, ANSWERING, VALIDATION, DISPUTE, CONTROL = PHASES
TITLE, ARCHIVED = "A title of the article", "https://web.archive.org/web/2021/https://factcheck.example/0"
SIBLING, FIRST_WORDS = "Anna Berg owned ships.", "It was found in 1921."
WHY, WHY_AGAIN = "The answer says it.", "It does."
# What only some phases may show: marker -> phases.
SHOWN = {
    TITLE: (NORMALISATION, ANSWERING, DISPUTE),
    ARCHIVED: (NORMALISATION, ANSWERING, DISPUTE),
    "https://social.example/post/1": (ANSWERING, DISPUTE),
    SIBLING: (ANSWERING, DISPUTE),
    FIRST_WORDS: (ANSWERING,),
    WHY: (DISPUTE,),
    WHY_AGAIN: (),
    "Event/Property Claim": (NORMALISATION,),
    "Written Evidence": (NORMALISATION,),
    "A speaker": (ANSWERING, VALIDATION, DISPUTE, CONTROL),
    "unrelated to the claim": (ANSWERING, VALIDATION, DISPUTE, CONTROL),
    "evidence-search": (ANSWERING, DISPUTE),
}


@pytest.fixture
def five(project) -> list[User]:
    switch_on(project)
    Article.objects.update(title=TITLE, archived_url=ARCHIVED)
    people = people_of(project, 5)
    for person in people:
        for kind in PHASES:
            confirm(person=person, project=project, kind=kind, version=current_guidelines(project, kind).version)
    return people


def source_of(person: User, project, kind: str) -> tuple[Assignment, str]:
    """The page of the person's next task."""
    assignment = assign_next(person=person, project=project, kind=kind)
    assert assignment is not None
    client = Client()
    client.force_login(person)
    page = client.get(reverse("work", args=[assignment.public_id]))
    assert page.status_code == 200 and not has_form_in_form(page.text)
    return assignment, page.content.decode()


def look(person: User, project, kind: str, others: list[User], manager: User) -> None:
    assignment, source = source_of(person, project, kind)
    found = {marker for marker in SHOWN if marker in source}
    assert found == {marker for marker, phases in SHOWN.items() if kind in phases}
    assert not [one for one in others if re.search(rf"\b{one.username}\b", source)]
    payload = json.loads(re.search(r'<script id="assignment" type="application/json">(.*?)</script>', source)[1])
    assert "verdict" not in payload.get("claim", {})
    for other in [*others, manager]:
        client = Client()
        client.force_login(other)
        assert client.get(reverse("work", args=[assignment.public_id])).status_code == 404


def test_no_phase_shows_what_it_must_not(project, five, manager):
    first, second, third, fourth, fifth = five
    look(first, project, NORMALISATION, five[1:], manager)
    do(first, project, NORMALISATION, normalised(claim(FIRST_WORDS), claim(SIBLING)))
    Task.objects.filter(kind=ANSWERING).exclude(claim_item__claim__position=0).update(withdrawn_at="2020-01-01T00:00Z")
    look(second, project, ANSWERING, [first, *five[2:]], manager)
    pair = question("Who?", answer("Anna Berg did."))
    do(second, project, ANSWERING, answered(pair, verdict=SUPPORTED, correction="It was founded in 1921."))
    look(third, project, VALIDATION, [*five[:2], *five[3:]], manager)
    do(third, project, VALIDATION, validated(REFUTED, justification=WHY, problems={pair["id"]: ["unrelated"]}))
    look(fourth, project, DISPUTE, [*five[:3], fifth], manager)
    resolved = answered(pair, verdict=REFUTED)
    do(fourth, project, DISPUTE, {name: value for name, value in resolved.items() if name != "correction"})
    look(fifth, project, CONTROL, five[:4], manager)
    do(fifth, project, CONTROL, validated(REFUTED, justification=WHY_AGAIN))


def test_what_was_submitted_is_read_at_the_same_address(project, five):
    done = do(five[0], project, NORMALISATION, normalised(claim(FIRST_WORDS)))
    client = Client()
    client.force_login(five[0])
    page = client.get(reverse("work", args=[done.public_id])).content.decode()
    assert FIRST_WORDS in page and "work-form" not in page
