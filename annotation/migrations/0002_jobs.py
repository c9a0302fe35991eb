"""Point highlight samples and releases at the jobs that make them, whose table needs projects first."""

from __future__ import annotations

from typing import ClassVar

import django.db.models.deletion
from django.db import migrations, models


def job_field(related_name: str) -> models.OneToOneField:
    return models.OneToOneField(
        null=True, on_delete=django.db.models.deletion.SET_NULL, related_name=related_name, to="jobs.job"
    )


class Migration(migrations.Migration):
    replaces: ClassVar = [("annotation", "0002_squashed_0018_jobs")]
    dependencies: ClassVar = [("annotation", "0001_squashed_0072_attempts_at_once"), ("jobs", "0001_initial")]
    operations: ClassVar = [
        migrations.AddField("highlightsample", "job", job_field("highlight_sample")),
        migrations.AddField("release", "job", job_field("release")),
    ]
