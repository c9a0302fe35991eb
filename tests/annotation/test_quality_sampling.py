"""Verifications that others repeat: drawn as the first one is handed in, exactly as many as were asked for."""

from __future__ import annotations

import re
import uuid
from collections import Counter
from decimal import Decimal
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from annotation.claims.claim_importer import create_tasks
from annotation.models import Claim, Membership, Project, QaCounter, QaSample, Task, User, Verification
from annotation.projects.models import Role
from annotation.work.assignment import assign_next
from annotation.work.editing import edit
from annotation.work.submission import submit
from annotation.workflows.kinds import TaskKind
from tests.annotation.worker import at_once
from tests.cast import OTHER_PAGE, SENTENCE, claim_of, member

pytestmark = pytest.mark.both_databases

KIND = TaskKind.CLAIM_VERIFICATION


def many_claims(project, count):
    made = Claim.objects.bulk_create(Claim(project=project, text=f"Claim {n}.") for n in range(count))
    create_tasks(project=project, claims=made)


def verify(assignment, client_id=None):
    return submit(
        assignment=assignment,
        client_id=client_id or uuid.uuid4(),
        verdict="SUPPORTS",
        challenge="Other",
        evidence_sets=[[SENTENCE]],
    )[0]


def verify_next(project, person):
    return verify(assign_next(person=person, project=project, kind=KIND))


def drawn():
    return Counter(QaSample.objects.values_list("ways", flat=True))


@pytest.fixture
def sampling(project):
    project.qa_rate = Decimal("0.1")
    project.save()
    return project


def test_of_thirty_two_are_wanted_of_one_more_and_one_of_two_more(sampling, verifier):
    many_claims(sampling, 30)
    for _ in range(30):
        verify_next(sampling, verifier)
    assert drawn() == {2: 2, 3: 1}
    assert Counter(Task.objects.values_list("required_annotations", flat=True)) == {1: 27, 2: 2, 3: 1}
    for sample in QaSample.objects.select_related("task", "of"):
        assert (sample.task.required_annotations, claim_of(sample).pk) == (
            sample.ways,
            sample.of.claim_id,
        )


def test_what_repeats_is_itself_never_repeated(sampling, verifier, other_verifier):
    sampling.qa_rate = 1
    sampling.save()
    many_claims(sampling, 3)
    for person in (verifier, other_verifier, member(sampling, "vera", Role.VERIFIER)):
        while assignment := assign_next(person=person, project=sampling, kind=KIND):
            verify(assignment)
    assert drawn() == {2: 2, 3: 1}
    assert Verification.objects.count() == 7 and QaSample.objects.count() == 3
    assert QaCounter.objects.get().person == verifier
    assert all(task.assigned_count == task.required_annotations for task in Task.objects.all())


def test_without_a_rate_nothing_is_repeated_or_counted(project, verifier, claims):
    verify_next(project, verifier)
    assert not QaSample.objects.exists() and not QaCounter.objects.exists()


def test_a_claim_wanted_oftener_is_never_wanted_less(sampling, verifier):
    sampling.qa_rate = 1
    sampling.verifications_per_claim = 5
    sampling.save()
    many_claims(sampling, 3)
    for _ in range(3):
        verify_next(sampling, verifier)
    assert set(Task.objects.values_list("required_annotations", flat=True)) == {5}
    assert drawn() == {2: 2, 3: 1}


def test_handing_in_twice_and_changing_draw_nothing_more(sampling, verifier):
    sampling.qa_rate = 1
    sampling.save()
    many_claims(sampling, 1)
    assignment = assign_next(person=verifier, project=sampling, kind=KIND)
    same = uuid.uuid4()
    assert verify(assignment, same) == verify(assignment, same)
    edit(
        assignment=assignment,
        client_id=uuid.uuid4(),
        base_revision=1,
        verdict="REFUTES",
        challenge="Other",
        evidence_sets=[[OTHER_PAGE]],
    )
    assert QaSample.objects.count() == 1 and QaCounter.objects.get().counted == 1


def test_calibration_is_neither_repeated_nor_counted(sampling, verifier, claims):
    sampling.qa_rate = 1
    sampling.save()
    assignment = assign_next(person=verifier, project=sampling, kind=KIND)
    Task.objects.update(phase=1)
    verify(assignment)
    assert not QaSample.objects.exists() and not QaCounter.objects.exists()


