"""Extension points of the queue: what folders above `work` decide about it. `annotation.composition` fills them in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol, TypeVar

from django.db.models import Q

from annotation.accounts.models import User
from annotation.projects.models import Project
from annotation.vocabulary.tasks import Phase
from annotation.work.models import Assignment, SubmittedWork

T = TypeVar("T", covariant=True)
ANY_TASK = Q()


class PerQueue(Protocol[T]):
    """A function of one person's queue: the tasks of one kind in one project."""

    def __call__(self, *, person: User, project: Project, kind: str) -> T: ...


@dataclass(frozen=True, slots=True)
class Eligibility:
    """The phase whose tasks a person may have. While `waiting` is set they may have none; it is a code for why.

    `since`: what they were given before that is of an earlier calibration, and does not count in this phase.
    """

    phase: Phase
    waiting: str | None = None
    since: datetime | None = None


@dataclass(frozen=True, slots=True)
class QueuePolicy:
    """Decisions about a person's queue that depend on calibration and on sampling."""

    eligibility: PerQueue[Eligibility]
    # Whether the next task is to be of Phase.SILENT.
    attention_check_is_due: PerQueue[bool]
    # Conditions on the next task of a person in production, in the order in which they are tried.
    turns: PerQueue[Sequence[Q]]
    # Run when the queue has nothing for the person: the last item of a phase may have been skipped.
    on_empty: PerQueue[object]
    # Why somebody who is not in production has nothing to do, as a sentence; empty where this is not the reason.
    empty_reason: PerQueue[str]


policy: QueuePolicy

# Steps that run, in this order, in the transaction that stores the first revision and closes its assignment. Each is
# given what the workflow stored, and does nothing for work that is not its own.
after_submission: list[Callable[[SubmittedWork], object]] = []

# Relations from a task and from a project to what these steps ask about them: they are read in the same statement.
asked_of_task: tuple[str, ...] = ()
asked_of_project: tuple[str, ...] = ()

# Explain why submitted work cannot be changed, beyond what its workflow says; empty where they say nothing.
edit_locks: list[Callable[[Assignment], str]] = []
