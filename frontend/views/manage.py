"""A manager's Home: the inbox of alerts and progress; and the claims of a project."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib import messages
from django.db.models import Count, Sum
from django.http import HttpResponse, HttpResponseBadRequest
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from annotation.alerts.inbox import review
from annotation.alerts.models import ReviewState
from annotation.claims.claim_importer import import_claims
from annotation.projects.models import Project
from annotation.set_up.road_map import missing_steps
from annotation.vocabulary.tasks import Phase
from annotation.work.models import KEPT, Assignment, AssignmentState, Task
from annotation.work.registry import workflows_of
from frontend.page_sections import shown_sections
from frontend.views.access import PersonRequest, manager_view
from frontend.views.claims_form import ClaimsForm
from frontend.views.inbox import shown_inbox
from frontend.views.lists import choice_of, own_path, page_of, words_of
from frontend.views.people import at_work
from frontend.views.quality.access import QualityAccess
from frontend.views.quality.figure_blocks import file_of
from frontend.views.rows import CLAIM_STATES, claims_with_places


@dataclass(frozen=True)
class QueueCounts:
    """Assignments of one workflow: required, submitted, and in progress or postponed."""

    kind: str
    required: int
    submitted: int
    held: int


@manager_view("GET")
def overview(request: PersonRequest, project: Project) -> HttpResponse:
    """Home: what needs a manager, ranked, then progress."""
    access = QualityAccess(project, is_manager=True)
    sections = shown_sections(workflows_of(project), "overview", project)
    as_file = file_of(request, [block for _template, section in sections for block in section.get("blocks", ())])
    if as_file is not None:
        return as_file
    shown = access.page(
        inbox=shown_inbox(access),
        sections=sections,
        queues=_queues(project),
        missing_steps=missing_steps(project),
        at_work=at_work(project),
    )
    return render(request, "manage/overview.html", shown)


@manager_view("POST")
def review_alert(request: PersonRequest, project: Project) -> HttpResponse:
    """Mark an alert as seen or as no problem, or take that back."""
    state, key = request.POST.get("state", ""), request.POST.get("key", "")
    if state not in ("", *ReviewState.values):
        return HttpResponseBadRequest(_("Unknown state."))
    if review(project, key, state, request.user) is None:
        messages.info(request, _("This alert is no longer there."))
    return redirect(own_path(request.POST.get("back", "")) or reverse("manage", args=[project.slug]))


def _queues(project: Project) -> list[QueueCounts]:
    """Progress of the workflows that have no page of their own in Manage."""
    kinds = [
        slug
        for slug, record in workflows_of(project).items()
        if record.prerequisite is None and not any(page.startswith("manage-") for page in record.pages)
    ]
    if not kinds:
        return []
    tasks = Task.objects.filter(project=project, phase=Phase.PRODUCTION, kind__in=kinds).order_by("kind")
    required = dict(tasks.values_list("kind").annotate(wanted=Sum("required_annotations")))
    worked = Assignment.objects.filter(project=project, task__phase=Phase.PRODUCTION, kind__in=kinds).order_by()
    submitted = dict(worked.filter(state=AssignmentState.SUBMITTED).values_list("kind").annotate(n=Count("pk")))
    held = dict(worked.filter(state__in=KEPT).values_list("kind").annotate(n=Count("pk")))
    return [QueueCounts(kind, required.get(kind, 0), submitted.get(kind, 0), held.get(kind, 0)) for kind in kinds]


@manager_view("GET", "POST")
def claims(request: PersonRequest, project: Project) -> HttpResponse:
    """The claims and their places; a POST brings more claims in."""
    form = ClaimsForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        imported = import_claims(project=project, lines=form.lines, by=request.user)
        added = ngettext("%d claim was added.", "%d claims were added.", imported.created) % imported.created
        known = ngettext("%d already existed.", "%d already existed.", imported.known) % imported.known
        messages.success(request, f"{added} {known}" if imported.known else added)
        return redirect("manage-claims", slug=project.slug)
    text, state = words_of(request), choice_of(request, "state", CLAIM_STATES)
    # Places are counted for the claims shown only, unless the state needs them of all.
    all_of_project = project.claims.filter(phase=0).order_by("pk")
    rows = claims_with_places(project).filter(CLAIM_STATES[state]) if state else all_of_project
    found = rows.filter(text__icontains=text) if text else rows
    page = page_of(request, found.values_list("pk", flat=True))
    page.object_list = list(claims_with_places(project).filter(pk__in=list(page)))
    shown = {"project": project, "form": form, "text": text, "state": state, "page": page}
    return render(request, "manage/claims.html", shown)
