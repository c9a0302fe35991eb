"""Sample claims for repeated annotation while their first verification is stored (FEVEROUS paper, section 3.2).

The annotators cannot tell: their payload says nothing of how often a claim is wanted, and a repeated one stands in the
queue where it always stood.
"""

from __future__ import annotations

from fractions import Fraction

from django.db.models import F

from annotation.projects.member_settings import qa_rate_of
from annotation.quality.sampling.blocks import annotators_per_item
from annotation.quality.sampling.models import QaCounter, QaSample
from annotation.work.models import SubmittedWork, Task
from annotation.workflows.models import Verification


def repeat_some(verification: SubmittedWork) -> QaSample | None:
    """Sample whether others are to verify this claim too, and require their annotations; None if not sampled.

    Call it in the transaction that stores a verification. It draws only for the first one of a claim in production: so
    a claim is drawn at most once. A claim that is wanted by as many people anyway is noted and stays as it is.
    """
    if not isinstance(verification, Verification):
        return None
    project, person = verification.assignment.project, verification.assignment.person_id
    rate = qa_rate_of(project, person)
    if rate <= 0:
        return None
    # Whoever hands in the same claim now waits here, and then is not the first any more.
    task = Task.objects.select_for_update(no_key=True).get(pk=verification.assignment.task_id)
    if task.phase or not _is_first(verification):
        return None
    drawn = annotators_per_item(
        seed=project.qa_seed,
        annotator=person,
        ordinal=_next_turn(verification),
        rate=Fraction(rate),
    )
    if drawn == 1:
        return None
    Task.objects.filter(pk=task.pk, required_annotations__lt=drawn).update(required_annotations=drawn)
    return QaSample.objects.create(task=task, of=verification, ways=drawn)


def _is_first(verification: Verification) -> bool:
    others = Verification.objects.filter(claim=verification.claim_id).exclude(pk=verification.pk)
    return verification.revision == 1 and not others.exists()


def _next_turn(verification: Verification) -> int:
    """The number of this one among those that the person was the first to verify, from 0; each is given once."""
    assignment = verification.assignment
    turn, _made = QaCounter.objects.get_or_create(project_id=assignment.project_id, person_id=assignment.person_id)
    QaCounter.objects.filter(pk=turn.pk).update(counted=F("counted") + 1)  # holds the row until the end
    turn.refresh_from_db(fields=["counted"])
    return turn.counted - 1
