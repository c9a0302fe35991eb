"""Raise the QA share of people whose agreement is in doubt, and lower it again once it is not."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from django.db import transaction

from annotation.accounts.models import User
from annotation.actions.models import Action, ActionState
from annotation.actions.on_people import QA_SHARE
from annotation.actions.rules.log import act_on_person
from annotation.actions.rules.models import QualityRules, Rule
from annotation.actions.run import begin_undo
from annotation.dashboard.agreement import agreement
from annotation.errors import AnnotationError
from annotation.projects.member_settings import qa_rate_of
from annotation.projects.models import Membership, Project
from annotation.quality.agreement.annotators import Annotator
from annotation.quality.agreement.result import ends_of, value_of

LEAST_CLAIMS = 30  # of a person's, verified by others too: fewer give an interval that says nothing


@dataclass(frozen=True, slots=True)
class InDoubt:
    """Kappa of one person with all others, over `n` claims; `high`: the upper end of its interval."""

    person: int
    n: int
    value: float
    high: float


@dataclass(frozen=True, slots=True)
class QaChanges:
    """Whose QA share the rule would raise now, and which of its own raises it would take back."""

    raised: list[InDoubt]
    lowered: list[Action]


def qa_changes(project: Project, rules: QualityRules, *, fresh: bool = False) -> QaChanges:
    """Compare everybody's kappa with the threshold.

    Raised: the whole interval lies below it, and their share is smaller than the rule's. Taken back: a raise of the
    rule that still holds, where the value has reached the threshold: between the two nothing changes.
    """
    people = agreement(project, with_annotators=True, fresh=fresh).report.annotators
    rows = {} if people is None else {row.person: row for row in people.rows}
    members = set(Membership.objects.filter(project=project).values_list("user", flat=True))
    below, share = rules.qa_below / 100, Decimal(rules.qa_share) / 100
    raised = [
        doubt
        for row in rows.values()
        if row.person in members
        and (doubt := _in_doubt(row, below)) is not None
        and qa_rate_of(project, row.person) < share
    ]
    ours = Action.objects.filter(project=project, rule=Rule.QA_SHARE, state=ActionState.APPLIED)
    lowered = [
        action
        for action in ours.select_related("person", "project")
        if action.person_id in rows and (value_of(rows[action.person_id].kappa) or 0.0) >= below
    ]
    return QaChanges(sorted(raised, key=lambda one: (one.high, one.person)), lowered)


def change_qa_shares(project: Project, rules: QualityRules) -> tuple[list[Action], list[Action]]:
    """Raise and lower; returns what was raised and what was taken back."""
    if not rules.qa_raise:
        return [], []
    changes, done, undone = qa_changes(project, rules, fresh=True), [], []
    for one in changes.raised:
        with transaction.atomic():
            action = act_on_person(
                project=project,
                rule=Rule.QA_SHARE,
                kind="qa_share",
                person=User.objects.get(pk=one.person),
                arguments={
                    QA_SHARE: str(rules.qa_share),
                    "n": one.n,
                    "value": f"{one.value:.2f}",
                    "high": f"{one.high:.2f}",
                    "below": f"{rules.qa_below / 100:.2f}",
                },
            )
        done += [] if action is None else [action]
    for action in changes.lowered:
        try:
            if begin_undo(action, by=None):
                undone.append(action)
        except AnnotationError:  # a manager has set another share since: theirs stays
            continue
    return done, undone


def _in_doubt(row: Annotator, below: float) -> InDoubt | None:
    value, ends = value_of(row.kappa), ends_of(row.kappa)
    if value is None or ends is None or len(row.claims) < LEAST_CLAIMS or ends[1] >= below:
        return None
    return InDoubt(row.person, len(row.claims), value, ends[1])
