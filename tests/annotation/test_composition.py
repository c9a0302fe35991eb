"""The extension points of `annotation` are filled in, and nothing has a default that would lift blindness."""

from __future__ import annotations

import uuid

import pytest

from annotation.composition import compose
from annotation.errors import AnnotationError
from annotation.models import Verification
from annotation.work import extension_points
from annotation.work.editing import refuse_closed
from annotation.work.models import AssignmentState
from annotation.work.submission import submit
from tests.cast import SENTENCE


def test_composing_again_changes_nothing():
    before = extension_points.after_submission, extension_points.policy
    compose()
    assert (extension_points.after_submission, extension_points.policy) == before


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

    monkeypatch.setattr(extension_points, "after_submission", [fail])
    with pytest.raises(RuntimeError):
        submit_for(assignment)
    assignment.refresh_from_db()
    assert assignment.state == AssignmentState.HELD and not Verification.objects.exists()


def test_a_lock_closes_editing_with_its_reason(monkeypatch, assignment):
    submit_for(assignment)
    monkeypatch.setattr(extension_points, "edit_locks", [lambda _: "", lambda _: "Locked.", lambda _: "Too late."])
    with pytest.raises(AnnotationError) as caught:
        refuse_closed(assignment)
    assert (caught.value.code, caught.value.message) == ("edit_closed", "Locked.")
