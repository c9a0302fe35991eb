"""All tables of the corpus as of migration 0003."""
from __future__ import annotations

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [('corpus', '0001_initial'), ('corpus', '0002_layout'), ('corpus', '0003_import_runs')]

    initial = True

    dependencies = [
    ]

    operations = [
        migrations.CreateModel(
            name='Corpus',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('slug', models.SlugField(max_length=100, unique=True, verbose_name='short name')),
                ('name', models.CharField(max_length=200, verbose_name='name')),
                ('created_at', models.DateTimeField(auto_now_add=True, verbose_name='created at')),
                ('source', models.TextField(blank=True, verbose_name='source')),
                ('parser_version', models.CharField(max_length=40, verbose_name='parser version')),
                ('splitter_version', models.CharField(max_length=40, verbose_name='sentence splitter version')),
            ],
            options={
                'verbose_name': 'corpus',
                'verbose_name_plural': 'corpora',
                'ordering': ['slug'],
                'constraints': [models.CheckConstraint(condition=models.Q(('slug', ''), _negated=True), name='corpus_slug_not_empty')],
            },
        ),
        migrations.CreateModel(
            name='ImportRun',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('sources', models.JSONField(verbose_name='sources')),
                ('settings', models.JSONField(verbose_name='settings')),
                ('software', models.JSONField(verbose_name='versions of the software')),
                ('phase', models.CharField(choices=[('reading', 'reading the sources'), ('linking', 'resolving links'), ('complete', 'complete')], default='reading', max_length=20, verbose_name='phase')),
                ('source', models.PositiveIntegerField(default=0, verbose_name='sources read')),
                ('place', models.BigIntegerField(default=0, verbose_name='place in the source')),
                ('taken', models.BigIntegerField(default=0, verbose_name='records read')),
                ('linked', models.BigIntegerField(default=0, verbose_name='last page whose links are resolved')),
                ('started_at', models.DateTimeField(auto_now_add=True, verbose_name='started at')),
                ('finished_at', models.DateTimeField(null=True, verbose_name='finished at')),
                ('corpus', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='import_run', to='corpus.corpus')),
            ],
            options={
                'verbose_name': 'import',
                'verbose_name_plural': 'imports',
            },
        ),
        migrations.CreateModel(
            name='ImportFailure',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('title', models.TextField(blank=True, verbose_name='title')),
                ('place', models.TextField(blank=True, verbose_name='place in the source')),
                ('reason', models.TextField(verbose_name='reason')),
                ('remedy', models.TextField(verbose_name='remedy')),
                ('run', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='failures', to='corpus.importrun')),
            ],
            options={
                'verbose_name': 'page that failed',
                'verbose_name_plural': 'pages that failed',
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='ImportCount',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(max_length=20, verbose_name='what is counted')),
                ('name', models.CharField(max_length=255, verbose_name='name')),
                ('count', models.BigIntegerField(verbose_name='count')),
                ('run', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='counts', to='corpus.importrun')),
            ],
            options={
                'verbose_name': 'count of an import',
                'verbose_name_plural': 'counts of an import',
            },
        ),
        migrations.CreateModel(
            name='Redirect',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('title', models.CharField(max_length=512, verbose_name='title')),
                ('target', models.CharField(max_length=512, verbose_name='target')),
                ('fragment', models.CharField(blank=True, max_length=512, verbose_name='section')),
                ('corpus', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='redirects', to='corpus.corpus')),
            ],
            options={
                'verbose_name': 'redirect',
                'verbose_name_plural': 'redirects',
                'ordering': ['title'],
            },
        ),
        migrations.CreateModel(
            name='StoredPage',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('title', models.CharField(max_length=512, verbose_name='title')),
                ('data', models.TextField(verbose_name='page JSON')),
                ('revision', models.BigIntegerField(null=True, verbose_name='revision')),
                ('timestamp', models.DateTimeField(null=True, verbose_name='revision time')),
                ('content_hash', models.CharField(max_length=64, verbose_name='sha256 of the page JSON')),
                ('size', models.PositiveIntegerField(verbose_name='size in characters')),
                ('paragraphs', models.JSONField(blank=True, default=list, verbose_name='ids of the sentences that begin a paragraph')),
                ('hatnotes', models.JSONField(blank=True, default=list, verbose_name='ids of the hatnotes')),
                ('categories', models.JSONField(blank=True, default=list, verbose_name='names of its categories')),
                ('came_ready', models.BooleanField(default=False, verbose_name='was page JSON in its source')),
                ('corpus', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='pages', to='corpus.corpus')),
            ],
            options={
                'verbose_name': 'page',
                'verbose_name_plural': 'pages',
                'ordering': ['title'],
            },
        ),
        migrations.AddConstraint(
            model_name='importrun',
            constraint=models.CheckConstraint(condition=models.Q(('phase__in', ['reading', 'linking', 'complete'])), name='corpus_import_phase_known'),
        ),
        migrations.AddConstraint(
            model_name='importrun',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('finished_at__isnull', False), ('phase', 'complete')), models.Q(models.Q(('phase', 'complete'), _negated=True), ('finished_at__isnull', True)), _connector='OR'), name='corpus_import_finished_when_complete'),
        ),
        migrations.AddConstraint(
            model_name='importcount',
            constraint=models.UniqueConstraint(fields=('run', 'kind', 'name'), name='corpus_count_unique'),
        ),
        migrations.AddIndex(
            model_name='redirect',
            index=models.Index(fields=['corpus', 'target'], name='corpus_redirect_target'),
        ),
        migrations.AddConstraint(
            model_name='redirect',
            constraint=models.UniqueConstraint(fields=('corpus', 'title'), name='corpus_redirect_title_unique'),
        ),
        migrations.AddConstraint(
            model_name='redirect',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('title', ''), _negated=True), models.Q(('title__contains', '_'), _negated=True)), name='corpus_redirect_is_title'),
        ),
        migrations.AddConstraint(
            model_name='redirect',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('target', ''), _negated=True), models.Q(('target__contains', '_'), _negated=True)), name='corpus_redirect_to_title'),
        ),
        migrations.AddConstraint(
            model_name='storedpage',
            constraint=models.UniqueConstraint(fields=('corpus', 'title'), name='corpus_page_title_unique'),
        ),
        migrations.AddConstraint(
            model_name='storedpage',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('title', ''), _negated=True), models.Q(('title__contains', '_'), _negated=True)), name='corpus_page_title_is_title'),
        ),
        migrations.AddConstraint(
            model_name='storedpage',
            constraint=models.CheckConstraint(condition=models.Q(('content_hash', ''), _negated=True), name='corpus_page_hash_not_empty'),
        ),
    ]
