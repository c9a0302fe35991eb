"""Jobs belong to the app `jobs`, on the same tables: only the state changes."""

from __future__ import annotations

from typing import ClassVar

import django.db.models.deletion
from django.db import migrations, models


def job_field(related_name: str) -> models.OneToOneField:
    return models.OneToOneField(
        null=True, on_delete=django.db.models.deletion.SET_NULL, related_name=related_name, to="jobs.job"
    )


class Migration(migrations.Migration):
    dependencies: ClassVar = [("annotation", "0017_cached_results"), ("jobs", "0001_initial")]
    operations: ClassVar = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AlterField("highlightsample", "job", job_field("highlight_sample")),
                migrations.AlterField("release", "job", job_field("release")),
                migrations.DeleteModel("Job"),
                migrations.DeleteModel("JobWorker"),
            ]
        )
    ]
