"""Background job of the rules that look at people: every quarter of an hour while one of them is on."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from annotation.actions.rules.gold_pause import pause_below_gold
from annotation.actions.rules.models import rules_of
from annotation.actions.rules.qa_share import change_qa_shares
from annotation.projects.models import Project
from jobs.context import JobContext
from jobs.enqueue import enqueue, unfinished
from jobs.errors import RetryLater
from jobs.models import Job
from jobs.registry import job

KIND = "quality_rules"
EVERY = timedelta(minutes=15)


def watch_rules(project: Project) -> Job:
    """Ask for the job, if it does not wait already."""
    return unfinished(KIND, project=project) or enqueue(KIND, project=project)


@job(KIND, every=EVERY)
def apply_rules(context: JobContext) -> dict[str, Any]:
    """Apply the rules, and look again after EVERY; done once both are off. Safe to repeat. Raises RetryLater."""
    project = context.job.project
    rules = None if project is None else rules_of(project.pk)
    if project is None or rules is None or not (rules.gold_pause or rules.qa_raise):
        return {}
    apply_now(project)
    raise RetryLater(EVERY)


def apply_now(project: Project) -> int:
    """Apply the rules that look at people once; returns how many actions were done or taken back."""
    rules = rules_of(project.pk)
    if rules is None:
        return 0
    raised, lowered = change_qa_shares(project, rules)
    return len(pause_below_gold(project, rules)) + len(raised) + len(lowered)
