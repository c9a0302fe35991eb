"""Addresses of the lists of submitted work behind numbers of a period."""

from __future__ import annotations

from annotation.work.period import Period
from frontend.page_sections import Rows, sections_of
from frontend.views.period_form import today
from frontend.views.quality.access import QualityAccess


def rows_in(access: QualityAccess, kind: str, rows: Rows, period: Period) -> str | None:
    """The address of these rows; None where no list has them. Those of a period are in a list for managers, which knows
    days and no durations."""
    if not period:
        return sections_of(kind).rows(access.project, rows)
    if not access.is_manager or rows.least is not None or rows.under is not None:
        return None
    days = (period.first or access.project.created_at.date(), period.last or today())
    return sections_of(kind).rows(access.project, Rows(person=rows.person, days=days))
