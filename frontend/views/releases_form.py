"""Form of a release: splits, seed and contents."""

from __future__ import annotations

from typing import Any

from django import forms
from django.db.models import Exists, OuterRef
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from annotation.accounts.models import User
from annotation.projects.label_sets import label_set_of
from annotation.projects.models import Project, Undecided
from annotation.release.models import Release
from annotation.release.options import is_period
from annotation.release.summary import DEFAULT_FORMATS, PAPER_SPLITS, SPLITS, ReleaseOptions
from annotation.work.models import Assignment
from corpus.models import Corpus

LARGEST_SEED = 2**63 - 1
WHOLE = 100
# In the order in which they are explained.
FORMAT_NAMES = {
    "feverous": _("FEVEROUS: one line per claim with evidence, context and operations, readable by the official code"),
    "fever": _("FEVER: one line per claim with sentence evidence only"),
    "tables": _("Tables: claims, annotations and evidence as CSV and Parquet"),
    "datasets": _("Hugging Face datasets: a folder that loads without a network connection"),
    "corpus": _("Wikipedia pages that contain evidence, as SQLite and JSONL"),
    "provenance": _("W3C PROV of the route to every verdict, and W3C Web Annotations of the evidence"),
    "report": _("Report: statistics, agreement, audit and figures as a page"),
}


def _share(label: Any, initial: float, **kwargs: Any) -> forms.IntegerField:
    return forms.IntegerField(label=label, min_value=0, max_value=WHOLE, initial=round(initial * WHOLE), **kwargs)


