"""Nobody waits for another's open transaction on PostgreSQL: locks are on rows that one person works on."""

from __future__ import annotations

import threading
import uuid
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import pytest
from django.db import connection, transaction

from annotation.claims.claim_importer import create_tasks
from annotation.models import Assignment, Claim, Project, Task, User
from annotation.projects.models import Role
from annotation.work import draft, operations
from annotation.work.assignment import assign_next
from annotation.work.models import AssignmentState
from annotation.work.submission import submit
from annotation.workflows.kinds import TaskKind
from tests.cast import SENTENCE, member

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases, pytest.mark.postgresql]
KIND = TaskKind.CLAIM_VERIFICATION


@pytest.fixture
def elsewhere(project):
    """A second project with a claim and a verifier."""
    other = Project.objects.create(slug="quay", name="Quay", corpus=project.corpus, claim_rest_hours=0)
    create_tasks(project=other, claims=[Claim.objects.create(project=other, text="Quay Rovers won.")])
    return other, member(other, "vera", Role.VERIFIER)


@contextmanager
def held_open(work):
    """What `work` does, in a transaction of another connection that stays open for the block, and is kept then."""
    is_done, may_end = threading.Event(), threading.Event()

    def hold():
        try:
            with transaction.atomic():
                made = work()
                is_done.set()
                may_end.wait(60)
                return made
        finally:
            is_done.set()
            connection.close()

    with ThreadPoolExecutor(1) as pool:
        result = pool.submit(hold)
        is_done.wait(60)
        try:
            yield result
        finally:
            may_end.set()
        result.result()


def whole_task(person, project):
    """A task from handing out to submission; an error as soon as something is waited for."""
    with connection.cursor() as cursor:
        cursor.execute("SET lock_timeout = '2s'")
    try:
        taken = assign_next(person=person, project=project, kind=KIND)
        log = [{"sequence": 1, "name": "search", "value": "rovers", "seconds": 1.0}]
        operations.record(assignment=taken, operations=log, browser="desk")
        draft.save(assignment=taken, base_version=0, body={"verdict": "SUPPORTS"})
        what = {"verdict": "SUPPORTS", "challenge": "Other", "evidence_sets": [[SENTENCE]]}
        submit(assignment=taken, client_id=uuid.uuid4(), **what)
        return taken
    finally:
        with connection.cursor() as cursor:
            cursor.execute("RESET lock_timeout")


def test_people_wait_for_nobody_s_open_transaction(project, verifier, other_verifier, claims, elsewhere):
    def take():
        return assign_next(person=verifier, project=project, kind=KIND)

    with held_open(take) as held:
        beside = whole_task(other_verifier, project)
        far = whole_task(elsewhere[1], elsewhere[0])
    mine = held.result()
    assert len({mine.task_id, beside.task_id, far.task_id}) == 3
    assert Assignment.objects.filter(state=AssignmentState.SUBMITTED).count() == 2
    assert sorted(Task.objects.filter(project=project).values_list("assigned_count", flat=True)) == [0, 1, 1]

    def submit_it():
        what = {"verdict": "SUPPORTS", "challenge": "Other", "evidence_sets": [[SENTENCE]]}
        return submit(assignment=mine, client_id=uuid.uuid4(), **what)

    with held_open(submit_it):
        assert whole_task(other_verifier, project).task_id not in {mine.task_id, beside.task_id}


def test_people_wait_for_no_manager_who_locks_the_project(project, verifier, claims):
    with held_open(lambda: Project.objects.select_for_update(no_key=True).get(pk=project.pk)):
        assert whole_task(verifier, project) is not None


def test_a_kept_connection_that_the_server_closed_is_found_out_without_a_question(db):
    User.objects.exists()
    assert connection.is_usable()
    pid = connection.connection.get_backend_pid()

    def asked(sql):
        with connection.cursor() as cursor:
            cursor.execute(sql, [pid])
            (answer,) = cursor.fetchone()
        connection.close()
        return answer

    with ThreadPoolExecutor(1) as elsewhere:
        last = elsewhere.submit(asked, "SELECT query FROM pg_stat_activity WHERE pid = %s").result()
        assert "annotation_user" in last  # and not SELECT 1
        assert elsewhere.submit(asked, "SELECT pg_terminate_backend(%s, 10000)").result()
    assert not connection.is_usable()
    connection.close()
    assert not User.objects.exists()
