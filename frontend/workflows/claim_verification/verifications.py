"""Managers' pages of verifications: the list, and one with all it rests on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from django import forms
from django.contrib import messages
from django.db.models import BigIntegerField, Case, Q, QuerySet, When
from django.http import HttpRequest, HttpResponse, QueryDict
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from annotation.claims.access import claim_or_none
from annotation.discussion.discussing import message_count
from annotation.errors import AnnotationError
from annotation.evidence.excerpts import excerpts
from annotation.projects.access import guidelines_or_none
from annotation.projects.label_sets import label_set_of
from annotation.projects.models import Project
from annotation.quality.adjudication.models import Adjudication
from annotation.quality.adjudication.rules import LONGEST_NOTE
from annotation.quality.workflows.claim_verification.flag_reviews import mark_reviewed
from annotation.vocabulary.operation_names import OperationName, OwnOperation
from annotation.work.guidelines import written_versions
from annotation.work.models import Operation
from annotation.workflows.claim_verification.access import verification_of
from annotation.workflows.claim_verification.models import FlagReview, Report, Verification
from annotation.workflows.kinds import TaskKind
from frontend.templatetags.words import CLAIM_TYPES
from frontend.views.access import PersonRequest, manager_view
from frontend.views.csv_file import FILE, csv_answer
from frontend.views.lists import ANY, ListFilter, Row, neighbours, number_of
from frontend.views.period_form import PeriodForm, quick_choices
from frontend.views.quality.filters import version_choices
from frontend.workflows.claim_verification.csv_rows import COLUMNS, verification_rows
from frontend.workflows.claim_verification.evidence_rows import contradictions_read, revisions_of, sets_of
from frontend.workflows.claim_verification.rows import current_verifications, measured_page

SELECTING: frozenset[str] = frozenset(
    {
        OperationName.HIGHLIGHTING,
        OperationName.HIGHLIGHTING_DELETED,
        OwnOperation.CONTEXT_DROPPED,
        OwnOperation.CONTEXT_RESTORED,
        OwnOperation.CONTEXT_ADDED,
        OwnOperation.CONTEXT_REMOVED,
        OwnOperation.SENTENCES_JOINED,
        OwnOperation.SENTENCES_SPLIT,
        OwnOperation.LINE_OPENED,
        OwnOperation.SUGGESTION_SHOWN,
        OwnOperation.SUGGESTION_ACCEPTED,
        OwnOperation.SUGGESTION_DISMISSED,
    }
)


_SET_ASIDE = ("submission__assignment__set_aside__by",)
SET_ASIDE, ALL, UNKNOWN = "set_aside", "all", "unknown"
STATES = {"": _("counted"), SET_ASIDE: _("set aside"), ALL: _("all")}
FLAGS = {"": _("any"), "1": _("not sure"), "open": _("not sure, not reviewed")}
NOT_REVIEWED = Q(flag_review__isnull=True)
FLAGGED_ORDER = ("-unreviewed", "-submission__created_at", "-pk")  # who has asked a manager to look comes first


class VerificationFilter(PeriodForm, ListFilter):
    columns: ClassVar = {
        "q": "claim__text__icontains",
        "verdict": "verdict",
        "challenge": "challenge",
        "person": "submission__assignment__person",
        "claim": "claim",
        "claim_type": "claim__claim_type",
        "change": "submission__assignment__task__guideline_changes__guidelines",
    }
    q = forms.CharField(label=_("Words in the claim"), required=False, max_length=200)
    verdict = forms.ChoiceField(label=_("Verdict"), required=False)
    challenge = forms.ChoiceField(label=_("Challenge"), required=False)
    unsure = forms.ChoiceField(label=_("Flag"), required=False, choices=list(FLAGS.items()))
    adjudicated = forms.ChoiceField(label=_("Adjudicated as"), required=False)
    claim = forms.IntegerField(required=False, max_value=BigIntegerField.MAX_BIGINT, widget=forms.HiddenInput)

    # Other pages link to this.
    claim_type = forms.ChoiceField(required=False, choices=[ANY, *CLAIM_TYPES.items()], widget=forms.HiddenInput)
    guidelines = forms.ChoiceField(label=_("Guidelines version"), required=False)
    # The page of a change of guidelines links to its group.
    change = forms.IntegerField(required=False, max_value=BigIntegerField.MAX_BIGINT, widget=forms.HiddenInput)
    # Numbers count what is not set aside, and link here.
    state = forms.ChoiceField(label=_("State"), required=False, choices=list(STATES.items()))

    def __init__(self, request: HttpRequest, project: Project, asked: QueryDict | None = None) -> None:
        super().__init__(request, project, asked)
        labels = label_set_of(project)
        for name in ("verdict", "adjudicated"):
            self.fields[name].choices = [ANY, *labels.names.items()]  # type: ignore[attr-defined]
        self.fields["challenge"].choices = [ANY, *labels.challenge_set.names.items()]  # type: ignore[attr-defined]
        versions = written_versions(project, TaskKind.CLAIM_VERIFICATION)
        self.fields["guidelines"].choices = [  # type: ignore[attr-defined]
            *(ANY, *version_choices(versions)),
            (UNKNOWN, _("not known")),
        ]

    def narrowed(self, rows: QuerySet[Row]) -> QuerySet[Row]:
        found = super().narrowed(rows).filter(self.period.condition("submission__assignment__ended_at"))
        state, verdict = self.cleaned_data.get("state", ""), self.cleaned_data.get("adjudicated")
        if verdict:
            found = found.filter(
                claim__in=Adjudication.objects.filter(verdict=verdict, is_current=True).values("claim")
            )
        flag = self.cleaned_data.get("unsure")
        if flag:
            found = found.filter(NOT_REVIEWED if flag == "open" else Q(), unsure=True)
        version = self.cleaned_data.get("guidelines", "")
        if version:
            is_unknown = version == UNKNOWN
            found = found.filter(submission__guidelines_version=None if is_unknown else int(version))
        if state == ALL:
            return found
        return found.filter(submission__assignment__set_aside__isnull=state != SET_ASIDE)


@manager_view("GET")
def verifications(request: PersonRequest, project: Project) -> HttpResponseBase:
    """Every verification in production that the filters select, as a page or as a CSV file."""
    asked = VerificationFilter(request, project)
    found = asked.narrowed(current_verifications(project))
    if asked.cleaned_data.get("unsure"):
        found = found.alias(unreviewed=Case(When(NOT_REVIEWED, then=1), default=0)).order_by(*FLAGGED_ORDER)
    if request.GET.get(FILE) == "verifications.csv":
        return csv_answer(f"{project.slug}-verifications.csv", COLUMNS, verification_rows(found))
    claim = claim_or_none(project, asked.cleaned_data.get("claim"))
    group = guidelines_or_none(project, asked.cleaned_data.get("change"))
    without_page = request.GET.copy()
    without_page.pop("page", None)
    shown = {"project": project, "form": asked, "claim": claim, "group": group, "page": measured_page(request, found)}
    shown |= {"selection": without_page.urlencode(), "period_choices": quick_choices(asked.period)}
    return render(request, "claim_verification/verifications.html", shown)


@manager_view("GET")
def verification(request: PersonRequest, project: Project, pk: int) -> HttpResponse:
    """One verification with all it rests on; ?revision=1 shows what an earlier revision said."""
    current = verification_of(project, pk, "claim__author", "claim__highlight", *_SET_ASIDE, current=True)
    revision = number_of(request, "revision")
    shown = (
        Verification.objects.filter(
            submission__assignment=current.assignment, submission__revision=revision or 0
        ).first()
        or current
    )
    operations = list(Operation.objects.filter(assignment=current.assignment_id).order_by("sequence"))
    older, newer = neighbours(current_verifications(project), current)
    context = {
        "project": project,
        "current": current,
        "claim": current.claim,
        "shown": shown,
        "sets": sets_of(project.corpus, shown),
        "contradictions": contradictions_read(project.corpus, shown),
        "operations": operations,
        "seconds": max((one.seconds for one in operations if one.sitting == 1), default=0),  # edits are not counted
        "words": _words(project, operations),
        "newer": newer,
        "older": older,
        "revisions": revisions_of(current.assignment),
        "messages_in_discussion": message_count(current.claim),
        "reports": Report.objects.filter(claim=current.claim_id).select_related("assignment__person"),
        "review": FlagReview.objects.filter(verification=shown).select_related("by").first(),
        "longest_note": LONGEST_NOTE,
    }
    return render(request, "claim_verification/verification.html", context)


@manager_view("POST")
def review_flag(request: PersonRequest, project: Project, pk: int) -> HttpResponse:
    """A manager has looked at a flagged verification; on to the list, in which those that wait come first."""
    said = verification_of(project, pk)
    try:
        mark_reviewed(said, by=request.user, note=request.POST.get("note", ""))
    except AnnotationError as error:
        messages.error(request, error.message)
        return redirect("manage-verification", slug=project.slug, pk=said.pk)
    messages.success(request, gettext("Marked as reviewed."))
    return redirect(reverse("manage-verifications", args=[project.slug]) + "?unsure=1")


def _words(project: Project, operations: Sequence[Operation]) -> dict[str, str]:
    """For the values in the log: element id -> its text, verdict or challenge -> its name."""
    wanted = {operation.value for operation in operations if operation.name in SELECTING}
    found, _unknown = excerpts(project.corpus, sorted(wanted))
    labels = label_set_of(project)
    names = labels.names | labels.challenge_set.names
    return names | {words["id"]: words["text"] for words in found}
