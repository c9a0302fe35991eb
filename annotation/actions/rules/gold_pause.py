"""Pause people whose answers to attention checks are wrong too often: by the interval, not by the value alone.

Whom a manager lets go on begins anew: only answers since the rule paused them last are counted.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.db import transaction
from django.db.models import F, QuerySet

from annotation.accounts.models import User
from annotation.actions.models import Action
from annotation.actions.rules.log import act_on_person
from annotation.actions.rules.models import QualityRules, Rule
from annotation.projects.member_settings import paused_members
from annotation.projects.models import Project
from annotation.quality.calibration.approval_rates import wilson
from annotation.vocabulary.tasks import Phase
from annotation.work.counted import counted
from annotation.work.models import Submission
from annotation.work.registry import comparable_workflows, get_workflow


@dataclass(frozen=True, slots=True)
class GoldRecord:
    """Answers to attention checks of one person: `right` of `n`; `high`: the upper end of Wilson's 95 % interval."""

    person: int
    n: int
    right: int

    @property
    def high(self) -> float:
        found = wilson(self.right, self.n)
        return 1.0 if found is None else found[1]

    def is_below(self, rules: QualityRules) -> bool:
        """Whether there are enough answers, and the whole interval lies below the threshold."""
        return self.n >= rules.gold_least and self.high < rules.gold_below / 100


def pause_below_gold(project: Project, rules: QualityRules) -> list[Action]:
    """Pause everybody below the threshold; returns what was done. What they hold they may finish.

    A job does it, never the submission of an answer: whoever is paused at once knows which claim was gold.
    """
    done = []
    for record in below_gold(project, rules) if rules.gold_pause else ():
        with transaction.atomic():
            action = act_on_person(
                project=project,
                rule=Rule.GOLD_PAUSE,
                kind="pause",
                person=User.objects.get(pk=record.person),
                arguments={
                    "n": record.n,
                    "value": f"{record.right / record.n:.2f}",
                    "high": f"{record.high:.2f}",
                    "below": f"{rules.gold_below / 100:.2f}",
                },
            )
        done += [] if action is None else [action]
    return done


def below_gold(project: Project, rules: QualityRules) -> list[GoldRecord]:
    """The people whom the rule would pause today, those with the lowest interval first."""
    paused, since = paused_members(project), _paused_at(project)
    found = []
    for kind in comparable_workflows(project):
        by_person: defaultdict[int, list[Given]] = defaultdict(list)
        for one in _given(_answers(project, kind), kind):
            by_person[one.person].append(one)
        records = (_record(person, given, since.get(person)) for person, given in by_person.items())
        found += [record for record in records if record.person not in paused and record.is_below(rules)]
    return sorted(found, key=lambda record: (record.high, record.person))


class Given(NamedTuple):
    """One answer to an attention check."""

    person: int
    at: datetime
    label: str
    right: str


def _answers(project: Project, kind: str) -> QuerySet[Submission]:
    """Counted answers to attention checks, without those of whoever made the gold by answering it."""
    rows = Submission.objects.filter(
        counted(),
        assignment__project=project,
        assignment__kind=kind,
        assignment__task__phase=Phase.SILENT,
        assignment__task__gold__isnull=False,
        assignment__ended_at__isnull=False,
    )
    return rows.exclude(assignment__person=F("assignment__task__gold__made_by")).order_by()


def _given(rows: QuerySet[Submission], kind: str) -> list[Given]:
    comparable = get_workflow(kind).comparable
    if comparable is None:
        return []
    columns = ("assignment__person", "assignment__ended_at", comparable.field, "assignment__task__gold__verdict")
    return list(map(Given._make, rows.values_list(*columns)))


def _record(person: int, given: Sequence[Given], since: datetime | None) -> GoldRecord:
    counting = [one for one in given if since is None or one.at > since]
    return GoldRecord(person, len(counting), sum(one.label == one.right for one in counting))


def _paused_at(project: Project) -> dict[int, datetime]:
    """Person -> when the rule paused them last."""
    rows = Action.objects.filter(project=project, rule=Rule.GOLD_PAUSE).order_by("pk")
    return {person: at for person, at in rows.values_list("person", "confirmed_at") if person and at}
