"""List the free texts of a release, a page at a time, in the order of their rows.

What is listed is what releases read: logs of submitted work on claims in production, all logs of workflows without
rows about claims, notes on claims in production. A list may name a text of a claim that is left out in the end.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from annotation.claims.models import Claim
from annotation.projects.models import Project
from annotation.quality.adjudication.models import Adjudication
from annotation.release.cards.statement import statement_of
from annotation.release.privacy.kinds import OF_LOGS, TextKind
from annotation.release.privacy.operations import SEARCH_PAGE, is_kind
from annotation.vocabulary.operation_names import OwnOperation
from annotation.vocabulary.tasks import Phase
from annotation.work.models import AssignmentState, Operation, Task
from annotation.work.registry import kinds_on_claims, workflows, workflows_of
from annotation.workflows.models import Report

EVERY = 2_000  # rows of one query while all are read


@dataclass(frozen=True, slots=True)
class FreeText:
    """`row`: key of the row of the database that has it. `person`: who wrote it, where anybody is named."""

    kind: TextKind
    row: int
    text: str
    person: int | None


def texts_after(project: Project, kind: TextKind, after: int, size: int) -> list[FreeText]:
    """The next `size` texts of a kind whose rows come after `after`, by row."""
    if kind in (TextKind.STATEMENT, TextKind.TASKS):
        listed = _statement(project) if kind is TextKind.STATEMENT else _tasks(project, after)
        return [one for one, _n in zip((one for one in listed if one.row > after), range(size), strict=False)]
    rows = _rows(project, kind).filter(pk__gt=after).order_by("pk").values_list(*_columns(kind))
    return [FreeText(kind, *row) for row in rows[:size]]


def texts_of(project: Project, kind: TextKind, rows: Sequence[int]) -> list[FreeText]:
    """The texts of these rows, as far as they are there, by row."""
    if kind in (TextKind.STATEMENT, TextKind.TASKS):
        listed = _statement(project) if kind is TextKind.STATEMENT else _tasks(project)
        return [one for one in listed if one.row in set(rows)]
    found = _rows(project, kind).filter(pk__in=rows).order_by("pk").values_list(*_columns(kind))
    return [FreeText(kind, *row) for row in found]


def all_texts(project: Project, kind: TextKind) -> Iterator[FreeText]:
    """Every text of a kind, by row."""
    if kind in (TextKind.STATEMENT, TextKind.TASKS):
        yield from _statement(project) if kind is TextKind.STATEMENT else _tasks(project)
        return
    after = 0
    while some := texts_after(project, kind, after, EVERY):
        yield from some
        after = some[-1].row


def same_search(project: Project, rows: Iterable[int]) -> list[int]:
    """Operations in which these searches are logged too: a search with a page of results has two, of the same words."""
    chosen = _rows(project, TextKind.SEARCHES).filter(pk__in=list(rows))
    same = {(assignment, _typed(value)) for assignment, value in chosen.values_list("assignment", "value")}
    logs = Operation.objects.filter(assignment__in={assignment for assignment, _value in same})
    found = logs.filter(is_kind(TextKind.SEARCHES)).order_by().values_list("pk", "assignment", "value")
    return [pk for pk, assignment, value in found if (assignment, _typed(value)) in same]


def _typed(value: str) -> str:
    """The words of a search, without what its operation puts before them."""
    return value.removeprefix(SEARCH_PAGE).removeprefix("Contains...").strip()


def _columns(kind: TextKind) -> tuple[str, str, str]:
    return {
        TextKind.REPORT_NOTES: ("pk", "note", "assignment__person"),
        TextKind.REPORT_DECISIONS: ("pk", "decision_note", "decided_by"),
        TextKind.ADJUDICATION_NOTES: ("pk", "note", "adjudicator"),
        TextKind.CLAIMS: ("pk", "text", "author"),
    }.get(kind, ("pk", "value", "assignment__person"))


def _rows(project: Project, kind: TextKind) -> QuerySet[Any]:
    """The rows that have the texts of a kind."""
    reports = Report.objects.filter(claim__project=project, claim__phase=Phase.PRODUCTION)
    if kind is TextKind.REPORT_NOTES:
        return reports.exclude(note="")
    if kind is TextKind.REPORT_DECISIONS:
        return reports.exclude(decision_note="")
    if kind is TextKind.ADJUDICATION_NOTES:
        decided = Adjudication.objects.filter(claim__project=project, claim__phase=Phase.PRODUCTION)
        return decided.exclude(note="")
    if kind is TextKind.CLAIMS:
        return Claim.objects.filter(project=project, phase=Phase.PRODUCTION)
    assert kind in OF_LOGS
    return _operations(project, kind)


def _operations(project: Project, kind: TextKind) -> QuerySet[Operation]:
    """Operations in which a release has such text. Those of a project are millions: they are read by their own keys.

    The sum keeps the database from beginning with all assignments of the project, which it would have to sort.
    """
    rows = Operation.objects.annotate(of_project=F("assignment__project_id") + 0).filter(of_project=project.pk)
    others = Q(assignment__kind__in=_other_kinds(project))
    submitted = Q(assignment__state=AssignmentState.SUBMITTED, assignment__task__phase=Phase.PRODUCTION)
    claims = Q(assignment__kind__in=kinds_on_claims()) & submitted
    if kind is not TextKind.OTHER_OPERATIONS:
        return rows.filter(is_kind(kind), others | claims)
    imported = Operation.objects.filter(assignment=OuterRef("assignment"), sequence=0, name=OwnOperation.IMPORTED)
    unchecked = others & ~Q(value=F("name"))
    return rows.filter(is_kind(kind, checked=True) & claims & Exists(imported) | is_kind(kind) & unchecked)


def _other_kinds(project: Project) -> list[str]:
    """Workflows that have worked here and whose logs have files of their own."""
    known = workflows()
    without = [slug for slug, one in known.items() if one.releasable is not None and one.releasable.row is None]
    there = set(project.assignments.values_list("kind", flat=True).distinct())
    return sorted(there - set(without))


def _tasks(project: Project, after: int = 0) -> Iterator[FreeText]:
    for slug, workflow in workflows_of(project).items():
        if workflow.releasable is None or workflow.releasable.row is None:
            continue
        tasks = Task.objects.filter(project=project, kind=slug, phase=Phase.PRODUCTION, pk__gt=after)
        for task in tasks.select_related(*workflow.subject).order_by("pk").iterator(chunk_size=EVERY):
            text = json.dumps(workflow.releasable.row(task), ensure_ascii=False)
            yield FreeText(TextKind.TASKS, task.pk, text, None)


def _statement(project: Project) -> Iterator[FreeText]:
    """What managers wrote to be published; rows are numbered from 1."""
    labels = [json.dumps(project.label_set, ensure_ascii=False)] if project.label_set else []
    said = [text for text in statement_of(project).answers.values() if text.strip()]
    for row, text in enumerate([project.name, *labels, *said], start=1):
        yield FreeText(TextKind.STATEMENT, row, text, None)