class ReleaseForm(forms.Form):
    """`settings` once it is valid. Shares are in percent."""

    train = _share(_("Training, %"), PAPER_SPLITS[0])
    dev = _share(_("Development, %"), PAPER_SPLITS[1])
    test = _share(_("Test, %"), PAPER_SPLITS[2])
    test_nei = forms.IntegerField(
        min_value=0,
        max_value=WHOLE,
        required=False,
        help_text=_("Target share of this verdict among test claims. Empty: as in the paper."),
    )
    seed = forms.IntegerField(
        label=_("Seed"),
        min_value=0,
        max_value=LARGEST_SEED,
        initial=0,
        widget=forms.TextInput({"inputmode": "numeric"}),
        help_text=_("The same seed puts each claim into the same split again, even if the project has grown."),
    )
    balanced = forms.BooleanField(
        label=_("The same number of claims of each verdict in development and test, as in FEVER"), required=False
    )
    formats = forms.MultipleChoiceField(
        label=_("Formats"),
        choices=list(FORMAT_NAMES.items()),
        initial=sorted(DEFAULT_FORMATS),
        widget=forms.CheckboxSelectMultiple,
    )
    operations = forms.BooleanField(
        label=_("Include operations: searches, opened pages and selections, with seconds since the start"),
        required=False,
        initial=True,
    )
    whole_corpus = forms.BooleanField(
        label=_("Include the whole corpus, not only the pages referenced. It can be very large."), required=False
    )

    shared_task = forms.BooleanField(
        label=_("Shared task: keep the answers of the test split apart, in a sealed part"), required=False
    )

    without_people = forms.ModelMultipleChoiceField(
        label=_("Leave out people"),
        queryset=User.objects.none(),
        required=False,
        widget=forms.SelectMultiple(attrs={"size": 6}),
        help_text=_("Nothing that they verified, and no claim that they wrote, is released."),
    )
    without_periods = forms.CharField(
        label=_("Leave out periods"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 3, "cols": 24, "placeholder": "2026-03-02 2026-03-08"}),
        help_text=_(
            "The first and the last day of each, a line a period. What was submitted then (UTC) is not released."
        ),
    )
    undecided = forms.ChoiceField(
        label=_("Several verdicts, not adjudicated"),
        choices=Undecided.choices,
        required=False,
    )

    previous = forms.ModelChoiceField(
        label=_("Previous release"),
        queryset=Release.objects.none(),
        required=False,
        empty_label=pgettext_lazy("no previous release", "none"),
        help_text=_("The changelog of the release tells what changed since: claims, verdicts, evidence, agreement."),
    )

    def __init__(self, project: Project, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        labels, there = label_set_of(project), project.releases.all()
        before = self.fields["previous"]
        before.queryset, before.initial = there, there.first()  # type: ignore[attr-defined]
        before.label_from_instance = made_at  # type: ignore[attr-defined]
        people = User.objects.filter(Exists(Assignment.objects.filter(project=project, person=OuterRef("pk"))))
        self.fields["without_people"].queryset = people.order_by("username")  # type: ignore[attr-defined]
        usual = gettext("as in the settings: %(choice)s") % {"choice": Undecided(project.undecided_claims).label}
        self.fields["undecided"].choices = [("", usual), *Undecided.choices]  # type: ignore[attr-defined]
        if labels.not_enough_info:
            words = gettext("%(label)s in test, %%")
            self.fields["test_nei"].label = words % {"label": labels.name(labels.not_enough_info)}
        else:
            del self.fields["test_nei"]

    def clean_without_periods(self) -> tuple[tuple[str, str], ...]:
        """Pairs of days."""
        lines = [line.replace("–", " ").split() for line in self.cleaned_data["without_periods"].splitlines()]
        periods = tuple((line[0], line[-1]) for line in lines if line)
        if any(len(line) > 2 for line in lines) or not all(is_period(*one) for one in periods):
            raise forms.ValidationError(
                gettext("Write the first and the last day of each period, as 2026-03-02 2026-03-08.")
            )
        return periods

    def clean(self) -> dict[str, Any]:
        asked = super().clean() or {}
        shares = [asked.get(side) for side in SPLITS]
        if None not in shares and sum(filter(None, shares)) != WHOLE:
            self.add_error("train", gettext("The three shares must add up to 100."))
        if asked.get("shared_task") and not asked.get("test"):
            self.add_error("shared_task", gettext("A shared task needs a test split: give it a share."))
        return asked

    @property
    def settings(self) -> ReleaseOptions:
        asked = self.cleaned_data
        train, dev, test = (asked[side] / WHOLE for side in SPLITS)
        return ReleaseOptions(
            splits=(train, dev, test),
            seed=asked["seed"],
            test_nei=None if asked.get("test_nei") is None else asked["test_nei"] / WHOLE,
            balanced=asked["balanced"],
            operations=asked["operations"],
            whole_corpus=asked["whole_corpus"],
            formats=frozenset(asked["formats"]),
            shared_task=asked["shared_task"],
            without_people=tuple(sorted(person.pk for person in asked["without_people"])),
            without_periods=asked["without_periods"],
            first_counts=asked["undecided"] == Undecided.FIRST if asked["undecided"] else None,
        )


def initial_of(settings: dict[str, Any]) -> dict[str, Any]:
    """What stands in the form for settings that were asked for before (`ReleaseOptions.to_json`)."""
    shares: dict[str, Any] = dict(zip(SPLITS, (round(share * WHOLE) for share in settings["splits"]), strict=True))
    nei = settings["test_nei"]
    periods = "\n".join(" ".join(period) for period in settings.get("without_periods", ()))
    shares |= {"without_periods": periods}
    if (first_counts := settings.get("first_counts")) is not None:
        shares["undecided"] = Undecided.FIRST if first_counts else Undecided.LEFT_OUT
    return {**settings, **shares, "test_nei": None if nei is None else round(nei * WHOLE)}


class DriftForm(forms.Form):
    against = forms.ModelChoiceField(
        label=_("Compare with the corpus"), queryset=Corpus.objects.none(), to_field_name="slug", empty_label=None
    )

    def __init__(self, *args: Any, project: Project, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        others = Corpus.objects.exclude(pk=project.corpus_id).order_by("-pk")
        self.fields["against"].queryset = others  # type: ignore[attr-defined]
        self.fields["against"].label_from_instance = lambda corpus: corpus.name or corpus.slug  # type: ignore[attr-defined]

    @property
    def has_choice(self) -> bool:
        return bool(self.fields["against"].queryset.exists())  # type: ignore[attr-defined]


def made_at(release: Release) -> str:
    """When a release was made, as the list of releases has it."""
    shown = date_format(localtime(release.created_at), gettext("j M Y, H:i"))
    return f"{shown} ({release.folder})"


class ComparisonForm(forms.Form):
    """Two different releases of the project; by default the two newest."""

    before = forms.ModelChoiceField(label=_("Earlier release"), queryset=Release.objects.none(), empty_label=None)
    after = forms.ModelChoiceField(label=_("Later release"), queryset=Release.objects.none(), empty_label=None)

    def __init__(self, *args: Any, project: Project, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        there = project.releases.all()
        for name, place in (("after", 0), ("before", 1)):
            field = self.fields[name]
            field.queryset, field.initial = there, next(iter(there[place : place + 1]), None)  # type: ignore[attr-defined]
            field.label_from_instance = made_at  # type: ignore[attr-defined]

    @property
    def has_choice(self) -> bool:
        return len(self.fields["after"].queryset[:2]) == 2  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        asked = super().clean() or {}
        if asked.get("before") == asked.get("after"):
            self.add_error("after", gettext("Choose two different releases."))
        return asked


class OpenForm(forms.Form):
    """A project of the verdicts to look at again: its short name, and which kinds of change count."""

    slug = forms.SlugField(label=_("Short name of the new project"), max_length=60)
    kinds = forms.MultipleChoiceField(label=_("Which verdicts"), widget=forms.CheckboxSelectMultiple)

    def __init__(self, *args: Any, kinds: list[tuple[str, Any]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["kinds"].choices = kinds  # type: ignore[attr-defined]
        self.fields["kinds"].initial = [kind for kind, _words in kinds]
