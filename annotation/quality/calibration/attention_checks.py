"""When a claim with a known answer comes among the others, so that nobody can tell which one it is."""

from __future__ import annotations

from random import Random

from annotation.accounts.models import User
from annotation.projects.models import Project
from annotation.vocabulary.tasks import IN_PRODUCTION, TaskKind
from annotation.work.models import Assignment

BLOCK = 100


def attention_check_is_due(*, person: User, project: Project, kind: str) -> bool:
    """Whether the next claim that the person takes is to be silent gold. No query while the rate is 0.

    Of each hundred that they take, `silent_gold_rate` are, at places drawn from a seed that is known to the server
    alone: exactly the rate, and no rhythm.
    """
    if not project.silent_gold_rate or kind != TaskKind.CLAIM_VERIFICATION:
        return False
    mine = Assignment.objects.filter(person=person, project=project, kind=str(kind), task__phase__in=IN_PRODUCTION)
    return is_attention_check_slot(project.qa_seed, person.pk, mine.count(), project.silent_gold_rate)


def is_attention_check_slot(seed: int, person: int, number: int, rate: int) -> bool:
    """Whether the task of this number (from 0) is silent gold, at `rate` of a hundred. Pure."""
    block, place = divmod(number, BLOCK)
    return place in Random(f"silent {seed} {person} {block}").sample(range(BLOCK), rate)
