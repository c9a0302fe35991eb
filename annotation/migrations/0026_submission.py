"""Give every workflow's submitted work one core row, `Submission`, to which evidence is attached. Loses nothing, both ways."""

from __future__ import annotations

from typing import Any, ClassVar

import django.db.models.deletion
from django.db import migrations, models
from django.db.models import Q

ASSIGNMENT = {"on_delete": django.db.models.deletion.PROTECT, "to": "annotation.assignment"}
SUBMISSION = {"on_delete": django.db.models.deletion.PROTECT, "to": "annotation.submission"}
OF_SUBMISSION = {
    "on_delete": django.db.models.deletion.CASCADE,
    "related_name": "evidence_sets",
    "to": "annotation.submission",
}

FORWARDS = (
    "INSERT INTO annotation_submission (assignment_id, revision, is_current, client_id, created_at)"
    " SELECT assignment_id, revision, is_current, client_id, created_at FROM annotation_verification ORDER BY id",
    "INSERT INTO annotation_submission (assignment_id, revision, is_current, client_id, created_at)"
    " SELECT assignment_id, 1, TRUE, client_id, created_at FROM annotation_claimset ORDER BY id",
    "UPDATE annotation_verification SET submission_id ="
    " (SELECT id FROM annotation_submission WHERE client_id = annotation_verification.client_id)",
    "UPDATE annotation_claimset SET submission_id ="
    " (SELECT id FROM annotation_submission WHERE client_id = annotation_claimset.client_id)",
    "UPDATE annotation_evidenceset SET submission_id ="
    " (SELECT submission_id FROM annotation_verification WHERE id = annotation_evidenceset.verification_id)",
)
BACKWARDS = (
    *(
        f"UPDATE annotation_verification SET {column} ="
        f" (SELECT {column} FROM annotation_submission WHERE id = annotation_verification.submission_id)"
        for column in ("assignment_id", "revision", "is_current", "client_id", "created_at")
    ),
    *(
        f"UPDATE annotation_claimset SET {column} ="
        f" (SELECT {column} FROM annotation_submission WHERE id = annotation_claimset.submission_id)"
        for column in ("assignment_id", "client_id", "created_at")
    ),
    "UPDATE annotation_evidenceset SET verification_id ="
    " (SELECT id FROM annotation_verification WHERE submission_id = annotation_evidenceset.submission_id)",
)


class WouldBeLost(RuntimeError):
    """Rows that the version before has no place for."""


def forwards(apps: Any, schema_editor: Any) -> None:
    _execute(schema_editor, FORWARDS)


def backwards(apps: Any, schema_editor: Any) -> None:
    """Raise WouldBeLost with the number of submissions that are of other workflows."""
    submissions = apps.get_model("annotation", "Submission").objects.using(schema_editor.connection.alias)
    others = submissions.filter(verification__isnull=True, claimset__isnull=True).count()
    if others:
        raise WouldBeLost(
            f"The version before has no place for {others} submissions of other workflows. "
            "Release them and delete them, or stay with this version."
        )
    _execute(schema_editor, BACKWARDS)


def _execute(schema_editor: Any, statements: tuple[str, ...]) -> None:
    for statement in statements:
        schema_editor.execute(statement)
    if schema_editor.connection.vendor == "postgresql":
        # Otherwise the checks of foreign keys are pending, and PostgreSQL refuses to change the tables further.
        schema_editor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        schema_editor.execute("SET CONSTRAINTS ALL DEFERRED")


class Migration(migrations.Migration):
    dependencies: ClassVar = [("annotation", "0025_project_workflows")]

    operations: ClassVar = [
        migrations.CreateModel(
            name="Submission",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("revision", models.PositiveSmallIntegerField(default=1)),
                ("is_current", models.BooleanField(default=True)),
                ("client_id", models.UUIDField(unique=True)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("assignment", models.ForeignKey(related_name="submissions", **ASSIGNMENT)),
            ],
        ),
        migrations.AddConstraint(
            "submission",
            models.UniqueConstraint(fields=["assignment", "revision"], name="submission_revision_once"),
        ),
        migrations.AddConstraint(
            "submission",
            models.UniqueConstraint(fields=["assignment"], condition=Q(is_current=True), name="submission_one_current"),
        ),
        migrations.RemoveConstraint("verification", "verification_revision_once"),
        migrations.RemoveConstraint("verification", "verification_one_current"),
        migrations.RemoveConstraint("evidenceset", "evidence_set_position_once"),
        # The old columns may be empty before they are removed, so that they can be added again on the way back.
        migrations.AlterField(
            "verification", "assignment", models.ForeignKey(null=True, related_name="verifications", **ASSIGNMENT)
        ),
        migrations.AlterField("verification", "revision", models.PositiveSmallIntegerField(default=1, null=True)),
        migrations.AlterField("verification", "is_current", models.BooleanField(default=True, null=True)),
        migrations.AlterField("verification", "client_id", models.UUIDField(null=True, unique=True)),
        migrations.AlterField("verification", "created_at", models.DateTimeField(auto_now_add=True, null=True)),
        migrations.AlterField(
            "claimset", "assignment", models.OneToOneField(null=True, related_name="claim_set", **ASSIGNMENT)
        ),
        migrations.AlterField("claimset", "client_id", models.UUIDField(null=True, unique=True)),
        migrations.AlterField("claimset", "created_at", models.DateTimeField(auto_now_add=True, null=True)),
        migrations.AlterField(
            "evidenceset",
            "verification",
            models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="evidence_sets",
                to="annotation.verification",
            ),
        ),
        migrations.AddField(
            "verification", "submission", models.OneToOneField(null=True, related_name="verification", **SUBMISSION)
        ),
        migrations.AddField(
            "claimset", "submission", models.OneToOneField(null=True, related_name="claimset", **SUBMISSION)
        ),
        migrations.AddField("evidenceset", "submission", models.ForeignKey(null=True, **OF_SUBMISSION)),
        migrations.RunPython(forwards, backwards),
        *(
            migrations.RemoveField("verification", name)
            for name in ("assignment", "revision", "is_current", "client_id", "created_at")
        ),
        *(migrations.RemoveField("claimset", name) for name in ("assignment", "client_id", "created_at")),
        migrations.RemoveField("evidenceset", "verification"),
        migrations.AlterField(
            "verification", "submission", models.OneToOneField(related_name="%(class)s", **SUBMISSION)
        ),
        migrations.AlterField("claimset", "submission", models.OneToOneField(related_name="%(class)s", **SUBMISSION)),
        migrations.AlterField("evidenceset", "submission", models.ForeignKey(**OF_SUBMISSION)),
        migrations.AddConstraint(
            "evidenceset",
            models.UniqueConstraint(fields=["submission", "position"], name="evidence_set_position_once"),
        ),
    ]
