"""The list of people: search, filters, order, pages, and the same as a CSV file. All of it is in the address."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from django import forms
from django.core.paginator import Page
from django.http import HttpRequest
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from annotation.accounts.models import User
from annotation.dashboard.people import Member, MemberFilter, MemberStatus, done_by_person, members_of, selected
from annotation.projects.models import Project, Role
from annotation.work.period import EVER, Period
from annotation.work.registry import workflows_of
from annotation.work.workflow import Workflow
from frontend.page_sections import Column, sections_of
from frontend.views.lists import ANY, choice_of, page_of
from frontend.views.period_form import Choice, PeriodForm, quick_choices

SIZES = (25, 50, 100)
IDLE_DAYS = (3, 7, 14, 30)
NEVER = datetime.min.replace(tzinfo=UTC)
STATUSES: dict[str, Promise] = {
    MemberStatus.CLOSED: _("deactivated"),
    MemberStatus.INVITED: _("invited"),
    MemberStatus.PAUSED: _("paused"),
    MemberStatus.ACTIVE: _("active now"),
    MemberStatus.CALIBRATING: _("in calibration"),
}


@dataclass(frozen=True)
class PersonRow:
    """A member, with `done`: heading, number and address of what they did in production, a workflow each."""

    member: Member
    done: list[tuple[str, int, str | None]]

    @property
    def person(self) -> User:
        """Whose row it is."""
        return self.member.person

    @property
    def statuses(self) -> list[tuple[str, Promise]]:
        """Value and label of what holds of them."""
        return [(status.value, STATUSES[status]) for status in self.member.statuses]


class PeopleFilter(PeriodForm):
    """What is left out, or makes no sense, selects everybody. The days narrow what is counted, and no people."""

    q = forms.CharField(label=_("Name"), required=False, max_length=150)
    role = forms.ChoiceField(label=_("Role"), required=False, choices=[ANY, *Role.choices])
    status = forms.ChoiceField(label=_("Status"), required=False, choices=[ANY, *STATUSES.items()])
    idle = forms.TypedChoiceField(label=_("Not active"), required=False, coerce=int, empty_value=None)
    size = forms.TypedChoiceField(
        label=_("Rows"), required=False, coerce=int, empty_value=None, choices=[(n, n) for n in SIZES]
    )

    def __init__(self, request: HttpRequest) -> None:
        super().__init__({name: str(value).replace("\0", "") for name, value in request.GET.items()})
        longer = [(n, ngettext("for %(n)d day", "for %(n)d days", n) % {"n": n}) for n in IDLE_DAYS]
        self.fields["idle"].choices = [("", _("any")), *longer]  # type: ignore[attr-defined]

    def wanted(self) -> MemberFilter:
        """What was asked for."""
        self.is_valid()
        found = self.cleaned_data
        return MemberFilter(
            text=found.get("q", "").strip(),
            role=found.get("role", ""),
            status=found.get("status", ""),
            idle_days=found.get("idle"),
        )


@dataclass(frozen=True, slots=True)
class Head:
    """The head of a column. `sort`: what orders by it, or by it the other way round where it does already;
    `direction`: as in `aria-sort`, "" where the list is not ordered by it."""

    name: str
    label: str | Promise
    sort: str
    direction: str

    @property
    def is_number(self) -> bool:
        """Whether the column is one of counts, which begin with the most."""
        return self.name not in ("name", "status", "active")


@dataclass(frozen=True, slots=True)
class PeopleList:
    """A page of the list. `rows`: of all pages, in their order. `at_work`: each kind of work that somebody is at now,
    with how many people."""

    form: PeopleFilter
    rows: list[PersonRow]
    page: Page[PersonRow]
    heads: list[Head]
    choices: list[Choice]
    at_work: list[tuple[str, int]]


def people_list(request: HttpRequest, project: Project) -> PeopleList:
    """The people that the address asks for."""
    form = PeopleFilter(request)
    members = members_of(project)
    found = selected(members, form.wanted())
    columns = columns_of(project)
    rows = rows_of(project, found, columns, form.period)
    keys = _keys(len(columns))
    sort = choice_of(request, "sort", {name for key in keys for name in (key, f"-{key}")}, "name")
    ordered = sorted(rows, key=keys[sort.removeprefix("-")], reverse=sort.startswith("-"))
    page = page_of(request, ordered, form.cleaned_data.get("size") or SIZES[0])
    labels = [_("Name"), _("Status"), *(column.heading for column in columns), _("In progress"), _("Last active")]
    heads = [_head(name, label, sort) for name, label in zip(keys, labels, strict=True)]
    at_work = sorted(Counter(one.working_on for one in members if one.working_on).items())
    return PeopleList(form, ordered, page, heads, quick_choices(form.period), at_work)


def rows_of(
    project: Project, members: Sequence[Member], columns: Sequence[Column], period: Period = EVER
) -> list[PersonRow]:
    """A row for each of these members, in their order. One query a workflow."""
    only = members[0].person.pk if len(members) == 1 else None
    counts = [column.counts(project, only, period) for column in columns]
    return [
        PersonRow(
            member,
            [
                (str(column.heading), count.get(member.person.pk, 0), column.address(project, member.person.pk, period))
                for column, count in zip(columns, counts, strict=True)
            ],
        )
        for member in members
    ]


def columns_of(project: Project) -> list[Column]:
    """Return what is counted of each person, a column for each workflow of the project."""
    return [sections_of(slug).column or _submitted(slug, record) for slug, record in workflows_of(project).items()]


def file_rows(listed: PeopleList) -> tuple[list[str], list[list[Any]]]:
    """Head and rows of the CSV file: what the list shows on all its pages, times in ISO 8601 and UTC."""
    head = ["id", "name", "roles", "status", *(str(head.label) for head in listed.heads[2:-2])]
    rows = [
        [
            row.person.pk,
            row.person.get_username(),
            ";".join(row.member.roles),
            ";".join(row.member.statuses),
            *(count for _heading, count, _address in row.done),
            row.member.held,
            row.member.last_active,
        ]
        for row in listed.rows
    ]
    return [*head, "in_progress", "last_active"], rows


def _keys(columns: int) -> dict[str, Callable[[PersonRow], Any]]:
    """Name of an order -> its sort key."""
    order = {status: number for number, status in enumerate(MemberStatus)}
    keys: dict[str, Callable[[PersonRow], Any]] = {
        "name": lambda row: row.person.get_username().casefold(),
        "status": lambda row: [order[status] for status in row.member.statuses] or [len(order)],
    }
    for number in range(columns):
        keys[f"done{number}"] = lambda row, at=number: row.done[at][1]  # type: ignore[misc]
    return keys | {
        "held": lambda row: row.member.held,
        "active": lambda row: row.member.last_active or NEVER,
    }


def _head(name: str, label: str | Promise, sort: str) -> Head:
    first = f"-{name}" if name not in ("name", "status") else name  # the most, or the latest, first
    other = name if first.startswith("-") else f"-{name}"
    if sort.removeprefix("-") != name:
        return Head(name, label, first, "")
    return Head(name, label, other if sort == first else first, "descending" if sort.startswith("-") else "ascending")


def _submitted(slug: str, record: Workflow[Any, Any]) -> Column:
    def counts(project: Project, person: int | None, period: Period) -> dict[int, int]:
        return done_by_person(project, slug, period, person)

    return Column(capfirst(str(record.label)), counts, lambda _project, _person, _period: None)
