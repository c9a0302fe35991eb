"""Form of a project's data statement, for the cards of a release."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django import forms
from django.contrib import messages
from django.db import transaction
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from annotation.accounts.models import User
from annotation.audit_log.acts import Act
from annotation.audit_log.record import record
from annotation.projects.models import Project
from annotation.release.cards.checks import problem
from annotation.release.cards.fields import FIELDS, GROUPS, OPTIONAL, Field, Group, Kind
from annotation.release.cards.models import DataStatement
from annotation.release.cards.statement import Statement, statement_of
from frontend.views.access import PersonRequest, manager_view

LONGEST_LINE, LONGEST_TEXT = 500, 20_000
IN_LINES = frozenset({Kind.TEXT, Kind.AUTHORS})


class DataStatementForm(forms.Form):
    """A field a question. Only what was changed is saved, so that two managers do not undo each other."""

    def __init__(self, data: Any = None, *, statement: Statement) -> None:
        super().__init__(data, initial=dict(statement.answers))
        for name, field in FIELDS.items():
            self.fields[name] = _form_field(field, statement.told.get(name, ""))

    def groups(self) -> Iterator[tuple[str, str, str, list[forms.BoundField]]]:
        """Name, title, a sentence and the fields of each group."""
        for group in GROUPS:
            yield group.name, _(group.title), _(group.words), self._in_group(group)

    def _in_group(self, group: Group) -> list[forms.BoundField]:
        return [self[field.name] for field in group.fields]

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        for name, text in list(cleaned.items()):
            wrong = problem(FIELDS[name].kind, text)
            if wrong:
                self.add_error(name, wrong)
        return cleaned

    @transaction.atomic
    def save(self, project: Project, by: User) -> None:
        """Store what was changed; an answer that was emptied is gone."""
        DataStatement.objects.get_or_create(project=project)
        stored = DataStatement.objects.select_for_update().get(project=project)
        changed = {name: "\n".join(self.cleaned_data[name].strip().splitlines()) for name in self.changed_data}
        before = dict(stored.answers)
        stored.answers = {name: text for name, text in {**stored.answers, **changed}.items() if text}
        stored.changed_by = by
        stored.save()
        record(Act.DATA_STATEMENT_CHANGED, by=by, project=project, before=before, after=stored.answers)


@manager_view("GET", "POST", fresh=True)
def data_statement(request: PersonRequest, project: Project) -> HttpResponse:
    """The form. Whatever is wrong, what was typed stays."""
    statement = statement_of(project)
    form = DataStatementForm(request.POST if request.method == "POST" else None, statement=statement)
    if request.method == "POST" and form.is_valid():
        form.save(project, request.user)
        messages.success(request, _("Data statement saved. Future releases include it."))
        return redirect("data-statement", slug=project.slug)
    stored = DataStatement.objects.filter(project=project).select_related("changed_by").first()
    shown = {
        "project": project,
        "form": form,
        "stored": stored,
        "missing": _missing(statement),
        "wanted": len(FIELDS) - len(OPTIONAL),
        "given": len(FIELDS) - len(OPTIONAL) - len(statement.missing),
    }
    return render(request, "releases/data_statement.html", shown, status=400 if form.errors else 200)


def _missing(statement: Statement) -> list[tuple[str, list[tuple[str, str]]]]:
    """The title of each group that lacks something, with the names and labels of what it lacks."""
    lacks = set(statement.missing)
    groups = [
        (_(group.title), [(one.name, _(one.label)) for one in group.fields if one.name in lacks]) for group in GROUPS
    ]
    return [(title, fields) for title, fields in groups if fields]


def _form_field(field: Field, told: str) -> forms.CharField:
    """`told`: what the corpus's source says, which holds where nothing is written."""
    words = _(field.help)
    if told:
        words += " " + _("From the source of the corpus: %(told)s.") % {"told": told}
    shown = told or (_("for example %(example)s") % {"example": field.example} if field.example else "")
    looks = {"placeholder": shown} if shown else {}
    widget: forms.Widget = forms.TextInput(looks)
    if field.kind in IN_LINES:
        widget = forms.Textarea({"rows": 3, **looks})
    return forms.CharField(
        label=_(field.label),
        help_text=words,
        required=False,
        strip=True,
        max_length=LONGEST_TEXT if field.kind in IN_LINES else LONGEST_LINE,
        widget=widget,
        show_hidden_initial=True,  # what it was when the page was opened, to tell what was changed
    )
