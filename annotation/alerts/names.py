"""What kinds of alerts are called."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from annotation.alerts.alert import Kind

KINDS: dict[Kind, Promise] = {
    Kind.WORKER: gettext_lazy("No worker"),
    Kind.QUEUE: gettext_lazy("Queue"),
    Kind.VERDICT: gettext_lazy("Verdicts"),
    Kind.KAPPA: gettext_lazy("Agreement"),
    Kind.WEEK: gettext_lazy("Agreement"),
    Kind.SPEED: gettext_lazy("Speed"),
    Kind.SKIPS: gettext_lazy("Skips"),
    Kind.REPORTED: gettext_lazy("Reported claims"),
    Kind.SUGGESTIONS: gettext_lazy("Suggestions"),
    Kind.WORD: gettext_lazy("Cue word"),
    Kind.DRIFT: gettext_lazy("Drift"),
    Kind.GUIDELINES: gettext_lazy("Guidelines"),
    Kind.ANNOUNCEMENT: gettext_lazy("Announcement"),
    Kind.REPORTS: gettext_lazy("Reports"),
    Kind.TASK_REPORTS: gettext_lazy("Reports"),
    Kind.QUESTIONS: gettext_lazy("Questions"),
    Kind.CALIBRATION: gettext_lazy("Calibration"),
    Kind.PAUSED: gettext_lazy("Paused"),
    Kind.DIFFERENT_DECISIONS: gettext_lazy("Adjudicators"),
    Kind.NO_SECOND: gettext_lazy("Adjudicators"),
    Kind.FLAGS: gettext_lazy("Flagged"),
}
