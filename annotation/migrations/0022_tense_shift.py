"""Allow the mutation Tense Shift. Going back is refused while a highlight or a claim has it."""

from __future__ import annotations

from typing import Any, ClassVar

from django.db import migrations, models
from django.db.models import Q

TENSE_SHIFT = "Tense Shift"
KNOWN = ["More Specific", "Generalization", "Negation", "Paraphrasing", "Entity Substitution", TENSE_SHIFT]


class StillInUse(RuntimeError):
    """Rows have the mutation that the version before does not know."""


def refuse_if_used(apps: Any, schema_editor: Any) -> None:
    """Raise StillInUse with the numbers of highlights and claims that ask for or have Tense Shift."""
    names = ("Highlight", "Claim")
    database = schema_editor.connection.alias
    counts = [
        apps.get_model("annotation", name).objects.using(database).filter(mutation=TENSE_SHIFT).count()
        for name in names
    ]
    if any(counts):
        raise StillInUse(
            f"The version before does not know the mutation {TENSE_SHIFT}, which {counts[0]} highlights and "
            f"{counts[1]} claims have. Release them, delete them or stay with this version."
        )


class Migration(migrations.Migration):
    dependencies: ClassVar = [("annotation", "0021_assignment_overdue")]

    operations: ClassVar = [
        migrations.RemoveConstraint("claim", "claim_known_mutation"),
        migrations.RemoveConstraint("highlight", "highlight_asks_for_all_or_nothing"),
        migrations.AddConstraint(
            "claim", models.CheckConstraint(condition=Q(mutation__in=["", *KNOWN]), name="claim_known_mutation")
        ),
        migrations.AddConstraint(
            "highlight",
            models.CheckConstraint(
                condition=Q(
                    sample__isnull=True,
                    type_one_is_true__isnull=True,
                    several_pages__isnull=True,
                    mutation="",
                    mutated_type="",
                )
                | Q(
                    type_one_is_true__isnull=False,
                    several_pages__isnull=False,
                    mutation__in=KNOWN,
                    mutated_type__in=["I", "II"],
                ),
                name="highlight_asks_for_all_or_nothing",
            ),
        ),
        migrations.RunPython(migrations.RunPython.noop, refuse_if_used),  # last, so that going back begins here
    ]
