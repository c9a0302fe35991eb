"""What is stored of a draw."""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from annotation.projects.models import Project


class StoredSample(models.Model):
    """One draw of tasks: with the same seed, settings and corpus it comes out the same. `report`: what was drawn."""

    project = models.ForeignKey("annotation.Project", on_delete=models.CASCADE, related_name="%(class)ss")
    seed = models.BigIntegerField()
    size = models.PositiveIntegerField()
    settings = models.JSONField()
    # The pages that were to be drawn from, as they were written; null: any page of the corpus.
    titles = models.JSONField(null=True)
    excluded = models.JSONField(default=list)  # titles of the corpus's pages that were left out
    report = models.JSONField()
    # The job that drew it: it is begun again when its worker is killed, and must not draw twice.
    job = models.OneToOneField("jobs.Job", null=True, on_delete=models.SET_NULL, related_name="%(class)s")
    drawn_by = models.ForeignKey("annotation.User", null=True, on_delete=models.PROTECT, related_name="%(class)ss")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        abstract = True
        ordering: ClassVar = ["id"]

    def __str__(self) -> str:
        return f"draw of {self.size}, seed {self.seed}"

    @classmethod
    def latest(cls, project: Project) -> int | None:
        """Return the number of the project's latest draw."""
        rows = cls._default_manager.filter(project=project).order_by("-pk")
        return rows.values_list("pk", flat=True).first()
