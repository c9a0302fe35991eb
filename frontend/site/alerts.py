"""Tell operators by mail or webhook when something is wrong with the site, and when it is over.

A trouble is told once, again after ATTEST_ALERT_QUIET_HOURS while it lasts, and not more often where it comes and goes.
Nothing here is about annotators' data: that is `annotation.alerts`, for managers.
"""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from datetime import datetime, timedelta
from ipaddress import IPv4Network, IPv6Network, ip_address
from smtplib import SMTPException
from typing import Any

from django.conf import settings
from django.core.mail import send_mail
from django.utils import translation
from django.utils.translation import gettext as _

from annotation.release.webhook.addresses import RefusedAddress, refuse_literal, target_of
from annotation.release.webhook.request import NotDelivered, post

PAUSES = (0.0, 1.0, 3.0)  # seconds before each attempt at the webhook
State = dict[str, dict[str, Any]]
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Trouble:
    """Something wrong, as `doctor` says it. `subject` names it from one look to the next."""

    subject: str
    text: str
    remedy: str = ""


@dataclass(slots=True)
class News:
    """What is to be told: troubles, and subjects of those that are over."""

    troubles: list[Trouble] = field(default_factory=list)
    over: list[str] = field(default_factory=list)

    def __bool__(self) -> bool:
        return bool(self.troubles or self.over)


def is_on() -> bool:
    """Whether an operator has named somebody to tell."""
    return bool(settings.ATTEST_ALERT_MAIL or settings.ATTEST_ALERT_WEBHOOK)


def tell(troubles: Iterable[Trouble], before: Mapping[str, dict[str, Any]], now: datetime) -> State:
    """Send what is new since the look that gave `before`, and return what the next look needs to know.

    What could not be delivered anywhere is new at the next look, too.
    """
    if not is_on():
        return {}
    state, news = compared(troubles, before, now)
    if news and any(not error for error in deliver(news).values()):
        for trouble in news.troubles:
            state[trouble.subject] |= {"sent_at": now.isoformat(), "is_told": False}
        for subject in news.over:
            state[subject]["is_told"] = True
    return state


def compared(troubles: Iterable[Trouble], before: Mapping[str, dict[str, Any]], now: datetime) -> tuple[State, News]:
    """The state after this look, before anything is sent, and what is to be sent.

    By subject: `sent_at`, None where nobody was told; `is_over`, and `is_told`, whether the end of what was sent was.
    """
    quiet, news = timedelta(hours=settings.ATTEST_ALERT_QUIET_HOURS), News()
    state: State = {}
    for trouble in troubles:
        known = before.get(trouble.subject, {})
        sent = known.get("sent_at")
        # One that came back and is not told again yet is none whose end has to be told.
        state[trouble.subject] = {"sent_at": sent, "is_over": False, "is_told": known.get("is_told", False)}
        if sent is None or now - datetime.fromisoformat(sent) >= quiet:
            news.troubles.append(trouble)
    for subject, known in before.items():
        if subject in state or known["sent_at"] is None:
            continue
        is_recent = now - datetime.fromisoformat(known["sent_at"]) < quiet
        if not known["is_told"]:
            news.over.append(subject)
        if is_recent or not known["is_told"]:  # should it come back, it is not told again at once
            state[subject] = {**known, "is_over": True}
    return state, news


def deliver(news: News, event: str = "") -> dict[str, str]:
    """Send to all that are named: "mail" and "webhook" -> the error, "" where it was delivered."""
    with translation.override(settings.LANGUAGE_CODE):
        text = text_of(news)
    found = {}
    if settings.ATTEST_ALERT_MAIL:
        found["mail"] = _mailed(news, text)
    if settings.ATTEST_ALERT_WEBHOOK:
        found["webhook"] = _posted(news, text, event or ("trouble" if news.troubles else "resolved"))
    for channel, error in found.items():
        if error:
            log.error("an alert could not be delivered by %s: %s", channel, error)
    return found


def text_of(news: News) -> str:
    """What is wrong and what to do, a paragraph each; then what is over; then where to look."""
    parts = [f"{one.subject}: {one.text}" + (f"\n  -> {one.remedy}" if one.remedy else "") for one in news.troubles]
    parts += [_("Resolved: %(subject)s") % {"subject": subject} for subject in news.over]
    return "\n\n".join([*parts, f"{settings.ATTEST_SITE_URL}/site/"])


def _mailed(news: News, text: str) -> str:
    with translation.override(settings.LANGUAGE_CODE):
        what = ", ".join(one.subject for one in news.troubles) or _("resolved")
        subject = f"[Attest] {' '.join(what.split())}"[:200]
    try:
        sent = send_mail(subject, text + "\n", None, settings.ATTEST_ALERT_MAIL)
    except (OSError, SMTPException) as error:
        return str(error) or type(error).__name__
    return "" if sent else "not sent"


def _posted(news: News, text: str, event: str) -> str:
    problems = [asdict(one) for one in news.troubles]
    said = {"event": event, "site": settings.ATTEST_SITE_URL, "text": text, "problems": problems, "resolved": news.over}
    body = json.dumps(said, ensure_ascii=False).encode()
    error = why_refused(settings.ATTEST_ALERT_WEBHOOK)
    if error:
        return error
    for pause in PAUSES:
        time.sleep(pause)
        try:
            headers = {"Content-Type": "application/json", "User-Agent": "Attest"}
            status = post(settings.ATTEST_ALERT_WEBHOOK, body, headers)
        except NotDelivered as problem:
            error = str(problem)
            continue
        if 200 <= status < 300:
            return ""
        error = f"HTTP {status}"  # a redirect as well: it is not followed
    return error


def why_refused(url: str) -> str:
    """Why nothing is sent to this address: without TLS only addresses of ATTEST_WEBHOOK_NETWORKS are allowed."""
    try:
        target = target_of(url)
        refuse_literal(target)
    except RefusedAddress as error:
        return str(error)
    is_allowed = any(_is_in(target.host, network) for network in settings.ATTEST_WEBHOOK_NETWORKS)
    if target.is_https or is_allowed:
        return ""
    return _("The address must begin with https://.")


def _is_in(host: str, network: IPv4Network | IPv6Network) -> bool:
    try:
        return ip_address(host) in network
    except ValueError:
        return False