def test_everybody_is_sampled_by_their_own_volume(sampling, verifier, other_verifier):
    many_claims(sampling, 90)
    for person, count in ((verifier, 60), (other_verifier, 30)):
        done = 0
        while done < count:
            first = not QaSample.objects.filter(task__assignments__person=person, task__assignments__state="held")
            verification = verify_next(sampling, person)
            done += first and not Verification.objects.filter(claim=verification.claim_id).exclude(pk=verification.pk)
    per_person = Counter(QaSample.objects.values_list("of__submission__assignment__person__username", flat=True))
    assert per_person == {"vincent": 6, "violet": 3}


@pytest.mark.django_db(transaction=True)
def test_processes_that_hand_in_at_once_draw_exactly_the_share(transactional_db, sampling):
    people = User.objects.bulk_create(User(username=f"person-{n}") for n in range(4))
    Membership.objects.bulk_create(Membership(project=sampling, user=user, role=Role.VERIFIER) for user in people)
    many_claims(sampling, 300)
    at_once("verify_many", [{"person": user.username, "first": 30, "element": SENTENCE} for user in people])
    firsts = Verification.objects.values("claim").distinct().count()
    assert sum(QaCounter.objects.values_list("counted", flat=True)) == firsts
    counted = dict(QaCounter.objects.values_list("person__username", "counted"))
    for user in people:
        mine = Counter(QaSample.objects.filter(of__submission__assignment__person=user).values_list("ways", flat=True))
        assert counted[user.username] >= 30
        assert mine[2] >= 2 and mine[3] >= 1
        if counted[user.username] == 30:
            assert mine == {2: 2, 3: 1}
    wanted = {task.pk: task.required_annotations for task in Task.objects.all()}
    ways = dict(QaSample.objects.values_list("task", "ways"))
    assert all(wanted[pk] == ways.get(pk, 1) for pk in wanted)
    for task in Task.objects.all():
        assert task.assignments.filter(state="submitted").count() <= task.required_annotations


@pytest.mark.django_db(transaction=True)
def test_two_who_hand_in_the_same_claim_at_once_draw_once(transactional_db, sampling):
    sampling.qa_rate = 1
    sampling.verifications_per_claim = 6
    sampling.save()
    many_claims(sampling, 1)
    what = []
    for number in range(6):
        person = member(sampling, f"person-{number}", Role.VERIFIER)
        assignment = assign_next(person=person, project=sampling, kind=KIND)
        what.append({"assignment": str(assignment.public_id), "client_id": str(uuid.uuid4()), "element": SENTENCE})
    at_once("submit_once", what)
    assert Verification.objects.count() == 6
    assert QaSample.objects.count() == 1 and sum(QaCounter.objects.values_list("counted", flat=True)) == 1


def test_a_new_project_repeats_a_tenth_unless_it_says_otherwise(corpus):
    call_command("create_project", "first", stdout=StringIO())
    call_command("create_project", "second", "--qa-percent", "2.5", stdout=StringIO())
    rates = dict(Project.objects.values_list("slug", "qa_rate"))
    assert rates == {"first": Decimal("0.1"), "second": Decimal("0.025")}
    assert len(set(Project.objects.values_list("qa_seed", flat=True))) == 2  # nobody can guess it
    with pytest.raises(CommandError, match="qa-percent"):
        call_command("create_project", "third", "--qa-percent", "101", stdout=StringIO())


def test_a_manager_sets_the_rate_in_per_cent(client, sampling, manager):
    client.force_login(manager)
    page = client.get("/p/harbour/manage/settings/").text
    fields = dict(re.findall(r'<(?:input)[^>]*name="([^"]+)"[^>]*value="([^"]*)"', page))
    assert fields["qa_rate"] == fields["initial-qa_rate"] == "10"
    sent = {name: value for name, value in fields.items() if name != "paper"}
    sent |= {"evidence_kinds": "all", "check_mode": "off", "guided_examples": "off", "workflows": sampling.workflows}
    sent |= {"undecided_claims": "left_out", "page_view": "article"}
    assert client.post("/p/harbour/manage/settings/", sent | {"qa_rate": "12.5"}).status_code == 302
    sampling.refresh_from_db()
    assert sampling.qa_rate == Decimal("0.125")
    wrong = client.post("/p/harbour/manage/settings/", sent | {"qa_rate": "101"})
    assert wrong.status_code == 400 and 'value="101"' in wrong.text
