"""Read multiply annotated tasks from the database, and compute the report over them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from operator import itemgetter

from django.db.models import Exists, OuterRef
from django.db.models.functions import Coalesce

from annotation.accounts.models import User
from annotation.projects.label_sets import label_set_of
from annotation.projects.models import Project
from annotation.quality.agreement.annotators import Annotator, Annotators, Cell, annotators
from annotation.quality.agreement.competence import Competence
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
    label_figures,
    lowest_first,
    verdict_figures,
)
from annotation.quality.agreement.result import Interval, Undefined, Value
from annotation.quality.agreement.scores import label_scores
from annotation.vocabulary.tasks import Phase
from annotation.work.counted import counted
from annotation.work.models import Assignment, Submission
from annotation.work.registry import labels_of, workflows
from annotation.work.workflow import AnyWorkflow


@dataclass(frozen=True, slots=True)
class AgreementReport:
    """Agreement figures. `items`: multiply annotated claims, `two_way` of them by two people.

    `groups`: by each grouping that was asked for. `annotators`: None unless asked for; `names`: person -> name.
    `competence`: of everybody, over all claims; empty unless asked for.
    """

    items: int
    two_way: int
    three_way: int
    verifications: int
    figures: list[Figure]
    groups: dict[str, list[Group]]
    annotators: Annotators | None
    names: dict[int, str] = field(default_factory=dict)
    competence: list[Competence] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class LabelReport:
    """Agreement on labels alone. `items`: the tasks that several people answered."""

    items: list[Item]
    figures: list[Figure]


# Classes that stored items and reports are made of.
RESULT_CLASSES = (
    AgreementReport,
    Figure,
    Group,
    Annotators,
    Annotator,
    Cell,
    Competence,
    Value,
    Undefined,
    Interval,
    Item,
    Rating,
)
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
    labels = label_set_of(project)
    figures = [*verdict_figures(chosen, labels), *challenge_figures(chosen), *evidence_figures(chosen)]
    people, behind = annotators(chosen, labels) if with_annotators else None, lowest_first(chosen)
    if people is not None:
        figures += [figure(f"annotators.{name}", result, behind) for name, result in people.summary.items()]
    return AgreementReport(
        items=len(chosen),
        two_way=sum(len(item.ratings) == 2 for item in chosen),
        three_way=sum(len(item.ratings) == 3 for item in chosen),
        verifications=sum(len(item.ratings) for item in chosen),
        figures=figures,
        groups={name: grouped(chosen, name, scores or {}, labels) for name in by},
        annotators=people,
        names=names_of(project) if with_annotators else {},
    )


def full_report(project: Project, items: Sequence[Item], filters: Filters = EVERYTHING) -> AgreementReport:
    """Compute all figures, groups and annotators; without names, which change and are read with the page."""
    scores = calibration_scores(project)
    report = agreement_report(project, filters, ALL_GROUPINGS, scores=scores, with_annotators=True, items=items)
    return replace(report, names={})


def calibration_scores(project: Project) -> dict[int, float]:
    """Return `label_scores` of the workflow that compares evidence."""
    workflow = _compared_by_evidence()
    return {} if workflow is None else label_scores(project, workflow.slug)


def names_of(project: Project) -> dict[int, str]:
    """Person -> name, for everybody who was ever assigned work."""
    mine = Assignment.objects.filter(project=project, person=OuterRef("pk"))
    users = User.objects.filter(Exists(mine))  # a look at an index for each, instead of at every verification
    return {user.pk: user.get_username() for user in users}


def items_of(project: Project, workflow: AnyWorkflow | None = None) -> list[Item]:
    """Every task in production that several people answered, by id; none of a workflow that cannot be compared.

    By default of the workflow that compares evidence too, whose items are claims.
    """
    workflow = workflow or _compared_by_evidence()
    if workflow is None or workflow.comparable is None:
        return []
    if workflow.comparable.items is not None:
        return workflow.comparable.items(project)
    label = workflow.comparable.field
    current = Submission.objects.filter(
        counted(),
        assignment__project=project,
        assignment__kind=workflow.slug,
        assignment__task__phase=Phase.PRODUCTION,
        assignment__task__assigned_count__gt=1,
        **{f"{label}__in": labels_of(project, workflow).values},
    )
    rows = current.annotate(at=Coalesce("assignment__ended_at", "created_at")).order_by()
    answers = sorted(
        rows.values_list("assignment__task", "at", "pk", "assignment__person", label, "guidelines_version")
    )
    items = []
    for task, of_task in groupby(answers, key=itemgetter(0)):
        ratings = tuple(
            Rating(pk, person, value, "", (), at, guidelines=version)
            for _task, at, pk, person, value, version in of_task
        )
        if len(ratings) > 1:
            items.append(Item(task, ratings))
    return items


def label_report(project: Project, workflow: AnyWorkflow) -> LabelReport:
    """Compute agreement on the labels of any workflow that can be compared."""
    items = items_of(project, workflow)
    return LabelReport(items, label_figures(items, labels_of(project, workflow)))


def _compared_by_evidence() -> AnyWorkflow | None:
    return next((one for one in workflows().values() if one.comparable and one.comparable.items), None)
