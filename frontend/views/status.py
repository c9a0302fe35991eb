"""Whether all is well: of a project for its managers, of the site for operators."""

from __future__ import annotations

import shutil
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.db.models import Count
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from annotation.audit_log.acts import Act
from annotation.audit_log.models import AuditEntry
from annotation.projects.models import Project
from annotation.projects.questions import waiting_questions
from annotation.set_up.corpus_status import corpus_status
from annotation.work.models import KEPT, Assignment
from annotation.work.registry import workflows_of
from annotation.work.reporting import standing_task_reports
from annotation.workflows.models import Report
from frontend.site.check_job import KIND as CHECK
from frontend.site.check_job import PAUSE, latest_check
from frontend.site.gauges import queue_depth
from frontend.site.readiness import failing
from frontend.views.access import PersonRequest, manager_view, operator_view
from frontend.views.inbox import shown_inbox
from frontend.views.quality.access import QualityAccess
from jobs.enqueue import enqueue, unfinished, worker_is_alive
from jobs.models import UNFINISHED, Job, JobState

SHOWN_JOBS = 10
DAY, WEEK = timedelta(days=1), timedelta(days=7)


@manager_view("GET", fresh=True)
def of_project(request: PersonRequest, project: Project) -> HttpResponse:
    """What waits, what runs and what failed in a project."""
    jobs, corpus = _jobs(project=project), corpus_status(project)
    inbox = shown_inbox(QualityAccess(project, is_manager=True))
    waiting = {
        "alerts": len(inbox.new),
        "questions": waiting_questions(project),
        "reports": Report.objects.filter(claim__project=project, decision="").count(),
        "task_reports": standing_task_reports(project).count(),
    }
    is_outdated = corpus.import_state == "complete" and not corpus.is_ready
    troubles = [
        *([_("No worker is running: jobs wait.")] if jobs["waiting"] and not worker_is_alive() else []),
        *([_("The search index is not up to date.")] if is_outdated else []),
        *([_("A job has failed.")] if jobs["failed"] else []),
    ]
    shown = {
        "project": project,
        "jobs": jobs,
        "corpus": corpus,
        "waiting": waiting,
        "work": _work(project),
        "last_release": project.releases.order_by("-pk").first(),
        "troubles": troubles,
    }
    return render(request, "manage/status.html", shown)


@operator_view("GET", "POST", fresh=True)
def of_site(request: PersonRequest) -> HttpResponse:
    """The state of the site; a POST asks for a look at everything now."""
    if request.method == "POST":
        if unfinished(CHECK) is None:
            enqueue(CHECK, asked_by=request.user)
        messages.info(request, _("The checks run now. Reload this page in a moment."))
        return redirect("site-status")
    check, not_ready, jobs = latest_check(), failing(), _jobs()
    is_old = check is not None and check.at < timezone.now() - 3 * PAUSE
    shown = {
        "check": check,
        "is_old": is_old,
        "checking": unfinished(CHECK),
        "not_ready": not_ready,
        "jobs": jobs,
        "has_worker": worker_is_alive(),
        "disk": _disk(),
        "projects": _projects(),
        "backup": _latest(Act.BACKUP_MADE),
        "verified": _latest(Act.BACKUP_VERIFIED),
        "is_well": bool(check) and not (is_old or not_ready or (check and check.problems) or jobs["failed"]),
    }
    return render(request, "site/status.html", shown)


def _disk() -> dict[str, int] | None:
    """Free bytes and per cent of the disk of the data folder; None where that is gone."""
    try:
        disk = shutil.disk_usage(settings.ATTEST_DATA_DIR)
    except OSError:
        return None
    return {"free": disk.free, "share": round(100 * disk.free / disk.total)}


def _jobs(**of: Any) -> dict[str, Any]:
    """Jobs that wait or run, and those that failed within a week, latest first; `failed` counts those of a day."""
    now = timezone.now()
    found = Job.objects.filter(**of).select_related("project")
    failed = found.filter(state=JobState.FAILED)
    return {
        "waiting": found.filter(state=JobState.WAITING, not_before__isnull=True).count(),
        "running": found.filter(state=JobState.RUNNING).count(),
        "failed": failed.filter(finished_at__gt=now - DAY).count(),
        "open": found.filter(state__in=UNFINISHED, not_before__isnull=True).order_by("pk")[:SHOWN_JOBS],
        "latest_failed": failed.filter(finished_at__gt=now - WEEK).order_by("-pk")[:SHOWN_JOBS],
    }


def _work(project: Project) -> list[dict[str, Any]]:
    """Of each kind of work: tasks that wait for somebody, and those that somebody has."""
    held = Assignment.objects.filter(project=project, state__in=KEPT).order_by().values_list("kind")
    leases, queue = dict(held.annotate(n=Count("pk"))), queue_depth(project=project)
    return [{"kind": slug, "queue": queue.get(slug, 0), "held": leases.get(slug, 0)} for slug in workflows_of(project)]


def _projects() -> list[dict[str, Any]]:
    """Of each project: tasks that somebody has, jobs that are open, and those that failed within a week."""
    projects = list(Project.objects.order_by("name"))
    rows = Assignment.objects.filter(state__in=KEPT).order_by().values_list("project")
    held = dict(rows.annotate(n=Count("pk")))
    recent = Job.objects.filter(project__isnull=False).order_by().values_list("project")
    open_jobs = dict(recent.filter(state__in=UNFINISHED, not_before__isnull=True).annotate(n=Count("pk")))
    lately = recent.filter(state=JobState.FAILED, finished_at__gt=timezone.now() - WEEK)
    failed = dict(lately.annotate(n=Count("pk")))
    return [
        {"project": one, "held": held.get(one.pk, 0), "open": open_jobs.get(one.pk, 0), "failed": failed.get(one.pk, 0)}
        for one in projects
    ]


def _latest(act: Act) -> AuditEntry | None:
    return AuditEntry.objects.filter(act=act).order_by("-number").first()
