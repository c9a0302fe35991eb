"""Let a project choose its verdicts. Going back is refused while a row has a verdict that FEVEROUS does not have."""

from __future__ import annotations

from typing import Any, ClassVar

from django.db import migrations, models
from django.db.models import Q

KNOWN = ["SUPPORTS", "REFUTES", "NOT ENOUGH INFO"]
COLUMNS = (
    ("Verification", "verdict"),
    ("Adjudication", "verdict"),
    ("GoldItem", "verdict"),
    ("Claim", "intended_label"),
)


class StillInUse(RuntimeError):
    """Rows have a verdict that the version before does not know, or a project chose its own."""


def refuse_if_used(apps: Any, schema_editor: Any) -> None:
    """Raise StillInUse with the numbers of projects with a label set, and of rows with other verdicts."""
    database = schema_editor.connection.alias

    def rows(name: str) -> Any:
        return apps.get_model("annotation", name).objects.using(database)

    counts = {"projects": rows("Project").filter(label_set__isnull=False).count()}
    for name, column in COLUMNS:
        others = rows(name).exclude(**{f"{column}__in": ["", *KNOWN]})
        counts[f"{column} of {name}"] = others.count()
    if any(counts.values()):
        found = ", ".join(f"{count} {what}" for what, count in counts.items() if count)
        raise StillInUse(
            f"The version before knows the verdicts {', '.join(KNOWN)} only; others are used by: {found}. Release these "
            "projects, delete them or stay with this version."
        )


class Migration(migrations.Migration):
    dependencies: ClassVar = [("annotation", "0023_workflow_registry")]

    operations: ClassVar = [
        migrations.AddField("project", "label_set", models.JSONField(blank=True, default=None, null=True)),
        migrations.RemoveConstraint("verification", "verification_known_verdict"),
        migrations.RemoveConstraint("adjudication", "adjudication_known_verdict"),
        migrations.RemoveConstraint("golditem", "gold_known_verdict"),
        migrations.RemoveConstraint("claim", "claim_known_label"),
        migrations.AlterField("verification", "verdict", models.CharField(max_length=40)),
        migrations.AlterField("adjudication", "verdict", models.CharField(max_length=40)),
        migrations.AlterField("golditem", "verdict", models.CharField(blank=True, max_length=40)),
        migrations.AlterField("claim", "intended_label", models.CharField(blank=True, max_length=40)),
        migrations.AddConstraint(
            "verification", models.CheckConstraint(condition=~Q(verdict=""), name="verification_has_verdict")
        ),
        migrations.AddConstraint(
            "adjudication", models.CheckConstraint(condition=~Q(verdict=""), name="adjudication_has_verdict")
        ),
        migrations.RunPython(migrations.RunPython.noop, refuse_if_used),  # last, so that going back begins here
    ]
