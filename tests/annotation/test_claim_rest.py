"""Written claims rest: their writers can change them before anybody can verify them."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from annotation.api.workflow_requests import submit
from annotation.models import Claim, Task
from annotation.projects.models import Project
from annotation.work.assignment import assign_next
from annotation.work.queue import eligible_tasks
from annotation.work.queue_messages import empty_queue_reason
from annotation.workflows.kinds import TaskKind
from tests.cast import three_claims

KIND = TaskKind.CLAIM_VERIFICATION
pytestmark = pytest.mark.both_databases


@pytest.fixture
def written(project, writing) -> list[Task]:
    """The verification tasks of three claims that were submitted now, in a project with the usual rest."""
    project.claim_rest_hours = Project._meta.get_field("claim_rest_hours").default
    project.save()
    writing.project.refresh_from_db()
    submit(writing, {"client_id": "7d9f3a52-8f3e-4f1d-9a2c-1f1f5c1f0a01", "claims": three_claims()})
    return list(Task.objects.filter(kind=KIND).order_by("pk"))


def age(tasks: list[Task], hours: float) -> None:
    submitted = timezone.now() - timedelta(hours=hours)
    Task.objects.filter(pk__in=[task.pk for task in tasks]).update(created_at=submitted)


def test_written_claims_rest_a_day(project, written, verifier):
    assert len(written) == 3
    assert assign_next(person=verifier, project=project, kind=KIND) is None
    reason = empty_queue_reason(person=verifier, project=project, kind=KIND)
    age(written, 23.9)
    assert assign_next(person=verifier, project=project, kind=KIND) is None
    age(written, 24.1)
    assert empty_queue_reason(person=verifier, project=project, kind=KIND) != reason
    assert assign_next(person=verifier, project=project, kind=KIND) is not None


def test_the_rest_is_the_project_s_and_holds_at_once(project, written, verifier):
    project.claim_rest_hours = 0
    project.save()
    assert eligible_tasks(person=verifier, project=project, kind=KIND).count() == 3
    project.claim_rest_hours = 48
    project.save()
    age(written, 30)
    assert not eligible_tasks(person=verifier, project=project, kind=KIND).exists()


def test_imported_claims_do_not_rest(project, written, verifier, claims):
    assert eligible_tasks(person=verifier, project=project, kind=KIND).count() == len(claims)


def test_a_claim_that_was_taken_is_gone_on_with_whatever_the_rest_is(project, written, verifier):
    age(written, 25)
    taken = assign_next(person=verifier, project=project, kind=KIND)
    project.claim_rest_hours = 48
    project.save()
    assert assign_next(person=verifier, project=project, kind=KIND) == taken


def test_new_projects_rest_claims_and_those_before_did_not(project):
    fields = {"slug": "other", "name": "Other", "corpus": project.corpus}
    assert Project.objects.create(**fields).claim_rest_hours == 24
    assert Claim.objects.count() == 0
