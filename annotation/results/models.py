"""Cached statistics of a project."""

from __future__ import annotations

from typing import ClassVar

from django.db import models


class CachedResult(models.Model):
    """One result as text, computed from the project at `data_version`. Losing it costs the time to compute it again.

    `schema_version` is that of the code that wrote it (`codec.SCHEMA_VERSION`): other code does not read it.
    """

    is_stored: ClassVar = True
    project = models.ForeignKey("annotation.Project", on_delete=models.CASCADE, related_name="cached_results")
    key = models.CharField(max_length=80)
    schema_version = models.CharField(max_length=16)
    data_version = models.BigIntegerField()
    computed_at = models.DateTimeField()
    value = models.TextField()  # JSON with infinities, which a JSON column of PostgreSQL refuses

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["project", "key"], name="cached_result_of_project")]

    def __str__(self) -> str:
        return f"{self.key} of project {self.project_id}"
