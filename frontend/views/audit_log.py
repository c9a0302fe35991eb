"""The audit log as a page, and as a file with the hash chain: of one project for its managers, of the site for
operators."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django import forms
from django.db.models import QuerySet
from django.http import HttpRequest, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _

from annotation.accounts.models import User
from annotation.audit_log.acts import Act
from annotation.audit_log.models import AuditEntry
from annotation.projects.models import Project
from frontend.views.access import PersonRequest, manager_view, operator_view
from frontend.views.csv_file import FILE, csv_answer
from frontend.views.lists import page_of
from frontend.views.period_form import PeriodForm, quick_choices

COLUMNS = (
    *("number", "at", "act", "by", "by_name", "project", "person", "person_name", "object_type", "object_id"),
    *("before", "after", "request_id", "chain"),
)
Entries = QuerySet[AuditEntry]


class AuditFilter(PeriodForm):
    """`act`, `by` (who did it), `person` (whom it is about) and days. One that makes no sense is left out."""

    act = forms.ChoiceField(label=_("Act"), required=False, choices=[("", _("any")), *Act.choices])
    by = forms.ModelChoiceField(label=_("By"), queryset=User.objects.none(), required=False, empty_label=_("anyone"))
    person = forms.ModelChoiceField(
        label=_("About"), queryset=User.objects.none(), required=False, empty_label=_("anyone")
    )

    def __init__(self, request: HttpRequest, entries: Entries) -> None:
        super().__init__(request.GET)
        for name in ("by", "person"):
            known = User.objects.filter(pk__in=entries.order_by().values(name)).order_by("username")
            self.fields[name].queryset = known  # type: ignore[attr-defined]

    def narrowed(self, entries: Entries) -> Entries:
        """The entries that are asked for, latest first."""
        self.is_valid()
        asked = {name: self.cleaned_data[name] for name in ("act", "by", "person") if self.cleaned_data.get(name)}
        return entries.filter(self.period.condition("at"), **asked).order_by("-number")


@dataclass(frozen=True, slots=True)
class Change:
    """A value that an act changed, as text; None on a side where there was none."""

    name: str
    before: str | None
    after: str | None


@manager_view("GET", fresh=True)
def of_project(request: PersonRequest, project: Project) -> HttpResponseBase:
    """The acts in a project."""
    shown = {"project": project, "base": "manage/_base.html"}
    return _page(request, AuditEntry.objects.filter(project=project), f"{project.slug}-audit-log", shown)


@operator_view("GET", fresh=True)
def of_site(request: PersonRequest) -> HttpResponseBase:
    """All acts."""
    return _page(request, AuditEntry.objects.all(), "audit-log", {"base": "site/_base.html", "is_site": True})


def _page(request: PersonRequest, entries: Entries, name: str, shown: dict[str, Any]) -> HttpResponseBase:
    form = AuditFilter(request, entries)
    rows = form.narrowed(entries).select_related("by", "project", "person")
    asked = request.GET.get(FILE, "")
    if asked == "audit-log.csv":
        return csv_answer(f"{name}.csv", COLUMNS, (_cells(one) for one in rows.iterator(chunk_size=2_000)))
    if asked == "audit-log.jsonl":
        return _jsonl(f"{name}.jsonl", rows)
    page = page_of(request, rows)
    page.object_list = [(one, changes_of(one)) for one in page]
    shown |= {"form": form, "page": page, "period_choices": quick_choices(form.period)}
    return render(request, "audit_log/audit_log.html", shown)


def changes_of(entry: AuditEntry) -> list[Change]:
    """What an act changed, by name."""
    before, after = entry.before or {}, entry.after or {}
    names = [*before, *(name for name in after if name not in before)]
    return [Change(name, _text(before, name), _text(after, name)) for name in names]


def _text(values: dict[str, Any], name: str) -> str | None:
    if name not in values:
        return None
    value = values[name]
    if isinstance(value, list) and all(isinstance(one, str | int) for one in value):
        return ", ".join(map(str, value))
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _row(entry: AuditEntry) -> dict[str, Any]:
    """An entry with all that its hash is computed from, and names as they are now."""
    return {
        "number": entry.number,
        "at": entry.at,
        "act": entry.act,
        "by": entry.by_id,
        "by_name": _name(entry.by),
        "project": entry.project_id,
        "person": entry.person_id,
        "person_name": _name(entry.person),
        "object_type": entry.object_type,
        "object_id": entry.object_id,
        "before": entry.before,
        "after": entry.after,
        "request_id": entry.request_id,
        "chain": entry.chain,
    }


def _name(person: User | None) -> str:
    return "" if person is None else person.get_username()


def _cells(entry: AuditEntry) -> list[Any]:
    row = _row(entry)
    row |= {
        name: None if row[name] is None else json.dumps(row[name], ensure_ascii=False) for name in ("before", "after")
    }
    return [row[name] for name in COLUMNS]


def _jsonl(name: str, rows: Entries) -> StreamingHttpResponse:
    def lines() -> Iterator[str]:
        for one in rows.iterator(chunk_size=2_000):
            yield json.dumps(_row(one), ensure_ascii=False, default=lambda moment: moment.isoformat()) + "\n"

    answer = StreamingHttpResponse(lines(), content_type="application/jsonl; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer
