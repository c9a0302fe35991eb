"""Calibration: phases of tasks and claims, work with a known answer, candidates' scores, grades, and the settings."""

from __future__ import annotations

from typing import ClassVar

import django.core.validators
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [("annotation", "0009_jobs")]

    operations: ClassVar = [
        migrations.CreateModel(
            name="Calibration",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("claim_generation", "claim generation"),
                            ("claim_verification", "claim verification"),
                        ],
                        max_length=30,
                    ),
                ),
                ("phase", models.PositiveSmallIntegerField(default=1)),
                ("scores", models.JSONField(default=dict)),
                ("items_read", models.JSONField(default=list)),
                ("feedback_seen", models.JSONField(default=dict)),
                (
                    "decision",
                    models.CharField(
                        blank=True, choices=[("approved", "approved"), ("rejected", "rejected")], max_length=10
                    ),
                ),
                ("decided_at", models.DateTimeField(null=True)),
                ("note", models.TextField(blank=True)),
            ],
        ),
        migrations.CreateModel(
            name="ClaimGrade",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("meets_guideline", models.BooleanField()),
                ("challenge_fits", models.BooleanField()),
                ("comment", models.TextField(blank=True)),
                ("graded_at", models.DateTimeField(auto_now=True)),
            ],
        ),
        migrations.CreateModel(
            name="GoldItem",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("verdict", models.CharField(blank=True, max_length=20)),
                ("challenges", models.JSONField(default=list)),
                ("sets", models.JSONField(default=list)),
                ("references", models.JSONField(default=dict)),
                ("comment", models.TextField(blank=True)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "ordering": ["task__phase", "task__position", "pk"],
            },
        ),
        migrations.RemoveConstraint(
            model_name="claim",
            name="claim_once_per_project",
        ),
        migrations.RemoveIndex(
            model_name="task",
            name="task_open_queue",
        ),
        migrations.AddField(
            model_name="claim",
            name="phase",
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="project",
            name="calibration",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="project",
            name="calibration_items",
            field=models.PositiveSmallIntegerField(
                default=10,
                validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(100)],
            ),
        ),
        migrations.AddField(
            model_name="project",
            name="calibration_min_accuracy",
            field=models.PositiveSmallIntegerField(
                blank=True, default=70, null=True, validators=[django.core.validators.MaxValueValidator(100)]
            ),
        ),
        migrations.AddField(
            model_name="project",
            name="calibration_min_f1",
            field=models.PositiveSmallIntegerField(
                blank=True, default=50, null=True, validators=[django.core.validators.MaxValueValidator(100)]
            ),
        ),
        migrations.AddField(
            model_name="project",
            name="drift_min_accuracy",
            field=models.PositiveSmallIntegerField(
                default=70, validators=[django.core.validators.MaxValueValidator(100)]
            ),
        ),
        migrations.AddField(
            model_name="project",
            name="drift_window",
            field=models.PositiveSmallIntegerField(
                default=10,
                validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(100)],
            ),
        ),
        migrations.AddField(
            model_name="project",
            name="silent_gold_rate",
            field=models.PositiveSmallIntegerField(
                default=0, validators=[django.core.validators.MaxValueValidator(50)]
            ),
        ),
        migrations.AddField(
            model_name="task",
            name="phase",
            field=models.PositiveSmallIntegerField(
                choices=[
                    (0, "production"),
                    (1, "calibration, phase 1"),
                    (2, "calibration, phase 2"),
                    (3, "silent gold"),
                ],
                default=0,
            ),
        ),
        migrations.AddIndex(
            model_name="task",
            index=models.Index(
                condition=models.Q(("places_taken__lt", models.F("wanted")), ("withdrawn_at__isnull", True)),
                fields=["project", "kind", "phase", "position", "id"],
                name="task_open_queue",
            ),
        ),
        migrations.AddConstraint(
            model_name="claim",
            constraint=models.UniqueConstraint(
                condition=models.Q(("phase", 0)), fields=("project", "text"), name="claim_once_per_project"
            ),
        ),
        migrations.AddConstraint(
            model_name="task",
            constraint=models.CheckConstraint(condition=models.Q(("phase__in", [0, 1, 2, 3])), name="task_known_phase"),
        ),
        migrations.AddField(
            model_name="calibration",
            name="decided_by",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="decided_calibrations",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="calibration",
            name="person",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="calibrations", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="calibration",
            name="project",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="calibrations", to="annotation.project"
            ),
        ),
        migrations.AddField(
            model_name="claimgrade",
            name="claim",
            field=models.OneToOneField(
                on_delete=django.db.models.deletion.CASCADE, related_name="grade", to="annotation.claim"
            ),
        ),
        migrations.AddField(
            model_name="claimgrade",
            name="graded_by",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="claim_grades", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="golditem",
            name="made_by",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="gold_items",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="golditem",
            name="task",
            field=models.OneToOneField(
                on_delete=django.db.models.deletion.CASCADE, related_name="gold", to="annotation.task"
            ),
        ),
        migrations.AddConstraint(
            model_name="calibration",
            constraint=models.UniqueConstraint(fields=("project", "person", "kind"), name="calibration_once_a_person"),
        ),
        migrations.AddConstraint(
            model_name="calibration",
            constraint=models.CheckConstraint(
                condition=models.Q(("phase__in", [1, 2, 3])), name="calibration_known_phase"
            ),
        ),
        migrations.AddConstraint(
            model_name="calibration",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("decided_at__isnull", True), ("decision", "")),
                    models.Q(("decided_at__isnull", False), ("decision__in", ["approved", "rejected"])),
                    _connector="OR",
                ),
                name="calibration_decided_at_some_time",
            ),
        ),
        migrations.AddConstraint(
            model_name="golditem",
            constraint=models.CheckConstraint(
                condition=models.Q(("verdict__in", ["", "SUPPORTS", "REFUTES", "NOT ENOUGH INFO"])),
                name="gold_known_verdict",
            ),
        ),
    ]
