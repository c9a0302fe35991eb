"""Request the revision of a verification, and store its annotator's answer."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from annotation.accounts.models import User
from annotation.errors import AnnotationError, Invalid
from annotation.projects.access import READERS
from annotation.quality.adjudication.rules import LONGEST_NOTE
from annotation.quality.sampling.visibility import visible_claims
from annotation.vocabulary.tasks import Phase
from annotation.work.models import Assignment
from annotation.workflows.models import RevisionRequest, Verification


def send_back(*, verification: Verification, by: User, note: str) -> RevisionRequest:
    """Ask the annotator to revise a verification; until they answer, they may change it, whatever its age.

    Raises Invalid (no note, or too long a one), and AnnotationError `revision_conflict` (it was changed meanwhile),
    `returned_already` and `stays` (`why_it_stays`).
    """
    note = note.strip()
    if not note or len(note) > LONGEST_NOTE:
        words = _("Write what they should look at, in at most %(limit)d characters.") % {"limit": LONGEST_NOTE}
        raise Invalid(words, {"note": [words]})
    if not Verification.objects.filter(pk=verification.pk, submission__is_current=True).exists():
        raise AnnotationError("revision_conflict", _("This was changed meanwhile. Look at it again."), 409)
    reason = why_it_stays(verification)
    if reason:
        raise AnnotationError("stays", reason, 409)
    try:
        with transaction.atomic():
            return RevisionRequest.objects.create(
                verification=verification, assignment_id=verification.assignment_id, by=by, note=note
            )
    except IntegrityError:
        raise AnnotationError("returned_already", _("It was sent back already, and not answered yet."), 409) from None


def why_it_stays(verification: Verification) -> str:
    """Explain why no revision can be requested; empty where it can. See `why_they_stay`."""
    return why_they_stay([verification]).get(verification.pk, "")


def why_they_stay(verifications: Iterable[Verification]) -> dict[int, str]:
    """Verification -> why no revision can be requested; those are absent of which one can.

    Its annotator is to look again with their own eyes: not after the others' answers may have been before them. And
    gold asks what people answer by themselves. Takes two queries a person, whatever the number of verifications.
    """
    by_assignment = {one.assignment_id: one for one in verifications}
    of_person: defaultdict[tuple[int, int], list[Assignment]] = defaultdict(list)
    for assignment in Assignment.objects.select_related("task", "person", "project").in_bulk(by_assignment).values():
        of_person[assignment.project_id, assignment.person_id].append(assignment)
    found: dict[int, str] = {}
    for assignments in of_person.values():
        person, project = assignments[0].person, assignments[0].project
        claims = [by_assignment[one.pk].claim_id for one in assignments]
        is_reader = person.memberships.filter(project=project, role__in=READERS).exists()
        visible = set(visible_claims(person, project).filter(pk__in=claims).values_list("pk", flat=True))
        for one in assignments:
            verification = by_assignment[one.pk]
            if reason := _why(one, is_reader=is_reader, is_visible=verification.claim_id in visible):
                found[verification.pk] = reason
    return found


def _why(assignment: Assignment, *, is_reader: bool, is_visible: bool) -> str:
    if assignment.task.phase != Phase.PRODUCTION:
        return _("This is a task with a known answer: it measures what people find by themselves, and stays as it is.")
    if is_reader:
        return _("Its annotator may look at everybody’s answers in this project. Decide on it instead.")
    if is_visible:
        return _("Its annotator may have seen the others’ answers under “My agreement”. Decide on it instead.")
    return ""


def stand_by(*, assignment: Assignment, answer: str) -> bool:
    """Close the open revision request with the annotator's reason to keep the verification; False if none was open."""
    answer = answer.strip()
    if not answer or len(answer) > LONGEST_NOTE:
        words = _("Write why it is right as it is, in at most %(limit)d characters.") % {"limit": LONGEST_NOTE}
        raise Invalid(words, {"answer": [words]})
    open_ones = RevisionRequest.objects.filter(assignment=assignment, resolved_at__isnull=True)
    return open_ones.update(resolved_at=timezone.now(), answer=answer) == 1
