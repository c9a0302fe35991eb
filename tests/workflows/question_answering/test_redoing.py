"""Work that a manager sets aside: what stands on it falls with it, the claim goes through the phases again, undo."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from annotation.actions.models import Action, ActionState
from annotation.models import Assignment, Project, Submission, User
from annotation.quality.audit.dataset import AuditDataset
from annotation.quality.workflows.question_answering.verdicts import verdict_report
from annotation.work.counted import counted
from annotation.workflows.question_answering.access import phase_work_in
from annotation.workflows.question_answering.models import ClaimItem, NormalisedClaim
from annotation.workflows.question_answering.phases import PHASES
from annotation.workflows.question_answering.progress import progress
from annotation.workflows.question_answering.release_rule import counts
from tests.frontend.html import select
from tests.workflows.fact_checks import (
    REFUTED,
    SUPPORTED,
    answered,
    do,
    normalised,
    people_of,
    send,
    switch_on,
    take,
    validated,
    without_correction,
)

NORMALISATION, ANSWERING, VALIDATION, DISPUTE, CONTROL = PHASES
FIRST, CORRECTED = "The Harbour League was founded in 1921.", "The Harbour League was founded in 1921 or 1922."


@pytest.fixture
def people(project: Project) -> list[User]:
    switch_on(project)
    found = people_of(project, 9)
    do(found[0], project, NORMALISATION, normalised())
    return found


def set_aside(client: Client, manager: User, project: Project, work: Assignment) -> str:
    """The manager's way by its pages; returns the address of the action."""
    client.force_login(manager)
    row = phase_work_in(project).get(submission__assignment=work)
    listed = client.get(reverse("manage-phase-work", args=[project.slug]))
    assert select(listed.text, f"[data-work='{row.pk}']")
    draft = client.post(reverse("manage-phase-work-item", args=[project.slug, row.pk]))
    done = client.post(draft["Location"], {"step": "confirm", "reason": "careless"})
    assert done.status_code == 302
    return str(draft["Location"])


def valid(project: Project) -> list[str]:
    """The phases whose work counts, in order."""
    rows = Submission.objects.filter(counted(), assignment__project=project, assignment__task__claim_item__isnull=False)
    return list(rows.order_by("pk").values_list("assignment__kind", flat=True))


@pytest.mark.both_databases
def test_what_stands_on_answers_falls_with_them_and_others_do_all_again(project, people, manager, client):
    asked = do(people[1], project, ANSWERING, answered(correction=CORRECTED))
    do(people[2], project, VALIDATION, validated())
    assert (counts(project).released, verdict_report(AuditDataset(project)).validated) == ({SUPPORTED: 1}, 1)
    action = set_aside(client, manager, project, asked)
    assert (counts(project).left_out, verdict_report(AuditDataset(project)).validated) == ({"not_answered": 1}, 0)
    assert valid(project) == [] and Submission.objects.count() == 3  # nothing is deleted
    claim = NormalisedClaim.objects.get()
    assert (claim.text, [one.text for one in claim.texts.all()]) == (FIRST, [FIRST, CORRECTED, FIRST])
    assert [(one.phase, one.waiting, one.withdrawn) for one in progress(project)][1:3] == [
        (ANSWERING, 1, 0),
        (VALIDATION, 0, 0),
    ]
    assert select(client.get(reverse("manage-withdrawn", args=[project.slug])).text, "tbody tr") == []
    assert take(people[1], project, ANSWERING) is None and take(people[2], project, ANSWERING) is None
    client.post(action, {"step": "undo"})  # nobody has begun
    assert (counts(project).released, valid(project)) == ({SUPPORTED: 1}, [ANSWERING, VALIDATION])
    assert NormalisedClaim.objects.get().text == CORRECTED and take(people[3], project, ANSWERING) is None
    action = set_aside(client, manager, project, asked)
    again = do(people[3], project, ANSWERING, answered(verdict=REFUTED))
    assert again.task.chain_id == asked.task.chain_id and take(people[2], project, VALIDATION) is None
    do(people[4], project, VALIDATION, validated(REFUTED))
    assert counts(project).released == {REFUTED: 1}
    client.post(action, {"step": "undo"})  # somebody has done it since
    assert Action.objects.latest("pk").state == ActionState.APPLIED and counts(project).released == {REFUTED: 1}
    address = reverse("manage-phase-work", args=[project.slug]) + f"?claim={claim.pk}&state="
    assert [len(select(client.get(address + state).text, "tbody tr")) for state in ("", "set_aside", "all")] == [
        2,
        2,
        4,
    ]


def test_who_is_at_work_on_answers_that_fall_may_finish_and_it_does_not_count(project, people, manager, client):
    asked = do(people[1], project, ANSWERING, answered())
    held = take(people[2], project, VALIDATION)
    assert held is not None
    set_aside(client, manager, project, asked)
    assert send(people[2], held, validated()).status_code == 200
    assert valid(project) == [] and counts(project).left_out == {"not_answered": 1}
    assert not ClaimItem.objects.filter(kind=DISPUTE).exists()


def test_a_dispute_and_a_validation_are_done_again(project, people, manager, client):
    do(people[1], project, ANSWERING, answered())
    judged = do(people[2], project, VALIDATION, validated(REFUTED))
    resolved = do(people[3], project, DISPUTE, without_correction(answered(verdict=REFUTED)))
    do(people[4], project, CONTROL, validated(REFUTED))
    assert counts(project).released == {REFUTED: 1}
    set_aside(client, manager, project, resolved)
    assert (valid(project), counts(project).left_out) == ([ANSWERING, VALIDATION], {"in_dispute": 1})
    shown = take(people[5], project, DISPUTE)
    assert shown is not None and len(shown["questions"]) == 1 and len(shown["verdicts"]) == 2
    assert send(people[5], shown, without_correction(answered())).status_code == 200
    do(people[6], project, CONTROL, validated())
    assert counts(project).released == {SUPPORTED: 1}
    action = set_aside(client, manager, project, judged)
    assert valid(project) == [ANSWERING, DISPUTE, CONTROL] and counts(project).released == {SUPPORTED: 1}
    client.post(action, {"step": "undo"})
    assert valid(project) == [ANSWERING, VALIDATION, DISPUTE, CONTROL]


def test_a_dispute_that_nobody_has_begun_waits_for_the_validation_that_is_done_again(project, people, manager, client):
    do(people[1], project, ANSWERING, answered())
    judged = do(people[2], project, VALIDATION, validated(REFUTED))
    set_aside(client, manager, project, judged)
    assert take(people[3], project, DISPUTE) is None and counts(project).left_out == {"not_validated": 1}
    do(people[4], project, VALIDATION, validated())
    assert take(people[3], project, DISPUTE) is None and counts(project).released == {SUPPORTED: 1}
