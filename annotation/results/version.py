"""Whether anything has happened since numbers were computed: a handful of index reads, however large the project."""

from __future__ import annotations

import hashlib
from datetime import datetime
from typing import Any

from django.db.models import Q, QuerySet

from annotation.claims.models import Claim
from annotation.projects.models import Project
from annotation.quality.adjudication.models import Adjudication
from annotation.quality.agreement.scores import label_scores
from annotation.quality.calibration.models import GoldItem
from annotation.work.models import Assignment
from annotation.workflows.claim_verification.models import Report, Verification

Mark = dict[str, Any]


def mark_of(project: Project) -> Mark:
    """What `is_behind` compares with. Ids are those of the whole installation: a project's own would cost a scan."""
    ended = Assignment.objects.filter(project=project, ended_at__isnull=False).order_by("-ended_at")
    decided = Report.objects.filter(decided_at__isnull=False).order_by("-decided_at")
    return {
        "verification": _last(Verification.objects.all()),
        "adjudication": _last(Adjudication.objects.all()),
        "report": _last(Report.objects.all()),
        "claim": _last(Claim.objects.all()),
        "gold": _last(GoldItem.objects.all()),
        "ended": _text(ended.values_list("ended_at", flat=True).first()),
        "decided": _text(decided.values_list("decided_at", flat=True).first()),
        "scores": _scores(project),
    }


def is_behind(project: Project, mark: Mark) -> bool:
    """Whether work was ended, handed in, changed, reported or decided since the mark, or claims came or became gold."""
    newer = (
        Verification.objects.filter(pk__gt=mark["verification"], claim__project=project),
        Adjudication.objects.filter(pk__gt=mark["adjudication"], claim__project=project),
        Report.objects.filter(pk__gt=mark["report"], claim__project=project),
        Claim.objects.filter(pk__gt=mark["claim"], project=project),
        GoldItem.objects.filter(pk__gt=mark.get("gold", 0), task__project=project),
        Assignment.objects.filter(_after("ended_at", mark["ended"]), project=project),
        Report.objects.filter(_after("decided_at", mark["decided"]), claim__project=project),
    )
    return any(rows.exists() for rows in newer) or _scores(project) != mark["scores"]


def _last(rows: QuerySet[Any]) -> int:
    return rows.order_by("-pk").values_list("pk", flat=True).first() or 0


def _after(column: str, text: str) -> Q:
    return Q(**{f"{column}__gt": datetime.fromisoformat(text)}) if text else Q(**{f"{column}__isnull": False})


def _text(moment: datetime | None) -> str:
    return moment.isoformat() if moment else ""


def _scores(project: Project) -> str:
    return hashlib.sha256(repr(sorted(label_scores(project).items())).encode()).hexdigest()[:16]
