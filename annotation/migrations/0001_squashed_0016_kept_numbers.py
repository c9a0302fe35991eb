"""All tables as of migration 0016, with the trigger that keeps operations append-only.

Deleting an operation stays possible, so that a whole project can be removed. On SQLite a later migration that alters
`annotation_operation` rebuilds the table and loses its trigger: such a migration must run `forbid_updates` again
(tests/annotation/test_operations.py notices).
"""
from __future__ import annotations

import annotation.projects.models
import django.contrib.auth.models
import django.contrib.auth.validators
import django.core.validators
import django.db.models.deletion
import django.utils.timezone
import uuid
from django.conf import settings
from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


FORBID = {
    "sqlite": [
        """
        CREATE TRIGGER annotation_operation_append_only BEFORE UPDATE ON annotation_operation
        BEGIN SELECT RAISE(ABORT, 'annotation_operation is append-only'); END
        """
    ],
    "postgresql": [
        """
        CREATE FUNCTION annotation_operation_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            RAISE EXCEPTION 'annotation_operation is append-only' USING ERRCODE = 'integrity_constraint_violation';
        END $$
        """,
        """
        CREATE TRIGGER annotation_operation_append_only BEFORE UPDATE ON annotation_operation
        FOR EACH ROW EXECUTE FUNCTION annotation_operation_refuse()
        """,
    ],
}
ALLOW = {
    "sqlite": ["DROP TRIGGER annotation_operation_append_only"],
    "postgresql": [
        "DROP TRIGGER annotation_operation_append_only ON annotation_operation",
        "DROP FUNCTION annotation_operation_refuse()",
    ],
}


