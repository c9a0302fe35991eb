"""What was written from sentences: one's own latest work, balance by type, and the lines that are released."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from django.db.models import Count, Q, QuerySet

from annotation.accounts.models import User
from annotation.claims.models import Claim
from annotation.projects.models import Project
from annotation.vocabulary.tasks import Phase
from annotation.work.counted import counted
from annotation.workflows.sentence_claims.models import SentenceClaim, SentenceWork

RECENT = 5


def works_of(project: Project) -> QuerySet[SentenceWork]:
    """Select the work of production that counts."""
    fits = counted("submission__")
    return SentenceWork.objects.filter(
        fits, sentence__project=project, submission__assignment__task__phase=Phase.PRODUCTION
    )


def my_work(person: User, project: Project) -> dict[str, Any]:
    """What My work shows of a writer: how many sentences and lines they have done, and the latest ones."""
    mine = works_of(project).filter(submission__assignment__person=person).select_related("sentence")
    return {"done": mine.count(), "recent": list(mine.order_by("-pk")[:RECENT])}


def balance(project: Project) -> dict[str, int]:
    """Type of mutation -> lines that count; "": originals."""
    rows = SentenceClaim.objects.filter(work__in=works_of(project)).order_by()
    return dict(rows.values_list("mutation").annotate(lines=Count("pk")))


def lines(project: Project, without_people: Collection[int] = ()) -> Iterator[dict[str, Any]]:
    """Each line that counts, an original before its mutations. `writer` is the person's number, for a pseudonym.

    `claim` is the number of its claim: lines that were merged share it.
    """
    rows = SentenceClaim.objects.filter(work__in=works_of(project)).order_by("pk")
    rows = rows.exclude(work__submission__assignment__person__in=without_people)
    names = ("work__sentence__page_title", "work__sentence__text", "work__sentence__element_id")
    people = ("work__submission__assignment__person", "work__seconds", "work__lines")
    claims = ("pk", "claim", "claim__text", "original__claim__text", "mutation", "correlation")
    for row in rows.values_list(*claims, *names, *people).iterator(chunk_size=2_000):
        pk, claim, text, original, mutation, correlation, page, sentence, element, writer, seconds, count = row
        yield {
            "id": pk,
            "claim": claim,
            "original": text if original is None else original,
            "mutation": text if mutation else None,
            "mutation_type": mutation or None,
            "correlation_id": str(correlation),
            "page": page,
            "sentence": sentence,
            "sentence_id": element,
            "writer": writer,
            "seconds_per_line": round(float(seconds) / count, 3),
        }


def claims_written(project: Project, person: int | None, condition: Q) -> dict[int, int]:
    """Person -> originals and mutations that count, of everybody or one person. `condition`: on the submission."""
    rows = SentenceClaim.objects.filter(condition, work__in=works_of(project)).order_by()
    if person is not None:
        rows = rows.filter(work__submission__assignment__person=person)
    return dict(rows.values_list("work__submission__assignment__person").annotate(count=Count("pk")))


def page_of_claim(claim: Claim) -> str | None:
    """Title of the page whose sentence the claim was first written from; None of a claim that was not."""
    rows = SentenceClaim.objects.filter(claim=claim).order_by("pk")
    title: str | None = rows.values_list("work__sentence__page_title", flat=True).first()
    return title


def pages_of_claims(project: Project) -> dict[int, str]:
    """Claim -> title of the page whose sentence it was first written from."""
    rows = SentenceClaim.objects.filter(claim__project=project).order_by("-pk")
    return dict(rows.values_list("claim", "work__sentence__page_title"))
