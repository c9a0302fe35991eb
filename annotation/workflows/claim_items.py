"""Importing items that are each of a numbered claim: checks, digests, and storing those that a project has not yet."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db import models, transaction
from django.utils.translation import gettext as _

from annotation.accounts.models import User
from annotation.audit_log.acts import Act
from annotation.audit_log.record import record
from annotation.claims.queue_position import queue_position
from annotation.projects.data_version import bump
from annotation.projects.models import Project
from annotation.work.models import Task
from annotation.work.row_fields import text_problem
from corpus.batching import batched

BATCH = 500
LONGEST_NAME = 200  # of a claim's number
Row = Mapping[str, Any]


@dataclass(slots=True)
class Added:
    """Numbers of items that were created and of rows whose item was there; `problems`: place of a row that was left
    out, from 0, and why, as a sentence that begins with the field."""

    created: int = 0
    known: int = 0
    problems: list[tuple[int, str]] = field(default_factory=list)


@transaction.atomic
def add_new(
    project: Project,
    rows: Iterable[Row],
    items: type[models.Model],
    *,
    problem: Callable[[Row], str],
    digest_of: Callable[[Row], str],
    store: Callable[[Sequence[tuple[str, Row]]], object],
    act: Act,
    by: User | None,
) -> Added:
    """Store the rows that have no problem and whose item the project has not, and record the act.

    `store` is given rows with their digests. `items`: the model of an item, with `project` and `digest`; `by`: whose
    act it is, None for a command.
    """
    Project.objects.select_for_update(no_key=True).get(pk=project.pk)  # two at once make no item twice
    added, fresh = Added(), dict[str, Row]()
    for place, row in enumerate(rows):
        if found := problem(row):
            added.problems.append((place, found))
        elif (digest := digest_of(row)) in fresh:
            added.known += 1
        else:
            fresh[digest] = row
    there = items._default_manager.filter(project=project)
    for some in batched(list(fresh), BATCH):
        for digest in there.filter(digest__in=some).values_list("digest", flat=True):
            del fresh[digest]
            added.known += 1
    if fresh:
        store([*fresh.items()])
        added.created = len(fresh)
        bump(project.pk)
        record(act, by=by, project=project, after={"items": added.created})
    return added


def new_tasks(
    project: Project,
    kind: str,
    rows: Sequence[tuple[str, Row]],
    required: int,
    done: Callable[[str], int] = lambda _digest: 0,
) -> list[Task]:
    """Create the task of each row. `done`: by how many people an item was done elsewhere."""
    tasks = (
        Task(
            project=project,
            kind=kind,
            required_annotations=max(required, done(digest)),
            assigned_count=done(digest),
            position=queue_position(project, digest),
        )
        for digest, _row in rows
    )
    return Task.objects.bulk_create(tasks, batch_size=BATCH)


def requeue(task: Task, digest: str) -> None:
    """Give a task that is there the place in the queue that its item would have got."""
    task.position = queue_position(task.project, digest)
    Task.objects.filter(pk=task.pk).update(position=task.position)


def claim_digest(number: object, text: str, part: str) -> str:
    """What tells an item from others: the claim's number and letters, and which item of the claim it is."""
    letters = "".join(filter(str.isalnum, text)).casefold()
    return hashlib.sha256(f"{number}\n{letters}\n{part}".encode()).hexdigest()


def number_problem(number: object) -> str:
    """What is wrong with a claim's number, a text or a whole number; "" if nothing is."""
    if (
        not isinstance(number, str | int)
        or isinstance(number, bool)
        or not 0 < len(str(number).strip()) <= LONGEST_NAME
    ):
        return _("claim_id: missing or no number; give the claim's number in the data set")
    return text_problem("claim_id", str(number), LONGEST_NAME)
