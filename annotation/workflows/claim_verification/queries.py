"""Progress of a project's verification, and the history of one verifier."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db.models import Count, F, Q, QuerySet, Sum
from django.utils import timezone

from annotation.accounts.models import User
from annotation.claims.text_search import has_words
from annotation.projects.models import Project
from annotation.vocabulary.tasks import Phase
from annotation.work.models import KEPT, AssignmentState, Task
from annotation.workflows.claim_verification.models import Report, RevisionRequest, Verification
from annotation.workflows.kinds import TaskKind

RECENT = 5


@dataclass(frozen=True, slots=True)
class Progress:
    """Progress of a project in production: calibration and hidden gold do not count.

    `wanted`: verifications wanted, over all claims. `submitted`: of these, submitted. `held`: being worked on now, or
    postponed, by a lease that has not run out. `withdrawn`: of claims that nobody is offered, because of what was said
    when they were skipped or reported. `free`: the rest. `claims_done`: claims with all of their verifications.
    `reported`: claims with a report that no manager has decided.
    """

    claims: int
    claims_done: int
    wanted: int
    submitted: int
    held: int
    withdrawn: int
    free: int
    reported: int


def progress(project: Project) -> Progress:
    """Counts of the project's verification; each is defined by `Progress`."""
    tasks = Task.objects.filter(project=project, kind=TaskKind.CLAIM_VERIFICATION, phase=Phase.PRODUCTION)
    tallied = tasks.annotate(
        submitted=Count("assignments", filter=Q(assignments__state=AssignmentState.SUBMITTED)),
        held=Count("assignments", filter=Q(assignments__state__in=KEPT, assignments__leased_until__gte=timezone.now())),
    )
    rest = F("required_annotations") - F("submitted") - F("held")
    is_withdrawn = Q(withdrawn_at__isnull=False)
    totals = tallied.aggregate(
        all_wanted=Sum("required_annotations", default=0),
        all_submitted=Sum("submitted", default=0),
        all_held=Sum("held", default=0),
        all_withdrawn=Sum(rest, filter=is_withdrawn, default=0),
        all_free=Sum(rest, filter=~is_withdrawn, default=0),
        done=Count("pk", filter=Q(submitted__gte=F("required_annotations"))),
    )
    undecided = Report.objects.filter(claim__project=project, decision="")
    return Progress(
        claims=project.claims.filter(phase=Phase.PRODUCTION).count(),
        claims_done=totals["done"],
        wanted=totals["all_wanted"],
        submitted=totals["all_submitted"],
        held=totals["all_held"],
        withdrawn=totals["all_withdrawn"],
        free=totals["all_free"],
        reported=undecided.values("claim").distinct().count(),
    )


def history(person: User, project: Project, query: str = "", verdict: str = "") -> QuerySet[Verification]:
    """The current revisions of what the person has submitted, those of guided examples left out, latest first.

    `query`: words that the claim has, in any order and case. `verdict`: exactly this one.
    """
    rows = Verification.objects.filter(
        claim__project=project, submission__is_current=True, submission__assignment__person=person
    ).exclude(claim__phase=Phase.GUIDED)
    if query:
        rows = rows.filter(has_words(query, "claim__text"))
    if verdict:
        rows = rows.filter(verdict=verdict)
    return rows.select_related("claim", "submission__assignment__project").order_by("-submission__created_at", "-pk")


def open_revision_requests(person: User, project: Project) -> QuerySet[RevisionRequest]:
    """Select the open revision requests to this person, oldest first."""
    mine = RevisionRequest.objects.filter(
        assignment__person=person, assignment__project=project, resolved_at__isnull=True
    )
    return mine.select_related("assignment__task__verification_item__claim", "verification").order_by(
        "created_at", "pk"
    )


def reports_given(project: Project) -> dict[int, int]:
    """Verifier -> how many claims in production they reported."""
    given = Report.objects.filter(claim__project=project, claim__phase=Phase.PRODUCTION).order_by()
    return dict(given.values_list("assignment__person").annotate(reports=Count("pk")))


def my_work(person: User, project: Project) -> dict[str, Any]:
    """What My work shows of a verifier: how many verifications they have, the latest ones, and those to revise."""
    done = history(person, project)
    returned = list(open_revision_requests(person, project))
    return {"done": done.count(), "recent": list(done[:RECENT]), "returned": returned}
