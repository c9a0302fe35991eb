"""Candidates in calibration: approve, reject, grade; and drift in production."""

from __future__ import annotations

from collections import Counter
from typing import Any

from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from annotation.accounts.models import User
from annotation.errors import AnnotationError
from annotation.projects.models import Project
from annotation.quality.access import claims_to_grade, gold_item_of
from annotation.quality.calibration.approval import decide
from annotation.quality.calibration.approval_rates import approval_rates
from annotation.quality.calibration.candidates import Candidate, candidates, drifting
from annotation.quality.calibration.grading import grade
from annotation.quality.calibration.models import ClaimGrade, Decision, GoldItem, Rescore
from annotation.quality.calibration.results import gold_items, results_of
from annotation.vocabulary.tasks import CALIBRATING, Phase
from annotation.work.access import person_of
from annotation.work.registry import get_workflow, labels_of, workflows_of
from frontend.page_sections import shown_sections
from frontend.views.access import PersonRequest, manager_view
from frontend.views.calibration_comparison import written_for
from frontend.views.label_comparison import compared
from frontend.views.lists import number_in
from frontend.views.quality.highlight_excerpt import highlight_excerpt

LONGEST_NOTE = 2_000
QUESTIONS = ("meets_guideline", "challenge_fits")


@manager_view("GET", fresh=True)
def overview(request: PersonRequest, project: Project) -> HttpResponse:
    """Everybody, by kind of work; the answers to silent gold; how much gold there is."""
    phases = [phase for phase in Phase if phase]
    gold = gold_items(project, phases).filter(task__withdrawn_at__isnull=True).order_by()
    numbers = Counter(gold.values_list("task__phase", flat=True))
    shown = {
        "project": project,
        "groups": _groups(project),
        "sections": shown_sections(workflows_of(project), "candidates", project),
        "rates": approval_rates(project),
        "drifting": [
            (slug, drifting(project, slug))
            for slug, workflow in workflows_of(project).items()
            if workflow.calibratable is not None and workflow.attention_checks
        ],
        "gold": [(phase, phase.label, numbers[phase]) for phase in phases],
    }
    return render(request, "quality/calibration.html", shown)


def _groups(project: Project) -> list[tuple[str, str | Promise, list[Candidate]]]:
    """Slug, activity and candidates of the calibrated workflows. While calibration is off: those who have begun it."""
    groups: list[tuple[str, str | Promise, list[Candidate]]] = []
    for slug, workflow in reversed(workflows_of(project).items()):
        if workflow.calibrated_by is None:
            continue
        people = candidates(project, slug)
        if not project.calibration:
            people = [one for one in people if one.row is not None or any(phase.done for phase in one.phases)]
        if people or project.calibration:
            groups.append((slug, workflow.activity, people))
    return groups


@manager_view("GET", "POST", fresh=True)
def candidate(request: PersonRequest, project: Project, kind: str, pk: int) -> HttpResponse:
    """One person in one kind of work: what they answered or wrote. A POST decides, or grades a claim."""
    workflow = get_workflow(kind)
    here = next(iter(candidates(project, kind, pk)), None)
    if here is None:
        raise Http404
    if request.method == "POST":
        _act(request, project, kind, here.person)
        if request.POST.get("back") == "overview":
            return redirect("quality-calibration", slug=project.slug)
        return redirect("quality-candidate", slug=project.slug, kind=kind, pk=pk)
    shown = {"project": project, "candidate": here, "kind": kind, "kind_name": workflow.activity, "own": False}
    shown["rescores"] = _rescores(here)
    shown["scored"] = [phase.phase for phase in here.phases if phase.score is not None]
    return render(request, "quality/candidate.html", shown | _work_of(project, kind, here.person))


