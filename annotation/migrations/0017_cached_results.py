"""Replace the cache of statistics by one with versions, and give projects a data version."""

from __future__ import annotations

from typing import ClassVar

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [
        ("annotation", "0001_squashed_0016_kept_numbers"),
    ]

    operations: ClassVar = [
        migrations.DeleteModel(name="KeptNumbers"),
        migrations.CreateModel(
            name="CachedResult",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(max_length=80)),
                ("schema_version", models.CharField(max_length=16)),
                ("data_version", models.BigIntegerField()),
                ("computed_at", models.DateTimeField()),
                ("value", models.TextField()),
                (
                    "project",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="cached_results",
                        to="annotation.project",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("project", "key"), name="cached_result_of_project"),
                ],
            },
        ),
        migrations.CreateModel(
            name="DataVersion",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("writer", models.BigIntegerField(default=0)),
                ("number", models.BigIntegerField(default=0)),
                (
                    "project",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="annotation.project"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("project", "writer"), name="data_version_of_writer"),
                ],
            },
        ),
    ]
