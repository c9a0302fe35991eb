"""All tables of search as of migration 0002."""
from __future__ import annotations

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [('search', '0001_initial'), ('search', '0002_updates')]

    initial = True

    dependencies = [
        ('corpus', '0001_squashed_0003_import_runs'),
    ]

    operations = [
        migrations.CreateModel(
            name='IndexState',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('generation', models.BigIntegerField(verbose_name='generation')),
                ('names', models.BigIntegerField(verbose_name='generation of its names')),
                ('engine', models.CharField(max_length=40, verbose_name='engine')),
                ('engine_version', models.CharField(max_length=80, verbose_name='engine version')),
                ('schema_version', models.PositiveIntegerField(verbose_name='schema version')),
                ('fingerprint', models.CharField(max_length=120, verbose_name='fingerprint of what was indexed')),
                ('pages', models.PositiveIntegerField(verbose_name='pages')),
                ('built_at', models.DateTimeField(verbose_name='built at')),
                ('corpus', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='index_state', to='corpus.corpus')),
            ],
            options={
                'verbose_name': 'index state',
                'verbose_name_plural': 'index states',
            },
        ),
        migrations.CreateModel(
            name='CrowdedPrefix',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('generation', models.BigIntegerField(verbose_name='generation')),
                ('place', models.PositiveSmallIntegerField(verbose_name='place in the title')),
                ('prefix', models.BinaryField(verbose_name='folded beginning')),
                ('best', models.JSONField(verbose_name='best titles')),
                ('corpus', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='corpus.corpus')),
            ],
            options={
                'verbose_name': 'crowded prefix',
                'verbose_name_plural': 'crowded prefixes',
                'indexes': [models.Index(fields=['corpus', 'generation', 'place', 'prefix'], name='search_crowded_prefix')],
            },
        ),
        migrations.CreateModel(
            name='IndexedName',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('generation', models.BigIntegerField(verbose_name='generation')),
                ('name', models.CharField(max_length=512, verbose_name='title')),
                ('content', models.TextField(verbose_name='content hash, or where the redirect leads')),
                ('corpus', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='corpus.corpus')),
            ],
            options={
                'verbose_name': 'indexed name',
                'verbose_name_plural': 'indexed names',
                'indexes': [models.Index(fields=['corpus', 'generation', 'name'], name='search_indexed_name')],
            },
        ),
        migrations.CreateModel(
            name='TitleKey',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('generation', models.BigIntegerField(verbose_name='generation')),
                ('key', models.BinaryField(verbose_name='folded key')),
                ('place', models.PositiveSmallIntegerField(verbose_name='place in the title')),
                ('title', models.CharField(max_length=512, verbose_name='title')),
                ('redirect_from', models.CharField(max_length=512, null=True, verbose_name='redirect')),
                ('rank', models.PositiveIntegerField(verbose_name='pages that link to it')),
                ('corpus', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='corpus.corpus')),
            ],
            options={
                'verbose_name': 'title key',
                'verbose_name_plural': 'title keys',
                'indexes': [models.Index(fields=['corpus', 'generation', 'place', 'key'], name='search_title_key')],
            },
        ),
    ]
