"""The settings of calibration and silent gold, as a part of the settings form."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _


class CalibrationSettings(forms.Form):
    calibration = forms.BooleanField(
        label=_("Calibrate everybody first"),
        required=False,
        help_text=_("Nobody gets work of production before a manager has approved of them. Who holds a task keeps it."),
    )
    calibration_items = forms.IntegerField(
        label=_("Items in a phase"), min_value=1, max_value=100, help_text=_("Of each of the two. Paper: 10")
    )
    calibration_min_accuracy = forms.IntegerField(
        label=_("Right verdicts wanted, in per cent"),
        required=False,
        help_text=_("Shown beside each score; people decide. Of writers: claims that meet the guideline. Empty: none."),
        min_value=0,
        max_value=100,
    )
    calibration_min_f1 = forms.IntegerField(
        label=_("Evidence F1 wanted, in per cent"), required=False, help_text=_("Likewise."), min_value=0, max_value=100
    )
    silent_gold_rate = forms.IntegerField(
        label=_("Silent gold, of a hundred claims"),
        min_value=0,
        max_value=50,
        help_text=_("So many of a hundred that a verifier takes have a known answer, and nobody can tell. 0: none."),
    )
    drift_window = forms.IntegerField(
        label=_("Answers looked at for drift"),
        min_value=1,
        max_value=100,
        help_text=_("The last so many answers to silent gold; fewer raise no alert."),
    )
    drift_min_accuracy = forms.IntegerField(
        label=_("Alert below right verdicts, in per cent"),
        help_text=_("Over those answers."),
        min_value=0,
        max_value=100,
    )
