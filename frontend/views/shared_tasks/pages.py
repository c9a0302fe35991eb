"""What everybody who is logged in sees of shared tasks: the list, a task, its files, its leaderboards."""

from __future__ import annotations

from typing import Any

from django.http import FileResponse, Http404, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render

from annotation.shared_tasks.access import organises, split_of, team_of, visible_tasks
from annotation.shared_tasks.files import claims_path, gold_path
from annotation.shared_tasks.leaderboard import FIELDS, Entry, entries
from annotation.shared_tasks.models import SharedTask, TaskSplit
from baseline.scoring.hosted.measures import title_of
from frontend.views.access import PersonRequest, person_view
from frontend.views.csv_file import FILE, csv_answer
from frontend.views.lists import page_of
from frontend.views.shared_tasks.access import task_view
from frontend.views.shared_tasks.forms import SCORED_BY, SHAPES
from frontend.views.shared_tasks.scoring_job import hosted_of

CLAIMS, GOLD = "claims", "gold"


@person_view("GET", "HEAD", fresh=True)
def tasks(request: PersonRequest) -> HttpResponse:
    """The shared tasks that the person sees, latest first."""
    page = page_of(request, visible_tasks(request.user).prefetch_related("splits"))
    mine = set(request.user.team_memberships.values_list("task_id", flat=True))
    return render(request, "shared_tasks/tasks.html", {"page": page, "mine": mine})


@task_view("GET", "HEAD")
def task(request: PersonRequest, task: SharedTask) -> HttpResponse:
    """Phases, downloads and rules of a task, and the own team's way in."""
    scored_by = f"{task.format}:{task.scorer}"
    shown = task_context(request, task) | {
        "splits": list(task.splits.all()),
        "scored_by": dict(SCORED_BY)[scored_by],
        "shape": SHAPES[scored_by],
        "team": team_of(request.user, task),
    }
    return render(request, "shared_tasks/task.html", shown)


def task_context(request: PersonRequest, task: SharedTask) -> dict[str, Any]:
    """What every page of a task shows."""
    return {
        "task": task,
        "measure": title_of(hosted_of(task)),
        "organises": organises(request.user, task),
    }


@task_view("GET", "HEAD")
def file(request: PersonRequest, task: SharedTask, pk: int, part: str) -> HttpResponseBase:
    """Claims of a split from the day it opens, gold where it is no secret (any more)."""
    split = split_of(task, pk)
    may_have = organises(request.user, task) and bool(split.claims)
    if part == CLAIMS and (split.has_claims or may_have):
        path = claims_path(split)
    elif part == GOLD and (split.has_gold or may_have):
        path = gold_path(split)
    else:
        raise Http404
    if not path.is_file():
        raise Http404
    name = f"{task.slug}-{split.name}-{part}.jsonl"
    return FileResponse(path.open("rb"), as_attachment=True, filename=name, content_type="application/x-ndjson")


@task_view("GET", "HEAD")
def leaderboard(request: PersonRequest, task: SharedTask, pk: int) -> HttpResponseBase:
    """The leaderboard of a split that was announced; ?file=csv or json: its rows as a file."""
    split = split_of(task, pk)
    if split.announced_at is None:
        raise Http404
    rows = entries(split)
    if kind := request.GET.get(FILE):
        return as_file(rows, split, kind)
    team = team_of(request.user, task)
    shown = task_context(request, task) | {"split": split, "entries": rows, "team": team}
    return render(request, "shared_tasks/leaderboard.html", shown)


def as_file(rows: list[Entry], split: TaskSplit, kind: str) -> HttpResponseBase:
    """The rows of a leaderboard as `csv` or `json`. Raises Http404 for another kind."""
    name = f"{split.task.slug}-{split.name}-leaderboard"
    if kind == "csv":
        return csv_answer(f"{name}.csv", FIELDS, [list(one.as_row().values()) for one in rows])
    if kind != "json":
        raise Http404
    about = {"task": split.task.slug, "split": split.name, "measure": split.task.measure, "claims": split.claims}
    answer = JsonResponse(about | {"systems": [one.as_row() for one in rows]}, json_dumps_params={"indent": 1})
    answer["Content-Disposition"] = f'attachment; filename="{name}.json"'
    return answer
