"""How annotators left their claims, where pages are lines: FEVER's buttons, each with its number, queue and effect."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from urllib.parse import urlencode

from django.db.models import Count, Q
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from annotation.projects.label_sets import label_set_of
from annotation.projects.models import PageView, Project
from annotation.vocabulary.tasks import Phase
from annotation.work.counted import counted
from annotation.work.models import Assignment, AssignmentState
from annotation.workflows.claim_verification.models import Report, ReportReason, Verification
from annotation.workflows.kinds import TaskKind


@dataclass(frozen=True, slots=True)
class Outcome:
    """One way to leave a claim: how often it was taken, what follows from it, and where its claims are listed."""

    name: str | Promise
    count: int
    effect: str | Promise
    address: str


def outcomes(project: Project) -> list[Outcome]:
    """The outcomes of production; empty for a project whose pages are articles."""
    if project.page_view != PageView.LINES:
        return []
    labels = label_set_of(project)
    unknown = labels.not_enough_info
    verifications = Verification.objects.filter(
        counted("submission__"), claim__project=project, claim__phase=Phase.PRODUCTION
    )
    said = verifications.aggregate(
        plain=Count("pk", filter=Q(unsure=False) & ~Q(verdict=unknown)),
        flagged=Count("pk", filter=Q(unsure=True)),
        unknown=Count("pk", filter=Q(verdict=unknown)),
    )
    tasks = Assignment.objects.filter(project=project, kind=TaskKind.CLAIM_VERIFICATION)
    skipped = tasks.filter(state=AssignmentState.SKIPPED, task__phase=Phase.PRODUCTION).count()
    given = Report.objects.filter(claim__project=project, claim__phase=Phase.PRODUCTION)
    reasons = Counter(reason for row in given.values_list("reasons", flat=True) for reason in row)
    of_reports = (
        (ReportReason.AMBIGUOUS, _("Offered to nobody until a manager has decided.")),
        (ReportReason.LANGUAGE, _("Offered to nobody until a manager has corrected it, or decided otherwise.")),
    )
    here = [
        Outcome(_("Submitted"), said["plain"], _("Counts and is released."), _list(project, "verifications")),
        Outcome(
            _("Submitted and flagged"),
            said["flagged"],
            _("Counts and is released; listed until a manager has looked at it."),
            _list(project, "verifications", unsure="1"),
        ),
        Outcome(
            labels.name(unknown),
            said["unknown"],
            _("Counts and is released without evidence."),
            _list(project, "verifications", verdict=unknown),
        ),
        Outcome(_("Skipped"), skipped, _("Offered to somebody else."), _list(project, "skipped")),
    ]
    return here + [
        Outcome(reason.label, reasons[reason], effect, _list(project, "reports", reason=reason.value))
        for reason, effect in of_reports
    ]


def _list(project: Project, page: str, **query: str) -> str:
    address = reverse(f"manage-{page}", args=[project.slug])
    return f"{address}?{urlencode(query)}" if query else address
