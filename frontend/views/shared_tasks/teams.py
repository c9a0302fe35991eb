"""Pages of a team: making, joining and leaving it, its systems, submitting, and its submissions."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpResponse, HttpResponseBadRequest
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from annotation.errors import AnnotationError, Invalid
from annotation.shared_tasks import teams
from annotation.shared_tasks.access import invited_to, own_submission, own_system, own_team, split_of, team_of
from annotation.shared_tasks.files import claims_path, most_bytes, received, rows_in
from annotation.shared_tasks.models import SharedTask, Stage, TaskSplit, Team, TeamSubmission, TeamSystem
from annotation.shared_tasks.submitting import Upload, accept, refuse_untimely
from baseline.scoring.hosted.check import check
from baseline.scoring.predictions import BadPrediction
from frontend.views.access import PersonRequest
from frontend.views.job_status import has_no_worker
from frontend.views.lists import number_in, number_of, page_of
from frontend.views.shared_tasks.access import task_view
from frontend.views.shared_tasks.forms import NameForm, SubmitForm, SystemForm
from frontend.views.shared_tasks.pages import task_context
from frontend.views.shared_tasks.scoring_job import hosted_of


@task_view("GET", "POST")
def team(request: PersonRequest, task: SharedTask) -> HttpResponse:
    """The own team with its systems and submissions; for whoever is on none, the form that makes one."""
    mine = team_of(request.user, task)
    if request.method == "GET":
        return _team_page(request, task, mine)
    action = request.POST.get("action", "")
    if mine is None:
        return _create(request, task) if action == "create" else HttpResponseBadRequest(_("Unknown action."))
    act = ACTIONS.get(action)
    return act(request, task, mine) if act else HttpResponseBadRequest(_("Unknown action."))


def _create(request: PersonRequest, task: SharedTask) -> HttpResponse:
    form = NameForm(request.POST)
    if form.is_valid() and saved(form, lambda: teams.create_team(task, form.cleaned_data["name"], request.user)):
        return redirect("shared-task-team", task=task.slug)
    return _team_page(request, task, None, status=400, create_form=form)


def _rename(request: PersonRequest, task: SharedTask, mine: Team) -> HttpResponse:
    form, before = NameForm(request.POST), mine.name
    if form.is_valid() and saved(form, lambda: teams.rename(mine, form.cleaned_data["name"])):
        messages.success(request, _("Team renamed. Its submissions stay with it."))
        return redirect("shared-task-team", task=task.slug)
    mine.name = before
    return _team_page(request, task, mine, status=400, rename_form=form)


def _renew(request: PersonRequest, task: SharedTask, mine: Team) -> HttpResponse:
    teams.renew_link(mine)
    messages.success(request, _("New link made. The earlier one is no longer valid."))
    return redirect("shared-task-team", task=task.slug)


def _leave(request: PersonRequest, task: SharedTask, mine: Team) -> HttpResponse:
    teams.leave(mine, request.user)
    messages.success(request, _("You have left the team “%(name)s”.") % {"name": mine.name})
    return redirect("shared-task", task=task.slug)


def _system(request: PersonRequest, task: SharedTask, mine: Team) -> HttpResponse:
    number = request.POST.get("system", "")
    changed = own_system(mine, number_in(number)) if number else None
    form = SystemForm(request.POST)
    if form.is_valid() and saved(form, lambda: teams.save_system(mine, changed, **form.cleaned_data)):
        return redirect("shared-task-team", task=task.slug)
    return _team_page(request, task, mine, status=400, system_form=form, changed=changed)


Act = Callable[[PersonRequest, SharedTask, Team], HttpResponse]
ACTIONS: dict[str, Act] = {"rename": _rename, "link": _renew, "leave": _leave, "system": _system}


def saved(form: forms.Form, save: Callable[[], object]) -> bool:
    """Call `save`; what it refuses is said in the form."""
    try:
        save()
    except Invalid as error:
        for name, words in error.fields.items():
            form.add_error(name if name in form.fields else None, words[0])
    except AnnotationError as error:
        form.add_error(None, error.message)
    return not form.errors


def _team_page(
    request: PersonRequest, task: SharedTask, mine: Team | None, status: int = 200, **more: Any
) -> HttpResponse:
    shown: dict[str, Any] = task_context(request, task) | {"team": mine, "create_form": NameForm()}
    if mine is not None:
        changed = own_system(mine, number_of(request, "system")) if "system" in request.GET else None
        names = ("name", "code_url", "description")
        initial = {name: getattr(changed, name) for name in names} if changed else None
        rows = TeamSubmission.objects.filter(system__team=mine).select_related("split", "system", "score")
        shown |= {
            "members": mine.members.select_related("user").order_by("joined_at"),
            "systems": mine.systems.all(),
            "link": request.build_absolute_uri(teams.invitation_path(mine)),
            "page": page_of(request, rows),
            "rename_form": NameForm(initial={"name": mine.name}),
            "system_form": SystemForm(initial=initial),
            "changed": changed,
        }
    return render(request, "shared_tasks/team.html", shown | more, status=status)


@task_view("GET", "POST")
def join(request: PersonRequest, task: SharedTask, invitation: uuid.UUID) -> HttpResponse:
    """Asks whether the person joins the team of a link; a POST joins it."""
    found = invited_to(task, invitation)
    mine = team_of(request.user, task)
    if request.method == "POST":
        try:
            teams.join(found, request.user)
        except AnnotationError as error:
            messages.error(request, error.message)
        return redirect("shared-task-team", task=task.slug)
    return render(request, "shared_tasks/join.html", task_context(request, task) | {"found": found, "team": mine})


@task_view("GET", "POST")
def submit(request: PersonRequest, task: SharedTask) -> HttpResponse:
    """The form for a file; a POST checks it and, where nothing is wrong, accepts it."""
    now, mine = timezone.now(), own_team(request.user, task)
    splits, systems = list(task.splits.all()), list(mine.systems.all())
    takes = [one for one in splits if one.stage(now) == Stage.OPEN and one.claims]
    initial = {"split": number_of(request, "split"), "system": number_of(request, "system")}
    form = SubmitForm(initial=initial, splits=takes, systems=systems)
    if request.method == "POST":
        form = SubmitForm(request.POST, request.FILES, splits=splits, systems=systems)
        if form.is_valid():
            split = split_of(task, form.cleaned_data["split"])
            system = own_system(mine, form.cleaned_data["system"])
            made: list[TeamSubmission] = []
            file = form.cleaned_data["file"]
            if saved(form, lambda: made.append(_accepted(request, split, system, file))):
                messages.success(request, _("Accepted: “%(name)s”.") % {"name": made[0].file_name})
                return redirect("shared-task-submission", task=task.slug, pk=made[0].pk)
    shown = {"team": mine, "form": form, "systems": systems, "splits": takes, "limit": settings.ATTEST_SUBMISSION_MB}
    shown = task_context(request, task) | shown
    return render(request, "shared_tasks/submit.html", shown, status=400 if form.errors else 200)


def _accepted(request: PersonRequest, split: TaskSplit, system: TeamSystem, file: UploadedFile[Any]) -> TeamSubmission:
    """Check a file against the claims and accept it. Raises Invalid and AnnotationError; then the day is not used."""
    now, name = timezone.now(), file.name or "file"
    refuse_untimely(split, system, now)
    if (file.size or 0) > most_bytes():
        words = _("%(name)s has more than %(most)d MB. Leave out fields that the scorer does not read, such as texts.")
        words %= {"name": name, "most": settings.ATTEST_SUBMISSION_MB}
        raise Invalid(words, {"file": [words]})
    gold = split.gold_sha256
    with received(split, file) as (path, digest):
        try:
            check(path, name, rows_in(claims_path(split)), hosted_of(split.task))
        except BadPrediction as error:
            raise Invalid(str(error), {"file": [str(error)]}) from error
        return accept(split, system, request.user, Upload(path, name, digest, gold), now)


@task_view("GET", "HEAD")
def submission(request: PersonRequest, task: SharedTask, pk: int) -> HttpResponse:
    """A submission of the own team: its state, and its scores where they are no secret."""
    found = own_submission(request.user, task, pk)
    shown = task_context(request, task) | submission_context(found, whole=found.split.has_scores)
    return render(request, "shared_tasks/submission.html", shown | {"team": found.system.team})


def submission_context(submission: TeamSubmission, *, whole: bool) -> dict[str, Any]:
    """What a page shows of a submission; `whole`: with progress and scores, else whether it was accepted alone."""
    score = getattr(submission, "score", None) if whole else None
    job = submission.job if whole and submission.state == "accepted" else None
    return {
        "submission": submission,
        "whole": whole,
        "score": score,
        "tables": score.tables["tables"] if score is not None else [],
        "job": job,
        "has_no_worker": has_no_worker(job),
    }
