"""Gold items of each phase: import, and creation from a claim, a verification or a highlight."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.db import transaction
from django.db.models import Q
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from annotation.accounts.models import User
from annotation.audit_log.acts import Act
from annotation.audit_log.record import record
from annotation.claims.access import claim_of
from annotation.claims.claim_importer import BadClaims
from annotation.claims.models import Claim
from annotation.claims.text_rules import MAX_LENGTH
from annotation.errors import AnnotationError
from annotation.evidence.excerpts import excerpts
from annotation.projects.label_sets import label_set_of
from annotation.projects.models import Project
from annotation.quality.access import gold_item_of
from annotation.quality.calibration.gold_importer import import_gold
from annotation.quality.calibration.gold_items import (
    GoldAnswer,
    checked,
    gold_answer_of,
    make_gold,
    make_highlight_gold,
    return_to_production,
)
from annotation.quality.calibration.gold_mode import begin
from annotation.quality.calibration.gold_statistics import answers_to, gold_statistics
from annotation.quality.calibration.guided_examples import withdraw
from annotation.quality.calibration.models import GoldChange, GoldItem
from annotation.quality.calibration.rescoring import Effect, change_gold, effect
from annotation.quality.calibration.results import gold_items
from annotation.vocabulary.labels import ClaimType
from annotation.vocabulary.tasks import CALIBRATING, Phase
from annotation.work.access import task_of
from annotation.work.models import Task
from annotation.work.registry import subjects
from annotation.workflows.access import highlight_task_of, verification_of
from frontend.views.access import PersonRequest, manager_view
from frontend.views.lists import number_of
from frontend.views.quality.gold_form import PHASES, GoldForm, HighlightGoldForm, ImportForm
from frontend.views.quality.label_gold import label_gold, label_workflows
from frontend.views.quality.tasks import kinds_of

IN_ORDER = (Phase.GUIDED, *CALIBRATING, Phase.SILENT)  # as somebody new meets them


@manager_view("GET", "POST", fresh=True)
def gold(request: PersonRequest, project: Project) -> HttpResponse:
    """Every item, phase by phase; a POST brings a file in."""
    form = ImportForm(request.POST or None, request.FILES or None)
    problems: list[str] = []
    if request.method == "POST" and form.is_valid():
        try:
            found = import_gold(
                project=project, phase=Phase(form.cleaned_data["phase"]), lines=form.lines(), by=request.user
            )
        except BadClaims as error:
            problems = [str(problem) for problem in error.problems[:20]]
        else:
            counts = {"new": found.created, "known": found.known}
            messages.success(request, _("%(new)d gold items added; %(known)d already existed.") % counts)
            return redirect("quality-gold", slug=project.slug)
    items = gold_items(project, IN_ORDER).filter(_managed_here(project)).select_related(*subjects("task__"))
    statistics = gold_statistics(project)
    rows = [(item, statistics.get(item.pk)) for item in items]
    begun = Task.objects.filter(project=project, gold=None).exclude(phase=Phase.PRODUCTION)
    shown = {
        "project": project,
        "form": form,
        "doubtful": [(item, found) for item, found in rows if found is not None and found.is_doubtful],
        "label_kinds": kinds_of(label_workflows(project)),
        "problems": problems,
        "begun": begun.filter(verification_item__isnull=False).select_related("verification_item__claim"),
        "groups": [(phase.label, [row for row in rows if row[0].task.phase == phase]) for phase in IN_ORDER],
    }
    return render(request, "quality/gold.html", shown, status=400 if problems or form.errors else 200)


def _managed_here(project: Project) -> Q:
    """Gold of claims, highlights and labels. Walkthroughs that come with a workflow are changed by nobody."""
    of_labels = Q(task__kind__in=list(label_workflows(project)))
    return of_labels | Q(task__verification_item__isnull=False) | Q(task__generation_item__isnull=False)


@manager_view("GET", "POST", fresh=True)
def make(request: PersonRequest, project: Project) -> HttpResponse:
    """A new item, made from `?verification=`, `?claim=`, `?task=` or, for writers, `?highlight=`."""
    number = number_of(request, "task")
    if number is not None:
        of_labels = Task.objects.filter(kind__in=label_workflows(project), gold=None)
        return label_gold(request, project, task_of(project, number, of_labels), None)
    highlight = number_of(request, "highlight")
    if highlight is not None:
        return _highlight(request, project, highlight_task_of(project, highlight), None)
    verification = number_of(request, "verification")
    if verification is not None:
        source = verification_of(project, verification)
        return _claim(request, project, source.claim, gold_answer_of(source), None)
    asked = number_of(request, "claim")
    of = claim_of(project, asked) if asked is not None else None
    return _claim(request, project, of, GoldAnswer("", [], []), None)


@manager_view("GET", "POST", fresh=True)
def change(request: PersonRequest, project: Project, pk: int) -> HttpResponse:
    """One item, to be read, changed, or given back to production."""
    item = gold_item_of(project, pk, _managed_here(project))
    if request.method == "POST" and request.POST.get("action") == "unmake":
        try:
            with transaction.atomic():
                return_to_production(item)
                record(Act.GOLD_WITHDRAWN, by=request.user, project=project, about=item.task)
        except AnnotationError as error:
            messages.error(request, error.message)
            return redirect("quality-gold-item", slug=project.slug, pk=pk)
        messages.success(request, _("No longer gold; the claim is back in production."))
        return redirect("quality-gold", slug=project.slug)
    if request.method == "POST" and request.POST.get("action") == "withdraw":
        with transaction.atomic():
            withdraw(item)
            record(Act.GOLD_WITHDRAWN, by=request.user, project=project, about=item.task)
        messages.success(request, _("No longer given to anyone. Save the item to offer it again."))
        return redirect("quality-gold", slug=project.slug)
    if item.task.kind in label_workflows(project):
        return label_gold(request, project, item.task, item)
    if hasattr(item.task, "generation_item"):
        return _highlight(request, project, item.task, item)
    right = GoldAnswer(item.verdict, item.challenges, item.sets, item.comment)
    return _claim(request, project, item.task.verification_item.claim, right, item)


def _claim(
    request: PersonRequest, project: Project, claim: Claim | None, right: GoldAnswer, item: GoldItem | None
) -> HttpResponse:
    initial = {
        "claim": claim.text if claim else "",
        "phase": item.task.phase if item else Phase.FIRST,
        "verdict": right.verdict,
        "challenges": right.challenges,
        "sets": "\n\n".join("\n".join(ids) for ids in right.sets),
        "comment": right.comment,
    }
    form = GoldForm(project, request.POST or None, initial=initial)
    if claim is not None:
        form.fields["claim"].disabled = True
    if request.method == "POST" and "workspace" in request.POST:
        return _begin(request, project, claim)
    change: Effect | None = None
    if request.method == "POST" and form.is_valid():
        try:
            change = _unconfirmed(request, project, form, item)
            if change is None:
                made = _save(form, project, claim, request.user, item)
                messages.success(request, _("Gold item saved."))
                return redirect("quality-gold-item", slug=project.slug, pk=made.pk)
        except AnnotationError as error:
            form.say(error)
    found, unknown = excerpts(project.corpus, [element_id for ids in right.sets for element_id in ids])
    shown: dict[str, Any] = {"project": project, "form": form, "item": item, "claim": claim, "unknown": unknown}
    shown |= {"effect": change, "changes": _changes(item), "labels": label_set_of(project)}
    shown["answers"] = answers_to(item) if item is not None else []
    done = claim.verifications.filter(submission__is_current=True).count() if claim and not item else 0
    status = 400 if form.errors else 200
    return render(request, "quality/gold_item.html", shown | {"words": found, "done": done}, status=status)


def _begin(request: PersonRequest, project: Project, claim: Claim | None) -> HttpResponse:
    """The workspace with the claim in it; what is submitted there is gold."""
    text = claim.text if claim else " ".join(request.POST.get("claim", "").split())
    phase = request.POST.get("phase", "")
    if not text or len(text) > MAX_LENGTH or phase not in {str(known) for known, _label in PHASES}:
        messages.error(request, _("Enter the claim and choose a phase."))
        return redirect(request.get_full_path())
    try:
        taken = begin(project=project, text=text, phase=Phase(int(phase)), by=request.user)
    except AnnotationError as error:
        messages.error(request, error.message)
        return redirect(request.get_full_path())
    return redirect("workspace", public_id=taken.public_id)


def _unconfirmed(request: PersonRequest, project: Project, form: GoldForm, item: GoldItem | None) -> Effect | None:
    """What the change would do to people's scores, while the manager has not agreed to just this. Raises
    AnnotationError."""
    if item is None:
        return None
    found = effect(item, checked(project, form.right()))
    return found if found.judged and request.POST.get("agreed") != found.mark else None


def _changes(item: GoldItem | None) -> list[GoldChange]:
    """Earlier changes, latest first, each with the scores that it changed."""
    if item is None:
        return []
    return list(item.changes.select_related("by").prefetch_related("rescores__calibration__person"))


def _save(form: GoldForm, project: Project, claim: Claim | None, by: User, item: GoldItem | None) -> GoldItem:
    """Raises AnnotationError."""
    right = checked(project, form.right())
    phase = Phase(form.cleaned_data["phase"])
    if item is not None:
        change_gold(item=item, phase=phase, right=right, by=by)
        return item
    text = form.cleaned_data["claim"]
    if claim is None:
        claim = Claim.objects.filter(project=project, text=text, claim_set__isnull=True).first()
    return make_gold(
        claim=claim or Claim.objects.create(project=project, text=text, phase=phase), phase=phase, right=right, by=by
    )


def _highlight(request: PersonRequest, project: Project, task: Task, item: GoldItem | None) -> HttpResponse:
    highlight = task.generation_item.highlight
    references = item.references if item else {}
    initial: dict[str, Any] = {kind.value: "\n".join(references.get(kind.value, [])) for kind in ClaimType}
    initial |= {"phase": item.task.phase if item else Phase.FIRST, "comment": item.comment if item else ""}
    form = HighlightGoldForm(request.POST or None, initial=initial)
    if request.method == "POST" and form.is_valid():
        try:
            made = make_highlight_gold(
                highlight=highlight,
                phase=Phase(form.cleaned_data["phase"]),
                references=form.references(),
                comment=form.cleaned_data["comment"],
                by=request.user,
            )
        except AnnotationError as error:
            form.add_error(None, error.message)
        else:
            messages.success(request, _("Gold item saved."))
            return redirect("quality-gold-item", slug=project.slug, pk=made.pk)
    shown = {"project": project, "form": form, "item": item, "highlight": highlight}
    return render(request, "quality/gold_item.html", shown, status=400 if form.errors else 200)
