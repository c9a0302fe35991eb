"""Evidence that a model suggests, and the arm that decides when it is shown."""

from __future__ import annotations

from typing import ClassVar

import annotation.projects.models
import django.core.validators
import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [
        ("annotation", "0012_announcements"),
    ]

    operations: ClassVar = [
        migrations.AddField(
            model_name="project",
            name="suggestion_arms",
            field=models.JSONField(default=annotation.projects.models.usual_arms),
        ),
        migrations.AddField(
            model_name="project",
            name="suggestion_seed",
            field=models.BigIntegerField(
                default=annotation.projects.models.new_seed,
                validators=[django.core.validators.MinValueValidator(0), django.core.validators.MaxValueValidator(2**53)],
            ),
        ),
        migrations.AddField(
            model_name="project",
            name="suggestions_on",
            field=models.BooleanField(default=True),
        ),
        migrations.CreateModel(
            name="SuggestionRun",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("text_hash", models.CharField(max_length=64)),
                (
                    "state",
                    models.CharField(
                        choices=[("ready", "ready"), ("nothing", "nothing found"), ("failed", "failed")], max_length=10
                    ),
                ),
                ("model", models.CharField(blank=True, max_length=200)),
                ("version", models.CharField(max_length=40)),
                ("notes", models.JSONField(default=list)),
                ("made_at", models.DateTimeField(auto_now_add=True)),
                ("milliseconds", models.PositiveIntegerField(default=0)),
                (
                    "claim",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="suggestion_runs",
                        to="annotation.claim",
                    ),
                ),
                (
                    "project",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="suggestion_runs",
                        to="annotation.project",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="SuggestionArm",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "arm",
                    models.CharField(
                        choices=[
                            ("none", "never"),
                            ("after", "after a first selection"),
                            ("at_once", "at once"),
                        ],
                        max_length=10,
                    ),
                ),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "assignment",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="suggestion_arm",
                        to="annotation.assignment",
                    ),
                ),
                (
                    "run",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="arms",
                        to="annotation.suggestionrun",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Suggestion",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("element_id", models.CharField(max_length=600)),
                ("page_title", models.CharField(max_length=512)),
                (
                    "stage",
                    models.CharField(
                        choices=[("sentences", "sentences"), ("cells", "cells and list items")], max_length=10
                    ),
                ),
                ("model", models.CharField(max_length=200)),
                ("version", models.CharField(max_length=40)),
                ("rank", models.PositiveSmallIntegerField()),
                ("score", models.FloatField()),
                (
                    "run",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="suggestions",
                        to="annotation.suggestionrun",
                    ),
                ),
            ],
            options={
                "ordering": ["-stage", "rank"],
            },
        ),
        migrations.AddConstraint(
            model_name="suggestionrun",
            constraint=models.UniqueConstraint(fields=("claim", "version", "text_hash"), name="suggestion_run_once"),
        ),
        migrations.AddConstraint(
            model_name="suggestionrun",
            constraint=models.CheckConstraint(
                condition=models.Q(("state__in", ["ready", "nothing", "failed"])), name="suggestion_run_known_state"
            ),
        ),
        migrations.AddConstraint(
            model_name="suggestionarm",
            constraint=models.CheckConstraint(
                condition=models.Q(("arm__in", ["none", "after", "at_once"])), name="suggestion_arm_known"
            ),
        ),
        migrations.AddConstraint(
            model_name="suggestion",
            constraint=models.UniqueConstraint(fields=("run", "element_id"), name="suggestion_element_once"),
        ),
        migrations.AddConstraint(
            model_name="suggestion",
            constraint=models.CheckConstraint(
                condition=models.Q(("stage__in", ["sentences", "cells"])), name="suggestion_known_stage"
            ),
        ),
        migrations.AddConstraint(
            model_name="suggestion",
            constraint=models.CheckConstraint(condition=models.Q(("rank__gte", 1)), name="suggestion_rank_from_one"),
        ),
    ]
