"""Begin a change of the guidelines with a group of claims: those that were ticked in a list, or all that match."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from annotation.errors import AnnotationError
from annotation.projects.models import Project
from annotation.quality.guideline_changes.changes import begin_change
from annotation.workflows.claim_verification.access import verification_rows
from annotation.workflows.kinds import TaskKind
from corpus.batching import batched
from frontend.views.access import PersonRequest, manager_view
from frontend.views.lists import own_path
from frontend.workflows.claim_verification.act import selected_rows


@manager_view("POST")
def new_change(request: PersonRequest, project: Project) -> HttpResponse:
    """Keep the selected claims, and open the editor of the guidelines. Rows are named as for `act.new_action`."""
    back = own_path(request.POST.get("next", ""))
    try:
        change = begin_change(
            project=project,
            kind=TaskKind.CLAIM_VERIFICATION,
            by=request.user,
            tasks=_tasks_of(project, selected_rows(project, request.POST)),
            source=back,
        )
    except AnnotationError as error:
        messages.error(request, error.message)
        return redirect(back or reverse("manage-verifications", args=[project.slug]))
    return redirect(f"{reverse('guidelines-edit', args=[project.slug, change.kind])}?change={change.pk}")


def _tasks_of(project: Project, verifications: list[int]) -> list[int]:
    """The tasks of these verifications, each once, in their order."""
    tasks: dict[int, None] = {}
    for some in batched(verifications, 500):
        rows = verification_rows(project, some).order_by().select_related(None)
        found = dict(rows.values_list("pk", "submission__assignment__task"))
        tasks |= dict.fromkeys(found[pk] for pk in some if pk in found)
    return list(tasks)
