"""Alerts in words, each with its evidence, its rows and the page on which to act."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from annotation.alerts.alert import Alert, Kind
from annotation.alerts.findings import LEAST_N, findings
from annotation.alerts.models import AlertReview
from annotation.quality.agreement.filters import Filters
from annotation.quality.audit.personal_weeks import days_of
from annotation.work.registry import get_workflow, workflows_of
from frontend.page_sections import Rows, sections_of
from frontend.templatetags.words import duration, percent
from frontend.views.quality.access import QualityAccess
from frontend.views.quality.figure_blocks import with_digits
from frontend.views.quality.filters import query_of
from frontend.workflow_urls import is_reachable

KINDS: dict[Kind, Promise] = {
    Kind.WORKER: gettext_lazy("No worker"),
    Kind.QUEUE: gettext_lazy("Queue"),
    Kind.VERDICT: gettext_lazy("Verdicts"),
    Kind.KAPPA: gettext_lazy("Agreement"),
    Kind.WEEK: gettext_lazy("Agreement"),
    Kind.SPEED: gettext_lazy("Speed"),
    Kind.SKIPS: gettext_lazy("Skips"),
    Kind.REPORTED: gettext_lazy("Reported claims"),
    Kind.SUGGESTIONS: gettext_lazy("Suggestions"),
    Kind.WORD: gettext_lazy("Cue word"),
    Kind.DRIFT: gettext_lazy("Drift"),
    Kind.GUIDELINES: gettext_lazy("Guidelines"),
    Kind.ANNOUNCEMENT: gettext_lazy("Announcement"),
    Kind.REPORTS: gettext_lazy("Reports"),
    Kind.TASK_REPORTS: gettext_lazy("Reports"),
    Kind.QUESTIONS: gettext_lazy("Questions"),
    Kind.CALIBRATION: gettext_lazy("Calibration"),
}


@dataclass(frozen=True, slots=True)
class Notice:
    """An alert as a page shows it. `href`: its rows, empty where no page lists them; `acts`: where a manager does
    something about it, each address with the words of the link."""

    alert: Alert
    kind: str
    words: str
    evidence: str
    href: str
    acts: list[tuple[str, str]]
    review: AlertReview | None = None


def statistical_notices(access: QualityAccess) -> list[Notice]:
    """What differs significantly, highest rank first, for everybody who may see the project's numbers."""
    found = findings(access.project)
    return [notice_of(access, alert, found.tests) for alert in sorted(found.alerts, key=lambda alert: alert.rank)]


def notice_of(access: QualityAccess, alert: Alert, tests: int, review: AlertReview | None = None) -> Notice:
    """Say what the alert says, and where it leads."""
    words = _SENTENCES[alert.kind](access, alert) if alert.kind in _SENTENCES else _counted(alert)
    acts = list(_acts(access, alert)) if access.is_manager else []
    return Notice(alert, str(KINDS[alert.kind]), words, _evidence(alert, tests), _rows(access, alert), acts, review)


def _said(access: QualityAccess, alert: Alert) -> dict[str, Any]:
    """What the sentences name."""
    return {
        "name": "" if alert.person is None else access.names().get(alert.person, "?"),
        "n": alert.n,
        "value": percent(alert.value),
        "reference": "" if alert.reference is None else percent(alert.reference),
    }


def _verdict(access: QualityAccess, alert: Alert) -> str:
    said = _said(access, alert) | {"label": access.labels.name(alert.detail)}
    return _("%(name)s answers “%(label)s” in %(value)s of %(n)s verifications; others: %(reference)s.") % said


def _kappa(access: QualityAccess, alert: Alert) -> str:
    said = _said(access, alert) | _kappas(alert)
    return (
        _("%(name)s agrees little with others: kappa %(value)s over %(n)s claims; median person: %(reference)s.") % said
    )


def _week(access: QualityAccess, alert: Alert) -> str:
    said = _said(access, alert) | _kappas(alert) | {"week": alert.detail}
    return _("Agreement dropped in %(week)s: kappa %(value)s over %(n)s claims; median week: %(reference)s.") % said


def _kappas(alert: Alert) -> dict[str, str]:
    return {"value": with_digits(alert.value, 2), "reference": with_digits(alert.reference or 0.0, 2)}


def _speed(access: QualityAccess, alert: Alert) -> str:
    said = _said(access, alert) | {"limit": duration(alert.reference)}
    return _("%(name)s works very fast: %(value)s of %(n)s tasks in less than %(limit)s, a fifth of the median.") % said


def _skips(access: QualityAccess, alert: Alert) -> str:
    said = _said(access, alert) | {"items": workflows_of(access.project)[alert.detail].items}
    return _("%(name)s skips %(value)s of %(n)s %(items)s; others: %(reference)s.") % said


def _reported(access: QualityAccess, alert: Alert) -> str:
    return _("%(value)s of the %(n)s claims by %(name)s were reported; others: %(reference)s.") % _said(access, alert)


def _suggestions(access: QualityAccess, alert: Alert) -> str:
    said = _said(access, alert)
    return _("%(name)s accepts %(value)s of the %(n)s suggestions shown; others: %(reference)s.") % said


