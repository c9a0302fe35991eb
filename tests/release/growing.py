"""A project that grows: claims, each verified once, many at a time."""

from __future__ import annotations

import uuid
from collections.abc import Sequence

from django.db import connection
from django.utils import timezone

from annotation.claims.near_duplicates import store_signatures
from annotation.models import Assignment, Claim, Evidence, EvidenceSet, Highlight, Project, User, Verification
from annotation.work.models import AssignmentState, Submission
from annotation.workflows.kinds import TaskKind
from annotation.workflows.models import VerificationItem
from corpus.page.content_hash import content_hash
from corpus.store import get_page
from tests.cast import SENTENCE, tasks_of

VERIFYING = TaskKind.CLAIM_VERIFICATION


def number_claims_from(first: int) -> None:
    """The next claim has this number; else it depends on the tests that ran before."""
    table = Claim._meta.db_table
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("DELETE FROM sqlite_sequence WHERE name = %s", [table])
            cursor.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)", [table, first - 1])
        else:
            cursor.execute("SELECT setval(pg_get_serial_sequence(%s, 'id'), %s, false)", [table, first])


def highlight(project: Project, number: int) -> Highlight:
    """One of a page of its own."""
    return Highlight.objects.create(project=project, kind="table", page_title=f"Page {number}", element_ids=[])


def write(project: Project, texts: Sequence[str], of: Highlight | None = None) -> list[Claim]:
    """Claims, signed as every door signs them, with their tasks."""
    claims = Claim.objects.bulk_create(Claim(project=project, text=text, highlight=of) for text in texts)
    store_signatures(claims)
    VerificationItem.objects.create_tasks(project, claims)
    tasks_of(*claims).update(required_annotations=3)
    return claims


def verify(claims: Sequence[Claim], person: User, verdicts: Sequence[str] | str = "SUPPORTS") -> list[Verification]:
    """One verification a claim, with the first sentence of the Harbour League as evidence."""
    now = timezone.now()
    project = claims[0].project
    tasks = {task.verification_item.claim_id: task for task in tasks_of(*claims).select_related("verification_item")}
    assignments = Assignment.objects.bulk_create(
        Assignment(
            task=tasks[claim.pk],
            project=project,
            kind=VERIFYING,
            person=person,
            state=AssignmentState.SUBMITTED,
            leased_until=now,
            ended_at=now,
        )
        for claim in claims
    )
    said = [verdicts] * len(claims) if isinstance(verdicts, str) else verdicts
    submissions = Submission.objects.bulk_create(
        Submission(assignment=row, client_id=uuid.uuid4()) for row in assignments
    )
    made = Verification.objects.bulk_create(
        Verification(submission=one, claim=claim, verdict=verdict, challenge="Other")
        for one, claim, verdict in zip(submissions, claims, said, strict=True)
    )
    sets = EvidenceSet.objects.bulk_create(EvidenceSet(submission=one, position=0) for one in submissions)
    pin = content_hash(get_page(project.corpus, "Harbour League"), SENTENCE)
    Evidence.objects.bulk_create(
        Evidence(
            evidence_set=one,
            position=0,
            element_id=SENTENCE,
            context=["Harbour League_title"],
            page_title="Harbour League",
            content_hash=pin,
        )
        for one in sets
    )
    return made


def distinct(first: int, number: int) -> list[str]:
    """Sentences that share no word."""
    return [f"Ship{n} sank{n} near{n} reef{n}." for n in range(first, first + number)]
