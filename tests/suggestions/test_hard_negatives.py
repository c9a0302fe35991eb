"""What people were shown and nobody took."""

from __future__ import annotations

import uuid

import pytest

from annotation.models import Adjudication, Claim, Verification
from annotation.suggestions.hard_negatives import hard_negatives
from annotation.suggestions.payload import suggestions_for
from annotation.suggestions.queries import works
from annotation.work.assignment import assign_next
from annotation.work.submission import submit
from annotation.workflows.kinds import TaskKind
from jobs.runner import run_next
from tests.cast import CELL, CLAIMS, SECOND_SENTENCE, SENTENCE, tasks_of


@pytest.fixture(autouse=True)
def looked_for(settings, claims):
    settings.ATTEST_SUGGESTER = "tests.suggestions.plugs.three"
    tasks_of(claims[0]).update(required_annotations=2)
    while run_next():
        pass


def verified(person, project, evidence, taken_back=(), **operations):
    """The first claim; operations: what was done -> of which elements. `taken_back`: dismissals that were undone."""
    assignment = assign_next(person=person, project=project, kind=TaskKind.CLAIM_VERIFICATION)
    suggestions_for(assignment)
    detail = {"rank": 1, "stage": "sentences"}
    steps = [(f"suggestion-{what}", element, detail) for what, elements in operations.items() for element in elements]
    steps += [("suggestion-dismissed", element, {**detail, "taken_back": True}) for element in taken_back]
    submit(
        assignment=assignment,
        client_id=uuid.uuid4(),
        verdict="SUPPORTS",
        challenge="Other",
        evidence_sets=[evidence],
        operations=[
            {"sequence": n, "name": name, "value": element, "seconds": n, "detail": more}
            for n, (name, element, more) in enumerate(steps, start=1)
        ],
    )


def found(project, *claims):
    rows = hard_negatives([claim.pk for claim in claims])
    return [(row["element"], row["outcome"]) for row in rows]


ALL = [SENTENCE, SECOND_SENTENCE, CELL]


def test_what_was_dismissed_and_what_was_ignored(project, claims, verifier):
    verified(verifier, project, [SENTENCE], shown=ALL, accepted=[SENTENCE], dismissed=[CELL])
    rows = list(hard_negatives([claims[0].pk]))
    assert [(row["element"], row["outcome"]) for row in rows] == [(SECOND_SENTENCE, "ignored"), (CELL, "dismissed")]
    assert rows[0] == {
        "id": claims[0].pk,
        "claim": CLAIMS[0],
        "element": SECOND_SENTENCE,
        "stage": "sentences",
        "rank": 2,
        "model": "made up",
        "version": "v1",
        "outcome": "ignored",
        "stages": [],
    }


def test_a_dismissal_that_was_undone_is_none(project, claims, verifier):
    verified(verifier, project, [SENTENCE], shown=ALL, dismissed=[SECOND_SENTENCE, CELL], taken_back=[CELL])
    assert found(project, claims[0]) == [(SECOND_SENTENCE, "dismissed"), (CELL, "ignored")]
    (work,) = works(project)
    assert (work.shown, work.dismissed) == (3, 1)


def test_what_another_chose_is_none(project, claims, verifier, other_verifier):
    verified(verifier, project, [SENTENCE], shown=ALL, dismissed=[CELL])
    verified(other_verifier, project, [SENTENCE, CELL], shown=[])
    assert found(project, claims[0]) == [(SECOND_SENTENCE, "ignored")]


def test_what_somebody_accepted_is_none_even_if_given_up(project, claims, verifier):
    verified(verifier, project, [SENTENCE], shown=ALL, accepted=[SECOND_SENTENCE])
    assert found(project, claims[0]) == [(CELL, "ignored")]


def test_what_an_adjudicator_chose_is_none(project, claims, verifier, manager):
    verified(verifier, project, [SENTENCE], shown=ALL)
    Adjudication.objects.create(
        claim=claims[0],
        adjudicator=manager,
        kind="new",
        verdict="SUPPORTS",
        challenge="Other",
        error_type="none",
        evidence_sets=[[{"element_id": CELL, "page_title": "Harbour League"}]],
    )
    assert found(project, claims[0]) == [(SECOND_SENTENCE, "ignored")]


def test_what_was_never_shown_is_none(project, claims, verifier):
    verified(verifier, project, [SENTENCE], shown=[CELL])
    assert found(project, claims[0]) == [(CELL, "ignored")]


def test_work_that_was_not_handed_in_and_claims_not_released_are_none(project, claims, verifier):
    verified(verifier, project, [SENTENCE], shown=ALL)
    assert found(project) == found(project, claims[1]) == []
    Verification.objects.filter(claim=claims[0]).delete()
    tasks_of(claims[0]).get().assignments.update(state="expired")
    assert found(project, claims[0]) == []


def test_what_was_shown_for_other_words_is_none(project, claims, verifier):
    verified(verifier, project, [SENTENCE], shown=ALL)
    Claim.objects.filter(pk=claims[0].pk).update(text="Anna Berg founded two leagues.")
    assert found(project, claims[0]) == []


def test_they_come_in_the_order_of_the_released_claims(project, claims, verifier):
    for _ in range(2):
        verified(verifier, project, [SENTENCE], shown=[SENTENCE, CELL])
    assert [row["id"] for row in hard_negatives({claims[1].pk, claims[0].pk})] == [claims[0].pk, claims[1].pk]
