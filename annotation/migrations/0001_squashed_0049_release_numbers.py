"""All tables as of migration 0049, with the trigger that keeps operations append-only, but what points at jobs (0002).

A database that has all the migrations replaced here goes on from there; docs/operators.md says what to do with an older one.
Deleting an operation is refused from 0067 on. On SQLite a later migration that alters
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
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db import migrations, models


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

    replaces = [('annotation', '0001_squashed_0016_kept_numbers'), ('annotation', '0017_cached_results'), ('annotation', '0019_task_assigned_count_required_annotations'), ('annotation', '0020_qa_counter_revision_request'), ('annotation', '0021_assignment_overdue'), ('annotation', '0022_tense_shift'), ('annotation', '0023_workflow_registry'), ('annotation', '0024_label_set'), ('annotation', '0025_project_workflows'), ('annotation', '0026_submission'), ('annotation', '0027_evidence_kinds'), ('annotation', '0028_subjects'), ('annotation', '0030_task_decision'), ('annotation', '0031_open_choices'), ('annotation', '0032_chains'), ('annotation', '0033_sources'), ('annotation', '0034_task_report'), ('annotation', '0035_context_by_hand'), ('annotation', '0036_one_text_of_challenges'), ('annotation', '0037_suggestions_off_at_first'), ('annotation', '0038_question_task'), ('annotation', '0039_claim_rest_hours'), ('annotation', '0040_highlight_sample_excluded'), ('annotation', '0041_verification_unsure'), ('annotation', '0042_user_preferences'), ('annotation', '0043_suggestion_is_shown'), ('annotation', '0044_submission_check'), ('annotation', '0045_guided_examples'), ('annotation', '0046_suggestion_stages'), ('annotation', '0047_free_texts'), ('annotation', '0048_webhook'), ('annotation', '0049_release_numbers')]

    initial = True

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
        ('corpus', '0001_squashed_0003_import_runs'),
    ]

    operations = [
        migrations.CreateModel(
            name='ClaimSet',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ],
        ),
        migrations.CreateModel(
            name='EvidenceSet',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('position', models.PositiveSmallIntegerField()),
                ('name', models.CharField(blank=True, max_length=60)),
                ('colour', models.CharField(blank=True, choices=[('yellow', 'yellow'), ('blue', 'blue'), ('green', 'green'), ('pink', 'pink'), ('orange', 'orange'), ('violet', 'violet')], max_length=10)),
            ],
            options={
                'ordering': ['position'],
                'constraints': [models.CheckConstraint(condition=models.Q(('colour__in', ['', 'yellow', 'blue', 'green', 'pink', 'orange', 'violet'])), name='evidence_set_known_colour')],
            },
        ),
        migrations.CreateModel(
            name='Task',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(max_length=30)),
                ('phase', models.PositiveSmallIntegerField(choices=[(0, 'production'), (1, 'calibration, phase 1'), (2, 'calibration, phase 2'), (3, 'silent gold'), (4, 'guided examples')], default=0)),
                ('position', models.BigIntegerField(default=0)),
                ('withdrawn_at', models.DateTimeField(null=True)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('assigned_count', models.PositiveSmallIntegerField(db_column='places_taken', default=0)),
                ('required_annotations', models.PositiveSmallIntegerField(db_column='wanted', default=1)),
                ('chain', models.ForeignKey(null=True, on_delete=django.db.models.deletion.RESTRICT, related_name='later_tasks', to='annotation.task')),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('assigned_count__lte', models.F('required_annotations'))), name='task_overlap_never_exceeded'), models.CheckConstraint(condition=models.Q(('phase__in', [0, 1, 2, 3, 4])), name='task_known_phase')],
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
                ('release_id', models.BigIntegerField(null=True)),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('kind__in', ['sentences', 'table'])), name='highlight_known_kind')],
            },
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
                ('suggestions_on', models.BooleanField(default=False)),
                ('suggestion_arms', models.JSONField(default=annotation.projects.models.usual_arms)),
                ('suggestion_seed', models.BigIntegerField(default=annotation.projects.models.new_seed, validators=[django.core.validators.MinValueValidator(0), django.core.validators.MaxValueValidator(9007199254740992)])),
                ('show_agreement', models.BooleanField(default=True)),
                ('agreement_delay_days', models.PositiveSmallIntegerField(default=7, validators=[django.core.validators.MaxValueValidator(365)])),
                ('show_adjudications', models.BooleanField(default=False)),
                ('highlight_settings', models.JSONField(blank=True, default=dict)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('label_set', models.JSONField(blank=True, default=None, null=True)),
                ('workflows', models.JSONField(default=annotation.projects.models.default_workflows)),
                ('evidence_kinds', models.CharField(choices=[('all', 'sentences, tables and lists'), ('sentences', 'sentences only'), ('introductions', 'sentences of introductions only')], default='all', max_length=20)),
                ('claim_rest_hours', models.PositiveIntegerField(default=24, validators=[django.core.validators.MaxValueValidator(8760)])),
                ('check_mode', models.CharField(choices=[('off', 'Off'), ('on', 'On for every claim'), ('random', 'On for a random share of the claims')], default='off', max_length=10)),
                ('check_seed', models.BigIntegerField(default=annotation.projects.models.new_seed, validators=[django.core.validators.MinValueValidator(0), django.core.validators.MaxValueValidator(9007199254740992)])),
                ('check_share', models.PositiveSmallIntegerField(default=50, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(99)])),
                ('guided_examples', models.CharField(choices=[('required', 'required before the first task'), ('skippable', 'offered before the first task, can be skipped'), ('off', 'not offered')], default='required', max_length=10)),
                ('corpus', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='projects', to='corpus.corpus')),
            ],
            options={
                'ordering': ['slug'],
                'constraints': [models.CheckConstraint(condition=models.Q(('verifications_per_claim__gte', 1), ('max_evidence_sets__gte', 1), ('lease_minutes__gte', 2), ('park_hours__gte', 1)), name='project_settings_in_range')],
            },
        ),
        migrations.CreateModel(
            name='Submission',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('revision', models.PositiveSmallIntegerField(default=1)),
                ('is_current', models.BooleanField(default=True)),
                ('client_id', models.UUIDField(unique=True)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
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
                ('preferences', models.JSONField(blank=True, default=dict, verbose_name='preferences')),
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
                'indexes': [models.Index(condition=models.Q(('withdrawn_at__isnull', True)), fields=['project'], name='announcement_standing')],
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('title', ''), _negated=True), models.Q(('text', ''), _negated=True)), name='announcement_has_words'), models.CheckConstraint(condition=models.Q(('audience__in', ['', 'claim_writer', 'verifier', 'manager', 'adjudicator', 'observer'])), name='announcement_known_role'), models.CheckConstraint(condition=models.Q(('read_from__gte', 1), ('read_from__lte', models.F('revision'))), name='announcement_read_from_a_revision')],
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
            name='Assignment',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                ('kind', models.CharField(max_length=30)),
                ('state', models.CharField(choices=[('held', 'held'), ('submitted', 'submitted'), ('released', 'given back'), ('expired', 'expired'), ('skipped', 'skipped'), ('parked', 'postponed'), ('reported', 'reported')], default='held', max_length=12)),
                ('leased_until', models.DateTimeField()),
                ('skip_reason', models.CharField(blank=True, max_length=20)),
                ('skip_note', models.TextField(blank=True)),
                ('log_head', models.CharField(blank=True, default='', editable=False, max_length=64)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('ended_at', models.DateTimeField(null=True)),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='assignments', to=settings.AUTH_USER_MODEL)),
                ('task', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='assignments', to='annotation.task')),
                ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='assignments', to='annotation.project')),
            ],
            options={
                'indexes': [models.Index(fields=['person', 'project', 'kind', 'state'], name='assignment_of_person'), models.Index(fields=['person', 'project', '-ended_at'], name='assignment_history'), models.Index(condition=models.Q(('ended_at__isnull', True)), fields=['project', 'kind', 'leased_until'], name='assignment_overdue')],
                'constraints': [models.UniqueConstraint(fields=('task', 'person'), name='assignment_never_the_same_task_twice'), models.UniqueConstraint(condition=models.Q(('state', 'held')), fields=('person', 'project', 'kind'), name='assignment_one_open_a_person'), models.CheckConstraint(condition=models.Q(('state__in', ['held', 'submitted', 'released', 'expired', 'skipped', 'parked', 'reported'])), name='assignment_known_state'), models.CheckConstraint(condition=models.Q(models.Q(('ended_at__isnull', True), ('state__in', ('held', 'parked'))), models.Q(models.Q(('state__in', ('held', 'parked')), _negated=True), ('ended_at__isnull', False)), _connector='OR'), name='assignment_ended_unless_kept'), models.CheckConstraint(condition=models.Q(models.Q(('state', 'skipped'), models.Q(('skip_reason', ''), _negated=True)), models.Q(models.Q(('state', 'skipped'), _negated=True), ('skip_reason', '')), _connector='OR'), name='assignment_skipped_for_a_reason')],
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
                ('intended_label', models.CharField(blank=True, max_length=40)),
                ('expected_challenge', models.CharField(blank=True, max_length=40)),
                ('release_id', models.BigIntegerField(null=True)),
                ('release_split', models.CharField(blank=True, default='', max_length=10)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('release_mutated_claim', models.BigIntegerField(null=True)),
                ('author', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='claims', to=settings.AUTH_USER_MODEL)),
                ('mutated_claim', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='mutations', to='annotation.claim')),
                ('claim_set', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='claims', to='annotation.claimset')),
                ('highlight', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='claims', to='annotation.highlight')),
                ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='claims', to='annotation.project')),
            ],
            options={
                'ordering': ['id'],
                'constraints': [models.CheckConstraint(condition=models.Q(('text', ''), _negated=True), name='claim_has_text'), models.UniqueConstraint(fields=('project', 'release_id'), name='claim_release_id_once_per_project'), models.UniqueConstraint(fields=('claim_set', 'claim_type'), name='claim_of_each_type_once_per_set'), models.UniqueConstraint(condition=models.Q(('phase', 0), ('release_id__isnull', True)), fields=('project', 'text'), name='claim_once_per_project'), models.CheckConstraint(condition=models.Q(('claim_type__in', ['', 'I', 'II', 'III'])), name='claim_known_type'), models.CheckConstraint(condition=models.Q(('mutation__in', ['', 'More Specific', 'Generalization', 'Negation', 'Paraphrasing', 'Entity Substitution', 'Tense Shift'])), name='claim_known_mutation')],
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
            name='GoldItem',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('verdict', models.CharField(blank=True, max_length=40)),
                ('challenges', models.JSONField(default=list)),
                ('sets', models.JSONField(default=list)),
                ('references', models.JSONField(default=dict)),
                ('comment', models.TextField(blank=True)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('guide_kind', models.CharField(blank=True, default='', max_length=30)),
                ('made_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='gold_items', to=settings.AUTH_USER_MODEL)),
                ('task', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='gold', to='annotation.task')),
            ],
            options={
                'ordering': ['task__phase', 'task__position', 'pk'],
            },
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
        migrations.AddField(
            model_name='claimset',
            name='highlight',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='claim_sets', to='annotation.highlight'),
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
                ('excluded', models.JSONField(default=list)),
                ('drawn_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='highlight_samples', to=settings.AUTH_USER_MODEL)),
                ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='highlight_samples', to='annotation.project')),
            ],
            options={
                'ordering': ['id'],
            },
        ),
        migrations.AddField(
            model_name='highlight',
            name='sample',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='highlights', to='annotation.highlightsample'),
        ),
        migrations.AddField(
            model_name='task',
            name='project',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tasks', to='annotation.project'),
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
            name='ImportedLine',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('file', models.CharField(max_length=120)),
                ('position', models.PositiveIntegerField()),
                ('text', models.TextField()),
                ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='imported_lines', to='annotation.project')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('project', 'file', 'position'), name='imported_line_once')],
            },
        ),
        migrations.AddField(
            model_name='highlight',
            name='project',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='highlights', to='annotation.project'),
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
            name='DataVersion',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('writer', models.BigIntegerField(default=0)),
                ('number', models.BigIntegerField(default=0)),
                ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='annotation.project')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('project', 'writer'), name='data_version_of_writer')],
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
                ('kind', models.CharField(max_length=30)),
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
            name='CachedResult',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=80)),
                ('schema_version', models.CharField(max_length=16)),
                ('data_version', models.BigIntegerField()),
                ('computed_at', models.DateTimeField()),
                ('value', models.TextField()),
                ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='cached_results', to='annotation.project')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('project', 'key'), name='cached_result_of_project')],
            },
        ),
        migrations.CreateModel(
            name='QaCounter',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('counted', models.PositiveIntegerField(default=0)),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='qa_counters', to=settings.AUTH_USER_MODEL)),
                ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='qa_counters', to='annotation.project')),
            ],
            options={
                'db_table': 'annotation_qaturn',
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
                ('task', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='questions', to='annotation.task')),
            ],
            options={
                'ordering': ['-asked_at', '-pk'],
                'constraints': [models.CheckConstraint(condition=models.Q(('text', ''), _negated=True), name='question_has_words'), models.CheckConstraint(condition=models.Q(models.Q(('answer', ''), ('answered_at__isnull', True)), models.Q(models.Q(('answer', ''), _negated=True), ('answered_at__isnull', False)), _connector='OR'), name='question_answered_at_some_time')],
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
                ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='releases', to='annotation.project')),
            ],
            options={
                'ordering': ['-id'],
                'constraints': [models.UniqueConstraint(fields=('project', 'folder'), name='release_folder_once_per_project')],
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
                'indexes': [models.Index(fields=['claim', 'decision'], name='report_of_claim')],
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('decided_at__isnull', True), ('decision', '')), models.Q(('decided_at__isnull', False), ('decision__in', ['corrected', 'reinstated', 'retired'])), _connector='OR'), name='report_decided_at_some_time')],
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
            name='Source',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('url', models.CharField(max_length=2000)),
                ('archive_url', models.CharField(blank=True, max_length=2000)),
                ('title', models.CharField(blank=True, max_length=500)),
                ('text', models.TextField()),
                ('digest', models.CharField(max_length=64)),
                ('retrieved_at', models.DateTimeField()),
                ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='sources', to='annotation.project')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('project', 'digest'), name='source_once_per_project'), models.CheckConstraint(condition=models.Q(models.Q(('url', ''), _negated=True), models.Q(('text', ''), _negated=True)), name='source_has_url_and_text')],
            },
        ),
        migrations.CreateModel(
            name='Evidence',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('position', models.PositiveSmallIntegerField()),
                ('element_id', models.CharField(blank=True, max_length=600)),
                ('context', models.JSONField(default=list)),
                ('dropped', models.JSONField(default=list)),
                ('page_title', models.CharField(blank=True, max_length=512)),
                ('page_revision', models.BigIntegerField(null=True)),
                ('content_hash', models.CharField(blank=True, max_length=64)),
                ('added', models.JSONField(default=list)),
                ('joined', models.JSONField(default=list)),
                ('evidence_set', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='evidence', to='annotation.evidenceset')),
                ('source', models.ForeignKey(null=True, on_delete=django.db.models.deletion.RESTRICT, related_name='evidence', to='annotation.source')),
            ],
            options={
                'ordering': ['position'],
                'constraints': [models.UniqueConstraint(fields=('evidence_set', 'position'), name='evidence_position_once'), models.UniqueConstraint(condition=models.Q(('source', None)), fields=('evidence_set', 'element_id'), name='evidence_once_per_set'), models.UniqueConstraint(fields=('evidence_set', 'source'), name='evidence_source_once_per_set'), models.CheckConstraint(condition=models.Q(models.Q(('source', None), models.Q(('element_id', ''), _negated=True)), models.Q(('element_id', ''), ('source__isnull', False)), _connector='OR'), name='evidence_of_element_or_source')],
            },
        ),
        migrations.AddField(
            model_name='task',
            name='opened_by',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.RESTRICT, related_name='opened_tasks', to='annotation.submission'),
        ),
        migrations.AddField(
            model_name='submission',
            name='assignment',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='submissions', to='annotation.assignment'),
        ),
        migrations.AddField(
            model_name='evidenceset',
            name='submission',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='evidence_sets', to='annotation.submission'),
        ),
        migrations.AddField(
            model_name='claimset',
            name='submission',
            field=models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='%(class)s', to='annotation.submission'),
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
                ('pages', models.JSONField(default=list)),
                ('claim', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='suggestion_runs', to='annotation.claim')),
                ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='suggestion_runs', to='annotation.project')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('claim', 'version', 'text_hash'), name='suggestion_run_once'), models.CheckConstraint(condition=models.Q(('state__in', ['ready', 'nothing', 'failed'])), name='suggestion_run_known_state')],
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
                ('is_shown', models.BooleanField(default=True)),
                ('stages', models.JSONField(default=list)),
                ('run', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='suggestions', to='annotation.suggestionrun')),
            ],
            options={
                'ordering': ['-stage', 'rank'],
                'constraints': [models.UniqueConstraint(fields=('run', 'element_id'), name='suggestion_element_once'), models.CheckConstraint(condition=models.Q(('stage__in', ['sentences', 'cells'])), name='suggestion_known_stage'), models.CheckConstraint(condition=models.Q(('rank__gte', 1)), name='suggestion_rank_from_one')],
            },
        ),
        migrations.CreateModel(
            name='TaskDecision',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('revision', models.PositiveSmallIntegerField(default=1)),
                ('is_current', models.BooleanField(default=True)),
                ('value', models.CharField(max_length=40)),
                ('note', models.TextField(blank=True)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('adjudicator', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='task_decisions', to=settings.AUTH_USER_MODEL)),
                ('task', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='decisions', to='annotation.task')),
            ],
            options={
                'ordering': ['task', 'revision'],
                'constraints': [models.UniqueConstraint(fields=('task', 'revision'), name='task_decision_revision_once'), models.UniqueConstraint(condition=models.Q(('is_current', True)), fields=('task',), name='task_decision_one_current'), models.CheckConstraint(condition=models.Q(('value', ''), _negated=True), name='task_decision_has_value')],
            },
        ),
        migrations.CreateModel(
            name='TaskReport',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('reason', models.CharField(max_length=20)),
                ('note', models.TextField(blank=True)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('decision', models.CharField(blank=True, choices=[('reinstated', 'back in the queue'), ('retired', 'retired')], max_length=10)),
                ('decided_at', models.DateTimeField(null=True)),
                ('decision_note', models.TextField(blank=True)),
                ('assignment', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='task_report', to='annotation.assignment')),
                ('decided_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='decided_task_reports', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('decided_at__isnull', True), ('decision', '')), models.Q(('decided_at__isnull', False), ('decision__in', ['reinstated', 'retired'])), _connector='OR'), name='task_report_decided_at_some_time')],
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
        migrations.CreateModel(
            name='Verification',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('verdict', models.CharField(max_length=40)),
                ('challenge', models.CharField(max_length=40)),
                ('unsure', models.BooleanField(default=False)),
                ('release_id', models.BigIntegerField(null=True)),
                ('claim', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='verifications', to='annotation.claim')),
                ('submission', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='%(class)s', to='annotation.submission')),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('verdict', ''), _negated=True), name='verification_has_verdict')],
            },
        ),
        migrations.CreateModel(
            name='RevisionRequest',
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
                'db_table': 'annotation_returned',
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
            name='Adjudication',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('revision', models.PositiveSmallIntegerField(default=1)),
                ('is_current', models.BooleanField(default=True)),
                ('kind', models.CharField(choices=[('one', 'one of the annotators'), ('merged', 'evidence of several put together'), ('new', 'the adjudicator’s own')], max_length=10)),
                ('verdict', models.CharField(max_length=40)),
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
                'constraints': [models.UniqueConstraint(fields=('claim', 'revision'), name='adjudication_revision_once'), models.UniqueConstraint(condition=models.Q(('is_current', True)), fields=('claim',), name='adjudication_one_current'), models.CheckConstraint(condition=models.Q(models.Q(('chosen__isnull', False), ('kind', 'one')), models.Q(('chosen__isnull', True), ('kind__in', ['merged', 'new'])), _connector='OR'), name='adjudication_names_the_one'), models.CheckConstraint(condition=models.Q(('error_type__in', ['counting', 'overlooked', 'not_found', 'accident', 'vague_claim', 'guidelines', 'too_much', 'incomplete', 'outside', 'source', 'other', 'none'])), name='adjudication_known_error_type'), models.CheckConstraint(condition=models.Q(('verdict', ''), _negated=True), name='adjudication_has_verdict')],
            },
        ),
        migrations.CreateModel(
            name='Webhook',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('url', models.CharField(max_length=1000)),
                ('secret', models.CharField(max_length=64)),
                ('is_on', models.BooleanField(default=True)),
                ('changed_at', models.DateTimeField(auto_now=True)),
                ('changed_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('project', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='webhook', to='annotation.project')),
            ],
        ),
        migrations.CreateModel(
            name='WebhookDelivery',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                ('event', models.CharField(choices=[('release.made', 'release made'), ('test', 'test')], max_length=20)),
                ('body', models.TextField()),
                ('state', models.CharField(choices=[('waiting', 'waiting'), ('delivered', 'delivered'), ('failed', 'failed')], default='waiting', max_length=10)),
                ('attempts', models.JSONField(default=list)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='webhook_deliveries', to='annotation.project')),
                ('release', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='webhook_deliveries', to='annotation.release')),
            ],
            options={
                'ordering': ['-id'],
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
            name='GenerationItem',
            fields=[
                ('task', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='generation_item', serialize=False, to='annotation.task')),
                ('highlight', models.OneToOneField(on_delete=django.db.models.deletion.RESTRICT, related_name='generation_item', to='annotation.highlight')),
            ],
            options={
                'base_manager_name': 'objects',
            },
        ),
        migrations.CreateModel(
            name='VerificationItem',
            fields=[
                ('task', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='verification_item', serialize=False, to='annotation.task')),
                ('claim', models.OneToOneField(on_delete=django.db.models.deletion.RESTRICT, related_name='verification_item', to='annotation.claim')),
            ],
            options={
                'base_manager_name': 'objects',
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
        migrations.AddConstraint(
            model_name='highlight',
            constraint=models.UniqueConstraint(fields=('project', 'page_title'), name='highlight_once_per_page'),
        ),
        migrations.AddConstraint(
            model_name='highlight',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('mutated_type', ''), ('mutation', ''), ('sample__isnull', True), ('several_pages__isnull', True), ('type_one_is_true__isnull', True)), models.Q(('mutated_type__in', ['I', 'II']), ('mutation__in', ['More Specific', 'Generalization', 'Negation', 'Paraphrasing', 'Entity Substitution', 'Tense Shift']), ('several_pages__isnull', False), ('type_one_is_true__isnull', False)), _connector='OR'), name='highlight_asks_for_all_or_nothing'),
        ),
        migrations.AddIndex(
            model_name='task',
            index=models.Index(condition=models.Q(('assigned_count__lt', models.F('required_annotations')), ('withdrawn_at__isnull', True)), fields=['project', 'kind', 'phase', 'position', 'id'], name='task_open_queue'),
        ),
        migrations.AddConstraint(
            model_name='submission',
            constraint=models.UniqueConstraint(fields=('assignment', 'revision'), name='submission_revision_once'),
        ),
        migrations.AddConstraint(
            model_name='submission',
            constraint=models.UniqueConstraint(condition=models.Q(('is_current', True)), fields=('assignment',), name='submission_one_current'),
        ),
        migrations.AddConstraint(
            model_name='evidenceset',
            constraint=models.UniqueConstraint(fields=('submission', 'position'), name='evidence_set_position_once'),
        ),
        migrations.RunPython(forbid_updates, allow_updates),
    ]
