"""Actions by rule: what a manager could have done, done by the project itself, in the same log, with the same undo."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils import timezone

from annotation.accounts.models import User
from annotation.actions.kinds import person_actions
from annotation.actions.models import Action, ActionItem, ActionState, Outcome
from annotation.actions.rules.models import Rule
from annotation.projects.models import Project
from annotation.vocabulary.action_reasons import ActionReason


def act_on_person(
    *, project: Project, rule: Rule, kind: str, person: User, arguments: Mapping[str, Any]
) -> Action | None:
    """Carry out an action on a person; None where it makes no sense (they are paused already). Call it atomically."""
    action_kind = person_actions()[kind]
    action = Action(project=project, rule=rule, kind=kind, person=person, arguments=dict(arguments))
    if action_kind.problems(action):
        return None
    action.state, action.confirmed_at, action.reason = ActionState.APPLIED, timezone.now(), ActionReason.RULE
    action.before = dict(action_kind.apply(action))
    action.save()
    return action


def log_row(*, project: int, rule: Rule, kind: str, verification: int) -> Action:
    """Add a row to today's action of this rule: one entry of the log a day (UTC), not one a claim. Call it atomically.

    The row's action is done by the caller.
    """
    today = timezone.now().replace(hour=0, minute=0, second=0, microsecond=0)
    of_today = Action.objects.select_for_update().filter(
        project=project, rule=rule, kind=kind, state=ActionState.APPLIED, confirmed_at__gte=today
    )
    action = of_today.first()
    if action is None:
        action = Action.objects.create(
            project_id=project,
            rule=rule,
            kind=kind,
            state=ActionState.APPLIED,
            confirmed_at=timezone.now(),
            reason=ActionReason.RULE,
        )
    action.selected = [*action.selected, verification]
    action.save(update_fields=["selected"])
    ActionItem.objects.create(action=action, verification_id=verification, outcome=Outcome.DONE)
    return action
