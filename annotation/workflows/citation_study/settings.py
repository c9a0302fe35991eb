"""Settings of a project's study."""

from __future__ import annotations

from typing import Any

from annotation.projects.data_version import bump
from annotation.projects.models import Project
from annotation.workflows.citation_study.models import StudySettings

FIELDS = (
    *("annotators", "allow_neither", "allow_both", "full_text", "show_domain"),
    *("majority", "ties", "unit"),
)


def settings_of(project: Project) -> StudySettings:
    """The settings, the defaults where there are none."""
    return StudySettings.objects.filter(project=project).first() or StudySettings(project=project)


def read(project: Project) -> dict[str, Any]:
    """The settings as plain values."""
    settings = settings_of(project)
    return {name: getattr(settings, name) for name in FIELDS}


def write(project: Project, values: dict[str, Any]) -> None:
    """Store what `read` returned. Reports that rest on the settings are computed again."""
    StudySettings.objects.update_or_create(project=project, defaults={name: values[name] for name in FIELDS})
    bump(project.pk)
