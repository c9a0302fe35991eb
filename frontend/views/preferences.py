"""A person's preferences: size of text, density and keys, in every room."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext, gettext_lazy

from annotation.accounts.preferences import Density, TextSize, preferences_of
from frontend.shortcuts import BY_ACTION, SHORTCUTS, keys_of, normalised, problems_of
from frontend.views.access import PersonRequest, person_view
from frontend.views.lists import own_path

LONGEST_KEY = 10
PREFIX = "key-"


class PreferencesForm(forms.Form):
    text_size = forms.ChoiceField(
        label=gettext_lazy("Text size"), choices=TextSize.choices, widget=forms.RadioSelect, required=False
    )
    density = forms.ChoiceField(
        label=gettext_lazy("Density"), choices=Density.choices, widget=forms.RadioSelect, required=False
    )

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        for each in SHORTCUTS:
            widget = forms.TextInput({"data-default": each.key, "autocomplete": "off", "spellcheck": "false"})
            self.fields[PREFIX + each.action] = forms.CharField(
                label=str(each.name), max_length=LONGEST_KEY, required=False, strip=False, widget=widget
            )

    def clean(self) -> dict[str, Any]:
        """An empty key is the default one."""
        given = self.cleaned_data
        written = {action: normalised(given.get(PREFIX + action, "")) for action in BY_ACTION}
        keys = keys_of(written)
        for action, sentences in problems_of(keys).items():
            for sentence in sentences:
                self.add_error(PREFIX + action, sentence)
        return given | {"keys": {action: key for action, key in keys.items() if key != BY_ACTION[action].key}}

    def key_groups(self) -> Iterator[tuple[str, list[forms.BoundField]]]:
        """Fields of the keys, by what they are for."""
        for group, some in groupby(SHORTCUTS, lambda each: each.group):
            yield gettext(group), [self[PREFIX + each.action] for each in some]


@person_view("GET", "POST", fresh=True)
def preferences(request: PersonRequest) -> HttpResponse:
    """The page; a POST saves and goes back to where the person came from, or resets the keys."""
    stored = preferences_of(request.user.preferences)
    back = _own_address(request)
    start = {"text_size": stored["text_size"], "density": stored["density"]}
    form = PreferencesForm(initial=start | {PREFIX + name: key for name, key in keys_of(stored["keys"]).items()})
    if request.method == "POST" and "reset" in request.POST:
        _save(request, start | {"keys": {}})
        messages.success(request, gettext("All keys are the default ones again."))
        return redirect(request.get_full_path())
    if request.method == "POST":
        form = PreferencesForm(request.POST)
        if form.is_valid():
            _save(request, {name: form.cleaned_data[name] for name in ("text_size", "density", "keys")})
            messages.success(request, gettext("Preferences saved."))
            return redirect(back or "preferences")
    return render(request, "preferences/preferences.html", {"form": form, "back": back})


def _save(request: PersonRequest, chosen: dict[str, Any]) -> None:
    request.user.preferences = chosen
    request.user.save(update_fields=["preferences"])


def _own_address(request: PersonRequest) -> str:
    """The page of this site in ?next=; "" where there is none."""
    return own_path(request.GET.get("next", ""))
