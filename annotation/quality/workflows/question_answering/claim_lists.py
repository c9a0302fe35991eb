"""Which claims a number of the quality pages counts, and what was submitted about a claim in every phase."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping
from typing import Any

from django.db.models import Case, IntegerField, Prefetch, Q, QuerySet, TextField, Value, When
from django.db.models.functions import Cast

from annotation.projects.models import Project
from annotation.quality.workflows.question_answering.claims import (
    OF_WORK,
    ClaimCourse,
    courses_by_claim,
    disputed_claims,
    types_of_claims,
    works_in,
)
from annotation.quality.workflows.question_answering.verdicts import control, outcome
from annotation.vocabulary.tasks import Phase
from annotation.workflows.question_answering.models import Article, ClaimItem, ClaimWork, NormalisedClaim
from annotation.workflows.question_answering.phases import LATER, PhaseName
from annotation.workflows.question_answering.progress import tasks_in

ANY_DISPUTE, TYPE = "any", "type"

# Name of a filter -> whether a validated claim is one that it asks for, as `verdict_report` counts them.
COUNTED_BY: Mapping[str, Callable[[ClaimCourse, str], bool]] = {
    "answering": lambda one, value: one.labels(PhaseName.ANSWERING)[-1] == value,
    "validation": lambda one, value: one.labels(PhaseName.VALIDATION)[0] == value,
    "dispute": lambda one, value: value in _dispute(one),
    "annotator": lambda one, value: str(one.work[PhaseName.ANSWERING][-1][1]) == value,
    "validator": lambda one, value: value in {str(person) for _label, person in one.work[PhaseName.VALIDATION]},
}

# Name of a filter -> the phase whose work has the value somewhere, and the column.
WORK_COUNTED_BY = {
    "answering": (PhaseName.ANSWERING, "label"),
    "validation": (PhaseName.VALIDATION, "label"),
    "annotator": (PhaseName.ANSWERING, f"{OF_WORK}person"),
    "validator": (PhaseName.VALIDATION, f"{OF_WORK}person"),
}


def _dispute(course: ClaimCourse) -> set[str]:
    """What the claim's dispute came to; nothing where it has none."""
    found = outcome(course)
    return {ANY_DISPUTE, found, control(course)} if found else set()


def counted_claims(project: Project, wanted: Mapping[str, str]) -> set[int]:
    """The claims with verdicts of phases 2 and 3 for which all of `wanted` holds, by names of COUNTED_BY and "type".

    The database chooses the claims that may be meant, and the phases that nobody asks for are not read.
    """
    of_work = {name: value for name, value in wanted.items() if name != TYPE}
    phases = LATER if "dispute" in wanted else (PhaseName.ANSWERING, PhaseName.VALIDATION)
    among = [_may_be(project, *one) for one in wanted.items()]
    courses = courses_by_claim(project, phases, among, are_disputed="dispute" in wanted)
    found = {
        one.claim
        for one in courses.values()
        if one.is_validated and all(COUNTED_BY[name](one, value) for name, value in of_work.items())
    }
    if TYPE in wanted:
        found &= {claim for claim, types in types_of_claims(project) if wanted[TYPE] in types}
    return found


def _may_be(project: Project, name: str, value: str) -> QuerySet[Any]:
    """Numbers of claims, among them all for which the filter holds."""
    if name == "dispute":
        return disputed_claims(project).values("claim")
    if name == TYPE:
        # SQLite has no "contains" for JSON, and stores letters beyond ASCII escaped.
        written = Q(as_text__contains=json.dumps(value)) | Q(as_text__contains=json.dumps(value, ensure_ascii=False))
        claims = NormalisedClaim.objects.filter(article__project=project).order_by()
        return claims.alias(as_text=Cast("claim_types", TextField())).filter(written).values("pk")
    kind, column = WORK_COUNTED_BY[name]
    return works_in(project).filter(**{f"{OF_WORK}kind": kind, column: value}).values("claim")


def claims_in(project: Project, phase: str = "", state: str = "") -> set[int]:
    """The claims that have a task of this phase, in this state (`progress.STATES`); "" for any.

    A query of its own: as a condition of another, SQLite runs it again for every claim.
    """
    items = ClaimItem.objects.filter(in_chain=True, task__in=tasks_in(project, state))
    items = items.filter(kind=phase) if phase else items
    return set(items.values_list("claim", flat=True))


def articles_in(project: Project, state: str = "") -> QuerySet[Article]:
    """The articles whose task of phase 1 is in this state, "" for any, the latest first, each with its claims."""
    tasks = tasks_in(project, state).filter(kind=PhaseName.NORMALISATION)
    current = NormalisedClaim.objects.filter(is_current=True)
    articles = Article.objects.filter(project=project, task__in=tasks)
    return articles.prefetch_related(Prefetch("claims", current)).order_by("-pk")


def works_on(claims: Collection[NormalisedClaim]) -> QuerySet[ClaimWork]:
    """What was submitted about the claims in phases 2 to 5, phase by phase, in the order of submission.

    Current revisions, those that a manager set aside too."""
    works = ClaimWork.objects.filter(
        claim__in=claims, submission__is_current=True, submission__assignment__task__phase=Phase.PRODUCTION
    ).select_related("submission__assignment__set_aside")
    phases = (When(submission__assignment__kind=phase, then=Value(place)) for place, phase in enumerate(LATER))
    order = Case(*phases, output_field=IntegerField())
    return works.order_by("claim", order, "submission__assignment__ended_at", "pk")
