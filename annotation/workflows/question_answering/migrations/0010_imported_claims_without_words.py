"""AVeriTeC's train has a claim without words: imported claims may be so, others not."""

from __future__ import annotations

from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [("question_answering", "0001_initial")]
    operations: ClassVar = [
        migrations.RemoveConstraint(model_name="normalisedclaim", name="normalised_claim_has_text"),
        migrations.AddConstraint(
            model_name="normalisedclaim",
            constraint=models.CheckConstraint(
                condition=models.Q(("text", ""), _negated=True) | models.Q(("imported__isnull", False)),
                name="normalised_claim_has_text",
            ),
        ),
    ]
