"""Store which workflows a project has switched on. Projects of before have the two that there were."""

from __future__ import annotations

from typing import ClassVar

from django.db import migrations, models

import annotation.projects.models


def as_before() -> list[str]:
    return ["claim_generation", "claim_verification"]


class Migration(migrations.Migration):
    dependencies: ClassVar = [("annotation", "0024_label_set")]

    operations: ClassVar = [
        migrations.AddField("project", "workflows", models.JSONField(default=as_before)),
        migrations.AlterField(
            "project", "workflows", models.JSONField(default=annotation.projects.models.default_workflows)
        ),
    ]
