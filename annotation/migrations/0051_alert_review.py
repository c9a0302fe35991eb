"""Add what managers said of alerts, and which were sent to a webhook."""

from __future__ import annotations

from typing import ClassVar

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies: ClassVar = [
        ('annotation', '0050_manager_actions'),
    ]

    operations: ClassVar = [
        migrations.CreateModel(
            name='AlertReview',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=200)),
                ('state', models.CharField(choices=[('seen', 'seen'), ('no_problem', 'not a problem')], max_length=10)),
                ('n', models.PositiveIntegerField()),
                ('value', models.FloatField()),
                ('reviewed_at', models.DateTimeField(auto_now=True)),
                ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='alert_reviews', to='annotation.project')),
                ('reviewed_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='alert_reviews', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('project', 'key'), name='alert_review_of_project'), models.CheckConstraint(condition=models.Q(('state__in', ['seen', 'no_problem'])), name='alert_review_known_state')],
            },
        ),
        migrations.CreateModel(
            name='AlertAnnouncement',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=200)),
                ('n', models.PositiveIntegerField()),
                ('value', models.FloatField()),
                ('announced_at', models.DateTimeField(auto_now=True)),
                ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='alert_announcements', to='annotation.project')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('project', 'key'), name='alert_announcement_of_project')],
            },
        ),
        migrations.AddField(
            model_name='webhook',
            name='sends_alerts',
            field=models.BooleanField(default=False),
        ),
        migrations.AlterField(
            model_name='webhookdelivery',
            name='event',
            field=models.CharField(choices=[('release.made', 'release made'), ('alerts.new', 'new alerts'), ('test', 'test')], max_length=20),
        ),
    ]
