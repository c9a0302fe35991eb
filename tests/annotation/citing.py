"""A workflow whose submissions are evidence alone: elements of the corpus beside sources outside it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from django.db.models import Q
from rest_framework import serializers

from annotation.evidence.serializers import SourceIn
from annotation.evidence.snapshotting import pin
from annotation.evidence.sources import store_source
from annotation.evidence.storage import Cited, store_sets
from annotation.projects.models import Role
from annotation.work.fields import ClientIdField, ElementIdField, Plain
from annotation.work.models import Assignment, Operation, Submission
from annotation.work.serializers import LoggedIn
from annotation.work.skip_reasons import OTHER
from annotation.work.workflow import Workflow


class CitingOut(Plain):
    id = serializers.UUIDField()
    kind = serializers.CharField()


class CitingIn(LoggedIn):
    client_id = ClientIdField()
    elements = serializers.ListField(child=ElementIdField())
    sources = SourceIn(many=True)


class CitingStorage:
    def prepare(self, assignment: Assignment, content: Mapping[str, Any]) -> list[Cited]:
        elements = [content["elements"]] if content["elements"] else []
        pinned = [one for each in pin(assignment.project.corpus_id, elements) for one in each]
        return [*pinned, *(store_source(assignment.project, read) for read in content["sources"])]

    def missing_operations(self, log: Iterable[Operation], work: list[Cited]) -> None:
        """Nothing is replayed."""

    def store(self, submission: Submission, work: list[Cited]) -> Submission:
        store_sets([(submission, [work], [{}])])
        return submission

    def load(self, submission: Submission) -> Submission:
        return submission

    def explain(self, assignment: Assignment, work: list[Cited], error: Exception) -> None:
        """Evidence of different submissions cannot collide."""


WORKFLOW: Workflow[list[Cited], Submission] = Workflow(
    slug="citing",
    label="citing",
    activity="Citing sources",
    items="questions",
    role=Role.VERIFIER,
    exclude=lambda person, project: Q(pk__in=[]),
    subject=(),
    limit=lambda project: None,
    skip_reasons=(OTHER,),
    payload=lambda assignment, is_new: {"id": str(assignment.public_id), "kind": assignment.kind},
    assignment_serializer=CitingOut,
    submission_serializer=CitingIn,
    storage=CitingStorage(),
    answer_key="citing",
    view="tests.workflows.toy.views.answer",
    guidelines=Path(__file__).parents[1] / "workflows/toy",
)
