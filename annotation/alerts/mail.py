"""Send new alerts by mail to the managers who asked for it: numbers, user names and a link, and no text of claims."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from smtplib import SMTPException

from django.conf import settings
from django.core.mail import send_mail
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from annotation.accounts.models import User
from annotation.alerts.alert import COUNTS, Alert, Kind
from annotation.alerts.announcements import mark_sent, unsent
from annotation.alerts.inbox import Inbox
from annotation.alerts.names import KINDS
from annotation.projects.member_settings import MemberSettings
from annotation.projects.models import Project, Role

MOST = 50  # in one mail; the rest is on Home
# The kinds whose detail, a verdict, a week or a kind of work, is said. Names are texts: a title, a word of claims.
ABOUT = frozenset({Kind.VERDICT, Kind.WEEK, Kind.QUEUE, Kind.GUIDELINES})
_log = logging.getLogger(__name__)


def subscriptions(project: Project) -> list[MemberSettings]:
    """The managers who asked for mail and may still log in and manage the project."""
    managers = project.memberships.filter(role=Role.MANAGER, user__is_active=True).values("user")
    asked = MemberSettings.objects.filter(project=project, user__in=managers).exclude(alert_address="")
    return list(asked.select_related("user").order_by("pk"))


def mail_new_alerts(project: Project, found: Inbox) -> int:
    """Send each of them what is new for them, and return how many mails were sent.

    An alert counts as sent once the mail server has taken the mail: where it does not, the next look sends it.
    """
    sent = 0
    for one in subscriptions(project):
        alerts = unsent(project, found, one.user)
        if alerts and _send(project, alerts, one):
            mark_sent(project, alerts, one.user)
            sent += 1
    return sent


def _send(project: Project, alerts: Sequence[Alert], to: MemberSettings) -> bool:
    with translation.override(settings.LANGUAGE_CODE):
        count = ngettext("%(count)d new alert", "%(count)d new alerts", len(alerts)) % {"count": len(alerts)}
        subject = f"{' '.join(project.name.split())}: {count}"  # a line break would be another header
        try:
            return bool(send_mail(subject, mail_text(project, alerts), None, [to.alert_address]))
        except (OSError, SMTPException):
            _log.exception("alerts of project %s could not be mailed to user %s", project.slug, to.user_id)
            return False


def mail_text(project: Project, alerts: Sequence[Alert]) -> str:
    """The body: a line an alert, then the address of Home."""
    people = {alert.person for alert in alerts if alert.person is not None}
    names = dict(User.objects.filter(pk__in=people).values_list("pk", "username"))
    lines = [f"- {line_of(alert, names)}" for alert in alerts[:MOST]]
    if len(alerts) > MOST:
        lines.append("- …")
    home = f"{settings.ATTEST_SITE_URL}{reverse('manage', args=[project.slug])}"
    off = _("You asked for these mails on the page “Alerts by mail” of the project, where you can end them.")
    return "\n".join([*lines, "", home, "", off, ""])


def line_of(alert: Alert, names: dict[int, str]) -> str:
    """One alert without words of claims: "Verdicts: vincent, SUPPORTS, 0.82 (compared with 0.47), n = 121"; of what is
    counted the count, and where there is one its reference: "Guidelines: screening, 3 / 10"."""
    who = "" if alert.person is None else names.get(alert.person, "?")
    about = alert.detail if alert.kind in ABOUT else ""
    numbers = str(alert.n) if alert.kind in COUNTS else f"{alert.value:.2f}{_reference(alert)}, n = {alert.n}"
    if alert.kind in COUNTS and alert.reference is not None:
        numbers += f" / {alert.reference:.0f}"
    return f"{KINDS[alert.kind]}: {', '.join(part for part in (who, about, numbers) if part)}"


def _reference(alert: Alert) -> str:
    if alert.reference is None:
        return ""
    if alert.kind is Kind.SPEED:
        return _(" (in less than %(seconds)d s)") % {"seconds": alert.reference}
    return _(" (compared with %(value)s)") % {"value": f"{alert.reference:.2f}"}
