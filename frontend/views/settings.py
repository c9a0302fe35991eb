"""The settings of a project as a form. Only what a manager changed is saved, so two of them do not undo each other."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from typing import TYPE_CHECKING, Any, ClassVar

from django import forms
from django.contrib import messages
from django.db import transaction
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext

from annotation.accounts.models import User
from annotation.audit_log.acts import Act
from annotation.audit_log.record import record, values_of
from annotation.claims.claim_importer import open_missing_tasks
from annotation.discussion.visibility import most_edit_hours
from annotation.projects.data_version import bump
from annotation.projects.highlight_settings import NAMES, BadSettings, HighlightSettings, settings_from
from annotation.projects.models import Project
from annotation.quality.sampling.hidden_items import draw_from_waiting
from annotation.suggestions.enqueue import ask_for_suggestions
from annotation.work.registry import prepare_workflows, workflows, workflows_of
from annotation.workflows.models import Verification
from frontend.views.access import PersonRequest, manager_view
from frontend.views.settings_fields import FIELDS, PercentField, WorkflowsField, bounded_field
from frontend.views.settings_groups import GROUPS, LABELS, Group
from frontend.views.suggestion_settings import SuggestionWeights, weights_of, with_changed
from frontend.workflow_urls import is_reachable

PAPER = HighlightSettings().to_json()
TOGETHER = {"least_rows", "most_rows"}
# Page of a workflow -> the settings that only this workflow reads.
ONLY_WITH: dict[str, tuple[str, ...]] = {
    "manage-highlights": (*LABELS, "claim_sets_per_person", "claim_rest_hours"),
    "manage-verifications": (
        *("max_evidence_sets", "verifications_per_claim", "verifications_per_person", "edit_hours", "guide_minutes"),
        *("evidence_kinds", "page_view", "opens_claim_page"),
        *("evidence_limit_pages", "evidence_limit_elements", "qa_rate", "qa_seed"),
        *("suggestions_on", "suggestions_none", "suggestions_after", "suggestions_at_once", "suggestion_seed"),
        *("check_mode", "check_share", "check_seed"),
        *("revalidation_share", "revalidation_people", "revalidation_every", "oracle_share", "oracle_every"),
        *("show_agreement", "agreement_delay_days", "show_adjudications", "undecided_claims"),
    ),
    "quality-calibration": (
        *("calibration", "calibration_items", "calibration_min_accuracy", "calibration_min_f1"),
        "calibration_suggestions",
        *("silent_gold_rate", "drift_window", "drift_min_accuracy", "guided_examples"),
    ),
}

if TYPE_CHECKING:
    _ProjectForm = forms.ModelForm[Project]
else:
    _ProjectForm = forms.ModelForm


class SettingsForm(SuggestionWeights, _ProjectForm):
    qa_rate = PercentField(label=FIELDS["qa_rate"][0], help_text=FIELDS["qa_rate"][1])
    workflows = WorkflowsField()

    class Meta:
        model = Project
        fields: ClassVar = list(FIELDS)
        labels: ClassVar = {name: label for name, (label, _help) in FIELDS.items()}
        help_texts: ClassVar = {name: text for name, (_label, text) in FIELDS.items()}
        widgets: ClassVar = {"description": forms.Textarea({"rows": 2})}
        formfield_callback = bounded_field

    def __init__(self, data: Any = None, *, project: Project) -> None:
        stored = {name: value for name, value in project.highlight_settings.items() if name in NAMES}
        highlights = {name: _plain(value) for name, value in (PAPER | stored).items()}
        on = {"workflows": list(workflows_of(project))}
        # A copy: validation sets the fields of the instance, also where others of them are wrong.
        super().__init__(data, instance=copy(project), initial=weights_of(project.suggestion_arms) | highlights | on)
        for name, label in LABELS.items():
            words = gettext("Paper: %(value)s") % {"value": _plain(PAPER[name])}
            self.fields[name] = forms.FloatField(
                label=str(label), help_text=words, widget=forms.NumberInput({"step": "any", "min": "0"})
            )
        for page, names in ONLY_WITH.items():
            for name in () if is_reachable(project, page) else names:
                self.fields.pop(name, None)
        for field in self.fields.values():
            field.show_hidden_initial = True  # what it was when the page was opened, to tell what was changed

    def groups(self) -> Iterator[tuple[Group, list[forms.BoundField]]]:
        """The highlight settings, as they are shown."""
        for group in GROUPS:
            yield group, [self[name] for name in group.labels if name in self.fields]

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
            shown = gettext("All of these are 0: %(names)s. At least one must be above 0.") % {
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
            "At most %(hours)d hours: annotators who submitted earlier may already have seen other answers under “My "
            "agreement” or in a discussion and could change theirs again."
        )
        self.add_error("edit_hours", words % {"hours": most})
        return True

    def fill_in_the_papers(self) -> None:
        """Show the paper's numbers beside whatever else was typed. Nothing is saved by this."""
        data = QueryDict(mutable=True)
        for name, values in self.data.lists():  # type: ignore[attr-defined]
            data.setlist(name, values)
        for name, value in PAPER.items():
            data[name] = str(_plain(value))
        self.data = data

    @transaction.atomic
    def save_changes(self, project: Project, by: User) -> bool:
        """Whether it was saved: another manager's change in between may not go together with this one."""
        project = Project.objects.select_for_update(no_key=True).get(pk=project.pk)
        changed = {name: self.cleaned_data[name] for name in self.changed_data}
        before = values_of(project)
        stored = {name: value for name, value in project.highlight_settings.items() if name in NAMES}
        settings = stored | {name: value for name, value in changed.items() if name in NAMES}
        try:
            settings_from(settings)
        except BadSettings as error:
            self._say(str(error))
            return False
        if "page_view" in changed and Verification.objects.filter(claim__project=project).exists():
            self.add_error("page_view", gettext("Claims are verified already: this can no longer be changed."))
            return False
        if "edit_hours" in changed and self._opens_what_was_seen(project, changed["edit_hours"]):
            return False
        own = FIELDS.keys() & changed.keys()
        for name in own:
            setattr(project, name, changed[name])
        project.highlight_settings = {name: value for name, value in settings.items() if value != PAPER[name]}
        project.suggestion_arms = with_changed(project.suggestion_arms, changed)
        if "workflows" in changed:
            were_on = workflows_of(project)
            # What is not registered at the moment stays as it was.
            removed = [slug for slug in project.workflows if slug not in workflows()]
            project.workflows = [*changed["workflows"], *removed]
            switched_on = [slug for slug in changed["workflows"] if slug not in were_on]
            open_missing_tasks(project, switched_on)
            prepare_workflows(project, switched_on)
        project.save(update_fields=[*own, "highlight_settings", "suggestion_arms", "workflows"])
        if changed.keys() & {"revalidation_share", "oracle_share"}:
            draw_from_waiting(project)
        if changed.get("suggestions_on"):
            ask_for_suggestions(project)
        bump(project.pk)
        record(Act.SETTINGS_CHANGED, by=by, project=project, before=before, after=values_of(project))
        return True


def _plain(value: float) -> float:
    """A whole number as such: the settings refuse 4.0 sentences only in what they say, but 4 is what people wrote."""
    return int(value) if isinstance(value, float) and value.is_integer() and abs(value) < 10**15 else value


@manager_view("GET", "POST", fresh=True)
def settings(request: PersonRequest, project: Project) -> HttpResponse:
    """The form. "paper" fills the paper's numbers in without saving; whatever is wrong, what was typed stays."""
    filled_in = request.method == "POST" and "paper" in request.POST
    form = SettingsForm(request.POST if request.method == "POST" else None, project=project)
    if filled_in:
        form.fill_in_the_papers()
    elif request.method == "POST" and form.is_valid() and form.save_changes(project, request.user):
        messages.success(request, gettext("Settings saved."))
        return redirect("manage-settings", slug=project.slug)
    shown = {"project": project, "form": form, "filled_in": filled_in}
    return render(request, "settings/settings.html", shown, status=400 if form.errors and not filled_in else 200)
