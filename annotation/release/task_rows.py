"""Release of workflows whose answers are labels: <slug>.jsonl, a line a task, by the rule of claims."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import chain
from typing import Any

from annotation.projects.models import Project
from annotation.quality.adjudication.models import TaskDecision
from annotation.release.formats.files import Files, write_lines
from annotation.release.importing.imported_lines import imported_lines
from annotation.release.logs import nfd
from annotation.release.privacy.withheld import EVERYTHING, Withheld
from annotation.release.row_ids import pseudonym
from annotation.release.rule import Excluded, choose
from annotation.vocabulary.tasks import Phase
from annotation.work.counted import counted
from annotation.work.models import Operation, ReportDecision, Submission, Task
from annotation.work.registry import workflows, workflows_of
from annotation.work.reporting import standing_task_reports
from annotation.work.workflow import AnyWorkflow

BATCH = 500
PEOPLE = ("writer", "annotator")  # keys of rows of an `OwnFile` whose values are numbers of people
Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Answer:
    """A current answer to a task: what the rule chooses from."""

    pk: int
    assignment: int
    person: int
    verdict: str
    first_submitted_at: datetime


def write_task_rows(
    files: Files, project: Project, withheld: Withheld = EVERYTHING, without_people: Collection[int] = ()
) -> dict[str, Row]:
    """Write the file of each workflow that is on and has one; returns by slug how many tasks there are, how many are
    released, and why the others are not."""
    found = {}
    on = workflows_of(project)
    for slug, workflow in workflows().items():
        if workflow.releasable is None or workflow.releasable.row is None:
            continue
        imported = list(map(json.loads, imported_lines(project, f"{slug}.jsonl"))) if withheld.has_all_of_logs else []
        if imported or slug in on:
            excluded: Counter[str] = Counter()
            own = task_rows(project, workflow, excluded, withheld, without_people) if slug in on else ()
            released = write_lines(files.text(f"{slug}.jsonl"), chain(imported, own))
            counts = {"tasks": released + excluded.total(), "released": released}
            found[slug] = counts | {"excluded": dict(sorted(excluded.items()))}
    return found


def write_own_files(files: Files, project: Project, without_people: Collection[int] = ()) -> dict[str, int]:
    """Write the file that a workflow which is on has besides (`OwnFile`); returns the number of rows by its name."""
    found = {}
    for workflow in workflows_of(project).values():
        file = None if workflow.releasable is None else workflow.releasable.file
        if file is not None:
            rows = (_named(project, row) for row in file.rows(project, without_people))
            found[file.name] = write_lines(files.text(file.name), rows)
    return found


def _named(project: Project, value: Any) -> Any:
    """The row, at any depth with pseudonyms for the numbers of people."""
    if isinstance(value, list):
        return [_named(project, one) for one in value]
    if not isinstance(value, dict):
        return value
    return {key: _name(project, one) if key in PEOPLE else _named(project, one) for key, one in value.items()}


def _name(project: Project, person: int | None) -> str | None:
    return None if person is None else pseudonym(project.pk, person)


def task_rows(
    project: Project,
    workflow: AnyWorkflow,
    excluded: Counter[str],
    withheld: Withheld = EVERYTHING,
    without_people: Collection[int] = (),
) -> Iterator[Row]:
    """The released tasks of a workflow, by id; counts in `excluded` why the others are left out.

    `without_people`: those whose answers are left out.
    """
    assert workflow.releasable is not None and workflow.releasable.row is not None  # `write_task_rows` asks
    for tasks in _batches(project, workflow):
        answers, operations = _answers(tasks, workflow, without_people), _operations(tasks, withheld)
        current = TaskDecision.objects.filter(task__in=tasks, is_current=True)
        decided = {one.task_id: one.value for one in current}
        standing = standing_task_reports(project).filter(assignment__task__in=tasks)
        reports = dict(standing.values_list("assignment__task", "decision"))
        for task in tasks:
            given = answers[task.pk]
            report = reports.get(task.pk)
            choice = choose(
                given,
                adjudicated=decided.get(task.pk),
                reported=report is not None,
                retired=report == ReportDecision.RETIRED,
            )
            if isinstance(choice, Excluded):
                excluded[choice.value] += 1
                continue
            speaks, source = choice
            yield {
                "id": task.pk,
                **workflow.releasable.row(task),
                "label": speaks if isinstance(speaks, str) else speaks.verdict,
                "source": source.value,
                "answers": [
                    {
                        "annotator": pseudonym(project.pk, one.person),
                        "label": one.verdict,
                        "operations": operations[one.assignment],
                    }
                    for one in given
                ],
            }


def _batches(project: Project, workflow: AnyWorkflow) -> Iterator[Sequence[Task]]:
    after = 0
    tasks = Task.objects.filter(project=project, kind=workflow.slug, phase=Phase.PRODUCTION)
    while batch := list(tasks.filter(pk__gt=after).select_related(*workflow.subject).order_by("pk")[:BATCH]):
        yield batch
        after = batch[-1].pk


def _answers(
    tasks: Sequence[Task], workflow: AnyWorkflow, without_people: Collection[int]
) -> defaultdict[int, list[Answer]]:
    """Task -> the counted answers to it, the first one first."""
    assert workflow.comparable is not None  # a system check holds it
    columns = ("assignment__task", "pk", "assignment", "assignment__person", workflow.comparable.field)
    current = Submission.objects.filter(counted(), assignment__task__in=tasks)
    current = current.exclude(assignment__person__in=without_people)
    found: defaultdict[int, list[Answer]] = defaultdict(list)
    rows = current.order_by("assignment__ended_at", "pk").values_list(*columns, "assignment__ended_at", "created_at")
    for task, pk, assignment, person, label, ended_at, created_at in rows:
        found[task].append(Answer(pk, assignment, person, label, ended_at or created_at))
    return found


def _operations(tasks: Sequence[Task], withheld: Withheld) -> defaultdict[int, list[dict[str, str]]]:
    """Assignment -> its log, the work itself without later edits."""
    found: defaultdict[int, list[dict[str, str]]] = defaultdict(list)
    rows = Operation.objects.filter(assignment__task__in=tasks, sitting=1).order_by("assignment", "sequence")
    columns = ("assignment", "name", withheld.values(checked=False), "seconds")
    for assignment, name, value, seconds in rows.values_list(*columns):
        found[assignment].append({"operation": name, "value": nfd(value), "time": str(seconds)})
    return found
