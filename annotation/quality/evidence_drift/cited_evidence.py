"""Read the verdicts of a project, by annotators and adjudicators, with their pinned evidence."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import Prefetch, QuerySet

from annotation.evidence.models import Evidence, EvidenceSet
from annotation.projects.models import Project
from annotation.quality.adjudication.models import Adjudication
from annotation.quality.evidence_drift.comparison import Pin
from annotation.workflows.claim_verification.models import Verification

BATCH = 50  # verdicts, with the text of the pages they rest on


@dataclass(frozen=True, slots=True)
class Said:
    """A verdict with its evidence as it was pinned; `kind` is "verification" or "adjudication"."""

    kind: str
    number: int
    claim: int
    text: str
    verdict: str
    sets: tuple[tuple[Pin, ...], ...]


def said_in(project: Project) -> Iterator[list[Said]]:
    """The current verifications, then the adjudications that hold, each by number; a batch at a time."""
    sets = EvidenceSet.objects.order_by("position").prefetch_related(
        Prefetch("evidence", Evidence.objects.order_by("position"))
    )
    after = 0
    while verifications := list(
        _verifications(project).filter(pk__gt=after).prefetch_related(Prefetch("evidence_sets", sets))[:BATCH]
    ):
        yield list(map(_verified, verifications))
        after = verifications[-1].pk
    after = 0
    while adjudications := list(_adjudications(project).filter(pk__gt=after)[:BATCH]):
        yield list(map(_adjudicated, adjudications))
        after = adjudications[-1].pk


def how_many(project: Project) -> int:
    """How many verdicts `said_in` gives."""
    return _verifications(project).count() + _adjudications(project).count()


def _verifications(project: Project) -> QuerySet[Verification]:
    current = Verification.objects.filter(claim__project=project, claim__phase=0, is_current=True)
    return current.select_related("claim").order_by("pk")


def _adjudications(project: Project) -> QuerySet[Adjudication]:
    current = Adjudication.objects.filter(claim__project=project, claim__phase=0, is_current=True)
    return current.select_related("claim").order_by("pk")


def _verified(row: Verification) -> Said:
    # What the verifier dropped stood around it all the same.
    sets = tuple(
        tuple(
            Pin(one.element_id, one.page_title, (*one.context, *one.dropped), one.content_hash)
            for one in each.evidence.all()
        )
        for each in row.evidence_sets.all()
    )
    return Said("verification", row.pk, row.claim.pk, row.claim.text, row.verdict, sets)


def _adjudicated(row: Adjudication) -> Said:
    sets = tuple(
        tuple(
            Pin(one["element_id"], one["page_title"], (*one["context"], *one["dropped"]), one["content_hash"])
            for one in each
        )
        for each in row.evidence_sets
    )
    return Said("adjudication", row.pk, row.claim.pk, row.claim.text, row.verdict, sets)
