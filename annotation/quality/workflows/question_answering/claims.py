"""What became of every claim in the phases, as statistics read it: labels, people, types, dispute."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from django.db.models import Q, QuerySet, TextField
from django.db.models.functions import Cast

from annotation.projects.models import Project
from annotation.work.counted import counted
from annotation.workflows.question_answering.models import ClaimItem, ClaimWork, NormalisedClaim
from annotation.workflows.question_answering.phases import LATER, PhaseName
from annotation.workflows.question_answering.routing import majority

OF_WORK = "submission__assignment__"


@dataclass(slots=True)
class ClaimCourse:
    """A claim with its counted work in production: phase -> (label, person), the first one first."""

    claim: int
    types: tuple[str, ...] = ()
    work: defaultdict[str, list[tuple[str, int]]] = field(default_factory=lambda: defaultdict(list))
    has_dispute: bool = False

    def labels(self, phase: str) -> list[str]:
        """The labels that were given in a phase."""
        return [label for label, _person in self.work[phase]]

    def label(self, phase: str) -> str | None:
        """The label that most people gave in a phase; None where there is none."""
        return majority(self.labels(phase))

    @property
    def is_validated(self) -> bool:
        """Whether there are verdicts of phases 2 and 3 to compare."""
        return bool(self.work[PhaseName.ANSWERING] and self.work[PhaseName.VALIDATION])


def courses_of(project: Project) -> list[ClaimCourse]:
    """Every current claim that somebody worked on in phases 2 to 5, by number. Four queries."""
    courses = courses_by_claim(project)
    found = []
    for claim, types in types_of_claims(project) if courses else ():
        if claim in courses:
            courses[claim].types = types
            found.append(courses[claim])
    return found


def courses_by_claim(
    project: Project,
    phases: Collection[str] = LATER,
    among: Sequence[QuerySet[Any]] = (),
    *,
    are_disputed: bool = False,
) -> dict[int, ClaimCourse]:
    """Every claim that somebody worked on, without its types; those that are no longer current, too. Three queries.

    `phases`: with the work of these alone. `among`: of claims of the project whose numbers are in all of these,
    which nobody asks whether they are disputed unless `are_disputed` says it of all.
    """
    disputed = set() if among else set(disputed_claims(project).values_list("claim", flat=True))
    # The few tasks that are no part of a chain: to join every task takes as long again.
    apart = set(ClaimItem.objects.filter(in_chain=False).values_list("task", flat=True))
    works = ClaimWork.objects.filter(counted("submission__"), **{f"{OF_WORK}kind__in": phases})
    if not among:
        works = works.filter(**{f"{OF_WORK}project": project})  # else SQLite begins with all work of the project
    for numbers in among:
        works = works.filter(claim__in=numbers)
    columns = ("claim", f"{OF_WORK}kind", "label", f"{OF_WORK}person", f"{OF_WORK}task")
    found: dict[int, ClaimCourse] = {}
    rows = works.order_by(f"{OF_WORK}ended_at", "pk").values_list(*columns).iterator(chunk_size=5_000)
    for claim, kind, label, person, task in rows:
        if task not in apart:
            course = found.get(claim)
            if course is None:
                course = found[claim] = ClaimCourse(claim, has_dispute=are_disputed or claim in disputed)
            course.work[kind].append((label, person))
    return found


def types_of_claims(project: Project) -> Iterator[tuple[int, tuple[str, ...]]]:
    """The current claims by number, each with its types: of these there are few lists, each decoded once."""
    decoded = cache(lambda text: tuple(json.loads(text)))
    claims = NormalisedClaim.objects.filter(article__project=project, is_current=True).order_by("pk")
    for claim, text in claims.values_list("pk", Cast("claim_types", TextField())).iterator(chunk_size=5_000):
        yield claim, decoded(text)


def works_in(project: Project) -> QuerySet[ClaimWork]:
    """Work of phases 2 to 5 that counts, of chains or not."""
    return ClaimWork.objects.filter(counted("submission__"), **{f"{OF_WORK}project": project}).order_by()


def disputed_claims(project: Project) -> QuerySet[ClaimItem]:
    """Items of claims with a dispute: a task that is open, or that somebody did; not one that was withdrawn unbegun."""
    items = ClaimItem.objects.filter(task__project=project, kind=PhaseName.DISPUTE, in_chain=True).order_by()
    return items.filter(Q(task__withdrawn_at__isnull=True) | Q(task__assigned_count__gt=0))
