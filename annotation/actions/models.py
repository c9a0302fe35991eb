"""Actions of managers, and what became of each verification that one was about. Rows are kept as the project's log."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from annotation.vocabulary.action_reasons import ActionReason


class ActionState(models.TextChoices):
    DRAFT = "draft", _("not confirmed")
    APPLYING = "applying", _("being carried out")
    APPLIED = "applied", _("done")
    UNDOING = "undoing", _("being undone")
    UNDONE = "undone", _("undone")


class Outcome(models.TextChoices):
    """What became of a row. `ActionItem.code` says why where it is refused or kept."""

    DONE = "done", _("done")
    REFUSED = "refused", _("left as it was")
    UNDONE = "undone", _("undone")
    KEPT = "kept", _("not undone")


LONGEST_CODE = 30


class Action(models.Model):
    """One action of a manager, on verifications or on a person.

    A draft is a preview that nobody has confirmed. `selected`: the verifications (current revisions) that were chosen,
    in the order in which they are acted on; whoever changed one since then is not acted upon. `selection`: the query
    string of the list that they were chosen from, empty where they were ticked one by one. `arguments`: options of the
    kind. `before`: what undoing an action on a person restores.
    """

    project = models.ForeignKey("annotation.Project", on_delete=models.CASCADE, related_name="actions")
    kind = models.CharField(max_length=20)  # slug of an `actions.kinds.ActionKind`
    state = models.CharField(max_length=10, choices=ActionState.choices, default=ActionState.DRAFT)
    # None: `rule` of the project did it (annotation.actions.rules).
    by = models.ForeignKey("annotation.User", null=True, on_delete=models.PROTECT, related_name="actions")
    rule = models.CharField(max_length=20, blank=True)
    # Whom it is about: of an action on a person, and of one on the verifications of one person.
    person = models.ForeignKey("annotation.User", null=True, on_delete=models.PROTECT, related_name="actions_about")
    selected = models.JSONField(default=list)
    selection = models.CharField(max_length=1_000, blank=True)
    arguments = models.JSONField(default=dict)
    before = models.JSONField(default=dict)
    reason = models.CharField(max_length=20, blank=True, choices=ActionReason.choices)
    note = models.TextField(blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    confirmed_at = models.DateTimeField(null=True)
    undone_by = models.ForeignKey("annotation.User", null=True, on_delete=models.PROTECT, related_name="undone_actions")
    undone_at = models.DateTimeField(null=True)
    undo_note = models.TextField(blank=True)

    class Meta:
        ordering: ClassVar = ["-pk"]
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(state__in=ActionState.values), name="action_known_state"),
            models.CheckConstraint(
                condition=Q(state=ActionState.DRAFT) | (Q(confirmed_at__isnull=False) & ~Q(reason="")),
                name="action_confirmed_with_a_reason",
            ),
            models.CheckConstraint(condition=Q(by__isnull=False) | ~Q(rule=""), name="action_by_somebody_or_a_rule"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk} ({self.state})"


class ActionItem(models.Model):
    """What became of one verification. `detail`: what undoing it needs."""

    action = models.ForeignKey(Action, on_delete=models.CASCADE, related_name="items")
    verification = models.ForeignKey("annotation.Verification", on_delete=models.PROTECT, related_name="action_items")
    outcome = models.CharField(max_length=10, choices=Outcome.choices)
    code = models.CharField(max_length=LONGEST_CODE, blank=True)
    detail = models.JSONField(default=dict)

    class Meta:
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["action", "verification"], name="action_item_once"),
            models.CheckConstraint(condition=Q(outcome__in=Outcome.values), name="action_item_known_outcome"),
        ]

    def __str__(self) -> str:
        return f"{self.outcome} {self.verification_id}"
