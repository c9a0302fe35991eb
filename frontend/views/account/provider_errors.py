"""Pages that say why a log-in by the provider led nowhere, and what to do."""

from __future__ import annotations

import logging
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from annotation.accounts.identity import provider_label
from annotation.accounts.provider import Failure

log = logging.getLogger(__name__)
STRANGER, CLOSED, TAKEN, INVITATION, NAME_TAKEN, OTHER_PERSON = (
    "stranger",
    "closed",
    "taken",
    "invitation",
    "name-taken",
    "other-person",
)
RETRY_AFTER = 30  # seconds


@dataclass(frozen=True, slots=True)
class Refusal:
    """What is said, what to do, and the status of the answer."""

    status: int
    said: Promise
    remedy: Promise


_AGAIN = _("Start again from the log-in page.")
_OPERATOR = _("Start again. If it happens every time, tell the operator of this site.")
REFUSALS: dict[str, Refusal] = {
    Failure.DENIED.value: Refusal(
        403,
        _("%(label)s did not let you in: the log-in was cancelled there, or you may not use this site with it."),
        _("Start again, or ask those who run %(label)s whether you may use this site."),
    ),
    Failure.REFUSED.value: Refusal(502, _("%(label)s refused the log-in because of an error."), _OPERATOR),
    Failure.AWAY.value: Refusal(
        503,
        _("%(label)s does not answer, or not as it should."),
        _("Try again in a minute. If you have a password on this site, log in with it meanwhile."),
    ),
    Failure.SETTINGS.value: Refusal(
        502,
        _("%(label)s and this site are not set up for each other."),
        _("Tell the operator of this site: “python manage.py doctor” says what is wrong."),
    ),
    Failure.STATE.value: Refusal(
        400,
        _("This log-in was not begun in this browser, was begun more than ten minutes ago, or was used already."),
        _AGAIN,
    ),
    Failure.ISSUER.value: Refusal(400, _("The answer does not come from %(label)s."), _OPERATOR),
    Failure.CODE.value: Refusal(
        400, _("%(label)s does not accept its answer any more: it was used already, or too late."), _AGAIN
    ),
    Failure.SIGNATURE.value: Refusal(400, _("The answer is not signed by %(label)s."), _OPERATOR),
    Failure.AUDIENCE.value: Refusal(400, _("The answer of %(label)s is meant for another site."), _OPERATOR),
    Failure.EXPIRED.value: Refusal(
        400,
        _("The answer of %(label)s has expired: it took too long, or the clocks of both are apart."),
        _OPERATOR,
    ),
    Failure.CLOCK.value: Refusal(
        400,
        _("The answer of %(label)s comes from the future: its clock and that of this site are apart."),
        _("Tell the operator of this site to check the clock of the server."),
    ),
    Failure.NONCE.value: Refusal(400, _("The answer of %(label)s belongs to another log-in."), _AGAIN),
    Failure.TOKEN.value: Refusal(400, _("The answer of %(label)s cannot be read."), _OPERATOR),
    STRANGER: Refusal(
        403,
        _("%(label)s knows you, and this site does not yet. No account was made."),
        _(
            "Ask a manager of your project for an invitation, open its link and choose “Continue with %(label)s” "
            "there. If you have an account with a password, log in with it and link %(label)s under “Account and "
            "sessions”."
        ),
    ),
    CLOSED: Refusal(
        403, _("Your account on this site is closed."), _("Ask a manager of your project whether it should be open.")
    ),
    TAKEN: Refusal(
        409,
        _("This identity of %(label)s belongs to another account on this site, or your account has another identity."),
        _("Log in with %(label)s to use that account, or log out at %(label)s and start again as yourself."),
    ),
    INVITATION: Refusal(
        404,
        _("This invitation is no longer open: it was used, it has expired, or it was withdrawn."),
        _("Ask the person who sent it for a new one."),
    ),
    NAME_TAKEN: Refusal(
        409,
        _("The name of this invitation has an account already."),
        _("If it is yours, log in and accept. If not, ask for an invitation under another name."),
    ),
    OTHER_PERSON: Refusal(
        403,
        _("You are no longer logged in as the person who began to link %(label)s."),
        _("Log in, and link it again under “Account and sessions”."),
    ),
}


def refusal_page(request: HttpRequest, code: str, detail: str = "") -> HttpResponse:
    """The page of a code of REFUSALS, with one line in the log: neither has what was sent."""
    log.warning("log-in by the provider: %s%s", code, f" ({detail})" if detail else "")
    found, named = REFUSALS[code], {"label": provider_label()}
    shown = {"code": code, "said": str(found.said) % named, "remedy": str(found.remedy) % named}
    answer = render(request, "login/provider_refusal.html", shown, status=found.status)
    if found.status == 503:
        answer["Retry-After"] = str(RETRY_AFTER)
    return answer
