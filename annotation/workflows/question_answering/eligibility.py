"""Blindness: nobody meets a claim twice, and nobody judges by answers alone who has read the article.

A chain (`annotation.work.chains`) holds all claims of an article, which would ask for 4n + 1 people for n claims. So
the rule here is that of claims: a person gets no task of a claim that they had in any phase, whatever became of it, and
none of an article whose normalisation they had. In phases 3 and 5 they get none of an article that they had in any
phase which shows it, for another claim too.
"""

from __future__ import annotations

from django.db.models import Q, QuerySet

from annotation.accounts.models import User
from annotation.projects.models import Project
from annotation.work.models import Assignment
from annotation.workflows.question_answering.models import ClaimItem
from annotation.workflows.question_answering.phases import ANSWERS, PhaseName


def exclude_met_articles(person: User, project: Project) -> Q:
    """Articles of which the person had a claim: of training and imported ones, others come before."""
    return Q(article__in=_items(person, project).values("claim__article"))


def exclude_met_claims(person: User, project: Project) -> Q:
    """Claims that the person had in any phase, and those of articles whose normalisation they had."""
    normalised = Assignment.objects.filter(person=person, project=project, kind=PhaseName.NORMALISATION)
    met = _items(person, project).values("claim")
    return Q(claim_item__claim__in=met) | Q(claim_item__claim__article__in=normalised.values("task"))


def exclude_read_articles(person: User, project: Project) -> Q:
    """Beside those, claims of articles that the person was shown for another claim."""
    read = _items(person, project).filter(kind__in=ANSWERS).values("claim__article")
    return exclude_met_claims(person, project) | Q(claim_item__claim__article__in=read)


# A list by IN is read once a query; a condition on each task would read the person's history for each.
def _items(person: User, project: Project) -> QuerySet[ClaimItem]:
    return ClaimItem.objects.filter(task__assignments__person=person, task__assignments__project=project)
