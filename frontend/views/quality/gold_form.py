"""Forms of gold items: a claim with its answer, a highlight with reference claims, a file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy as _

from annotation.claims.text_rules import MAX_LENGTH
from annotation.errors import AnnotationError
from annotation.projects.label_sets import label_set_of
from annotation.projects.models import Project
from annotation.quality.calibration.gold_items import GoldAnswer
from annotation.vocabulary.labels import ClaimType
from annotation.vocabulary.tasks import Phase
from frontend.templatetags.words import CLAIM_TYPES

PHASES = [(phase.value, phase.label) for phase in Phase if phase]
FIELDS = {"evidence_sets": "sets", "challenge": "challenges", "verdict": "verdict"}
LONGEST = 20_000


OF_PHASES = _("A guided example is for somebody new: done with instructions, explained at once, counted nowhere.")
OF_COMMENT = _("Candidates read it with the right answer. Of a guided example: why this is right, for somebody new.")


class ImportForm(forms.Form):
    file = forms.FileField(label=_("File"), help_text=_("FEVEROUS-style JSONL: claim, label, challenge, evidence."))
    phase = forms.TypedChoiceField(label=_("Phase"), choices=PHASES, coerce=int)

    def clean_file(self) -> UploadedFile[bytes]:
        """Whatever is not UTF-8 is said here, and not line by line."""
        file: UploadedFile[bytes] = self.cleaned_data["file"]
        try:
            self._text = file.read().decode("utf-8")
        except UnicodeDecodeError:
            raise forms.ValidationError(_("This file is not UTF-8. Save it as UTF-8.")) from None
        return file

    def lines(self) -> Iterator[str]:
        return iter(self._text.splitlines())


class GoldForm(forms.Form):
    claim = forms.CharField(label=_("Claim"), max_length=MAX_LENGTH, widget=forms.Textarea({"rows": 2}))
    phase = forms.TypedChoiceField(label=_("Phase"), choices=PHASES, coerce=int, help_text=OF_PHASES)
    verdict = forms.ChoiceField(label=_("Verdict"))
    challenges = forms.MultipleChoiceField(label=_("Accepted challenges"), widget=forms.CheckboxSelectMultiple)
    sets = forms.CharField(
        label=_("Evidence sets"),
        max_length=LONGEST,
        widget=forms.Textarea({"rows": 8, "spellcheck": "false", "class": "code"}),
        help_text=_("One element id per line, an empty line between sets. Each set is sufficient on its own."),
    )
    comment = forms.CharField(
        label=_("Comment"),
        required=False,
        max_length=LONGEST,
        widget=forms.Textarea({"rows": 3}),
        help_text=OF_COMMENT,
    )

    def __init__(self, project: Project, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        labels = label_set_of(project)
        self.fields["verdict"].choices = [("", _("choose")), *labels.names.items()]  # type: ignore[attr-defined]
        if project.labels_sets:
            del self.fields["challenges"]  # nobody is asked for one
        else:
            self.fields["challenges"].choices = list(labels.challenge_set.names.items())  # type: ignore[attr-defined]
        self.fields["sets"].required = all(label.needs_evidence for label in labels)

    def clean_claim(self) -> str:
        return " ".join(self.cleaned_data["claim"].split())

    def right(self) -> GoldAnswer:
        """As it was typed; `making.checked` says what is wrong with it."""
        blocks: list[list[str]] = [[]]
        for line in self.cleaned_data["sets"].splitlines():
            if line.strip():
                blocks[-1].append(line.strip())
            elif blocks[-1]:
                blocks.append([])
        typed = self.cleaned_data
        return GoldAnswer(
            typed["verdict"], typed.get("challenges", []), [ids for ids in blocks if ids], typed["comment"]
        )

    def say(self, error: AnnotationError) -> None:
        """Each message at its field."""
        for name, messages in error.fields.items():
            for message in messages:
                self.add_error(FIELDS.get(name), message)
        if not error.fields:
            self.add_error(None, error.message)


class HighlightGoldForm(forms.Form):
    phase = forms.TypedChoiceField(
        label=_("Phase"), choices=[one for one in PHASES if one[0] != Phase.SILENT], coerce=int, help_text=OF_PHASES
    )
    comment = forms.CharField(
        label=_("Comment"),
        required=False,
        max_length=LONGEST,
        widget=forms.Textarea({"rows": 3}),
        help_text=OF_COMMENT,
    )

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        for kind in ClaimType:
            self.fields[kind.value] = forms.CharField(
                label=str(CLAIM_TYPES[kind]),
                required=False,
                max_length=LONGEST,
                widget=forms.Textarea({"rows": 3}),
                help_text=_("Possible claims, one per line."),
            )

    def references(self) -> dict[str, list[str]]:
        return {kind.value: self.cleaned_data[kind.value].splitlines() for kind in ClaimType}
