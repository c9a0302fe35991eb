"""Keep the numbers that highlights and annotations had in an imported release, and the lines that have no table."""

from __future__ import annotations

from typing import Any, ClassVar
from unicodedata import is_normalized

import django.db.models.deletion
from django.db import migrations, models

AT_ONCE = 1_000


def sign_decomposed_claims_again(apps: Any, schema_editor: Any) -> None:
    """Store the signatures of claims that are not in NFC again: words are compared in NFC since this version."""
    from annotation.claims.minhash import signatures

    database = schema_editor.connection.alias
    claims = apps.get_model("annotation", "Claim").objects.using(database)
    rows = apps.get_model("annotation", "ClaimSignature").objects.using(database)
    stored = claims.order_by("pk").values_list("pk", "text").iterator(chunk_size=AT_ONCE)
    texts = {pk: text for pk, text in stored if not is_normalized("NFC", text)}
    signed = set(rows.filter(claim__in=list(texts)).values_list("claim_id", flat=True)) if texts else set()
    rows.filter(claim__in=signed).delete()
    model = apps.get_model("annotation", "ClaimSignature")
    rows.bulk_create(
        (model(claim_id=pk, value=value) for pk in sorted(signed) for value in signatures(texts[pk])),
        batch_size=AT_ONCE,
    )


class Migration(migrations.Migration):
    dependencies: ClassVar = [("annotation", "0048_webhook")]

    operations: ClassVar = [
        migrations.AddField("claim", "release_mutated_claim", models.BigIntegerField(null=True)),
        migrations.AddField("highlight", "release_id", models.BigIntegerField(null=True)),
        migrations.AddField("verification", "release_id", models.BigIntegerField(null=True)),
        migrations.CreateModel(
            name="ImportedLine",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("file", models.CharField(max_length=120)),
                ("position", models.PositiveIntegerField()),
                ("text", models.TextField()),
                (
                    "project",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="imported_lines",
                        to="annotation.project",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("project", "file", "position"), name="imported_line_once")
                ],
            },
        ),
        migrations.RunPython(sign_decomposed_claims_again, migrations.RunPython.noop),
    ]
