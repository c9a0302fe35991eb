"""When to insert a hidden gold item (attention check) among the claims in production."""

from __future__ import annotations

from random import Random

from annotation.accounts.models import User
from annotation.projects.models import Project
from annotation.vocabulary.tasks import IN_PRODUCTION
from annotation.work.models import Assignment
from annotation.work.registry import get_workflow

BLOCK = 100


def attention_check_is_due(*, person: User, project: Project, kind: str) -> bool:
    """Tell whether the person's next claim is to be an attention check. No query while the rate is 0.

    Of each hundred that they take, `silent_gold_rate` are, at places drawn from a seed that is known to the server
    alone: exactly the rate, and no rhythm.
    """
    if not project.silent_gold_rate or not get_workflow(kind).attention_checks:
        return False
    mine = Assignment.objects.filter(person=person, project=project, kind=str(kind), task__phase__in=IN_PRODUCTION)
    return is_attention_check_slot(project.qa_seed, person.pk, mine.count(), project.silent_gold_rate)


def is_attention_check_slot(seed: int, person: int, number: int, rate: int) -> bool:
    """Tell whether the person's task of this number (from 0) is an attention check, at `rate` per 100 tasks."""
    block, place = divmod(number, BLOCK)
    return place in Random(f"silent {seed} {person} {block}").sample(range(BLOCK), rate)
