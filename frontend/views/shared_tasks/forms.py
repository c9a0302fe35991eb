"""Forms of shared tasks. Dates are read and shown in the task's time zone: views work inside of `in_zone`."""

from __future__ import annotations

import zoneinfo
from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from annotation.averitec.submissions import Shape
from annotation.shared_tasks.models import LONGEST_NAME, SharedTask, TaskSplit, TeamSystem
from baseline.scoring.hosted.measures import measures
from frontend.views.projects import NamesField

SCORED_BY = (
    ("averitec:paper", _("AVeriTeC, scorer of the paper")),
    ("averitec:task2024", _("AVeriTeC, scorer of the 2024 task")),
    ("averitec:evalai", _("AVeriTeC, scorer of EvalAI")),
    ("feverous:", "FEVEROUS"),
    ("fever:", "FEVER"),
)
ZONES = [(name, name) for name in sorted(zoneinfo.available_timezones())]
MINUTES = "%Y-%m-%dT%H:%M"
MOST_RATED = 1_000


class _Form(forms.Form):
    """A form whose fields have ids of their own: pages have several forms."""

    def __init__(self, data: Any = None, files: Any = None, *, initial: dict[str, Any] | None = None) -> None:
        super().__init__(data, files, initial=initial, auto_id=f"{type(self).__name__.lower()}_%s")


class TaskForm(_Form):
    """A shared task. The measure is chosen once it is known how the task is scored."""

    title = forms.CharField(label=_("Title"), max_length=120)
    slug = forms.SlugField(label=_("Address"), max_length=60, help_text=_("Its page is /shared-tasks/ADDRESS/."))
    scored_by = forms.ChoiceField(label=_("Format and scorer"), choices=SCORED_BY)
    measure = forms.ChoiceField(label=_("Measure of the leaderboard"), required=False)
    time_zone = forms.ChoiceField(label=_("Time zone"), choices=ZONES, help_text=_("Of dates, and of the day."))
    description = forms.CharField(label=_("Description"), required=False, widget=forms.Textarea(attrs={"rows": 5}))
    rules = forms.CharField(label=_("Rules"), required=False, widget=forms.Textarea(attrs={"rows": 4}))
    is_listed = forms.BooleanField(
        label=_("Listed"),
        required=False,
        help_text=_("Everybody with an account sees the task. Off: only its organisers."),
    )

    def __init__(self, data: Any = None, *, task: SharedTask | None = None) -> None:
        names = ("title", "slug", "measure", "time_zone", "description", "rules", "is_listed")
        initial = {name: getattr(task, name) for name in names} if task else {"time_zone": settings.TIME_ZONE}
        if task is not None:
            initial["scored_by"] = f"{task.format}:{task.scorer}"
        super().__init__(data, initial=initial)
        if task is None:
            del self.fields["measure"]
        else:
            self.fields["measure"].choices = list(measures(task.format, task.scorer).items())  # type: ignore[attr-defined]

    def values(self) -> dict[str, Any]:
        """The fields of a SharedTask. Where the scorer changes its first measure is taken."""
        values = dict(self.cleaned_data)
        values["format"], _colon, values["scorer"] = values.pop("scored_by").partition(":")
        known = measures(values["format"], values["scorer"])
        if values.get("measure") not in known:
            values["measure"] = next(iter(known))
        return values


class SplitForm(_Form):
    """A split and its dates."""

    name = forms.SlugField(label=_("Name"), max_length=30, help_text=_("Such as dev or test."))
    is_blind = forms.BooleanField(
        label=_("Blind"), required=False, help_text=_("Labels, scores and leaderboard are withheld until announced.")
    )
    opens_at = forms.DateTimeField(label=_("Opens"))
    closes_at = forms.DateTimeField(label=_("Deadline"))
    labels_at = forms.DateTimeField(
        label=_("Labels from"), required=False, help_text=_("Of a blind split: gold can be downloaded from then on.")
    )
    collection_url = forms.URLField(
        label=_("Link to the documents"), required=False, max_length=500, assume_scheme="https",
        help_text=_("Collections of the claims, such as a knowledge store. Make sure that it holds no labels."),
    )  # fmt: skip

    def __init__(self, data: Any = None, *, split: TaskSplit | None = None) -> None:
        super().__init__(data, initial={name: getattr(split, name) for name in self.base_fields} if split else None)
        for name in ("opens_at", "closes_at", "labels_at"):
            self.fields[name].widget = forms.DateTimeInput({"type": "datetime-local"}, format=MINUTES)
            self.fields[name].input_formats = [MINUTES, f"{MINUTES}:%S", "%Y-%m-%d %H:%M"]  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        given = self.cleaned_data
        opens, closes, labels = (given.get(name) for name in ("opens_at", "closes_at", "labels_at"))
        if opens and closes and closes <= opens:
            self.add_error("closes_at", gettext("The deadline is after the opening."))
        if given.get("is_blind") and not labels and "labels_at" not in self.errors:
            self.add_error("labels_at", gettext("Say from when the labels of a blind split can be downloaded."))
        elif given.get("is_blind") and closes and labels and labels < closes:
            self.add_error("labels_at", gettext("Labels are not published before the deadline."))
        return given


