"""Indexes that every import wrote for nothing: no query looks a citation up by the key of its address, and those of
corpus and page alone are the beginnings of others.
"""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("corpus", "0012_citation_language"),
    ]

    operations = [
        migrations.RemoveIndex(model_name="storedcitation", name="corpus_citation_key"),
        migrations.AlterField(
            model_name="storedcitation",
            name="corpus",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="citations",
                to="corpus.corpus",
            ),
        ),
        migrations.AlterField(
            model_name="storedcitation",
            name="page",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="citations",
                to="corpus.storedpage",
            ),
        ),
    ]
