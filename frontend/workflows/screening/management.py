"""Pages of a manager: the test, grading without names, one candidate."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from annotation.accounts.models import User
from annotation.audit_log.acts import Act
from annotation.audit_log.record import record, values_of
from annotation.errors import AnnotationError
from annotation.projects.access import member_of
from annotation.projects.models import Project, Role
from annotation.workflows.screening.access import answers_to_grade, item_of, items_to_remove, texts_to_withdraw
from annotation.workflows.screening.candidate_status import STATUS_LABELS, statuses_of
from annotation.workflows.screening.grading import decide, grade, graded_answers, test_of, waiting
from annotation.workflows.screening.importer import BadTest, Imported, add, add_default, import_test
from annotation.workflows.screening.models import (
    SCREENED,
    ScreeningAnswers,
    ScreeningDecision,
    ScreeningItem,
    ScreeningText,
)
from frontend.views.access import PersonRequest, manager_view
from frontend.workflows.screening.forms import FileForm, GradeForm, ItemForm, MinimumForm, TextForm
from frontend.workflows.screening.workspace import result_of

LONGEST_NOTE = 2_000


@manager_view("GET", "POST", fresh=True)
def edit_test(request: PersonRequest, project: Project) -> HttpResponse:
    """Minimums, items and texts. A POST changes one thing, which `action` names."""
    action = request.POST.get("action", "")
    test = test_of(project)
    minimum = MinimumForm(request.POST if action == "minimum" else None, instance=test)
    text = TextForm(request.POST if action == "text" else None)
    file = FileForm(request.POST, request.FILES) if action == "import" else FileForm()
    problems: list[str] = []
    if action == "minimum" and minimum.is_valid():
        before = values_of(test_of(project))
        with transaction.atomic():
            minimum.save()
            after = values_of(test_of(project))
            record(Act.SCREENING_TEST_CHANGED, by=request.user, project=project, before=before, after=after)
        messages.success(request, _("Saved. It holds for tests that are graded from now on."))
        return _to_test(project)
    if action == "text" and text.is_valid():
        return _added(request, project, lambda: add(project, [text.row]))
    if action == "default":
        return _added(request, project, lambda: add_default(project))
    if action == "remove":
        return _remove(request, project)
    if action == "import" and file.is_valid():
        upload = file.cleaned_data["file"]
        try:
            content = upload.read().decode("utf-8")
            name = upload.name
            return _added(request, project, lambda: import_test(project=project, content=content, name=name))
        except BadTest as error:
            problems = error.problems
        except UnicodeDecodeError:
            problems = [_("%(file)s is not in UTF-8. Save it in this encoding.") % {"file": upload.name}]
    texts = ScreeningText.objects.filter(task__project=project, task__withdrawn_at__isnull=True)
    shown = {"project": project, "minimum": minimum, "text": text, "file": file, "problems": problems}
    shown |= {"items": ScreeningItem.objects.filter(project=project), "texts": texts.select_related("task")}
    wrong = problems or any(form.errors for form in (minimum, text, file))
    return render(request, "screening/manage_test.html", shown, status=400 if wrong else 200)


@manager_view("GET", "POST", fresh=True)
def edit_item(request: PersonRequest, project: Project, pk: int | None = None) -> HttpResponse:
    """One item, or a new one. Tests that were submitted keep the item as it was."""
    item = None if pk is None else item_of(project, pk)
    initial = ItemForm.initial_of(item) if item is not None else None
    form = ItemForm(request.POST if request.method == "POST" else None, initial=initial)
    if request.method == "POST" and form.is_valid():
        row = form.row
        if item is None:
            return _added(request, project, lambda: add(project, [row]))
        item.part, item.prompt, item.choices, item.right = row.part, row.prompt, [*row.choices], row.right
        with transaction.atomic():
            item.save()
            record(Act.SCREENING_TEST_CHANGED, by=request.user, project=project, about=item)
        messages.success(request, _("Saved."))
        return _to_test(project)
    shown = {"project": project, "form": form, "item": item}
    return render(request, "screening/manage_item.html", shown, status=400 if form.errors else 200)


@manager_view("GET", fresh=True)
def grade_next(request: PersonRequest, project: Project) -> HttpResponse:
    """Go to the test that waits longest for this manager."""
    first = waiting(project, request.user).first()
    if first is None:
        messages.info(request, _("No test waits for your grading."))
        return redirect("quality-calibration", slug=project.slug)
    return redirect("screening-grade-test", slug=project.slug, pk=first.pk)


@manager_view("GET", "POST", fresh=True)
def grade_test(request: PersonRequest, project: Project, pk: int) -> HttpResponse:
    """Summary and changed sentence of one candidate, without a name."""
    rows = waiting(project, request.user)
    answers = answers_to_grade(project, request.user, pk)
    form = GradeForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        _grade(request, answers, form)
        return redirect("screening-grade", slug=project.slug)
    shown = {
        "project": project,
        "answers": answers,
        "text": answers.assignment.task.screeningtext,
        "form": form,
        "is_graded": not rows.filter(pk=answers.pk).exists(),
        "waiting": rows.count(),
    }
    return render(request, "screening/grade.html", shown, status=400 if form.errors else 200)


@manager_view("GET", "POST", fresh=True)
def person(request: PersonRequest, project: Project, pk: int) -> HttpResponse:
    """One candidate: their test once it is graded, and a decision for each role. A POST decides."""
    member = member_of(project, pk)
    mine = statuses_of(member, project)
    if not mine:
        raise Http404
    if request.method == "POST":
        _decide(request, project, member)
        return redirect("screening-person", slug=project.slug, pk=member.pk)
    answers = graded_answers(member, project)
    rows = ScreeningDecision.objects.filter(project=project, person=member).select_related("decided_by")
    decided = {row.role: row for row in rows}
    shown = {
        "project": project,
        "person": member,
        "answers": answers,
        "roles": [(role, STATUS_LABELS[one], decided.get(role)) for role, one in mine.items()],
    }
    if answers is not None:
        shown |= {"text": answers.assignment.task.screeningtext} | result_of(answers)
    return render(request, "screening/person.html", shown)


def _to_test(project: Project) -> HttpResponse:
    return redirect("screening-test", slug=project.slug)


@transaction.atomic
def _added(request: PersonRequest, project: Project, add_to_test: Callable[[], Imported]) -> HttpResponse:
    imported = add_to_test()
    after = {"items_added": imported.items, "texts_added": imported.texts}
    record(Act.SCREENING_TEST_CHANGED, by=request.user, project=project, after=after)
    words = _("%(items)d items and %(texts)d texts added; %(known)d were there already.")
    counts = {"items": imported.items, "texts": imported.texts, "known": imported.known}
    messages.success(request, words % counts)
    return _to_test(project)


@transaction.atomic
def _remove(request: PersonRequest, project: Project) -> HttpResponse:
    """Remove an item, or withdraw a text: whoever has it may finish."""
    item, text = (request.POST.get(name, "") for name in ("item", "text"))
    if item.isdecimal():
        items_to_remove(project, int(item[:18])).delete()
    elif text.isdecimal():
        texts_to_withdraw(project, int(text[:18])).update(withdrawn_at=timezone.now())
    after = {"item_removed": item[:18], "text_withdrawn": text[:18]}
    record(Act.SCREENING_TEST_CHANGED, by=request.user, project=project, after=after)
    messages.success(request, _("Removed."))
    return _to_test(project)


def _grade(request: PersonRequest, answers: ScreeningAnswers, form: GradeForm) -> None:
    try:
        grade(answers=answers, by=request.user, met=form.met, comment=form.cleaned_data["comment"])
    except AnnotationError as error:
        messages.error(request, error.message)
    else:
        messages.success(request, _("Grading saved."))


def _decide(request: PersonRequest, project: Project, member: User) -> None:
    approved = {"approved": True, "rejected": False, "undo": None}
    role, action = request.POST.get("role"), request.POST.get("action", "")
    if role not in SCREENED or action not in approved:
        raise Http404
    note = request.POST.get("note", "")[:LONGEST_NOTE]
    decide(person=member, project=project, role=Role(role), approved=approved[action], by=request.user, note=note)
    messages.success(request, _("Saved. It takes effect with their next task."))
