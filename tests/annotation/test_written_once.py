"""Statements whose SQL is written once: asked of something else, they answer about that, and store what is new."""

from __future__ import annotations

import uuid
from datetime import timedelta
from decimal import Decimal

import pytest
from django.contrib.auth import authenticate, get_user
from django.db import IntegrityError, transaction
from django.db.models import F
from django.http import Http404, HttpRequest
from django.utils import timezone

from annotation.claims.claim_importer import create_tasks
from annotation.models import Assignment, Claim, Evidence, EvidenceSet, Operation, Verification
from annotation.projects.access import assignment_for, project_to_work_in
from annotation.projects.models import Role
from annotation.vocabulary.tasks import TaskKind
from annotation.work.assignment import take
from annotation.work.models import AssignmentState
from annotation.work.new_rows import AT_ONCE, insert
from annotation.work.written_once import changed_once, written_once
from tests.cast import PASSWORD, member

pytestmark = pytest.mark.both_databases

KIND = TaskKind.CLAIM_VERIFICATION


@pytest.fixture
def two(project):
    """Two verifiers, each with an assignment."""
    claims = [Claim.objects.create(project=project, text=f"Claim number {number} is a claim.") for number in range(2)]
    create_tasks(project=project, claims=claims)
    people = [member(project, name, Role.VERIFIER) for name in ("ada", "bo")]
    return [(person, take(person=person, project=project, kind=KIND)) for person in people]


def test_everybody_gets_their_own_assignment_and_nobody_elses(two, django_assert_num_queries):
    for person, taken in two:
        with django_assert_num_queries(1):
            found = assignment_for(person, str(taken.public_id))
            assert (found.pk, found.person, found.task, found.project) == (taken.pk, person, taken.task, taken.project)
            assert found.project.corpus == taken.project.corpus
    (ada, adas), (bo, bos) = two
    for person, wanted in ((ada, bos.public_id), (bo, adas.public_id), (ada, uuid.uuid4()), (ada, uuid.UUID(int=1))):
        with pytest.raises(Http404):
            assignment_for(person, wanted)


def test_who_is_no_longer_a_member_finds_nothing(two, project):
    person, taken = two[0]
    assert assignment_for(person, taken.public_id) == taken
    person.memberships.all().delete()
    with pytest.raises(Http404):
        assignment_for(person, taken.public_id)
    with pytest.raises(Http404):
        project_to_work_in(person, project.slug, KIND)


def test_every_session_is_its_own_persons(two, client, rf):
    for person, _taken in two:
        assert authenticate(rf.post("/login/"), username=person.username, password=PASSWORD) == person
        client.force_login(person)
        request = HttpRequest()
        request.session = client.session
        assert get_user(request) == person
    person.is_active = False
    person.save()
    assert get_user(request).is_anonymous


@written_once
def _with_everything(key):
    found = Assignment.objects.filter(pk=key).select_related("task__claim", "task__highlight", "project__corpus")
    return found.order_by("pk")


def test_rows_are_what_django_makes_of_them(two):
    for _person, taken in two:
        (found,) = _with_everything(taken.pk)
        expected = _with_everything.__wrapped__(taken.pk).get()
        for ours, djangos in ((found, expected), (found.task, expected.task), (found.project, expected.project)):
            for field in djangos._meta.concrete_fields:
                value = getattr(djangos, field.attname)
                assert getattr(ours, field.attname) == value, field
                assert type(getattr(ours, field.attname)) is type(value), field
        assert found.task.claim.text == expected.task.claim.text
        assert found.task.highlight is None
        assert not found._state.adding
        found.leased_until += timedelta(minutes=1)
        found.save()  # as any other object
        assert Assignment.objects.get(pk=taken.pk).leased_until == found.leased_until
    assert _with_everything(0) == []


def test_columns_that_were_left_out_are_fetched_when_they_are_asked_for(two, django_assert_num_queries):
    names = written_once(lambda key: Claim.objects.filter(pk=key).only("project"))
    for _person, taken in two:
        text = taken.task.claim.text
        with django_assert_num_queries(1):
            (claim,) = names(taken.task.claim_id)
        with django_assert_num_queries(1):
            assert claim.text == text


