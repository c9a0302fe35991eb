"""The weights of the arms of suggested evidence, as a part of the settings form."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from annotation.suggestions.models import Arm

GREATEST_WEIGHT = 1_000
# The form's field of each arm's weight; the project keeps them together.
WEIGHTS = {Arm.NONE: "suggestions_none", Arm.AFTER: "suggestions_after", Arm.AT_ONCE: "suggestions_at_once"}


class WeightField(forms.IntegerField):
    def __init__(self, **options: Any) -> None:
        super().__init__(min_value=0, max_value=GREATEST_WEIGHT, **options)


class SuggestionWeights(forms.Form):
    """The weights of the arms: three form fields that the project keeps as one (`with_changed`)."""

    suggestions_none = WeightField(label=_("Never shown"), help_text=_("The control group."))
    suggestions_after = WeightField(
        label=_("After a first selection"), help_text=_("As soon as the verifier has selected an element.")
    )
    suggestions_at_once = WeightField(label=_("Shown at once"), help_text=_("Fastest, with the strongest anchoring."))

    def clean(self) -> dict[str, Any]:
        """Somebody must be shown them, or they could as well be off."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        given = [cleaned.get(name) for name in WEIGHTS.values()]
        if cleaned.get("suggestions_on") and None not in given and not any(given):
            self.add_error(WEIGHTS[Arm.NONE], _now("One of the three must be above 0."))
        return cleaned


def weights_of(arms: dict[str, Any]) -> dict[str, int]:
    """The project's weights as the form's fields."""
    return {name: int(arms.get(arm, 0)) for arm, name in WEIGHTS.items()}


def with_changed(arms: dict[str, Any], changed: dict[str, Any]) -> dict[str, int]:
    """The project's weights with those of the form's fields that were changed."""
    return {
        arm.value: int(changed[name]) if name in changed else int(arms.get(arm, 0)) for arm, name in WEIGHTS.items()
    }
