"""What annotators see of others' work: whether at all, when, and whether with what was decided."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _


class AgreementSettings(forms.Form):
    show_agreement = forms.BooleanField(
        label=_("Annotators see how far they agree"),
        required=False,
        help_text=_("Their own claims that others verified too, with everybody’s verdict and evidence."),
    )
    agreement_delay_days = forms.IntegerField(
        label=_("Days to wait"),
        min_value=0,
        max_value=365,
        help_text=_("After the time for changes is over, so that you can still send work back."),
    )
    show_adjudications = forms.BooleanField(
        label=_("With decisions and their notes"),
        required=False,
        help_text=_("Where a claim was adjudicated, its annotators read the decision, its reason and the note."),
    )
