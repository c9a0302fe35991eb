"""One's own API tokens: made here, shown once, revoked here."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext, gettext_lazy, ngettext_lazy

from annotation.accounts.access import own_token
from annotation.accounts.tokens import DAYS, DEFAULT_DAYS, LONGEST_NAME, Scope, create_token, revoke_token
from frontend.views.access import PersonRequest, person_view

MOST_TOKENS = 50
FOR_EVER = "for-ever"


class NewTokenForm(forms.Form):
    name = forms.CharField(
        label=gettext_lazy("Purpose"),
        max_length=LONGEST_NAME,
        help_text=gettext_lazy("For example the name of your script, so that you know later which one to revoke."),
    )
    scope = forms.TypedChoiceField(
        label=gettext_lazy("Scope"),
        coerce=Scope,
        choices=Scope.choices,
        initial=Scope.READ,
        help_text=gettext_lazy("What the program may do at most. Your roles hold as well."),
    )
    days = forms.TypedChoiceField(
        label=gettext_lazy("Validity"),
        coerce=lambda value: None if value == FOR_EVER else int(value),
        choices=[
            *((days, ngettext_lazy("%d day", "%d days", days) % days) for days in DAYS),
            (FOR_EVER, gettext_lazy("until it is revoked")),
        ],
        initial=DEFAULT_DAYS,
    )


@person_view("GET", "POST", fresh=True)
def tokens(request: PersonRequest) -> HttpResponse:
    """The list; a POST makes one more and shows it in its answer, the only time it can be seen."""
    form = NewTokenForm(request.POST or None)
    text = None
    if request.method == "POST" and form.is_valid():
        if request.user.api_tokens.count() >= MOST_TOKENS:
            form.add_error(None, gettext("You have %d tokens. Revoke one that is no longer needed.") % MOST_TOKENS)
        else:
            _token, text = create_token(user=request.user, by=request.user, **form.cleaned_data)
            form = NewTokenForm()
    shown = {"form": form, "text": text, "tokens": request.user.api_tokens.all()}
    return render(request, "tokens/tokens.html", shown)


@person_view("POST")
def revoke(request: PersonRequest, pk: int) -> HttpResponse:
    token = own_token(request.user, pk)
    revoke_token(token, request.user)
    messages.success(request, gettext("Token “%s” revoked; it is no longer accepted.") % token.name)
    return redirect("tokens")
