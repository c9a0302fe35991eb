"""Claims whose other answers may be disclosed to their annotator.

What is shown must not reveal what is hidden:

- A claim is shown when all required annotations are submitted, nobody holds it, none of them may still change what
  they submitted, no revision is requested, and the project's delay is over. Nobody is ever given a claim twice, so
  that its verifiers cannot be asked about it any more.
- Agreement must not matter: claims are selected by time alone, or the share of agreement shown would be biased.
- Attention checks are never shown, and must not be recognizable by their absence. Where every claim is verified by
  several people, one that is never shown would be gold; so half of these claims are left out, by a secret seed.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from hashlib import sha256

from django.db.models import Exists, F, Max, OuterRef, Q, QuerySet
from django.utils import timezone

from annotation.accounts.models import User
from annotation.claims.models import Claim
from annotation.projects.models import Project
from annotation.quality.sampling.models import QaSample
from annotation.vocabulary.tasks import Phase
from annotation.work.counted import counted
from annotation.work.models import KEPT, Assignment, AssignmentState, Task
from annotation.work.registry import kinds_on_claims
from annotation.workflows.models import Report, RevisionRequest, Verification


def visible_claims(person: User, project: Project) -> QuerySet[Claim]:
    """Select the claims whose other verifications this person may see."""
    until = visible_until(project)
    if until is None:
        return Claim.objects.none()
    mine = Verification.objects.filter(counted("submission__"), submission__assignment__person=person).values("claim")
    reported = Report.objects.standing(project).values("claim")
    tasks = _complete(project, until).filter(verification_item__claim__in=mine)
    tasks = tasks.exclude(verification_item__claim__in=reported)
    sampled = set(QaSample.objects.filter(task__in=tasks).values_list("task", flat=True))
    pairs = tasks.values_list("pk", "verification_item__claim")
    drawn = [claim for pk, claim in pairs if pk in sampled or is_drawn(project.qa_seed, claim)]
    return Claim.objects.filter(pk__in=drawn)


def visible_until(project: Project) -> datetime | None:
    """Return the time up to which submissions may be shown; None where none may.

    Where verifications may be changed without end there is no such moment: seen once, the others' answers would go into
    one's own.
    """
    if not project.show_agreement or not project.edit_hours:
        return None
    return timezone.now() - timedelta(hours=project.edit_hours, days=project.agreement_delay_days)


def most_edit_hours(project: Project) -> int | None:
    """Longest editing time, in hours, that reopens no answer whose annotator may have seen the others'; None: any.

    Claims may have been seen from the project's delay on: whether they are shown today does not matter, since nobody
    knows how long changes were allowed when they were, nor whether they were shown then.
    """
    now = timezone.now()
    seen = _complete(project, now - timedelta(days=project.agreement_delay_days))
    closed = Q(state=AssignmentState.SUBMITTED, ended_at__lte=now - timedelta(hours=project.edit_hours))
    newest = Assignment.objects.filter(closed, task__in=seen).aggregate(newest=Max("ended_at"))["newest"]
    return None if newest is None else (now - newest) // timedelta(hours=1)


def is_drawn(seed: int, claim: int) -> bool:
    """Tell whether a claim that several people verify anyway is among the half that is shown."""
    return sha256(f"shown {seed} {claim}".encode()).digest()[0] < 128


def _complete(project: Project, until: datetime) -> QuerySet[Task]:
    tasks = Task.objects.filter(
        project=project,
        kind__in=kinds_on_claims(),
        phase=Phase.PRODUCTION,
        required_annotations__gt=1,
        assigned_count__gte=F("required_annotations"),
    )
    here = Assignment.objects.filter(task=OuterRef("pk"))
    late = Q(state=AssignmentState.SUBMITTED, ended_at__gt=until)
    changed = Verification.objects.filter(claim=OuterRef("verification_item__claim"), submission__created_at__gt=until)
    returned = RevisionRequest.objects.filter(assignment__task=OuterRef("pk"), resolved_at__isnull=True)
    unfinished = Exists(here.filter(Q(state__in=KEPT) | late))
    return tasks.exclude(unfinished).exclude(Exists(changed)).exclude(Exists(returned))
