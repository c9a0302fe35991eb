"""Announcements and questions that managers answer, who has read them, scores computed again, and who sees agreement."""

from __future__ import annotations

from typing import ClassVar

import django.core.validators
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [
        ("annotation", "0011_adjudication"),
    ]

    operations: ClassVar = [
        migrations.AddField(
            model_name="project",
            name="agreement_delay_days",
            field=models.PositiveSmallIntegerField(
                default=7, validators=[django.core.validators.MaxValueValidator(365)]
            ),
        ),
        migrations.AddField(
            model_name="project",
            name="show_adjudications",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="project",
            name="show_agreement",
            field=models.BooleanField(default=True),
        ),
        migrations.CreateModel(
            name="Announcement",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "audience",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("claim_writer", "claim writer"),
                            ("verifier", "verifier"),
                            ("manager", "manager"),
                            ("adjudicator", "adjudicator"),
                            ("observer", "observer"),
                        ],
                        max_length=20,
                    ),
                ),
                ("must_read", models.BooleanField(default=False)),
                ("title", models.CharField(max_length=200)),
                ("text", models.TextField()),
                ("revision", models.PositiveIntegerField(default=1)),
                ("read_from", models.PositiveIntegerField(default=1)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("withdrawn_at", models.DateTimeField(null=True)),
                (
                    "author",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="announcements",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "project",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="announcements",
                        to="annotation.project",
                    ),
                ),
            ],
            options={
                "ordering": ["-created_at", "-pk"],
            },
        ),
        migrations.CreateModel(
            name="AnnouncementRead",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("revision", models.PositiveIntegerField()),
                ("read_at", models.DateTimeField(auto_now_add=True)),
                (
                    "announcement",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="reads", to="annotation.announcement"
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="announcement_reads",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="AnnouncementRevision",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                ("title", models.CharField(max_length=200)),
                ("text", models.TextField()),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "announcement",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="revisions",
                        to="annotation.announcement",
                    ),
                ),
                (
                    "author",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="announcement_revisions",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["announcement", "number"],
            },
        ),
        migrations.CreateModel(
            name="GoldChange",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("before", models.JSONField()),
                ("after", models.JSONField()),
                ("at", models.DateTimeField(auto_now_add=True)),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="gold_changes",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "item",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="changes", to="annotation.golditem"
                    ),
                ),
            ],
            options={
                "ordering": ["-at", "-pk"],
            },
        ),
        migrations.CreateModel(
            name="Question",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("text", models.TextField()),
                ("answer", models.TextField(blank=True)),
                ("asked_at", models.DateTimeField(auto_now_add=True)),
                ("answered_at", models.DateTimeField(null=True)),
                ("seen_at", models.DateTimeField(null=True)),
                (
                    "answered_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="answered_questions",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "asker",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="questions",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "project",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="questions", to="annotation.project"
                    ),
                ),
            ],
            options={
                "ordering": ["-asked_at", "-pk"],
            },
        ),
        migrations.CreateModel(
            name="FaqEntry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("position", models.PositiveIntegerField()),
                ("question", models.CharField(max_length=500)),
                ("answer", models.TextField()),
                ("changed_at", models.DateTimeField(auto_now=True)),
                (
                    "author",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="faq_entries",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "project",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="faq", to="annotation.project"
                    ),
                ),
                (
                    "asked",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="entry",
                        to="annotation.question",
                    ),
                ),
            ],
            options={
                "ordering": ["position", "pk"],
            },
        ),
        migrations.CreateModel(
            name="Rescore",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("phase", models.PositiveSmallIntegerField()),
                ("before", models.JSONField()),
                ("after", models.JSONField()),
                ("seen_at", models.DateTimeField(null=True)),
                (
                    "calibration",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rescores",
                        to="annotation.calibration",
                    ),
                ),
                (
                    "change",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="rescores", to="annotation.goldchange"
                    ),
                ),
            ],
            options={
                "ordering": ["-change__at", "-pk"],
            },
        ),
        migrations.AddIndex(
            model_name="announcement",
            index=models.Index(
                condition=models.Q(("withdrawn_at__isnull", True)), fields=["project"], name="announcement_standing"
            ),
        ),
        migrations.AddConstraint(
            model_name="announcement",
            constraint=models.CheckConstraint(
                condition=models.Q(models.Q(("title", ""), _negated=True), models.Q(("text", ""), _negated=True)),
                name="announcement_has_words",
            ),
        ),
        migrations.AddConstraint(
            model_name="announcement",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("audience__in", ["", "claim_writer", "verifier", "manager", "adjudicator", "observer"])
                ),
                name="announcement_known_role",
            ),
        ),
        migrations.AddConstraint(
            model_name="announcement",
            constraint=models.CheckConstraint(
                condition=models.Q(("read_from__gte", 1), ("read_from__lte", models.F("revision"))),
                name="announcement_read_from_a_revision",
            ),
        ),
        migrations.AddConstraint(
            model_name="announcementread",
            constraint=models.UniqueConstraint(
                fields=("announcement", "person", "revision"), name="announcement_read_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="announcementrevision",
            constraint=models.UniqueConstraint(fields=("announcement", "number"), name="announcement_revision_once"),
        ),
        migrations.AddConstraint(
            model_name="question",
            constraint=models.CheckConstraint(
                condition=models.Q(("text", ""), _negated=True), name="question_has_words"
            ),
        ),
        migrations.AddConstraint(
            model_name="question",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("answer", ""), ("answered_at__isnull", True)),
                    models.Q(models.Q(("answer", ""), _negated=True), ("answered_at__isnull", False)),
                    _connector="OR",
                ),
                name="question_answered_at_some_time",
            ),
        ),
        migrations.AddConstraint(
            model_name="faqentry",
            constraint=models.CheckConstraint(
                condition=models.Q(models.Q(("question", ""), _negated=True), models.Q(("answer", ""), _negated=True)),
                name="faq_has_words",
            ),
        ),
        migrations.AddConstraint(
            model_name="rescore",
            constraint=models.UniqueConstraint(fields=("calibration", "change", "phase"), name="rescore_once_a_change"),
        ),
    ]
