"""The extension points of `annotation` are filled in, and nothing has a default that would lift blindness."""

from __future__ import annotations

import uuid

import pytest

from annotation.composition import compose
from annotation.errors import AnnotationError
from annotation.models import Verification
from annotation.vocabulary.tasks import Phase, TaskKind
from annotation.work import extension_points
from annotation.work.models import AssignmentState
from annotation.work.queue import eligible_tasks
from annotation.workflows.claim_verification import extension_points as claim_verification
from annotation.workflows.claim_verification.editing import refuse_closed
from annotation.workflows.claim_verification.submission import submit
from tests.cast import SENTENCE


def test_every_kind_of_task_excludes_some_people():
    assert set(extension_points.exclusions) == set(TaskKind)


def test_composing_again_changes_nothing():
    before = claim_verification.after_submission, extension_points.policy, extension_points.exclusions
    compose()
    assert (claim_verification.after_submission, extension_points.policy, extension_points.exclusions) == before


def test_a_kind_without_exclusions_has_no_queue(project, verifier):
    with pytest.raises(KeyError):
        eligible_tasks(person=verifier, project=project, kind="screening", phase=Phase.PRODUCTION)


def submit_for(assignment):
    return submit(
        assignment=assignment,
        client_id=uuid.uuid4(),
        verdict="SUPPORTS",
        challenge="Other",
        evidence_sets=[[SENTENCE]],
    )


def test_a_failure_after_a_submission_takes_the_submission_back(monkeypatch, assignment):
    def fail(verification):
        assert Verification.objects.filter(pk=verification.pk).exists()
        raise RuntimeError

    monkeypatch.setattr(claim_verification, "after_submission", [fail])
    with pytest.raises(RuntimeError):
        submit_for(assignment)
    assignment.refresh_from_db()
    assert assignment.state == AssignmentState.HELD and not Verification.objects.exists()


def test_a_lock_closes_editing_with_its_reason(monkeypatch, assignment):
    submit_for(assignment)
    monkeypatch.setattr(claim_verification, "edit_locks", [lambda _: "", lambda _: "Locked.", lambda _: "Too late."])
    with pytest.raises(AnnotationError) as caught:
        refuse_closed(assignment)
    assert (caught.value.code, caught.value.message) == ("edit_closed", "Locked.")
