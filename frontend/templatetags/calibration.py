"""Scores in the words and marks people read; never by colour alone."""

from __future__ import annotations

from django import template
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from annotation.quality.calibration.candidates import Status

register = template.Library()

STATUSES: dict[str, Promise] = {
    Status.NO_GOLD: gettext_lazy("waiting for gold"),
    Status.WORKING: gettext_lazy("working"),
    Status.GRADING: gettext_lazy("waiting for grading"),
    Status.READING: gettext_lazy("has unread results"),
    Status.DECISION: gettext_lazy("waiting for a decision"),
    Status.APPROVED: gettext_lazy("approved"),
    Status.REJECTED: gettext_lazy("rejected"),
}


@register.filter
def calibration_status(value: str) -> str:
    return str(STATUSES.get(value, value))


@register.filter
def percent(share: float | None) -> str:
    """0.8333 as "83 %"; a dash where there is nothing to measure."""
    return "–" if share is None else _("%(number)d %%") % {"number": round(100 * share)}


@register.simple_tag
def measured(share: float | None, least: int | None) -> SafeString:
    """A share beside what is asked for, in percent."""
    if share is None or least is None:
        return format_html("{}", percent(share))
    below = 100 * share < least
    words = _("below %(least)d %%") if below else _("at least %(least)d %%")
    mark = "▼" if below else "✓"
    label = words % {"least": least}
    style = "low" if below else "enough"
    return format_html(
        '{} <span class="threshold {}" title="{}"><span aria-hidden="true">{}</span>'
        '<span class="visually-hidden">{}</span></span>',
        *(percent(share), style, label, mark, label),
    )


@register.simple_tag
def right_or_wrong(is_right: bool) -> SafeString:  # noqa: FBT001 - a template names no argument
    words, mark, style = (_("correct"), "✓", "enough") if is_right else (_("incorrect"), "✗", "low")
    return format_html('<span class="threshold {}"><span aria-hidden="true">{}</span> {}</span>', style, mark, words)
