"""The data version of a project grows with every change that statistics count, and with no other project's."""

from __future__ import annotations

import uuid

import pytest
from django.db import transaction

from annotation.claims.claim_importer import import_claims
from annotation.models import DataVersion, Project, Verification
from annotation.projects.data_version import bump, data_version
from annotation.quality.adjudication.adjudicate import adjudicate
from annotation.quality.calibration.gold_items import GoldAnswer, make_gold, make_highlight_gold, return_to_production
from annotation.quality.workflows.claim_verification.report_decisions import decide
from annotation.vocabulary.labels import ClaimType
from annotation.vocabulary.tasks import Phase
from annotation.work.assignment import expire_overdue, release, renew
from annotation.work.skipping import skip
from annotation.work.submission import submit
from annotation.workflows.claim_generation import editing as claim_editing
from annotation.workflows.claim_generation.rules import WrittenClaim
from annotation.workflows.claim_verification.reporting import report
from annotation.workflows.kinds import TaskKind
from tests.cast import SENTENCE, run_out, three_claims
from tests.frontend.submitting import edited, submitted

pytestmark = pytest.mark.both_databases


@pytest.fixture
def grows(project):
    """`grows(change)` runs it and fails unless it makes the version of its project greater."""
    other = Project.objects.create(slug="other", name="Other", corpus=project.corpus)

    def grows(change, *arguments, **options):
        before = data_version(project.pk)
        found = change(*arguments, **options)
        assert data_version(project.pk) > before
        assert data_version(other.pk) == 0
        return found

    return grows


def written(**changes):
    return {ClaimType(kind): WrittenClaim(**one) for kind, one in three_claims(**changes).items()}


def test_verifying_changing_reporting_and_deciding(project, assignment, manager, grows):
    verification = grows(submitted, assignment)
    grows(edited, assignment, verdict="REFUTES")
    claim = verification.claim
    current = Verification.objects.get(claim=claim, submission__is_current=True)
    grows(adjudicate, claim=claim, adjudicator=manager, kind="one", error_type="accident", chosen=current)
    grows(make_gold, claim=claim, phase=Phase.FIRST, right=GoldAnswer("SUPPORTS", ["Other"], [[SENTENCE]]), by=manager)


def test_reports_and_what_becomes_of_them(assignment, manager, grows):
    found = grows(report, assignment=assignment, reasons=["language"])
    grows(decide, report=found, by=manager, decision="reinstated")


def test_what_is_skipped_given_back_or_runs_out(project, assignment, grows):
    run_out(assignment)
    grows(expire_overdue, project=project, kind=TaskKind.CLAIM_VERIFICATION)
    grows(renew, assignment)
    grows(release, assignment)


def test_skipping_what_ran_out(project, assignment, grows):
    run_out(assignment)
    grows(expire_overdue, project=project, kind=TaskKind.CLAIM_VERIFICATION)
    grows(skip, assignment=assignment, reason="formatting")


def test_claims_and_gold(project, claims, highlight, manager, grows):
    grows(import_claims, project=project, lines=['{"claim": "Somebody brought this in."}'])
    right = GoldAnswer("SUPPORTS", ["Other"], [[SENTENCE]])
    grows(return_to_production, grows(make_gold, claim=claims[0], phase=Phase.FIRST, right=right, by=manager))
    grows(make_highlight_gold, highlight=highlight, phase=Phase.FIRST, references={}, comment="", by=manager)


def test_writing_and_rewriting(writing, writer, grows):
    stored, _new = grows(submit, assignment=writing, client_id=uuid.uuid4(), claims=written())
    changed = written(I="The Harbour League was founded in 1941.")
    first = dict.fromkeys(ClaimType, 1)
    grows(claim_editing.edit, claim_set=stored, person=writer, claims=changed, base_revisions=first)


def test_a_change_that_is_rolled_back_counts_for_nothing(project):
    with transaction.atomic():
        bump(project.pk, 7)
        transaction.set_rollback(True)
    assert data_version(project.pk) == 0


def test_annotators_count_in_rows_of_their_own(project, verifier, other_verifier):
    """So that nobody's submission waits for the commit of another."""
    for person in (verifier, other_verifier, verifier):
        bump(project.pk, person.pk)
    bump(project.pk)
    assert data_version(project.pk) == 4
    assert dict(DataVersion.objects.values_list("writer", "number")) == {verifier.pk: 2, other_verifier.pk: 1, 0: 1}
