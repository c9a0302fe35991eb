"""Keep decisions on tasks whose answers are labels."""

from __future__ import annotations

from typing import ClassVar

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import Q

PROTECT = django.db.models.deletion.PROTECT


class Migration(migrations.Migration):
    dependencies: ClassVar = [("annotation", "0028_subjects")]

    operations: ClassVar = [
        migrations.CreateModel(
            name="TaskDecision",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("revision", models.PositiveSmallIntegerField(default=1)),
                ("is_current", models.BooleanField(default=True)),
                ("value", models.CharField(max_length=40)),
                ("note", models.TextField(blank=True)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "adjudicator",
                    models.ForeignKey(
                        on_delete=PROTECT, related_name="task_decisions", to=settings.AUTH_USER_MODEL
                    ),
                ),
                ("task", models.ForeignKey(on_delete=PROTECT, related_name="decisions", to="annotation.task")),
            ],
            options={
                "ordering": ["task", "revision"],
                "constraints": [
                    models.UniqueConstraint(fields=("task", "revision"), name="task_decision_revision_once"),
                    models.UniqueConstraint(
                        condition=Q(is_current=True), fields=("task",), name="task_decision_one_current"
                    ),
                    models.CheckConstraint(condition=~Q(value=""), name="task_decision_has_value"),
                ],
            },
        ),
    ]