@manager_view("GET", fresh=True)
def answer(request: PersonRequest, project: Project, pk: int, item: int) -> HttpResponse:
    """One answer of one person beside gold, silent gold too. `?title=` opens a page."""
    person = person_of(project, pk)
    phases = [phase for phase in Phase if phase != Phase.PRODUCTION]
    gold = gold_item_of(project, item)
    kind = gold.task.kind
    if kind not in workflows_of(project):
        raise Http404
    results = results_of(project, kind, phases, person).get(person.pk, [])
    found = next((one for one in results if one.item.pk == item), None)
    if found is None:
        raise Http404
    shown = {"project": project, "person": person, "own": False, "kind": kind}
    shown |= compared(project, found, request.GET.get("title", ""))
    return render(request, "quality/candidate_item.html", shown)


def _rescores(here: Candidate) -> list[Rescore]:
    """Scores of theirs that were computed again, latest first."""
    if here.row is None:
        return []
    return list(here.row.rescores.select_related("change__by", "change__item__task__verification_item__claim"))


def _work_of(project: Project, kind: str, person: User) -> dict[str, Any]:
    if get_workflow(kind).calibratable is not None:
        phases = [*CALIBRATING, Phase.SILENT]
        results = results_of(project, kind, phases, person).get(person.pk, [])
        labels = labels_of(project, get_workflow(kind))
        return {
            "results": sorted(results, key=lambda one: (one.item.task.phase, one.item.task.position)),
            "labels": labels,
        }
    items = GoldItem.objects.filter(task__project=project, task__kind=kind, task__phase__in=CALIBRATING)
    written = [(item, written_for(item, person)) for item in items.select_related("task__generation_item__highlight")]
    return {
        "written": [
            (item, highlight_excerpt(project, item.task.generation_item.highlight), claims)
            for item, claims in written
            if claims
        ],
        "left_to_grade": sum(one.grade is None for _item, claims in written for one in claims),
    }


def _act(request: PersonRequest, project: Project, kind: str, person: User) -> None:
    action, note = request.POST.get("action", ""), request.POST.get("note", "")[:LONGEST_NOTE]
    if action == "grade":
        _grade(request, project, person)
    elif action in (*Decision.values, "undo"):
        decision = "" if action == "undo" else action
        try:
            decide(person=person, project=project, kind=kind, decision=decision, by=request.user, note=note)
        except AnnotationError as error:
            messages.error(request, error.message)
        else:
            messages.success(request, _("Saved. It takes effect with their next task."))


def _grade(request: PersonRequest, project: Project, person: User) -> None:
    """Store what was answered of each claim of the form, all or none; a claim without any answer is left for later."""
    asked = [number_in(value) or 0 for value in request.POST.getlist("claim")]
    here = claims_to_grade(project, person, asked)
    if not asked or len(here) < len(set(asked)):
        raise Http404
    said = {claim.pk: [request.POST.get(f"{name}-{claim.pk}", "") for name in QUESTIONS] for claim in here.values()}
    given = {pk: answers for pk, answers in said.items() if any(answers)}
    if not given or any(not set(answers) <= {"yes", "no"} for answers in given.values()):
        messages.error(request, _("Answer both questions with yes or no."))
        return
    known = {one.claim_id: one for one in ClaimGrade.objects.filter(claim__in=given)}
    try:
        with transaction.atomic():
            # Changes first: with the last new grade the phase is scored, and no grade changes any more.
            for pk in sorted(given, key=lambda pk: (pk not in known, pk)):
                wanted = dict(zip(QUESTIONS, (answer == "yes" for answer in given[pk]), strict=True))
                comment = request.POST.get(f"comment-{pk}", "")[:LONGEST_NOTE].strip()
                if pk not in known or _is_changed(known[pk], wanted, comment):
                    grade(claim=here[pk], by=request.user, comment=comment, **wanted)
    except AnnotationError as error:
        messages.error(request, error.message)
    else:
        messages.success(request, _("Grading saved."))


def _is_changed(known: ClaimGrade, wanted: dict[str, bool], comment: str) -> bool:
    return comment != known.comment or any(getattr(known, name) != value for name, value in wanted.items())
