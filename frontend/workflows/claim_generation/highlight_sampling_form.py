"""Form of a highlight draw: number and pages."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from frontend.views.sampling_fields import LARGEST_SEED, MOST, TitlesField


class DrawForm(forms.Form):
    size = forms.IntegerField(
        label=_("Number of highlights"),
        min_value=1,
        max_value=MOST,
        initial=90,
        error_messages={
            "max_value": _("At most %(limit_value)s at a time. The command sample_highlights can sample more.")
        },
    )
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
        widget=forms.Textarea({"rows": 4, "spellcheck": "false"}),
        help_text=_("Titles, one per line. Empty: all pages of the corpus."),
    )
    excluded = TitlesField(
        label=_("Not from these pages"),
        required=False,
        widget=forms.Textarea({"rows": 4, "spellcheck": "false"}),
        help_text=_("Titles, one per line: pages of another data set, for example."),
    )
    # The latest draw when this form was made: pressing the button twice must not draw twice.
    after = forms.IntegerField(required=False, widget=forms.HiddenInput)

    def keep(self, **values: int | None) -> None:
        """Show these beside what was typed."""
        self.data = dict(self.data.items()) | {
            name: "" if value is None else str(value) for name, value in values.items()
        }

    def refuse_second(self, latest: int | None) -> None:
        self.keep(after=latest)
        self.add_error(
            None,
            gettext(
                "Highlights have been sampled since you opened this page, or are being sampled now by someone else or "
                "by a double click. Nothing new was sampled; submit again if you want more."
            ),
        )
