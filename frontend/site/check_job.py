"""Background job that looks at the whole site as `doctor` does, every quarter of an hour.

What it finds is the result of the job; the operators' page shows the latest.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from annotation.management.commands.doctor import examine
from jobs.context import JobContext
from jobs.models import Job, JobState
from jobs.periodic import every
from jobs.registry import job

KIND = "check_site"
PAUSE = timedelta(minutes=15)
KEPT = 20  # of these jobs


@dataclass(frozen=True, slots=True)
class SiteCheck:
    """What the latest job found: subject, text and, of a problem, the remedy."""

    at: datetime
    findings: list[dict[str, str]]

    @property
    def problems(self) -> list[dict[str, str]]:
        return [one for one in self.findings if one["remedy"]]


@job(KIND)
def check_site(context: JobContext) -> dict[str, Any]:
    """Look, and delete the results of earlier looks but the latest. Safe to repeat."""
    findings = [{"subject": one.subject, "text": one.text, "remedy": one.remedy} for one in examine()]
    old = Job.objects.filter(kind=KIND, pk__lt=context.job.pk, state=JobState.DONE).order_by("-pk").values("pk")
    Job.objects.filter(pk__in=[row["pk"] for row in old[KEPT:]]).delete()
    return {"findings": findings}


def latest_check() -> SiteCheck | None:
    """The result of the latest look; None before the first one."""
    found = Job.objects.filter(kind=KIND, state=JobState.DONE).order_by("-pk").first()
    if found is None or found.result is None or found.finished_at is None:
        return None
    return SiteCheck(found.finished_at, found.result["findings"])


every(KIND, pause=PAUSE)
