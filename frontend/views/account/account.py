"""One's own account: where one is logged in, the second factor, the password."""

from __future__ import annotations

import re

from django.contrib import messages
from django.db import transaction
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext, ngettext

from annotation.accounts.second_factor import has_second_factor
from annotation.accounts.sessions import end_session, end_sessions, sessions_of
from annotation.audit_log.acts import Act
from annotation.audit_log.record import record
from frontend.views.access import PersonRequest, person_view
from frontend.views.account.provider import provider_of_account

# What a User-Agent says of browser and system; the first that fits, since most name others as well.
BROWSERS = (
    ("Firefox", r"Firefox/"),
    ("Edge", r"Edg(e|A|iOS)?/"),
    ("Opera", r"OPR/"),
    ("Samsung Internet", r"SamsungBrowser/"),
    ("Chromium", r"Chromium/|HeadlessChrome/"),
    ("Chrome", r"Chrome/|CriOS/"),
    ("Safari", r"Safari/"),
)
SYSTEMS = (
    ("iPhone", r"iPhone"),
    ("iPad", r"iPad"),
    ("Android", r"Android"),
    ("Windows", r"Windows"),
    ("ChromeOS", r"CrOS"),
    ("macOS", r"Mac OS X|Macintosh"),
    ("Linux", r"Linux|X11"),
)


def device_words(user_agent: str) -> str:
    """Browser and system, such as "Firefox, Windows"; "" where neither is known."""
    found = [
        next((name for name, pattern in kinds if re.search(pattern, user_agent)), "") for kinds in (BROWSERS, SYSTEMS)
    ]
    return ", ".join(name for name in found if name)


@person_view("GET", "HEAD", "POST", fresh=True)
def account(request: PersonRequest) -> HttpResponseBase:
    """The page; a POST ends one session by its mark, or with `others` all but this one."""
    if request.method == "POST":
        return _ended(request)
    listed = [
        {
            "mark": one.mark,
            "words": device_words(one.device),
            "address": one.address,
            "began_at": one.began_at,
            "last_used_at": one.last_used_at,
            "is_this": one.session_key == request.session.session_key,
        }
        for one in sessions_of(request.user)
    ]
    shown = {"sessions": listed, "has_second_factor": has_second_factor(request.user)}
    shown |= provider_of_account(request.user)
    if shown["has_second_factor"]:
        shown["codes_left"] = request.user.recovery_codes.count()
    return render(request, "account/account.html", shown)


def _ended(request: PersonRequest) -> HttpResponse:
    if "others" in request.POST:
        with transaction.atomic():
            count = end_sessions(request.user, but=request.session.session_key)
            record(Act.SESSIONS_ENDED, by=request.user, person=request.user, after={"sessions": count})
        words = ngettext("%(count)d session ended.", "%(count)d sessions ended.", count)
        messages.success(request, words % {"count": count})
    elif _one_ended(request):
        messages.success(request, gettext("The session was ended."))
    return redirect("account")


@transaction.atomic
def _one_ended(request: PersonRequest) -> bool:
    if not end_session(request.user, request.POST.get("session", "")):
        return False
    record(Act.SESSIONS_ENDED, by=request.user, person=request.user, after={"sessions": 1})
    return True
