"""Changes of guidelines: the reason, the tasks behind it, and what managers did about it."""

from __future__ import annotations

from typing import ClassVar

from django.db import models


class GuidelineChange(models.Model):
    """Why a version of the guidelines was written. `guidelines`: null while its text is still being edited.

    `tasks`: the group that made a manager write it, kept as it was selected; `source`: the path of the list that they
    were selected from. `actions`: those that re-opened tasks of the group.
    """

    project = models.ForeignKey("annotation.Project", on_delete=models.CASCADE, related_name="guideline_changes")
    kind = models.CharField(max_length=30)  # slug of a workflow
    guidelines = models.OneToOneField(
        "annotation.Guidelines", null=True, on_delete=models.CASCADE, related_name="change"
    )
    reason = models.TextField(blank=True)
    source = models.CharField(max_length=1_000, blank=True)
    by = models.ForeignKey("annotation.User", null=True, on_delete=models.PROTECT, related_name="guideline_changes")
    tasks = models.ManyToManyField("annotation.Task", related_name="guideline_changes")
    announcement = models.ForeignKey(
        "annotation.Announcement", null=True, on_delete=models.SET_NULL, related_name="guideline_changes"
    )
    actions = models.ManyToManyField("annotation.Action", related_name="guideline_changes")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar = ["-pk"]

    def __str__(self) -> str:
        return f"change {self.pk} of {self.kind} guidelines"
