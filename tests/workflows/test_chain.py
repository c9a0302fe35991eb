"""A chain of five workflows: what a submission opens, once, and whom nobody lets meet the same item again."""

from __future__ import annotations

import uuid

import pytest
from django.db import transaction

from annotation.models import Assignment, Project, Submission, Task, User
from annotation.projects.models import Role
from annotation.vocabulary.labels import ClaimType
from annotation.work.assignment import assign_next
from annotation.work.chains import join_chain
from annotation.work.checks import check_workflows
from annotation.work.submission import submit
from annotation.workflows.claim_generation.rules import WrittenClaim
from tests.annotation.worker import at_once
from tests.cast import member
from tests.workflows import chain
from tests.workflows.toy.models import ToyItem

SLUGS = [one.slug for one in chain.PHASES]


@pytest.fixture
def chained(settings, project) -> Project:
    """A project with the five phases, and two texts in the first."""
    settings.ATTEST_WORKFLOWS = chain.PATHS
    project.workflows = SLUGS
    project.save()
    for position, text in enumerate(("Harbour", "League")):
        ToyItem.objects.create(task=Task.objects.create(project=project, kind="phase_1", position=position), text=text)
    return project


@pytest.fixture
def people(chained) -> list[User]:
    return [member(chained, f"person-{number}", Role.VERIFIER) for number in range(6)]


def work_on(person: User, project: Project, kind: str) -> Assignment | None:
    """Let the person do the next task of this kind; None if there is none for them."""
    taken = assign_next(person=person, project=project, kind=kind)
    if taken is not None:
        submit(assignment=taken, client_id=uuid.uuid4(), answer="yes")
    return taken


def test_the_records_are_complete(chained):
    assert check_workflows() == []


@pytest.mark.both_databases
def test_a_text_goes_through_five_phases_and_meets_nobody_twice(chained, people):
    for _round in range(12):
        for person in people:
            for kind in SLUGS:
                work_on(person, chained, kind)
    met = Assignment.objects.values_list("task__toyitem__text", "person")
    assert len(met) == len(set(met)) == 12  # six places a text, six people
    for slug, places in zip(SLUGS, chain.PLACES, strict=True):
        assert list(Task.objects.filter(kind=slug).values_list("assigned_count", flat=True)) == [places, places]
    for first in Task.objects.filter(kind="phase_1"):
        assert (first.opened_by, first.chain) == (None, None)
        later = Task.objects.filter(chain=first).order_by("kind")
        assert [task.kind for task in later] == SLUGS[1:]
        before = [task.opened_by.assignment.task.kind for task in later if task.opened_by is not None]
        assert before == SLUGS[:-1]


def test_with_five_people_the_last_phase_waits_for_a_sixth(chained, people):
    for _round in range(12):
        for person in people[:5]:
            for kind in SLUGS:
                work_on(person, chained, kind)
    assert list(Task.objects.filter(kind="phase_5").values_list("assigned_count", flat=True)) == [0, 0]
    assert all(assign_next(person=person, project=chained, kind="phase_5") is None for person in people[:5])
    assert work_on(people[5], chained, "phase_5") is not None


def test_a_workflow_may_let_people_meet_an_item_again(chained, people, settings):
    settings.ATTEST_WORKFLOWS = [*settings.ATTEST_WORKFLOWS[:4], "tests.workflows.chain.AGAIN"]
    for _round in range(12):
        for person in people[:5]:
            for kind in SLUGS:
                work_on(person, chained, kind)
    assert list(Task.objects.filter(kind="phase_5").values_list("assigned_count", flat=True)) == [1, 1]


def test_what_somebody_gave_back_they_have_met(chained, people):
    taken = work_on(people[0], chained, "phase_1")
    assert taken is not None
    given_back = assign_next(person=people[1], project=chained, kind="phase_2")
    assert given_back is not None
    given_back.state, given_back.ended_at = "released", given_back.leased_until
    given_back.save()
    Task.objects.filter(pk=given_back.task_id).update(assigned_count=0)
    assert work_on(people[2], chained, "phase_2") is not None
    assert assign_next(person=people[1], project=chained, kind="phase_3") is None
    assert assign_next(person=people[3], project=chained, kind="phase_3") is not None


@pytest.mark.both_databases
def test_a_submission_sent_again_opens_nothing_again(chained, people):
    taken = assign_next(person=people[0], project=chained, kind="phase_1")
    assert taken is not None
    client_id = uuid.uuid4()
    for is_new in (True, False):
        found = Assignment.objects.get(pk=taken.pk)
        assert submit(assignment=found, client_id=client_id, answer="yes")[1] is is_new
    assert Task.objects.filter(kind="phase_2").count() == 1


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_of_two_who_submit_the_last_two_at_once_one_opens_the_next(chained, people):
    for person, kind in zip(people, SLUGS[:2], strict=False):
        work_on(person, chained, kind)
    taken = [assign_next(person=person, project=chained, kind="phase_3") for person in people[2:4]]
    what = [{"assignment": str(one.public_id)} for one in taken if one is not None]
    assert at_once("answer_in_chain", what) == [True, True]
    assert Task.objects.filter(kind="phase_4").count() == 1


def test_what_opens_is_lost_with_the_submission(chained, people, monkeypatch):
    """A process that dies between the two leaves neither."""

    def die(submission: Submission, tasks: list[Task]) -> None:
        join_chain(submission, tasks)
        raise SystemExit(9)

    monkeypatch.setattr("annotation.work.submission.join_chain", die)
    taken = assign_next(person=people[0], project=chained, kind="phase_1")
    assert taken is not None
    with pytest.raises(SystemExit), transaction.atomic():
        submit(assignment=taken, client_id=uuid.uuid4(), answer="yes")
    assert not Submission.objects.exists() and not Task.objects.filter(kind="phase_2").exists()
    monkeypatch.undo()
    assert submit(assignment=Assignment.objects.get(pk=taken.pk), client_id=uuid.uuid4(), answer="yes")[1]
    assert Task.objects.filter(kind="phase_2").count() == 1


# --- Claim generation -> claim verification --------------------------------------------------------------------------


def test_written_claims_are_verified_in_the_chain_of_their_highlight(writing):
    claims = {
        kind: WrittenClaim(text, "Other") for kind, text in zip(ClaimType, ("One.", "Two.", "Three."), strict=True)
    }
    claim_set, _new = submit(assignment=writing, client_id=uuid.uuid4(), claims=claims)
    tasks = Task.objects.filter(kind="claim_verification", chain__isnull=False)
    assert [task.verification_item.claim.text for task in tasks.order_by("pk")] == ["One.", "Two.", "Three."]
    assert set(tasks.values_list("chain", "opened_by")) == {(writing.task_id, claim_set.submission_id)}
