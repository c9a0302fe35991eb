"""The form of a project's label set: a part for each label, in their order."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from django import forms
from django.conf import settings
from django.core.validators import RegexValidator
from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from annotation.vocabulary.label_set import LONGEST_VALUE, Meaning, Style, plain
from annotation.vocabulary.label_set_json import FEWEST, LONGEST_TEXT, MOST, STYLES
from frontend.templatetags.words import MARKS
from frontend.views.lists import number_in

MEANINGS = {
    Meaning.SUPPORTS: _("supports the claim"),
    Meaning.REFUTES: _("refutes the claim"),
    Meaning.NOT_ENOUGH_INFO: _("there is not enough information"),
}
TEXTS = {"name": _("Name"), "description": _("Description")}
# What the rules of the project read: it cannot change once there is work.
RULES = ("value", "meaning", "needs_evidence")
Row = dict[str, Any]  # a label in the JSON of `vocabulary.label_set_json`


class LabelForm(forms.Form):
    """One label. `origin`: its place, from 0, in the set as it is stored; empty for a new one."""

    origin = forms.IntegerField(required=False, min_value=0, widget=forms.HiddenInput)
    value = forms.CharField(
        label=_("Value"),
        max_length=LONGEST_VALUE,
        validators=[RegexValidator(r"\A[^+]*\Z", _("Write it without +."))],
        help_text=_("Stored and released."),
    )
    meaning = forms.ChoiceField(
        label=_("Says that"), required=False, choices=[("", _("something else")), *MEANINGS.items()]
    )
    style = forms.ChoiceField(label=_("Mark"), choices=list(MARKS.items()))
    needs_evidence = forms.BooleanField(label=_("Needs evidence"), required=False)

    def __init__(self, *args: Any, in_use: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, label in TEXTS.items():
            for code, language in settings.LANGUAGES:
                shown = f"{label} ({language})"
                self.fields[f"{name}_{code}"] = forms.CharField(label=shown, required=False, max_length=LONGEST_TEXT)
        for name in ("origin", *RULES) if in_use else ():
            self.fields[name].disabled = True

    def texts(self) -> list[list[forms.BoundField]]:
        """Names, and descriptions, by language."""
        return [[self[f"{name}_{code}"] for code, _language in settings.LANGUAGES] for name in TEXTS]

    def row(self, stored: list[Row]) -> Row:
        """The label as JSON. What the form does not show stays as it is stored."""
        given = self.cleaned_data
        origin = given["origin"]
        row = deepcopy(stored[origin]) if origin is not None and origin < len(stored) else {}
        row |= {"value": given["value"], "needs_evidence": given["needs_evidence"], "style": given["style"]}
        row.pop("meaning", None)
        if given["meaning"]:
            row["meaning"] = given["meaning"]
        for name in TEXTS:
            said = _by_language(row.pop(name, ""))
            said |= {code: given[f"{name}_{code}"] for code, _language in settings.LANGUAGES}
            said = {code: text for code, text in said.items() if text}
            if said:
                row[name] = said["en"] if list(said) == ["en"] else said
        return row


class LabelsForm(forms.Form):
    """Labels in their order. `stored` is the set as JSON; of one that is in use only texts and marks can be changed."""

    is_ordinal = forms.BooleanField(
        label=_("The order is a scale"),
        required=False,
        help_text=_("Two labels are then near to or far from each other, and there is one more measure of agreement."),
    )

    def __init__(self, data: QueryDict | None, *, stored: Row, in_use: bool, rows: list[Row] | None = None) -> None:
        """`rows`: what was typed so far, to be shown without being checked."""
        super().__init__(data, initial={"is_ordinal": stored.get("ordinal", False)})
        self.stored: list[Row] = stored["labels"]
        self.rest = {key: part for key, part in stored.items() if key not in ("labels", "ordinal")}
        self.in_use = in_use
        self.fields["is_ordinal"].disabled = in_use
        initial = [initial_of(row, at) for at, row in enumerate(self.stored)] if rows is None else rows
        count = len(initial) if data is None or in_use else count_in(data)
        self.labels = [
            LabelForm(data, prefix=f"label-{at}", initial=_at(initial, at), in_use=in_use) for at in range(count)
        ]

    @property
    def can_add(self) -> bool:
        return not self.in_use and len(self.labels) < MOST

    @property
    def can_remove(self) -> bool:
        return not self.in_use and len(self.labels) > FEWEST

    def is_valid(self) -> bool:
        """Whether the set can be stored: each label on its own, and all together."""
        alone = [label.is_valid() for label in self.labels]
        if not super().is_valid() or not all(alone):
            return False
        if not FEWEST <= len(self.labels) <= MOST:
            words = gettext("A set has from %(fewest)d to %(most)d labels.") % {"fewest": FEWEST, "most": MOST}
            self.add_error(None, words)
        self._say_what_is_there_twice()
        return not self.errors and not any(label.errors for label in self.labels)

    def _say_what_is_there_twice(self) -> None:
        values: set[str] = set()
        meanings: set[str] = set()
        for label in self.labels:
            value, meaning = plain(label.cleaned_data["value"]), label.cleaned_data["meaning"]
            if value in values:
                label.add_error("value", gettext("Another label has this value."))
            if meaning and meaning in meanings:
                label.add_error("meaning", gettext("Another label says this."))
            values.add(value)
            meanings.add(meaning)

    def json(self) -> Row:
        """The set as `annotation.quality.label_choice` stores it."""
        found: Row = {"labels": [label.row(self.stored) for label in self.labels]}
        if self.cleaned_data["is_ordinal"]:
            found["ordinal"] = True
        return found | self.rest


def count_in(data: QueryDict) -> int:
    """How many labels were sent."""
    return min(number_in(data.get("labels", ""), 2) or 0, MOST)


def typed_rows(data: QueryDict) -> list[Row]:
    """What was typed of each label, as initial values of `LabelForm`."""
    names = [*LabelForm.base_fields, *(f"{name}_{code}" for name in TEXTS for code, _language in settings.LANGUAGES)]
    return [
        {name: data.get(f"label-{at}-{name}", "") for name in names}
        | {"needs_evidence": f"label-{at}-needs_evidence" in data}
        for at in range(count_in(data))
    ]


def initial_of(row: Row, at: int) -> Row:
    """A label of the stored set, as initial values of `LabelForm`."""
    meaning = row.get("meaning") or ""
    found: Row = {
        "origin": at,
        "value": row["value"],
        "meaning": meaning,
        "style": row.get("style") or (STYLES[Meaning(meaning)] if meaning else Style.PLAIN),
        "needs_evidence": row.get("needs_evidence", True),
    }
    for name in TEXTS:
        found |= {f"{name}_{code}": text for code, text in _by_language(row.get(name, "")).items()}
    return found


def _by_language(text: str | dict[str, str]) -> dict[str, str]:
    return dict(text) if isinstance(text, dict) else {"en": text}


def _at(rows: list[Row], at: int) -> Row:
    return rows[at] if at < len(rows) else {"needs_evidence": True, "style": Style.PLAIN}
