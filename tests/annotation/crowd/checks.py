"""What must be true of the database after the storm. Each function tells, in words, what is not."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.db.models import Count, Q

from annotation.models import (
    Assignment,
    Claim,
    ClaimSet,
    Operation,
    Project,
    Task,
    User,
    Verification,
    VerificationItem,
)
from annotation.vocabulary.operation_names import OwnOperation
from annotation.work import log_verification
from annotation.work.models import AssignmentState, Draft
from annotation.work.queue import eligible_tasks, limit_reached
from annotation.workflows.kinds import TaskKind
from tests.annotation.crowd.annotator import VERIFYING, operations_of
from tests.annotation.crowd.journal import Entry, entries

HELD, SUBMITTED = AssignmentState.HELD, AssignmentState.SUBMITTED
OWN = list(OwnOperation)  # of the server: nothing here logs what it selects, or that it skips


def surprises(journals: Path) -> Iterator[str]:
    """Answers that nobody should get: an error of the server, "database is locked", a conflict where there is none."""
    for entry in entries(journals):
        if entry["what"] == "surprise":
            yield f"{entry['path']} answered {entry['status']}: {entry['said']}"


def lost(journals: Path) -> Iterator[str]:
    """What was acknowledged and is not there, or not as it was sent."""
    attempts: dict[str, Entry] = {}
    acknowledged: dict[str, set[str]] = defaultdict(set)
    for entry in entries(journals):
        if entry["what"] == "attempt":
            attempts[entry["body"]["client_id"]] = entry
        elif entry["what"] == "acknowledged":
            acknowledged[entry["client_id"]].add(entry["stored"])
    for client_id, stored in acknowledged.items():
        if len(stored) > 1:
            yield f"{client_id} was acknowledged as several: {stored}"
        attempt = attempts[client_id]
        there = _verification_of(client_id) if attempt["kind"] == VERIFYING else _claims_of(client_id)
        sent = _sent(attempt, next(iter(stored)))
        if there != sent:
            yield f"{client_id} is {there}, sent was {sent}"
    yield from _lost_while_working(journals)


def doubled() -> Iterator[str]:
    """The same thing twice: a task for one person, a submission, a claim, a verification."""
    for name, rows in {
        "task and person": Assignment.objects.values_list("task", "person"),
        "claim and verifier": Verification.objects.values_list("claim", "submission__assignment__person"),
        "verification": Verification.objects.values_list("submission__assignment"),
        "client id": Verification.objects.values_list("submission__client_id"),
        "claim set": ClaimSet.objects.values_list("submission__assignment"),
        "words of a claim": Claim.objects.values_list("project", "text"),
        "task of a claim": VerificationItem.objects.values_list("claim"),
    }.items():
        yield from (f"{name} {row}: {times} times" for row, times in Counter(rows).items() if times > 1)
    submitted = set(Assignment.objects.filter(state=SUBMITTED).values_list("pk", flat=True))
    work = [
        *Verification.objects.values_list("submission__assignment", flat=True),
        *ClaimSet.objects.values_list("submission__assignment", flat=True),
    ]
    yield from (
        f"assignment {pk} is submitted without work, or the reverse" for pk in submitted.symmetric_difference(work)
    )


def over() -> Iterator[str]:
    """Tasks with more people than wanted, or whose places do not agree with the people on them."""
    on_it = Count("assignments", filter=Q(assignments__state__in=[HELD, SUBMITTED]))
    for task in Task.objects.annotate(on_it=on_it):
        if not task.on_it == task.assigned_count <= task.required_annotations:
            counts = f"{task.assigned_count} assigned of {task.required_annotations}"
            yield f"task {task.pk}: {counts}, {task.on_it} people"


def forbidden(project: Project) -> Iterator[str]:
    """People with more than the project wants of one, or with a claim of a highlight they wrote for."""
    for kind, limit in (
        (TaskKind.CLAIM_GENERATION, project.claim_sets_per_person),
        (TaskKind.CLAIM_VERIFICATION, project.verifications_per_person),
    ):
        done = Counter(Assignment.objects.filter(kind=kind, state=SUBMITTED).values_list("person__username", flat=True))
        yield from (f"{name} did {n} of {kind}" for name, n in done.items() if limit is not None and n > limit)
    wrote = set(ClaimSet.objects.values_list("submission__assignment__person__username", "highlight"))
    for name, highlight in Assignment.objects.filter(
        kind=VERIFYING, task__verification_item__claim__highlight__isnull=False
    ).values_list("person__username", "task__verification_item__claim__highlight"):
        if (name, highlight) in wrote:
            yield f"{name} was given a claim from highlight {highlight}, for which they wrote"


def broken_logs() -> Iterator[str]:
    """Logs that do not begin with `start` and, once handed in, end with `finish`; with gaps; that run backwards.

    Of the first sitting; and whatever `verify_log` would find in any of them.
    """
    yield from map(str, log_verification.broken_logs(Assignment.objects.all(), log_verification.Checked()))
    logs: dict[int, list[Operation]] = defaultdict(list)
    for operation in Operation.objects.filter(sitting=1).exclude(name__in=OWN).order_by("assignment", "sequence"):
        logs[operation.assignment_id].append(operation)
    for assignment in Assignment.objects.all():
        log = logs[assignment.pk]
        names = [operation.name for operation in log]
        ends = ["finish"] if assignment.state == SUBMITTED else []
        between = log[1 : len(log) - len(ends)]
        sent = [operation["value"] for operation in operations_of(str(assignment.public_id), 1, len(between))]
        seconds = [operation.seconds for operation in log]
        if (
            [operation.browser_sequence for operation in between] != list(range(1, len(between) + 1))
            or names != ["start", *["search"] * len(between), *ends]
            or [operation.value for operation in between] != sent
            or seconds != sorted(seconds)
        ):
            yield f"{assignment}: {[(o.sequence, o.name, o.value, o.seconds) for o in log]}"


def changed_under_a_verifier() -> Iterator[str]:
    """Claims whose words changed after somebody had begun to verify them."""
    begun: dict[int, Any] = {}
    for pk, at in Assignment.objects.filter(kind=VERIFYING).values_list("task__verification_item__claim", "created_at"):
        begun[pk] = min(at, begun.get(pk, at))
    for claim in Claim.objects.filter(claim_set__isnull=False).prefetch_related("revisions"):
        revisions = list(claim.revisions.all())
        if revisions[-1].text != claim.text or [one.number for one in revisions] != list(range(1, len(revisions) + 1)):
            yield f"claim {claim.pk} is {claim.text!r}, its revisions {[one.text for one in revisions]}"
        if claim.pk in begun and revisions[-1].created_at > begun[claim.pk]:
            yield f"claim {claim.pk} changed after its verification began"


def left_undone(project: Project) -> Iterator[str]:
    """Work that somebody could have and nobody did, though everybody asked: a place that got lost."""
    for user in User.objects.all():
        for kind in user.memberships.values_list("role", flat=True):
            work = {"claim_writer": TaskKind.CLAIM_GENERATION, "verifier": TaskKind.CLAIM_VERIFICATION}[kind]
            if limit_reached(person=user, project=project, kind=work) is None:
                left = eligible_tasks(person=user, project=project, kind=work).count()
                if left:
                    yield f"{user} could have {left} of {work}"
    yield from (f"{assignment} was never brought to an end" for assignment in Assignment.objects.filter(state=HELD))


def _sent(attempt: Entry, stored: str) -> tuple[Any, ...]:
    body = attempt["body"]
    if attempt["kind"] == VERIFYING:
        return attempt["assignment"], stored, body["verdict"], body["challenge"], body["evidence_sets"]
    claims = {kind: (claim["text"], claim["challenge"]) for kind, claim in body["claims"].items()}
    return attempt["assignment"], stored, claims, 3


def _verification_of(client_id: str) -> tuple[Any, ...] | None:
    stored = (
        Verification.objects.filter(submission__client_id=client_id).select_related("submission__assignment").first()
    )
    if stored is None:
        return None
    sets = [[one.element_id for one in ids.evidence.all()] for ids in stored.evidence_sets]
    return str(stored.assignment.public_id), str(stored.client_id), stored.verdict, stored.challenge, sets


def _claims_of(client_id: str) -> tuple[Any, ...] | None:
    stored = ClaimSet.objects.filter(submission__client_id=client_id).select_related("submission__assignment").first()
    if stored is None:
        return None
    claims = {
        claim.claim_type: (first.text, first.expected_challenge)
        for claim in stored.claims.all()
        for first in claim.revisions.filter(number=1)
    }
    tasks = Task.objects.filter(verification_item__claim__claim_set=stored).count()
    return str(stored.assignment.public_id), str(stored.client_id), claims, tasks


def _lost_while_working(journals: Path) -> Iterator[str]:
    """Operations, drafts, edits, skips and what was given back."""
    states = {str(public_id): state for public_id, state in Assignment.objects.values_list("public_id", "state")}
    sent = Operation.objects.exclude(name__in=["finish", *OWN]).values_list("assignment__public_id", flat=True)
    logged = Counter(map(str, sent))
    drafts = {str(draft.assignment.public_id): draft for draft in Draft.objects.select_related("assignment")}
    texts = set(Claim.objects.values_list("revisions__text", flat=True))
    for entry in entries(journals):
        what, public_id = entry["what"], entry.get("assignment", "")
        if what in {"skipped", "released"} and states[public_id] != what:
            yield f"{public_id} was {what} and is {states[public_id]}"
        if what == "recorded" and logged[public_id] - 1 < entry["received"]:
            yield f"{public_id} has {logged[public_id] - 1} operations, {entry['received']} were acknowledged"
        if what == "edited" and entry["text"] not in texts:
            yield f"{public_id}: the edit to {entry['text']!r} is not there"
        if what == "saved":
            draft = drafts[public_id]
            if draft.version < entry["version"] or (draft.version == entry["version"] and draft.body != entry["body"]):
                yield f"{public_id}: draft {draft.version} is {draft.body}, acknowledged was {entry}"