def test_a_change_is_made_to_what_it_names_now_and_to_nothing_else(two):
    @changed_once
    def end_at(key, moment, note):
        held = Assignment.objects.filter(pk=key, state=AssignmentState.HELD)
        values = {"ended_at": moment, "skip_note": note, "leased_until": F("created_at")}
        return held, values | {"state": AssignmentState.SUBMITTED}

    (_ada, adas), (_bo, bos) = two
    begun = timezone.now()
    assert end_at(adas.pk, begun, "100 %s, it's “Å”") == 1
    bos.refresh_from_db()
    assert (bos.state, bos.ended_at, bos.skip_note) == (AssignmentState.HELD, None, "")
    assert end_at(bos.pk, begun + timedelta(days=400), "") == 1
    assert end_at(bos.pk, begun, "again") == 0
    for one, ended, note in ((adas, begun, "100 %s, it's “Å”"), (bos, begun + timedelta(days=400), "")):
        one.refresh_from_db()
        assert (one.state, one.ended_at, one.skip_note) == (AssignmentState.SUBMITTED, ended, note)
        assert one.leased_until == one.created_at


def test_an_argument_that_a_statement_does_not_use_is_a_mistake(two):
    @written_once
    def everybodys(key):
        return Assignment.objects.all()

    with pytest.raises(AssertionError, match="not in the statement"):
        everybodys(two[0][1].pk)


def _columns(row):
    fields = [field for field in row._meta.concrete_fields if not field.primary_key]
    return {field.attname: getattr(row, field.attname) for field in fields}


def test_new_rows_are_stored_as_django_stores_them(two):
    (_ada, taken), _bos = two
    start = Operation.objects.get(assignment=taken)

    def rows(browser, number=AT_ONCE * 2 + 1):
        return [
            Operation(
                assignment=taken,
                sequence=n + (1000 if browser == "b" else 1),
                browser=browser,
                browser_sequence=n,
                name="search",
                value="100 %s, it's “Å”\n",
                seconds=Decimal("12.345") + n,
                active_seconds=None if n % 2 else Decimal("1.5"),
                detail={"of": ["Å", None, 2**53], "deep": {"is": True}},
                received_at=start.received_at,
                chain=f"{n:064d}",
            )
            for n in range(number)
        ]

    insert(rows("a"))
    Operation.objects.bulk_create(rows("b"))
    ours, djangos = ([_columns(row) for row in Operation.objects.filter(browser=name)] for name in "ab")
    assert len(ours) == AT_ONCE * 2 + 1
    for one, other in zip(ours, djangos, strict=True):
        assert one | {"browser": "", "sequence": 0} == other | {"browser": "", "sequence": 0}
    with pytest.raises(IntegrityError), transaction.atomic():
        insert(rows("a", 1))
    insert([])


def test_evidence_is_stored_as_django_stores_it(two):
    (_ada, taken), _bos = two
    verification = Verification.objects.create(
        assignment=taken, claim=taken.task.claim, client_id=uuid.uuid4(), verdict="SUPPORTS", challenge="Other"
    )
    for position, store in enumerate((insert, Evidence.objects.bulk_create)):
        evidence_set = EvidenceSet.objects.create(verification=verification, position=position)
        store(
            [
                Evidence(
                    evidence_set=evidence_set,
                    position=number,
                    element_id=f"Å_sentence_{number}",
                    context=["Å_title"],
                    dropped=[],
                    page_title="Å",
                    page_revision=None if number else 7,
                    content_hash="0" * 64,
                )
                for number in range(2)
            ]
        )
    ours, djangos = ([_columns(row) for row in each.evidence.all()] for each in verification.evidence_sets.all())
    assert len(ours) == 2
    for one, other in zip(ours, djangos, strict=True):
        assert one | {"evidence_set_id": 0} == other | {"evidence_set_id": 0}
