"""Which verdicts a person gives where others, or the adjudicator, give which."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from django.db.models import F

from annotation.accounts.models import User
from annotation.projects.models import Project
from annotation.work.counted import counted
from annotation.work.ratings import Item
from annotation.workflows.models import Verification

Confusion = Counter[tuple[str, str]]  # (the person's verdict, the other one) -> claims


def confused(item: Item, person: int) -> set[tuple[str, str]]:
    """The person's verdict with each verdict that somebody else gave; empty where they gave none."""
    mine = {rating.verdict for rating in item.ratings if rating.person == person}
    theirs = {rating.verdict for rating in item.ratings if rating.person != person}
    return {(one, other) for one in mine for other in theirs}


def confusion_with_others(items: Iterable[Item], person: int) -> Confusion:
    """Claims by the person's verdict and that of others. One on which two others differ counts in two cells."""
    return Counter(pair for item in items for pair in confused(item, person))


def confusion_with_adjudication(project: Project, person: User) -> Confusion:
    """Claims in production by the person's verdict and the adjudicated one."""
    decided = Verification.objects.filter(
        counted("submission__"),
        claim__project=project,
        claim__phase=0,
        claim__adjudications__is_current=True,
        submission__assignment__person=person,
    )
    return Counter(decided.order_by().values_list("verdict", F("claim__adjudications__verdict")))
