"""What became of every claim in the phases, as statistics read it: labels, people, types, dispute."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field

from annotation.projects.models import Project
from annotation.workflows.question_answering.access import chain_work
from annotation.workflows.question_answering.models import ClaimItem, NormalisedClaim
from annotation.workflows.question_answering.phases import PhaseName
from annotation.workflows.question_answering.routing import majority


@dataclass(slots=True)
class ClaimCourse:
    """A claim with its counted work in production: phase -> (label, person), the first one first."""

    claim: int
    types: tuple[str, ...]
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
    works = chain_work().filter(claim__article__project=project)
    columns = ("claim", "submission__assignment__kind", "label", "submission__assignment__person")
    rows = works.order_by("claim", "submission__assignment__ended_at", "pk").values_list(*columns)
    work: defaultdict[int, list[tuple[str, str, int]]] = defaultdict(list)
    for claim, kind, label, person in rows.iterator(chunk_size=5_000):
        work[claim].append((kind, label, person))
    if not work:
        return []
    claims = NormalisedClaim.objects.filter(article__project=project, is_current=True).order_by("pk")
    disputed = _disputed(project)
    found = []
    for pk, types in claims.values_list("pk", "claim_types").iterator(chunk_size=5_000):
        if pk in work:
            course = ClaimCourse(pk, tuple(types), has_dispute=pk in disputed)
            for kind, label, person in work[pk]:
                course.work[kind].append((label, person))
            found.append(course)
    return found


def _disputed(project: Project) -> set[int]:
    """Claims with a dispute: a task that is open, or that somebody did; not one that was withdrawn unbegun."""
    items = ClaimItem.objects.filter(task__project=project, kind=PhaseName.DISPUTE, in_chain=True)
    rows = items.values_list("claim", "task__withdrawn_at", "task__assigned_count")
    return {claim for claim, withdrawn_at, assigned in rows if withdrawn_at is None or assigned}
