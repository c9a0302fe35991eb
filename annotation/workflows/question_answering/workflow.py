"""The five records: one chain from a fact-checking article to a verdict that two people agree on."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from annotation.accounts.models import User
from annotation.projects.models import Project, Role
from annotation.work.capabilities import (
    Adjudicable,
    Comparable,
    Importable,
    OwnFile,
    OwnSettings,
    Releasable,
    ReportedTime,
)
from annotation.work.skip_reasons import SkipReason
from annotation.work.workflow import CalibratedBy, Editable, QueueTexts, Reading, Workflow
from annotation.workflows.question_answering import chain_rows, import_rows
from annotation.workflows.question_answering.context import judged_by
from annotation.workflows.question_answering.editing import is_same, is_same_normalisation, why_closed
from annotation.workflows.question_answering.eligibility import (
    exclude_met_articles,
    exclude_met_claims,
    exclude_read_articles,
)
from annotation.workflows.question_answering.evidence import search_scope
from annotation.workflows.question_answering.fields.file import built_in
from annotation.workflows.question_answering.fields.model import Fields
from annotation.workflows.question_answering.fields.project import copy_file, fields_of, text_of
from annotation.workflows.question_answering.gold import calibratable
from annotation.workflows.question_answering.models import ClaimWork, Normalisation
from annotation.workflows.question_answering.normalisation import Body, NormalisationStorage
from annotation.workflows.question_answering.payload import payload
from annotation.workflows.question_answering.phases import BLIND, PhaseName
from annotation.workflows.question_answering.routing import after_claim, after_normalisation, follow_edit, open_missing
from annotation.workflows.question_answering.serializers import (
    AnsweringIn,
    AnsweringOut,
    DisputeIn,
    DisputeOut,
    NormalisationIn,
    NormalisationOut,
    ValidationIn,
    ValidationOut,
)
from annotation.workflows.question_answering.storage import ClaimStorage, Work

OF_MANAGERS = (
    *("manage-fields", "manage-fields-file", "manage-release-rule"),
    *("manage-phase-work", "manage-phase-work-item"),
)
OF_QUALITY = (
    *("quality-questions", "quality-question-times", "quality-question-claims"),
    *("quality-question-claim", "quality-question-articles"),
)
GUIDELINES = Path(__file__).parent / "guidelines"
ARTICLE_TEXTS = QueueTexts(
    take=_("Take an article"),
    skipped=_("Skipped. You will not see this article again."),
    limit_reached=_("You have normalised %(count)d articles: that is this project’s limit per person."),
    nothing_yet=_("This project has no articles yet. Your manager can import some."),
    had_all=_("You have had every article that is left. Others will do them."),
    held_by_others=_("Others are working on the last articles. Look again later: one may come back."),
    withdrawn=_("The articles that are left were skipped for a reason, and wait for your manager."),
    all_done=_("Every article of this project is done."),
)
NO_CLAIM = _("No claim is left for you. Look again later: claims come from the phase before.")
# In the same words, so that nobody learns from them what others had.
CLAIM_TEXTS = QueueTexts(
    take=_("Take a claim"),
    skipped=_("Skipped. You will not see this claim again."),
    limit_reached=_("You have done %(count)d claims: that is this project’s limit per person."),
    nothing_yet=NO_CLAIM,
    excluded=NO_CLAIM,
    had_all=NO_CLAIM,
    held_by_others=NO_CLAIM,
    withdrawn=NO_CLAIM,
    all_done=NO_CLAIM,
)


def skip_reasons(fields: Fields, phase: str) -> tuple[SkipReason, ...]:
    """The reasons of a fields file for a phase."""
    return tuple(
        SkipReason(
            value=one.value,
            label=one.label.lazy,
            withdraws_after=one.withdraws_after or None,
            needs_note=one.needs_note,
        )
        for one in fields.skip_reasons
        if phase in one.phases
    )


def _common(phase: PhaseName) -> dict[str, Any]:
    """What the records have in common."""
    return {
        "slug": phase.value,
        "skip_reasons": skip_reasons(built_in(), phase),
        "skip_reasons_in": lambda project: skip_reasons(fields_of(project), phase),
        "payload": payload,
        "submission_context": judged_by,
        "rest_hours": lambda project: fields_of(project).limits.rest_hours,
        "labels": built_in().labels_in(phase),
        "labels_in": lambda project: fields_of(project).labels_in(phase),
        "view": "frontend.workflows.question_answering.workspace.work",
        "guidelines": GUIDELINES / phase.value,
        "calibratable": calibratable(phase),
        "calibrated_by": CalibratedBy.GOLD,
        "reading": Reading.NOTHING if phase in BLIND else Reading.SEARCH,
        "attention_checks": phase != PhaseName.NORMALISATION,
        "pages": (*OF_MANAGERS, *OF_QUALITY),
        "settings": OwnSettings(
            label=_("Fields file"),
            read=lambda project: {"text": text_of(project)},
            write=lambda project, stored: copy_file(project, stored["text"]),
        ),
    }


def _of_claims(phase: PhaseName, exclude: Callable[[User, Project], Q]) -> dict[str, Any]:
    return _common(phase) | {
        "items": _("claims"),
        "role": Role.VERIFIER,
        "exclude": exclude,
        "subject": ("claim_item__claim__article", "claim_item__answers"),
        "limit": lambda project: project.verifications_per_person,
        "texts": CLAIM_TEXTS,
        "storage": ClaimStorage(),
        "opens": after_claim,
        "comparable": Comparable(field="claimwork__label"),
        "editable": Editable(why_closed=why_closed, is_same=is_same, after_edit=follow_edit),
        "when_switched_on": open_missing,
        "title": lambda task: task.claim_item.claim.text,
    }


NORMALISATION: Workflow[Body, Normalisation] = Workflow(
    **_common(PhaseName.NORMALISATION),
    label=_("claim normalisation"),
    activity=_("Normalising claims"),
    items=_("articles"),
    role=Role.CLAIM_WRITER,
    exclude=exclude_met_articles,
    subject=("article",),
    limit=lambda project: project.claim_sets_per_person,
    texts=ARTICLE_TEXTS,
    assignment_serializer=NormalisationOut,
    submission_serializer=NormalisationIn,
    storage=NormalisationStorage(),
    answer_key="normalisation",
    opens=after_normalisation,
    comparable=Comparable(field="normalisation__label"),
    editable=Editable(is_same=is_same_normalisation, after_edit=follow_edit),
    importable=Importable(
        recognise=import_rows.recognise,
        problem=import_rows.problem,
        known=import_rows.known,
        store=import_rows.store,
        extend=import_rows.extend,
    ),
    releasable=Releasable(
        file=OwnFile(name=chain_rows.FILE, rows=chain_rows.chain_rows),
        time=ReportedTime(
            item="normalising the claims of an article", activity="normalising", table="time-of-normalisers"
        ),
    ),
    when_switched_on=open_missing,
    title=lambda task: task.article.title or task.article.url,
)
ANSWERING: Workflow[Work, ClaimWork] = Workflow(
    **_of_claims(PhaseName.ANSWERING, exclude_met_claims),
    evidence_search=search_scope,
    label=_("questions and answers"),
    activity=_("Asking and answering questions"),
    assignment_serializer=AnsweringOut,
    submission_serializer=AnsweringIn,
    answer_key="questions",
)
VALIDATION: Workflow[Work, ClaimWork] = Workflow(
    **_of_claims(PhaseName.VALIDATION, exclude_read_articles),
    label=_("verdict validation"),
    activity=_("Validating verdicts"),
    assignment_serializer=ValidationOut,
    submission_serializer=ValidationIn,
    answer_key="validation",
    adjudicable=Adjudicable(),
)
DISPUTE: Workflow[Work, ClaimWork] = Workflow(
    **_of_claims(PhaseName.DISPUTE, exclude_met_claims),
    evidence_search=search_scope,
    label=_("dispute resolution"),
    activity=_("Resolving disputes"),
    assignment_serializer=DisputeOut,
    submission_serializer=DisputeIn,
    answer_key="dispute",
)
CONTROL: Workflow[Work, ClaimWork] = Workflow(
    **_of_claims(PhaseName.CONTROL, exclude_read_articles),
    label=_("post-control"),
    activity=_("Controlling resolved disputes"),
    assignment_serializer=ValidationOut,
    submission_serializer=ValidationIn,
    answer_key="post_control",
    adjudicable=Adjudicable(),
)
