"""Managers' actions: the log, one action with its preview, confirmation and undo, and actions on a person."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from annotation.actions.access import action_of
from annotation.actions.job import carry_out, job_of, stop
from annotation.actions.kinds import AnyAction, PersonAction, Preview, RowAction, kind_of
from annotation.actions.models import Action, ActionState, Outcome
from annotation.actions.run import (
    begin_undo,
    confirm,
    draft_on_person,
    outcome_counts,
    undoable_counts,
)
from annotation.errors import AnnotationError
from annotation.projects.access import member_of, member_or_none
from annotation.projects.models import Project
from annotation.results.store import result_of
from annotation.vocabulary.action_reasons import CHOSEN
from annotation.workflows.access import verifications_of
from annotation.workflows.models import Verification
from frontend.views.access import PersonRequest, manager_view
from frontend.views.job_status import has_no_worker
from frontend.views.lists import number_of, page_of

NAMED = 10  # rows of one reason that a preview names


class ActionForm(forms.Form):
    """The reason and the note of an action, and the options of its kind."""

    reason = forms.ChoiceField(
        label=_("Reason"), choices=[("", _("choose")), *((reason.value, reason.label) for reason in CHOSEN)]
    )
    note = forms.CharField(
        label=_("Note"), required=False, max_length=2_000, widget=forms.Textarea(attrs={"rows": 3, "cols": 40})
    )

    def __init__(self, kind: AnyAction, data: Any = None) -> None:
        super().__init__(data)
        for option in kind.options:
            self.fields[option.name] = (
                forms.ChoiceField(label=str(option.label), choices=option.choices)
                if option.choices
                else forms.CharField(label=str(option.label), widget=forms.NumberInput(attrs={"min": 0, "max": 100}))
            )
        self.option_names = [option.name for option in kind.options]
        if isinstance(kind, RowAction) and kind.note_is_read:
            self.fields["note"].required = True
            self.fields["note"].help_text = _("The annotators read this.")
        else:
            self.fields["note"].help_text = _(
                "For the log: annotators do not see it. The release names the reason alone."
            )
        self.order_fields(["reason", *self.option_names, "note"])


@dataclass(frozen=True, slots=True)
class LeftRows:
    """Rows that are left as they are for one reason; the first few are named."""

    code: str
    number: int
    rows: list[Verification]


@manager_view("GET")
def actions(request: PersonRequest, project: Project) -> HttpResponse:
    """The log, latest first. ?person= of one person."""
    found = Action.objects.filter(project=project).exclude(state=ActionState.DRAFT)
    person = member_or_none(project, number_of(request, "person"))
    found = found.filter(person=person) if person else found
    page = page_of(request, found.select_related("by", "person", "undone_by").defer("selected"))
    counts = {one.pk: outcome_counts(one) for one in page}
    page.object_list = [(one, _rows_done(counts[one.pk])) for one in page]
    return render(request, "actions/actions.html", {"project": project, "page": page, "person": person})


def _rows_done(counts: dict[tuple[str, str], int]) -> int:
    return sum(number for (outcome, _code), number in counts.items() if outcome != Outcome.REFUSED)


@manager_view("GET", "POST", fresh=True)
def action(request: PersonRequest, project: Project, pk: int) -> HttpResponse:
    """One action. A POST of a draft confirms it; later ones undo or stop it (`step`)."""
    one = action_of(project, pk)
    kind = kind_of(one)
    form = None if kind is None else ActionForm(kind)
    if request.method == "POST":
        step = request.POST.get("step", "")
        try:
            if step == "confirm" and form is not None and kind is not None:
                form = ActionForm(kind, request.POST)
                if form.is_valid() and _confirmed(request, one, form):
                    return redirect("manage-action", slug=project.slug, pk=pk)
            elif step == "undo":
                if begin_undo(one, by=request.user, note=request.POST.get("undo_note", "")):
                    carry_out(one, request.user)
                return redirect("manage-action", slug=project.slug, pk=pk)
            elif step == "stop":
                if stop(one, request.user):
                    messages.info(request, gettext("Stopped. What was done until then stays, and can be undone."))
                return redirect("manage-action", slug=project.slug, pk=pk)
        except AnnotationError as error:
            messages.error(request, error.message)
            return redirect("manage-action", slug=project.slug, pk=pk)
    shown = {"project": project, "one": one, "kind": kind, "form": form} | _shown(request, one, kind)
    return render(request, "actions/action.html", shown, status=400 if form is not None and form.errors else 200)


def _confirmed(request: PersonRequest, one: Action, form: ActionForm) -> bool:
    """Confirm the draft and carry it out; False with the errors in the form."""
    given = form.cleaned_data
    arguments = {name: given[name] for name in form.option_names}
    try:
        if confirm(one, by=request.user, reason=given["reason"], note=given["note"], arguments=arguments):
            carry_out(one, request.user)
    except AnnotationError as error:
        for name, said in (error.fields or {"": [error.message]}).items():
            form.add_error(name or None, said)
        return False
    return True


def _shown(request: PersonRequest, one: Action, kind: AnyAction | None) -> dict[str, Any]:
    """What the page says besides: of a draft what would follow, of a confirmed action what came of it."""
    if kind is None:
        return {}
    is_on_rows = isinstance(kind, RowAction)
    if one.state == ActionState.DRAFT:
        preview = _preview(one, kind)
        left = [
            LeftRows(each.code, len(each.verifications), verifications_of(one.project, each.verifications[:NAMED]))
            for each in preview.refused
        ]
        rows = page_of(request, one.selected)
        rows.object_list = verifications_of(one.project, list(rows))
        return {"preview": preview, "left": left, "page": rows if is_on_rows else None, "is_on_rows": is_on_rows}
    running = job_of(one)
    counts = outcome_counts(one)
    outcome = request.GET.get("outcome", "")
    items = one.items.filter(outcome=outcome) if outcome in Outcome.values else one.items.all()
    page = page_of(request, items.select_related("verification__claim", "verification__submission__assignment__person"))
    return {
        "is_on_rows": is_on_rows,
        "counts": _in_words(counts),
        "done": counts.get((Outcome.DONE, ""), 0),
        "job": running,
        "is_waiting_for_nobody": has_no_worker(running),
        "processed": sum(counts.values()),
        "page": page if is_on_rows else None,
        "undo": undoable_counts(one) if one.state == ActionState.APPLIED else None,
    }


def _preview(one: Action, kind: AnyAction) -> Preview:
    """What would follow; of many rows computed once, until the project's data changes."""
    if isinstance(kind, PersonAction):
        return kind.preview(one)
    found: Preview = result_of(one.project, ("action", one.pk), lambda: kind.preview(one), fresh=True).value
    return found


def _in_words(counts: dict[tuple[str, str], int]) -> list[tuple[str, str, str, int]]:
    """Outcome, its label, code and number of rows."""
    order = list(Outcome.values)
    ordered = sorted(counts.items(), key=lambda pair: (order.index(pair[0][0]), pair[0][1]))
    return [(outcome, str(Outcome(outcome).label), code, number) for (outcome, code), number in ordered]


@manager_view("POST")
def new_person_action(request: PersonRequest, project: Project, pk: int) -> HttpResponse:
    """Preview an action on a person: `action` is its slug."""
    person = member_of(project, pk)
    try:
        made = draft_on_person(project=project, by=request.user, kind=request.POST.get("action", ""), person=person)
    except AnnotationError as error:
        messages.error(request, error.message)
        return redirect("manage-person", slug=project.slug, pk=pk)
    return redirect("manage-action", slug=project.slug, pk=made.pk)
