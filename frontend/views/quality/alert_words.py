"""Alerts in words: what an alert is about, its sentence, and how it was tested."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from annotation.alerts.alert import Alert, Kind
from annotation.alerts.findings import LEAST_N
from annotation.work.registry import workflows_of
from frontend.templatetags.words import duration, percent
from frontend.views.quality.access import QualityAccess
from frontend.views.quality.figure_blocks import with_digits


def sentence(access: QualityAccess, alert: Alert) -> str:
    """What the alert says, with its numbers."""
    return _SENTENCES[alert.kind](access, alert) if alert.kind in _SENTENCES else _counted(alert)


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
            "“%(word)s” gives the verdict away: %(value)s of the %(n)s released claims with it are "
            "“%(label)s”; of the others %(reference)s."
        )
        % said
    )


def _drift(access: QualityAccess, alert: Alert) -> str:
    said = _said(access, alert)
    return _("%(name)s got %(value)s of the last %(n)s attention checks right; minimum: %(reference)s.") % said


def _paused(access: QualityAccess, alert: Alert) -> str:
    return _("%(name)s was paused by a rule, because of too many wrong answers to gold.") % _said(access, alert)


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
    Kind.PAUSED: _paused,
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
        Kind.DIFFERENT_DECISIONS: ngettext(
            "Two adjudicators differ on %(n)s claim: a manager decides.",
            "Two adjudicators differ on %(n)s claims: a manager decides.",
            alert.n,
        ),
        Kind.NO_SECOND: ngettext(
            "%(n)s claim waits for a second adjudicator, and nobody can be asked.",
            "%(n)s claims wait for a second adjudicator, and nobody can be asked.",
            alert.n,
        ),
        Kind.FLAGS: ngettext(
            "%(n)s flagged verification waits for a manager to look at it.",
            "%(n)s flagged verifications wait for a manager to look at them.",
            alert.n,
        ),
    }
    return words[alert.kind] % {"n": alert.n}


def evidence(alert: Alert, tests: int) -> str:
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
