"""Form of a draw: number and pages."""

from __future__ import annotations

import secrets
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

MOST = 10_000  # they are stored in one transaction, which others wait for; more are the command's business
LARGEST_SEED = 2**63 - 1


class TitlesField(forms.CharField):
    """Page titles, one a line."""

    widget = forms.Textarea({"rows": 4, "spellcheck": "false"})

    def clean(self, value: object) -> list[str]:
        return [line.strip() for line in super().clean(value).splitlines() if line.strip()]


class DrawForm(forms.Form):
    """What a workflow draws names the number (`size`) in its own form."""

    size = forms.IntegerField(min_value=1, max_value=MOST)
    seed = forms.IntegerField(
        label=_("Seed"),
        required=False,
        min_value=0,
        max_value=LARGEST_SEED,
        widget=forms.TextInput({"inputmode": "numeric"}),
        help_text=_("The same number reproduces the same sample. Empty: random."),
    )
    titles = TitlesField(
        label=_("Only from these pages"),
        required=False,
        help_text=_("Titles, one per line. Empty: all pages of the corpus."),
    )
    excluded = TitlesField(
        label=_("Not from these pages"),
        required=False,
        help_text=_("Titles, one per line: pages of another data set, for example."),
    )
    # The latest draw when this form was made: pressing the button twice must not draw twice.
    after = forms.IntegerField(required=False, widget=forms.HiddenInput)

    def keep(self, **values: int | None) -> None:
        """Show these beside what was typed."""
        self.data = dict(self.data.items()) | {
            name: "" if value is None else str(value) for name, value in values.items()
        }

    def wanted(self) -> dict[str, Any]:
        """What is to be drawn, as arguments; a random seed where none was given."""
        values = self.cleaned_data
        seed = secrets.randbits(32) if values["seed"] is None else values["seed"]
        return {
            "size": values["size"],
            "seed": seed,
            "titles": values["titles"] or None,
            "excluded": values["excluded"],
        }
