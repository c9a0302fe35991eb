"""Claims, their revisions, and the signatures by which near duplicates are found."""

from __future__ import annotations

from enum import StrEnum
from typing import ClassVar

from django.db import models
from django.db.models import Q

from annotation.vocabulary.label_set import LONGEST_VALUE
from annotation.vocabulary.labels import ClaimType, Mutation


def _blank_or(words: type[StrEnum]) -> list[str]:
    """Values as plain strings: a migration must not import the enum."""
    return ["", *(word.value for word in words)]


class Claim(models.Model):
    """Sentence to be verified. Its released row has the id `release_id`, or `id` where that is empty.

    Author, highlight, type, mutation and intended label are never sent to a verifier.
    """

    project = models.ForeignKey("annotation.Project", on_delete=models.CASCADE, related_name="claims")
    # `vocabulary.tasks.Phase` of the task it is verified in, or was written in. Only production is released.
    phase = models.PositiveSmallIntegerField(default=0)
    text = models.TextField()
    highlight = models.ForeignKey("annotation.Highlight", null=True, on_delete=models.PROTECT, related_name="claims")
    author = models.ForeignKey("annotation.User", null=True, on_delete=models.PROTECT, related_name="claims")
    claim_set = models.ForeignKey("annotation.ClaimSet", null=True, on_delete=models.PROTECT, related_name="claims")
    # Of a Type III claim: the one it is a mutation of.
    mutated_claim = models.ForeignKey("self", null=True, on_delete=models.PROTECT, related_name="mutations")
    # Empty for a claim that was imported from a plain list.
    claim_type = models.CharField(max_length=3, blank=True)
    mutation = models.CharField(max_length=30, blank=True)
    intended_label = models.CharField(max_length=LONGEST_VALUE, blank=True)
    expected_challenge = models.CharField(max_length=40, blank=True)
    # Of a claim that was imported from a released data set: its id and split there.
    release_id = models.BigIntegerField(null=True)
    release_split = models.CharField(max_length=10, blank=True, default="")
    # Of an imported mutation: the number of the claim it is a mutation of, which may not have come with it.
    release_mutated_claim = models.BigIntegerField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar = ["id"]
        constraints: ClassVar = [
            models.CheckConstraint(condition=~Q(text=""), name="claim_has_text"),
            models.UniqueConstraint(fields=["project", "release_id"], name="claim_release_id_once_per_project"),
            models.UniqueConstraint(fields=["claim_set", "claim_type"], name="claim_of_each_type_once_per_set"),
            # Candidates in calibration write from the same highlights, and may well find the same words.
            # A released data set may hold one sentence under two numbers.
            # Mutations of several originals may have the same words: each was made from another sentence.
            models.UniqueConstraint(
                fields=["project", "text"],
                condition=Q(phase=0, release_id__isnull=True) & (Q(mutated_claim__isnull=True) | ~Q(claim_type="")),
                name="claim_once_per_project",
            ),
            models.UniqueConstraint(
                fields=["mutated_claim", "text"],
                condition=Q(phase=0, release_id__isnull=True, mutated_claim__isnull=False, claim_type=""),
                name="mutation_once_per_claim",
            ),
            models.CheckConstraint(condition=Q(claim_type__in=_blank_or(ClaimType)), name="claim_known_type"),
            models.CheckConstraint(condition=Q(mutation__in=_blank_or(Mutation)), name="claim_known_mutation"),
        ]

    def __str__(self) -> str:
        return self.text


class ClaimRevision(models.Model):
    """Text of a claim at one time; the newest is that of the claim itself. Rows are never changed."""

    claim = models.ForeignKey(Claim, on_delete=models.CASCADE, related_name="revisions")
    number = models.PositiveSmallIntegerField()  # from 1, the text that was submitted
    text = models.TextField()
    expected_challenge = models.CharField(max_length=40, blank=True)
    author = models.ForeignKey("annotation.User", on_delete=models.PROTECT, related_name="claim_revisions")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar = ["claim", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["claim", "number"], name="claim_revision_once"),
            models.CheckConstraint(condition=~Q(text=""), name="claim_revision_has_text"),
        ]

    def __str__(self) -> str:
        return f"revision {self.number} of claim {self.claim_id}"


class ClaimSignature(models.Model):
    """MinHash band of a claim: near duplicates share one (`claims.near_duplicates`)."""

    claim = models.ForeignKey(Claim, on_delete=models.CASCADE, related_name="signatures")
    value = models.BigIntegerField(db_index=True)

    def __str__(self) -> str:
        return f"{self.value} of claim {self.claim_id}"
