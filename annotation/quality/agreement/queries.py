"""Read multiply annotated claims from the database, and compute the report over them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from operator import itemgetter
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet
from django.db.models.functions import Coalesce

from annotation.accounts.models import User
from annotation.claims.models import Claim
from annotation.evidence.queries import evidence_sets
from annotation.projects.models import Project
from annotation.quality.agreement.annotators import Annotator, Annotators, Cell, annotators
from annotation.quality.agreement.definitions import GROUPINGS
from annotation.quality.agreement.filters import EVERYTHING, Filters
from annotation.quality.agreement.groups import Group
from annotation.quality.agreement.items import Item, Rating
from annotation.quality.agreement.report import (
    Figure,
    challenge_figures,
    evidence_figures,
    figure,
    grouped,
    lowest_first,
    verdict_figures,
)
from annotation.quality.agreement.result import Interval, Undefined, Value
from annotation.quality.agreement.scores import label_scores
from annotation.vocabulary.tasks import Phase, TaskKind
from annotation.work.models import Assignment, Task
from annotation.workflows.claim_verification.models import RevisionRequest, Verification


@dataclass(frozen=True, slots=True)
class AgreementReport:
    """Agreement figures. `items`: multiply annotated claims, `two_way` of them by two people.

    `groups`: by each grouping that was asked for. `annotators`: None unless asked for; `names`: person -> name.
    """

    items: int
    two_way: int
    three_way: int
    verifications: int
    figures: list[Figure]
    groups: dict[str, list[Group]]
    annotators: Annotators | None
    names: dict[int, str] = field(default_factory=dict)


# Classes that stored items and reports are made of.
RESULT_CLASSES = (AgreementReport, Figure, Group, Annotators, Annotator, Cell, Value, Undefined, Interval, Item, Rating)
ALL_GROUPINGS = tuple(GROUPINGS)


def agreement_report(
    project: Project,
    filters: Filters = EVERYTHING,
    by: Sequence[str] = (),
    *,
    scores: Mapping[int, float] | None = None,
    with_annotators: bool = False,
    items: Sequence[Item] | None = None,
) -> AgreementReport:
    """Compute the figures over the project's multiply annotated claims, from current verifications.

    `by`: names of `definitions.GROUPINGS`; another raises KeyError. `scores`: person -> label accuracy in calibration.
    `items`: what `items_of` gave, where the caller has it. Each number holds the ids of the claims behind it.
    """
    chosen = [item for item in (items_of(project) if items is None else items) if filters.keep(item)]
    figures = [*verdict_figures(chosen), *challenge_figures(chosen), *evidence_figures(chosen)]
    people, behind = annotators(chosen) if with_annotators else None, lowest_first(chosen)
    if people is not None:
        figures.append(figure("annotators.mean", people.mean, behind))
        figures.append(figure("annotators.spread", people.spread, behind))
    return AgreementReport(
        items=len(chosen),
        two_way=sum(len(item.ratings) == 2 for item in chosen),
        three_way=sum(len(item.ratings) == 3 for item in chosen),
        verifications=sum(len(item.ratings) for item in chosen),
        figures=figures,
        groups={name: grouped(chosen, name, scores or {}) for name in by},
        annotators=people,
        names=names_of(project) if with_annotators else {},
    )


def full_report(project: Project, items: Sequence[Item], filters: Filters = EVERYTHING) -> AgreementReport:
    """Compute all figures, groups and annotators; without names, which change and are read with the page."""
    scores = label_scores(project)
    report = agreement_report(project, filters, ALL_GROUPINGS, scores=scores, with_annotators=True, items=items)
    return replace(report, names={})


def names_of(project: Project) -> dict[int, str]:
    """Person -> display name, for everybody who was ever assigned work."""
    mine = Assignment.objects.filter(project=project, person=OuterRef("pk"))
    users = User.objects.filter(Exists(mine))  # a look at an index for each, instead of at every verification
    return {user.pk: user.get_full_name() or user.get_username() for user in users}


def multiply_annotated_candidates(project: Project) -> QuerySet[Task, Any]:
    """Select the ids of claims assigned to more than one person: a superset of the multiply annotated ones.

    From the tasks alone, which is a fifth of the time that counting verifications takes.
    """
    verifying = Task.objects.filter(project=project, kind=TaskKind.CLAIM_VERIFICATION, phase=Phase.PRODUCTION)
    several = verifying.filter(assigned_count__gt=1)  # gold, which everybody does, is no sample
    return several.values("claim")


def items_of(project: Project, claims: QuerySet[Any, Any] | None = None) -> list[Item]:
    """Every claim that several people verified, by id; of these `claims` (ids) alone, if given. A handful of queries,
    whatever the size.

    People are counted once: an assignment has one current verification, and nobody gets a claim twice. Of what was
    sent back to its annotator, as it was before: what they made of it then, somebody asked them to, who had seen all
    answers, and agreement is that of people who decide on their own.
    """
    claims = multiply_annotated_candidates(project) if claims is None else claims
    evidence = evidence_sets(is_current=True, claim__in=claims)
    rows = _said(is_current=True, claim__in=claims)
    before = _before_they_were_returned(claims)
    if before:
        evidence |= evidence_sets(pk__in=list(before.values()))
        earlier = {row[_ASSIGNMENT]: row for row in _said(pk__in=list(before.values()))}
        rows = [earlier.get(row[_ASSIGNMENT], row) for row in rows]
    known = _claims(claims)
    items = []
    in_order = sorted(rows, key=itemgetter(0, 6, 1))  # quicker than the database
    for claim, of_claim in groupby(in_order, key=itemgetter(0)):
        ratings = [
            Rating(pk, person, verdict, challenge, evidence.get(pk, ()), at)
            for _claim, pk, _assignment, person, verdict, challenge, at in of_claim
        ]
        if len(ratings) > 1:
            items.append(Item(claim, tuple(ratings), *known[claim]))
    return items


_COLUMNS = ("claim", "pk", "assignment", "assignment__person", "verdict", "challenge", "at")
_ASSIGNMENT = _COLUMNS.index("assignment")


def _said(**which: Any) -> list[tuple[Any, ...]]:
    """Read _COLUMNS of these verifications."""
    # One time a row: making datetimes of text is what takes longest here.
    at = Coalesce("assignment__ended_at", "created_at")
    return list(Verification.objects.filter(**which).order_by().annotate(at=at).values_list(*_COLUMNS))


def _before_they_were_returned(claims: QuerySet[Any, Any]) -> dict[int, int]:
    """Assignment -> the revision of its verification for which a revision was first requested."""
    returned = RevisionRequest.objects.filter(assignment__task__claim__in=claims).order_by("-pk")
    return dict(returned.values_list("assignment", "verification"))  # the first one last, so that it stays


def _claims(claims: QuerySet[Any, Any]) -> dict[int, tuple[str, str, str, str]]:
    columns = ("pk", "claim_type", "mutation", "expected_challenge", "highlight__kind")
    rows = Claim.objects.order_by().filter(pk__in=claims).values_list(*columns)
    return {pk: (claim_type, mutation, challenge, kind or "") for pk, claim_type, mutation, challenge, kind in rows}
