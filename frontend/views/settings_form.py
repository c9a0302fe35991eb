"""The settings of a project as a form. Only what a manager changed is saved, so two of them do not undo each other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django import forms
from django.db import transaction
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from annotation.evidence.rules import MAX_ELEMENTS
from annotation.projects.data_version import bump
from annotation.projects.models import Project
from annotation.quality.sampling.visibility import most_edit_hours
from annotation.suggestions.enqueue import ask_for_suggestions
from annotation.workflows.claim_generation.sampling.settings import NAMES, BadSettings, HighlightSettings, settings_from
from frontend.views.agreement_settings import AgreementSettings
from frontend.views.calibration_settings import CalibrationSettings
from frontend.views.percent_field import PercentField
from frontend.views.settings_groups import GROUPS, LABELS, Group
from frontend.views.suggestion_settings import WEIGHTS, SuggestionSettings, weights_of, with_changed

PAPER = HighlightSettings().to_json()
TOGETHER = {"least_rows", "most_rows"}
MOST_A_PERSON = 1_000_000


class SettingsForm(CalibrationSettings, SuggestionSettings, AgreementSettings):
    name = forms.CharField(label=_("Name"), max_length=200)
    description = forms.CharField(
        label=_("Description"),
        required=False,
        widget=forms.Textarea({"rows": 2}),
        help_text=_("Shown to everyone in it."),
    )
    lease_minutes = forms.IntegerField(
        label=_("Minutes a task is held"),
        min_value=2,
        max_value=24 * 60,
        help_text=_("Somebody who has not been heard of for so long loses the task to others; the draft is kept."),
    )
    max_evidence_sets = forms.IntegerField(
        label=_("Evidence sets"),
        min_value=1,
        max_value=20,
        help_text=_("The most that one verification may have. What is handed in stays as it is."),
    )
    verifications_per_claim = forms.IntegerField(
        label=_("Verifications per claim"),
        min_value=1,
        max_value=20,
        help_text=_("How many people verify each claim. Holds for claims to come; those there are keep their number."),
    )
    claim_sets_per_person = forms.IntegerField(
        label=_("Highlights a person may write for"),
        required=False,
        min_value=1,
        max_value=MOST_A_PERSON,
        help_text=_("Empty: as many as there are."),
    )
    verifications_per_person = forms.IntegerField(
        label=_("Claims a person may verify"),
        required=False,
        min_value=1,
        max_value=MOST_A_PERSON,
        help_text=_("Empty: as many as there are."),
    )

    park_hours = forms.IntegerField(
        label=_("Hours that claims put aside are kept"),
        min_value=1,
        max_value=24 * 30,
        help_text=_("A verifier may put three aside. After so many hours others can have them; the draft stays."),
    )
    edit_hours = forms.IntegerField(
        label=_("Hours to change a verification"),
        min_value=0,
        max_value=24 * 365,
        help_text=_("Counted from handing in; every change is kept beside what was there before. 0: without end."),
    )
    guide_minutes = forms.IntegerField(
        label=_("Minutes until the reminder"),
        min_value=0,
        max_value=24 * 60,
        help_text=_("Then a verifier is told that “not enough information” is an answer. 0: never. Paper: 10"),
    )
    evidence_limit_pages = forms.IntegerField(
        label=_("Pages in an evidence set"),
        required=False,
        min_value=1,
        max_value=1_000,
        help_text=_("A set over more pages gets a warning; it can be handed in all the same. Empty: no warning."),
    )
    evidence_limit_elements = forms.IntegerField(
        label=_("Elements in an evidence set"),
        required=False,
        min_value=1,
        max_value=MAX_ELEMENTS,
        help_text=_(
            "Likewise. The FEVEROUS scorer takes five sentences and twenty-five cells of what a model gives: "
            "no model can find a larger set."
        ),
    )

    qa_rate = PercentField(
        label=_("Verifications repeated by others, in per cent"),
        help_text=_(
            "Of each annotator’s alike, at places nobody can guess: two thirds by one more, one third by two. 0: none."
        ),
    )
    qa_seed = forms.IntegerField(
        label=_("Seed of that draw"),
        min_value=0,
        max_value=2**53,
        help_text=_("With the same seed the same are drawn. Another one draws anew from here on."),
    )

    def __init__(self, data: Any = None, *, project: Project) -> None:
        stored = {name: value for name, value in project.highlight_settings.items() if name in NAMES}
        own = {name: getattr(project, name) for name in self.base_fields if name not in WEIGHTS.values()}
        weights = weights_of(project.suggestion_arms)
        super().__init__(
            data, initial=own | weights | {name: _plain(value) for name, value in (PAPER | stored).items()}
        )
        self.own_names = frozenset(own)
        for name, label in LABELS.items():
            words = gettext("Paper: %(value)s") % {"value": _plain(PAPER[name])}
            self.fields[name] = forms.FloatField(
                label=str(label), help_text=words, widget=forms.NumberInput({"step": "any", "min": "0"})
            )
        for field in self.fields.values():
            field.show_hidden_initial = True  # what it was when the page was opened, to tell what was changed

    def groups(self) -> Iterator[tuple[Group, list[forms.BoundField]]]:
        """The highlight settings, as they are shown."""
        for group in GROUPS:
            yield group, [self[name] for name in group.labels]

    def clean(self) -> dict[str, Any]:
        """One error for each setting that cannot be, in the words of `settings_from`."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        settings = {name: _plain(cleaned[name]) for name in NAMES if name in cleaned}
        wrong = {name for name in NAMES if name in self.errors}
        while True:
            if wrong & TOGETHER:
                wrong |= TOGETHER  # beside one that is wrong, the other cannot be judged
            try:
                settings_from({name: value for name, value in settings.items() if name not in wrong})
            except BadSettings as error:
                wrong.add(self._say(str(error)))
            else:
                return cleaned | settings

    def _say(self, message: str) -> str:
        """Put the message to its field; of several fields to the first. Returns the field's name."""
        names, _colon, words = message.partition(": ")
        first, *others = names.split(", ")
        shown = words.replace("most_rows", f"“{LABELS['most_rows']}”")
        if others:
            shown = gettext("These are all 0: %(names)s. One of them must be above 0.") % {
                "names": ", ".join(f"“{LABELS[name]}”" for name in (first, *others))
            }
        self.add_error(first, shown[:1].upper() + shown[1:])
        return first

    def _opens_what_was_seen(self, project: Project, hours: int) -> bool:
        """Whether so long a time for changes is refused. `project` as it is stored: its delay so far is what counts."""
        is_longer = project.edit_hours and (not hours or hours > project.edit_hours)
        most = most_edit_hours(project) if is_longer else None
        if most is None or 0 < hours <= most:
            return False
        words = gettext(
            "At most %(hours)d hours: annotators who handed in longer ago may have seen the others’ answers under "
            "“My agreement”, and could change their own again."
        )
        self.add_error("edit_hours", words % {"hours": most})
        return True

    def fill_in_the_papers(self) -> None:
        """Show the paper's numbers beside whatever else was typed. Nothing is saved by this."""
        self.data = dict(self.data.items()) | {name: str(_plain(value)) for name, value in PAPER.items()}

    @transaction.atomic
    def save(self, project: Project) -> bool:
        """Whether it was saved: another manager's change in between may not go together with this one."""
        project = Project.objects.select_for_update().get(pk=project.pk)
        changed = {name: self.cleaned_data[name] for name in self.changed_data}
        stored = {name: value for name, value in project.highlight_settings.items() if name in NAMES}
        settings = stored | {name: value for name, value in changed.items() if name in NAMES}
        try:
            settings_from(settings)
        except BadSettings as error:
            self._say(str(error))
            return False
        if "edit_hours" in changed and self._opens_what_was_seen(project, changed["edit_hours"]):
            return False
        for name in self.own_names & changed.keys():
            setattr(project, name, changed[name])
        project.highlight_settings = {name: value for name, value in settings.items() if value != PAPER[name]}
        project.suggestion_arms = with_changed(project.suggestion_arms, changed)
        kept_together = ["highlight_settings", "suggestion_arms"]
        project.save(update_fields=[*self.own_names & changed.keys(), *kept_together])
        if changed.get("suggestions_on"):
            ask_for_suggestions(project)
        bump(project.pk)
        return True


def _plain(value: float) -> float:
    """A whole number as such: the settings refuse 4.0 sentences only in what they say, but 4 is what people wrote."""
    return int(value) if isinstance(value, float) and value.is_integer() and abs(value) < 10**15 else value
