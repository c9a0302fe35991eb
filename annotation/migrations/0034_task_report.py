"""Keep reports of tasks, with what a manager decided on them."""

from __future__ import annotations

from typing import ClassVar

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import Q

PROTECT = django.db.models.deletion.PROTECT
DECISIONS = [("reinstated", "back in the queue"), ("retired", "retired")]


class Migration(migrations.Migration):
    dependencies: ClassVar = [("annotation", "0033_sources")]

    operations: ClassVar = [
        migrations.CreateModel(
            name="TaskReport",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("reason", models.CharField(max_length=20)),
                ("note", models.TextField(blank=True)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("decision", models.CharField(blank=True, choices=DECISIONS, max_length=10)),
                ("decided_at", models.DateTimeField(null=True)),
                ("decision_note", models.TextField(blank=True)),
                (
                    "assignment",
                    models.OneToOneField(on_delete=PROTECT, related_name="task_report", to="annotation.assignment"),
                ),
                (
                    "decided_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=PROTECT,
                        related_name="decided_task_reports",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=Q(decision="", decided_at__isnull=True)
                        | Q(decision__in=["reinstated", "retired"], decided_at__isnull=False),
                        name="task_report_decided_at_some_time",
                    )
                ],
            },
        ),
    ]