def _word(access: QualityAccess, alert: Alert) -> str:
    said = _said(access, alert) | {"word": alert.name, "label": access.labels.name(alert.detail)}
    return (
        _(
            "“%(word)s” gives the verdict away: %(value)s of the %(n)s verifications of claims with it are "
            "“%(label)s”; of the others %(reference)s."
        )
        % said
    )


def _drift(access: QualityAccess, alert: Alert) -> str:
    said = _said(access, alert)
    return _("%(name)s got %(value)s of the last %(n)s attention checks right; minimum: %(reference)s.") % said


def _queue(access: QualityAccess, alert: Alert) -> str:
    said = {
        "n": alert.n,
        "people": round(alert.reference or 0),
        "work": workflows_of(access.project)[alert.detail].label,
    }
    if not alert.n:
        return _("Nothing is left to do (%(work)s) for %(people)s people.") % said
    return _("%(n)s tasks are left (%(work)s) for %(people)s people.") % said


def _guidelines(access: QualityAccess, alert: Alert) -> str:
    work = workflows_of(access.project)[alert.detail].label
    said = {"n": alert.n, "of": round(alert.reference or 0), "work": work}
    return _("%(n)s of %(of)s people who work have not confirmed the current guidelines (%(work)s).") % said


def _announcement(_access: QualityAccess, alert: Alert) -> str:
    said = {"n": alert.n, "of": round(alert.reference or 0), "title": alert.name}
    return _("%(n)s of %(of)s people have not read “%(title)s”, which they must read before the next task.") % said


def _worker(_access: QualityAccess, alert: Alert) -> str:
    words = ngettext(
        "No worker is running: %(n)s job of this project is waiting, and statistics are not updated.",
        "No worker is running: %(n)s jobs of this project are waiting, and statistics are not updated.",
        alert.n,
    )
    return words % {"n": alert.n}


_SENTENCES: dict[Kind, Callable[[QualityAccess, Alert], str]] = {
    Kind.VERDICT: _verdict,
    Kind.KAPPA: _kappa,
    Kind.WEEK: _week,
    Kind.SPEED: _speed,
    Kind.SKIPS: _skips,
    Kind.REPORTED: _reported,
    Kind.SUGGESTIONS: _suggestions,
    Kind.WORD: _word,
    Kind.DRIFT: _drift,
    Kind.QUEUE: _queue,
    Kind.GUIDELINES: _guidelines,
    Kind.ANNOUNCEMENT: _announcement,
    Kind.WORKER: _worker,
}


def _counted(alert: Alert) -> str:
    """What waits for the managers themselves."""
    words = {
        Kind.REPORTS: ngettext(
            "%(n)s reported claim waits for a decision.", "%(n)s reported claims wait for a decision.", alert.n
        ),
        Kind.TASK_REPORTS: ngettext(
            "%(n)s reported task waits for a decision.", "%(n)s reported tasks wait for a decision.", alert.n
        ),
        Kind.QUESTIONS: ngettext("%(n)s question waits for an answer.", "%(n)s questions wait for an answer.", alert.n),
        Kind.CALIBRATION: ngettext(
            "%(n)s candidate waits for a decision.", "%(n)s candidates wait for a decision.", alert.n
        ),
    }
    return words[alert.kind] % {"n": alert.n}


def _evidence(alert: Alert, tests: int) -> str:
    """How it was tested."""
    if alert.kind is Kind.WORD:
        return _("G² test, %(p)s, corrected for all words tested") % {"p": _p(alert)}
    if alert.p is None:
        return ""
    said = {"p": _p(alert), "tests": tests, "least": LEAST_N}
    if alert.kind in (Kind.KAPPA, Kind.WEEK):
        return (
            _("%(p)s from the bootstrap interval, corrected for %(tests)s tests (Holm); tested from n = %(least)s on")
            % said
        )
    return _("G² test, %(p)s, corrected for %(tests)s tests (Holm); tested from n = %(least)s on") % said


def _p(alert: Alert) -> str:
    p = alert.p or 0.0
    return f"p < {with_digits(0.001, 3)}" if p < 0.001 else f"p = {with_digits(p, 3)}"


def _rows(access: QualityAccess, alert: Alert) -> str:
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
        return listed("quality-rows", word=alert.name)
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
    }
    page = pages_of_kind.get(alert.kind, "")
    return reverse(page, args=[slug]) if page and is_reachable(access.project, page) else ""


def _belongs(kind: str, page: str) -> bool:
    return page in get_workflow(kind).pages


def _acts(access: QualityAccess, alert: Alert) -> Iterator[tuple[str, str]]:
    """The person; their verifications, where all or some can be acted on; the page that decides."""
    slug = access.project.slug
    if alert.person is not None:
        yield reverse("manage-person", args=[slug, alert.person]), _("Person")
    selection = _selection(alert)
    if selection and is_reachable(access.project, "manage-verifications"):
        yield f"{reverse('manage-verifications', args=[slug])}?{urlencode(selection)}", _("Act on rows")
    if alert.kind is Kind.WEEK and is_reachable(access.project, "quality-adjudicate"):
        yield reverse("quality-adjudicate", args=[slug]), _("Adjudicate")
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
