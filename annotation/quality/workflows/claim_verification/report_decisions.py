"""Decide on reported claims: correct, reinstate or retire them. The writer is shown the reason."""

from __future__ import annotations

from django.db import IntegrityError, transaction
from django.db.models import F, Max
from django.utils import timezone
from django.utils.translation import gettext as _

from annotation.accounts.models import User
from annotation.claims.extension_points import run_after_change
from annotation.claims.models import Claim, ClaimRevision
from annotation.claims.near_duplicates import update_signatures
from annotation.claims.text_rules import cleaned, text_problems
from annotation.errors import AnnotationError, Invalid
from annotation.projects.data_version import bump
from annotation.quality.adjudication.rules import LONGEST_NOTE
from annotation.quality.adjudication.turns import void
from annotation.work.assignment import end
from annotation.work.models import Assignment, AssignmentState, Submission, Task
from annotation.workflows.models import Report, ReportDecision, RevisionRequest

BACK = (ReportDecision.CORRECTED, ReportDecision.REINSTATED)
MOST_WANTED = 32_767  # what the column holds


def decide(*, report: Report, by: User, decision: str, note: str = "", text: str = "") -> Report:
    """Decide on this report of the claim and on all other open ones. Returns the report.

    `text`: the claim's new words, of a correction. What was said of the old ones is kept, counts no more, and as many
    others are asked again; nobody who knew the old words is. A retired claim may be brought back later. Raises Invalid,
    and AnnotationError `decided_already` and `being_verified` (a correction would change the claim before their eyes).
    """
    text, note = cleaned(text), note.strip()
    found = _problems(report, decision, note, text)
    if found:
        raise Invalid(_("The decision is not complete."), found)
    try:
        return _decide(report, by, decision, note, text)
    except IntegrityError:  # somebody wrote a claim of these words a moment ago
        words = _("The project has this very claim already.")
        raise Invalid(words, {"text": [words]}) from None


def _problems(report: Report, decision: str, note: str, text: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    if decision not in ReportDecision.values:
        found["decision"] = [_("Choose what becomes of the claim.")]
    if len(note) > LONGEST_NOTE:
        found["note"] = [_("This note is too long: %(limit)d characters are the most.") % {"limit": LONGEST_NOTE}]
    if decision == ReportDecision.RETIRED and not note:
        found["note"] = [_("Tell the writer why: they read it.")]
    if decision == ReportDecision.CORRECTED:
        messages = text_problems(text)
        if text == report.claim.text:
            messages.append(_("These are the words that were reported. Change them, or reinstate the claim."))
        elif Claim.objects.filter(project=report.claim.project_id, text=text).exists():
            messages.append(_("The project has this very claim already."))
        if messages:
            found["text"] = messages
    return found


@transaction.atomic
def _decide(report: Report, by: User, decision: str, note: str, text: str) -> Report:
    claim = Claim.objects.select_for_update(no_key=True).get(pk=report.claim_id)
    stored = Report.objects.get(pk=report.pk)
    if stored.decision in BACK:
        message = _("This was decided already: %(decision)s.") % {"decision": stored.get_decision_display()}
        raise AnnotationError("decided_already", message, 409)
    if decision == ReportDecision.CORRECTED:
        _correct(claim, by, text)
    if decision in BACK:
        Task.objects.filter(verification_item__claim=claim).update(withdrawn_at=None)
    open_ones = Report.objects.filter(claim=claim).exclude(decision__in=BACK)
    open_ones.update(decision=decision, decided_by=by, decided_at=timezone.now(), decision_note=note)
    bump(claim.project_id)
    stored.refresh_from_db()
    return stored


def _correct(claim: Claim, by: User, text: str) -> None:
    task = Task.objects.select_for_update(of=("self",), no_key=True).get(verification_item__claim=claim)
    if Assignment.objects.filter(task=task, state=AssignmentState.HELD).exists():
        message = _("Somebody is verifying this claim right now. Correct it when they are done, or retire it.")
        raise AnnotationError("being_verified", message, 409)
    for parked in Assignment.objects.filter(task=task, state=AssignmentState.PARKED):
        end(parked, AssignmentState.EXPIRED, timezone.now())  # with its draft: taken up again, it has the new words
    if not claim.revisions.exists():  # it was imported, not written here
        _revise(claim, 1, claim.author or by)
    newest = claim.revisions.aggregate(newest=Max("number"))["newest"]
    claim.text = text
    claim.save(update_fields=["text"])
    _revise(claim, newest + 1, by)
    update_signatures([claim])
    run_after_change(claim.project)
    done = Assignment.objects.filter(task=task, state=AssignmentState.SUBMITTED)
    if not task.phase:
        room = MOST_WANTED - task.required_annotations
        Task.objects.filter(pk=task.pk).update(required_annotations=F("required_annotations") + min(done.count(), room))
    RevisionRequest.objects.filter(assignment__in=done, resolved_at__isnull=True).update(resolved_at=timezone.now())
    Submission.objects.filter(verification__claim=claim, is_current=True).update(is_current=False)
    void(claim)


def _revise(claim: Claim, number: int, author: User) -> None:
    ClaimRevision.objects.create(
        claim=claim, number=number, text=claim.text, expected_challenge=claim.expected_challenge, author=author
    )
