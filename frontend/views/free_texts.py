"""What people wrote and a release publishes: switches for each kind, a scan, and redaction text by text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.contrib import messages
from django.db import transaction
from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from annotation.accounts.models import User
from annotation.audit_log.acts import Act
from annotation.audit_log.record import record, values_of
from annotation.projects.models import Project
from annotation.quality.agreement.queries import names_of
from annotation.release.privacy import redactions
from annotation.release.privacy.kinds import KINDS, MOST_PEOPLE, OPTIONAL, TextKind
from annotation.release.privacy.models import Finding, FreeTextChoice, Redaction, TextFinding
from annotation.release.privacy.scan_job import KIND as SCAN
from annotation.release.privacy.scan_job import request_scan, wanted_of
from annotation.release.privacy.scanning import LEAST_LETTERS, Found, find
from annotation.release.privacy.texts import FreeText, texts_after, texts_of
from frontend.views.access import PersonRequest, manager_view
from frontend.views.job_status import has_no_worker, latest_if_failed
from frontend.views.lists import choice_of, number_of
from jobs.enqueue import unfinished
from jobs.models import Job, JobState

SHOWN = 50
LONGEST_WORDS = 5_000
FOUND, REDACTED = "found", "redacted"
FILTERS = {
    "": _("all"),
    FOUND: _("anything found by the scan"),
    **{one.value: one.label for one in Finding},
    REDACTED: _("redacted"),
}


class ChoiceForm(forms.Form):
    """`released`: the kinds that are released."""

    released = forms.MultipleChoiceField(
        required=False,
        choices=[(kind.value, kind.value) for kind in OPTIONAL],
        widget=forms.CheckboxSelectMultiple,
    )
    smallest_group = forms.IntegerField(
        label=_("Smallest group of people in the report"),
        min_value=1,
        max_value=MOST_PEOPLE,
        help_text=_(
            "Figures about fewer people are left out of the report and the data statement; from 2 on also every row of "
            "a single annotator. Rows of annotations keep their pseudonyms. 1: all figures."
        ),
    )


class WordsForm(forms.Form):
    words = forms.CharField(
        label=_("Further words, one per line"),
        required=False,
        max_length=LONGEST_WORDS,
        widget=forms.Textarea({"rows": 3}),
        help_text=_("For example nicknames. Saved with the project."),
    )


@dataclass(frozen=True, slots=True)
class ShownText:
    """A text with its parts: each a piece of it, with the name of what the scan recognises, or ""."""

    text: FreeText
    parts: list[tuple[str, str]]
    person: str
    redaction: Redaction | None


@manager_view("GET", "POST", fresh=True)
def free_texts(request: PersonRequest, project: Project) -> HttpResponse:
    """The page; a POST saves the choice."""
    choice = FreeTextChoice.objects.filter(project=project).first() or FreeTextChoice(project=project)
    released = [kind.value for kind in OPTIONAL if kind not in choice.left_out]
    initial = {"released": released, "smallest_group": choice.smallest_group}
    form = ChoiceForm(request.POST if request.method == "POST" else None, initial=initial)
    if request.method == "POST" and form.is_valid():
        left_out = [kind.value for kind in OPTIONAL if kind not in form.cleaned_data["released"]]
        _save(project, request.user, left_out=left_out, smallest_group=form.cleaned_data["smallest_group"])
        messages.success(request, gettext("Saved. Future releases follow it."))
        return redirect("release-texts", slug=project.slug)
    kind = TextKind(choice_of(request, "kind", list(KINDS), TextKind.REPORT_NOTES))
    listed = _listed(request, project, kind)
    scan = Job.objects.filter(project=project, kind=SCAN, state=JobState.DONE).order_by("-pk").first()
    running = unfinished(SCAN, project=project)
    shown = {
        "project": project,
        "form": form,
        "words": WordsForm(initial={"words": choice.words}),
        "kinds": _kinds(project, scan),
        "scan": scan,
        "running": running,
        "is_waiting_for_nobody": has_no_worker(running),
        "failed": latest_if_failed(project, SCAN),
        "filters": FILTERS,
        "least_letters": LEAST_LETTERS,
        **listed,
    }
    return render(request, "releases/free_texts.html", shown, status=400 if form.errors else 200)


@manager_view("POST")
def scan_texts(request: PersonRequest, project: Project) -> HttpResponse:
    """Save the further words, and ask for a scan."""
    form = WordsForm(request.POST)
    if form.is_valid():
        _save(project, request.user, words=form.cleaned_data["words"])
        request_scan(project, request.user)
    else:
        words = gettext("These are too many words: %(most)d characters are the most.")
        messages.warning(request, words % {"most": LONGEST_WORDS})
    return redirect("release-texts", slug=project.slug)


@manager_view("POST")
def redact_texts(request: PersonRequest, project: Project) -> HttpResponse:
    """Redact the chosen texts, or all in which the scan found something, or undo it; back to the list."""
    kind, what = request.POST.get("kind", ""), request.POST.get("show", "")
    rows = [int(row) for row in request.POST.getlist("row") if row.isascii() and row.isdigit() and len(row) < 19]
    if kind in OPTIONAL:
        _changed(request, project, TextKind(kind), what, rows)
    asked = {name: request.POST.get(name, "") for name in ("kind", "show", "after")}
    asked = {name: value for name, value in asked.items() if value}
    address = reverse("release-texts", args=[project.slug])
    return redirect(f"{address}?{urlencode(asked)}#texts")


@transaction.atomic
def _changed(request: PersonRequest, project: Project, kind: TextKind, what: str, rows: Sequence[int]) -> None:
    if "undo" in request.POST:
        count = redactions.undo(project, kind, rows)
        words = ngettext("%(n)d redaction undone.", "%(n)d redactions undone.", count)
    else:
        if "all" in request.POST:
            count = redactions.redact_found(project, kind, what if what in Finding.values else "", request.user)
        else:
            count = redactions.redact(project, kind, rows, request.user)
        words = ngettext("%(n)d text redacted.", "%(n)d texts redacted.", count)
    messages.info(request, words % {"n": count})
    act = Act.REDACTION_UNDONE if "undo" in request.POST else Act.TEXTS_REDACTED
    if count:
        record(act, by=request.user, project=project, after={"kind": kind.value, "texts": count})


@transaction.atomic
def _save(project: Project, by: User, **changed: Any) -> None:
    before = _choice_of(project)
    FreeTextChoice.objects.update_or_create(project=project, defaults={**changed, "changed_by": by})
    record(Act.FREE_TEXTS_CHANGED, by=by, project=project, before=before, after=_choice_of(project))


def _choice_of(project: Project) -> dict[str, Any]:
    """The choice without the words that a scan looks for, which are names of people: their number says that they
    changed."""
    choice = FreeTextChoice.objects.filter(project=project).first() or FreeTextChoice(project=project)
    shown = values_of(choice, "left_out", "smallest_group")
    return shown | {"search_terms": len(choice.words.split())}


def _kinds(project: Project, scan: Job | None) -> list[dict[str, Any]]:
    """Every kind with what the latest scan counted, and how many of its texts are redacted."""
    result: Mapping[str, Any] = (scan.result if scan is not None else None) or {}
    mine = Redaction.objects.filter(project=project).order_by("kind").values_list("kind")
    redacted = dict(mine.annotate(texts=Count("pk")))
    labels = dict(Finding.choices)
    return [
        {
            "kind": kind.value,
            "words": words,
            "texts": result.get("texts", {}).get(kind, 0) if scan is not None else None,
            "found": [(what, labels[what], n) for what, n in result.get("found", {}).get(kind, {}).items()],
            "redacted": redacted.get(kind, 0),
        }
        for kind, words in KINDS.items()
    ]


def _listed(request: HttpRequest, project: Project, kind: TextKind) -> dict[str, Any]:
    """A page of the texts that are asked for: `rows`, and where the next one begins."""
    show, after = choice_of(request, "show", FILTERS), number_of(request, "after") or 0
    if show:
        texts = texts_of(project, kind, keys := _keys(project, kind, show, after))
        more = len(keys) > SHOWN
        texts, last = texts[:SHOWN], keys[SHOWN - 1] if more else 0
    else:
        texts = texts_after(project, kind, after, SHOWN + 1)
        more = len(texts) > SHOWN
        texts = texts[:SHOWN]
        last = texts[-1].row if more else 0
    return {
        "kind": kind.value,
        "kind_words": KINDS[kind],
        "show": show,
        "after": after,
        "next": last,
        "rows": _shown(project, kind, texts),
        "can_redact_all": show == FOUND or show in Finding.values,
    }


def _keys(project: Project, kind: TextKind, show: str, after: int) -> list[int]:
    """Keys of the next texts that are redacted, or in which the scan found something; one more than are shown."""
    if show == REDACTED:
        rows = Redaction.objects.filter(project=project, kind=kind, row__gt=after)
    else:
        found = {} if show == FOUND else {"what": show}
        rows = TextFinding.objects.filter(project=project, kind=kind, row__gt=after, **found)  # type: ignore[assignment]
    return list(rows.order_by("row").values_list("row", flat=True).distinct()[: SHOWN + 1])


def _shown(project: Project, kind: TextKind, texts: Sequence[FreeText]) -> list[ShownText]:
    looked_for, names = wanted_of(project), names_of(project)
    mine = Redaction.objects.filter(project=project, kind=kind, row__in=[one.row for one in texts])
    redacted = {one.row: one for one in mine.select_related("made_by")}
    labels = dict(Finding.choices)
    return [
        ShownText(
            one,
            _parts(one.text, find(one.text, looked_for), labels),
            names.get(one.person or 0, ""),
            redacted.get(one.row),
        )
        for one in texts
    ]


def _parts(text: str, found: Sequence[Found], labels: Mapping[str, Any]) -> list[tuple[str, str]]:
    parts, last = [], 0
    for one in found:
        parts += [(text[last : one.start], ""), (text[one.start : one.end], str(labels[one.what]))]
        last = one.end
    return [(part, what) for part, what in [*parts, (text[last:], "")] if part]
