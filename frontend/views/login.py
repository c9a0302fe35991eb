"""Log in and log out views."""

from __future__ import annotations

import math
from typing import Any

from axes.helpers import get_client_ip_address, get_cool_off
from axes.models import AccessAttempt
from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.forms import AuthenticationForm, PasswordChangeForm
from django.contrib.auth.views import LoginView, LogoutView
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from annotation.accounts.models import User
from frontend.views.access import PersonRequest, person_view

LONGEST_NAME = User._meta.get_field("username").max_length or 150


class LoginForm(AuthenticationForm):
    """One sentence for every failure: nothing tells whether a name exists or an account is closed."""

    error_messages = {
        "invalid_login": _("Wrong name or password. Both are case-sensitive."),
        "inactive": _("Wrong name or password. Both are case-sensitive."),
    }

    def clean(self) -> dict[str, Any]:
        """Django's form has the length in its HTML only, and where failures are counted there is room for 255."""
        if len(self.cleaned_data.get("username", "")) > LONGEST_NAME:
            raise self.get_invalid_login_error()
        return super().clean()


login = LoginView.as_view(
    template_name="login/login.html", authentication_form=LoginForm, redirect_authenticated_user=True
)
logout = LogoutView.as_view()


@person_view("GET", "POST", fresh=True)
def password(request: PersonRequest) -> HttpResponse:
    """Replace the password one was handed by one's own; other browsers are logged out, this one stays in."""
    form = PasswordChangeForm(request.user, request.POST or None)
    if request.method == "POST" and form.is_valid():
        update_session_auth_hash(request, form.save())
        messages.success(request, gettext("Password changed."))
        return redirect("my-work")
    return render(request, "login/password.html", {"form": form})


def locked_out(
    request: HttpRequest, answer: HttpResponse | None = None, credentials: dict[str, Any] | None = None
) -> HttpResponse:
    """What django-axes answers, in place of `answer`, after too many wrong passwords for a name from an address."""
    seconds = _seconds_left(request, (credentials or {}).get("username", ""))
    shown = {"minutes": max(1, math.ceil(seconds / 60))}
    response = render(request, "login/locked_out.html", shown, status=429)
    response["Retry-After"] = str(seconds)
    return response


def _seconds_left(request: HttpRequest, username: str) -> int:
    """Until the latest failure of this name from this address is forgotten."""
    cool_off = get_cool_off(request)
    attempts = AccessAttempt.objects.filter(username=username, ip_address=get_client_ip_address(request))
    latest = attempts.order_by("-attempt_time").first()
    if latest is None or cool_off is None:
        return 60
    seconds: float = (latest.attempt_time + cool_off - timezone.now()).total_seconds()
    return max(1, math.ceil(seconds))
