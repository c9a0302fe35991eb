"""The filter of days that lists and tables share: from, to, and quick choices. Days are in UTC."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any

from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from annotation.work.period import EVER, Period, month_before
from frontend.views.csv_file import FILE

DAYS = ("since", "until")


def day_field(label: Any) -> forms.DateField:
    """A day in an address as ISO 8601 has it."""
    return forms.DateField(label=label, required=False, widget=forms.DateInput({"type": "date"}, "%Y-%m-%d"))


class PeriodForm(forms.Form):
    """`since` and `until`, both inclusive. A day that makes no sense is left out, and marked in the form."""

    since = day_field(gettext_lazy("From"))
    until = day_field(gettext_lazy("To"))

    @property
    def period(self) -> Period:
        """What was asked for; open at an end that was not."""
        self.is_valid()
        return Period(self.cleaned_data.get("since"), self.cleaned_data.get("until"))


@dataclass(frozen=True, slots=True)
class Choice:
    """A quick choice. `since`, `until`: as they stand in the address, None for all days."""

    label: str
    since: str | None
    until: str | None
    is_current: bool


@dataclass(frozen=True, slots=True)
class PeriodChoice:
    """The form of a page, what it asks for, and the quick choices beside it. `hidden`: the rest of the address."""

    form: PeriodForm
    period: Period
    choices: list[Choice]
    hidden: list[tuple[str, str]]


def asked_period(request: HttpRequest) -> PeriodChoice:
    """Read the period in the address."""
    form = PeriodForm({name: request.GET.get(name, "").replace("\0", "") for name in DAYS})
    hidden = [(name, str(value)) for name, value in request.GET.items() if name not in (*DAYS, "page", FILE)]
    return PeriodChoice(form, form.period, quick_choices(form.period), hidden)


def today() -> date:
    """The day in UTC."""
    return datetime.now(UTC).date()


def quick_choices(asked: Period) -> list[Choice]:
    """The last days and months, and all days. The last seven days end today."""
    now = today()
    known = [
        (_("Last 7 days"), Period(now - timedelta(days=6), now)),
        (_("Last 30 days"), Period(now - timedelta(days=29), now)),
        (_("This month"), Period(now.replace(day=1), now)),
        (_("Last month"), month_before(now)),
        (_("All"), EVER),
    ]
    return [Choice(label, _iso(one.first), _iso(one.last), one == asked) for label, one in known]


def _iso(day: date | None) -> str | None:
    return None if day is None else day.isoformat()
