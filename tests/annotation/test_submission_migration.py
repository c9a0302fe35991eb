"""A database of the version before `Submission`: every verification, claim set and evidence set stays, both ways."""

from __future__ import annotations

import uuid

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from annotation.models import Claim, ClaimSet, EvidenceSet, Submission, Verification
from annotation.work.submission import submit
from tests.annotation.test_claim_writing import written
from tests.cast import CELL, SENTENCE
from tests.frontend.submitting import edited, submitted
from tests.jobs.test_migrations import migrate

BEFORE = [("annotation", "0025_project_workflows")]
pytestmark = [
    pytest.mark.extended,
    pytest.mark.both_databases,
    pytest.mark.django_db(transaction=True),
]
FIELDS = ("assignment", "revision", "is_current", "client_id", "created_at")


def stored() -> list[list[tuple]]:
    """What is stored now, in the order of its own ids."""
    of_submission = [f"submission__{name}" for name in FIELDS]
    return [
        list(Verification.objects.order_by("pk").values_list("pk", "claim", "verdict", *of_submission)),
        list(ClaimSet.objects.order_by("pk").values_list("pk", "highlight", *of_submission)),
        list(Claim.objects.order_by("pk").values_list("pk", "claim_set__submission__assignment")),
        list(
            EvidenceSet.objects.order_by("pk", "evidence").values_list(
                "pk", "submission__verification", "position", "evidence"
            )
        ),
    ]


def test_submitted_work_survives_going_back_and_forth(assignment, writing):
    newest = MigrationExecutor(connection).loader.graph.leaf_nodes()
    submitted(assignment, sets=((SENTENCE,), (CELL,)))
    edited(assignment, verdict="REFUTES")
    submit(assignment=writing, client_id=uuid.uuid4(), claims=written())
    before = stored()
    assert list(map(len, before)) == [2, 1, 6, 4]
    try:
        old = migrate(BEFORE)
        verifications = old.get_model("annotation", "Verification").objects.order_by("pk")
        assert list(verifications.values_list("pk", "claim", "verdict", *FIELDS)) == before[0]
        sets = old.get_model("annotation", "ClaimSet").objects.values_list("assignment", "client_id", "created_at")
        assert list(sets) == [(row[2], row[5], row[6]) for row in before[1]]
        evidence = old.get_model("annotation", "EvidenceSet").objects.order_by("pk", "evidence")
        assert list(evidence.values_list("pk", "verification", "position", "evidence")) == before[3]
    finally:
        migrate(newest)
    assert stored() == before


def test_going_back_is_refused_while_another_workflow_has_submissions(assignment):
    newest = MigrationExecutor(connection).loader.graph.leaf_nodes()
    Submission.objects.create(assignment=assignment, client_id=uuid.uuid4())
    try:
        with pytest.raises(RuntimeError, match="1 submissions of other workflows"):
            migrate(BEFORE)
        assert Submission.objects.count() == 1
    finally:
        migrate(newest)
