from __future__ import annotations

import django.db.models.deletion
from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from annotation.claims.minhash import signatures


def sign_known_claims(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """Claims from before there were signatures are found as well."""
    claim, signature = apps.get_model("annotation", "Claim"), apps.get_model("annotation", "ClaimSignature")
    rows = claim.objects.values_list("pk", "text").iterator(chunk_size=1_000)
    signature.objects.bulk_create(
        (signature(claim_id=pk, value=value) for pk, text in rows for value in signatures(text)), batch_size=2_000
    )


class Migration(migrations.Migration):

    dependencies = [
        ('annotation', '0003_claim_writing'),
    ]

    operations = [
        migrations.CreateModel(
            name='ClaimSignature',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('value', models.BigIntegerField(db_index=True)),
                ('claim', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='signatures', to='annotation.claim')),
            ],
        ),
        migrations.RunPython(sign_known_claims, migrations.RunPython.noop),
    ]
