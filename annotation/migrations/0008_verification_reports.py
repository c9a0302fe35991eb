"""Reports of claims, dropped context, the look of evidence sets, and the settings of putting aside and editing."""

from __future__ import annotations

from typing import ClassVar

import django.core.validators
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [
        ("annotation", "0007_operation_chain"),
    ]

    operations: ClassVar = [
        migrations.CreateModel(
            name="Report",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("reasons", models.JSONField()),
                ("note", models.TextField(blank=True)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "decision",
                    models.CharField(
                        blank=True,
                        choices=[("retired", "the claim is retired"), ("put_back", "the claim is back in the queue")],
                        max_length=10,
                    ),
                ),
                ("decided_at", models.DateTimeField(null=True)),
                ("decision_note", models.TextField(blank=True)),
            ],
            options={
                "ordering": ["created_at", "pk"],
            },
        ),
        migrations.RemoveConstraint(
            model_name="assignment",
            name="assignment_skipped_for_a_reason",
        ),
        migrations.RemoveConstraint(
            model_name="project",
            name="project_settings_in_range",
        ),
        migrations.AddField(
            model_name="evidence",
            name="dropped",
            field=models.JSONField(default=list),
        ),
        migrations.AddField(
            model_name="evidenceset",
            name="colour",
            field=models.CharField(
                blank=True,
                choices=[
                    ("yellow", "yellow"),
                    ("blue", "blue"),
                    ("green", "green"),
                    ("pink", "pink"),
                    ("orange", "orange"),
                    ("violet", "violet"),
                ],
                max_length=10,
            ),
        ),
        migrations.AddField(
            model_name="evidenceset",
            name="name",
            field=models.CharField(blank=True, max_length=60),
        ),
        migrations.AddField(
            model_name="project",
            name="edit_hours",
            field=models.PositiveIntegerField(default=48, validators=[django.core.validators.MaxValueValidator(8760)]),
        ),
        migrations.AddField(
            model_name="project",
            name="evidence_limit_elements",
            field=models.PositiveSmallIntegerField(
                blank=True,
                null=True,
                validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(500)],
            ),
        ),
        migrations.AddField(
            model_name="project",
            name="evidence_limit_pages",
            field=models.PositiveSmallIntegerField(
                blank=True,
                null=True,
                validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(1000)],
            ),
        ),
        migrations.AddField(
            model_name="project",
            name="guide_minutes",
            field=models.PositiveSmallIntegerField(
                default=10, validators=[django.core.validators.MaxValueValidator(1440)]
            ),
        ),
        migrations.AddField(
            model_name="project",
            name="park_hours",
            field=models.PositiveSmallIntegerField(
                default=24,
                validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(720)],
            ),
        ),
        migrations.AlterField(
            model_name="assignment",
            name="skip_reason",
            field=models.CharField(
                blank=True,
                choices=[
                    ("formatting", "It is not displayed correctly"),
                    ("nothing_verifiable", "Nothing in it can be verified"),
                    ("politics", "It is about contemporary politics"),
                    ("personal", "I cannot judge it without prejudice"),
                    ("other", "Another reason"),
                ],
                max_length=20,
            ),
        ),
        migrations.AddConstraint(
            model_name="assignment",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("skip_reason__in", ["formatting", "nothing_verifiable", "politics", "personal", "other"]),
                        ("state", "skipped"),
                    ),
                    models.Q(models.Q(("state", "skipped"), _negated=True), ("skip_reason", "")),
                    _connector="OR",
                ),
                name="assignment_skipped_for_a_reason",
            ),
        ),
        migrations.AddConstraint(
            model_name="evidenceset",
            constraint=models.CheckConstraint(
                condition=models.Q(("colour__in", ["", "yellow", "blue", "green", "pink", "orange", "violet"])),
                name="evidence_set_known_colour",
            ),
        ),
        migrations.AddConstraint(
            model_name="project",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("verifications_per_claim__gte", 1),
                    ("max_evidence_sets__gte", 1),
                    ("lease_minutes__gte", 2),
                    ("park_hours__gte", 1),
                ),
                name="project_settings_in_range",
            ),
        ),
        migrations.AddField(
            model_name="report",
            name="assignment",
            field=models.OneToOneField(
                on_delete=django.db.models.deletion.PROTECT, related_name="report", to="annotation.assignment"
            ),
        ),
        migrations.AddField(
            model_name="report",
            name="claim",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="reports", to="annotation.claim"
            ),
        ),
        migrations.AddField(
            model_name="report",
            name="decided_by",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="decided_reports",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddIndex(
            model_name="report",
            index=models.Index(fields=["claim", "decision"], name="report_of_claim"),
        ),
        migrations.AddConstraint(
            model_name="report",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("decided_at__isnull", True), ("decision", "")),
                    models.Q(("decided_at__isnull", False), ("decision__in", ["retired", "put_back"])),
                    _connector="OR",
                ),
                name="report_decided_at_some_time",
            ),
        ),
    ]
