"""Jobs and their workers. The tables keep the names they had in the app `annotation`."""

from __future__ import annotations

from typing import ClassVar

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

UNFINISHED = ("waiting", "running")


class Migration(migrations.Migration):
    initial = True
    dependencies: ClassVar = [("annotation", "0001_squashed_0072_attempts_at_once")]
    operations: ClassVar = [
        migrations.CreateModel(
            name="JobWorker",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=120, unique=True)),
                ("seen_at", models.DateTimeField()),
            ],
            options={"db_table": "annotation_jobworker"},
        ),
        migrations.CreateModel(
            name="Job",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(max_length=60)),
                ("arguments", models.JSONField(default=dict)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("waiting", "waiting"),
                            ("running", "running"),
                            ("done", "done"),
                            ("failed", "failed"),
                            ("stopped", "stopped"),
                        ],
                        default="waiting",
                        max_length=10,
                    ),
                ),
                ("attempt", models.PositiveSmallIntegerField(default=0)),
                ("done", models.PositiveIntegerField(default=0)),
                ("total", models.PositiveIntegerField(default=0)),
                ("message", models.CharField(blank=True, db_column="words", max_length=200)),
                ("result", models.JSONField(null=True)),
                ("error", models.TextField(blank=True)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("started_at", models.DateTimeField(null=True)),
                ("finished_at", models.DateTimeField(null=True)),
                ("leased_until", models.DateTimeField(null=True)),
                (
                    "created_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="jobs",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "project",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="jobs",
                        to="annotation.project",
                    ),
                ),
            ],
            options={
                "db_table": "annotation_job",
                "indexes": [
                    models.Index(condition=models.Q(("state__in", UNFINISHED)), fields=["id"], name="job_to_do"),
                    models.Index(fields=["project", "kind", "-id"], name="job_of_project"),
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("state__in", ["waiting", "running", "done", "failed", "stopped"])),
                        name="job_known_state",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("leased_until__isnull", False), ("state", "running")),
                            models.Q(models.Q(("state", "running"), _negated=True), ("leased_until__isnull", True)),
                            _connector="OR",
                        ),
                        name="job_leased_while_running",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("finished_at__isnull", True), ("state__in", UNFINISHED)),
                            models.Q(
                                models.Q(("state__in", UNFINISHED), _negated=True), ("finished_at__isnull", False)
                            ),
                            _connector="OR",
                        ),
                        name="job_finished_or_not",
                    ),
                ],
            },
        ),
        migrations.AddField("job", "message_sent_at", models.DateTimeField(null=True)),
    ]
