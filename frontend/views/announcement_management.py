"""The manager's side of announcements: writing and changing them, and who has read them."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from annotation.errors import AnnotationError
from annotation.projects.access import announcement_to_manage
from annotation.projects.announcement_models import LONGEST_TITLE, Announcement
from annotation.projects.announcements import LONGEST_TEXT, announce, change, readers, restore, withdraw
from annotation.projects.models import Project, Role
from frontend.reading.prose import rendered
from frontend.views.access import PersonRequest, manager_view

AUDIENCES = {
    "": gettext_lazy("everyone"),
    Role.VERIFIER.value: gettext_lazy("verifiers"),
    Role.CLAIM_WRITER.value: gettext_lazy("claim writers"),
    Role.ADJUDICATOR.value: gettext_lazy("adjudicators"),
    Role.OBSERVER.value: gettext_lazy("observers"),
    Role.MANAGER.value: gettext_lazy("managers"),
}


class AnnouncementForm(forms.Form):
    title = forms.CharField(label=gettext_lazy("Title"), max_length=LONGEST_TITLE)
    text = forms.CharField(
        label=gettext_lazy("Text"),
        max_length=LONGEST_TEXT,
        widget=forms.Textarea({"rows": 8, "dir": "auto"}),
        help_text=gettext_lazy("Markdown is supported."),
    )
    audience = forms.ChoiceField(label=gettext_lazy("For"), required=False, choices=list(AUDIENCES.items()))
    must_read = forms.BooleanField(
        label=gettext_lazy("Must be read before the next task"),
        required=False,
        help_text=gettext_lazy("Never shown in the middle of a task."),
    )


class ChangeForm(AnnouncementForm):
    read_again = forms.BooleanField(
        label=gettext_lazy("Ask everyone to read it again"),
        required=False,
        help_text=gettext_lazy(
            "Leave unticked for small corrections: people who have read it stay marked as having read it."
        ),
    )


@manager_view("GET", "POST", fresh=True)
def overview(request: PersonRequest, project: Project) -> HttpResponse:
    """All announcements with how many have read each; a POST writes one, or shows how it looks."""
    form = AnnouncementForm(request.POST or None)
    if request.method == "POST" and form.is_valid() and "preview" not in request.POST:
        try:
            made = announce(project=project, by=request.user, **form.cleaned_data)
        except AnnotationError as error:
            _say(form, error)
        else:
            messages.success(request, _("Published."))
            return redirect("manage-announcement", slug=project.slug, pk=made.pk)
    rows = [_counted(one) for one in Announcement.objects.filter(project=project)]
    shown = {
        "form": form,
        "preview": _preview(request, form),
        "standing": [row for row in rows if row["row"].withdrawn_at is None],
        "withdrawn": [row for row in rows if row["row"].withdrawn_at is not None],
    }
    return form_page(request, project, "overview", form, shown=shown)


@manager_view("GET", "POST", fresh=True)
def announcement(request: PersonRequest, project: Project, pk: int) -> HttpResponse:
    """One announcement: its words, its readers, changing and withdrawing it."""
    row = announcement_to_manage(project, pk)
    action = request.POST.get("action", "")
    if action in ("withdraw", "put-back"):
        (withdraw if action == "withdraw" else restore)(row)
        done = _("Withdrawn.") if action == "withdraw" else _("Published again.")
        messages.success(request, done)
        return redirect("manage-announcement", slug=project.slug, pk=pk)
    initial = {name: getattr(row, name) for name in ("title", "text", "audience", "must_read")}
    form = ChangeForm(request.POST or None, initial=initial)
    if request.method == "POST" and form.is_valid() and "preview" not in request.POST:
        try:
            change(row, by=request.user, **form.cleaned_data)
        except AnnotationError as error:
            _say(form, error)
        else:
            messages.success(request, _("Changes saved."))
            return redirect("manage-announcement", slug=project.slug, pk=pk)
    found = readers(row)
    shown = {
        "announcement": row,
        "audience": AUDIENCES[row.audience],
        "html": rendered(row.text),
        "form": form,
        "preview": _preview(request, form),
        "readers": found,
        "read": sum(one.read_at is not None for one in found),
        "revisions": row.revisions.select_related("author").order_by("-number"),
    }
    return form_page(request, project, "announcement", form, shown=shown)


def form_page(
    request: PersonRequest, project: Project, template: str, *given: forms.Form, shown: dict[str, Any]
) -> HttpResponse:
    """Render a page of announcements or questions; 400 where a form has errors."""
    status = 400 if any(form.errors for form in given) else 200
    return render(request, f"announcements/{template}.html", {"project": project} | shown, status=status)


def _preview(request: PersonRequest, form: forms.Form) -> str:
    return rendered(form["text"].value() or "") if "preview" in request.POST else ""


def _counted(row: Announcement) -> dict[str, Any]:
    found = readers(row)
    read = sum(one.read_at is not None for one in found)
    return {"row": row, "audience": AUDIENCES[row.audience], "of": len(found), "read": read}


def _say(form: forms.Form, error: AnnotationError) -> None:
    for name, words in error.fields.items() or {"": [error.message]}.items():
        form.add_error(name if name in form.fields else None, words)
