"""Let projects choose challenges and workflows reasons to skip. Going back is refused while a row has one of theirs."""

from __future__ import annotations

from typing import Any, ClassVar

from django.db import migrations, models
from django.db.models import Q

CHALLENGES = [
    *("Multi-hop Reasoning", "Combining Tables and Text", "Numerical Reasoning", "Entity Disambiguation"),
    *("Search terms not in claim", "Other"),
]
SKIP_REASONS = ["formatting", "nothing_verifiable", "politics", "personal", "other"]
COLUMNS = (
    ("Verification", "challenge", CHALLENGES),
    ("Adjudication", "challenge", CHALLENGES),
    ("Claim", "expected_challenge", CHALLENGES),
    ("Assignment", "skip_reason", SKIP_REASONS),
)


class StillInUse(RuntimeError):
    """Rows have a challenge or a reason that the version before does not know."""


def refuse_if_used(apps: Any, schema_editor: Any) -> None:
    """Raise StillInUse with the numbers of rows that have other values."""
    counts = {}
    for name, column, known in COLUMNS:
        rows = apps.get_model("annotation", name).objects.using(schema_editor.connection.alias)
        counts[f"{column} of {name}"] = rows.exclude(**{f"{column}__in": ["", *known]}).count()
    if any(counts.values()):
        found = ", ".join(f"{count} {what}" for what, count in counts.items() if count)
        raise StillInUse(
            f"The version before knows neither the challenges nor the reasons to skip of: {found}. Release these "
            "projects, delete them or stay with this version."
        )


class Migration(migrations.Migration):
    dependencies: ClassVar = [("annotation", "0030_task_decision")]

    operations: ClassVar = [
        migrations.RemoveConstraint("adjudication", "adjudication_known_challenge"),
        migrations.RemoveConstraint("claim", "claim_known_challenge"),
        migrations.RemoveConstraint("verification", "verification_known_challenge"),
        migrations.RemoveConstraint("assignment", "assignment_skipped_for_a_reason"),
        migrations.AlterField("assignment", "skip_reason", models.CharField(blank=True, max_length=20)),
        migrations.AddConstraint(
            "assignment",
            models.CheckConstraint(
                condition=(Q(state="skipped") & ~Q(skip_reason="")) | (~Q(state="skipped") & Q(skip_reason="")),
                name="assignment_skipped_for_a_reason",
            ),
        ),
        migrations.RunPython(migrations.RunPython.noop, refuse_if_used),  # last, so that going back begins here
    ]
