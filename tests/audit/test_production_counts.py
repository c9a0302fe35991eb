"""What counts in production: reports in calibration and on silent gold do not."""

from __future__ import annotations

import pytest

from annotation.models import Claim
from annotation.quality.audit.production import production
from annotation.quality.audit.queries import reported
from annotation.vocabulary.tasks import Phase, TaskKind
from annotation.work.assignment import assign_next
from annotation.work.models import Task
from annotation.workflows.claim_verification.reporting import report

pytestmark = pytest.mark.both_databases

KIND = TaskKind.CLAIM_VERIFICATION


def reported_next(project, person):
    assignment = assign_next(person=person, project=project, kind=KIND)
    report(assignment=assignment, reasons=["language"])
    return assignment.task.claim


def test_a_report_in_calibration_counts_for_nobody(project, claims, writer, verifier):
    """Only claims in production count in "of all that they wrote": so must those of them that were reported."""
    first = reported_next(project, verifier)
    second = reported_next(project, verifier)
    assert reported(project) == {writer.pk: (2, 3)}
    Claim.objects.filter(pk=second.pk).update(phase=Phase.FIRST)
    Task.objects.filter(claim=second).update(phase=Phase.FIRST)
    assert reported(project) == {writer.pk: (1, 2)}
    (mine,) = production(project, KIND)
    assert (mine.person, mine.reports) == (verifier.pk, 1)
    (written,) = production(project, TaskKind.CLAIM_GENERATION)
    assert (written.person, written.reports) == (writer.pk, 1)
    assert first.pk != second.pk


def test_a_report_of_silent_gold_alone_is_no_report_of_the_writer(project, claims, writer, verifier):
    claim = reported_next(project, verifier)
    Claim.objects.filter(pk=claim.pk).update(phase=Phase.SILENT)
    assert reported(project) == {writer.pk: (0, 2)}
