"""Log in, in one step or two, log out, and change one's password."""

from __future__ import annotations

import time
from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.forms import AuthenticationForm, PasswordChangeForm, SetPasswordForm
from django.contrib.auth.views import LoginView, LogoutView
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from annotation.accounts.access import person_logging_in
from annotation.accounts.identity import provider_is_on, provider_label
from annotation.accounts.models import User
from annotation.accounts.provider_links import link_stands, password_lets_in
from annotation.accounts.second_factor import Answer, check
from annotation.accounts.throttling import TooSoon, Turn
from frontend.views.access import PersonRequest, person_view
from frontend.views.account.codes import SENTENCES, CodeField
from frontend.views.account.entering import PENDING, begin_attempt, enter, is_fresh, log_in, wait_page

LONGEST_NAME = User._meta.get_field("username").max_length or 150


class LoginForm(AuthenticationForm):
    """One sentence for every failure: nothing tells whether a name exists or an account is closed."""

    error_messages = {
        "invalid_login": _("Wrong name or password. Both are case-sensitive."),
        "inactive": _("Wrong name or password. Both are case-sensitive."),
    }

    def clean(self) -> dict[str, Any]:
        """Django's form has the length in its HTML only."""
        if len(self.cleaned_data.get("username", "")) > LONGEST_NAME:
            raise self.get_invalid_login_error()
        return super().clean()

    def confirm_login_allowed(self, user: Any) -> None:
        """Where people log in by the provider, operators alone do so by password: the same sentence for all others."""
        super().confirm_login_allowed(user)
        if not password_lets_in(user):
            raise self.get_invalid_login_error()


class Login(LoginView):
    """Django's, with limits on guesses and a second step for those who have a second factor."""

    template_name = "login/login.html"
    authentication_form = LoginForm
    redirect_authenticated_user = True
    turn: Turn | None = None

    def post(self, request: HttpRequest, *args: Any, **given: Any) -> HttpResponse:
        """An attempt without a name or a password is none."""
        name = request.POST.get("username", "")
        if name and request.POST.get("password"):
            try:
                self.turn = begin_attempt(request, name[: LONGEST_NAME + 1])
            except TooSoon as error:
                return wait_page(request, error)
        return super().post(request, *args, **given)

    def get_context_data(self, **given: Any) -> dict[str, Any]:
        shown = {"provider": provider_label(), "operators_only": settings.ATTEST_OIDC_PASSWORDS and provider_is_on()}
        return super().get_context_data(**given) | shown

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        """The right password."""
        person = form.get_user()
        assert isinstance(person, User) and self.turn is not None
        self.turn.succeeded()
        return enter(self.request, person, self.get_success_url())

    def form_invalid(self, form: AuthenticationForm) -> HttpResponse:
        if self.turn is not None:
            self.turn.failed()
        return super().form_invalid(form)


login = Login.as_view()
logout = LogoutView.as_view()


class CodeForm(forms.Form):
    code = CodeField(help_text=_("The six digits that your authenticator app shows, or a recovery code."))


@sensitive_post_parameters()
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def login_code(request: HttpRequest) -> HttpResponse:
    """The second step, for ten minutes after the right password."""
    pending: dict[str, Any] = request.session.get(PENDING) or {}
    person = _waiting(pending)
    if person is None:
        request.session.pop(PENDING, None)
        return redirect("login")
    form = CodeForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            turn = begin_attempt(request, person.get_username(), "code")
        except TooSoon as error:
            return wait_page(request, error)
        answer = check(person, form.cleaned_data["code"])
        if answer is Answer.RIGHT:
            turn.succeeded()
            del request.session[PENDING]
            return log_in(request, person, pending["to"])
        turn.failed()
        form.add_error("code", forms.ValidationError(str(SENTENCES[answer]), code=answer.value))
    return render(request, "login/code.html", {"form": form})


def _waiting(pending: dict[str, Any]) -> User | None:
    """Who has given the password, if that was not too long ago and it is the same still."""
    if pending.get("until", 0) < time.time():
        return None
    person = person_logging_in(pending["person"])
    is_same = person is not None and constant_time_compare(person.get_session_auth_hash(), pending["password"])
    if person is None or not is_same:
        return None
    link = pending.get("link")  # of an identity, which may have been unlinked since
    return person if link is None or link_stands(link, person) else None


@person_view("GET", "POST", fresh=True)
def password(request: PersonRequest) -> HttpResponseBase:
    """Choose another password: other browsers are logged out and tokens end, this browser stays in.

    Whoever logs in by the provider and has none chooses a first one, if that log-in was a moment ago.
    """
    is_first = not request.user.has_usable_password()
    if is_first and not is_fresh(request):
        return render(request, "login/password.html", {"provider": provider_label(), "must_log_in": True})
    form = (SetPasswordForm if is_first else PasswordChangeForm)(request.user, request.POST or None)
    if request.method == "POST":
        try:
            turn = begin_attempt(request, request.user.get_username())
        except TooSoon as error:
            return wait_page(request, error)
        if "old_password" not in form.errors:
            turn.succeeded()
        if form.is_valid():
            update_session_auth_hash(request, form.save())
            messages.success(
                request, gettext("Password changed. Other browsers are logged out, and your API tokens ended.")
            )
            return redirect("my-work")
    return render(request, "login/password.html", {"form": form})
