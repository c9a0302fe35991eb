"""The registry of workflows, and the system checks that name what an entry lacks."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from django.test import override_settings

from annotation.projects.models import Role
from annotation.quality.calibration.attention_checks import attention_check_is_due
from annotation.quality.calibration.eligibility import eligibility_of
from annotation.quality.calibration.messages import why_not_calibrating
from annotation.vocabulary.label_set import LabelSet
from annotation.vocabulary.tasks import Phase
from annotation.work.capabilities import Adjudicable, Comparable, Importable, Releasable, Reportable
from annotation.work.checks import check_workflows
from annotation.work.queue import eligible_tasks
from annotation.work.registry import UnknownWorkflow, folder_of, get_workflow, workflows, workflows_for
from annotation.work.skip_reasons import FORMATTING, OTHER, SkipReason
from annotation.work.workflow import Prerequisite
from annotation.workflows.claim_verification.workflow import WORKFLOW

HERE = "tests.annotation.test_workflow_registry"
VERIFICATION = "annotation.workflows.claim_verification.workflow.WORKFLOW"
CHANGED = WORKFLOW  # what the checks find under HERE.CHANGED


def codes(*paths: str) -> list[str]:
    with override_settings(ATTEST_WORKFLOWS=list(paths)):
        return [str(message.id) for message in check_workflows()]


def codes_of(monkeypatch, **changes: object) -> list[str]:
    monkeypatch.setattr(f"{HERE}.CHANGED", replace(WORKFLOW, **changes))
    return codes(f"{HERE}.CHANGED")


def test_the_registered_workflows_are_complete():
    assert check_workflows() == []


def test_a_workflow_is_found_by_its_slug_and_role(project):
    assert get_workflow("claim_verification") is WORKFLOW
    assert workflows_for(project, WORKFLOW.role) == [WORKFLOW]
    assert workflows_for(project) == []


def test_an_unknown_kind_is_answered_with_the_known_ones(project, verifier):
    with pytest.raises(UnknownWorkflow) as caught:
        eligible_tasks(person=verifier, project=project, kind="nowhere", phase=Phase.PRODUCTION)
    assert (caught.value.code, caught.value.status) == ("unknown_kind", 404)
    assert all(slug in caught.value.message for slug in workflows())


def test_the_registry_follows_the_setting():
    with override_settings(ATTEST_WORKFLOWS=[VERIFICATION]):
        assert list(workflows()) == ["claim_verification"]
    own = ["claim_generation", "claim_verification", "screening"]
    own += ["oracle_annotation", "symmetric_pairs", "sentence_claims"]
    own += ["claim_normalisation", "question_answering", "verdict_validation", "dispute_resolution", "post_control"]
    own += ["evidence_rating", "citation_study"]
    assert list(workflows()) == own
    assert (folder_of("post_control"), folder_of("screening")) == ("question_answering", "screening")


def test_entries_that_are_no_workflows_are_named():
    assert codes() == ["attest.E001"]
    assert codes("annotation.workflows.nowhere.WORKFLOW") == ["attest.E002"]
    assert codes("annotation.work.models.Task") == ["attest.E003"]
    assert codes(VERIFICATION, VERIFICATION) == ["attest.E004"]


@pytest.mark.parametrize("slug", ["", "claim verification", "x" * 31, "a/b"])
def test_a_slug_that_cannot_be_stored_is_named(monkeypatch, slug):
    assert codes_of(monkeypatch, slug=slug) == ["attest.E005"]


@pytest.mark.parametrize("piece", ["exclude", "payload", "limit"])
def test_a_missing_function_is_named(monkeypatch, piece):
    assert codes_of(monkeypatch, **{piece: None}) == ["attest.E006"]


def test_a_storage_without_its_functions_is_named(monkeypatch):
    assert codes_of(monkeypatch, storage=object()) == ["attest.E006"] * 5


def test_other_missing_pieces_are_named(monkeypatch):
    assert codes_of(monkeypatch, role="reader") == ["attest.E007"]
    too_long = SkipReason(value="x" * 21, label="Too long")
    assert codes_of(monkeypatch, skip_reasons=("boring", OTHER, too_long)) == ["attest.E008"] * 2
    assert codes_of(monkeypatch, guidelines=Path("/nowhere")) == ["attest.E009"]
    assert codes_of(monkeypatch, workspace="no-such-page") == ["attest.E010"]


@pytest.mark.parametrize("label", ["", "verification__nothing", "answer"])
def test_an_incomplete_comparison_is_named(monkeypatch, label):
    assert codes_of(monkeypatch, comparable=Comparable(field=label)) == ["attest.E013"]
    assert codes_of(monkeypatch, labels=LabelSet()) == ["attest.E012"]


def test_adjudication_without_answers_or_page_is_named(monkeypatch):
    assert codes_of(monkeypatch, adjudicable=Adjudicable(queue="nowhere")) == ["attest.E015"]
    assert codes_of(monkeypatch, comparable=None, calibrated_by=None, attention_checks=False) == ["attest.E015"]


def test_rows_without_a_label_are_named(monkeypatch):
    less = {"comparable": None, "adjudicable": None, "calibrated_by": None, "attention_checks": False}
    assert codes_of(monkeypatch, **less, releasable=Releasable(row=lambda task: {})) == ["attest.E016"]
    assert codes_of(monkeypatch, **less) == []


def test_an_import_without_its_functions_is_named(monkeypatch):
    importable = Importable(recognise=bool, problem=str, known=None, store=None)
    assert codes_of(monkeypatch, importable=importable) == ["attest.E017"] * 2


@pytest.mark.parametrize("reasons", [(), (FORMATTING, FORMATTING)])
def test_reports_without_reasons_are_named(monkeypatch, reasons):
    assert codes_of(monkeypatch, reportable=Reportable(reasons=reasons)) == ["attest.E018"]


def test_gold_without_a_score_is_named(monkeypatch):
    assert codes_of(monkeypatch, calibratable=None) == ["attest.E014"]
    assert codes_of(monkeypatch, comparable=None, adjudicable=None) == ["attest.E014"]
    assert codes_of(monkeypatch, calibratable=None, calibrated_by=None, attention_checks=False) == []


@pytest.mark.django_db
def test_a_prerequisite_holds_for_its_own_role(monkeypatch):
    def of(*roles: Role) -> list[str]:
        prerequisite = Prerequisite(
            roles=roles, why_unmet=lambda person, project, role: "", decisions=lambda project: {}
        )
        return codes_of(monkeypatch, prerequisite=prerequisite)

    assert (of(Role.CLAIM_WRITER), of(Role.CLAIM_WRITER, WORKFLOW.role)) == (["attest.E016"], [])


def test_nobody_waits_for_gold_of_a_workflow_that_is_not_calibrated(project, verifier, monkeypatch):
    project.calibration, project.silent_gold_rate = True, 100
    asked = {"person": verifier, "project": project, "kind": "claim_verification"}
    assert eligibility_of(**asked).phase == Phase.FIRST
    assert attention_check_is_due(**asked)
    monkeypatch.setattr(f"{HERE}.CHANGED", replace(WORKFLOW, calibrated_by=None, attention_checks=False))
    with override_settings(ATTEST_WORKFLOWS=[f"{HERE}.CHANGED"]):
        assert eligibility_of(**asked).phase == Phase.PRODUCTION
        assert not attention_check_is_due(**asked)
        assert why_not_calibrating(**asked) == ""


def test_blindness_has_no_default():
    with pytest.raises(TypeError):
        type(WORKFLOW)(slug="screening")  # type: ignore[call-arg]
