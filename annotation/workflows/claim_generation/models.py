"""Highlights, and the claims people write from them (FEVEROUS paper, section 3.1.1)."""

from __future__ import annotations

from enum import StrEnum
from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from annotation.vocabulary import Challenge, ClaimType, Mutation, Verdict


def _blank_or(words: type[StrEnum]) -> list[str]:
    """Plain strings: a migration must not import the enum it was made from."""
    return ["", *(word.value for word in words)]


class HighlightKind(models.TextChoices):
    SENTENCES = "sentences", _("four sentences")
    TABLE = "table", _("a table")


class Highlight(models.Model):
    """Four consecutive sentences, or one table: what the claims of one set start from. Each page is used once."""

    project = models.ForeignKey("annotation.Project", on_delete=models.CASCADE, related_name="highlights")
    kind = models.CharField(max_length=12, choices=HighlightKind.choices)
    page_title = models.CharField(max_length=512)
    # Full element ids, in page order: the sentences, or the one table.
    element_ids = models.JSONField()
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["project", "page_title"], name="highlight_once_per_page"),
            models.CheckConstraint(condition=Q(kind__in=HighlightKind.values), name="highlight_known_kind"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} of {self.page_title}"


class Claim(models.Model):
    """A sentence to be verified. `id` is the id of its released row.

    Writer, highlight, type, mutation and intended label are never part of what a verifier is sent.
    """

    project = models.ForeignKey("annotation.Project", on_delete=models.CASCADE, related_name="claims")
    text = models.TextField()
    highlight = models.ForeignKey(Highlight, null=True, on_delete=models.PROTECT, related_name="claims")
    author = models.ForeignKey("annotation.User", null=True, on_delete=models.PROTECT, related_name="claims")
    # Blank where a claim was brought in from a plain list.
    claim_type = models.CharField(max_length=3, blank=True)
    mutation = models.CharField(max_length=30, blank=True)
    intended_label = models.CharField(max_length=20, blank=True)
    expected_challenge = models.CharField(max_length=40, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar = ["id"]
        constraints: ClassVar = [
            models.CheckConstraint(condition=~Q(text=""), name="claim_has_text"),
            models.UniqueConstraint(fields=["project", "text"], name="claim_once_per_project"),
            models.CheckConstraint(condition=Q(claim_type__in=_blank_or(ClaimType)), name="claim_known_type"),
            models.CheckConstraint(condition=Q(mutation__in=_blank_or(Mutation)), name="claim_known_mutation"),
            models.CheckConstraint(condition=Q(intended_label__in=_blank_or(Verdict)), name="claim_known_label"),
            models.CheckConstraint(
                condition=Q(expected_challenge__in=_blank_or(Challenge)), name="claim_known_challenge"
            ),
        ]

    def __str__(self) -> str:
        return self.text
