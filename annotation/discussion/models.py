"""A discussion of a claim, what was said in it, and what each person has seen of it."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class Discussion(models.Model):
    """The discussion of one claim; the first message makes it.

    `is_open`: to the claim's annotators, who read it only while `visibility` lets them. The entries say who opened it.
    """

    claim = models.OneToOneField("annotation.Claim", on_delete=models.CASCADE, related_name="discussion")
    is_open = models.BooleanField(default=False)
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"discussion of claim {self.claim_id}"


class EntryKind(models.TextChoices):
    """What an entry records."""

    MESSAGE = "message", _("message")
    OPENED = "opened", _("opened to the annotators")
    CLOSED = "closed", _("closed to the annotators")


class Speaker(models.TextChoices):
    """In what part somebody wrote: it stays when their roles change."""

    MANAGER = "manager", _("Manager")
    ADJUDICATOR = "adjudicator", _("Adjudicator")
    ANNOTATOR = "annotator", _("Annotator")


class DiscussionEntry(models.Model):
    """A message, or that somebody opened or closed the discussion. Rows are only ever added: the database refuses
    updates (migration 0061)."""

    discussion = models.ForeignKey(Discussion, on_delete=models.CASCADE, related_name="entries")
    author = models.ForeignKey("annotation.User", on_delete=models.PROTECT, related_name="discussion_entries")
    speaker = models.CharField(max_length=12, choices=Speaker.choices)
    kind = models.CharField(max_length=8, choices=EntryKind.choices, default=EntryKind.MESSAGE)
    text = models.TextField(blank=True)  # plain
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=(Q(kind=EntryKind.MESSAGE) & ~Q(text=""))
                | Q(kind__in=[EntryKind.OPENED.value, EntryKind.CLOSED.value], text=""),
                name="discussion_entry_message_has_text",
            ),
            models.CheckConstraint(condition=Q(speaker__in=Speaker.values), name="discussion_entry_known_speaker"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} in discussion {self.discussion_id}"


class DiscussionRead(models.Model):
    """The last entry of a discussion that a person was shown."""

    discussion = models.ForeignKey(Discussion, on_delete=models.CASCADE, related_name="reads")
    person = models.ForeignKey("annotation.User", on_delete=models.CASCADE, related_name="discussion_reads")
    last_seen = models.PositiveBigIntegerField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["discussion", "person"], name="discussion_read_once_a_person")
        ]

    def __str__(self) -> str:
        return f"{self.person_id} has read discussion {self.discussion_id} to {self.last_seen}"
