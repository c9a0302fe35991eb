"""What follows a submission: tasks of the next phase, each once a claim, withdrawn where a change makes it idle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from hashlib import sha256

from django.db import connection
from django.utils import timezone
from django.utils.translation import gettext as _

from annotation.claims.queue_position import queue_position
from annotation.errors import AnnotationError
from annotation.projects.models import Project
from annotation.vocabulary.tasks import Phase
from annotation.work.chains import is_complete, join_chain
from annotation.work.counted import counted
from annotation.work.models import Assignment, AssignmentState, Submission, Task
from annotation.workflows.question_answering.access import chain_work
from annotation.workflows.question_answering.fields.model import UNREADABLE, Fields
from annotation.workflows.question_answering.fields.project import fields_of
from annotation.workflows.question_answering.models import (
    Answer,
    ClaimItem,
    ClaimWork,
    Normalisation,
    NormalisedClaim,
    PairState,
    Question,
)
from annotation.workflows.question_answering.phases import PhaseName

# Who gave a task back or skipped it is never assigned it again: what it shows may still change.
GIVEN_UP = (AssignmentState.RELEASED, AssignmentState.SKIPPED)


def after_normalisation(stored: Normalisation) -> list[Task]:
    """Open phase 2 of the claims that go on. Call it in the transaction of the submission."""
    done = stored.assignment.task
    if done.phase != Phase.PRODUCTION:
        return []
    opened: list[Task] = []
    for claim in NormalisedClaim.objects.filter(article=done.article, assignment=stored.assignment):
        if claim.is_current and not claim.left_by:
            opened += opened_for(claim, PhaseName.ANSWERING)
        else:
            withdraw(claim, PhaseName.ANSWERING)
    return opened


def after_claim(stored: ClaimWork) -> list[Task]:
    """Open what follows phase 2, 3 or 4 of a claim, or withdraw it. Call it in the transaction of the submission."""
    task, claim = stored.assignment.task, stored.claim
    if task.phase != Phase.PRODUCTION or not task.claim_item.in_chain:
        return []
    fields, kind = fields_of(task.project), task.kind
    if kind == PhaseName.ANSWERING:
        return opened_for(claim, PhaseName.VALIDATION, stored.submission, validators_of(fields, claim))
    if kind == PhaseName.VALIDATION:
        if not is_complete(task):
            return []
        answers = task.claim_item.answers
        if answers is not None and dispute_opens(fields, verdict_of(claim, PhaseName.ANSWERING), labels_of_task(task)):
            return opened_for(claim, PhaseName.DISPUTE, answers)
        withdraw(claim, PhaseName.DISPUTE)
    if kind == PhaseName.DISPUTE:
        if fields.post_control == "always" or has_changed(stored.submission, task.claim_item.answers):
            return opened_for(claim, PhaseName.CONTROL, stored.submission)
        withdraw(claim, PhaseName.CONTROL)
    return []


def follow_edit(assignment: Assignment) -> None:
    """Bring what follows in line with a changed submission. Raises AnnotationError `edit_closed` if it has begun."""
    submission = Submission.objects.get(assignment=assignment, is_current=True)
    if assignment.kind == PhaseName.NORMALISATION:
        join_chain(submission, after_normalisation(Normalisation.objects.get(submission=submission)))
        return
    stored = ClaimWork.objects.select_related("claim").get(submission=submission)
    if why_gone_on(assignment):  # asked again: here the tasks that follow are locked
        raise AnnotationError("edit_closed", why_gone_on(assignment), 409)
    join_chain(submission, after_claim(stored))


def open_missing(project: Project) -> None:
    """Open what follows work that was done while the next phase was off. Runs when a project switches a phase on."""
    without = NormalisedClaim.objects.filter(article__project=project, is_current=True, left_by="")
    without = without.exclude(items__kind=PhaseName.ANSWERING, items__in_chain=True)
    for work in Normalisation.objects.filter(
        counted("submission__"), submission__assignment__in=without.values("assignment")
    ):
        join_chain(work.submission, after_normalisation(work))
    for kind in NEXT:
        works = ClaimWork.objects.filter(
            counted("submission__"), claim__article__project=project, submission__assignment__kind=kind
        )
        missing = works.exclude(claim__items__kind=NEXT[kind]).select_related("claim").order_by("pk")
        for one in missing.iterator(chunk_size=500):
            join_chain(one.submission, after_claim(one))


# --- What follows ----------------------------------------------------------------------------------------------------
def dispute_opens(fields: Fields, answering: str, labels: Sequence[str]) -> bool:
    """Whether a dispute opens, by the verdict of phase 2 and the labels of the validators."""
    found = majority(labels)
    if found is None:
        return "no_majority" in fields.dispute
    if found == UNREADABLE:
        return "unreadable" in fields.dispute
    return "different" in fields.dispute and found != answering


def majority(labels: Sequence[str]) -> str | None:
    """The label that more people gave than any other; None where there is none."""
    if len(labels) == 1:
        return labels[0]  # most claims: a page asks for each of a large project
    ranked = Counter(labels).most_common(2)
    if not ranked or (len(ranked) == 2 and ranked[0][1] == ranked[1][1]):
        return None
    return ranked[0][0]


def validators_of(fields: Fields, claim: NormalisedClaim) -> int:
    """How many people validate the claim: drawn once by its key, so that it is the same whenever it is asked."""
    drawn = int.from_bytes(sha256(claim.key.bytes).digest()[:4], "big") % 10_000
    return fields.overlap.people if drawn < 100 * fields.overlap.share else 1


def verdict_of(claim: NormalisedClaim, kind: str) -> str:
    """The verdict that counts of a phase that one person does; "" where there is none."""
    works = chain_work().filter(claim=claim, submission__assignment__kind=kind)
    return works.values_list("label", flat=True).last() or ""


def labels_of_task(task: Task) -> list[str]:
    """The labels that count of a task."""
    works = ClaimWork.objects.filter(counted("submission__"), submission__assignment__task=task)
    return list(works.order_by("submission__assignment__ended_at", "pk").values_list("label", flat=True))


def has_changed(after: Submission, before: Submission | None) -> bool:
    """Whether a dispute edited, added or deleted a question or an answer."""
    kept = Question.objects.filter(submission=after, state=PairState.KEPT)
    of_kept = Answer.objects.filter(question__in=kept, state=PairState.KEPT)
    questions = Question.objects.filter(submission__in=[after, *filter(None, [before])])
    answers = Answer.objects.filter(question__in=questions)
    return questions.count() != 2 * kept.count() or answers.count() != 2 * of_kept.count()


# --- Tasks -----------------------------------------------------------------------------------------------------------
def opened_for(claim: NormalisedClaim, kind: str, answers: Submission | None = None, people: int = 1) -> list[Task]:
    """Open the task of a phase, or bring the one that is there in line while nobody has begun it. Returns new ones."""
    locked = NormalisedClaim.objects.select_for_update(no_key=True).select_related("article__project").get(pk=claim.pk)
    project = locked.article.project
    if kind not in project.workflows:
        return []
    item = ClaimItem.objects.filter(claim=locked, kind=kind, in_chain=True).first()
    if item is not None:
        if not _is_begun(item):
            ClaimItem.objects.filter(pk=item.pk).update(answers=answers)
            # What people withdrew by skipping stays withdrawn.
            skipped = Assignment.objects.filter(task=item.pk, state=AssignmentState.SKIPPED)
            if not skipped.exists():
                Task.objects.filter(pk=item.pk).update(withdrawn_at=None)
        return []
    task = Task.objects.create(
        project=project, kind=kind, required_annotations=people, position=queue_position(project, str(locked.key))
    )
    ClaimItem.objects.create(task=task, claim=locked, kind=kind, answers=answers)
    return [task]


def has_begun(claim: NormalisedClaim, kind: str = PhaseName.ANSWERING) -> bool:
    """Whether somebody works or has worked on this phase of the claim. In a transaction it locks the task."""
    item = ClaimItem.objects.filter(claim=claim, kind=kind, in_chain=True).first()
    return item is not None and _is_begun(item)


NEXT = {
    PhaseName.ANSWERING: PhaseName.VALIDATION,
    PhaseName.VALIDATION: PhaseName.DISPUTE,
    PhaseName.DISPUTE: PhaseName.CONTROL,
}


def why_gone_on(assignment: Assignment) -> str:
    """Explain that a submission of phases 2 to 5 stays as it is, because the next phase has begun; "" otherwise."""
    following = NEXT.get(PhaseName(assignment.kind))
    if following is None or not has_begun(assignment.task.claim_item.claim, following):
        return ""
    return _("This claim has gone on to the next phase: what you submitted stays as it is.")


def _is_begun(item: ClaimItem) -> bool:
    task = Task.objects.filter(pk=item.pk)
    if connection.in_atomic_block:
        task = task.select_for_update(no_key=True)  # nobody takes it meanwhile
    list(task)
    return Assignment.objects.filter(task=item.pk).exclude(state__in=GIVEN_UP).exists()


def withdraw(claim: NormalisedClaim, kind: str) -> None:
    """Take a task that nobody has begun out of the queue."""
    item = ClaimItem.objects.filter(claim=claim, kind=kind, in_chain=True).first()
    if item is not None and not _is_begun(item):
        Task.objects.filter(pk=item.pk, withdrawn_at__isnull=True).update(withdrawn_at=timezone.now())
