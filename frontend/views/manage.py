"""Manager's overview: progress, and the rows behind every number."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from django import forms
from django.contrib import messages
from django.db.models import BigIntegerField, Count, QuerySet
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from annotation.claims.claim_importer import import_claims
from annotation.evidence.excerpts import excerpts
from annotation.projects.models import Project
from annotation.vocabulary.operation_names import OperationName, OwnOperation
from annotation.work.models import Operation
from annotation.workflows.claim_verification.models import Report, Verification
from annotation.workflows.claim_verification.queries import progress
from frontend.templatetags.words import CHALLENGES, VERDICTS
from frontend.views.access import PersonRequest, manager_view
from frontend.views.claims_form import ClaimsForm
from frontend.views.evidence_rows import revisions_of, sets_of
from frontend.views.lists import ANY, ListFilter, choice_of, neighbours, number_of, page_of, words_of
from frontend.views.rows import CLAIM_STATES, claims_with_places, current_verifications, measured_page

SELECTING: frozenset[str] = frozenset(
    {
        OperationName.HIGHLIGHTING,
        OperationName.HIGHLIGHTING_DELETED,
        OwnOperation.CONTEXT_DROPPED,
        OwnOperation.CONTEXT_RESTORED,
        OwnOperation.SUGGESTION_SHOWN,
        OwnOperation.SUGGESTION_ACCEPTED,
        OwnOperation.SUGGESTION_DISMISSED,
    }
)


@dataclass(frozen=True)
class Share:
    """One bar: how many of `total` have `value`."""

    value: str
    label: str | Promise
    count: int
    total: int

    @property
    def percent(self) -> float:
        return 100 * self.count / self.total if self.total else 0.0


@manager_view("GET")
def overview(request: PersonRequest, project: Project) -> HttpResponse:
    latest = current_verifications(project)
    shown = {
        "project": project,
        "progress": progress(project),
        "verdicts": _shares(latest, "verdict", VERDICTS),
        "challenges": _shares(latest, "challenge", CHALLENGES),
        "latest": latest[:5],
    }
    return render(request, "manage/overview.html", shown)


def _shares(rows: QuerySet[Verification], field: str, labels: dict[str, Promise]) -> list[Share]:
    counts = dict(rows.order_by().values_list(field).annotate(count=Count("pk")))
    return [Share(value, label, counts.get(value, 0), sum(counts.values())) for value, label in labels.items()]


class VerificationFilter(ListFilter):
    columns: ClassVar = {
        "q": "claim__text__icontains",
        "verdict": "verdict",
        "challenge": "challenge",
        "person": "assignment__person",
        "claim": "claim",
    }
    q = forms.CharField(label=_("Words in the claim"), required=False, max_length=200)
    verdict = forms.ChoiceField(label=_("Verdict"), required=False, choices=[ANY, *VERDICTS.items()])
    challenge = forms.ChoiceField(label=_("Challenge"), required=False, choices=[ANY, *CHALLENGES.items()])
    claim = forms.IntegerField(required=False, max_value=BigIntegerField.MAX_BIGINT, widget=forms.HiddenInput)


@manager_view("GET")
def verifications(request: PersonRequest, project: Project) -> HttpResponse:
    asked = VerificationFilter(request, project)
    found = asked.narrowed(current_verifications(project))
    claim = project.claims.filter(pk=asked.cleaned_data.get("claim") or 0).first()
    shown = {"project": project, "form": asked, "claim": claim, "page": measured_page(request, found)}
    return render(request, "manage/verifications.html", shown)


@manager_view("GET")
def verification(request: PersonRequest, project: Project, pk: int) -> HttpResponse:
    """One verification with all it rests on; ?revision=1 shows what an earlier revision said."""
    found = Verification.objects.filter(claim__project=project, is_current=True)
    current = get_object_or_404(found.select_related("claim__author", "claim__highlight", "assignment__person"), pk=pk)
    revision = number_of(request, "revision")
    shown = current.assignment.verifications.filter(revision=revision or 0).first() or current
    operations = list(Operation.objects.filter(assignment=current.assignment_id).order_by("sequence"))
    older, newer = neighbours(current_verifications(project), current)
    context = {
        "project": project,
        "current": current,
        "claim": current.claim,
        "shown": shown,
        "sets": sets_of(project.corpus, shown),
        "operations": operations,
        "seconds": max((one.seconds for one in operations if one.sitting == 1), default=0),  # edits are not counted
        "words": _words(project, operations),
        "newer": newer,
        "older": older,
        "revisions": revisions_of(current.assignment),
        "reports": Report.objects.filter(claim=current.claim_id).select_related("assignment__person"),
    }
    return render(request, "manage/verification.html", context)


def _words(project: Project, operations: Sequence[Operation]) -> dict[str, str]:
    """For the values in the log: element id -> its text, verdict or challenge -> its name."""
    wanted = {operation.value for operation in operations if operation.name in SELECTING}
    found, _unknown = excerpts(project.corpus, sorted(wanted))
    names = {value: str(name) for value, name in (VERDICTS | CHALLENGES).items()}
    return names | {words["id"]: words["text"] for words in found}


@manager_view("GET", "POST")
def claims(request: PersonRequest, project: Project) -> HttpResponse:
    """The claims and their places; a POST brings more claims in."""
    form = ClaimsForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        imported = import_claims(project=project, lines=form.lines)
        added = ngettext("%d claim was added.", "%d claims were added.", imported.created) % imported.created
        known = ngettext("%d already existed.", "%d already existed.", imported.known) % imported.known
        messages.success(request, f"{added} {known}" if imported.known else added)
        return redirect("manage-claims", slug=project.slug)
    text, state = words_of(request), choice_of(request, "state", CLAIM_STATES)
    rows = claims_with_places(project).filter(CLAIM_STATES[state])
    found = rows.filter(text__icontains=text) if text else rows
    shown = {"project": project, "form": form, "text": text, "state": state, "page": page_of(request, found)}
    return render(request, "manage/claims.html", shown)
