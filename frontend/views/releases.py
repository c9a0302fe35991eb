"""Releases of a project: preview, creation and list."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.contrib import messages
from django.db.models import Q
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext

from annotation.actions.models import Action
from annotation.claims.models import Claim
from annotation.projects.access import job_of
from annotation.projects.label_sets import label_set_of
from annotation.projects.models import Project
from annotation.quality.adjudication.models import Adjudication
from annotation.quality.evidence_drift.job import KIND as DRIFT
from annotation.release import job as making
from annotation.release.access import release_of
from annotation.release.cards.statement import statement_of
from annotation.release.differences_job import KIND as COMPARISON
from annotation.release.privacy.kinds import KINDS
from annotation.release.privacy.models import Redaction
from annotation.release.privacy.withheld import with_choice
from annotation.release.summary import ReleaseOptions
from annotation.vocabulary.tasks import Phase
from annotation.work.models import Submission
from frontend.views.access import PersonRequest, manager_view
from frontend.views.job_status import latest_if_failed, latest_job
from frontend.views.quality.access import QualityAccess, quality_view
from frontend.views.release_counts import SIDES, shown_counts
from frontend.views.releases_form import ComparisonForm, DriftForm, ReleaseForm, initial_of
from jobs.enqueue import unfinished, worker_is_alive
from jobs.models import UNFINISHED, Job, JobState

ASKED = {"build": making.KIND, "preview": making.PREVIEW}
CHECKS_SHOWN = 10
COUNTS_HOLD = timedelta(minutes=10)  # in a large project counting keeps a worker busy for a while


@quality_view("GET", "POST")
def releases(request: PersonRequest, access: QualityAccess) -> HttpResponse:
    """What would be released, and what was; a POST by a manager counts anew, or builds."""
    project = access.project
    before = latest_job(project, *ASKED.values())
    form = ReleaseForm(project, initial=initial_of(before.arguments) if before else None)
    if request.method == "POST":
        access.require_manager()
        form = ReleaseForm(project, request.POST)
        if form.is_valid():
            kind = ASKED["build" if "build" in request.POST else "preview"]
            making.enqueue_release(
                kind,
                project=project,
                settings=with_choice(project, form.settings),
                asked_by=request.user,
                previous=form.cleaned_data["previous"],
            )
            return redirect("releases", slug=access.project.slug)
    checks = Job.objects.filter(project=project, kind=DRIFT).order_by("-pk")[:CHECKS_SHOWN]
    shown = access.page(
        form=form,
        releases=project.releases.select_related("created_by"),
        building=unfinished(making.KIND, project=project),
        failed=latest_if_failed(project, making.KIND),
        is_waiting_for_nobody=not worker_is_alive(),
        drift=DriftForm(project=project),
        comparison=ComparisonForm(project=project),
        checks=checks,
        sides=SIDES,
        privacy=_privacy(project) if access.is_manager else None,
        version=statement_of(project).get("version"),
        count_now=access.is_manager and not form.is_bound and _is_time_to_count(project),
        **_preview(project),
    )
    return render(request, "releases/releases.html", shown, status=400 if form.errors else 200)


@manager_view("POST")
def stop_release(request: PersonRequest, project: Project, pk: int) -> HttpResponse:
    """Stop a release that is being made, or a look for evidence: nothing of it is kept."""
    job = job_of(project, pk, *ASKED.values(), DRIFT, COMPARISON)
    if making.stop(job, request.user):
        messages.info(request, gettext("Cancelled; nothing was saved."))
    return redirect("releases", slug=project.slug)


@manager_view("GET", "POST")
def delete_release(request: PersonRequest, project: Project, pk: int) -> HttpResponse:
    """Asks whether a release is to be deleted; a POST deletes it."""
    release = release_of(project, pk)
    if request.method == "POST":
        making.delete(release, request.user)
        messages.success(request, gettext("Release %(name)s deleted.") % {"name": release.folder})
        return redirect("releases", slug=project.slug)
    return render(request, "releases/delete.html", {"project": project, "release": release})


def _is_time_to_count(project: Project) -> bool:
    """Whether what was counted last may be wrong by now, and was not counted a moment ago, whatever came of it."""
    last = latest_job(project, making.PREVIEW)
    if last is None:
        return True
    if last.state in UNFINISHED:
        return False
    acted = Q(confirmed_at__gt=last.created_at) | Q(undone_at__gt=last.created_at)
    if Action.objects.filter(acted, project=project).exists():
        return True
    if last.created_at > timezone.now() - COUNTS_HOLD:
        return False
    since = {"created_at__gt": last.created_at}
    return (
        Submission.objects.filter(verification__claim__project=project, **since)
        .exclude(assignment__task__phase=Phase.GUIDED)
        .exists()
        or Adjudication.objects.filter(claim__project=project, **since).exists()
        or Claim.objects.filter(project=project, reports__created_at__gt=last.created_at).exists()
    )


def _privacy(project: Project) -> dict[str, Any]:
    """What the form says of the choice on the page of free texts."""
    chosen = with_choice(project, ReleaseOptions())
    return {
        "left_out": [words.label for kind, words in KINDS.items() if kind in chosen.left_out],
        "redacted": Redaction.objects.filter(project=project).count(),
        "smallest_group": chosen.smallest_group,
    }


def _preview(project: Project) -> dict[str, Any]:
    """The latest counts, those being made, and why they could not be."""
    done = Job.objects.filter(project=project, kind=making.PREVIEW, state=JobState.DONE).order_by("-pk").first()
    return {
        "counting": unfinished(making.PREVIEW, project=project),
        "counted": done,
        "counts": shown_counts(done.result, label_set_of(project)) if done is not None and done.result else None,
        "not_counted": latest_if_failed(project, making.PREVIEW),
    }
