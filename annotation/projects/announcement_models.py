"""Announcements, read receipts, questions to the managers, and the FAQ."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import F, Q

from annotation.accounts.models import User
from annotation.projects.models import Project, Role

LONGEST_TITLE = 200


class Announcement(models.Model):
    """Announcement to everybody, or to those with one role (`audience`). `text` is Markdown.

    Each wording is an `AnnouncementRevision`; title and text here are the newest. Whoever has read revision
    `read_from` or a later one has read it: an edit that is to be read again raises it. `must_read`: no task is
    assigned before it is read.
    """

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="announcements")
    audience = models.CharField(max_length=20, blank=True, choices=Role.choices)
    must_read = models.BooleanField(default=False)
    title = models.CharField(max_length=LONGEST_TITLE)
    text = models.TextField()
    revision = models.PositiveIntegerField(default=1)
    read_from = models.PositiveIntegerField(default=1)
    author = models.ForeignKey(User, on_delete=models.PROTECT, related_name="announcements")
    created_at = models.DateTimeField(auto_now_add=True)
    withdrawn_at = models.DateTimeField(null=True)

    class Meta:
        ordering: ClassVar = ["-created_at", "-pk"]
        indexes: ClassVar = [
            models.Index(fields=["project"], name="announcement_standing", condition=Q(withdrawn_at__isnull=True))
        ]
        constraints: ClassVar = [
            models.CheckConstraint(condition=~Q(title="") & ~Q(text=""), name="announcement_has_words"),
            models.CheckConstraint(condition=Q(audience__in=["", *Role.values]), name="announcement_known_role"),
            models.CheckConstraint(
                condition=Q(read_from__gte=1, read_from__lte=F("revision")), name="announcement_read_from_a_revision"
            ),
        ]

    def __str__(self) -> str:
        return self.title


class AnnouncementRevision(models.Model):
    """One wording of an announcement. Rows are never changed."""

    announcement = models.ForeignKey(Announcement, on_delete=models.CASCADE, related_name="revisions")
    number = models.PositiveIntegerField()
    title = models.CharField(max_length=LONGEST_TITLE)
    text = models.TextField()
    author = models.ForeignKey(User, on_delete=models.PROTECT, related_name="announcement_revisions")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar = ["announcement", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["announcement", "number"], name="announcement_revision_once")
        ]

    def __str__(self) -> str:
        return f"revision {self.number} of announcement {self.announcement_id}"


class AnnouncementRead(models.Model):
    """Read receipt of one person for one revision."""

    announcement = models.ForeignKey(Announcement, on_delete=models.CASCADE, related_name="reads")
    person = models.ForeignKey(User, on_delete=models.CASCADE, related_name="announcement_reads")
    revision = models.PositiveIntegerField()
    read_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["announcement", "person", "revision"], name="announcement_read_once")
        ]

    def __str__(self) -> str:
        return f"{self.person_id} has read revision {self.revision}"


class Question(models.Model):
    """Question of one person, visible to managers only.

    `task`: what it is about, where it was asked from a workspace. `seen_at`: when the asker saw the answer.
    """

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="questions")
    asker = models.ForeignKey(User, on_delete=models.PROTECT, related_name="questions")
    task = models.ForeignKey("annotation.Task", null=True, on_delete=models.SET_NULL, related_name="questions")
    text = models.TextField()
    answer = models.TextField(blank=True)
    answered_by = models.ForeignKey(User, null=True, on_delete=models.PROTECT, related_name="answered_questions")
    asked_at = models.DateTimeField(auto_now_add=True)
    answered_at = models.DateTimeField(null=True)
    seen_at = models.DateTimeField(null=True)

    class Meta:
        ordering: ClassVar = ["-asked_at", "-pk"]
        constraints: ClassVar = [
            models.CheckConstraint(condition=~Q(text=""), name="question_has_words"),
            models.CheckConstraint(
                condition=Q(answer="", answered_at__isnull=True) | (~Q(answer="") & Q(answered_at__isnull=False)),
                name="question_answered_at_some_time",
            ),
        ]

    def __str__(self) -> str:
        return f"question of {self.asker_id}"


class FaqEntry(models.Model):
    """Question and answer, in Markdown, for everybody in the project. Its readers do not learn who asked."""

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="faq")
    position = models.PositiveIntegerField()
    question = models.CharField(max_length=500)
    answer = models.TextField()
    # Where it came from, for the managers.
    asked = models.OneToOneField(Question, null=True, on_delete=models.SET_NULL, related_name="entry")
    author = models.ForeignKey(User, on_delete=models.PROTECT, related_name="faq_entries")
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering: ClassVar = ["position", "pk"]
        constraints: ClassVar = [
            models.CheckConstraint(condition=~Q(question="") & ~Q(answer=""), name="faq_has_words"),
        ]

    def __str__(self) -> str:
        return self.question
