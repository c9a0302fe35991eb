"""Manager's overview: progress, and the rows behind every number."""

from __future__ import annotations

from dataclasses import dataclass

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import BigIntegerField, Count, Q, QuerySet
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_http_methods

from annotation.accounts.models import User
from annotation.claims.claim_importer import import_claims
from annotation.evidence.excerpts import excerpts
from annotation.projects.access import project_for
from annotation.projects.models import Project, Role
from annotation.vocabulary.operation_names import OperationName, OwnOperation
from annotation.work.models import Operation
from annotation.workflows.claim_verification.models import Report, Verification
from annotation.workflows.claim_verification.queries import progress
from frontend.templatetags.words import CHALLENGES, VERDICTS
from frontend.views import PersonRequest
from frontend.views.claims_form import ClaimsForm
from frontend.views.evidence_rows import revisions_of, sets_of
from frontend.views.pagination import page_of, words_of
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


@require_GET
@login_required
def overview(request: PersonRequest, slug: str) -> HttpResponse:
    project = project_for(request.user, slug, Role.MANAGER)
    latest = current_verifications(project)
    shown = {
        "project": project,
        "progress": progress(project),
        "verdicts": _shares(latest, "verdict", VERDICTS),
        "challenges": _shares(latest, "challenge", CHALLENGES),
        "people_count": project.memberships.values("user").distinct().count(),
        "latest": latest[:5],
    }
    return render(request, "manage/overview.html", shown)


def _shares(rows: QuerySet[Verification], field: str, labels: dict[str, Promise]) -> list[Share]:
    counts = dict(rows.order_by().values_list(field).annotate(count=Count("pk")))
    return [Share(value, label, counts.get(value, 0), sum(counts.values())) for value, label in labels.items()]


class VerificationFilter(forms.Form):
    q = forms.CharField(label=_("Words in the claim"), required=False, max_length=200)
    verdict = forms.ChoiceField(label=_("Verdict"), required=False)
    challenge = forms.ChoiceField(label=_("Challenge"), required=False)
    person = forms.ModelChoiceField(label=_("Person"), queryset=User.objects.none(), required=False)
    claim = forms.IntegerField(required=False, max_value=BigIntegerField.MAX_BIGINT, widget=forms.HiddenInput)

    def __init__(self, *args: object, project: Project, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self.fields["verdict"].choices = [("", _("any")), *VERDICTS.items()]  # type: ignore[attr-defined]
        self.fields["challenge"].choices = [("", _("any")), *CHALLENGES.items()]  # type: ignore[attr-defined]
        people = User.objects.filter(assignments__project=project).distinct().order_by("username")
        self.fields["person"].queryset = people  # type: ignore[attr-defined]
        self.fields["person"].empty_label = _("anyone")  # type: ignore[attr-defined]

    def narrowed(self, rows: QuerySet[Verification]) -> QuerySet[Verification]:
        """The rows that fit. A filter that makes no sense is left out, and marked in the form."""
        self.is_valid()
        asked = {name: value for name, value in self.cleaned_data.items() if value}
        columns = {
            "q": "claim__text__icontains",
            "verdict": "verdict",
            "challenge": "challenge",
            "person": "assignment__person",
            "claim": "claim",
        }
        return rows.filter(**{columns[name]: value for name, value in asked.items()})


@require_GET
@login_required
def verifications(request: PersonRequest, slug: str) -> HttpResponse:
    project = project_for(request.user, slug, Role.MANAGER)
    asked = VerificationFilter(request.GET or {"q": ""}, project=project)
    found = asked.narrowed(current_verifications(project))
    claim = project.claims.filter(pk=asked.cleaned_data.get("claim") or 0).first()
    shown = {"project": project, "form": asked, "claim": claim, "page": measured_page(request, found)}
    return render(request, "manage/verifications.html", shown)


@require_GET
@login_required
def verification(request: PersonRequest, slug: str, pk: int) -> HttpResponse:
    """One verification with all it rests on; ?revision=1 shows what an earlier revision said."""
    project = project_for(request.user, slug, Role.MANAGER)
    kept = Verification.objects.select_related("assignment__person", "claim__author", "claim__highlight")
    current = get_object_or_404(kept, pk=pk, claim__project=project, is_current=True)
    operations = list(Operation.objects.filter(assignment=current.assignment_id).order_by("sequence"))
    asked = request.GET.get("revision", "")
    earlier = current.assignment.verifications.filter(revision=asked).first() if _is_number(asked) else None
    reports = Report.objects.filter(claim=current.claim_id).select_related("assignment__person")
    shown = {
        "project": project,
        "current": current,
        "operations": operations,
        "seconds": max((one.seconds for one in operations if one.sitting == 1), default=0),  # edits left out
        "shown": earlier or current,
        "sets": sets_of(project.corpus, earlier or current),
        "claim": current.claim,
        "words": _words(project, operations),
        "newer": _neighbour(project, current, "gt"),
        "older": _neighbour(project, current, "lt"),
        "revisions": revisions_of(current.assignment),
        "reports": reports,
    }
    return render(request, "manage/verification.html", shown)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 6


def _words(project: Project, operations: list[Operation]) -> dict[str, str]:
    """For the values in the log: element id -> its text, verdict or challenge -> its name."""
    wanted = {operation.value for operation in operations if operation.name in SELECTING}
    found, _unknown = excerpts(project.corpus, sorted(wanted))
    names = {value: str(name) for value, name in (VERDICTS | CHALLENGES).items()}
    return names | {words["id"]: words["text"] for words in found}


def _neighbour(project: Project, current: Verification, direction: str) -> int | None:
    """The verification submitted right after ("gt") or before ("lt") this one, so that one can read on."""
    order = "" if direction == "gt" else "-"
    beyond = Q(**{f"created_at__{direction}": current.created_at}) | Q(
        **{"created_at": current.created_at, f"pk__{direction}": current.pk}
    )
    rows = current_verifications(project).filter(beyond).order_by(f"{order}created_at", f"{order}pk")
    return rows.values_list("pk", flat=True).first()


@require_http_methods(["GET", "POST"])
@login_required
def claims(request: PersonRequest, slug: str) -> HttpResponse:
    """The claims and their places; a POST brings more claims in."""
    project = project_for(request.user, slug, Role.MANAGER)
    form = ClaimsForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        imported = import_claims(project=project, lines=form.lines)
        added = ngettext("%d claim was added.", "%d claims were added.", imported.created) % imported.created
        known = ngettext("%d already existed.", "%d already existed.", imported.known) % imported.known
        messages.success(request, f"{added} {known}" if imported.known else added)
        return redirect("manage-claims", slug=project.slug)
    text, state = words_of(request), request.GET.get("state", "")
    rows = claims_with_places(project).filter(CLAIM_STATES.get(state, CLAIM_STATES[""]))
    found = rows.filter(text__icontains=text) if text else rows
    shown = {"project": project, "form": form, "text": text, "state": state, "page": page_of(request, found)}
    return render(request, "manage/claims.html", shown)
