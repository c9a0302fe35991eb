"""Amounts of money and minutes on the pages of the plan."""

from __future__ import annotations

from decimal import Decimal

from django import template
from django.utils.formats import number_format

from annotation.projects.models import Project

register = template.Library()


@register.filter
def money(amount: Decimal | None, project: Project) -> str:
    """An amount with the project's currency, as the reader's language writes numbers; a dash where there is none."""
    if amount is None:
        return "–"
    return f"{number_format(amount, 2, force_grouping=True)} {project.currency}".strip()


@register.filter
def minutes(hours: float | None) -> str:
    """Hours as minutes with one decimal; a dash where there are none."""
    return "–" if hours is None else number_format(f"{hours * 60:.1f}", 1)
