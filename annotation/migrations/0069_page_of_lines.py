"""Pages as lists of lines, and a label for each evidence set."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("annotation", "0068_provider_links")]

    operations = [
        migrations.AddField(
            model_name="evidenceset",
            name="label",
            field=models.CharField(blank=True, default="", max_length=40),
        ),
        migrations.AddField(
            model_name="project",
            name="page_view",
            field=models.CharField(
                choices=[
                    ("article", "the article"),
                    ("lines", "a list of lines, with the pages that each links to (FEVER)"),
                ],
                default="article",
                max_length=10,
            ),
        ),
        migrations.AddField(
            model_name="project",
            name="opens_claim_page",
            field=models.BooleanField(default=False),
        ),
    ]
