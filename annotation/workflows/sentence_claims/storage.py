"""Check and store the claims of a sentence with their mutations, and open what follows from them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import Any
from uuid import UUID, uuid5

from django.db.models import Q
from django.utils.translation import gettext as _

from annotation.claims.claim_importer import create_tasks
from annotation.claims.models import Claim, ClaimRevision
from annotation.claims.near_duplicates import store_signatures
from annotation.errors import Invalid
from annotation.projects.models import Project
from annotation.vocabulary.tasks import Phase
from annotation.work.models import Assignment, Operation, Submission, Task
from annotation.workflows.sentence_claims.models import SentenceClaim, SentenceWork
from annotation.workflows.sentence_claims.rules import WrittenClaim, problems, written
from annotation.workflows.sentence_claims.settings import settings_of

Work = tuple[WrittenClaim, ...]


class SentenceStorage:
    """Stores the lines of a writer. Content is that of `serializers.SentenceSubmissionIn`."""

    def prepare(self, assignment: Assignment, content: Mapping[str, Any]) -> Work:
        claims = written(content["claims"])
        found = problems(claims, settings_of(assignment.project))
        if found:
            raise Invalid(_("Some lines must be changed first."), found)
        return claims

    def missing_operations(self, log: Iterable[Operation], work: Work) -> None:
        """The log does not hold the words of the claims: nothing can be missing."""

    def store(self, submission: Submission, work: Work) -> SentenceWork:
        return store(submission, work)

    def load(self, submission: Submission) -> SentenceWork:
        return SentenceWork.objects.get(submission=submission)

    def explain(self, assignment: Assignment, work: Work, error: Exception) -> None:
        """Equal claims become one: nothing collides."""


def store(submission: Submission, claims: Work) -> SentenceWork:
    """Store the work, and its lines as claims if it is of production: a walkthrough makes none.

    Originals of equal text are one claim of the project, mutations of equal text one claim of their original; equal
    mutations of two originals are two claims.
    """
    assignment = submission.assignment
    work = SentenceWork.objects.create(
        submission=submission,
        sentence=assignment.task.sampled_sentence,
        body={"claims": [one.to_json() for one in claims]},
        seconds=_seconds(assignment),
        lines=sum(one.lines for one in claims),
    )
    if assignment.task.phase == Phase.PRODUCTION:
        Project.objects.select_for_update(no_key=True).get(pk=assignment.project_id)  # equal claims of two at once
        _store_claims(work, claims)
    return work


def open_claims(work: SentenceWork) -> list[Task]:
    """Open the tasks of every workflow on claims for those that are new."""
    claims = Claim.objects.filter(sentence_claims__work=work, verification_item=None).distinct().order_by("pk")
    return create_tasks(project=work.assignment.project, claims=list(claims)) if claims else []


def body(submission: Submission) -> dict[str, Any]:
    """Return what was submitted as the body of a draft, as the page keeps it."""
    stored = SentenceWork.objects.get(submission=submission).body["claims"]
    boxes = [{kind: "\n".join(lines) for kind, lines in one["mutations"].items()} for one in stored]
    return {"text": "\n".join(one["text"] for one in stored), "boxes": boxes}


def _store_claims(work: SentenceWork, claims: Work) -> None:
    fresh: list[Claim] = []
    known = _known_originals(work, [one.text for one in claims])
    for number, one in enumerate(claims):
        correlation = uuid5(work.client_id, str(number))
        original = _line(work, known.get(one.text) or _new(work, one.text, None, fresh), "", None, correlation)
        for kind, lines in one.mutations.items():
            for text in lines:
                _line(work, _mutation(work, original.claim, text, fresh), kind, original, correlation)
    author = work.assignment.person
    ClaimRevision.objects.bulk_create(ClaimRevision(claim=one, number=1, text=one.text, author=author) for one in fresh)
    store_signatures(fresh)


def _line(
    work: SentenceWork, claim: Claim, mutation: str, original: SentenceClaim | None, correlation: UUID
) -> SentenceClaim:
    return SentenceClaim.objects.create(
        work=work, claim=claim, mutation=mutation, original=original, correlation=correlation
    )


def _known_originals(work: SentenceWork, texts: list[str]) -> dict[str, Claim]:
    """The project's claims of these texts that are no mutations, the oldest of each: imported ones may have a text more
    than once. One query: no index has the text alone."""
    known = Claim.objects.filter(project=work.sentence.project, phase=Phase.PRODUCTION, text__in=texts)
    originals = known.filter(Q(mutated_claim__isnull=True) | ~Q(claim_type=""))
    return {claim.text: claim for claim in originals.order_by("-pk")}


def _mutation(work: SentenceWork, original: Claim, text: str, fresh: list[Claim]) -> Claim:
    known = Claim.objects.filter(mutated_claim=original, phase=Phase.PRODUCTION, text=text, claim_type="")
    return known.order_by("pk").first() or _new(work, text, original, fresh)


def _new(work: SentenceWork, text: str, original: Claim | None, fresh: list[Claim]) -> Claim:
    claim = Claim.objects.create(
        project=work.sentence.project, text=text, author=work.assignment.person, mutated_claim=original
    )
    fresh.append(claim)
    return claim


def _seconds(assignment: Assignment) -> Decimal:
    """From assignment to submission by the server's clock, without jumps of that clock."""
    if assignment.ended_at is None:
        return Decimal(0)
    passed = Decimal((assignment.ended_at - assignment.created_at).total_seconds()) - assignment.clock_jumped
    return max(passed, Decimal(0)).quantize(Decimal("0.001"))
