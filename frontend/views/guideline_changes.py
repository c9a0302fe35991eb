"""Changes of the guidelines: why, announced to whom, what was re-opened, and agreement before and after."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from difflib import ndiff
from typing import Any

from django.contrib import messages
from django.db.models import Count
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from annotation.actions.kinds import row_actions
from annotation.actions.models import ActionState
from annotation.actions.run import draft_on_rows
from annotation.dashboard.guideline_changes import guideline_effect
from annotation.errors import AnnotationError, Invalid
from annotation.projects.access import guidelines_of
from annotation.projects.announcements import readers
from annotation.projects.models import Guidelines, Project
from annotation.quality.agreement.before_after import ENOUGH_ITEMS, BeforeAfter, Side
from annotation.quality.agreement.result import Result, ends_of, value_of
from annotation.quality.guideline_changes.changes import announce_change, change_of, re_openable
from annotation.quality.guideline_changes.effect import Effect
from annotation.quality.guideline_changes.models import GuidelineChange
from annotation.work.guidelines import default_text
from annotation.work.registry import workflows_of
from frontend.views.access import PersonRequest, manager_view
from frontend.views.announcement_management import AnnouncementForm
from frontend.views.lists import page_of
from frontend.views.quality.figure_blocks import Number, number, why_undefined, with_digits

# What re-opens claims, the recommended one first: replaced annotations are compared before and after.
RE_OPENING = ("replace", "verify_again", "send_back")


@dataclass(frozen=True, slots=True)
class Compared:
    """A row of the table of effects: which tasks, and each measure before and after."""

    name: str
    label: str
    before: Side
    after: Side
    measures: list[tuple[str, Number, Number]]
    difference: str


@manager_view("GET")
def changes(request: PersonRequest, project: Project) -> HttpResponse:
    """All versions that the project has written, latest first, each with its effect."""
    found = Guidelines.objects.filter(project=project, kind__in=workflows_of(project))
    page = page_of(request, found.select_related("author", "project", "change__announcement").order_by("-pk"))
    listed = list(page)
    sizes = dict(
        GuidelineChange.objects.filter(guidelines__in=listed)
        .annotate(size=Count("tasks"))
        .values_list("guidelines", "size")
    )
    page.object_list = [
        {"one": one, "change": change_of(one), "size": sizes.get(one.pk, 0), "effect": _effect_shown(one)}
        for one in listed
    ]
    kinds = [record for record in workflows_of(project).values() if record.guidelines.is_dir()]
    return render(request, "guidelines/changes.html", {"project": project, "page": page, "kinds": kinds})


@manager_view("GET", "POST", fresh=True)
def change(request: PersonRequest, project: Project, pk: int) -> HttpResponse:
    """One version: the change of its text, and the steps that follow. A POST announces it or re-opens its claims."""
    one = guidelines_of(project, pk, workflows_of(project))
    made = change_of(one)
    form = AnnouncementForm(initial=_announcement(request, made))
    if request.method == "POST":
        try:
            if request.POST.get("step") == "announce":
                form = AnnouncementForm(request.POST)
                if form.is_valid():
                    words = {name: form.cleaned_data[name] for name in ("title", "text")}
                    announce_change(made, by=request.user, **words)
                    messages.success(request, _("Published."))
                    return redirect("manage-guideline-change", slug=project.slug, pk=pk)
            elif request.POST.get("step") == "re-open":
                return redirect("manage-action", slug=project.slug, pk=_re_open(request, made))
        except AnnotationError as error:
            messages.error(request, error.message)
            return redirect("manage-guideline-change", slug=project.slug, pk=pk)
    announcement = made.announcement
    read = readers(announcement) if announcement is not None else []
    shown: dict[str, Any] = {
        "project": project,
        "one": one,
        "change": made,
        "size": made.tasks.count(),
        "lines": list(_changed_lines(_text_before(one), one.text)),
        "form": form,
        "read": sum(reader.read_at is not None for reader in read),
        "readers": len(read),
        "actions": made.actions.exclude(state=ActionState.DRAFT).select_related("by"),
        "menu": [row_actions()[slug] for slug in RE_OPENING if slug in row_actions()],
        "enough": ENOUGH_ITEMS,
    }
    shown |= _effect_shown(one)
    return render(request, "guidelines/change.html", shown, status=400 if form.errors else 200)


def _re_open(request: PersonRequest, made: GuidelineChange) -> int:
    """The draft of an action on the group; its preview is confirmed like any other. Raises Invalid."""
    kind = request.POST.get("action", "")
    if kind not in RE_OPENING:
        raise Invalid(_("Choose an action."), {"action": [_("Choose an action.")]})
    draft = draft_on_rows(project=made.project, by=request.user, kind=kind, verifications=re_openable(made))
    made.actions.add(draft)
    return draft.pk


def _announcement(request: PersonRequest, made: GuidelineChange) -> dict[str, Any]:
    """What the form of the announcement begins with."""
    assert made.guidelines is not None
    title = _("Guidelines changed: version %(version)d") % {"version": made.guidelines.version}
    address = reverse("guidelines", args=[made.project.slug, made.kind])
    link = _("[The new guidelines](%(address)s)") % {"address": request.build_absolute_uri(address)}
    return {"title": title, "text": "\n\n".join(part for part in (made.reason, link) if part), "must_read": True}


def _text_before(one: Guidelines) -> str:
    earlier = Guidelines.objects.filter(project=one.project_id, kind=one.kind, version__lt=one.version)
    before = earlier.order_by("-version").first()
    return default_text(one.project, one.kind) if before is None else before.text


def _changed_lines(before: str, after: str) -> Iterator[tuple[str, str]]:
    """Lines that were added or removed ("+" or "-"), each group with the line before it ("")."""
    last, is_open = None, False
    for line in ndiff(before.splitlines(), after.splitlines()):
        sign, text = line[:1], line[2:]
        if sign == "?":
            continue
        if sign == " ":
            last, is_open = text, False
            continue
        if not is_open and last:
            yield "", last
        is_open = True
        yield sign, text


def _effect_shown(one: Guidelines) -> dict[str, Any]:
    """The effect as rows, with the sentence that says what can be concluded. `effect`: None if nothing is compared."""
    result = guideline_effect(change_of(one))
    effect: Effect | None = result.value
    if effect is None:
        return {"effect": None}
    judged = effect.everything if effect.group is None else effect.others
    return {
        "effect": effect,
        "computed_at": result.computed_at,
        "rows": list(_rows(effect)),
        "verdict": _conclusion(judged),
        "direction": judged.direction,
        "judged": judged,
        "alphas": (number("", "", judged.before.alpha), number("", "", judged.after.alpha)),
        "difference": _difference(judged.difference),
    }


def _rows(effect: Effect) -> Iterator[Compared]:
    if effect.group is not None:
        yield _compared("group", _("Claims behind the change"), effect.group)
        if effect.group_with_asked is not None:
            words = _("Claims behind the change, with revisions that were asked for")
            yield _compared("asked", words, effect.group_with_asked)
        yield _compared("others", _("All other claims"), effect.others)
    yield _compared("all", _("All claims"), effect.everything)


def _compared(name: str, label: str, found: BeforeAfter) -> Compared:
    before, after = found.before, found.after
    measures = [
        (_("Krippendorff's alpha"), number("", "", before.alpha), number("", "", after.alpha)),
        (_("Fleiss' kappa"), number("", "", before.fleiss), number("", "", after.fleiss)),
        (_("Same verdict"), number("", "", before.percent), number("", "", after.percent)),
    ]
    return Compared(name, label, before, after, measures, _difference(found.difference))


def _difference(result: Result) -> str:
    value, ends = value_of(result), ends_of(result)
    if value is None or ends is None:
        return why_undefined(result)
    shown = {"value": f"{'+' if value > 0 else ''}{with_digits(value, 3)}"}
    shown |= {"low": with_digits(ends[0], 3), "high": with_digits(ends[1], 3)}
    return _("%(value)s (95 %%: %(low)s to %(high)s)") % shown


def _conclusion(found: BeforeAfter) -> str:
    if not found.has_enough:
        words = _(
            "Too few claims to say anything: %(before)d before and %(after)d after were annotated by several people "
            "under one version. It takes at least %(enough)d on each side."
        )
        return words % {"before": found.before.items, "after": found.after.items, "enough": ENOUGH_ITEMS}
    if found.direction > 0:
        return _("Agreement rose by more than chance explains.")
    if found.direction < 0:
        return _("Agreement fell by more than chance explains.")
    return _("No difference that chance would not explain as well: the interval includes 0.")
