"""Rename two models. Their tables keep their names, so nothing in the database changes."""

from __future__ import annotations

from typing import ClassVar

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [("annotation", "0019_task_assigned_count_required_annotations")]

    operations: ClassVar = [
        migrations.AlterModelTable("QaTurn", "annotation_qaturn"),
        migrations.RenameModel("QaTurn", "QaCounter"),
        migrations.AlterField(
            "qacounter",
            "person",
            models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="qa_counters", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AlterField(
            "qacounter",
            "project",
            models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="qa_counters", to="annotation.project"
            ),
        ),
        migrations.AlterModelTable("Returned", "annotation_returned"),
        migrations.RenameModel("Returned", "RevisionRequest"),
    ]
