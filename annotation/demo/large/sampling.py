"""Draw the verifications of the simulated project that are repeated, as `annotation.quality.sampling` does.

The draw itself is the real one (`blocks.ways`); what `repeat_some` stores one by one is stored here at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import ROUND_UP, Decimal
from fractions import Fraction

from django.db.models import Min, OuterRef, Subquery

from annotation.accounts.models import User
from annotation.demo.large.storing import store
from annotation.demo.large.workload import Draw, Plan
from annotation.projects.models import Project
from annotation.quality.sampling.blocks import annotators_per_item
from annotation.quality.sampling.models import QaCounter, QaSample
from annotation.work.models import Task
from annotation.workflows.models import Verification

QA_SHARE = Decimal("0.1")  # paper, section 3.2
_FOUR_DIGITS = Decimal("0.0001")


def rate_of(claims: int, repeated: int | None) -> Decimal:
    """The share to be repeated for about so many claims; None: a tenth."""
    if repeated is None:
        return QA_SHARE
    return min(Decimal(1), (Decimal(repeated) / claims).quantize(_FOUR_DIGITS, ROUND_UP))


def draw_of(project: Project, people: Sequence[User]) -> Draw:
    """How many people verify the claim that a person is the first to verify: 1, 2 or 3."""
    rate = Fraction(project.qa_rate)

    def draw(person: int, ordinal: int) -> int:
        return annotators_per_item(seed=project.qa_seed, annotator=people[person].pk, ordinal=ordinal, rate=rate)

    return draw


def store_samples(project: Project, work: Plan, tasks: Sequence[Task], people: Sequence[User]) -> None:
    """What the draws leave behind, once verifications are stored: a sample each, and how far each person has come."""
    mine = Verification.objects.filter(submission__assignment__project=project).order_by()
    first = dict(mine.values_list("claim").annotate(first=Min("pk")))  # stored in the order of submitting
    rows = [(tasks[n], first[tasks[n].verification_item.claim_id], ways) for n, ways in work.ways.items()]
    store(QaSample, (QaSample(task=task, of_id=of, ways=ways) for task, of, ways in rows))
    store(QaCounter, (QaCounter(project=project, person=people[n], counted=c) for n, c in enumerate(work.counted) if c))


def date_samples_back(project: Project) -> None:
    """Drawn when the first verification was submitted."""
    drawn = Verification.objects.filter(pk=OuterRef("of")).values("submission__assignment__ended_at")
    QaSample.objects.filter(task__project=project).update(drawn_at=Subquery(drawn[:1]))
