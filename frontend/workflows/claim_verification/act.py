"""Act on verifications: on those that were ticked in a list, or on all that match a selection."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _

from annotation.actions.run import draft_on_rows
from annotation.errors import AnnotationError, Invalid
from annotation.projects.models import Project
from annotation.workflows.claim_verification.models import Verification
from frontend.views.access import PersonRequest, manager_view
from frontend.views.lists import number_in
from frontend.workflows.claim_verification.rows import current_verifications
from frontend.workflows.claim_verification.verifications import VerificationFilter

NO_FILTERS = {"page", "list"}  # what addresses of lists have besides


@manager_view("POST")
def new_action(request: PersonRequest, project: Project) -> HttpResponse:
    """Preview an action: `action` is its slug, `verification` a row (as often as needed).

    With `all` the rows are those of `selection`, a query string of the list of verifications. `next` is where one came
    from. The preview has an address of its own, where the action is confirmed.
    """
    given = request.POST
    try:
        selection = given.get("selection", "") if given.get("all") else ""
        rows = _selected(request, project, selection) if given.get("all") else _ticked(project, given)
        made = draft_on_rows(
            project=project,
            by=request.user,
            kind=given.get("action", ""),
            verifications=rows,
            selection=selection,
        )
    except AnnotationError as error:
        messages.error(request, error.message)
        back = given.get("next", "")
        if url_has_allowed_host_and_scheme(back, {request.get_host()}, require_https=request.is_secure()):
            return redirect(back)
        return redirect("manage-verifications", slug=project.slug)
    return redirect("manage-action", slug=project.slug, pk=made.pk)


def _ticked(project: Project, given: QueryDict) -> list[int]:
    """The rows that were ticked, each once, in their order; also one that was changed since: it is named as such."""
    keys = list(dict.fromkeys(key for text in given.getlist("verification") if (key := number_in(text)) is not None))
    known = set(Verification.objects.filter(claim__project=project, pk__in=keys).values_list("pk", flat=True))
    return [key for key in keys if key in known]


def _selected(request: PersonRequest, project: Project, selection: str) -> list[int]:
    """The rows of a selection. Raises Invalid for a filter that makes no sense: without it there would be more rows."""
    asked = QueryDict(selection)
    filters = VerificationFilter(request, project, asked)
    unknown = set(asked) - set(filters.fields) - NO_FILTERS
    if unknown or not filters.is_valid():
        names = sorted(unknown or filters.errors)
        words = _("This selection is not known: %(names)s. Choose the rows again.") % {"names": ", ".join(names)}
        raise Invalid(words, {"selection": [words]})
    return list(filters.narrowed(current_verifications(project)).values_list("pk", flat=True))
