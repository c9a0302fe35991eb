"""A share of adjudications is decided by two people. What was decided before stands where it is current.

With indexes by which lists of a large project are counted: that of assignments has only those that are set aside.
"""

from __future__ import annotations

import django.core.validators
import django.db.models.deletion
from django.conf import settings
from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def revised_ones_stand_no_more(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    rows = apps.get_model('annotation', 'Adjudication').objects.using(editor.connection.alias)
    rows.filter(is_current=False).update(stands=False)


class Migration(migrations.Migration):

    dependencies = [
        ('annotation', '0061_discussions'),
    ]

    operations = [
        migrations.CreateModel(
            name='SecondAdjudication',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('state', models.CharField(choices=[('drawn', 'nobody has decided yet'), ('waiting', 'waits for the second decision'), ('different', 'waits for a manager'), ('agreed', 'both agree'), ('decided', 'decided by a manager'), ('waived', 'decided by one alone')], default='drawn', max_length=10)),
                ('closed_at', models.DateTimeField(null=True)),
                ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='second_adjudications', to='annotation.project')),
                ('created_at', models.DateTimeField(auto_now_add=True)),
            ],
        ),
        migrations.AddField(
            model_name='adjudication',
            name='is_blind',
            field=models.BooleanField(default=True),
        ),
        migrations.AddField(
            model_name='adjudication',
            name='stands',
            field=models.BooleanField(default=True),
        ),
        migrations.AddField(
            model_name='adjudication',
            name='turn',
            field=models.PositiveSmallIntegerField(choices=[(1, 'first decision'), (2, 'second decision'), (3, 'final decision of a manager')], default=1),
        ),
        migrations.AddField(
            model_name='project',
            name='second_adjudication_share',
            field=models.PositiveSmallIntegerField(default=0, validators=[django.core.validators.MaxValueValidator(100)]),
        ),
        migrations.RunPython(revised_ones_stand_no_more, migrations.RunPython.noop),
        migrations.AddConstraint(
            model_name='adjudication',
            constraint=models.UniqueConstraint(condition=models.Q(('stands', True)), fields=('claim', 'turn'), name='adjudication_one_stands_a_turn'),
        ),
        migrations.AddConstraint(
            model_name='adjudication',
            constraint=models.CheckConstraint(condition=models.Q(('stands', True), ('is_current', False), _connector='OR'), name='adjudication_current_stands'),
        ),
        migrations.AddConstraint(
            model_name='adjudication',
            constraint=models.CheckConstraint(condition=models.Q(('turn__in', [1, 2, 3])), name='adjudication_known_turn'),
        ),
        migrations.AddField(
            model_name='secondadjudication',
            name='adjudicator',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='second_adjudications', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='secondadjudication',
            name='claim',
            field=models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='second_adjudication', to='annotation.claim'),
        ),
        migrations.AddField(
            model_name='secondadjudication',
            name='closed_by',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddConstraint(
            model_name='secondadjudication',
            constraint=models.CheckConstraint(condition=models.Q(('state__in', ['drawn', 'waiting', 'different', 'agreed', 'decided', 'waived'])), name='second_adjudication_known_state'),
        ),
        migrations.AlterField(
            model_name='assignment',
            name='set_aside',
            field=models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.RESTRICT, related_name='set_aside', to='annotation.action'),
        ),
        migrations.AlterField(
            model_name='verification',
            name='claim',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='verifications', to='annotation.claim'),
        ),
        migrations.AddIndex(
            model_name='assignment',
            index=models.Index(condition=models.Q(('set_aside__isnull', False)), fields=['set_aside'], name='assignment_set_aside'),
        ),
        migrations.AddIndex(
            model_name='verification',
            index=models.Index(fields=['claim', 'submission'], name='verification_of_claim'),
        ),
    ]
