"""What evidence rating stores: the evidence of a system for a claim, and what a rater says of it."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q

from annotation.vocabulary.label_set import LONGEST_VALUE
from annotation.work.models import SubmittedWork
from annotation.workflows.evidence_rating.scales import NO_ERROR

SLUG = "evidence_rating"
LONGEST_NAME = 200  # of a system, and of the number of a claim


class RatedEvidence(models.Model):
    """The evidence of one system for one claim. It is there once in a project.

    `label`: of gold; `reference`: the evidence of gold; `system`: whose evidence it is, "" where nobody said. Raters
    see none of the three. `evidence`: [{"question", "answer", "url"}], `reference`: [{"question", "answer"}], null
    where there is none. `excluded`: people who must not rate it, since they know the system.
    """

    task = models.OneToOneField("annotation.Task", models.CASCADE, primary_key=True, related_name="rated_evidence")
    project = models.ForeignKey("annotation.Project", models.CASCADE, related_name="rated_evidence")
    claim_id = models.CharField(max_length=LONGEST_NAME)
    claim = models.TextField()
    speaker = models.TextField(blank=True)
    claim_date = models.CharField(max_length=40, blank=True)
    label = models.CharField(max_length=LONGEST_VALUE, blank=True)
    system = models.CharField(max_length=LONGEST_NAME, blank=True)
    evidence = models.JSONField()
    reference = models.JSONField(null=True)
    digest = models.CharField(max_length=64)  # of claim and system (`importing.digest_of`)
    excluded = models.ManyToManyField("annotation.User", related_name="+")

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["project", "digest"], name="rated_evidence_once_per_project"),
            models.CheckConstraint(condition=~Q(claim=""), name="rated_evidence_has_claim"),
        ]

    def __str__(self) -> str:
        return self.claim


class EvidenceScore(models.Model):
    """What a metric of evidence gives an item against its reference: from 0 to 1 (`baseline.scoring.averitec`)."""

    item = models.ForeignKey(RatedEvidence, models.CASCADE, related_name="metric_scores")
    metric = models.CharField(max_length=LONGEST_VALUE)
    value = models.FloatField()

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["item", "metric"], name="evidence_score_once")]

    def __str__(self) -> str:
        return f"{self.metric} of {self.item_id}"


class EvidenceRating(SubmittedWork):
    """What a rater says of evidence. `scores`: name of a scale -> 1 to 5, none of them with a major error.

    `label`: the verdict from the evidence alone; NO_VERDICT, which only a major error allows.
    """

    major_error = models.CharField(max_length=LONGEST_VALUE)
    label = models.CharField(max_length=LONGEST_VALUE)
    scores = models.JSONField(default=dict)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(condition=~Q(major_error="") & ~Q(label=""), name="evidence_rating_has_verdict"),
            models.CheckConstraint(
                condition=Q(major_error=NO_ERROR) | Q(scores={}), name="evidence_rating_scores_or_major_error"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.major_error}: {self.label}"
