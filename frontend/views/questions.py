"""Manager's view of questions: answers, and the list of frequent ones."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from annotation.errors import AnnotationError
from annotation.projects.access import faq_entry_to_manage, question_to_answer
from annotation.projects.announcement_models import FaqEntry, Question
from annotation.projects.models import Project
from annotation.projects.questions import (
    LONGEST_ANSWER,
    LONGEST_ENTRY,
    add_entry,
    answer,
    change_entry,
    move_entry,
)
from frontend.reading.prose import rendered
from frontend.views.access import PersonRequest, manager_view
from frontend.views.announcement_management import form_page
from frontend.views.lists import page_of


class AnswerForm(forms.Form):
    answer = forms.CharField(
        label=gettext_lazy("Answer"),
        max_length=LONGEST_ANSWER,
        widget=forms.Textarea({"rows": 5, "dir": "auto"}),
        help_text=gettext_lazy("Markdown is supported."),
    )


class EntryForm(AnswerForm):
    field_order = ("question", "answer")
    question = forms.CharField(label=gettext_lazy("Question"), max_length=LONGEST_ENTRY)


@manager_view("GET", "POST", fresh=True)
def questions(request: PersonRequest, project: Project) -> HttpResponse:
    """What was asked, what waits first; the frequent questions. A POST adds one of these."""
    form = EntryForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        add_entry(project=project, by=request.user, **form.cleaned_data)
        messages.success(request, _("Published in the FAQ."))
        return redirect("manage-questions", slug=project.slug)
    asked = Question.objects.filter(project=project).select_related("asker", "entry")
    shown = {
        "form": form,
        "unanswered": asked.filter(answered_at=None).order_by("asked_at", "pk"),
        "page": page_of(request, asked.filter(answered_at__isnull=False).order_by("-answered_at", "-pk")),
        "entries": FaqEntry.objects.filter(project=project),
    }
    return form_page(request, project, "questions", form, shown=shown)


@manager_view("GET", "POST", fresh=True)
def question(request: PersonRequest, project: Project, pk: int) -> HttpResponse:
    """One question: answering it, and publishing question and answer in words that name nobody."""
    row = question_to_answer(project, pk)
    publishing = request.POST.get("action") == "publish"
    sent = request.POST if request.method == "POST" else None
    form = AnswerForm(None if publishing else sent, initial={"answer": row.answer})
    entry = FaqEntry.objects.filter(asked=row).first()
    initial = {
        "question": entry.question if entry else " ".join(row.text.split())[:LONGEST_ENTRY],
        "answer": entry.answer if entry else row.answer,
    }
    entry_form = EntryForm(sent if publishing else None, initial=initial, prefix="entry")
    try:
        if publishing and entry_form.is_valid():
            add_entry(project=project, by=request.user, asked=row, **entry_form.cleaned_data)
            messages.success(request, _("Published in the FAQ without the author’s name."))
            return redirect("manage-questions", slug=project.slug)
        if sent is not None and not publishing and form.is_valid():
            answer(row, by=request.user, text=form.cleaned_data["answer"])
            messages.success(request, _("Answer sent. The author is notified at the next visit."))
            return redirect("manage-question", slug=project.slug, pk=pk)
    except AnnotationError as error:
        (entry_form if publishing else form).add_error(None, error.message)
    shown = {"question": row, "html": rendered(row.answer), "form": form, "entry": entry, "entry_form": entry_form}
    return form_page(request, project, "question", form, entry_form, shown=shown)


@manager_view("GET", "POST", fresh=True)
def entry(request: PersonRequest, project: Project, pk: int) -> HttpResponse:
    """One of the frequent questions: changing it, moving it, taking it away."""
    row = faq_entry_to_manage(project, pk)
    action = request.POST.get("action", "")
    if action in ("up", "down"):
        move_entry(row, up=action == "up")
        return redirect("manage-questions", slug=project.slug)
    if action == "delete":
        row.delete()
        messages.success(request, _("Removed from the FAQ."))
        return redirect("manage-questions", slug=project.slug)
    form = EntryForm(request.POST or None, initial={"question": row.question, "answer": row.answer})
    if request.method == "POST" and form.is_valid():
        change_entry(row, by=request.user, **form.cleaned_data)
        messages.success(request, _("Changes saved."))
        return redirect("manage-questions", slug=project.slug)
    return form_page(request, project, "entry", form, shown={"form": form, "entry": row, "html": rendered(row.answer)})
