"""Values of leaderboards and tables of scores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django import template
from django.utils.formats import number_format
from django.utils.html import format_html
from django.utils.safestring import SafeString

from annotation.shared_tasks.leaderboard import Entry

register = template.Library()


@register.filter
def percent(value: float | None) -> str:
    """A share from 0 to 1 in per cent with one digit."""
    return "–" if value is None else number_format(100 * value, 1)


@register.filter
def columns(table: Mapping[str, Any]) -> list[str]:
    """The names of the columns of a table of scores in which anything stands."""
    names = list(table["rows"][0]["values"]) if table["rows"] else []
    return [name for name in names if any(row["values"][name] for row in table["rows"])]


@register.filter
def cells(row: Mapping[str, Any], names: Sequence[str]) -> list[Mapping[str, Any] | None]:
    """The values of a row in these columns."""
    return [row["values"][name] for name in names]


@register.filter
def interval_bar(entry: Entry) -> SafeString:
    """The interval as a line from 0 to 100 with the value as a point, for the eye alone."""
    low, high, value = (round(100 * one, 2) for one in (entry.low, entry.high, entry.value))
    return format_html(
        '<svg class="interval-bar" viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden="true">'
        '<rect class="scale" x="0" y="5.5" width="100" height="1"/>'
        '<rect class="range" x="{}" y="3" width="{}" height="6"/>'
        '<rect class="point" x="{}" y="0" width="1" height="12"/></svg>',
        low,
        round(max(high - low, 0.3), 2),
        max(0, min(99, value - 0.5)),
    )
