"""The acts of managers and operators that the audit log records. Values are stored: add, never rename."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class Act(models.TextChoices):
    """What somebody did."""

    # People and accounts
    PERSON_INVITED = "person_invited", _("Person invited")
    INVITATION_RENEWED = "invitation_renewed", _("Invitation renewed")
    INVITATION_WITHDRAWN = "invitation_withdrawn", _("Invitation withdrawn")
    INVITATION_ACCEPTED = "invitation_accepted", _("Invitation accepted")
    ROLES_CHANGED = "roles_changed", _("Roles changed")
    ACCOUNT_OPENED = "account_opened", _("Account activated")
    ACCOUNT_CLOSED = "account_closed", _("Account deactivated")
    PASSWORD_RESET = "password_reset", _("Password reset")
    SECOND_FACTOR_ON = "second_factor_on", _("Second factor switched on")
    SECOND_FACTOR_OFF = "second_factor_off", _("Second factor switched off")
    RECOVERY_CODES_RENEWED = "recovery_codes_renewed", _("Recovery codes renewed")
    IDENTITY_LINKED = "identity_linked", _("Identity linked")
    IDENTITY_UNLINKED = "identity_unlinked", _("Identity unlinked")
    SESSIONS_ENDED = "sessions_ended", _("Sessions ended")
    TOKEN_CREATED = "token_created", _("API token created")
    TOKEN_REVOKED = "token_revoked", _("API token revoked")
    OPERATOR_CREATED = "operator_created", _("Operator created")
    PERSON_REMOVED = "person_removed", _("Personal data removed")
    # Projects
    PROJECT_CREATED = "project_created", _("Project created")
    SETTINGS_CHANGED = "settings_changed", _("Settings changed")
    LABELS_CHANGED = "labels_changed", _("Labels changed")
    QUALITY_RULES_CHANGED = "quality_rules_changed", _("Quality rules changed")
    GUIDELINES_PUBLISHED = "guidelines_published", _("Guidelines published")
    PROJECT_COPIED = "project_copied", _("Copied from a project")
    CLAIMS_IMPORTED = "claims_imported", _("Claims imported")
    TASKS_IMPORTED = "tasks_imported", _("Import of tasks started")
    TASK_PUT_BACK = "task_put_back", _("Task returned to the queue")
    HIGHLIGHTS_SAMPLED = "highlights_sampled", _("Sampling of highlights started")
    SENTENCES_SAMPLED = "sentences_sampled", _("Sampling of sentences started")
    SAMPLING_CANCELLED = "sampling_cancelled", _("Sampling of highlights cancelled")
    EVIDENCE_ADDED = "evidence_added", _("Evidence to rate added")
    STUDY_ITEMS_ADDED = "study_items_added", _("Items of a citation study added")
    STUDY_PERSON_LEFT_OUT = "study_person_left_out", _("Person left out of a citation study")
    PAIRS_DRAWN = "pairs_drawn", _("Claims drawn for symmetric pairs")
    CORPUS_JOB_ASKED = "corpus_job_asked", _("Job on the corpus started")
    CORPUS_JOB_CANCELLED = "corpus_job_cancelled", _("Job on the corpus cancelled")
    CORPUS_CHOSEN = "corpus_chosen", _("Corpus chosen")
    FLAGGED_LIST_ADDED = "flagged_list_added", _("List of flagged domains added")
    FLAGGED_LIST_REMOVED = "flagged_list_removed", _("List of flagged domains removed")
    ADJUDICATOR_ASSIGNED = "adjudicator_assigned", _("Adjudicator assigned")
    # Quality of people
    CALIBRATION_DECIDED = "calibration_decided", _("Calibration decided")
    SCREENING_DECIDED = "screening_decided", _("Screening decided")
    SCREENING_TEST_CHANGED = "screening_test_changed", _("Screening test changed")
    GOLD_ADDED = "gold_added", _("Gold added")
    GOLD_CHANGED = "gold_changed", _("Gold changed")
    GOLD_WITHDRAWN = "gold_withdrawn", _("Gold withdrawn")
    ACTION_CONFIRMED = "action_confirmed", _("Action carried out")
    ACTION_UNDONE = "action_undone", _("Action undone")
    ACTION_STOPPED = "action_stopped", _("Action stopped")
    FLAG_REVIEWED = "flag_reviewed", _("Flagged verification reviewed")
    # Releases
    RELEASE_ASKED = "release_asked", _("Release started")
    RELEASE_STOPPED = "release_stopped", _("Release cancelled")
    RELEASE_MADE = "release_made", _("Release made")
    RELEASE_DELETED = "release_deleted", _("Release deleted")
    RELEASE_EXPORTED = "release_exported", _("Release exported by a command")
    FREE_TEXTS_CHANGED = "free_texts_changed", _("Choice of free texts changed")
    TEXTS_REDACTED = "texts_redacted", _("Free texts redacted")
    REDACTION_UNDONE = "redaction_undone", _("Redaction undone")
    DATA_STATEMENT_CHANGED = "data_statement_changed", _("Data statement changed")
    WEBHOOK_CHANGED = "webhook_changed", _("Webhook changed")
    WEBHOOK_SECRET_REPLACED = "webhook_secret_replaced", _("Webhook secret replaced")
    # Shared tasks
    CITATION_CHECK_ASKED = "citation_check_asked", _("Check of citations started")
    CITATION_CHECK_CANCELLED = "citation_check_cancelled", _("Check of citations cancelled")
    SHARED_TASK_CREATED = "shared_task_created", _("Shared task created")
    SHARED_TASK_CHANGED = "shared_task_changed", _("Shared task changed")
    SHARED_TASK_GOLD_STORED = "shared_task_gold_stored", _("Gold of a shared task stored")
    SHARED_TASK_RESCORED = "shared_task_rescored", _("Submission scored again")
    SHARED_TASK_ANNOUNCED = "shared_task_announced", _("Results of a shared task announced")
    SHARED_TASK_RATED = "shared_task_rated", _("Rating items made of submissions")
    # The site
    BACKUP_MADE = "backup_made", _("Backup made")
    BACKUP_VERIFIED = "backup_verified", _("Backup restored on trial")
    BACKUP_RESTORED = "backup_restored", _("Backup restored")