class GoldForm(_Form):
    """A gold file, or one of a release of the project."""

    file = forms.FileField(label=_("File"), required=False, help_text=_("JSON lines or a JSON array, with labels."))
    release = forms.ChoiceField(label=_("Or a file of a release"), required=False)

    def __init__(self, data: Any = None, files: Any = None, *, names: Iterable[str]) -> None:
        super().__init__(data, files)
        self.fields["release"].choices = [("", "–"), *((name, name) for name in names)]  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        given = self.cleaned_data
        if not self.errors and bool(given.get("file")) == bool(given.get("release")):
            self.add_error("file", gettext("Choose a file, or one of a release."))
        return given


class NameForm(_Form):
    """The name of a team."""

    name = forms.CharField(label=_("Name of the team"), max_length=LONGEST_NAME)


class ParticipantsForm(_Form):
    """Names of people who get an account without a role."""

    names = NamesField(label=_("Names"))

    def clean_names(self) -> list[str]:
        names: list[str] = self.cleaned_data["names"]
        if not names:
            raise forms.ValidationError(gettext("Enter at least one name."))
        return names


class SystemForm(_Form):
    """A system of a team."""

    name = forms.CharField(label=_("Name of the system"), max_length=LONGEST_NAME)
    code_url = forms.URLField(label=_("Link to the code"), required=False, max_length=500, assume_scheme="https")
    description = forms.CharField(
        label=_("Description"), required=False, max_length=2_000, widget=forms.Textarea(attrs={"rows": 3})
    )


class SubmitForm(_Form):
    """A file of predictions of a system for a split."""

    split = forms.TypedChoiceField(label=_("Split"), coerce=int)
    system = forms.TypedChoiceField(label=_("System"), coerce=int)
    file = forms.FileField(
        label=_("File"), error_messages={"empty": _("The file is empty. Write a row for each claim.")}
    )

    def __init__(
        self, data: Any = None, files: Any = None, *, splits: Iterable[TaskSplit], systems: Iterable[TeamSystem],
        initial: dict[str, Any] | None = None,
    ) -> None:  # fmt: skip
        super().__init__(data, files, initial=initial)
        self.fields["split"].choices = [(one.pk, one.name) for one in splits]  # type: ignore[attr-defined]
        self.fields["system"].choices = [(one.pk, one.name) for one in systems]  # type: ignore[attr-defined]


class RateForm(_Form):
    """How many claims are drawn for raters."""

    count = forms.IntegerField(label=_("Claims"), min_value=1, max_value=MOST_RATED, initial=50)
    seed = forms.IntegerField(label=_("Seed"), min_value=0, max_value=2**31, initial=1)


_QUESTION = '{"question": "…", "answers": [{"answer": "…"}]}'
_ELEMENTS = '["Page_sentence_0", "Page_cell_0_1_1"]'
# A row of a submission, by format and scorer.
SHAPES: Mapping[str, str] = {
    f"averitec:{Shape.PAPER}": f'{{"claim_id": 0, "label": "Supported", "questions": [{_QUESTION}]}}',
    f"averitec:{Shape.TASK_2024}": '{"claim_id": 0, "pred_label": "Supported", '
    '"evidence": [{"question": "…", "answer": "…"}]}',
    f"averitec:{Shape.EVALAI}": '{"claim_id": 0, "label": "Supported", "evidence": ["question answer"]}',
    "feverous:": f'{{"id": 0, "predicted_label": "SUPPORTS", "predicted_evidence": {_ELEMENTS}}}',
    "fever:": '{"id": 0, "predicted_label": "SUPPORTS", "predicted_evidence": [["Page", 0]]}',
}
