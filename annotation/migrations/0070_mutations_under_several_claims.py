"""Equal mutations of several claims are several claims; those of highlights keep their rule."""

from __future__ import annotations

from typing import ClassVar

from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies: ClassVar = [("annotation", "0069_page_of_lines")]

    operations: ClassVar = [
        migrations.RemoveConstraint(model_name="claim", name="claim_once_per_project"),
        migrations.AddConstraint(
            model_name="claim",
            constraint=models.UniqueConstraint(
                fields=["project", "text"],
                condition=Q(phase=0, release_id__isnull=True) & (Q(mutated_claim__isnull=True) | ~Q(claim_type="")),
                name="claim_once_per_project",
            ),
        ),
        migrations.AddConstraint(
            model_name="claim",
            constraint=models.UniqueConstraint(
                fields=["mutated_claim", "text"],
                condition=Q(phase=0, release_id__isnull=True, mutated_claim__isnull=False, claim_type=""),
                name="mutation_once_per_claim",
            ),
        ),
    ]
