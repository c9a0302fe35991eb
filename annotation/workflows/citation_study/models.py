"""What the study stores: items, the order in which each was shown, judgements, settings, and who judges nothing."""

from __future__ import annotations

from typing import ClassVar

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from annotation.vocabulary.label_set import LONGEST_VALUE
from annotation.work.models import SubmittedWork

SLUG = "citation_study"
LONGEST_NAME = 200  # of a claim's number, and of a score


class Control(models.TextChoices):
    """Why the answer to an item is known: of a control `original` is right, and `suggested` was planted."""

    NONE = "", _("no control")
    RANDOM_PASSAGE = "random_passage", _("selected against random passage")
    WRONG_SOURCE = "wrong_source", _("planted wrong source")


class Majority(models.TextChoices):
    """When a claim has a majority."""

    ABSOLUTE = "absolute", _("more than half of its annotations")
    RELATIVE = "relative", _("the most frequent choice")


class Ties(models.TextChoices):
    """What a claim without a majority counts as. It is counted in either case."""

    OPEN = "open", _("no majority")
    BOTH = "both", _("both alike")


class Unit(models.TextChoices):
    """What the sign test counts."""

    CLAIM = "claim", _("claims, by their majority")
    ANNOTATION = "annotation", _("annotations")


class StudySettings(models.Model):
    """Settings of a project's study; no row: the defaults."""

    project = models.OneToOneField("annotation.Project", models.CASCADE, related_name="citation_study_settings")
    annotators = models.PositiveSmallIntegerField(
        _("Annotators of each item"), default=5, validators=[MinValueValidator(1), MaxValueValidator(100)]
    )
    allow_neither = models.BooleanField(_("Annotators may choose “neither”"), default=True)
    allow_both = models.BooleanField(_("Annotators may choose “both alike”"), default=True)
    full_text = models.BooleanField(_("Show the full text, with the selected passage marked"), default=False)
    show_domain = models.BooleanField(_("Show the domain of each source"), default=False)
    majority = models.CharField(
        _("A claim’s majority"), max_length=10, choices=Majority.choices, default=Majority.ABSOLUTE.value
    )
    ties = models.CharField(
        _("Claims without a majority count as"), max_length=10, choices=Ties.choices, default=Ties.OPEN.value
    )
    unit = models.CharField(_("Unit of the sign test"), max_length=10, choices=Unit.choices, default=Unit.CLAIM.value)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(majority__in=Majority.values), name="study_known_majority"),
            models.CheckConstraint(condition=Q(ties__in=Ties.values), name="study_known_ties"),
            models.CheckConstraint(condition=Q(unit__in=Unit.values), name="study_known_unit"),
        ]

    def __str__(self) -> str:
        return f"settings of the citation study of project {self.project_id}"


class StudyItem(models.Model):
    """A claim with the source that is cited and a suggested one. It is there once in a project.

    `original`, `suggested`: {"url", "title", "passages", "selected"}. `scores`: name -> number. `is_turned`: drawn at
    random; source A is `suggested` where it is true, else `original`. Everything that people see before the report
    speaks of sources A and B, or left and right. `digest`: of claim and control (`importing.digest_of`).
    """

    task = models.OneToOneField("annotation.Task", models.CASCADE, primary_key=True, related_name="study_item")
    project = models.ForeignKey("annotation.Project", models.CASCADE, related_name="study_items")
    claim_id = models.CharField(max_length=LONGEST_NAME)
    title = models.TextField(blank=True)
    section = models.TextField(blank=True)
    text = models.TextField()
    original = models.JSONField()
    suggested = models.JSONField()
    scores = models.JSONField(default=dict)
    control = models.CharField(max_length=20, blank=True, choices=Control.choices)
    is_turned = models.BooleanField()
    digest = models.CharField(max_length=64)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["project", "digest"], name="study_item_once_per_project"),
            models.CheckConstraint(condition=~Q(text=""), name="study_item_has_text"),
            models.CheckConstraint(condition=Q(control__in=Control.values), name="study_item_known_control"),
        ]

    def __str__(self) -> str:
        return self.text


class ShownOrder(models.Model):
    """The order in which somebody was shown the two sources: drawn by the server, from nothing that is stored or sent.

    `is_swapped`: source B was on the left."""

    assignment = models.OneToOneField("annotation.Assignment", models.CASCADE, related_name="shown_order")
    is_swapped = models.BooleanField()

    def __str__(self) -> str:
        return f"order of assignment {self.assignment_id}"


class StudyExclusion(models.Model):
    """Somebody who made or tuned the suggestions of a project, and so judges none of them."""

    class Reason(models.TextChoices):
        IMPORTED = "imported", _("imported items")
        DECIDED = "decided", _("decided on citations")
        CHECKED = "checked", _("ran a check of citations")
        NAMED = "named", _("named by a manager")

    project = models.ForeignKey("annotation.Project", models.CASCADE, related_name="study_exclusions")
    person = models.ForeignKey("annotation.User", models.CASCADE, related_name="study_exclusions")
    reason = models.CharField(max_length=10, choices=Reason.choices)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["project", "person", "reason"], name="study_exclusion_once")
        ]

    def __str__(self) -> str:
        return f"{self.person_id} in project {self.project_id}: {self.reason}"


class Preference(SubmittedWork):
    """What somebody says of an item. `label`: source_a, source_b, neither or both; `grade_*` and `reason_*` of each
    source as in `choices`, the reason "" where none was given."""

    label = models.CharField(max_length=LONGEST_VALUE)
    grade_a = models.CharField(max_length=10)
    grade_b = models.CharField(max_length=10)
    reason_a = models.CharField(max_length=20, blank=True)
    reason_b = models.CharField(max_length=20, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(condition=~Q(label="") & ~Q(grade_a="") & ~Q(grade_b=""), name="preference_is_whole")
        ]

    def __str__(self) -> str:
        return f"{self.label}: {self.grade_a}, {self.grade_b}"
