"""Numbers of the quality pages, kept in the database."""

from __future__ import annotations

from typing import ClassVar

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [
        ("annotation", "0015_releases"),
    ]

    operations: ClassVar = [
        migrations.CreateModel(
            name="KeptNumbers",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("part", models.CharField(max_length=80)),
                ("shape", models.CharField(max_length=16)),
                ("mark", models.JSONField()),
                ("value", models.TextField()),
                ("made_at", models.DateTimeField()),
                (
                    "project",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="kept_numbers",
                        to="annotation.project",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("project", "part"), name="kept_numbers_once_a_part"),
                ],
            },
        ),
    ]
