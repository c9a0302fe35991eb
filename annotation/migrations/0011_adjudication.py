"""Verifications that are repeated, adjudication, work sent back, two more roles, and what reports are decided as."""

from __future__ import annotations

from typing import ClassVar

import annotation.projects.models
import django.core.validators
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


def rename_put_back(apps, schema_editor):
    apps.get_model("annotation", "Report").objects.filter(decision="put_back").update(decision="reinstated")


def name_put_back(apps, schema_editor):
    reports = apps.get_model("annotation", "Report").objects
    reports.filter(decision__in=["reinstated", "corrected"]).update(decision="put_back")


class Migration(migrations.Migration):
    dependencies: ClassVar = [
        ("annotation", "0010_calibration"),
    ]

    operations: ClassVar = [
        migrations.CreateModel(
            name="Adjudication",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("revision", models.PositiveSmallIntegerField(default=1)),
                ("is_current", models.BooleanField(default=True)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("one", "one of the annotators"),
                            ("merged", "evidence of several put together"),
                            ("new", "the adjudicator’s own"),
                        ],
                        max_length=10,
                    ),
                ),
                ("verdict", models.CharField(max_length=20)),
                ("challenge", models.CharField(max_length=40)),
                ("evidence_sets", models.JSONField()),
                (
                    "error_type",
                    models.CharField(
                        choices=[
                            ("counting", "A counting error over many cells"),
                            ("overlooked", "A detail that refutes the claim was overlooked"),
                            ("not_found", "Relevant pages are hard to find, and were not found"),
                            ("accident", "An accident: a slip, the wrong button"),
                            ("vague_claim", "The claim can be read in several ways"),
                            ("guidelines", "The guidelines were understood differently, or do not say"),
                            ("too_much", "More evidence than needed, or alternatives in one set"),
                            ("incomplete", "The evidence does not hold all that the verdict needs"),
                            ("outside", "Knowledge from outside the evidence was used"),
                            ("source", "The pages contradict one another"),
                            ("other", "Something else"),
                            ("none", "Nobody erred: each is right"),
                        ],
                        max_length=20,
                    ),
                ),
                ("note", models.TextField(blank=True)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "ordering": ["claim", "revision"],
            },
        ),
        migrations.CreateModel(
            name="QaSample",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("ways", models.PositiveSmallIntegerField()),
                ("drawn_at", models.DateTimeField(auto_now_add=True)),
            ],
        ),
        migrations.CreateModel(
            name="QaTurn",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("counted", models.PositiveIntegerField(default=0)),
            ],
        ),
        migrations.CreateModel(
            name="Returned",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("note", models.TextField()),
                ("answer", models.TextField(blank=True)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("resolved_at", models.DateTimeField(null=True)),
            ],
            options={
                "ordering": ["created_at", "pk"],
            },
        ),
        migrations.RemoveConstraint(
            model_name="membership",
            name="membership_known_role",
        ),
        migrations.RemoveConstraint(
            model_name="report",
            name="report_decided_at_some_time",
        ),
        migrations.AddField(
            model_name="project",
            name="qa_rate",
            field=models.DecimalField(
                decimal_places=4,
                default=0,
                max_digits=5,
                validators=[django.core.validators.MinValueValidator(0), django.core.validators.MaxValueValidator(1)],
            ),
        ),
        migrations.AddField(
            model_name="project",
            name="qa_seed",
            field=models.BigIntegerField(
                default=annotation.projects.models.new_seed,
                validators=[django.core.validators.MinValueValidator(0), django.core.validators.MaxValueValidator(2**53)],
            ),
        ),
        migrations.AlterField(
            model_name="membership",
            name="role",
            field=models.CharField(
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
        migrations.AlterField(
            model_name="report",
            name="decision",
            field=models.CharField(
                blank=True,
                choices=[
                    ("corrected", "the claim is corrected and back in the queue"),
                    ("reinstated", "the claim is right and back in the queue"),
                    ("retired", "the claim is retired"),
                ],
                max_length=10,
            ),
        ),
        migrations.AddConstraint(
            model_name="membership",
            constraint=models.CheckConstraint(
                condition=models.Q(("role__in", ["claim_writer", "verifier", "manager", "adjudicator", "observer"])),
                name="membership_known_role",
            ),
        ),
        migrations.RunPython(rename_put_back, name_put_back),
        migrations.AddConstraint(
            model_name="report",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("decided_at__isnull", True), ("decision", "")),
                    models.Q(("decided_at__isnull", False), ("decision__in", ["corrected", "reinstated", "retired"])),
                    _connector="OR",
                ),
                name="report_decided_at_some_time",
            ),
        ),
        migrations.AddField(
            model_name="adjudication",
            name="adjudicator",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="adjudications", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="adjudication",
            name="chosen",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="adjudications",
                to="annotation.verification",
            ),
        ),
        migrations.AddField(
            model_name="adjudication",
            name="claim",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="adjudications", to="annotation.claim"
            ),
        ),
        migrations.AddField(
            model_name="qasample",
            name="of",
            field=models.OneToOneField(
                on_delete=django.db.models.deletion.PROTECT, related_name="qa_sample", to="annotation.verification"
            ),
        ),
        migrations.AddField(
            model_name="qasample",
            name="task",
            field=models.OneToOneField(
                on_delete=django.db.models.deletion.CASCADE, related_name="qa_sample", to="annotation.task"
            ),
        ),
        migrations.AddField(
            model_name="qaturn",
            name="person",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="qa_turns", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="qaturn",
            name="project",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="qa_turns", to="annotation.project"
            ),
        ),
        migrations.AddField(
            model_name="returned",
            name="assignment",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="returns", to="annotation.assignment"
            ),
        ),
        migrations.AddField(
            model_name="returned",
            name="by",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="sent_back", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="returned",
            name="verification",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="returns", to="annotation.verification"
            ),
        ),
        migrations.AddConstraint(
            model_name="adjudication",
            constraint=models.UniqueConstraint(fields=("claim", "revision"), name="adjudication_revision_once"),
        ),
        migrations.AddConstraint(
            model_name="adjudication",
            constraint=models.UniqueConstraint(
                condition=models.Q(("is_current", True)), fields=("claim",), name="adjudication_one_current"
            ),
        ),
        migrations.AddConstraint(
            model_name="adjudication",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("chosen__isnull", False), ("kind", "one")),
                    models.Q(("chosen__isnull", True), ("kind__in", ["merged", "new"])),
                    _connector="OR",
                ),
                name="adjudication_names_the_one",
            ),
        ),
        migrations.AddConstraint(
            model_name="adjudication",
            constraint=models.CheckConstraint(
                condition=models.Q(("verdict__in", ["SUPPORTS", "REFUTES", "NOT ENOUGH INFO"])),
                name="adjudication_known_verdict",
            ),
        ),
        migrations.AddConstraint(
            model_name="adjudication",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "challenge__in",
                        [
                            "Multi-hop Reasoning",
                            "Combining Tables and Text",
                            "Numerical Reasoning",
                            "Entity Disambiguation",
                            "Search terms not in claim",
                            "Other",
                        ],
                    )
                ),
                name="adjudication_known_challenge",
            ),
        ),
        migrations.AddConstraint(
            model_name="adjudication",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "error_type__in",
                        [
                            "counting",
                            "overlooked",
                            "not_found",
                            "accident",
                            "vague_claim",
                            "guidelines",
                            "too_much",
                            "incomplete",
                            "outside",
                            "source",
                            "other",
                            "none",
                        ],
                    )
                ),
                name="adjudication_known_error_type",
            ),
        ),
        migrations.AddConstraint(
            model_name="qasample",
            constraint=models.CheckConstraint(
                condition=models.Q(("ways__in", [2, 3])), name="qa_sample_two_or_three_ways"
            ),
        ),
        migrations.AddConstraint(
            model_name="qaturn",
            constraint=models.UniqueConstraint(fields=("project", "person"), name="qa_turn_once_a_person"),
        ),
        migrations.AddConstraint(
            model_name="returned",
            constraint=models.UniqueConstraint(
                condition=models.Q(("resolved_at__isnull", True)),
                fields=("assignment",),
                name="returned_once_at_a_time",
            ),
        ),
        migrations.AddConstraint(
            model_name="returned",
            constraint=models.CheckConstraint(
                condition=models.Q(("note", ""), _negated=True), name="returned_with_a_note"
            ),
        ),
    ]
