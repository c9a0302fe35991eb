"""Act on verifications: on those that were ticked in a list, or on all that match a selection."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from annotation.actions.run import draft_on_rows
from annotation.dashboard.adjudication import adjudication_queue
from annotation.errors import AnnotationError, Invalid
from annotation.projects.models import Project
from annotation.quality.adjudication.queue import Wanted
from annotation.work.counted import counted
from annotation.workflows.claim_verification.access import verification_rows
from annotation.workflows.claim_verification.models import Verification
from corpus.batching import batched
from frontend.views.access import PersonRequest, manager_view
from frontend.views.lists import number_in, own_path
from frontend.views.quality import items, rows
from frontend.views.quality.access import QualityAccess
from frontend.workflows.claim_verification.rows import current_verifications
from frontend.workflows.claim_verification.verifications import VerificationFilter

NO_FILTERS = {"page", "list", "file"}  # what addresses of lists have besides


@manager_view("POST")
def new_action(request: PersonRequest, project: Project) -> HttpResponse:
    """Preview an action: `action` is its slug, `verification` a row (as often as needed), `claim` all rows of a claim.

    With `all` the rows are those of `selection`, a query string of the list that `source` names (SOURCES; by default
    that of verifications). `next` is where one came from. The preview has an address of its own, where the action is
    confirmed.
    """
    given = request.POST
    try:
        is_of_list = given.get("all") and given.get("source", "") not in SOURCES
        made = draft_on_rows(
            project=project,
            by=request.user,
            kind=given.get("action", ""),
            verifications=selected_rows(project, given),
            selection=given.get("selection", "") if is_of_list else "",
        )
    except AnnotationError as error:
        messages.error(request, error.message)
        return redirect(own_path(given.get("next", "")) or reverse("manage-verifications", args=[project.slug]))
    return redirect("manage-action", slug=project.slug, pk=made.pk)


def selected_rows(project: Project, given: QueryDict) -> list[int]:
    """The verifications that a form with `actions/_bar.html` selects. Raises Invalid for an unknown selection."""
    if not given.get("all"):
        return _ticked(project, given)
    return SOURCES.get(given.get("source", ""), _of_list)(project, given.get("selection", ""))


def _ticked(project: Project, given: QueryDict) -> list[int]:
    """The rows that were ticked, each once, in their order; also one that was changed since: it is named as such."""
    keys = list(dict.fromkeys(key for text in given.getlist("verification") if (key := number_in(text)) is not None))
    known = set(verification_rows(project, keys).values_list("pk", flat=True))
    claims = [key for text in given.getlist("claim") if (key := number_in(text)) is not None]
    return list(dict.fromkeys([*(key for key in keys if key in known), *_of_claims(project, claims)]))


def _of_claims(project: Project, claims: Iterable[int]) -> Iterator[int]:
    """The counted rows of these claims."""
    for some in batched(claims, 500):
        found = Verification.objects.filter(counted("submission__"), claim__project=project, claim__in=some)
        yield from found.order_by("claim", "pk").values_list("pk", flat=True)


def _of_list(project: Project, selection: str) -> list[int]:
    """The rows of a selection. Raises Invalid for a filter that makes no sense: without it there would be more rows."""
    asked = QueryDict(selection)
    filters = VerificationFilter(HttpRequest(), project, asked)
    unknown = set(asked) - set(filters.fields) - NO_FILTERS
    if unknown or not filters.is_valid():
        raise _unknown(unknown or filters.errors)
    return list(filters.narrowed(current_verifications(project)).values_list("pk", flat=True))


def _of_rows(project: Project, selection: str) -> list[int]:
    """The rows behind a number of audit, time or production, as their page lists them."""
    request = _asking(selection, rows.FILTERS)
    listed = rows.listed_rows(request, QualityAccess(project, is_manager=True)).rows
    return [row.verification for row in listed if row.verification]  # an adjudicator's own verdict has none


def _of_items(project: Project, selection: str) -> list[int]:
    """All counted rows of the claims behind a number of agreement."""
    request = _asking(selection, items.FILTERS)
    return list(_of_claims(project, items.listed_items(request, QualityAccess(project, is_manager=True)).claims))


def _of_queue(project: Project, selection: str) -> list[int]:
    """All counted rows of the claims in a part of the adjudication queue."""
    show = _asking(selection, frozenset({"show"})).GET.get("show", "")
    if show not in list(Wanted):
        raise _unknown(["show"])
    return list(_of_claims(project, [entry.claim for entry in adjudication_queue(project, Wanted(show))]))


def _asking(selection: str, known: frozenset[str]) -> HttpRequest:
    """A request for that list. Raises Invalid for a filter that it does not have."""
    request = HttpRequest()
    request.GET = QueryDict(selection)
    if unknown := set(request.GET) - known - NO_FILTERS:
        raise _unknown(unknown)
    return request


def _unknown(names: Iterable[str]) -> Invalid:
    words = _("This selection is not known: %(names)s. Choose the rows again.") % {"names": ", ".join(sorted(names))}
    return Invalid(words, {"selection": [words]})


SOURCES: dict[str, Callable[[Project, str], list[int]]] = {"rows": _of_rows, "items": _of_items, "queue": _of_queue}
