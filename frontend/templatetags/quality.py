from __future__ import annotations

from django import template
from django.utils.formats import number_format
from django.utils.translation import gettext as _

register = template.Library()


@register.filter
def match_words(overlap: float | None) -> str:
    """How far two people's evidence is the same: "identical", "0.67", "disjoint"; a dash without evidence."""
    if overlap is None:
        return "–"
    if overlap in (0, 1):
        return _("identical") if overlap else _("disjoint")
    return number_format(f"{overlap:.2f}", 2)  # rounded first: Django would cut
