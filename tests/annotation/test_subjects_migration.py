"""A database of the version before: every task keeps its claim or highlight in the table of its workflow, both ways."""

from __future__ import annotations

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from annotation.claims.claim_importer import create_tasks
from annotation.models import Assignment, Claim, GenerationItem, Task, VerificationItem
from annotation.work.assignment import assign_next
from annotation.workflows.kinds import TaskKind
from tests.jobs.test_migrations import migrate

BEFORE = [("annotation", "0027_evidence_kinds")]
AFTER = [("annotation", "0028_subjects")]
pytestmark = [pytest.mark.extended, pytest.mark.both_databases, pytest.mark.django_db(transaction=True)]


def stored() -> list[list[tuple]]:
    return [
        list(VerificationItem.objects.order_by("pk").values_list("pk", "claim")),
        list(GenerationItem.objects.order_by("pk").values_list("pk", "highlight")),
        list(Task.objects.order_by("pk").values_list("pk", "kind", "phase", "position", "assigned_count")),
        list(Assignment.objects.order_by("pk").values_list("pk", "task", "log_head")),
    ]


def test_tasks_keep_their_subjects_back_and_forth(project, verifier, assignment, writing):
    newest = MigrationExecutor(connection).loader.graph.leaf_nodes()
    Task.objects.create(project=project, kind="toy")
    create_tasks(project=project, claims=Claim.objects.bulk_create(Claim(project=project, text=f"{n}.") for n in "ab"))
    before = stored()
    assert list(map(len, before)) == [5, 1, 7, 2]
    subjects = [(task, claim, None) for task, claim in before[0]] + [(task, None, one) for task, one in before[1]]
    try:
        old = migrate(BEFORE).get_model("annotation", "Task").objects
        found = old.exclude(kind="toy").order_by("pk").values_list("pk", "claim", "highlight")
        assert list(found) == sorted(subjects)
        assert list(old.filter(kind="toy").values_list("claim", "highlight")) == [(None, None)]
    finally:
        migrate(newest)
    assert stored() == before
    assert assign_next(person=verifier, project=project, kind=TaskKind.CLAIM_VERIFICATION) == assignment


def test_more_tasks_than_a_batch(project, monkeypatch, claims, highlight):
    newest = MigrationExecutor(connection).loader.graph.leaf_nodes()
    module = MigrationExecutor(connection).loader.get_migration(*AFTER[0]).__class__.__module__
    monkeypatch.setattr(f"{module}.BATCH", 2)
    before = stored()
    try:
        migrate(BEFORE)
    finally:
        migrate(newest)
    assert stored() == before and list(map(len, before)) == [3, 1, 4, 0]


def test_a_claim_of_another_workflow_s_task_is_not_dropped(project, claims):
    newest = MigrationExecutor(connection).loader.graph.leaf_nodes()
    try:
        old = migrate(BEFORE).get_model("annotation", "Task").objects
        task = old.create(project_id=project.pk, kind="toy", claim_id=claims[0].pk)
        with pytest.raises(RuntimeError, match="1 tasks of other workflows"):
            migrate(AFTER)
        assert old.filter(claim=claims[0].pk).count() == 2
        old.filter(pk=task.pk).update(claim=None)
    finally:
        migrate(newest)
    assert VerificationItem.objects.count() == 3
