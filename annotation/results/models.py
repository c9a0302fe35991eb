"""Numbers of a project as they were at some time, with what tells whether anything has happened since."""

from __future__ import annotations

from typing import ClassVar

from django.db import models


class KeptNumbers(models.Model):
    """One part of what the quality pages show, as `plain.to_plain` writes it. All parts of a project are of one time.

    `mark` is what `marks.mark_of` gave before they were read; `made_at` is when that was; `shape` is `plain.SHAPE`.
    A cache: losing these rows costs nothing but the time to compute them again.
    """

    project = models.ForeignKey("annotation.Project", on_delete=models.CASCADE, related_name="kept_numbers")
    part = models.CharField(max_length=80)
    shape = models.CharField(max_length=16)
    mark = models.JSONField()
    value = models.TextField()  # JSON with infinities, which a JSON column of PostgreSQL refuses
    made_at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["project", "part"], name="kept_numbers_once_a_part")]

    def __str__(self) -> str:
        return f"{self.part} of project {self.project_id}"
