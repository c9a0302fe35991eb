"""Who may read a discussion, at the moment of asking: nothing of it is stored, so that a claim that is verified again
closes its discussion by itself.

An annotator reads it when a manager or adjudicator opened it, and nobody can be influenced by it any more: all required
annotations are submitted, nobody holds the claim, none of its answers can be changed, none is asked for again, no
report stands. Only tasks of production have discussions: one of a gold item would tell the answer.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import Exists, F, Max, OuterRef, Q, QuerySet, Subquery
from django.utils import timezone

from annotation.accounts.models import User
from annotation.claims.models import Claim
from annotation.discussion.models import Discussion, DiscussionRead, Speaker
from annotation.projects.models import Project
from annotation.quality.adjudication.models import Adjudication, SecondState, Turn
from annotation.quality.calibration.models import GoldItem
from annotation.quality.sampling.visibility import most_edit_hours as most_edit_hours_of_agreement
from annotation.vocabulary.tasks import Phase
from annotation.work.models import KEPT, Assignment, AssignmentState, Task
from annotation.workflows.models import Report, RevisionRequest, Verification


def discussable(project: Project) -> QuerySet[Task]:
    """Select the tasks whose claims may be discussed: those of production that are no gold."""
    gold = GoldItem.objects.filter(task=OuterRef("pk"))
    tasks = Task.objects.filter(project=project, phase=Phase.PRODUCTION, verification_item__isnull=False)
    return tasks.exclude(Exists(gold))


def is_discussable(claim: Claim) -> bool:
    """Tell whether the claim may be discussed."""
    return discussable(claim.project).filter(verification_item__claim=claim).exists()


def finished(project: Project) -> QuerySet[Task]:
    """Select the tasks that may be discussed with their annotators: no answer can come or change any more.

    None where the project lets answers be changed without end.
    """
    until = _closed_until(project)
    if until is None:
        return Task.objects.none()
    here = Assignment.objects.filter(task=OuterRef("pk"))
    editable = Q(state=AssignmentState.SUBMITTED, ended_at__gt=until)
    changed = Verification.objects.filter(claim=OuterRef("verification_item__claim"), submission__created_at__gt=until)
    returned = RevisionRequest.objects.filter(assignment__task=OuterRef("pk"), resolved_at__isnull=True)
    reported = Report.objects.standing(project).filter(claim=OuterRef("verification_item__claim"))
    complete = discussable(project).filter(assigned_count__gte=F("required_annotations"))
    complete = complete.exclude(Exists(here.filter(Q(state__in=KEPT) | editable)))
    return complete.exclude(Exists(changed)).exclude(Exists(returned)).exclude(Exists(reported))


def is_finished(claim: Claim) -> bool:
    """Tell whether the claim's annotators may read its discussion once it is open."""
    return finished(claim.project).filter(verification_item__claim=claim).exists()


def discussions_of(person: User, project: Project) -> QuerySet[Discussion]:
    """Select the discussions that this person may read as an annotator of their claims."""
    mine = Verification.objects.filter(
        claim=OuterRef("claim"),
        submission__is_current=True,
        submission__assignment__person=person,
        submission__assignment__state=AssignmentState.SUBMITTED,
    )
    done = finished(project).filter(verification_item__claim=OuterRef("claim"))
    return Discussion.objects.filter(Exists(mine), Exists(done), claim__project=project, is_open=True)


def projects_with_discussions(person: User) -> set[int]:
    """Return the ids of the projects with an open discussion of a claim that the person verified: one query."""
    theirs = Q(claim__verifications__submission__assignment__person=person)
    return set(Discussion.objects.filter(theirs, is_open=True).values_list("claim__project", flat=True))


def first_decisions(claim: str) -> dict[str, Subquery]:
    """Annotations: since when a claim waits for a second decision, and on whose first one; null where it does not.

    `claim`: the lookup of the claim. What was decided of earlier words of it counts too: rather hide too much.
    """
    first = Adjudication.objects.filter(
        claim=OuterRef(claim), turn=Turn.FIRST, claim__second_adjudication__state=SecondState.WAITING
    )
    return {
        "decided_at": Subquery(first.order_by("created_at").values("created_at")[:1]),
        "decided_by": Subquery(first.order_by("-revision").values("adjudicator")[:1]),
    }


def readable_entries(reader: User, entry: str = "") -> Q:
    """What of a discussion somebody may read who is no manager and not an annotator of its claim; over rows with
    `first_decisions`. `entry`: the lookup of the entries, such as "entries__".

    Whoever may have to give the second decision reads what was written before the first one, and their own; the first
    adjudicator reads all but what other adjudicators write meanwhile.
    """
    before = Q(decided_at__isnull=True) | Q(**{f"{entry}created_at__lt": F("decided_at")})
    own = Q(**{f"{entry}author": reader})
    return before | own | (Q(decided_by=reader.pk) & ~Q(**{f"{entry}speaker": Speaker.ADJUDICATOR}))


def works_on(person: User, claim: Claim) -> bool:
    """Tell whether the person wrote the claim, or ever had its task: such an adjudicator must not read along."""
    had = Assignment.objects.filter(person=person, task__verification_item__claim=claim)
    return claim.author_id == person.pk or had.exists()


def discussions_beside_own_work(person: User, project: Project) -> QuerySet[Discussion]:
    """Select the project's discussions but those of claims that the person wrote or had as a task."""
    had = Assignment.objects.filter(person=person, task__verification_item__claim=OuterRef("claim"))
    found = Discussion.objects.filter(claim__project=project).exclude(Exists(had))
    return found.exclude(claim__author=person)


def most_edit_hours(project: Project) -> int | None:
    """Longest editing time, in hours, that reopens no answer whose annotator may have seen the others', or read a
    discussion of their claim; None: any."""
    read = DiscussionRead.objects.filter(discussion__claim__project=project)
    theirs = read.filter(person=OuterRef("person"), discussion__claim__verification_item__task=OuterRef("task"))
    closed = Assignment.objects.filter(Exists(theirs), project=project, state=AssignmentState.SUBMITTED)
    newest = closed.aggregate(newest=Max("ended_at"))["newest"]
    discussed = None if newest is None else (timezone.now() - newest) // timedelta(hours=1)
    return min((most for most in (discussed, most_edit_hours_of_agreement(project)) if most is not None), default=None)


def _closed_until(project: Project) -> datetime | None:
    """The time up to which submissions cannot be changed any more; None where they always can."""
    return timezone.now() - timedelta(hours=project.edit_hours) if project.edit_hours else None
