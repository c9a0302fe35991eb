"""Which claims and which work of phases 2 to 5 are handed out: what counts, to statistics; all of it, to managers."""

from __future__ import annotations

from collections.abc import Collection

from django.db.models import Exists, OuterRef, Prefetch, QuerySet

from annotation.accounts.access import by_key
from annotation.projects.models import Project
from annotation.vocabulary.tasks import Phase
from annotation.work.counted import counted
from annotation.work.models import Submission
from annotation.workflows.question_answering.models import Answer, ClaimWork, NormalisedClaim, Question


def claims_of(project: Project) -> QuerySet[NormalisedClaim]:
    """Return the claims of the project as they are now, the latest first, for those who read its quality."""
    claims = NormalisedClaim.objects.filter(article__project=project, is_current=True)
    return claims.select_related("article").order_by("-pk")


def claim_of(project: Project, pk: int) -> NormalisedClaim:
    """Return one of these. Raises Http404."""
    return by_key(claims_of(project), pk)


def claims_at(project: Project, numbers: Collection[int]) -> dict[int, NormalisedClaim]:
    """Return these claims of the project by their numbers."""
    return {claim.pk: claim for claim in claims_of(project).filter(pk__in=numbers)}


def phase_work_in(project: Project) -> QuerySet[ClaimWork]:
    """Return what was submitted in phases 2 to 5 in production, as it is now, set aside or not.

    A condition on each, so that the newest are found from the end: joined, a large project would be sorted whole.
    """
    mine = Submission.objects.filter(pk=OuterRef("submission"), is_current=True, assignment__project=project)
    return ClaimWork.objects.filter(Exists(mine.filter(assignment__task__phase=Phase.PRODUCTION)))


def chain_work(without_people: Collection[int] = ()) -> QuerySet[ClaimWork]:
    """Return the work that counts, of tasks on the way of their claims, in the order in which it was submitted."""
    works = ClaimWork.objects.filter(counted("submission__"), submission__assignment__task__claim_item__in_chain=True)
    works = works.exclude(submission__assignment__person__in=without_people) if without_people else works
    return works.order_by("submission__assignment__ended_at", "pk")


def with_pairs(works: QuerySet[ClaimWork]) -> QuerySet[ClaimWork]:
    """The same with their assignments, questions and answers, in four queries."""
    questions = Question.objects.prefetch_related(
        Prefetch("answers", queryset=Answer.objects.select_related("evidence"))
    )
    return works.select_related("submission__assignment").prefetch_related(
        Prefetch("submission__questions", queryset=questions)
    )


def phase_work_of(project: Project, pk: int) -> ClaimWork:
    """Return one of these, for the project's managers. Raises Http404."""
    about = ("submission__assignment__person", "submission__assignment__set_aside__by")
    subject = "submission__assignment__task__claim_item__claim__article"
    return by_key(phase_work_in(project).select_related(*about, subject), pk)
