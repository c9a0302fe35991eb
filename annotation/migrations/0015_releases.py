"""Releases that were made, and the numbers that imported claims had."""

from __future__ import annotations

from typing import ClassVar

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

CHALLENGES_OR_NONE = [
    "",
    "Multi-hop Reasoning",
    "Combining Tables and Text",
    "Numerical Reasoning",
    "Entity Disambiguation",
    "Search terms not in claim",
    "Other",
]


class Migration(migrations.Migration):
    dependencies: ClassVar = [
        ("annotation", "0014_data_statement"),
    ]

    operations: ClassVar = [
        migrations.RemoveConstraint(model_name="claim", name="claim_once_per_project"),
        migrations.AddField(
            model_name="claim",
            name="release_id",
            field=models.BigIntegerField(null=True),
        ),
        migrations.AddField(
            model_name="claim",
            name="release_split",
            field=models.CharField(blank=True, default="", max_length=10),
        ),
        migrations.AddConstraint(
            model_name="claim",
            constraint=models.UniqueConstraint(
                fields=("project", "release_id"), name="claim_release_id_once_per_project"
            ),
        ),
        migrations.AddConstraint(
            model_name="claim",
            constraint=models.UniqueConstraint(
                condition=models.Q(("phase", 0), ("release_id__isnull", True)),
                fields=("project", "text"),
                name="claim_once_per_project",
            ),
        ),
        migrations.RemoveConstraint(model_name="verification", name="verification_known_challenge"),
        migrations.AddConstraint(
            model_name="verification",
            constraint=models.CheckConstraint(
                condition=models.Q(("challenge__in", CHALLENGES_OR_NONE)), name="verification_known_challenge"
            ),
        ),
        migrations.RemoveConstraint(model_name="adjudication", name="adjudication_known_challenge"),
        migrations.AddConstraint(
            model_name="adjudication",
            constraint=models.CheckConstraint(
                condition=models.Q(("challenge__in", CHALLENGES_OR_NONE)), name="adjudication_known_challenge"
            ),
        ),
        migrations.CreateModel(
            name="Release",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("folder", models.CharField(max_length=120)),
                ("settings", models.JSONField()),
                ("counts", models.JSONField()),
                ("size", models.BigIntegerField()),
                ("manifest_sha256", models.CharField(max_length=64)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "created_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="releases",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "job",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="release",
                        to="annotation.job",
                    ),
                ),
                (
                    "project",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="releases", to="annotation.project"
                    ),
                ),
            ],
            options={
                "ordering": ["-id"],
            },
        ),
        migrations.AddConstraint(
            model_name="release",
            constraint=models.UniqueConstraint(fields=("project", "folder"), name="release_folder_once_per_project"),
        ),
    ]
