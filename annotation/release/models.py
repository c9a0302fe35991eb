"""Releases that were made on this site and can be downloaded."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from django.conf import settings
from django.db import models


class Release(models.Model):
    """A release that is whole: its folder lies in `home`, and its manifest has this hash.

    `settings` are those it was made with (`ReleaseOptions.to_json`); `counts` is what became of the claims
    (`release.job.counts_json`); `size` is of all its files, in bytes.
    """

    project = models.ForeignKey("annotation.Project", on_delete=models.CASCADE, related_name="releases")
    # The job that made it: it is begun again when its worker is killed, and must not make two.
    job = models.OneToOneField("jobs.Job", null=True, on_delete=models.SET_NULL, related_name="release")
    folder = models.CharField(max_length=120)
    settings = models.JSONField()
    counts = models.JSONField()
    size = models.BigIntegerField()
    manifest_sha256 = models.CharField(max_length=64)
    created_by = models.ForeignKey("annotation.User", null=True, on_delete=models.SET_NULL, related_name="releases")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar = ["-id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["project", "folder"], name="release_folder_once_per_project"),
        ]

    def __str__(self) -> str:
        return f"{self.project_id}/{self.folder}"

    @property
    def home(self) -> Path:
        """Where its files lie."""
        return releases_of(self.project_id) / self.folder

    @property
    def is_shared_task(self) -> bool:
        """Whether `home` holds public/ and sealed/ (`shared_task.py`)."""
        return bool(self.settings.get("shared_task"))


class ImportedLine(models.Model):
    """Line of a file of an imported release that no other table has a place for: every release writes it again.

    `file` is the name in the release; lines are written in the order of `position`, before those of the project's own.
    """

    project = models.ForeignKey("annotation.Project", on_delete=models.CASCADE, related_name="imported_lines")
    file = models.CharField(max_length=120)
    position = models.PositiveIntegerField()
    text = models.TextField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["project", "file", "position"], name="imported_line_once"),
        ]

    def __str__(self) -> str:
        return f"{self.file}, line {self.position}"


def releases_of(project: int) -> Path:
    """The folder of a project's releases. By number: a slug may be given to another project one day."""
    return Path(settings.ATTEST_DATA_DIR) / "releases" / str(project)
