"""How old a project's numbers are, and having them computed anew when something has happened since."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone

from annotation.projects.models import Project
from annotation.results.codec import SHAPE
from annotation.results.job import KIND, ask
from annotation.results.models import KeptNumbers
from annotation.results.store import AGREEMENT
from annotation.results.version import is_behind
from annotation.vocabulary.tasks import TaskKind
from annotation.work.models import Assignment, AssignmentState
from jobs.enqueue import somebody_works, unfinished

LARGE = 5_000  # verifications: what is less is computed while somebody waits, in well under a second
ONCE_IN = timedelta(minutes=2)  # while people work all numbers are always behind


@dataclass(frozen=True, slots=True)
class State:
    """`made_at`: when the kept numbers were right; None: none are kept, and pages compute their own.

    `is_behind`: something was handed in since. `is_running`: new ones are being computed, or wait for a worker;
    `nobody_works`: there is none.
    """

    made_at: datetime | None
    is_behind: bool = False
    is_running: bool = False
    nobody_works: bool = False


def state_of(project: Project) -> State:
    """Look, and ask for new numbers where they are due and somebody computes them."""
    rows = KeptNumbers.objects.filter(project=project, part=AGREEMENT, shape=SHAPE)
    row = rows.values_list("made_at", "mark").first()
    if row is None:
        if is_large(project) and somebody_works():
            ask(project)
        return State(None)
    made_at, mark = row
    behind, works = is_behind(project, mark), somebody_works()
    if behind and works and timezone.now() - made_at > ONCE_IN:
        ask(project)
    return State(made_at, behind, unfinished(KIND, project=project) is not None, not works)


def is_large(project: Project) -> bool:
    """Whether computing takes longer than somebody should wait. Looks at LARGE rows, however many there are."""
    done = Assignment.objects.filter(
        project=project, kind=TaskKind.CLAIM_VERIFICATION, state=AssignmentState.SUBMITTED
    ).order_by()
    return done[LARGE - 1 : LARGE].exists()
