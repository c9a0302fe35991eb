"""Preference study of citations: of two sources in random order, which supports the claim better (SIDE's studies)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.utils.translation import gettext_lazy as _

from annotation.projects.models import Role
from annotation.work.capabilities import (
    Calibratable,
    Comparable,
    Importable,
    OwnFile,
    OwnSettings,
    Releasable,
    ReportedTime,
)
from annotation.work.models import Assignment, Task
from annotation.work.skip_reasons import FORMATTING, OTHER
from annotation.work.workflow import Editable, QueueTexts, Reading, Workflow
from annotation.workflows.citation_study import importing
from annotation.workflows.citation_study.choices import LABELS
from annotation.workflows.citation_study.exclusions import exclude
from annotation.workflows.citation_study.models import SLUG, Preference
from annotation.workflows.citation_study.payload import form_of, payload
from annotation.workflows.citation_study.queries import FILE, ORIGINAL, SUGGESTED, preference_rows
from annotation.workflows.citation_study.serializers import PreferenceIn, StudyAssignmentOut
from annotation.workflows.citation_study.settings import read, settings_of, write
from annotation.workflows.citation_study.storage import PreferenceStorage


def _context(assignment: Assignment) -> dict[str, Any]:
    return {"choices": [one["value"] for one in form_of(settings_of(assignment.project))["choices"]]}


def _row(task: Task) -> dict[str, Any]:
    """Of a release, which comes after the study: who is source A, and the sources with their texts."""
    item = task.study_item
    return {
        "claim_id": item.claim_id,
        "title": item.title,
        "section": item.section,
        "text": item.text,
        "source_a": SUGGESTED if item.is_turned else ORIGINAL,
        "original": item.original,
        "suggested": item.suggested,
        "scores": item.scores,
    }


WORKFLOW: Workflow[dict[str, Any], Preference] = Workflow(
    slug=SLUG,
    label=_("citation study"),
    activity=_("Comparing sources"),
    items=_("pairs of sources"),
    role=Role.VERIFIER,
    exclude=exclude,
    subject=("study_item",),
    limit=lambda project: project.verifications_per_person,
    annotations_a_task=lambda project: settings_of(project).annotators,
    texts=QueueTexts(
        take=_("Take two sources to compare"),
        skipped=_("Skipped. You will not see this claim again."),
        nothing_yet=_("There is nothing to compare yet. Your manager can import items."),
        excluded=_("The items that are left are not for you: others judge them."),
        all_done=_("All items are judged."),
    ),
    skip_reasons=(FORMATTING, OTHER),
    payload=payload,
    assignment_serializer=StudyAssignmentOut,
    submission_serializer=PreferenceIn,
    submission_context=_context,
    storage=PreferenceStorage(Preference),
    bulk_store=PreferenceStorage(Preference).store_all,
    editable=Editable(),
    labels=LABELS,
    comparable=Comparable(field="preference__label"),
    calibratable=Calibratable(),
    attention_checks=True,
    importable=Importable(
        recognise=importing.recognise, problem=importing.problem, known=importing.known, store=importing.store
    ),
    releasable=Releasable(
        row=_row,
        file=OwnFile(name=FILE, rows=preference_rows),
        time=ReportedTime(item="comparing two sources", activity="comparing sources", table="time-of-study-annotators"),
    ),
    settings=OwnSettings(label=_("Settings of the citation study"), read=read, write=write),
    reading=Reading.NOTHING,  # the cited source stands in the article
    answer_key="preference",
    view="frontend.workflows.citation_study.workspace.compare",
    guidelines=Path(__file__).parent,
    title=lambda task: task.study_item.text.replace(" [CIT]", "").replace("[CIT]", ""),
    pages=("manage-citation-study", "manage-citation-study-settings", "quality-citation-study"),
)
