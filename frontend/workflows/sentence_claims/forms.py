"""Form of the settings with the boxes of mutations."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from annotation.workflows.sentence_claims.mutation_types import TYPES, MutationType
from annotation.workflows.sentence_claims.settings import (
    LONGEST_WORDS,
    MOST_A_PAGE,
    MOST_CLAIMS,
    MOST_LINES,
    MOST_LINKED,
    PRESETS,
    BadSentenceSettings,
    Box,
    Settings,
    settings_from,
)


class SettingsForm(forms.Form):
    """Settings, with four fields for each type of mutation."""

    whole_page = forms.BooleanField(
        label=_("From the whole page"), required=False, help_text=_("Otherwise from introductions only.")
    )
    sentences_a_page = forms.IntegerField(label=_("Sentences of a page at most"), min_value=1, max_value=MOST_A_PAGE)
    most_linked = forms.IntegerField(
        label=_("Only the pages most linked to"),
        min_value=0,
        max_value=MOST_LINKED,
        help_text=_("How many pages, by the number of pages that link to them. 0: any page."),
    )
    least_claims = forms.IntegerField(label=_("Claims wanted at least"), min_value=1, max_value=MOST_CLAIMS)
    most_claims = forms.IntegerField(label=_("Claims at most"), min_value=1, max_value=MOST_CLAIMS)

    def __init__(self, data: Any, settings: Settings, preset: str = "") -> None:
        """`preset`: the boxes to begin with, instead of those of the settings."""
        boxes = PRESETS.get(preset, settings.boxes)
        initial = {name: value for name, value in settings.to_json().items() if name != "boxes"}
        super().__init__(data, initial=initial)
        known = {box.type: box for box in boxes}
        for kind, one in TYPES.items():
            box = known.get(kind, Box(kind))
            self._add_box(one, box, is_shown=kind in known)

    def _add_box(self, one: MutationType, box: Box, *, is_shown: bool) -> None:
        shown = forms.BooleanField(label=str(one.name), required=False, initial=is_shown)
        most = forms.IntegerField(label=_("Lines"), min_value=1, max_value=MOST_LINES, initial=box.most)
        share = forms.FloatField(label=_("Share"), min_value=0, max_value=1_000_000, initial=box.share)
        words = forms.CharField(
            label=_("Wording"),
            required=False,
            max_length=LONGEST_WORDS,
            initial=box.words,
            widget=forms.TextInput({"placeholder": one.asks}),
        )
        fields = {"shown": shown, "most": most, "share": share, "words": words}
        self.fields.update({f"{one.value}_{name}": field for name, field in fields.items()})
        for name in ("most", "share", "words"):
            said = f"{one.name}: {fields[name].label}"
            self.fields[f"{one.value}_{name}"].widget.attrs["aria-label"] = said

    @property
    def boxes(self) -> Iterator[tuple[MutationType, dict[str, forms.BoundField]]]:
        """Each type with its four fields."""
        for kind, one in TYPES.items():
            yield one, {name: self[f"{kind}_{name}"] for name in ("shown", "most", "share", "words")}

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if self.errors:
            return cleaned
        plain = {name: cleaned[name] for name in Settings().to_json() if name != "boxes"}
        boxes = [
            {"type": kind, **{name: cleaned[f"{kind}_{name}"] for name in ("most", "share", "words")}}
            for kind in TYPES
            if cleaned[f"{kind}_shown"]
        ]
        try:
            cleaned["settings"] = settings_from(plain | {"boxes": boxes})
        except BadSentenceSettings as error:
            raise forms.ValidationError(str(error)) from error
        return cleaned
