"""Pages of organisers: the shared tasks of a project, their settings, splits, gold, results and submissions."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any

from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.db.models import Count
from django.http import HttpResponse, HttpResponseBadRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from annotation.accounts.models import User
from annotation.errors import AnnotationError, Invalid
from annotation.projects.joining import invite_without_role
from annotation.projects.models import Project
from annotation.shared_tasks.access import split_to_manage, submission_to_manage, task_to_manage
from annotation.shared_tasks.files import most_bytes, received
from annotation.shared_tasks.leaderboard import entries
from annotation.shared_tasks.models import SharedTask, TaskSplit
from annotation.shared_tasks.organising import (
    announce,
    release_files,
    save_split,
    save_task,
    score_again,
    store_gold,
    why_not_announced,
)
from baseline.scoring.hosted.gold import lines_of, public_row, read_gold
from baseline.scoring.hosted.measures import title_of
from baseline.scoring.predictions import BadPrediction
from frontend.views.access import Decorator, PersonRequest, View, manager_view
from frontend.views.csv_file import FILE
from frontend.views.lists import page_of
from frontend.views.shared_tasks.forms import GoldForm, ParticipantsForm, RateForm, SplitForm, TaskForm
from frontend.views.shared_tasks.pages import as_file
from frontend.views.shared_tasks.rating import can_be_rated, draw_items
from frontend.views.shared_tasks.scoring_job import hosted_of
from frontend.views.shared_tasks.teams import saved, submission_context


def organiser_view(find: Callable[..., Any], *keys: str) -> Decorator:
    """Decorate a managers' page of what `find(project, *values of the URL's keys)` returns, in the task's time zone."""

    def decorate(view: View) -> View:
        @wraps(view)
        def found(request: PersonRequest, project: Project, **given: Any) -> HttpResponseBase:
            what = find(project, *(given[key] for key in keys))
            with timezone.override(_task_of(what).zone):
                return view(request, what)

        return manager_view("GET", "POST", fresh=True)(found)

    return decorate


def _task_of(what: Any) -> SharedTask:
    found: SharedTask = what if isinstance(what, SharedTask) else getattr(what, "split", what).task
    return found


@manager_view("GET", "POST", fresh=True)
def shared_tasks(request: PersonRequest, project: Project) -> HttpResponse:
    """The shared tasks of the project; a POST makes one."""
    form = TaskForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        made: list[SharedTask] = []
        if saved(form, lambda: made.append(save_task(project, None, form.values(), request.user))):
            return redirect("manage-shared-task", slug=project.slug, pk=made[0].pk)
    rows = project.shared_tasks.prefetch_related("splits").annotate(team_count=Count("teams")).order_by("-pk")
    shown = {"project": project, "form": form, "page": page_of(request, rows)}
    return render(request, "shared_tasks/manage_tasks.html", shown, status=400 if form.errors else 200)


@organiser_view(task_to_manage, "pk")
def shared_task(request: PersonRequest, task: SharedTask) -> HttpResponse:
    """Settings, splits and teams of a task; a POST changes the settings, adds a split or asks people to take part."""
    wrong: dict[str, Any] = {}
    if request.method == "POST":
        answer = TASK_ACTIONS.get(request.POST.get("action", ""), _settings)(request, task)
        if isinstance(answer, HttpResponse):
            return answer
        wrong = answer
    teams = task.teams.annotate(
        people=Count("members", distinct=True),
        sent=Count("systems__submissions", distinct=True),
        with_system=Count("systems", distinct=True),
    ).order_by("name")
    shown = {
        "project": task.project,
        "task": task,
        "splits": list(task.splits.annotate(sent=Count("submissions")).order_by("opens_at", "pk")),
        "page": page_of(request, teams),
        "form": TaskForm(task=task),
        "split_form": SplitForm(),
        "people": ParticipantsForm(),
    }
    return render(request, "shared_tasks/manage_task.html", shown | wrong, status=400 if wrong else 200)


def _settings(request: PersonRequest, task: SharedTask) -> HttpResponse | dict[str, Any]:
    form = TaskForm(request.POST, task=task)
    if form.is_valid() and saved(form, lambda: save_task(task.project, task, form.values(), request.user)):
        messages.success(request, _("Settings saved."))
        return redirect("manage-shared-task", slug=task.project.slug, pk=task.pk)
    return {"form": form}


def _new_split(request: PersonRequest, task: SharedTask) -> HttpResponse | dict[str, Any]:
    form, made = SplitForm(request.POST), list[TaskSplit]()
    if form.is_valid() and saved(form, lambda: made.append(save_split(task, None, form.cleaned_data, request.user))):
        return _to_split(made[0])
    return {"split_form": form}


def _people(request: PersonRequest, task: SharedTask) -> HttpResponse | dict[str, Any]:
    form = ParticipantsForm(request.POST)
    if not form.is_valid():
        return {"people": form}
    count = invite_without_role(task.project, form.cleaned_data["names"], request.user)
    words = ngettext(
        "%(count)d person asked: send them their link.", "%(count)d people asked: send them their links.", count
    )
    messages.success(request, words % {"count": count})
    return redirect("manage-invitations", slug=task.project.slug)


TASK_ACTIONS: dict[str, Callable[[PersonRequest, SharedTask], HttpResponse | dict[str, Any]]] = {
    "settings": _settings,
    "split": _new_split,
    "people": _people,
}


@organiser_view(split_to_manage, "pk", "split")
def shared_task_split(request: PersonRequest, split: TaskSplit) -> HttpResponseBase:
    """Dates, gold, results and submissions of a split; ?file=csv or json: the leaderboard, announced or not."""
    rows = entries(split)
    if kind := request.GET.get(FILE):
        return as_file(rows, split, kind)
    shown: dict[str, Any] = {}
    if request.method == "POST":
        act = ACTIONS.get(request.POST.get("action", ""))
        if act is None:
            return HttpResponseBadRequest(_("Unknown action."))
        shown = act(request, split)
        if not shown:
            return _to_split(split)
    task = split.task
    sent = split.submissions.select_related("system__team", "score", "submitted_by")
    page = {
        "project": task.project,
        "task": task,
        "split": split,
        "split_form": SplitForm(split=split),
        "gold_form": GoldForm(names=release_files(task.project, task.format)),
        "entries": rows,
        "measure": title_of(hosted_of(task)),
        "rate_form": RateForm() if can_be_rated(split) else None,
        "why_not": why_not_announced(split),
        "page": page_of(request, sent),
    }
    return render(request, "shared_tasks/manage_split.html", page | shown, status=400 if shown else 200)


def _to_split(split: TaskSplit) -> HttpResponse:
    return redirect("manage-shared-task-split", slug=split.task.project.slug, pk=split.task_id, split=split.pk)


def _dates(request: PersonRequest, split: TaskSplit) -> dict[str, Any]:
    form = SplitForm(request.POST, split=split)
    if form.is_valid() and saved(form, lambda: save_split(split.task, split, form.cleaned_data, request.user)):
        messages.success(request, _("Split saved."))
        return {}
    return {"split_form": form, "split": split_to_manage(split.task.project, split.task_id, split.pk)}


def _gold(request: PersonRequest, split: TaskSplit) -> dict[str, Any]:
    files = release_files(split.task.project, split.task.format)
    form = GoldForm(request.POST, request.FILES, names=files)
    if form.is_valid():
        file, chosen = form.cleaned_data["file"], form.cleaned_data["release"]
        field = "release" if chosen else "file"
        try:
            _store(split, file, files.get(chosen), chosen, request.user)
        except BadPrediction as error:
            form.add_error(field, str(error))
        except AnnotationError as error:
            form.add_error(field, error.message)
        else:
            messages.success(request, _("Gold stored. Look at the claims file: it is all that teams see of it."))
            return {}
    return {"gold_form": form}


def _store(split: TaskSplit, file: UploadedFile[Any] | None, path: Path | None, name: str, by: User) -> None:
    """Raises BadPrediction, AnnotationError."""
    if path is not None:
        _seal(split, path, name, by)
    elif file is not None:
        if (file.size or 0) > most_bytes():
            message = _("The file is too large: an administrator can raise ATTEST_SUBMISSION_MB.")
            raise Invalid(message, {"file": [message]})
        with received(split, file) as (received_path, _digest):
            _seal(split, received_path, file.name or "gold", by)


def _seal(split: TaskSplit, path: Path, name: str, by: User) -> None:
    rows = read_gold(path, name, hosted_of(split.task))
    public = [public_row(row, split.task.format) for row in rows]
    store_gold(split, lines_of(rows), lines_of(public), count=len(rows), name=name, by=by)


def _announce(request: PersonRequest, split: TaskSplit) -> dict[str, Any]:
    try:
        announce(split, request.user)
    except AnnotationError as error:
        messages.error(request, error.message)
    else:
        messages.success(request, _("Announced. Everybody with an account sees the leaderboard."))
    return {}


def _rate(request: PersonRequest, split: TaskSplit) -> dict[str, Any]:
    form = RateForm(request.POST)
    if can_be_rated(split) and form.is_valid():
        given = form.cleaned_data
        try:
            added = draw_items(split, given["count"], given["seed"], request.user)
        except AnnotationError as error:
            form.add_error(None, error.message)
        else:
            words = _("%(created)d rating items made with seed %(seed)d; %(known)d were there already.")
            messages.success(request, words % {"created": added.created, "known": added.known, "seed": given["seed"]})
            for place, why in added.problems[:5]:
                messages.warning(request, _("Item %(number)d was left out: %(why)s") % {"number": place, "why": why})
            return {}
    return {"rate_form": form}


ACTIONS: dict[str, Callable[[PersonRequest, TaskSplit], dict[str, Any]]] = {
    "rate": _rate,
    "split": _dates,
    "gold": _gold,
    "announce": _announce,
}


@organiser_view(submission_to_manage, "pk")
def submission(request: PersonRequest, submission: Any) -> HttpResponse:
    """A submission with its scores and what a scorer said; a POST has it scored again."""
    if request.method == "POST":
        try:
            score_again(submission, request.user)
        except AnnotationError as error:
            messages.error(request, error.message)
        return redirect("manage-shared-task-submission", slug=submission.split.task.project.slug, pk=submission.pk)
    task = submission.split.task
    shown = submission_context(submission, whole=True) | {"project": task.project, "task": task}
    return render(request, "shared_tasks/manage_submission.html", shown)
