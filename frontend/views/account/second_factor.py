"""Set up one's second factor, renew its recovery codes, switch it off."""

from __future__ import annotations

from typing import Any

import segno
from django import forms
from django.contrib import messages
from django.db import transaction
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.debug import sensitive_post_parameters

from annotation.accounts.identity import provider_label
from annotation.accounts.models import User
from annotation.accounts.second_factor import (
    Answer,
    app_address,
    begin_set_up,
    check,
    confirm_set_up,
    has_second_factor,
    must_set_up,
    new_recovery_codes,
    switch_off,
)
from annotation.accounts.sessions import end_sessions
from annotation.accounts.throttling import TooSoon
from annotation.audit_log.acts import Act
from annotation.audit_log.record import record
from frontend.views.access import PersonRequest, person_view
from frontend.views.account.codes import SENTENCES, CodeField
from frontend.views.account.entering import begin_attempt, is_fresh, wait_page
from frontend.views.lists import own_path


class ProofForm(forms.Form):
    """Password and code of whoever is logged in: an open screen is not enough to change a second factor.

    Whoever logs in by the provider alone has no password to give: a log-in of a moment ago is asked for instead.
    """

    password = forms.CharField(
        label=_("Password"), strip=False, widget=forms.PasswordInput({"autocomplete": "current-password"})
    )
    code = CodeField()

    def __init__(self, data: Any = None, *, person: User) -> None:
        super().__init__(data)
        self.person = person
        self.fields["code"].widget.attrs.pop("autofocus")
        if not person.has_usable_password():
            del self.fields["password"]

    def clean_password(self) -> str:
        given: str = self.cleaned_data["password"]
        if not self.person.check_password(given):
            raise forms.ValidationError(gettext("This is not your password."), code="password_incorrect")
        return given

    def add_answer(self, answer: Answer) -> None:
        """Say what is wrong with the code."""
        self.add_error("code", forms.ValidationError(str(SENTENCES[answer]), code=answer.value))


@sensitive_post_parameters()
@person_view("GET", "HEAD", "POST", fresh=True)
def second_factor(request: PersonRequest) -> HttpResponseBase:
    """The set-up, or what can be changed once it is done. New recovery codes are shown in the answer to the POST."""
    if request.method != "POST" or must_log_in(request):
        return _page(request, ProofForm(person=request.user))
    try:
        turn = begin_attempt(request, request.user.get_username(), "code")
    except TooSoon as error:
        return wait_page(request, error)
    form = ProofForm(request.POST, person=request.user)
    if not form.is_valid():
        return _page(request, form)
    was_on = has_second_factor(request.user)
    if was_on:
        answer, codes = check(request.user, form.cleaned_data["code"]), list[str]()
    else:
        answer, codes = confirm_set_up(request.user, form.cleaned_data["code"])
    if answer is not Answer.RIGHT:
        form.add_answer(answer)
        return _page(request, form)
    turn.succeeded()
    if was_on and request.POST.get("action") == "off":
        switch_off(request.user, request.user)
        messages.success(request, gettext("The second factor is off."))
        return redirect("account")
    if was_on:
        with transaction.atomic():
            codes = new_recovery_codes(request.user)
            record(Act.RECOVERY_CODES_RENEWED, by=request.user, person=request.user)
    else:
        end_sessions(request.user, but=request.session.session_key)
    shown = {"codes": codes, "next": own_path(request.GET.get("next", ""))}
    return render(request, "account/recovery_codes.html", shown)


def must_log_in(request: PersonRequest) -> bool:
    """Whether the person has no password, and logged in by the provider too long ago to go on without one."""
    return not request.user.has_usable_password() and not is_fresh(request)


def _page(request: PersonRequest, form: ProofForm) -> HttpResponse:
    person = request.user
    if must_log_in(request):
        again = {"must_log_in": True, "provider": provider_label(), "must": must_set_up(person)}
        return render(request, "account/second_factor.html", again)
    shown: dict[str, Any] = {"form": form, "is_on": has_second_factor(person), "must": must_set_up(person)}
    if shown["is_on"]:
        shown["codes_left"] = person.recovery_codes.count()
    else:
        secret = begin_set_up(person)
        shown["secret"] = " ".join(secret[start : start + 4] for start in range(0, len(secret), 4))
        shown["qr"] = _qr_code(app_address(person, secret))
    return render(request, "account/second_factor.html", shown)


def _qr_code(address: str) -> SafeString:
    """An SVG of black on white in both themes: cameras do not read the reverse."""
    svg: str = segno.make(address, error="m").svg_inline(scale=4, border=4, dark="#000", light="#fff", omitsize=True)
    return mark_safe(svg)  # noqa: S308 - shapes alone: segno writes no text into it
