"""Import tasks of a workflow from the rows of a file (`task_lines`). The registry is asked whose rows they are."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from django.db import transaction

from annotation.claims.queue_position import queue_position
from annotation.projects.data_version import bump
from annotation.projects.models import Project
from annotation.release.importing.lines import Line
from annotation.release.importing.parsed import Problem
from annotation.release.importing.task_lines import task_lines
from annotation.work.capabilities import Importable
from annotation.work.models import Task
from annotation.work.registry import workflows
from annotation.work.workflow import AnyWorkflow


@dataclass(slots=True)
class TaskImport:
    """Numbers of tasks that were created, of rows that added to one that was there, of rows that were known, and of
    rows that were left out."""

    created: int = 0
    added: int = 0
    known: int = 0
    bad: int = 0


def importers() -> dict[str, AnyWorkflow]:
    """Return the registered workflows that make tasks from rows, by slug, in the order in which they are asked."""
    return {slug: one for slug, one in workflows().items() if one.importable is not None}


def workflow_of_file(source: Path) -> AnyWorkflow | None:
    """Return the first workflow that recognises the first readable row; None where none does. Raises OSError."""
    if not source.is_file():
        return None
    row = next((line.row for line in task_lines(source) if not line.problem), None)
    if row is None:
        return None
    return next((one for one in importers().values() if one.importable and one.importable.recognise(row)), None)


def import_tasks(
    project: Project,
    workflow: AnyWorkflow,
    source: Path,
    tell: Callable[[Problem], object] = lambda _problem: None,
    progress: Callable[[int], object] = lambda _rows: None,
) -> TaskImport:
    """Create a task from each row that has none yet; `tell` is told of every row that is left out.

    `progress` is told how many rows have been read.

    Each row is stored whole or not at all: killed and begun again, it goes on where it was. Raises OSError.
    """
    done, importable = TaskImport(), workflow.importable
    assert importable is not None  # `importers` has no others
    for number, line in enumerate(task_lines(source), 1):
        progress(number)
        if problem := line.problem or importable.problem(line.row):
            done.bad += 1
            tell(Problem(line.place, problem))
        else:
            _store(project, workflow, importable, line, done)
    if done.created or done.added:
        bump(project.pk)
    return done


@transaction.atomic
def _store(project: Project, workflow: AnyWorkflow, importable: Importable, line: Line, done: TaskImport) -> None:
    Project.objects.select_for_update(no_key=True).get(pk=project.pk)  # two imports make no task twice
    subject = importable.known(project, line.row).first()
    if subject is not None:
        is_more = importable.extend(subject, line.row)
        done.added, done.known = done.added + is_more, done.known + (not is_more)
        return
    task = Task.objects.create(
        project=project,
        kind=workflow.slug,
        required_annotations=workflow.annotations_a_task(project),
        position=queue_position(project, repr(sorted(line.row.items()))),
    )
    importable.store(task, line.row)
    done.created += 1
