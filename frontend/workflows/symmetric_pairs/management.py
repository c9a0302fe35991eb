"""A manager's page of symmetric pairs: how many there are, drawing more, and the set as a file."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterable, Iterator

from django import forms
from django.contrib import messages
from django.core.paginator import Paginator
from django.db import transaction
from django.db.models import Count, Q, QuerySet
from django.http import HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from annotation.audit_log.acts import Act
from annotation.audit_log.record import record
from annotation.projects.label_sets import label_set_of
from annotation.projects.models import Project
from annotation.quality.workflows.symmetric_pairs.drawing import done_with, draw
from annotation.work.counted import counted
from annotation.workflows.symmetric_pairs.models import ContraryPair, Pair
from annotation.workflows.symmetric_pairs.queries import symmetric_rows
from annotation.workflows.symmetric_pairs.rows import claim_only_accuracy
from frontend.views.access import PersonRequest, manager_view

MOST, USUAL, ON_A_PAGE = 5_000, 100, 50


class DrawForm(forms.Form):
    size = forms.IntegerField(label=_("Claims"), min_value=1, max_value=MOST, initial=USUAL)
    seed = forms.IntegerField(label=_("Seed"), min_value=0, max_value=2**53, initial=lambda: secrets.randbelow(10**6))


@manager_view("GET", "POST")
def symmetric_pairs(request: PersonRequest, project: Project) -> HttpResponse:
    """Counts, a form to draw, and the pairs with what became of them."""
    form = DrawForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with transaction.atomic():
            drawn = draw(project, form.cleaned_data["size"], form.cleaned_data["seed"])
            if drawn:
                after = {"drawn": len(drawn), "seed": form.cleaned_data["seed"]}
                record(Act.PAIRS_DRAWN, by=request.user, project=project, after=after)
        if drawn:
            words = ngettext("%(count)d claim was drawn.", "%(count)d claims were drawn.", len(drawn))
            messages.success(request, words % {"count": len(drawn)})
        else:
            messages.warning(request, gettext("No claim could be drawn: see below which ones can."))
        return redirect("manage-symmetric", slug=project.slug)
    pairs = Pair.objects.filter(task__project=project).select_related("task", "claim")
    written = ContraryPair.objects.filter(counted("submission__"), submission__assignment__project=project)
    page = Paginator(pairs.order_by("-task"), ON_A_PAGE).get_page(request.GET.get("page"))
    texts = {one.submission.assignment.task_id: one for one in _of(written, page)}
    labels = label_set_of(project)
    shown = {
        "project": project,
        "form": form,
        "page": page,
        "rows": [(pair, texts.get(pair.pk), labels.name(pair.label)) for pair in page],
        "left": done_with(project).count(),
        "accuracy": claim_only_accuracy(_labelled(project)),
        **pairs.aggregate(drawn=Count("pk"), withdrawn=Count("pk", filter=Q(task__withdrawn_at__isnull=False))),
        "written": written.count(),
    }
    return render(request, "symmetric_pairs/manage.html", shown)


def _of(written: QuerySet[ContraryPair], page: Iterable[Pair]) -> QuerySet[ContraryPair]:
    tasks = [pair.pk for pair in page]
    return written.filter(submission__assignment__task__in=tasks).select_related("submission__assignment")


def _labelled(project: Project) -> Iterator[tuple[str, str]]:
    return ((row["claim"], row["label"]) for row in symmetric_rows(project))


@manager_view("GET")
def rows(request: PersonRequest, project: Project) -> StreamingHttpResponse:
    """The set as JSONL, four rows a pair."""
    lines = (json.dumps(row, ensure_ascii=False) + "\n" for row in symmetric_rows(project))
    name = f"{project.slug}-symmetric.jsonl"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return StreamingHttpResponse(lines, content_type="application/x-ndjson", headers=headers)
