"""Saving what an editor decides about a citation."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from annotation.citations.access import citation_of, suggestion_of
from annotation.citations.decisions import Outdated, decide
from annotation.citations.models import LONGEST_NOTE, Choice
from annotation.errors import Invalid
from annotation.projects.models import Project
from frontend.views.access import PersonRequest, member_view
from frontend.views.citations.pages import DECIDERS, citation_page
from frontend.views.citations.study import note_decided


class DecisionForm(forms.Form):
    """A decision. `seen`: the key of the decision that the page showed."""

    choice = forms.ChoiceField(choices=Choice.choices)
    suggestion = forms.IntegerField(required=False, min_value=1)
    seen = forms.IntegerField(required=False, min_value=1)
    note = forms.CharField(label=_("Note"), required=False, max_length=LONGEST_NOTE)

    def __init__(self, data: QueryDict) -> None:
        super().__init__(_split(data))


@member_view("POST", roles=DECIDERS)
def decide_citation(request: PersonRequest, project: Project, pk: int) -> HttpResponseBase:
    """Save a decision and show the citation again, under the filters that it was opened with."""
    cited = citation_of(project, pk)
    form = DecisionForm(request.POST)
    if not form.is_valid():
        return _again(request, project, pk, gettext("Choose one of the decisions."), 400)
    given = form.cleaned_data
    suggestion = suggestion_of(project, cited, given["suggestion"]) if given["suggestion"] else None
    try:
        made = decide(
            project,
            cited,
            by=request.user,
            choice=Choice(given["choice"]),
            suggestion=suggestion,
            note=given["note"],
            seen=given["seen"],
        )
    except Invalid as refused:
        return _again(request, project, pk, refused.message, 400)
    except Outdated as refused:
        return _again(request, project, pk, refused.message, 409)
    note_decided(project, request.user)
    messages.success(request, gettext("Saved: %(decision)s.") % {"decision": made.get_choice_display()})
    address = reverse("citation", kwargs={"slug": project.slug, "pk": pk})
    return redirect(f"{address}?{request.GET.urlencode()}" if request.GET else address)


def _again(request: PersonRequest, project: Project, pk: int, message: str, status: int) -> HttpResponse:
    """The page with what is wrong, and the note that was typed."""
    cited = citation_of(project, pk)
    return citation_page(request, project, cited, status=status, refused=message, note=request.POST.get("note", ""))


def _split(data: QueryDict) -> QueryDict:
    """A button to accept says "accepted:12": the choice and the key of the suggestion."""
    choice, _, key = data.get("choice", "").partition(":")
    given = data.copy()
    given["choice"] = choice
    if key:
        given["suggestion"] = key
    return given
