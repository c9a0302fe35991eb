"""Texts with marks: what a source lacks of a claim, and which of its words a passage has."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from django import template
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from frontend.templatetags.elements import shown
from frontend.views.citations.languages import name_of
from frontend.views.citations.marking import MARK, Part

register = template.Library()


@register.filter
def language_name(code: str | None) -> str:
    """The name of a language; "" for none."""
    return name_of(code) if code else ""


@register.filter
def marked(parts: Iterable[Part]) -> SafeString:
    """The parts of a text, escaped, with a mark around those that have a kind, and lines under what supports."""
    title = escape(_("One of the sentences that come closest to the claim"))
    html = (
        f'<span class="is-support" title="{title}">{inside}</span>' if supports else inside
        for supports, inside in (
            (supports, "".join(map(_html, some))) for supports, some in groupby(parts, key=lambda one: one.supports)
        )
    )  # fmt: skip
    return mark_safe("".join(html))  # noqa: S308 - each text is escaped below


def _html(part: Part) -> str:
    text = escape(shown(part.text))
    if not part.kind:
        return text
    if part.kind == MARK:
        return f'<span class="citation-place" title="{escape(_("Here stands the citation"))}">[*]</span>'
    if part.kind == "has":
        return f'<mark class="word-there">{text}</mark>'
    return f'<mark class="word-missing" title="{escape(part.meaning)}">{text}</mark>'