def forbid_updates(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    for statement in FORBID[editor.connection.vendor]:
        editor.execute(statement)


def allow_updates(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    for statement in ALLOW[editor.connection.vendor]:
        editor.execute(statement)


class Migration(migrations.Migration):

    replaces = [('annotation', '0001_initial'), ('annotation', '0002_operation_append_only'), ('annotation', '0003_claim_writing'), ('annotation', '0004_claim_signatures'), ('annotation', '0005_api_tokens'), ('annotation', '0006_assignment_states'), ('annotation', '0007_operation_chain'), ('annotation', '0008_verification_reports'), ('annotation', '0009_jobs'), ('annotation', '0010_calibration'), ('annotation', '0011_adjudication'), ('annotation', '0012_announcements'), ('annotation', '0013_suggestions'), ('annotation', '0014_data_statement'), ('annotation', '0015_releases'), ('annotation', '0016_kept_numbers')]

    initial = True

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
        ('corpus', '0001_squashed_0003_import_runs'),
    ]

    operations = [
        migrations.CreateModel(
            name='JobWorker',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=120, unique=True)),
                ('seen_at', models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name='User',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('password', models.CharField(max_length=128, verbose_name='password')),
                ('last_login', models.DateTimeField(blank=True, null=True, verbose_name='last login')),
                ('is_superuser', models.BooleanField(default=False, help_text='Designates that this user has all permissions without explicitly assigning them.', verbose_name='superuser status')),
                ('username', models.CharField(error_messages={'unique': 'A user with that username already exists.'}, help_text='Required. 150 characters or fewer. Letters, digits and @/./+/-/_ only.', max_length=150, unique=True, validators=[django.contrib.auth.validators.UnicodeUsernameValidator()], verbose_name='username')),
                ('first_name', models.CharField(blank=True, max_length=150, verbose_name='first name')),
                ('last_name', models.CharField(blank=True, max_length=150, verbose_name='last name')),
                ('email', models.EmailField(blank=True, max_length=254, verbose_name='email address')),
                ('is_staff', models.BooleanField(default=False, help_text='Designates whether the user can log into this admin site.', verbose_name='staff status')),
                ('is_active', models.BooleanField(default=True, help_text='Designates whether this user should be treated as active. Unselect this instead of deleting accounts.', verbose_name='active')),
                ('date_joined', models.DateTimeField(default=django.utils.timezone.now, verbose_name='date joined')),
                ('groups', models.ManyToManyField(blank=True, help_text='The groups this user belongs to. A user will get all permissions granted to each of their groups.', related_name='user_set', related_query_name='user', to='auth.group', verbose_name='groups')),
                ('user_permissions', models.ManyToManyField(blank=True, help_text='Specific permissions for this user.', related_name='user_set', related_query_name='user', to='auth.permission', verbose_name='user permissions')),
            ],
            options={
                'verbose_name': 'user',
                'verbose_name_plural': 'users',
                'abstract': False,
            },
            managers=[
                ('objects', django.contrib.auth.models.UserManager()),
            ],
        ),
        migrations.CreateModel(
            name='Project',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('slug', models.SlugField(max_length=60, unique=True)),
                ('name', models.CharField(max_length=200)),
                ('description', models.TextField(blank=True)),
                ('verifications_per_claim', models.PositiveSmallIntegerField(default=1, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(20)])),
                ('max_evidence_sets', models.PositiveSmallIntegerField(default=3, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(20)])),
                ('lease_minutes', models.PositiveSmallIntegerField(default=30, validators=[django.core.validators.MinValueValidator(2), django.core.validators.MaxValueValidator(1440)])),
                ('claim_sets_per_person', models.PositiveIntegerField(blank=True, null=True, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(1000000)])),
                ('verifications_per_person', models.PositiveIntegerField(blank=True, null=True, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(1000000)])),
                ('park_hours', models.PositiveSmallIntegerField(default=24, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(720)])),
                ('edit_hours', models.PositiveIntegerField(default=48, validators=[django.core.validators.MaxValueValidator(8760)])),
                ('guide_minutes', models.PositiveSmallIntegerField(default=10, validators=[django.core.validators.MaxValueValidator(1440)])),
                ('evidence_limit_pages', models.PositiveSmallIntegerField(blank=True, null=True, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(1000)])),
                ('evidence_limit_elements', models.PositiveSmallIntegerField(blank=True, null=True, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(500)])),
                ('qa_rate', models.DecimalField(decimal_places=4, default=0, max_digits=5, validators=[django.core.validators.MinValueValidator(0), django.core.validators.MaxValueValidator(1)])),
                ('qa_seed', models.BigIntegerField(default=annotation.projects.models.new_seed, validators=[django.core.validators.MinValueValidator(0), django.core.validators.MaxValueValidator(9007199254740992)])),
                ('calibration', models.BooleanField(default=False)),
                ('calibration_items', models.PositiveSmallIntegerField(default=10, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(100)])),
                ('calibration_min_accuracy', models.PositiveSmallIntegerField(blank=True, default=70, null=True, validators=[django.core.validators.MaxValueValidator(100)])),
                ('calibration_min_f1', models.PositiveSmallIntegerField(blank=True, default=50, null=True, validators=[django.core.validators.MaxValueValidator(100)])),
                ('silent_gold_rate', models.PositiveSmallIntegerField(default=0, validators=[django.core.validators.MaxValueValidator(50)])),
                ('drift_window', models.PositiveSmallIntegerField(default=10, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(100)])),
                ('drift_min_accuracy', models.PositiveSmallIntegerField(default=70, validators=[django.core.validators.MaxValueValidator(100)])),
                ('suggestions_on', models.BooleanField(default=True)),
                ('suggestion_arms', models.JSONField(default=annotation.projects.models.usual_arms)),
                ('suggestion_seed', models.BigIntegerField(default=annotation.projects.models.new_seed, validators=[django.core.validators.MinValueValidator(0), django.core.validators.MaxValueValidator(9007199254740992)])),
                ('show_agreement', models.BooleanField(default=True)),
                ('agreement_delay_days', models.PositiveSmallIntegerField(default=7, validators=[django.core.validators.MaxValueValidator(365)])),
                ('show_adjudications', models.BooleanField(default=False)),
                ('highlight_settings', models.JSONField(blank=True, default=dict)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('corpus', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='projects', to='corpus.corpus')),
            ],
            options={
                'ordering': ['slug'],
                'constraints': [models.CheckConstraint(condition=models.Q(('verifications_per_claim__gte', 1), ('max_evidence_sets__gte', 1), ('lease_minutes__gte', 2), ('park_hours__gte', 1)), name='project_settings_in_range')],
            },
        ),
        migrations.CreateModel(
            name='ApiToken',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=80)),
                ('digest', models.CharField(max_length=64, unique=True)),
                ('ending', models.CharField(max_length=4)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('expires_at', models.DateTimeField()),
                ('last_used_at', models.DateTimeField(null=True)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='api_tokens', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['-created_at', '-id'],
            },
        ),
        migrations.CreateModel(
            name='Job',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(max_length=60)),
                ('arguments', models.JSONField(default=dict)),
                ('state', models.CharField(choices=[('waiting', 'waiting'), ('running', 'running'), ('done', 'done'), ('failed', 'failed'), ('stopped', 'stopped')], default='waiting', max_length=10)),
                ('attempt', models.PositiveSmallIntegerField(default=0)),
                ('done', models.PositiveIntegerField(default=0)),
                ('total', models.PositiveIntegerField(default=0)),
                ('words', models.CharField(blank=True, max_length=200)),
                ('result', models.JSONField(null=True)),
                ('error', models.TextField(blank=True)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('started_at', models.DateTimeField(null=True)),
                ('finished_at', models.DateTimeField(null=True)),
                ('leased_until', models.DateTimeField(null=True)),
                ('created_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='jobs', to=settings.AUTH_USER_MODEL)),
                ('project', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='jobs', to='annotation.project')),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('state__in', ['waiting', 'running', 'done', 'failed', 'stopped'])), name='job_known_state'), models.CheckConstraint(condition=models.Q(models.Q(('leased_until__isnull', False), ('state', 'running')), models.Q(models.Q(('state', 'running'), _negated=True), ('leased_until__isnull', True)), _connector='OR'), name='job_leased_while_running'), models.CheckConstraint(condition=models.Q(models.Q(('finished_at__isnull', True), ('state__in', ('waiting', 'running'))), models.Q(models.Q(('state__in', ('waiting', 'running')), _negated=True), ('finished_at__isnull', False)), _connector='OR'), name='job_finished_or_not')],
                'indexes': [models.Index(condition=models.Q(('state__in', ('waiting', 'running'))), fields=['id'], name='job_to_do'), models.Index(fields=['project', 'kind', '-id'], name='job_of_project')],
            },
        ),
        migrations.CreateModel(
            name='Membership',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('role', models.CharField(choices=[('claim_writer', 'claim writer'), ('verifier', 'verifier'), ('manager', 'manager'), ('adjudicator', 'adjudicator'), ('observer', 'observer')], max_length=20)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='memberships', to=settings.AUTH_USER_MODEL)),
                ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='memberships', to='annotation.project')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('project', 'user', 'role'), name='membership_once_per_role'), models.CheckConstraint(condition=models.Q(('role__in', ['claim_writer', 'verifier', 'manager', 'adjudicator', 'observer'])), name='membership_known_role')],
            },
        ),
        migrations.CreateModel(
            name='KeptNumbers',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('part', models.CharField(max_length=80)),
                ('shape', models.CharField(max_length=16)),
                ('mark', models.JSONField()),
                ('value', models.TextField()),
                ('made_at', models.DateTimeField()),
                ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='kept_numbers', to='annotation.project')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('project', 'part'), name='kept_numbers_once_a_part')],
            },
        ),
        migrations.CreateModel(
            name='GuidelinesConfirmation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(max_length=30)),
                ('version', models.PositiveIntegerField()),
                ('confirmed_at', models.DateTimeField(auto_now_add=True)),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='guidelines_confirmations', to=settings.AUTH_USER_MODEL)),
                ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='guidelines_confirmations', to='annotation.project')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('project', 'person', 'kind', 'version'), name='guidelines_confirmed_once')],
            },
        ),
        migrations.CreateModel(
            name='Guidelines',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(max_length=30)),
                ('version', models.PositiveIntegerField()),
                ('text', models.TextField()),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('author', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='guidelines', to=settings.AUTH_USER_MODEL)),
                ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='guidelines', to='annotation.project')),
            ],
            options={
                'verbose_name_plural': 'guidelines',
                'ordering': ['project', 'kind', 'version'],
                'constraints': [models.UniqueConstraint(fields=('project', 'kind', 'version'), name='guidelines_version_once'), models.CheckConstraint(condition=models.Q(('text', ''), _negated=True), name='guidelines_have_text')],
            },
        ),
        migrations.CreateModel(
            name='DataStatement',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('answers', models.JSONField(blank=True, default=dict)),
                ('changed_at', models.DateTimeField(auto_now=True)),
                ('changed_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='data_statements', to=settings.AUTH_USER_MODEL)),
                ('project', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='data_statement', to='annotation.project')),
            ],
        ),
        migrations.CreateModel(
            name='Calibration',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('claim_generation', 'claim generation'), ('claim_verification', 'claim verification')], max_length=30)),
                ('phase', models.PositiveSmallIntegerField(default=1)),
                ('scores', models.JSONField(default=dict)),
                ('items_read', models.JSONField(default=list)),
                ('feedback_seen', models.JSONField(default=dict)),
                ('decision', models.CharField(blank=True, choices=[('approved', 'approved'), ('rejected', 'rejected')], max_length=10)),
                ('decided_at', models.DateTimeField(null=True)),
                ('note', models.TextField(blank=True)),
                ('decided_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='decided_calibrations', to=settings.AUTH_USER_MODEL)),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='calibrations', to=settings.AUTH_USER_MODEL)),
                ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='calibrations', to='annotation.project')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('project', 'person', 'kind'), name='calibration_once_a_person'), models.CheckConstraint(condition=models.Q(('phase__in', [1, 2, 3])), name='calibration_known_phase'), models.CheckConstraint(condition=models.Q(models.Q(('decided_at__isnull', True), ('decision', '')), models.Q(('decided_at__isnull', False), ('decision__in', ['approved', 'rejected'])), _connector='OR'), name='calibration_decided_at_some_time')],
            },
        ),
        migrations.CreateModel(
            name='Announcement',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('audience', models.CharField(blank=True, choices=[('claim_writer', 'claim writer'), ('verifier', 'verifier'), ('manager', 'manager'), ('adjudicator', 'adjudicator'), ('observer', 'observer')], max_length=20)),
                ('must_read', models.BooleanField(default=False)),
                ('title', models.CharField(max_length=200)),
                ('text', models.TextField()),
                ('revision', models.PositiveIntegerField(default=1)),
                ('read_from', models.PositiveIntegerField(default=1)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('withdrawn_at', models.DateTimeField(null=True)),
                ('author', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='announcements', to=settings.AUTH_USER_MODEL)),
                ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='announcements', to='annotation.project')),
            ],
            options={
                'ordering': ['-created_at', '-pk'],
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('title', ''), _negated=True), models.Q(('text', ''), _negated=True)), name='announcement_has_words'), models.CheckConstraint(condition=models.Q(('audience__in', ['', 'claim_writer', 'verifier', 'manager', 'adjudicator', 'observer'])), name='announcement_known_role'), models.CheckConstraint(condition=models.Q(('read_from__gte', 1), ('read_from__lte', models.F('revision'))), name='announcement_read_from_a_revision')],
                'indexes': [models.Index(condition=models.Q(('withdrawn_at__isnull', True)), fields=['project'], name='announcement_standing')],
            },
        ),
        migrations.CreateModel(
            name='QaTurn',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('counted', models.PositiveIntegerField(default=0)),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='qa_turns', to=settings.AUTH_USER_MODEL)),
                ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='qa_turns', to='annotation.project')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('project', 'person'), name='qa_turn_once_a_person')],
            },
        ),
        migrations.CreateModel(
            name='Question',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('text', models.TextField()),
                ('answer', models.TextField(blank=True)),
                ('asked_at', models.DateTimeField(auto_now_add=True)),
                ('answered_at', models.DateTimeField(null=True)),
                ('seen_at', models.DateTimeField(null=True)),
                ('answered_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='answered_questions', to=settings.AUTH_USER_MODEL)),
                ('asker', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='questions', to=settings.AUTH_USER_MODEL)),
                ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='questions', to='annotation.project')),
            ],
            options={
                'ordering': ['-asked_at', '-pk'],
                'constraints': [models.CheckConstraint(condition=models.Q(('text', ''), _negated=True), name='question_has_words'), models.CheckConstraint(condition=models.Q(models.Q(('answer', ''), ('answered_at__isnull', True)), models.Q(models.Q(('answer', ''), _negated=True), ('answered_at__isnull', False)), _connector='OR'), name='question_answered_at_some_time')],
            },
        ),
        migrations.CreateModel(
            name='HighlightSample',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seed', models.BigIntegerField()),
                ('size', models.PositiveIntegerField()),
                ('settings', models.JSONField()),
                ('titles', models.JSONField(null=True)),
                ('report', models.JSONField()),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('drawn_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='highlight_samples', to=settings.AUTH_USER_MODEL)),
                ('job', models.OneToOneField(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='highlight_sample', to='annotation.job')),
                ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='highlight_samples', to='annotation.project')),
            ],
            options={
                'ordering': ['id'],
            },
        ),
        migrations.CreateModel(
            name='FaqEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('position', models.PositiveIntegerField()),
                ('question', models.CharField(max_length=500)),
                ('answer', models.TextField()),
                ('changed_at', models.DateTimeField(auto_now=True)),
                ('author', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='faq_entries', to=settings.AUTH_USER_MODEL)),
                ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='faq', to='annotation.project')),
                ('asked', models.OneToOneField(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='entry', to='annotation.question')),
            ],
            options={
                'ordering': ['position', 'pk'],
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('question', ''), _negated=True), models.Q(('answer', ''), _negated=True)), name='faq_has_words')],
            },
        ),
        migrations.CreateModel(
            name='Release',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('folder', models.CharField(max_length=120)),
                ('settings', models.JSONField()),
                ('counts', models.JSONField()),
                ('size', models.BigIntegerField()),
                ('manifest_sha256', models.CharField(max_length=64)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('created_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='releases', to=settings.AUTH_USER_MODEL)),
                ('job', models.OneToOneField(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='release', to='annotation.job')),
                ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='releases', to='annotation.project')),
            ],
            options={
                'ordering': ['-id'],
                'constraints': [models.UniqueConstraint(fields=('project', 'folder'), name='release_folder_once_per_project')],
            },
        ),
        migrations.CreateModel(
            name='AnnouncementRead',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('revision', models.PositiveIntegerField()),
                ('read_at', models.DateTimeField(auto_now_add=True)),
                ('announcement', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='reads', to='annotation.announcement')),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='announcement_reads', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('announcement', 'person', 'revision'), name='announcement_read_once')],
            },
        ),
        migrations.CreateModel(
            name='AnnouncementRevision',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('title', models.CharField(max_length=200)),
                ('text', models.TextField()),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('announcement', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='revisions', to='annotation.announcement')),
                ('author', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='announcement_revisions', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['announcement', 'number'],
                'constraints': [models.UniqueConstraint(fields=('announcement', 'number'), name='announcement_revision_once')],
            },
        ),
        migrations.CreateModel(
            name='Highlight',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('sentences', 'four sentences'), ('table', 'a table')], max_length=12)),
                ('page_title', models.CharField(max_length=512)),
                ('element_ids', models.JSONField()),
                ('type_one_is_true', models.BooleanField(null=True)),
                ('several_pages', models.BooleanField(null=True)),
                ('mutation', models.CharField(blank=True, max_length=30)),
                ('mutated_type', models.CharField(blank=True, max_length=3)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('sample', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='highlights', to='annotation.highlightsample')),
                ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='highlights', to='annotation.project')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('project', 'page_title'), name='highlight_once_per_page'), models.CheckConstraint(condition=models.Q(models.Q(('mutated_type', ''), ('mutation', ''), ('sample__isnull', True), ('several_pages__isnull', True), ('type_one_is_true__isnull', True)), models.Q(('mutated_type__in', ['I', 'II']), ('mutation__in', ['More Specific', 'Generalization', 'Negation', 'Paraphrasing', 'Entity Substitution']), ('several_pages__isnull', False), ('type_one_is_true__isnull', False)), _connector='OR'), name='highlight_asks_for_all_or_nothing'), models.CheckConstraint(condition=models.Q(('kind__in', ['sentences', 'table'])), name='highlight_known_kind')],
            },
        ),
        migrations.CreateModel(
            name='Claim',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('phase', models.PositiveSmallIntegerField(default=0)),
                ('text', models.TextField()),
                ('claim_type', models.CharField(blank=True, max_length=3)),
                ('mutation', models.CharField(blank=True, max_length=30)),
                ('intended_label', models.CharField(blank=True, max_length=20)),
                ('expected_challenge', models.CharField(blank=True, max_length=40)),
                ('release_id', models.BigIntegerField(null=True)),
                ('release_split', models.CharField(blank=True, default='', max_length=10)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('author', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='claims', to=settings.AUTH_USER_MODEL)),
                ('mutated_claim', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='mutations', to='annotation.claim')),
                ('highlight', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='claims', to='annotation.highlight')),
                ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='claims', to='annotation.project')),
            ],
            options={
                'ordering': ['id'],
            },
        ),
        migrations.CreateModel(
            name='ClaimGrade',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('meets_guideline', models.BooleanField()),
                ('challenge_fits', models.BooleanField()),
                ('comment', models.TextField(blank=True)),
                ('graded_at', models.DateTimeField(auto_now=True)),
                ('claim', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='grade', to='annotation.claim')),
                ('graded_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='claim_grades', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='ClaimSignature',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('value', models.BigIntegerField(db_index=True)),
                ('claim', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='signatures', to='annotation.claim')),
            ],
        ),
        migrations.CreateModel(
            name='SuggestionRun',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('text_hash', models.CharField(max_length=64)),
                ('state', models.CharField(choices=[('ready', 'ready'), ('nothing', 'nothing found'), ('failed', 'failed')], max_length=10)),
                ('model', models.CharField(blank=True, max_length=200)),
                ('version', models.CharField(max_length=40)),
                ('notes', models.JSONField(default=list)),
                ('made_at', models.DateTimeField(auto_now_add=True)),
                ('milliseconds', models.PositiveIntegerField(default=0)),
                ('claim', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='suggestion_runs', to='annotation.claim')),
                ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='suggestion_runs', to='annotation.project')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('claim', 'version', 'text_hash'), name='suggestion_run_once'), models.CheckConstraint(condition=models.Q(('state__in', ['ready', 'nothing', 'failed'])), name='suggestion_run_known_state')],
            },
        ),
        migrations.CreateModel(
            name='Task',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('claim_generation', 'claim generation'), ('claim_verification', 'claim verification')], max_length=30)),
                ('phase', models.PositiveSmallIntegerField(choices=[(0, 'production'), (1, 'calibration, phase 1'), (2, 'calibration, phase 2'), (3, 'silent gold')], default=0)),
                ('wanted', models.PositiveSmallIntegerField(default=1)),
                ('places_taken', models.PositiveSmallIntegerField(default=0)),
                ('position', models.BigIntegerField(default=0)),
                ('withdrawn_at', models.DateTimeField(null=True)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('claim', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='tasks', to='annotation.claim')),
                ('highlight', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='tasks', to='annotation.highlight')),
                ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tasks', to='annotation.project')),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('places_taken__lte', models.F('wanted'))), name='task_overlap_never_exceeded'), models.CheckConstraint(condition=models.Q(('kind__in', ['claim_generation', 'claim_verification'])), name='task_known_kind'), models.CheckConstraint(condition=models.Q(('phase__in', [0, 1, 2, 3])), name='task_known_phase'), models.CheckConstraint(condition=models.Q(models.Q(('claim__isnull', False), ('highlight__isnull', True), ('kind', 'claim_verification')), models.Q(('claim__isnull', True), ('highlight__isnull', False), ('kind', 'claim_generation')), _connector='OR'), name='task_subject_fits_kind'), models.UniqueConstraint(condition=models.Q(('kind', 'claim_verification')), fields=('claim',), name='task_once_per_claim'), models.UniqueConstraint(condition=models.Q(('kind', 'claim_generation')), fields=('highlight',), name='task_once_per_highlight')],
                'indexes': [models.Index(condition=models.Q(('places_taken__lt', models.F('wanted')), ('withdrawn_at__isnull', True)), fields=['project', 'kind', 'phase', 'position', 'id'], name='task_open_queue')],
            },
        ),
        migrations.CreateModel(
            name='ClaimRevision',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('text', models.TextField()),
                ('expected_challenge', models.CharField(blank=True, max_length=40)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('author', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='claim_revisions', to=settings.AUTH_USER_MODEL)),
                ('claim', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='revisions', to='annotation.claim')),
            ],
            options={
                'ordering': ['claim', 'number'],
                'constraints': [models.UniqueConstraint(fields=('claim', 'number'), name='claim_revision_once'), models.CheckConstraint(condition=models.Q(('text', ''), _negated=True), name='claim_revision_has_text')],
            },
        ),
        migrations.CreateModel(
            name='Assignment',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                ('kind', models.CharField(choices=[('claim_generation', 'claim generation'), ('claim_verification', 'claim verification')], max_length=30)),
                ('state', models.CharField(choices=[('held', 'held'), ('submitted', 'submitted'), ('released', 'given back'), ('expired', 'expired'), ('skipped', 'skipped'), ('parked', 'postponed'), ('reported', 'reported')], default='held', max_length=12)),
                ('leased_until', models.DateTimeField()),
                ('skip_reason', models.CharField(blank=True, choices=[('formatting', 'It is not displayed correctly'), ('nothing_verifiable', 'Nothing in it can be verified'), ('politics', 'It is about contemporary politics'), ('personal', 'I cannot judge it without prejudice'), ('other', 'Another reason')], max_length=20)),
                ('skip_note', models.TextField(blank=True)),
                ('log_head', models.CharField(blank=True, default='', editable=False, max_length=64)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('ended_at', models.DateTimeField(null=True)),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='assignments', to=settings.AUTH_USER_MODEL)),
                ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='assignments', to='annotation.project')),
                ('task', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='assignments', to='annotation.task')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('task', 'person'), name='assignment_never_the_same_task_twice'), models.UniqueConstraint(condition=models.Q(('state', 'held')), fields=('person', 'project', 'kind'), name='assignment_one_open_a_person'), models.CheckConstraint(condition=models.Q(('state__in', ['held', 'submitted', 'released', 'expired', 'skipped', 'parked', 'reported'])), name='assignment_known_state'), models.CheckConstraint(condition=models.Q(models.Q(('skip_reason__in', ['formatting', 'nothing_verifiable', 'politics', 'personal', 'other']), ('state', 'skipped')), models.Q(models.Q(('state', 'skipped'), _negated=True), ('skip_reason', '')), _connector='OR'), name='assignment_skipped_for_a_reason'), models.CheckConstraint(condition=models.Q(models.Q(('ended_at__isnull', True), ('state__in', ('held', 'parked'))), models.Q(models.Q(('state__in', ('held', 'parked')), _negated=True), ('ended_at__isnull', False)), _connector='OR'), name='assignment_ended_unless_kept')],
                'indexes': [models.Index(condition=models.Q(('state__in', ('held', 'parked'))), fields=['project', 'kind', 'leased_until'], name='assignment_overdue'), models.Index(fields=['person', 'project', 'kind', 'state'], name='assignment_of_person'), models.Index(fields=['person', 'project', '-ended_at'], name='assignment_history')],
            },
        ),
        migrations.CreateModel(
            name='GoldItem',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('verdict', models.CharField(blank=True, max_length=20)),
                ('challenges', models.JSONField(default=list)),
                ('sets', models.JSONField(default=list)),
                ('references', models.JSONField(default=dict)),
                ('comment', models.TextField(blank=True)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('made_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='gold_items', to=settings.AUTH_USER_MODEL)),
                ('task', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='gold', to='annotation.task')),
            ],
            options={
                'ordering': ['task__phase', 'task__position', 'pk'],
                'constraints': [models.CheckConstraint(condition=models.Q(('verdict__in', ['', 'SUPPORTS', 'REFUTES', 'NOT ENOUGH INFO'])), name='gold_known_verdict')],
            },
        ),
        migrations.CreateModel(
            name='Suggestion',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('element_id', models.CharField(max_length=600)),
                ('page_title', models.CharField(max_length=512)),
                ('stage', models.CharField(choices=[('sentences', 'sentences'), ('cells', 'cells and list items')], max_length=10)),
                ('model', models.CharField(max_length=200)),
                ('version', models.CharField(max_length=40)),
                ('rank', models.PositiveSmallIntegerField()),
                ('score', models.FloatField()),
                ('run', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='suggestions', to='annotation.suggestionrun')),
            ],
            options={
                'ordering': ['-stage', 'rank'],
                'constraints': [models.UniqueConstraint(fields=('run', 'element_id'), name='suggestion_element_once'), models.CheckConstraint(condition=models.Q(('stage__in', ['sentences', 'cells'])), name='suggestion_known_stage'), models.CheckConstraint(condition=models.Q(('rank__gte', 1)), name='suggestion_rank_from_one')],
            },
        ),
        migrations.CreateModel(
            name='ClaimSet',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('client_id', models.UUIDField(unique=True)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('assignment', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='claim_set', to='annotation.assignment')),
                ('highlight', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='claim_sets', to='annotation.highlight')),
            ],
        ),
        migrations.CreateModel(
            name='Draft',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('body', models.JSONField(default=dict)),
                ('version', models.PositiveIntegerField(default=0)),
                ('saved_at', models.DateTimeField(auto_now=True)),
                ('assignment', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='draft', to='annotation.assignment')),
            ],
        ),
        migrations.CreateModel(
            name='GoldChange',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('before', models.JSONField()),
                ('after', models.JSONField()),
                ('at', models.DateTimeField(auto_now_add=True)),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='gold_changes', to=settings.AUTH_USER_MODEL)),
                ('item', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='changes', to='annotation.golditem')),
            ],
            options={
                'ordering': ['-at', '-pk'],
            },
        ),
        migrations.CreateModel(
            name='Report',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('reasons', models.JSONField()),
                ('note', models.TextField(blank=True)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('decision', models.CharField(blank=True, choices=[('corrected', 'the claim is corrected and back in the queue'), ('reinstated', 'the claim is right and back in the queue'), ('retired', 'the claim is retired')], max_length=10)),
                ('decided_at', models.DateTimeField(null=True)),
                ('decision_note', models.TextField(blank=True)),
                ('assignment', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='report', to='annotation.assignment')),
                ('claim', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='reports', to='annotation.claim')),
                ('decided_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='decided_reports', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['created_at', 'pk'],
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('decided_at__isnull', True), ('decision', '')), models.Q(('decided_at__isnull', False), ('decision__in', ['corrected', 'reinstated', 'retired'])), _connector='OR'), name='report_decided_at_some_time')],
                'indexes': [models.Index(fields=['claim', 'decision'], name='report_of_claim')],
            },
        ),
        migrations.CreateModel(
            name='SuggestionArm',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('arm', models.CharField(choices=[('none', 'never'), ('after', 'after a first selection'), ('at_once', 'at once')], max_length=10)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('assignment', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='suggestion_arm', to='annotation.assignment')),
                ('run', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='arms', to='annotation.suggestionrun')),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('arm__in', ['none', 'after', 'at_once'])), name='suggestion_arm_known')],
            },
        ),
        migrations.CreateModel(
            name='Verification',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('revision', models.PositiveSmallIntegerField(default=1)),
                ('is_current', models.BooleanField(default=True)),
                ('client_id', models.UUIDField(unique=True)),
                ('verdict', models.CharField(max_length=20)),
                ('challenge', models.CharField(max_length=40)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('assignment', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='verifications', to='annotation.assignment')),
                ('claim', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='verifications', to='annotation.claim')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('assignment', 'revision'), name='verification_revision_once'), models.UniqueConstraint(condition=models.Q(('is_current', True)), fields=('assignment',), name='verification_one_current'), models.CheckConstraint(condition=models.Q(('verdict__in', ['SUPPORTS', 'REFUTES', 'NOT ENOUGH INFO'])), name='verification_known_verdict'), models.CheckConstraint(condition=models.Q(('challenge__in', ['', 'Multi-hop Reasoning', 'Combining Tables and Text', 'Numerical Reasoning', 'Entity Disambiguation', 'Search terms not in claim', 'Other'])), name='verification_known_challenge')],
            },
        ),
        migrations.CreateModel(
            name='Operation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('sequence', models.PositiveIntegerField()),
                ('browser', models.CharField(blank=True, max_length=40)),
                ('browser_sequence', models.PositiveIntegerField()),
                ('sitting', models.PositiveSmallIntegerField(default=1)),
                ('name', models.CharField(max_length=40)),
                ('value', models.TextField()),
                ('seconds', models.DecimalField(decimal_places=3, max_digits=12)),
                ('active_seconds', models.DecimalField(decimal_places=3, max_digits=12, null=True)),
                ('detail', models.JSONField(default=dict)),
                ('received_at', models.DateTimeField()),
                ('chain', models.CharField(max_length=64)),
                ('assignment', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='operations', to='annotation.assignment')),
            ],
            options={
                'ordering': ['assignment', 'sequence'],
                'constraints': [models.UniqueConstraint(fields=('assignment', 'sequence'), name='operation_once_per_sequence'), models.UniqueConstraint(fields=('assignment', 'browser', 'browser_sequence'), name='operation_once_per_browser_sequence'), models.CheckConstraint(condition=models.Q(('seconds__gte', 0)), name='operation_not_before_start')],
            },
        ),
        migrations.CreateModel(
            name='Rescore',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('phase', models.PositiveSmallIntegerField()),
                ('before', models.JSONField()),
                ('after', models.JSONField()),
                ('seen_at', models.DateTimeField(null=True)),
                ('calibration', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rescores', to='annotation.calibration')),
                ('change', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rescores', to='annotation.goldchange')),
            ],
            options={
                'ordering': ['-change__at', '-pk'],
                'constraints': [models.UniqueConstraint(fields=('calibration', 'change', 'phase'), name='rescore_once_a_change')],
            },
        ),
        migrations.CreateModel(
            name='Returned',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('note', models.TextField()),
                ('answer', models.TextField(blank=True)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('resolved_at', models.DateTimeField(null=True)),
                ('assignment', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='returns', to='annotation.assignment')),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='sent_back', to=settings.AUTH_USER_MODEL)),
                ('verification', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='returns', to='annotation.verification')),
            ],
            options={
                'ordering': ['created_at', 'pk'],
                'constraints': [models.UniqueConstraint(condition=models.Q(('resolved_at__isnull', True)), fields=('assignment',), name='returned_once_at_a_time'), models.CheckConstraint(condition=models.Q(('note', ''), _negated=True), name='returned_with_a_note')],
            },
        ),
        migrations.CreateModel(
            name='QaSample',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('ways', models.PositiveSmallIntegerField()),
                ('drawn_at', models.DateTimeField(auto_now_add=True)),
                ('task', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='qa_sample', to='annotation.task')),
                ('of', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='qa_sample', to='annotation.verification')),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('ways__in', [2, 3])), name='qa_sample_two_or_three_ways')],
            },
        ),
        migrations.CreateModel(
            name='EvidenceSet',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('position', models.PositiveSmallIntegerField()),
                ('name', models.CharField(blank=True, max_length=60)),
                ('colour', models.CharField(blank=True, choices=[('yellow', 'yellow'), ('blue', 'blue'), ('green', 'green'), ('pink', 'pink'), ('orange', 'orange'), ('violet', 'violet')], max_length=10)),
                ('verification', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='evidence_sets', to='annotation.verification')),
            ],
            options={
                'ordering': ['position'],
                'constraints': [models.UniqueConstraint(fields=('verification', 'position'), name='evidence_set_position_once'), models.CheckConstraint(condition=models.Q(('colour__in', ['', 'yellow', 'blue', 'green', 'pink', 'orange', 'violet'])), name='evidence_set_known_colour')],
            },
        ),
        migrations.CreateModel(
            name='Adjudication',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('revision', models.PositiveSmallIntegerField(default=1)),
                ('is_current', models.BooleanField(default=True)),
                ('kind', models.CharField(choices=[('one', 'one of the annotators'), ('merged', 'evidence of several put together'), ('new', 'the adjudicator’s own')], max_length=10)),
                ('verdict', models.CharField(max_length=20)),
                ('challenge', models.CharField(max_length=40)),
                ('evidence_sets', models.JSONField()),
                ('error_type', models.CharField(choices=[('counting', 'A counting error over many cells'), ('overlooked', 'A detail that refutes the claim was overlooked'), ('not_found', 'Relevant pages are hard to find, and were not found'), ('accident', 'An accident: a slip, the wrong button'), ('vague_claim', 'The claim can be read in several ways'), ('guidelines', 'The guidelines were understood differently, or do not say'), ('too_much', 'More evidence than needed, or alternatives in one set'), ('incomplete', 'The evidence does not hold all that the verdict needs'), ('outside', 'Knowledge from outside the evidence was used'), ('source', 'The pages contradict one another'), ('other', 'Something else'), ('none', 'Nobody erred: each is right')], max_length=20)),
                ('note', models.TextField(blank=True)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('adjudicator', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='adjudications', to=settings.AUTH_USER_MODEL)),
                ('claim', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='adjudications', to='annotation.claim')),
                ('chosen', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='adjudications', to='annotation.verification')),
            ],
            options={
                'ordering': ['claim', 'revision'],
                'constraints': [models.UniqueConstraint(fields=('claim', 'revision'), name='adjudication_revision_once'), models.UniqueConstraint(condition=models.Q(('is_current', True)), fields=('claim',), name='adjudication_one_current'), models.CheckConstraint(condition=models.Q(models.Q(('chosen__isnull', False), ('kind', 'one')), models.Q(('chosen__isnull', True), ('kind__in', ['merged', 'new'])), _connector='OR'), name='adjudication_names_the_one'), models.CheckConstraint(condition=models.Q(('verdict__in', ['SUPPORTS', 'REFUTES', 'NOT ENOUGH INFO'])), name='adjudication_known_verdict'), models.CheckConstraint(condition=models.Q(('challenge__in', ['', 'Multi-hop Reasoning', 'Combining Tables and Text', 'Numerical Reasoning', 'Entity Disambiguation', 'Search terms not in claim', 'Other'])), name='adjudication_known_challenge'), models.CheckConstraint(condition=models.Q(('error_type__in', ['counting', 'overlooked', 'not_found', 'accident', 'vague_claim', 'guidelines', 'too_much', 'incomplete', 'outside', 'source', 'other', 'none'])), name='adjudication_known_error_type')],
            },
        ),
        migrations.CreateModel(
            name='Evidence',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('position', models.PositiveSmallIntegerField()),
                ('element_id', models.CharField(max_length=600)),
                ('context', models.JSONField()),
                ('dropped', models.JSONField(default=list)),
                ('page_title', models.CharField(max_length=512)),
                ('page_revision', models.BigIntegerField(null=True)),
                ('content_hash', models.CharField(max_length=64)),
                ('evidence_set', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='evidence', to='annotation.evidenceset')),
            ],
            options={
                'ordering': ['position'],
                'constraints': [models.UniqueConstraint(fields=('evidence_set', 'element_id'), name='evidence_once_per_set'), models.UniqueConstraint(fields=('evidence_set', 'position'), name='evidence_position_once')],
            },
        ),
        migrations.AddField(
            model_name='Claim',
            name='claim_set',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='claims', to='annotation.claimset'),
        ),
        migrations.AddConstraint(
            model_name='Claim',
            constraint=models.CheckConstraint(condition=models.Q(('text', ''), _negated=True), name='claim_has_text'),
        ),
        migrations.AddConstraint(
            model_name='Claim',
            constraint=models.UniqueConstraint(fields=('project', 'release_id'), name='claim_release_id_once_per_project'),
        ),
        migrations.AddConstraint(
            model_name='Claim',
            constraint=models.UniqueConstraint(fields=('claim_set', 'claim_type'), name='claim_of_each_type_once_per_set'),
        ),
        migrations.AddConstraint(
            model_name='Claim',
            constraint=models.UniqueConstraint(condition=models.Q(('phase', 0), ('release_id__isnull', True)), fields=('project', 'text'), name='claim_once_per_project'),
        ),
        migrations.AddConstraint(
            model_name='Claim',
            constraint=models.CheckConstraint(condition=models.Q(('claim_type__in', ['', 'I', 'II', 'III'])), name='claim_known_type'),
        ),
        migrations.AddConstraint(
            model_name='Claim',
            constraint=models.CheckConstraint(condition=models.Q(('mutation__in', ['', 'More Specific', 'Generalization', 'Negation', 'Paraphrasing', 'Entity Substitution'])), name='claim_known_mutation'),
        ),
        migrations.AddConstraint(
            model_name='Claim',
            constraint=models.CheckConstraint(condition=models.Q(('intended_label__in', ['', 'SUPPORTS', 'REFUTES', 'NOT ENOUGH INFO'])), name='claim_known_label'),
        ),
        migrations.AddConstraint(
            model_name='Claim',
            constraint=models.CheckConstraint(condition=models.Q(('expected_challenge__in', ['', 'Multi-hop Reasoning', 'Combining Tables and Text', 'Numerical Reasoning', 'Entity Disambiguation', 'Search terms not in claim', 'Other'])), name='claim_known_challenge'),
        ),
        migrations.RunPython(forbid_updates, allow_updates),
    ]
