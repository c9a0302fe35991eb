"""Background job that looks at the whole site as `doctor` does, every quarter of an hour, and tells operators.

What it finds, and what they were told, is the result of the job; the operators' page shows the latest.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone

from annotation.management.commands.doctor import examine
from frontend.site.alerts import Trouble, tell
from jobs.context import JobContext
from jobs.models import Job, JobState
from jobs.periodic import every
from jobs.registry import job

KIND = "check_site"
PAUSE, DAY = timedelta(minutes=15), timedelta(days=1)
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
    """Look, tell operators what is new, and delete the results of earlier looks but the latest.

    Where a worker is killed after it has told them, they are told twice.
    """
    findings = [{"subject": one.subject, "text": one.text, "remedy": one.remedy} for one in examine()]
    before = latest_result().get("alerts", {})
    state = tell(_troubles(findings), before, timezone.now())
    old = Job.objects.filter(kind=KIND, pk__lt=context.job.pk, state=JobState.DONE).order_by("-pk").values("pk")
    Job.objects.filter(pk__in=[row["pk"] for row in old[KEPT:]]).delete()
    return {"findings": findings, "alerts": state}


def _troubles(findings: list[dict[str, str]]) -> Iterator[Trouble]:
    """Problems by subject, and jobs that failed within a day. Several of one subject are one trouble."""
    problems: dict[str, list[dict[str, str]]] = {}
    for one in findings:
        if one["remedy"]:
            problems.setdefault(one["subject"], []).append(one)
    for subject, found in problems.items():
        yield Trouble(subject, "; ".join(one["text"] for one in found), " ".join(one["remedy"] for one in found))
    failed = Job.objects.filter(state=JobState.FAILED, finished_at__gt=timezone.now() - DAY)
    kinds = sorted(set(failed.values_list("kind", flat=True)))
    if kinds:
        yield Trouble("failed jobs", f"{failed.count()} in 24 hours: {', '.join(kinds)}", "See the page of the site.")


def latest_result() -> dict[str, Any]:
    """What the latest look has stored; empty before the first one."""
    found = Job.objects.filter(kind=KIND, state=JobState.DONE).order_by("-pk").first()
    return {} if found is None else found.result or {}


def latest_check() -> SiteCheck | None:
    """The result of the latest look; None before the first one."""
    found = Job.objects.filter(kind=KIND, state=JobState.DONE).order_by("-pk").first()
    if found is None or found.result is None or found.finished_at is None:
        return None
    return SiteCheck(found.finished_at, found.result["findings"])


every(KIND, pause=PAUSE)
