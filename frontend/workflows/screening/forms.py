"""Forms of a manager: minimums, an item, a text, a file, a grade."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _

from annotation.workflows.screening.importer import (
    CHOICES,
    LONGEST_PROMPT,
    LONGEST_TEXT,
    LONGEST_TITLE,
    NewItem,
    NewText,
    read_row,
)
from annotation.workflows.screening.models import Criterion, Part, ScreeningItem, ScreeningTest

LARGEST_FILE = 2_000_000

if TYPE_CHECKING:
    _MinimumForm = forms.ModelForm[ScreeningTest]
else:
    _MinimumForm = forms.ModelForm


class MinimumForm(_MinimumForm):
    class Meta:
        model = ScreeningTest
        fields: ClassVar = ["minimum_claim_writer", "minimum_verifier"]
        labels: ClassVar = {
            "minimum_claim_writer": _("Minimum for claim writers, in %"),
            "minimum_verifier": _("Minimum for verifiers, in %"),
        }


class ItemForm(forms.Form):
    """One item; `row` is what was read, as from a file."""

    part = forms.ChoiceField(label=_("Part"), choices=Part.choices)
    prompt = forms.CharField(label=_("Question"), max_length=LONGEST_PROMPT)
    choices = forms.CharField(label=_("Choices, one a line"), widget=forms.Textarea({"rows": CHOICES[1]}))
    right = forms.CharField(label=_("Right choice, in the same words"))

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if not self.errors:
            lines = [line.strip() for line in cleaned["choices"].splitlines() if line.strip()]
            try:
                cleaned["row"] = read_row(cleaned | {"choices": lines})
            except ValueError as error:
                raise forms.ValidationError(str(error)) from error
        return cleaned

    @property
    def row(self) -> NewItem:
        found = self.cleaned_data["row"]
        assert isinstance(found, NewItem)
        return found

    @staticmethod
    def initial_of(item: ScreeningItem) -> dict[str, str]:
        words = {"choices": "\n".join(item.choices), "right": item.right_choice}
        return {"part": item.part, "prompt": item.prompt} | words


class TextForm(forms.Form):
    title = forms.CharField(label=_("Title"), max_length=LONGEST_TITLE)
    text = forms.CharField(label=_("Text"), max_length=LONGEST_TEXT, widget=forms.Textarea({"rows": 6}))

    @property
    def row(self) -> NewText:
        return NewText(self.cleaned_data["title"], self.cleaned_data["text"])


class FileForm(forms.Form):
    file = forms.FileField(label=_("File"), help_text=_("JSON or JSONL, in UTF-8, up to 2 MB."))

    def clean_file(self) -> Any:
        file = self.cleaned_data["file"]
        if file.size > LARGEST_FILE:
            raise forms.ValidationError(_("This file is larger than 2 MB. Divide it."))
        return file


class GradeForm(forms.Form):
    """A yes or no for each criterion: none is chosen beforehand."""

    comment = forms.CharField(
        label=_("Comment for the candidate (optional)"),
        required=False,
        max_length=2_000,
        widget=forms.Textarea({"rows": 2}),
    )
    field_order = (*Criterion.values, "comment")

    def __init__(self, data: Any = None) -> None:
        super().__init__(data)
        for criterion in Criterion:
            self.fields[criterion.value] = forms.ChoiceField(
                label=criterion.label, choices=[("yes", _("yes")), ("no", _("no"))], widget=forms.RadioSelect
            )
        self.order_fields(self.field_order)

    def criteria(self) -> list[forms.BoundField]:
        return [self[criterion.value] for criterion in Criterion]

    @property
    def met(self) -> list[str]:
        return [one.value for one in Criterion if self.cleaned_data[one.value] == "yes"]
