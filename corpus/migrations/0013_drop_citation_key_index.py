"""No query looks a citation up by the key of its address; every import wrote the index."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("corpus", "0012_citation_language"),
    ]

    operations = [
        migrations.RemoveIndex(model_name="storedcitation", name="corpus_citation_key"),
    ]
