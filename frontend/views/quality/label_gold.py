"""Gold of workflows whose answers are labels: the tasks that can become gold, and the form of an item."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from annotation.errors import AnnotationError
from annotation.projects.models import Project
from annotation.quality.calibration.gold_items import GoldAnswer, make_label_gold
from annotation.quality.calibration.gold_statistics import answers_to
from annotation.quality.calibration.models import GoldItem
from annotation.quality.calibration.rescoring import change_gold, effect
from annotation.vocabulary.label_set import LabelSet
from annotation.vocabulary.tasks import Phase
from annotation.work.models import Task
from annotation.work.registry import get_workflow, labels_of, workflows_of
from annotation.work.workflow import AnyWorkflow
from frontend.views.access import PersonRequest, manager_view
from frontend.views.lists import page_of
from frontend.views.quality.gold_form import LONGEST, PHASES
from frontend.views.quality.tasks import asked_workflow, kinds_of


def label_workflows(project: Project) -> dict[str, AnyWorkflow]:
    """The workflows that are on and whose gold is a label alone, by slug."""
    known = workflows_of(project).items()
    able = ((slug, one, one.calibratable) for slug, one in known if one.calibratable is not None)
    return {slug: one for slug, one, capability in able if capability.answers is None or capability.fields}


class LabelGoldForm(forms.Form):
    verdict = forms.ChoiceField(label=gettext_lazy("Label"))
    phase = forms.TypedChoiceField(label=gettext_lazy("Phase"), choices=PHASES, coerce=int)
    comment = forms.CharField(
        label=gettext_lazy("Comment"),
        required=False,
        max_length=LONGEST,
        widget=forms.Textarea({"rows": 3}),
        help_text=gettext_lazy("Candidates read it with the right answer."),
    )

    def __init__(self, labels: LabelSet, *args: Any, is_guided: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["verdict"].choices = [("", _("choose")), *labels.names.items()]  # type: ignore[attr-defined]
        if not is_guided:
            phases = [one for one in PHASES if one[0] != Phase.GUIDED]
            self.fields["phase"].choices = phases  # type: ignore[attr-defined]

    def right(self) -> GoldAnswer:
        return GoldAnswer(self.cleaned_data["verdict"], [], [], self.cleaned_data["comment"])


@manager_view("GET", fresh=True)
def tasks(request: PersonRequest, project: Project) -> HttpResponse:
    """Tasks in production that nobody was assigned: each can become gold. `?kind=` is the workflow."""
    known = label_workflows(project)
    if not known and "kind" not in request.GET:
        return redirect("quality-gold", slug=project.slug)
    workflow = asked_workflow(request, known)
    free = Task.objects.filter(project=project, kind=workflow.slug, phase=Phase.PRODUCTION, assignments__isnull=True)
    page = page_of(request, free.select_related(*workflow.subject).order_by("position", "pk"))
    shown = {"project": project, "page": page, "kind": workflow.slug, "kinds": kinds_of(known)}
    return render(request, "quality/gold_tasks.html", shown)


def label_gold(request: PersonRequest, project: Project, task: Task, item: GoldItem | None) -> HttpResponse:
    """The form of an item: a new one, or one to be changed once its effect was shown."""
    labels = labels_of(project, get_workflow(task.kind))
    initial = (
        {"verdict": item.verdict, "phase": task.phase, "comment": item.comment} if item else {"phase": Phase.FIRST}
    )
    is_guided = get_workflow(task.kind).guided is not None
    form = LabelGoldForm(labels, request.POST or None, initial=initial, is_guided=is_guided)
    shown: dict[str, Any] = {"project": project, "form": form, "item": item, "task": task, "labels": labels}
    if request.method == "POST" and form.is_valid():
        right, phase = form.right(), Phase(form.cleaned_data["phase"])
        found = None if item is None else effect(item, right)
        if found is not None and found.judged and request.POST.get("agreed") != found.mark:
            return render(request, "quality/gold_item.html", shown | {"effect": found})
        try:
            if item is None:
                item = make_label_gold(task=task, phase=phase, right=right, by=request.user)
            else:
                change_gold(item=item, phase=phase, right=right, by=request.user)
        except AnnotationError as error:
            form.add_error(None, error.message)
        else:
            messages.success(request, _("Gold item saved."))
            return redirect("quality-gold-item", slug=project.slug, pk=item.pk)
    if item is not None:
        shown["answers"] = answers_to(item)
        shown["changes"] = item.changes.select_related("by").prefetch_related("rescores__calibration__person")
    return render(request, "quality/gold_item.html", shown, status=400 if form.errors else 200)
