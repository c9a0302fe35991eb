"""The toy workflow: whether a text names a place."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.db.models import Q
from rest_framework import serializers

from annotation.projects.models import Role
from annotation.vocabulary.label_set import Label, LabelSet
from annotation.work.capabilities import Adjudicable, Calibratable, Comparable, Importable, Releasable, Reportable
from annotation.work.draft import draft_of
from annotation.work.fields import ClientIdField, Plain
from annotation.work.models import Assignment
from annotation.work.row_storage import RowStorage
from annotation.work.serializers import DraftOut, LoggedIn
from annotation.work.skip_reasons import FORMATTING, OTHER, SkipReason
from annotation.work.workflow import CalibratedBy, Editable, Workflow
from tests.workflows.toy.models import ToyAnswer, ToyItem

LABELS = LabelSet(tuple(Label(value=value, name=value, needs_evidence=False) for value in ("yes", "no", "unclear")))


class ToyAssignmentOut(Plain):
    id = serializers.UUIDField()
    kind, state = serializers.CharField(), serializers.CharField()
    text = serializers.CharField()
    draft = DraftOut()


class ToySubmissionIn(LoggedIn):
    client_id = ClientIdField()
    answer = serializers.ChoiceField(choices=LABELS.values)


def payload(assignment: Assignment, is_new: bool) -> dict[str, Any]:
    draft = draft_of(assignment, is_new=is_new)
    shown = {"id": str(assignment.public_id), "kind": assignment.kind, "state": assignment.state}
    return shown | {
        "text": assignment.task.toyitem.text,  # and no key for who else answered it
        "draft": {"version": draft.version, "body": draft.body},
    }


WORKFLOW: Workflow[dict[str, Any], ToyAnswer] = Workflow(
    slug="toy",
    label="toy",
    activity="Answering texts",
    items="texts",
    role=Role.VERIFIER,
    exclude=lambda person, project: Q(pk__in=[]),  # nothing: whoever may answer may answer everything
    subject=("toyitem",),
    limit=lambda project: 3,
    skip_reasons=(FORMATTING, SkipReason(value="dull", label="It is dull", withdraws_after=2), OTHER),
    payload=payload,
    assignment_serializer=ToyAssignmentOut,
    submission_serializer=ToySubmissionIn,
    storage=RowStorage(ToyAnswer),
    editable=Editable(),
    labels=LABELS,
    comparable=Comparable(field="toyanswer__answer"),
    calibratable=Calibratable(),
    adjudicable=Adjudicable(),
    importable=Importable(
        recognise=lambda row: "text" in row,
        problem=lambda row: "" if isinstance(row.get("text"), str) else "text: missing or no text",
        known=lambda project, row: ToyItem.objects.filter(task__project=project, text=row["text"]),
        store=lambda task, row: ToyItem.objects.create(task=task, text=row["text"]),
    ),
    reportable=Reportable(reasons=(FORMATTING, OTHER)),
    releasable=Releasable(row=lambda task: {"text": task.toyitem.text}),
    calibrated_by=CalibratedBy.GOLD,
    attention_checks=True,
    answer_key="toy_answer",
    view="tests.workflows.toy.views.answer",
    title=lambda task: task.toyitem.text,
    guidelines=Path(__file__).parent,
)
