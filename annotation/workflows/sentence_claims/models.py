"""What the workflow stores: drawn sentences, what is written from each, and which claims came of it."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q

from annotation.work.models import SubmittedWork
from annotation.work.sampling.models import StoredSample
from annotation.workflows.sentence_claims.mutation_types import LONGEST_TYPE


class SentenceSettings(models.Model):
    """Settings of a project (`settings.Settings.to_json`); a project without a row has FEVER's."""

    project = models.OneToOneField("annotation.Project", models.CASCADE, primary_key=True)
    settings = models.JSONField(default=dict)

    def __str__(self) -> str:
        return f"settings of project {self.pk}"


class SentenceSample(StoredSample):
    """One draw of sentences. `report`: what was drawn (`sampling.report`)."""


class SampledSentence(models.Model):
    """The sentence of a task, in the words that it had when it was drawn, with the sentences beside it ("": none).

    `entries`: the dictionary as lists of title, sentence id and text; null: it is that of the corpus. A walkthrough has
    its own, and no `element_id`.
    """

    task = models.OneToOneField("annotation.Task", models.CASCADE, primary_key=True, related_name="sampled_sentence")
    project = models.ForeignKey("annotation.Project", models.CASCADE, related_name="sampled_sentences")
    sample = models.ForeignKey(SentenceSample, models.PROTECT, null=True, related_name="sentences")
    page_title = models.CharField(max_length=512)
    element_id = models.CharField(max_length=600, blank=True)
    text = models.TextField()
    before = models.TextField(blank=True)
    after = models.TextField(blank=True)
    entries = models.JSONField(null=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["project", "element_id"], condition=~Q(element_id=""), name="sentence_drawn_once_per_project"
            ),
            models.CheckConstraint(condition=~Q(text=""), name="sampled_sentence_has_text"),
        ]

    def __str__(self) -> str:
        return self.text


class SentenceWork(SubmittedWork):
    """What one person wrote from one sentence: `body` as submitted, {"claims": [{"text", "mutations": {type: [...]}}]}.

    `seconds`: from assignment to submission by the server's clock, over both steps; `lines`: originals and mutations.
    """

    sentence = models.ForeignKey(SampledSentence, models.PROTECT, related_name="works")
    body = models.JSONField()
    seconds = models.DecimalField(max_digits=12, decimal_places=3)
    lines = models.PositiveSmallIntegerField()

    def __str__(self) -> str:
        return f"claims from sentence {self.sentence_id}"


class SentenceClaim(models.Model):
    """A line of somebody's work and the claim that it became. Equal lines share a claim, each with a row of its own.

    `original`: of a mutation, the row of what was mutated; null for an original, whose `mutation` is "".
    `correlation`: the same for an original and its mutations, and for no others.
    """

    work = models.ForeignKey(SentenceWork, models.PROTECT, related_name="claims")
    claim = models.ForeignKey("annotation.Claim", models.PROTECT, related_name="sentence_claims")
    original = models.ForeignKey("self", models.PROTECT, null=True, related_name="mutations")
    mutation = models.CharField(max_length=LONGEST_TYPE, blank=True)
    correlation = models.UUIDField()

    class Meta:
        ordering: ClassVar = ["id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["work", "claim", "mutation"], name="sentence_claim_once_a_type"),
            models.CheckConstraint(
                condition=Q(original__isnull=True, mutation="") | (Q(original__isnull=False) & ~Q(mutation="")),
                name="sentence_claim_is_original_or_mutation",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.mutation or 'original'} {self.claim_id}"
