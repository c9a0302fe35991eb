"""Where an alert leads: to its rows, and to the pages on which a manager does something about it."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _

from annotation.alerts.alert import Alert, Kind
from annotation.quality.agreement.filters import Filters
from annotation.quality.audit.personal_weeks import days_of
from annotation.work.registry import get_workflow
from frontend.page_sections import Rows, sections_of
from frontend.views.quality.access import QualityAccess
from frontend.views.quality.filters import query_of
from frontend.views.quality.rows import RELEASED
from frontend.workflow_urls import is_reachable


def rows_address(access: QualityAccess, alert: Alert) -> str:
    """The address of the rows that `n` counts; empty where no page lists them."""
    slug, person = access.project.slug, alert.person

    def listed(page: str, **query: object) -> str:
        return reverse(page, args=[slug]) + query_of(Filters(), **query) if is_reachable(access.project, page) else ""

    if alert.kind is Kind.VERDICT:
        return listed("quality-rows", verdict=alert.detail, person=person)
    if alert.kind is Kind.KAPPA:
        return listed("quality-items", person=person)
    if alert.kind is Kind.WEEK:
        return listed("quality-items", by="week", group=alert.detail)
    if alert.kind is Kind.SPEED:
        rows = sections_of(alert.detail).rows(access.project, Rows(person=person, fastest=True))
        return rows or listed("quality-time", kind=alert.detail)
    if alert.kind is Kind.SKIPS:
        return listed("quality-skipped", kind=alert.detail, person=person)
    if alert.kind is Kind.REPORTED:
        return listed("quality-reported", writer=person)
    if alert.kind is Kind.SUGGESTIONS:
        return listed("quality-suggestions", person=person)
    if alert.kind is Kind.WORD:
        return listed("quality-rows", word=alert.name, **{RELEASED: "yes"})
    if not access.is_manager:
        return ""
    if alert.kind is Kind.DRIFT:
        return reverse("quality-candidate", args=[slug, alert.detail, person])
    return _waiting(access, alert)


def _waiting(access: QualityAccess, alert: Alert) -> str:
    """The page of what waits."""
    slug = access.project.slug
    if alert.kind is Kind.GUIDELINES:
        return reverse("guidelines", args=[slug, alert.detail])
    if alert.kind is Kind.ANNOUNCEMENT:
        return reverse("manage-announcement", args=[slug, int(alert.detail)])
    if alert.kind is Kind.QUEUE:
        pages = [page for page in ("manage-highlights", "manage-claims") if _belongs(alert.detail, page)]
        return reverse(pages[0], args=[slug]) if pages and is_reachable(access.project, pages[0]) else ""
    pages_of_kind = {
        Kind.REPORTS: "manage-reports",
        Kind.TASK_REPORTS: "manage-task-reports",
        Kind.QUESTIONS: "manage-questions",
        Kind.CALIBRATION: "quality-calibration",
        Kind.DIFFERENT_DECISIONS: "manage-second-decisions",
        Kind.NO_SECOND: "manage-second-decisions",
        Kind.FLAGS: "manage-verifications",
    }
    page = pages_of_kind.get(alert.kind, "")
    if alert.kind is Kind.NO_SECOND:
        return reverse(page, args=[slug]) + "?show=waiting"
    if alert.kind is Kind.FLAGS:
        return reverse(page, args=[slug]) + "?unsure=open"
    return reverse(page, args=[slug]) if page and is_reachable(access.project, page) else ""


def _belongs(kind: str, page: str) -> bool:
    return page in get_workflow(kind).pages


def acts(access: QualityAccess, alert: Alert) -> Iterator[tuple[str, str]]:
    """The person; their verifications, where all or some can be acted on; the page that decides."""
    slug = access.project.slug
    if alert.person is not None:
        yield reverse("manage-person", args=[slug, alert.person]), _("Person")
    selection = _selection(alert)
    if selection and is_reachable(access.project, "manage-verifications"):
        yield f"{reverse('manage-verifications', args=[slug])}?{urlencode(selection)}", _("Act on rows")
    if alert.kind is Kind.WEEK and is_reachable(access.project, "quality-adjudicate"):
        yield reverse("quality-adjudicate", args=[slug]), _("Adjudicate")
        yield f"{rows_address(access, alert)}#act", _("Change the guidelines")
    if alert.kind is Kind.WORD:
        yield reverse("quality-audit", args=[slug]), _("All words")
    if alert.kind in (Kind.GUIDELINES, Kind.ANNOUNCEMENT):
        yield reverse("manage-announcements", args=[slug]), _("Announce")


def _selection(alert: Alert) -> dict[str, object]:
    """The filters of the list of verifications that select what the alert is about; empty where it is about others."""
    if alert.kind is Kind.VERDICT:
        return {"person": alert.person, "verdict": alert.detail}
    if alert.kind is Kind.KAPPA or (alert.kind in (Kind.SPEED, Kind.SUGGESTIONS) and alert.person is not None):
        return {"person": alert.person}
    if alert.kind is Kind.WEEK:
        first, last = days_of(alert.detail)
        return {"since": first.isoformat(), "until": last.isoformat()}
    return {}
