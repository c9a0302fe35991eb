"""One claim through the five phases, over the API."""

from __future__ import annotations

import pytest

from annotation.models import Project, Task, User
from annotation.workflows.question_answering.models import Answer, ClaimItem, ClaimWork, NormalisedClaim, Question
from annotation.workflows.question_answering.phases import PHASES
from tests.workflows.fact_checks import (
    REFUTED,
    SUPPORTED,
    URL,
    answer,
    answered,
    claim,
    do,
    normalised,
    people_of,
    question,
    switch_on,
    take,
    validated,
)

NORMALISATION, ANSWERING, VALIDATION, DISPUTE, CONTROL = PHASES


@pytest.fixture
def checked(project) -> Project:
    return switch_on(project)


@pytest.fixture
def five(checked) -> list[User]:
    return people_of(checked, 5)


def test_a_claim_goes_through_five_phases_with_a_dispute(checked, five):
    do(five[0], checked, NORMALISATION, normalised(claim(), claim("Anna Berg owned ships.")))
    assert ClaimItem.objects.filter(kind=ANSWERING).count() == 2
    Task.objects.filter(kind=ANSWERING).exclude(claim_item__claim__position=0).update(withdrawn_at="2020-01-01T00:00Z")
    kept, gone = question(), question("Who founded it?", answer("Anna Berg did.", source={"kind": "url", "url": URL}))
    do(five[1], checked, ANSWERING, answered(kept, gone, correction="The Harbour League was founded in 1921 or 1922."))
    shown = take(five[2], checked, VALIDATION)
    assert shown is not None and shown["claim"]["text"] == "The Harbour League was founded in 1921 or 1922."
    flagged = {gone["id"]: ["unrelated"], gone["answers"][0]["id"]: ["biased"]}
    do(five[2], checked, VALIDATION, validated(REFUTED, problems=flagged))
    shown = take(five[3], checked, DISPUTE)
    assert shown is not None
    assert [one["problems"] for one in shown["questions"]] == [[], ["unrelated"]]
    assert [one["verdict"] for one in shown["verdicts"]] == [SUPPORTED, REFUTED]
    edited = answer("In the spring of 1921.", id=kept["answers"][0]["id"])
    do(
        five[3],
        checked,
        DISPUTE,
        {k: v for k, v in answered({**kept, "answers": [edited]}, question("Why?")).items() if k != "correction"},
    )
    latest = Question.objects.filter(submission__assignment__kind=DISPUTE)
    assert list(latest.values_list("state", flat=True)) == ["kept", "added"]
    assert Answer.objects.get(question=latest[0]).state == "edited"
    do(five[4], checked, CONTROL, validated("Claim Too Vague"))
    found = NormalisedClaim.objects.get(position=0)
    assert [one.text for one in found.texts.all()] == [
        "The Harbour League was founded in 1921.",
        "The Harbour League was founded in 1921 or 1922.",
    ]
    assert list(ClaimWork.objects.order_by("pk").values_list("label", flat=True)) == [
        SUPPORTED,
        REFUTED,
        SUPPORTED,
        "Claim Too Vague",
    ]


def test_where_two_agree_no_dispute_opens(checked, five):
    do(five[0], checked, NORMALISATION, normalised())
    do(five[1], checked, ANSWERING, answered())
    do(five[2], checked, VALIDATION, validated())
    assert not ClaimItem.objects.filter(kind=DISPUTE).exists()
