"""Add the choice of what free text a release has, redactions, and what a scan found."""

from __future__ import annotations

from typing import ClassVar

import django.core.validators
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies: ClassVar = [
        ('annotation', '0046_suggestion_stages'),
    ]

    operations: ClassVar = [
        migrations.CreateModel(
            name='FreeTextChoice',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('left_out', models.JSONField(default=list)),
                ('smallest_group', models.PositiveSmallIntegerField(default=1, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(1000)])),
                ('words', models.TextField(blank=True)),
                ('changed_at', models.DateTimeField(auto_now=True)),
                ('changed_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('project', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='free_text_choice', to='annotation.project')),
            ],
        ),
        migrations.CreateModel(
            name='Redaction',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(max_length=30)),
                ('row', models.BigIntegerField()),
                ('made_at', models.DateTimeField(auto_now_add=True)),
                ('released_at', models.DateTimeField(null=True)),
                ('made_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='redactions', to='annotation.project')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('project', 'kind', 'row'), name='redaction_once'), models.CheckConstraint(condition=models.Q(('kind__in', ['report_notes', 'report_decisions', 'adjudication_notes', 'searches', 'links', 'other_operations'])), name='redaction_of_optional_kind')],
            },
        ),
        migrations.CreateModel(
            name='TextFinding',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(max_length=30)),
                ('what', models.CharField(choices=[('mail', 'mail address'), ('phone', 'phone number'), ('name', 'name of a member'), ('word', 'one of your words')], max_length=10)),
                ('row', models.BigIntegerField()),
                ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='text_findings', to='annotation.project')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('project', 'kind', 'what', 'row'), name='text_finding_once'), models.CheckConstraint(condition=models.Q(('kind__in', ['report_notes', 'report_decisions', 'adjudication_notes', 'searches', 'links', 'other_operations', 'claims', 'tasks', 'statement'])), name='text_finding_of_known_kind'), models.CheckConstraint(condition=models.Q(('what__in', ['mail', 'phone', 'name', 'word'])), name='text_finding_of_known_sort')],
            },
        ),
    ]
