"""Background job that marks in every open log that the clock of the server jumped (`jobs.wall_clock` notices it)."""

from __future__ import annotations

from datetime import timedelta
from decimal import Decimal
from typing import Any

from django.db.models import Q
from django.utils import timezone

from annotation.work.models import KEPT, Assignment
from annotation.work.operations import note_clock_jump
from jobs.context import JobContext
from jobs.heartbeat import SECONDS_BETWEEN_BEATS
from jobs.registry import job
from jobs.wall_clock import KIND

NOTICED_WITHIN = timedelta(seconds=SECONDS_BETWEEN_BEATS)
LONGEST = timedelta(hours=1)  # from the jump to its note in the last log, after a killed worker too


@job(KIND)
def note_jump(context: JobContext) -> dict[str, Any]:
    """Note it in the logs of the tasks that were open then: how many. Safe to repeat."""
    seconds = Decimal(str(context.arguments["seconds"])).quantize(Decimal("0.001"))
    noticed_at = context.job.created_at
    # What was taken after the jump does not have it in its times. Of a jump forward it is what is dated less than the
    # jump before it was noticed, however long that took; after one backward, what was taken before may be dated later
    # than now.
    before_jump = Q(created_at__lte=noticed_at - timedelta(seconds=float(seconds)))
    if seconds < 0:
        before_jump = ~Q(created_at__gte=noticed_at - NOTICED_WITHIN, created_at__lte=timezone.now())
    open_then = Assignment.objects.filter(before_jump, state__in=KEPT).order_by("pk")
    noted = sum(note_clock_jump(one, seconds, noticed_at - LONGEST) for one in open_then.iterator(chunk_size=500))
    return {"seconds": float(seconds), "noted": noted}
