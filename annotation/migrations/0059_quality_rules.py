"""Rules of a project that act on their own: a third verifier, a pause below a gold threshold, a raised QA share."""

from __future__ import annotations

import django.core.validators
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('annotation', '0058_guideline_changes'),
    ]

    operations = [
        migrations.CreateModel(
            name='QualityRules',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('third_verifier', models.CharField(choices=[('off', 'Off'), ('verdict', 'When their verdicts differ'), ('evidence', 'When their verdicts differ, or their evidence overlaps by less than 70 %')], default='off', max_length=10)),
                ('gold_pause', models.BooleanField(default=False)),
                ('gold_least', models.PositiveSmallIntegerField(default=20, validators=[django.core.validators.MinValueValidator(5), django.core.validators.MaxValueValidator(1000)])),
                ('gold_below', models.PositiveSmallIntegerField(default=60, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(100)])),
                ('qa_raise', models.BooleanField(default=False)),
                ('qa_below', models.PositiveSmallIntegerField(default=40, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(100)])),
                ('qa_share', models.PositiveSmallIntegerField(default=30, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(100)])),
            ],
            options={
                'verbose_name_plural': 'quality rules',
            },
        ),
        migrations.AddField(
            model_name='action',
            name='rule',
            field=models.CharField(blank=True, max_length=20),
        ),
        migrations.AddField(
            model_name='membersettings',
            name='paused_by_rule',
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name='task',
            name='third_requested_at',
            field=models.DateTimeField(null=True),
        ),
        migrations.AlterField(
            model_name='action',
            name='by',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='actions', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AlterField(
            model_name='action',
            name='reason',
            field=models.CharField(blank=True, choices=[('careless', 'careless or rushed work'), ('guidelines', 'guidelines not followed'), ('bias', 'one verdict given too often'), ('suggestions', 'suggestions accepted without checking'), ('uncertain', 'verdict or evidence in doubt'), ('test', 'test or training work'), ('request', 'at the annotator’s own request'), ('other', 'other'), ('rule', 'by a rule of the project')], max_length=20),
        ),
        migrations.AddConstraint(
            model_name='action',
            constraint=models.CheckConstraint(condition=models.Q(('by__isnull', False), models.Q(('rule', ''), _negated=True), _connector='OR'), name='action_by_somebody_or_a_rule'),
        ),
        migrations.AddField(
            model_name='qualityrules',
            name='project',
            field=models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='quality_rules', to='annotation.project'),
        ),
        migrations.AddConstraint(
            model_name='qualityrules',
            constraint=models.CheckConstraint(condition=models.Q(('third_verifier__in', ['off', 'verdict', 'evidence'])), name='quality_rules_known_third_verifier'),
        ),
    ]
