"""Submissions know the version of the guidelines that they were made under; changes of guidelines, with their reason.

What was submitted before is given the newest version that its author had confirmed by then, else the one that was
current; what came with an imported data set was made under guidelines of another project, and has none.
"""

from __future__ import annotations

from typing import ClassVar

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

KNOWN_FROM_DATES = """
UPDATE annotation_submission SET guidelines_version = COALESCE(
    (SELECT MAX(c.version) FROM annotation_guidelinesconfirmation c
       JOIN annotation_assignment a ON a.project_id = c.project_id AND a.person_id = c.person_id AND a.kind = c.kind
      WHERE a.id = annotation_submission.assignment_id AND c.confirmed_at <= annotation_submission.created_at),
    (SELECT MAX(g.version) FROM annotation_guidelines g
       JOIN annotation_assignment a ON a.project_id = g.project_id AND a.kind = g.kind
      WHERE a.id = annotation_submission.assignment_id AND g.created_at <= annotation_submission.created_at),
    0)
WHERE NOT EXISTS (
    SELECT 1 FROM annotation_verification v
     WHERE v.submission_id = annotation_submission.id AND v.release_id IS NOT NULL)
"""


class Migration(migrations.Migration):
    dependencies: ClassVar = [("annotation", "0054_alert_mail")]

    operations: ClassVar = [
        migrations.AddField(
            model_name="submission",
            name="guidelines_version",
            field=models.PositiveIntegerField(null=True),
        ),
        migrations.RunSQL(KNOWN_FROM_DATES, migrations.RunSQL.noop),
        migrations.CreateModel(
            name="GuidelineChange",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(max_length=30)),
                ("reason", models.TextField(blank=True)),
                ("source", models.CharField(blank=True, max_length=1000)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("actions", models.ManyToManyField(related_name="guideline_changes", to="annotation.action")),
                ("announcement", models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="guideline_changes", to="annotation.announcement")),
                ("by", models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name="guideline_changes", to=settings.AUTH_USER_MODEL)),
                ("guidelines", models.OneToOneField(null=True, on_delete=django.db.models.deletion.CASCADE, related_name="change", to="annotation.guidelines")),
                ("project", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="guideline_changes", to="annotation.project")),
                ("tasks", models.ManyToManyField(related_name="guideline_changes", to="annotation.task")),
            ],
            options={"ordering": ["-pk"]},
        ),
    ]
