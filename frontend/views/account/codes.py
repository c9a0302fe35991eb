"""Sentences about codes of a second factor, and the field to enter one."""

from __future__ import annotations

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from annotation.accounts.second_factor import Answer

SENTENCES: dict[Answer, Promise] = {
    Answer.WRONG: _("This code is not right. Enter the code that the app shows now, or a recovery code."),
    Answer.USED: _("This code was used already. Wait until the app shows the next one."),
    Answer.CLOCK: _(
        "The code is of another time: the clock of your phone or of this server is wrong by more than half a minute. "
        "Set your phone’s clock automatically; if it is right, tell the operator of this site to check the server’s."
    ),
    Answer.UNREADABLE: _(
        "Your second factor cannot be read: the key of this site was replaced. Ask its operator to reset it."
    ),
}


class CodeField(forms.CharField):
    """Six digits of the app, or a recovery code."""

    def __init__(self, **given: object) -> None:
        widget = forms.TextInput(
            {"autocomplete": "one-time-code", "autocapitalize": "off", "spellcheck": "false", "autofocus": True}
        )
        super().__init__(max_length=40, widget=widget, **({"label": _("Code")} | given))  # type: ignore[arg-type]
