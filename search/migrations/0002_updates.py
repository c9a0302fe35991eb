# An index is brought up to date in place: what was indexed is remembered name by name.

import django.db.models.deletion
from django.db import migrations, models


def keep_names(apps, schema_editor):
    """Suggestions of an index that is there go on working until the next build."""
    apps.get_model('search', 'IndexState').objects.update(names=models.F('generation'))


class Migration(migrations.Migration):

    dependencies = [
        ('corpus', '0001_initial'),
        ('search', '0001_initial'),
    ]

    operations = [
        migrations.AddField(
            model_name='indexstate',
            name='names',
            field=models.BigIntegerField(default=0, verbose_name='generation of its names'),
            preserve_default=False,
        ),
        migrations.RunPython(keep_names, migrations.RunPython.noop),
        migrations.AlterField(
            model_name='indexstate',
            name='fingerprint',
            field=models.CharField(max_length=120, verbose_name='fingerprint of what was indexed'),
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
    ]
