"""Add the check before submission: its settings, arms and lines, and recorded contradictions."""

from __future__ import annotations

from typing import ClassVar

import annotation.projects.models
import django.core.validators
import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [
        ('annotation', "0043_suggestion_is_shown"),
    ]

    operations: ClassVar = [
        migrations.AddField(
            model_name='project',
            name='check_mode',
            field=models.CharField(choices=[('off', 'Off'), ('on', 'On for every claim'), ('random', 'On for a random share of the claims')], default='off', max_length=10),
        ),
        migrations.AddField(
            model_name='project',
            name='check_seed',
            field=models.BigIntegerField(default=annotation.projects.models.new_seed, validators=[django.core.validators.MinValueValidator(0), django.core.validators.MaxValueValidator(9007199254740992)]),
        ),
        migrations.AddField(
            model_name='project',
            name='check_share',
            field=models.PositiveSmallIntegerField(default=50, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(99)]),
        ),
        migrations.CreateModel(
            name='CheckLine',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('code', models.CharField(max_length=20)),
                ('subjects', models.JSONField(default=list)),
                ('state', models.CharField(choices=[('shown', 'left as it was'), ('dismissed', 'dismissed'), ('acted', 'acted upon'), ('silent', 'not shown')], max_length=10)),
                ('reason', models.CharField(blank=True, max_length=30)),
                ('note', models.CharField(blank=True, max_length=500)),
                ('verification', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='check_lines', to='annotation.verification')),
            ],
            options={
                'ordering': ['pk'],
                'constraints': [models.UniqueConstraint(fields=('verification', 'code'), name='check_line_once'), models.CheckConstraint(condition=models.Q(('code__in', ['header', 'part', 'page', 'search', 'opposite'])), name='check_line_known'), models.CheckConstraint(condition=models.Q(models.Q(('state', 'dismissed'), models.Q(('reason', ''), _negated=True)), models.Q(models.Q(('state', 'dismissed'), _negated=True), ('note', ''), ('reason', '')), _connector='OR'), name='check_line_reason_of_dismissal')],
            },
        ),
        migrations.CreateModel(
            name='Contradiction',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('position', models.PositiveSmallIntegerField()),
                ('first_element', models.CharField(max_length=600)),
                ('second_element', models.CharField(max_length=600)),
                ('pins', models.JSONField(default=list)),
                ('verification', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='contradictions', to='annotation.verification')),
            ],
            options={
                'ordering': ['position'],
                'constraints': [models.UniqueConstraint(fields=('verification', 'position'), name='contradiction_position_once'), models.CheckConstraint(condition=models.Q(('first_element', models.F('second_element')), _negated=True), name='contradiction_of_two_passages')],
            },
        ),
        migrations.CreateModel(
            name='SubmissionCheckArm',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('arm', models.CharField(choices=[('none', 'not shown'), ('shown', 'shown')], max_length=10)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('assignment', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='check_arm', to='annotation.assignment')),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('arm__in', ['none', 'shown'])), name='submission_check_arm_known')],
            },
        ),
    ]
