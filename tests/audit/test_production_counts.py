"""What counts in production: reports in calibration and on silent gold do not."""

from __future__ import annotations

import pytest

from annotation.models import Claim
from annotation.quality.audit.production import production
from annotation.vocabulary.tasks import Phase
from annotation.work.assignment import assign_next
from annotation.workflows.claim_generation.queries import reported_claims
from annotation.workflows.claim_verification.reporting import report
from annotation.workflows.kinds import TaskKind
from tests.cast import claim_of, tasks_of

pytestmark = pytest.mark.both_databases

KIND = TaskKind.CLAIM_VERIFICATION


def reported_next(project, person):
    assignment = assign_next(person=person, project=project, kind=KIND)
    report(assignment=assignment, reasons=["language"])
    return claim_of(assignment)


def test_a_report_in_calibration_counts_for_nobody(project, claims, writer, verifier):
    """Only claims in production count in "of all that they wrote": so must those of them that were reported."""
    first = reported_next(project, verifier)
    second = reported_next(project, verifier)
    assert reported_claims(project) == {writer.pk: (2, 3)}
    Claim.objects.filter(pk=second.pk).update(phase=Phase.FIRST)
    tasks_of(second).update(phase=Phase.FIRST)
    assert reported_claims(project) == {writer.pk: (1, 2)}
    (mine,) = production(project, KIND)
    assert (mine.person, mine.reports) == (verifier.pk, 1)
    (written,) = production(project, TaskKind.CLAIM_GENERATION)
    assert (written.person, written.reports) == (writer.pk, 1)
    assert first.pk != second.pk


def test_a_report_of_silent_gold_alone_is_no_report_of_the_writer(project, claims, writer, verifier):
    claim = reported_next(project, verifier)
    Claim.objects.filter(pk=claim.pk).update(phase=Phase.SILENT)
    assert reported_claims(project) == {writer.pk: (0, 2)}
