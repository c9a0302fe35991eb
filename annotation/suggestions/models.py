"""Suggested evidence of a claim, and the arm that decides when an annotator sees it."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class RunState(models.TextChoices):
    READY = "ready", _("ready")
    NOTHING = "nothing", _("nothing found")
    FAILED = "failed", _("failed")


class Stage(models.TextChoices):
    SENTENCES = "sentences", _("sentences")
    CELLS = "cells", _("cells and list items")


class SuggestionRun(models.Model):
    """What one version of the suggester made of a claim's words. A corrected claim gets another run; none is changed.

    `text_hash`: SHA-256 of the words, since a claim keeps its row when it is corrected. `version`: of the suggester's
    settings. `notes`: sentences for the manager, such as what failed. `pages`: titles that were retrieved, best first.
    """

    project = models.ForeignKey("annotation.Project", on_delete=models.CASCADE, related_name="suggestion_runs")
    claim = models.ForeignKey("annotation.Claim", on_delete=models.CASCADE, related_name="suggestion_runs")
    text_hash = models.CharField(max_length=64)
    state = models.CharField(max_length=10, choices=RunState.choices)
    model = models.CharField(max_length=200, blank=True)
    version = models.CharField(max_length=40)
    notes = models.JSONField(default=list)
    pages = models.JSONField(default=list)
    made_at = models.DateTimeField(auto_now_add=True)
    milliseconds = models.PositiveIntegerField(default=0)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["claim", "version", "text_hash"], name="suggestion_run_once"),
            models.CheckConstraint(condition=Q(state__in=RunState.values), name="suggestion_run_known_state"),
        ]

    def __str__(self) -> str:
        return f"suggestions of {self.version} for claim {self.claim_id} ({self.state})"


class Suggestion(models.Model):
    """One element that a model found. `rank` counts from 1 within its stage; scores of two runs cannot be compared.

    `is_shown`: annotators are shown it; the others are in the budget of predictions, and recall is measured with them.
    `model` put it at its rank. `stages`: {"stage", "rank", "score"} of every stage, the retriever's first; empty where
    the suggester does not say.
    """

    run = models.ForeignKey(SuggestionRun, on_delete=models.CASCADE, related_name="suggestions")
    element_id = models.CharField(max_length=600)
    page_title = models.CharField(max_length=512)
    stage = models.CharField(max_length=10, choices=Stage.choices)
    model = models.CharField(max_length=200)
    version = models.CharField(max_length=40)
    rank = models.PositiveSmallIntegerField()
    score = models.FloatField()
    is_shown = models.BooleanField(default=True)
    stages = models.JSONField(default=list)

    class Meta:
        ordering: ClassVar = ["-stage", "rank"]  # sentences before cells
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["run", "element_id"], name="suggestion_element_once"),
            models.CheckConstraint(condition=Q(stage__in=Stage.values), name="suggestion_known_stage"),
            models.CheckConstraint(condition=Q(rank__gte=1), name="suggestion_rank_from_one"),
        ]

    def __str__(self) -> str:
        return self.element_id


class Arm(models.TextChoices):
    """When an annotator is shown what the model found."""

    NONE = "none", _("never")
    AFTER = "after", _("after a first selection")
    AT_ONCE = "at_once", _("at once")


class SuggestionArm(models.Model):
    """The arm of an assignment, drawn when it was first opened: settings that change later do not rewrite it.

    `run` is what this annotator was shown, or would have been: a newer run does not change the cards under their hands,
    nor what their evidence is compared with.
    """

    assignment = models.OneToOneField("annotation.Assignment", on_delete=models.CASCADE, related_name="suggestion_arm")
    arm = models.CharField(max_length=10, choices=Arm.choices)
    run = models.ForeignKey(SuggestionRun, null=True, on_delete=models.SET_NULL, related_name="arms")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(arm__in=Arm.values), name="suggestion_arm_known"),
        ]

    def __str__(self) -> str:
        return f"{self.arm} for assignment {self.assignment_id}"
