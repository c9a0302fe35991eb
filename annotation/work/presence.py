"""Who is at work at this moment: an open workspace, or a draft saved a few minutes ago."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import Q
from django.utils import timezone

from annotation.projects.models import Project
from annotation.work.models import Assignment, AssignmentState
from annotation.work.registry import workflows

WITHIN = timedelta(minutes=5)


def active_now(project: Project, now: datetime | None = None) -> dict[int, str]:
    """Person -> kind of the work that they hold, of those whose workspace has sent a heartbeat or a draft within
    WITHIN.

    A heartbeat moves the end of the lease to `lease_minutes` from then. One query, over open assignments alone.
    """
    moment = now or timezone.now()
    since = moment - WITHIN
    heard = Q(leased_until__gte=since + timedelta(minutes=project.lease_minutes)) | Q(draft__saved_at__gte=since)
    # With the kinds the index `assignment_overdue` finds them; without, SQLite reads all assignments of the project.
    kinds = list(workflows())
    open_ones = Assignment.objects.filter(
        project=project, kind__in=kinds, ended_at__isnull=True, state=AssignmentState.HELD
    )
    # Sorted here: to sort by the key SQLite would not use the index either.
    return dict(sorted(open_ones.filter(heard, leased_until__gte=moment).order_by().values_list("person", "kind")))
